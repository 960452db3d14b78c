"""Statements of the typed program: structured, with what may wait marked and numbered.

`point` numbers the places of a routine where it may be suspended, from 1 in written order; 0 where the
statement cannot wait. Live at a statement's own point is what comes after it still reads, and what it reads
itself when it goes on there: its hidden locals (as each node says) and, while its question is open, the
locals that `by`, the prompt and the labels of options read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from .expressions import Expr, Template
from .span import Span

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
    block: logged and skipped) instead of asking; `slot` of several is an empty list then. One (`many`
    False): the answer goes to `slot`, then
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
class Window:
    """What makes an `act` the question of a pause to one seat. `given` are the locals whose values guards,
    sources, bodies and labels of the window's own actions take behind the actor. Not to act is an option, the
    last; nobody is asked where no action is open, unless one `asks`. `used_slot` becomes 1 where an action is
    taken, else 0. `given` and `used_slot` are live at the point."""

    prompt: Template
    given: tuple[int, ...]
    used_slot: int


@dataclass(frozen=True, slots=True)
class Act:
    """Asks seat `by` for one of those of `actions` that are open with their parameters (in the order of
    declaration, then of the sources), and runs it. With `step_by_step` first the action, then each parameter.
    None open: a fault, but see `window`. The action's body runs while the statement waits at the same point.
    `asked_slot` (hidden, live at the point of `step_by_step` only) holds the list answered so far (action,
    args...), complete while the body runs."""

    by: Expr
    actions: tuple[int, ...]
    step_by_step: bool
    asked_slot: int
    window: Window | None
    point: int
    at: Span


@dataclass(frozen=True, slots=True)
class Together:
    """Asks several seats what no other may know before all have answered. `body` is a run of SetLocal and
    then a For over different seats, in whose body stand only questions to the seat that it has come to
    (Choose and Menu), SetLocal, If and Fault. `answers` are the locals, by seat, that keep what each has
    answered: blank before the For, and read only after this statement. While it waits, nothing that a seat
    gets depends on what others have answered in it: a world that is supposed for a seat has them answer
    anew."""

    body: Block
    answers: tuple[tuple[int, ...], ...]
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
    | Together
    | Battle
    | EndGame
    | Fault
    | Say
    | Rank
    | Expect
)
