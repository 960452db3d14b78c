"""The typed program: what the front end hands to every engine, and all that an engine needs to play.

References between parts are positions in the tuples of `Program`. Every value at run time is an integer (see
`types.py`), a tuple of them (lists) or a bit mask (sets). Control flow stays structured; what may wait for an
answer is marked and numbered, so that engines which cut routines at those points, and engines which walk
them, agree on what a suspended routine is.
"""

from __future__ import annotations

from dataclasses import dataclass

from .checks import (
    AnswerStep as AnswerStep,
)
from .checks import (
    ExpectStep as ExpectStep,
)
from .checks import (
    OptionStep as OptionStep,
)
from .checks import (
    RunStep as RunStep,
)
from .checks import (
    SeesStep as SeesStep,
)
from .checks import (
    StatusStep as StatusStep,
)
from .checks import (
    Step as Step,
)
from .checks import (
    Test as Test,
)
from .declarations import (
    Action as Action,
)
from .declarations import (
    Board as Board,
)
from .declarations import (
    Content as Content,
)
from .declarations import (
    Effect as Effect,
)
from .declarations import (
    Enum as Enum,
)
from .declarations import (
    Field as Field,
)
from .declarations import (
    GameOption as GameOption,
)
from .declarations import (
    Hook as Hook,
)
from .declarations import (
    Kind as Kind,
)
from .declarations import (
    LaidComponent as LaidComponent,
)
from .declarations import (
    LaidState as LaidState,
)
from .declarations import (
    Layout as Layout,
)
from .declarations import (
    LocalVar as LocalVar,
)
from .declarations import (
    PhaseDecl as PhaseDecl,
)
from .declarations import (
    Point as Point,
)
from .declarations import (
    Region as Region,
)
from .declarations import (
    Routine as Routine,
)
from .declarations import (
    Scenario as Scenario,
)
from .declarations import (
    Slot as Slot,
)
from .declarations import (
    StateVar as StateVar,
)
from .declarations import (
    Value as Value,
)
from .declarations import (
    Zone as Zone,
)
from .expressions import (
    Arith as Arith,
)
from .expressions import (
    Bind as Bind,
)
from .expressions import (
    CallSlot as CallSlot,
)
from .expressions import (
    CallValue as CallValue,
)
from .expressions import (
    Compare as Compare,
)
from .expressions import (
    Const as Const,
)
from .expressions import (
    Each as Each,
)
from .expressions import (
    Expr as Expr,
)
from .expressions import (
    FieldGet as FieldGet,
)
from .expressions import (
    IsNone as IsNone,
)
from .expressions import (
    Lib as Lib,
)
from .expressions import (
    ListOf as ListOf,
)
from .expressions import (
    Local as Local,
)
from .expressions import (
    Logic as Logic,
)
from .expressions import (
    Not as Not,
)
from .expressions import (
    OptionGet as OptionGet,
)
from .expressions import (
    Population as Population,
)
from .expressions import (
    Query as Query,
)
from .expressions import (
    Select as Select,
)
from .expressions import (
    StateGet as StateGet,
)
from .expressions import (
    Template as Template,
)
from .expressions import (
    Unwrap as Unwrap,
)
from .expressions import (
    ZoneOf as ZoneOf,
)
from .statements import (
    Act as Act,
)
from .statements import (
    Battle as Battle,
)
from .statements import (
    Block as Block,
)
from .statements import (
    Break as Break,
)
from .statements import (
    CallEffect as CallEffect,
)
from .statements import (
    CallSlotEffect as CallSlotEffect,
)
from .statements import (
    Choose as Choose,
)
from .statements import (
    Draw as Draw,
)
from .statements import (
    EndGame as EndGame,
)
from .statements import (
    Expect as Expect,
)
from .statements import (
    Fault as Fault,
)
from .statements import (
    Flip as Flip,
)
from .statements import (
    For as For,
)
from .statements import (
    If as If,
)
from .statements import (
    Lay as Lay,
)
from .statements import (
    Menu as Menu,
)
from .statements import (
    MenuOption as MenuOption,
)
from .statements import (
    Move as Move,
)
from .statements import (
    Phase as Phase,
)
from .statements import (
    Pick as Pick,
)
from .statements import (
    Rank as Rank,
)
from .statements import (
    Return as Return,
)
from .statements import (
    Reveal as Reveal,
)
from .statements import (
    Roll as Roll,
)
from .statements import (
    Say as Say,
)
from .statements import (
    Scope as Scope,
)
from .statements import (
    SetLocal as SetLocal,
)
from .statements import (
    SetState as SetState,
)
from .statements import (
    Shuffle as Shuffle,
)
from .statements import (
    Stmt as Stmt,
)
from .statements import (
    Super as Super,
)
from .statements import (
    Swap as Swap,
)
from .statements import (
    Together as Together,
)
from .statements import (
    While as While,
)
from .statements import (
    Window as Window,
)


@dataclass(frozen=True, slots=True)
class Program:
    """One game, checked. `packs` are (name, version) of all packs in play, `content_hash` over their files,
    `language` the version of the language.

    Built-in state variables come first in `state`: `active`, `starter`, `round`, and in a game that has
    scenarios the one in play; their positions are `ACTIVE`, `STARTER`, `ROUND`, `SCENARIO`. `setup`, `play`,
    `scoring` are positions in `effects`; `evaluation` is one in `values`, of what bots judge a position for a
    seat by (each None where the game has none).
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
    evaluation: int | None
    tests: tuple[Test, ...]


ACTIVE, STARTER, ROUND, SCENARIO = range(4)
