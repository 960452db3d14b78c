"""The library's functions on boards: most are looked up in tables by space that are made while compiling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..ir.board import DIRECTIONS, Geometry
from ..ir.program import Lib
from ..ir.types import NONE, ListT, Type
from .context import FnContext
from .encode import Tree
from .lib_lists import as_list, at_least_one, charged_list
from .looked_up import answer, answers, boards_of, looked_up
from .straight import aligned, distance
from .trees import (
    UNREACHABLE,
    add,
    at,
    compare,
    const,
    either,
    get,
    known,
    load,
    put,
    sequence,
    sub,
    times,
)
from .walks import local

Compiled = Callable[[FnContext, Lib], Tree]


def _board(fn: FnContext, node: Lib) -> Geometry:
    number = known(fn.value(node.args[0]))
    assert number is not None, "the board is named"
    return fn.build.world.boards[number]


# ---- Tables ------------------------------------------------------------------------------------------------


def _list_of_space(ask: Callable[[Geometry, int], Any]) -> Compiled:
    def compiled(fn: FnContext, node: Lib) -> Tree:
        row = answers(fn, ask)
        some = all(word == NONE or fn.build.tables.list_at(word) for word in row)
        return charged_list(fn, looked_up(fn, row, fn.value(node.args[0])), some=some)

    return compiled


def _number_of_space(ask: Callable[[Geometry, int], int]) -> Compiled:
    def compiled(fn: FnContext, node: Lib) -> Tree:
        return looked_up(fn, answers(fn, ask), fn.value(node.args[0]))

    return compiled


def _list_of_board(ask: Callable[[Geometry], Any]) -> Compiled:
    def compiled(fn: FnContext, node: Lib) -> Tree:
        board = _board(fn, node)
        address = answer(fn, ask, board)
        return UNREACHABLE if address == NONE else charged_list(fn, const(address))

    return compiled


def _line_of_board(ask: Callable[[Geometry, int], Any], default: tuple[int, ...] | None) -> Compiled:
    """A list by a number from 1 to the board's greater side; others give `default`, None: they stop."""

    def compiled(fn: FnContext, node: Lib) -> Tree:
        board = _board(fn, node)
        most = max(board.width, board.height, 1)
        row = [answer(fn, ask, board, n) for n in range(1, most + 1)]
        otherwise = UNREACHABLE if default is None else const(fn.build.tables.constant(default))
        number, before = local(fn, fn.value(node.args[1]))
        wanted = known(number)
        if wanted is not None:
            found = looked_up(fn, row, number, 1) if 1 <= wanted <= most else otherwise
        else:
            inside = compare("lt_u", sub(number, 1), most)
            found = either(inside, looked_up(fn, row, number, 1), otherwise)
        return found if found == UNREACHABLE else charged_list(fn, sequence(before, found))

    return compiled


def _by_direction(rows: Callable[[Geometry], Any], *, charged: bool) -> Compiled:
    """What stands for a space and a direction: a list, or a space or NONE."""

    def compiled(fn: FnContext, node: Lib) -> Tree:
        world = fn.build.world
        width = max((len(board.directions) for board in world.boards), default=0)
        space, direction = fn.value(node.args[0]), fn.value(node.args[1])
        words = []
        for board in world.boards:
            for row in rows(board):
                filled = [w if isinstance(w, int) else fn.build.tables.constant(w) for w in row]
                words += filled + [NONE] * (width - len(row))
        numbers = known(space), known(direction)
        if numbers[0] is not None and numbers[1] is not None:
            found = const(words[numbers[0] * width + numbers[1]])
        elif numbers[1] is not None:
            found = at(fn.build.tables.words(words[numbers[1] :: width]), space)
        else:
            found = at(fn.build.tables.words(words), add(times(space, width), direction))
        return charged_list(fn, found) if charged else found

    return compiled


def _opposite(fn: FnContext, node: Lib) -> Tree:
    # A direction does not say of which board it is: the first board that has some decides.
    shape = next((board.shape for board in fn.build.world.boards if board.directions), "grid")
    count = len(DIRECTIONS[shape])
    row = [(direction + count // 2) % count for direction in range(count)]
    return looked_up(fn, row, fn.value(node.args[0]))


def _toward(fn: FnContext, node: Lib) -> Tree:
    names = DIRECTIONS[_board(fn, node).shape]
    if not names:
        return UNREACHABLE
    row = [names.index("up" if seat % 2 == 0 else "down") for seat in fn.build.world.seats]
    return looked_up(fn, row, fn.value(node.args[1]))


def _shaped(fn: FnContext, node: Lib) -> Tree:
    drawn = known(fn.value(node.args[0]))
    assert drawn is not None, "a shape is drawn"
    tables = fn.build.tables
    steps = [(pair[0], pair[1]) for pair in map(tables.list_at, tables.list_at(drawn))]
    space, direction = fn.value(node.args[1]), fn.value(node.args[2])
    width = len(DIRECTIONS["grid"])
    words = [
        answer(fn, board.shaped, steps, s, d)
        for board in fn.build.world.boards
        for s in board.spaces
        for d in range(width)
    ]
    return charged_list(fn, looked_up(fn, words, add(times(space, width), direction)))


# ---- Lists of spaces ---------------------------------------------------------------------------------------


def _one_board(fn: FnContext, type_: Type, list_: Tree) -> list[Tree]:
    """Stop where spaces of a list are on different boards."""
    if isinstance(type_, ListT) and len(boards_of(fn, type_.of)) <= 1:
        return []
    return [("call", "$one_board", list_, const(fn.build.tables.words(fn.build.world.space_board)))]


def _neighbours(fn: FnContext) -> Tree:
    """The address of the table of each space's neighbours."""
    boards, tables = fn.build.world.boards, fn.build.tables
    return const(tables.lists([spaces for board in boards for spaces in board.adjacent]))


def _connected(fn: FnContext, node: Lib) -> Tree:
    start, before = local(fn, fn.value(node.args[0]), "$p")
    within, more = local(fn, fn.value(node.args[1]), "$p")
    size = fn.fresh("$n")
    fn.grown += 1
    return sequence(
        [
            *before,
            *more,
            put(size, add(load(start), load(within))),
            *fn.charge(at_least_one(get(size))),
            *_one_board(fn, node.args[1].type, within),
        ],
        ("call", "$connected", start, within, _neighbours(fn), const(fn.build.world.spaces)),
    )


def _pairs(fn: FnContext, node: Lib) -> Tree:
    spaces, before = local(fn, fn.value(node.args[0]), "$p")
    size, world, tables = fn.fresh("$n"), fn.build.world, fn.build.tables
    dark = [
        (NONE if board.shape != "grid" else int((board.row_of(s) + board.column_of(s)) % 2 == 0))
        for board in world.boards
        for s in board.spaces
    ]
    return sequence(
        [
            *before,
            put(size, load(spaces)),
            *fn.charge(at_least_one(get(size))),
            *_one_board(fn, node.args[0].type, spaces),
        ],
        ("call", "$pairs", spaces, _neighbours(fn), const(tables.words(dark)), const(world.spaces)),
    )


def _corners_of(fn: FnContext, node: Lib) -> Tree:
    spaces, before = local(fn, fn.value(node.args[0]), "$p")
    size, world = fn.fresh("$n"), fn.build.world
    rows = [answers(fn, ask) for ask in (Geometry.row_of, Geometry.column_of)]
    tables = [const(fn.build.tables.words(row)) for row in rows]
    width = [board.width for board in world.boards for _ in board.spaces]
    fn.grown += 1
    return sequence(
        [
            *before,
            put(size, load(spaces)),
            *fn.charge(at_least_one(get(size))),
            *_one_board(fn, node.args[0].type, spaces),
        ],
        ("call", "$corners_of", spaces, *tables, const(fn.build.tables.words(width))),
    )


BOARD: dict[str, Compiled] = {
    "opposite": _opposite,
    "adjacent": _list_of_space(lambda board, s: board.adjacent[s - board.base]),
    "around": _list_of_space(lambda board, s: board.around[s - board.base]),
    "ray": _by_direction(lambda board: board.rays, charged=True),
    "line": as_list,
    "aligned": aligned,
    "step": _by_direction(lambda board: board.steps, charged=False),
    "orthogonal": _list_of_board(lambda board: board.orthogonal),
    "diagonal": _list_of_board(lambda board: board.diagonal),
    "directions": _list_of_board(lambda board: board.directions),
    "toward": _toward,
    "row_of": _number_of_space(Geometry.row_of),
    "column_of": _number_of_space(Geometry.column_of),
    "row": _line_of_board(Geometry.row, None),
    "column": _line_of_board(Geometry.column, None),
    "row_and_column": _list_of_space(Geometry.row_and_column),
    "same_row": _list_of_space(Geometry.same_row),
    "same_column": _list_of_space(Geometry.same_column),
    "distance": distance,
    "board_spaces": _list_of_board(lambda board: board.spaces),
    "lines": _line_of_board(Geometry.lines, ()),
    "corners": _list_of_board(lambda board: board.corners),
    "corners_of": _corners_of,
    "edges": _list_of_board(lambda board: board.edges),
    "centre": _list_of_board(lambda board: board.centre),
    "quarters": _list_of_board(lambda board: board.quarters),
    "shaped": _shaped,
    "connected": _connected,
    "pairs": _pairs,
}
