"""What the `change` hooks of a value or a printed field make of it."""

from __future__ import annotations

from ..ir import program as ir
from . import layout as at
from .calls import call_routine
from .context import FnContext
from .encode import Tree
from .hooks import HOOK, given, live
from .switch import switch
from .trees import add, compare, const, equal, get, load, put, times, when


def changes(fn: FnContext, hooks: tuple[int, ...], args: list[Tree], so_far: str) -> list[Tree]:
    """Change the value in the local `so_far` by each live hook once, in order; each sees it as the ones
    before left it.
    """
    ordered = _fixed_order(fn, hooks)
    if ordered is not None:
        return [tree for hook in ordered for tree in _changed_if_played(fn, hook, args, so_far)]
    fn.grown += 1
    list_, hook, end = fn.fresh("$p"), fn.fresh("$p"), fn.fresh("$e")
    top, out = fn.label("$l"), fn.label()
    cases = {number: _changed(fn, number, get(hook), args, so_far) for number in hooks}
    return [
        put(list_, ("call", live(fn.build, hooks))),
        put(hook, add(get(list_), at.WORD)),
        put(end, add(get(hook), times(load(get(list_)), HOOK))),
        (
            *("block", out, None),
            ("br_if", out, equal(get(hook), get(end))),
            (
                *("loop", top, None),
                *switch(fn, load(get(hook)), cases),
                put(hook, add(get(hook), HOOK)),
                ("br_if", top, compare("ne", get(hook), get(end))),
            ),
        ),
    ]


def _fixed_order(fn: FnContext, hooks: tuple[int, ...]) -> list[int] | None:
    """The hooks in the order in which they come whenever they are live; None where that depends on who holds
    what, or on which of them are.
    """
    declared = fn.build.world.program.hooks
    if any(declared[h].content is not None or declared[h].after for h in hooks):
        return None
    return sorted(hooks, key=lambda h: (declared[h].rank, declared[h].name))


def _changed_if_played(fn: FnContext, number: int, args: list[Tree], so_far: str) -> list[Tree]:
    scenario = fn.build.world.program.hooks[number].scenario
    changed = _changed(fn, number, const(0), args, so_far)
    if scenario is None:
        return changed
    return when(equal(load(const(fn.build.layout.slot(ir.SCENARIO)[0])), scenario), changed)


def _changed(fn: FnContext, number: int, address: Tree, args: list[Tree], so_far: str) -> list[Tree]:
    """The turn of a live hook that stands at an address."""
    hook, values = fn.build.world.program.hooks[number], [*args, get(so_far)]

    def called(routine: int) -> Tree:
        return call_routine(fn, routine, given(fn.build, number, routine, address, values))

    body = [put(so_far, called(hook.body))]
    return body if hook.where is None else when(called(hook.where), body)
