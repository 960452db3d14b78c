"""Turns the tables of finished games, as everybody sees them, into counts that add up: what lies where, what
the players have.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from ..interpreter.knowledge import everybody, sees
from ..interpreter.state import State
from ..ir.types import NONE, Bool, Int
from ..ir.world import World


@dataclass(slots=True)
class Amount:
    """A number of the players at the end, added up over `seats`; `none` of them had zero."""

    seats: int = 0
    total: int = 0
    none: int = 0

    def add(self, other: Amount) -> None:
        """Take in the numbers of other games."""
        self.seats += other.seats
        self.total += other.total
        self.none += other.none


@dataclass(slots=True)
class Place:
    """How often a content was seen in a zone at the end: `games`; `marked` counts, by state, where that was
    true. In zones of players `seats` had it, of which `won` won.
    """

    games: int = 0
    seats: int = 0
    won: int = 0
    marked: dict[str, int] = field(default_factory=dict)

    def add(self, other: Place) -> None:
        """Take in the counts of other games."""
        self.games += other.games
        self.seats += other.seats
        self.won += other.won
        for name, count in other.marked.items():
            self.marked[name] = self.marked.get(name, 0) + count


@dataclass(slots=True)
class Ends:
    """Counts over the ends of games: amounts by name, places by (zone, content)."""

    amounts: dict[str, Amount] = field(default_factory=dict)
    places: dict[tuple[str, str], Place] = field(default_factory=dict)

    def count(self, state: State, world: World, winners: list[int]) -> None:
        """Take in one finished game, as far as everybody sees its table."""
        for score in state.result.scores if state.result is not None else ():
            self._amount("score", score)
        for name, offset in _plan(world).numbers:
            for seat in world.seats:
                if (value := state.slots[offset + seat]) != NONE:
                    self._amount(name, value)
        self._places(state, world, winners)

    def _places(self, state: State, world: World, winners: list[int]) -> None:
        plan, all_ = _plan(world), everybody(world)
        seen: set[tuple[str, str]] = set()
        held: set[tuple[str, str, int]] = set()
        for component, zone in enumerate(state.place):
            named = plan.zones[zone]
            if named is None or not sees(state.known[component], all_):
                continue
            key = (named[0], plan.contents[component])
            place = self.places.setdefault(key, Place())
            seen.add(key)
            if named[1] != NONE:
                held.add((*key, named[1]))
            for name, slot in plan.marks[component]:
                if state.slots[slot] == 1:
                    place.marked[name] = place.marked.get(name, 0) + 1
        for key in seen:
            self.places[key].games += 1
        for zone_name, content, seat in held:
            self.places[zone_name, content].seats += 1
            self.places[zone_name, content].won += seat in winners

    def _amount(self, name: str, value: int) -> None:
        amount = self.amounts.get(name)
        if amount is None:
            amount = self.amounts[name] = Amount()
        amount.seats += 1
        amount.total += value
        amount.none += value == 0

    def add(self, other: Ends) -> None:
        """Take in the counts of other games; the order of taking in makes no difference."""
        for name, amount in other.amounts.items():
            self.amounts.setdefault(name, Amount()).add(amount)
        for key, place in other.places.items():
            self.places.setdefault(key, Place()).add(place)


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is counted in a world: numbers of the players (name, offset of their slots); the declared zones by
    number (name, owner), None for others; by component its content's name and its true-or-false variables
    (name, slot).
    """

    numbers: tuple[tuple[str, int], ...]
    zones: tuple[tuple[str, int] | None, ...]
    contents: tuple[str, ...]
    marks: tuple[tuple[tuple[str, int], ...], ...]


@lru_cache(maxsize=8)
def _plan(world: World) -> _Plan:
    program = world.program
    return _Plan(
        tuple(
            (var.name, world.offset[number])
            for number, var in enumerate(program.state)
            if var.of == "player" and isinstance(var.type, Int)
        ),
        tuple(
            None if place.declared == NONE else (program.zones[place.declared].name, place.owner)
            for place in world.places
        ),
        tuple(program.contents[content].name for content in world.content),
        tuple(tuple(_marks(world, component)) for component in range(world.components)),
    )


def _marks(world: World, component: int) -> Iterator[tuple[str, int]]:
    for number, var in enumerate(world.program.state):
        if (
            var.of == "kind"
            and isinstance(var.type, Bool)
            and var.kind == world.kind[component]
            and var.content in (None, world.content[component])
        ):
            yield var.name, world.offset[number] + component
