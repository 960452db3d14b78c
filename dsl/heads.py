"""What a line becomes that may have lines below it, until `blocks.py` has joined the two."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ..ir.span import Span
from . import syntax as tree

Report: TypeAlias = Callable[..., None]
"""`Findings.add`, for what only shows once the lines below are known."""


@dataclass(frozen=True, slots=True)
class Body:
    """A colon and what stands behind it on the same line: a statement, the head of a loop or nothing."""

    inline: tree.Stmt | BlockHead | None
    span: Span


@dataclass(frozen=True, slots=True)
class BlockHead:
    """A line after which statements follow; `make` joins it with them.

    `body` is None where there is no colon: `make` then gets None, a slot that content fills. Where an `else:`
    may follow, `make_else` joins all three.
    """

    word: str
    span: Span
    body: Body | None
    make: Callable[[tree.Block | None], Any]
    make_else: Callable[[tree.Block | None, tree.Block], Any] | None = None


@dataclass(frozen=True, slots=True)
class BranchHead:
    """`if`, `elif` or `else`; `test` is None for `else`."""

    word: str
    test: tree.Expr | None
    span: Span
    body: Body


@dataclass(frozen=True, slots=True)
class PartsHead:
    """A line below which parts of a declaration stand, each as the start rule `context` says."""

    word: str
    span: Span
    context: str
    make: Callable[[Sequence[Any], Report], Any]
