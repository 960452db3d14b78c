"""Runs the tests that are written in the language, and says of a failed one what was expected and what was
there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, assert_never

from ..interpreter.engine import Playing, bare
from ..interpreter.errors import Unmet
from ..interpreter.game import CHANCE, AnswerError, GameFault
from ..interpreter.knowledge import eye, hidden_from
from ..interpreter.names import seat_title, text, zone_title
from ..interpreter.opening import OptionError, fill_options
from ..interpreter.options import keys
from ..ir.program import (
    AnswerStep,
    ExpectStep,
    OptionStep,
    Program,
    RunStep,
    SeesStep,
    StatusStep,
    Step,
    Test,
)
from ..ir.span import Span
from ..ir.world import BOX
from .picks import find_option

SHOWN = 20
"""Options that a message names."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a test failed: where, what in a sentence, both sides of a comparison as text, the log since
    `given`.
    """

    at: Span
    message: str
    sides: tuple[str, ...]
    log: tuple[str, ...]


class _Failed(Exception):
    def __init__(self, at: Span, message: str, sides: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.at = at
        self.message = message
        self.sides = sides


@dataclass(frozen=True, slots=True)
class Ran:
    """How a test went: why it failed (None: it holds), everything in its log since `given`, and the hash of
    the last state (empty where it came to none).
    """

    failure: Failure | None
    log: tuple[str, ...]
    hash: str


def run_test(program: Program, test: Test, bare: Callable[..., Playing] = bare) -> Failure | None:
    """Run a test of this program; None where it holds. Another engine gives its own `bare`."""
    return run_whole(program, test, bare).failure


def run_whole(program: Program, test: Test, bare: Callable[..., Playing] = bare) -> Ran:
    """Run a test, and say all that two engines have to agree on."""
    run, failure = _Run(program, test, bare), None
    try:
        run.prepare()
        run.steps()
    except _Failed as failed:
        failure = Failure(failed.at, failed.message, failed.sides, run.log())
    return Ran(failure, run.log(), run.hash())


class _Run:
    """One test at work. `fault` is what the step before raised, until a step says that it expected it."""

    def __init__(self, program: Program, test: Test, bare: Callable[..., Playing]) -> None:
        self._program = program
        self._test = test
        self._bare = bare
        self._game: Playing | None = None
        self._since = 0
        self._fault: GameFault | None = None

    @property
    def game(self) -> Playing:
        assert self._game is not None, "`prepare` comes first"
        return self._game

    def log(self) -> tuple[str, ...]:
        """What has happened since `given`, as somebody sees it who sees everything."""
        return () if self._game is None else tuple(self._game.log(CHANCE, self._since))

    def hash(self) -> str:
        """The hash of the state as it stands."""
        return "" if self._game is None else self._game.hash()

    def prepare(self) -> None:
        """Do what stands under `given`."""
        test = self._test
        try:
            values = fill_options(self._program, dict(test.options))
            self._game = self._bare(self._program, test.players, values, explicit_chance=True)
            if test.scenario is not None:
                self._game = self.game.run(test.scenario)
            if test.layout is not None:
                self._game = self.game.lay(test.layout)
            if test.setup:
                self._game = self.game.set_up()
            self._let_chance()
            if test.given is not None:
                self._game = self.game.run(test.given)
                self._let_chance()
        except GameFault as fault:
            raise _Failed(fault.at, f"`given` stops the game: {fault.message}") from None
        except (AnswerError, OptionError) as error:
            raise _Failed(test.at, f"`given` cannot be done: {error}") from None
        self._since = len(self.game.log(CHANCE))

    def steps(self) -> None:
        """Take the steps one after another. A fault fails the test unless the next step expects it."""
        for step in self._test.steps:
            expected = isinstance(step, StatusStep) and step.what == "fault"
            if self._fault is None and not (isinstance(step, AnswerStep) and step.seat is None):
                self._go_on()
            if self._fault is not None and not expected:
                raise _Failed(self._fault.at, f"the game stops: {self._fault.message}")
            self._take(step)
        if self._fault is not None:
            raise _Failed(self._fault.at, f"the game stops: {self._fault.message}")

    def _take(self, step: Step) -> None:
        match step:
            case RunStep():
                self._run(step)
            case AnswerStep():
                self._answer(step)
            case ExpectStep():
                self._expect(step)
            case OptionStep():
                self._expect_option(step)
            case SeesStep():
                self._expect_sight(step)
            case StatusStep():
                self._expect_status(step)
            case _:
                assert_never(step)

    def _go_on(self) -> None:
        try:
            self._let_chance()
        except GameFault as fault:
            self._fault = fault

    def _let_chance(self) -> None:
        """Chance answers by itself where the test does not answer for it."""
        while self.game.to_move == CHANCE:
            self._game = self.game.chance()

    # ---- What is done ----------------------------------------------------------------------------------

    def _run(self, step: RunStep) -> None:
        try:
            self._game = self.game.run(step.routine)
        except GameFault as fault:
            self._fault = fault
        except AnswerError as error:
            raise _Failed(step.at, f"this cannot be done now: {error}{self._asked()}") from None

    def _answer(self, step: AnswerStep) -> None:
        self._need_asked(step.seat, step.at)
        option = self._find(step)
        if option is None:
            raise _Failed(step.at, f"{_who(step.seat)} cannot choose {self._wanted(step)}{self._asked()}")
        try:
            self._game = self.game.apply(option)
        except GameFault as fault:
            self._fault = fault

    def _find(self, step: AnswerStep | OptionStep) -> int | None:
        value = None if step.value is None else self._value(step.value)
        return find_option(self.game, step.key, value)

    def _value(self, routine: int) -> Any:
        try:
            return self.game.evaluate(routine)
        except GameFault as fault:
            raise _Failed(fault.at, f"this cannot be worked out: {fault.message}") from None

    def _wanted(self, step: AnswerStep | OptionStep) -> str:
        return f"`{step.key}`" if step.key is not None else "this"

    def _need_asked(self, seat: int | None, at: Span) -> None:
        wanted, asked = CHANCE if seat is None else seat, self.game.to_move
        if asked != wanted:
            raise _Failed(at, f"{_who(seat)} is not asked now{self._asked()}")

    def _asked(self) -> str:
        """Who is asked what now, for messages."""
        game = self.game
        decision = game.decision
        if decision is None:
            return ": the game is over" if game.result is not None else ": no question is open"
        names = keys(game.state, game.world)
        shown = ", ".join(names[:SHOWN]) + (", ..." if len(names) > SHOWN else "")
        return f": {_who(decision.seat)} is asked “{decision.prompt}” and can choose {shown}"

    # ---- What is expected ------------------------------------------------------------------------------

    def _expect(self, step: ExpectStep) -> None:
        try:
            self.game.evaluate(step.routine)
        except Unmet as unmet:
            sides = tuple(
                text(self.game.world, (side,), eye(self.game.world, CHANCE)) for side in unmet.sides
            )
            raise _Failed(unmet.at, "this does not hold", sides) from None
        except GameFault as fault:
            raise _Failed(fault.at, f"this cannot be worked out: {fault.message}") from None

    def _expect_option(self, step: OptionStep) -> None:
        self._need_asked(step.seat, step.at)
        if (self._find(step) is not None) != step.possible:
            can = "cannot" if step.possible else "can"
            raise _Failed(step.at, f"{_who(step.seat)} {can} choose {self._wanted(step)}{self._asked()}")

    def _expect_sight(self, step: SeesStep) -> None:
        game = self.game
        state, world = game.state, game.world
        wanted = self._value(step.count)
        if step.place is None:
            zone = None
            lying = [
                component for place in range(world.zones) if place != BOX for component in state.zones[place]
            ]
        else:
            zone = self._value(step.place)
            lying = list(state.zones[zone])
        hidden = len(hidden_from(state, world, eye(world, step.seat), lying))
        if hidden != wanted:
            where = "on the table" if zone is None else f"in {zone_title(world, zone)}"
            message = f"{_who(step.seat)} has not identified {hidden} components {where}, not {wanted}"
            raise _Failed(step.at, message, (str(hidden), str(wanted)))

    def _expect_status(self, step: StatusStep) -> None:
        over = self.game.result is not None
        match step.what:
            case "fault":
                if self._fault is None:
                    raise _Failed(step.at, f"nothing stopped the game{self._asked()}")
                self._fault = None
            case "over":
                if not over:
                    raise _Failed(step.at, f"the game is not over{self._asked()}")
            case _:
                if over or self.game.to_move is not None:
                    raise _Failed(step.at, f"the game does not rest{self._asked()}")


def _who(seat: int | None) -> str:
    return "chance" if seat is None or seat == CHANCE else seat_title(seat)


def describe(failure: Failure) -> str:
    """A failure as lines of text: place and message, both sides, the log."""
    lines = [f"{failure.at}: {failure.message}"]
    if len(failure.sides) == 2:
        lines += [f"    left:  {failure.sides[0]}", f"    right: {failure.sides[1]}"]
    if failure.log:
        lines += ["    the log since `given`:", *(f"      {line}" for line in failure.log)]
    return "\n".join(lines)


def matches(title: str, words: str) -> bool:
    """Whether a test with this title is wanted by `-k WORDS`: each of the words stands in it."""
    return all(re.search(re.escape(word), title, re.IGNORECASE) for word in words.split())


@dataclass(slots=True)
class Counts:
    """How many tests of how many games passed and failed; `broken` games could not be tested at all."""

    passed: int = 0
    failed: int = 0
    broken: int = 0

    @property
    def summary(self) -> str:
        """The last line of `tafl test`."""
        broken = f", {self.broken} of the games not tested because of errors" if self.broken else ""
        return f"{self.passed} passed, {self.failed} failed{broken}"


def run_game(
    game: str,
    tests: Iterable[tuple[Program, Test]],
    words: str,
    counts: Counts,
    run: Callable[[Program, Test], Failure | None] = run_test,
) -> Iterator[str]:
    """Run the tests of a game whose titles are wanted, count them, and tell each failure."""
    for program, test in tests:
        if not matches(f"{game} {test.title}", words):
            continue
        failure = run(program, test)
        if failure is None:
            counts.passed += 1
        else:
            counts.failed += 1
            yield f"FAILED {game}: {test.title}\n  {describe(failure)}\n"
