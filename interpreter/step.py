"""One step of a game: from a state and what starts it (a deed) to the next state, as a transaction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from ..ir.program import Layout
from . import effects, options
from .chance import Rng, below, weighted
from .code import Code
from .errors import Stop
from .events import Event
from .game import CHANCE
from .machine import Machine
from .state import SETUP, Pending, State


@dataclass(slots=True)
class Told:
    """What happened in a step: the events for the log, and the answers given in it, chance's included, as
    (seat, key).
    """

    events: list[Event] = field(default_factory=list)
    answers: list[tuple[int, str]] = field(default_factory=list)


Deed: TypeAlias = Callable[[Machine, Told | None], None]
"""What starts a step. Engines know the ones below."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The option at this position is taken."""

    option: int

    def __call__(self, machine: Machine, told: Told | None) -> None:
        """Do it."""
        answer(machine, self.option, told)


@dataclass(frozen=True, slots=True)
class ByChance:
    """The state's own generator answers the question to chance."""

    def __call__(self, machine: Machine, told: Told | None) -> None:
        """Do it."""
        answer_chance(machine, told)


@dataclass(frozen=True, slots=True)
class Opening:
    """The game begins, with its setup."""

    def __call__(self, machine: Machine, told: Told | None) -> None:
        """Do it."""
        del told
        machine.state.stage = SETUP
        if machine.code.program.setup is not None:
            machine.start(machine.code.program.setup)


@dataclass(frozen=True, slots=True)
class Start:
    """In a test: an effect without parameters begins."""

    effect: int

    def __call__(self, machine: Machine, told: Told | None) -> None:
        """Do it."""
        del told
        machine.start(self.effect)


@dataclass(frozen=True, slots=True)
class Run:
    """In a test: a routine without parameters begins."""

    routine: int

    def __call__(self, machine: Machine, told: Told | None) -> None:
        """Do it."""
        del told
        machine.push(self.routine, [], machine.code.routines[self.routine].at)


@dataclass(frozen=True, slots=True)
class Lay:
    """In a test: a layout is laid."""

    layout: Layout

    def __call__(self, machine: Machine, told: Told | None) -> None:
        """Do it."""
        del told
        effects.lay(machine, self.layout, self.layout.at)


def take_step(code: Code, before: State, deed: Deed, *, explicit: bool, told: Told | None = None) -> State:
    """The state after a step; `before` stays as it was, also where a GameFault is raised.

    Chance is asked like a seat: with `explicit` its question ends the step, otherwise the state's own
    generator answers it and the step goes on. What happens is noted in `told`, which changes nothing of it.
    """
    machine = Machine(code, before.copy(), None if told is None else told.events)
    state = machine.state
    try:
        deed(machine, told)
        machine.run()
        while state.pending is not None and state.pending.seat == CHANCE and not explicit:
            answer_chance(machine, told)
            machine.run()
    except Stop as stop:
        raise stop.fault() from None
    return state


def answer(machine: Machine, option: int, told: Told | None) -> None:
    """Put in an answer, and note it by its key."""
    pending = machine.state.pending
    assert pending is not None, "only an open question takes an answer"
    if told is not None:
        told.answers.append((pending.seat, options.keys(machine.state, machine.world)[option]))
    machine.take(option)


def answer_chance(machine: Machine, told: Told | None) -> None:
    """Let the state's own generator answer the question to chance."""
    state = machine.state
    assert state.pending is not None, "only an open question takes an answer"
    option, state.rng = _drawn(state.pending, state.rng)
    answer(machine, option, told)


def _drawn(question: Pending, rng: Rng) -> tuple[int, Rng]:
    if question.weights:
        return weighted(rng, question.weights)
    return below(rng, len(question.options))


def put_anew(code: Code, state: State) -> Pending | None:
    """The open question of a state as it would be put there now; None where none would be, or it would have
    no option.
    """
    machine = Machine(code, state.copy())
    frame = machine.frames[-1]
    compiled = code.routines[frame.routine]
    machine.state.pending = None
    # The step before the one that takes the answer is the one that asks.
    ask = compiled.steps[compiled.answers[frame.point] - 1]
    try:
        ask(machine, frame.locals)
    except Stop:
        return None
    return machine.state.pending
