"""Plays the games of plans and adds them up: the same with any number of workers, in any order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from ..interpreter.coverage import Trace, traced
from ..interpreter.engine import Playing, begin_traced
from ..interpreter.game import GameFault
from ..interpreter.opening import option_values
from .bots import Bot, answer, seat_bots
from .plan import Plan
from .questions import Questions
from .run import Endless
from .tally import Count, Tally
from .watch import Uses, Watch

MOST_AT_ONCE = 250
"""Games that a worker plays before it reports, at most."""


@dataclass(frozen=True, slots=True)
class Part:
    """Games `first` to `last - 1` of the plan at this position."""

    plan: int
    first: int
    last: int

    @property
    def games(self) -> int:
        """How many they are."""
        return self.last - self.first


Played: TypeAlias = tuple[Part, Tally]


class Workers(Protocol):
    """What plays parts somewhere; they may come back in any order."""

    def play(self, plans: Sequence[Plan], parts: Sequence[Part]) -> AbstractContextManager[Iterator[Played]]:
        """Play these parts. Raises Lost where that cannot be gone on with. Leaving gives up what is not
        done.
        """


class Lost(Exception):
    """Somebody who played has gone; the message says who, and what may be the reason."""


# ---- One part ----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Player:
    """Plays parts of one plan in this process, one after another."""

    plan: Plan
    _questions: Questions | None = None
    _tracer: Tracer | None = None

    def play(self, numbers: Iterable[int]) -> Tally:
        """Play the games with these numbers; a game that faults or does not end is counted as failed and
        told by its seed.
        """
        plan, count, failed, covered = self.plan, None, dict[int, str](), 0
        for number in numbers:
            try:
                game = plan.open(number)
                count = count or Count(self._read(game))
                covered += number < plan.covered
                self._game(game, number, count)
            except (GameFault, Endless) as problem:
                failed[number] = f"seed {plan.game_seed(number)}: {problem}"
        tally = Tally(plan.players) if count is None else count.finish()
        tally.failed, tally.covered = failed, covered
        if self._tracer is not None:
            tally.trace = self._tracer.taken()
        return tally

    def _read(self, game: Playing) -> Questions:
        if self._questions is None:
            self._questions = Questions(game)
        return self._questions

    def _game(self, game: Playing, number: int, count: Count) -> None:
        plan, seated = self.plan, self.plan.seated(number)
        bots = seat_bots(seated, plan.players, plan.game_seed(number))
        watch, answers = Watch(self._read(game)), list[int]()
        try:
            game = _play(game, bots, watch, count.uses, answers, plan.limit)
        finally:
            if number < plan.covered:
                self._tracer = self._tracer or Tracer(plan)
                self._tracer.play(number, answers)
        count.game(number, game, len(answers), watch, seated)


def _play(
    game: Playing, bots: Sequence[Bot], watch: Watch, uses: Uses, answers: list[int], limit: int
) -> Playing:
    """The game at its end; the options taken are put into `answers`."""
    while (seat := game.to_move) is not None:
        if len(answers) >= limit:
            raise Endless(limit)
        option = answer(bots[seat], game)
        watch.look(game, seat, option, uses)
        answers.append(option)
        game = game.apply(option)
    return game


class Tracer:
    """Plays games again on the interpreter, and notes what runs."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._trace = Trace()
        self._code = traced(plan.program, plan.players, self._trace)

    def play(self, number: int, answers: Sequence[int]) -> None:
        """Play the game with this number, as far as it goes."""
        plan = self._plan
        try:
            values = option_values(plan.program, plan.chosen)
            game = begin_traced(self._code, values, plan.game_seed(number))
            for option in answers:
                game = game.apply(option)
        except GameFault:
            # It is the end of the game that is traced; who plays it has told it.
            return

    def taken(self) -> Trace:
        """What has run since this was last asked for."""
        found = Trace()
        found.add(self._trace)
        self._trace.routines.clear()
        self._trace.ways.clear()
        return found


# ---- All parts ---------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Simulated:
    """What came of it: a tally for each plan, and why not all games were played (empty: all were)."""

    tallies: list[Tally]
    stopped: str = ""
    lost: str = ""


@dataclass(slots=True)
class Alone:
    """Plays everything in this process."""

    _players: dict[int, Player] = field(default_factory=dict)

    def play(self, plans: Sequence[Plan], parts: Sequence[Part]) -> AbstractContextManager[Iterator[Played]]:
        """See `Workers`."""
        from contextlib import nullcontext

        players = [Player(plan) for plan in plans]
        return nullcontext((part, players[part.plan].play(range(part.first, part.last))) for part in parts)


def simulate(
    plans: Sequence[Plan],
    games: int,
    workers: Workers,
    done: Iterable[Played] = (),
    heard: Callable[[Part, Tally], None] | None = None,
) -> Simulated:
    """Play so many games of each plan, but those that are `done`; `heard` is told every part that is played.
    An interrupt from the keyboard, or a worker that is lost, ends it: what is done then counts.
    """
    simulated = Simulated([Tally(plan.players) for plan in plans])
    found = apart(done, games)
    for part, tally in found:
        simulated.tallies[part.plan].add(tally)
    wanted = missing(len(plans), games, [part for part, _ in found])
    try:
        with workers.play(plans, wanted) as played:
            for part, tally in played:
                simulated.tallies[part.plan].add(tally)
                if heard is not None:
                    heard(part, tally)
    except KeyboardInterrupt:
        simulated.stopped = "interrupted"
    except Lost as lost:
        simulated.stopped = simulated.lost = str(lost)
    for tally in simulated.tallies:
        tally.settle()
    return simulated


def apart(done: Iterable[Played], games: int) -> list[Played]:
    """Of what is done, the parts that are wanted, and no game twice."""
    found: list[Played] = []
    taken: set[tuple[int, int]] = set()
    for part, tally in done:
        numbers = {(part.plan, number) for number in range(part.first, part.last)}
        if part.last <= games and not numbers & taken:
            taken |= numbers
            found.append((part, tally))
    return found


def missing(plans: int, games: int, done: Sequence[Part]) -> list[Part]:
    """The parts that are still to be played, plan by plan."""
    size = max(1, min(MOST_AT_ONCE, games // 200))
    wanted = []
    for plan in range(plans):
        first = 0
        for part in [*sorted((p.first, p.last) for p in done if p.plan == plan), (games, games)]:
            wanted += [Part(plan, n, min(n + size, part[0])) for n in range(first, part[0], size)]
            first = max(first, part[1])
    return wanted
