"""Turns played games into counts that can be compared: are two programs playing the same game?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

FAR = 5.0
"""Standard errors beyond which two figures are not the same: chance alone brings that once in a million."""

FEW = 20
"""An outcome that was expected less often says nothing by itself."""


SEARCH = "search in C++"
"""The way of a peer that is no random games but tree search, each of so many simulations."""

SIMULATIONS = 10_000


@dataclass(slots=True)
class Sample:
    """So many `games` in so many `seconds` of processor time. Where it was counted, too: the answers of seats
    in them, the sum of the squares of each game's answers, and how often each outcome came (`"1,-1"`).
    """

    games: int = 0
    seconds: float = 0.0
    answers: int = 0
    squares: int = 0
    ends: Counter[str] = field(default_factory=Counter)

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Sample:
        """A sample that another process has told."""
        return cls(
            told["games"], told["seconds"], told["answers"], told["squares"], Counter(told.get("ends", {}))
        )

    def count(self, answers: int, outcome: Sequence[int]) -> None:
        """Take in one game."""
        self.games += 1
        self.answers += answers
        self.squares += answers * answers
        self.ends[",".join(map(str, outcome))] += 1

    @property
    def rate(self) -> float:
        """Games a second."""
        return self.games / self.seconds

    @property
    def length(self) -> float:
        """Answers a game."""
        return self.answers / self.games

    @property
    def doubt(self) -> float:
        """The square of the standard error of the length."""
        return (self.squares / self.games - self.length**2) / self.games


def ranked(points: Sequence[float]) -> list[int]:
    """The outcome of seats with these points, more are better: how many rank behind less how many before."""
    return [sum(own > other for other in points) - sum(own < other for other in points) for own in points]


def differences(one: Sample, other: Sample) -> Iterator[str]:
    """In what two samples differ by more than chance brings; nothing where they may be of one game."""
    if one.answers and other.answers:
        gap, error = one.length - other.length, sqrt(one.doubt + other.doubt)
        if abs(gap) > FAR * max(error, 1e-9):
            yield f"{one.length:.2f} answers a game, not {other.length:.2f}"
    if one.ends and other.ends:
        for end in sorted(one.ends.keys() | other.ends.keys()):
            told = _share(one, other, end)
            if told:
                yield told


def _share(one: Sample, other: Sample, end: str) -> str:
    whole, parts = sum(one.ends.values()), sum(other.ends.values())
    share = (one.ends[end] + other.ends[end]) / (whole + parts)
    if share * min(whole, parts) < FEW:
        return ""
    here, there = one.ends[end] / whole, other.ends[end] / parts
    error = sqrt(share * (1 - share) * (1 / whole + 1 / parts))
    if abs(here - there) <= FAR * max(error, 1e-9):
        return ""
    return f"{here:.2%} of the games end {end}, not {there:.2%}"
