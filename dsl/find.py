"""Finds nodes of one type anywhere in a tree, of the front end or of the program."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

from . import syntax as tree

_N = TypeVar("_N")


def mentions(expr: object, name: str) -> bool:
    """Whether an expression as written reads a name."""
    return any(node.name == name for node in find_nodes(expr, tree.Name))


def find_nodes(node: Any, wanted: type[_N]) -> Iterator[_N]:
    """All nodes of one type, in written order."""
    if isinstance(node, wanted):
        yield node
    if isinstance(node, tuple):
        for each in node:
            yield from find_nodes(each, wanted)
    elif is_dataclass(node) and not isinstance(node, type):
        for part in fields(node):
            yield from find_nodes(getattr(node, part.name), wanted)
