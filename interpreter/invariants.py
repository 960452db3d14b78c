"""Looks whether a state keeps what must always hold: everything in one place, in its form, in its bounds."""

from __future__ import annotations

from ..ir.program import StateVar
from ..ir.types import NONE, Bool, EnumT, Int, KindT, OptT, PlayerT, Type
from ..ir.world import World
from .game import CHANCE
from .state import IDLE, OVER, State, astray


class Broken(AssertionError):
    """A state that should not exist; the message says what is wrong with it."""


def check_world(state: State, world: World) -> None:
    """Raise Broken unless every component is in exactly one place that may hold it, every variable in its
    range, and the open question fits what is asked and running.
    """
    _check_zones(state, world)
    _check_components(state, world)
    _check_variables(state, world)
    _check_running(state, world)


def _need(holds: bool, wrong: str) -> None:
    if not holds:
        raise Broken(wrong)


def _check_zones(state: State, world: World) -> None:
    lying = sorted(component for zone in state.zones for component in zone)
    _need(lying == list(range(world.components)), "a component is nowhere, or in two places")
    for place in world.places:
        zone = state.zones[place.number]
        name = f"zone {place.number}"
        _need(place.ordered or list(zone) == sorted(zone), f"{name} is not ascending")
        _need(place.capacity is None or len(zone) <= place.capacity, f"{name} holds more than it can")
        for component in zone:
            _need(state.place[component] == place.number, f"component {component} is not where it lies")
            fits = place.kinds is None or world.kind[component] in place.kinds
            _need(fits, f"{name} holds component {component}, which is not of its kinds")


def _check_components(state: State, world: World) -> None:
    _need(astray(state, world) is None, f"component {astray(state, world)} reaches where it cannot")
    for component in range(world.components):
        faces = world.program.kinds[world.kind[component]].faces
        _need(state.face[component] in (0, 1), f"component {component} has no face")
        _need(state.die[component] in (NONE, *faces), f"component {component} shows no face of its own")
        _need(0 <= state.known[component] < 1 << world.players, f"nobody can know component {component} so")


def _check_variables(state: State, world: World) -> None:
    for number, var in enumerate(world.program.state):
        for index in range(world.low[number], world.high[number] + 1):
            value = state.slots[world.offset[number] + index]
            _need(_fits(value, var, var.type, world), f"{var.name} of {index} is {value}")


def _fits(value: int, var: StateVar, of: Type, world: World) -> bool:
    if value == NONE:
        return isinstance(of, OptT) or var.default is None
    match of:
        case OptT(inner):
            return _fits(value, var, inner, world)
        case Int(low, high):
            return low <= value <= high
        case Bool():
            return value in (0, 1)
        case EnumT(enum):
            return 0 <= value < len(world.program.enums[enum].names)
        case PlayerT():
            return 0 <= value < world.players
        case KindT(kind) if kind >= 0:
            return value in world.members[kind]
        case _:
            return True


def _check_running(state: State, world: World) -> None:
    _need((state.stage == OVER) <= (state.pending is None), "the game is over and still asks")
    _need(
        state.stage in (IDLE, OVER) or state.pending is not None, "nothing is asked, and the game is not over"
    )
    _need((state.pending is None) == (not state.frames), "routines wait, and nothing is asked")
    _need((state.stage != OVER) or state.result is not None, "the game is over without a result")
    if state.pending is not None:
        pending = state.pending
        _need(pending.seat == CHANCE or 0 <= pending.seat < world.players, "nobody has that seat")
        _need(len(pending.options) > 0, "a question has no option")
        _need(len(set(pending.options)) == len(pending.options), "two options are the same")
        _need(not pending.weights or len(pending.weights) == len(pending.options), "weights are missing")
    for frame in state.frames:
        if frame.routine >= 0:
            points = world.program.routines[frame.routine].points
            _need(1 <= frame.point <= len(points), f"routine {frame.routine} waits nowhere")
