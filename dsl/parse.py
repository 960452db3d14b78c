"""Turns a source into tree 1; what cannot be read becomes findings and is left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import syntax as tree
from .blocks import Blocks
from .diagnostics import Findings
from .lexer import Raw, read_lines
from .source import Source


def parse_file(source: Source, findings: Findings) -> tree.File:
    """The declarations of a `.tafl` file, in written order.

    Every line is read for itself: a mistake costs the line it is in and what only that line makes readable,
    never another one. Nothing is raised for what an author wrote.
    """
    findings.see(source)
    raws = [Raw(line, number) for number, line in enumerate(source.lines, 1)]
    declarations = parse_lines_at(raws, "declaration", source.path, findings)
    return tree.File(source.path, tuple(declarations), source.span)


def parse_lines_at(raws: Sequence[Raw], context: str, file: str, findings: Findings) -> list[Any]:
    """The nodes of some lines, each read by the start rule `context`, and of what is indented below them."""
    return Blocks(file, findings).parts(read_lines(raws, file, findings), context)


def parse_expr_at(raw: Raw, file: str, findings: Findings) -> tree.Expr | None:
    """One expression; None where it cannot be read, which is reported."""
    return Blocks(file, findings).expression(raw)


def parse_block_at(raws: Sequence[Raw], file: str, findings: Findings) -> tree.Block:
    """A block of statements."""
    return tuple(parse_lines_at(raws, "stmt", file, findings))
