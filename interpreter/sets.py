"""Sets as bit masks: bit i stands for the element i, of ranged integers for the lowest plus i."""

from __future__ import annotations

from collections.abc import Callable

from ..ir.span import Span
from ..ir.types import Int, SetT, Type
from .errors import Stop


def members(mask: int) -> list[int]:
    """The positions of the bits of a mask, ascending."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


def set_low(type_: Type) -> int:
    """The element that bit 0 stands for."""
    assert isinstance(type_, SetT), "only sets have elements as bits"
    return type_.of.low if isinstance(type_.of, Int) else 0


def set_bit(type_: Type, at: Span) -> Callable[[int], int]:
    """What gives the bit of an element; an integer outside the declared range faults."""
    low = set_low(type_)
    assert isinstance(type_, SetT)
    if not isinstance(type_.of, Int):
        return lambda element: 1 << element
    high = type_.of.high

    def bit(element: int) -> int:
        if not low <= element <= high:
            raise Stop(f"a set of {low}..{high} cannot hold {element}", at)
        return 1 << (element - low)

    return bit
