"""Plays tic-tac-toe from its file beside tic-tac-toe from tables: both surfaces make the same game."""

import random
from pathlib import Path

import pytest

from tafl.dsl.compile import compile_pack
from tafl.interpreter.engine import open_game
from tafl.interpreter.game import Game
from tafl.sim.perft import perft
from tafl.tests.classics import open_classic
from tafl.tests.reference.tables import PERFT


@pytest.fixture(scope="module")
def from_tables(root: Path) -> Game:
    compiled = compile_pack(str(root / "tests" / "corpus" / "tic_tac_toe_tables"))
    assert compiled.findings == ()
    assert compiled.program is not None
    return open_game(compiled.program, 2)


def test_tables_make_as_many_sequences(from_tables: Game) -> None:
    # Some games end with the fifth mark: from depth 6 on the numbers depend on every line.
    assert perft(from_tables, 6) == PERFT["tic_tac_toe"][5]


@pytest.mark.parametrize("seed", range(50))
def test_tables_make_the_same_game_step_by_step(from_tables: Game, seed: int) -> None:
    rng = random.Random(seed)
    one, other = open_classic("tic_tac_toe"), from_tables
    while one.decision is not None:
        assert other.decision is not None
        assert [option.key for option in one.decision.options] == [
            option.key for option in other.decision.options
        ]
        answer = rng.randrange(one.option_count)
        one, other = one.apply(answer), other.apply(answer)
    assert other.result == one.result
