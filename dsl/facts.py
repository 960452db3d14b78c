"""What a condition proves: which optional values are there, and which lists are not empty.

An expression is recognised again by its key: the expression without spans and types, bound names counted from
the outside. Values are pure,
so equal keys mean equal results until the state changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from typing import Any

from ..ir import program as ir
from ..ir.types import NONE, OptT

Key = tuple[Any, ...]
"""Nested tuples of names and numbers; the first element of a fact is "some" or "filled"."""

Facts = frozenset[Key]
NO_FACTS: Facts = frozenset()


def key(expr: ir.Expr) -> Key:
    """The expression as nested tuples: two expressions with one key read the same."""
    made: Key = _key(expr, {})
    return made


def _key(node: Any, bound: dict[int, str]) -> Any:
    match node:
        case ir.Local(slot):
            return ("local", bound.get(slot, slot))
        case ir.Unwrap(value):
            return _key(value, bound)
        case ir.Query(form, clauses, where, body, by):
            inner = dict(bound)
            parts: list[Any] = []
            for clause in clauses:
                source = clause.source if isinstance(clause, ir.Each) else clause.value
                parts.append((type(clause).__name__, _key(source, inner)))
                inner[clause.slot] = f"bound{len(inner)}"
            return ("query", form, tuple(parts), _key(where, inner), _key(body, inner), _key(by, inner))
    if is_dataclass(node):
        return (
            type(node).__name__,
            *(
                _key(getattr(node, f.name), bound)
                for f in fields(node)
                if f.name not in ("at", "type", "charge")
            ),
        )
    return tuple(_key(each, bound) for each in node) if isinstance(node, tuple) else node


def some(expr: ir.Expr) -> Key:
    """The fact that this optional value is there."""
    return ("some", key(expr))


def filled(expr: ir.Expr) -> Key:
    """The fact that this list has an element."""
    if isinstance(expr, ir.Query) and expr.form in ("list", "sorted", "most", "least"):
        where = _key(expr, {})
        return ("filled", "query", where[2], where[3])
    if isinstance(expr, ir.Lib) and expr.name == "items":
        return ("filled", key(expr.args[0]))
    return ("filled", key(expr))


def proves(test: ir.Expr, holds: bool = True) -> Facts:
    """What is known where `test` is true (or, with `holds` False, false)."""
    match test:
        case ir.Not(value):
            return proves(value, not holds)
        case ir.IsNone(value):
            return NO_FACTS if holds else frozenset({some(value)})
        case ir.Logic("and", left, right):
            return (
                proves(left, holds) | proves(right, holds)
                if holds
                else proves(left, holds) & proves(right, holds)
            )
        case ir.Logic("or", left, right):
            return (
                proves(left, holds) & proves(right, holds)
                if holds
                else proves(left, holds) | proves(right, holds)
            )
        case ir.Compare(op, left, right):
            return _compared(op, left, right, holds)
        case ir.Query("any"):
            where = _key(test, {})
            return frozenset({("filled", "query", where[2], where[3])}) if holds else NO_FACTS
        case _:
            return NO_FACTS


_FALSE_OF = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}


def _compared(op: str, left: ir.Expr, right: ir.Expr, holds: bool) -> Facts:
    op = op if holds else _FALSE_OF[op]
    if op == "eq" and not _is_none(left) and not _is_none(right):
        # equal to something that is there means being there
        return frozenset(
            some(a) for a, b in ((left, right), (right, left)) if _optional(a) and not _optional(b)
        )
    counted = _counted(left)
    if counted is None or not isinstance(right, ir.Const) or not isinstance(right.value, int):
        return NO_FACTS
    least = {"gt": right.value + 1, "ge": right.value, "eq": right.value}.get(op, 0)
    return frozenset({counted}) if least > 0 or (op == "ne" and right.value == 0) else NO_FACTS


def _counted(expr: ir.Expr) -> Key | None:
    """The fact of being filled, of what this expression counts."""
    match expr:
        case ir.Lib("len", (value,)):
            return filled(value)
        case ir.Lib("size", (zone,)):
            return ("filled", key(zone))
        case ir.Query("count"):
            where = _key(expr, {})
            return ("filled", "query", where[2], where[3])
        case _:
            return None


def _optional(expr: ir.Expr) -> bool:
    return isinstance(expr.type, OptT)


def _is_none(expr: ir.Expr) -> bool:
    return isinstance(expr, ir.Const) and expr.value == NONE


def mentions_state(fact: Any) -> bool:
    """Whether a fact may change when the state of the game does."""
    if isinstance(fact, tuple):
        return any(mentions_state(each) for each in fact)
    return fact in ("StateGet", "CallValue", "CallSlot", "Lib", "ZoneOf", "FieldGet")


def mentions_local(fact: Any, slots: Iterable[int]) -> bool:
    """Whether a fact reads one of these locals."""
    wanted = set(slots)

    def reads(part: Any) -> bool:
        if not isinstance(part, tuple):
            return False
        if len(part) == 2 and part[0] == "local":
            return part[1] in wanted
        return any(reads(each) for each in part)

    return reads(fact)
