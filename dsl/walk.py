"""Walks the nodes of typed code: finds them, reads their locals, rebuilds code with some of them changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

from ..ir import program as ir
from ..ir.span import Span

_T = TypeVar("_T")


def field_names(kind: type[Any]) -> tuple[str, ...] | None:
    """The names of the fields of a type of nodes, None for all that is none.

    Kept, since checking asks it for every node of a game.
    """
    if kind not in _FIELDS:
        node = is_dataclass(kind) and kind is not Span
        _FIELDS[kind] = tuple(part.name for part in fields(kind)) if node else None
    return _FIELDS[kind]


_FIELDS: dict[type[Any], tuple[str, ...] | None] = {}


def nodes(tree: Any) -> Iterator[Any]:
    """All nodes of code or of an expression, outer ones first, in written order."""
    todo = [tree]
    while todo:
        part = todo.pop()
        if isinstance(part, tuple):
            todo.extend(reversed(part))
        elif (names := field_names(type(part))) is not None:
            yield part
            todo.extend([getattr(part, name) for name in reversed(names)])


def statements(code: ir.Block) -> Iterator[ir.Stmt]:
    """All statements of a block and of the blocks inside them, in written order."""
    for statement in code:
        yield statement
        for block in blocks(statement):
            yield from statements(block)


def blocks(statement: ir.Stmt) -> tuple[ir.Block, ...]:
    """The blocks of a statement, in written order."""
    match statement:
        case ir.If(_, then, otherwise):
            return (then, otherwise)
        case ir.For() | ir.While() | ir.Scope() | ir.Phase() | ir.Together():
            return (statement.body,)
        case ir.Choose():
            return (statement.body, statement.otherwise)
        case ir.Menu():
            return tuple(option.body for option in statement.options)
        case _:
            return ()


def with_blocks(statement: ir.Stmt, change: Callable[[ir.Block], ir.Block]) -> ir.Stmt:
    """The statement with each of its blocks changed."""
    match statement:
        case ir.If():
            return replace(statement, then=change(statement.then), otherwise=change(statement.otherwise))
        case ir.For() | ir.While() | ir.Scope() | ir.Phase() | ir.Together():
            return replace(statement, body=change(statement.body))
        case ir.Choose():
            return replace(statement, body=change(statement.body), otherwise=change(statement.otherwise))
        case ir.Menu():
            options = tuple(replace(option, body=change(option.body)) for option in statement.options)
            return replace(statement, options=options)
        case _:
            return statement


def rebuild(tree: _T, change: Callable[[Any], Any]) -> _T:
    """The same code with every node passed through `change`, inner nodes first."""
    made: Any = tree
    if isinstance(tree, tuple):
        parts = tuple(rebuild(each, change) for each in tree)
        made = tree if all(a is b for a, b in zip(parts, tree, strict=True)) else parts
    elif (names := field_names(type(tree))) is not None:
        changes: dict[str, Any] = {}
        for name in names:
            before = getattr(tree, name)
            after = rebuild(before, change)
            if after is not before:
                changes[name] = after
        made = change(replace(made, **changes) if changes else tree)
    return cast(_T, made)


def locals_read(tree: Any) -> frozenset[int]:
    """The locals that an expression or statement reads, without those that a query inside it binds first."""
    if isinstance(tree, ir.Local):
        return frozenset({tree.slot})
    if isinstance(tree, ir.Query):
        return _read_by_query(tree)
    if isinstance(tree, tuple):
        return frozenset().union(*(locals_read(each) for each in tree))
    return frozenset().union(*[locals_read(getattr(tree, name)) for name in field_names(type(tree)) or ()])


def _read_by_query(query: ir.Query) -> frozenset[int]:
    bound: set[int] = set()
    read: set[int] = set()
    for clause in query.clauses:
        value = clause.source if isinstance(clause, ir.Each) else clause.value
        read |= locals_read(value) - bound
        bound.add(clause.slot)
    return frozenset(read | (locals_read((query.where, query.body, query.by)) - bound))
