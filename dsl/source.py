"""Turns the bytes of a file into lines that mean the same however they were saved."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..ir.span import Span

if TYPE_CHECKING:
    from .diagnostics import Findings

MAX_BYTES = 1_000_000
MAX_LINE = 10_000
"""Characters of one line; what is longer was not written by hand, and would take too long to read."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file as text: `path` as a user would write it, `lines` without their ends.

    LF, CRLF and CR end a line alike, a byte order mark is dropped: positions do not depend on the editor.
    """

    path: str
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def line(self, number: int) -> str:
        """The line of that number, counted from 1; empty outside the file."""
        return self.lines[number - 1] if 1 <= number <= len(self.lines) else ""

    @property
    def span(self) -> Span:
        """The whole file."""
        return Span(self.path, 1, 1, max(1, len(self.lines)), len(self.line(len(self.lines))) + 1)


def from_text(path: str, text: str) -> Source:
    """A source from text that is already in memory."""
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return Source(path, tuple(plain.split("\n")))


def from_bytes(path: str, data: bytes, findings: Findings) -> Source:
    """A source from the bytes of a file; what cannot be read is reported and replaced, never raised."""
    if len(data) > MAX_BYTES:
        findings.add("T0103", Span(path, 1, 1, 1, 1), size=f"{len(data):,}", limit=f"{MAX_BYTES:,}")
        return Source(path, ("",))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        text = data.decode("utf-8", "replace")
        start = from_text(path, data[: error.start].decode("utf-8"))
        line, column = len(start.lines), len(start.lines[-1]) + 1
        findings.add("T0101", Span(path, line, column, line, column + 1), byte=f"0x{data[error.start]:02X}")
    source = _without_controls(_without_long_lines(from_text(path, text), findings), findings)
    findings.see(source)
    return source


def _without_long_lines(source: Source, findings: Findings) -> Source:
    """Lines are cut where they become too long, and reported."""
    if all(len(line) <= MAX_LINE for line in source.lines):
        return source
    for number, line in enumerate(source.lines, 1):
        if len(line) > MAX_LINE:
            span = Span(source.path, number, MAX_LINE + 1, number, MAX_LINE + 2)
            findings.add("T0125", span, length=f"{len(line):,}", limit=f"{MAX_LINE:,}")
    return Source(source.path, tuple(line[:MAX_LINE] for line in source.lines))


_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]")


def _without_controls(source: Source, findings: Findings) -> Source:
    """Most editors hide control characters: the first of a file is reported, all are read as blanks."""
    for number, line in enumerate(source.lines, 1):
        match = _CONTROL.search(line)
        if match is not None:
            column = match.start() + 1
            span = Span(source.path, number, column, number, column + 1)
            findings.add("T0102", span, character=f"U+{ord(match.group()):04X}")
            return Source(source.path, tuple(_CONTROL.sub(" ", line) for line in source.lines))
    return source
