"""Tests contract point 5 on whole games: whatever a seat cannot see, it gets the same views, questions, log
lines and history.

Every shipped game with something hidden is played at random, and each step is taken again in worlds that a
seat cannot tell apart.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from unittest import mock

import pytest

from tafl.dsl.compile import compile_pack
from tafl.interpreter import names
from tafl.interpreter.engine import Playing, load_game, open_game
from tafl.interpreter.game import CHANCE
from tafl.ir.program import Program
from tafl.ir.world import World
from tafl.tests.games import THIEVES, compiled, opened, shipped_games
from tafl.tests.indistinguishable import Leak, assert_indistinguishable, assert_keeps_secrets
from tafl.tests.small import zone_number


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


# ---- Taking what one does not see
# ----------------------------------------------------------------------------


@pytest.fixture
def blind(tmp_path: Path) -> Playing:
    """Seat 1 may take cards out of the hand of seat 2, which holds four; chance is asked."""
    rules = """
play:
    draw 2 from deck to (seat 2).hand
    choose c from (seat 2).hand.items by seat 1 "Take one":
        move c to (seat 1).hand
    choose up to 2 cs from (seat 2).hand.items by seat 1 "Take two":
        move cs to (seat 1).hand
    rank p in players by p.hand.count
"""
    game = open_game(compiled(tmp_path, "blind", rules), 2, seed=3, explicit_chance=True)
    while game.to_move == CHANCE:
        game = game.chance()
    return game


def keys_of(game: Playing) -> list[str]:
    assert game.decision is not None
    return [option.key for option in game.decision.options]


def test_what_a_seat_takes_unseen_is_one_option_and_chance_decides(blind: Playing) -> None:
    hand = zone_number(blind.world, "hand", 1)
    held = blind.state.zones[hand]
    assert len(held) == 4
    assert keys_of(blind) == ["?card@seat2.hand"]
    asked = blind.apply(0)
    assert asked.to_move == CHANCE
    assert asked.state.pending is not None
    assert asked.state.pending.options == tuple((card,) for card in held)
    assert asked.state.pending.weights == ()
    assert load_game(json.loads(json.dumps(asked.save())), asked.program).view(0)["to_move"] == 0
    for option, card in enumerate(held):
        after = asked.apply(option)
        assert card in after.state.zones[zone_number(after.world, "hand", 0)]


def test_two_of_those_that_look_the_same_are_any_two(blind: Playing) -> None:
    asked = blind.apply(0).apply(1)
    assert keys_of(asked) == ["?card@seat2.hand", "done"]
    hand = zone_number(asked.world, "hand", 1)
    held = asked.state.zones[hand]
    first = asked.apply(0)
    # The last in order is taken first, and one of the others can still follow.
    again = first.apply(first.option_count - 1)
    assert keys_of(again) == ["?card@seat2.hand", "done"]
    second = again.apply(0)
    assert second.state.pending is not None
    assert second.state.pending.options == tuple((card,) for card in held[:-1])
    done = second.apply(0)
    assert done.result is not None
    assert done.state.zones[hand] == (held[1],)


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
