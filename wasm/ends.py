"""Tells which routines may end the game: whoever calls one that does not wait has to look whether it did."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ..ir import program as ir
from ..ir.world import World
from .graph import nodes


def may_end(world: World, routine: int) -> bool:
    """Whether the game may end in a routine."""
    return routine in _ending(world)


def effect_may_end(world: World, effect: int) -> bool:
    """Whether the game may end in a call of an effect, its hooks included."""
    return any(may_end(world, routine) for routine in _hooked(world.program, effect))


def slot_may_end(world: World, slot: int) -> bool:
    """Whether the game may end in what fills a slot."""
    return any(may_end(world, routine) for routine in fillers(world.program, slot))


def phase_may_end(world: World, phase: int) -> bool:
    """Whether the game may end in a hook of a phase."""
    hooks = world.program.hooks
    return any(may_end(world, hooks[hook].body) for hook in world.program.phases[phase].hooks)


@lru_cache(maxsize=8)
def _ending(world: World) -> frozenset[int]:
    program = world.program
    empties = any(zone.when_empty == "end_game" for zone in program.zones)
    replaced = {
        program.hooks[hook].body: number
        for number, effect in enumerate(program.effects)
        for hook in effect.hooks
    }
    found: set[int] = set()
    callers: list[set[int]] = [set() for _ in program.routines]
    for number, routine in enumerate(program.routines):
        for node in nodes(routine.body):
            if isinstance(node, ir.EndGame) or (isinstance(node, ir.Draw) and empties):
                found.add(number)
            for called in _called(program, node, replaced.get(number)):
                callers[called].add(number)
    waiting = list(found)
    while waiting:
        more = callers[waiting.pop()] - found
        found |= more
        waiting += more
    return frozenset(found)


def _called(program: ir.Program, node: Any, replaced: int | None) -> Iterator[int]:
    """The routines with effects that a statement may run."""
    match node:
        case ir.CallEffect(effect=effect):
            yield from _hooked(program, effect)
        case ir.Super() if replaced is not None:
            yield from _hooked(program, replaced)
        case ir.CallSlotEffect(slot=slot):
            yield from fillers(program, slot)
        case ir.Phase(phase=phase):
            yield from (program.hooks[hook].body for hook in program.phases[phase].hooks)
        case ir.Act():
            yield from (program.actions[number].body for number in node.actions)
        case _:
            pass


def _hooked(program: ir.Program, effect: int) -> tuple[int, ...]:
    declared = program.effects[effect]
    return (declared.routine, *(program.hooks[hook].body for hook in declared.hooks))


def fillers(program: ir.Program, slot: int) -> list[int]:
    """The routines that fill a slot, its default first."""
    default = program.slots[slot].default
    filled = [routine for content in program.contents for each, routine in content.slots if each == slot]
    return list(dict.fromkeys(filled if default is None else [default, *filled]))
