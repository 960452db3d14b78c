"""Types as the checker compares them and as it names them to an author."""

from __future__ import annotations

from ..ir.types import (
    INT_MAX,
    INT_MIN,
    Bool,
    ContentT,
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
from .symbols import Symbols

BAD: Type = KindT(-99)
"""The type of what could not be checked: it fits everything, so that one mistake gives one finding."""

ANY_COMPONENT = KindT(-1)
INT, BOOL, PLAYER, DIRECTION = Int(), Bool(), PlayerT(), DirectionT()
NOTHING: Type = OptT(BAD)
"""The type of `none`."""

BOUND_MAX = 100_000
"""Bounds of lists are not followed beyond this; such a list counts as unbounded."""


def is_bad(kind: Type) -> bool:
    """Whether checking this value has failed already."""
    return kind == BAD or (isinstance(kind, ListT | SetT) and kind.of == BAD)


def describe(symbols: Symbols, kind: Type) -> str:
    """A type in an author's words: "a number", "a list of Space", "a Player or none"."""
    match kind:
        case Int():
            return "a number"
        case Bool():
            return "true or false"
        case EnumT(position):
            return _article(symbols.enum_list[position].name)
        case PlayerT():
            return "a Player"
        case DirectionT():
            return "a direction"
        case KindT(-1):
            return "a component"
        case KindT(position):
            return _article(symbols.kind_list[position].name) if position >= 0 else "something"
        case ContentT(position):
            return f"a content of {symbols.kind_list[position].name}" if position >= 0 else "a content"
        case ZoneT():
            return "a zone"
        case LayoutT():
            return "a layout"
        case ScenarioT():
            return "a scenario"
        case ListT(of):
            return "a list of " + _bare(symbols, of)
        case SetT(of):
            return "a set of " + _bare(symbols, of)
        case OptT(of):
            return "none" if of == BAD else describe(symbols, of) + " or none"


def _article(name: str) -> str:
    return ("an " if name[:1] in "AEIOUaeiou" else "a ") + name


def _bare(symbols: Symbols, kind: Type) -> str:
    text = describe(symbols, kind)
    return text.split(" ", 1)[1] if text.startswith(("a ", "an ")) else text


def fits(value: Type, wanted: Type) -> bool:
    """Whether a value of type `value` may stand where `wanted` is expected, with no conversion."""
    if is_bad(value) or is_bad(wanted):
        return True
    match value, wanted:
        case Int(), Int():
            return True
        case OptT(inner), OptT(of):
            return inner == BAD or fits(inner, of)
        case _, OptT(of):
            return fits(value, of)
        case KindT(), KindT(-1):
            return True
        case ListT(inner), ListT(of):
            return fits(inner, of)
        case SetT(inner), SetT(of):
            return fits(inner, of)
        case ZoneT(), ZoneT():
            return True
        case ContentT(a), ContentT(b):
            return a == b or -1 in (a, b)
        case _:
            return value == wanted


def comparable(left: Type, right: Type) -> bool:
    """Whether `==` between the two can ever be true."""
    left = left.of if isinstance(left, OptT) else left
    right = right.of if isinstance(right, OptT) else right
    return fits(left, right) or fits(right, left)


def disjoint(value: Type, wanted: Type) -> bool:
    """Whether an integer of range `value` can never lie in the range `wanted`."""
    wanted = wanted.of if isinstance(wanted, OptT) else wanted
    if not (isinstance(value, Int) and isinstance(wanted, Int)) or wanted.track:
        return False
    return value.low > wanted.high or value.high < wanted.low


def join(left: Type, right: Type) -> Type | None:
    """The type of a value that is one or the other; None where they have nothing in common."""
    if left == BAD or right == BAD:
        return right if left == BAD else left
    match left, right:
        case Int(a, b), Int(c, d):
            return Int(min(a, c), max(b, d))
        case OptT(a), OptT(b):
            return _optional(join(a, b))
        case OptT(a), _:
            return _optional(join(a, right))
        case _, OptT(b):
            return _optional(join(left, b))
        case ListT(a, m), ListT(b, n):
            of = join(a, b)
            return None if of is None else ListT(of, wider(m, n))
        case KindT(a), KindT(b) if a != b:
            return ANY_COMPONENT
        case ZoneT(a), ZoneT(b):
            return ZoneT(a if a == b else ())
        case _:
            return left if left == right else None


def _optional(of: Type | None) -> Type | None:
    return None if of is None else of if isinstance(of, OptT) else OptT(of)


def wider(left: int | None, right: int | None) -> int | None:
    """The bound of a list that is one or the other."""
    return None if left is None or right is None else max(left, right)


def plus(left: int | None, right: int | None) -> int | None:
    """The bound of two lists one after the other."""
    return None if left is None or right is None else capped(left + right)


def times(left: int | None, right: int | None) -> int | None:
    """The bound of a query over two sources."""
    return None if left is None or right is None else capped(left * right)


def capped(bound: int) -> int | None:
    """A bound, or None where it is too large to mean anything."""
    return bound if bound <= BOUND_MAX else None


def clamp(low: int, high: int) -> Int:
    """The type of integers within these bounds and the game's."""
    return Int(min(max(low, INT_MIN), INT_MAX), max(min(high, INT_MAX), INT_MIN))


def strip(kind: Type) -> Type:
    """A type without its `or none`."""
    return kind.of if isinstance(kind, OptT) else kind


def domain_size(symbols: Symbols, kind: Type) -> int | None:
    """How many different values a type has (None: unbounded), for bounds of sets and of what is distinct."""
    match kind:
        case Bool():
            return 2
        case EnumT(position):
            return len(symbols.enum_list[position].names)
        case PlayerT():
            return symbols.high_players
        case DirectionT():
            return 8
        case KindT(-1):
            return sum(each.population for each in symbols.kind_list if each.word != "space")
        case KindT(position):
            return symbols.kind_list[position].population if position >= 0 else 0
        case Int(low, high):
            return capped(high - low + 1)
        case OptT(of):
            size = domain_size(symbols, of)
            return None if size is None else size + 1
        case _:
            return None
