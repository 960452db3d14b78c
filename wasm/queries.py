"""Turns queries into loops that gather what their form asks for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ..interpreter.errors import FUEL
from ..ir import program as ir
from ..ir.types import INT_MAX, SetT
from .at_once import at_once, hits
from .containing import Lists, bits_of, containing, lists_of_spaces, with_bits
from .context import FnContext, scalar
from .encode import Tree
from .equality import own_copy
from .growing import Growing
from .numbers import arithmetic
from .ranges import range_of
from .sets import empty_set, with_bit
from .sources import size_of
from .trees import (
    NOTHING,
    add,
    compare,
    const,
    get,
    known,
    load,
    negated,
    put,
    sequence,
    short,
    when,
)
from .walks import Walk, known_items, local

Leaf = Callable[[], list[Tree]]
"""Makes what happens for each combination of elements that the query keeps."""


def query(fn: FnContext, node: ir.Query) -> Tree:
    """The value of a query."""
    *before, value = fn.outermost(lambda: [at_once(fn, node) or _gathered(fn, node)])
    return sequence(before, value)


def _gathered(fn: FnContext, node: ir.Query) -> Tree:
    match node.form:
        case "list":
            return _list(fn, node)
        case "count":
            return _count(fn, node)
        case "sum":
            return _sum(fn, node)
        case "any":
            return _any(fn, node)
        case "all":
            return _all(fn, node)
        case "first":
            return _first(fn, node)
        case "most" | "least":
            return _most(fn, node)
        case "sorted":
            return _sorted(fn, node)
        case "set":
            return _set(fn, node)
        case _:
            raise AssertionError(f"no query of the form {node.form}")


# ---- Walking -----------------------------------------------------------------------------------------------


INNER, PASSES, SHORT = 2, 8, 200
"""Loops that stand in so many (themselves included), of so many passes with so many instructions each, become
their passes.
"""


class Loops:
    """The loops of a query around a leaf, from its clauses on.

    `entered` gives what is done when the innermost loop begins, for the walk that it takes; `whole` what is
    done instead of it, where it is the last clause. `sift` is what is done instead of the leaf where that can
    be done without a branch, for whether the elements are kept.
    """

    def __init__(
        self,
        fn: FnContext,
        node: ir.Query,
        leaf: Leaf,
        where: ir.Expr | None,
        entered: Callable[[Walk], list[Tree]] | None = None,
        whole: Callable[[Walk], list[Tree]] | None = None,
        sift: Callable[[Tree], list[Tree]] | None = None,
    ) -> None:
        self._fn = fn
        self._clauses = node.clauses
        self._leaf = leaf
        self._where = where
        self._entered = entered
        self._whole = whole
        self._sift = sift
        eaches = [n for n, clause in enumerate(node.clauses) if isinstance(clause, ir.Each)]
        self._last = eaches[-1] if eaches else -1
        self.most: int | None = 1
        """The greatest number of combinations, as far as loops have been made (None: unknown)."""

    def trees(self, position: int = 0) -> list[Tree]:
        """The code from a clause on."""
        if position == len(self._clauses):
            return self._kept()
        match self._clauses[position]:
            case ir.Each(slot, source):
                return self._each(slot, source, position)
            case ir.Bind(slot, value):
                range_ = range_of(self._fn, value)
                set_ = self._fn.scope.bind(slot, self._fn.value(value), range_)
                return [*set_, *self.trees(position + 1)]

    def _kept(self) -> list[Tree]:
        fn, where = self._fn, self._where
        if where is None:
            return self._leaf()
        test = fn.released(where.type, lambda: fn.value(where))
        if self._sift is not None and known(test) is None:
            return self._sift(test)
        return when(test, fn.region(self._leaf))

    def _each(self, slot: int, source: ir.Expr, position: int) -> list[Tree]:
        fn = self._fn
        found = hits(fn, slot, source, self._where) if position == len(self._clauses) - 1 else None
        walk: Walk = fn.walk(source) if found is None else found
        item = fn.scope.own(slot)
        size, begun = walk.size, list[Tree]()
        if found is not None:
            self._where, size = found.rest, found.looked_at
        elif (lists := lists_of_spaces(fn, walk, source)) is not None:
            walk, begun = self._of_lists(walk, source, lists, position), bits_of(fn, lists, slot)
        charge = fn.charge(size, loop=walk.most)
        if self._whole is not None and position == len(self._clauses) - 1:
            return [*walk.setup, *charge, *self._whole(walk)]
        entered = self._entered(walk) if self._entered and position == self._last else []
        fn.scope.ranges[slot] = walk.range
        self.most = None if self.most is None or walk.most is None else self.most * walk.most
        with fn.looping(walk.most):
            looped = None if begun else self._unrolled(slot, walk, position)
            if looped is None:
                body = fn.region(lambda: [*begun, *self.trees(position + 1)])
                looped = walk.loop(item, body)
        return [*walk.setup, *charge, *entered, *looped]

    def _unrolled(self, slot: int, walk: Walk, position: int) -> list[Tree] | None:
        """The passes of a loop one after another, where they are few and short and stand in another loop:
        what depends on the element alone is then worked out while compiling.
        """
        fn, items = self._fn, known_items(self._fn, walk)
        if fn.before is None or fn.before.loops < INNER or items is None or not 1 < len(items) <= PASSES:
            return None
        where, most, found = self._where, self.most, list[Tree]()
        for item in items:
            self._where, self.most = where, most
            number = known(item)
            set_ = fn.scope.bind(slot, item, walk.range if number is None else (number, number))
            one = [*set_, *fn.region(lambda: self.trees(position + 1))]
            if not short(one, SHORT):
                self._where, self.most = where, most
                fn.scope.own(slot)
                return None
            found += one
        return found

    def _of_lists(self, walk: Walk, source: ir.Expr, lists: Lists, position: int) -> Walk:
        clause = self._clauses[position]
        if position == len(self._clauses) - 1:
            found = containing(self._fn, walk, source, lists, clause.slot, self._where)
            if found is not None:
                walk, self._where = found
                return walk
        return with_bits(self._fn, walk, source, lists)


def _alone(node: ir.Query) -> ir.Each | None:
    """The only clause of a query that walks through one list."""
    match node.clauses:
        case (ir.Each() as clause,):
            return clause
        case _:
            return None


def _whole(fn: FnContext, clause: ir.Each) -> Walk:
    """A walk through all of a list, with the charge of the query."""
    walk = fn.walk(clause.source)
    walk.setup += fn.charge(walk.size)
    return walk


def _size(fn: FnContext, clause: ir.Each) -> tuple[list[Tree], Tree]:
    """The number of elements of a list that the query only counts, with its charge."""
    before, size = size_of(fn, clause.source)
    size, more = local(fn, size)
    return [*before, *more, *fn.charge(size)], size


# ---- Gathering ---------------------------------------------------------------------------------------------


def _body(fn: FnContext, node: ir.Query) -> Tree:
    """The value of an element, one that stays as it is."""
    if node.body is None:
        return const(1)
    body = node.body
    return own_copy(fn, fn.released(body.type, lambda: fn.value(body)), body.type)


def _identity(node: ir.Query) -> bool:
    """Whether the query gives the elements of its only list as they are."""
    clause = _alone(node)
    return clause is not None and isinstance(node.body, ir.Local) and node.body.slot == clause.slot


def _list(fn: FnContext, node: ir.Query) -> Tree:
    clause = _alone(node)
    if clause is not None and node.where is None and _identity(node):
        return _as_it_is(fn, clause)
    list_ = Growing(fn, alone=clause is not None, keeps=_kept(node))
    body = node.body

    def sift(test: Tree) -> list[Tree]:
        assert body is not None, "elements are given"
        return list_.sifted(fn.value(body), test)

    at_once = sift if isinstance(body, ir.Local) and scalar(body.type) else None
    push = partial(_pushed, fn, node, list_)
    loops = Loops(fn, node, push, node.where, list_.entered, sift=at_once).trees()
    return list_.gathered(loops)


def _pushed(fn: FnContext, node: ir.Query, list_: Growing) -> list[Tree]:
    return list_.push(_body(fn, node))


def _kept(node: ir.Query) -> bool:
    """Whether the elements that a query gathers are addresses."""
    return node.body is not None and not scalar(node.body.type)


def _as_it_is(fn: FnContext, clause: ir.Each) -> Tree:
    list_, size = fn.fresh("$p"), fn.fresh("$n")
    value = fn.value(clause.source)
    if (address := known(value)) is not None:
        fn.owe(len(fn.build.tables.list_at(address)))
        return value
    setup = [put(list_, value), put(size, load(get(list_)))]
    return sequence([*setup, *fn.charge(get(size))], get(list_))


def _count(fn: FnContext, node: ir.Query) -> Tree:
    clause = _alone(node)
    if clause is not None and node.where is None:
        before, size = _size(fn, clause)
        return sequence(before, size)
    count = fn.fresh("$n")
    where = node.where

    def leaf() -> list[Tree]:
        if where is None:
            return [put(count, add(get(count), 1))]
        return [put(count, add(get(count), fn.released(where.type, lambda: fn.value(where))))]

    def all_of(walk: Walk) -> list[Tree]:
        return [put(count, add(get(count), walk.size))]

    loops = Loops(fn, node, leaf, None, whole=all_of if where is None else None).trees()
    return sequence([put(count, const(0)), *loops], get(count))


def _sum(fn: FnContext, node: ir.Query) -> Tree:
    assert node.body is not None, "a sum is one of something"
    body, total = node.body, fn.fresh("$s")

    def leaf() -> list[Tree]:
        value = fn.released(body.type, lambda: fn.value(body))
        low, high = range_of(fn, body)
        # There are no more elements than there is fuel.
        safe = max(-low, high) * FUEL <= INT_MAX
        return [put(total, arithmetic(fn, "add", get(total), value, safe=safe))]

    loops = Loops(fn, node, leaf, node.where).trees()
    return sequence([put(total, const(0)), *loops], get(total))


def _any(fn: FnContext, node: ir.Query) -> Tree:
    clause = _alone(node)
    if clause is not None and node.where is None:
        before, size = _size(fn, clause)
        return sequence(before, compare("ne", size, 0))
    found = fn.label()
    loops = Loops(fn, node, lambda: [("br", found, const(1))], node.where).trees()
    return ("block", found, "i32", *loops, const(0))


def _all(fn: FnContext, node: ir.Query) -> Tree:
    found, where = fn.label(), node.where
    if where is None and (clause := _alone(node)) is not None:
        return sequence(_size(fn, clause)[0], const(1))

    def leaf() -> list[Tree]:
        if where is None:
            return []
        test = fn.released(where.type, lambda: fn.value(where))
        return when(negated(test), [("br", found, const(0))])

    loops = Loops(fn, node, leaf, None).trees()
    return ("block", found, "i32", *loops, const(1))


def _first(fn: FnContext, node: ir.Query) -> Tree:
    clause = _alone(node)
    if clause is not None and node.where is None and _identity(node):
        walk = _whole(fn, clause)
        return sequence(walk.setup, walk.first())
    found = fn.label()
    loops = Loops(fn, node, lambda: [("br", found, _body(fn, node))], node.where).trees()
    return ("block", found, "i32", *loops, NOTHING)


def _most(fn: FnContext, node: ir.Query) -> Tree:
    (by,) = node.by
    best, key = fn.fresh("$best"), fn.fresh("$key")
    list_ = Growing(fn, alone=_alone(node) is not None, keeps=_kept(node))
    better = "gt_s" if node.form == "most" else "lt_s"

    def leaf() -> list[Tree]:
        rating = put(key, _key(fn, by))
        anew = ("i32.or", list_.empty, compare(better, get(key), get(best)))
        pushed = fn.region(lambda: list_.push(_body(fn, node)))
        return [
            rating,
            *when(anew, [put(best, get(key)), *list_.emptied()]),
            *when(compare("eq", get(key), get(best)), pushed),
        ]

    loops = Loops(fn, node, leaf, node.where, list_.entered).trees()
    return list_.gathered(loops)


def _key(fn: FnContext, by: ir.Expr) -> Tree:
    return fn.released(by.type, lambda: fn.value(by))


def _sorted(fn: FnContext, node: ir.Query) -> Tree:
    """Rows of the element and its keys, put in order."""
    width = 1 + len(node.by)
    rows = Growing(fn, alone=_alone(node) is not None, keeps=True, width=width)
    names = [fn.fresh("$key") for _ in range(width)]

    def leaf() -> list[Tree]:
        trees = [_body(fn, node), *(_key(fn, key) for key in node.by)]
        set_ = [put(name, tree) for name, tree in zip(names, trees, strict=True)]
        return [*set_, *rows.push(*(get(name) for name in names))]

    loops = Loops(fn, node, leaf, node.where, rows.entered).trees()
    return ("call", "$sorted", rows.gathered(loops), const(width))


def _set(fn: FnContext, node: ir.Query) -> Tree:
    assert isinstance(node.type, SetT), "a set is one of something"
    set_ = fn.fresh("$p")
    words = fn.build.layout.set_words(node.type.of)
    loops = Loops(fn, node, lambda: with_bit(fn, get(set_), _body(fn, node), node.type), node.where).trees()
    return sequence([*empty_set(fn, set_, words), *loops], get(set_))
