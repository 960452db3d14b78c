"""What an integer expression is known to lie between, so that sums that fit need no look at their range.

Only what the engine itself holds to counts: a declared range of a local does not, nothing checks it.
"""

from __future__ import annotations

from functools import lru_cache

from ..interpreter.errors import FUEL
from ..ir import program as ir
from ..ir.board import DIRECTIONS
from ..ir.types import INT_MAX, NONE, Int, OptT
from ..ir.world import World
from .context import ANY, FnContext, Range, bare

LONG = 1 << 28
"""More elements than a list in memory can have."""


def range_of(fn: FnContext, node: ir.Expr) -> Range:
    """The least and the greatest that an integer can be here."""
    match node:
        case ir.Const(int(number)):
            return number, number
        case ir.Local(slot):
            return fn.scope.ranges.get(slot, ANY)
        case ir.StateGet(var=var):
            return state_range(fn.build.world, var)
        case ir.FieldGet(field=field):
            return field_range(fn.build.world, field)
        case ir.Arith(op, left, right):
            low, high = combined(op, range_of(fn, left), range_of(fn, right))
            return max(low, -INT_MAX), min(high, INT_MAX)
        case ir.Select(then=then, otherwise=otherwise):
            return union(range_of(fn, then), range_of(fn, otherwise))
        case ir.Unwrap(value):
            return range_of(fn, value)
        case ir.Query(form="count"):
            return 0, FUEL
        case ir.Lib():
            return _of_function(fn, node)
        case _:
            return ANY


def union(one: Range, other: Range) -> Range:
    """What lies in one or the other."""
    return min(one[0], other[0]), max(one[1], other[1])


def combined(op: str, left: Range, right: Range) -> Range:
    """What add, sub or mul can come to, without a limit."""
    match op:
        case "add":
            return left[0] + right[0], left[1] + right[1]
        case "sub":
            return left[0] - right[1], left[1] - right[0]
        case _:
            products = [a * b for a in left for b in right]
            return min(products), max(products)


def fits(range_: Range) -> bool:
    """Whether all of it are integers of a game."""
    return range_[0] >= -INT_MAX and range_[1] <= INT_MAX


@lru_cache(maxsize=64)
def state_range(world: World, var: int) -> Range:
    """What a state variable can be: its declared range, where nothing but a checked store sets it."""
    declared = world.program.state[var]
    if not isinstance(declared.type, Int) or (declared.default is not None and not _fixed(world, var)):
        return ANY
    low, high = declared.type.low, declared.type.high
    laid = [s.value for layout in world.program.layouts for s in layout.states if s.var == var]
    # The number of the round is 0 from the start, whatever its range; unset is none of a range.
    return (min(low, 0, *laid), max(high, 0, *laid)) if fits((low, high)) else ANY


def _fixed(world: World, var: int) -> bool:
    """Whether the default is a number of the declared range."""
    declared = world.program.state[var]
    assert declared.default is not None
    assert isinstance(declared.type, Int)
    match world.program.routines[declared.default].body:
        case (ir.Return(ir.Const(int(number))),):
            return declared.type.low <= number <= declared.type.high
        case _:
            return False


@lru_cache(maxsize=64)
def field_range(world: World, field: int) -> Range:
    """What a printed field can be, if nothing changes it."""
    declared = world.program.fields[field]
    if declared.hooks or not isinstance(bare(declared.type), Int) or isinstance(declared.type, OptT):
        return ANY
    values = [v for c in world.program.contents for f, v in c.fields if f == field and isinstance(v, int)]
    return (min(values), max(values)) if values and NONE not in values else ANY


def _of_function(fn: FnContext, node: ir.Lib) -> Range:
    world = fn.build.world
    sides = [max(board.width, board.height, 1) for board in world.boards]
    match node.name:
        case "len" | "size":
            return 0, LONG
        case "set_len":
            return 0, 1 << 20
        case "row_of" | "column_of":
            return 1, max(sides, default=1)
        case "distance":
            return 0, max(world.spaces, 2 * max(sides, default=1))
        case "pairs":
            return 0, world.spaces
        case "seat_number" | "player_count":
            return 1, world.players
        case "opposite":
            return 0, max(len(names) for names in DIRECTIONS.values())
        case "min" | "max":
            one, other = (range_of(fn, arg) for arg in node.args)
            bound = min if node.name == "min" else max
            return bound(one[0], other[0]), bound(one[1], other[1])
        case "within" | "stopped" if not isinstance(node.type, OptT):
            return range_of(fn, node.args[1])[0], range_of(fn, node.args[2])[1]
        case "abs":
            low, high = range_of(fn, node.args[0])
            return 0, max(abs(low), abs(high))
        case "half_up" | "half_down":
            low, high = range_of(fn, node.args[0])
            return low // 2, -(-high // 2)
        case "div_up" | "div_down":
            low, high = range_of(fn, node.args[0])
            most = max(abs(low), abs(high))
            return -most, most
        case _:
            return ANY
