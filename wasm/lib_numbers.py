"""The library's functions on numbers."""

from __future__ import annotations

from collections.abc import Callable

from ..ir.program import Lib
from ..ir.types import NONE, OptT
from .context import FnContext
from .encode import Tree
from .trees import add, chosen, compare, const, get, known, put, sequence, stop_if, sub
from .walks import local

Compiled = Callable[[FnContext, Lib], Tree]


def _two(fn: FnContext, node: Lib) -> tuple[Tree, Tree, list[Tree]]:
    """Both arguments, to be read often, and what has to come before."""
    left, before = local(fn, fn.value(node.args[0]))
    right, more = local(fn, fn.value(node.args[1]))
    return left, right, [*before, *more]


def _divided(fn: FnContext, left: Tree, right: Tree) -> tuple[list[Tree], Tree]:
    """The quotient rounded down, for arguments that can be read often; a divisor 0 stops."""
    number = known(right)
    if number is not None and number > 0 and number & (number - 1) == 0:
        return [], ("i32.shr_s", left, const(number.bit_length() - 1))
    rest = fn.fresh()
    other_side = compare("lt_s", ("i32.xor", get(rest), right), 0)
    lower = ("i32.and", compare("ne", get(rest), 0), other_side)
    # Division by 0 stops the module, as it does the game.
    return [put(rest, ("i32.rem_s", left, right))], sub(("i32.div_s", left, right), lower)


def _div_down(fn: FnContext, node: Lib) -> Tree:
    left, right, before = _two(fn, node)
    more, quotient = _divided(fn, left, right)
    return sequence([*before, *more], quotient)


def _div_up(fn: FnContext, node: Lib) -> Tree:
    left, right, before = _two(fn, node)
    minus, again = local(fn, sub(const(0), left))
    more, quotient = _divided(fn, minus, right)
    return sequence([*before, *again, *more], sub(const(0), quotient))


def _mod(fn: FnContext, node: Lib) -> Tree:
    left, right, before = _two(fn, node)
    number = known(right)
    if number is not None and number > 0 and number & (number - 1) == 0:
        return sequence(before, ("i32.and", left, const(number - 1)))
    rest = fn.fresh()
    other_side = compare("lt_s", ("i32.xor", get(rest), right), 0)
    wrong = ("i32.and", compare("ne", get(rest), 0), other_side)
    remainder = put(rest, ("i32.rem_s", left, right))
    return sequence([*before, remainder], chosen(wrong, add(get(rest), right), get(rest)))


def _half_up(fn: FnContext, node: Lib) -> Tree:
    value, before = local(fn, fn.value(node.args[0]))
    return sequence(before, add(("i32.shr_s", value, const(1)), ("i32.and", value, const(1))))


def _half_down(fn: FnContext, node: Lib) -> Tree:
    return ("i32.shr_s", fn.value(node.args[0]), const(1))


def _lesser(fn: FnContext, node: Lib) -> Tree:
    left, right, before = _two(fn, node)
    return sequence(before, chosen(compare("le_s", left, right), left, right))


def _greater(fn: FnContext, node: Lib) -> Tree:
    left, right, before = _two(fn, node)
    return sequence(before, chosen(compare("ge_s", left, right), left, right))


def _abs(fn: FnContext, node: Lib) -> Tree:
    value, before = local(fn, fn.value(node.args[0]))
    return sequence(before, chosen(compare("lt_s", value, 0), sub(const(0), value), value))


def _limits(fn: FnContext, node: Lib) -> tuple[Tree, Tree, Tree, list[Tree]]:
    """A number that may be none, and what it has to lie between."""
    value, before = local(fn, fn.value(node.args[0]))
    low, more = local(fn, fn.value(node.args[1]))
    high, most = local(fn, fn.value(node.args[2]))
    return value, low, high, [*before, *more, *most]


def _within(fn: FnContext, node: Lib) -> Tree:
    value, low, high, before = _limits(fn, node)
    outside: Tree = ("i32.or", compare("lt_s", value, low), compare("gt_s", value, high))
    if isinstance(node.args[0].type, OptT):
        outside = ("i32.and", outside, compare("ne", value, NONE))
    return sequence([*before, *stop_if(outside)], value)


def _stopped(fn: FnContext, node: Lib) -> Tree:
    value, low, high, before = _limits(fn, node)
    lowered = chosen(compare("gt_s", value, high), high, value)
    nearest = chosen(compare("lt_s", value, low), low, lowered)
    if isinstance(node.args[0].type, OptT):
        nearest = chosen(compare("eq", value, NONE), value, nearest)
    return sequence(before, nearest)


NUMBERS: dict[str, Compiled] = {
    "div_up": _div_up,
    "div_down": _div_down,
    "half_up": _half_up,
    "half_down": _half_down,
    "mod": _mod,
    "min": _lesser,
    "max": _greater,
    "abs": _abs,
    "within": _within,
    "stopped": _stopped,
}
