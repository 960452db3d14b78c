"""Tests that nothing another seat gets tells what was laid at the end of a raid of Walhalla."""

from random import Random

import pytest

from tafl.interpreter.engine import Playing
from tafl.interpreter.game import CHANCE
from tafl.interpreter.together import opened
from tafl.tests.shipped import program_of
from tafl.tests.test_together import course
from tafl.wasm.engine import open_game


def at_the_laying(seed: int, raid: int) -> Playing:
    """A random game of three at the first question of the end of a raid, where somebody has cards to lay."""
    rng = Random(seed)
    game: Playing = open_game(program_of("walhalla"), 3, seed=seed)
    blocks, inside = 0, False
    while game.to_move is not None:
        was, inside = inside, opened(game.state, game.world) is not None
        blocks += inside and not was
        if blocks == raid:
            return game
        game = game.chance() if game.to_move == CHANCE else game.apply(rng.randrange(game.option_count))
    raise AssertionError("every raid of this game ends with cards in somebody's hand")


@pytest.mark.parametrize("raid", [1, 3])
def test_nobody_learns_what_others_lay_before_all_have(raid: int) -> None:
    game = at_the_laying(seed=4, raid=raid)
    for seat in range(3):
        one, other = [list(course(game, seat, Random(raid), Random(others))) for others in range(2)]
        assert one
        assert one == other


def test_games_differ_by_what_was_laid() -> None:
    """The test of the test: as soon as the cards are revealed, others get something else."""
    game = at_the_laying(seed=4, raid=1)
    revealed = set()
    for number in range(6):
        rng, after = Random(number), game
        while opened(after.state, after.world) is not None:
            after = after.apply(rng.randrange(after.option_count))
        revealed.add(str(after.log(None)))
    assert len(revealed) > 1
