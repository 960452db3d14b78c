"""Turns a file of a pack into the texts that it has with one rule left out: a statement, a declaration with its block, or a row of a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, get_args

import yaml

from tafl.dsl import syntax as tree
from tafl.dsl.diagnostics import Findings
from tafl.dsl.find import find_nodes
from tafl.dsl.parse import parse_file
from tafl.dsl.source import from_text
from tafl.ir.span import Span

STATEMENTS = get_args(tree.Stmt)
SAYS_NOTHING = (tree.Pass, tree.Say)
"""Statements without a rule: one does nothing, the other is text."""

PARTS = (
    *get_args(tree.Decl),
    tree.OptionDecl,
    tree.FieldDecl,
    tree.StateDecl,
    tree.ZoneDecl,
    tree.ActiveWhile,
    tree.FieldEntry,
    tree.SlotEntry,
    tree.Option,
)
NOT_MUTATED = (tree.TestDecl, tree.MetaEntry)
TEXTS = ("title", "text", "source")
"""Fields of a table's row that carry no rule."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """`text` is the file without the rule; `rule` the first line of what was left out, `what` its sort, `inside` the declaration around it."""

    file: str
    line: int
    what: str
    inside: str
    rule: str
    text: str


def mutants_of(path: str, text: str) -> list[Mutant]:
    """All mutants of a `.tafl` file or a YAML table, in the order of the text; other files have none."""
    if path.endswith(".tafl"):
        return _code(path, text)
    return _table(path, text) if path.endswith((".yaml", ".yml")) and path != "pack.yaml" else []


# ---- Code ----------------------------------------------------------------------------------------------------------


def _code(path: str, text: str) -> list[Mutant]:
    file = parse_file(from_text(path, text), Findings())
    found: list[Mutant] = []
    for declaration in file.declarations:
        name = getattr(declaration, "name", None) or getattr(declaration, "word", None)
        inside = name.name if isinstance(name, tree.Ident) else ""
        for node in _walk(declaration):
            found += _without(path, text, node, inside)
    return found


def _walk(node: Any) -> Iterator[Any]:
    """Nodes from the outside in; nothing of a test."""
    if isinstance(node, tuple):
        for each in node:
            yield from _walk(each)
    elif is_dataclass(node) and not isinstance(node, (*NOT_MUTATED, Span, tree.Ident)):
        yield node
        for part in fields(node):
            yield from _walk(getattr(node, part.name))


def _without(path: str, text: str, node: Any, inside: str) -> Iterator[Mutant]:
    if isinstance(node, STATEMENTS) and not isinstance(node, SAYS_NOTHING):
        yield _mutant(path, text, _extent(node, text), "statement", inside, "pass")
    elif isinstance(node, PARTS):
        yield _mutant(path, text, _extent(node, text), "declaration", inside, "")
    if isinstance(node, tree.EnumDecl):
        for name, title in node.names:
            span = name.span.to(title.span) if title else name.span
            yield _mutant(path, text, span, "name", inside, "")


def _extent(node: Any, text: str) -> Span:
    """From the node's first sign to the end of the last line of its block; its own span ends with its head."""
    last = max(
        each.span.end_line
        for each in find_nodes(node, object)
        if isinstance(getattr(each, "span", None), Span)
    )
    return replace(node.span, end_line=last, end_column=len(text.split("\n")[last - 1]) + 1)


def _mutant(path: str, text: str, span: Span, what: str, inside: str, instead: str) -> Mutant:
    start, end = _offset(text, span.line, span.column), _offset(text, span.end_line, span.end_column)
    rule = text[start:end].splitlines()[0].split("  #")[0].strip()
    if what == "name" and text[end : end + 1] == ",":
        end += 1
    return Mutant(path, span.line, what, inside, rule, text[:start] + instead + text[end:])


def _offset(text: str, line: int, column: int) -> int:
    lines = text.split("\n")
    return sum(len(each) + 1 for each in lines[: line - 1]) + column - 1


# ---- Tables --------------------------------------------------------------------------------------------------------


def _table(path: str, text: str) -> list[Mutant]:
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    found: list[Mutant] = []
    for key, value in root.value if isinstance(root, yaml.MappingNode) else ():
        if key.value != "items":
            continue
        for name, row in value.value:
            found.append(_row(path, text, name, row, "item", name.value))
            found += [
                _row(path, text, field, cell, "field", name.value)
                for field, cell in row.value
                if field.value not in TEXTS
            ]
    return found


def _row(path: str, text: str, key: yaml.Node, value: yaml.Node, what: str, inside: str) -> Mutant:
    lines = text.splitlines(keepends=True)
    first, last = key.start_mark.line, value.end_mark.line
    last += value.end_mark.column > 0 and last == first
    rule = lines[first].strip()
    return Mutant(path, first + 1, what, inside, rule, "".join(lines[:first] + lines[max(last, first + 1) :]))
