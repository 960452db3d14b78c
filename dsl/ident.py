"""A name with its place: what manifests and tree 1 have in common."""

from __future__ import annotations

from dataclasses import dataclass

from ..ir.span import Span


@dataclass(frozen=True, slots=True)
class Ident:
    """A name with its place."""

    name: str
    span: Span
