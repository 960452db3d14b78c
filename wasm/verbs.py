"""Turns the verbs that move and turn components, and cannot wait, into calls of the runtime."""

from __future__ import annotations

from ..ir import program as ir
from ..ir.program import Layout
from ..ir.types import KindT, ListT, OptT, Type
from .body import Body
from .build import Build
from .encode import Tree
from .trees import add, chosen, compare, const, get, load, put, when
from .trees import at as word_at

USUAL = -1
"""For `place` and `face`: as things lie where it goes."""

STOPS, FAULTS, ENDS, RESHUFFLES = range(4)
"""What an empty zone does to a draw, as numbers of a table."""

_WHEN_EMPTY = {"stop": STOPS, "fault": FAULTS, "end_game": ENDS, "reshuffle": RESHUFFLES}


def verb(body: Body, node: ir.Move | ir.Draw | ir.Flip | ir.Reveal | ir.Swap | ir.Lay) -> list[Tree]:
    """The code of a verb."""
    match node:
        case ir.Move():
            to, before = body.held(body.value(node.to), "$z")
            ends = (to, const(end_of(node.place)), const(face_of(node.face)))
            return [*before, *_each(body, node.what, "$move", ends)]
        case ir.Flip():
            return _each(body, node.what, "$flip", (const(face_of(node.face)),))
        case ir.Reveal():
            seats = const(everybody(body.build))
            if node.to is not None:
                seats = ("i32.shl", const(1), body.value(node.to))
            to, before = body.held(seats)
            return [*before, *_each(body, node.what, "$sees", (to,))]
        case ir.Swap():
            return _swap(body, node)
        case ir.Lay():
            return _lay(body, node)
        case ir.Draw():
            return _draw(body, node)


def end_of(place: str | None) -> int:
    """How the runtime is told the end of a zone."""
    return USUAL if place is None else int(place == "top")


def face_of(face: str | None) -> int:
    """How the runtime is told a face."""
    return USUAL if face is None else int(face == "up")


def everybody(build: Build) -> int:
    """All seats as a mask."""
    return (1 << build.world.players) - 1


def is_space(build: Build, type_: Type) -> bool:
    """Whether values of this type are spaces."""
    bare = type_.of if isinstance(type_, OptT) else type_
    return isinstance(bare, KindT) and build.world.is_space(bare.kind)


ALL_OF = {"$move": "$move_all", "$flip": "$flip_all", "$sees": "$reveal_all"}
"""The functions that do to a list what others do to one component."""


def _each(body: Body, what: ir.Expr, function: str, more: tuple[Tree, ...]) -> list[Tree]:
    """Do something to a component, or to each of a list."""
    if not isinstance(what.type, ListT):
        body.fn.owe(1)
        return [("call", function, body.value(what), *more)]
    items, before = body.held(body.value(what), "$p")
    charge = body.fn.charge(load(items))
    return [*before, *charge, ("call", ALL_OF[function], items, *more)]


def _swap(body: Body, node: ir.Swap) -> list[Tree]:
    left, right = body.value(node.left), body.value(node.right)
    if not is_space(body.build, node.left.type):
        return [("call", "$swap", left, right)]
    first = body.world.first_space_zone
    return [("call", "$swap_spaces", add(left, first), add(right, first))]


# ---- Layouts -----------------------------------------------------------------------------------------------


def _lay(body: Body, node: ir.Lay) -> list[Tree]:
    """Layouts are tables: see `laid`. The first word is what laying one costs."""
    build = body.build
    layouts = build.tables.words([laid(build, layout) for layout in body.program.layouts])
    table, before = body.held(word_at(layouts, body.value(node.layout)), "$p")
    return [*before, *body.fn.charge(load(table)), ("call", "$lay", table)]


def laid(build: Build, layout: Layout) -> int:
    """The address of a layout as a table: its cost, the number of states and for each its address and value,
    the number of components and for each kind, content, owner (-1: any) and zone.
    """
    world = build.world
    base = world.boards[layout.board].base
    words = [len(layout.states) + len(layout.components), len(layout.states)]
    for state in layout.states:
        first, stride = build.layout.slot(state.var)
        words += [first + stride * (base + state.space), state.value]
    components = [item for item in layout.components if item.owner is None or item.owner < world.players]
    words.append(len(components))
    for item in components:
        content = -1 if item.content is None else item.content
        owner = -1 if item.owner is None else item.owner
        words += [item.kind, content, owner, world.space_zone(base + item.space)]
    return build.tables.words(words)


# ---- Drawing, where nothing is shuffled --------------------------------------------------------------------


def when_empty(build: Build) -> int:
    """The table of what zones do when they are empty."""
    return build.tables.words([_WHEN_EMPTY[place.when_empty] for place in build.world.places])


def _draw(body: Body, node: ir.Draw) -> list[Tree]:
    fn, build = body.fn, body.build
    count, moved, source, to = fn.fresh("$n"), fn.fresh("$n"), fn.fresh("$z"), fn.fresh("$z")
    wanted, before = body.held(body.value(node.count))
    trees = [
        *before,
        put(count, chosen(compare("gt_s", wanted, 0), wanted, const(0))),
        *fn.charge(get(count)),
        *fn.check(),
        put(source, body.value(node.source)),
        put(to, body.value(node.to)),
        put(moved, draw_from(get(source), get(to), get(count), node)),
    ]
    policies = {place.when_empty for place in build.world.places}
    short = compare("lt_s", get(moved), get(count))
    policy = word_at(when_empty(build), get(source))
    empty: list[Tree] = []
    if "fault" in policies:
        empty += [("if", None, ("i32.eq", policy, const(FAULTS)), [("unreachable",)])]
    if "end_game" in policies:
        ends = [("call", "$end_flow"), *body.ended()]
        empty += [("if", None, ("i32.eq", policy, const(ENDS)), ends)]
    trees += when(short, empty) if empty else []
    return trees if node.result is None else [*trees, *fn.scope.put(node.result, get(moved))]


def draw_from(source: Tree, to: Tree, count: Tree, node: ir.Draw) -> Tree:
    """Move so many components from a zone, or what there is; the number moved."""
    return ("call", "$draw_from", source, to, count, const(end_of(node.place)), const(face_of(node.face)))
