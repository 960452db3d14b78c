"""Holds that what waits, what hooks change and what chance decides goes the same way on both engines."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tafl.interpreter import machine
from tafl.interpreter.game import GameFault
from tafl.ir.program import Program
from tafl.tests.games import THIEVES, compiled
from tafl.tests.in_step import play_in_step
from tafl.tests.written import written
from tafl.wasm import engine, routines

# ---- Hidden cards ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_whoever_cannot_tell_cards_apart_leaves_the_choice_to_chance(tmp_path: Path, seed: int) -> None:
    program = compiled(tmp_path, "thieves", THIEVES)
    assert play_in_step(program, 2 + seed % 2, seed=seed, explicit=seed % 4 > 1) > 10


STEPS = """
action exchange(c in actor.hand.items, d in actor.next.hand.items) "Exchange {c} for {d}":
    swap c with d
    actor.favourite = d

action hide(cs in [[c, d] for c in actor.hand, d in actor.hand where c != d]) "Hide two" limit 1 per turn:
    move cs to actor.bag face down

action dig(p in [p in players where not p.stash.empty], up_to in 1..2) "Dig for {up_to} in the stash of {p}":
    draw up_to from p.stash to actor.hand

action lay_by(c in actor.hand.items) "Lay {c} by" limit 2 per game:
    move c to actor.stash face down

action wait "Wait": pass

play:
    repeat 5:
        turn p in players:
            draw 1 from deck to p.hand
            act p step by step
    rank p in players by p.hand.count, then p.stash.count
"""


@pytest.mark.parametrize("seed", range(12))
def test_an_action_whose_parts_are_asked_one_by_one(tmp_path: Path, seed: int) -> None:
    program = compiled(tmp_path, "thieves", STEPS)
    assert play_in_step(program, 2 + seed % 2, seed=seed, explicit=seed % 4 > 1) > 10


# ---- Hooks -------------------------------------------------------------------------------------------------

HOOKS = """
game hooks "Hooks"
    players 2..3

enum Sort: small, great

card Charm
    sort: Sort
    state used: bool = false
    active while self in holder.gear

Charm shield "Shield" x2 per player
    sort: small
    instead of hurt(p) where p == holder and not self.used:
        self.used = true
        blocked += 1
        may p "Let one point through?":
            super(p, 1)
            super(p, 2)

Charm cloak "Cloak" x1 per player
    sort: small
    instead of hurt(p, by n) where p == holder and n > 3: super(p, 1)

Charm wreath "Wreath" x2 per player
    sort: great
    change hurt(p, by n) where p == holder: n to n + 1
    after hurt(p) where p == holder:
        choose q from players by p: q.marks += 1
    change price(q) where q == holder: to it + 2

Charm bell "Bell" x1 per player
    sort: small
    before hurt(p) where p != holder: rung += 1
    after feast where rung > 2:
        choose n in 0..2 by active: rung += n
    before toll(n) where n > 2: rung += 1
    change toll(n): n to n + 2

player
    state life: int 0..999 = 200
    state marks: int 0..999 = 0
    zone gear: set of Charm open

table
    state blocked: int 0..999 = 0
    state rung: int 0..999 = 0
    state told: int 0..9999 = 0
    zone store: pile of Charm hidden

value price(p: Player) -> int: p.marks + 1

effect hurt(p: Player, by n: int) says "{p} loses {n}":
    p.life -= n

effect toll(n: int) -> int:
    told += n
    return told

instead of toll(n) where n == 3:
    let twice = super(n)
    let more = super(twice)
    return more + 1

before toll(n) where n > 100: end game with win(active)
after toll(n): told += result

instead of feast where rung > 12: pass
before feast: told += 1

change toll(n) after bell: n to n + 1

setup:
    move all Charm to store
    shuffle store

play:
    rounds while round < 9:
        turn p in players:
            draw 1 from store to p.gear
            phase feast:
                rung += 1
                if rung == 7: end feast
                let n = toll price(p)
                told += n
            hurt p.next by price(p)
            choose q from players by p "Whom do you hurt?": hurt q by 3
    end game with draw()
"""


@pytest.mark.parametrize("seed", range(16))
def test_calls_with_hooks_that_wait_and_that_do_not(seed: int) -> None:
    program = written(HOOKS)
    assert play_in_step(program, 2 + seed % 2, seed=seed, explicit=seed % 4 > 1) > 10


# ---- Bounds ------------------------------------------------------------------------------------------------

LOOPS = """
game loops "Loops"
    players 2

card Card x6

die Bone x2 faces: 1, 1, 2

player
    zone hand: hand of Card

table
    state count: int 0..100000 = 0
    state seen: set of Player
    zone deck: pile of Card hidden when empty: reshuffle used
    zone used: pile of Card open
    zone tray: set of Bone open

value deep(n: int) -> int: if n == 0 then 0 else 1 + deep(n - 1)

effect work(by n: int):
    for i in 1..n where mod(i, 2) == 0:
        count += 1

setup:
    move all Card to deck
    move all Bone to tray

play:
    shuffle deck
    repeat 3:
        turn p in players:
            draw 4 from deck to used
            work by 20
            roll all Bone
            choose n in 1..30 by p:
                if deep(n) == n: count += n
            seen += p
            choose up to 3 cs from used.items by p:
                move cs to p.hand
            move p.hand.items to deck at bottom
    end game with draw()
"""


@pytest.mark.parametrize("fuel", [*range(40, 200, 7), 10**7])
def test_fuel_lasts_as_long_on_both_engines(monkeypatch: pytest.MonkeyPatch, fuel: int) -> None:
    monkeypatch.setattr(machine, "FUEL", fuel)
    monkeypatch.setattr(routines, "FUEL", fuel)
    program = written(LOOPS)
    for seed in range(2):
        # Another program to the caches: its module has another limit.
        play_in_step(replace(program), 2, seed=seed, explicit=seed == 1)


def test_calls_stand_in_each_other_as_deep() -> None:
    text = LOOPS.replace("choose n in 1..30 by p:", "choose n in [61, 62, 63, 64] by p:")
    program = written(text)
    for seed in range(6):
        play_in_step(program, 2, seed=seed)


def test_a_question_has_no_more_options_than_it_may() -> None:
    def program(most: int) -> Program:
        text = LOOPS.replace("choose n in 1..30 by p:", f"choose n in 1..{most} by p:")
        return written(text.replace("if deep(n) == n: ", ""))

    assert engine.open_game(program(4096), 2).option_count == 4096
    with pytest.raises(GameFault, match="4096 is the most"):
        engine.open_game(program(4097), 2)
