"""Makes the functions that tell which options are alike for the seat that chooses, from the pattern in
`group.wat`. See interpreter/alike.py and options.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib.resources import files

from ..interpreter.knowledge import looks
from ..interpreter.names import is_component
from ..ir.program import Act
from ..ir.types import NONE, KindT, ListT, OptT, SetT, Type
from ..ir.world import World
from . import wat
from .build import Build
from .context import FnContext
from .encode import Func, Tree
from .layout import ROW_ITEMS, ROW_LENGTH, ROW_WEIGHT, WORD
from .marks import both, differ, is_some, ordered, same_component, shape, three_way
from .switch import switch
from .trees import add, at, compare, const, equal, get, load, put, rewritten, sub, when

_PARTS = ("$same", "$order", "$less", "$unseen", "$leading")
_PATTERN = ("$group", "$sort_blind", "$comes_before", "$lot", "$sort_rows", "$ranks_before", "$gather")


def of_choice(build: Build, of: Type) -> str:
    """The name that functions for rows of one element of this type end with."""
    return Rows(build, f"_{shape(build, of)}", [(of,)]).made()


def of_action(build: Build) -> str:
    """The name that functions for rows of actions end with."""
    return Rows(build, "_act", [types[1:] for types in build.layout.actions], actions=True).made()


def tables(build: Build) -> dict[str, int]:
    """The tables that the runtime names: by component whether nothing can be like it, what it looks like."""
    world, words = build.world, build.tables.words
    seen = looks(world)
    return {
        "SECRET": words([int(secret) for secret in seen.secret]),
        "LOOK": words(seen.of),
        "LOOKS": max(1, len(seen.all)),
        "ANY_SECRET": int(any(seen.secret)),
    }


def answered(build: Build, items: Tree, number: int) -> Tree:
    """Whether an option of an action, the address of whose items this is, has a parameter of that number:
    step by step it does not have all yet.
    """
    if not _steps(build.world):
        return const(1)
    return compare("gt_s", load(sub(items, ROW_ITEMS), ROW_LENGTH), number)


@lru_cache(maxsize=8)
def _steps(world: World) -> bool:
    """Whether the parameters of an action are asked one after the other somewhere."""
    return any(
        isinstance(statement, Act) and statement.step_by_step
        for points in world.points
        for statement in points.values()
    )


def has_component(build: Build, types: Sequence[Type]) -> bool:
    """Whether components stand in values of these types."""
    return any(is_component(build.world, type_) for type_ in types)


@lru_cache(maxsize=1)
def _pattern_text() -> str:
    return (files(__package__) / "runtime" / "group.wat").read_text(encoding="utf-8")


class Rows:
    """The functions for rows in which values of certain types stand, one tuple of types for each action."""

    def __init__(
        self, build: Build, suffix: str, types: Sequence[Sequence[Type]], *, actions: bool = False
    ) -> None:
        self._build = build
        self._suffix = suffix
        self._types = types
        self._actions = actions

    def made(self) -> str:
        """Make them, unless they are there. Gives what their names end with."""
        name = f"$group{self._suffix}"
        if name not in self._build.made:
            self._build.made.add(name)
            for function in self._pattern():
                self._build.module.add(function)
            self._add("$order", ["$a", "$b", "$eye"], self._ordering(marks=True), const(0))
            same = [("return", equal(("call", f"$order{self._suffix}", *map(get, ("$a", "$b", "$eye"))), 0))]
            self._add("$same", ["$a", "$b", "$eye"], self._sameness() or same, const(1))
            self._add("$compare", ["$a", "$b"], self._ordering(marks=False), const(0))
            less = compare("lt_s", ("call", f"$compare{self._suffix}", get("$a"), get("$b")), 0)
            self._add("$less", ["$a", "$b"], lambda _: [], less)
            self._add("$unseen", ["$a", "$eye"], self._blindness(), const(0))
            leading = three_way(load(get("$a")), load(get("$b"))) if self._actions else []
            self._add("$leading", ["$a", "$b"], lambda _: leading, const(0))
        return self._suffix

    def _pattern(self) -> list[Func]:
        constants = {"ROW_ITEMS": ROW_ITEMS, "ROW_LENGTH": ROW_LENGTH, "ROW_WEIGHT": ROW_WEIGHT}
        names = {name: f"{name}{self._suffix}" for name in (*_PARTS, *_PATTERN)}
        functions = wat.read(_pattern_text(), constants).functions

        def renamed(tree: Tree) -> Tree:
            return ("call", names.get(tree[1], tree[1]), *tree[2:]) if tree[:1] == ("call",) else tree

        return [
            Func(names[f.name], f.params, f.result, f.locals, [rewritten(tree, renamed) for tree in f.body])
            for f in functions
        ]

    def _add(
        self, name: str, params: list[str], body: Callable[[FnContext], list[Tree]] | list[Tree], last: Tree
    ) -> None:
        fn = FnContext(self._build)
        trees = body(fn) if callable(body) else body
        name = f"{name}{self._suffix}"
        self._build.module.add(Func(name, [(p, "i32") for p in params], "i32", fn.locals, [*trees, last]))

    def _items(self, fn: FnContext, item: Callable[[FnContext, int, Type], list[Tree]]) -> list[Tree]:
        """Something for each item of a row; `item` is told where it stands."""
        if not self._actions:
            return item(fn, 0, self._types[0][0])
        cases = {}
        for action, types in enumerate(self._types):
            trees: list[Tree] = []
            offset = WORD
            for number, type_ in enumerate(types, 1):
                asked = answered(self._build, get("$a"), number)
                trees += when(asked, item(fn, offset, type_))
                offset += WORD * self._build.layout.words(type_)
            cases[action] = trees
        if not cases:
            return []
        return switch(fn, load(get("$a")), cases)

    def _ordering(self, *, marks: bool) -> Callable[[FnContext], list[Tree]]:
        def make(fn: FnContext) -> list[Tree]:
            first = three_way(load(get("$a")), load(get("$b"))) if self._actions else []
            return first + self._items(
                fn, lambda fn, offset, type_: ordered(fn, both(offset), type_, marks=marks)
            )

        return make

    def _sameness(self) -> Callable[[FnContext], list[Tree]] | None:
        """Equality without the order of positions, where that is simple: of single components."""
        if not all(
            isinstance(type_, KindT) or not is_component(self._build.world, type_)
            for types in self._types
            for type_ in types
        ):
            return None
        if not any(is_component(self._build.world, type_) for types in self._types for type_ in types):
            return None

        def item(fn: FnContext, offset: int, type_: Type) -> list[Tree]:
            if not is_component(self._build.world, type_):
                return differ(fn, both(offset), type_)
            a, b = (load(side) for side in both(offset))
            alike: Tree = ("call", same_component(self._build), a, b, get("$eye"))
            return [("if", None, ("i32.eqz", alike), [("return", const(0))])]

        def make(fn: FnContext) -> list[Tree]:
            differ = compare("ne", load(get("$a")), load(get("$b")))
            first = when(differ, [("return", const(0))]) if self._actions else []
            return first + self._items(fn, item)

        return make

    def _blindness(self) -> Callable[[FnContext], list[Tree]]:
        def item(fn: FnContext, offset: int, type_: Type) -> list[Tree]:
            return _unseen(fn, add(get("$a"), offset), type_)

        return lambda fn: self._items(fn, item)


def _unseen(fn: FnContext, address: Tree, type_: Type) -> list[Tree]:
    """Return 1 if something in a value is not identified by all of the seats `$eye`."""
    world, layout = fn.build.world, fn.build.layout
    if not is_component(world, type_):
        return []
    match type_:
        case OptT(ListT() | SetT() as inner):
            inside = add(address, WORD) if isinstance(inner, SetT) else address
            return when(compare("ne", load(address), NONE), _unseen(fn, inside, inner))
        case OptT(of):
            return when(is_some(load(address)), _unseen(fn, address, of))
        case ListT(of):
            item, count, top, out = fn.fresh("$a"), fn.fresh("$n"), fn.label("$next"), fn.label("$out")
            return [
                put(item, add(address, WORD)),
                put(count, load(address)),
                (
                    *("block", out, None),
                    (
                        *("loop", top, None),
                        ("br_if", out, ("i32.eqz", get(count))),
                        *_unseen(fn, get(item), of),
                        put(item, add(get(item), WORD * layout.words(of))),
                        put(count, add(get(count), -1)),
                        ("br", top),
                    ),
                ),
            ]
        case SetT(of):
            return _unseen_in_set(fn, address, layout.set_words(of))
        case _:
            known = ("i32.and", at(layout.known, load(address)), get("$eye"))
            return when(compare("ne", known, get("$eye")), [("return", const(1))])


def _unseen_in_set(fn: FnContext, address: Tree, words: int) -> list[Tree]:
    bits, component = fn.fresh("$w"), fn.fresh("$c")
    trees: list[Tree] = []
    for word in range(words):
        top, out = fn.label("$next"), fn.label("$out")
        known = ("i32.and", at(fn.build.layout.known, get(component)), get("$eye"))
        trees += [
            put(bits, load(address, WORD * word)),
            (
                *("block", out, None),
                (
                    *("loop", top, None),
                    ("br_if", out, ("i32.eqz", get(bits))),
                    put(component, add(("i32.ctz", get(bits)), 32 * word)),
                    *when(compare("ne", known, get("$eye")), [("return", const(1))]),
                    put(bits, ("i32.and", get(bits), add(get(bits), -1))),
                    ("br", top),
                ),
            ),
        ]
    return trees
