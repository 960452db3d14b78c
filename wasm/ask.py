"""Turns the questions to seats into pieces: `choose` and menus. See interpreter/ask.py, whose steps these
are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ..interpreter.errors import OPTIONS as MOST_OPTIONS
from ..interpreter.names import is_component
from ..interpreter.options import element_type
from ..interpreter.state import KINDS
from ..ir import program as ir
from ..ir.types import ListT
from . import alike
from .context import scalar
from .cutter import ANSWERED, Cutter, Label
from .distinct import distinct
from .each import each
from .elements import behind, listed, once, position_of
from .embed import extract
from .encode import Tree
from .layout import ROW_ITEMS, ROW_LENGTH, ROW_WEIGHT, WORD
from .rows import ANSWER, CHOOSER, copied, draw_lot, eye, free, rows_of, sifted_row, stamped, word_row
from .switch import switch
from .trees import (
    NOTHING,
    UNREACHABLE,
    add,
    chosen,
    compare,
    const,
    equal,
    get,
    load,
    negated,
    put,
    store,
    sub,
    when,
)

MANY = 1000
"""A list that may be longer becomes rows when it is complete."""

Block = Callable[[Cutter, Sequence[ir.Stmt]], None]
"""Adds the pieces of a block."""

CHOOSE, MENU, ACT = (KINDS.index(kind) for kind in ("choose", "menu", "act"))

# ---- choose ------------------------------------------------------------------------------------------------


def choose(cut: Cutter, node: ir.Choose, block: Block) -> None:
    """One element or several; what to do without any; what to do with the answer."""
    empty, end = cut.label(), cut.label()
    question = _Choice(cut, node)
    (question.several if node.many else question.one)(empty)
    block(cut, node.body)
    cut.go(end)
    cut.place(empty)
    if node.otherwise:
        block(cut, node.otherwise)
    else:
        # Only the log hears of it, but who would have chosen is worked out.
        cut.emit(cut.fn.region(lambda: _dropped(cut, node.by)))
    cut.place(end)


def _dropped(cut: Cutter, node: ir.Expr) -> list[Tree]:
    value = cut.body.value(node)
    return [] if value[0] in ("local.get", "i32.const") else [("drop", value)]


class _Choice:
    """A `choose`, its rows and answers."""

    def __init__(self, cut: Cutter, node: ir.Choose) -> None:
        self._cut = cut
        self._node = node
        self._of = element_type(node.source.type)
        self._width = cut.build.layout.row_words(node)
        self._bytes = WORD * self._width
        self._components = is_component(cut.build.world, self._of)
        self._suffix = alike.of_choice(cut.build, self._of) if self._components else ""

    def _by(self) -> tuple[Tree, list[Tree]]:
        """The seat that is asked, and what has to come before it."""
        return self._cut.body.held(self._cut.body.value(self._node.by), "$seat")

    def _item(self) -> Tree:
        """What the option that was taken holds."""
        return extract(self._cut.fn, ANSWER, self._of)

    # ---- Rows ------------------------------------------------------------------------------------------

    def _source(self) -> Tree:
        """The elements, each once."""
        return once(self._cut.fn, self._cut.body.fn.value(self._node.source), self._node.source)

    def _rows(self, list_: Tree, rows: str, *, numbered: bool) -> list[Tree]:
        """A row for each element of a list (a local); `rows` becomes their address."""
        return rows_of(self._cut, list_, self._of, self._bytes, rows, numbered=numbered)

    def _grouped(self, rows: Tree, count: str, seat: Tree) -> list[Tree]:
        """Rows that are alike for a seat become one; `count` becomes their number."""
        if not self._components:
            return []
        grouped = [put(count, self._call("$group", rows, get(count), const(self._bytes), eye(seat)))]
        if not scalar(self._of) or not stamped(self._cut.build):
            return grouped
        apart: Tree = ("call", "$all_apart", rows, get(count), eye(seat))
        return when(negated(apart), grouped)

    def _call(self, name: str, *args: Tree) -> Tree:
        return ("call", f"{name}{self._suffix}", *args)

    # ---- One -------------------------------------------------------------------------------------------

    def one(self, empty: Label) -> None:
        """A single choice."""
        cut, node, count = self._cut, self._node, self._cut.fn.fresh("$n")
        taken = cut.label()
        cut.ask_here(node.point)
        if self._direct():
            rows = self._rows_at_once(count)
            cut.unasked(equal(get(count), 0), cut.jump(empty))
        else:
            rows = self._rows_of_list(count, empty)
        seat, before = self._by()
        cut.emit([*before, *self._grouped(rows, count, seat)])
        if rows != cut.end:
            cut.emit([("call", "$rows_done", rows, get(count), const(self._bytes), cut.end)])
        cut.emit(cut.question(node.point, CHOOSE, seat, get(count), self._width))
        cut.land(node.point, ANSWERED)
        cut.place(taken)
        if self._components:
            self._blind_one(taken)
        cut.emit(cut.fn.scope.put(node.slot, self._item()))

    def _direct(self) -> bool:
        """Whether elements become rows as they are found: they differ, and are not too many."""
        source = self._node.source
        few = isinstance(source.type, ListT) and (source.type.bound or MANY) < MANY
        return scalar(self._of) and few and distinct(self._cut.body.world, source)

    def _rows_at_once(self, count: str) -> Tree:
        cut, row, limit = self._cut, self._cut.fn.fresh("$row"), self._cut.fn.fresh("$limit")
        found = each(
            cut.fn,
            self._node.source,
            partial(word_row, row, limit),
            partial(sifted_row, row),
            MOST_OPTIONS,
        )
        room = add(cut.end, self._bytes * MOST_OPTIONS)
        cut.emit([put(row, cut.end), put(limit, room), *found])
        number: Tree = ("i32.div_u", ("i32.sub", get(row), cut.end), const(self._bytes))
        cut.emit([put(count, number)])
        return cut.end

    def _rows_of_list(self, count: str, empty: Label) -> Tree:
        cut, list_, rows = self._cut, self._cut.fn.fresh("$p"), self._cut.fn.fresh("$rows")
        cut.emit([put(list_, self._source())])
        cut.unasked(equal(load(get(list_)), 0), cut.jump(empty))
        cut.emit([put(count, load(get(list_))), *self._rows(get(list_), rows, numbered=False)])
        return get(rows)

    def _blind_one(self, taken: Label) -> None:
        """What a seat means that cannot tell a component from others: chance decides. That costs nothing."""
        cut, fn = self._cut, self._cut.fn
        go_on, rows, count = cut.label(), fn.fresh("$rows"), fn.fresh("$n")
        list_, answer = fn.fresh("$p"), fn.fresh("$answer")
        cut.go_if(compare("lt_s", CHOOSER, 0), go_on)
        cut.go_if(negated(self._call("$unseen", ANSWER, eye(CHOOSER))), go_on)
        trees = [
            put(answer, copied(fn, ANSWER, self._bytes - ROW_ITEMS)),
            *free(cut, lambda: [put(list_, self._source())]),
            put(count, load(get(list_))),
            *self._rows(get(list_), rows, numbered=False),
            *self._meant(get(rows), count, get(answer), CHOOSER),
            ("global.set", "$answer", get(answer)),
        ]
        cut.emit(trees)
        cut.go_if(compare("le_s", get(count), 1), go_on)
        draw_lot(cut, self._node.point, get(count), self._width, taken, rows=get(rows))
        cut.place(go_on)

    def _meant(self, rows: Tree, count: str, answer: Tree, seat: Tree) -> list[Tree]:
        """Only those rows that a seat may mean by an answer."""
        return [put(count, self._call("$lot", rows, get(count), const(self._bytes), answer, eye(seat)))]

    # ---- Several ---------------------------------------------------------------------------------------

    def several(self, empty: Label) -> None:
        """A run of single choices."""
        cut, node, fn = self._cut, self._node, self._cut.fn
        scope = fn.scope
        again, taken, after = cut.label(), cut.label(), cut.label()
        self._begin(empty)
        cut.place(again)
        cut.ask_here(node.point)
        self._ask(after)
        cut.land(node.point, ANSWERED)
        cut.place(taken)
        cut.go_if(equal(load(sub(ANSWER, ROW_ITEMS), ROW_LENGTH), 0), after)
        item, index, several = fn.fresh("$x"), fn.fresh("$i"), fn.fresh("$n")
        list_ = scope.get(node.list_slot)
        seat, before = self._by()
        cut.emit(
            [
                *before,
                put(item, self._item()),
                put(several, const(1)),
                put(index, ("call", position_of(cut.build, self._of), list_, get(item))),
            ]
        )
        if self._components:
            self._blind_several(seat, several, index, taken)
        rest = chosen(compare("gt_s", get(several), 1), get(item), NOTHING)
        left: Tree = ("call", behind(cut.build, self._of), list_, get(index), rest, get(several))
        cut.emit(
            [
                *scope.put(node.slot, ("call", "$appended", scope.get(node.slot), get(item))),
                *scope.put(node.list_slot, left),
            ]
        )
        cut.go(again)
        cut.place(after)

    def _begin(self, empty: Label) -> None:
        cut, node, fn = self._cut, self._node, self._cut.fn
        scope = fn.scope
        list_, most = fn.fresh("$p"), fn.fresh("$n")
        cut.emit([put(list_, self._source()), put(most, load(get(list_)))])
        if node.high is not None:
            high, before = cut.body.held(cut.body.value(node.high))
            cut.emit([*before, put(most, chosen(compare("lt_s", high, get(most)), high, get(most)))])
        cut.emit(scope.put(node.slot, const(fn.build.tables.constant(()))))
        cut.go_if(compare("le_s", get(most), 0), empty)
        low: Tree = const(0)
        if node.low is not None:
            least, before = cut.body.held(cut.body.value(node.low))
            cut.emit(before)
            low = chosen(compare("lt_s", least, get(most)), least, get(most))
        cut.emit([*scope.put(node.low_slot, low), *scope.put(node.high_slot, get(most))])
        seat, before = self._by()
        cut.emit([*before, *self._sorted(list_, seat)])
        cut.emit(scope.put(node.list_slot, get(list_)))

    def _sorted(self, list_: str, seat: Tree) -> list[Tree]:
        """The candidates in the order of their options, those that are alike next to each other."""
        if not self._components:
            return []
        fn, size = self._cut.fn, const(self._bytes)
        rows, options, count = fn.fresh("$rows"), fn.fresh("$rows"), fn.fresh("$n")
        all_ = ("i32.mul", load(get(list_)), size)
        return [
            put(count, load(get(list_))),
            *self._rows(get(list_), rows, numbered=False),
            put(options, copied(fn, get(rows), all_)),
            put(count, self._call("$group", get(options), get(count), size, eye(seat))),
            ("call", f"$sort_rows{self._suffix}", get(rows), load(get(list_)), get(options), size, eye(seat)),
            put(list_, ("call", listed(self._cut.build, self._of, self._bytes), get(rows), load(get(list_)))),
        ]

    def _ask(self, after: Label) -> None:
        cut, node, fn = self._cut, self._node, self._cut.fn
        scope = fn.scope
        rows, count, last = fn.fresh("$rows"), fn.fresh("$n"), fn.fresh("$last")
        picked, left = scope.get(node.slot), scope.get(node.list_slot)
        complete = equal(load(picked), scope.get(node.high_slot))
        cut.unasked(("i32.or", complete, ("i32.eqz", load(left))), cut.jump(after))
        seat, before = self._by()
        owed = sub(sub(scope.get(node.low_slot), load(picked)), 1)
        may_stop = compare("ge_s", load(picked), scope.get(node.low_slot))
        row = add(get(rows), ("i32.mul", get(count), const(self._bytes)))
        done = [
            store(row, const(0), ROW_LENGTH),
            store(row, const(1), ROW_WEIGHT),
            put(count, add(get(count), 1)),
        ]
        cut.emit(
            [
                *before,
                put(count, load(left)),
                *self._rows(left, rows, numbered=True),
                # Whoever is picked, enough must stay behind it for the picks that are still owed.
                put(last, owed),
                put(
                    last, sub(sub(load(left), 1), chosen(compare("gt_s", get(last), 0), get(last), const(0)))
                ),
                *self._grouped(get(rows), count, seat),
                put(count, ("call", "$enough_behind", get(rows), get(count), const(self._bytes), get(last))),
                *when(may_stop, done),
                ("call", "$rows_done", get(rows), get(count), const(self._bytes), cut.end),
                *cut.question(node.point, CHOOSE, seat, get(count), self._width),
            ]
        )

    def _blind_several(self, seat: Tree, several: str, index: str, taken: Label) -> None:
        """`several` becomes the number of candidates that an answer may mean, `index` the position of the
        first; a seat's answer goes to chance then.
        """
        cut, node, fn = self._cut, self._node, self._cut.fn
        go_on, rows, count, answer = cut.label(), fn.fresh("$rows"), fn.fresh("$n"), fn.fresh("$answer")
        list_ = fn.scope.get(node.list_slot)
        cut.go_if(negated(self._call("$unseen", ANSWER, eye(seat))), go_on)
        cut.emit(
            [
                put(answer, copied(fn, ANSWER, self._bytes - ROW_ITEMS)),
                put(count, load(list_)),
                *self._rows(list_, rows, numbered=True),
                *self._meant(get(rows), count, get(answer), seat),
                ("global.set", "$answer", get(answer)),
                put(several, get(count)),
                put(index, load(get(rows), ROW_WEIGHT)),
            ]
        )
        cut.go_if(("i32.or", compare("le_s", get(count), 1), compare("lt_s", CHOOSER, 0)), go_on)
        draw_lot(cut, node.point, get(count), self._width, taken, rows=get(rows))
        cut.place(go_on)


# ---- Menus -------------------------------------------------------------------------------------------------


def menu(cut: Cutter, node: ir.Menu, block: Block) -> None:
    """The options whose test holds; each has its own block."""
    fn, end = cut.fn, cut.label()
    width = cut.build.layout.row_words(node)
    row = fn.fresh("$row")
    cut.ask_here(node.point)
    trees: list[Tree] = [put(row, cut.end)]
    for number, option in enumerate(node.options):
        written = [
            store(get(row), const(1), ROW_LENGTH),
            store(get(row), const(1), ROW_WEIGHT),
            store(get(row), const(number), ROW_ITEMS),
            put(row, add(get(row), WORD * width)),
        ]
        trees += written if option.test is None else when(cut.body.value(option.test), written)
    cut.emit(trees)
    if all(option.test is not None for option in node.options):
        cut.unasked(equal(get(row), cut.end), [UNREACHABLE])
    count: Tree = ("i32.div_u", ("i32.sub", get(row), cut.end), const(WORD * width))
    cut.emit(cut.question(node.point, MENU, cut.body.value(node.by), count, width))
    cut.land(node.point, ANSWERED)
    bodies = [cut.label() for _ in node.options]
    cut.emit(switch(fn, load(ANSWER), {n: cut.jump(label) for n, label in enumerate(bodies)}))
    for label, option in zip(bodies, node.options, strict=True):
        cut.place(label)
        block(cut, option.body)
        cut.go(end)
    cut.place(end)
