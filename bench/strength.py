"""Measures how strongly bots play: python -m tafl.bench.strength [--games N] [GAME...]

First against `random`, then each budget against the one before: more iterations must not be worse. In each
game the bot that is measured has one seat, the other bot all others; seats go round. What counts is its
outcome less the mean of the others'; a line says with what certainty.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field
from math import sqrt

from tafl.sim.bots import seat_bots
from tafl.sim.run import play_out
from tafl.tests.shipped import program_of
from tafl.wasm.engine import open_game

SURE = 1.96
"""Standard errors that a mean lies from 0 by chance once in twenty times."""


@dataclass(frozen=True, slots=True)
class Match:
    """Games of one game between bots of these budgets; the first one plays against `random`, too."""

    game: str
    players: int
    budgets: tuple[int, ...]
    games: int


MATCHES = (
    Match("classics:tic_tac_toe", 2, (30, 100, 300, 1000), 200),
    Match("classics:connect_four", 2, (100, 400, 1600), 200),
    Match("classics:breakthrough", 2, (30, 120), 20),
    Match("classics:othello", 2, (30, 120), 20),
    Match("classics:hex", 2, (200, 800), 8),
    Match("classics:brandubh", 2, (30, 120), 20),
    Match("classics:kuhn", 2, (100, 1000), 3000),
    Match("classics:leduc", 2, (100, 1000), 2000),
    Match("classics:hearts", 4, (50, 500), 100),
    Match("classics:pig", 2, (50, 500), 100),
    Match("valkyries", 2, (30, 120, 480), 40),
    Match("valkyries", 3, (30, 120), 30),
    Match("valkyries", 4, (30, 120), 40),
    Match("valkyries:journey", 2, (30,), 8),
    Match("valkyries:saga", 2, (30,), 8),
    Match("walhalla", 3, (20, 80), 9),
)


@dataclass(slots=True)
class Score:
    """What came of games for the bot that is measured."""

    gains: list[float] = field(default_factory=list)
    lost: int = 0
    first: int = 0

    @property
    def mean(self) -> float:
        """Its outcome less that of the others."""
        return sum(self.gains) / len(self.gains)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return sqrt(sum((gain - self.mean) ** 2 for gain in self.gains)) / len(self.gains)

    @property
    def verdict(self) -> str:
        """Whether chance may have made it."""
        if abs(self.mean) <= SURE * self.error:
            return "no difference for sure"
        return "better" if self.mean > 0 else "WORSE"


def played(match: Match, ours: str, theirs: str, games: int) -> Score:
    """The games of one bot against another one."""
    score, program = Score(), program_of(match.game)
    for number in range(games):
        seat = number % match.players
        bots = seat_bots([theirs], match.players, number)
        bots[seat] = seat_bots([ours], match.players, number)[seat]
        game = open_game(program, match.players, seed=number // match.players)
        result = play_out(game, bots).game.result
        assert result is not None
        own, others = result.outcome[seat], [*result.outcome[:seat], *result.outcome[seat + 1 :]]
        score.gains.append(own - sum(others) / len(others))
        score.first += result.ranking[seat] == 1
        score.lost += own < max(others)
    return score


def report(match: Match, games: int) -> None:
    """Play and print the lines of a match."""
    pairs = [(f"mcts:{budget}", "random") for budget in match.budgets[-1:]]
    pairs += [
        (f"mcts:{more}", f"mcts:{less}") for less, more in zip(match.budgets, match.budgets[1:], strict=False)
    ]
    for ours, theirs in pairs:
        begun = time.process_time()
        score = played(match, ours, theirs, games)
        seconds = time.process_time() - begun
        counts = f"{games:>6}{score.first:>6}{score.lost:>6}{score.mean:>9.2f} +- {SURE * score.error:<5.2f}"
        bots = f"{match.game:<22}{match.players:>2}  {ours:<10}{theirs:<10}"
        print(f"{bots}{counts}{seconds:>7.0f} s  {score.verdict}", flush=True)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("asked", nargs="*", metavar="GAME", help="such as classics:pig; all without one")
    parser.add_argument("--games", type=int, help="of each pair of bots; as many as the table says without")
    given = parser.parse_args()
    print(f"{'':<24}  {'bot':<10}{'against':<10}{'games':>6}{'first':>6}{'lost':>6}{'gain':>9}")
    for match in MATCHES:
        if not given.asked or match.game in given.asked:
            report(match, given.games or match.games)


if __name__ == "__main__":
    main()
