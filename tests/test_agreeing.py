"""Tests that tests in the language run on either engine, and that a difference between the two is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tafl.dsl.compile import compile_packs
from tafl.dsl.compiled import CompiledTest
from tafl.dsl.pack import Pack
from tafl.sim.agreeing import run_on_both, runner
from tafl.sim.plan import Refused
from tafl.tests.command import tafl
from tafl.wasm import engine
from tafl.wasm.engine import Disagreement, Running

COUNTS = """
game counts "Counts"
    players 2
table
    state count: int 0..9 = 0
effect grow:
    say "It grows."
    count += 1
play:
    grow
    end game with draw()
test "it grows once"
    given 2 players
    when grow
    then count == 1
test "it grows twice"
    given 2 players
    when grow
    then count == 2
"""


@pytest.fixture(scope="module")
def tests() -> tuple[CompiledTest, ...]:
    compiled = compile_packs(Pack(Path("made"), (("made.tafl", COUNTS.encode()),)))
    assert compiled.program is not None, compiled.findings
    return compiled.tests


def test_a_failure_is_the_same_on_either_engine_and_told_once_on_both(
    tests: tuple[CompiledTest, ...],
) -> None:
    for each, holds in zip(tests, (True, False), strict=True):
        found = [runner(name)(each.program, each.test) for name in ("reference", "wasm", "both")]
        assert (found[0] is None) == holds
        assert found[0] == found[1] == found[2]


def test_engines_that_differ_are_told_apart_by_what_differs(
    tests: tuple[CompiledTest, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = tests[0]
    monkeypatch.setattr(Running, "hash", lambda _: "0")
    state = run_on_both(first.program, first.test)
    assert state is not None
    assert state.message == "the engines differ in the last state"
    assert state.sides[1] == "0"
    monkeypatch.setattr(Running, "log", lambda *_: ["It shrinks."])
    log = run_on_both(first.program, first.test)
    assert log is not None
    assert (log.message, log.sides) == ("the engines differ in the log", ("It grows.", "It shrinks."))


def test_an_engine_that_stops_alone_is_told(
    tests: tuple[CompiledTest, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise Disagreement("only the module stops")

    monkeypatch.setattr(engine, "bare", stop)
    found = run_on_both(tests[0].program, tests[0].test)
    assert found is not None
    assert found.message == "the engines differ: only the module stops"


def test_the_command_runs_tests_on_both_engines() -> None:
    reference = tafl("test", "classics:kuhn")
    assert tafl("test", "classics:kuhn", "--engine", "both") == reference
    assert tafl("test", "classics:kuhn", "--engine", "wasm") == reference
    assert reference.out.endswith(" passed, 0 failed\n")
    wrong = tafl("test", "classics:kuhn", "--engine", "bot")
    assert wrong.code == 2
    assert "there is no engine `bot`; did you mean `both`?" in wrong.err


def test_an_engine_that_cannot_be_loaded_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> None:
        raise Refused(f"{name}: wasmtime is missing")

    monkeypatch.setattr("tafl.sim.agreeing.resolved", refuse)
    done = tafl("test", "classics:kuhn", "--engine", "both")
    assert done.code == 2
    assert "wasmtime is missing" in done.err
