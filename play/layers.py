"""Turns a board of cells into two lines a row: above, what stands on the spaces; below, their state, and what
reaches over several of them, drawn as one thing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from .cells import EMPTY, Legend, layers

View = Mapping[str, Any]

WANTED = ">"
"""Stands before a space that can be chosen, also where there is no colour."""

FILL, ENDS = "=", "()"
"""What is drawn of a thing that reaches over spaces."""

GROUND = "on grey23"


def reaching(spaces: Sequence[View]) -> bool:
    """Whether something stands on several spaces at once."""
    return any("spaces" in lying for space in spaces for lying in space["components"])


@dataclass(frozen=True, slots=True)
class _Run:
    """Neighbouring cells of one row that something reaches over; `sign` is for the column `at`, where the
    first of all its spaces is one of them.
    """

    columns: range
    at: int | None
    sign: Text


class Layered:
    """A grid or hex board in two lines a row."""

    def __init__(self, board: View, legend: Legend, wanted: frozenset[str]) -> None:
        self._board = board
        self._cells = {
            (space["row"], space["column"]): layer
            for space, layer in zip(board["spaces"], layers(board["spaces"], legend, wanted), strict=True)
        }
        self._runs = list(self._all_runs(legend))
        self._margin = len(str(board["height"])) + 1
        self._wide = [self._column_width(column) for column in range(1, board["width"] + 1)]

    def _column_width(self, column: int) -> int:
        """What is widest in a column; one that holds nothing is narrow."""
        cells = [cell for (_, at), cell in self._cells.items() if at == column]
        widest = max(max(len(cell.upper), len(cell.lower)) for cell in cells)
        signs = [max(2, len(run.sign)) for _, run in self._runs if column in run.columns]
        return max(1, widest, *signs)

    def lines(self, width: int) -> list[Text] | None:
        """The board and the names of its columns; None where it is wider than `width`."""
        lean = (max(self._wide) + 1) // 2 if self._board["shape"] == "hex" else 0
        least = self._margin + sum(self._wide) + len(self._wide) + lean * (self._board["height"] - 1)
        if least > width:
            return None
        if least + sum(wide > 1 for wide in self._wide) <= width:
            self._wide = [wide + (wide > 1) for wide in self._wide]
        lines: list[Text] = []
        for row in range(self._board["height"], 0, -1):
            indent = lean * (row - 1)
            lines.append(self._upper(row, indent))
            lower = self._lower(row, indent)
            lines += [lower] if lower.plain.strip() else []
        return [*lines, self._foot()]

    def _upper(self, row: int, indent: int) -> Text:
        line = Text(f"{row:>{self._margin - 1}}", style="dim").append(" " * indent)
        for column, wide in enumerate(self._wide, 1):
            cell = self._cells[row, column]
            line.append(WANTED if cell.wanted else " ", style="not dim bold" if cell.wanted else "")
            shown = Text(style="not dim").append_text(cell.upper)
            if not cell.upper and (cell.wanted or not (cell.lower or self._covered(row, column))):
                shown = Text(EMPTY, style="dim")
            if cell.wanted:
                shown.stylize("reverse")
            shown.pad_right(wide - len(shown))
            line.append_text(shown)
        line.rstrip()
        return line

    def _covered(self, row: int, column: int) -> bool:
        return any(at == row and column in run.columns for at, run in self._runs)

    def _lower(self, row: int, indent: int) -> Text:
        line = Text(" " * (self._margin - 1 + indent))
        runs = {run.columns[0]: run for at, run in self._runs if at == row}
        column = 1
        while column <= len(self._wide):
            run = runs.get(column)
            line.append(" ")
            if run is not None:
                line.append_text(self._drawn(run))
                column += len(run.columns)
                continue
            below = self._cells[row, column].lower.copy()
            below.pad_right(self._wide[column - 1] - len(below))
            line.append_text(below)
            column += 1
        line.rstrip()
        return line

    def _drawn(self, run: _Run) -> Text:
        """`(D1====)`: as wide as its cells with what lies between them."""
        wide = [self._wide[column - 1] for column in run.columns]
        room = sum(wide) + len(wide) - 1
        sign = run.sign if run.at is not None else Text()
        if room < len(sign) + 2:
            sign = sign.copy()
            sign.pad_right(room - len(sign), FILL)
            return sign
        before = 0 if run.at in (None, run.columns[0]) else room - 2 - len(sign)
        if run.at is not None and run.at not in (run.columns[0], run.columns[-1]):
            before = sum(wide[: run.at - run.columns[0]]) + run.at - run.columns[0] - 1
        text = Text(style=GROUND).append(ENDS[0]).append(FILL * before).append_text(sign)
        return text.append(FILL * (room - 2 - before - len(sign))).append(ENDS[1])

    def _foot(self) -> Text:
        foot = Text(" " * (self._margin - 1), style="dim")
        for column, wide in enumerate(self._wide, 1):
            foot.append(f" {column_name(column):<{wide}}")
        foot.rstrip()
        return foot

    # ---- What reaches over spaces --------------------------------------------------------------------------

    def _all_runs(self, legend: Legend) -> Iterator[tuple[int, _Run]]:
        """By row. Where two things reach over one space the first of them is drawn."""
        places = {space["key"]: (space["row"], space["column"]) for space in self._board["spaces"]}
        taken: set[tuple[int, int]] = set()
        for space in self._board["spaces"]:
            for lying in space["components"]:
                first = (space["row"], space["column"])
                if "spaces" in lying and first in taken:
                    self._cells[first].upper.append_text(legend.sign(lying))
                cells = sorted(places[key] for key in lying.get("spaces", ()) if places[key] not in taken)
                taken.update(cells)
                for row, columns in _stretches(cells):
                    at = first[1] if first[0] == row and first[1] in columns else None
                    yield row, _Run(columns, at, legend.sign(lying))


def _stretches(cells: Sequence[tuple[int, int]]) -> Iterator[tuple[int, range]]:
    """Cells, ascending, as rows with neighbouring columns."""
    begin = 0
    for end in range(1, len(cells) + 1):
        row, column = cells[end - 1]
        if end == len(cells) or cells[end] != (row, column + 1):
            yield row, range(cells[begin][1], column + 1)
            begin = end


def column_name(number: int) -> str:
    """a to z, aa, ab and so on."""
    letter = chr(ord("a") + (number - 1) % 26)
    return letter if number <= 26 else column_name((number - 1) // 26) + letter


def _reach(lying: View, legend: Legend) -> Text:
    return legend.sign(lying).append(f" to {lying['spaces'][-1]}")


def listed(board: View, legend: Legend, wanted: frozenset[str]) -> Iterator[list[Text]]:
    """What there is to tell of each row, from the top: its number, and its spaces with what is there."""
    rows: dict[int, list[Text]] = {}
    for space, cell in zip(board["spaces"], layers(board["spaces"], legend, wanted), strict=True):
        over = [_reach(lying, legend) for lying in space["components"] if "spaces" in lying]
        told = [part for part in (cell.upper, *over, cell.lower) if part]
        if told or cell.wanted:
            name = Text(f"{WANTED if cell.wanted else ''}{column_name(space['column'])}", style="dim")
            rows.setdefault(space["row"], []).append(Text(" ").join([name, *told]))
    for row in sorted(rows, reverse=True):
        yield [Text(f"{row}", style="dim"), *rows[row]]
