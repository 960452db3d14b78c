"""Lets a test module run on the compiled engine, too: what opens games there opens them on that."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType

import pytest

from tafl.interpreter import engine as interpreter
from tafl.ir import program as ir
from tafl.ir.span import BUILT_IN
from tafl.tests import ir_builder

MODULES = frozenset(
    f"test_interpreter_{part}"
    for part in ("battles", "chance", "contract", "hooks", "past", "questions", "steps", "verbs")
)
"""The modules whose tests run on both engines: those on steps of games that are opened by `ir_builder`."""

_OPENERS = ("bare", "begin", "open_game", "load_game")


def use_compiled(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Open games on the compiled engine, for as long as the monkeypatch lasts."""
    from tafl.wasm import engine

    # A module that is loaded a second time under another name would go unnoticed on the other engine.
    assert getattr(module, "Build", ir_builder.Build) is ir_builder.Build, "import from `tafl.tests`"
    for place in (module, ir_builder):
        for name in _OPENERS:
            if getattr(place, name, None) is getattr(interpreter, name):
                monkeypatch.setattr(place, name, getattr(engine, name))
    built = ir_builder.Build.program
    monkeypatch.setattr(ir_builder.Build, "program", lambda build: _with_tests(built(build)))


def _with_tests(program: ir.Program) -> ir.Program:
    """The program with a test that runs everything that a test can run: else a module leaves that out."""
    runs = tuple(
        ir.RunStep(number, BUILT_IN) for number, routine in enumerate(program.routines) if not routine.params
    )
    tests = tuple(
        ir.Test(
            title="everything",
            players=players,
            options=(),
            scenario=None,
            setup=False,
            layout=None,
            given=None,
            steps=runs,
            at=BUILT_IN,
        )
        for players in range(program.low_players, program.high_players + 1)
    )
    return replace(program, tests=tests)
