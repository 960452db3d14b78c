"""Makes the functions that know where components are named in a state: they put other components there, say
what each has to be, and compare questions. See interpreter/determinize.py and references.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..interpreter.determinize import TRIES
from ..interpreter.knowledge import looks
from ..interpreter.names import is_component
from ..interpreter.options import element_type
from ..interpreter.references import brought
from ..ir import program as ir
from ..ir.types import NONE, KindT, ListT, OptT, SetT, Type
from ..ir.world import WaitingStmt, World
from .build import Build
from .calls import call_routine, value_function
from .context import FnContext, scalar
from .cutter import ANEW
from .encode import Func, Tree
from .layout import (
    FRAME_POINT,
    FRAME_ROUTINE,
    WORD,
    AskedSoFar,
    CallLayout,
    FrameLayout,
    LiveHooks,
    SlotType,
)
from .marks import differ, is_some
from .switch import switch
from .trees import UNREACHABLE, add, compare, const, get, load, put, when

FRAME = get("$at")
"""The address of a frame."""


def add_worlds(build: Build) -> None:
    """Add the functions, and the tables that the runtime names."""
    build.constants |= _constants(build)
    _add(build, "$renumber_state", [], _state_renumbered)
    _add(build, "$renumber_frame", ["$at"], lambda fn: _frames(fn, _frame_renumbered, _call_renumbered))
    _add(build, "$narrow_state", [], _state_narrowed)
    _add(build, "$narrow_frame", ["$at"], lambda fn: _frames(fn, _frame_narrowed, _call_narrowed))
    _add(build, "$same_items", ["$a", "$b", "$length", "$shape"], _same_items, const(1))
    _add(build, "$evaluation", ["$seat"], lambda _: [], _evaluation(build))


def _add(
    build: Build,
    name: str,
    params: list[str],
    make: Callable[[FnContext], list[Tree]],
    last: Tree | None = None,
) -> None:
    fn = FnContext(build)
    body = make(fn) + ([] if last is None else [last])
    result = None if last is None else "i32"
    build.module.add(Func(name, [(param, "i32") for param in params], result, fn.locals, body))


def _constants(build: Build) -> dict[str, int]:
    world, words = build.world, build.tables.words
    program = world.program
    own = [_of_component(world, hook) for hook in program.hooks]
    dice = [int(program.kinds[kind].word == "die") for kind in world.kind]
    base, shapes, sealed = [], list[int](), list[int]()
    for routine, points in enumerate(world.points):
        base.append(len(shapes))
        shapes += [_shapes(world).index(_shape(world, points[n])) for n in sorted(points)]
        sealed += [int((routine, n) in world.together) for n in sorted(points)]
    return {
        "TRIES": TRIES,
        "DIE_KIND": words(dice),
        "OWN_HOOK": words(list(map(int, own))),
        "FIRST_POINT": words(base),
        "SHAPE": words(shapes),
        "SEALED": words(sealed),
        "ANEW": ANEW,
    }


def _of_component(world: World, hook: ir.Hook) -> bool:
    """Whether the content of a component brings a hook."""
    return hook.content is not None and not world.is_space(world.program.contents[hook.content].kind)


def _evaluation(build: Build) -> Tree:
    number = build.world.program.evaluation
    if number is None:
        return const(0)
    value = build.world.program.values[number]
    if value.hooks:
        return ("call", value_function(build, number), get("$seat"))
    return call_routine(FnContext(build), value.routine, [get("$seat")])


# ---- Where components are named ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Visit:
    """What is done where components are named: code for a word, so many words, a set of so many words."""

    word: Callable[[Tree], Tree]
    words: Callable[[Tree, Tree], Tree]
    mask: Callable[[Tree, int], Tree]


RENUMBER = Visit(
    lambda address: ("call", "$renumber_word", address),
    lambda address, count: ("call", "$renumber_words", address, count),
    lambda address, words: ("call", "$renumber_mask", address, const(words)),
)


def _narrow(kind: int) -> Visit:
    """Each component that is named has to be of this kind."""
    return Visit(
        lambda address: ("call", "$narrow_word", address, const(kind)),
        lambda address, count: ("call", "$narrow_words", address, count, const(kind)),
        lambda address, words: ("call", "$narrow_mask", address, const(words), const(kind)),
    )


def _visited(fn: FnContext, address: Tree, type_: Type, visit: Visit) -> list[Tree]:
    """Visit the components that a value in the block names."""
    if not is_component(fn.build.world, type_):
        return []
    match type_:
        case OptT(ListT() | SetT() as inner):
            inside = add(address, WORD) if isinstance(inner, SetT) else address
            return when(compare("ne", load(address), NONE), _visited(fn, inside, inner, visit))
        case ListT(of) if scalar(of):
            return [visit.words(add(address, WORD), load(address))]
        case ListT(of):
            return _each(fn, address, of, visit)
        case SetT(of):
            return [visit.mask(address, fn.build.layout.set_words(of))]
        case _:
            return [visit.word(address)]


def _each(fn: FnContext, address: Tree, of: Type, visit: Visit) -> list[Tree]:
    item, count, top, out = fn.fresh("$i"), fn.fresh("$n"), fn.label("$next"), fn.label("$out")
    return [
        put(item, add(address, WORD)),
        put(count, load(address)),
        (
            *("block", out, None),
            (
                *("loop", top, None),
                ("br_if", out, ("i32.eqz", get(count))),
                *_visited(fn, get(item), of, visit),
                put(item, add(get(item), WORD * fn.build.layout.words(of))),
                put(count, add(get(count), -1)),
                ("br", top),
            ),
        ),
    ]


def _narrowed(fn: FnContext, address: Tree, type_: Type) -> list[Tree]:
    """What a value in the block names has to be of the kind that the type says. Where nothing else looks like
    that kind, it is so anyway.
    """
    inner = type_
    while isinstance(inner, ListT | SetT | OptT):
        inner = inner.of
    if not isinstance(inner, KindT) or inner.kind < 0:
        return []
    if all(look.kinds == (inner.kind,) for look in looks(fn.build.world).all if inner.kind in look.kinds):
        return []
    return _visited(fn, address, type_, _narrow(inner.kind))


# ---- State variables ---------------------------------------------------------------------------------------


def _state_renumbered(fn: FnContext) -> list[Tree]:
    """State goes along with its component; then what variables name is renumbered."""
    build, world = fn.build, fn.build.world
    trees: list[Tree] = []
    for number, var in enumerate(world.program.state):
        if var.of != "kind" or var.kind is None or world.is_space(var.kind) or var.further:
            continue
        having = world.members[var.kind] if var.content is None else world.instances[var.content]
        has = build.tables.words([int(c in set(having)) for c in range(world.components)])
        base, stride = build.layout.slot(number)
        if having:
            trees.append(("call", "$carry", const(base), const(stride), const(has)))
    trees += [("call", "$carry_space", const(table)) for table in _further(build)]
    return trees + [tree for a, t in _component_slots(build) for tree in _visited(fn, const(a), t, RENUMBER)]


def _state_narrowed(fn: FnContext) -> list[Tree]:
    trees: list[Tree] = [("call", "$narrow_reaching", const(table)) for table in _further(fn.build)]
    return trees + [tree for a, t in _component_slots(fn.build) for tree in _narrowed(fn, const(a), t)]


def _further(build: Build) -> list[int]:
    """A table for each of `Layout.further_spaces`."""
    return [build.tables.words(places) for places in build.layout.further_spaces]


def _component_slots(build: Build) -> Iterator[tuple[int, Type]]:
    """The addresses of the variables that name components, with their types."""
    world = build.world
    for number, var in enumerate(world.program.state):
        if is_component(world, var.type):
            base, stride = build.layout.slot(number)
            for index in range(world.low[number], world.high[number] + 1):
                yield base + index * stride, var.type


# ---- Frames ------------------------------------------------------------------------------------------------


def _frames(
    fn: FnContext,
    routine: Callable[[FnContext, int, int, SlotType], list[Tree]],
    call: Callable[[FnContext, CallLayout, Type | None], list[Tree]],
) -> list[Tree]:
    """What is done with the frame at `$at`: with each local that is live in a routine (its number, its slot,
    what stands there), or with a call.
    """
    build, program = fn.build, fn.build.world.program
    cases: dict[int, list[Tree]] = {}
    for number, placed in enumerate(build.layout.frames):
        if placed is not None:
            cases[number] = _points(fn, number, placed, routine)
    for effect, call_layout in enumerate(build.layout.calls):
        if call_layout is not None:
            result = program.routines[program.effects[effect].routine].result
            cases[-1 - effect] = call(fn, call_layout, result)
    return switch(fn, load(FRAME, FRAME_ROUTINE), cases) if cases else []


def _points(
    fn: FnContext,
    number: int,
    placed: FrameLayout,
    visit: Callable[[FnContext, int, int, SlotType], list[Tree]],
) -> list[Tree]:
    cases = {
        point.number: [tree for slot in point.live for tree in visit(fn, number, slot, placed.types[slot])]
        for point in fn.build.world.program.routines[number].points
    }
    return switch(fn, load(FRAME, FRAME_POINT), cases) if any(cases.values()) else []


def _local(fn: FnContext, routine: int, slot: int) -> Tree:
    placed = fn.build.layout.frames[routine]
    assert placed is not None, "only a routine that waits has a frame"
    return add(FRAME, placed.offset[slot])


def _frame_renumbered(fn: FnContext, routine: int, slot: int, type_: SlotType) -> list[Tree]:
    where = _local(fn, routine, slot)
    match type_:
        case LiveHooks():
            return [("call", "$renumber_hooks", where)]
        case AskedSoFar():
            return _asked(fn, where, lambda address, of: _visited(fn, address, of, RENUMBER))
        case _:
            return _visited(fn, where, type_, RENUMBER)


def _frame_narrowed(fn: FnContext, routine: int, slot: int, type_: SlotType) -> list[Tree]:
    where = _local(fn, routine, slot)
    match type_:
        case LiveHooks():
            return [("call", "$act_hooks", where)]
        case AskedSoFar():
            return _asked(fn, where, lambda address, of: _narrowed(fn, address, of))
        case _:
            acts = brought(fn.build.world).get(routine) == slot
            acting: list[Tree] = [("call", "$act_word", where)] if acts else []
            return [*_narrowed(fn, where, type_), *acting]


def _asked(fn: FnContext, where: Tree, visit: Callable[[Tree, Type], list[Tree]]) -> list[Tree]:
    """The parameters among the items of what an `act` has been answered so far."""
    count = load(where)
    cases: dict[int, list[Tree]] = {}
    for action, types in enumerate(fn.build.layout.actions):
        cases[action], offset = [], 2 * WORD
        for number, type_ in enumerate(types[1:], 1):
            inner = visit(add(where, offset), type_)
            cases[action] += when(compare("gt_s", count, number), inner) if inner else []
            offset += WORD * fn.build.layout.words(type_)
    if not any(cases.values()):
        return []
    return when(compare("gt_s", count, 1), switch(fn, load(where, WORD), cases))


def _call_renumbered(fn: FnContext, call: CallLayout, result: Type | None) -> list[Tree]:
    trees: list[Tree] = [("call", "$renumber_hooks", add(FRAME, call.live))]
    for offset, type_ in _named_by(call, result):
        trees += _visited(fn, add(FRAME, offset), type_, RENUMBER)
    return trees


def _call_narrowed(fn: FnContext, call: CallLayout, result: Type | None) -> list[Tree]:
    trees: list[Tree] = [("call", "$act_hooks", add(FRAME, call.live))]
    for offset, type_ in _named_by(call, result):
        trees += _narrowed(fn, add(FRAME, offset), type_)
    return trees


def _named_by(call: CallLayout, result: Type | None) -> list[tuple[int, Type]]:
    """What the frame of a call holds beside hooks: how many bytes from its beginning, and of which type."""
    found = list(zip(call.args, call.types, strict=True))
    return found if result is None else [*found, (call.result, call.result_type)]


# ---- Questions ---------------------------------------------------------------------------------------------

_Shape = tuple[Type, ...] | None
"""The types of what stands in an option of a question; None: of an action."""


def _shape(world: World, statement: WaitingStmt) -> _Shape:
    match statement:
        case ir.Act():
            return None
        case ir.Choose(source=source) if is_component(world, source.type):
            return (element_type(source.type),)
        case ir.Choose(source=source) if not scalar(element_type(source.type)):
            return (element_type(source.type),)
        case _:
            return ()


def _shapes(world: World) -> list[_Shape]:
    found: dict[_Shape, None] = {(): None}
    found.update((_shape(world, statement), None) for points in world.points for statement in points.values())
    return list(found)


def _same_items(fn: FnContext) -> list[Tree]:
    """Return 0 where the items of a row (at `$a`, in the state that was) have not the keys of those of
    another one (at `$b`, in this state); so many stand there.
    """
    cases: dict[int, list[Tree]] = {}
    for number, shape in enumerate(_shapes(fn.build.world)):
        if shape is None:
            cases[number] = _same_actions(fn)
        elif shape:
            cases[number] = when(get("$length"), _same(fn, 0, shape[0]))
        else:
            differs = compare("ne", load(get("$a")), load(get("$b")))
            cases[number] = when(get("$length"), when(differs, NO))
    return switch(fn, get("$shape"), cases)


NO: list[Tree] = [("return", const(0))]


def _same_actions(fn: FnContext) -> list[Tree]:
    names = [action.name for action in fn.build.world.program.actions]
    # Two actions of one name have the same key: the interpreter looks at it.
    other = NO if len(set(names)) == len(names) else [UNREACHABLE]
    cases: dict[int, list[Tree]] = {}
    for action, types in enumerate(fn.build.layout.actions):
        cases[action], offset = [], WORD
        for number, type_ in enumerate(types[1:], 1):
            cases[action] += when(compare("gt_s", get("$length"), number), _same(fn, offset, type_))
            offset += WORD * fn.build.layout.words(type_)
    differs = compare("ne", load(get("$a")), load(get("$b")))
    inside = switch(fn, load(get("$a")), cases) if any(cases.values()) else []
    return when(get("$length"), [*when(differs, other), *inside])


def _same(fn: FnContext, offset: int, type_: Type) -> list[Tree]:
    sides = add(get("$a"), offset), add(get("$b"), offset)
    if not is_component(fn.build.world, type_):
        return differ(fn, sides, type_)
    if not scalar(type_):
        # How the keys of several are sorted, the interpreter knows.
        return [UNREACHABLE]
    a, b = map(load, sides)
    alike: Tree = ("if", None, ("call", "$same_key", a, b), [], NO)
    if not isinstance(type_, OptT):
        return [alike]
    some: Tree = ("i32.and", is_some(a), is_some(b))
    return [("if", None, some, [alike], when(compare("ne", a, b), NO))]
