"""Holds every shipped game, for each number of players and listed options, against an older playthrough."""

from pathlib import Path

import pytest

from tafl.tests.playthrough import Played, all_played, playthrough
from tafl.tests.shipped import program_of

PLAYED = all_played(Path(__file__).resolve().parents[1])


@pytest.mark.parametrize("played", PLAYED, ids=str)
def test_a_game_is_played_as_it_was_before(root: Path, played: Played, update_golden: bool) -> None:
    path = played.path(root)
    text = playthrough(program_of(played.reference), played)
    if update_golden:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.exists(), f"no playthrough {path.name}: make golden, and read what it writes"
    assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()


def test_no_playthrough_is_left_of_a_game_that_is_gone(root: Path) -> None:
    assert set((root / "tests" / "golden").rglob("*.txt")) == {each.path(root) for each in PLAYED}
