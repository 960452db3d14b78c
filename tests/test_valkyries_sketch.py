"""Plays the corrected sketch of Valkyries: challenges, equipment and scenarios in one file."""

import random

import pytest

from tafl.dsl.compile import Compiled, compile_pack
from tafl.interpreter.engine import open_game
from tafl.sim.testrun import run_test
from tafl.tests.mutation_report import ROOT


@pytest.fixture(scope="module")
def sketch() -> Compiled:
    return compile_pack(str(ROOT / "tests" / "corpus" / "valkyries_sketch"))


def test_it_checks_and_its_tests_hold(sketch: Compiled) -> None:
    assert [str(each) for each in sketch.findings] == []
    assert [run_test(each.program, each.test) for each in sketch.tests] == [None] * len(sketch.tests)
    assert sketch.tests


@pytest.mark.parametrize("mode", ["basic", "challenge", "full"])
@pytest.mark.parametrize("scenario", [None, "magic_reversal", "night_assault"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_plays_to_the_end(sketch: Compiled, mode: str, scenario: str | None, players: int) -> None:
    assert sketch.program is not None
    chosen = {"mode": mode} | ({"scenario": scenario} if scenario else {})
    game = open_game(sketch.program, players, chosen, seed=players)
    answers = random.Random(players)
    while game.decision is not None:
        game = game.apply(answers.randrange(game.option_count))
    assert game.result is not None
    assert game.result.scores is not None
    assert max(game.result.scores) > 0
