"""The library's functions on numbers and lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from ..ir.types import INT_MAX, NONE
from .errors import Refused
from .state import Value

if TYPE_CHECKING:
    from .machine import Machine

Function: TypeAlias = Callable[..., Value]
"""A library function: takes the machine and the arguments; raises `Refused` (or `NotOnBoard`) where its
meaning says that it faults.
"""

Ints: TypeAlias = tuple[int, ...]
List: TypeAlias = tuple[Any, ...]


def _fits(number: int) -> int:
    if not -INT_MAX <= number <= INT_MAX:
        raise Refused(f"{number} is more than a whole number of the game can be")
    return number


def _divisor(number: int) -> int:
    if number == 0:
        raise Refused("something is divided by 0")
    return number


def _div_down(_: Machine, a: int, b: int) -> int:
    return _fits(a // _divisor(b))


def _div_up(_: Machine, a: int, b: int) -> int:
    return _fits(-(-a // _divisor(b)))


def _mod(_: Machine, a: int, b: int) -> int:
    return a % _divisor(b)


def _within(_: Machine, number: int, low: int, high: int) -> int:
    if number != NONE and not low <= number <= high:
        raise Refused(f"this is {number}, and what is declared here can be {low} to {high}")
    return number


def _stopped(_: Machine, number: int, low: int, high: int) -> int:
    return number if number == NONE else min(max(number, low), high)


def _at_most(_: Machine, items: List, most: int) -> List:
    if len(items) > most:
        raise Refused(f"this list has {len(items)} elements, and what is declared here can have {most}")
    return items


def _range(machine: Machine, low: int, high: int) -> Ints:
    if high - low >= machine.fuel:
        # Too long to be made at all: the charge for it finds nothing left.
        machine.fuel = 0
        return (0,)
    return tuple(range(low, high + 1))


def _index(_: Machine, items: List, position: int) -> Value:
    if not 0 <= position < len(items):
        raise Refused(f"a list of {len(items)} has nothing at position {position} (the first is 0)")
    return items[position]


def _only(_: Machine, items: List) -> Value:
    if len(items) != 1:
        raise Refused(f"`only` wants a list of one, and this one has {len(items)}")
    return items[0]


def _total(_: Machine, items: Ints) -> int:
    total = 0
    for item in items:
        total = _fits(total + item)
    return total


def _greatest(_: Machine, items: Ints) -> int:
    if not items:
        raise Refused("an empty list has no greatest element")
    return max(items)


def _least_of(_: Machine, items: Ints) -> int:
    if not items:
        raise Refused("an empty list has no least element")
    return min(items)


LISTS: dict[str, Function] = {
    "div_up": _div_up,
    "div_down": _div_down,
    "half_up": lambda _, a: -(-a // 2),
    "half_down": lambda _, a: a // 2,
    "mod": _mod,
    "min": lambda _, a, b: min(a, b),
    "max": lambda _, a, b: max(a, b),
    "abs": lambda _, a: abs(a),
    "within": _within,
    "stopped": _stopped,
    "at_most": _at_most,
    "range": _range,
    "len": lambda _, items: len(items),
    "contains": lambda _, items, x: 1 if x in items else 0,
    "index": _index,
    "first_of": lambda _, items: items[0] if items else NONE,
    "last_of": lambda _, items: items[-1] if items else NONE,
    "only": _only,
    "reversed": lambda _, items: items[::-1],
    "leading": lambda _, items, n: items[: max(n, 0)],
    "joined": lambda _, a, b: a + b,
    "without": lambda _, a, b: tuple([x for x in a if x not in b]),
    "distinct": lambda _, items: tuple(dict.fromkeys(items)),
    "total": _total,
    "greatest": _greatest,
    "least_of": _least_of,
    "alike": lambda _, items: 1 if all(x == items[0] for x in items) else 0,
}
