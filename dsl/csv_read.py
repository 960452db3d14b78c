"""Cuts a CSV file into cells with their places (RFC 4180; blanks around cells and `#` lines are left out)."""

from __future__ import annotations

from dataclasses import dataclass

from ..ir.span import Span
from .diagnostics import Findings
from .lexer import Raw
from .source import Source


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: its lines with their places (several only between quotes) and its whole stretch."""

    raws: tuple[Raw, ...]
    span: Span

    @property
    def text(self) -> str:
        return "\n".join(raw.text for raw in self.raws)


Row = tuple[Cell, ...]


def read_csv(source: Source, findings: Findings) -> list[Row]:
    """The rows of a file, the one with the names of the columns first; what does not fit is reported."""
    return _Reader(source, findings).rows()


class _Reader:
    def __init__(self, source: Source, findings: Findings) -> None:
        self.source = source
        self.findings = findings
        self.number = 1
        self.position = 0

    @property
    def line(self) -> str:
        return self.source.line(self.number)

    def rows(self) -> list[Row]:
        rows = []
        while self.number <= len(self.source.lines):
            if self.line.strip() and not self.line.lstrip().startswith("#"):
                rows.append(self._row())
            self.number += 1
            self.position = 0
        return rows

    def _row(self) -> Row:
        cells = [self._cell()]
        while self.position < len(self.line):
            self.position += 1
            cells.append(self._cell())
        return tuple(cells)

    def _cell(self) -> Cell:
        """The cell at the position, which is then at the comma behind it or at the end of the line."""
        rest = self.line[self.position :]
        start = self.position + len(rest) - len(rest.lstrip())
        if self.line.startswith('"', start):
            return self._quoted(start)
        end = self.line.find(",", self.position)
        self.position = len(self.line) if end < 0 else end
        text = self.line[start : self.position].rstrip()
        raw = Raw(text, self.number, start + 1)
        return Cell((raw,), raw.span(self.source.path, 0, max(1, len(text))))

    def _quoted(self, start: int) -> Cell:
        begin = Span(self.source.path, self.number, start + 1, self.number, start + 2)
        raws: list[Raw] = []
        text = ""
        columns: list[int] = []
        position = start + 1
        while True:
            line = self.line
            if position >= len(line):
                raws.append(Raw(text, self.number, position + 1, (*columns, position + 1)))
                if self.number >= len(self.source.lines):
                    self.findings.add("T0867", begin)
                    break
                self.number += 1
                position, text = 0, ""
                columns = []
                continue
            sign = line[position]
            if sign == '"' and not line.startswith('""', position):
                raws.append(Raw(text, self.number, position + 1, (*columns, position + 1)))
                position += 1
                break
            text += sign
            columns.append(position + 1)
            position += 2 if sign == '"' else 1
        span = Span(self.source.path, begin.line, begin.column, self.number, position + 1)
        self.position = self._after(position)
        return Cell(tuple(raws), span)

    def _after(self, position: int) -> int:
        """The comma behind a quoted cell; anything else in between is a mistake."""
        end = self.line.find(",", position)
        end = len(self.line) if end < 0 else end
        if self.line[position:end].strip():
            span = Span(self.source.path, self.number, position + 1, self.number, end + 1)
            self.findings.add("T0868", span)
        return end
