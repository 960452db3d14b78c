"""Runs a test that is written in the language on one engine, or on both, which have to agree."""

from __future__ import annotations

from collections.abc import Callable

from ..ir.program import Program, Test
from .plan import REFERENCE, WASM, resolved
from .testrun import Failure, Ran, run_test, run_whole

BOTH = "both"
ENGINES = (REFERENCE, WASM, BOTH)
"""What tests can be run on."""


def runner(engine: str) -> Callable[[Program, Test], Failure | None]:
    """What runs a test on one of `ENGINES`. Raises plan.Refused where the compiled one cannot be loaded."""
    if engine == REFERENCE:
        return run_test
    resolved(WASM)
    return run_on_both if engine == BOTH else _run_compiled


def _run_compiled(program: Program, test: Test) -> Failure | None:
    # Loaded only here: who tests on the interpreter needs no compiler.
    from ..wasm.engine import bare

    return run_test(program, test, bare)


def run_on_both(program: Program, test: Test) -> Failure | None:
    """Run a test on both engines: it fails where it fails, and where they differ in how it goes, in the log,
    or in the last state.
    """
    from ..wasm.engine import Disagreement, bare

    first = run_whole(program, test)
    try:
        second = run_whole(program, test, bare)
    except Disagreement as problem:
        return Failure(test.at, f"the engines differ: {problem}", (), first.log)
    if first == second:
        return first.failure
    return Failure(test.at, f"the engines differ in {_what(first, second)}", _sides(first, second), first.log)


def _what(first: Ran, second: Ran) -> str:
    """Where they differ first (left: the interpreter, right: the compiled engine)."""
    if first.failure != second.failure:
        return "how it goes"
    return "the log" if first.log != second.log else "the last state"


def _sides(first: Ran, second: Ran) -> tuple[str, str]:
    if first.failure != second.failure:
        return _told(first.failure), _told(second.failure)
    if first.log != second.log:
        return " / ".join(first.log), " / ".join(second.log)
    return first.hash, second.hash


def _told(failure: Failure | None) -> str:
    if failure is None:
        return "it holds"
    return " ".join([f"{failure.at}: {failure.message}", *failure.sides])
