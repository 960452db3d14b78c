"""Arithmetic that stops where it would leave the integers of a game."""

from __future__ import annotations

from ..ir.types import INT_MAX, NONE
from .context import FnContext
from .encode import Tree
from .trees import add, compare, equal, get, known, put, sequence, stop_if, sub, times


def arithmetic(fn: FnContext, op: str, left: Tree, right: Tree, *, safe: bool) -> Tree:
    """A sum, difference or product (`op` add, sub, mul); what is not `safe` is looked at."""
    if safe:
        return _unchecked(op, left, right)
    amount = known(right)
    if op != "mul" and amount is not None and amount != NONE:
        return _moved(fn, left, amount if op == "add" else -amount)
    wide, low = fn.fresh("$w", "i64"), fn.fresh()
    result: Tree = (f"i64.{op}", ("i64.extend_i32_s", left), ("i64.extend_i32_s", right))
    over: Tree = ("i64.ne", ("i64.extend_i32_s", get(low)), get(wide))
    return sequence(
        [
            put(wide, result),
            put(low, ("i32.wrap_i64", get(wide))),
            *stop_if(("i32.or", over, equal(get(low), NONE))),
        ],
        get(low),
    )


def _unchecked(op: str, left: Tree, right: Tree) -> Tree:
    match op:
        case "add":
            return add(left, right)
        case "sub":
            return sub(left, right)
        case _:
            number = known(right)
            return times(left, number) if number is not None else ("i32.mul", left, right)


def _moved(fn: FnContext, left: Tree, amount: int) -> Tree:
    """A number and a constant: whether the sum is too great can be told before it is made."""
    name = fn.fresh()
    if amount >= 0:
        over = compare("gt_s", get(name), INT_MAX - amount)
    else:
        over = compare("lt_s", get(name), -INT_MAX - amount)
    return sequence([put(name, left), *stop_if(over)], add(get(name), amount))
