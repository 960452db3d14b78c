"""Turns what the rules for expressions and types match into nodes of tree 1.

A function is named like its rule and gets the children of it: nodes for rules, tokens for words and signs,
None for what is left out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from ..ir.span import Span
from . import syntax as tree
from .lexer import Token
from .mistakes import Mistake

Children: TypeAlias = list[Any]

FOLDS = frozenset({"count", "sum", "any", "all", "first", "most", "least", "sorted"})
"""The functions that take a query in their brackets; everything else in front of a bracket is a call."""


def ident(token: Token) -> tree.Ident:
    return tree.Ident(token.text, token.span)


def span_of(parts: Children) -> Span:
    """From the first to the last child that is there."""
    there = [part for part in parts if part is not None]
    first: Span = there[0].span
    return first.to(there[-1].span)


# ---- Atoms -------------------------------------------------------------------------------------------------


def number(parts: Children) -> tree.Number:
    return tree.Number(int(parts[0].text), parts[0].span)


def name(parts: Children) -> tree.Name:
    return tree.Name(parts[0].text, parts[0].span)


def seat_literal(parts: Children) -> tree.SeatLiteral:
    return tree.SeatLiteral(int(parts[1].text), span_of(parts))


def paren(parts: Children) -> tree.Expr:
    inner: tree.Expr = replace(parts[1], span=span_of(parts))
    return inner


def of_expr(parts: Children) -> tree.OfExpr:
    return tree.OfExpr(ident(parts[0]), parts[2], span_of(parts))


def all_expr(parts: Children) -> tree.AllExpr:
    return tree.AllExpr(ident(parts[1]), parts[3], span_of(parts))


def the(parts: Children) -> tree.The:
    return tree.The(parts[1], span_of(parts))


# ---- Operators ---------------------------------------------------------------------------------------------


def unary(parts: Children) -> tree.Unary:
    return tree.Unary(parts[0].text, parts[1], span_of(parts))


def binary(parts: Children) -> tree.Binary:
    left, sign, right = parts
    return tree.Binary(sign.text, left, right, sign.span, left.span.to(right.span))


def compare(parts: Children) -> tree.Binary:
    left, sign, right = parts
    return tree.Binary(sign.name, left, right, sign.span, left.span.to(right.span))


def compare_op(parts: Children) -> tree.Ident:
    return ident(parts[0])


def not_in(parts: Children) -> tree.Binary:
    left, no, inside, right = parts
    return tree.Binary("not in", left, right, no.span.to(inside.span), left.span.to(right.span))


def is_test(parts: Children) -> tree.IsTest:
    value, _, negation, what = parts
    return tree.IsTest(value, negation is not None, ident(what), span_of(parts))


def conditional(parts: Children) -> tree.Conditional:
    _, test, _, then, _, otherwise = parts
    return tree.Conditional(test, then, otherwise, span_of(parts))


# ---- Members, calls, queries -------------------------------------------------------------------------------


def member(parts: Children) -> tree.Member:
    return tree.Member(parts[0], ident(parts[2]), span_of(parts))


def index(parts: Children) -> tree.Index:
    return tree.Index(parts[0], parts[2], span_of(parts))


@dataclass(frozen=True, slots=True)
class Clause:
    """One of `for`, `let`, `where` and `by` in a query, with what it holds."""

    word: str
    held: tuple[Any, ...]
    span: Span


def preposition(parts: Children) -> tree.Ident:
    return ident(parts[0])


def argument(parts: Children) -> tree.Argument:
    label, value = parts
    return tree.Argument(label, value, value.span if label is None else label.span.to(value.span))


def arguments(parts: Children) -> Children:
    return [part for part in parts if not isinstance(part, Token)]


def items(parts: Children) -> Children:
    return [part for part in parts if not isinstance(part, Token)]


def generator(parts: Children) -> tree.Generator:
    return tree.Generator(ident(parts[0]), parts[2], span_of(parts))


def query_for(parts: Children) -> Clause:
    held = tuple(part for part in parts if isinstance(part, tree.Generator))
    return Clause("for", held, span_of(parts))


def query_let(parts: Children) -> Clause:
    bound = tree.QueryLet(ident(parts[1]), parts[3], span_of(parts))
    return Clause("let", (bound,), bound.span)


def query_where(parts: Children) -> Clause:
    return Clause("where", (parts[1],), span_of(parts))


def query_by(parts: Children) -> Clause:
    return Clause("by", parts[0], parts[0][0].span)


def by(parts: Children) -> tuple[tree.Expr, ...]:
    return tuple(part for part in parts if not isinstance(part, Token))


def list_literal(parts: Children) -> tree.ListLiteral | tree.Query:
    inside: Children = parts[1] or []
    clauses = [part for part in inside if isinstance(part, Clause)]
    values = [part for part in inside if not isinstance(part, Clause)]
    span = span_of(parts)
    if clauses or (len(values) == 1 and _draws(values[0]) is not None):
        return _query(None, values, clauses, span)
    return tree.ListLiteral(tuple(values), span)


def call(parts: Children) -> tree.Call | tree.Query:
    callee, _, inside, _ = parts
    given = [part for part in inside or () if isinstance(part, tree.Argument)]
    clauses = [part for part in inside or () if isinstance(part, Clause)]
    fold = isinstance(callee, tree.Name) and callee.name in FOLDS
    if clauses and not fold and any(clause.word == "by" for clause in clauses):
        by_clause = next(clause for clause in clauses if clause.word == "by")
        raise Mistake("T0223", by_clause.span)
    if clauses or (fold and given and all(_draws(part.value) is not None for part in given)):
        labelled = next((part for part in given if part.label is not None), None)
        if labelled is not None:
            raise Mistake("T0224", labelled.span)
        values = [part.value for part in given]
        if fold:
            return _query(tree.Ident(callee.name, callee.span), values, clauses, span_of(parts))
        query = _query(None, values, clauses, values[0].span.to(clauses[-1].span))
        given = [tree.Argument(None, query, query.span)]
    return tree.Call(callee, tuple(given), span_of(parts))


def _query(function: tree.Ident | None, values: Children, clauses: list[Clause], span: Span) -> tree.Query:
    """Puts a query together: without `for`, the values themselves are the generators, `s in Space`."""
    for word in ("where", "by"):
        twice = [clause for clause in clauses if clause.word == word]
        if len(twice) > 1:
            raise Mistake("T0222", twice[1].span, clause=word)
    binders = tuple(held for clause in clauses if clause.word in ("for", "let") for held in clause.held)
    body = None
    if any(clause.word == "for" for clause in clauses):
        if len(values) != 1:
            raise Mistake("T0225", values[1].span)
        body = values[0]
    else:
        binders = tuple(_generator(value) for value in values) + binders
    where = next((clause.held[0] for clause in clauses if clause.word == "where"), None)
    order = next((clause.held for clause in clauses if clause.word == "by"), ())
    return tree.Query(function, body, binders, order, where, span)


def _draws(value: tree.Expr) -> tree.Generator | None:
    """`s in Space` as what a query draws from."""
    if isinstance(value, tree.Binary) and value.op == "in" and isinstance(value.left, tree.Name):
        return tree.Generator(tree.Ident(value.left.name, value.left.span), value.right, value.span)
    return None


def _generator(value: tree.Expr) -> tree.Generator:
    drawn = _draws(value)
    if drawn is None:
        raise Mistake("T0226", value.span)
    return drawn


# ---- Types -------------------------------------------------------------------------------------------------


def type_name(parts: Children) -> tree.TypeName:
    word, _, of = parts
    return tree.TypeName(word.text, span_of(parts), ident(of) if of else None)


def int_type(parts: Children) -> tree.IntType:
    return tree.IntType(parts[1], parts[3], False, span_of(parts))


def track_type(parts: Children) -> tree.IntType:
    return tree.IntType(parts[1], parts[3], True, span_of(parts))


def optional_type(parts: Children) -> tree.OptionalType:
    return tree.OptionalType(parts[0], span_of(parts))


def list_type(parts: Children) -> tree.ListType:
    return tree.ListType(parts[2], parts[5], span_of(parts))


def set_type(parts: Children) -> tree.SetType:
    return tree.SetType(parts[2], span_of(parts))
