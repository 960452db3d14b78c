"""Expressions of the typed program: pure, they never wait; and texts for people that embed them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from .span import Span
from .types import Type


@dataclass(frozen=True, slots=True)
class Const:
    """A number known before play: also enum names, seats, `none`, `true`. A tuple is a constant list."""

    value: int | tuple[int, ...] | tuple[tuple[int, ...], ...]
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class Local:
    """A local of the running routine, by position in `Routine.locals`."""

    slot: int
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class StateGet:
    """A state variable; `index` is the seat, component or space that has it (None: the table). Unset without
    default: a fault.
    """

    var: int
    index: Expr | None
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class OptionGet:
    """A game option, by position in `Program.options`: what the scenario in play sets it to, else what was
    chosen at the start.
    """

    option: int
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class FieldGet:
    """The printed field of a component, space or content (`of`); goes through the field's `change` hooks if
    it has any (not of a content, which is no component)."""

    field: int
    of: Expr
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class Arith:
    """`op` is add, sub or mul; leaving `INT_MIN..INT_MAX` is a fault."""

    op: str
    left: Expr
    right: Expr
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class Compare:
    """`op` is eq, ne, lt, le, gt or ge. eq and ne also compare lists and sets."""

    op: str
    left: Expr
    right: Expr
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class Logic:
    """`op` is and, or; the right side is evaluated only where it matters."""

    op: str
    left: Expr
    right: Expr
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class Not:
    value: Expr
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class Select:
    """`if test then a else b`: only the side needed is evaluated."""

    test: Expr
    then: Expr
    otherwise: Expr
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class IsNone:
    value: Expr
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class Unwrap:
    """`the e`: faults on NONE."""

    value: Expr
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class ListOf:
    items: tuple[Expr, ...]
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class Population:
    """All components or spaces of `kind`, in order of number; only those of `content` (None: any) and of seat
    `owner` (None: any).
    """

    kind: int
    content: int | None
    owner: Expr | None
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class ZoneOf:
    """The number of a declared zone; `index` is the seat that has it (None: the table's)."""

    zone: int
    index: Expr | None
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class CallValue:
    """A declared value, through its `change` hooks. `charge`: one unit of fuel (the routine can recurse)."""

    value: int
    args: tuple[Expr, ...]
    charge: bool
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class CallSlot:
    """A value slot of a kind, filled by the content of the component (or content) `self`; unfilled without
    default: a fault.
    """

    slot: int
    self: Expr
    args: tuple[Expr, ...]
    charge: bool
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class Lib:
    """A library function by its name in `library.py`; charges what it visits, as stated there."""

    name: str
    args: tuple[Expr, ...]
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class Each:
    """`x in SOURCE` of a query; binds `slot`. The source may read earlier slots. Charges its number of
    elements on entry.
    """

    slot: int
    source: Expr
    at: Span


@dataclass(frozen=True, slots=True)
class Bind:
    """`let v = e` of a query."""

    slot: int
    value: Expr
    at: Span


@dataclass(frozen=True, slots=True)
class Query:
    """A comprehension over nested `Each` and `Bind`, in written order; `where` is tested innermost.

    `form`: list (of `body`), count, sum (of `body`), any, all (every element satisfies `where`), first
    (`body` of the first, or NONE), most and least (every `body` whose `by` is greatest/least, in order; one
    key), sorted (`body` by ascending `by`, stable). `set` makes a bit mask.
    """

    form: str
    clauses: tuple[Each | Bind, ...]
    where: Expr | None
    body: Expr | None
    by: tuple[Expr, ...]
    type: Type
    at: Span


Expr: TypeAlias = (
    Const
    | Local
    | StateGet
    | OptionGet
    | FieldGet
    | Arith
    | Compare
    | Logic
    | Not
    | Select
    | IsNone
    | Unwrap
    | ListOf
    | Population
    | ZoneOf
    | CallValue
    | CallSlot
    | Lib
    | Query
)


@dataclass(frozen=True, slots=True)
class Template:
    """A text for people: literal pieces and expressions, shown to each seat as far as it may see them. Not
    part of the rules hash.
    """

    parts: tuple[str | Expr, ...]
    at: Span
