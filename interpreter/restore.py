"""Turns the canonical form of a state back into a state, believing nothing of it that does not fit the
game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..ir.program import Act
from ..ir.types import (
    INT_MAX,
    INT_MIN,
    NONE,
    Bool,
    ContentT,
    DirectionT,
    EnumT,
    Int,
    KindT,
    LayoutT,
    ListT,
    OptT,
    PlayerT,
    ScenarioT,
    SetT,
    Type,
    ZoneT,
)
from ..ir.world import World
from .game import CHANCE
from .hooks import ARGS, INNER, LIVE, POSITION, RESULT, USED
from .options import asked_by, option_types, parameter_types
from .references import asked_slots, hooks_slots, slot_types
from .state import (
    IN_AFTER,
    IN_INSTEAD,
    KINDS,
    OVER,
    Frame,
    Outcome,
    Pending,
    State,
    Value,
    astray,
    live_slots,
)


class BadState(ValueError):
    """Data that is no state of this game; the message says which part."""


def restore(data: Any, world: World) -> State:
    """The state whose canonical form `data` is. Raises BadState; engines set their own marks afterwards."""
    try:
        return _restore(data, world)
    except (TypeError, ValueError, IndexError, KeyError, AttributeError, OverflowError) as error:
        what = str(error) if isinstance(error, BadState) else "its parts do not fit together"
        raise BadState(f"this is no state of {world.program.name}: {what}") from None


def _restore(data: Any, world: World) -> State:
    options, slots, zones, face, die, known, uses, rng, fuel, stage, frames, question, result = data
    lying = [tuple(zone) for zone in zones]
    state = State(
        options=_options(options, world),
        slots=_numbers(slots, world.slots, "state variables", high=None),
        zones=lying,
        place=_places(lying, world),
        face=_numbers(face, world.components, "faces", 0, 1),
        die=_numbers(die, world.components, "dice"),
        known=_numbers(known, world.components, "what seats know", 0, (1 << world.players) - 1),
        uses=_numbers(uses, len(world.program.actions) * world.players, "uses of actions", 0),
        rng=_generator(rng),
        fuel=_numbers([fuel], 1, "fuel", 0)[0],
        stage=_numbers([stage], 1, "stage", 0, OVER)[0],
        frames=[],
        pending=None,
        result=_result(result, world) if result else None,
    )
    _check_slots(state, world)
    state.frames = [_frame(frame, world) for frame in frames]
    if question:
        state.pending = _question(question, state, world)
    return state


def _need(holds: bool, what: str) -> None:
    if not holds:
        raise BadState(what)


def _numbers(
    values: Sequence[Any], count: int, what: str, low: int = NONE, high: int | None = INT_MAX
) -> list[int]:
    _need(len(values) == count, f"there are {len(values)} {what} and not {count}")
    for value in values:
        fine = type(value) is int and value >= low and (high is None or value <= high)
        _need(fine, f"`{value}` stands among its {what}")
    return list(values)


def _options(values: Sequence[Any], world: World) -> tuple[int, ...]:
    declared = world.program.options
    for option, value in zip(declared, _numbers(values, len(declared), "options"), strict=True):
        _need(value in option.values, f"{option.name} is not {value}")
    return tuple(values)


def _places(zones: list[tuple[int, ...]], world: World) -> list[int]:
    _need(len(zones) == world.zones, f"there are {len(zones)} zones and not {world.zones}")
    place = [NONE] * world.components
    for zone, lying in enumerate(zones):
        for component in _numbers(lying, len(lying), "components", 0, world.components - 1):
            _need(place[component] == NONE, f"component {component} lies in two places")
            place[component] = zone
        _need(world.places[zone].ordered or list(lying) == sorted(lying), "a zone is out of order")
    _need(NONE not in place, "a component lies nowhere")
    return place


def _generator(rng: Sequence[Any]) -> tuple[int, int]:
    state, increment = _numbers(rng, 2, "generator", 0, 2**64 - 1)
    _need(increment % 2 == 1, "its generator is broken")
    return state, increment


def _result(result: Any, world: World) -> Outcome:
    outcome, ranking, scores = result
    players = world.players
    return Outcome(
        tuple(_numbers(outcome, players, "outcomes")),
        tuple(_numbers(ranking, players, "ranks", 1)),
        tuple(_numbers(scores, players if scores else 0, "scores")),
    )


# ---- Values ------------------------------------------------------------------------------------------------


def _check_slots(state: State, world: World) -> None:
    for number, var in enumerate(world.program.state):
        for index in range(world.low[number], world.high[number] + 1):
            value = state.slots[world.offset[number] + index]
            # NONE: not yet set, whatever the type.
            if value != NONE:
                checked(value, var.type, world)
    _need(astray(state, world) is None, f"component {astray(state, world)} reaches where it cannot")


def checked(value: Any, type_: Type, world: World) -> Value:
    """A value of this type out of plain data: lists become tuples. Raises BadState where it is none."""
    match type_:
        case ListT(of):
            return tuple(checked(item, of, world) for item in value)
        case OptT(of) if value == NONE:
            return NONE
        case OptT(of):
            return checked(value, of, world)
        case SetT(of):
            _need(type(value) is int and value >= 0, f"`{value}` is no set")
            _need(not value >> _size(of, world), f"`{value}` is no set of what it should hold")
            return value
        case Int(low, high):
            return _numbers([value], 1, "numbers", max(low, INT_MIN), high)[0]
        case KindT(kind) if kind >= 0 and not world.is_space(kind):
            _need(value in world.members[kind], f"component {value} is of another kind")
            return int(value)
        case _:
            return _numbers([value], 1, "values", 0, _size(type_, world) - 1)[0]


def _size(type_: Type, world: World) -> int:
    """How many values a type has, counted from 0 (a ranged integer: from its low end)."""
    program = world.program
    match type_:
        case Int(low, high):
            return high - low + 1
        case Bool():
            return 2
        case EnumT(enum):
            return len(program.enums[enum].names)
        case PlayerT():
            return world.players
        case DirectionT():
            return 8
        case KindT(kind):
            return world.spaces if world.is_space(kind) else world.components
        case ContentT():
            return len(program.contents)
        case ZoneT():
            return world.zones
        case LayoutT():
            return len(program.layouts)
        case ScenarioT():
            return len(program.scenarios)
        case _:
            raise BadState("a list or set stands where none can")


# ---- Suspended routines and the question -------------------------------------------------------------------


def _frame(data: Any, world: World) -> Frame:
    number, point, values = data
    if number < 0:
        return _call(-1 - number, point, values, world)
    routine = world.program.routines[number]
    _need(type(number) is int and point in world.points[number], "a routine waits where it cannot")
    frame = Frame(number, point, [0] * len(routine.locals))
    live, types = live_slots(frame, world), slot_types(world)[number]
    _need(len(values) == len(live), f"{routine.name} has {len(values)} values and not {len(live)}")
    for slot, value in zip(live, values, strict=True):
        if slot in hooks_slots(world)[number]:
            frame.locals[slot] = _live_hooks(value, world)
        elif slot in asked_slots(world)[number]:
            frame.locals[slot] = _asked(value, world)
        elif isinstance(value, list) and not isinstance(types[slot], ListT):
            # A list that only the machine reads: numbers that count what is still to do.
            frame.locals[slot] = tuple(_numbers(value, len(value), "values"))
        else:
            frame.locals[slot] = _local(value, types[slot], world)
    return frame


def _local(value: Any, type_: Type, world: World) -> Value:
    # A local that nothing has been put in yet holds what it began with.
    return value if value in (0, NONE) else checked(value, type_, world)


def _call(effect: int, point: int, values: Sequence[Any], world: World) -> Frame:
    routine = world.program.routines[world.program.effects[effect].routine]
    _need(IN_INSTEAD <= point <= IN_AFTER and len(values) == INNER + 1, "a call waits where it cannot")
    frame = Frame(-1 - effect, point, list(values))
    types = [local.type for local in routine.locals[: routine.params]]
    frame.locals[ARGS] = tuple(checked(v, t, world) for v, t in zip(values[ARGS], types, strict=True))
    frame.locals[LIVE] = _live_hooks(values[LIVE], world)
    hooks = len(values[LIVE])
    _numbers([values[USED]], 1, "used hooks", 0, (1 << hooks) - 1)
    _numbers([values[POSITION]], 1, "positions", 0, hooks)
    _numbers([values[INNER]], 1, "values", 0, 1)
    if values[RESULT] != NONE and routine.result is not None:
        frame.locals[RESULT] = checked(values[RESULT], routine.result, world)
    return frame


def _live_hooks(data: Any, world: World) -> Value:
    found = []
    for hook, self, holder in data or ():
        _numbers([hook], 1, "hooks", 0, len(world.program.hooks) - 1)
        selves = world.hook_selves[hook]
        _need(self == NONE if selves is None else self in selves, "a hook is not of its component")
        _need(holder == NONE or holder in world.seats, "a hook is of no seat")
        found.append((hook, self, holder))
    return tuple(found)


def _asked(data: Any, world: World) -> Value:
    if not data:
        return () if isinstance(data, list) else data
    _numbers(data[:1], 1, "actions", 0, len(world.program.actions) - 1)
    types = parameter_types(world, data[0])
    return (data[0], *(checked(v, t, world) for v, t in zip(data[1:], types, strict=False)))


def _question(data: Any, state: State, world: World) -> Pending:
    seat, kind, options, weights = data
    _need(seat in (CHANCE, *world.seats), f"`{seat}` is asked")
    _need(bool(options) and len(weights) in (0, len(options)), "its question has no options")
    statement, frame = asked_by(state, world), state.frames[-1]
    if KINDS[kind] == "act":
        acts = [option[0] for option in options if option]
        _numbers(acts, len(acts), "actions", 0, len(world.program.actions) - 1)
        passes = isinstance(statement, Act) and statement.window is not None
        _need(len(acts) == len(options) or passes, "it may pass where it cannot")
    typed = [
        tuple(
            checked(v, t, world)
            for v, t in zip(o, option_types(world, statement, tuple(o), frame), strict=True)
        )
        for o in options
    ]
    return Pending(seat, KINDS[kind], tuple(typed), tuple(_numbers(weights, len(weights), "weights", 1)))
