"""Plays a game and prints its log and final state, to be run under several values of PYTHONHASHSEED.

With `--plant` a bot looks through a set of texts in whatever order it has: what the comparison has to catch.
"""

from __future__ import annotations

import sys

from tafl.interpreter.game import CHANCE
from tafl.sim.bots import Asked, Bot, Random
from tafl.sim.run import play_out
from tafl.tests.shipped import open_shipped


class Careless:
    """Takes the option that comes first in a set."""

    def choose(self, asked: Asked) -> int:
        """Depends on the order of a set of texts."""
        keys = [option.key for option in asked.decision.options]
        return keys.index(next(iter(set(keys))))


def main() -> None:
    """Play Valkyries with three players."""
    bots: list[Bot] = [Careless() if "--plant" in sys.argv else Random(5, seat) for seat in range(3)]
    game = play_out(open_shipped("valkyries", 3, seed=5), bots).game
    print("\n".join([*game.log(CHANCE), *game.log(None), game.observation(0), game.hash()]))


if __name__ == "__main__":
    main()
