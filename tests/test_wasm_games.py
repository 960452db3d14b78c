"""Plays every shipped game on both engines in step."""

from __future__ import annotations

import re

import pytest

from tafl.interpreter import engine as reference_engine
from tafl.interpreter.state import canonical
from tafl.interpreter.step import Answer, Deed
from tafl.ir.program import ROUND
from tafl.sim.bots import seat_bots
from tafl.sim.plan import game_seed
from tafl.sim.run import play_out
from tafl.tests.in_step import Difference, play_in_step
from tafl.tests.shipped import program_of, references
from tafl.tests.watched import opening
from tafl.wasm import engine
from tafl.wasm.batch import Batch, Playout, playouts
from tafl.wasm.block import decode
from tafl.wasm.engine import open_game
from tafl.wasm.host import Trapped
from tafl.wasm.layout import STATE, Layout
from tafl.wasm.runner import Runner

SEEDS = 4


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("reference", references())
def test_both_engines_play_the_same_game(reference: str, seed: int) -> None:
    program = program_of(reference)
    players, chosen = opening(program, seed)
    assert play_in_step(program, players, chosen, seed=seed, explicit=seed % 2 == 1) > 0


@pytest.mark.parametrize("reference", references())
def test_random_games_in_the_module_are_those_of_the_simulation(reference: str) -> None:
    program = program_of(reference)
    players, chosen = opening(program, 1)
    games = range(3, 9)
    found = list(playouts(program, players, chosen, seed=5, games=games))
    for number, playout in zip(games, found, strict=True):
        own = game_seed(5, number)
        played = play_out(
            reference_engine.open_game(program, players, chosen, own), seat_bots(["random"], players, own)
        )
        assert played.game.result is not None
        assert playout == Playout(played.decisions, played.game.result.outcome), f"game {number} of seed 5"


@pytest.mark.parametrize("reference", references())
def test_games_that_are_stepped_together_go_as_they_go_alone(reference: str) -> None:
    program = program_of(reference)
    players, chosen = opening(program, 0)
    batch = Batch(program, players, chosen, seeds=(1, 2, 3))
    games = [open_game(program, players, chosen, seed) for seed in (1, 2, 3)]
    with pytest.raises(IndexError, match="game 0 has no option 5000"):
        batch.step([5000, 0, 0])
    layout = Layout(games[0].world)
    for step in range(12):
        options = [(step * 7 + n) % max(1, game.option_count) for n, game in enumerate(games)]
        batch.step(options)
        for n, (game, option) in enumerate(zip(games, options, strict=True)):
            if game.to_move is not None:
                games[n] = game.apply(option)
        for n, game in enumerate(games):
            assert (batch.signals[n] == 1) == (game.to_move is not None)
            assert game.to_move in (None, batch.seats[n])
            state = decode(batch.block(n), layout)
            assert canonical(state, game.world) == canonical(game.state, game.world)


def test_the_first_difference_is_told_with_game_seed_and_step(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Runner.after

    def wrong(self: Runner, block: bytes, deed: Deed, *, explicit: bool) -> bytes:
        after = right(self, block, deed, explicit=explicit)
        if deed != Answer(3):
            return after
        changed = bytearray(after)
        changed[self.layout.slot(ROUND)[0] - STATE] += 1
        return bytes(changed)

    monkeypatch.setattr(Runner, "after", wrong)
    program = program_of("classics:tic_tac_toe")
    with pytest.raises(Difference) as caught:
        play_in_step(program, 2, seed=3)
    assert re.fullmatch(
        r"tic_tac_toe, 2 players, {}, seed 3, explicit False, step \d+ after \[.*\]: "
        r"slots is (\d) and (\d) \(at \[2\]\)",
        str(caught.value),
    )


def test_a_step_that_only_the_module_does_not_take_is_an_error_of_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stopped(*_: object, **__: object) -> bytes:
        raise Trapped("wasm trap")

    game = open_game(program_of("classics:tic_tac_toe"), 2)
    monkeypatch.setattr(Runner, "after", stopped)
    with pytest.raises(engine.Disagreement, match="only the module stops"):
        game.apply(0)
