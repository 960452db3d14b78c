"""Shows who wins by how many seats behind the one that began the game was: `python -m tafl.bench.order GAME`.

Only in a game that names who begins (`starter`). The games are those of `tafl sim` with the same settings.
"""

from __future__ import annotations

import argparse

from tafl.interpreter.engine import Playing
from tafl.ir.program import STARTER
from tafl.loading import find_game
from tafl.sim.bots import seat_bots
from tafl.sim.intervals import wilson
from tafl.sim.plan import Plan, resolved
from tafl.sim.run import play_out
from tafl.sim.tally import won


def main() -> None:
    """Play, and print a row."""
    parser = argparse.ArgumentParser(prog="python -m tafl.bench.order", description=__doc__)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--players", "-p", type=int, default=None)
    parser.add_argument("-n", type=int, default=1000, help="games")
    parser.add_argument("--seed", "-s", type=int, default=0)
    parser.add_argument("--bots", default="greedy")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    given = parser.parse_args()
    loaded = find_game(given.game)
    players, chosen = loaded.settings(given.players, given.set)
    bots = tuple(given.bots.split(","))
    plan = Plan(loaded.program, players, chosen, bots=bots, seed=given.seed, engine=resolved("auto")[0])
    print(f"{given.n} games; places from the one who began on: {row(plan, range(given.n))}")


def row(plan: Plan, games: range) -> str:
    """The share of wins of each place, from the seat that began on, with its interval."""
    wins = places(plan, games)
    shown = []
    for number in wins:
        low, high = wilson(number, len(games))
        shown.append(f"{number / len(games):.1%} ({low:.1%} to {high:.1%})")
    return ", ".join(shown)


def places(plan: Plan, games: range) -> list[int]:
    """The games that each place has won, alone or shared."""
    wins = [0] * plan.players
    for number in games:
        seed = plan.game_seed(number)
        game = play_out(plan.open(number), seat_bots(plan.seated(number), plan.players, seed)).game
        result = game.result
        assert isinstance(game, Playing), "a plan opens such"
        assert result is not None, "a game without a question is over"
        began = game.state.slots[game.world.offset[STARTER]]
        for place in range(plan.players):
            wins[place] += won(result, (began + place) % plan.players)
    return wins


if __name__ == "__main__":
    main()
