"""Puts small functions, and those that are called from one place only, where they are called: calls cost more
than what many of them do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .encode import Func, Tree

SMALL = 45
"""A function of so few instructions is put wherever it is called."""

ONCE = 120
"""A greater one only if it is called from one place."""

MOST = 12_000
"""Nothing is put into a function that has become so great."""

RARE = frozenset(("$grow", "$more_rows", "$mark_order", "$decide", "$rank", "$clear_table"))
"""What is rarely called stays apart, so that what calls it stays small."""


def inlined(functions: Iterable[Func], called_from_outside: Iterable[str]) -> list[Func]:
    """The functions, in their order, with calls replaced by what is called. What nobody calls any more is
    still there.
    """
    work = _Inlining(functions, called_from_outside)
    return [work.done(function.name) for function in functions]


class _Inlining:
    def __init__(self, functions: Iterable[Func], called_from_outside: Iterable[str]) -> None:
        self._functions = {function.name: function for function in functions}
        self._roots = frozenset(called_from_outside)
        self._calls = {name: Counter(_calls(f.body)) for name, f in self._functions.items()}
        self._sites: Counter[str] = sum(self._calls.values(), Counter())
        self._done: dict[str, Func] = {}
        self._sizes: dict[str, int] = {}
        self._open: list[str] = []
        self._recursive: set[str] = set()

    def done(self, name: str) -> Func:
        """A function with what it calls put into it, which is done before."""
        if name in self._done:
            return self._done[name]
        self._open.append(name)
        for called in self._calls[name]:
            if called in self._open:
                self._recursive.update(self._open[self._open.index(called) :])
            elif called in self._functions:
                self.done(called)
        self._open.pop()
        function = self._done[name] = self._filled(self._functions[name])
        self._sizes[name] = sum(map(_size, function.body))
        return function

    def _filled(self, function: Func) -> Func:
        filler = _Filler(function, self._fits)
        body = [filler.tree(tree) for tree in function.body]
        return Func(function.name, function.params, function.result, [*function.locals, *filler.locals], body)

    def _fits(self, name: str, room: int) -> Func | None:
        """The function, if it is to be put where it is called."""
        if name in self._recursive or name in self._open or name in RARE or name not in self._done:
            return None
        size = self._sizes[name]
        once = self._sites[name] == 1 and name not in self._roots
        return self._done[name] if size <= min(ONCE if once else SMALL, room) else None


class _Filler:
    """One function, into which others are put."""

    def __init__(self, function: Func, fits: Callable[[str, int], Func | None]) -> None:
        self.locals: list[tuple[str, str]] = []
        self._fits = fits
        self._count = 0
        self._size = sum(map(_size, function.body))

    def tree(self, tree: Tree) -> Tree:
        """An instruction, with calls in it replaced."""
        if tree[0] != "call":
            return tuple(self._part(part) for part in tree)
        args = [self.tree(arg) for arg in tree[2:]]
        function = self._fits(tree[1], MOST - self._size)
        if function is None:
            return ("call", tree[1], *args)
        self._size += sum(map(_size, function.body))
        return self._put(function, args)

    def _part(self, part: Any) -> Any:
        if isinstance(part, tuple):
            return self.tree(part)
        if isinstance(part, list):
            return [self._part(inner) for inner in part]
        return part

    def _put(self, function: Func, args: list[Tree]) -> Tree:
        self._count += 1
        label, names = f"$in{self._count}", dict[str, Tree]()
        changed = set(_set(function.body))
        before: list[Tree] = []
        for (param, type_), arg in zip(function.params, args, strict=True):
            if param not in changed and arg[0] in ("local.get", "i32.const", "i64.const", "f64.const"):
                names[param] = arg
            else:
                before.append(("local.set", self._fresh(param, type_, names), arg))
        for local, type_ in function.locals:
            # What runs again begins anew.
            name = self._fresh(local, type_, names)
            before.append(("local.set", name, (f"{type_}.const", 0)))
        body = [_renamed(tree, names, label) for tree in function.body]
        return ("block", label, function.result, *before, *body)

    def _fresh(self, name: str, type_: str, names: dict[str, Tree]) -> str:
        own = f"{name}.{self._count}"
        self.locals.append((own, type_))
        names[name] = ("local.get", own)
        return own


def _renamed(tree: Any, names: dict[str, Tree], label: str) -> Any:
    if isinstance(tree, list):
        return [_renamed(part, names, label) for part in tree]
    if not isinstance(tree, tuple):
        return tree
    match tree[0]:
        case "local.get":
            return names[tree[1]]
        case "local.set" | "local.tee":
            return (tree[0], names[tree[1]][1], _renamed(tree[2], names, label))
        case "return":
            return ("br", label, *(_renamed(part, names, label) for part in tree[1:]))
        case _:
            return tuple(_renamed(part, names, label) for part in tree)


def _parts(tree: Any) -> Iterator[Tree]:
    for part in tree:
        if isinstance(part, tuple):
            yield part
        elif isinstance(part, list):
            yield from _parts(part)


def _size(tree: Tree) -> int:
    return 1 + sum(map(_size, _parts(tree)))


def _calls(trees: Iterable[Tree]) -> Iterator[str]:
    for tree in _parts(trees):
        if tree[0] == "call":
            yield tree[1]
        yield from _calls(tree)


def _set(trees: Iterable[Tree]) -> Iterator[str]:
    for tree in _parts(trees):
        if tree[0] in ("local.set", "local.tee"):
            yield tree[1]
        yield from _set(tree)
