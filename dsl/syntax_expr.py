"""Tree 1, types and expressions as an author wrote them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ..ir.span import Span
from .ident import Ident


@dataclass(frozen=True, slots=True)
class Text:
    """A quoted text, without the quotes and with escapes resolved; `{...}` parts stay as written.

    `parts` alternates literal pieces (str) and embedded expressions, in order; a text without `{` has one
    piece.
    """

    value: str
    parts: tuple[str | Expr, ...]
    span: Span


# ---- Types as written -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TypeName:
    """`int`, `bool`, `Player`, `Monster`, ... or `layout of field` (name "layout", of "field")."""

    name: str
    span: Span
    of: Ident | None = None


@dataclass(frozen=True, slots=True)
class IntType:
    """`int`, `int 0..999` or `track 0..12` (`track` True). Bounds are constant expressions."""

    low: Expr | None
    high: Expr | None
    track: bool
    span: Span


@dataclass(frozen=True, slots=True)
class OptionalType:
    """`T?`"""

    of: TypeExpr
    span: Span


@dataclass(frozen=True, slots=True)
class ListType:
    """`list of T` or `list of T up to N`"""

    of: TypeExpr
    up_to: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class SetType:
    """`set of T`"""

    of: TypeExpr
    span: Span


TypeExpr: TypeAlias = TypeName | IntType | OptionalType | ListType | SetType


# ---- Expressions ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number:
    value: int
    span: Span


@dataclass(frozen=True, slots=True)
class Name:
    """A bare name, also `true`, `false`, `none`, `players`, `active`."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class SeatLiteral:
    """`seat 2`: the second seat; numbers count from 1."""

    number: int
    span: Span


@dataclass(frozen=True, slots=True)
class Member:
    """`p.deck`"""

    base: Expr
    member: Ident
    span: Span


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a call or command; `label` is the preposition before it."""

    label: Ident | None
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Call:
    """`points(p)`, `c.points(p)`, `around(me(p))`; `super(n - 1)`, too."""

    callee: Expr
    arguments: tuple[Argument, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Index:
    """`xs[i]`"""

    base: Expr
    index: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class OfExpr:
    """`wild of p`, `Valkyrie of seat 1`"""

    what: Ident
    owner: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class AllExpr:
    """`all Monster`, `all Combat of p`"""

    what: Ident
    owner: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class The:
    """`the e`: the value of an optional, or a fault."""

    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Unary:
    """`-a`, `not a`; `op` is the word as written."""

    op: str
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Binary:
    """`op` is one of `+ - * .. == != < <= > >= and or in`, or `not in`."""

    op: str
    left: Expr
    right: Expr
    op_span: Span
    span: Span


@dataclass(frozen=True, slots=True)
class IsTest:
    """`x is some`, `x is none`, `c is wild`, `c is not Troll`."""

    value: Expr
    negated: bool
    what: Ident
    span: Span


@dataclass(frozen=True, slots=True)
class Conditional:
    """`if a then b else c`"""

    test: Expr
    then: Expr
    otherwise: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class ListLiteral:
    """`[a, b]`"""

    items: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Generator:
    """`s in Space` inside a query."""

    name: Ident
    source: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class QueryLet:
    """`let v = e` inside a query."""

    name: Ident
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Query:
    """`[s in Space where c]`, `[e for s in X, d in Y let v = f(s) where c]`, and, with the word before the
    bracket in `function`, `count(s in X where c)`, `sum(e for s in X)`, `any(...)`, `all(...)`,
    `first(...)`, `most(q in players by e)`, `least(...)`, `sorted(x in X by e, then e)`, `pairs(...)`
    excepted (a `Call`). `function` is None for square brackets. Generators and lets are in written order,
    in one tuple.
    """

    function: Ident | None
    body: Expr | None
    clauses: tuple[Generator | QueryLet, ...]
    by: tuple[Expr, ...]
    where: Expr | None
    span: Span


Expr: TypeAlias = (
    Number
    | Name
    | SeatLiteral
    | Member
    | Call
    | Index
    | OfExpr
    | AllExpr
    | The
    | Unary
    | Binary
    | IsTest
    | Conditional
    | ListLiteral
    | Query
)
