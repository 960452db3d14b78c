"""Holds that a state is the same after it has been laid out in memory and read back."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tafl.dsl.compile import compile_pack
from tafl.interpreter.engine import Playing, open_game
from tafl.interpreter.state import IN_BODY, Frame, Outcome, State, canonical
from tafl.ir.program import Program
from tafl.ir.types import NONE
from tafl.tests.games import THIEVES, compiled
from tafl.tests.shipped import counts, program_of
from tafl.tests.watched import opening
from tafl.wasm import layout as at
from tafl.wasm.block import decode, encode
from tafl.wasm.layout import STATE, Layout

STEPS = 300


def hold(state: State, layout: Layout) -> int:
    """Raise unless the state survives; the number of bytes that it takes."""
    block = encode(state, layout)
    again = decode(block, layout)
    world = layout.world
    assert canonical(again, world) == canonical(state, world)
    assert again.place == state.place
    assert encode(again, layout) == block
    assert int.from_bytes(block[at.USED - STATE :][:4], "little") == len(block)
    return len(block)


def walk(program: Program, players: int, seed: int, *, explicit: bool) -> int:
    game: Playing = open_game(program, players, opening(program, seed)[1], seed, explicit_chance=explicit)
    layout, random, most = Layout(game.world), Random(seed), 0
    for _ in range(STEPS):
        most = max(most, hold(game.state, layout))
        if game.to_move is None:
            break
        game = game.apply(random.randrange(game.option_count))
    return most


@pytest.mark.parametrize("explicit", [False, True])
@pytest.mark.parametrize(("reference", "players"), counts())
def test_every_state_of_a_random_game_survives(reference: str, players: int, explicit: bool) -> None:
    most = walk(program_of(reference), players, players + explicit, explicit=explicit)
    assert 64 < most < 64_000


def test_states_with_blind_choices_survive(tmp_path: Path) -> None:
    program = compiled(tmp_path, "thieves", THIEVES)
    for seed in range(4):
        walk(program, 2 + seed % 2, seed, explicit=seed < 2)


RICH = """
game rich "Rich"
    players 2..3
enum Sort: small, great
card Card x40
    state sorts: set of Sort
player
    state friends: set of Player
    state rows: set of Space
space Space
board field: grid 7 x 7 of Space
value beside(s: Space, t: Space) -> bool: s.row == t.row and s.column + 1 == t.column
effect meet(p: Player, by n: int) -> int says "{p} meets {n}":
    choose row from [[s, t] for s in Space, t in Space where beside(s, t)] by p:
        for s in row: p.rows += s
    return n + 1
value twice(n: int) -> int: n + n
before meet(p):
    choose n in 1..3 by p: pass
after meet(p):
    may p "Again?": pass
setup:
    for p in players: p.friends += p
play:
    rounds while round < 3:
        turn p in players:
            meet p by twice(2)
            p.friends += p.next
            choose up to 3 cs from Card by p:
                for c in cs: c.sorts += great
    end game with draw()
"""


def test_lists_in_lists_sets_and_calls_with_hooks_survive(tmp_path: Path) -> None:
    path = tmp_path / "rich.tafl"
    path.write_text(RICH, encoding="utf-8")
    found = compile_pack(str(path))
    assert found.program is not None, found.findings
    for seed in range(3):
        game = open_game(found.program, 3, seed=seed)
        layout, random = Layout(game.world), Random(seed)
        kinds = set()
        while game.to_move is not None:
            hold(game.state, layout)
            kinds |= {frame.routine < 0 for frame in game.state.frames}
            game = game.apply(random.randrange(game.option_count))
        assert kinds == {False, True}
        assert {layout.words(var.type) for var in found.program.state} == {1, 2}


def test_a_call_keeps_all_that_it_remembers(tmp_path: Path) -> None:
    path = tmp_path / "rich.tafl"
    path.write_text(RICH, encoding="utf-8")
    program = compile_pack(str(path)).program
    assert program is not None
    game = open_game(program, 2)
    layout, state = Layout(game.world), game.state.copy()
    (call,) = [frame for frame in state.frames if frame.routine < 0]
    place = state.frames.index(call)
    for result in (NONE, 0, 5):
        for used in (0, 1, 2, 3):
            live = ((1, NONE, 0), (0, 3, NONE))
            state.frames[place] = Frame(call.routine, IN_BODY, [call.locals[0], live, used, 1, result, 1])
            hold(state, layout)
    for scores in ((), (3, 4)):
        state.result = Outcome((1, -1), (1, 2), scores)
        hold(state, layout)
