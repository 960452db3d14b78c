"""Puts together the module of one world: compiled code, hand-written runtime, tables, exports."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files

from ..ir.world import World
from . import wat
from .build import Build
from .calls import routine_function
from .encode import PAGE, Func, Module, Tree
from .inline import inlined
from .layout import Layout
from .option_marks import add_option_marks
from .routines import add_routines
from .tables import Tables
from .values import add_values
from .worlds import add_worlds

EXPORTS = (
    *("begin", "step", "chance", "set_explicit", "reserve", "release", "playouts", "step_batch"),
    *("determinize", "outlook", "judge"),
    *("search_begin", "search", "search_stopped"),
)
"""The functions that the host calls."""

FOR_TESTS = ("start", "run")
"""Those that it calls for tests in the language."""


def compile_world(world: World, *, tests: bool = False) -> bytes:
    """The module that plays a world; with `tests` it also runs what only tests in the language call. Its
    states lie as `Layout(world)` says.
    """
    return make(world, tests=tests).module.encode()


def make(world: World, *, tests: bool = False, pure: Iterable[int] = ()) -> Build:
    """The module in the form of trees; it exports the functions of these `pure` routines too."""
    layout = Layout(world)
    build = Build(world, layout, Tables(layout.end), Module(), tests=tests)
    add_values(build)
    values = [routine_function(build, number) for number in pure]
    add_worlds(build)
    add_routines(build)
    add_option_marks(build)
    _add_memory(build)
    _add_runtime(build)
    for name in EXPORTS + (FOR_TESTS if tests else ()):
        build.module.export(f"${name}")
    for name in values:
        build.module.export(name)
    module = build.module
    module.functions = inlined(reached(module), [function for _, function in module.exports])
    module.functions = reached(module)
    return build


@lru_cache(maxsize=1)
def _runtime_texts() -> tuple[str, ...]:
    folder = files(__package__) / "runtime"
    found = sorted((part for part in folder.iterdir() if part.name.endswith(".wat")), key=lambda p: p.name)
    return tuple(part.read_text(encoding="utf-8") for part in found)


def _add_runtime(build: Build) -> None:
    constants = build.layout.constants | build.constants
    for text in _runtime_texts():
        read = wat.read(text, constants)
        build.module.add_all(read.functions)
        build.module.globals += read.globals


def _add_memory(build: Build) -> None:
    module, tables = build.module, build.tables
    arena = (tables.end + 7) // 8 * 8
    build.constants["ARENA"] = arena
    module.pages = arena // PAGE + 4
    module.add_data(tables.base, tables.data())
    module.add_global("$arena_base", "i32", arena)
    module.add_global("$arena", "i32", arena)
    module.add_global("$limit", "i32", module.pages * PAGE)


# ---- What is used ------------------------------------------------------------------------------------------


def reached(module: Module) -> list[Func]:
    """The functions that can be called, directly or not, from what is exported, in their order."""
    by_name = {function.name: function for function in module.functions}
    waiting = [function for _, function in module.exports]
    found = set(waiting)
    while waiting:
        function = by_name.get(waiting.pop())
        if function is None:
            continue
        called = set(_called(function.body)) - found
        found |= called
        waiting += called
    return [function for function in module.functions if function.name in found]


def _called(trees: Iterable[Tree]) -> Iterable[str]:
    stack = list(trees)
    while stack:
        tree = stack.pop()
        if tree[0] == "call":
            yield tree[1]
        stack += [part for part in tree if isinstance(part, tuple)]
        for part in tree:
            if isinstance(part, list):
                stack += [inner for inner in part if isinstance(inner, tuple)]
