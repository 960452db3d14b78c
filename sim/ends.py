"""Turns the tables of finished games, as everybody sees them, into counts that add up: what lies where, what
the players have.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..interpreter.game import Result

View = Mapping[str, Any]


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

    def count(self, view: View, result: Result, winners: list[int]) -> None:
        """Take in one finished game, seen by nobody in particular."""
        for score in result.scores or ():
            self._amount("score", score)
        seen: set[tuple[str, str]] = set()
        for zone, component in _components(view.get("table", {})):
            self._place(zone, component, seen)
        for seat in view.get("seats", ()):
            for name, value in seat["state"].items():
                if type(value) is int:
                    self._amount(name, value)
            held = set()
            for zone, component in _components(seat):
                self._place(zone, component, seen)
                held.add((zone, component["content"]))
            for key in held:
                self.places[key].seats += 1
                self.places[key].won += seat["seat"] in winners

    def _amount(self, name: str, value: int) -> None:
        self.amounts.setdefault(name, Amount()).add(Amount(1, value, int(value == 0)))

    def _place(self, zone: str, component: View, seen: set[tuple[str, str]]) -> None:
        key = (zone, component["content"])
        place = self.places.setdefault(key, Place())
        place.games += key not in seen
        seen.add(key)
        for name, value in component.get("state", {}).items():
            if value is True:
                place.marked[name] = place.marked.get(name, 0) + 1

    def add(self, other: Ends) -> None:
        """Take in the counts of other games; the order of taking in makes no difference."""
        for name, amount in other.amounts.items():
            self.amounts.setdefault(name, Amount()).add(amount)
        for key, place in other.places.items():
            self.places.setdefault(key, Place()).add(place)


def _components(owner: View) -> Iterator[tuple[str, View]]:
    """The components that everybody can tell, each with the name of its zone."""
    for zone in owner.get("zones", ()):
        for component in zone["components"]:
            if "content" in component:
                yield zone["name"], component
