"""Checks the classics, one by one."""

import pytest

from tafl.dsl.compile import Compiled, compile_pack

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
