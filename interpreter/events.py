"""What the machine notes for the log while it runs: facts as they were at the time, told to each seat later
as far as it may know them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ..ir.span import Span
from ..ir.types import NONE, KindT, ListT, OptT, SetT, Type
from ..ir.world import World
from .sets import members
from .state import State, Value


@dataclass(frozen=True, slots=True)
class Sight:
    """One component as it lay at the time: `known` is the bit mask of the seats that had it identified,
    `zone` and `position` its place (position from 0 at the top or left), `face` 1 for face up."""

    component: int
    known: int
    zone: int
    position: int
    face: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A value in a text, with its type, and a `Sight` of each component in it: in the order of a list,
    ascending of a set. `failed`: it could not be worked out (a text may not stop a game), and `value` is
    0."""

    value: Value
    type: Type
    sights: tuple[Sight, ...] = ()
    failed: bool = False


Part: TypeAlias = str | Shown


@dataclass(frozen=True, slots=True)
class Event:
    """Something for the log. `kind` and what `parts` are:

    says, say: the text of an effect that happens, of a `say`. action: the label of the action taken, or its
    name. skipped: the prompt of a choice that had nothing to choose from. empty: (zone, number that was
    missing). reshuffle: (zone that is refilled, zone it is refilled from). roll: (die, face). battle:
    (scenario,) of one that begins. battle over, end: ().

    `seat` is who acts or would have chosen, None for nobody in particular.
    """

    kind: str
    parts: tuple[Part, ...]
    seat: int | None
    at: Span


def sight(state: State, component: int) -> Sight:
    """How a component lies now."""
    zone = state.place[component]
    return Sight(
        component, state.known[component], zone, state.zones[zone].index(component), state.face[component]
    )


def show(state: State, world: World, value: Value, type_: Type) -> Shown:
    """A value as it stands in a text now."""
    return Shown(value, type_, tuple(sight(state, c) for c in _components(world, value, type_)))


def _components(world: World, value: Value, type_: Type) -> list[int]:
    match type_:
        case OptT(of):
            return [] if value == NONE else _components(world, value, of)
        case KindT(kind):
            return [] if world.is_space(kind) else [value]
        case ListT(of, _):
            return [component for part in value for component in _components(world, part, of)]
        case SetT(of):
            return [component for part in members(value) for component in _components(world, part, of)]
        case _:
            return []
