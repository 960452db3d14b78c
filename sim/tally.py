"""Turns played games into counts that add up in any grouping: wins, lengths, and how often each card and
action was used.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from ..interpreter.game import Decision, Game, Option, Result
from .ends import Ends, View

_COMPONENT = re.compile(r"(?<![\w?])([A-Za-z_]\w*)(?:@\d+)?#\d+")
_SILENT = {"yes", "no", "done"}

Name = tuple[str, str]
"""What a use is counted under: the sort (action, component, option) and the name in the content."""


def names_of(decision: Decision, option: Option) -> frozenset[Name]:
    """What taking `option` uses: the action, the components by their content, or the option of a menu.

    Read from the key, so that an option whose component the seat does not know counts for nothing.
    """
    components = {("component", name) for name in _COMPONENT.findall(option.key)}
    if decision.kind == "act":
        return frozenset(components | {("action", option.key.split("(")[0])})
    if decision.kind == "menu" and option.key not in _SILENT:
        return frozenset({("option", option.key)})
    return frozenset(components)


@dataclass(slots=True)
class Use:
    """How often a thing was `offered` and `taken` (decisions), and in how many seats' games it was taken
    (`seats`), of which `won` were won.
    """

    offered: int = 0
    taken: int = 0
    seats: int = 0
    won: int = 0

    def add(self, other: Use) -> None:
        """Take in the counts of other games."""
        self.offered += other.offered
        self.taken += other.taken
        self.seats += other.seats
        self.won += other.won


class Watch:
    """Notes, during one game, which names each seat was offered and took."""

    def __init__(self, players: int) -> None:
        self.offered: Counter[Name] = Counter()
        self.taken: list[Counter[Name]] = [Counter() for _ in range(players)]

    def __call__(self, game: Game, option: int) -> None:
        """Note the pending question of `game` and the option taken."""
        decision = game.decision
        assert decision is not None, "only positions with a question are watched"
        names = [names_of(decision, each) for each in decision.options]
        self.offered.update(frozenset().union(*names))
        self.taken[decision.seat].update(names[option])


def won(result: Result, seat: int) -> bool:
    """Whether the seat has won, alone or shared: it is first and has an outcome above zero (all with zero:
    a draw).
    """
    return result.ranking[seat] == 1 and result.outcome[seat] > 0


@dataclass(slots=True)
class Tally:
    """Counts over games; `wins`, `shared` (of those) by seat, `draws` without a winner, `lengths` in
    decisions of seats, `ends` what the tables looked like, `failed` games by number with what went wrong.
    """

    players: int
    games: int = 0
    wins: Counter[int] = field(default_factory=Counter)
    shared: Counter[int] = field(default_factory=Counter)
    draws: int = 0
    lengths: Counter[int] = field(default_factory=Counter)
    uses: dict[Name, Use] = field(default_factory=dict)
    ends: Ends = field(default_factory=Ends)
    failed: dict[int, str] = field(default_factory=dict)

    def count(self, result: Result, decisions: int, watch: Watch, view: View) -> None:
        """Take in one finished game; `view` is the end of it as everybody sees it."""
        winners = [seat for seat in range(self.players) if won(result, seat)]
        self.games += 1
        self.lengths[decisions] += 1
        self.wins.update(winners)
        self.draws += not winners
        if len(winners) > 1:
            self.shared.update(winners)
        for name, offered in watch.offered.items():
            takers = [seat for seat in range(self.players) if watch.taken[seat][name]]
            taken = sum(watch.taken[seat][name] for seat in takers)
            use = Use(offered, taken, len(takers), sum(seat in winners for seat in takers))
            self.uses.setdefault(name, Use()).add(use)
        self.ends.count(view, result, winners)

    def add(self, other: Tally) -> None:
        """Take in the counts of other games; the order of taking in makes no difference."""
        self.games += other.games
        self.draws += other.draws
        self.wins.update(other.wins)
        self.shared.update(other.shared)
        self.lengths.update(other.lengths)
        for name, use in other.uses.items():
            self.uses.setdefault(name, Use()).add(use)
        self.ends.add(other.ends)
        self.failed.update(other.failed)

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
