"""Ways to walk through the elements of a list without making it: counting, along a chain, bit by bit."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from .context import ANY, FnContext, Range
from .encode import Tree
from .trees import (
    NOTHING,
    add,
    at,
    chosen,
    compare,
    const,
    either,
    equal,
    get,
    known,
    lasting,
    load,
    put,
    sequence,
    sub,
    times,
    when,
)


class Walk(ABC):
    """A list that is walked through. `setup` works out what is needed; after it `size` is the number of
    elements. `most` is the greatest that this can be (None: unknown), `range` what integers in it are.
    """

    def __init__(
        self,
        fn: FnContext,
        setup: list[Tree],
        size: Tree,
        most: int | None,
        range_: Range = ANY,
    ) -> None:
        self.fn = fn
        self.setup = setup
        self.size = size
        self.most = most
        self.range = range_

    @abstractmethod
    def loop(self, item: str, body: list[Tree]) -> list[Tree]:
        """`body` for each element, which stands in the local `item`; a branch may leave it."""

    @abstractmethod
    def first(self) -> Tree:
        """The first element, NONE where there is none."""

    @abstractmethod
    def last(self) -> Tree:
        """The last element, NONE where there is none."""

    def _rounds(self, over: Tree, step: list[Tree], again: Tree) -> list[Tree]:
        """A loop that is not entered if `over`, and goes on while `again`."""
        top, out = self.fn.label("$l"), self.fn.label()
        body: Tree = ("loop", top, None, *step, ("br_if", top, again))
        match known(over):
            case 0:
                return [body]
            case None:
                return [("block", out, None, ("br_if", out, over), body)]
            case _:
                return []


class Counting(Walk):
    """Consecutive numbers from `low` on."""

    def __init__(
        self,
        fn: FnContext,
        low: Tree,
        size: Tree,
        most: int | None,
        range_: Range = ANY,
        setup: list[Tree] | None = None,
    ) -> None:
        """`low` and `size` are constants or locals that `setup` sets."""
        super().__init__(fn, setup or [], size, most, range_)
        self.low = low

    def loop(self, item: str, body: list[Tree]) -> list[Tree]:
        """See Walk."""
        end = add(self.low, self.size)
        before: list[Tree] = [put(item, self.low)]
        if known(end) is None:
            name = self.fn.fresh("$e")
            before.append(put(name, end))
            end = get(name)
        step = [*body, put(item, add(get(item), 1))]
        return before + self._rounds(equal(self.size, 0), step, compare("ne", get(item), end))

    def first(self) -> Tree:
        """See Walk."""
        return chosen(self.size, self.low, NOTHING)

    def last(self) -> Tree:
        """See Walk."""
        return chosen(self.size, sub(add(self.low, self.size), 1), NOTHING)


class InMemory(Walk):
    """A list that is there."""

    def __init__(
        self,
        fn: FnContext,
        list_: Tree,
        most: int | None,
        range_: Range = ANY,
        size: int | None = None,
    ) -> None:
        """`size` where it is known."""
        self.of = list_
        self.list, setup = local(fn, list_, "$p")
        if size is not None:
            super().__init__(fn, setup, const(size), size, range_)
            return
        name = fn.fresh("$n")
        super().__init__(fn, [*setup, put(name, load(self.list))], get(name), most, range_)

    def loop(self, item: str, body: list[Tree]) -> list[Tree]:
        """See Walk."""
        here, end = self.fn.fresh("$p"), self.fn.fresh("$e")
        before = [put(here, self.list), put(end, add(self.list, times(self.size, 4)))]
        step = [put(here, add(get(here), 4)), put(item, load(get(here))), *body]
        return before + self._rounds(equal(self.size, 0), step, compare("ne", get(here), get(end)))

    def first(self) -> Tree:
        """See Walk."""
        return either(self.size, load(self.list, 4), NOTHING)

    def last(self) -> Tree:
        """See Walk."""
        return either(self.size, load(add(self.list, times(self.size, 4))), NOTHING)


class Known(InMemory):
    """A list of constants in the tables."""

    def __init__(self, fn: FnContext, items: tuple[int, ...], address: int, range_: Range = ANY) -> None:
        super().__init__(fn, const(address), None, range_, len(items))
        self.items, self.address = items, address

    def first(self) -> Tree:
        """See Walk."""
        return const(self.items[0]) if self.items else NOTHING

    def last(self) -> Tree:
        """See Walk."""
        return const(self.items[-1]) if self.items else NOTHING


class Chain(Walk):
    """The components of a zone."""

    def __init__(self, fn: FnContext, zone: Tree) -> None:
        self.zone, setup = local(fn, zone, "$z")
        self._layout = fn.build.layout
        size = fn.fresh("$n")
        super().__init__(
            fn,
            [*setup, put(size, at(self._layout.size, self.zone))],
            get(size),
            fn.build.world.components,
        )

    def loop(self, item: str, body: list[Tree]) -> list[Tree]:
        """See Walk."""
        step = [*body, put(item, at(self._layout.next, get(item)))]
        over, again = compare("lt_s", get(item), 0), compare("ge_s", get(item), 0)
        return [put(item, at(self._layout.head, self.zone)), *self._rounds(over, step, again)]

    def first(self) -> Tree:
        """See Walk."""
        return chosen(self.size, at(self._layout.head, self.zone), NOTHING)

    def last(self) -> Tree:
        """See Walk."""
        return chosen(self.size, at(self._layout.tail, self.zone), NOTHING)


class Sifted(Walk):
    """The elements of another walk that pass a test. `holds` gives it for an element."""

    def __init__(self, inner: Walk, holds: Callable[[Tree], Tree]) -> None:
        fn = inner.fn
        self._inner, self._holds = inner, holds
        size, item = fn.fresh("$n"), fn.fresh("$c")
        counted = put(size, add(get(size), holds(get(item))))
        setup = [*inner.setup, put(size, const(0)), *inner.loop(item, [counted])]
        super().__init__(fn, setup, get(size), inner.most, inner.range)

    def loop(self, item: str, body: list[Tree]) -> list[Tree]:
        """See Walk."""
        return self._inner.loop(item, when(self._holds(get(item)), body))

    def _found(self, *, leave: bool) -> Tree:
        found, item, out = self.fn.fresh(), self.fn.fresh("$c"), self.fn.label()
        taken = [put(found, get(item)), *([("br", out)] if leave else [])]
        loop = self._inner.loop(item, when(self._holds(get(item)), taken))
        return sequence([put(found, NOTHING), ("block", out, None, *loop)], get(found))

    def first(self) -> Tree:
        """See Walk."""
        return self._found(leave=True)

    def last(self) -> Tree:
        """See Walk."""
        return self._found(leave=False)


class Stepping(Walk):
    """The spaces behind `start` up to and with `end` on a line: numbers that rise or fall evenly."""

    def __init__(self, fn: FnContext, ends: tuple[Tree, Tree], step: Tree, size: Tree, most: int) -> None:
        """All are constants or locals, which what is put into `setup` sets; the step is set by `late`, which
        comes before its loop.
        """
        super().__init__(fn, [], size, most)
        self.start, self.end = ends
        self.step = step
        self.late: list[Tree] = []

    def loop(self, item: str, body: list[Tree]) -> list[Tree]:
        """See Walk."""
        step = [put(item, add(get(item), self.step)), *body]
        again = compare("ne", get(item), self.end)
        return [*self.late, put(item, self.start), *self._rounds(equal(self.size, 0), step, again)]

    def first(self) -> Tree:
        """See Walk."""
        return sequence(self.late, chosen(self.size, add(self.start, self.step), NOTHING))

    def last(self) -> Tree:
        """See Walk."""
        return sequence(self.late, chosen(self.size, self.end, NOTHING))


class Guarded(Walk):
    """Another walk where a test holds, nothing where it does not."""

    def __init__(self, inner: Walk, test: Tree, setup: Callable[[list[Tree]], list[Tree]]) -> None:
        """`setup` makes what comes before the inner walk, with its end, code that runs only sometimes."""
        size = inner.fn.fresh("$n")
        then = setup([*inner.setup, put(size, inner.size)])
        super().__init__(
            inner.fn, [put(size, const(0)), *when(test, then)], get(size), inner.most, inner.range
        )
        self._inner = inner

    def loop(self, item: str, body: list[Tree]) -> list[Tree]:
        """See Walk."""
        return when(self.size, self._inner.loop(item, body))

    def first(self) -> Tree:
        """See Walk."""
        return either(self.size, self._inner.first(), NOTHING)

    def last(self) -> Tree:
        """See Walk."""
        return either(self.size, self._inner.last(), NOTHING)


class Bits(Walk):
    """The elements of a set, whose bit 0 stands for `low`."""

    def __init__(self, fn: FnContext, set_: Tree, words: int, low: int, range_: Range) -> None:
        name, size = fn.fresh("$p"), fn.fresh("$n")
        self.set, self.words, self.low = get(name), words, low
        setup = [put(name, set_), put(size, set_size(self.set, words))]
        super().__init__(fn, setup, get(size), 32 * words, range_)

    def loop(self, item: str, body: list[Tree]) -> list[Tree]:
        """See Walk."""
        if self.words == 1:
            return self._word(item, body, load(self.set), const(self.low))
        here, first = self.fn.fresh("$p"), self.fn.fresh()
        step = self._word(item, body, load(get(here)), get(first))
        step += [put(here, add(get(here), 4)), put(first, add(get(first), 32))]
        again = compare("ne", get(first), self.low + 32 * self.words)
        return [put(here, self.set), put(first, const(self.low)), *self._rounds(const(0), step, again)]

    def _word(self, item: str, body: list[Tree], word: Tree, first: Tree) -> list[Tree]:
        bits = self.fn.fresh()
        step = [
            put(item, add(("i32.ctz", get(bits)), first)),
            put(bits, ("i32.and", get(bits), sub(get(bits), 1))),
            *body,
        ]
        return [put(bits, word), *self._rounds(("i32.eqz", get(bits)), step, get(bits))]

    def first(self) -> Tree:
        """See Walk."""
        return self._found(leave=True)

    def last(self) -> Tree:
        """See Walk."""
        return self._found(leave=False)

    def _found(self, *, leave: bool) -> Tree:
        found, item, out = self.fn.fresh(), self.fn.fresh("$c"), self.fn.label()
        body: list[Tree] = [put(found, get(item)), *([("br", out)] if leave else [])]
        loop: Tree = ("block", out, None, *self.loop(item, body))
        return sequence([put(found, NOTHING), loop], get(found))


def known_items(fn: FnContext, walk: Walk) -> tuple[Tree, ...] | None:
    """The elements of a walk, if they are known, or are known to be those of one of two lists."""
    match walk:
        case Known():
            return tuple(map(const, walk.items))
        case InMemory():
            return _of_one(fn, walk.of)
        case Counting():
            low, size = known(walk.low), known(walk.size)
            return None if low is None or size is None else tuple(map(const, range(low, low + size)))
        case _:
            return None


def _of_one(fn: FnContext, list_: Tree) -> tuple[Tree, ...] | None:
    match list_:
        case ("select", ("i32.const", one), ("i32.const", other), test) if lasting(test):
            lists = fn.build.tables.list_at(one), fn.build.tables.list_at(other)
            if len(lists[0]) != len(lists[1]):
                return None
            return tuple(("select", const(a), const(b), test) for a, b in zip(*lists, strict=True))
        case _:
            return None


def local(fn: FnContext, value: Tree, prefix: str = "$t") -> tuple[Tree, list[Tree]]:
    """A value that can be read as often as one likes, and what has to come before it."""
    if value[0] in ("i32.const", "local.get"):
        return value, []
    name = fn.fresh(prefix)
    return get(name), [put(name, value)]


def set_size(set_: Tree, words: int) -> Tree:
    """The number of elements of a set; `set_` is a local or a constant."""
    size: Tree = ("i32.popcnt", load(set_))
    for word in range(1, words):
        size = ("i32.add", size, ("i32.popcnt", load(set_, 4 * word)))
    return size
