"""Tells on a terminal how far a simulation is: games done, games a second, time left."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TextIO

EVERY = 0.2
"""Seconds between two looks."""

WIDTH = 78


@dataclass(slots=True)
class Progress:
    """One line that is written again and again. `known` of the `games` were done before it began."""

    stream: TextIO
    games: int
    known: int = 0
    clock: Callable[[], float] = time.monotonic
    done: int = 0
    _begun: float = field(init=False)
    _shown: float = field(init=False)

    def __post_init__(self) -> None:
        self._begun = self.clock()
        self._shown = self._begun - EVERY

    def add(self, games: int) -> None:
        """So many more games are done."""
        self.done += games
        if self.clock() - self._shown >= EVERY:
            self._shown = self.clock()
            self._write(self.line())

    def line(self) -> str:
        """How things stand."""
        whole, rate = self.known + self.done, self.rate
        told = f"{whole:,} of {self.games:,} games ({whole * 100 // max(1, self.games)}%)"
        if not rate:
            return told
        return f"{told}, {_number(rate)} games/s, {duration((self.games - whole) / rate)} left"

    @property
    def rate(self) -> float:
        """Games a second since it began; 0 as long as none is done."""
        passed = self.clock() - self._begun
        return self.done / passed if passed > 0 else 0.0

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the line behind, with what it came to."""
        whole = self.known + self.done
        passed = duration(self.clock() - self._begun)
        self._write(f"{whole:,} of {self.games:,} games, {_number(self.rate)} games/s, {passed}\n")

    def _write(self, text: str) -> None:
        end = "\n" if text.endswith("\n") else ""
        self.stream.write("\r" + text.rstrip("\n")[:WIDTH].ljust(WIDTH) + end)
        self.stream.flush()


def _number(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}"


def duration(seconds: float) -> str:
    """A time for people: `0.4 s`, `12 s`, `3 min 5 s`, `2 h 10 min`."""
    if seconds < 9.95:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
