"""Plays the games of plans and adds them up: the same with any number of workers, in any order."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from threading import current_thread, main_thread
from time import monotonic
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

MOST_AT_ONCE = 1000
"""Games that a worker plays before it reports, at most."""

AIM = 2.0
"""Seconds that a worker plays before it reports, about: an interrupt loses no more."""


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
    """What plays games somewhere, in parts of any size; they may come back in any order."""

    def play(self, plans: Sequence[Plan], gaps: Sequence[Part]) -> AbstractContextManager[Iterator[Played]]:
        """Play these. Raises Lost where that cannot be gone on with. Leaving gives up what is not done."""


class Pieces:
    """Hands out what is to be played, piece by piece."""

    def __init__(self, gaps: Sequence[Part]) -> None:
        self._gaps = list(reversed(gaps))

    def take(self, most: int) -> Part | None:
        """The next games, at most so many; None where there are no more."""
        if not self._gaps:
            return None
        gap = self._gaps.pop()
        if gap.games > most:
            self._gaps.append(Part(gap.plan, gap.first + most, gap.last))
        return Part(gap.plan, gap.first, min(gap.last, gap.first + most))


def next_size(played: int, seconds: float) -> int:
    """How many games to play next, where so many have taken so long: for about `AIM` seconds."""
    wanted = min(played * 4, int(played * AIM / max(seconds, 1e-3)))
    return max(1, min(MOST_AT_ONCE, wanted))


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
    """Plays everything in this process, at most so many games at once."""

    most: int = MOST_AT_ONCE

    def play(self, plans: Sequence[Plan], gaps: Sequence[Part]) -> AbstractContextManager[Iterator[Played]]:
        """See `Workers`."""
        return nullcontext(self._played(plans, Pieces(gaps)))

    def _played(self, plans: Sequence[Plan], pieces: Pieces) -> Iterator[Played]:
        players, size = [Player(plan) for plan in plans], 1
        while (part := pieces.take(size)) is not None:
            begun = monotonic()
            yield part, players[part.plan].play(range(part.first, part.last))
            size = min(self.most, next_size(part.games, monotonic() - begun))


def simulate(
    plans: Sequence[Plan],
    games: int,
    workers: Workers,
    done: Iterable[Played] = (),
    heard: Callable[[Part, Tally], None] | None = None,
    *,
    rows: bool = True,
) -> Simulated:
    """Play so many games of each plan, but those that are `done`; `heard` is told every part that is played.
    An interrupt from the keyboard, or a worker that is lost, ends it: what is done then counts. Without
    `rows` the tallies have no records of single games.
    """
    simulated = Simulated([Tally(plan.players) for plan in plans])
    found = apart(done, games)
    gaps = missing(len(plans), games, [part for part, _ in found])
    try:
        for part, tally in found:
            simulated.tallies[part.plan].add(tally, rows=rows)
        with workers.play(plans, gaps) as played:
            for part, tally in played:
                with _wholly():
                    simulated.tallies[part.plan].add(tally, rows=rows)
                    if heard is not None:
                        heard(part, tally)
    except KeyboardInterrupt:
        simulated.stopped = "interrupted"
    except Lost as lost:
        simulated.stopped = simulated.lost = str(lost)
    for tally in simulated.tallies:
        tally.settle()
    return simulated


@contextmanager
def _wholly() -> Iterator[None]:
    """Lets an interrupt wait until what is begun is done: half a tally is none."""
    if current_thread() is not main_thread():
        yield
        return
    noted: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: noted.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if noted:
        raise KeyboardInterrupt


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
    """What is still to be played, plan by plan, in pieces as great as can be."""
    wanted = []
    for plan in range(plans):
        first = 0
        for begin, end in [*sorted((p.first, p.last) for p in done if p.plan == plan), (games, games)]:
            if first < begin:
                wanted.append(Part(plan, first, begin))
            first = max(first, end)
    return wanted
