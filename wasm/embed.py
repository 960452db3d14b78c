"""Makes code that puts values into the block, where they stand by value, and takes them out again.

Outside the block a list is the address of its length and a set that of its words; an optional one that is
none is NONE. See `layout` for how they stand inside.
"""

from __future__ import annotations

from ..ir.types import NONE, ListT, OptT, SetT, Type
from .build import Build
from .context import FnContext
from .encode import Func, Tree
from .trees import NOTHING, add, chosen, compare, const, equal, get, load, put, stop_if, store, when

WORD = 4


def embed(fn: FnContext, address: Tree, value: Tree, type_: Type) -> list[Tree]:
    """Put a value into the block at an address, which must be cheap to work out. A list that is longer than
    its type allows stops the game.
    """
    match type_:
        case ListT() | SetT() | OptT(ListT() | SetT()):
            return [("call", _embedder(fn.build, type_), address, value)]
        case _:
            return [store(address, value)]


def extract(fn: FnContext, address: Tree, type_: Type) -> Tree:
    """The value that stands in the block at an address: of lists and sets a copy."""
    match type_:
        case ListT() | SetT() | OptT(ListT() | SetT()):
            fn.grown += 1
            return ("call", _extractor(fn.build, type_), address)
        case _:
            return load(address)


def flat(type_: Type) -> bool:
    """Whether this is a list that stands inside the block as it does outside: of scalars."""
    return isinstance(type_, ListT) and not isinstance(_bare(type_.of), ListT | SetT)


def _bare(type_: Type) -> Type:
    return type_.of if isinstance(type_, OptT) else type_


def mangled(build: Build, type_: Type) -> str:
    """A name for how values of a type stand in the block: equal for types whose values stand alike."""
    match type_:
        case ListT(of, bound):
            return f"{bound}x{mangled(build, of)}"
        case SetT(of):
            return f"m{build.layout.set_words(of)}"
        case OptT(ListT() | SetT() as inner):
            return f"o{mangled(build, inner)}"
        case _:
            return "w"


# ---- Into the block ----------------------------------------------------------------------------------------


def _embedder(build: Build, type_: Type) -> str:
    name = f"$embed_{mangled(build, type_)}"
    if name not in build.made:
        build.made.add(name)
        fn = FnContext(build)
        body = _embedding(fn, get("$to"), get("$from"), type_)
        build.module.add(Func(name, [("$to", "i32"), ("$from", "i32")], None, fn.locals, body))
    return name


def _embedding(fn: FnContext, to: Tree, value: Tree, type_: Type) -> list[Tree]:
    match type_:
        case OptT(SetT(of)):
            words = fn.build.layout.set_words(of)
            none = [("memory.fill", add(to, WORD), const(0), const(WORD * words))]
            some = [("memory.copy", add(to, WORD), value, const(WORD * words))]
            flag = store(to, chosen(equal(value, NONE), NOTHING, const(0)))
            return [flag, *when(equal(value, NONE), none, some)]
        case OptT(ListT() as inner):
            return when(equal(value, NONE), [store(to, NOTHING)], _embedding(fn, to, value, inner))
        case SetT(of):
            return [("memory.copy", to, value, const(WORD * fn.build.layout.set_words(of)))]
        case ListT(of, bound):
            assert bound is not None
            check = stop_if(compare("gt_u", load(value), bound))
            if isinstance(_bare(of), ListT | SetT):
                return [*check, store(to, load(value)), *_each(fn, to, value, of, inward=True)]
            return [*check, ("memory.copy", to, value, _bytes(value))]
        case _:
            return [store(to, value)]


def _bytes(list_: Tree) -> Tree:
    """The size of a list of scalars."""
    return add(("i32.shl", load(list_), const(2)), WORD)


def _each(fn: FnContext, block: Tree, list_: Tree, of: Type, *, inward: bool) -> list[Tree]:
    """Copy the elements of a list of lists or sets, between where they stand by value and by address."""
    size = WORD * fn.build.layout.words(of)
    inside, outside, end = fn.fresh("$i"), fn.fresh("$o"), fn.fresh("$e")
    again, done = fn.label("$again"), fn.label("$done")
    if inward:
        copy = embed(fn, get(inside), load(get(outside)), of)
    else:
        copy = [store(get(outside), extract(fn, get(inside), of))]
    return [
        put(inside, add(block, WORD)),
        put(outside, add(list_, WORD)),
        put(end, add(list_, _bytes(list_))),
        (
            *("block", done, None),
            (
                *("loop", again, None),
                ("br_if", done, equal(get(outside), get(end))),
                *copy,
                put(inside, add(get(inside), size)),
                put(outside, add(get(outside), WORD)),
                ("br", again),
            ),
        ),
    ]


# ---- Out of the block --------------------------------------------------------------------------------------


def _extractor(build: Build, type_: Type) -> str:
    name = f"$extract_{mangled(build, type_)}"
    if name not in build.made:
        build.made.add(name)
        fn = FnContext(build)
        body = _extracting(fn, get("$from"), type_)
        locals_ = [("$to", "i32"), *fn.locals]
        build.module.add(Func(name, [("$from", "i32")], "i32", locals_, [*body, get("$to")]))
    return name


def _extracting(fn: FnContext, address: Tree, type_: Type) -> list[Tree]:
    """Code that leaves the copy in `$to`."""
    to = get("$to")
    match type_:
        case OptT(SetT() as inner):
            return when(
                equal(load(address), NONE),
                [put("$to", NOTHING)],
                _extracting(fn, add(address, WORD), inner),
            )
        case OptT(ListT() as inner):
            return when(equal(load(address), NONE), [put("$to", NOTHING)], _extracting(fn, address, inner))
        case SetT(of):
            words = fn.build.layout.set_words(of)
            return [
                put("$to", fn.room(const(words))),
                ("memory.copy", to, address, const(WORD * words)),
            ]
        case ListT(of):
            room = put("$to", fn.room(add(load(address), 1)))
            if isinstance(_bare(of), ListT | SetT):
                return [room, store(to, load(address)), *_each(fn, address, to, of, inward=False)]
            return [room, ("memory.copy", to, address, _bytes(address))]
        case _:
            return [put("$to", load(address))]
