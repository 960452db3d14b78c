"""Calls of what is pure: values, slots and printed fields, through the hooks that change them. The functions
of what is called are made when the first call is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from ..ir import program as ir
from ..ir.types import NONE, ContentT, Int, KindT, ListT, OptT, Type
from .build import Build
from .constants import constant
from .context import FnContext, Scope, bare, compiler
from .encode import Tree
from .graph import graph
from .ranges import range_of
from .switch import switch
from .trees import (
    NOTHING,
    UNREACHABLE,
    at,
    compare,
    const,
    get,
    known,
    load,
    put,
    sequence,
    simple,
    stop_if,
)
from .walks import local

# ---- Routines ----------------------------------------------------------------------------------------------


def routine_function(build: Build, number: int) -> str:
    """The name of the function of a pure routine."""
    name = f"$r{number}"
    if name not in build.made:
        build.made.add(name)
        declared = build.world.program.routines[number]
        fn = FnContext(build)
        params = [f"$L{slot}" for slot in range(declared.params)]
        fn.scope.places |= {slot: get(param) for slot, param in enumerate(params)}
        body = compiler(build).body(fn, declared)
        build.module.add(fn.function(name, params, body, result_of(declared)))
    return name


def result_of(declared: ir.Routine) -> Type:
    """The type of what a pure routine gives: NONE where it returns nothing."""
    return declared.result or OptT(Int())


def call_routine(fn: FnContext, number: int, args: Sequence[Tree]) -> Tree:
    """A call of a pure routine."""
    declared = fn.build.world.program.routines[number]
    return fn.call(routine_function(fn.build, number), args, result_of(declared))


def fitted(fn: FnContext, node: ir.Expr, type_: Type | None) -> Tree:
    """An expression for something of that type: a list is checked where it may be longer than the type
    allows.
    """
    value = fn.value(node)
    if not may_be_too_long(node.type, type_):
        return value
    list_, before = local(fn, value, "$p")
    return sequence([*before, *too_long(load(list_), type_)], list_)


def may_be_too_long(given: Type, wanted: Type | None) -> bool:
    """Whether a list may be longer than its place allows."""
    bound = wanted.bound if isinstance(wanted, ListT) else None
    return bound is not None and not (isinstance(given, ListT) and (given.bound or bound + 1) <= bound)


def too_long(size: Tree, wanted: Type | None) -> list[Tree]:
    """Stop where a list is longer than its place allows."""
    assert isinstance(wanted, ListT)
    assert wanted.bound is not None
    return stop_if(compare("gt_u", size, wanted.bound))


# ---- Values ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Inner:
    """An expression that stands here instead of a call; `before` has to come before it."""

    before: list[Tree]
    value: ir.Expr
    result: Type | None

    def fits(self, size: Tree) -> list[Tree]:
        """Stop where the list that it gives, of that size, is too long for the result of the routine."""
        return too_long(size, self.result) if may_be_too_long(self.value.type, self.result) else []


@contextmanager
def standing_in(fn: FnContext, node: ir.CallValue) -> Iterator[Inner | None]:
    """What stands here instead of a call of a value, None where it is called; compile it inside."""
    calls, number = graph(fn.build.world), fn.build.world.program.values[node.value].routine
    parts = calls.lets(number) if calls.inlined(node.value) else None
    if parts is None:
        yield None
        return
    if node.charge:
        fn.owe(1)
    scope, before = Scope(fn, fn.label("$i")), []
    for slot, arg in enumerate(node.args):
        before += scope.bind(slot, fn.value(arg), range_of(fn, arg))
    declared = fn.build.world.program.routines[number]
    with fn.inlined() as check, fn.within(scope):
        for let in parts[0]:
            range_ = range_of(fn, let.value)
            before += scope.bind(let.slot, fitted(fn, let.value, declared.locals[let.slot].type), range_)
        yield Inner([*check, *before], parts[1], declared.result)


def call_value(fn: FnContext, node: ir.CallValue) -> Tree:
    """A declared value."""
    with standing_in(fn, node) as inner:
        if inner is not None:
            return sequence(inner.before, fitted(fn, inner.value, inner.result))
    value = fn.build.world.program.values[node.value]
    if node.charge:
        fn.owe(1)
    args = [fn.value(arg) for arg in node.args]
    if not value.hooks:
        return call_routine(fn, value.routine, args)
    declared = fn.build.world.program.routines[value.routine]
    return fn.call(value_function(fn.build, node.value), args, result_of(declared))


def value_function(build: Build, number: int) -> str:
    """The name of the function of a value that hooks change."""
    value = build.world.program.values[number]
    declared = build.world.program.routines[value.routine]

    def make(fn: FnContext, params: list[Tree]) -> Tree:
        return call_routine(fn, value.routine, params)

    return changing_function(build, f"$v{number}", declared.params, result_of(declared), value.hooks, make)


def changing_function(
    build: Build,
    name: str,
    params: int,
    result: Type,
    hooks: tuple[int, ...],
    make: Callable[[FnContext, list[Tree]], Tree],
) -> str:
    """The name of a function that gives what `make` does with its parameters, as hooks change it."""
    if name not in build.made:
        build.made.add(name)
        fn = FnContext(build)
        names = [f"$a{n}" for n in range(params)]
        args, so_far = [get(each) for each in names], fn.fresh("$it")
        body = [
            put(so_far, make(fn, args)),
            *compiler(build).changes(fn, hooks, args, so_far),
            get(so_far),
        ]
        build.module.add(fn.function(name, names, body, result, routine=False))
    return name


# ---- Slots -------------------------------------------------------------------------------------------------


def call_slot(fn: FnContext, node: ir.CallSlot) -> Tree:
    """A value slot, as the content of `self` fills it."""
    if node.charge:
        fn.owe(1)
    slot = fn.build.world.program.slots[node.slot]
    fillers = slot_fillers(fn.build, node.slot, node.self.type)
    args = [fn.value(node.self), *(fn.value(arg) for arg in node.args)]
    different = set(fillers.values())
    if len(different) == 1 and None not in different:
        return call_routine(fn, different.pop() or 0, args)
    result = slot.result or OptT(Int())
    return fn.call(_slot_function(fn.build, node.slot, fillers, node.self.type), args, result)


def slot_fillers(build: Build, slot: int, of: Type) -> dict[int, int | None]:
    """By component, space or content (whatever `of` numbers): the routine that fills a slot, or the slot's
    default, or None.
    """
    program = build.world.program
    declared = program.slots[slot]
    by_content = [dict(content.slots).get(slot, declared.default) for content in program.contents]
    return {
        number: declared.default if content == NONE else by_content[content]
        for number, content in contents_of(build, of, declared.kind).items()
    }


def contents_of(build: Build, of: Type, kind: int) -> dict[int, int]:
    """The content of each component, space or content itself that a printed thing of `kind` can be asked of;
    NONE for a space of a grid.
    """
    world, type_ = build.world, bare(of)
    match type_:
        case ContentT():
            return {n: n for n in range(len(world.program.contents))}
        case KindT(asked):
            table = world.space_content if world.is_space(asked) else world.content
            numbers = world.members[kind] if asked == kind else range(len(table))
            return {number: table[number] for number in numbers}
        case _:
            raise AssertionError(f"only components, spaces and contents have printed things, not {type_}")


def _suffix(of: Type, kind: int) -> str:
    """Tells functions on things of that kind from those on all, and on contents."""
    match bare(of):
        case KindT(asked):
            return "" if asked == kind else "k"
        case _:
            return "c"


def _slot_function(build: Build, slot: int, fillers: dict[int, int | None], of: Type) -> str:
    declared = build.world.program.slots[slot]
    name = f"$slot{slot}{_suffix(of, declared.kind)}"
    if name not in build.made:
        build.made.add(name)
        fn = FnContext(build)
        params = [f"$a{n}" for n in range(1 + len(declared.params))]
        args = [get(param) for param in params]
        cases: dict[int, list[Tree]] = {
            number: [UNREACHABLE if filler is None else ("br", "$return", call_routine(fn, filler, args))]
            for number, filler in fillers.items()
        }
        body = [*switch(fn, args[0], cases), UNREACHABLE]
        build.module.add(fn.function(name, params, body, declared.result or OptT(Int()), routine=False))
    return name


def number_table(build: Build, numbers: dict[int, int]) -> Callable[[Tree], Tree]:
    """Gives the number that stands for one of some consecutive numbers in a table."""
    if len(set(numbers.values())) == 1:
        return lambda _: const(next(iter(numbers.values())))
    first = min(numbers, default=0)
    row = [numbers.get(n, NONE) for n in range(first, max(numbers, default=0) + 1)]
    table = build.tables.words(row)
    return lambda number: at(table, number, first)


# ---- Fields ------------------------------------------------------------------------------------------------


def field(fn: FnContext, node: ir.FieldGet) -> Tree:
    """A printed field."""
    declared = fn.build.world.program.fields[node.field]
    of = fn.value(node.of)
    if not declared.hooks or isinstance(bare(node.of.type), ContentT):
        return _printed(fn, node.field, node.of.type, of)

    def make(inner: FnContext, params: list[Tree]) -> Tree:
        return _printed(inner, node.field, node.of.type, params[0])

    name = f"$field{node.field}{_suffix(node.of.type, declared.kind)}"
    function = changing_function(fn.build, name, 1, declared.type, declared.hooks, make)
    return fn.call(function, [of], declared.type)


def _printed(fn: FnContext, number: int, type_: Type, of: Tree) -> Tree:
    """A field as it is printed; a thing that has none stops the game, unless the field may be none."""
    build = fn.build
    declared = build.world.program.fields[number]
    printed = [dict(content.fields).get(number) for content in build.world.program.contents]
    words = [NONE if value is None else constant(build, value, declared.type) for value in printed]
    contents = contents_of(build, type_, declared.kind)
    numbers = {n: NONE if content == NONE else words[content] for n, content in contents.items()}
    if not numbers:
        return NOTHING
    found = number_table(build, numbers)(of)
    if known(found) is not None and not simple(of):
        found = sequence([("drop", of)], found)
    if isinstance(declared.type, OptT) or NONE not in numbers.values():
        return found
    name = fn.fresh()
    return sequence([put(name, found), *stop_if(compare("eq", get(name), NONE))], get(name))
