"""Runs every test that stands in a shipped pack, and holds that the packs are without findings."""

import pytest

from tafl.sim.testrun import describe, run_test
from tafl.tests.shipped import compiled, references

TESTS = [
    pytest.param(reference, position, id=f"{reference}: {each.test.title}")
    for reference in references()
    for position, each in enumerate(compiled(reference).tests)
]


@pytest.mark.parametrize("reference", references())
def test_a_shipped_game_has_no_findings(reference: str) -> None:
    found = compiled(reference)
    assert [str(each.span) + ": " + each.message for each in found.findings] == []
    assert found.program is not None
    assert found.tests, "a game has tests"


@pytest.mark.parametrize(("reference", "position"), TESTS)
def test_in_the_language(reference: str, position: int) -> None:
    each = compiled(reference).tests[position]
    failure = run_test(each.program, each.test)
    assert failure is None, describe(failure)
