"""The whole state of a game as plain integers, its one canonical form and its hash."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any, TypeAlias

from ..ir.types import NONE
from ..ir.world import BOX, World

Value: TypeAlias = Any
"""A value at run time: an int, or a tuple of values (a list)."""

Raw: TypeAlias = tuple[Value, ...]
"""An option as the machine has it; what stands in it depends on the kind of the question (see `Pending`)."""

IDLE, SETUP, PLAY, SCORING, OVER = range(5)
"""What the game is at: nothing (a test between two steps), one of its three flows, or its end."""

IN_INSTEAD, IN_BEFORE, IN_BODY, IN_AFTER = 1, 2, 3, 4
"""Where a call with live hooks waits: the `point` of its frame."""


@dataclass(slots=True)
class Frame:
    """A suspended routine, or a suspended call of an effect that has live hooks.

    A routine: `routine` is its position, `point` where it waits, `locals` one value a local; locals that are
    not live at the point are 0. A call: `routine` is -1 - effect, `point` one of `IN_...`, and `locals` are
    [arguments, live hooks as (hook, self or NONE, holder or NONE), bit mask of those already used, position
    of the hook that runs, result of the body or NONE]. `pc` is the engine's own mark and no part of the
    state: it follows from routine and point.
    """

    routine: int
    point: int
    locals: list[Value]
    pc: int = 0

    def copy(self) -> Frame:
        """The same, with locals of its own."""
        return Frame(self.routine, self.point, self.locals[:], self.pc)


@dataclass(frozen=True, slots=True)
class Pending:
    """The open question: put to `seat` (CHANCE: -1) by the topmost frame's statement (`World.points`), with
    options in a fixed order.

    `kind` says what an option holds: "choose" (element,) or () for `done`; "menu" (position of the option in
    the menu,); "act" (action, arguments...), step by step only as many as are asked so far and the one asked;
    "chance" (element,): the component of a shuffle that comes next, the value of a die's face, the element
    picked. Weights are chance's; () means 1 for each.
    """

    seat: int
    kind: str
    options: tuple[Raw, ...]
    weights: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the game ended, or stands ranked so far: one integer a seat each; `scores` is () where the game
    counts none.
    """

    outcome: tuple[int, ...]
    ranking: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(slots=True)
class State:
    """A game between two answers, or during a step.

    - `options`: the chosen value of each game option.
    - `slots`: every state variable, at the slots that `World` gives it. NONE in a variable whose type is not
    optional: not yet set.
    - `zones`: the components of each zone: from the top (left) on where it is ordered, else ascending.
    - `place`: the zone of each component (follows from `zones`).
    - `face`: 1 for each component that lies face up, 0 face down.
    - `die`: the value of the face that each die shows, NONE before its first roll and for all that is no die.
    - `known`: for each component the bit mask of the seats that have identified it (seat 0 is bit 0).
    - `uses`: how often each seat has used each limited action (action * seats + seat), this turn or in the
    game, as its limit counts.
    - `rng`: (state, increment) of the game's generator.
    - `fuel`: units spent since the last decision of a seat; chance's draws do not fill up.
    - `stage`: IDLE, SETUP, PLAY, SCORING or OVER.
    - `frames`: the suspended routines, outermost first.
    - `pending`: the open question; None after the end (and between the steps of a test).
    - `result`: the ranking so far; final when the stage is OVER.
    """

    options: tuple[int, ...]
    slots: list[int]
    zones: list[tuple[int, ...]]
    place: list[int]
    face: list[int]
    die: list[int]
    known: list[int]
    uses: list[int]
    rng: tuple[int, int]
    fuel: int
    stage: int
    frames: list[Frame]
    pending: Pending | None
    result: Outcome | None

    def copy(self) -> State:
        """The same state with parts of its own, so that changing it leaves this one as it was."""
        return State(
            self.options,
            self.slots[:],
            self.zones[:],
            self.place[:],
            self.face[:],
            self.die[:],
            self.known[:],
            self.uses[:],
            self.rng,
            self.fuel,
            self.stage,
            [frame.copy() for frame in self.frames],
            self.pending,
            self.result,
        )


def empty_state(world: World, options: tuple[int, ...], rng: tuple[int, int]) -> State:
    """Everything in the box, face up and known to all; every variable unset; nothing asked."""
    everybody = (1 << world.players) - 1
    return State(
        options=options,
        slots=[NONE] * world.slots,
        zones=[tuple(range(world.components))] + [()] * (world.zones - 1),
        place=[BOX] * world.components,
        face=[1] * world.components,
        die=[NONE] * world.components,
        known=[everybody] * world.components,
        uses=[0] * (len(world.program.actions) * world.players),
        rng=rng,
        fuel=0,
        stage=IDLE,
        frames=[],
        pending=None,
        result=None,
    )


def astray(state: State, world: World) -> int | None:
    """A component that takes further spaces without lying on one, or one of its spaces twice."""
    for component, slots in enumerate(world.further):
        taken = [space for space in (state.slots[slot] for slot in slots) if space != NONE]
        spaces = {world.places[state.place[component]].space, *taken}
        if taken and (NONE in spaces or len(spaces) <= len(taken)):
            return component
    return None


KINDS = ("choose", "menu", "act", "chance")
"""The kinds of questions in the order of their numbers in the canonical form."""

CANONICAL = (
    "options",
    "slots",
    "zones",
    "face",
    "die",
    "known",
    "uses",
    "rng",
    "fuel",
    "stage",
    "frames",
    "pending",
    "result",
)
"""The parts of the canonical form in order, by the names that they have in `State`."""


def canonical(state: State, world: World) -> list[Any]:
    """The state as nested lists of integers: equal for equal states, on every engine and machine.

    [options, slots, zones, face, die, known, uses, generator, fuel, stage, frames, question, result]; a frame
    is [routine, point, values of the locals live there] (or of a call, see `Frame`), a question [] or [seat,
    kind, options, weights], a result [] or [outcome, ranking, scores].
    """
    return [
        list(state.options),
        list(state.slots),
        [list(zone) for zone in state.zones],
        list(state.face),
        list(state.die),
        list(state.known),
        list(state.uses),
        list(state.rng),
        state.fuel,
        state.stage,
        [_canonical_frame(frame, world) for frame in state.frames],
        _canonical_question(state.pending),
        []
        if state.result is None
        else _plain((state.result.outcome, state.result.ranking, state.result.scores)),
    ]


def _canonical_frame(frame: Frame, world: World) -> list[Any]:
    values = frame.locals
    if frame.routine >= 0:
        values = [values[slot] for slot in live_slots(frame, world)]
    return [frame.routine, frame.point, [_plain(value) for value in values]]


def live_slots(frame: Frame, world: World) -> tuple[int, ...]:
    """The locals of a routine's frame that are still needed after its point; none where it never ran."""
    points = world.program.routines[frame.routine].points
    return points[frame.point - 1].live


def _canonical_question(pending: Pending | None) -> list[Any]:
    if pending is None:
        return []
    return [pending.seat, KINDS.index(pending.kind), _plain(pending.options), list(pending.weights)]


def _plain(value: Value) -> Any:
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def state_hash(state: State, world: World) -> str:
    """SHA-256 of the canonical form written as JSON without blanks, 64 hex digits."""
    text = json.dumps(canonical(state, world), separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()
