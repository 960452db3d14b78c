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

UNKNOWN_KIND = -99
"""The kind of components that were declared to be of a kind that does not exist."""

BAD: Type = KindT(UNKNOWN_KIND)
"""The type of what could not be checked: it fits everything, so that one mistake gives one finding."""

NEVER: Type = KindT(-98)
"""The type of what is never there: the elements of `[]`, and what `none` would hold. It fits every type."""

ANY_COMPONENT, ANY_SPACE = KindT(-1), KindT(-2)
INT, BOOL, PLAYER, DIRECTION = Int(), Bool(), PlayerT(), DirectionT()
NOTHING: Type = OptT(NEVER)
"""The type of `none`."""

BOUND_MAX = 100_000
"""Bounds of lists are not followed beyond this; such a list counts as unbounded."""


def is_bad(kind: Type) -> bool:
    """Whether checking this value has failed already."""
    return kind == BAD or (isinstance(kind, ListT | SetT | OptT) and is_bad(kind.of))


def is_space(symbols: Symbols, kind: Type) -> bool:
    """Whether values of this type are spaces."""
    if not isinstance(kind, KindT):
        return False
    return kind == ANY_SPACE or (kind.kind >= 0 and symbols.kind_list[kind.kind].word == "space")


def is_component(symbols: Symbols, kind: Type) -> bool:
    """Whether values of this type are components."""
    return isinstance(kind, KindT) and kind.kind >= -1 and not is_space(symbols, kind)


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
        case KindT():
            return _describe_kind(symbols, kind)
        case ContentT(position):
            return f"a content of {symbols.kind_list[position].name}" if position >= 0 else "a content"
        case ZoneT():
            return "a zone"
        case LayoutT(board):
            return f"a layout of {symbols.board_list[board].name}"
        case ScenarioT():
            return "a scenario"
        case ListT(of):
            return "an empty list" if of == NEVER else "a list of " + _bare(symbols, of)
        case SetT(of):
            return "a set of " + _bare(symbols, of)
        case OptT(of):
            return "none" if of == NEVER else describe(symbols, of) + " or none"


def _describe_kind(symbols: Symbols, kind: KindT) -> str:
    if kind.kind >= 0:
        return _article(symbols.kind_list[kind.kind].name)
    return {ANY_COMPONENT: "a component", ANY_SPACE: "a space"}.get(kind, "something")


def _article(name: str) -> str:
    return ("an " if name[:1] in "AEIOUaeiou" else "a ") + name


_MANY = {
    "a number": "numbers",
    "a direction": "directions",
    "a component": "components",
    "a space": "spaces",
    "a zone": "zones",
}


def _bare(symbols: Symbols, kind: Type) -> str:
    text = describe(symbols, kind)
    if text.startswith("a list of "):
        return "lists of " + text.removeprefix("a list of ")
    return _MANY.get(text) or (text.split(" ", 1)[1] if text.startswith(("a ", "an ")) else text)


def fits(symbols: Symbols, value: Type, wanted: Type) -> bool:
    """Whether a value of type `value` may stand where `wanted` is expected, with no conversion."""
    if BAD in (value, wanted) or value == NEVER:
        return True
    match value, wanted:
        case Int(), Int():
            return True
        case OptT(inner), OptT(of):
            return fits(symbols, inner, of)
        case _, OptT(of):
            return fits(symbols, value, of)
        case KindT(), KindT(-1):
            return is_component(symbols, value)
        case KindT(), KindT(-2):
            return is_space(symbols, value)
        case ListT(inner), ListT(of):
            return fits(symbols, inner, of)
        case SetT(inner), SetT(of):
            return BAD in (inner, of) or inner == of
        case ZoneT(), ZoneT():
            return True
        case ContentT(a), ContentT(b):
            return a == b or -1 in (a, b)
        case _:
            return value == wanted


def comparable(symbols: Symbols, left: Type, right: Type) -> bool:
    """Whether `==` between the two can ever be true."""
    left, right = strip(left), strip(right)
    return fits(symbols, left, right) or fits(symbols, right, left)


def disjoint(value: Type, wanted: Type) -> bool:
    """Whether an integer of range `value` never lies in the range `wanted`, and does not stop at its ends."""
    value, wanted = strip(value), strip(wanted)
    if not (isinstance(value, Int) and isinstance(wanted, Int)) or wanted.track:
        return False
    return value.low > wanted.high or value.high < wanted.low


def join(symbols: Symbols, left: Type, right: Type) -> Type | None:
    """The type of a value that is one or the other; None where they have nothing in common."""
    for one, other in ((left, right), (right, left)):
        if one in (BAD, NEVER):
            return other
    match left, right:
        case Int(a, b), Int(c, d):
            return Int(min(a, c), max(b, d))
        case OptT(a), OptT(b):
            return _optional(join(symbols, a, b))
        case OptT(a), _:
            return _optional(join(symbols, a, right))
        case _, OptT(b):
            return _optional(join(symbols, left, b))
        case ListT(a, m), ListT(b, n):
            of = join(symbols, a, b)
            return None if of is None else ListT(of, wider(m, n))
        case KindT(), KindT() if left != right:
            if is_space(symbols, left) != is_space(symbols, right):
                return None
            return ANY_SPACE if is_space(symbols, left) else ANY_COMPONENT
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


def widened(kind: Type) -> Type:
    """A type whose numbers may be any, as a local holds them: not only those that it begins with."""
    match kind:
        case Int():
            return INT
        case OptT(of):
            return OptT(widened(of))
        case _:
            return kind


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
        case ScenarioT():
            return len(symbols.scenarios)
        case KindT(-1):
            return sum(each.population for each in symbols.kind_list if each.word != "space")
        case KindT(-2):
            return sum(each.population for each in symbols.kind_list if each.word == "space")
        case KindT(position):
            return symbols.kind_list[position].population if position >= 0 else 0
        case Int(low, high):
            return capped(high - low + 1)
        case OptT(of):
            size = domain_size(symbols, of)
            return None if size is None else size + 1
        case _:
            return None
