"""What the compiler of statements knows of the routine that it is in: how it is left, and what fits where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ..ir import program as ir
from ..ir.types import ListT, Type
from ..ir.world import World
from .build import Build
from .context import FnContext
from .encode import Tree
from .ends import effect_may_end, may_end, phase_may_end, slot_may_end
from .equality import own_copy
from .graph import nodes
from .trees import compare, get, known, load, put, sequence, stop_if

Jump = Callable[[], list[Tree]]
"""Gives the code that goes somewhere."""


@dataclass(slots=True)
class Body:
    """A routine in the making.

    `leave` gives the code that returns a value (a tree, None: nothing), `ended` what leaves the routine after
    the game has ended in it. `exits` are the labels that `Break` leaves for, innermost last.
    """

    fn: FnContext
    routine: int
    leave: Callable[[Tree | None], list[Tree]]
    ended: Jump
    exits: list[tuple[str, Jump]] = field(default_factory=list)

    @property
    def build(self) -> Build:
        """The module in the making."""
        return self.fn.build

    @property
    def world(self) -> World:
        """The world that it is of."""
        return self.fn.build.world

    @property
    def program(self) -> ir.Program:
        """The program that is compiled."""
        return self.fn.build.world.program

    # ---- Values --------------------------------------------------------------------------------------------

    def value(self, node: ir.Expr) -> Tree:
        """The value of an expression."""
        return self.fn.value(node)

    def fitting(self, node: ir.Expr, type_: Type | None) -> Tree:
        """A value that is kept as one of that type: a list that may be longer than the type allows is looked
        at, a set of the state is copied.
        """
        tree = own_copy(self.fn, self.fn.value(node), node.type)
        bound = type_.bound if isinstance(type_, ListT) else None
        if bound is None or (isinstance(node.type, ListT) and (node.type.bound or bound + 1) <= bound):
            return tree
        name = self.fn.fresh("$p")
        return sequence([put(name, tree), *stop_if(compare("gt_s", load(get(name)), bound))], get(name))

    def args(self, given: Sequence[ir.Expr], routine: int, skip: int = 0) -> list[Tree]:
        """The arguments of a call of a routine, whose first `skip` parameters come from elsewhere."""
        locals_ = self.program.routines[routine].locals[skip:]
        return [self.fitting(node, local.type) for node, local in zip(given, locals_, strict=False)]

    def held(self, value: Tree, prefix: str = "$t") -> tuple[Tree, list[Tree]]:
        """A value that can be read as often as one likes, and what has to come before it. Unlike a local of
        the routine it stays as it is.
        """
        if known(value) is not None:
            return value, []
        name = self.fn.fresh(prefix)
        return get(name), [put(name, value)]

    # ---- Leaving -------------------------------------------------------------------------------------------

    def exit(self, label: str) -> list[Tree]:
        """What `Break` with this label does."""
        return next(jump for name, jump in reversed(self.exits) if name == label)()

    def check_ended(self, *, possible: bool) -> list[Tree]:
        """Behind a call in which the game may have ended."""
        return [("if", None, ("global.get", "$ended"), self.ended())] if possible else []

    def leaves(self, node: ir.Stmt) -> bool:
        """Whether what comes behind a statement may be left out."""
        return any(self._leaves(inner) for inner in nodes(node))

    def _leaves(self, node: object) -> bool:
        match node:
            case ir.Return() | ir.Break() | ir.EndGame() | ir.Draw():
                return True
            case ir.CallEffect(effect=effect):
                return effect_may_end(self.world, effect)
            case ir.CallSlotEffect(slot=slot):
                return slot_may_end(self.world, slot)
            case ir.Super():
                return may_end(self.world, self.routine)
            case ir.Phase(phase=phase):
                return phase_may_end(self.world, phase)
            case _:
                return False
