"""Makes functions on lists whose elements may be lists or sets themselves: where something stands in one,
what stands behind that, each element once.
"""

from __future__ import annotations

from ..interpreter.options import element_type
from ..ir import program as ir
from ..ir.types import Type
from .build import Build
from .context import FnContext, scalar
from .distinct import distinct
from .embed import extract
from .encode import Func, Tree
from .equality import equality
from .layout import ROW_ITEMS, WORD
from .marks import shape
from .trees import UNREACHABLE, add, compare, const, equal, get, load, negated, put, store, when
from .walks import InMemory


def once(fn: FnContext, list_: Tree, node: ir.Expr | None, type_: Type | None = None) -> Tree:
    """The elements of a list, each once."""
    if node is not None and distinct(fn.build.world, node):
        return list_
    type_ = node.type if node is not None else type_
    assert type_ is not None
    of = element_type(type_)
    fn.grown += 1
    if scalar(of):
        return ("call", "$each_once", list_)
    return ("call", _once_function(fn.build, of), list_)


def _once_function(build: Build, of: Type) -> str:
    name = f"$each_once{shape(build, of)}"
    if name not in build.made:
        build.made.add(name)
        fn = FnContext(build)
        found = ("call", position_of(build, of), get("$new"), get("$x"))
        body = [
            put("$new", ("call", "$alloc", add(load(get("$list")), 1))),
            store(get("$new"), const(0)),
        ]
        walk = InMemory(fn, get("$list"), None)
        kept = [
            store(get("$new"), add(load(get("$new")), 1)),
            store(add(get("$new"), ("i32.shl", load(get("$new")), const(2))), get("$x")),
        ]
        body += [*walk.setup, *walk.loop("$x", when(compare("lt_s", found, 0), kept)), get("$new")]
        locals_ = [("$new", "i32"), ("$x", "i32"), *fn.locals]
        build.module.add(Func(name, [("$list", "i32")], "i32", locals_, body))
    return name


def position_of(build: Build, of: Type) -> str:
    """The function (list, element) that gives where it first stands in a list, -1: nowhere."""
    name = f"$position_of{shape(build, of)}"
    if name not in build.made:
        build.made.add(name)
        fn = FnContext(build)
        here = load(add(get("$list"), ("i32.shl", get("$at"), const(2))), WORD)
        same = equality(fn, here, of, get("$x"), of)
        loop: list[Tree] = [
            ("if", None, compare("ge_s", get("$at"), load(get("$list"))), [("return", const(-1))]),
            ("if", None, same, [("return", get("$at"))]),
            put("$at", add(get("$at"), 1)),
            ("br", "$next"),
        ]
        body: list[Tree] = [("loop", "$next", None, *loop), UNREACHABLE]
        build.module.add(
            Func(name, [("$list", "i32"), ("$x", "i32")], "i32", [("$at", "i32"), *fn.locals], body)
        )
    return name


def behind(build: Build, of: Type) -> str:
    """The function (list, position, element, number) that gives what stands behind a position of a list; or
    if the number is more than one, what stands there and behind it but for one element.
    """
    name = f"$behind{shape(build, of)}"
    if name not in build.made:
        build.made.add(name)
        fn = FnContext(build)
        item = load(add(get("$list"), ("i32.shl", get("$at"), const(2))), WORD)
        same = equality(fn, item, of, get("$x"), of)
        left_out: Tree = ("i32.and", compare("gt_s", get("$several"), 1), same)
        keep = [
            store(get("$new"), add(load(get("$new")), 1)),
            store(add(get("$new"), ("i32.shl", load(get("$new")), const(2))), item),
        ]
        loop: list[Tree] = [
            ("br_if", "$done", compare("ge_s", get("$at"), load(get("$list")))),
            *when(negated(left_out), keep),
            put("$at", add(get("$at"), 1)),
            ("br", "$next"),
        ]
        body: list[Tree] = [
            put("$new", ("call", "$alloc", add(load(get("$list")), 1))),
            store(get("$new"), const(0)),
            *when(compare("le_s", get("$several"), 1), [put("$at", add(get("$at"), 1))]),
            ("block", "$done", None, ("loop", "$next", None, *loop)),
            get("$new"),
        ]
        params = [("$list", "i32"), ("$at", "i32"), ("$x", "i32"), ("$several", "i32")]
        build.module.add(Func(name, params, "i32", [("$new", "i32"), *fn.locals], body))
    return name


def listed(build: Build, of: Type, bytes_: int) -> str:
    """The function (rows, number) that gives the items of rows as a list."""
    name = f"$listed{shape(build, of)}"
    if name not in build.made:
        build.made.add(name)
        fn = FnContext(build)
        loop: list[Tree] = [
            ("br_if", "$done", equal(get("$at"), get("$count"))),
            store(
                add(get("$new"), ("i32.shl", get("$at"), const(2))),
                extract(fn, add(get("$rows"), ROW_ITEMS), of),
                WORD,
            ),
            put("$rows", add(get("$rows"), bytes_)),
            put("$at", add(get("$at"), 1)),
            ("br", "$next"),
        ]
        body: list[Tree] = [
            put("$new", ("call", "$alloc", add(get("$count"), 1))),
            store(get("$new"), get("$count")),
            ("block", "$done", None, ("loop", "$next", None, *loop)),
            get("$new"),
        ]
        params = [("$rows", "i32"), ("$count", "i32")]
        build.module.add(Func(name, params, "i32", [("$new", "i32"), ("$at", "i32"), *fn.locals], body))
    return name
