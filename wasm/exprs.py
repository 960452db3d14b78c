"""Turns expressions of the IR into instruction trees that leave their value."""

from __future__ import annotations

from typing import assert_never

from ..ir import program as ir
from ..ir.types import NONE, ListT, OptT, SetT
from .calls import call_slot, call_value, field
from .constants import constant
from .context import FnContext, bare
from .encode import Tree
from .equality import equality, own_copy
from .library import library_call
from .numbers import arithmetic
from .queries import query
from .ranges import combined, fits, range_of
from .trees import (
    NOTHING,
    UNREACHABLE,
    add,
    at,
    chosen,
    compare,
    const,
    either,
    equal,
    get,
    harmless,
    known,
    load,
    negated,
    put,
    sequence,
    simple,
    stop_if,
    store,
    times,
)


def expression(fn: FnContext, node: ir.Expr) -> Tree:
    """The value of an expression."""
    match node:
        case ir.Const(value, type_):
            return const(constant(fn.build, value, type_))
        case ir.Local(slot):
            return fn.scope.get(slot)
        case ir.StateGet():
            return _state_get(fn, node)
        case ir.OptionGet(option):
            return _option(fn, option)
        case ir.FieldGet():
            return field(fn, node)
        case ir.Arith():
            return _arith(fn, node)
        case ir.Compare():
            return _compare(fn, node)
        case ir.Logic():
            return _logic(fn, node)
        case ir.Not(inner):
            return negated(fn.value(inner))
        case ir.Select():
            return _select(fn, node)
        case ir.IsNone(inner):
            return equal(fn.value(inner), NONE)
        case ir.Unwrap(inner):
            return unwrapped(fn, fn.value(inner))
        case ir.ListOf():
            return _list(fn, node)
        case ir.Population():
            return _population(fn, node)
        case ir.ZoneOf():
            return _zone(fn, node)
        case ir.CallValue():
            return call_value(fn, node)
        case ir.CallSlot():
            return call_slot(fn, node)
        case ir.Lib():
            return library_call(fn, node)
        case ir.Query():
            return query(fn, node)
        case _:
            assert_never(node)


def unwrapped(fn: FnContext, value: Tree) -> Tree:
    """A value that must not be NONE."""
    number = known(value)
    if number is not None:
        return UNREACHABLE if number == NONE else value
    if value[0] == "local.get":
        return sequence(stop_if(equal(value, NONE)), value)
    name = fn.fresh()
    return sequence([put(name, value), *stop_if(equal(get(name), NONE))], get(name))


def _state_get(fn: FnContext, node: ir.StateGet) -> Tree:
    var = fn.build.world.program.state[node.var]
    base, stride = fn.build.layout.slot(node.var)
    address = const(base) if node.index is None else add(times(fn.value(node.index), stride), base)
    match var.type:
        case SetT():
            return address
        case OptT(SetT()):
            name = fn.fresh("$p")
            found = chosen(equal(load(get(name)), NONE), NOTHING, add(get(name), 4))
            return sequence([put(name, address)], found)
        case OptT():
            return load(address)
        case _:
            return load(address) if var.default is not None else unwrapped(fn, load(address))


def _option(fn: FnContext, option: int) -> Tree:
    """A game option: as the scenario in play sets it, else as it was chosen."""
    tree = load(const(fn.build.layout.options + 4 * option))
    settings = enumerate(scenario.settings for scenario in fn.build.world.program.scenarios)
    fixed = {scenario: dict(each)[option] for scenario, each in settings if option in dict(each)}
    if fixed:
        played = load(const(fn.build.layout.slot(ir.SCENARIO)[0]))
        for scenario, value in fixed.items():
            tree = chosen(equal(played, scenario), const(value), tree)
    return tree


# ---- Numbers -----------------------------------------------------------------------------------------------


def _arith(fn: FnContext, node: ir.Arith) -> Tree:
    sides = range_of(fn, node.left), range_of(fn, node.right)
    left, right = fn.value(node.left), fn.value(node.right)
    return arithmetic(fn, node.op, left, right, safe=fits(combined(node.op, *sides)))


_SIGNED = {"eq": "eq", "ne": "ne", "lt": "lt_s", "le": "le_s", "gt": "gt_s", "ge": "ge_s"}


def _compare(fn: FnContext, node: ir.Compare) -> Tree:
    types = bare(node.left.type), bare(node.right.type)
    if not any(isinstance(type_, ListT | SetT) for type_ in types):
        return compare(_SIGNED[node.op], fn.value(node.left), fn.value(node.right))
    left, right = fn.value(node.left), fn.value(node.right)
    same = equality(fn, left, node.left.type, right, node.right.type)
    assert node.op in ("eq", "ne"), "lists and sets have no order"
    return same if node.op == "eq" else negated(same)


# ---- Conditions --------------------------------------------------------------------------------------------


def _logic(fn: FnContext, node: ir.Logic) -> Tree:
    left = fn.value(node.left)
    owed, fn.owed = fn.owed, 0
    value = fn.value(node.right)
    cost, fn.owed = fn.owed, owed
    if cost and harmless(value, LITTLE):
        return _both(fn, node.op, left, value, cost)
    right = fn.sometimes(lambda: _owing(fn, value, cost))
    if simple(right):
        return ("i32.and" if node.op == "and" else "i32.or", left, right)
    if node.op == "and":
        return either(left, right, const(0))
    return either(left, const(1), right)


LITTLE = 16
"""So much is worked out in vain rather than skipped: a branch that goes now this way, now that costs more."""


def _owing(fn: FnContext, value: Tree, cost: int) -> Tree:
    fn.owe(cost)
    return value


def _both(fn: FnContext, op: str, left: Tree, right: Tree, cost: int) -> Tree:
    """Both sides, of which the right one is charged only where it matters."""
    one, fn.spends = fn.fresh(), True
    matters = get(one) if op == "and" else ("i32.xor", get(one), const(1))
    charged = put("$spent", add(get("$spent"), times(matters, cost)))
    return sequence([put(one, left), charged], (f"i32.{op}", get(one), right))


def _select(fn: FnContext, node: ir.Select) -> Tree:
    test = fn.value(node.test)
    then = fn.sometimes(lambda: fn.value(node.then))
    otherwise = fn.sometimes(lambda: fn.value(node.otherwise))
    return chosen(test, then, otherwise)


# ---- Lists and zones ---------------------------------------------------------------------------------------


def _list(fn: FnContext, node: ir.ListOf) -> Tree:
    of = node.type.of if isinstance(node.type, ListT) else None
    parts = [own_copy(fn, fn.value(item), of or item.type) for item in node.items]
    numbers = [number for part in parts if (number := known(part)) is not None]
    if len(numbers) == len(parts):
        return const(fn.build.tables.words((len(numbers), *numbers)))
    # The parts come first: they may make lists themselves.
    names = [fn.fresh() for _ in parts]
    list_ = fn.fresh("$p")
    return sequence(
        [
            *(put(name, part) for name, part in zip(names, parts, strict=True)),
            put(list_, fn.room(const(1 + len(parts)))),
            store(get(list_), const(len(parts))),
            *(store(get(list_), get(name), 4 + 4 * n) for n, name in enumerate(names)),
        ],
        get(list_),
    )


def _population(fn: FnContext, node: ir.Population) -> Tree:
    world, tables = fn.build.world, fn.build.tables
    found = world.members[node.kind] if node.content is None else world.instances[node.content]
    if node.owner is None:
        return const(tables.constant(found))
    by_seat = [tuple(c for c in found if world.owner[c] == seat) for seat in world.seats]
    owner = fn.value(node.owner)
    seat = known(owner)
    if seat is not None:
        # Rules may name a seat that is not in this game.
        return const(tables.constant(by_seat[seat])) if seat in world.seats else UNREACHABLE
    return at(tables.lists(by_seat), owner)


def _zone(fn: FnContext, node: ir.ZoneOf) -> Tree:
    base, stride = fn.build.world.zone_base(node.zone)
    return const(base) if node.index is None else add(times(fn.value(node.index), stride), base)
