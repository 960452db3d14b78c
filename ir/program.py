"""The typed program: what the front end hands to every engine, and all that an engine needs to play.

References between parts are positions in the tuples of `Program`. Every value at run time is an integer (see
`types.py`), a tuple of them (lists) or a bit mask (sets). Control flow stays structured; what may wait for an
answer is marked and numbered, so that engines which cut routines at those points, and engines which walk
them, agree on what a suspended routine is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from .span import Span
from .types import Type

# ---- Expressions: pure, never wait -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Const:
    """A number known before play: also enum names, seats, `none`, `true`. A tuple is a constant list."""

    value: int | tuple[int, ...] | tuple[tuple[int, ...], ...]
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class Local:
    """A local of the running routine, by position in `Routine.locals`."""

    slot: int
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class StateGet:
    """A state variable; `index` is the seat, component or space that has it (None: the table). Unset without
    default: a fault.
    """

    var: int
    index: Expr | None
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class OptionGet:
    """A game option, by position in `Program.options`: what the scenario in play sets it to, else what was
    chosen at the start.
    """

    option: int
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class FieldGet:
    """The printed field of a component, space or content (`of`); goes through the field's `change` hooks if
    it has any (not of a content, which is no component)."""

    field: int
    of: Expr
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class Arith:
    """`op` is add, sub or mul; leaving `INT_MIN..INT_MAX` is a fault."""

    op: str
    left: Expr
    right: Expr
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class Compare:
    """`op` is eq, ne, lt, le, gt or ge. eq and ne also compare lists and sets."""

    op: str
    left: Expr
    right: Expr
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class Logic:
    """`op` is and, or; the right side is evaluated only where it matters."""

    op: str
    left: Expr
    right: Expr
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class Not:
    value: Expr
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class Select:
    """`if test then a else b`: only the side needed is evaluated."""

    test: Expr
    then: Expr
    otherwise: Expr
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class IsNone:
    value: Expr
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class Unwrap:
    """`the e`: faults on NONE."""

    value: Expr
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class ListOf:
    items: tuple[Expr, ...]
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class Population:
    """All components or spaces of `kind`, in order of number; only those of `content` (None: any) and of seat
    `owner` (None: any).
    """

    kind: int
    content: int | None
    owner: Expr | None
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class ZoneOf:
    """The number of a declared zone; `index` is the seat that has it (None: the table's)."""

    zone: int
    index: Expr | None
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class CallValue:
    """A declared value, through its `change` hooks. `charge`: one unit of fuel (the routine can recurse)."""

    value: int
    args: tuple[Expr, ...]
    charge: bool
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class CallSlot:
    """A value slot of a kind, filled by the content of the component (or content) `self`; unfilled without
    default: a fault.
    """

    slot: int
    self: Expr
    args: tuple[Expr, ...]
    charge: bool
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class Lib:
    """A library function by its name in `library.py`; charges what it visits, as stated there."""

    name: str
    args: tuple[Expr, ...]
    type: Type
    at: Span


@dataclass(frozen=True, slots=True)
class Each:
    """`x in SOURCE` of a query; binds `slot`. The source may read earlier slots. Charges its number of
    elements on entry.
    """

    slot: int
    source: Expr
    at: Span


@dataclass(frozen=True, slots=True)
class Bind:
    """`let v = e` of a query."""

    slot: int
    value: Expr
    at: Span


@dataclass(frozen=True, slots=True)
class Query:
    """A comprehension over nested `Each` and `Bind`, in written order; `where` is tested innermost.

    `form`: list (of `body`), count, sum (of `body`), any, all (every element satisfies `where`), first
    (`body` of the first, or NONE), most and least (every `body` whose `by` is greatest/least, in order; one
    key), sorted (`body` by ascending `by`, stable). `set` makes a bit mask.
    """

    form: str
    clauses: tuple[Each | Bind, ...]
    where: Expr | None
    body: Expr | None
    by: tuple[Expr, ...]
    type: Type
    at: Span


Expr: TypeAlias = (
    Const
    | Local
    | StateGet
    | OptionGet
    | FieldGet
    | Arith
    | Compare
    | Logic
    | Not
    | Select
    | IsNone
    | Unwrap
    | ListOf
    | Population
    | ZoneOf
    | CallValue
    | CallSlot
    | Lib
    | Query
)


@dataclass(frozen=True, slots=True)
class Template:
    """A text for people: literal pieces and expressions, shown to each seat as far as it may see them. Not
    part of the rules hash.
    """

    parts: tuple[str | Expr, ...]
    at: Span


# ---- Statements --------------------------------------------------------------------------------------------
# `point` numbers the places of a routine where it may be suspended, from 1 in written order; 0 where the
# statement cannot wait.
# Fuel: what a statement charges is said at each; those that handle components charge one unit for each.
# Live at a statement's own point is what comes after it still reads, and what it reads itself when it goes on
# there: its hidden locals (as each node says) and, while its question is open, the locals that `by`, the
# prompt, the labels of options, their tests and (of a single choice) the source read: it can be put anew.

Block: TypeAlias = "tuple[Stmt, ...]"


@dataclass(frozen=True, slots=True)
class SetLocal:
    slot: int
    value: Expr
    at: Span


@dataclass(frozen=True, slots=True)
class SetState:
    """Stores into a state variable. A track stops at its ends; any other range that is left faults."""

    var: int
    index: Expr | None
    value: Expr
    at: Span


@dataclass(frozen=True, slots=True)
class If:
    test: Expr
    then: Block
    otherwise: Block
    at: Span


@dataclass(frozen=True, slots=True)
class For:
    """Evaluates `source` once into `list_slot` (hidden local), charges its number of elements, and runs
    `body` for each with `slot` set whose `where`, tested as each comes, holds. `index_slot` (hidden) is the
    position of the NEXT element."""

    slot: int
    list_slot: int
    index_slot: int
    source: Expr
    where: Expr | None
    body: Block
    label: str | None
    at: Span


@dataclass(frozen=True, slots=True)
class While:
    """Each pass charges one unit. `count_slot` (hidden) holds the passes left where `count` is given
    (evaluated once), else -1.
    """

    count: Expr | None
    count_slot: int
    test: Expr | None
    body: Block
    label: str | None
    at: Span


@dataclass(frozen=True, slots=True)
class Scope:
    """A block that `Break` with its label leaves."""

    label: str
    body: Block
    at: Span


@dataclass(frozen=True, slots=True)
class Phase:
    """A named stretch of a routine: its live hooks are fixed in `hooks_slot` on entry; the first `instead of`
    whose `where` holds replaces before, body and after; otherwise before hooks, body, after hooks. `Break`
    with its label leaves the body (after hooks still happen). `hooks_slot` holds a list of [hook, self or
    NONE, holder or NONE], `index_slot` the position in it of the hook that runs: both live at the phase's
    point, `hooks_slot` also at the points of its body."""

    phase: int
    hooks_slot: int
    index_slot: int
    label: str
    body: Block
    point: int
    at: Span


@dataclass(frozen=True, slots=True)
class Break:
    label: str
    at: Span


@dataclass(frozen=True, slots=True)
class Return:
    value: Expr | None
    at: Span


@dataclass(frozen=True, slots=True)
class CallEffect:
    """Calls an effect through the hook algorithm; its result goes to `result` (a slot) if wanted. Logs the
    effect's `says` first.
    """

    effect: int
    args: tuple[Expr, ...]
    result: int | None
    charge: bool
    point: int
    at: Span


@dataclass(frozen=True, slots=True)
class CallSlotEffect:
    """Runs an effect slot of a kind as filled by the content of `self`."""

    slot: int
    self: Expr
    args: tuple[Expr, ...]
    result: int | None
    charge: bool
    point: int
    at: Span


@dataclass(frozen=True, slots=True)
class Super:
    """Inside `instead of` an effect: the rest of the call with these arguments, without the hooks already
    used.
    """

    args: tuple[Expr, ...]
    result: int | None
    point: int
    at: Span


@dataclass(frozen=True, slots=True)
class Move:
    """Moves components (a list, or one) to a zone, one after another. Into an ordered zone each goes to
    `place`: top, or bottom. `face` up, down or None (as the zone shows: a hidden pile down, else up). A full
    zone, or a kind it does not hold, faults. `place` of a row: bottom is its end (right), which is also the
    default there; of a pile the default is top."""

    what: Expr
    to: Expr
    place: str | None
    face: str | None
    at: Span


@dataclass(frozen=True, slots=True)
class Draw:
    """Takes `count` components from the top of `source` (front of a row; lowest number of an unordered zone),
    one by one, as its when-empty policy says, and moves them to `to`. The number really moved goes to
    `result`. Waits (`point`) where a reshuffle may ask chance. `left_slot` (hidden, live at the point) holds
    the list [left to draw, moved so far, source, to, next position of the shuffle or NONE]. Charges `count`
    on entry, and a reshuffle the number of components."""

    count: Expr
    source: Expr
    to: Expr
    place: str | None
    face: str | None
    result: int | None
    left_slot: int
    point: int
    at: Span


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Shuffles an ordered zone as a run of single chance draws (Fisher-Yates, from the top): `index_slot`
    (hidden) is the next position, `zone_slot` (hidden) the zone; both live at the point. Charges the
    number of components."""

    zone: Expr
    zone_slot: int
    index_slot: int
    point: int
    at: Span


@dataclass(frozen=True, slots=True)
class Roll:
    """Rolls dice (a list, or one): one chance decision a die, over its different faces. `list_slot` (the
    dice) and `index_slot` (position of the next) are live at the point."""

    what: Expr
    list_slot: int
    index_slot: int
    point: int
    at: Span


@dataclass(frozen=True, slots=True)
class Pick:
    """Picks `count` elements of a list at random without replacement (fewer where it is shorter) into list
    `slot`; one chance decision each. `slot` (picked so far), `list_slot` (candidates left) and `left_slot`
    (picks left) are live at the point. Charges the
    number of candidates."""

    slot: int
    count: Expr
    source: Expr
    list_slot: int
    left_slot: int
    point: int
    at: Span


@dataclass(frozen=True, slots=True)
class Flip:
    """Turns components over, or to `face`."""

    what: Expr
    face: str | None
    at: Span


@dataclass(frozen=True, slots=True)
class Reveal:
    """Every seat, or only seat `to`, identifies the components; they stay where they are."""

    what: Expr
    to: Expr | None
    at: Span


@dataclass(frozen=True, slots=True)
class Swap:
    """Two components, or what two spaces hold, change places."""

    left: Expr
    right: Expr
    at: Span


@dataclass(frozen=True, slots=True)
class Lay:
    """Lays a layout: sets the state of spaces and puts components from the box where the drawing says.
    Charges the number of states and components.
    """

    layout: Expr
    at: Span


@dataclass(frozen=True, slots=True)
class Choose:
    """Asks seat `by` for an element of `source`. Empty source (or nothing to pick): runs `otherwise` (empty
    block: logged and skipped) instead of asking. One (`many` False): the answer goes to `slot`, then
    `body`. Several: a run of single picks in the order of the source, each after the one before, with a
    `done` option once `low` is reached, until `high`; the list goes to `slot`. Elements that are alike
    (same content, state, zone, position in an ordered zone, same seats know them) are one option, which
    takes the lowest number; where the seat has not identified them, chance decides between them. Hidden
    locals, of several only, live at the point together with `slot` (picked so far): `list_slot` the
    candidates left, `low_slot` and `high_slot` what `low` and `high` came to.
    """

    slot: int
    source: Expr
    by: Expr
    prompt: Template
    many: bool
    low: Expr | None
    high: Expr | None
    list_slot: int
    low_slot: int
    high_slot: int
    body: Block
    otherwise: Block
    point: int
    at: Span


@dataclass(frozen=True, slots=True)
class MenuOption:
    """`id` is the key in saves and tests."""

    id: str
    label: Template
    test: Expr | None
    body: Block
    at: Span


@dataclass(frozen=True, slots=True)
class Menu:
    """Asks seat `by` for one of the options whose test holds; none: a fault. `may` is such a menu."""

    by: Expr
    prompt: Template
    options: tuple[MenuOption, ...]
    point: int
    at: Span


@dataclass(frozen=True, slots=True)
class Act:
    """Asks seat `by` for one of all open actions with their parameters (in the order of declaration, then of
    the sources), and runs it. With `step_by_step` first the action, then each parameter. None open: a fault.
    The action's body runs while the statement waits at the same point. `asked_slot` (hidden, live at the
    point of `step_by_step` only) holds the list answered so far (action, args...), complete while the body
    runs."""

    by: Expr
    step_by_step: bool
    asked_slot: int
    point: int
    at: Span


@dataclass(frozen=True, slots=True)
class Battle:
    """Plays the game that a campaign is of. All state that is not lasting goes back to its default, every
    component that lies in no lasting zone to the box, face up, no die rolled, no action used; `scenario` (one
    or NONE) comes into play. Then the effects `setup`, `play` and `scoring` happen (None: there is none). A
    seat that has identified all other components of a look knows those in the box, too. `EndGame` inside
    drops the frames above this one: with an outcome the battle is over, else its scoring follows. The
    outcome, which the battle must have, goes to `result`. `stage_slot` (hidden, live at the point) holds the
    part that is played: 1 setup, 2 play, 3 scoring. A battle within a battle faults. Charges one unit for
    each component and each state variable (of each seat, space and component)."""

    scenario: Expr
    setup: int | None
    play: int | None
    scoring: int | None
    stage_slot: int
    result: int | None
    point: int
    at: Span


@dataclass(frozen=True, slots=True)
class EndGame:
    """Drops every frame, or in a battle those above it (see there); without `outcome` the `scoring` flow
    follows. `outcome` is a list of one integer a seat (`win`, `draw`, `won`, `lost`).
    """

    outcome: Expr | None
    at: Span


@dataclass(frozen=True, slots=True)
class Fault:
    """Content says that this cannot happen."""

    text: Template
    at: Span


@dataclass(frozen=True, slots=True)
class Say:
    text: Template
    at: Span


@dataclass(frozen=True, slots=True)
class Rank:
    """Ranks seats by descending keys into the game's result: shared ranks, scores are the first key, and a
    seat's outcome is the number of seats ranked behind it minus the number ranked before it."""

    slot: int
    source: Expr
    by: tuple[Expr, ...]
    at: Span


@dataclass(frozen=True, slots=True)
class Expect:
    """Only in tests: `test` must hold; where it is a `Compare` both sides are shown when it does not."""

    test: Expr
    at: Span


Stmt: TypeAlias = (
    SetLocal
    | SetState
    | If
    | For
    | While
    | Scope
    | Phase
    | Break
    | Return
    | CallEffect
    | CallSlotEffect
    | Super
    | Move
    | Draw
    | Shuffle
    | Roll
    | Pick
    | Flip
    | Reveal
    | Swap
    | Lay
    | Choose
    | Menu
    | Act
    | Battle
    | EndGame
    | Fault
    | Say
    | Rank
    | Expect
)

# ---- Routines ----------------------------------------------------------------------------------------------


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


# ---- Declarations ------------------------------------------------------------------------------------------


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
    With a title players are shown it.
    """

    name: str
    title: str
    board: int
    spaces: tuple[int, ...]
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
    parameter i. `guard` (routine of (actor)) is tested before, `body` (routine) takes (actor, args...).
    `limit` uses per `limit_per` (turn or game), counted a seat."""

    name: str
    label: Template | None
    sources: tuple[int, ...]
    guard: int | None
    limit: int | None
    limit_per: str | None
    body: int
    at: Span


@dataclass(frozen=True, slots=True)
class Scenario:
    """`settings` are (option, value) that it fixes."""

    name: str
    title: str
    text: str
    source: str
    settings: tuple[tuple[int, int], ...]
    at: Span


# ---- Tests in the language ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AnswerStep:
    """Seat `seat` (None: chance) answers: the first option whose key is `key` or, where that is a content,
    names a component of it (`key#...`, `key@...`); or the option whose value is the result of routine
    `value`."""

    seat: int | None
    key: str | None
    value: int | None
    at: Span


@dataclass(frozen=True, slots=True)
class RunStep:
    """Runs a routine without parameters as the flow of the game, until it ends or asks."""

    routine: int
    at: Span


@dataclass(frozen=True, slots=True)
class OptionStep:
    """Expects that seat `seat` has, or has not, such an option now."""

    seat: int
    key: str | None
    value: int | None
    possible: bool
    at: Span


@dataclass(frozen=True, slots=True)
class SeesStep:
    """Expects that seat `seat` has not identified `count` (a routine) of the components in zone `place`
    (routine; None: anywhere but the box).
    """

    seat: int
    count: int
    place: int | None
    at: Span


@dataclass(frozen=True, slots=True)
class ExpectStep:
    """Runs a routine whose body is one `Expect`."""

    routine: int
    at: Span


@dataclass(frozen=True, slots=True)
class StatusStep:
    """`what`: over, fault, quiet (no question is open)."""

    what: str
    at: Span


Step: TypeAlias = RunStep | AnswerStep | ExpectStep | OptionStep | SeesStep | StatusStep


@dataclass(frozen=True, slots=True)
class Test:
    """`given` is a routine with set-up rights or None; `setup`: run the setup flow first; `layout` laid
    first; before all, the routine `scenario`, which puts one into play where no option can. `options` as
    chosen.
    """

    title: str
    players: int
    options: tuple[tuple[int, int], ...]
    scenario: int | None
    setup: bool
    layout: int | None
    given: int | None
    steps: tuple[Step, ...]
    at: Span


# ---- The whole ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Program:
    """One game, checked. `packs` are (name, version) of all packs in play, `content_hash` over their files,
    `language` the version of the language.

    Built-in state variables come first in `state`: `active`, `starter`, `round`, and in a game that has
    scenarios the one in play; their positions are `ACTIVE`, `STARTER`, `ROUND`, `SCENARIO`. `setup`, `play`,
    `scoring` are positions in `effects` (None where the game has none).
    """

    name: str
    title: str
    packs: tuple[tuple[str, str], ...]
    language: int
    content_hash: str
    low_players: int
    high_players: int
    cooperative: bool
    options: tuple[GameOption, ...]
    enums: tuple[Enum, ...]
    kinds: tuple[Kind, ...]
    fields: tuple[Field, ...]
    slots: tuple[Slot, ...]
    contents: tuple[Content, ...]
    state: tuple[StateVar, ...]
    zones: tuple[Zone, ...]
    boards: tuple[Board, ...]
    layouts: tuple[Layout, ...]
    regions: tuple[Region, ...]
    scenarios: tuple[Scenario, ...]
    values: tuple[Value, ...]
    effects: tuple[Effect, ...]
    phases: tuple[PhaseDecl, ...]
    actions: tuple[Action, ...]
    hooks: tuple[Hook, ...]
    routines: tuple[Routine, ...]
    setup: int | None
    play: int | None
    scoring: int | None
    tests: tuple[Test, ...]


ACTIVE, STARTER, ROUND, SCENARIO = range(4)
