"""Turns a program, and a game of it, into what helps to draw its views: the ends of tracks, whether the rules
speak of quarters, and what its rules call by a name of their own just now.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass

from ..interpreter.chance import DETERMINIZATION_STREAM, Generator
from ..interpreter.determinize import NoWorld
from ..interpreter.engine import Playing
from ..interpreter.game import GameFault
from ..interpreter.names import value_key
from ..ir.expressions import Lib
from ..ir.program import Program, Value
from ..ir.types import NONE, EnumT, Int

WORLDS = 3
"""Games that a seat cannot tell apart in which a value has to be the same to be shown."""


@dataclass(frozen=True, slots=True)
class Hints:
    """`tracks`: the upper end by player's and table's variable. `quarters`: boards fall into four. `facts`:
    values without parameters, as (name, title of what it is now); `active`: what those names of enums are
    called, by the keys that views have.
    """

    tracks: Mapping[str, int] = field(default_factory=dict)
    quarters: bool = False
    facts: tuple[tuple[str, str], ...] = ()
    active: Mapping[str, str] = field(default_factory=dict)


NO_HINTS = Hints()


class Hinting:
    """The hints of a program, for each game of it."""

    def __init__(self, program: Program) -> None:
        self._tracks = {
            var.name: var.type.high
            for var in program.state
            if var.of in ("player", "table") and isinstance(var.type, Int) and var.type.track
        }
        self._quarters = any(
            isinstance(node, Lib) and node.name == "quarters" for node in _nodes(program.routines)
        )
        self._values = [
            (number, value) for number, value in enumerate(program.values) if _nameable(program, value)
        ]

    def of(self, game: Playing, seat: int | None) -> Hints:
        """For one seat's view of a game (None: what everybody sees). Values are worked out in games that the
        seat cannot tell from the real one, and left out where those differ.
        """
        if seat is None or not self._values:
            return Hints(self._tracks, self._quarters)
        worlds = _worlds(game, seat)
        facts: list[tuple[str, str]] = []
        active: dict[str, str] = {}
        for number, value in self._values:
            known = {_asked(world, number) for world in worlds}
            found = known.pop() if len(known) == 1 else None
            if found is None:
                continue
            name = value.name.replace("_", " ")
            kind = game.program.routines[value.routine].result
            assert isinstance(kind, EnumT)
            facts.append((name, game.program.enums[kind.enum].titles[found]))
            active[value_key(game.world, found, kind, str)] = name
        return Hints(self._tracks, self._quarters, tuple(facts), active)


def _nameable(program: Program, value: Value) -> bool:
    routine = program.routines[value.routine]
    return routine.params == 0 and isinstance(routine.result, EnumT)


def _worlds(game: Playing, seat: int) -> list[Playing]:
    try:
        return [
            game.determinized(seat, Generator.of(0, DETERMINIZATION_STREAM, number))
            for number in range(WORLDS)
        ]
    except NoWorld:
        return []


def _asked(game: Playing, value: int) -> int | None:
    """The value there; None where there is none (before what it speaks of has been laid out)."""
    try:
        found = game.declared(value)
    except GameFault:
        return None
    return found if isinstance(found, int) and found != NONE else None


def _nodes(tree: object) -> Iterator[object]:
    """All that a tree is made of."""
    if isinstance(tree, tuple):
        for each in tree:
            yield from _nodes(each)
    elif is_dataclass(tree):
        yield tree
        for part in fields(tree):
            yield from _nodes(getattr(tree, part.name))
