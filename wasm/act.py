"""Turns `act` into pieces, and makes the functions that find which actions are open to a seat, with which
parameters. See interpreter/act.py, whose steps these are.

Options become rows at once where they are found (see `options.wat`), whole actions by nested loops over the
sources of their parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ..interpreter.names import is_component
from ..ir import program as ir
from ..ir.types import Bool, EnumT, Int, KindT, PlayerT, Type
from . import alike
from .ask import ACT
from .build import Build
from .calls import call_routine
from .context import FnContext
from .cutter import ANSWERED, RETURNED, Cutter, Label
from .distinct import distinct_result
from .each import Leaf, each_given
from .effects import PUSHED
from .elements import once
from .embed import embed, extract
from .encode import Func, Tree
from .ends import may_end
from .frames import call_plain, push_routine, waits
from .layout import ROW_ITEMS, ROW_LENGTH, ROW_WEIGHT, WORD
from .rows import ANSWER, CHOOSER, copied, draw_lot, eye, free, stamped
from .switch import switch
from .trees import UNREACHABLE, add, compare, const, equal, get, load, negated, put, store, sub, when
from .walks import InMemory

COMBINATIONS = 16 * 4096
"""Ways to take one action that are looked at."""


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
        cut.place(again)
        self._ask()
        cut.land(node.point, ANSWERED)
        cut.place(taken)
        if self._components:
            self._blind(taken)
        if node.step_by_step:
            self._next(again)
        self._run(after)
        cut.land(node.point, RETURNED)
        cut.place(after)

    # ---- Asking ----------------------------------------------------------------------------------------

    def _found(self, seat: Tree, asked: Tree) -> list[Tree]:
        """Rows of what is open: whole actions; or step by step, what may follow on `asked`."""
        cut = self._cut
        begun: list[Tree] = [("call", "$begin_rows", cut.end, const(self._bytes))]
        if self._node.step_by_step:
            return [*begun, ("drop", ("call", next_function(cut.build), seat, asked))]
        return [*begun, ("drop", ("call", whole_function(cut.build), seat))]

    def _ask(self) -> None:
        cut, node, fn = self._cut, self._node, self._cut.fn
        count = fn.fresh("$n")
        seat, before = self._by()
        rows: Tree = ("global.get", "$rows")
        size = const(self._bytes)
        asked = self._asked() if node.step_by_step else const(0)
        cut.emit(
            [
                *before,
                *self._found(seat, asked),
                put(count, ("call", "$count_rows", size)),
                *when(equal(get(count), 0), [UNREACHABLE]),
                *self._grouped(rows, count, seat),
                ("call", "$rows_done", rows, get(count), size, cut.end),
                *cut.question(node.point, ACT, seat, get(count), self._width),
            ]
        )

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
        for number, action in enumerate(cut.body.program.actions):
            trees: list[Tree] = []
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
        args, taken = [seat], list[Tree]()
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


# ---- What is open ------------------------------------------------------------------------------------------


def _is_open(fn: FnContext, number: int, seat: Tree) -> Tree:
    """Whether an action may be taken: not used up, and its guard holds."""
    build = fn.build
    action = build.world.program.actions[number]
    test: Tree = const(1)
    if action.guard is not None:
        guard = action.guard
        test = fn.sometimes(lambda: call_routine(fn, guard, [seat]))
    if action.limit is None:
        return test
    uses = build.layout.uses + WORD * number * build.world.players
    free_ = compare("lt_s", load(add(("i32.shl", seat, const(2)), uses)), action.limit)
    if action.guard is None:
        return free_
    return ("if", "i32", free_, [test], [const(0)])


def _values(fn: FnContext, number: int, position: int, seat: Tree, args: Sequence[Tree]) -> Tree:
    """What a parameter may be, each once."""
    build = fn.build
    source = build.world.program.actions[number].sources[position]
    found = call_routine(fn, source, [seat, *args])
    if distinct_result(build.world, source):
        return found
    type_ = build.world.program.routines[source].result
    return once(fn, found, None, type_)


def _row(fn: FnContext, number: int, values: Sequence[Tree], bytes_: int, *, growing: bool) -> list[Tree]:
    """Put a row at the end of those that are there."""
    layout, row = fn.build.layout, ("global.get", "$row")
    here: Tree = row
    offset = ROW_ITEMS + WORD
    trees: list[Tree] = [
        (
            "if",
            None,
            equal(here, ("global.get", "$row_limit")),
            [("call", "$more_rows", const(int(growing)))],
        ),
        store(here, const(1 + len(values)), ROW_LENGTH),
        store(here, const(1), ROW_WEIGHT),
        store(here, const(number), ROW_ITEMS),
    ]
    for value, type_ in zip(values, layout.actions[number][1:], strict=False):
        trees += embed(fn, add(here, offset), value, type_)
        offset += WORD * layout.words(type_)
    return [*trees, ("global.set", "$row", add(here, bytes_))]


def row_bytes(build: Build) -> int:
    """Bytes of the rows of actions."""
    words = max((sum(map(build.layout.words, types)) for types in build.layout.actions), default=1)
    return ROW_ITEMS + WORD * words


def _growing(build: Build) -> bool:
    """Whether rows can become fewer because some are alike."""
    return any(alike.has_component(build, types) for types in build.layout.actions)


def whole_function(build: Build) -> str:
    """The function (seat) that makes rows of all open actions with their parameters."""
    name = "$open_actions"
    if name not in build.made:
        build.made.add(name)
        fn = FnContext(build)
        trees: list[Tree] = []
        for number in range(len(build.world.program.actions)):
            complete = fn.region(partial(_complete, fn, number))
            trees += when(_is_open(fn, number, get("$seat")), complete)
        # Rows may have come to lie in the arena.
        fn.grown = 0
        build.module.add(fn.function(name, ["$seat"], [*trees, const(0)], Int(), routine=False))
    return name


def _complete(fn: FnContext, number: int) -> list[Tree]:
    """All ways to take an action."""
    count = len(fn.build.world.program.actions[number].sources)
    start = fn.fresh("$start")
    limit = COMBINATIONS * row_bytes(fn.build)
    so_far: Tree = (
        *("i32.sub", ("i32.sub", ("global.get", "$row"), ("global.get", "$rows"))),
        get(start),
    )
    check: list[Tree] = [("if", None, compare("gt_u", so_far, limit), [UNREACHABLE])]
    begun = put(start, ("i32.sub", ("global.get", "$row"), ("global.get", "$rows")))
    return [begun, *_loops(fn, number, [], check if count > 1 and _growing(fn.build) else [])]


def _loops(fn: FnContext, number: int, args: list[Tree], check: list[Tree]) -> list[Tree]:
    """The loops over what the parameters from one on may be; `check` after each pass of the first."""
    build = fn.build
    action, position = build.world.program.actions[number], len(args)
    if position == len(action.sources):
        return _row(fn, number, args, row_bytes(build), growing=_growing(build))
    source = action.sources[position]

    def inner(value: Tree) -> list[Tree]:
        return [*_loops(fn, number, [*args, value], []), *check]

    if distinct_result(build.world, source):
        return _released(fn, partial(each_given, fn, source, [get("$seat"), *args], inner))
    if position == len(action.sources) - 1 and _has_stamp(build, build.layout.actions[number][-1]):
        # Nothing else leaves stamps until the loop is done.
        stamped_ = partial(_if_new, inner=inner)
        found = _released(fn, partial(each_given, fn, source, [get("$seat"), *args], stamped_))
        return [("call", "$new_stamp"), *found]
    return _released(fn, partial(_listed, fn, number, args, inner))


def _listed(fn: FnContext, number: int, args: list[Tree], inner: Leaf) -> list[Tree]:
    """A loop over a list from which everything has been taken that stands there twice."""
    walk = InMemory(fn, _values(fn, number, len(args), get("$seat"), args), None)
    item = fn.fresh("$x")
    with fn.looping(None):
        return [*walk.setup, *walk.loop(item, fn.region(lambda: inner(get(item))))]


def _released(fn: FnContext, make: Callable[[], list[Tree]]) -> list[Tree]:
    """Code that makes lists; they go with it, unless rows have come to lie behind them."""
    before = fn.grown
    trees = make()
    if fn.grown == before:
        return trees
    mark, rows = fn.fresh("$m"), fn.fresh("$rows")
    stayed = equal(get(rows), ("global.get", "$rows"))
    return [
        put(mark, ("global.get", "$arena")),
        put(rows, ("global.get", "$rows")),
        *trees,
        ("if", None, stayed, [("global.set", "$arena", get(mark))]),
    ]


def _has_stamp(build: Build, type_: Type) -> bool:
    """Whether each value of a type has a place for a stamp."""
    match type_:
        case KindT(kind):
            count = build.world.spaces if build.world.is_space(kind) else build.world.components
        case PlayerT():
            count = build.world.players
        case EnumT(enum):
            count = len(build.world.program.enums[enum].names)
        case _:
            return False
    return count <= build.constants["STAMPED_VALUES"]


def _if_new(value: Tree, inner: Leaf) -> list[Tree]:
    """What is done with a value that has no stamp yet; it gets one."""
    place: Tree = ("call", "$new_value", value)
    return [("if", None, place, inner(value))]


def next_function(build: Build) -> str:
    """The function (seat, answered so far) that makes rows of what may be answered next, so that the action
    can be completed.
    """
    name = "$open_steps"
    if name not in build.made:
        build.made.add(name)
        fn = FnContext(build)
        first: list[Tree] = []
        cases: dict[int, list[Tree]] = {}
        for number in range(len(build.world.program.actions)):
            first += fn.region(partial(_first_step, fn, number))
            cases[number] = fn.region(partial(_later_step, fn, number))
        later = switch(fn, load(get("$asked"), WORD), cases)
        trees: list[Tree] = [("if", None, load(get("$asked")), later, first)]
        fn.grown = 0
        build.module.add(fn.function(name, ["$seat", "$asked"], [*trees, const(0)], Int(), routine=False))
    return name


def _first_step(fn: FnContext, number: int) -> list[Tree]:
    build = fn.build
    row = _row(fn, number, [], row_bytes(build), growing=_growing(build))
    possible = fn.region(lambda: when(_can_complete(fn, number, []), row))
    return when(_is_open(fn, number, get("$seat")), possible)


def _later_step(fn: FnContext, number: int) -> list[Tree]:
    """What the next parameter may be, by how many are answered."""
    build = fn.build
    types = build.layout.actions[number][1:]
    cases: dict[int, list[Tree]] = {}
    for position in range(len(types)):
        cases[1 + position] = fn.region(partial(_step, fn, number, position))
    return switch(fn, load(get("$asked")), cases) if cases else [UNREACHABLE]


def _step(fn: FnContext, number: int, position: int) -> list[Tree]:
    build = fn.build
    trees, args = list[Tree](), list[Tree]()
    offset = 2 * WORD
    for type_ in build.layout.actions[number][1 : 1 + position]:
        name = fn.fresh("$a")
        trees.append(put(name, extract(fn, add(get("$asked"), offset), type_)))
        args.append(get(name))
        offset += WORD * build.layout.words(type_)
    item = fn.fresh("$x")
    walk = InMemory(fn, _values(fn, number, position, get("$seat"), args), None)

    def one() -> list[Tree]:
        values = [*args, get(item)]
        row = _row(fn, number, values, row_bytes(build), growing=_growing(build))
        return when(_can_complete(fn, number, values), row)

    with fn.looping(None):
        return [*trees, *walk.setup, *walk.loop(item, fn.region(one))]


def _can_complete(fn: FnContext, number: int, args: Sequence[Tree]) -> Tree:
    if len(args) == len(fn.build.world.program.actions[number].sources):
        return const(1)
    return ("call", _completing(fn.build, number, len(args)), get("$seat"), *args)


def _completing(build: Build, number: int, position: int) -> str:
    """The function (seat, parameters before) that tells whether an action can be completed."""
    name = f"$can_{number}_{position}"
    if name not in build.made:
        build.made.add(name)
        fn = FnContext(build)
        args = [get(f"$a{n}") for n in range(position)]
        item = fn.fresh("$x")
        walk = InMemory(fn, _values(fn, number, position, get("$seat"), args), None)

        def one() -> list[Tree]:
            return when(_can_complete(fn, number, [*args, get(item)]), [("br", "$return", const(1))])

        with fn.looping(None):
            trees = [*walk.setup, *walk.loop(item, fn.region(one)), const(0)]
        params = ["$seat", *(f"$a{n}" for n in range(position))]
        build.module.add(fn.function(name, params, trees, Bool(), routine=False))
    return name


# ---- Options that are plainly apart ------------------------------------------------------------------------


def apart_function(build: Build, bytes_: int) -> str | None:
    """The function (rows, number, eye) that tells whether it is plain to see that no two rows are alike: the
    components in them are known, and lie each in a place of its own. None where that cannot be told so.
    """
    if not stamped(build):
        return None
    name = "$actions_apart"
    if name not in build.made:
        build.made.add(name)
        fn = FnContext(build)
        cases = {n: _apart(build, types[1:]) for n, types in enumerate(build.layout.actions)}
        rows = get("$rows")
        loop: list[Tree] = [
            ("br_if", "$done", ("i32.eqz", get("$count"))),
            *switch(fn, load(rows, ROW_ITEMS), cases),
            put("$rows", add(rows, bytes_)),
            put("$count", sub(get("$count"), 1)),
            ("br", "$next"),
        ]
        body: list[Tree] = [
            ("call", "$new_stamp"),
            ("block", "$done", None, ("loop", "$next", None, *loop)),
            const(1),
        ]
        params = [("$rows", "i32"), ("$count", "i32"), ("$eye", "i32")]
        build.module.add(Func(name, params, "i32", fn.locals, body))
    return name


def _apart(build: Build, types: Sequence[Type]) -> list[Tree]:
    trees: list[Tree] = []
    offset = ROW_ITEMS + WORD
    for number, type_ in enumerate(types, 1):
        if is_component(build.world, type_):
            if not isinstance(type_, KindT):
                return [("return", const(0))]
            there = ("call", "$stands_apart", load(get("$rows"), offset), get("$eye"))
            asked = alike.answered(build, add(get("$rows"), ROW_ITEMS), number)
            trees += when(asked, when(negated(there), [("return", const(0))]))
        offset += WORD * build.layout.words(type_)
    return trees
