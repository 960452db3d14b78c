"""Turns phases into steps: named stretches of a routine, with hooks before, after and instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..ir import program as ir
from . import hooks
from .assemble import Assembler, Label
from .code import CALLED, Locals, Step

if TYPE_CHECKING:
    from .machine import Machine


def phase(asm: Assembler, node: ir.Phase, body_until: Callable[[Label], None]) -> None:
    """`body_until` adds the steps of the body, which `end` leaves for a label. Its hooks are calls at the
    phase's own point; which of them has returned says `index_slot`.
    """
    declared, body, leave, end = asm.code.program.phases[node.phase].hooks, Label(), Label(), Label()
    slots, at = (node.hooks_slot, node.index_slot), node.at

    def begin(after: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            live = values[node.hooks_slot] = hooks.live_hooks(machine, declared)
            values[node.index_slot] = 0
            position = hooks.next_hook(machine, live, "instead_of", 0, [], at)
            if position < len(live):
                return _run_hook(machine, values, node, position, after)
            return _next_hook(machine, values, node, ("before", 0), (after, body.step))

        return step

    def returned(after: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            live, index = (values[slot] for slot in slots)
            word = machine.code.program.hooks[live[index][0]].word
            if word == "instead_of":
                return end.step
            then = body.step if word == "before" else end.step
            return _next_hook(machine, values, node, (word, index + 1), (after - 1, then))

        return step

    def finish(_: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            return _next_hook(machine, values, node, ("after", 0), (returns.step, end.step))

        return step

    returns = Label()
    asm.emit(begin, at)
    asm.place(returns)
    asm.land_call(node.point)
    asm.emit(returned, at)
    asm.place(body)
    body_until(leave)
    asm.place(leave)
    asm.emit(finish, at)
    asm.place(end)


def _next_hook(
    machine: Machine, values: Locals, node: ir.Phase, search: tuple[str, int], steps: tuple[int, int]
) -> int:
    """Run the next hook of that word from that position on, to return to the first of `steps`; go to the
    second if there is none.
    """
    live = values[node.hooks_slot]
    position = hooks.next_hook(machine, live, *search, [], node.at)
    if position == len(live):
        return steps[1]
    return _run_hook(machine, values, node, position, steps[0])


def _run_hook(machine: Machine, values: Locals, node: ir.Phase, position: int, landing: int) -> int:
    values[node.index_slot] = position
    frame = machine.frames[-1]
    frame.point, frame.pc = node.point, landing
    hooks.push_hook(machine, values[node.hooks_slot][position], [])
    return CALLED
