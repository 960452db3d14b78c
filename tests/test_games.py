"""Runs every test that stands in a shipped pack, on both engines; holds that packs have no findings."""

import pytest

from tafl.sim.agreeing import run_on_both
from tafl.sim.testrun import describe
from tafl.tests.shipped import compiled, references


@pytest.mark.parametrize("reference", references())
def test_a_shipped_game_has_no_findings(reference: str) -> None:
    found = compiled(reference)
    assert [str(each.span) + ": " + each.message for each in found.findings] == []
    assert found.program is not None
    assert found.tests, "a game has tests"


@pytest.mark.parametrize("reference", references())
def test_what_a_shipped_game_says_of_itself_holds_on_both_engines(reference: str) -> None:
    # All of a game together: what takes long is to compile it, and that is kept from test to test.
    tests = compiled(reference).tests
    failures = [(each.test.title, run_on_both(each.program, each.test)) for each in tests]
    assert [f"{title}: {describe(failure)}" for title, failure in failures if failure is not None] == []
