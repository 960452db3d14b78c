"""Turns the text of a `.tafl` file into its one canonical form: the same signs and comments, set in one way.

Lines end where the author ended them. Four blanks a level, one between signs, at most one empty line, and one
around every declaration of several lines; comments behind neighbouring lines begin in one column.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from .blocks import Blocks
from .diagnostics import Findings
from .format_rows import Row, code_rows, nested
from .lexer import Line, Raw, read_lines
from .source import Source

INDENT = 4
WIDE = 120
"""Comments are not moved into one column where that would push one of them beyond this."""


class _Contexts(Blocks):
    """Reads lines as ever, and notes as what each was read."""

    def __init__(self, file: str, findings: Findings) -> None:
        super().__init__(file, findings)
        self.known: dict[int, str] = {}

    def _head(self, line: Line, context: str) -> Any:
        self.known[id(line)] = context
        return super()._head(line, context)


def format_source(source: Source, findings: Findings) -> str | None:
    """The canonical text of a file; None where mistakes keep it from being read, which are reported."""
    raws = [Raw(line, number) for number, line in enumerate(source.lines, 1)]
    lines = read_lines(raws, source.path, findings)
    # listed before they are read: what comes with a later game loses its lines there
    listed = nested(lines)
    contexts = _Contexts(source.path, findings)
    contexts.parts(lines, "declaration")
    if findings.errors:
        return None
    rows = _with_comments(code_rows(listed, contexts.known), raws)
    _set_apart(rows)
    return "".join(f"{line}\n" for line in _written(rows))


def _with_comments(code: dict[int, Row], raws: Sequence[Raw]) -> list[Row]:
    """All rows in order; a comment belongs to the code below it, unless it is indented like what is above."""
    rows: list[Row] = []
    above = Row(0, 0, "", -1, ((0, 0),))
    waiting: list[tuple[Row, int]] = []
    empty = False
    for raw in raws:
        text = raw.text.strip()
        if not text:
            empty = True
            continue
        row = code.get(raw.line) or Row(raw.line, 0, "", 0, (), comment=text)
        row.empty_above, empty = empty, False
        rows.append(row)
        if row.code:
            _place(waiting, above, row)
            above, waiting = row, []
        else:
            waiting.append((row, _column_of_first(raw.text)))
    _place(waiting, above, Row(0, 0, "", 0, ()))
    for before, row in zip([None, *rows], rows, strict=False):
        if before is None or row.depth > before.depth:
            row.empty_above = False
    return rows


def _column_of_first(text: str) -> int:
    wide = text.expandtabs(INDENT)
    return len(wide) - len(wide.lstrip())


def _place(comments: Sequence[tuple[Row, int]], above: Row, below: Row) -> None:
    for comment, column in comments:
        open_there = [depth for written, depth in above.levels if written <= column]
        comment.depth = max([below.depth, *open_there])


def _set_apart(rows: Sequence[Row]) -> None:
    """Puts an empty line before and after every declaration of several lines."""
    size = Counter(row.declaration for row in rows if row.code)
    above: Row | None = None
    between: list[Row] = []
    for row in rows:
        if not row.code:
            between = [*between, row] if row.depth == 0 else []
            continue
        if (
            above is not None
            and row.declaration != above.declaration
            and max(size[row.declaration], size[above.declaration]) > 1
        ):
            gap = [*between, row]
            gap[0].empty_above = gap[0].empty_above or not any(each.empty_above for each in gap)
        above, between = row, []


def _written(rows: Sequence[Row]) -> Iterator[str]:
    """The lines of the text."""
    for run in _runs(rows):
        column = _column(run)
        for row in run:
            if row.empty_above:
                yield ""
            yield _line(row, column)


def _runs(rows: Sequence[Row]) -> list[list[Row]]:
    """Rows that follow each other with comments behind their code stand together, every other one alone."""
    runs: list[list[Row]] = []
    for row in rows:
        if runs and _has_both(row) and _has_both(runs[-1][-1]) and not row.empty_above:
            runs[-1].append(row)
        else:
            runs.append([row])
    return runs


def _has_both(row: Row) -> bool:
    return bool(row.code and row.comment)


def _column(rows: Sequence[Row]) -> int:
    """The column in which the comments of some rows begin; 0 where each follows its own code."""
    column = max(INDENT * row.depth + len(row.code) for row in rows) + 2
    return column if all(column + len(row.comment) <= WIDE for row in rows) else 0


def _line(row: Row, column: int) -> str:
    code = " " * (INDENT * row.depth) + row.code
    if not row.comment:
        return code
    return f"{code:<{max(column, len(code) + 2)}}{row.comment}" if row.code else code + row.comment
