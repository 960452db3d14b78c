"""Turns constants of the IR into words: numbers, and addresses of lists and sets in the tables."""

from __future__ import annotations

from ..ir.types import NONE, ListT, OptT, SetT, Type
from .build import Build
from .context import bare


def constant(build: Build, value: object, type_: Type) -> int:
    """The word that a constant is: a number, or the address of a list or set in the tables."""
    if value == NONE and isinstance(type_, OptT):
        return NONE
    match bare(type_), value:
        case SetT(element), int(mask):
            return build.tables.mask(mask, build.layout.set_words(element))
        case ListT(element), tuple(items):
            return build.tables.words((len(items), *(constant(build, item, element) for item in items)))
        case _, tuple(items):
            return build.tables.constant(items)
        case _, int(number):
            return number
        case _:
            raise AssertionError(f"no constant is {value}")
