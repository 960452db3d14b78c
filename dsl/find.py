"""Finds nodes of one type anywhere in a tree, of the front end or of the program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from . import syntax as tree
from .walk import field_names

_N = TypeVar("_N")


def mentions(expr: object, name: str) -> bool:
    """Whether an expression as written reads a name."""
    return any(node.name == name for node in find_nodes(expr, tree.Name))


def find_nodes(node: Any, wanted: type[_N]) -> Iterator[_N]:
    """All nodes of one type, in written order."""
    todo = [node]
    while todo:
        part = todo.pop()
        if isinstance(part, wanted):
            yield part
        if isinstance(part, tuple):
            todo.extend(reversed(part))
        else:
            todo.extend(getattr(part, name) for name in _parts(type(part)))


def _parts(kind: type[Any]) -> tuple[str, ...]:
    """The fields of a node that can hold others, last first."""
    found = _PARTS.get(kind)
    if found is None:
        names = reversed(field_names(kind) or ())
        found = _PARTS[kind] = tuple(name for name in names if name not in _LEAVES)
    return found


_PARTS: dict[type[Any], tuple[str, ...]] = {}
_LEAVES = frozenset({"span", "op_span", "at", "type"})
