"""Notes which routines of a program run, and which way its conditions go, while games are played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import TYPE_CHECKING

from ..ir.program import CallValue, Program
from ..ir.span import Span
from .code import Code, Compiled, Eval, Locals, Step
from .load import fresh
from .state import Value

if TYPE_CHECKING:
    from .machine import Machine


@dataclass(slots=True)
class Trace:
    """What has run: `routines` by number; `ways` as (routine, step, 1 where the condition held, else 0)."""

    routines: set[int] = field(default_factory=set)
    ways: set[tuple[int, int, int]] = field(default_factory=set)

    def add(self, other: Trace) -> None:
        """Take in what has run elsewhere in the same program."""
        self.routines |= other.routines
        self.ways |= other.ways


def traced(program: Program, players: int, trace: Trace) -> Code:
    """Code of the program that notes in `trace` what it does. Raises ValueError for a number of seats that
    the program is not for.
    """
    code = fresh(program, players)
    for compiled in code.routines:
        _note_steps(compiled, trace)
        if compiled.expression is not None:
            compiled.expression = _noting(compiled.expression, compiled.number, trace)
    return code


def _note_steps(compiled: Compiled, trace: Trace) -> None:
    steps = compiled.steps
    for position, other in compiled.branches.items():
        steps[position] = _noting_way(steps[position], (compiled.number, position), other, trace)
    steps[0] = _noting(steps[0], compiled.number, trace)


def _noting(inner: Eval, routine: int, trace: Trace) -> Eval:
    routines = trace.routines

    def run(machine: Machine, values: Locals) -> Value:
        routines.add(routine)
        return inner(machine, values)

    return run


def _noting_way(inner: Step, where: tuple[int, int], other: int, trace: Trace) -> Step:
    ways, yes, no = trace.ways, (*where, 1), (*where, 0)

    def step(machine: Machine, values: Locals) -> int:
        after = inner(machine, values)
        ways.add(no if after == other else yes)
        return after

    return step


@dataclass(frozen=True, slots=True)
class Missed:
    """Something that never happened: a routine that never ran (`what` is its name), or a condition that was
    `never true` or `always true` (then `what` says so, and `routine` is where it stands).
    """

    at: Span
    what: str
    routine: str


def missed(program: Program, players: int, trace: Trace) -> tuple[list[Missed], list[Missed]]:
    """The rules that never ran, and the conditions of those that ran that went one way only; each sorted by
    place. What bots alone ask for (`evaluation` and what only that calls) is left out, and `active while` of
    kinds whose content has no hooks: its actions have that condition in their own routines.
    """
    code = fresh(program, players)
    silent = _for_bots_alone(program)
    hooked = {program.contents[hook.content].kind for hook in program.hooks if hook.content is not None}
    lives = (kind.live for position, kind in enumerate(program.kinds) if position not in hooked)
    silent |= {live for live in lives if live is not None}
    never = [
        Missed(compiled.at, compiled.name, compiled.name)
        for compiled in code.routines
        if compiled.number not in trace.routines | silent
    ]
    return sorted(set(never), key=_place), sorted(set(_one_way(code, trace)), key=_place)


def _for_bots_alone(program: Program) -> set[int]:
    """The routines of values that no rule calls, directly or not."""
    values = {value.routine for value in program.values}
    calls = [set(_called_values(routine.body)) for routine in program.routines]
    waiting = [number for number in range(len(calls)) if number not in values]
    found = set(waiting)
    while waiting:
        called = {program.values[value].routine for value in calls[waiting.pop()]} - found
        found |= called
        waiting += called
    return set(range(len(calls))) - found


def _called_values(node: object) -> Iterator[int]:
    """The declared values that are called in a block, a statement or an expression."""
    if isinstance(node, CallValue):
        yield node.value
    if isinstance(node, tuple):
        for part in node:
            yield from _called_values(part)
    elif is_dataclass(node):
        for each in fields(node):
            yield from _called_values(getattr(node, each.name))


def _one_way(code: Code, trace: Trace) -> Iterator[Missed]:
    for routine, step, way in sorted(trace.ways):
        if (routine, step, 1 - way) not in trace.ways:
            compiled = code.routines[routine]
            yield Missed(compiled.spans[step], "always true" if way else "never true", compiled.name)


def _place(found: Missed) -> tuple[Span, str]:
    return found.at, found.what
