"""Turns played games into counts that add up in any grouping: wins, lengths, questions, and how often each
card and action was seen, offered and taken, and by whom.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..interpreter.coverage import Trace
from ..interpreter.engine import Playing
from ..interpreter.game import Result
from ..ir.program import ROUND, SCENARIO
from ..ir.types import NONE
from .ends import Ends
from .questions import Name, Questions
from .watch import Uses, Watch


@dataclass(slots=True)
class Use:
    """How often a thing was `offered` and `taken` (decisions); and of the seats, each in each of its games
    one, how many have seen it, were offered it, took it, and how many of these won.
    """

    offered: int = 0
    taken: int = 0
    seen_seats: int = 0
    seen_won: int = 0
    offered_seats: int = 0
    offered_won: int = 0
    taken_seats: int = 0
    taken_won: int = 0

    def add(self, other: Use) -> None:
        """Take in the counts of other games."""
        self.offered += other.offered
        self.taken += other.taken
        self.seen_seats += other.seen_seats
        self.seen_won += other.seen_won
        self.offered_seats += other.offered_seats
        self.offered_won += other.offered_won
        self.taken_seats += other.taken_seats
        self.taken_won += other.taken_won


@dataclass(slots=True)
class Put:
    """How often a question was `asked`, with how many `options` in all, and how often there was only one."""

    asked: int = 0
    options: int = 0
    single: int = 0

    def add(self, other: Put) -> None:
        """Take in the counts of other games."""
        self.asked += other.asked
        self.options += other.options
        self.single += other.single


@dataclass(slots=True)
class Group:
    """Games of one sort, such as one scenario: how many, without a winner, and wins by seat."""

    games: int = 0
    draws: int = 0
    wins: Counter[int] = field(default_factory=Counter)

    def add(self, other: Group) -> None:
        """Take in the counts of other games."""
        self.games += other.games
        self.draws += other.draws
        self.wins.update(other.wins)


def won(result: Result, seat: int) -> bool:
    """Whether the seat has won, alone or shared: it is first and has an outcome above zero (all with zero:
    a draw).
    """
    return result.ranking[seat] == 1 and result.outcome[seat] > 0


@dataclass(slots=True)
class Tally:
    """Counts over games.

    `wins`, `shared` (of those) by seat; `draws` without a winner; `lengths` in decisions of seats, `rounds`;
    `scores` by (seat, score); `bots` by name (seats' games, wins); `scenarios` by the name of the one played
    last; `uses` by name; `questions` by (routine, point); `ends` what the tables looked like; `trace` what
    ran in `covered` of the games; `failed` games by number with what went wrong; `rows` one record a game,
    see `ROW`.
    """

    players: int
    games: int = 0
    wins: Counter[int] = field(default_factory=Counter)
    shared: Counter[int] = field(default_factory=Counter)
    draws: int = 0
    lengths: Counter[int] = field(default_factory=Counter)
    rounds: Counter[int] = field(default_factory=Counter)
    scores: Counter[tuple[int, int]] = field(default_factory=Counter)
    bots: dict[str, Counter[str]] = field(default_factory=dict)
    scenarios: dict[str, Group] = field(default_factory=dict)
    uses: dict[Name, Use] = field(default_factory=dict)
    questions: dict[tuple[int, int], Put] = field(default_factory=dict)
    ends: Ends = field(default_factory=Ends)
    covered: int = 0
    trace: Trace = field(default_factory=Trace)
    failed: dict[int, str] = field(default_factory=dict)
    rows: array[int] = field(default_factory=lambda: array("q"))

    # ---- Adding up -----------------------------------------------------------------------------------------

    def add(self, other: Tally, *, rows: bool = True) -> None:
        """Take in the counts of other games, and their records if `rows`; the order of taking in makes no
        difference, but to the records.
        """
        self.games += other.games
        self.draws += other.draws
        self.covered += other.covered
        for own, others in (
            (self.wins, other.wins),
            (self.shared, other.shared),
            (self.lengths, other.lengths),
            (self.rounds, other.rounds),
        ):
            own.update(others)
        self.scores.update(other.scores)
        for bot, counts in other.bots.items():
            self.bots.setdefault(bot, Counter()).update(counts)
        for scenario, group in other.scenarios.items():
            self.scenarios.setdefault(scenario, Group()).add(group)
        for name, use in other.uses.items():
            self.uses.setdefault(name, Use()).add(use)
        for where, put in other.questions.items():
            self.questions.setdefault(where, Put()).add(put)
        self.ends.add(other.ends)
        self.trace.add(other.trace)
        self.failed.update(other.failed)
        if rows:
            self.rows.extend(other.rows)

    def settle(self) -> None:
        """Bring the records into the order of their games."""
        width, rows = self.row_width, self.rows
        self.rows = array("q")
        for at in sorted(range(0, len(rows), width), key=rows.__getitem__):
            self.rows.extend(rows[at : at + width])

    @property
    def row_width(self) -> int:
        """Numbers in a record of `rows`."""
        return len(ROW) + 3 * self.players

    # ---- Lengths -------------------------------------------------------------------------------------------

    def sorted_lengths(self) -> list[tuple[int, int]]:
        """(decisions, games), ascending."""
        return sorted(self.lengths.items())

    def quantile(self, share: float) -> int:
        """The least length that at least `share` of the games do not exceed; 0 without games."""
        wanted, seen = share * self.games, 0
        for length, games in self.sorted_lengths():
            seen += games
            if seen >= wanted:
                return length
        return 0

    def mean_length(self) -> float:
        """Mean length in decisions; 0 without games."""
        return (
            sum(length * games for length, games in self.lengths.items()) / self.games if self.games else 0.0
        )


ROW = ("game", "decisions", "rounds", "scored")
"""What stands in a record before the outcome, rank and score of each seat; `scored` is 1 where there are
scores, which are 0 otherwise.
"""


class Count:
    """Takes finished games of one world into a tally."""

    def __init__(self, questions: Questions) -> None:
        self._questions = questions
        self.uses = Uses()
        self.tally = Tally(questions.world.players)
        self._seats: list[Counter[int]] = [Counter() for _ in range(6)]

    def game(self, number: int, game: Playing, answers: int, watch: Watch, bots: Sequence[str]) -> None:
        """Take in one finished game; `bots` are those of its seats."""
        result, tally = game.result, self.tally
        assert result is not None, "a game without a question is over"
        watch.glance(game)
        winners = [seat for seat in range(tally.players) if won(result, seat)]
        tally.games += 1
        tally.lengths[answers] += 1
        tally.wins.update(winners)
        tally.draws += not winners
        if len(winners) > 1:
            tally.shared.update(winners)
        tally.scores.update(enumerate(result.scores or ()))
        for seat, bot in enumerate(bots):
            tally.bots.setdefault(bot, Counter()).update(
                ("played", "won") if seat in winners else ("played",)
            )
        tally.ends.count(game.state, game.world, winners)
        tally.rounds[self._round(game)] += 1
        self._scenario(game, winners)
        self._use(watch, winners)
        self.uses.room()
        scores = result.scores or (0,) * tally.players
        tally.rows.extend((number, answers, self._round(game), int(result.scores is not None)))
        tally.rows.extend(n for row in zip(result.outcome, result.ranking, scores, strict=True) for n in row)

    def _round(self, game: Playing) -> int:
        return max(0, game.state.slots[game.world.offset[ROUND]])

    def _scenario(self, game: Playing, winners: list[int]) -> None:
        program = game.program
        if not program.scenarios:
            return
        number = game.state.slots[game.world.offset[SCENARIO]]
        name = "" if number == NONE else program.scenarios[number].name
        self.tally.scenarios.setdefault(name, Group()).add(Group(1, int(not winners), Counter(winners)))

    def _use(self, watch: Watch, winners: list[int]) -> None:
        seen, seen_won, offered, offered_won, taken, taken_won = self._seats
        for seat, names in enumerate(watch.seen_names()):
            seen.update(names)
            offered.update(watch.offered[seat])
            taken.update(watch.taken[seat])
            if seat in winners:
                seen_won.update(names)
                offered_won.update(watch.offered[seat])
                taken_won.update(watch.taken[seat])

    def finish(self) -> Tally:
        """The tally with the uses of all games taken in so far; nothing may be taken in afterwards."""
        uses, names = self.uses, self._questions.names
        uses.fold()
        for number in sorted({*uses.offered, *self._seats[0]}):
            counts = (uses.offered[number], uses.taken[number], *(each[number] for each in self._seats))
            self.tally.uses[names[number]] = Use(*counts)
        for where, put in uses.puts.items():
            self.tally.questions[where] = Put(*put)
        return self.tally
