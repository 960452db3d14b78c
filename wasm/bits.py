"""Sets of spaces as the bits of one number, so that a query asks all spaces of a board at once.

Bit n stands for the space with the n-th number of its board, which has not more than 64. What such a query
charges is worked out of the bits, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..ir import program as ir
from ..ir.board import Geometry
from ..ir.types import KindT, ListT, OptT, Type
from .context import FnContext
from .encode import Tree
from .looked_up import boards_of
from .ranges import range_of
from .tables import signed_word
from .trees import add, at, const, get, known, put, simple, times
from .walks import local

Rows = Sequence[Sequence[int]]
"""Lists of spaces."""

WIDE = 64
"""Bits of a number."""


@dataclass(frozen=True, slots=True)
class Spaces:
    """A list of spaces as a set: `setup` works out `bits` (a local or a constant). `falls`: whether their
    numbers fall in the list and do not rise (a condition; None where they do neither). Where a function of
    the library gives it, it is that of `rows` with the number `place`, counted from `first`.
    """

    board: Geometry
    setup: list[Tree]
    bits: Tree
    falls: Tree | None
    length: Tree | None = None
    rows: Rows = ()
    place: Tree = ("i32.const", 0)
    first: int = 0

    @property
    def size(self) -> Tree:
        """How many they are."""
        return count(self.bits) if self.length is None else self.length

    def fee(self, fn: FnContext, *, looked_at: bool) -> list[Tree]:
        """Charge what the function costs that gives it, and its elements if they are `looked_at`."""
        if not self.rows:
            return fn.charge(self.size) if looked_at else []
        fees = [max(len(row), 1) + len(row) * looked_at for row in self.rows]
        number = known(self.place)
        if number is not None:
            return fn.charge(const(fees[number - self.first]))
        if len(set(fees)) == 1:
            return fn.charge(const(fees[0]))
        return fn.charge(at(fn.build.tables.words(fees), self.place, self.first))


def count(bits: Tree) -> Tree:
    """How many bits are set."""
    if bits[0] == "i64.const":
        return const(bits[1].bit_count())
    return ("i32.wrap_i64", ("i64.popcnt", bits))


def spaces(fn: FnContext, node: ir.Expr) -> Spaces | None:
    """A list of spaces as a set, its fee still to be charged; None where it is not known by its bits."""
    board = board_of(fn, node.type)
    if board is None:
        return None
    owed = fn.owed
    found = _spaces(fn, node, board)
    if found is None:
        fn.owed = owed
        return None
    return found


def board_of(fn: FnContext, listed: Type) -> Geometry | None:
    """The only board whose spaces can be in a list of that type, if it has few of them."""
    if not isinstance(listed, ListT) or not isinstance(listed.of, KindT):
        return None
    if not fn.build.world.is_space(listed.of.kind):
        return None
    boards = boards_of(fn, listed.of)
    return boards[0] if len(boards) == 1 and boards[0].count <= WIDE else None


def _spaces(fn: FnContext, node: ir.Expr, board: Geometry) -> Spaces | None:
    match node:
        case ir.Lib("ray", (space, direction)):
            return _ray(fn, space, direction, board)
        case ir.Lib("adjacent" | "around" as name, (space,)):
            rows = board.adjacent if name == "adjacent" else board.around
            return _beside(fn, space, rows, board)
        case ir.Lib("row" | "column" as name, (_, number)):
            if name == "row":
                return _line(fn, number, [board.row(n + 1) for n in range(board.height)], board)
            return _line(fn, number, [board.column(n + 1) for n in range(board.width)], board)
        case ir.Local(slot) if slot in fn.scope.sets:
            bits, length = fn.scope.sets[slot]
            return Spaces(board, [], bits, None, length=length)
        case ir.Const() | ir.Population() | ir.Lib("board_spaces" | "corners" | "edges" | "centre"):
            address = known(fn.value(node))
            if address is None:
                return None
            items = fn.build.tables.list_at(address)
            return Spaces(board, [], ("i64.const", as_bits(board, items)), _falling([items]))
        case _:
            return None


def as_bits(board: Geometry, items: Sequence[int]) -> int:
    """The bits of these spaces of a board."""
    return sum({1 << (space - board.base) for space in items})


def _falling(rows: Rows) -> Tree | None:
    if all(list(row) == sorted(row) for row in rows):
        return const(0)
    return const(1) if all(list(row) == sorted(row, reverse=True) for row in rows) else None


def _looked_up(fn: FnContext, board: Geometry, rows: Rows, place: Tree, first: int) -> Spaces:
    """The row at a place, of which the first has the number `first`."""
    number, name = known(place), fn.fresh("$w", "i64")
    if number is not None:
        row = rows[number - first]
        bits: Tree = ("i64.const", as_bits(board, row))
        return Spaces(board, [], bits, _falling([row]), rows=rows, place=place, first=first)
    place, before = local(fn, place)
    table = bit_table(fn, [as_bits(board, row) for row in rows])
    setup = [*before, put(name, ("i64.load", table - 8 * first, times(place, 8)))]
    return Spaces(board, setup, get(name), _falling(rows), rows=rows, place=place, first=first)


def bit_table(fn: FnContext, sets: Sequence[int]) -> int:
    """The address of a table of sets."""
    return fn.build.tables.words([signed_word(bits >> n) for bits in sets for n in (0, 32)])


def _beside(fn: FnContext, space: ir.Expr, rows: Rows, board: Geometry) -> Spaces | None:
    if not _on(fn, space, board):
        return None
    return _looked_up(fn, board, rows, fn.value(space), board.base)


def _on(fn: FnContext, space: ir.Expr, board: Geometry) -> bool:
    """Whether a space can only be on that board."""
    return not isinstance(space.type, OptT) and boards_of(fn, space.type) == [board]


def _ray(fn: FnContext, space: ir.Expr, direction: ir.Expr, board: Geometry) -> Spaces | None:
    width = len(board.directions)
    if not _on(fn, space, board) or any(len(own.directions) > width for own in fn.build.world.boards):
        return None
    start, way = fn.value(space), fn.value(direction)
    if not simple(way):
        return None
    rays = [board.rays[number][d] for number in range(board.count) for d in range(width)]
    turned = [_falling(rays[d::width]) for d in range(width)]
    if (number := known(way)) is not None:
        return _looked_up(fn, board, rays[number::width], start, board.base)
    found = _looked_up(fn, board, rays, add(times(start, width), way), board.base * width)
    falls = None
    if None not in turned:
        falls = at(fn.build.tables.words([each[1] for each in turned if each is not None]), way)
    return replace(found, falls=falls)


def _line(fn: FnContext, number: ir.Expr, rows: Rows, board: Geometry) -> Spaces | None:
    low, high = range_of(fn, number)
    if low < 1 or high > len(rows):
        return None
    return _looked_up(fn, board, rows, fn.value(number), 1)
