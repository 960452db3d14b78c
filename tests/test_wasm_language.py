"""Plays the games in the suites of the language, in the docs and of hidden cards on both engines in step."""

from __future__ import annotations

from pathlib import Path

import pytest

from tafl.dsl.compile import compile_packs
from tafl.dsl.pack import Pack
from tafl.interpreter.opening import OptionError
from tafl.tests.games import THIEVES, compiled
from tafl.tests.in_step import play_in_step
from tafl.tests.language_suite import Case, cases
from tafl.tests.test_docs import GAMES
from tafl.tests.watched import opening

SUITES = sorted((Path(__file__).parent / "language").glob("*.md"))
STEPS = 60


def played(case: Case) -> bool:
    """Whether something is played there."""
    return any("play:" in text or "setup:" in text for text in case.files.values())


def hold(files: dict[str, str]) -> None:
    listed = tuple((name, text.encode()) for name, text in files.items())
    program = compile_packs(Pack(Path("suite"), listed)).program
    if program is None:
        return
    for seed in range(2):
        players, chosen = opening(program, seed)
        try:
            play_in_step(program, players, chosen, seed=seed, explicit=seed == 1, steps=STEPS)
        except OptionError:
            # Something has to be chosen that has no name here.
            return


@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.stem)
def test_games_of_the_suites_play_the_same(suite: Path) -> None:
    for case in filter(played, cases(suite)):
        try:
            hold(case.sources())
        except AssertionError as difference:
            difference.add_note(case.id)
            raise


@pytest.mark.parametrize("place", GAMES)
def test_games_of_the_docs_play_the_same(place: str) -> None:
    hold({"game.tafl": GAMES[place]})


@pytest.mark.parametrize("seed", range(8))
def test_a_game_of_hidden_cards_plays_the_same(seed: int, tmp_path: Path) -> None:
    program = compiled(tmp_path, "thieves", THIEVES)
    assert play_in_step(program, 2 + seed % 2, seed=seed, explicit=seed % 3 == 0) > 10
