"""A place in an author's file, carried from the text to every message, fault and log line."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of one file: lines and columns count characters from 1, the end is exclusive.

    `file` is the path as the user would write it (relative to the pack, with `/`), or `<built-in>`.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    def to(self, other: Span) -> Span:
        """The stretch from the start of this span to the end of `other` (same file)."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)


BUILT_IN = Span("<built-in>", 1, 1, 1, 1)
