"""Tells where a list cannot hold anything twice, so that nobody has to look."""

from __future__ import annotations

from collections.abc import Sequence

from ..ir import program as ir
from ..ir.types import NONE, OptT, SetT
from ..ir.world import World
from .graph import nodes

_APART = frozenset(
    (
        *("range", "set_list", "items", "on_space", "on_space_of", "adjacent", "around", "ray", "line"),
        *("orthogonal", "diagonal", "directions", "row", "column", "row_and_column", "same_row"),
        *("same_column", "board_spaces", "corners", "corners_of", "edges", "centre", "shaped", "connected"),
        *("players", "clockwise", "counterclockwise", "opponents", "distinct"),
    )
)
"""Library functions that give nothing twice."""

_LIKE_FIRST = frozenset(("reversed", "without", "leading", "at_most"))
"""Those that give nothing twice if their first list holds nothing twice."""


def distinct(world: World, node: ir.Expr) -> bool:
    """Whether the elements of a list differ for sure."""
    match node:
        case ir.Const(value=tuple(items)):
            return len(set(items)) == len(items)
        case ir.ListOf(items=items):
            values = [item.value for item in items if isinstance(item, ir.Const)]
            return len(values) == len(items) and len(set(values)) == len(values)
        case ir.Population():
            return True
        case ir.Query(form="list" | "most" | "least" | "sorted", clauses=(ir.Each(slot, source), *more)):
            if any(isinstance(clause, ir.Each) for clause in more) or not distinct(world, source):
                return False
            bound = {clause.slot: clause.value for clause in more if isinstance(clause, ir.Bind)}
            return isinstance(node.body, ir.Local) and _follows(world, node.body, slot, bound)
        case ir.Lib(name=name, args=args):
            return name in _APART or (name in _LIKE_FIRST and distinct(world, args[0]))
        case ir.Select(then=then, otherwise=otherwise):
            return distinct(world, then) and distinct(world, otherwise)
        case ir.CallValue(value=value):
            declared = world.program.values[value]
            return not declared.hooks and distinct_result(world, declared.routine)
        case _:
            return isinstance(node.type, SetT)


def _only_sets(statements: Sequence[ir.Stmt]) -> bool:
    return all(isinstance(each, ir.SetLocal) for each in statements)


def _follows(world: World, given: ir.Local, slot: int, bound: dict[int, ir.Expr]) -> bool:
    """Whether what stands in the local `given` differs for sure wherever what stands in `slot` does."""
    if given.slot == slot:
        return True
    if isinstance(given.type, OptT):
        return False
    match bound.get(given.slot):
        case ir.Lib("step", (start, ir.Local(turned))):
            return turned == slot and not _reads(start, {slot, *bound}) and _apart_steps(world)
        case ir.Query(
            "first",
            (ir.Each(own, ir.Lib("row" | "column", (ir.Const(), ir.Local(line)))),),
            body=ir.Local(taken),
        ):
            return own == taken and line == slot
        case _:
            return False


def _apart_steps(world: World) -> bool:
    """Whether no two directions lead from one space to the same."""
    steps = [[goal for goal in row if goal != NONE] for board in world.boards for row in board.steps]
    return all(len(set(row)) == len(row) for row in steps)


def _reads(node: ir.Expr, slots: set[int]) -> bool:
    return any(isinstance(inner, ir.Local) and inner.slot in slots for inner in nodes(node))


def distinct_result(world: World, routine: int) -> bool:
    """Whether a routine that does nothing but set locals and return a list gives one whose elements
    differ.
    """
    match world.program.routines[routine].body:
        case (*lets, ir.Return(value)) if value is not None and _only_sets(lets):
            return distinct(world, value)
        case _:
            return False
