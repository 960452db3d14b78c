"""Plays random games of each shipped game, with what must always hold checked at every decision."""

import pytest

from tafl.interpreter.engine import Playing
from tafl.interpreter.invariants import Broken, check_world
from tafl.tests.shipped import open_shipped, program_of, references
from tafl.tests.watched import opening, play_watched

GAMES = 100
FEWER = {"valkyries:journey": 20, "valkyries:saga": 20, "valkyries:valkyries": 50, "walhalla": 20}
"""Of long games: every number of players with every option, once or twice. The soak plays on."""
CHUNKS = 10


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("reference", references())
def test_random_games_end_and_keep_what_must_hold(reference: str, chunk: int) -> None:
    program = program_of(reference)
    for seed in range(chunk, FEWER.get(reference, GAMES), CHUNKS):
        game = play_watched(program, *opening(program, seed), seed=seed)
        assert game.result is not None
        assert sorted(game.result.ranking)[0] == 1


def test_the_check_catches_a_component_that_is_in_two_places_or_none() -> None:
    game: Playing = open_shipped("valkyries", 2)
    check_world(game.state, game.world)
    zone = next(number for number, lying in enumerate(game.state.zones) if number and lying)
    lying = game.state.zones[zone]
    for broken in (lying + lying[:1], lying[1:]):
        state = game.state.copy()
        state.zones[zone] = broken
        with pytest.raises(Broken):
            check_world(state, game.world)
