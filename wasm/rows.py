"""Makes rows of options behind the frame of a routine that asks, and lets chance choose one of them."""

from __future__ import annotations

from collections.abc import Callable

from ..interpreter.errors import OPTIONS as MOST_OPTIONS
from ..ir.types import Type
from .build import Build
from .context import FnContext, scalar
from .cutter import CHANCE_KIND, Cutter, Label
from .embed import embed
from .encode import Tree
from .layout import ROW_ITEMS, ROW_LENGTH, ROW_WEIGHT, WORD
from .trees import UNREACHABLE, add, compare, const, equal, get, load, put, store, sub, when
from .walks import InMemory

ANSWER: Tree = ("global.get", "$answer")
"""The address of the items of the option that was taken last."""

CHOOSER: Tree = ("global.get", "$chooser")
"""The seat that took it; below 0: chance."""


def eye(seat: Tree) -> Tree:
    """A seat as a mask."""
    return ("i32.shl", const(1), seat)


def copied(fn: FnContext, address: Tree, bytes_: Tree | int) -> Tree:
    """A copy of some bytes in the arena."""
    size = const(bytes_) if isinstance(bytes_, int) else bytes_
    fn.grown += 1
    return ("call", "$copied", address, size)


def stamped(build: Build) -> bool:
    """Whether there is room for a stamp for each component and zone."""
    return build.constants.get("STAMPED", 0) == 1


def rows_of(cut: Cutter, list_: Tree, of: Type, bytes_: int, rows: str, *, numbered: bool) -> list[Tree]:
    """A row for each element of a list (a local), which are of this type; `rows` becomes their address. The
    weight is 1, or the position in the list.
    """
    fn = cut.fn
    room: Tree = ("call", "$room_for_rows", cut.end, load(list_), const(bytes_))
    trees: list[Tree] = [put(rows, room)]
    if scalar(of):
        return [*trees, ("call", "$rows_of", list_, get(rows), const(int(numbered)))]
    item, row, number = fn.fresh("$x"), fn.fresh("$row"), fn.fresh("$n")
    body = [
        store(get(row), const(1), ROW_LENGTH),
        store(get(row), get(number) if numbered else const(1), ROW_WEIGHT),
        *embed(fn, add(get(row), ROW_ITEMS), get(item), of),
        put(row, add(get(row), bytes_)),
        put(number, add(get(number), 1)),
    ]
    walk = InMemory(fn, list_, None)
    return [*trees, put(row, get(rows)), put(number, const(0)), *walk.setup, *walk.loop(item, body)]


def word_row(row: str, limit: str, value: Tree) -> list[Tree]:
    """Put a row of one word where a local says, which becomes the place of the next one; there are not more
    than up to the limit.
    """
    here = get(row)
    return [
        ("if", None, equal(here, get(limit)), [UNREACHABLE]),
        store(here, const(1), ROW_LENGTH),
        store(here, const(1), ROW_WEIGHT),
        store(here, value, ROW_ITEMS),
        put(row, add(here, ROW_ITEMS + WORD)),
    ]


def sifted_row(row: str, value: Tree, test: Tree) -> list[Tree]:
    """Put such a row only where a test holds, without a branch: there is room for it anyway."""
    here = get(row)
    return [
        store(here, const(1), ROW_LENGTH),
        store(here, const(1), ROW_WEIGHT),
        store(here, value, ROW_ITEMS),
        put(row, ("select", add(here, ROW_ITEMS + WORD), here, test)),
    ]


# ---- Chance ------------------------------------------------------------------------------------------------


def draw_lot(
    cut: Cutter, point: int, count: Tree, width: int, then: Label, *, rows: Tree, weighted: bool = False
) -> None:
    """Let chance choose one of the rows at an address, which are as many as `count`, a local; with one there
    is nothing to choose. The routine goes on at `then`, which is a label behind a landing.
    """
    fn = cut.fn
    own = fn.fresh("$n")
    if weighted:
        drawn: Tree = ("call", "$weighted", count, add(rows, ROW_WEIGHT), const(WORD * width))
    else:
        drawn = ("call", "$one_of", count)
    asked = [
        ("call", "$rows_done", rows, count, const(WORD * width), cut.end),
        *cut.question(point, CHANCE_KIND, const(-1), count, width, weighted=weighted),
    ]
    explicit = ("i32.and", ("global.get", "$explicit"), compare("gt_s", count, 1))
    trees: list[Tree] = [
        *when(explicit, asked),
        ("if", None, compare("gt_u", count, MOST_OPTIONS), [UNREACHABLE]),
        put(own, drawn),
        ("global.set", "$answer", add(add(rows, ROW_ITEMS), ("i32.mul", get(own), const(WORD * width)))),
        *when(compare("gt_s", count, 1), [("global.set", "$chooser", const(-1))]),
        *cut.jump(then),
    ]
    cut.emit(trees)


def free(cut: Cutter, make: Callable[[], list[Tree]]) -> list[Tree]:
    """Code that costs nothing, unless there is not enough for it."""
    fn = cut.fn
    owed, fn.owed = fn.owed, 0
    trees = make()
    own, fn.owed = fn.owed, owed
    fuel, spent = fn.fresh("$fuel"), fn.fresh("$was")
    fn.spends = True
    left = sub(sub(("global.get", "$fuel"), get("$spent")), own)
    return [
        put(fuel, ("global.get", "$fuel")),
        put(spent, get("$spent")),
        *trees,
        ("if", None, compare("lt_s", left, 0), [UNREACHABLE]),
        ("global.set", "$fuel", get(fuel)),
        put("$spent", get(spent)),
    ]
