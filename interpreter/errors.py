"""How a fault travels inside the machine: from where it happens outward through the calls, until the engine
makes it a `GameFault`.
"""

from __future__ import annotations

from typing import Any

from ..ir.span import Span
from .game import GameFault

FUEL = 10_000_000
"""Units of work between two decisions of seats."""

TEXT_FUEL = 100_000
"""Units of work for one expression in a text."""

DEPTH = 64
"""Routines that may be running in each other."""

OPTIONS = 4096
"""Options that a decision may have."""


class Refused(Exception):
    """A library function cannot do what it is asked; the message says why; the caller adds the place."""


class Stop(Exception):
    """Content did what it may not: `message` in the author's words, at `at`; `chain` gathers the routines
    that were running.
    """

    def __init__(self, message: str, at: Span) -> None:
        super().__init__(message)
        self.message = message
        self.at = at
        self._here = at
        self._chain: list[tuple[str, Span]] = []

    def leave(self, routine: str, called_at: Span) -> None:
        """Note that the fault leaves `routine`, which had been called at `called_at`."""
        self._chain.append((routine, self._here))
        self._here = called_at

    def pass_through(self, called_at: Span) -> None:
        """Note that the fault leaves something without a name of its own, which had been called at
        `called_at`.
        """
        if self._chain:
            self._here = called_at

    def fault(self) -> GameFault:
        """What the world outside gets."""
        return GameFault(self.message, self.at, tuple(self._chain))


class Unmet(Exception):
    """An expectation of a test does not hold; `sides` are what was compared, as `events.Shown` (none if
    nothing was).
    """

    def __init__(self, at: Span, sides: tuple[Any, ...]) -> None:
        super().__init__(f"{at}: this does not hold")
        self.at = at
        self.sides = sides


def out_of_fuel(at: Span) -> Stop:
    """The fault of content that would run on and on."""
    return Stop(f"this has gone on for {FUEL:,} units of work without a decision: something never ends", at)


def too_deep(at: Span) -> Stop:
    """The fault of content that calls itself, or each other, without end."""
    return Stop(f"more than {DEPTH} calls stand inside each other: something calls itself without end", at)
