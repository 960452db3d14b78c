"""Turns the bodies of pure routines, which neither wait nor change anything, into instruction trees."""

from __future__ import annotations

from functools import partial

from ..ir import program as ir
from .calls import fitted
from .context import FnContext
from .encode import Tree
from .graph import nodes
from .trees import NOTHING, UNREACHABLE, compare, const, get, negated, put, sub, when
from .walks import InMemory, local


def body(fn: FnContext, routine: ir.Routine) -> list[Tree]:
    """The code of a routine: it leaves its value at the end, or by a branch to `$return`."""
    match routine.body:
        case (*_, ir.Return(value)) if value is not None:
            before = block(fn, routine.body[:-1], routine, {})
            return [*before, *fn.region(lambda: [fitted(fn, value, routine.result)])]
        case _:
            return [*block(fn, routine.body, routine, {}), NOTHING]


Exits = dict[str, str]
"""Where `end NAME` goes: the label in the code for that of a statement."""


def block(fn: FnContext, statements: ir.Block, routine: ir.Routine, exits: Exits) -> list[Tree]:
    """The code of a block."""
    trees: list[Tree] = []
    for statement in statements:
        trees += fn.region(partial(_statement, fn, statement, routine, exits))
    return trees


def _statement(fn: FnContext, node: ir.Stmt, routine: ir.Routine, exits: Exits) -> list[Tree]:
    match node:
        case ir.SetLocal(slot, value):
            fn.scope.ranges.pop(slot, None)
            type_ = routine.locals[slot].type
            return fn.scope.put(slot, fn.released(type_, partial(fitted, fn, value, type_)))
        case ir.If(test, then, otherwise):
            tested = fn.released(test.type, lambda: fn.value(test))
            return when(tested, block(fn, then, routine, exits), block(fn, otherwise, routine, exits))
        case ir.For():
            return _for(fn, node, routine, exits)
        case ir.While():
            return _while(fn, node, routine, exits)
        case ir.Scope(label, inner):
            out = fn.label("$end")
            return [("block", out, None, *block(fn, inner, routine, exits | {label: out}))]
        case ir.Break(label):
            return [("br", exits[label])]
        case ir.Return(value):
            given = NOTHING if value is None else fitted(fn, value, routine.result)
            return [("br", "$return", given)]
        case ir.Fault():
            return [UNREACHABLE]
        case _:
            raise AssertionError(f"no pure routine has a {type(node).__name__}")


def _for(fn: FnContext, node: ir.For, routine: ir.Routine, exits: Exits) -> list[Tree]:
    set_ = {inner.slot for inner in nodes(node.body) if isinstance(inner, ir.SetLocal)}
    read = {inner.slot for inner in nodes(node.source) if isinstance(inner, ir.Local)}
    # A walk may look at what its source reads again and again: it must stay as it is.
    walk = InMemory(fn, fn.value(node.source), None) if set_ & read else fn.walk(node.source)
    charge = fn.charge(walk.size, loop=walk.most)
    slot, out, where = node.slot, fn.label("$end"), node.where
    inner = exits | ({node.label: out} if node.label is not None else {})
    item = fn.fresh("$c")
    with fn.looping(walk.most):

        def once() -> list[Tree]:
            taken = fn.scope.put(slot, get(item))
            if where is None:
                return [*taken, *block(fn, node.body, routine, inner)]
            test = fn.released(where.type, lambda: fn.value(where))
            return [*taken, *when(test, block(fn, node.body, routine, inner))]

        looped = fn.region(once)
    return [*walk.setup, *charge, ("block", out, None, *walk.loop(item, looped))]


def _while(fn: FnContext, node: ir.While, routine: ir.Routine, exits: Exits) -> list[Tree]:
    out, top, left, count, test = fn.label("$end"), fn.label("$l"), fn.fresh("$n"), node.count, node.test
    inner = exits | ({node.label: out} if node.label is not None else {})
    before: list[Tree] = []
    if count is not None:
        passes, before = local(fn, fn.value(count))
        before = [*before, put(left, passes)]

    def once() -> list[Tree]:
        trees: list[Tree] = []
        if count is not None:
            trees.append(("br_if", out, compare("le_s", get(left), 0)))
        if test is not None:
            tested = fn.region(lambda: [negated(fn.released(test.type, lambda: fn.value(test)))])
            trees += [*tested[:-1], ("br_if", out, tested[-1])]
        trees += fn.region(lambda: fn.charge(const(1)))
        trees += fn.check()
        if count is not None:
            trees.append(put(left, sub(get(left), 1)))
        return [*trees, *block(fn, node.body, routine, inner), ("br", top)]

    with fn.looping(None):
        looped = once()
    return [*before, ("block", out, None, ("loop", top, None, *looped))]
