"""Turns a board, as a view shows it, into lines: rows from the top, or places with their neighbours."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rich.text import Text

from .cells import Cell, Legend, board_cells
from .hints import NO_HINTS, Hints
from .layers import WANTED, Layered, column_name, listed, reaching

View = Mapping[str, Any]


def draw_board(
    board: View, wanted: Collection[str] = (), width: int = 80, hints: Hints = NO_HINTS
) -> list[Text]:
    """A board as lines, with a legend of the signs in its spaces and with its regions."""
    spaces = board["spaces"]
    chosen = {space["key"] for space in spaces if space["key"] in wanted}
    # Where most can be chosen, marks would hide the board.
    marked = chosen if 2 * len(chosen) <= len(spaces) else set()
    legend = Legend(spaces, hints.active)
    if board["shape"] == "graph":
        drawn = _graph(board, board_cells(spaces, legend, marked), width)
    else:
        drawn = _cells(board, legend, frozenset(marked), width, hints)
    regions = [_region(region, board) for region in board.get("regions", ())]
    return drawn + wrapped([*legend.entries(), *regions], width, Text())


def _cells(board: View, legend: Legend, marked: frozenset[str], width: int, hints: Hints) -> list[Text]:
    """A board of cells with a line a row; with two where that does not fit, or where something reaches over
    several spaces; else what there is in each row, without a drawing.
    """
    grid = _Grid(board, width, quarters=hints.quarters)
    cells = board_cells(board["spaces"], legend, marked, grid.room)
    over = reaching(board["spaces"])
    if not over and grid.fits(cells):
        return grid.drawn(cells)
    layered = Layered(board, legend, marked).lines(width)
    if layered is not None:
        return layered
    rows = listed(board, legend, marked)
    return [line for row in rows for line in wrapped(row, width, Text("  "), hanging=True)]


class _Grid:
    """The lines of a grid or hex board; `room` is the widest that a cell may be."""

    def __init__(self, board: View, width: int, *, quarters: bool) -> None:
        self._board = board
        self._columns, self._rows = board["width"], board["height"]
        self._hexagonal = board["shape"] == "hex"
        self._margin = len(str(self._rows)) + 1
        even = self._columns % 2 == 0 == self._rows % 2
        self._gap = quarters and even and not self._hexagonal
        # In a rhombus each row stands half a space to the right of the one below.
        lean = (self._rows - 1) / 2 if self._hexagonal else 0.0
        free = width - self._margin - (2 if self._gap else 0)
        self.room = max(1, int(free / (self._columns + lean)) - 1)

    def fits(self, cells: Sequence[Cell]) -> bool:
        """Whether all of every cell can be shown."""
        return max(len(cell.text) for cell in cells) <= self.room

    def drawn(self, cells: Sequence[Cell]) -> list[Text]:
        at = {
            (space["row"], space["column"]): cell
            for space, cell in zip(self._board["spaces"], cells, strict=True)
        }
        wide = max(1, min(max(len(cell.text) for cell in cells), self.room))
        lines = []
        for row in range(self._rows, 0, -1):
            lines.append(self._row(row, [at[row, column] for column in range(1, self._columns + 1)], wide))
            if self._gap and row == self._rows // 2 + 1:
                lines.append(Text())
        return [*lines, self._foot(wide)]

    def _row(self, row: int, cells: Sequence[Cell], wide: int) -> Text:
        line = Text(f"{row:>{self._margin - 1}}", style="dim")
        line.append(" " * ((wide + 1) // 2 * (row - 1) if self._hexagonal else 0))
        for column, cell in enumerate(cells, 1):
            line.append(WANTED if cell.wanted else " ", style="not dim bold" if cell.wanted else "")
            line.append_text(_fitted(cell, wide))
            if self._gap and column == self._columns // 2:
                line.append("  ")
        line.rstrip()
        return line

    def _foot(self, wide: int) -> Text:
        foot = Text(" " * self._margin, style="dim")
        for number in range(1, self._columns + 1):
            foot.append(f"{column_name(number):^{wide}} ")
            if self._gap and number == self._columns // 2:
                foot.append("  ")
        foot.rstrip()
        return foot


def _fitted(cell: Cell, wide: int) -> Text:
    text = Text(style="not dim").append_text(cell.styled)
    text.truncate(wide)
    text.align("center", wide)
    if cell.wanted:
        text.stylize("reverse")
    return text


def _graph(board: View, cells: Sequence[Cell], width: int) -> list[Text]:
    names = {space["key"]: space["title"] for space in board["spaces"]}
    longest = min(max(map(len, names.values()), default=0), width // 3)
    widest = max((len(cell.text) for cell in cells), default=1)
    lines = []
    for space, cell in zip(board["spaces"], cells, strict=True):
        line = Text(WANTED if cell.wanted else " ", style="bold")
        line.append(f"{space['title'][:longest]:<{longest}}  ").append_text(cell.styled)
        line.pad_right(widest - len(cell.text))
        near = [names[key] for key in space.get("neighbours", ())]
        if near:
            line.append(f"  - {', '.join(near)}", style="dim not bold")
        line.rstrip()
        lines += folded(line, width, longest + widest + 7)
    return lines


def _region(region: View, board: View) -> Text:
    return Text(region["title"], style="bold").append(f" {', '.join(_blocks(region['spaces'], board))}")


def _blocks(keys: Sequence[str], board: View) -> list[str]:
    """Spaces as rectangles, a corner and the opposite one each; those of a graph by name."""
    spaces = {space["key"]: space for space in board["spaces"]}
    if board["shape"] == "graph":
        return [spaces[key]["title"] for key in keys]
    left = {(spaces[key]["row"], spaces[key]["column"]): spaces[key]["title"] for key in keys}
    found = []
    while left:
        row, column = min(left)
        right, top = column, row
        while (row, right + 1) in left:
            right += 1
        while all((top + 1, each) in left for each in range(column, right + 1)):
            top += 1
        ends = [left[row, column], left[top, right]]
        for each in [(r, c) for r in range(row, top + 1) for c in range(column, right + 1)]:
            del left[each]
        found.append(ends[0] if ends[0] == ends[1] else "-".join(ends))
    return found


def wrapped(parts: Sequence[Text], width: int, indent: Text, *, hanging: bool = False) -> list[Text]:
    """Parts side by side as far as they fit, on indented lines (`hanging`: all but the first); a part that
    alone is too long for a line is folded.
    """
    lines: list[Text] = []
    for part in parts:
        if lines and len(lines[-1]) + 3 + len(part) <= width:
            lines[-1].append("   ").append_text(part)
        else:
            before = Text() if hanging and not lines else indent.copy()
            lines += folded(before.append_text(part), width, len(indent) + 2)
    return lines


def folded(line: Text, width: int, indent: int) -> list[Text]:
    """A line in pieces that fit, broken after commas or else at spaces; all but the first are indented."""
    pieces = []
    while len(line) > width:
        comma = line.plain.rfind(", ", indent + 1, width)
        at = comma + 1 if comma > 0 else line.plain.rfind(" ", indent + 1, width + 1)
        at = at if at > 0 else width
        head, line = line.divide([at])
        pieces.append(head)
        rest = line.plain.lstrip()
        line = Text(" " * indent).append_text(line[len(line) - len(rest) :])
    return [*pieces, line]
