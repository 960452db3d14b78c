"""Runs a pure routine: one that neither waits nor changes anything, and so needs no frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir.span import Span
from .code import RETURNED, Compiled, Locals
from .errors import DEPTH, Stop, too_deep
from .state import Value

if TYPE_CHECKING:
    from .machine import Machine


def call(machine: Machine, routine: Compiled, args: list[Value], at: Span) -> Value:
    """The result of a pure routine; `at` is the place of the call. Faults name the routine on their way
    out.
    """
    machine.depth += 1
    if machine.depth > DEPTH:
        raise too_deep(at)
    values = args + routine.blank
    try:
        if routine.expression is not None:
            result = routine.expression(machine, values)
        else:
            result = _run(machine, routine, values)
    except Stop as stop:
        stop.leave(routine.name, at)
        raise
    machine.depth -= 1
    return result


def _run(machine: Machine, routine: Compiled, values: Locals) -> Value:
    steps, pc = routine.steps, 0
    while pc >= 0:
        pc = steps[pc](machine, values)
    assert pc == RETURNED, "what is pure neither asks nor calls an effect"
    return machine.value
