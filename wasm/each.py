"""Makes code that does something with every element of a list, without making the list where that can be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext

from ..ir import program as ir
from ..ir.types import ListT
from .calls import call_routine, fitted, may_be_too_long, standing_in
from .context import FnContext, Scope, scalar
from .encode import Tree
from .graph import graph
from .queries import Loops
from .trees import get, when
from .walks import InMemory, Walk

Leaf = Callable[[Tree], list[Tree]]
"""What is done with an element: a value that may be read as often as one likes."""


Sift = Callable[[Tree, Tree], list[Tree]]
"""The same for an element that is one only where a test holds, without a branch."""


def each(fn: FnContext, node: ir.Expr, leaf: Leaf, sift: Sift | None = None, most: int = 0) -> list[Tree]:
    """Do something with each element of a list, in their order: by `sift` where the list keeps some of what
    it looks at, of which there are not more than `most`.
    """
    return fn.outermost(lambda: _each(fn, node, _outside(fn, leaf), sift, most))


def each_given(fn: FnContext, routine: int, args: Sequence[Tree], leaf: Leaf) -> list[Tree]:
    """Do something that changes nothing with each element of the list that a pure routine gives for these
    arguments.
    """
    return fn.outermost(lambda: _each_given(fn, routine, args, _outside(fn, leaf, pure=True)))


def _each_given(fn: FnContext, routine: int, args: Sequence[Tree], leaf: Leaf) -> list[Tree]:
    declared = fn.build.world.program.routines[routine]
    parts = graph(fn.build.world).lets(routine)
    if parts is None or may_be_too_long(parts[1].type, declared.result):
        bound = declared.result.bound if isinstance(declared.result, ListT) else None
        return _walked(fn, InMemory(fn, call_routine(fn, routine, args), bound), leaf)
    scope, before = Scope(fn, fn.label("$i")), list[Tree]()
    for slot, arg in enumerate(args):
        before += scope.bind(slot, arg)
    with fn.inlined() as check, fn.within(scope):
        for let in parts[0]:
            before += scope.bind(let.slot, fitted(fn, let.value, declared.locals[let.slot].type))
        return [*check, *before, *_each(fn, parts[1], leaf)]


def _each(fn: FnContext, node: ir.Expr, leaf: Leaf, sift: Sift | None = None, most: int = 0) -> list[Tree]:
    match node:
        case ir.Query(form="list", body=ir.Local() as body, where=where) if sift and scalar(body.type):
            given: ir.Expr = body

            def kept(test: Tree) -> list[Tree]:
                value = fn.value(given)
                if loops.most is not None and loops.most <= most:
                    return sift(value, test)
                return when(test, fn.region(lambda: leaf(value)))

            loops = Loops(fn, node, lambda: leaf(fn.value(given)), where, sift=kept)
            return loops.trees()
        case ir.Query(form="list", body=body, where=where) if body is not None and scalar(body.type):
            return Loops(fn, node, lambda: _held(fn, body, leaf), where).trees()
        case ir.CallValue() if _stands_in(fn, node):
            with standing_in(fn, node) as inner:
                assert inner is not None, "its expression stands here"
                return [*inner.before, *_each(fn, inner.value, leaf, sift, most)]
        case _:
            return _walked(fn, fn.walk(node), leaf)


def _walked(fn: FnContext, walk: Walk, leaf: Leaf) -> list[Tree]:
    item = fn.fresh("$x")
    with fn.looping(walk.most):
        return [*walk.setup, *walk.loop(item, fn.region(lambda: leaf(get(item))))]


def _held(fn: FnContext, body: ir.Expr, leaf: Leaf) -> list[Tree]:
    value = fn.released(body.type, lambda: fn.value(body))
    if value[0] in ("local.get", "i32.const"):
        return leaf(value)
    item = fn.fresh("$x")
    return [("local.set", item, value), *leaf(get(item))]


def _stands_in(fn: FnContext, node: ir.CallValue) -> bool:
    """Whether the expression of a value, as it is, stands here instead of a call of it."""
    calls, number = graph(fn.build.world), fn.build.world.program.values[node.value].routine
    parts = calls.lets(number) if calls.inlined(node.value) else None
    result = fn.build.world.program.routines[number].result
    return parts is not None and not may_be_too_long(parts[1].type, result)


def _outside(fn: FnContext, leaf: Leaf, *, pure: bool = False) -> Leaf:
    """What is done with elements belongs to the code around, whatever stands here instead of a call; `pure`:
    it changes nothing.
    """
    scope, inside = fn.scope, fn.inside

    def outside(value: Tree) -> list[Tree]:
        within, fn.inside = fn.inside, inside
        with fn.within(scope), nullcontext() if pure else fn.apart():
            trees = leaf(value)
        fn.inside = within
        return trees

    return outside
