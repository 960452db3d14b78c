"""Tables by space of what boards answer, made while compiling."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..ir.board import Geometry, NotOnBoard
from ..ir.types import NONE, KindT, Type
from .context import FnContext, bare
from .encode import Tree
from .trees import UNREACHABLE, at, const, equal, get, known, put, sequence, stop_if


def boards_of(fn: FnContext, space: Type) -> list[Geometry]:
    """The boards that a space of that type can be on."""
    world, type_ = fn.build.world, bare(space)
    if isinstance(type_, KindT) and type_.kind >= 0:
        numbers = {world.space_board[space] for space in world.members[type_.kind]}
        return [world.boards[number] for number in sorted(numbers)]
    return list(world.boards)


def looked_up(fn: FnContext, row: Sequence[int], number: Tree, first: int = 0) -> Tree:
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


def answer(fn: FnContext, ask: Callable[..., Any], *asked: Any) -> int:
    """What a board answers: a number or the address of a list; NONE where it cannot."""
    try:
        found = ask(*asked)
    except NotOnBoard:
        return NONE
    return found if isinstance(found, int) else fn.build.tables.constant(found)


def answers(fn: FnContext, ask: Callable[[Geometry, int], Any]) -> list[int]:
    """What the board of each space answers."""
    return [answer(fn, ask, board, space) for board in fn.build.world.boards for space in board.spaces]
