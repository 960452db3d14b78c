"""Compares lists and sets element by element, and makes copies of sets that stand in the block."""

from __future__ import annotations

from ..ir.types import NONE, ListT, SetT, Type
from .build import Build
from .context import FnContext, bare, scalar
from .encode import Func, Tree
from .trees import add, compare, const, equal, get, load, negated, put, sequence, times, when


def equality(fn: FnContext, left: Tree, left_type: Type, right: Tree, right_type: Type) -> Tree:
    """Whether two values are the same, 0 or 1."""
    if scalar(left_type) or scalar(right_type):
        return equal(left, right)
    return ("call", _comparing(fn.build, left_type, right_type), left, right)


def _shape(build: Build, type_: Type) -> str:
    """Equal for types whose values are compared alike."""
    match bare(type_):
        case SetT(of):
            return f"set{build.layout.set_words(of)}"
        case ListT(of):
            return f"list_{_shape(build, of)}"
        case _:
            return "word"


def _comparing(build: Build, left: Type, right: Type) -> str:
    name = f"$same_{_shape(build, left)}_{_shape(build, right)}"
    if name not in build.made:
        build.made.add(name)
        fn = FnContext(build)
        a, b = get("$a"), get("$b")
        body = [
            *when(equal(a, b), [("return", const(1))]),
            *when(("i32.or", equal(a, NONE), equal(b, NONE)), [("return", const(0))]),
            *_compared(fn, bare(left), bare(right)),
            const(1),
        ]
        build.module.add(Func(name, [("$a", "i32"), ("$b", "i32")], "i32", fn.locals, body))
    return name


def _compared(fn: FnContext, left: Type, right: Type) -> list[Tree]:
    """Code that returns 0 at the first difference of what `$a` and `$b` are the addresses of."""
    a, b = get("$a"), get("$b")
    differ = [("return", const(0))]
    match left, right:
        case SetT(of), SetT(other):
            one, two = fn.build.layout.set_words(of), fn.build.layout.set_words(other)
            found = []
            for word in range(max(one, two)):
                mine = load(a, 4 * word) if word < one else const(0)
                theirs = load(b, 4 * word) if word < two else const(0)
                found += when(compare("ne", mine, theirs), differ)
            return found
        case ListT(of), ListT(other):
            end, top = fn.fresh("$e"), fn.label("$l")
            elements = equality(fn, load(a), of, load(b), other)
            return [
                *when(compare("ne", load(a), load(b)), differ),
                put(end, add(a, times(load(a), 4))),
                *when(equal(get(end), a), [("return", const(1))]),
                (
                    *("loop", top, None),
                    put("$a", add(a, 4)),
                    put("$b", add(b, 4)),
                    *when(negated(elements), differ),
                    ("br_if", top, compare("ne", a, get(end))),
                ),
            ]
        case _:
            return differ


def own_copy(fn: FnContext, value: Tree, type_: Type) -> Tree:
    """A value that stays as it is when the state changes: a set that may stand in the block is copied."""
    of = bare(type_)
    if not isinstance(of, SetT) or value[0] == "i32.const":
        return value
    words = fn.build.layout.set_words(of.of)
    old, new = fn.fresh("$p"), fn.fresh("$p")
    copy: list[Tree] = [
        put(new, fn.room(const(words))),
        ("memory.copy", get(new), get(old), const(4 * words)),
    ]
    return sequence(
        [put(old, value), put(new, get(old)), *when(compare("ne", get(old), NONE), copy)], get(new)
    )
