"""Tells where a list cannot hold anything twice, so that nobody has to look."""

from __future__ import annotations

from ..ir import program as ir
from ..ir.types import OptT, SetT
from ..ir.world import World

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
        case ir.Population():
            return True
        case ir.Query(
            form="list", clauses=(ir.Each(slot, source), ir.Bind(found, value)), body=ir.Local() as body
        ):
            kept = body.slot == found and not isinstance(body.type, OptT)
            return kept and _of_own_line(value, slot) and distinct(world, source)
        case ir.Query(form="list" | "most" | "least" | "sorted", clauses=(ir.Each(slot, source), *more)):
            if any(isinstance(clause, ir.Each) for clause in more):
                return False
            return isinstance(node.body, ir.Local) and node.body.slot == slot and distinct(world, source)
        case ir.Lib(name=name, args=args):
            return name in _APART or (name in _LIKE_FIRST and distinct(world, args[0]))
        case ir.Select(then=then, otherwise=otherwise):
            return distinct(world, then) and distinct(world, otherwise)
        case ir.CallValue(value=value):
            declared = world.program.values[value]
            return not declared.hooks and distinct_result(world, declared.routine)
        case _:
            return isinstance(node.type, SetT)


def _of_own_line(value: ir.Expr, slot: int) -> bool:
    """Whether this is a space of the row or column whose number stands in a local, or none: then no other
    number gives the same one.
    """
    match value:
        case ir.Query(
            form="first", clauses=(ir.Each(space, ir.Lib(name="row" | "column", args=(board, line))),)
        ):
            own = isinstance(line, ir.Local) and line.slot == slot and isinstance(board, ir.Const)
            return own and isinstance(value.body, ir.Local) and value.body.slot == space
        case _:
            return False


def distinct_result(world: World, routine: int) -> bool:
    """Whether a routine that does nothing but return a list gives one whose elements differ."""
    match world.program.routines[routine].body:
        case (ir.Return(value),) if value is not None:
            return distinct(world, value)
        case _:
            return False
