"""The library's functions on lists."""

from __future__ import annotations

from collections.abc import Callable

from ..interpreter.errors import FUEL
from ..ir import program as ir
from ..ir.program import Lib
from ..ir.types import INT_MAX, KindT, ListT, Type
from .bits import board_of
from .context import FnContext, scalar
from .encode import Func, Tree
from .equality import equality
from .numbers import arithmetic
from .sources import size_of
from .trees import (
    add,
    at,
    chosen,
    compare,
    const,
    equal,
    get,
    known,
    load,
    put,
    sequence,
    stop_if,
    store,
    sub,
    times,
    when,
)
from .walks import Chain, Counting, InMemory, Known, Walk, local

Compiled = Callable[[FnContext, Lib], Tree]

LONG = 1024
"""Known lists of so many numbers are not kept in the tables."""


def at_least_one(size: Tree) -> Tree:
    """What is charged for so many elements."""
    return chosen(size, size, const(1))


def _element(node: ir.Expr) -> Type:
    assert isinstance(node.type, ListT), "elements are those of a list"
    return node.type.of


def _whole(fn: FnContext, node: ir.Expr) -> Walk:
    """A walk through a list that is an argument, charged for."""
    walk = fn.walk(node)
    walk.setup += fn.charge(at_least_one(walk.size))
    return walk


def charged_list(fn: FnContext, list_: Tree, *, some: bool = False) -> Tree:
    """A list that is a result, charged for; `some`: it has elements."""
    address = known(list_)
    if address is not None:
        fn.owe(len(fn.build.tables.list_at(address)) or 1)
        return list_
    given, before = local(fn, list_, "$p")
    size = fn.fresh("$n")
    charge = fn.charge(get(size) if some else at_least_one(get(size)))
    return sequence([*before, put(size, load(given)), *charge], given)


# ---- One element -------------------------------------------------------------------------------------------


def _len(fn: FnContext, node: Lib) -> Tree:
    before, size = size_of(fn, node.args[0])
    return sequence(before, size)


def _first_of(fn: FnContext, node: Lib) -> Tree:
    walk = fn.walk(node.args[0])
    return sequence(walk.setup, walk.first())


def _last_of(fn: FnContext, node: Lib) -> Tree:
    walk = fn.walk(node.args[0])
    return sequence(walk.setup, walk.last())


def _only(fn: FnContext, node: Lib) -> Tree:
    walk = fn.walk(node.args[0])
    return sequence([*walk.setup, *stop_if(compare("ne", walk.size, 1))], walk.first())


def _index(fn: FnContext, node: Lib) -> Tree:
    list_, before = local(fn, fn.value(node.args[0]), "$p")
    position, more = local(fn, fn.value(node.args[1]))
    outside = stop_if(compare("ge_u", position, load(list_)))
    return sequence([*before, *more, *outside], load(add(times(position, 4), list_), 4))


def _at_most(fn: FnContext, node: Lib) -> Tree:
    list_, before = local(fn, fn.value(node.args[0]), "$p")
    most, more = local(fn, fn.value(node.args[1]))
    return sequence([*before, *more, *stop_if(compare("gt_s", load(list_), most))], list_)


def _contains(fn: FnContext, node: Lib) -> Tree:
    listed, element = node.args
    if isinstance(listed, ir.Local) and listed.slot in fn.scope.sets and element.type == _element(listed):
        return _among(fn, listed, fn.value(element))
    walk = fn.walk(listed)
    wanted, before = local(fn, fn.value(element))
    units, more = walk.size, list[Tree]()
    if isinstance(element.type, ListT):
        units, more = local(fn, add(units, load(wanted)))
    setup = [*walk.setup, *before, *more, *fn.charge(at_least_one(units))]
    direct = _found_at_once(fn, walk, wanted, element.type)
    if direct is not None:
        return sequence(setup, direct)
    found, item = fn.label(), fn.fresh("$c")
    same = equality(fn, get(item), _element(listed), wanted, element.type)
    loop = walk.loop(item, when(same, [("br", found, const(1))]))
    return ("block", found, "i32", *setup, *loop, const(0))


def _among(fn: FnContext, listed: ir.Local, space: Tree) -> Tree:
    """Whether a space is in a list that is known by its bits."""
    board = board_of(fn, listed.type)
    assert board is not None, "spaces of such a board are known by bits"
    bits, size = fn.scope.sets[listed.slot]
    charge = fn.charge(at_least_one(size))
    moved: Tree = ("i64.shr_u", bits, ("i64.extend_i32_u", sub(space, board.base)))
    return sequence(charge, ("i32.and", ("i32.wrap_i64", moved), const(1)))


def _found_at_once(fn: FnContext, walk: Walk, wanted: Tree, type_: Type) -> Tree | None:
    """Whether something is in a list, where that can be told without walking through it."""
    match walk:
        case Counting():
            return compare("lt_u", sub(wanted, walk.low), walk.size)
        case Known() if scalar(type_):
            return _one_of(fn, wanted, walk.items)
        case Chain() if isinstance(type_, KindT):
            return equal(at(fn.build.layout.place, wanted), walk.zone)
        case _:
            return None


def _one_of(fn: FnContext, wanted: Tree, items: tuple[int, ...]) -> Tree | None:
    """Whether something is one of these: a look at its bit, or at its word of a table."""
    if not items:
        return const(0)
    low, most = min(items), max(items) - min(items) + 1
    position = sub(wanted, low)
    inside = compare("lt_u", position, most)
    if most <= 64:
        mask: Tree = ("i64.const", sum({1 << (item - low) for item in items}))
        bits: Tree = ("i64.shr_u", mask, ("i64.extend_i32_u", position))
        return ("i32.and", ("i32.wrap_i64", bits), inside)
    if most > LONG:
        return None
    row = [int(number in items) for number in range(low, low + most)]
    return ("if", "i32", inside, [at(fn.build.tables.words(row), wanted, low)], [const(0)])


# ---- Lists of lists' elements ------------------------------------------------------------------------------


def as_list(fn: FnContext, node: Lib) -> Tree:
    """The list that a function of the library gives of which there is a walk."""
    walk = fn.walk(node)
    if isinstance(walk, Known):
        return const(walk.address)
    if isinstance(walk, Counting):
        low, size = known(walk.low), known(walk.size)
        if low is not None and size is not None and size < LONG:
            return const(fn.build.tables.constant(range(low, low + size)))
    return _made(fn, walk)


def _made(fn: FnContext, walk: Walk) -> Tree:
    if isinstance(walk, InMemory):
        return sequence(walk.setup, walk.list)
    list_, here, item = fn.fresh("$p"), fn.fresh("$p"), fn.fresh("$c")
    push = [put(here, add(get(here), 4)), store(get(here), get(item))]
    return sequence(
        [
            *walk.setup,
            put(list_, fn.room(add(walk.size, 1))),
            store(get(list_), walk.size),
            put(here, get(list_)),
            *walk.loop(item, push),
        ],
        get(list_),
    )


def _reversed(fn: FnContext, node: Lib) -> Tree:
    fn.grown += 1
    return charged_list(fn, ("call", "$reversed", fn.value(node.args[0])))


def _leading(fn: FnContext, node: Lib) -> Tree:
    list_, count = (fn.value(arg) for arg in node.args)
    fn.grown += 1
    return charged_list(fn, ("call", "$leading", list_, count))


def _joined(fn: FnContext, node: Lib) -> Tree:
    left, right = (fn.value(arg) for arg in node.args)
    fn.grown += 1
    return charged_list(fn, ("call", "$joined", left, right))


def _without(fn: FnContext, node: Lib) -> Tree:
    left, before = local(fn, fn.value(node.args[0]), "$p")
    right, more = local(fn, fn.value(node.args[1]), "$p")
    size = fn.fresh("$n")
    charge = [put(size, add(load(left), load(right))), *fn.charge(at_least_one(get(size)))]
    fn.grown += 1
    call: Tree = ("call", _sifting(fn, "without", *(_element(arg) for arg in node.args)), left, right)
    return sequence([*before, *more, *charge], call)


def _distinct(fn: FnContext, node: Lib) -> Tree:
    list_, before = local(fn, fn.value(node.args[0]), "$p")
    size = fn.fresh("$n")
    charge = [put(size, load(list_)), *fn.charge(at_least_one(get(size)))]
    fn.grown += 1
    element = _element(node.args[0])
    return sequence([*before, *charge], ("call", _sifting(fn, "distinct", element, element), list_))


def _sifting(fn: FnContext, what: str, of: Type, other: Type) -> str:
    """A function that keeps the elements of a list that are not in another, or not yet in what it keeps."""
    build = fn.build
    same = equality(fn, get("$x"), of, get("$y"), other)
    name = f"${what}" if same[0] != "call" else f"${what}_{same[1].lstrip('$')}"
    if name not in build.made:
        build.made.add(name)
        inner = FnContext(build)
        kept, end, here = inner.fresh("$p"), inner.fresh("$e"), inner.fresh("$p")
        among = get("$b") if what == "without" else get(kept)
        # The length of what is kept so far stands there from one element on to the next.
        looking = InMemory(inner, among, None)
        search: Tree = (
            *("block", "$in", None),
            *looking.setup,
            *looking.loop("$y", when(same, [("br", "$next")])),
        )
        push = [
            store(add(get(kept), times(load(get(kept)), 4)), get("$x"), 4),
            store(get(kept), add(load(get(kept)), 1)),
        ]
        body: list[Tree] = [
            put(kept, inner.room(add(load(get("$a")), 1))),
            store(get(kept), const(0)),
            put(here, get("$a")),
            put(end, add(get("$a"), times(load(get("$a")), 4))),
            (
                *("block", "$out", None),
                (
                    *("loop", "$l", None),
                    ("br_if", "$out", equal(get(here), get(end))),
                    put(here, add(get(here), 4)),
                    put("$x", load(get(here))),
                    ("block", "$next", None, search, *push),
                    ("br", "$l"),
                ),
            ),
            get(kept),
        ]
        params = [("$a", "i32"), *([("$b", "i32")] if what == "without" else [])]
        locals_ = [("$x", "i32"), ("$y", "i32"), *inner.locals]
        build.module.add(Func(name, params, "i32", locals_, body))
    return name


# ---- Numbers of a list -------------------------------------------------------------------------------------


def _total(fn: FnContext, node: Lib) -> Tree:
    walk = _whole(fn, node.args[0])
    total, item = fn.fresh("$s"), fn.fresh("$c")
    low, high = walk.range
    safe = max(-low, high) * FUEL <= INT_MAX
    added = put(total, arithmetic(fn, "add", get(total), get(item), safe=safe))
    return sequence([*walk.setup, put(total, const(0)), *walk.loop(item, [added])], get(total))


def _extreme(better: str) -> Compiled:
    def compiled(fn: FnContext, node: Lib) -> Tree:
        walk = _whole(fn, node.args[0])
        best, item = fn.fresh("$best"), fn.fresh("$c")
        taken = when(compare(better, get(item), get(best)), [put(best, get(item))])
        before = [*walk.setup, *stop_if(equal(walk.size, 0)), put(best, walk.first())]
        return sequence([*before, *walk.loop(item, taken)], get(best))

    return compiled


def _alike(fn: FnContext, node: Lib) -> Tree:
    walk = _whole(fn, node.args[0])
    element = _element(node.args[0])
    first, item, found = fn.fresh(), fn.fresh("$c"), fn.label()
    same = equality(fn, get(item), element, get(first), element)
    differ = when(("i32.eqz", same), [("br", found, const(0))])
    before = [*walk.setup, put(first, walk.first())]
    return ("block", found, "i32", *before, *walk.loop(item, differ), const(1))


LISTS: dict[str, Compiled] = {
    "range": as_list,
    "at_most": _at_most,
    "len": _len,
    "contains": _contains,
    "index": _index,
    "first_of": _first_of,
    "last_of": _last_of,
    "only": _only,
    "reversed": _reversed,
    "leading": _leading,
    "joined": _joined,
    "without": _without,
    "distinct": _distinct,
    "total": _total,
    "greatest": _extreme("gt_s"),
    "least_of": _extreme("lt_s"),
    "alike": _alike,
}
