"""Compares what stands in options: as it is, or by the marks that it has for the seat that chooses. See
interpreter/alike.py.

Where the interpreter makes marks and compares them, here two components are compared mark by mark, part by
part: what the mark of a component is follows from the state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from ..interpreter.alike import component_slots
from ..interpreter.knowledge import looks
from ..interpreter.names import is_component
from ..ir.types import NONE, ListT, OptT, SetT, Type
from ..ir.world import World
from .build import Build
from .context import FnContext
from .embed import mangled
from .encode import Func, Tree
from .layout import WORD
from .trees import add, at, chosen, compare, const, equal, get, load, put, rewritten, when

Sides = tuple[Tree, Tree]
"""The addresses of what is compared."""


def both(offset: int) -> Sides:
    """What stands there in `$a` and `$b`."""
    return add(get("$a"), offset), add(get("$b"), offset)


def three_way(left: Tree, right: Tree, *, kind: str = "s") -> list[Tree]:
    """Return -1 or 1 unless two words are the same."""
    order = chosen(compare(f"lt_{kind}", left, right), const(-1), const(1))
    return when(compare("ne", left, right), [("return", order)])


# ---- Values by value ---------------------------------------------------------------------------------------


def ordered(fn: FnContext, sides: Sides, type_: Type, *, marks: bool) -> list[Tree]:
    """Return which of two values comes first, by their marks or as they are; go on if neither does."""
    left, right = sides
    match type_:
        case OptT(ListT() | SetT() as inner):
            none = [equal(load(side), NONE) for side in sides]
            both_some = ("i32.eqz", ("i32.or", *none))
            inside = (add(left, WORD), add(right, WORD)) if isinstance(inner, SetT) else sides
            return [
                *three_way(("i32.eqz", none[0]), ("i32.eqz", none[1])),
                *when(both_some, ordered(fn, inside, inner, marks=marks)),
            ]
        case SetT(of):
            words = fn.build.layout.set_words(of)
            trees: list[Tree] = []
            for word in reversed(range(words)):
                trees += three_way(load(left, WORD * word), load(right, WORD * word), kind="u")
            return trees
        case ListT():
            return _lists_ordered(fn, sides, type_, marks=marks)
        case _ if marks and is_component(fn.build.world, type_):
            return _components_ordered(fn, load(left), load(right), type_)
        case _:
            return three_way(load(left), load(right))


def _components_ordered(fn: FnContext, left: Tree, right: Tree, type_: Type) -> list[Tree]:
    result = fn.fresh()
    marks: list[Tree] = [
        put(result, ("call", component_order(fn.build), left, right, get("$eye"))),
        *when(get(result), [("return", get(result))]),
    ]
    if not isinstance(type_, OptT):
        return marks
    some = ("i32.ge_s", ("i32.or", left, right), const(0))
    return [*three_way(is_some(left), is_some(right)), ("if", None, some, marks)]


def is_some(value: Tree) -> Tree:
    """Whether a scalar is not none."""
    return compare("ge_s", value, 0)


def _lists_ordered(fn: FnContext, sides: Sides, type_: ListT, *, marks: bool) -> list[Tree]:
    left, right = sides
    size = WORD * fn.build.layout.words(type_.of)
    a, b, n, m = fn.fresh("$a"), fn.fresh("$b"), fn.fresh("$n"), fn.fresh("$m")
    top, out = fn.label("$next"), fn.label("$out")
    return [
        *(put(name, value) for name, value in ((n, load(left)), (m, load(right)))),
        *(put(name, add(side, WORD)) for name, side in ((a, left), (b, right))),
        (
            *("block", out, None),
            (
                *("loop", top, None),
                ("br_if", out, ("i32.eqz", get(n))),
                ("br_if", out, ("i32.eqz", get(m))),
                *ordered(fn, (get(a), get(b)), type_.of, marks=marks),
                *(put(name, add(get(name), size)) for name in (a, b)),
                *(put(name, add(get(name), -1)) for name in (n, m)),
                ("br", top),
            ),
        ),
        *three_way(get(n), get(m)),
    ]


def differ(fn: FnContext, sides: Sides, type_: Type) -> list[Tree]:
    """Return 0 if two values that are no components are not the same."""
    zero: Tree = ("return", const(0))
    if isinstance(type_, ListT | SetT) or (isinstance(type_, OptT) and isinstance(type_.of, ListT | SetT)):
        trees = ordered(fn, sides, type_, marks=False)
        return [rewritten(tree, lambda each: zero if each[:1] == ("return",) else each) for tree in trees]
    return when(compare("ne", load(sides[0]), load(sides[1])), [zero])


def shape(build: Build, type_: Type) -> str:
    """A name: equal for types whose values are compared alike."""
    inner = type_
    while isinstance(inner, OptT | ListT | SetT):
        inner = inner.of
    return f"{mangled(build, type_)}{'c' if is_component(build.world, inner) else ''}"


# ---- Components --------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _unique(world: World) -> tuple[int, ...]:
    """By component: 1 if nothing can ever be like it."""
    of = [(world.content[c], world.owner[c]) for c in range(world.components)]
    counts = Counter(of)
    return tuple(int(counts[of[c]] == 1 and not looks(world).secret[c]) for c in range(world.components))


def _of(build: Build, values: Sequence[int], component: str) -> Tree:
    return at(build.tables.words(values), get(component))


def _is_seen(build: Build, component: str) -> Tree:
    return equal(("i32.and", at(build.layout.known, get(component)), get("$eye")), get("$eye"))


def _ordered_zone(build: Build, zone: Tree) -> Tree:
    return at(build.tables.words([int(place.ordered) for place in build.world.places]), zone)


def same_component(build: Build) -> str:
    """The function that tells whether two components are alike for an eye."""
    name = "$alike"
    if name not in build.made:
        build.made.add(name)
        world, layout = build.world, build.layout
        no: list[Tree] = [("return", const(0))]
        either_unique = ("i32.or", *(_of(build, _unique(world), c) for c in ("$a", "$b")))
        places = [at(layout.place, get(c)) for c in ("$a", "$b")]
        seen = [_is_seen(build, c) for c in ("$a", "$b")]
        look = [_of(build, looks(world).of, c) for c in ("$a", "$b")]
        blind: Tree = ("if", None, ("i32.eqz", seen[0]), [("return", equal(*look))])
        fn = FnContext(build)
        body: list[Tree] = [
            *when(equal(get("$a"), get("$b")), [("return", const(1))]),
            *when(either_unique, no),
            *when(compare("ne", *places), no),
            *when(_ordered_zone(build, places[0]), no),
            *when(compare("ne", *seen), no),
            *([] if any(world.further) else [blind]),
            ("i32.eqz", ("call", component_order(build), *map(get, ("$a", "$b", "$eye")))),
        ]
        build.module.add(Func(name, [(p, "i32") for p in ("$a", "$b", "$eye")], "i32", fn.locals, body))
    return name


def component_order(build: Build) -> str:
    """The function that gives -1, 0 or 1 for the marks of two components, as they are for an eye.

    A mark is `=` and the component where nothing can be like it; `?`, zone, position, look and further spaces
    where it is not identified; else `=`, content, owner, zone, position, who knows it, face, die, state and
    the variables that name it.
    """
    name = "$mark_order"
    if name not in build.made:
        build.made.add(name)
        world = build.world
        fn = FnContext(build)
        unique = [_of(build, _unique(world), c) for c in ("$a", "$b")]
        blind = ("$blind_a", "$blind_b")
        fn.locals += [(each, "i32") for each in blind]
        content = [_of(build, world.content, c) for c in ("$a", "$b")]
        firsts = [chosen(u, get(c), k) for u, c, k in zip(unique, ("$a", "$b"), content, strict=True)]
        body: list[Tree] = [
            *when(equal(get("$a"), get("$b")), [("return", const(0))]),
            *(
                put(b, ("i32.and", ("i32.eqz", u), ("i32.eqz", _is_seen(build, c))))
                for b, u, c in zip(blind, unique, ("$a", "$b"), strict=True)
            ),
            *three_way(get(blind[0]), get(blind[1])),
            *when(get(blind[0]), _blind_order(build)),
            *three_way(*firsts),
            # The mark of what nothing is like ends here, and what is shorter comes first.
            *three_way(("i32.eqz", unique[0]), ("i32.eqz", unique[1])),
            *_seen_order(fn),
        ]
        body.append(const(0))
        build.module.add(Func(name, [(p, "i32") for p in ("$a", "$b", "$eye")], "i32", fn.locals, body))
    return name


def _place_order(build: Build) -> list[Tree]:
    """By zone and, where it is ordered, by position."""
    places = [at(build.layout.place, get(c)) for c in ("$a", "$b")]
    positions = three_way(*(("call", "$position", get(c)) for c in ("$a", "$b")))
    return [*three_way(*places), *when(_ordered_zone(build, places[0]), positions)]


def _blind_order(build: Build) -> list[Tree]:
    looks_ = [_of(build, looks(build.world).of, c) for c in ("$a", "$b")]
    return [*_place_order(build), *three_way(*looks_), *_further_order(build), ("return", const(0))]


def _further_order(build: Build) -> list[Tree]:
    """By the spaces that they take besides the first; who has fewer of them has none there."""
    trees: list[Tree] = []
    for words in build.layout.further_spaces:
        where = [_of(build, words, c) for c in ("$a", "$b")]
        trees += three_way(*(chosen(address, load(address), const(NONE)) for address in where))
    return trees


def _seen_order(fn: FnContext) -> list[Tree]:
    build = fn.build
    layout, world = build.layout, build.world
    owners = [_of(build, world.owner, c) for c in ("$a", "$b")]
    trees = [*three_way(*owners), *_place_order(build)]
    for part in (layout.known, layout.face, layout.die):
        trees += three_way(*(at(part, get(c)) for c in ("$a", "$b")))
    return [*trees, *_state_order(fn), *_name_order(fn)]


def _state_order(fn: FnContext) -> list[Tree]:
    """By the state variables of the components, which are of one content here."""
    build, world = fn.build, fn.build.world
    trees: list[Tree] = []
    for number, var in enumerate(world.program.state):
        if var.of != "kind" or var.kind is None or world.is_space(var.kind):
            continue
        having = world.members[var.kind] if var.content is None else world.instances[var.content]
        if not having:
            continue
        base, stride = build.layout.slot(number)
        sides = tuple(add(("i32.mul", get(c), const(stride)), base) for c in ("$a", "$b"))
        compared = ordered(fn, (sides[0], sides[1]), var.type, marks=False)
        has = _of(build, [int(c in set(having)) for c in range(world.components)], "$a")
        trees += when(has, compared) if len(having) < world.components else compared
    return trees


def _name_order(fn: FnContext) -> list[Tree]:
    """By the slots of state that name them, ascending: where one is named first and the other one is named
    later or nowhere.
    """
    build, world = fn.build, fn.build.world
    if not component_slots(world):
        return []
    a, b = fn.fresh("$named"), fn.fresh("$named")
    decided = fn.fresh("$first")
    trees: list[Tree] = []
    for number, var in enumerate(world.program.state):
        if not is_component(world, var.type):
            continue
        base, stride = build.layout.slot(number)
        for index in range(world.low[number], world.high[number] + 1):
            address = const(base + index * stride)
            trees += [
                put(a, _names(fn, address, var.type, "$a")),
                put(b, _names(fn, address, var.type, "$b")),
                # Once they differ, it matters whether the other one is named at all after that.
                *when(("i32.and", compare("lt_s", get(decided), 0), get(b)), [("return", const(-1))]),
                *when(("i32.and", compare("gt_s", get(decided), 0), get(a)), [("return", const(1))]),
                *when(
                    ("i32.and", equal(get(decided), 0), compare("ne", get(a), get(b))),
                    [put(decided, ("i32.sub", get(b), get(a)))],
                ),
            ]
    # Who is named somewhere has the longer list then.
    return [put(decided, const(0)), *trees, ("return", ("i32.sub", const(0), get(decided)))]


def _names(fn: FnContext, address: Tree, type_: Type, component: str) -> Tree:
    """Whether what stands at an address names a component."""
    match type_:
        case SetT(of):
            words = fn.build.layout.set_words(of)
            word = load(add(address, ("i32.shl", ("i32.shr_u", get(component), const(5)), const(2))))
            bit: Tree = ("i32.and", ("i32.shr_u", word, ("i32.and", get(component), const(31))), const(1))
            assert words * 32 >= fn.build.world.components, "a set of components has a bit for each"
            return bit
        case OptT(SetT() as inner):
            named = _names(fn, add(address, WORD), inner, component)
            return ("i32.and", compare("ne", load(address), NONE), named)
        case _:
            return equal(load(address), get(component))
