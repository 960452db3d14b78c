"""What the parts of the compiler share while they make the module of one world."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..ir.world import World
from .encode import Module
from .layout import Layout
from .tables import Tables


@dataclass(slots=True)
class Build:
    """A module in the making.

    `constants` are numbers that hand-written code names, beside those of the layout. `tests`: the routines of
    tests in the language are compiled too.
    """

    world: World
    layout: Layout
    tables: Tables
    module: Module
    constants: dict[str, int] = field(default_factory=dict)
    tests: bool = False
