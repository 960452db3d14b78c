"""Prints what `tafl run valkyries --players 4 --seed 7 --bots random --format json` prints, without the
command line's own needs.
"""

from __future__ import annotations

import sys

from tafl.dsl.compile import compile_pack
from tafl.interpreter.engine import open_game
from tafl.play.files import canonical
from tafl.play.show import summary
from tafl.sim.bots import seat_bots
from tafl.sim.run import play_out


def main() -> None:
    """Play the game and print its summary."""
    compiled = compile_pack("valkyries")
    assert compiled.program is not None, compiled.findings
    game = play_out(open_game(compiled.program, 4, seed=7), seat_bots(["random"], 4, 7)).game
    sys.stdout.write(canonical(summary(game, (), compiled.packs[-1].version)))


if __name__ == "__main__":
    main()
