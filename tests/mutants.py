"""Turns a file of a pack into the texts that it has with one rule left out.

A rule is a statement, a declaration with its block, a part of a declaration, a condition or one of its two
sides, a row of a table or one of its fields. Tests, titles and texts are none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeGuard, get_args

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
    """`text` is the file without the rule, `rule` what was left out (its first line), `what` its sort,
    `inside` the declaration around it.
    """

    file: str
    line: int
    what: str
    inside: str
    rule: str
    text: str


def mutants_of(path: str, text: str) -> list[Mutant]:
    """All mutants of a `.tafl` file or a YAML table, in the order of the text; other files have none."""
    if path.endswith(".tafl"):
        return list(_Code(path, text).mutants())
    return _table(path, text) if path.endswith(".yaml") and path != "pack.yaml" else []


# ---- Code ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Code:
    path: str
    text: str

    def mutants(self) -> Iterator[Mutant]:
        file = parse_file(from_text(self.path, self.text), Findings())
        for declaration in file.declarations:
            name = getattr(declaration, "name", None) or getattr(declaration, "word", None)
            inside = name.name if isinstance(name, tree.Ident) else ""
            for node in _walk(declaration):
                yield from self.without(node, inside)

    def without(self, node: Any, inside: str) -> Iterator[Mutant]:
        """The mutants that leave out this node, or what is no node of its own in it."""
        if isinstance(node, STATEMENTS) and not isinstance(node, SAYS_NOTHING):
            yield self.mutant(self.extent(node), "statement", inside, "pass")
        elif isinstance(node, PARTS):
            yield self.mutant(self.extent(node), "declaration", inside, "")
        if isinstance(node, tree.EnumDecl):
            for name, title in node.names:
                span = name.span.to(title.span) if title else name.span
                yield self.mutant(span, "name", inside, "")
        yield from self.weaker(node, inside)

    def weaker(self, node: Any, inside: str) -> Iterator[Mutant]:
        """The mutants that leave out a condition, or one side of `and` and `or`."""
        where, word = getattr(node, "where", None), "where"
        if isinstance(node, tree.Option):
            where, word = node.test, "if"
        if isinstance(node, tree.ActionDecl):
            where, word = node.guard, "when"
            yield from self.unlimited(node, inside)
        if where is not None:
            before = self.text.rindex(word, 0, self.offset(where.span.line, where.span.column))
            end = self.offset(where.span.end_line, where.span.end_column)
            yield self.cut(where.span, before, end, "condition", inside, "")
        if isinstance(node, tree.If):
            for test, _ in node.branches:
                yield self.cut(test.span, *self.bounds(test.span), "condition", inside, "true")
        if isinstance(node, tree.Binary) and node.op in ("and", "or"):
            for kept, left_out in ((node.right, node.left), (node.left, node.right)):
                start, end = self.bounds(node.span)
                instead = self.text[slice(*self.bounds(kept.span))]
                mutant = self.cut(left_out.span, start, end, f"side of {node.op}", inside, instead)
                yield replace(mutant, rule=self.text[slice(*self.bounds(left_out.span))])

    def unlimited(self, node: tree.ActionDecl, inside: str) -> Iterator[Mutant]:
        """The mutant that lets an action be used again and again."""
        if node.limit is not None and node.limit_per is not None:
            span = node.limit.span.to(node.limit_per.span)
            before = self.text.rindex("limit", 0, self.offset(span.line, span.column))
            end = self.offset(span.end_line, span.end_column)
            yield self.cut(span, before, end, "limit", inside, "")

    def extent(self, node: Any) -> Span:
        """From the node's first sign to the end of its block's last line; its own span ends with its head."""
        last = max(each.span.end_line for each in find_nodes(node, object) if _has_span(each))
        span: Span = node.span
        return replace(span, end_line=last, end_column=len(self.text.split("\n")[last - 1]) + 1)

    def mutant(self, span: Span, what: str, inside: str, instead: str) -> Mutant:
        start, end = self.bounds(span)
        if what == "name" and self.text[end : end + 1] == ",":
            end += 1
        return self.cut(span, start, end, what, inside, instead)

    def cut(self, at: Span, start: int, end: int, what: str, inside: str, instead: str) -> Mutant:
        rule = self.text[start:end].splitlines()[0].split("  #")[0].strip().rstrip(",")
        text = self.text[:start] + instead + self.text[end:]
        return Mutant(self.path, at.line, what, inside, rule, text)

    def bounds(self, span: Span) -> tuple[int, int]:
        return self.offset(span.line, span.column), self.offset(span.end_line, span.end_column)

    def offset(self, line: int, column: int) -> int:
        return sum(len(each) + 1 for each in self.text.split("\n")[: line - 1]) + column - 1


class _Spanned:
    """Stands for every node: what has a span."""

    span: Span


def _has_span(node: object) -> TypeGuard[_Spanned]:
    return isinstance(getattr(node, "span", None), Span)


def _walk(node: Any) -> Iterator[Any]:
    """Nodes from the outside in; nothing of a test."""
    if isinstance(node, tuple):
        for each in node:
            yield from _walk(each)
    elif is_dataclass(node) and not isinstance(node, (*NOT_MUTATED, Span, tree.Ident)):
        yield node
        for part in fields(node):
            yield from _walk(getattr(node, part.name))


# ---- Tables --------------------------------------------------------------------------------------------


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
    left = "".join(lines[:first] + lines[max(last, first + 1) :])
    return Mutant(path, first + 1, what, inside, rule, left)
