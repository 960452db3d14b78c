"""Tests what is said of options before they are taken: that it is right, and that it gives nothing away."""

from __future__ import annotations

from random import Random

import pytest

from tafl.interpreter.chance import Generator
from tafl.interpreter.determinize import NoWorld
from tafl.interpreter.engine import Playing, open_game
from tafl.play.changes import changes, fitted
from tafl.play.hints import Hinting
from tafl.play.preview import MANY, Preview
from tafl.tests.shipped import open_shipped, program_of


def played(game: Playing, steps: int, seed: int = 0) -> Playing:
    rng = Random(seed)
    for _ in range(steps):
        if game.to_move is None:
            break
        game = game.apply(rng.randrange(game.option_count))
    return game


def full(players: int, seed: int) -> Playing:
    return open_game(program_of("valkyries"), players, {"mode": "full"}, seed=seed)


@pytest.mark.parametrize("steps", [5, 12, 19, 26, 40])
def test_worlds_that_a_seat_cannot_tell_apart_have_the_same_preview(steps: int) -> None:
    game = played(full(3, steps), steps)
    seat = game.to_move
    if seat is None:
        return
    said = Preview(game).short()
    hints = Hinting(game.program).of(game, seat)
    for number in range(3):
        try:
            other = game.determinized(seat, Generator.of(99, 3, number))
        except NoWorld:
            continue
        assert other.hash() != game.hash()
        assert Preview(other).short() == said
        assert Hinting(game.program).of(other, seat) == hints
        for option in range(game.option_count):
            assert Preview(other).whole(option) == Preview(game).whole(option)


@pytest.mark.parametrize("reference", ["classics:kuhn", "classics:leduc"])
def test_nobody_reads_from_a_preview_who_will_win(reference: str) -> None:
    """Of all that is dealt only what everybody knows would end otherwise is foretold: who folds, loses."""
    for seed in range(25):
        game = played(open_shipped(reference, 2, seed), seed % 4, seed)
        if game.to_move is None:
            continue
        decision = game.decision
        assert decision is not None
        for option, said in zip(decision.options, Preview(game).short(), strict=True):
            assert "fold" in option.key or not any("you " in each for each in said), (option, said)


def test_chance_is_not_foretold() -> None:
    roll, hold = Preview(played(open_shipped("classics:pig", 2, 2), 1)).short()
    assert roll == []
    assert any("score" in each for each in hold)


def test_what_is_foretold_of_an_open_game_happens() -> None:
    game = open_shipped("classics:othello", 2, 1)
    for _ in range(20):
        seat, preview = game.to_move, Preview(game)
        assert seat is not None
        for option in range(game.option_count):
            after = game.apply(option)
            if after.to_move != seat and after.to_move is not None:
                happens = [each.text for each in changes(game.view(seat), after.view(seat))]
                assert preview.whole(option) == happens
        game = played(game, 1)


def test_the_cost_of_a_move_is_told_and_where_a_card_leads() -> None:
    said = []
    game = full(2, 3)
    for step in range(80):
        if game.to_move is None:
            break
        if game.option_count > 1:
            said += [text for each in Preview(game).short() for text in each]
        game = played(game, 1, step)
    assert any(text.startswith("halves ") for text in said)
    assert any(text.startswith("hunter you: ") for text in said)
    assert any(text.startswith("then Where to? ") for text in said)
    assert not any(text.startswith("hand +") for text in said)


def test_many_options_are_tried_only_when_one_is_asked_for() -> None:
    game = open_shipped("classics:hex", 2, 1)
    assert game.option_count > MANY
    preview = Preview(game)
    assert not any(preview.short())
    assert preview.whole(0) == ["stone you: a1"]


def test_texts_are_fitted_with_dots() -> None:
    assert fitted(["one", "two"], 8) == "one; two"
    assert fitted(["one", "two", "three"], 13) == "one; two; ..."
    assert fitted(["a very long text"], 10) == "a very ..."
    assert fitted([], 10) == ""


def test_the_rules_call_the_active_monster_by_its_name() -> None:
    game = played(full(2, 3), 8)
    assert game.to_move is not None
    hints = Hinting(game.program).of(game, game.to_move)
    first = next(
        shown
        for zone in game.view(None)["table"]["zones"]
        if zone["name"] == "omens"
        for shown in zone["components"]
        if shown["face_up"]
    )
    assert hints.facts == (("active monster", first["title"]),)
    assert hints.tracks == {"halves": 12}
    assert hints.quarters
    assert not Hinting(program_of("classics:othello")).of(open_shipped("classics:othello", 2), 0).quarters
