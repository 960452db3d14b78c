"""Makes the function that gives an option of the open question its mark, a hash by which a search finds it
again in another world. See interpreter/marks.py, whose numbers these are, and runtime/marks.wat.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..interpreter.alike import unique
from ..interpreter.names import is_component
from ..interpreter.options import element_type
from ..ir.program import Act, Choose, Menu
from ..ir.types import NONE, Int, ListT, OptT, SetT, Type
from ..ir.world import WaitingStmt
from .build import Build
from .context import FnContext
from .encode import Func, Tree
from .frames import FRAME
from .layout import FRAME_POINT, FRAME_ROUTINE, ROW_ITEMS, ROW_LENGTH, SEAT, WORD
from .rows import eye
from .switch import switch
from .trees import NOTHING, add, at, compare, const, equal, get, load, put, when

ROW, HASH = get("$row"), get("$hash")


def add_option_marks(build: Build) -> None:
    """Add `$option_mark(row, mark of the question)`, and the table that the runtime names."""
    build.constants["UNIQUE"] = build.tables.words([int(one) for one in unique(build.world)])
    fn = FnContext(build)
    trees = [put("$hash", fed(load(ROW, ROW_LENGTH))), *_by_question(fn)]
    params = [("$row", "i32"), ("$hash", "i32")]
    locals_ = [("$shape", "i32"), *fn.locals]
    build.module.add(Func("$option_mark", params, "i32", locals_, [*trees, HASH]))


def fed(word: Tree) -> Tree:
    """The hash with one more word."""
    return ("call", "$feed", HASH, word)


def _by_question(fn: FnContext) -> list[Tree]:
    """What is done with an option depends on the statement that asks: those that ask for the same do the
    same.
    """
    world, words = fn.build.world, fn.build.tables.words
    shapes: dict[object, int] = {}
    cases: dict[int, list[Tree]] = {}
    firsts: list[int] = []
    numbers: list[int] = []
    for points in world.points:
        firsts.append(len(numbers))
        for point in range(max(points, default=-1) + 1):
            shape = _shape(points.get(point))
            number = shapes.setdefault(shape, len(shapes))
            if number not in cases:
                cases[number] = _option(fn, points.get(point))
            numbers.append(number)
    first = at(words(firsts), load(FRAME, FRAME_ROUTINE))
    return [
        put("$shape", at(words(numbers), add(first, load(FRAME, FRAME_POINT)))),
        *switch(fn, get("$shape"), cases),
    ]


def _shape(statement: WaitingStmt | None) -> object:
    match statement:
        case Choose(source=source):
            return element_type(source.type)
        case Menu() | Act():
            return type(statement)
        case _:
            return None


def _option(fn: FnContext, statement: WaitingStmt | None) -> list[Tree]:
    match statement:
        case Choose(source=source):
            item = value(fn, add(ROW, ROW_ITEMS), element_type(source.type))
            return when(load(ROW, ROW_LENGTH), item)
        case Menu():
            return value(fn, add(ROW, ROW_ITEMS), Int())
        case Act():
            return when(load(ROW, ROW_LENGTH), _action(fn))
        case _:
            return []


def _action(fn: FnContext) -> list[Tree]:
    """The action, then as many of its parameters as there are."""
    cases = {n: _parameters(fn, types) for n, types in enumerate(fn.build.layout.actions)}
    action = load(ROW, ROW_ITEMS)
    return [put("$hash", fed(action)), put("$shape", action), *switch(fn, get("$shape"), cases)]


def _parameters(fn: FnContext, types: Sequence[Type]) -> list[Tree]:
    out = fn.label("$out")
    trees: list[Tree] = []
    offset = ROW_ITEMS
    for number, type_ in enumerate(types):
        if number:
            trees.append(("br_if", out, compare("le_u", load(ROW, ROW_LENGTH), number)))
            trees += value(fn, add(ROW, offset), type_)
        offset += WORD * fn.build.layout.words(type_)
    return [("block", out, None, *trees)]


# ---- Values by value ---------------------------------------------------------------------------------------


def value(fn: FnContext, address: Tree, type_: Type) -> list[Tree]:
    """Let the value at an address count in `$hash`."""
    match type_:
        case OptT(ListT() | SetT() as inner):
            inside = add(address, WORD) if isinstance(inner, SetT) else address
            none = [put("$hash", fed(NOTHING))]
            return when(equal(load(address), NONE), none, value(fn, inside, inner))
        case ListT(of):
            return _list(fn, address, of)
        case SetT(of):
            return _set(fn, address, of)
        case OptT() if is_component(fn.build.world, type_):
            none = [put("$hash", fed(NOTHING))]
            return when(equal(load(address), NONE), none, [put("$hash", fed(_component(load(address))))])
        case _ if is_component(fn.build.world, type_):
            return [put("$hash", fed(_component(load(address))))]
        case _:
            return [put("$hash", fed(load(address)))]


def _component(component: Tree) -> Tree:
    return ("call", "$component_mark", component, eye(load(const(SEAT))))


def _list(fn: FnContext, address: Tree, of: Type) -> list[Tree]:
    item, left = fn.fresh("$item"), fn.fresh("$left")
    again, out = fn.label("$again"), fn.label("$out")
    return [
        put(left, load(address)),
        put("$hash", fed(get(left))),
        put(item, add(address, WORD)),
        (
            *("block", out, None),
            (
                *("loop", again, None),
                ("br_if", out, ("i32.eqz", get(left))),
                *value(fn, get(item), of),
                put(item, add(get(item), WORD * fn.build.layout.words(of))),
                put(left, add(get(left), -1)),
                ("br", again),
            ),
        ),
    ]


def _set(fn: FnContext, address: Tree, of: Type) -> list[Tree]:
    """The sum of the marks of what is in a set: in whatever order these come."""
    total, bits, bit = fn.fresh("$sum"), fn.fresh("$bits"), fn.fresh("$bit")
    components = is_component(fn.build.world, of)
    mark = _component(get(bit)) if components else ("call", "$feed", const(0), get(bit))
    trees: list[Tree] = [put(total, const(0))]
    for word in range(fn.build.layout.set_words(of)):
        again, out = fn.label("$again"), fn.label("$out")
        body: list[Tree] = [
            ("br_if", out, ("i32.eqz", get(bits))),
            put(bit, add(("i32.ctz", get(bits)), 32 * word)),
            put(bits, ("i32.and", get(bits), add(get(bits), -1))),
            put(total, add(get(total), mark)),
            ("br", again),
        ]
        trees += [
            put(bits, load(address, WORD * word)),
            ("block", out, None, ("loop", again, None, *body)),
        ]
    return [*trees, put("$hash", fed(get(total)))]
