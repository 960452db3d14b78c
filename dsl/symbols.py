"""What every name of a game means, once all its declarations are collected: the tables that checking reads.

`declare.py` fills them from the files of a game; `elaborate.py` and its neighbours read them and add
routines. Positions are those of the
finished `ir.Program`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ..ir import program as ir
from ..ir.span import BUILT_IN, Span
from ..ir.types import Type
from . import syntax as tree
from .diagnostics import Findings


@dataclass(slots=True)
class EnumSym:
    position: int
    name: str
    names: list[str]
    titles: list[str]
    span: Span
    spans: list[Span] = field(default_factory=list)


@dataclass(slots=True)
class FieldSym:
    position: int
    name: str
    kind: int
    type: Type
    default: int | tuple[int, ...] | None
    span: Span


@dataclass(slots=True)
class SlotSym:
    """`params` are (label, name, type)."""

    position: int
    name: str
    kind: int
    effect: bool
    params: list[tuple[str | None, str, Type]]
    result: Type | None
    default: tree.Block | None
    span: Span


@dataclass(slots=True)
class StateSym:
    """`of`: table, player, kind. `content`: only that content's components have it."""

    position: int
    name: str
    of: str
    kind: int | None
    content: int | None
    type: Type
    default: tree.Expr | None
    lasting: bool
    span: Span


@dataclass(slots=True)
class ZoneSym:
    position: int
    name: str
    of: str
    shape: str
    kinds: tuple[int, ...]
    capacity: int | None
    visibility: str
    decl: tree.ZoneDecl
    span: Span


@dataclass(slots=True)
class KindSym:
    """`population(owner)`: how many components at most (spaces: exactly) at the highest number of players;
    `per_seat`: of one seat.

    `single`: declared `x1 per player`, so that a player has it as a member named `member`. `further` is where
    one of a kind with `spans` keeps the spaces that it takes besides the first. `doubled`: it is declared
    twice, so that nobody knows what all it should have.
    """

    position: int
    name: str
    word: str
    title: str
    back: str
    member: str
    fields: dict[str, FieldSym]
    state: dict[str, StateSym]
    slots: dict[str, SlotSym]
    active: tree.ActiveWhile | None
    single: bool
    population: int
    per_seat: int
    board: int | None
    faces: tuple[int, ...]
    face_type: Type | None
    span: Span
    further: list[StateSym] = field(default_factory=list)
    doubled: bool = False


@dataclass(slots=True)
class ContentSym:
    """`total` is the number of its components at the highest number of players."""

    position: int
    name: str
    title: str
    kind: int
    count: int
    per_player: bool
    total: int
    state: dict[str, StateSym]
    span: Span


@dataclass(slots=True)
class BoardSym:
    """`space_names` by position on the board; `base`: the number of its first space among those of the whole
    game.
    """

    position: int
    name: str
    shape: str
    width: int
    height: int
    kind: int
    space_names: list[str]
    base: int
    span: Span


@dataclass(slots=True)
class LayoutSym:
    position: int
    name: str
    title: str
    board: int
    span: Span


@dataclass(frozen=True, slots=True)
class RegionSym:
    """`spaces` by number, ascending; `title` empty where nobody but the rules speaks of it. `scenario` is the
    only one in which it is shown (None: always).
    """

    name: str
    title: str
    board: int
    spaces: tuple[int, ...]
    scenario: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class ShapeSym:
    """`steps` are (to the right, up) from where one stands."""

    name: str
    steps: tuple[tuple[int, int], ...]
    span: Span


@dataclass(slots=True)
class OptionSym:
    position: int
    name: str
    type: Type
    span: Span


@dataclass(slots=True)
class ScenarioSym:
    position: int
    name: str
    title: str
    span: Span


@dataclass(slots=True)
class ValueSym:
    """`result` is the declared type; where it is a list without bound, `elaborate` infers the bound from the
    body on first use.
    """

    position: int
    name: str
    params: list[tuple[str | None, str, Type]]
    result: Type
    decl: tree.ValueDecl
    span: Span
    routine: int | None = None
    elaborating: bool = False


@dataclass(slots=True)
class EffectSym:
    position: int
    name: str
    params: list[tuple[str | None, str, Type]]
    result: Type | None
    decl: tree.EffectDecl | tree.FlowDecl | tree.PauseDecl
    span: Span


@dataclass(slots=True)
class PauseSym:
    """A window; `effect` opens it."""

    name: str
    params: list[tuple[str | None, str, Type]]
    effect: EffectSym
    decl: tree.PauseDecl
    span: Span


@dataclass(slots=True)
class ActionSym:
    """`window` is the pause in which alone it is offered; `kind` and `content` are those whose components
    bring it.
    """

    position: int
    name: str
    decl: tree.ActionDecl
    window: PauseSym | None
    kind: int | None
    content: int | None
    span: Span

    @property
    def anytime(self) -> bool:
        """Whether it is offered in every window."""
        return self.decl.anytime


@dataclass(slots=True)
class PhaseSym:
    position: int
    name: str
    span: Span


@dataclass(slots=True)
class Symbols:
    """The namespace of one game. Dictionaries are by name as written; every name is declared once
    (`declare.py` reports doubles).
    """

    findings: Findings
    low_players: int = 1
    high_players: int = 1
    cooperative: bool = False
    enums: dict[str, EnumSym] = field(default_factory=dict)
    kinds: dict[str, KindSym] = field(default_factory=dict)
    contents: dict[str, ContentSym] = field(default_factory=dict)
    player_state: dict[str, StateSym] = field(default_factory=dict)
    table_state: dict[str, StateSym] = field(default_factory=dict)
    player_zones: dict[str, ZoneSym] = field(default_factory=dict)
    table_zones: dict[str, ZoneSym] = field(default_factory=dict)
    boards: dict[str, BoardSym] = field(default_factory=dict)
    layouts: dict[str, LayoutSym] = field(default_factory=dict)
    regions: dict[str, RegionSym] = field(default_factory=dict)
    shapes: dict[str, ShapeSym] = field(default_factory=dict)
    options: dict[str, OptionSym] = field(default_factory=dict)
    scenarios: dict[str, ScenarioSym] = field(default_factory=dict)
    values: dict[str, ValueSym] = field(default_factory=dict)
    effects: dict[str, EffectSym] = field(default_factory=dict)
    actions: dict[str, ActionSym] = field(default_factory=dict)
    pauses: dict[str, PauseSym] = field(default_factory=dict)
    action_list: list[ActionSym] = field(default_factory=list)
    """All actions: those of the game, which `actions` has by name, then those that components bring."""
    phases: dict[str, PhaseSym] = field(default_factory=dict)
    battle: dict[str, EffectSym] | None = None
    """In a campaign: the flows of the game that it is of, by `setup`, `play` and `scoring`."""
    # the same by position, for the way back from a type
    kind_list: list[KindSym] = field(default_factory=list)
    enum_list: list[EnumSym] = field(default_factory=list)
    content_list: list[ContentSym] = field(default_factory=list)
    board_list: list[BoardSym] = field(default_factory=list)
    # what elaboration adds; `routines` may hold None while one is being made
    routines: list[ir.Routine | None] = field(default_factory=list)
    hooked_words: dict[str, set[str]] = field(default_factory=dict)
    used: set[tuple[str, str]] = field(default_factory=set)

    def new_routine(self) -> int:
        """Reserves a position for a routine that is about to be made."""
        self.routines.append(None)
        return len(self.routines) - 1

    def declared(self) -> dict[str, Span]:
        """Every declared name with its place, for doubles and suggestions."""
        tables: list[dict[str, Span]] = [
            {name: symbol.span for name, symbol in table.items()}
            for table in (
                self.enums, self.kinds, self.contents, self.table_state, self.table_zones, self.boards,
                self.layouts, self.regions, self.shapes, self.options,
                self.scenarios, self.values, self.effects, self.actions, self.pauses,
            )
        ]  # fmt: skip
        merged: dict[str, Span] = {}
        for table in tables:
            merged.update(table)
        return merged


Elaborate = Callable[[tree.Expr, Type], ir.Expr]
NOWHERE = BUILT_IN
