"""Calls of what is pure: values, slots and printed fields, through the hooks that change them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir.program import CallSlot, CallValue, FieldGet, Slot
from ..ir.span import Span
from ..ir.types import NONE, ContentT, KindT, OptT, Type
from ..ir.world import World
from . import hooks
from .calls import call
from .code import Code, Compiled, Eval, Locals
from .errors import Stop
from .state import Value

if TYPE_CHECKING:
    from .machine import Machine


def changed(machine: Machine, hooks_of: tuple[int, ...], args: list[Value], value: Value, at: Span) -> Value:
    """A value after the live `change` hooks on it, each once, in order; each sees it as the ones before
    left it.
    """
    for live in hooks.live_hooks(machine, hooks_of):
        if hooks.applies(machine, live, [*args, value], at):
            value = hooks.changed_to(machine, live, [*args, value], at)
    return value


def call_value(code: Code, node: CallValue, args: list[Eval]) -> Eval:
    """A declared value."""
    value = code.program.values[node.value]
    routine, hooks_of, charge, at = code.routines[value.routine], value.hooks, node.charge, node.at

    def plain(machine: Machine, values: Locals) -> Value:
        if charge:
            machine.spend(1, at)
        return call(machine, routine, [arg(machine, values) for arg in args], at)

    def hooked(machine: Machine, values: Locals) -> Value:
        if charge:
            machine.spend(1, at)
        given = [arg(machine, values) for arg in args]
        return changed(machine, hooks_of, given, call(machine, routine, given[:], at), at)

    return hooked if hooks_of else plain


def call_slot(code: Code, node: CallSlot, self: Eval, args: list[Eval]) -> Eval:
    """A value slot, as the content of `self` fills it."""
    charge, at = node.charge, node.at
    slot = code.program.slots[node.slot]
    filled = slot_routines(code, node.slot, node.self.type)

    def get(machine: Machine, values: Locals) -> Value:
        if charge:
            machine.spend(1, at)
        of = self(machine, values)
        routine = filled[of]
        if routine is None:
            raise unfilled(machine.world, slot, node.self.type, at)
        return call(machine, routine, [of, *(arg(machine, values) for arg in args)], at)

    return get


def slot_routines(code: Code, slot: int, of: Type) -> list[Compiled | None]:
    """By component, space or content: the routine that fills a slot, or the slot's default, or None."""
    default = code.program.slots[slot].default
    by_content: list[Compiled | None] = []
    for content in code.program.contents:
        routine = dict(content.slots).get(slot, default)
        by_content.append(None if routine is None else code.routines[routine])
    otherwise = None if default is None else code.routines[default]
    return [otherwise if c == NONE else by_content[c] for c in contents_of(code.world, of)]


def contents_of(world: World, of: Type) -> list[int]:
    """The content of each component, or space, or content itself: whatever `of` numbers. NONE for a space
    of a grid.
    """
    bare = of.of if isinstance(of, OptT) else of
    match bare:
        case ContentT():
            return list(range(len(world.program.contents)))
        case KindT(kind):
            return list(world.space_content if world.is_space(kind) else world.content)
        case _:
            raise AssertionError(f"only components, spaces and contents have printed things, not {bare}")


def unfilled(world: World, slot: Slot, of: Type, at: Span) -> Stop:
    """The fault of a slot that the content leaves empty and that has no default. It does not say which
    content: that may be hidden.
    """
    return Stop(
        f"this {kind_title(world, of)} does not say what its {slot.name} is, and there is no default", at
    )


def kind_title(world: World, of: Type) -> str:
    """What values of this type are called: the title of their kind, as far as the type tells it."""
    bare = of.of if isinstance(of, OptT) else of
    kind = bare.kind if isinstance(bare, KindT | ContentT) else -1
    return "component" if kind < 0 else world.program.kinds[kind].title or world.program.kinds[kind].name


def field(code: Code, node: FieldGet, of: Eval) -> Eval:
    """A printed field."""
    declared, at = code.program.fields[node.field], node.at
    contents = contents_of(code.world, node.of.type)
    printed = [dict(content.fields).get(node.field) for content in code.program.contents]
    table = [None if c == NONE else printed[c] for c in contents]
    if isinstance(declared.type, OptT):
        table = [NONE if value is None else value for value in table]
    hooks_of = () if isinstance(node.of.type, ContentT) else declared.hooks

    missing = f"this {kind_title(code.world, node.of.type)} has no {declared.name}, and there is no default"

    def get(machine: Machine, values: Locals) -> Value:
        thing = of(machine, values)
        value = table[thing]
        if value is None:
            raise Stop(missing, at)
        return changed(machine, hooks_of, [thing], value, at) if hooks_of else value

    return get
