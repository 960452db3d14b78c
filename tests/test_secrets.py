"""Tests contract point 5 on whole games: whatever a seat cannot see, it gets the same views, questions, log
lines and history.

Every shipped game with something hidden is played at random, and each step is taken again in worlds that a
seat cannot tell apart.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from unittest import mock

import pytest

from tafl.dsl.compile import compile_pack
from tafl.interpreter import names
from tafl.interpreter.engine import Playing, open_game
from tafl.ir.program import Program
from tafl.ir.world import World
from tafl.tests.games import THIEVES, compiled, opened, shipped_games
from tafl.tests.indistinguishable import Leak, assert_indistinguishable, assert_keeps_secrets


def hides_something(program: Program) -> bool:
    return any(zone.visibility != "open" for zone in program.zones)


def play_several(program: Program, games: int) -> int:
    """Random games for two, every step taken again."""
    return sum(
        assert_keeps_secrets(open_game(program, 2, seed=seed), Random(seed), worlds=4)
        for seed in range(games)
    )


# ---- The test of the test
# ------------------------------------------------------------------------------------


def test_a_game_of_hidden_hands_piles_and_bags_keeps_its_secrets(tmp_path: Path) -> None:
    program = compiled(tmp_path, "thieves", THIEVES)
    compared = 0
    for seed in range(6):
        compared += assert_keeps_secrets(open_game(program, 2 + seed % 2, seed=seed), Random(seed))
    assert compared > 200


LEAKS = {
    "a number in open state": "    if any(c in p.hand where c is ace): marks += 1\n",
    "the log": '    if any(c in p.hand where c is ace): say "There is an ace"\n',
    "what an open pile holds": "    if any(c in p.hand where c is ace): draw 1 from deck to shown\n",
    "who is asked": '    if any(c in p.hand where c is ace):\n        may p.next "Well?": marks += 1\n',
    "the order of numbers": "    draw 1 from p.next.hand to p.hand\n",
}


@pytest.mark.parametrize("leak", LEAKS)
def test_rules_that_give_away_what_is_hidden_are_found(tmp_path: Path, leak: str) -> None:
    """Case 28 and its kin: open state, the log, an open pile, a question that depend on a hand; and a card
    taken by its number.
    """
    rules = f"""
effect happens(to p: Player):
{LEAKS[leak]}
play:
    repeat 4:
        turn p in players:
            choose by p "Go on?":
                option go "Go":
                    happens to p
    rank p in players by p.hand.count
"""
    program = compiled(tmp_path, "leaky", rules)
    with pytest.raises(Leak):
        play_several(program, 20)


def test_an_engine_that_shows_too_much_is_found(tmp_path: Path) -> None:
    """A planted leak: unidentified components get their own names in keys."""
    program = compiled(tmp_path, "thieves", THIEVES)

    def key(world: World, component: int, zone: int, position: int) -> str:
        del zone, position
        return names.component_key(world, component)

    with mock.patch.object(names, "hidden_key", key), pytest.raises(Leak):
        play_several(program, 10)


def test_an_engine_that_orders_options_by_number_is_found(tmp_path: Path) -> None:
    """A planted leak: what a seat takes unseen is the lowest number, and not what chance decides."""
    program = compiled(tmp_path, "thieves", THIEVES)

    def first(*args: object) -> tuple[object, ...]:
        return (args[3],)

    with mock.patch("tafl.interpreter.act.lot", first), pytest.raises(Leak):
        play_several(program, 10)


# ---- Shipped games
# -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reference", shipped_games())
def test_a_shipped_game_keeps_its_secrets(reference: str) -> None:
    found = compile_pack(reference)
    assert found.program is not None, found.findings
    if not hides_something(found.program):
        assert reference not in ("classics:kuhn", "classics:leduc", "valkyries")
        return
    compared = seed = 0
    while compared < 60 and seed < 40:
        # A short game is looked at whole, a long one here and there.
        share = 1 if seed < 4 and "classics" in reference else 0.1
        compared += assert_keeps_secrets(opened(found.program, seed), Random(seed), share=share)
        seed += 1
    assert compared >= 15


def test_a_step_without_secrets_compares_nothing() -> None:
    found = compile_pack("classics:tic_tac_toe")
    assert found.program is not None, found.findings
    game: Playing = open_game(found.program, 2)
    assert not hides_something(found.program)
    assert assert_indistinguishable(game, 0, 1, Random(1)) == 0
