"""Holds every shipped game, for each number of players, against a playthrough written before."""

from pathlib import Path

import pytest

from tafl.tests.playthrough import path_of, playthrough
from tafl.tests.shipped import counts, program_of


@pytest.mark.parametrize(("reference", "players"), counts())
def test_a_game_is_played_as_it_was_before(
    root: Path, reference: str, players: int, update_golden: bool
) -> None:
    path = path_of(root, reference, players)
    played = playthrough(program_of(reference), players)
    if update_golden:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(played, encoding="utf-8")
    assert path.exists(), f"no playthrough of {reference} for {players}: make golden, and read what it writes"
    assert played.splitlines() == path.read_text(encoding="utf-8").splitlines()


def test_no_playthrough_is_left_of_a_game_that_is_gone(root: Path) -> None:
    wanted = {path_of(root, reference, players) for reference, players in counts()}
    assert set((root / "tests" / "golden").rglob("*.txt")) == wanted
