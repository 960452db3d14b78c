"""Turns a source into tree 1, or into findings where it cannot be read."""

from __future__ import annotations

from . import syntax
from .diagnostics import Findings
from .source import Source


def parse_file(source: Source, findings: Findings) -> syntax.File:
    """The declarations of a `.tafl` file; what cannot be read is reported and left out."""
    raise NotImplementedError(source.path, findings)
