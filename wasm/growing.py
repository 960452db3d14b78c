"""Lists in the making: room in the arena that elements are put into one after another."""

from __future__ import annotations

from .context import FnContext
from .encode import Tree
from .trees import add, compare, const, equal, get, put, sequence, store, sub, times, when
from .walks import Walk

FIRST = 16
"""Elements that there is room for at first, where nothing tells how many come."""


class Growing:
    """A list, or rows of `width` words that stand one behind the other, being gathered by loops.

    `alone`: there is one loop, so the list it walks through tells how much room is wanted at most. Otherwise
    there has to be room each time that the innermost loop begins. `keeps`: elements are addresses of what is
    made on the way; if not, all that is made on the way goes at the end.
    """

    def __init__(self, fn: FnContext, *, alone: bool, keeps: bool, width: int = 1) -> None:
        self._fn = fn
        self._alone = alone
        self._keeps = keeps
        self._width = width
        self._list, self._end = fn.fresh("$p"), fn.fresh("$end")
        self._limit = "" if alone else fn.fresh("$limit")

    @property
    def empty(self) -> Tree:
        """Whether nothing is in it."""
        return equal(get(self._end), get(self._list))

    def emptied(self) -> list[Tree]:
        """Take everything out."""
        return [put(self._end, get(self._list))]

    def entered(self, walk: Walk) -> list[Tree]:
        """Make sure that all elements of a walk find room."""
        wanted = times(walk.size, 4 * self._width)
        if self._alone:
            words = add(times(walk.size, self._width), 1)
            return [put(self._list, self._fn.room(words)), *self.emptied()]
        list_, end = get(self._list), get(self._end)
        wider = self._fn.fresh("$p")
        return when(
            compare("gt_u", add(end, wanted), get(self._limit)),
            [
                put(wider, ("call", "$widened", list_, end, wanted)),
                put(self._limit, add(add(get(wider), times(sub(end, list_), 2)), wanted)),
                put(self._end, add(get(wider), sub(end, list_))),
                put(self._list, get(wider)),
            ],
        )

    def push(self, *words: Tree) -> list[Tree]:
        """Put one element in."""
        stores = [store(get(self._end), word, 4 + 4 * n) for n, word in enumerate(words)]
        return [*stores, put(self._end, add(get(self._end), 4 * len(words)))]

    def sifted(self, word: Tree, test: Tree) -> list[Tree]:
        """Put one element in where a test holds. There is room for it anyway, and no branch to guess."""
        end = get(self._end)
        return [store(end, word, 4), put(self._end, add(end, times(test, 4)))]

    def gathered(self, loops: list[Tree]) -> Tree:
        """The list that the loops gather: its number of elements, or rows, comes first."""
        list_, end = get(self._list), get(self._end)
        size: Tree = ("i32.div_u", sub(end, list_), const(4 * self._width))
        before: list[Tree] = []
        if not self._alone:
            room = 1 + FIRST * self._width
            before = [
                put(self._list, self._fn.room(const(room))),
                *self.emptied(),
                put(self._limit, add(list_, 4 * FIRST * self._width)),
            ]
        after = [] if self._keeps else [("global.set", "$arena", add(end, 4))]
        return sequence([*before, *loops, store(list_, size), *after], list_)
