"""Turns types as written into types of the IR, and says where a type may stand."""

from __future__ import annotations

from ..ir.types import (
    INT_MAX,
    INT_MIN,
    Bool,
    DirectionT,
    EnumT,
    Int,
    KindT,
    LayoutT,
    ListT,
    OptT,
    PlayerT,
    ScenarioT,
    SetT,
    Type,
    ZoneT,
)
from . import syntax as tree
from .suggest import nearest
from .symbols import Symbols
from .types import ANY_COMPONENT, BAD, describe, is_bad

BUILT_IN_TYPES: dict[str, Type] = {
    "bool": Bool(),
    "Player": PlayerT(),
    "Direction": DirectionT(),
    "Scenario": ScenarioT(),
    "Component": ANY_COMPONENT,
    "Zone": ZoneT(()),
}
"""Types that no game declares; `int`, `track`, `list of`, `set of` and `layout of` are words of the grammar.
"""

SET_LIMIT = 4096
"""A set of numbers holds at most so many different ones."""


def resolve_type(symbols: Symbols, written: tree.TypeExpr) -> Type:
    """The type that was written; after a finding, one that fits everything."""
    match written:
        case tree.IntType():
            return _int(symbols, written)
        case tree.TypeName():
            return _named(symbols, written)
        case tree.OptionalType(of):
            inner = resolve_type(symbols, of)
            return BAD if inner == BAD else OptT(inner)
        case tree.ListType(of, up_to):
            inner = resolve_type(symbols, of)
            bound = None if up_to is None else plain_number(symbols, up_to, 0, INT_MAX)
            return ListT(inner, bound)
        case tree.SetType(of, span):
            inner = resolve_type(symbols, of)
            if not _may_be_in_set(inner):
                symbols.findings.add("T0359", span, type=describe(symbols, inner))
                return BAD
            return SetT(inner)


def _named(symbols: Symbols, written: tree.TypeName) -> Type:
    name = written.name
    if written.of is not None:
        return _of_type(symbols, written, written.of)
    if name in symbols.kinds:
        symbols.used.add(("kind", name))
        return KindT(symbols.kinds[name].position)
    if name in symbols.enums:
        symbols.used.add(("enum", name))
        return EnumT(symbols.enums[name].position)
    if name in BUILT_IN_TYPES:
        return BUILT_IN_TYPES[name]
    if name not in symbols.findings.broken:
        _unknown(symbols, written)
    return BAD


def _unknown(symbols: Symbols, written: tree.TypeName) -> None:
    declared = symbols.declared().get(written.name)
    if declared is not None:
        symbols.findings.add("T0351", written.span, [(declared, "declared here")], name=written.name)
        return
    names = (*symbols.kinds, *symbols.enums, *BUILT_IN_TYPES, "int")
    symbols.findings.add("T0350", written.span, suggestion=nearest(written.name, names), name=written.name)


def _of_type(symbols: Symbols, written: tree.TypeName, board: tree.Ident) -> Type:
    if written.name != "layout":
        symbols.findings.add("T0350", written.span, name=f"{written.name} of {board.name}")
        return BAD
    found = find_board(symbols, board)
    return BAD if found is None else LayoutT(found)


def find_board(symbols: Symbols, name: tree.Ident) -> int | None:
    """The position of a board by its name; None after a finding."""
    board = symbols.boards.get(name.name)
    if board is not None:
        symbols.used.add(("board", name.name))
        return board.position
    if name.name not in symbols.findings.broken:
        symbols.findings.add(
            "T0373", name.span, suggestion=nearest(name.name, symbols.boards), name=name.name, what="board"
        )
    return None


def find_kind(symbols: Symbols, name: tree.Ident) -> int | None:
    """The position of a kind by its name; None after a finding."""
    kind = symbols.kinds.get(name.name)
    if kind is not None:
        symbols.used.add(("kind", name.name))
        return kind.position
    if name.name not in symbols.findings.broken:
        symbols.findings.add(
            "T0373", name.span, suggestion=nearest(name.name, symbols.kinds), name=name.name, what="kind"
        )
    return None


def _int(symbols: Symbols, written: tree.IntType) -> Type:
    if written.low is None or written.high is None:
        return Int()
    low = plain_number(symbols, written.low, INT_MIN, INT_MAX)
    high = plain_number(symbols, written.high, INT_MIN, INT_MAX)
    if low is None or high is None:
        return BAD
    if low > high:
        symbols.findings.add("T0354", written.span, low=low, high=high)
        return BAD
    return Int(low, high, written.track)


def plain_number(symbols: Symbols, expr: tree.Expr, low: int, high: int) -> int | None:
    """The value of an expression of numbers alone, as bounds and counts are; None after a finding."""
    value = _evaluate(expr)
    if value is None:
        symbols.findings.add("T0355", expr.span)
        return None
    if not low <= value <= high:
        symbols.findings.add("T0357", expr.span, value=value, low=low, high=high)
        return None
    return value


def _evaluate(expr: tree.Expr) -> int | None:
    match expr:
        case tree.Number(value):
            return value
        case tree.Unary("-", inner):
            value_of = _evaluate(inner)
            return None if value_of is None else -value_of
        case tree.Binary("+" | "-" | "*" as op, left, right):
            a, b = _evaluate(left), _evaluate(right)
            if a is None or b is None:
                return None
            return a + b if op == "+" else a - b if op == "-" else a * b
        case _:
            return None


# ---- Where a type may stand --------------------------------------------------------------------------------


def _may_be_in_set(kind: Type) -> bool:
    match kind:
        case Int(low, high):
            return high - low < SET_LIMIT
        case PlayerT() | EnumT() | DirectionT() | ScenarioT():
            return True
        case KindT():
            return True
        case _:
            return is_bad(kind)


def storable(kind: Type) -> bool:
    """Whether state may be of this type: whatever fits in one integer, or a set; a list is a value and does
    not last.
    """
    match kind:
        case ListT() | ZoneT():
            return False
        case OptT(of):
            return storable(of)
        case _:
            return True


def within(kind: Type) -> Type:
    """The type for a constant that is written down: what moves a track stops at its ends, but nobody begins
    beyond them.
    """
    match kind:
        case Int(low, high, True):
            return Int(low, high)
        case OptT(of):
            return OptT(within(of))
        case ListT(of, bound):
            return ListT(within(of), bound)
        case _:
            return kind


def printable(symbols: Symbols, kind: Type) -> bool:
    """Whether a field may be of this type: what is printed is known before play, so it holds no component and
    no zone.
    """
    match kind:
        case OptT(of):
            return printable(symbols, of) and not isinstance(of, ListT)
        case ListT(of):
            return printable(symbols, of) and not isinstance(of, ListT | OptT | SetT)
        case KindT(-1):
            return False
        case KindT(position) if position >= 0:
            return symbols.kind_list[position].word == "space"
        case ZoneT() | SetT():
            return False
        case _:
            return True


def choosable(kind: Type) -> bool:
    """Whether an option of the game may be of this type: few values, all with names."""
    match kind:
        case Int(low, high):
            return high - low < 100
        case Bool() | EnumT() | LayoutT():
            return True
        case _:
            return is_bad(kind)
