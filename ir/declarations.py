"""Routines of the typed program, and what its game declares: kinds, content, state, zones, boards, hooks,
actions.
"""

from __future__ import annotations

from dataclasses import dataclass

from .expressions import Template
from .span import Span
from .statements import Block
from .types import Type


@dataclass(frozen=True, slots=True)
class LocalVar:
    """`name` as written; hidden ones (loop positions, lists being walked) begin with `$`."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Point:
    """A suspension point: `number` from 1, `live` the slots whose values are still needed after it,
    ascending.
    """

    number: int
    live: tuple[int, ...]
    at: Span


@dataclass(frozen=True, slots=True)
class Routine:
    """Code with locals; the first `params` locals are the parameters. `suspends`: it asks, asks chance, or
    calls one that does.
    """

    name: str
    params: int
    locals: tuple[LocalVar, ...]
    result: Type | None
    body: Block
    suspends: bool
    points: tuple[Point, ...]
    at: Span


@dataclass(frozen=True, slots=True)
class Enum:
    name: str
    names: tuple[str, ...]
    titles: tuple[str, ...]
    at: Span


@dataclass(frozen=True, slots=True)
class Field:
    """A printed field of `kind`; `hooks` are positions of `change` hooks on it."""

    name: str
    kind: int
    type: Type
    hooks: tuple[int, ...]
    at: Span


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot of `kind` that content fills: routine a content, or `default`. Routines take (self, args...).
    `effect`: it may do things.
    """

    name: str
    kind: int
    effect: bool
    params: tuple[LocalVar, ...]
    result: Type | None
    default: int | None
    at: Span


@dataclass(frozen=True, slots=True)
class Kind:
    """`word` is card, tile, token, figure, die or space. Components of kinds with the same `back` look alike
    when not identified. `live`: routine (self) -> bool of `active while`, None: hooks of its content are
    always live. `faces` of a die: per face the integer or enum position."""

    name: str
    word: str
    title: str
    back: str
    live: int | None
    faces: tuple[int, ...]
    face_type: Type | None
    at: Span


@dataclass(frozen=True, slots=True)
class Content:
    """An instance of a kind: `count` components (spaces of a graph: always 1), each seat its own where
    `per_player`. `fields` by (field, value), `slots` by (slot, routine)."""

    name: str
    title: str
    text: str
    source: str
    kind: int
    count: int
    per_player: bool
    fields: tuple[tuple[int, int | tuple[int, ...]], ...]
    slots: tuple[tuple[int, int], ...]
    at: Span


@dataclass(frozen=True, slots=True)
class StateVar:
    """`of` is "table", "player" or "kind"; `kind` its kind and `content` the only content that has it (state
    declared in a content block). `default` is a routine without parameters. None: unset until assigned, but
    an optional variable is none, a set empty, the starter seat 0 and the round 0 from the start.
    `lasting`: a battle does not set it back to its default."""

    name: str
    of: str
    kind: int | None
    content: int | None
    type: Type
    default: int | None
    lasting: bool
    at: Span

    @property
    def further(self) -> bool:
        """Whether it is a space that a component takes besides the one where it lies: `$space2` and so on."""
        return self.name.startswith("$space")


@dataclass(frozen=True, slots=True)
class Zone:
    """`of` is "table" or "player". `shape`: pile, row, hand, set, slots. `visibility`: open, private (the
    seat that has it), hidden. `when_empty`: stop, reshuffle (from `reshuffle`, a zone of the same owner or
    the table), fault, end_game. `capacity` None: no limit. `lasting`: a battle leaves what lies there."""

    name: str
    of: str
    shape: str
    kinds: tuple[int, ...]
    visibility: str
    capacity: int | None
    when_empty: str
    reshuffle: int | None
    lasting: bool
    at: Span


@dataclass(frozen=True, slots=True)
class Board:
    """`shape` grid, hex or graph. Spaces of a grid or hex are numbered row by row from row 1 (the bottom of a
    drawing) and named a1, b1, ...; spaces of a graph are the contents of `kind` in order, `edges` pairs of
    their positions."""

    name: str
    shape: str
    width: int
    height: int
    kind: int
    edges: tuple[tuple[int, int], ...]
    at: Span


@dataclass(frozen=True, slots=True)
class LaidState:
    """Of a layout: space `space` (position on the board) gets `value` in state variable `var`."""

    space: int
    var: int
    value: int


@dataclass(frozen=True, slots=True)
class LaidComponent:
    """Of a layout: the lowest component in the box of `kind` (and `content`, and owned by `owner`) is put on
    `space`.
    """

    space: int
    kind: int
    content: int | None
    owner: int | None


@dataclass(frozen=True, slots=True)
class Layout:
    name: str
    title: str
    board: int
    states: tuple[LaidState, ...]
    components: tuple[LaidComponent, ...]
    at: Span


@dataclass(frozen=True, slots=True)
class Region:
    """Spaces of a board (positions on it, ascending) that belong together; code has them as constant lists.
    With a title players are shown it, where it belongs to a `scenario` only while that is played.
    """

    name: str
    title: str
    board: int
    spaces: tuple[int, ...]
    scenario: int | None
    at: Span


@dataclass(frozen=True, slots=True)
class GameOption:
    """`default` None: must be chosen. `values` are the allowed values (enum positions, 0/1, layouts,
    scenarios with NONE first), `names` their names.
    """

    name: str
    title: str
    type: Type
    default: int | None
    values: tuple[int, ...]
    names: tuple[str, ...]
    at: Span


@dataclass(frozen=True, slots=True)
class Value:
    """A declared value; `hooks` are positions of its `change` hooks in static order."""

    name: str
    routine: int
    hooks: tuple[int, ...]
    at: Span


@dataclass(frozen=True, slots=True)
class Effect:
    """A declared effect (also `setup` and `scoring`); `hooks` in static order, all words; `says` reads the
    routine's parameters.
    """

    name: str
    routine: int
    labels: tuple[str, ...]
    says: Template | None
    hooks: tuple[int, ...]
    at: Span


@dataclass(frozen=True, slots=True)
class Hook:
    """`word`: before, after, instead_of, change. Routines `where` (-> bool) and `body` take (self if
    `content`, then the target's parameters, then for `after` the result if there is one, for a `change` of a
    value `it`). Where the second local of a content's hook is named `$holder`, it is a parameter too: the
    holder as it was when the call's hooks were fixed (NONE: nobody). `param`: for change of an effect, which
    parameter; None for a value or field (whose target's parameter is the component or space). `content`
    brings the hook (live as its kind says, once a component), or `scenario` (live while played), or neither
    (always live). Live hooks are ordered by (`rank` of the pack, holder: none first, then seats from the
    active one on, `name`, component number)."""

    word: str
    name: str
    where: int | None
    body: int
    param: int | None
    content: int | None
    scenario: int | None
    rank: int
    after: tuple[int, ...]
    at: Span


@dataclass(frozen=True, slots=True)
class PhaseDecl:
    name: str
    hooks: tuple[int, ...]
    at: Span


@dataclass(frozen=True, slots=True)
class Action:
    """`sources` are routines: the i-th takes (actor, args before it) and gives the list of values of
    parameter i. `guard` (routine of (actor)) is tested before, `body` (routine) takes (actor, args...), as
    the label does. `limit` uses per `limit_per` (turn or game), counted a seat.

    Where it is offered in one window only, all of them take the window's parameters behind the actor. An
    action that components of `kind` (of `content` alone, if that is not None) bring has them as its first
    parameter. `asks` (routine of (actor) -> bool) tells, of an action that is offered in a window, whether a
    seat is asked there though it has no way to take it: all that every seat sees of its guard and sources;
    None: they read nothing else."""

    name: str
    label: Template | None
    sources: tuple[int, ...]
    guard: int | None
    limit: int | None
    limit_per: str | None
    body: int
    at: Span
    kind: int | None = None
    content: int | None = None
    asks: int | None = None


@dataclass(frozen=True, slots=True)
class Scenario:
    """`settings` are (option, value) that it fixes."""

    name: str
    title: str
    text: str
    source: str
    settings: tuple[tuple[int, int], ...]
    at: Span
