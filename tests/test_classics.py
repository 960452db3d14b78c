"""Checks the classics, and runs the tests that stand beside their rules."""

import pytest

from tafl.dsl.compile import Compiled, compile_pack
from tafl.sim.testrun import describe, run_test

GAMES = (
    "brandubh",
    "breakthrough",
    "connect_four",
    "hearts",
    "hex",
    "kuhn",
    "leduc",
    "othello",
    "pig",
    "tic_tac_toe",
)


@pytest.fixture(scope="module", params=GAMES)
def compiled(request: pytest.FixtureRequest) -> Compiled:
    return compile_pack("classics", game=request.param)


def test_no_finding_and_nothing_allowed(compiled: Compiled) -> None:
    assert (compiled.findings, compiled.allowed) == ((), ())


def test_the_rules_do_what_their_tests_say(compiled: Compiled) -> None:
    assert compiled.tests
    failures = [run_test(each.program, each.test) for each in compiled.tests]
    assert "\n".join(describe(failure) for failure in failures if failure) == ""
