"""The library's functions on sets."""

from __future__ import annotations

from collections.abc import Callable

from ..interpreter.sets import set_low
from ..ir.program import Lib
from ..ir.types import Int, OptT
from .context import FnContext
from .encode import Tree
from .lib_lists import as_list, at_least_one
from .sets import copied, empty_set, has_bit, set_type, set_words, with_bit, without_bit
from .trees import const, get, load, sequence, sub
from .walks import local, set_size

Compiled = Callable[[FnContext, Lib], Tree]


def _has(fn: FnContext, node: Lib) -> Tree:
    type_, element = node.args[0].type, node.args[1].type
    set_, before = local(fn, fn.value(node.args[0]), "$p")
    if isinstance(element, Int | OptT) or set_words(fn, type_) > 1:
        return sequence(before, has_bit(fn, set_, fn.value(node.args[1]), type_))
    # All that such an element can be has a bit.
    position = sub(fn.value(node.args[1]), set_low(set_type(type_)))
    return sequence(before, ("i32.and", ("i32.shr_u", load(set_), position), const(1)))


def _of(fn: FnContext, node: Lib) -> Tree:
    set_, item = fn.fresh("$p"), fn.fresh("$c")
    walk = fn.walk(node.args[0])
    walk.setup += fn.charge(at_least_one(walk.size))
    loop = walk.loop(item, with_bit(fn, get(set_), get(item), node.type))
    return sequence([*walk.setup, *empty_set(fn, set_, set_words(fn, node.type)), *loop], get(set_))


def _len(fn: FnContext, node: Lib) -> Tree:
    set_, before = local(fn, fn.value(node.args[0]), "$p")
    return sequence(before, set_size(set_, set_words(fn, node.args[0].type)))


def _with(fn: FnContext, node: Lib) -> Tree:
    return _altered(fn, node, with_bit)


def _without(fn: FnContext, node: Lib) -> Tree:
    return _altered(fn, node, without_bit)


def _altered(fn: FnContext, node: Lib, alter: Callable[..., list[Tree]]) -> Tree:
    set_ = fn.fresh("$p")
    given, before = local(fn, fn.value(node.args[0]), "$p")
    element, more = local(fn, fn.value(node.args[1]))
    copy = copied(fn, given, set_words(fn, node.type), set_)
    return sequence([*before, *more, *copy, *alter(fn, get(set_), element, node.type)], get(set_))


SETS: dict[str, Compiled] = {
    "set_has": _has,
    "set_of": _of,
    "set_list": as_list,
    "set_len": _len,
    "set_with": _with,
    "set_without": _without,
}
