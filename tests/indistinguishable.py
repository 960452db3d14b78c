"""Runs a step again in worlds that a seat cannot tell from the real one, and wants everything that the seat
gets to be byte-equal.

Components that the seat has identified neither before, nor during, nor after the step change places with
others that look the same. Seats answer the same as far as they see it, chance and other seats do the same
to the component that now lies there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from difflib import unified_diff
from random import Random
from typing import Any, SupportsIndex
from unittest import mock

from tafl.interpreter import log, options
from tafl.interpreter.alike import Marker
from tafl.interpreter.chance import Generator
from tafl.interpreter.determinize import dealt, exchangeable
from tafl.interpreter.engine import Playing
from tafl.interpreter.game import CHANCE, GameFault
from tafl.interpreter.knowledge import eye, hidden_from
from tafl.interpreter.machine import Machine
from tafl.interpreter.references import renumbered, values
from tafl.interpreter.state import Raw, State
from tafl.interpreter.step import Told, answer, put_anew, take_step
from tafl.ir.types import Type
from tafl.ir.world import World


class Leak(AssertionError):
    """A seat gets something else in a world that it cannot tell apart; the message says what."""


class _Watched(list[int]):
    """`State.known` that remembers who has ever identified what, also in the copies made of it."""

    def __init__(self, values: Sequence[int], ever: list[int]) -> None:
        super().__init__(values)
        self.ever = ever

    def __setitem__(self, place: Any, value: Any) -> None:
        super().__setitem__(place, value)
        self.ever[place] |= value

    def __getitem__(self, place: SupportsIndex | slice) -> Any:
        found = super().__getitem__(place)
        return _Watched(found, self.ever) if isinstance(found, list) else found


@dataclass(slots=True)
class _Chance:
    """Chance in a step: drawn from `rng` and noted with its types, or as noted before and renumbered."""

    rng: Random
    noted: list[tuple[Raw, tuple[Type, ...]]] = field(default_factory=list)
    again: Iterator[tuple[Raw, tuple[Type, ...]]] | None = None
    new: Sequence[int] = ()

    @contextmanager
    def rules(self) -> Iterator[None]:
        """Every draw of the machines is answered from here, also where there is but one option."""

        def draw(
            machine: Machine,
            point: int,
            landing: int,
            found: tuple[Raw, ...],
            weights: tuple[int, ...],
            at: Any,
        ) -> int:
            del at
            frame = machine.frames[-1]
            statement = machine.world.points[frame.routine][point]
            machine.answer = self._answer(machine, found, weights or (1,) * len(found))
            machine.chooser = None
            self.noted.append(
                (machine.answer, options.option_types(machine.world, statement, machine.answer, frame))
            )
            return landing

        with mock.patch.object(Machine, "draw", draw):
            yield

    def _answer(self, machine: Machine, found: tuple[Raw, ...], weights: tuple[int, ...]) -> Raw:
        wanted = next(self.again, None) if self.again is not None else None
        if wanted is not None:
            answer = values(machine.world, *wanted, self.new)
            if _among(machine.state, machine.world, answer, found, wanted[1], CHANCE):
                return answer
        # Here chance is asked something else: the seat will see it, or the rules are to be blamed for
        # nothing.
        return self.rng.choices(found, weights)[0]


def _among(
    state: State, world: World, option: Raw, found: Sequence[Raw], types: Sequence[Type], seat: int
) -> bool:
    """Whether the option is there, or one that is like it."""
    marker = Marker(state, world, eye(world, seat))

    def mark(raw: Raw) -> list[object]:
        return [marker.value(value, type_) for value, type_ in zip(raw, types, strict=True)]

    return any(len(other) == len(option) and mark(other) == mark(option) for other in found)


# ---- Steps
# ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Step:
    """What came of an answer."""

    state: State
    told: Told
    chance: _Chance
    ever: list[int]


def _take(game: Playing, state: State, option: int, chance: _Chance) -> _Step:
    ever = state.known[:]
    begun = state.copy()
    begun.known = _Watched(state.known, ever)
    told = Told()
    with chance.rules():
        after = take_step(game._code, begun, lambda m, t: answer(m, option, t), explicit=False, told=told)
    return _Step(after, told, chance, ever)


def _shown(game: Playing, state: State, told: Told, seat: int) -> str:
    """All that a seat gets of a step: its view with its question, the new lines of its log, what it
    answered.
    """
    world = game.world
    playing = game._with(state, False)
    answered = [key for who, key in told.answers if who == seat]
    seen = {
        "view": playing.view(seat),
        "public": playing.view(None),
        "log": log.lines(world, told.events, seat),
        "said to all": log.lines(world, told.events, None),
        "answered": answered,
    }
    return json.dumps(seen, sort_keys=True, indent=1)


def assert_indistinguishable(game: Playing, option: int, seat: int, rng: Random, worlds: int = 2) -> int:
    """Answer the open question of `game` here and in some worlds that `seat` cannot tell from it, and
    compare all that it gets. Returns how many worlds were compared: 0 where nothing is hidden, or where
    another seat could not have answered so. Raises Leak.
    """
    world, state = game.world, game.state
    step = _take(game, state, option, _Chance(rng))
    hidden = [c for c in hidden_from(state, world, eye(world, seat)) if not step.ever[c] >> seat & 1]
    groups = exchangeable(state, world, hidden)
    if all(len(group.components) == 1 for group in groups):
        return 0
    before = _shown(game, state, Told(), seat)
    after = _shown(game, step.state, step.told, seat)
    compared = 0
    for _ in range(worlds):
        new = dealt(world, groups, Generator.of(rng.getrandbits(32), 3))
        if all(number == component for component, number in enumerate(new)):
            continue
        other = renumbered(state, world, new)
        Machine(game._code, other).resume()
        _want_equal(before, _shown(game, other, Told(), seat), "before the answer", seat)
        there = _answered_there(game, other, option, seat, step, new, rng)
        if there is not None:
            compared += 1
            _want_equal(after, there, f"after {step.told.answers[0]}", seat)
    return compared


def _answered_there(
    game: Playing, other: State, option: int, seat: int, step: _Step, new: Sequence[int], rng: Random
) -> str | None:
    """What the seat gets of the same answer in the renumbered world; None where it cannot be given there."""
    world, state = game.world, game.state
    assert state.pending is not None, "a finished game is not gone on with"
    anew = put_anew(game._code, other)
    own = state.pending.seat == seat
    if anew is None or anew.seat != state.pending.seat:
        # The rules would ask otherwise there: where the seat itself is asked, it can tell.
        if own:
            raise Leak(f"seat {seat + 1} would not be asked in a world that it cannot tell apart")
        return None
    if own:
        other.pending = anew
        _want_equal(str(options.keys(state, world)), str(options.keys(other, world)), "in the question", seat)
    else:
        statement, frame = options.asked_by(state, world), state.frames[-1]
        raw = state.pending.options[option]
        types = options.option_types(world, statement, raw, frame)
        same = values(world, raw, types, new)
        if not _among(other, world, same, anew.options, types, anew.seat):
            return None
        other.pending, option = replace(anew, options=(same,), weights=()), 0
    try:
        again = _take(game, other, option, _Chance(rng, again=iter(step.chance.noted), new=new))
    except GameFault as fault:
        raise Leak(
            f"the same answer stops the game in a world that seat {seat + 1} cannot tell apart: {fault}"
        ) from fault
    return _shown(game, again.state, again.told, seat)


def _want_equal(here: str, there: str, when: str, seat: int) -> None:
    if here != there:
        lines = list(unified_diff(here.splitlines(), there.splitlines(), lineterm="", n=6))
        raise Leak(f"seat {seat + 1} can tell two worlds apart {when}:\n" + "\n".join(lines[:60]))


def assert_keeps_secrets(
    game: Playing, rng: Random, *, share: float = 1.0, worlds: int = 2, limit: int = 10_000
) -> int:
    """Play at random to the end, and take that share of the steps again for every seat. Returns how many
    worlds were compared. Raises Leak.
    """
    compared = 0
    for _ in range(limit):
        if game.to_move is None:
            return compared
        option = rng.randrange(game.option_count)
        if rng.random() < share:
            anew = put_anew(game._code, game.state)
            assert anew == game.state.pending, "a question put anew is the same question"
            for seat in range(game.players):
                compared += assert_indistinguishable(game, option, seat, rng, worlds)
        game = game.apply(option)
    raise AssertionError(f"the game did not end within {limit} answers")
