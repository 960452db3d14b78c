"""Lays out what never changes in a game as words behind the state block: constant lists, lookup tables.

Equal data are kept once. Addresses are known as soon as something is added, so that code can hold them.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from ..ir.types import NONE

WORD = 4


class Tables:
    """The constant words of a module, from `base` (an address) on."""

    def __init__(self, base: int) -> None:
        self.base = base
        self._words = array("i")
        self._known: dict[tuple[int, ...], int] = {}

    @property
    def end(self) -> int:
        """The first address behind the tables."""
        return self.base + WORD * len(self._words)

    def words(self, values: Sequence[int]) -> int:
        """The address of these words; an empty sequence has one too."""
        key = tuple(values)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self.end
            self._words.extend(key or (0,))
        return found

    def constant(self, value: Sequence[Any]) -> int:
        """The address of a constant list: its length, then its elements; an inner list is an address."""
        items = [item if isinstance(item, int) else self.constant(item) for item in value]
        return self.words((len(items), *items))

    def lists(self, values: Sequence[Sequence[Any] | None]) -> int:
        """The address of a lookup table of constant lists; None becomes NONE."""
        return self.words([NONE if value is None else self.constant(value) for value in values])

    def list_at(self, address: int) -> tuple[int, ...]:
        """The elements of the constant list at an address of these tables."""
        first = (address - self.base) // WORD
        return tuple(self._words[first + 1 : first + 1 + self._words[first]])

    def mask(self, mask: int, words: int) -> int:
        """The address of a constant set of so many words."""
        return self.words([signed_word(mask >> 32 * n) for n in range(words)])

    def data(self) -> bytes:
        """All words as bytes, least significant first."""
        return b"".join(word.to_bytes(WORD, "little", signed=True) for word in self._words)


def signed_word(bits: int) -> int:
    """The lowest 32 bits as a number with a sign: how a word stands in memory."""
    bits &= 0xFFFFFFFF
    return bits - (1 << 32) if bits >> 31 else bits
