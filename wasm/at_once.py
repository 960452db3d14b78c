"""Answers queries over spaces by bits, without a loop (see `bits.py`)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from ..ir import program as ir
from .bits import Spaces, count, spaces
from .context import FnContext
from .encode import Tree
from .holding import everything, holding
from .trees import NOTHING, add, chosen, const, get, known, put, sequence, times
from .walks import Walk


def at_once(fn: FnContext, node: ir.Query) -> Tree | None:
    """The value of a query that asks which of some spaces hold a test; None where loops have to tell."""
    match node:
        case ir.Query("any" | "all" | "count", (ir.Each(slot, source),), where) if where is not None:
            pass
        case ir.Query("first", (ir.Each(slot, source),), where, ir.Local(given)) if given == slot:
            pass
        case _:
            return None
    if fn.before is None or where is None:
        return None
    owed = fn.owed
    listed = spaces(fn, source)
    if listed is not None and not fn.before.loops and (known(listed.size) or 0) < FEW:
        # Asking all spaces of the board costs more than asking a few, unless that is done again and again.
        listed = None
    held = None if listed is None else holding(fn, where, slot, listed.board)
    if listed is None or held is None or (listed.falls is None and _in_order(node.form, held.charge)):
        fn.owed = owed
        return None
    return _Answer(fn, node.form, listed, held.bits, held.charge).tree()


FEW = 8
"""Spaces that are asked one by one, unless that is in a loop."""


def _in_order(form: str, charge: int) -> bool:
    """Whether it matters which space is asked first."""
    return form == "first" or (form != "count" and charge > 0)


class _Answer:
    """What a form of query makes of the spaces that hold a test."""

    def __init__(self, fn: FnContext, form: str, listed: Spaces, held: Tree, charge: int) -> None:
        self._fn = fn
        self._form = form
        self._listed = listed
        self._charge = charge
        hits = fn.fresh("$w", "i64")
        if form == "all":
            held = ("i64.xor", held, everything(listed.board))
        self._hits = get(hits)
        self._setup = [*listed.setup, put(hits, ("i64.and", listed.bits, held))]

    def tree(self) -> Tree:
        """The value, with what the query costs."""
        value = self._value()
        charges = self._listed.fee(self._fn, looked_at=True)
        if self._charge:
            asked = self._listed.size if self._form == "count" else self._asked()
            charges += self._fn.charge(times(asked, self._charge))
        return sequence([*self._setup, *charges], value)

    def _value(self) -> Tree:
        match self._form:
            case "count":
                return count(self._hits)
            case "any":
                return ("i64.ne", self._hits, ("i64.const", 0))
            case "all":
                return ("i64.eqz", self._hits)
            case _:
                base = self._listed.board.base
                place = ("i32.wrap_i64", self._place())
                return ("select", add(place, base), NOTHING, ("i64.ne", self._hits, ("i64.const", 0)))

    def _place(self) -> Tree:
        """The bit of the first of them."""
        falls = self._listed.falls
        assert falls is not None, "the first is asked for"
        return _one_of(falls, _highest(self._hits), ("i64.ctz", self._hits))

    def _asked(self) -> Tree:
        """How many are looked at until the first is found: all where none is."""
        falls = self._listed.falls
        assert falls is not None, "they are looked at in their order"
        bits, hits = self._listed.bits, self._hits
        up_to: Tree = ("i64.and", bits, ("i64.xor", hits, ("i64.sub", hits, ("i64.const", 1))))
        down_to: Tree = ("i64.shr_u", bits, _highest(("i64.or", hits, ("i64.const", 1))))
        return ("i32.wrap_i64", ("i64.popcnt", _one_of(falls, down_to, up_to)))


def _one_of(test: Tree, then: Tree, otherwise: Tree) -> Tree:
    number = known(test)
    if number is not None:
        return then if number else otherwise
    return ("select", then, otherwise, test)


def _highest(bits: Tree) -> Tree:
    return ("i64.sub", ("i64.const", 63), ("i64.clz", bits))


# ---- Walking through those that hold a test ----------------------------------------------------------------


class Hits(Walk):
    """The spaces whose bits are set, by their numbers. It has taken the first conditions of the query; `rest`
    is left of them. `looked_at` is how many spaces the list had.
    """

    def __init__(self, fn: FnContext, listed: Spaces, held: Tree, rest: ir.Expr | None) -> None:
        bits, size = fn.fresh("$w", "i64"), fn.fresh("$n")
        self.bits, self.board, self.rest, self.looked_at = get(bits), listed.board, rest, listed.size
        fee = listed.fee(fn, looked_at=False)
        kept = [put(bits, ("i64.and", listed.bits, held)), put(size, count(get(bits)))]
        setup = [*listed.setup, *fee, *kept]
        range_ = (self.board.base, self.board.base + self.board.count - 1)
        super().__init__(fn, setup, get(size), self.board.count, range_)

    def loop(self, item: str, body: list[Tree]) -> list[Tree]:
        """See Walk."""
        left = self.fn.fresh("$w", "i64")
        step = [
            put(item, add(("i32.wrap_i64", ("i64.ctz", get(left))), self.board.base)),
            put(left, ("i64.and", get(left), ("i64.sub", get(left), ("i64.const", 1)))),
            *body,
        ]
        none = ("i64.eqz", get(left))
        return [put(left, self.bits), *self._rounds(none, step, ("i64.ne", get(left), ("i64.const", 0)))]

    def first(self) -> Tree:
        """See Walk."""
        place = ("i32.wrap_i64", ("i64.ctz", self.bits))
        return chosen(self.size, add(place, self.board.base), NOTHING)

    def last(self) -> Tree:
        """See Walk."""
        place = ("i32.wrap_i64", _highest(self.bits))
        return chosen(self.size, add(place, self.board.base), NOTHING)


def hits(fn: FnContext, slot: int, source: ir.Expr, where: ir.Expr | None) -> Hits | None:
    """A walk through those of many spaces that hold the first conditions of a query."""
    if fn.before is None or where is None:
        return None
    owed = fn.owed
    listed = spaces(fn, source)
    if listed is not None and listed.falls == const(0) and (known(listed.size) or 0) >= FEW:
        tests = list(_conjuncts(where))
        held: list[Tree] = []
        for test in tests:
            found = holding(fn, test, slot, listed.board)
            if found is None or found.charge:
                break
            held.append(found.bits)
        if held:
            both = reduce(lambda one, other: ("i64.and", one, other), held)
            return Hits(fn, listed, both, _all_of(tests[len(held) :]))
    fn.owed = owed
    return None


def _conjuncts(test: ir.Expr) -> Iterator[ir.Expr]:
    match test:
        case ir.Logic("and", left, right):
            yield from _conjuncts(left)
            yield from _conjuncts(right)
        case _:
            yield test


def _all_of(tests: list[ir.Expr]) -> ir.Expr | None:
    if not tests:
        return None
    return reduce(lambda left, right: ir.Logic("and", left, right, left.type, left.at), tests)
