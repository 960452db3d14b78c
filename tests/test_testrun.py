"""Tests the tests in the language where the game stops: what fails them, and what they may expect."""

from pathlib import Path

from tafl.dsl.compile import compile_packs
from tafl.dsl.pack import Pack
from tafl.sim.testrun import run_test

STOPS = """
game lots "Lots"
    players 2
table
    state lot: int 1..2 = 1
play:
    pick 1 at random from [1, 2, 3] as drawn
    if drawn.only == 3: fault "three is too many"
    lot = 2
    end game with draw()
test "a lot that is too great"
    given 2 players
    when play
    when chance chooses 3
    then lot == 1
test "a lot that is too great is expected"
    given 2 players
    when play
    when chance chooses 3
    expect fault
"""


def failures(text: str) -> list[str]:
    found = compile_packs(Pack(Path("pack"), (("test.tafl", text.encode()),)))
    assert found.program is not None, found.findings
    ran = [run_test(each.program, each.test) for each in found.tests]
    return ["" if each is None else each.message for each in ran]


def test_a_game_that_stops_fails_the_test_unless_that_is_expected() -> None:
    answered, expected = failures(STOPS)
    assert answered.startswith("the game stops: ")
    assert expected == ""


def test_chance_that_the_test_leaves_to_itself_may_stop_the_game() -> None:
    """The next step is not even tried; and where a fault is expected, that is it."""
    game = STOPS[: STOPS.index("test ")].replace("[1, 2, 3]", "[lot + 2, lot + 2]")
    unanswered = 'test "t"\n    given 2 players\n    when play\n    {}\n'
    assert failures(game + unanswered.format("then lot == 1"))[0].startswith("the game stops: ")
    assert failures(game + unanswered.format("expect fault")) == [""]
