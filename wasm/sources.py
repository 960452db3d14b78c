"""Turns expressions that give lists into walks through their elements."""

from __future__ import annotations

from functools import reduce

from ..interpreter.errors import FUEL
from ..interpreter.sets import set_low
from ..ir import program as ir
from ..ir.types import Int, ListT, SetT
from .calls import standing_in
from .context import ANY, FnContext, bare, scalar
from .encode import Tree
from .ranges import range_of
from .straight import is_straight, one_or_other, sometimes_a_line, straight
from .trees import add, chosen, compare, const, get, known, negated, put, stop_if, sub, times
from .walks import Bits, Chain, Counting, Guarded, InMemory, Known, Sifted, Walk, local


def walk(fn: FnContext, node: ir.Expr) -> Walk:
    """A walk through the list that an expression gives; what giving it costs is charged."""
    match node:
        case ir.Population():
            return _population(fn, node) or _made(fn, node)
        case ir.CallValue():
            return _value(fn, node) or _made(fn, node)
        case ir.Lib("players"):
            fn.owe(1)
            players = fn.build.world.players
            return Counting(fn, const(0), const(players), players)
        case ir.Lib("range", (low, high)):
            return _numbers(fn, low, high)
        case ir.Lib("items", (zone,)):
            return _charged(Chain(fn, fn.value(zone)))
        case ir.Lib("on_space", (space,)):
            return _charged(_standing(fn, space))
        case ir.Lib("on_space_of", (space, kind)):
            number = known(fn.value(kind))
            assert number is not None, "the kind is named"
            return _charged(_of_kind(fn, _standing(fn, space), number))
        case ir.Lib("set_list", (given,)):
            return _charged(_bits(fn, given))
        case ir.Lib("line"):
            return straight(fn, node)
        case ir.Lib("without") if is_straight(node):
            return straight(fn, node)
        case ir.Select(test, then, otherwise) if is_straight(then) and is_straight(otherwise):
            return one_or_other(fn, fn.value(test), then, otherwise)
        case ir.Lib("without", (left, right)) if _few(right):
            return _without(fn, left, right)
        case ir.Select(test, then, otherwise) if _nothing(otherwise):
            return _guarded(fn, fn.value(test), then)
        case ir.Select(test, then, otherwise) if _nothing(then):
            return _guarded(fn, negated(fn.value(test)), otherwise)
        case ir.Query(form="list", clauses=(ir.Each(slot, source),), where=None, body=ir.Local(given)):
            found = walk(fn, source) if given == slot else _made(fn, node)
            found.setup += fn.charge(found.size) if given == slot else []
            return found
        case _:
            return _made(fn, node)


def size_of(fn: FnContext, node: ir.Expr) -> tuple[list[Tree], Tree]:
    """The number of elements of a list, and what has to come before; a list that is only counted is not
    made.
    """
    match node:
        case ir.Query(form="list", body=ir.Local()):
            count = ir.Query("count", node.clauses, node.where, None, (), Int(), node.at)
            size, before = local(fn, fn.value(count), "$n")
            return before, size
        case ir.CallValue():
            with standing_in(fn, node) as inner:
                if inner is not None:
                    before, size = size_of(fn, inner.value)
                    return [*inner.before, *before, *inner.fits(size)], size
        case _:
            pass
    found = walk(fn, node)
    return found.setup, found.size


def _made(fn: FnContext, node: ir.Expr) -> Walk:
    """A walk through a list that is in memory."""
    list_ = fn.value(node)
    address = known(list_)
    if address is not None:
        return constant_walk(fn, address)
    bound = node.type.bound if isinstance(node.type, ListT) else None
    return InMemory(fn, list_, bound)


def constant_walk(fn: FnContext, address: int) -> Walk:
    """A walk through a list in the tables."""
    items = fn.build.tables.list_at(address)
    range_ = (min(items), max(items)) if items else ANY
    if items and items == tuple(range(items[0], items[0] + len(items))):
        return Counting(fn, const(items[0]), const(len(items)), len(items), range_)
    return Known(fn, items, address, range_)


def _charged(walk: Walk) -> Walk:
    """Charge the elements of a list that a function gives, at least one."""
    walk.setup += walk.fn.charge(chosen(walk.size, walk.size, const(1)))
    return walk


def _population(fn: FnContext, node: ir.Population) -> Walk | None:
    world = fn.build.world
    if node.owner is None:
        return None
    found = world.members[node.kind] if node.content is None else world.instances[node.content]
    by_seat = [tuple(c for c in found if world.owner[c] == seat) for seat in world.seats]
    size, first = len(by_seat[0]), by_seat[0][0] if by_seat[0] else 0
    step = by_seat[1][0] - first if len(by_seat) > 1 and by_seat[1] else 1
    if any(
        own != tuple(range(first + seat * step, first + seat * step + size))
        for seat, own in enumerate(by_seat)
    ):
        return None
    owner = fn.value(node.owner)
    if (seat := known(owner)) is not None and seat not in world.seats:
        return None
    low, setup = local(fn, add(times(owner, step), first))
    return Counting(fn, low, const(size), size, setup=setup)


def _value(fn: FnContext, node: ir.CallValue) -> Walk | None:
    with standing_in(fn, node) as inner:
        if inner is None:
            return None
        found = fn.walk(inner.value)
        found.setup = [*inner.before, *found.setup, *inner.fits(found.size)]
        return found


def _numbers(fn: FnContext, low: ir.Expr, high: ir.Expr) -> Walk:
    """The integers from one to another."""
    ranges = range_of(fn, low), range_of(fn, high)
    first, setup = local(fn, fn.value(low))
    last, more = local(fn, fn.value(high))
    one, other = known(first), known(last)
    if one is not None and other is not None and other - one < FUEL:
        size = max(0, other - one + 1)
        fn.owe(size or 1)
        return Counting(fn, first, const(size), size, (one, max(one, other)))
    name = fn.fresh("$n")
    none = compare("gt_s", first, last)
    # A difference that is too great for a number is too long a list too.
    counted = put(name, chosen(none, const(0), add(sub(last, first), 1)))
    most = max(0, ranges[1][1] - ranges[0][0] + 1)
    walk = Counting(fn, first, get(name), most, (ranges[0][0], ranges[1][1]), [*setup, *more, counted])
    too_long = compare("gt_u", get(name), FUEL)
    walk.setup += stop_if(too_long)
    return _charged(walk)


def _nothing(node: ir.Expr) -> bool:
    match node:
        case ir.Const(value=()) | ir.ListOf(items=()):
            return True
        case _:
            return False


def _guarded(fn: FnContext, test: Tree, node: ir.Expr) -> Walk:
    line = sometimes_a_line(fn, test, node) if is_straight(node) else None
    if line is not None:
        return line
    owed, fn.owed = fn.owed, 0
    inner = walk(fn, node)
    own, fn.owed = fn.owed, owed

    def setup(trees: list[Tree]) -> list[Tree]:
        def owing() -> list[Tree]:
            fn.owe(own)
            return trees

        return fn.region(owing)

    return Guarded(inner, test, setup)


FEW = 4
"""Elements that are looked for one by one."""


def _few(node: ir.Expr) -> bool:
    """Whether a list is written as a few words."""
    match node:
        case ir.ListOf(items, ListT(of)):
            return len(items) <= FEW and scalar(of)
        case ir.Const(tuple(items), ListT(of)):
            return len(items) <= FEW and scalar(of)
        case _:
            return False


def _without(fn: FnContext, left: ir.Expr, right: ir.Expr) -> Walk:
    inner = walk(fn, left)
    items: list[Tree] = []
    if isinstance(right, ir.ListOf):
        for item in right.items:
            word, before = local(fn, fn.value(item))
            inner.setup += before
            items.append(word)
    elif isinstance(right, ir.Const) and isinstance(right.value, tuple):
        items = [const(number) for number in right.value if isinstance(number, int)]
    units = add(inner.size, len(items))
    inner.setup += fn.charge(units if items else chosen(units, units, const(1)))

    def holds(item: Tree) -> Tree:
        tests = [compare("ne", item, word) for word in items]
        return reduce(lambda one, other: ("i32.and", one, other), tests) if tests else const(1)

    return Sifted(inner, holds)


def _standing(fn: FnContext, space: ir.Expr) -> Chain:
    """What stands on a space."""
    return Chain(fn, add(fn.value(space), fn.build.world.first_space_zone))


def _of_kind(fn: FnContext, inner: Chain, kind: int) -> Walk:
    if set(fn.build.world.kind) == {kind}:
        return inner
    return Sifted(inner, lambda component: is_among(component, fn.build.world.members[kind]))


def is_among(number: Tree, numbers: tuple[int, ...]) -> Tree:
    """Whether a number, which is simple, is one of these."""
    if not numbers:
        return const(0)
    if len(numbers) == 1:
        return compare("eq", number, numbers[0])
    low, high = min(numbers), max(numbers)
    assert high - low + 1 == len(set(numbers)), "components of a kind follow each other"
    return compare("lt_u", sub(number, low), len(numbers))


def _bits(fn: FnContext, node: ir.Expr) -> Walk:
    of = bare(node.type)
    assert isinstance(of, SetT)
    low, words = set_low(of), fn.build.layout.set_words(of.of)
    return Bits(fn, fn.value(node), words, low, (low, low + 32 * words - 1))
