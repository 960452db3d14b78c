"""Makes code that puts frames of routines on the stack. A frame is pushed where the one below it ends."""

from __future__ import annotations

from collections.abc import Sequence

from ..interpreter.errors import DEPTH
from ..ir.types import Int, Type
from . import layout as at
from .build import Build
from .context import FnContext
from .embed import embed
from .encode import Tree
from .graph import graph
from .layout import AskedSoFar, LiveHooks
from .trees import add, compare, const, stop_if, store, sub

FRAME: Tree = ("global.get", "$frame")
"""The address of the topmost frame; 0: there is none."""


def push_routine(fn: FnContext, routine: int, where: Tree, below: Tree, args: Sequence[Tree]) -> list[Tree]:
    """Put a routine that can wait on the stack; `where` and `below` are addresses that are cheap to work
    out.
    """
    placed = fn.build.layout.frames[routine]
    assert placed is not None, "only a routine that waits has a frame"
    wanted(fn.build, routine)
    trees = deeper(fn.build)
    for offset, type_, value in zip(placed.offset, placed.types, args, strict=False):
        assert not isinstance(type_, LiveHooks | AskedSoFar), "no parameter is hidden"
        trees += embed(fn, add(where, offset), value, type_)
    return [*trees, *head(where, routine, below), ("global.set", "$frame", where)]


def head(where: Tree, routine: int, below: Tree) -> list[Tree]:
    """The first words of a frame that has not run yet."""
    return [
        store(where, const(routine), at.FRAME_ROUTINE),
        store(where, const(0), at.FRAME_POINT),
        store(where, below, at.FRAME_BELOW),
    ]


def deeper(build: Build) -> list[Tree]:
    """One more routine is running, where that is counted."""
    if not graph(build.world).counted:
        return []
    depth: Tree = ("global.get", "$depth")
    return [("global.set", "$depth", add(depth, 1)), *stop_if(compare("gt_s", depth, DEPTH))]


def done(build: Build) -> list[Tree]:
    """One routine less is running."""
    if not graph(build.world).counted:
        return []
    return [("global.set", "$depth", sub(("global.get", "$depth"), 1))]


def waits(build: Build, routine: int) -> bool:
    """Whether a routine can wait, and so has a frame."""
    return build.world.program.routines[routine].suspends


def size_of(build: Build, routine: int) -> int:
    """Bytes of the frame of a routine."""
    placed = build.layout.frames[routine]
    assert placed is not None, "only a routine that waits has a frame"
    return at.WORD * placed.words


def result_type(build: Build, routine: int) -> Type | None:
    """What a routine gives, None: nothing."""
    return build.world.program.routines[routine].result


def call_plain(fn: FnContext, routine: int, args: Sequence[Tree]) -> Tree:
    """A call of a routine with effects that cannot wait; it always gives a word."""
    wanted(fn.build, routine)
    result = fn.build.world.program.routines[routine].result
    return fn.call(f"$r{routine}", args, result or Int())


def wanted(build: Build, routine: int) -> None:
    """The function of a routine with effects has to be made."""
    name = f"$s{routine}" if waits(build, routine) else f"$r{routine}"
    if name not in build.made:
        build.made.add(name)
        build.waiting.append(routine)
