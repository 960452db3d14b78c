"""Reads from a state block, without decoding it, what is wanted at every decision of many games."""

from __future__ import annotations

import struct

from ..interpreter.state import Raw
from . import layout as at
from .block import asked
from .layout import FRAME_ROUTINE, STATE, WORD, Layout

_PAIR = struct.Struct("<ii")
_TOP = at.TOP - STATE
assert at.ROWS == at.TOP + WORD, "both are read at once"


class Glance:
    """The questions and the components of one world."""

    __slots__ = ("_known", "_layout", "_place")

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        count = WORD * layout.world.components
        place, known = layout.place - STATE, layout.known - STATE
        self._place, self._known = slice(place, place + count), slice(known, known + count)

    def question(self, block: bytes) -> tuple[int, int, bytes]:
        """Of the open question: routine and point that put it, and its options as they stand in the block,
        each in as many bytes.
        """
        top, rows = _PAIR.unpack_from(block, _TOP)
        routine, point = _PAIR.unpack_from(block, top - STATE + FRAME_ROUTINE)
        return routine, point, block[rows - STATE :]

    def options(self, block: bytes) -> tuple[Raw, ...]:
        """The options of the open question of a seat."""
        return asked(block, self._layout)

    def lying(self, block: bytes) -> bytes:
        """By component the zone, then by component the mask of seats that have identified it: words of 32
        bits, the least significant byte first.
        """
        return block[self._place] + block[self._known]
