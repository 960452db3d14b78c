"""The types of values in a checked program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

NONE = -(2**31)
"""How `none` is stored, whatever the type; no integer of a game may have this value."""

INT_MIN, INT_MAX = -(2**31) + 1, 2**31 - 1
"""The integers of a game; leaving them is a fault in every engine."""


@dataclass(frozen=True, slots=True)
class Int:
    """An integer; the bounds are what is known or declared. `track` stops at its ends instead of faulting."""

    low: int = INT_MIN
    high: int = INT_MAX
    track: bool = False


@dataclass(frozen=True, slots=True)
class Bool:
    """0 or 1."""


@dataclass(frozen=True, slots=True)
class EnumT:
    """The position of a name in `Program.enums[enum]`."""

    enum: int


@dataclass(frozen=True, slots=True)
class PlayerT:
    """A seat, from 0."""


@dataclass(frozen=True, slots=True)
class DirectionT:
    """A direction on a grid or hex board: its position in `ir.board.DIRECTIONS` of that shape."""


@dataclass(frozen=True, slots=True)
class KindT:
    """A component's number, or a space's number where `Program.kinds[kind]` is a space. -1: a component of
    any kind; -2: a space of any.
    """

    kind: int


@dataclass(frozen=True, slots=True)
class ContentT:
    """A content itself, not its components: its position in `Program.contents`."""

    kind: int


@dataclass(frozen=True, slots=True)
class ZoneT:
    """A zone's number in the world; `kinds` are what it may hold, empty for any."""

    kinds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LayoutT:
    """A layout of one board: its position in `Program.layouts`."""

    board: int


@dataclass(frozen=True, slots=True)
class ScenarioT:
    """A scenario: its position in `Program.scenarios`."""


@dataclass(frozen=True, slots=True)
class ListT:
    """A list value (a tuple at run time) of at most `bound` elements; None while the bound is being
    inferred.
    """

    of: Type
    bound: int | None


@dataclass(frozen=True, slots=True)
class SetT:
    """A set of seats, enum names, spaces, components or ranged integers; stored as a bit mask of the
    elements minus `low` of a ranged integer (other elements start at 0).
    """

    of: Type


@dataclass(frozen=True, slots=True)
class OptT:
    """`T?`: a value of `of`, or NONE."""

    of: Type


Type: TypeAlias = (
    Int
    | Bool
    | EnumT
    | PlayerT
    | DirectionT
    | KindT
    | ContentT
    | ZoneT
    | LayoutT
    | ScenarioT
    | ListT
    | SetT
    | OptT
)
