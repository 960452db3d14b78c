"""Turns what is declared twice under one name into what raises no further finding: that it is so is told
once, where the second one stands.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableMapping
from dataclasses import replace
from typing import Any

from . import syntax as tree
from .diagnostics import Findings


def joined_kinds(first: tree.KindDecl, second: tree.KindDecl) -> tree.KindDecl:
    """One kind with the members of both; of two with one name the first counts."""
    names = {part.name.name for part in first.parts if not isinstance(part, tree.ActiveWhile)}
    more = tuple(
        part
        for part in second.parts
        if not isinstance(part, tree.ActiveWhile) and part.name.name not in names
    )
    counted = first if first.count is not None else second
    return replace(
        first,
        count=counted.count,
        per_player=counted.per_player,
        faces=first.faces or second.faces,
        spans=first.spans or second.spans,
        parts=first.parts + more,
    )


def joined_enums(first: tree.EnumDecl, second: tree.EnumDecl) -> tree.EnumDecl:
    """One enum with the names of both."""
    names = {name.name for name, _ in first.names}
    more = tuple((name, title) for name, title in second.names if name.name not in names)
    return replace(first, names=first.names + more)


def joined_boards(first: tree.BoardDecl, second: tree.BoardDecl) -> tree.BoardDecl:
    """One board with the spaces of both, if they are of one shape."""
    if first.shape.name != second.shape.name:
        return first
    width, height = _wider(first.width, second.width), _wider(first.height, second.height)
    return replace(first, width=width, height=height, edges=first.edges + second.edges)


def _wider(first: tree.Expr | None, second: tree.Expr | None) -> tree.Expr | None:
    match first, second:
        case tree.Number(one), tree.Number(other) if other > one:
            return second
        case _:
            return first


def set_aside(tables: Iterable[MutableMapping[str, Any]], name: str, key: str, findings: Findings) -> None:
    """Of values, effects or actions of one name nobody can tell which is meant: no use of it is judged, while
    what stands inside them is.
    """
    findings.broken.add(name)
    for table in tables:
        if name in table:
            table[key] = table.pop(name)
