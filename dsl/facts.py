"""What a condition proves: which optional values are there, and which lists are not empty.

An expression is recognised again by its key: the expression without spans and types, bound names counted from
the outside. Values are pure, so equal keys mean equal results until the state changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..ir import program as ir
from ..ir.types import Int, OptT
from .types import BAD
from .walk import field_names, nodes

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
    names = field_names(type(node))
    if names is not None:
        told = [name for name in names if name not in ("at", "type", "charge")]
        return (type(node).__name__, *(_key(getattr(node, name), bound) for name in told))
    return tuple(_key(each, bound) for each in node) if isinstance(node, tuple) else node


def some(expr: ir.Expr) -> Key:
    """The fact that this optional value is there."""
    return ("some", key(expr))


def filled(expr: ir.Expr) -> Key:
    """The fact that this list has an element."""
    match expr:
        case ir.Query(form="list" | "sorted" | "most" | "least"):
            return _drawn(expr)
        case ir.Lib("items" | "reversed" | "distinct", (whole,)) | ir.Lib("at_most", (whole, _)):
            return filled(whole)
        case ir.Lib("leading", (whole, count)) if isinstance(count.type, Int) and count.type.low > 0:
            return filled(whole)
        case _:
            return ("filled", key(expr))


def _drawn(query: ir.Query) -> Key:
    """The fact that the sources of a query have elements that meet its condition."""
    sources = [clause.source for clause in query.clauses if isinstance(clause, ir.Each)]
    if len(sources) == 1 and query.where is None:
        return filled(sources[0])
    parts = key(query)
    return ("filled", "query", parts[2], parts[3])


UNSURE: Key = ("unsure",)
"""The fact of a test with a mistake in it: what it was to prove may be true, and is not asked for again."""


def proves(test: ir.Expr, holds: bool = True) -> Facts:
    """What is known where `test` is true (or, with `holds` False, false)."""
    broken = any(isinstance(node, ir.Const) and node.type == BAD for node in nodes(test))
    return _proves(test, holds) | ({UNSURE} if broken else NO_FACTS)


def _proves(test: ir.Expr, holds: bool) -> Facts:
    match test:
        case ir.Not(value):
            return _proves(value, not holds)
        case ir.IsNone(value):
            return NO_FACTS if holds else frozenset({some(value)}) | _has_first(value)
        case ir.Logic("and", left, right):
            return (
                _proves(left, holds) | _proves(right, holds)
                if holds
                else _proves(left, holds) & _proves(right, holds)
            )
        case ir.Logic("or", left, right):
            return (
                _proves(left, holds) & _proves(right, holds)
                if holds
                else _proves(left, holds) | _proves(right, holds)
            )
        case ir.Compare(op, left, right):
            return _compared(op, left, right, holds)
        case ir.Query("any") if holds:
            sources = [clause.source for clause in test.clauses if isinstance(clause, ir.Each)]
            return frozenset({_drawn(test), filled(sources[0])})
        case _:
            return NO_FACTS


def _has_first(expr: ir.Expr) -> Facts:
    """A list with a first element has one."""
    match expr:
        case ir.Query("first"):
            return frozenset({_drawn(expr)})
        case ir.Lib("first_of" | "last_of", (whole,)):
            return frozenset({filled(whole)})
        case _:
            return NO_FACTS


_FALSE_OF = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}
_TURNED = {"eq": "eq", "ne": "ne", "lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}


def _compared(op: str, left: ir.Expr, right: ir.Expr, holds: bool) -> Facts:
    op = op if holds else _FALSE_OF[op]
    found: set[Key] = set()
    for a, b, sign in ((left, right, op), (right, left, _TURNED[op])):
        if sign == "eq" and _optional(a) and not _optional(b):
            # equal to something that is there means being there
            found.add(some(a))
        counted = _counted(a)
        if counted is not None and isinstance(b.type, Int) and _positive(sign, b.type):
            found.add(counted)
    return frozenset(found)


def _positive(op: str, than: Int) -> bool:
    """Whether a count that compares so with a number in that range is surely not 0."""
    if op == "ne":
        return than.low == than.high == 0
    return (op == "gt" and than.low >= 0) or (op in ("ge", "eq") and than.low > 0)


def _counted(expr: ir.Expr) -> Key | None:
    """The fact of being filled, of what this expression counts."""
    match expr:
        case ir.Lib("len" | "size", (value,)):
            return filled(value)
        case ir.Query("count"):
            return _drawn(expr)
        case _:
            return None


def _optional(expr: ir.Expr) -> bool:
    return isinstance(expr.type, OptT)


_CHANGING = frozenset({"StateGet", "CallValue", "CallSlot", "ZoneOf", "FieldGet"})
_READING = frozenset(
    {"items", "size", "zone_of", "space_of", "holder", "face_up", "die_face", "on_space", "on_space_of",
     "active_seat", "outcome", "option_count"}
)  # fmt: skip
"""Library functions that read the state of the game; the others depend on their arguments alone."""


def mentions_state(fact: Any) -> bool:
    """Whether a fact may change when the state of the game does."""
    if not isinstance(fact, tuple) or not fact:
        return False
    reads = fact[0] in _CHANGING or (fact[0] == "Lib" and fact[1] in _READING)
    return reads or any(mentions_state(each) for each in fact)


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


def common(before: Facts, ends: Iterable[Facts | None]) -> Facts:
    """What is known where several ways meet: all that each of them knows; None is a way that does not go on.
    Where none goes on, `before`. A mistake on one of them leaves everything unsure.
    """
    going = [end for end in ends if end is not None]
    unsure = {UNSURE} if any(UNSURE in end for end in going) else NO_FACTS
    return frozenset.intersection(*going) | unsure if going else before
