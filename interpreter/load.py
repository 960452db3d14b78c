"""Loads a program for a number of seats: everything in it becomes closures and steps."""

from __future__ import annotations

import sys

from ..ir.program import Program
from ..ir.world import World
from . import flow, library
from .code import Code


def load(program: Program, players: int) -> Code:
    """The program's code; raises ValueError for a number of seats that it is not for. The same program
    gives the same code again.
    """
    for known in _loaded:
        if known.program is program and known.world.players == players:
            return known
    code = fresh(program, players)
    _loaded.append(code)
    del _loaded[:-KEPT]
    return code


KEPT = 8
"""Programs kept loaded: enough for a game at each number of seats, few enough for a long life."""

_loaded: list[Code] = []


STACK = 50_000
"""Frames of Python's own stack: DEPTH routines in each other, each in the deepest expression that the front
end lets pass.
"""


def fresh(program: Program, players: int) -> Code:
    """Code of the program that nobody else has, to be changed; raises ValueError as `load` does."""
    sys.setrecursionlimit(max(STACK, sys.getrecursionlimit()))
    code = Code(World(program, players))
    code.library = library.functions(code.world)
    for routine, compiled in zip(program.routines, code.routines, strict=True):
        flow.build(code, routine, compiled)
    return code
