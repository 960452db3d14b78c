"""Plays the games in the docs, and one of hidden cards, on both engines in step."""

from __future__ import annotations

from pathlib import Path

import pytest

from tafl.dsl.compile import compile_packs
from tafl.dsl.pack import Pack
from tafl.tests.games import THIEVES, compiled
from tafl.tests.in_step import play_in_step
from tafl.tests.test_docs import GAMES
from tafl.tests.watched import opening


@pytest.mark.parametrize("place", GAMES)
def test_games_of_the_docs_play_the_same(place: str) -> None:
    program = compile_packs(Pack(Path("docs"), (("game.tafl", GAMES[place].encode()),))).program
    assert program is not None
    for seed in range(4):
        players, chosen = opening(program, seed)
        play_in_step(program, players, chosen, seed=seed, explicit=seed % 2 == 1)


@pytest.mark.parametrize("seed", range(8))
def test_a_game_of_hidden_cards_plays_the_same(seed: int, tmp_path: Path) -> None:
    program = compiled(tmp_path, "thieves", THIEVES)
    assert play_in_step(program, 2 + seed % 2, seed=seed, explicit=seed % 3 == 0) > 10
