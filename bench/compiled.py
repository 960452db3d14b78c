"""Measures the compiled engine against everything else that plays the same games, in one run.

All run in turn on one core, in short slices, and what counts is processor time: so what else the machine does
weighs little. A ratio is the median of the ratios of the rounds. Nobody is measured who plays another game:
mean length and shares of outcomes are compared first.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from tafl.bench.samples import Sample, differences
from tafl.bench.subjects import Engine, Subject

AIMS = {
    **{(game, "C on bitboards"): 0.08 for game in ("tic_tac_toe", "connect_four", "breakthrough", "othello")},
    ("hex", "OpenSpiel"): 1,
    **{(game, "OpenSpiel"): 3 for game in ("kuhn", "leduc", "hearts")},
    ("pig", "OpenSpiel"): 2,
    **{(game, "boardgame.io"): 100 for game in ("tic_tac_toe", "connect_four")},
    **{(game, "PettingZoo"): 100 for game in ("tic_tac_toe", "connect_four")},
}
"""How many times as fast the engine is to be, by game and what it is compared with."""

HEAD = f"{'':<14}{'':<36}{'games/s':>12}{'answers/s':>13}{'length':>8}   tafl is"


@dataclass(slots=True)
class Row:
    """One subject at one game: a rate for each round, and the ratios of ours to it."""

    subject: Subject
    length: float
    rates: list[float]
    ratios: list[float]

    @property
    def ratio(self) -> float:
        """How many times as fast the engine is."""
        return median(self.ratios)


def one_core() -> int:
    """Keep this process, and those that it starts, on one core; its number."""
    core = min(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return core


def measure(engine: Engine, subjects: Sequence[Subject], game: str, rounds: int, seconds: float) -> list[str]:
    """The lines of one game."""
    ours = engine.play(game, seconds, 1)
    rows, others = [], list[str]()
    for subject in subjects:
        if game not in subject.knows:
            continue
        told = subject.play(game, seconds, 1)
        found = list(differences(told, ours))
        if found:
            others.append(f"{'':<14}{subject.name:<36}plays another game: {'; '.join(found[:2])}")
        else:
            rows.append(Row(subject, told.length if told.answers else ours.length, [], []))
    own = Row(engine, ours.length, [], [])
    for turn in range(rounds):
        rate = _slice(own, game, seconds, 2 + turn).rate
        for row in rows:
            # Before and after: where the machine slows down meanwhile, that is on both sides.
            other = _slice(row, game, seconds, 2 + turn).rate
            again = _slice(own, game, seconds / 2, 2 + turn).rate
            row.ratios.append((rate + again) / 2 / other)
            rate = again
    lines = [_line(game, own, "")]
    return lines + [_line("", row, _verdict(game, row, rows)) for row in rows] + others


def _slice(row: Row, game: str, seconds: float, seed: int) -> Sample:
    sample = row.subject.play(game, seconds, seed)
    row.rates.append(sample.rate)
    return sample


def _line(game: str, row: Row, verdict: str) -> str:
    rate = median(row.rates)
    name = row.subject.name
    return (
        f"{game:<14}{name:<36}{rate:>12,.0f}{rate * row.length:>13,.0f}{row.length:>8.2f}   {verdict}"
    ).rstrip()


def _verdict(game: str, row: Row, rows: Sequence[Row]) -> str:
    told = f"{_times(row.ratio)} times as fast"
    family = row.subject.name.split()[0].rstrip(",")
    for (aimed, whom), aim in AIMS.items():
        if aimed != game or not row.subject.name.startswith(whom):
            continue
        # Of several ways of one engine the fastest counts; PettingZoo and boardgame.io as documented.
        of_it = [other for other in rows if other.subject.name.startswith(family)]
        slowest_ratio = min(of_it, key=lambda other: other.ratio)
        counts = of_it[0] if whom in ("PettingZoo", "boardgame.io") else slowest_ratio
        if row is counts:
            return f"{told}, {'and should be' if row.ratio >= aim else 'BUT SHOULD BE'} {aim}"
    return told


def _times(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 20 else f"{ratio:.1f}" if ratio >= 2 else f"{ratio:.3f}"
