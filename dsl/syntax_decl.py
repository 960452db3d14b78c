"""Tree 1, declarations and tests as an author wrote them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ..ir.span import Span
from .ident import Ident
from .syntax_expr import Expr, Number, Text, TypeExpr
from .syntax_stmt import Block, Stmt


@dataclass(frozen=True, slots=True)
class Param:
    """`p: Player`, `by n: int`; in a hook's head the type is left out; in an action `source` follows `in`."""

    label: Ident | None
    name: Ident
    type: TypeExpr | None
    source: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class OptionDecl:
    """`option mode: Mode = basic "Mode of play"` inside `game`."""

    name: Ident
    type: TypeExpr
    default: Expr | None
    title: Text | None
    span: Span


@dataclass(frozen=True, slots=True)
class GameDecl:
    """`game saga "Saga" campaign of valheim`: `low` and `high` are the numbers of players, 0 where a campaign
    leaves them to its game. `settings` (`mode: full`) and `flows` stand inside campaigns only.
    """

    name: Ident
    title: Text | None
    low: int
    high: int
    cooperative: bool
    options: tuple[OptionDecl, ...]
    campaign_of: Ident | None
    settings: tuple[FieldEntry, ...]
    flows: tuple[FlowDecl, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class EnumDecl:
    name: Ident
    names: tuple[tuple[Ident, Text | None], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class FieldDecl:
    """A printed field: `monster: Monster?`, `health: int 1..9 = 2`."""

    name: Ident
    type: TypeExpr
    default: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class StateDecl:
    """`state points: int 0..99 = 0`; `lasting` state keeps its value over the battles of a campaign."""

    name: Ident
    type: TypeExpr
    default: Expr | None
    lasting: bool
    span: Span


@dataclass(frozen=True, slots=True)
class ZoneDecl:
    """`zone deck: pile of Combat hidden capacity 16 when empty: stop`

    `shape` is pile, row, hand, set or slots (with `size`). `of` are the kinds it may hold, empty for any.
    `visibility` is open, private, hidden or None. `when_empty` is stop, reshuffle, fault, end_game or None.
    What lies in a `lasting` zone stays there over the battles of a campaign.
    """

    name: Ident
    shape: Ident
    size: Expr | None
    of: tuple[Ident, ...]
    visibility: Ident | None
    capacity: Expr | None
    when_empty: Ident | None
    reshuffle: Ident | None
    lasting: bool
    span: Span


@dataclass(frozen=True, slots=True)
class ActiveWhile:
    """`active while self in holder.gear`"""

    test: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class KindDecl:
    """`card Combat "combat card"`; `figure Valkyrie x1 per player`; `space Cell`; `die Bone x1 faces:
    1..6`.

    `word` is card, tile, token, figure, space or die. `parts` hold fields, state, slots (`ValueDecl` and
    `EffectDecl`, without a body where content must fill them), zones and `ActiveWhile`. `count` is None
    where content brings the components. `faces` are (how many, expression) of a die; `spans` how many spaces
    one may take.
    """

    word: Ident
    name: Ident
    title: Text | None
    back: Ident | None
    count: int | None
    per_player: bool
    faces: tuple[tuple[int, Expr], ...]
    spans: Number | None
    parts: tuple[FieldDecl | StateDecl | ZoneDecl | ValueDecl | EffectDecl | ActiveWhile | ActionDecl, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class SeatDecl:
    """The blocks `player` and `table`; `word` says which."""

    word: Ident
    parts: tuple[StateDecl | ZoneDecl, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class BoardDecl:
    """`board field: grid 10 x 10 of Space`, `hex 11 x 11 of Cell`, `graph of Place` with edges (pairs of
    names).

    `shape` is grid, hex or graph, or a word that comes later (ring, berths, map).
    """

    name: Ident
    shape: Ident
    width: Expr | None
    height: Expr | None
    of: Ident
    edges: tuple[tuple[Ident, Ident], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class LegendItem:
    """One thing that a letter stands for: `monster = wolf` (state), or `Attacker of seat 1` (a component
    put there).

    A dot needs no legend and means nothing is there.
    """

    state: Ident | None
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class LegendEntry:
    letter: Ident
    items: tuple[LegendItem, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class LayoutDecl:
    """`layout niflheim "Niflheim" of field` with rows between bars, from the top, and `legend`.

    `rows` hold one Ident a cell, its name the letter(s).
    """

    name: Ident
    title: Text | None
    of: Ident
    rows: tuple[tuple[Ident, ...], ...]
    legend: tuple[LegendEntry, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class RegionDecl:
    """`region shrine "Shrine" of field` with rows between bars, from the top: all but dots is in it."""

    name: Ident
    title: Text | None
    of: Ident
    rows: tuple[tuple[Ident, ...], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ShapeDecl:
    """`shape cross` with rows between bars: `x` belongs to it, `o` is where one stands, `O` is both."""

    name: Ident
    rows: tuple[tuple[Ident, ...], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ValueDecl:
    """`value preys(p: Player) -> list of Space: ...`; body None where it is an unfilled slot."""

    name: Ident
    params: tuple[Param, ...]
    type: TypeExpr
    body: Block | None
    span: Span


@dataclass(frozen=True, slots=True)
class EffectDecl:
    """`effect hurt(p: Player, by n: int) -> int says "{p} takes {n}": ...`; body None where it is an
    unfilled slot.
    """

    name: Ident
    params: tuple[Param, ...]
    type: TypeExpr | None
    says: Text | None
    body: Block | None
    span: Span


@dataclass(frozen=True, slots=True)
class ActionDecl:
    """`action step(piece in mine(actor), goal in reach(piece)) "Move {piece} to {goal}" when c limit 1 per
    turn: ...`

    `title` is the label of its options. `at` is the pause in which alone it is offered; `anytime`: in every
    pause, too. `cost` comes later.
    """

    name: Ident
    params: tuple[Param, ...]
    title: Text | None
    guard: Expr | None
    limit: Expr | None
    limit_per: Ident | None
    at: Ident | None
    anytime: bool
    cost: Expr | None
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class PauseDecl:
    """`pause before_fight(attacker: Player, defender: Player) "Cards before the fight?"`"""

    name: Ident
    params: tuple[Param, ...]
    prompt: Text | None
    span: Span


@dataclass(frozen=True, slots=True)
class HookDecl:
    """`before attack(p) where p == holder: ...`; `word` is before, after, instead_of or change.

    For `change`, `changed` is the argument that changes (None: the value itself) and `to` the new value;
    `body` is None. `order` is the name after `after` (`change V(s) after NAME: ...`).
    """

    word: Ident
    target: Ident
    params: tuple[Param, ...]
    where: Expr | None
    order: Ident | None
    changed: Ident | None
    to: Expr | None
    body: Block | None
    span: Span


@dataclass(frozen=True, slots=True)
class FlowDecl:
    """`setup:`, `play:`, `scoring:`"""

    word: Ident
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class FieldEntry:
    """`monster: ice_giant` in a content block."""

    name: Ident
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class SlotEntry:
    """`points(p): pairs(...)` or `special(p): poison p` in a content block; parameters are names only."""

    name: Ident
    params: tuple[Param, ...]
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class MetaEntry:
    """`text "..."` and `source own`; `word` is text or source."""

    word: Ident
    value: Text | Ident
    span: Span


@dataclass(frozen=True, slots=True)
class ContentDecl:
    """`Combat strike "Ice Giant" x3 per player` with its block; also what a table's row becomes."""

    kind: Ident
    name: Ident
    title: Text | None
    count: int | None
    per_player: bool
    parts: tuple[FieldEntry | SlotEntry | MetaEntry | HookDecl | StateDecl | ActionDecl, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ScenarioDecl:
    """`scenario night_assault "Night Assault"`; `settings` are `mode: full` lines."""

    name: Ident
    title: Text | None
    text: Text | None
    settings: tuple[FieldEntry, ...]
    layouts: tuple[LayoutDecl, ...]
    regions: tuple[RegionDecl, ...]
    hooks: tuple[HookDecl, ...]
    metas: tuple[MetaEntry, ...]
    span: Span


# ---- Tests ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TestAnswer:
    """`seat 1 chooses wolf`, `chance rolls 3`: `who` None is chance. `choice` is matched against the
    options.
    """

    who: Expr | None
    choice: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class ExpectOption:
    """`expect seat 1 can choose d4`, `expect seat 1 cannot choose d4`; `seat 1 is asked "prompt"` is not
    part of the language.
    """

    who: Expr
    choice: Expr
    possible: bool
    span: Span


@dataclass(frozen=True, slots=True)
class ExpectSees:
    """`expect seat 1 sees 4 hidden cards in p.deck`: how many unidentified components that seat sees there
    (None: anywhere).
    """

    who: Expr
    count: Expr
    place: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class ExpectValue:
    """`expect E` or a line of `then`."""

    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class ExpectEnd:
    """`expect game over`, `expect fault`, `expect no question`: `what` is over, fault or quiet."""

    what: str
    span: Span


@dataclass(frozen=True, slots=True)
class TestGiven:
    """`given 2 players, mode basic, setup, layout niflheim:` and its statements."""

    players: int | None
    options: tuple[tuple[Ident, Expr], ...]
    setup: bool
    layout: Ident | None
    scenario: Ident | None
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class TestWhen:
    """One thing that happens: a statement (mostly a call), or an answer."""

    step: Stmt | TestAnswer
    span: Span


TestStep: TypeAlias = TestWhen | ExpectValue | ExpectOption | ExpectSees | ExpectEnd


@dataclass(frozen=True, slots=True)
class TestDecl:
    title: Text
    declarations: tuple[Decl, ...]
    given: TestGiven | None
    steps: tuple[TestStep, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class LaterDecl:
    """A declaration whose part of the language comes with a later game: `resource`, `extend`,
    `override`, `remove`.
    """

    word: Ident
    span: Span


Decl: TypeAlias = (
    GameDecl
    | EnumDecl
    | KindDecl
    | SeatDecl
    | BoardDecl
    | LayoutDecl
    | RegionDecl
    | ShapeDecl
    | ValueDecl
    | EffectDecl
    | ActionDecl
    | PauseDecl
    | HookDecl
    | FlowDecl
    | ContentDecl
    | ScenarioDecl
    | TestDecl
    | LaterDecl
)


@dataclass(frozen=True, slots=True)
class File:
    """One source file: its declarations in written order."""

    path: str
    declarations: tuple[Decl, ...]
    span: Span
