"""Turns `pack.yaml` into what a pack says of itself."""

from __future__ import annotations

from dataclasses import dataclass

from ..ir.span import Span
from .diagnostics import Findings
from .documents import validate
from .ident import Ident
from .source import Source
from .yaml_read import Entries, Items, Node, Scalar, read_yaml


@dataclass(frozen=True, slots=True)
class GameFiles:
    """A game of a pack with several: its own files, as paths relative to the pack."""

    name: Ident
    files: tuple[Ident, ...]


@dataclass(frozen=True, slots=True)
class Listed:
    """A line of the pack's component list: a kind or a content, and how many the box holds."""

    name: Ident
    count: int
    span: Span


@dataclass(frozen=True, slots=True)
class Rename:
    """What was called `old` in an earlier version of the pack is called `new` now."""

    old: Ident
    new: Ident


@dataclass(frozen=True, slots=True)
class Manifest:
    """A pack's own words on itself; names that others refer to carry their places.

    `games` is empty for a pack with at most one game, to which all its files belong.
    """

    name: Ident
    title: str
    version: str
    language: int
    authors: tuple[str, ...]
    licence: str
    provides: str
    requires: tuple[Ident, ...]
    description: str
    games: tuple[GameFiles, ...]
    components: tuple[Listed, ...]
    renames: tuple[Rename, ...]
    span: Span


def read_manifest(source: Source, findings: Findings) -> Manifest | None:
    """The manifest of a pack; None where it does not fit its schema, which is reported."""
    findings.see(source)
    node = read_yaml(source, findings)
    if node is None or not validate(node, "pack", findings):
        return None
    assert isinstance(node, Entries)
    return Manifest(
        _ident(node.get("name")),
        _text(node, "title"),
        _text(node, "version"),
        int(_text(node, "language")),
        tuple(each.name for each in _list(node.get("authors"))),
        _text(node, "licence"),
        _text(node, "provides"),
        _list(node.get("requires")),
        _text(node, "description"),
        tuple(GameFiles(_ident(key), _list(files)) for key, files in _entries(node.get("games"))),
        tuple(_listed(key, held) for key, held in _entries(node.get("components"))),
        tuple(Rename(_ident(old), _ident(new)) for old, new in _entries(node.get("renames"))),
        source.span,
    )


def _listed(name: Scalar, count: Node) -> Listed:
    assert isinstance(count, Scalar)
    return Listed(_ident(name), int(count.text), count.span)


def _ident(node: Node | None) -> Ident:
    assert isinstance(node, Scalar)
    return Ident(node.text, node.span)


def _text(node: Entries, key: str) -> str:
    held = node.get(key)
    return held.text.strip() if isinstance(held, Scalar) else ""


def _list(node: Node | None) -> tuple[Ident, ...]:
    return tuple(_ident(item) for item in node.items) if isinstance(node, Items) else ()


def _entries(node: Node | None) -> tuple[tuple[Scalar, Node], ...]:
    return node.entries if isinstance(node, Entries) else ()
