"""Makes the functions that find which actions are open to a seat, and with which parameters.

What is found becomes rows at once (see `options.wat`), whole actions in nested loops over the sources of
their parameters. `$row` is where the next row comes to lie, `$limit` where the room for rows ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from ..interpreter.act import COMBINATIONS
from ..interpreter.names import is_component
from ..interpreter.options import given_slots
from ..ir import program as ir
from ..ir.types import Bool, EnumT, Int, KindT, PlayerT, Type
from . import alike
from .build import Build
from .calls import call_routine
from .context import FnContext
from .distinct import distinct_result
from .each import Leaf, each_given
from .elements import once
from .embed import embed, extract
from .encode import Func, Tree
from .layout import ROW_ITEMS, ROW_LENGTH, ROW_WEIGHT, WORD
from .rows import stamped
from .switch import switch
from .trees import UNREACHABLE, add, compare, const, equal, get, load, negated, put, store, sub, when
from .walks import InMemory

# ---- What is open ------------------------------------------------------------------------------------------


Leading: TypeAlias = list[Tree]
"""What each routine of an action takes first: who acts, and what its window was opened with."""


def leading(build: Build, node: ir.Act, number: int, seat: Tree, given: Sequence[Tree]) -> Leading:
    """That of an action, of which `given` are all values that the window gives."""
    return [seat, *(given if given_slots(build.world.program, node, number) else ())]


def unused(build: Build, number: int, seat: Tree) -> Tree | None:
    """Whether an action is not used up; None where it cannot be."""
    limit = build.world.program.actions[number].limit
    uses = build.layout.uses + WORD * number * build.world.players
    used = load(add(("i32.shl", seat, const(2)), uses))
    return None if limit is None else compare("lt_s", used, limit)


def _is_open(fn: FnContext, number: int, first: Leading) -> Tree:
    """Whether an action may be taken: not used up, and its guard holds."""
    guard, free_ = fn.build.world.program.actions[number].guard, unused(fn.build, number, first[0])
    if guard is None:
        return const(1) if free_ is None else free_
    test = fn.sometimes(lambda: call_routine(fn, guard, first))
    return test if free_ is None else ("if", "i32", free_, [test], [const(0)])


def _values(fn: FnContext, number: int, position: int, first: Leading, args: Sequence[Tree]) -> Tree:
    """What a parameter may be, each once."""
    build = fn.build
    source = build.world.program.actions[number].sources[position]
    found = call_routine(fn, source, [*first, *args])
    if distinct_result(build.world, source):
        return found
    type_ = build.world.program.routines[source].result
    return once(fn, found, None, type_)


def _row(fn: FnContext, number: int, values: Sequence[Tree], bytes_: int, *, growing: bool) -> list[Tree]:
    """Put a row at the end of those that are there."""
    layout, here = fn.build.layout, get("$row")
    offset = ROW_ITEMS + WORD
    more: list[Tree] = [UNREACHABLE]
    if growing:
        more = [("global.set", "$row", here), ("call", "$more_rows"), *_taken_up()]
    trees: list[Tree] = [
        ("if", None, equal(here, get("$limit")), more),
        store(here, const(1 + len(values)), ROW_LENGTH),
        store(here, const(1), ROW_WEIGHT),
        store(here, const(number), ROW_ITEMS),
    ]
    for value, type_ in zip(values, layout.actions[number][1:], strict=False):
        trees += embed(fn, add(here, offset), value, type_)
        offset += WORD * layout.words(type_)
    return [*trees, put("$row", add(here, bytes_))]


def _taken_up() -> list[Tree]:
    """Where the next row comes to lie, and where the room ends, as locals."""
    return [put("$row", ("global.get", "$row")), put("$limit", ("global.get", "$row_limit"))]


def _function(fn: FnContext, name: str, params: list[str], trees: list[Tree]) -> None:
    """Add a function that makes rows."""
    # Rows may have come to lie in the arena.
    fn.grown = 0
    fn.locals += [("$row", "i32"), ("$limit", "i32")]
    body = [*_taken_up(), *trees, ("global.set", "$row", get("$row")), const(0)]
    fn.build.module.add(fn.function(name, params, body, Int(), routine=False))


def row_bytes(build: Build) -> int:
    """Bytes of the rows of actions."""
    words = max((sum(map(build.layout.words, types)) for types in build.layout.actions), default=1)
    return ROW_ITEMS + WORD * words


def _growing(build: Build) -> bool:
    """Whether rows can become fewer because some are alike."""
    return any(alike.has_component(build, types) for types in build.layout.actions)


def whole_function(build: Build, node: ir.Act) -> str:
    """The function (seat, what the window gives) that makes rows of all open actions with their
    parameters.
    """
    params = [f"$g{n}" for n in range(len(node.window.given if node.window is not None else ()))]
    name = f"$open_{'_'.join(map(str, node.actions))}_of_{len(params)}"
    if name not in build.made:
        build.made.add(name)
        fn = FnContext(build)
        trees: list[Tree] = []
        for number in node.actions:
            first = leading(build, node, number, get("$seat"), list(map(get, params)))
            complete = fn.region(partial(_complete, fn, number, first))
            trees += when(_is_open(fn, number, first), complete)
        _function(fn, name, ["$seat", *params], trees)
    return name


def _complete(fn: FnContext, number: int, first: Leading) -> list[Tree]:
    """All ways to take an action."""
    count = len(fn.build.world.program.actions[number].sources)
    start = fn.fresh("$start")
    limit = COMBINATIONS * row_bytes(fn.build)
    size: Tree = ("i32.sub", get("$row"), ("global.get", "$rows"))
    check: list[Tree] = [("if", None, compare("gt_u", sub(size, get(start)), limit), [UNREACHABLE])]
    if count < 2 or not _growing(fn.build):
        return _loops(fn, number, first, [], [])
    return [put(start, size), *_loops(fn, number, first, [], check)]


def _loops(fn: FnContext, number: int, first: Leading, args: list[Tree], check: list[Tree]) -> list[Tree]:
    """The loops over what the parameters from one on may be; `check` after each pass of the first."""
    build = fn.build
    action, position = build.world.program.actions[number], len(args)
    if position == len(action.sources):
        return _row(fn, number, args, row_bytes(build), growing=_growing(build))
    source = action.sources[position]

    def inner(value: Tree) -> list[Tree]:
        return [*_loops(fn, number, first, [*args, value], []), *check]

    if distinct_result(build.world, source):
        return _released(fn, partial(each_given, fn, source, [*first, *args], inner))
    if position == len(action.sources) - 1 and _has_stamp(build, build.layout.actions[number][-1]):
        # Nothing else leaves stamps until the loop is done.
        stamped_ = partial(_if_new, inner=inner)
        found = _released(fn, partial(each_given, fn, source, [*first, *args], stamped_))
        return [("call", "$new_stamp"), *found]
    return _released(fn, partial(_listed, fn, number, first, args, inner))


def _listed(fn: FnContext, number: int, first: Leading, args: list[Tree], inner: Leaf) -> list[Tree]:
    """A loop over a list from which everything has been taken that stands there twice."""
    walk = InMemory(fn, _values(fn, number, len(args), first, args), None)
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


def next_function(build: Build, node: ir.Act) -> str:
    """The function (seat, answered so far) that makes rows of what may be answered next, so that the action
    can be completed. Outside of pauses.
    """
    name = f"$next_{'_'.join(map(str, node.actions))}"
    if name not in build.made:
        build.made.add(name)
        fn = FnContext(build)
        first: list[Tree] = []
        cases: dict[int, list[Tree]] = {}
        for number in node.actions:
            first += fn.region(partial(_first_step, fn, number))
            cases[number] = fn.region(partial(_later_step, fn, number))
        later = switch(fn, load(get("$asked"), WORD), cases)
        trees: list[Tree] = [("if", None, load(get("$asked")), later, first)]
        _function(fn, name, ["$seat", "$asked"], trees)
    return name


def _first_step(fn: FnContext, number: int) -> list[Tree]:
    build = fn.build
    row = _row(fn, number, [], row_bytes(build), growing=_growing(build))
    possible = fn.region(lambda: when(_can_complete(fn, number, []), row))
    return when(_is_open(fn, number, [get("$seat")]), possible)


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
    walk = InMemory(fn, _values(fn, number, position, [get("$seat")], args), None)

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
        walk = InMemory(fn, _values(fn, number, position, [get("$seat")], args), None)

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
        most = max(map(len, build.layout.actions), default=0)
        last = [f"$last{number}" for number in range(1, most)]
        body = [*(put(each, const(-1)) for each in last), *body]
        build.module.add(Func(name, params, "i32", [*((each, "i32") for each in last), *fn.locals], body))
    return name


def _apart(build: Build, types: Sequence[Type]) -> list[Tree]:
    trees: list[Tree] = []
    offset = ROW_ITEMS + WORD
    for number, type_ in enumerate(types, 1):
        if is_component(build.world, type_):
            if not isinstance(type_, KindT):
                return [("return", const(0))]
            last, here = f"$last{number}", load(get("$rows"), offset)
            there = ("call", "$stands_apart", get(last), get("$eye"))
            tested = [put(last, here), *when(negated(there), [("return", const(0))])]
            # Rows of one component follow each other.
            asked = alike.answered(build, add(get("$rows"), ROW_ITEMS), number)
            trees += when(asked, when(compare("ne", here, get(last)), tested))
        offset += WORD * build.layout.words(type_)
    return trees
