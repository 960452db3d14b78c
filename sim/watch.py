"""Notes, during one game, what each seat has seen, was offered and took."""

from __future__ import annotations

from array import array
from collections import Counter
from struct import Struct

from ..interpreter.engine import Playing
from ..ir.world import BOX
from .questions import Asked, Questions

_WORD = Struct("<i")
_BITS = 32


class Watch:
    """One game under watch; it is shown every position with the option about to be taken, then the end.

    `offered` and `taken` hold, by seat, the numbers of names in `questions`.
    """

    __slots__ = ("_count", "_everywhere", "_last", "_questions", "_read", "_seen", "offered", "taken")

    def __init__(self, questions: Questions) -> None:
        world = questions.world
        self._questions = questions
        self._read = questions.read
        self._count = world.components
        self._everywhere = _words(1, world.components)
        self._last = b""
        self._seen = 0
        self.offered: list[set[int]] = [set() for _ in range(world.players)]
        self.taken: list[set[int]] = [set() for _ in range(world.players)]

    def look(self, game: Playing, seat: int, option: int, uses: Uses) -> None:
        """Note the question that `game` puts to `seat`, and the option taken."""
        self.glance(game)
        asked = self._questions.asked(game)
        unknown = self._unknown(asked, seat) if asked.components else ()
        if unknown:
            everything, taken = self._partly(asked, option, unknown)
            uses.offered.update(everything)
            uses.partly[asked] += 1
        else:
            everything, taken = asked.all, asked.names[option]
        uses.asked[asked] += 1
        self.offered[seat] |= everything
        if taken:
            self.taken[seat] |= taken
            uses.taken.update(taken)

    def _unknown(self, asked: Asked, seat: int) -> frozenset[int]:
        lying, first = self._last, 4 * self._count
        return frozenset(
            [c for c in asked.components if not _WORD.unpack_from(lying, first + 4 * c)[0] >> seat & 1]
        )

    def _partly(
        self, asked: Asked, option: int, unknown: frozenset[int]
    ) -> tuple[frozenset[int], frozenset[int]]:
        names = [self._questions.known_names(asked, each, unknown) for each in range(len(asked.names))]
        return frozenset().union(*names), names[option]

    def glance(self, game: Playing) -> None:
        """Note who has identified what of all that lies outside the box."""
        lying = self._read.lying(game)
        if lying == self._last:
            return
        self._last = lying
        # All components at once, a word of one great number each: to the place (0 is the box) is added what
        # carries into the highest bit of the word unless it is 0; that bit stands for a word of ones.
        size, ones = 4 * self._count, self._everywhere
        place, known = int.from_bytes(lying[:size], "little"), int.from_bytes(lying[size:], "little")
        outside = (place + ones * 0x7FFFFFFF) >> (_BITS - 1) & ones
        self._seen |= known & outside * 0x7FFFFFFF

    def seen_names(self) -> list[set[int]]:
        """By seat the contents of which it has identified something outside the box; their numbers are those
        of their names.
        """
        assert BOX == 0, "`glance` counts on it"
        masks: dict[int, int] = {}
        seen = array("i", self._seen.to_bytes(4 * self._count, "little"))
        for content, mask in zip(self._questions.world.content, seen, strict=True):
            if mask:
                masks[content] = masks.get(content, 0) | mask
        return [
            {content for content, mask in masks.items() if mask >> seat & 1}
            for seat in range(len(self.offered))
        ]


def _words(word: int, count: int) -> int:
    """So many words of 32 bits, all the same, as one number."""
    return int.from_bytes(_WORD.pack(word) * count, "little")


KEPT = 1 << 12
"""Questions that are counted one by one before what is counted of them is put together."""


class Uses:
    """Counts of decisions over the games of a part: how often each question was `asked` (and of these,
    `partly`: with something unknown in it), how often each name was `offered` and `taken`. `puts` by where a
    question stands: how often it was asked, with how many options, with only one.
    """

    __slots__ = ("asked", "offered", "partly", "puts", "taken")

    def __init__(self) -> None:
        self.asked: Counter[Asked] = Counter()
        self.partly: Counter[Asked] = Counter()
        self.offered: Counter[int] = Counter()
        self.taken: Counter[int] = Counter()
        self.puts: dict[tuple[int, int], list[int]] = {}

    def room(self) -> None:
        """Put together what is counted one by one if that is much: questions may never come again."""
        if len(self.asked) >= KEPT:
            self.fold()

    def fold(self) -> None:
        """Put together what is counted one by one."""
        for asked, times in self.asked.items():
            wholly, options = times - self.partly[asked], len(asked.names)
            for name in asked.all if wholly else ():
                self.offered[name] += wholly
            put = self.puts.setdefault(asked.where, [0, 0, 0])
            put[0] += times
            put[1] += times * options
            put[2] += times * (options == 1)
        self.asked.clear()
        self.partly.clear()
