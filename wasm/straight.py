"""How two spaces lie to each other: lines, distances."""

from __future__ import annotations

from functools import lru_cache

from ..ir.board import Geometry
from ..ir.program import Expr, Lib, ListOf, Local
from ..ir.types import NONE
from .context import FnContext
from .encode import Tree
from .looked_up import answers, boards_of, looked_up
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
    put,
    sequence,
    simple,
    stop_if,
    sub,
    times,
    when,
)
from .walks import Stepping, local

SMALL = 64
"""Boards of so many spaces have tables from each space to each."""

NO_LINE = 255
"""In such a table: there is no straight line."""


def _two(fn: FnContext, node: Lib) -> tuple[Tree, Tree, list[Tree]]:
    left, before = local(fn, fn.value(node.args[0]))
    right, more = local(fn, fn.value(node.args[1]))
    return left, right, [*before, *more]


def _board_number(fn: FnContext, space: Tree) -> Tree:
    return at(fn.build.tables.words(fn.build.world.space_board), space)


def _same_board(fn: FnContext, node: Lib, left: Tree, right: Tree) -> Tree:
    """Whether two spaces are on one board."""
    if len(set(map(id, (*boards_of(fn, node.args[0].type), *boards_of(fn, node.args[1].type))))) <= 1:
        return const(1)
    return equal(_board_number(fn, left), _board_number(fn, right))


def _apart(fn: FnContext, left: Tree, right: Tree) -> tuple[Tree, Tree, list[Tree]]:
    """How many columns and rows one space lies from another; on boards without rows 0."""
    columns, rows = answers(fn, Geometry.column_of), answers(fn, Geometry.row_of)
    across, up = fn.fresh(), fn.fresh()
    setup = []
    for name, row in ((across, columns), (up, rows)):
        table = fn.build.tables.words([0 if number == NONE else number for number in row])
        setup.append(put(name, sub(at(table, right), at(table, left))))
    return get(across), get(up), setup


def _straight(fn: FnContext, node: Lib, across: Tree, up: Tree, left: Tree) -> Tree:
    """Whether spaces so far apart are on one straight line of the board."""
    boards = boards_of(fn, node.args[0].type)
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


def aligned(fn: FnContext, node: Lib) -> Tree:
    """Whether two spaces are on one straight line of their board."""
    left, right, before = _two(fn, node)
    across, up, setup = _apart(fn, left, right)
    straight = _straight(fn, node, across, up, left)
    both = _same_board(fn, node, left, right)
    if known(both) is None:
        straight = ("i32.and", both, straight)
    return sequence([*before, *setup], ("i32.or", equal(left, right), straight))


def line(fn: FnContext, node: Lib) -> Stepping:
    """A walk along a line; it stops where the spaces are not on one."""
    left, right, before = _two(fn, node)
    if (board := _only_board(fn, node)) is not None:
        short = _short_line(fn, board, left, right)
        short.setup = [*before, *short.setup]
        return short
    across, up, setup = _apart(fn, left, right)
    count, step = fn.fresh("$n"), fn.fresh()
    sides = (_absolute(across), _absolute(up))
    straight = ("i32.or", equal(left, right), _straight(fn, node, across, up, left))
    widths = [board.width for board in fn.build.world.boards for _ in board.spaces]
    width = const(widths[0]) if len(set(widths)) == 1 else at(fn.build.tables.words(widths), left)
    rows: Tree = ("i32.mul", _sign(up), width)
    walk = Stepping(fn, (left, right), get(step), get(count), max(widths, default=0))
    walk.setup = [
        *before,
        *setup,
        *_on_one_board(fn, node, left, right),
        *stop_if(("i32.eqz", straight)),
        put(count, chosen(compare("gt_s", *sides), *sides)),
        put(step, ("i32.add", rows, _sign(across))),
    ]
    return walk


def _lengths(fn: FnContext, board: Geometry) -> int:
    """The address of a table of bytes: from each space of a board to each, how long the line is."""
    row = [NO_LINE] * (board.count * board.count)
    for start, rays in enumerate(board.rays):
        row[start * board.count + start] = 0
        for spaces in rays:
            for length, goal in enumerate(spaces, 1):
                row[start * board.count + goal - board.base] = length
    packed = bytes(row) + bytes(-len(row) % 4)
    words = [int.from_bytes(packed[n : n + 4], "little", signed=True) for n in range(0, len(row), 4)]
    return fn.build.tables.words(words)


def _only_board(fn: FnContext, node: Lib) -> Geometry | None:
    """The board of both spaces, if it is known and has few spaces."""
    boards = {id(board): board for arg in node.args for board in boards_of(fn, arg.type)}
    board = next(iter(boards.values())) if len(boards) == 1 else None
    return board if board is not None and board.count <= SMALL and board.rays[0] else None


def sometimes_a_line(fn: FnContext, test: Tree, node: Expr) -> Stepping | None:
    """A walk along a line where a test holds, through nothing where it does not, without a branch: from a
    space to itself there is none. None where that cannot be.
    """
    whole = node.args[0] if isinstance(node, Lib) and node.name == "without" else node
    if not isinstance(whole, Lib) or whole.name != "line" or (board := _only_board(fn, whole)) is None:
        return None
    owed = fn.owed
    left, right = (fn.value(arg) for arg in whole.args)
    if not simple(left) or not simple(right) or fn.owed != owed:
        fn.owed = owed
        return None
    holds, end = fn.fresh(), fn.fresh()
    setup = [put(holds, test), put(end, ("select", right, left, get(holds)))]
    walk = _short_line(fn, board, left, get(end))
    walk.setup = [*setup, *walk.setup]
    units = chosen(walk.size, walk.size, const(1))
    if whole is not node:
        units = add(add(units, walk.size), 1)
    walk.setup += fn.charge(("i32.mul", units, get(holds)))
    return walk if whole is node else _before_the_last(fn, walk)


def _short_line(fn: FnContext, board: Geometry, left: Tree, right: Tree) -> Stepping:
    """A walk along a line of a board with few spaces."""
    count, step = fn.fresh("$n"), fn.fresh()
    across, up, setup = _apart(fn, left, right)
    place = add(times(sub(left, board.base), board.count), sub(right, board.base))
    found: Tree = ("i32.load8_u", _lengths(fn, board), place)
    walk = Stepping(fn, (left, right), get(step), get(count), max(board.width, board.height))
    walk.setup = [
        put(count, found),
        *stop_if(compare("gt_u", get(count), SMALL)),
    ]
    walk.late = [*setup, put(step, add(times(_sign(up), board.width), _sign(across)))]
    return walk


def ray(fn: FnContext, node: Lib) -> Stepping:
    """A walk from a space to the edge."""
    space, direction, before = _two(fn, node)
    tables, boards = fn.build.tables, fn.build.world.boards
    width = max((len(board.directions) for board in boards), default=0)
    rays = [[*row, *[()] * (width - len(row))] for board in boards for row in board.rays]
    place = add(times(space, width), direction)
    lengths = tables.words([len(spaces) for row in rays for spaces in row])
    steps = [(spaces[0] - s if spaces else 0) for s, row in enumerate(rays) for spaces in row]
    by_direction = [set(steps[d::width]) - {0} for d in range(width)]
    if all(len(found) <= 1 for found in by_direction):
        step = at(tables.words([next(iter(found), 0) for found in by_direction]), direction)
    else:
        step = at(tables.words(steps), place)
    size, by, end = fn.fresh("$n"), fn.fresh(), fn.fresh()
    walk = Stepping(
        fn,
        (space, get(end)),
        get(by),
        get(size),
        max((len(spaces) for row in rays for spaces in row), default=0),
    )
    walk.setup = [
        *before,
        put(size, at(lengths, place)),
        put(by, step),
        put(end, add(space, ("i32.mul", get(by), get(size)))),
    ]
    return walk


def _before_the_last(fn: FnContext, along: Stepping) -> Stepping:
    """All but the last space of a line."""
    size, end = fn.fresh("$n"), fn.fresh()
    walk = Stepping(fn, (along.start, get(end)), along.step, get(size), along.most or 0)
    walk.setup = [
        *along.setup,
        put(size, sub(along.size, compare("ne", along.size, 0))),
    ]
    walk.late = [*along.late, put(end, sub(along.end, along.step))]
    return walk


def is_straight(node: Expr) -> bool:
    """Whether an expression gives spaces along a line."""
    match node:
        case Lib("ray" | "line"):
            return True
        case Lib("without", (Lib("line", (_, Local(end))), ListOf((Local(left_out),)))):
            return end == left_out
        case _:
            return False


def straight(fn: FnContext, node: Expr) -> Stepping:
    """A walk through spaces along a line, with its charges."""
    match node:
        case Lib("ray"):
            walk = ray(fn, node)
        case Lib("without", (Lib() as whole, _)):
            walk = line(fn, whole)
            walk.setup += fn.charge(chosen(walk.size, walk.size, const(1)))
            walk.setup += fn.charge(add(walk.size, 1))
            return _before_the_last(fn, walk)
        case Lib():
            walk = line(fn, node)
        case _:
            raise AssertionError(f"no line is {node}")
    walk.setup += fn.charge(chosen(walk.size, walk.size, const(1)))
    return walk


def one_or_other(fn: FnContext, test: Tree, then: Expr, otherwise: Expr) -> Stepping:
    """A walk along one of two lines."""
    start, end, step, size = (fn.fresh() for _ in range(4))
    most = 0

    def branch(node: Expr) -> list[Tree]:
        nonlocal most
        walk = straight(fn, node)
        most = max(most, walk.most or 0)
        parts = ((start, walk.start), (end, walk.end), (step, walk.step), (size, walk.size))
        return [*walk.setup, *walk.late, *(put(name, part) for name, part in parts)]

    setup = when(test, fn.region(lambda: branch(then)), fn.region(lambda: branch(otherwise)))
    found = Stepping(fn, (get(start), get(end)), get(step), get(size), most)
    found.setup = setup
    return found


def _sign(number: Tree) -> Tree:
    """1, 0 or -1."""
    return ("i32.sub", compare("gt_s", number, 0), compare("lt_s", number, 0))


def _on_one_board(fn: FnContext, node: Lib, left: Tree, right: Tree) -> list[Tree]:
    """Stop where two spaces are on different boards."""
    both = _same_board(fn, node, left, right)
    return stop_if(("i32.eqz", both)) if known(both) is None else []


def _absolute(number: Tree) -> Tree:
    return chosen(compare("lt_s", number, 0), sub(const(0), number), number)


def distance(fn: FnContext, node: Lib) -> Tree:
    """Fewest steps from one space to another; it stops where no way leads."""
    left, right, before = _two(fn, node)
    stops = _on_one_board(fn, node, left, right)
    boards = boards_of(fn, node.args[0].type)
    across, up, setup = _apart(fn, left, right)
    tree: Tree | None = None
    for board in boards:
        if board.shape == "graph":
            found = _way(fn, board, left, right)
        else:
            sides = add(_absolute(across), _absolute(up))
            slanted = _absolute(add(across, up))
            found = ("i32.shr_u", add(sides, slanted), const(1)) if board.shape == "hex" else sides
        number = fn.build.world.boards.index(board)
        tree = found if tree is None else either(equal(_board_number(fn, left), number), found, tree)
    return sequence([*before, *stops, *setup], tree or UNREACHABLE)


@lru_cache(maxsize=16)
def _ways(board: Geometry) -> tuple[int, ...]:
    """From each space to each: the fewest steps between neighbours, NONE where no way leads."""
    found: list[int] = []
    for start in board.spaces:
        steps, waiting = {start: 0}, [start]
        for space in waiting:
            for other in board.adjacent[space - board.base]:
                if other not in steps:
                    steps[other] = steps[space] + 1
                    waiting.append(other)
        found += [steps.get(space, NONE) for space in board.spaces]
    return tuple(found)


def _way(fn: FnContext, board: Geometry, left: Tree, right: Tree) -> Tree:
    """The distance on a graph; where no way leads, it stops."""
    row = _ways(board)
    position = add(times(sub(left, board.base), board.count), sub(right, board.base))
    return looked_up(fn, row, position)
