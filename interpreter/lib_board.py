"""The library's functions on boards: tables by space, and the geometry of the board that a space is on."""

from __future__ import annotations

from ..ir.board import DIRECTIONS, Geometry, NotOnBoard
from ..ir.world import World
from .lib_lists import Function


def board_functions(world: World) -> dict[str, Function]:
    """All of them for this world; they raise `NotOnBoard` where a board cannot answer."""
    boards = world.boards
    board_of = [boards[number] for number in world.space_board]
    adjacent = [spaces for board in boards for spaces in board.adjacent]
    around = [spaces for board in boards for spaces in board.around]
    rays = [spaces for board in boards for spaces in board.rays]
    steps = [spaces for board in boards for spaces in board.steps]

    def both(a: int, b: int) -> Geometry:
        if board_of[a] is not board_of[b]:
            raise NotOnBoard(f"{world.space_name[a]} and {world.space_name[b]} are on different boards")
        return board_of[a]

    def one_board(spaces: tuple[int, ...]) -> Geometry:
        for space in spaces:
            both(spaces[0], space)
        return board_of[spaces[0]]

    # A direction does not say of which board it is: the first board that has some decides.
    shape = next((board.shape for board in boards if board.directions), "grid")
    half = len(DIRECTIONS[shape]) // 2

    return {
        "opposite": lambda _, direction: (direction + half) % (2 * half),
        "adjacent": lambda _, s: adjacent[s],
        "around": lambda _, s: around[s],
        "ray": lambda _, s, direction: rays[s][direction],
        "line": lambda _, a, b: both(a, b).line(a, b),
        "aligned": lambda _, a, b: 1 if board_of[a] is board_of[b] and board_of[a].aligned(a, b) else 0,
        "step": lambda _, s, direction: steps[s][direction],
        "orthogonal": lambda _, board: boards[board].orthogonal,
        "diagonal": lambda _, board: boards[board].diagonal,
        "directions": lambda _, board: boards[board].directions,
        "toward": lambda _, board, seat: _toward(boards[board], seat),
        "row_of": lambda _, s: board_of[s].row_of(s),
        "column_of": lambda _, s: board_of[s].column_of(s),
        "row": lambda _, board, number: boards[board].row(number),
        "column": lambda _, board, number: boards[board].column(number),
        "row_and_column": lambda _, s: board_of[s].row_and_column(s),
        "same_row": lambda _, s: board_of[s].same_row(s),
        "same_column": lambda _, s: board_of[s].same_column(s),
        "distance": lambda _, a, b: both(a, b).distance(a, b),
        "board_spaces": lambda _, board: boards[board].spaces,
        "lines": lambda _, board, length: boards[board].lines(length),
        "corners": lambda _, board: boards[board].corners,
        "corners_of": lambda _, spaces: one_board(spaces).corners_of(spaces) if spaces else (),
        "edges": lambda _, board: boards[board].edges,
        "centre": lambda _, board: boards[board].centre,
        "quarters": lambda _, board: boards[board].quarters,
        "shaped": lambda _, drawn, s, direction: board_of[s].shaped(drawn, s, direction),
        "connected": lambda _, start, within: one_board(within).connected(start, within) if within else (),
        "pairs": lambda _, spaces: one_board(spaces).pairs(spaces) if spaces else 0,
    }


def _toward(board: Geometry, seat: int) -> int:
    names = DIRECTIONS[board.shape]
    if not names:
        raise NotOnBoard(f"the board {board.name} has no directions")
    return names.index("up" if seat % 2 == 0 else "down")
