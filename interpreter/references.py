"""Turns a state into the same state with components renumbered: everywhere that a component's number
stands, found by type.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

from ..ir.program import Act, Choose, For, Phase, Pick, Roll
from ..ir.types import NONE, Int, ListT, OptT, SetT, Type
from ..ir.world import World, statements
from .alike import component_slots, own_slots
from .hooks import ARGS, LIVE, RESULT, Live
from .names import bits, elements, is_component
from .options import asked_by, element_type, option_types, parameter_types
from .state import Frame, Raw, State, Value, live_slots

Renumbering: TypeAlias = Sequence[int]
"""The new number of each component."""


def renumbered(state: State, world: World, new: Renumbering) -> State:
    """The state in which `new[c]` is wherever `c` was: in zones with its face, in what seats know, in state
    variables, in the locals of suspended routines and in the options of the open question. A state variable
    goes along where both components have it.
    """
    changed = state.copy()
    for component, number in enumerate(new):
        changed.place[number] = state.place[component]
        changed.face[number] = state.face[component]
        changed.die[number] = state.die[component]
        changed.known[number] = state.known[component]
        others = own_slots(world)[number]
        for slot in own_slots(world)[component]:
            if slot - component + number in others:
                changed.slots[slot - component + number] = state.slots[slot]
        # Where it stands goes along whatever it is.
        spaces = [state.slots[slot] for slot in world.further[component]]
        for place, slot in enumerate(world.further[number]):
            changed.slots[slot] = spaces[place] if place < len(spaces) else NONE
    changed.zones = [_zone(world, zone, lying, new) for zone, lying in enumerate(state.zones)]
    for slot, type_ in component_slots(world):
        changed.slots[slot] = value(world, changed.slots[slot], type_, new)
    changed.frames = [_frame(world, frame, new) for frame in state.frames]
    if state.pending is not None:
        statement, frame = asked_by(state, world), state.frames[-1]
        options = tuple(
            values(world, option, option_types(world, statement, option, frame), new)
            for option in state.pending.options
        )
        changed.pending = replace(state.pending, options=options)
    return changed


def value(world: World, old: Value, type_: Type, new: Renumbering) -> Value:
    """A value of this type with its components renumbered."""
    if old == NONE or not is_component(world, type_):
        return old
    match type_:
        case ListT(of):
            return tuple(value(world, item, of, new) for item in old)
        case OptT(of):
            return value(world, old, of, new)
        case SetT():
            return sum(1 << new[item] for item in bits(old))
        case _:
            return new[old]


def _zone(world: World, zone: int, lying: tuple[int, ...], new: Renumbering) -> tuple[int, ...]:
    moved = [new[component] for component in lying]
    return tuple(moved if world.places[zone].ordered else sorted(moved))


def values(world: World, old: Sequence[Value], types: Sequence[Type], new: Renumbering) -> Raw:
    """Values of these types with their components renumbered."""
    return tuple(value(world, item, type_, new) for item, type_ in zip(old, types, strict=True))


# ---- Suspended routines ------------------------------------------------------------------------------------


def _frame(world: World, frame: Frame, new: Renumbering) -> Frame:
    changed = frame.copy()
    for slot, type_ in _typed(world, frame):
        changed.locals[slot] = value(world, frame.locals[slot], type_, new)
    if frame.routine >= 0:
        for slot in asked_slots(world)[frame.routine]:
            if slot in live_slots(frame, world) and frame.locals[slot]:
                asked = frame.locals[slot]
                changed.locals[slot] = (asked[0], *values(world, asked[1:], _asked_types(world, asked), new))
        for slot in hooks_slots(world)[frame.routine]:
            if slot in live_slots(frame, world):
                changed.locals[slot] = _hooks(world, frame.locals[slot], new)
    else:
        changed.locals[ARGS] = values(world, frame.locals[ARGS], _argument_types(world, frame), new)
        changed.locals[LIVE] = _hooks(world, frame.locals[LIVE], new)
    return changed


def _hooks(world: World, live: Sequence[Live], new: Renumbering) -> tuple[Live, ...]:
    """Live hooks with the components that bring them renumbered."""
    own = _own_hooks(world)
    return tuple((hook, new[self] if own[hook] else self, holder) for hook, self, holder in live)


def _typed(world: World, frame: Frame) -> Iterator[tuple[int, Type]]:
    """The live locals of a routine, or the result of a call, with their types."""
    if frame.routine >= 0:
        types = slot_types(world)[frame.routine]
        yield from ((slot, types[slot]) for slot in live_slots(frame, world))
    else:
        effect = world.program.effects[-1 - frame.routine]
        result = world.program.routines[effect.routine].result
        if result is not None:
            yield RESULT, result


def _argument_types(world: World, frame: Frame) -> list[Type]:
    routine = world.program.routines[world.program.effects[-1 - frame.routine].routine]
    return [local.type for local in routine.locals[: routine.params]]


def _asked_types(world: World, asked: Sequence[int]) -> tuple[Type, ...]:
    return parameter_types(world, asked[0])[: len(asked) - 1]


@lru_cache(maxsize=64)
def slot_types(world: World) -> tuple[tuple[Type, ...], ...]:
    """By routine: the types of its locals; hidden lists have the type of what is walked, and what is no
    plain value counts as an integer.
    """
    return tuple(_slot_types(world, number) for number in range(len(world.program.routines)))


def _slot_types(world: World, number: int) -> tuple[Type, ...]:
    routine = world.program.routines[number]
    types = [local.type for local in routine.locals]
    for statement in statements(routine.body):
        match statement:
            case For() | Pick():
                types[statement.list_slot] = _list(statement.source.type)
            case Choose() if statement.many:
                types[statement.list_slot] = _list(statement.source.type)
            case Roll():
                types[statement.list_slot] = _list(statement.what.type)
            case Phase():
                types[statement.hooks_slot] = Int()
            case Act():
                types[statement.asked_slot] = Int()
            case _:
                pass
    return tuple(types)


def _list(source: Type) -> Type:
    return ListT(element_type(source), None)


@lru_cache(maxsize=64)
def asked_slots(world: World) -> tuple[tuple[int, ...], ...]:
    """By routine: the locals that hold what an `act` has been answered so far."""
    return tuple(
        tuple(s.asked_slot for s in statements(routine.body) if isinstance(s, Act))
        for routine in world.program.routines
    )


@lru_cache(maxsize=64)
def hooks_slots(world: World) -> tuple[tuple[int, ...], ...]:
    """By routine: the locals that hold the live hooks of a phase."""
    return tuple(
        tuple(s.hooks_slot for s in statements(routine.body) if isinstance(s, Phase))
        for routine in world.program.routines
    )


# ---- What stands where -------------------------------------------------------------------------------------


def named(state: State, world: World) -> Iterator[tuple[int, Type]]:
    """Each component that a state variable, a local or an argument names, with the type that it is named
    by.
    """
    for slot, type_ in component_slots(world):
        yield from _named(world, state.slots[slot], type_)
    for frame in state.frames:
        for slot, type_ in _typed(world, frame):
            yield from _named(world, frame.locals[slot], type_)
        if frame.routine < 0:
            for item, type_ in zip(frame.locals[ARGS], _argument_types(world, frame), strict=True):
                yield from _named(world, item, type_)
        else:
            for slot in asked_slots(world)[frame.routine]:
                asked = frame.locals[slot]
                if slot in live_slots(frame, world) and asked:
                    for item, type_ in zip(asked[1:], _asked_types(world, asked), strict=True):
                        yield from _named(world, item, type_)


def _named(world: World, item: Value, type_: Type) -> Iterator[tuple[int, Type]]:
    inner = type_
    while isinstance(inner, ListT | SetT | OptT):
        inner = inner.of
    yield from ((component, inner) for component in elements(world, item, type_))


def acting(state: State, world: World) -> Iterator[int]:
    """Each component whose own code is running, or waits to run as a live hook: that is of the content that
    brings the code.
    """
    routines, own = brought(world), _own_hooks(world)
    for frame in state.frames:
        if frame.routine < 0:
            yield from (self for hook, self, _ in frame.locals[LIVE] if own[hook])
            continue
        live = live_slots(frame, world)
        slot = routines.get(frame.routine)
        if slot is not None and slot in live:
            yield frame.locals[slot]
        for slot in hooks_slots(world)[frame.routine]:
            if slot in live:
                yield from (self for hook, self, _ in frame.locals[slot] if own[hook])


@lru_cache(maxsize=64)
def _own_hooks(world: World) -> tuple[bool, ...]:
    """By hook: the content of a component brings it."""
    program = world.program
    return tuple(
        hook.content is not None and not world.is_space(program.contents[hook.content].kind)
        for hook in program.hooks
    )


@lru_cache(maxsize=64)
def brought(world: World) -> dict[int, int]:
    """The routines that a component's content brings, each with the local that holds the component."""
    program = world.program
    found = {
        routine: 0
        for content in program.contents
        if not world.is_space(content.kind)
        for _, routine in content.slots
    }
    for hook in program.hooks:
        if hook.content is not None and not world.is_space(program.contents[hook.content].kind):
            found[hook.body] = 0
    for action in program.actions:
        if action.content is not None:
            found[action.body] = program.routines[action.body].params - len(action.sources)
    return found
