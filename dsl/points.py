"""Finishes a typed program: which routines can be suspended, where, with which locals, and which calls can
recurse.

Colouring follows the call graph: a statement can wait if it asks a seat or chance, or calls what can.
Suspension points are numbered in
written order, from 1 in each routine, so that every engine has the same suspended frames.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ..ir import program as ir
from . import liveness
from .walk import nodes, rebuild, statements, with_blocks


def finish(program: ir.Program) -> ir.Program:
    """The program with `suspends`, `point`, `points` and `charge` filled in."""
    calls = Calls(program)
    waiting = _suspending(program, calls)
    recursive = _recursive(calls)
    routines = tuple(
        _finish(routine, position, calls, waiting, recursive)
        for position, routine in enumerate(program.routines)
    )
    return replace(program, routines=routines)


class Calls:
    """Which routines each call may run: the body of what is called, and its hooks."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.hook_routines = [self._of_hook(hook) for hook in program.hooks]
        self.effects = [(each.routine, *self._hooked(each.hooks)) for each in program.effects]
        self.values = [(each.routine, *self._hooked(each.hooks)) for each in program.values]
        self.phases = [self._hooked(each.hooks) for each in program.phases]
        self.fields = [self._hooked(each.hooks) for each in program.fields]
        self.slots = [self._filling(position) for position in range(len(program.slots))]
        self.actions = [
            tuple(each for each in (a.body, *a.sources, a.guard, a.asks) if each is not None)
            for a in program.actions
        ]
        self.replaced = self._replaced()
        self.direct = [self._direct(position, each) for position, each in enumerate(program.routines)]

    def _of_hook(self, hook: ir.Hook) -> tuple[int, ...]:
        live = (
            self.program.kinds[self.program.contents[hook.content].kind].live
            if hook.content is not None
            else None
        )
        return tuple(each for each in (hook.body, hook.where, live) if each is not None)

    def _hooked(self, hooks: Iterable[int]) -> tuple[int, ...]:
        return tuple(routine for hook in hooks for routine in self.hook_routines[hook])

    def _filling(self, slot: int) -> tuple[int, ...]:
        found = {
            routine for content in self.program.contents for each, routine in content.slots if each == slot
        }
        default = self.program.slots[slot].default
        return tuple(sorted(found | ({default} if default is not None else set())))

    def _replaced(self) -> dict[int, tuple[int, ...]]:
        """What `super` runs inside each `instead of` hook, by the hook's routine."""
        found: dict[int, tuple[int, ...]] = {}
        for position, effect in enumerate(self.program.effects):
            for hook in effect.hooks:
                if self.program.hooks[hook].word == "instead_of":
                    found[self.program.hooks[hook].body] = self.effects[position]
        return found

    def of(self, node: object, routine: int) -> tuple[int, ...]:
        """The routines that this node may run."""
        match node:
            case ir.CallEffect(effect):
                return self.effects[effect]
            case ir.CallSlotEffect(slot) | ir.CallSlot(slot):
                return self.slots[slot]
            case ir.CallValue(value):
                return self.values[value]
            case ir.FieldGet(field):
                return self.fields[field]
            case ir.Battle(_, setup, play, scoring):
                flows = [each for each in (setup, play, scoring) if each is not None]
                return tuple(routine for effect in flows for routine in self.effects[effect])
            case ir.Super():
                return self.replaced.get(routine, ())
            case ir.Act(_, actions):
                return tuple(routine for action in actions for routine in self.actions[action])
            case ir.Phase(phase):
                return self.phases[phase]
            case _:
                return ()

    def _direct(self, position: int, routine: ir.Routine) -> frozenset[int]:
        return frozenset(each for node in nodes(routine.body) for each in self.of(node, position))


def _asks(statement: ir.Stmt, program: ir.Program) -> bool:
    """Whether the statement itself may wait for a seat or for chance."""
    match statement:
        case ir.Choose() | ir.Menu() | ir.Act() | ir.Shuffle() | ir.Roll() | ir.Pick():
            return True
        case ir.Battle():
            # also where nobody is asked in it: the end of the battle has to find its way back here
            return True
        case ir.Draw():
            return any(zone.when_empty == "reshuffle" for zone in program.zones)
        case _:
            return False


def _waits(statement: ir.Stmt, routine: int, calls: Calls, waiting: set[int]) -> bool:
    """Whether a frame can be suspended at this statement itself (not only inside its blocks)."""
    if _asks(statement, calls.program):
        return True
    if isinstance(statement, ir.CallEffect | ir.CallSlotEffect | ir.Super | ir.Phase):
        return any(each in waiting for each in calls.of(statement, routine))
    return False


def _suspending(program: ir.Program, calls: Calls) -> set[int]:
    """The routines that can be suspended: grown from those that ask until nothing more is added."""
    waiting: set[int] = set()
    while True:
        before = len(waiting)
        for position, routine in enumerate(program.routines):
            if position not in waiting and any(
                _waits(statement, position, calls, waiting) for statement in statements(routine.body)
            ):
                waiting.add(position)
        if len(waiting) == before:
            return waiting


def _recursive(calls: Calls) -> set[int]:
    """The routines that can come back to themselves."""
    graph = calls.direct
    found: set[int] = set()
    for start in range(len(graph)):
        seen: set[int] = set()
        todo = list(graph[start])
        while todo:
            routine = todo.pop()
            if routine not in seen:
                seen.add(routine)
                todo += graph[routine]
        if start in seen:
            found.add(start)
    return found


def _finish(
    routine: ir.Routine, position: int, calls: Calls, waiting: set[int], recursive: set[int]
) -> ir.Routine:
    body = _charged(routine.body, position, calls, recursive) if recursive else routine.body
    counter = iter(range(1, 1_000_000))

    def numbered(block: ir.Block) -> ir.Block:
        return tuple(number(each) for each in block)

    def number(statement: ir.Stmt) -> ir.Stmt:
        if _waits(statement, position, calls, waiting):
            statement = _numbered(statement, next(counter))
        return with_blocks(statement, numbered)

    body = numbered(body)
    return replace(routine, body=body, suspends=position in waiting, points=liveness.points(body))


def _numbered(statement: ir.Stmt, point: int) -> ir.Stmt:
    changes: dict[str, Any] = {"point": point}
    return replace(statement, **changes)


def _charged(body: ir.Block, position: int, calls: Calls, recursive: set[int]) -> ir.Block:
    def charge(node: object) -> object:
        if isinstance(node, ir.CallValue | ir.CallSlot | ir.CallEffect | ir.CallSlotEffect) and any(
            each in recursive for each in calls.of(node, position)
        ):
            return replace(node, charge=True)
        return node

    return rebuild(body, charge)
