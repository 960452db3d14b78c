"""Makes code that does one of several things by a number."""

from __future__ import annotations

from collections.abc import Mapping

from .context import FnContext
from .encode import Tree
from .trees import UNREACHABLE, at, equal, sub

FEW = 3
"""So many cases are looked at one after the other."""


def switch(fn: FnContext, number: Tree, cases: Mapping[int, list[Tree]]) -> list[Tree]:
    """The case of a number, which must be cheap to work out; another number stops the game, unless there is
    only one case.
    """
    found = sorted(cases)
    if len(found) <= FEW:
        trees = cases[found[-1]] if found else [UNREACHABLE]
        for case in reversed(found[:-1]):
            trees = [("if", None, equal(number, case), cases[case], trees)]
        return trees
    # Cases that do the same have one place.
    bodies: list[list[Tree]] = []
    position: dict[int, int] = {}
    for case in found:
        if cases[case] not in bodies:
            bodies.append(cases[case])
        position[case] = bodies.index(cases[case])
    out = fn.label("$out")
    labels = [fn.label("$case") for _ in bodies]
    trees = [("br_table", [*labels, out], _index(fn, number, position, len(bodies)))]
    for label, body in zip(labels, bodies, strict=True):
        trees = [("block", label, None, *trees), *body, ("br", out)]
    return [("block", out, None, *trees)]


def _index(fn: FnContext, number: Tree, position: Mapping[int, int], other: int) -> Tree:
    low, high = min(position), max(position)
    row = [position.get(n, other) for n in range(low, high + 1)]
    if row == list(range(len(row))):
        return sub(number, low) if low else number
    # An address is never the sum of a negative number and an offset.
    return at(fn.build.tables.words(row), sub(number, low) if low < 0 else number, max(low, 0))
