"""Tests on whole games that saves, histories and dealt worlds agree with the game that they are of."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest

from tafl.dsl.compile import compile_pack
from tafl.interpreter.chance import DETERMINIZATION_STREAM, Generator
from tafl.interpreter.engine import Playing, load_game, open_game
from tafl.interpreter.game import CHANCE
from tafl.interpreter.saves import SaveError
from tafl.ir.program import Program
from tafl.tests.games import THIEVES, compiled, opened, shipped_games


@cache
def program_of(reference: str) -> Program:
    found = compile_pack(reference)
    assert found.program is not None, found.findings
    return found.program


@pytest.fixture(params=["thieves", *shipped_games()])
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Program:
    """The game of hidden cards, and each that is shipped."""
    if request.param != "thieves":
        return program_of(request.param)
    return compiled(tmp_path_factory.mktemp("packs"), "thieves", THIEVES)


def looked_at(program: Program, seed: int, looks: int) -> Iterator[tuple[Playing, Random]]:
    """A random game of at most 25 answers, looked at here and there, and where it stops."""
    rng = Random(seed)
    game = opened(program, seed)
    for answer in range(25):
        if game.to_move is None:
            break
        if rng.random() < looks / (answer + 10):
            yield game, rng
        game = game.apply(rng.randrange(game.option_count))
    yield game, rng


def plain(data: Any) -> Any:
    """Through a file and back."""
    return json.loads(json.dumps(data))


def schema(root: Path, name: str) -> Any:
    return json.loads((root / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))


def histories(game: Playing) -> list[object]:
    """All that seats, and everybody, are told of a game."""
    seats = range(game.players)
    return [[game.view(s), game.log(s), game.observation(s)] for s in seats] + [
        game.view(None),
        game.log(None),
    ]


def test_a_save_holds_the_game_its_past_and_its_chance(program: Program, root: Path) -> None:
    for game, rng in looked_at(program, 1, 1):
        data = plain(game.save())
        jsonschema.validate(data, schema(root, "save"))
        loaded = load_game(data, program)
        assert loaded.hash() == game.hash()
        assert histories(loaded) == histories(game)
        assert loaded.answers() == game.answers()
        if game.to_move is not None:
            option = rng.randrange(game.option_count)
            assert loaded.apply(option).hash() == game.apply(option).hash()


def test_answers_given_again_lead_to_the_same_table(program: Program) -> None:
    """As where the rules were edited: the save is of another rules hash."""
    for game, _ in looked_at(program, 2, 1):
        data = plain(game.save())
        data["rules_hash"] = "0" * 64
        again = load_game(data, program)
        assert histories(again) == histories(game)
        assert (again.to_move, again.result) == (game.to_move, game.result)


def test_an_answer_that_is_gone_is_named_and_the_data_left_alone(program: Program) -> None:
    *_, (game, _) = looked_at(program, 3, 0)
    data = plain(game.save())
    data["rules_hash"] = "0" * 64
    place = next(i for i, (seat, _) in enumerate(data["answers"]) if seat != CHANCE)
    data["answers"][place][1] = "conjure(rabbit#1)"
    before = json.dumps(data)
    with pytest.raises(
        SaveError, match=rf"answer {place + 1}, `conjure\(rabbit#1\)` of seat \d, is no longer"
    ):
        load_game(data, program)
    assert json.dumps(data) == before


def test_a_dealt_world_is_seen_and_remembered_like_the_real_one_and_can_be_played(program: Program) -> None:
    for game, rng in looked_at(program, 4, 1):
        for seat in range(game.players):
            dealt = game.determinized(seat, Generator.of(rng.getrandbits(32), DETERMINIZATION_STREAM))
            assert dealt.view(seat) == game.view(seat)
            assert dealt.observation(seat) == game.observation(seat)
            for _ in range(15):
                if dealt.to_move is not None:
                    dealt = dealt.apply(rng.randrange(dealt.option_count))


def test_views_are_what_their_schema_says(program: Program, root: Path) -> None:
    rules = jsonschema.Draft7Validator(schema(root, "view"))
    for game, _ in looked_at(program, 5, 1):
        for seat in (None, *range(game.players)):
            rules.validate(plain(game.view(seat)))


def test_who_answers_for_chance_makes_no_difference_to_what_a_seat_notices(program: Program) -> None:
    rng = Random(6)
    game = opened(program, 6)
    players, seed = game.players, 6
    names = {
        o.name: o.names[o.values.index(v)] for o, v in zip(program.options, game.state.options, strict=True)
    }
    asking = open_game(program, players, names, seed, explicit_chance=True)
    for _ in range(15):
        while asking.to_move == CHANCE:
            asking = asking.chance()
        assert [asking.observation(s) for s in range(players)] == [
            game.observation(s) for s in range(players)
        ]
        if game.to_move is None:
            break
        option = rng.randrange(game.option_count)
        game, asking = game.apply(option), asking.apply(option)


def test_a_history_tells_apart_what_the_seat_answered_and_saw(program: Program) -> None:
    """Two games of other answers or other cards seen have other histories, and the same ones the same."""
    first, twin = opened(program, 7), opened(program, 7)
    seen: dict[str, str] = {}
    for option in range(min(first.option_count, 6)):
        seat = first.to_move
        assert seat is not None
        after = first.apply(option)
        assert after.observation(seat) == twin.apply(option).observation(seat)
        assert after.observation(seat).startswith(first.observation(seat))
        assert after.observation(seat) not in seen
        seen[after.observation(seat)] = after.hash()
