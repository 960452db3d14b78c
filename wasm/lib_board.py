"""The library's functions on boards: most are looked up in tables by space that are made while compiling."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..ir.board import DIRECTIONS, Geometry, NotOnBoard
from ..ir.program import Lib
from ..ir.types import NONE, KindT, ListT, Type
from .context import FnContext, bare
from .encode import Tree
from .lib_lists import at_least_one, charged_list
from .trees import (
    UNREACHABLE,
    add,
    at,
    chosen,
    compare,
    const,
    either,
    equal,
    get,
    known,
    load,
    put,
    sequence,
    stop_if,
    sub,
    times,
)
from .walks import local

Compiled = Callable[[FnContext, Lib], Tree]


def _boards(fn: FnContext, space: Type) -> list[Geometry]:
    """The boards that a space of that type can be on."""
    world, type_ = fn.build.world, bare(space)
    if isinstance(type_, KindT) and type_.kind >= 0:
        numbers = {world.space_board[space] for space in world.members[type_.kind]}
        return [world.boards[number] for number in sorted(numbers)]
    return list(world.boards)


def _board(fn: FnContext, node: Lib) -> Geometry:
    number = known(fn.value(node.args[0]))
    assert number is not None, "the board is named"
    return fn.build.world.boards[number]


# ---- Tables ------------------------------------------------------------------------------------------------


def _looked_up(fn: FnContext, row: Sequence[int], number: Tree, first: int = 0) -> Tree:
    """A number of a table; NONE in the table is where it stops."""
    wanted = known(number)
    if wanted is not None and first <= wanted < first + len(row):
        found = row[wanted - first]
        return UNREACHABLE if found == NONE else const(found)
    found_tree = at(fn.build.tables.words(row), number, first)
    if NONE not in row:
        return found_tree
    name = fn.fresh()
    return sequence([put(name, found_tree), *stop_if(equal(get(name), NONE))], get(name))


def _word(fn: FnContext, ask: Callable[..., Any], *asked: Any) -> int:
    """What a board answers: a number or the address of a list; NONE where it cannot."""
    try:
        answer = ask(*asked)
    except NotOnBoard:
        return NONE
    return answer if isinstance(answer, int) else fn.build.tables.constant(answer)


def _answers(fn: FnContext, ask: Callable[[Geometry, int], Any]) -> list[int]:
    """What the board of each space answers."""
    return [_word(fn, ask, board, space) for board in fn.build.world.boards for space in board.spaces]


def _list_of_space(ask: Callable[[Geometry, int], Any]) -> Compiled:
    def compiled(fn: FnContext, node: Lib) -> Tree:
        row = _answers(fn, ask)
        return charged_list(fn, _looked_up(fn, row, fn.value(node.args[0])))

    return compiled


def _number_of_space(ask: Callable[[Geometry, int], int]) -> Compiled:
    def compiled(fn: FnContext, node: Lib) -> Tree:
        return _looked_up(fn, _answers(fn, ask), fn.value(node.args[0]))

    return compiled


def _list_of_board(ask: Callable[[Geometry], Any]) -> Compiled:
    def compiled(fn: FnContext, node: Lib) -> Tree:
        board = _board(fn, node)
        address = _word(fn, ask, board)
        return UNREACHABLE if address == NONE else charged_list(fn, const(address))

    return compiled


def _line_of_board(ask: Callable[[Geometry, int], Any], default: tuple[int, ...] | None) -> Compiled:
    """A list by a number from 1 to the board's greater side; others give `default`, None: they stop."""

    def compiled(fn: FnContext, node: Lib) -> Tree:
        board = _board(fn, node)
        most = max(board.width, board.height, 1)
        row = [_word(fn, ask, board, n) for n in range(1, most + 1)]
        otherwise = UNREACHABLE if default is None else const(fn.build.tables.constant(default))
        number, before = local(fn, fn.value(node.args[1]))
        wanted = known(number)
        if wanted is not None:
            found = _looked_up(fn, row, number, 1) if 1 <= wanted <= most else otherwise
        else:
            inside = compare("lt_u", sub(number, 1), most)
            found = either(inside, _looked_up(fn, row, number, 1), otherwise)
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
    return _looked_up(fn, row, fn.value(node.args[0]))


def _toward(fn: FnContext, node: Lib) -> Tree:
    names = DIRECTIONS[_board(fn, node).shape]
    if not names:
        return UNREACHABLE
    row = [names.index("up" if seat % 2 == 0 else "down") for seat in fn.build.world.seats]
    return _looked_up(fn, row, fn.value(node.args[1]))


def _shaped(fn: FnContext, node: Lib) -> Tree:
    drawn = known(fn.value(node.args[0]))
    assert drawn is not None, "a shape is drawn"
    tables = fn.build.tables
    steps = [(pair[0], pair[1]) for pair in map(tables.list_at, tables.list_at(drawn))]
    space, direction = fn.value(node.args[1]), fn.value(node.args[2])
    width = len(DIRECTIONS["grid"])
    words = [
        _word(fn, board.shaped, steps, s, d)
        for board in fn.build.world.boards
        for s in board.spaces
        for d in range(width)
    ]
    return charged_list(fn, _looked_up(fn, words, add(times(space, width), direction)))


# ---- Two spaces --------------------------------------------------------------------------------------------


def _two(fn: FnContext, node: Lib) -> tuple[Tree, Tree, list[Tree]]:
    left, before = local(fn, fn.value(node.args[0]))
    right, more = local(fn, fn.value(node.args[1]))
    return left, right, [*before, *more]


def _board_number(fn: FnContext, space: Tree) -> Tree:
    return at(fn.build.tables.words(fn.build.world.space_board), space)


def _same_board(fn: FnContext, node: Lib, left: Tree, right: Tree) -> Tree:
    """Whether two spaces are on one board."""
    if len(set(map(id, (*_boards(fn, node.args[0].type), *_boards(fn, node.args[1].type))))) <= 1:
        return const(1)
    return equal(_board_number(fn, left), _board_number(fn, right))


def _apart(fn: FnContext, left: Tree, right: Tree) -> tuple[Tree, Tree, list[Tree]]:
    """How many columns and rows one space lies from another; on boards without rows 0."""
    columns, rows = _answers(fn, Geometry.column_of), _answers(fn, Geometry.row_of)
    across, up = fn.fresh(), fn.fresh()
    setup = []
    for name, row in ((across, columns), (up, rows)):
        table = fn.build.tables.words([0 if number == NONE else number for number in row])
        setup.append(put(name, sub(at(table, right), at(table, left))))
    return get(across), get(up), setup


def _straight(fn: FnContext, node: Lib, across: Tree, up: Tree, left: Tree) -> Tree:
    """Whether spaces so far apart are on one straight line of the board."""
    boards = _boards(fn, node.args[0].type)
    on_line = {
        "grid": ("i32.or", equal(across, up), equal(add(across, up), 0)),
        "hex": equal(add(across, up), 0),
    }
    upright: Tree = ("i32.or", equal(across, 0), equal(up, 0))
    found = {shape: ("i32.or", upright, slanted) for shape, slanted in on_line.items()} | {"graph": const(0)}
    shapes = sorted({board.shape for board in boards})
    tree: Tree = found[shapes[0]]
    for shape in shapes[1:]:
        of_shape = fn.build.tables.words([int(board.shape == shape) for board in fn.build.world.boards])
        tree = chosen(at(of_shape, _board_number(fn, left)), found[shape], tree)
    return tree


def _aligned(fn: FnContext, node: Lib) -> Tree:
    left, right, before = _two(fn, node)
    across, up, setup = _apart(fn, left, right)
    straight = _straight(fn, node, across, up, left)
    both = _same_board(fn, node, left, right)
    if known(both) is None:
        straight = ("i32.and", both, straight)
    return sequence([*before, *setup], ("i32.or", equal(left, right), straight))


def _line(fn: FnContext, node: Lib) -> Tree:
    left, right, before = _two(fn, node)
    across, up, setup = _apart(fn, left, right)
    list_, count = fn.fresh("$p"), fn.fresh("$n")
    sides = [_absolute(fn, across), _absolute(fn, up)]
    straight = ("i32.or", equal(left, right), _straight(fn, node, across, up, left))
    both = _same_board(fn, node, left, right)
    stops = [*stop_if(("i32.eqz", both))] if known(both) is None else []
    steps = [
        *before,
        *setup,
        *stops,
        *stop_if(("i32.eqz", straight)),
        put(count, chosen(compare("gt_s", sides[0], sides[1]), sides[0], sides[1])),
        put(list_, ("call", "$line", left, right, get(count))),
        *fn.charge(at_least_one(get(count))),
    ]
    fn.grown += 1
    return sequence(steps, get(list_))


def _absolute(fn: FnContext, number: Tree) -> Tree:
    del fn
    return chosen(compare("lt_s", number, 0), sub(const(0), number), number)


def _distance(fn: FnContext, node: Lib) -> Tree:
    left, right, before = _two(fn, node)
    both = _same_board(fn, node, left, right)
    stops = [*stop_if(("i32.eqz", both))] if known(both) is None else []
    boards = _boards(fn, node.args[0].type)
    across, up, setup = _apart(fn, left, right)
    tree: Tree | None = None
    for board in boards:
        if board.shape == "graph":
            found = _way(fn, board, left, right)
        else:
            sides = add(_absolute(fn, across), _absolute(fn, up))
            slanted = _absolute(fn, add(across, up))
            found = ("i32.shr_u", add(sides, slanted), const(1)) if board.shape == "hex" else sides
        number = fn.build.world.boards.index(board)
        tree = found if tree is None else either(equal(_board_number(fn, left), number), found, tree)
    return sequence([*before, *stops, *setup], tree or UNREACHABLE)


def _way(fn: FnContext, board: Geometry, left: Tree, right: Tree) -> Tree:
    """The distance on a graph; where no way leads, it stops."""
    row = [_word(fn, board.distance, a, b) for a in board.spaces for b in board.spaces]
    position = add(times(sub(left, board.base), board.count), sub(right, board.base))
    return _looked_up(fn, row, position)


# ---- Lists of spaces ---------------------------------------------------------------------------------------


def _one_board(fn: FnContext, type_: Type, list_: Tree) -> list[Tree]:
    """Stop where spaces of a list are on different boards."""
    if isinstance(type_, ListT) and len(_boards(fn, type_.of)) <= 1:
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
    rows = [_answers(fn, ask) for ask in (Geometry.row_of, Geometry.column_of)]
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
    "line": _line,
    "aligned": _aligned,
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
    "distance": _distance,
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
