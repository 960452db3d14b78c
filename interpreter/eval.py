"""Turns expressions of the IR into closures that give their value."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, assert_never

from ..ir import program as ir
from ..ir.types import INT_MAX, NONE, OptT
from .code import Code, Eval, Locals, Text
from .errors import Stop
from .library import library_call
from .queries import query
from .state import Value
from .values import call_slot, call_value, field

if TYPE_CHECKING:
    from .machine import Machine


def expression(code: Code, node: ir.Expr) -> Eval:
    """The closure of an expression."""
    match node:
        case ir.Const(value):
            return lambda _, __: value
        case ir.Local(slot):
            return lambda _, values: values[slot]
        case ir.StateGet():
            return _state_get(code, node)
        case ir.OptionGet(option):
            return _option(code, option)
        case ir.FieldGet():
            return field(code, node, expression(code, node.of))
        case ir.Arith():
            return _arith(code, node)
        case ir.Compare():
            return _compare(code, node)
        case ir.Logic():
            return _logic(code, node)
        case ir.Not(inner):
            negated = expression(code, inner)
            return lambda machine, values: 0 if negated(machine, values) else 1
        case ir.Select():
            return _select(code, node)
        case ir.IsNone(inner):
            tested = expression(code, inner)
            return lambda machine, values: 1 if tested(machine, values) == NONE else 0
        case ir.Unwrap():
            return _unwrap(code, node)
        case ir.ListOf(items):
            parts = [expression(code, item) for item in items]
            return lambda machine, values: tuple([part(machine, values) for part in parts])
        case ir.Population():
            return _population(code, node)
        case ir.ZoneOf():
            return _zone(code, node)
        case ir.CallValue(args=args):
            return call_value(code, node, [expression(code, arg) for arg in args])
        case ir.CallSlot(args=args):
            return call_slot(code, node, expression(code, node.self), [expression(code, a) for a in args])
        case ir.Lib(args=args):
            return library_call(code, node, [expression(code, arg) for arg in args])
        case ir.Query():
            return query(node, lambda inner: expression(code, inner))
        case _:
            assert_never(node)


def text(code: Code, template: ir.Template) -> Text:
    """The closures of a template, made when it is first needed."""
    found = code.texts.get(id(template))
    if found is None:
        parts = tuple(
            part if isinstance(part, str) else (expression(code, part), part.type) for part in template.parts
        )
        # The program keeps its templates, so none other gets this identity.
        found = code.texts[id(template)] = Text(parts, template.at)
    return found


def _option(code: Code, option: int) -> Eval:
    """A game option: as the scenario in play sets it, else as it was chosen."""
    settings = enumerate(scenario.settings for scenario in code.program.scenarios)
    fixed = {scenario: dict(each)[option] for scenario, each in settings if option in dict(each)}
    if not fixed:
        return lambda machine, _: machine.options[option]
    played = code.world.offset[ir.SCENARIO]
    return lambda machine, _: fixed.get(machine.slots[played], machine.options[option])


def _state_get(code: Code, node: ir.StateGet) -> Eval:
    var = code.program.state[node.var]
    offset, at = code.world.offset[node.var], node.at
    may_be_unset = var.default is None and not isinstance(var.type, OptT)

    def check(value: Value) -> Value:
        if value == NONE:
            raise Stop(f"{var.name} has not been set yet", at)
        return value

    if node.index is None:
        if may_be_unset:
            return lambda machine, _: check(machine.slots[offset])
        return lambda machine, _: machine.slots[offset]
    if isinstance(node.index, ir.Local) and not may_be_unset:
        slot = node.index.slot
        return lambda machine, values: machine.slots[offset + values[slot]]
    index = expression(code, node.index)
    if may_be_unset:
        return lambda machine, values: check(machine.slots[offset + index(machine, values)])
    return lambda machine, values: machine.slots[offset + index(machine, values)]


_ARITH: dict[str, tuple[Callable[[int, int], int], str]] = {
    "add": (operator.add, "+"),
    "sub": (operator.sub, "-"),
    "mul": (operator.mul, "*"),
}


def _arith(code: Code, node: ir.Arith) -> Eval:
    left, right, at = expression(code, node.left), expression(code, node.right), node.at
    work, sign = _ARITH[node.op]

    def get(machine: Machine, values: Locals) -> Value:
        a, b = left(machine, values), right(machine, values)
        result = work(a, b)
        if -INT_MAX <= result <= INT_MAX:
            return result
        raise Stop(f"{a} {sign} {b} is more than a whole number of the game can be", at)

    return get


_COMPARE: dict[str, Callable[[Value, Value], bool]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}


def _compare(code: Code, node: ir.Compare) -> Eval:
    left, test = expression(code, node.left), _COMPARE[node.op]
    if isinstance(node.right, ir.Const):
        fixed = node.right.value
        if node.op == "eq":
            return lambda machine, values: 1 if left(machine, values) == fixed else 0
        return lambda machine, values: 1 if test(left(machine, values), fixed) else 0
    if isinstance(node.right, ir.Local) and node.op == "eq":
        slot = node.right.slot
        return lambda machine, values: 1 if left(machine, values) == values[slot] else 0
    right = expression(code, node.right)
    if node.op == "eq":
        return lambda machine, values: 1 if left(machine, values) == right(machine, values) else 0
    return lambda machine, values: 1 if test(left(machine, values), right(machine, values)) else 0


def _logic(code: Code, node: ir.Logic) -> Eval:
    left, right = expression(code, node.left), expression(code, node.right)
    if node.op == "and":
        return lambda machine, values: right(machine, values) if left(machine, values) else 0
    return lambda machine, values: 1 if left(machine, values) else right(machine, values)


def _select(code: Code, node: ir.Select) -> Eval:
    test = expression(code, node.test)
    then, otherwise = expression(code, node.then), expression(code, node.otherwise)
    return lambda machine, values: (
        then(machine, values) if test(machine, values) else otherwise(machine, values)
    )


def _unwrap(code: Code, node: ir.Unwrap) -> Eval:
    inner, at = expression(code, node.value), node.at

    def get(machine: Machine, values: Locals) -> Value:
        value = inner(machine, values)
        if value == NONE:
            raise Stop("something is needed here, and there is none", at)
        return value

    return get


def _population(code: Code, node: ir.Population) -> Eval:
    world = code.world
    found = world.members[node.kind] if node.content is None else world.instances[node.content]
    if node.owner is None:
        return lambda _, __: found
    owner = expression(code, node.owner)
    by_seat = [tuple(c for c in found if world.owner[c] == seat) for seat in world.seats]
    return lambda machine, values: by_seat[owner(machine, values)]


def _zone(code: Code, node: ir.ZoneOf) -> Eval:
    base, stride = code.world.zone_base(node.zone)
    if node.index is None:
        return lambda _, __: base
    index = expression(code, node.index)
    return lambda machine, values: base + stride * index(machine, values)
