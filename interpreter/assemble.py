"""Builds the flat steps of a routine: jumps to labels that are placed later, and where it goes on after
waiting.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from ..ir.program import Expr, Routine
from ..ir.span import Span
from ..ir.types import ListT, Type
from .code import Code, Compiled, Eval, Locals, Step
from .errors import Stop
from .eval import expression
from .state import Value

if TYPE_CHECKING:
    from .machine import Machine

Make: TypeAlias = Callable[[int], Step]
"""Makes a step, given the number of the step behind it; called when every label is placed."""


class Label:
    """A place in the steps."""

    __slots__ = ("step",)

    def __init__(self) -> None:
        self.step = -1


class Assembler:
    """The steps of one routine in the making. `exits` are the labels that `Break` leaves for, innermost
    last.
    """

    def __init__(self, code: Code, routine: Routine, compiled: Compiled) -> None:
        self.code = code
        self.routine = routine
        self.compiled = compiled
        self.exits: list[tuple[str, Label]] = []
        self._makers: list[Make] = []

    def emit(self, make: Make, at: Span) -> None:
        """Add a step."""
        self._makers.append(make)
        self.compiled.spans.append(at)

    def place(self, label: Label) -> None:
        """The label stands for the step that comes next."""
        label.step = len(self._makers)

    def jump(self, label: Label, at: Span) -> None:
        """Add a step that goes elsewhere."""
        self.emit(lambda _: _jump(label.step), at)

    def land_call(self, point: int) -> None:
        """What was called at this point returns to the step that comes next."""
        if point:
            self.compiled.landings[point] = len(self._makers)

    def land_answer(self, point: int) -> None:
        """An answer at this point goes to the step that comes next."""
        if point:
            self.compiled.answers[point] = len(self._makers)

    def finish(self) -> None:
        """Make the steps."""
        self.compiled.steps = [make(number + 1) for number, make in enumerate(self._makers)]

    def exit_of(self, label: str) -> Label:
        """Where `Break` with this label goes."""
        return next(exit_ for name, exit_ in reversed(self.exits) if name == label)

    # ---- Expressions ---------------------------------------------------------------------------------------

    def value(self, node: Expr) -> Eval:
        """The closure of an expression."""
        return expression(self.code, node)

    def fitting(self, node: Expr, type_: Type) -> Eval:
        """An expression for something of that type: a list is checked where it may be longer than the type
        allows.
        """
        inner = expression(self.code, node)
        bound = type_.bound if isinstance(type_, ListT) else None
        if bound is None or (isinstance(node.type, ListT) and (node.type.bound or bound + 1) <= bound):
            return inner
        return _bounded(inner, bound, node.at)

    def args(self, nodes: tuple[Expr, ...], routine: int, skip: int = 0) -> list[Eval]:
        """The arguments of a call of `routine`, whose first `skip` parameters come from elsewhere."""
        types = [local.type for local in self.code.program.routines[routine].locals]
        return [self.fitting(node, types[skip + position]) for position, node in enumerate(nodes)]


def _jump(target: int) -> Step:
    return lambda _, __: target


def _bounded(inner: Eval, bound: int, at: Span) -> Eval:
    def get(machine: Machine, values: Locals) -> Value:
        value = inner(machine, values)
        if len(value) > bound:
            raise Stop(f"this list has {len(value)} elements, and at most {bound} fit here", at)
        return value

    return get
