"""The past of a game: logs, observations, saves; and how a game is opened."""

import json

import pytest

from tafl.interpreter.chance import BOT_STREAM, DETERMINIZATION_STREAM, Generator
from tafl.interpreter.engine import Playing, bare, begin, load_game, open_game
from tafl.interpreter.game import GameFault
from tafl.interpreter.invariants import check_world
from tafl.interpreter.opening import OptionError, option_values
from tafl.interpreter.saves import SaveError
from tafl.ir import program as ir
from tafl.ir.types import NONE, Bool, EnumT, OptT, ScenarioT
from tafl.tests.card_game import card_game, play
from tafl.tests.ir_builder import (
    INT,
    Build,
    at,
    const,
    over,
)

# ---- The past ----------------------------------------------------------------------------------------------


def test_the_past_is_told_alike_whoever_answers_for_chance() -> None:
    program = card_game().program()
    for seed in range(3):
        by_itself = play(begin(program, 2, (), seed), seed)
        asked = play(begin(program, 2, (), seed, explicit_chance=True), seed)
        for seat in (0, 1):
            assert by_itself.log(seat) == asked.log(seat)
            assert by_itself.observation(seat) == asked.observation(seat)
        assert by_itself.answers() == asked.answers()
        assert len(by_itself.log(0)) > 8


def test_an_observation_does_not_depend_on_when_it_was_asked_for() -> None:
    program = card_game().program()
    looked: list[str] = []
    late = play(begin(program, 2, (), 3), 3)
    early = play(begin(program, 2, (), 3), 3, lambda game: looked.append(game.observation(0)))
    assert early.observation(0) == late.observation(0)
    assert all(early.observation(0).startswith(text) for text in looked)


def test_hidden_cards_are_not_in_what_a_seat_gets() -> None:
    game = card_game().open(seed=4)
    own = {name for name in ("plain", "magic") if name in json.dumps(game.view(0)["seats"][0])}
    assert own
    assert "magic" not in json.dumps(game.view(1)["seats"][0])
    assert "plain" not in json.dumps(game.view(1)["seats"][0])


def test_worlds_that_a_seat_cannot_tell_apart() -> None:
    generator = Generator.of(9, DETERMINIZATION_STREAM)

    def watch(game: Playing) -> None:
        for seat in (0, 1):
            other = game.determinized(seat, generator)
            check_world(other.state, other.world)
            assert other.view(seat) == game.view(seat)
            assert other.observation(seat) == game.observation(seat)
            assert other.to_move == game.to_move

    for seed in range(3):
        play(card_game().open(seed=seed), seed, watch)


# ---- Saves -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_save_of_every_decision_goes_on_to_the_same_end(seed: int) -> None:
    program = card_game().program()
    saved: list[tuple[str, str]] = []

    def save(game: Playing) -> None:
        saved.append((json.dumps(game.save()), game.hash()))

    final = play(begin(program, 2, (), seed), seed, save)
    bot = Generator.of(seed, BOT_STREAM)
    for data, hash_ in saved:
        loaded = load_game(json.loads(data), program)
        assert loaded.hash() == hash_
        count = loaded.option_count
        ahead = Generator(bot.rng)
        while loaded.to_move is not None:
            loaded = loaded.apply(ahead.below(loaded.option_count))
        assert loaded.hash() == final.hash()
        assert loaded.log(0) == final.log(0)
        assert loaded.observation(1) == final.observation(1)
        bot.below(count)


def test_a_save_whose_answers_do_not_fit_its_state_is_refused() -> None:
    game = card_game().open()
    data = json.loads(json.dumps(game.apply(0).save()))
    data["state"] = json.loads(json.dumps(game.save()))["state"]
    with pytest.raises(SaveError, match="do not lead to its state"):
        load_game(data, game.program)


# ---- Opening -----------------------------------------------------------------------------------------------


def option_program() -> ir.Program:
    build = Build((2, 3))
    build.enums.append(ir.Enum("Mode", ("basic", "full"), ("", ""), at()))
    build.options += [
        ir.GameOption("mode", "", EnumT(0), 0, (0, 1), ("basic", "full"), at()),
        ir.GameOption("fast", "", Bool(), None, (0, 1), ("false", "true"), at()),
        ir.GameOption("scenario", "", OptT(ScenarioT()), NONE, (NONE, 0), ("none", "night"), at()),
    ]
    build.scenarios.append(ir.Scenario("night", "", "", "", ((0, 1), (1, 0)), at()))
    build.flow("play", over(0, 0))
    return build.program()


def test_options_are_chosen_or_set_by_the_scenario_or_usual() -> None:
    program = option_program()
    assert option_values(program, {"fast": "true"}) == (0, 1, NONE)
    assert option_values(program, {"fast": "false", "mode": "full"}) == (1, 0, NONE)
    assert option_values(program, {"scenario": "night"}) == (1, 0, 0)


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({}, "`fast` has to be chosen: one of false, true"),
        ({"fats": "true"}, r"no option `fats` \(did you mean `fast`\?\)"),
        ({"fast": "true", "mode": "ful"}, r"cannot be `ful` \(did you mean `full`\?\): one of basic, full"),
        ({"scenario": "night", "mode": "basic"}, "this scenario is played with `mode: full`"),
    ],
)
def test_options_that_cannot_be(chosen: dict[str, str], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        open_game(option_program(), 2, chosen)


def test_a_game_is_for_its_number_of_seats() -> None:
    with pytest.raises(ValueError, match="for 2 to 3 players, not 4"):
        bare(option_program(), 4, (0, 0, NONE))


def test_a_default_that_faults_is_a_fault_of_the_opening() -> None:
    build = Build()
    broken = ir.Unwrap(const(NONE, OptT(INT)), INT, at())
    build.states.append(ir.StateVar("bad", "table", None, None, INT, build.expression(broken), False, at()))
    with pytest.raises(GameFault, match="there is none"):
        build.bare()
