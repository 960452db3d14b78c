"""Turns the built-in verbs that move and turn components into steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir import program as ir
from ..ir.span import Span
from ..ir.types import KindT, ListT, OptT, Type
from . import effects, knowledge
from .assemble import Assembler
from .code import Eval, Locals, Step
from .state import Value

if TYPE_CHECKING:
    from .machine import Machine


def components(asm: Assembler, node: ir.Expr, at: Span) -> Eval:
    """An expression for a component or a list of them, as a list; what is done to them charges their
    number.
    """
    inner = asm.value(node)
    listed = isinstance(node.type, ListT)

    def get(machine: Machine, values: Locals) -> Value:
        found = inner(machine, values) if listed else (inner(machine, values),)
        machine.spend(len(found), at)
        return found

    return get


def is_space(asm: Assembler, type_: Type) -> bool:
    """Whether values of this type are spaces."""
    bare = type_.of if isinstance(type_, OptT) else type_
    return isinstance(bare, KindT) and asm.code.world.is_space(bare.kind)


def move(asm: Assembler, node: ir.Move) -> None:
    """`move`, `place`, `remove`, `deal` of given components."""
    what, to = components(asm, node.what, node.at), asm.value(node.to)
    place, face, at = node.place, node.face, node.at

    def make(after: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            moved, target = what(machine, values), to(machine, values)
            for component in moved:
                effects.move(machine, component, target, place, face, at)
            return after

        return step

    asm.emit(make, at)


def flip(asm: Assembler, node: ir.Flip) -> None:
    """`flip`."""
    what, face = components(asm, node.what, node.at), node.face

    def make(after: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            for component in what(machine, values):
                effects.flip(machine, component, face)
            return after

        return step

    asm.emit(make, node.at)


def reveal(asm: Assembler, node: ir.Reveal) -> None:
    """`reveal`, to all or to one seat."""
    what = components(asm, node.what, node.at)
    to = None if node.to is None else asm.value(node.to)

    def make(after: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            seat: Value | None = None if to is None else to(machine, values)
            for component in what(machine, values):
                knowledge.on_reveal(machine.state, machine.world, component, seat)
            return after

        return step

    asm.emit(make, node.at)


def swap(asm: Assembler, node: ir.Swap) -> None:
    """`swap` of two components, or of what two spaces hold."""
    left, right, at = asm.value(node.left), asm.value(node.right), node.at
    spaces = is_space(asm, node.left.type)

    def make(after: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            a, b = left(machine, values), right(machine, values)
            if spaces:
                effects.swap_spaces(machine, a, b)
            else:
                effects.swap(machine, a, b, at)
            return after

        return step

    asm.emit(make, at)


def lay(asm: Assembler, node: ir.Lay) -> None:
    """`lay` a layout."""
    layout, layouts, at = asm.value(node.layout), asm.code.program.layouts, node.at

    def make(after: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            drawn = layouts[layout(machine, values)]
            machine.spend(len(drawn.states) + len(drawn.components), at)
            effects.lay(machine, drawn, at)
            return after

        return step

    asm.emit(make, at)
