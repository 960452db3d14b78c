"""Tests pauses: who is asked in which order, what is offered, and that being asked tells nothing hidden."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tafl.dsl.compile import compile_pack
from tafl.interpreter import engine as interpreter
from tafl.interpreter.chance import DETERMINIZATION_STREAM, Generator
from tafl.interpreter.engine import Playing
from tafl.interpreter.game import GameFault
from tafl.interpreter.options import keys
from tafl.interpreter.saves import SaveError
from tafl.interpreter.state import CANONICAL
from tafl.ir.program import Program
from tafl.sim.plan import Plan
from tafl.sim.simulate import Player
from tafl.sim.testrun import run_test
from tafl.tests.games import opened
from tafl.tests.in_step import play_in_step
from tafl.tests.indistinguishable import Leak, assert_keeps_secrets
from tafl.tests.written import written
from tafl.wasm import engine as module

ENGINES = pytest.mark.parametrize("engine", [interpreter, module], ids=["interpreter", "compiled"])

HEAD = 'game made "Made"\n    players 3\n'

DUEL = Path(__file__).parent / "corpus" / "duel"


@pytest.fixture(scope="module")
def duel() -> Program:
    found = compile_pack(str(DUEL))
    assert found.program is not None, found.findings
    return found.program


def answer(game: Playing, *answers: str) -> Playing:
    for key in answers:
        game = game.apply(game.find(key))
    return game


def asked(game: Playing) -> tuple[int | None, list[str]]:
    return game.to_move, keys(game.state, game.world)


def test_a_small_game_checks_and_passes_its_tests() -> None:
    found = compile_pack(str(DUEL))
    assert found.findings == ()
    assert [run_test(test.program, test.test) for test in found.tests] == [None, None, None]


# ---- Who is asked ------------------------------------------------------------------------------------------

ORDER = (
    HEAD
    + """
pause gate(by n: int)
action go_in at gate when actor.strength > n: actor.strength -= 1
action sing limit 1 per game anytime when actor != seat 1: say "{actor} sings"
action shut at gate when n > 5: end game with win(actor)
player
    state strength: int 0..9 = 2
play:
    turn p in [seat 2, seat 1]:
        pause gate(by 1)
    say "all have passed"
    end game with draw()
"""
)


@ENGINES
def test_seats_are_asked_from_the_active_one_on_until_all_pass(engine: Any) -> None:
    game: Playing = engine.open_game(written(ORDER), 3, seed=1)
    assert asked(game) == (1, ["go_in", "sing", "pass"])
    assert game.decision is not None
    assert (game.decision.kind, game.decision.prompt) == ("act", "Gate")
    assert [option.label for option in game.decision.options] == ["go in", "sing", "pass"]
    game = answer(game, "pass")
    assert asked(game) == (2, ["go_in", "sing", "pass"])
    # After an action it begins anew, so that seat 2 may still act.
    game = answer(game, "sing")
    assert asked(game) == (1, ["go_in", "sing", "pass"])
    # What is used up, or what everybody sees to be closed, asks nobody.
    game = answer(game, "sing", "go_in")
    assert asked(game) == (2, ["go_in", "pass"])
    game = answer(game, "pass")
    assert asked(game) == (0, ["go_in", "pass"])
    game = answer(game, "go_in")
    assert asked(game) == (2, ["go_in", "pass"])
    game = answer(game, "pass")
    # The next turn opens it anew: its seat is active, and may not act.
    assert asked(game) == (2, ["go_in", "pass"])
    game = answer(game, "go_in")
    assert game.result is not None
    assert game.log(None) == [
        "Seat 3: sing",
        "Seat 3 sings",
        "Seat 2: sing",
        "Seat 2 sings",
        "Seat 2: go in",
        "Seat 1: go in",
        "Seat 3: go in",
        "All have passed",
        "The game is over",
    ]


@ENGINES
def test_an_action_may_end_the_game_or_stop_it(engine: Any) -> None:
    text = ORDER.replace("gate(by 1)", "gate(by 6)").replace(
        "action go_in", 'action break_it at gate: fault "no"\naction go_in'
    )
    game: Playing = engine.open_game(written(text), 3, seed=1)
    assert asked(game) == (1, ["break_it", "shut", "sing", "pass"])
    before = game.hash()
    with pytest.raises(GameFault, match="no") as stopped:
        answer(game, "break_it")
    assert [name for name, _ in stopped.value.chain] == ["break_it", "pause gate", "play"]
    assert game.hash() == before
    ended = answer(game, "shut")
    assert ended.result is not None
    assert ended.result.outcome == (-1, 2, -1)


SECRET = (
    HEAD
    + """
card Rune x4 per player "Rune"
player
    zone hand: hand of Rune
    zone lost: pile of Rune hidden
table
    zone laid: row of Rune open
    state loud: bool = false
pause storm(a: Player, with worth: int 0..9)
action hold(r in [r in actor.hand where worth > 0]) at storm when actor != a and not actor.hand.empty:
    move r to laid
action wave(p in actor.opponents, r in p.hand.items) at storm when loud and own_rune(actor):
    move r to laid
value own_rune(p: Player) -> bool: any(r in p.hand where r.owner == p)
setup:
    for p in players where p != seat 3:
        for r in Rune where r.owner == p: move r to p.hand
play:
    turn p in [seat 2]:
        pause storm(p, with 0)
        loud = true
        pause storm(p, with 0)
    end game with draw()
"""
)


@ENGINES
def test_a_seat_that_may_hold_something_is_asked_though_it_can_only_pass(engine: Any) -> None:
    """The guard of `hold` reads how many cards are held, and its list what the window was opened with: both
    are open. The guard of `wave` asks which cards they are.
    """
    game: Playing = engine.open_game(written(SECRET), 3, seed=1)
    # Nobody is asked in the first storm; in the second all are, with or without a card.
    found = []
    while game.to_move is not None:
        found.append((game.to_move, "pass" in keys(game.state, game.world), game.option_count > 1))
        game = answer(game, "pass")
    assert found == [(1, True, True), (2, True, False), (0, True, True)]


# ---- What is offered ---------------------------------------------------------------------------------------

BROUGHT = (
    HEAD
    + """
card Rune "Rune"
    action use(n in 1..2) "Use {self} {n} times for {actor}" at storm when holder is none or n_ > 0:
        actor.points += n
Rune ice
Rune fire x2
    action flare anytime when holder == seat 2 and actor.points < 3:
        move self to (seat 3).hand
        say "now {holder} has it"
        actor.points += 3
Rune stone
figure Troll x1
    action roar at storm limit 1 per game: actor.points += 1
card Gift
    active while self in holder.gifts
Gift gold
    action spend(q in players) anytime when holder.points < 9:
        move self to q.gifts
        holder.points += 2
space Cell
board field: grid 2 x 1 of Cell
player
    state points: int 0..99 = 0
    zone hand: hand of Rune
    zone secret: pile of Rune hidden
    zone gifts: row of Gift open
table
    zone open_pile: pile of Rune open
    zone closed_pile: pile of Rune hidden
    zone heap: set of Gift open
pause storm(by n_: int)
play:
    turn p in [seat 2]:
        pause storm(by 1)
        act p step by step
        act p
    end game with draw()
"""
)


def given(text: str, *lines: str) -> str:
    return text.replace("play:", "setup:\n" + "".join(f"    {line}\n" for line in lines) + "play:")


@ENGINES
@pytest.mark.parametrize(
    ("lines", "first", "options"),
    [
        # Seen by their holder: offered to it alone.
        (
            ["move fire to (seat 1).hand"],
            0,
            ["use(fire#1,1)", "use(fire#1,2)", "pass"],
        ),
        (["move fire to (seat 2).hand"], 1, ["use(fire#1,1)", "use(fire#1,2)", "flare(fire#1)", "pass"]),
        # Open on the table: offered to each, but not what only a holder may do.
        (["move fire to open_pile"], 1, ["use(fire#1,1)", "use(fire#1,2)", "pass"]),
        # On a space, too; and where the kind is live nowhere else, only there.
        (["place troll on a1", "move gold to heap"], 1, ["roar(troll#1)", "pass"]),
        (
            ["move gold to (seat 2).gifts"],
            1,
            ["spend(gold#1,seat1)", "spend(gold#1,seat2)", "spend(gold#1,seat3)", "pass"],
        ),
    ],
)
def test_actions_of_components_belong_to_their_holder_or_to_all(
    engine: Any, lines: list[str], first: int, options: list[str]
) -> None:
    text = BROUGHT.replace("Rune fire x2", "Rune fire")
    game: Playing = engine.open_game(written(given(text, *lines)), 3, seed=1)
    if "move fire to (seat 1).hand" in lines:
        # What the others hold is hidden, so they are asked before.
        assert asked(game) == (1, ["pass"])
        game = answer(game, "pass", "pass")
    assert asked(game) == (first, options)


@ENGINES
def test_nobody_may_use_what_lies_hidden_or_in_the_box(engine: Any) -> None:
    lines = [
        "move ice to (seat 2).secret",
        "move stone to closed_pile",
        "move all fire to open_pile face down",
        "move gold to heap",
    ]
    game: Playing = engine.open_game(written(given(BROUGHT, *lines)), 3, seed=1)
    with pytest.raises(GameFault, match="no action is open"):
        answer(game, "pass", "pass", "pass")
    assert asked(game) == (1, ["pass"])


@ENGINES
def test_turns_offer_what_names_no_pause_whole_or_step_by_step(engine: Any) -> None:
    lines = ["move gold to (seat 2).gifts", "move all fire to (seat 2).hand"]
    game: Playing = engine.open_game(written(given(BROUGHT, *lines)), 3, seed=1)
    game = answer(game, "pass", "pass", "pass")
    assert asked(game) == (1, ["fire.flare", "gold.spend"])
    game = answer(game, "gold.spend")
    assert asked(game) == (1, ["gold#1"])
    game = answer(game, "gold#1")
    assert asked(game) == (1, ["seat1", "seat2", "seat3"])
    game = answer(game, "seat1")
    # It is alike which of the two: each has the same content, and lies in the same hand.
    assert asked(game) == (1, ["flare(fire#1)"])
    game = answer(game, "flare(fire#1)")
    # Who held it has the points, whoever holds it now.
    assert [seat["state"]["points"] for seat in game.view(None)["seats"]] == [0, 5, 0]
    assert game.log(None)[-2:] == ["Now seat 2 has it", "The game is over"]


MANY = (
    HEAD
    + """
pause gate
action pick(n in 1..{most}) at gate: pass
play:
    pause gate
    end game with draw()
"""
)


@ENGINES
def test_passing_is_one_of_the_options_that_a_question_may_have(engine: Any) -> None:
    game: Playing = engine.open_game(written(MANY.format(most=4095)), 3)
    assert game.option_count == 4096
    assert answer(game, "pass").to_move == 1
    with pytest.raises(GameFault, match="this question has 4097 options"):
        engine.open_game(written(MANY.format(most=4096)), 3)


@ENGINES
def test_a_game_is_saved_while_a_pause_is_open(duel: Program, engine: Any) -> None:
    game: Playing = engine.open_game(duel, 3, seed=2)
    random = Random(2)
    for _ in range(12):
        loaded = engine.load_game(json.loads(json.dumps(game.save())), duel)
        assert (loaded.hash(), loaded.decision) == (game.hash(), game.decision)
        option = random.randrange(game.option_count)
        assert loaded.apply(option).hash() == game.apply(option).hash()
        game = game.apply(option)


def test_a_save_in_which_a_turn_may_be_passed_is_refused() -> None:
    game = interpreter.open_game(written(ORDER.replace("pause gate(by 1)", "act p")), 3)
    data = json.loads(json.dumps(game.save()))
    data["state"][CANONICAL.index("pending")][2].append([])
    with pytest.raises(SaveError, match="it may pass where it cannot"):
        interpreter.load_game(data, game.program)


# ---- What nobody may see -----------------------------------------------------------------------------------


def test_both_engines_take_the_same_steps(duel: Program) -> None:
    steps = sum(play_in_step(duel, 2 + seed % 2, seed=seed, explicit=seed % 4 > 1) for seed in range(8))
    assert steps > 300


def test_every_seat_gets_the_same_in_worlds_that_it_cannot_tell_apart(duel: Program) -> None:
    compared = sum(assert_keeps_secrets(opened(duel, seed), Random(seed), share=0.2) for seed in range(6))
    assert compared > 50


def test_seats_would_be_told_something_if_only_those_were_asked_that_can_act(duel: Program) -> None:
    told = replace(duel, actions=tuple(replace(action, asks=None) for action in duel.actions))
    with pytest.raises(Leak):
        sum(assert_keeps_secrets(opened(told, seed), Random(seed)) for seed in range(8))


@pytest.mark.parametrize("seed", range(4))
def test_bots_look_at_what_acting_and_passing_lead_to(duel: Program, seed: int) -> None:
    one, other = (engine.open_game(duel, 2, seed=seed) for engine in (interpreter, module))
    random = Random(seed)
    while one.to_move is not None:
        generators = (Generator.of(seed, DETERMINIZATION_STREAM) for _ in range(2))
        looks = [
            game.outlook(game.to_move, each) for game, each in zip((one, other), generators, strict=True)
        ]
        assert looks[0] == looks[1]
        option = random.randrange(one.option_count)
        one, other = one.apply(option), other.apply(option)


def test_simulations_count_actions_of_components_by_their_full_names(duel: Program) -> None:
    tally = Player(Plan(duel, 2, bots=("random", "greedy"), seed=3)).play(range(6))
    names = {name for sort, name in tally.uses if sort == "action"}
    assert {"Card.lay", "shield.raise_it", "Gong.strike", "trick"} <= names
    assert names <= {
        "Card.lay",
        "shield.raise_it",
        "feint.swap_in",
        "breath.draw_breath",
        "rage.burn",
        "Gong.strike",
        "trick",
        "bluff",
        "rest",
    }
