"""Tree 1, statements as an author wrote them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ..ir.span import Span
from .ident import Ident
from .syntax_expr import Argument, Expr, Text, TypeExpr

Block: TypeAlias = "tuple[Stmt, ...]"


@dataclass(frozen=True, slots=True)
class Command:
    """`deal 2 to troll`, `draw 8 from omen_deck to omens face up`, `pick 3 at random from Challenge as cs`.

    `name` is the verb. `arguments` in written order; `as NAME` is an argument with label `as` and a `Name`
    value. `face` is `up`, `down` or None. A bare name on a line, `cross_out_edges`, is an `ExprStmt`.
    """

    name: Ident
    arguments: tuple[Argument, ...]
    face: Ident | None
    span: Span


@dataclass(frozen=True, slots=True)
class ExprStmt:
    """An expression on a line of its own: the value of a `value`, or a call without arguments."""

    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Let:
    name: Ident
    type: TypeExpr | None
    value: Expr | Command
    span: Span


@dataclass(frozen=True, slots=True)
class Assign:
    """`op` is `=`, `+=` or `-=`."""

    target: Expr
    op: str
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class If:
    """`branches` are (test, block) of `if` and every `elif`; `otherwise` is None without `else`."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block | None
    span: Span


@dataclass(frozen=True, slots=True)
class For:
    name: Ident
    source: Expr
    where: Expr | None
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class Repeat:
    """`repeat n`, `repeat n while c`, `repeat while c`"""

    count: Expr | None
    test: Expr | None
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class While:
    test: Expr
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class Scope:
    name: Ident
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class Phase:
    name: Ident
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class Turn:
    name: Ident
    seats: Expr
    where: Expr | None
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class Rounds:
    test: Expr | None
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class Return:
    value: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Pass:
    span: Span


@dataclass(frozen=True, slots=True)
class End:
    """`end NAME`"""

    name: Ident
    span: Span


@dataclass(frozen=True, slots=True)
class EndGame:
    """`end game`, `end game with win(p)`"""

    outcome: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class FaultStmt:
    """`fault "text"`"""

    text: Text
    span: Span


@dataclass(frozen=True, slots=True)
class Say:
    """`say "text with {p}"`: a line in the log."""

    text: Text
    span: Span


@dataclass(frozen=True, slots=True)
class Rank:
    """`rank p in players by a, then b`"""

    name: Ident
    source: Expr
    by: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Choose:
    """`choose x from S by p "prompt": ... else: ...`

    `amount` is None for one; "any" for any number; otherwise the expression, a maximum where `up_to`.
    `source` follows `from` or `in`. `body` is None without a block, `otherwise` None without `else`.
    """

    name: Ident
    amount: Expr | str | None
    up_to: bool
    source: Expr
    by: Expr | None
    prompt: Text | None
    body: Block | None
    otherwise: Block | None
    span: Span


@dataclass(frozen=True, slots=True)
class Option:
    name: Ident
    label: Text
    test: Expr | None
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class Menu:
    """`choose by p "prompt":` with options."""

    by: Expr | None
    prompt: Text | None
    options: tuple[Option, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class May:
    who: Expr
    prompt: Text
    body: Block
    otherwise: Block | None
    span: Span


@dataclass(frozen=True, slots=True)
class Act:
    who: Expr
    step_by_step: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Together:
    """`together for p in SEATS where c:` with questions and `let` below."""

    name: Ident
    seats: Expr
    where: Expr | None
    body: Block
    span: Span


@dataclass(frozen=True, slots=True)
class Pause:
    """`pause before_fight(a, d)`: opens the window."""

    name: Ident
    arguments: tuple[Argument, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Broken:
    """A statement that could not be read, which has been reported; `words` stand in it and below it."""

    words: frozenset[str]
    span: Span


Stmt: TypeAlias = (
    Command
    | ExprStmt
    | Let
    | Assign
    | If
    | For
    | Repeat
    | While
    | Scope
    | Phase
    | Turn
    | Rounds
    | Return
    | Pass
    | End
    | EndGame
    | FaultStmt
    | Say
    | Rank
    | Choose
    | Menu
    | May
    | Act
    | Together
    | Pause
    | Broken
)
