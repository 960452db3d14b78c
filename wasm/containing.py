"""Walks through those of known lists that hold a space, without a look at the others.

The query still pays for looking into all of them: what lies between two of its finds stands in the tables.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..ir import program as ir
from ..ir.types import ListT, OptT
from .bits import as_bits, board_of
from .context import FnContext
from .encode import Tree
from .looked_up import boards_of
from .tables import signed_word
from .trees import NOTHING, add, at, compare, const, either, equal, get, load, put, simple, sub, times
from .walks import Known, Walk

Lists = Sequence[tuple[int, ...]]
"""Known lists of spaces."""

MANY = 4096
"""Words of tables that are spent on it at most."""


class Containing(Walk):
    """The lists that hold a space. In the tables stand for each space their number, what the query pays after
    the last of them, and for each of them its address and what the query pays since the one before.
    """

    def __init__(self, fn: FnContext, found: Tree, most: int) -> None:
        self._found, size = fn.fresh("$p"), fn.fresh("$n")
        setup = [put(self._found, found), put(size, load(get(self._found)))]
        super().__init__(fn, setup, get(size), most)

    def loop(self, item: str, body: list[Tree]) -> list[Tree]:
        """See Walk."""
        here, end = self.fn.fresh("$p"), self.fn.fresh("$e")
        before = [put(here, get(self._found)), put(end, add(get(here), times(self.size, 8)))]
        step = [put(here, add(get(here), 8)), put(item, load(get(here))), *_pay(load(get(here), 4)), *body]
        loop = self._rounds(equal(self.size, 0), step, compare("ne", get(here), get(end)))
        self.fn.spends = True
        return [*before, *loop, *_pay(load(get(self._found), 4))]

    def first(self) -> Tree:
        """See Walk."""
        return either(self.size, load(get(self._found), 8), NOTHING)

    def last(self) -> Tree:
        """See Walk."""
        return either(self.size, load(add(get(self._found), times(self.size, 8))), NOTHING)


def _pay(units: Tree) -> list[Tree]:
    return [put("$spent", add(get("$spent"), units))]


# ---- Known lists of spaces ---------------------------------------------------------------------------------


def lists_of_spaces(fn: FnContext, walk: Walk, source: ir.Expr) -> list[tuple[int, ...]] | None:
    """The lists, where a walk goes through known lists of spaces that are known by their bits."""
    board = board_of(fn, source.type.of) if isinstance(source.type, ListT) else None
    if board is None or not isinstance(walk, Known):
        return None
    return [fn.build.tables.list_at(address) for address in walk.items]


def with_bits(fn: FnContext, walk: Walk, source: ir.Expr, lists: Lists) -> Walk:
    """A walk through such lists, each with its bits before it."""
    addresses = tuple(_prefixed(fn, source, each) for each in lists)
    found = Known(fn, addresses, fn.build.tables.words((len(addresses), *addresses)), walk.range)
    found.setup = walk.setup
    return found


def bits_of(fn: FnContext, lists: Lists, slot: int) -> list[Tree]:
    """Take the bits of the list that stands in a local, which is one of these, from before it."""
    bits, sizes = fn.fresh("$w", "i64"), {len(each) for each in lists}
    size = const(sizes.pop()) if len(sizes) == 1 else load(fn.scope.get(slot))
    fn.scope.sets[slot] = get(bits), size
    return [put(bits, ("i64.load", 0, sub(fn.scope.get(slot), 8)))]


def containing(
    fn: FnContext, walk: Walk, source: ir.Expr, lists: Lists, slot: int, where: ir.Expr | None
) -> tuple[Containing, ir.Expr | None] | None:
    """A walk through those of such lists that hold what the first condition of a query says, and what is left
    of its conditions.
    """
    first, rest = _split(where)
    match first:
        case ir.Lib("contains", (ir.Local(listed), wanted)) if listed == slot:
            pass
        case _:
            return None
    assert isinstance(source.type, ListT)
    board = board_of(fn, source.type.of)
    assert board is not None, "they are lists of spaces"
    if sum(map(len, lists)) > MANY or boards_of(fn, wanted.type) != [board] or isinstance(wanted.type, OptT):
        return None
    owed = fn.owed
    space = fn.value(wanted)
    if not simple(space) or fn.owed != owed:
        fn.owed = owed
        return None
    rows = [_finds(fn, source, lists, cell) for cell in board.spaces]
    found = Containing(fn, at(fn.build.tables.words(rows), space, board.base), len(lists))
    found.setup = [*walk.setup, *found.setup]
    return found, rest


def _finds(fn: FnContext, source: ir.Expr, lists: Lists, cell: int) -> int:
    words, unpaid = list[int](), 0
    for each in lists:
        unpaid += len(each) or 1
        if cell in each:
            words += [_prefixed(fn, source, each), unpaid]
            unpaid = 0
    return fn.build.tables.words((len(words) // 2, unpaid, *words))


def _prefixed(fn: FnContext, source: ir.Expr, items: Sequence[int]) -> int:
    """The address of a list whose bits stand before it."""
    assert isinstance(source.type, ListT)
    board = board_of(fn, source.type.of)
    assert board is not None, "it is a list of spaces"
    bits = as_bits(board, items)
    return fn.build.tables.words((signed_word(bits), signed_word(bits >> 32), len(items), *items)) + 8


def _split(where: ir.Expr | None) -> tuple[ir.Expr | None, ir.Expr | None]:
    """The condition that is tested first, and the others."""
    match where:
        case ir.Logic("and", left, right):
            first, rest = _split(left)
            return first, right if rest is None else ir.Logic("and", rest, right, left.type, left.at)
        case _:
            return where, None
