"""Turns a program and a number of seats into a `World`: what is numbered how, and the tables that never
change in a game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from .board import Geometry
from .program import (
    Act,
    Battle,
    Block,
    CallEffect,
    CallSlotEffect,
    Choose,
    Draw,
    For,
    If,
    Menu,
    Phase,
    Pick,
    Program,
    Roll,
    Scope,
    Shuffle,
    Stmt,
    Super,
    Together,
    While,
    Zone,
)
from .types import NONE

BOX = 0
"""The zone where everything starts: open, unordered, without limit."""

WaitingStmt = (
    CallEffect | CallSlotEffect | Super | Phase | Battle | Draw | Shuffle | Roll | Pick | Choose | Menu | Act
)
"""The statements that may have a suspension point."""


@dataclass(frozen=True, slots=True)
class Place:
    """One zone of the table.

    `declared` is its position in `Program.zones` or NONE (the box, a space), `owner` the seat that has it or
    NONE, `space` the space that it is or NONE. `shape` is a declared zone's, or box, or space. Ordered ones
    (pile, row, slots) keep their components from top or left on; all others keep them ascending. `kinds`
    None: anything; `capacity` None: no limit; `reshuffle` is the zone's number or NONE.
    """

    number: int
    declared: int
    owner: int
    space: int
    shape: str
    ordered: bool
    visibility: str
    kinds: frozenset[int] | None
    capacity: int | None
    when_empty: str
    reshuffle: int


class World:
    """A program for a number of seats.

    - **Components** are numbered kind by kind, content by content, seat by seat (where each seat has its
    own), copy by copy. `kind`, `content`, `owner` (NONE if nobody's) and `copy` (from 1; of each seat's own
    where `owner` is one) are tables by component.
    - **Spaces** are numbered board by board, in the order of `Geometry.spaces`: `space_kind`, `space_board`,
    `space_content` (of a graph's spaces, else NONE), `space_name`. A board's first space is `boards[b].base`;
    neither depends on the number of seats.
    - **Zones** (`places`): 0 is the box, then the table's, then those of seat 0, seat 1, ..., each in the
    order of declaration, then one for each space.
    - **State variables** have one slot each (table), one a seat, or one for each number from the kind's (or
    content's) first to last component or space: the slot of number i is `offset[var] + i`.
    `low[var]..high[var]` are the numbers it takes.
    """

    def __init__(self, program: Program, players: int) -> None:
        """`players` must be a number of seats that the program allows; otherwise ValueError."""
        if not program.low_players <= players <= program.high_players:
            raise ValueError(
                f"{program.name} is for {program.low_players} to {program.high_players} players, "
                f"not {players}"
            )
        self.program = program
        self.players = players
        self.seats = tuple(range(players))
        self._number_components()
        self._number_spaces()
        self._number_zones()
        self._number_slots()

    def _number_components(self) -> None:
        rows: list[tuple[int, int, int, int]] = []
        kinds = self.program.kinds
        for kind, decl in enumerate(kinds):
            if decl.word == "space":
                continue
            for content, card in enumerate(self.program.contents):
                if card.kind == kind:
                    owners = self.seats if card.per_player else (NONE,)
                    rows += [(kind, content, o, c) for o in owners for c in range(1, card.count + 1)]
        self.components = len(rows)
        self.kind = tuple(row[0] for row in rows)
        self.content = tuple(row[1] for row in rows)
        self.owner = tuple(row[2] for row in rows)
        self.copy = tuple(row[3] for row in rows)

    def _number_spaces(self) -> None:
        self.boards: list[Geometry] = []
        self.space_kind: list[int] = []
        self.space_board: list[int] = []
        self.space_content: list[int] = []
        self.space_name: list[str] = []
        for number, board in enumerate(self.program.boards):
            places = (
                [i for i, c in enumerate(self.program.contents) if c.kind == board.kind]
                if board.shape == "graph"
                else []
            )
            names = [self.program.contents[i].name for i in places]
            geometry = Geometry(board, len(self.space_kind), names)
            self.boards.append(geometry)
            self.space_kind += [board.kind] * geometry.count
            self.space_board += [number] * geometry.count
            self.space_content += places or [NONE] * geometry.count
            self.space_name += geometry.names
        self.spaces = len(self.space_kind)

    def _number_zones(self) -> None:
        declared = list(enumerate(self.program.zones))
        table = [i for i, zone in declared if zone.of == "table"]
        own = [i for i, zone in declared if zone.of == "player"]
        self._zone_base = {z: 1 + n for n, z in enumerate(table)}
        self._zone_base |= {z: 1 + len(table) + n for n, z in enumerate(own)}
        self._zone_stride = len(own)
        places = [Place(BOX, NONE, NONE, NONE, "box", False, "open", None, None, "stop", NONE)]
        places += [self._place(z, self.program.zones[z], NONE) for z in table]
        places += [self._place(z, self.program.zones[z], seat) for seat in self.seats for z in own]
        self.first_space_zone = len(places)
        places += [
            Place(len(places) + s, NONE, NONE, s, "space", False, "open", None, None, "stop", NONE)
            for s in range(self.spaces)
        ]
        self.places = tuple(places)
        self.zones = len(places)

    def _place(self, declared: int, zone: Zone, seat: int) -> Place:
        source = NONE if zone.reshuffle is None else self.zone(zone.reshuffle, seat)
        return Place(
            number=self.zone(declared, seat),
            declared=declared,
            owner=seat,
            space=NONE,
            shape=zone.shape,
            ordered=zone.shape in ("pile", "row", "slots"),
            visibility=zone.visibility,
            kinds=frozenset(zone.kinds) or None,
            capacity=zone.capacity,
            when_empty=zone.when_empty,
            reshuffle=source,
        )

    def zone(self, declared: int, seat: int) -> int:
        """The number of a declared zone; of a player's zone, that of `seat`."""
        base = self._zone_base[declared]
        return base + seat * self._zone_stride if self.program.zones[declared].of == "player" else base

    def zone_base(self, declared: int) -> tuple[int, int]:
        """(base, stride) of a declared zone: seat i has it at base + i * stride; the table at base."""
        return self._zone_base[declared], self._zone_stride

    def space_zone(self, space: int) -> int:
        """The zone that a space is."""
        return self.first_space_zone + space

    def _number_slots(self) -> None:
        self.offset: list[int] = []
        self.low: list[int] = []
        self.high: list[int] = []
        self.slots = 0
        for var in self.program.state:
            if var.of == "kind":
                assert var.kind is not None
                numbers = self.members[var.kind] if var.content is None else self.instances[var.content]
            else:
                numbers = self.seats if var.of == "player" else (0,)
            low, high = (numbers[0], numbers[-1]) if numbers else (0, -1)
            self.low.append(low)
            self.high.append(high)
            self.offset.append(self.slots - low)
            self.slots += high - low + 1

    @cached_property
    def members(self) -> tuple[tuple[int, ...], ...]:
        """By kind: all its components, or spaces where it is a kind of space, ascending."""
        return tuple(
            tuple(
                i for i, k in enumerate(self.space_kind if decl.word == "space" else self.kind) if k == kind
            )
            for kind, decl in enumerate(self.program.kinds)
        )

    @cached_property
    def instances(self) -> tuple[tuple[int, ...], ...]:
        """By content: all its components, or its space, ascending."""
        found: list[list[int]] = [[] for _ in self.program.contents]
        for component, content in enumerate(self.content):
            found[content].append(component)
        for space, content in enumerate(self.space_content):
            if content != NONE:
                found[content].append(space)
        return tuple(map(tuple, found))

    @cached_property
    def further(self) -> tuple[tuple[int, ...], ...]:
        """By component: the slots of the spaces that it may take besides the one where it lies, in order."""
        found: list[list[int]] = [[] for _ in range(self.components)]
        for number, var in enumerate(self.program.state):
            if var.further and var.kind is not None:
                for component in self.members[var.kind]:
                    found[component].append(self.offset[number] + component)
        return tuple(map(tuple, found))

    @cached_property
    def hook_selves(self) -> tuple[tuple[int, ...] | None, ...]:
        """By hook: the components or spaces whose content brings it, None where no content does."""
        return tuple(None if h.content is None else self.instances[h.content] for h in self.program.hooks)

    @cached_property
    def points(self) -> tuple[dict[int, WaitingStmt], ...]:
        """By routine: the statement at each of its suspension points."""
        return tuple(
            {s.point: s for s in statements(r.body) if isinstance(s, WaitingStmt) and s.point}
            for r in self.program.routines
        )

    @cached_property
    def battles(self) -> dict[tuple[int, int], int]:
        """Where a battle waits for what it plays, by (routine, point): its `stage_slot`."""
        return {
            (routine, point): statement.stage_slot
            for routine, statements in enumerate(self.points)
            for point, statement in statements.items()
            if isinstance(statement, Battle)
        }

    @cached_property
    def together(self) -> dict[tuple[int, int], Together]:
        """The statement in whose questions a routine waits, by (routine, point), where it is a `together`."""
        return {
            (number, point): statement
            for number, routine in enumerate(self.program.routines)
            for statement in statements(routine.body)
            if isinstance(statement, Together)
            for point in points_of(statement)
        }

    def is_space(self, kind: int) -> bool:
        """Whether a kind is one of spaces (or -2, any of them)."""
        return kind == -2 or (kind >= 0 and self.program.kinds[kind].word == "space")


def points_of(statement: Stmt) -> list[int]:
    """The suspension points of a statement and of all inside it."""
    return [s.point for s in statements((statement,)) if isinstance(s, WaitingStmt) and s.point]


def statements(block: Block) -> Iterator[Stmt]:
    """All statements of a block, inner ones after the one that holds them, in written order."""
    for statement in block:
        yield statement
        for inner in inner_blocks(statement):
            yield from statements(inner)


def inner_blocks(statement: Stmt) -> tuple[Block, ...]:
    """The blocks that a statement holds, in written order."""
    match statement:
        case If() | Choose():
            body = statement.then if isinstance(statement, If) else statement.body
            return (body, statement.otherwise)
        case For() | While() | Scope() | Phase() | Together():
            return (statement.body,)
        case Menu():
            return tuple(option.body for option in statement.options)
        case _:
            return ()
