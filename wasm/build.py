"""What the parts of the compiler share while they make the module of one world."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..ir.world import World
from .encode import Module
from .layout import Layout
from .tables import Tables

if TYPE_CHECKING:
    from .context import Compiler


@dataclass(slots=True)
class Build:
    """A module in the making.

    `constants` are numbers that hand-written code names, beside those of the layout. `tests`: the routines of
    tests in the language are compiled too. `made` are the functions that were asked for so far; `quiet` those
    of them that make no lists. `waiting` are routines with effects that are called and whose functions are
    still to be made. `compiler` turns expressions into code.
    """

    world: World
    layout: Layout
    tables: Tables
    module: Module
    constants: dict[str, int] = field(default_factory=dict)
    tests: bool = False
    made: set[str] = field(default_factory=set)
    quiet: set[str] = field(default_factory=set)
    waiting: list[int] = field(default_factory=list)
    compiler: Compiler | None = None
