"""Tests written in the language, as routines and steps that any engine can run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from .span import Span


@dataclass(frozen=True, slots=True)
class AnswerStep:
    """Seat `seat` (None: chance) answers: the first option whose key is `key` or, where that is a content,
    names a component of it (`key#...`, `key@...`); or the option whose value is the result of routine
    `value`."""

    seat: int | None
    key: str | None
    value: int | None
    at: Span


@dataclass(frozen=True, slots=True)
class RunStep:
    """Runs a routine without parameters as the flow of the game, until it ends or asks."""

    routine: int
    at: Span


@dataclass(frozen=True, slots=True)
class OptionStep:
    """Expects that seat `seat` has, or has not, such an option now."""

    seat: int
    key: str | None
    value: int | None
    possible: bool
    at: Span


@dataclass(frozen=True, slots=True)
class SeesStep:
    """Expects that seat `seat` has not identified `count` (a routine) of the components in zone `place`
    (routine; None: anywhere but the box).
    """

    seat: int
    count: int
    place: int | None
    at: Span


@dataclass(frozen=True, slots=True)
class ExpectStep:
    """Runs a routine whose body is one `Expect`."""

    routine: int
    at: Span


@dataclass(frozen=True, slots=True)
class StatusStep:
    """`what`: over, fault, quiet (no question is open)."""

    what: str
    at: Span


Step: TypeAlias = RunStep | AnswerStep | ExpectStep | OptionStep | SeesStep | StatusStep


@dataclass(frozen=True, slots=True)
class Test:
    """`given` is a routine with set-up rights or None; `setup`: run the setup flow first; `layout` laid
    first; before all, the routine `scenario`, which puts one into play where no option can. `options` as
    chosen.
    """

    title: str
    players: int
    options: tuple[tuple[int, int], ...]
    scenario: int | None
    setup: bool
    layout: int | None
    given: int | None
    steps: tuple[Step, ...]
    at: Span
