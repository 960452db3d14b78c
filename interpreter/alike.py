"""Turns a value in an option into a mark: two options with equal marks are one, for the seat that chooses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from ..ir.types import NONE, ListT, OptT, SetT, Type
from ..ir.world import World
from .knowledge import Eye, identified, looks
from .names import elements, is_component
from .state import State, Value

Mark: TypeAlias = tuple[Any, ...]
"""Integers and tuples of them after one letter: `=` something identified, `?` something that is not. Marks
of one type can be sorted.
"""


@lru_cache(maxsize=64)
def own_slots(world: World) -> tuple[tuple[int, ...], ...]:
    """By component: the slots of its state variables."""
    found: list[list[int]] = [[] for _ in range(world.components)]
    for number, var in enumerate(world.program.state):
        if var.of == "kind" and var.kind is not None and not world.is_space(var.kind):
            having = world.members[var.kind] if var.content is None else world.instances[var.content]
            for component in having:
                found[component].append(world.offset[number] + component)
    return tuple(map(tuple, found))


@lru_cache(maxsize=64)
def component_slots(world: World) -> tuple[tuple[int, Type], ...]:
    """The slots of state variables that hold components, with their types."""
    return tuple(
        (world.offset[number] + index, var.type)
        for number, var in enumerate(world.program.state)
        if is_component(world, var.type)
        for index in range(world.low[number], world.high[number] + 1)
    )


@lru_cache(maxsize=64)
def unique(world: World) -> tuple[bool, ...]:
    """By component: whether nothing can ever be like it."""
    of = [(world.content[c], world.owner[c]) for c in range(world.components)]
    counts = Counter(of)
    return tuple(counts[of[c]] == 1 and not looks(world).secret[c] for c in range(world.components))


class Marker:
    """Marks values as one seat (an eye) sees them in one state."""

    def __init__(self, state: State, world: World, who: Eye) -> None:
        self._state = state
        self._world = world
        self._who = who
        self._marks: dict[int, Mark] = {}
        self._named: dict[int, list[int]] = {}
        for slot, type_ in component_slots(world):
            for component in elements(world, state.slots[slot], type_):
                self._named.setdefault(component, []).append(slot)

    def value(self, value: Value, type_: Type) -> Mark:
        """The mark of a value; anything but components is only like itself."""
        if not is_component(self._world, type_):
            return ("=", value)
        match type_:
            case ListT(of):
                return ("=", *(self.value(item, of) for item in value))
            case OptT(of) if value >= 0:
                return self.value(value, of)
            case SetT() | OptT():
                return ("=", value)
            case _:
                return self.component(value)

    def option(self, option: Sequence[Value], types: Sequence[Type]) -> Mark:
        """The mark of a whole option."""
        return tuple(self.value(value, type_) for value, type_ in zip(option, types, strict=True))

    def component(self, component: int) -> Mark:
        """Alike are: those of one look in one place, if not identified; else those of one content, state
        and place that the same seats have identified, and that the same state variables name.
        """
        mark = self._marks.get(component)
        if mark is None:
            mark = self._marks[component] = self._mark(component)
        return mark

    def blind(self, value: Value, type_: Type) -> bool:
        """Whether something in the value is not identified."""
        return any(
            not identified(self._state, component, self._who)
            for component in elements(self._world, value, type_)
        )

    def _further(self, component: int) -> list[int]:
        """The spaces that everybody sees it take besides its first, the same number for all components."""
        slots = self._world.further
        taken = [self._state.slots[slot] for slot in slots[component]]
        return taken + [NONE] * (max(map(len, slots)) - len(taken))

    def _mark(self, component: int) -> Mark:
        state, world = self._state, self._world
        if unique(world)[component]:
            return ("=", component)
        zone = state.place[component]
        where = (zone, state.zones[zone].index(component) if world.places[zone].ordered else -1)
        if not identified(state, component, self._who):
            return ("?", *where, looks(world).of[component], *self._further(component))
        return (
            "=",
            world.content[component],
            world.owner[component],
            *where,
            state.known[component],
            state.face[component],
            state.die[component],
            tuple(state.slots[slot] for slot in own_slots(world)[component]),
            tuple(self._named.get(component, ())),
        )
