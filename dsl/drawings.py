"""Turns drawings, cell by cell, into spaces of a board (regions) and into steps from a space (shapes)."""

from __future__ import annotations

from collections.abc import Iterator

from . import syntax as tree
from .gather import Gathered
from .symbols import BoardSym, RegionSym, ShapeSym, Symbols
from .typing import find_board

Rows = tuple[tuple[tree.Ident, ...], ...]

EMPTY = "."
"""The cell of which nothing is said."""


def declare_drawings(symbols: Symbols, gathered: Gathered) -> None:
    """All regions whose board is known, and all shapes; the others leave the tables after their finding."""
    for name, region in list(gathered.regions.items()):
        made = _region(symbols, name, region.decl, region.scenario)
        if made is None:
            symbols.findings.broken.add(name)
            del gathered.regions[name]
        else:
            symbols.regions[name] = made
    for name, shape in gathered.shapes.items():
        symbols.shapes[name] = ShapeSym(name, _steps(symbols, shape), shape.name.span)


def cells(board: BoardSym, rows: Rows) -> Iterator[tuple[int, tree.Ident]]:
    """The cells that lie on the board with the positions of their spaces; a drawing begins with the highest
    row.
    """
    for y, row in zip(range(board.height - 1, -1, -1), rows, strict=False):
        for x, cell in enumerate(row[: board.width]):
            yield y * board.width + x, cell


def check_size(symbols: Symbols, board: BoardSym, name: tree.Ident, rows: Rows) -> None:
    """A drawing has as many rows and columns as its board."""
    if board.name in symbols.findings.broken:
        return
    if rows and len(rows) != board.height:
        symbols.findings.add(
            "T0721",
            name.span,
            [(board.span, "declared here")],
            count=len(rows),
            board=board.name,
            height=board.height,
        )
    wrong = [row for row in rows if len(row) != board.width]
    lengths = {len(row) for row in rows}
    # one length throughout is one mistake, in the drawing or in the board
    for row in wrong[:1] if len(lengths) == 1 else wrong:
        symbols.findings.add(
            "T0722",
            row[0].span.to(row[-1].span) if row else name.span,
            [(board.span, "declared here")],
            count=len(row),
            board=board.name,
            width=board.width,
        )


# ---- Regions -----------------------------------------------------------------------------------------------


def _region(symbols: Symbols, name: str, decl: tree.RegionDecl, scenario: str | None) -> RegionSym | None:
    found = find_board(symbols, decl.of)
    if found is None:
        return None
    board = symbols.board_list[found]
    if board.shape == "graph":
        symbols.findings.add(
            "T1017",
            decl.of.span,
            [(board.span, "declared here")],
            board=board.name,
            instead="list its spaces in a value",
        )
        return None
    check_size(symbols, board, decl.name, decl.rows)
    spaces = tuple(
        sorted(board.base + space for space, cell in cells(board, decl.rows) if cell.name != EMPTY)
    )
    if decl.rows and not spaces:
        symbols.findings.add("T0732", decl.name.span, name=decl.name.name)
    title = decl.title.value if decl.title is not None else ""
    return RegionSym(name, title, found, spaces, scenario, decl.name.span)


# ---- Shapes ------------------------------------------------------------------------------------------------


def _steps(symbols: Symbols, decl: tree.ShapeDecl) -> tuple[tuple[int, int], ...]:
    """The steps (to the right, up) from where one stands to each space of the shape, in the order drawn."""
    drawn = [(x, -y, cell) for y, row in enumerate(decl.rows) for x, cell in enumerate(row)]
    for _, _, cell in drawn:
        if cell.name not in (EMPTY, "o", "O", "x"):
            symbols.findings.add("T0734", cell.span, letter=cell.name)
    standing = [(x, y) for x, y, cell in drawn if cell.name in ("o", "O")]
    if len(standing) != 1:
        if decl.rows:
            symbols.findings.add("T0733", decl.name.span, name=decl.name.name, count=len(standing))
        return ()
    (left, up) = standing[0]
    steps = tuple((x - left, y - up) for x, y, cell in drawn if cell.name in ("x", "O"))
    if not steps:
        symbols.findings.add("T0732", decl.name.span, name=decl.name.name)
    return steps
