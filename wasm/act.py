"""Turns `act` into pieces. See interpreter/act.py, whose steps these are; what is open, `ways` finds."""

from __future__ import annotations

from functools import partial

from ..interpreter.errors import OPTIONS as MOST_OPTIONS
from ..ir import program as ir
from . import alike
from .ask import ACT
from .calls import call_routine
from .cutter import ANSWERED, RETURNED, Cutter, Label
from .effects import PUSHED
from .embed import extract
from .encode import Tree
from .ends import may_end
from .frames import call_plain, push_routine, waits
from .layout import ROW_ITEMS, ROW_LENGTH, ROW_WEIGHT, WORD
from .rows import ANSWER, CHOOSER, copied, draw_lot, eye, free
from .switch import switch
from .trees import UNREACHABLE, add, compare, const, equal, get, load, negated, put, store, sub, when
from .ways import Leading, apart_function, leading, next_function, unused, whole_function


def act(cut: Cutter, node: ir.Act) -> None:
    """The open actions in one question or one after the other; then the body of what was chosen."""
    _Act(cut, node).pieces()


class _Act:
    """An `act`, its rows and answers."""

    def __init__(self, cut: Cutter, node: ir.Act) -> None:
        self._cut = cut
        self._node = node
        self._width = cut.build.layout.row_words(node)
        self._bytes = WORD * self._width
        self._types = [types[1:] for types in cut.build.layout.actions]
        self._components = any(alike.has_component(cut.build, types) for types in self._types)
        self._suffix = alike.of_action(cut.build) if self._components else ""

    def _by(self) -> tuple[Tree, list[Tree]]:
        return self._cut.body.held(self._cut.body.value(self._node.by), "$seat")

    def _asked(self) -> Tree:
        """Where what was answered so far stands: the number of items, then they."""
        return self._cut.in_frame(self._node.asked_slot)

    def pieces(self) -> None:
        """Add them all."""
        cut, node = self._cut, self._node
        again, taken, after = cut.label(), cut.label(), cut.label()
        if node.step_by_step:
            cut.emit([store(self._asked(), const(0))])
        cut.emit(self._used(0))
        cut.place(again)
        cut.ask_here(node.point)
        self._ask(after)
        cut.land(node.point, ANSWERED)
        cut.place(taken)
        if node.window is not None:
            cut.go_if(equal(load(sub(ANSWER, ROW_ITEMS), ROW_LENGTH), 0), after)
            cut.emit(self._used(1))
        if self._components:
            self._blind(taken)
        if node.step_by_step:
            self._next(again)
        self._run(after)
        cut.land(node.point, RETURNED)
        cut.place(after)

    def _used(self, whether: int) -> list[Tree]:
        """Whether an action is taken in this question of a pause."""
        window = self._node.window
        return [] if window is None else self._cut.fn.scope.put(window.used_slot, const(whether))

    def _given(self) -> list[Tree]:
        """What the window was opened with."""
        window = self._node.window
        return [] if window is None else [self._cut.fn.scope.get(slot) for slot in window.given]

    def _leading(self, number: int, seat: Tree) -> Leading:
        return leading(self._cut.build, self._node, number, seat, self._given())

    # ---- Asking ----------------------------------------------------------------------------------------

    def _found(self, seat: Tree, asked: Tree) -> list[Tree]:
        """Rows of what is open: whole actions; or step by step, what may follow on `asked`."""
        cut = self._cut
        begun: list[Tree] = [("call", "$begin_rows", cut.end, const(self._bytes))]
        if self._node.step_by_step:
            return [*begun, ("drop", ("call", next_function(cut.build, self._node), seat, asked))]
        return [*begun, ("drop", ("call", whole_function(cut.build, self._node), seat, *self._given()))]

    def _ask(self, after: Label) -> None:
        cut, node, fn = self._cut, self._node, self._cut.fn
        count = fn.fresh("$n")
        seat, before = self._by()
        rows: Tree = ("global.get", "$rows")
        size = const(self._bytes)
        asked = self._asked() if node.step_by_step else const(0)
        cut.emit([*before, *self._found(seat, asked), put(count, ("call", "$count_rows", size))])
        if self._node.window is None:
            cut.unasked(equal(get(count), 0), [UNREACHABLE])
        else:
            self._pass_over(count, seat, after)
        cut.emit(
            [
                *self._grouped(rows, count, seat),
                *self._pass(rows, count),
                ("call", "$rows_done", rows, get(count), size, cut.end),
                *cut.question(node.point, ACT, seat, get(count), self._width),
            ]
        )

    def _pass_over(self, count: str, seat: Tree, after: Label) -> None:
        """A seat without a way to act is not asked, unless it may have one for all that everybody sees."""
        cut, fn = self._cut, self._cut.fn
        asked = fn.fresh("$asked")
        trees: list[Tree] = [put(asked, const(0))]
        for number in self._node.actions:
            asks = cut.body.program.actions[number].asks
            if asks is not None:
                trees += when(equal(get(asked), 0), fn.region(partial(self._asks, number, asks, seat, asked)))
        cut.emit([put(asked, const(1)), *when(equal(get(count), 0), trees)])
        cut.unasked(equal(get(asked), 0), cut.jump(after))

    def _asks(self, number: int, asks: int, seat: Tree, asked: str) -> list[Tree]:
        fn = self._cut.fn
        told = [put(asked, call_routine(fn, asks, self._leading(number, seat)))]
        free_ = unused(self._cut.build, number, seat)
        return told if free_ is None else when(free_, told)

    def _pass(self, rows: Tree, count: str) -> list[Tree]:
        """Not to act is the last option of a pause."""
        if self._node.window is None:
            return []
        row = add(rows, ("i32.mul", get(count), const(self._bytes)))
        return [
            *when(compare("ge_s", get(count), MOST_OPTIONS), [UNREACHABLE]),
            store(row, const(0), ROW_LENGTH),
            store(row, const(1), ROW_WEIGHT),
            put(count, add(get(count), 1)),
        ]

    def _grouped(self, rows: Tree, count: str, seat: Tree) -> list[Tree]:
        if not self._components:
            return []
        size = const(self._bytes)
        grouped = put(count, ("call", f"$group{self._suffix}", rows, get(count), size, eye(seat)))
        apart = apart_function(self._cut.build, self._bytes)
        if apart is None:
            return [grouped]
        return when(negated(("call", apart, rows, get(count), eye(seat))), [grouped])

    # ---- Answers ---------------------------------------------------------------------------------------

    def _blind(self, taken: Label) -> None:
        """What a seat means that cannot tell a component from others: chance decides. That costs nothing."""
        cut, fn = self._cut, self._cut.fn
        go_on, count, answer = cut.label(), fn.fresh("$n"), fn.fresh("$answer")
        size = const(self._bytes)
        cut.go_if(compare("lt_s", CHOOSER, 0), go_on)
        cut.go_if(negated(("call", f"$unseen{self._suffix}", ANSWER, eye(CHOOSER))), go_on)
        header = sub(ANSWER, ROW_ITEMS)
        rows: Tree = ("global.get", "$rows")
        lot: Tree = (
            *("call", f"$lot{self._suffix}", rows, get(count), size),
            add(get(answer), ROW_ITEMS),
            eye(CHOOSER),
        )
        cut.emit(
            [
                put(answer, copied(fn, header, self._bytes)),
                *free(cut, lambda: self._found(CHOOSER, self._prefix(answer))),
                put(count, ("call", "$count_rows", size)),
                put(count, lot),
                ("global.set", "$answer", add(get(answer), ROW_ITEMS)),
            ]
        )
        cut.go_if(compare("le_s", get(count), 1), go_on)
        draw_lot(cut, self._node.point, get(count), self._width, taken, rows=rows)
        cut.place(go_on)

    def _prefix(self, answer: str) -> Tree:
        """All but the last of what was chosen, as what was answered so far; `answer` is a copy of the row."""
        return ("call", "$begun", get(answer))

    def _next(self, again: Label) -> None:
        """Keep what was answered so far; ask on until it is complete."""
        cut = self._cut
        size = load(sub(ANSWER, ROW_ITEMS), ROW_LENGTH)
        counts = cut.build.tables.words([len(types) for types in self._types])
        parameters = load(add(("i32.shl", load(ANSWER), const(2)), counts))
        cut.emit(
            [
                store(self._asked(), size),
                ("memory.copy", add(self._asked(), WORD), ANSWER, const(self._bytes - ROW_ITEMS)),
            ]
        )
        cut.go_if(compare("le_s", load(self._asked()), _with(parameters, self._asked())), again)

    def _run(self, after: Label) -> None:
        """Count the use, and run the body."""
        cut, fn, build = self._cut, self._cut.fn, self._cut.build
        seat, before = self._by()
        cases: dict[int, list[Tree]] = {}
        for number in self._node.actions:
            action, trees = cut.body.program.actions[number], list[Tree]()
            if action.limit is not None:
                uses = build.layout.uses + WORD * number * cut.body.world.players
                counter = add(("i32.shl", seat, const(2)), uses)
                trees.append(store(counter, add(load(counter), 1)))
            args, taken = self._args(number, seat)
            trees += taken
            if waits(build, action.body):
                pushed = push_routine(fn, action.body, cut.end, get("$fp"), args)
                trees += [*cut.wait(self._node.point), *pushed, *cut.signal(PUSHED)]
            else:
                trees.append(("drop", call_plain(fn, action.body, args)))
                trees += cut.body.check_ended(possible=may_end(cut.body.world, action.body))
            cases[number] = trees
        cut.emit([*before, *switch(fn, load(ANSWER), cases), *cut.jump(after)])

    def _args(self, action: int, seat: Tree) -> tuple[list[Tree], list[Tree]]:
        """The arguments of an action's body, taken from the row, which its frame may overwrite."""
        cut, offset = self._cut, WORD
        args, taken = self._leading(action, seat), list[Tree]()
        for type_ in self._types[action]:
            value, before = cut.body.held(extract(cut.fn, add(ANSWER, offset), type_), "$a")
            args.append(value)
            taken += before
            offset += WORD * cut.build.layout.words(type_)
        return args, taken


def _with(tree: Tree, asked: Tree) -> Tree:
    """A tree that reads the answer, reading it where it is kept instead."""

    def inner(part: object) -> object:
        if part == ANSWER:
            return add(asked, WORD)
        return tuple(map(inner, part)) if isinstance(part, tuple) else part

    found = inner(tree)
    assert isinstance(found, tuple)
    return found
