"""Holds that what takes several spaces stands on each of them, in both engines, until it goes."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from types import ModuleType

import jsonschema
import pytest

from tafl.dsl.compile import compile_packs
from tafl.dsl.compiled import Compiled
from tafl.dsl.pack import Pack
from tafl.dsl.render import render
from tafl.interpreter import engine as interpreter
from tafl.interpreter.engine import Playing, open_game
from tafl.interpreter.invariants import Broken, check_world
from tafl.interpreter.restore import BadState, restore
from tafl.interpreter.state import canonical
from tafl.ir.program import Program
from tafl.sim.testrun import describe, run_test
from tafl.tests.in_step import play_in_step
from tafl.tests.indistinguishable import assert_keeps_secrets
from tafl.wasm import engine as compiled_engine

SEA = """
game sea "Sea"
    players 2

space Cell
board map: grid 5 x 3 of Cell

tile Ship "ship" x3 spans 3
    state speed: int 0..9 = 0
token Rock x2
figure Crew x1 per player spans 2

table
    zone dock: pile of Ship open
    zone port: set of Ship or Rock or Crew open

effect moor(c: Ship, on s: list of Cell up to 20): place c on s
effect sail(c: Ship, to s: Cell): move c to s
effect clear(s: Cell): move s.figures to port
effect change(a: Ship, with b: Ship): swap a with b
effect whirl(a: Cell, with b: Cell): swap a with b
effect lift(n: int, from s: Cell): draw n from (the s.ship).zone to port
effect load(c: Component): move c to a1
effect land(c: Ship): move c to the c.spaces.last
"""

TESTS = """
test "it stands on each of its spaces, the first written being its own"
    given 2 players:
        place Ship on [b1, c1, d1]
        place Rock on c1
        place crew of seat 1 on [c1, c2]
    then (the b1.ship).space == b1
    then (the c1.ship).spaces == [b1, c1, d1]
    then b1.ship == c1.ship and b1.ship == d1.ship and a1.ship is none
    then c1.figures.count == 3 and d1.figures.count == 1 and e1.figures.empty
    then sum(f.spaces.count for f in c1.figures) == 6
    then c1.rock is some and c1.crew == c2.crew

test "what moves lets go of the spaces that it had"
    given 2 players:
        place Ship on [b1, c1, d1]
    when sail the c1.ship to c1
    then (the c1.ship).spaces == [c1]
    when moor the c1.ship on [c1, c2]
    when land the c1.ship
    then (the c2.ship).spaces == [c2] and c1.ship is none
    when moor the c2.ship on [e1, e2]
    then (the e2.ship).spaces == [e1, e2]
    when sail the e2.ship to e1
    then e2.ship is none

test "what goes with others lets go, too"
    given 2 players:
        place Ship on [b1, c1, d1]
        place crew of seat 1 on [b1, b2]
        place Rock on b1
    when clear d1
    then port.count == 1 and b1.figures.count == 2 and b2.figures.count == 1
    when clear b2
    then port.count == 2 and b1.figures.count == 1
    when moor the first(s in Ship where s in port) on [a1]
    then (the a1.ship).spaces == [a1] and b1.ship is none

test "what is drawn from a space lets go, and what is left there does not"
    given 2 players:
        place Ship on [b1, c1]
        place Ship on [b1, d1]
    when lift 1 from c1
    then c1.ship is none and d1.ship is some and port.count == 1
    when moor the first(s in Ship where s in port) on [e1]
    then (the e1.ship).spaces == [e1]

test "what is swapped lets go, by itself or with its space"
    given 2 players:
        place Ship on [a1, b1]
        place Ship on [a2, b2]
    when change the a1.ship with the a1.ship
    then b1.ship is some
    when change the a1.ship with the a2.ship
    then a1.ship is some and a2.ship is some and b1.ship is none and b2.ship is none
    when moor the a1.ship on [a1, b1]
    when whirl a1 with a1
    then b1.ship is some
    when whirl b1 with c1
    then b1.ship is some and c1.ship is none
    when whirl a1 with e1
    then (the e1.ship).spaces == [e1]

test "a list with too many spaces, none, or one twice, is a fault"
    given 2 players:
        place Ship on a1
    when moor the a1.ship on map.row(1)
    expect fault
    then (the a1.ship).spaces == [a1]
    when moor the a1.ship on [c in Cell where c.row == 9]
    expect fault
    when moor the a1.ship on [the map.row(1).first, the map.row(1).first]
    expect fault
    when moor the a1.ship on map.column(1)
    then (the a3.ship).spaces == [a1, a2, a3]
"""

PLAY = """
action stretch(c in Ship, s in map.row(2), t in around(s)) "Lay {c} over {s} and {t}":
    place c on [s, t]
action spread(c in Ship, s in Cell) "Lay {c} along {s}" when actor.number == 1:
    place c on [s] + [t in same_row(s) where t.column < 3 and s.column > 3]
action reach(s in [s in Cell where s != map.a1]) "Reach for {s}":
    place actor.crew on [s, map.a1]
action go(c in [c in Cell where c.ship is some], s in map.row(1)) "From {c} to {s}":
    move c.figures to s
action take(c in [c in Cell where not c.figures.empty]) "Take all of {c}":
    remove c.figures
action haul(c in [c in Cell where c.ship is some]) "Haul from {c}":
    draw 1 from (the c.ship).zone to port
action whirl_up(s in map.row(1), t in Cell) "Exchange {s} and {t}": swap s with t
action barter(a in Ship, b in Ship) "Exchange {a} and {b}": swap a with b
action pile_up(c in Ship) "Put {c} away": move c to dock
action pull "Take one of those away" when not dock.empty:
    let n = draw 1 from dock to port
    say "{n}"

play:
    place Ship on [a1, b1, c1]
    repeat 8:
        turn p in players: act p
    rank p in players by count(c in Cell where c.ship is some and p.crew in c.figures)
"""


def read(*texts: str) -> Compiled:
    """A pack with that file."""
    found = compile_packs(Pack(Path("sea"), (("sea.tafl", "".join(texts).encode()),)))
    assert found.program is not None, render(found.findings, found.sources)
    return found


def made(*texts: str) -> Program:
    """Its program."""
    program = read(*texts).program
    assert program is not None
    return program


SAILING = made(SEA, PLAY)


@pytest.mark.parametrize("engine", [interpreter, compiled_engine], ids=["interpreter", "compiled"])
def test_the_language_says_where_it_stands(engine: ModuleType) -> None:
    tests = read(SEA, PLAY, TESTS).tests
    failures = [run_test(each.program, each.test, engine.bare) for each in tests]
    assert [describe(failure) for failure in failures if failure is not None] == []
    assert len(tests) == 6


@pytest.mark.parametrize("seed", range(3))
def test_both_engines_keep_in_step(seed: int) -> None:
    play_in_step(SAILING, 2, seed=seed, explicit=seed % 2 == 1)


def played(program: Program, seed: int) -> list[Playing]:
    """The games of one at random; what always holds is looked at in each."""
    random, games = Random(seed), [open_game(program, 2, seed=seed)]
    while games[-1].to_move is not None and len(games) < 40:
        games.append(games[-1].apply(random.randrange(games[-1].option_count)))
        check_world(games[-1].state, games[-1].world)
    return games


def test_nothing_that_lies_elsewhere_reaches_over_a_space() -> None:
    """`played` looks at that; here it is only seen to that there is something to look at."""
    games = [game for seed in range(4) for game in played(SAILING, seed)]
    taken = [game.state.slots[slot] for game in games for slots in game.world.further for slot in slots]
    assert sum(space >= 0 for space in taken) > 20


def test_a_view_tells_all_spaces_and_a_save_keeps_them() -> None:
    game = open_game(SAILING, 2, seed=1)
    spaces = game.view(0)["boards"][0]["spaces"]
    ship = next(c for s in spaces for c in s["components"] if c["kind"] == "Ship")
    assert ship["spaces"] == ["a1", "b1", "c1"]
    assert ship["state"] == {"speed": 0}
    assert [space["key"] for space in spaces if space["components"]] == ["a1"]
    schema = json.loads((Path(__file__).parents[1] / "schemas" / "view.schema.json").read_text())
    jsonschema.validate(game.view(None), schema)
    again = restore(json.loads(json.dumps(canonical(game.state, game.world))), game.world)
    assert canonical(again, game.world) == canonical(game.state, game.world)


def test_a_state_in_which_something_reaches_where_it_cannot_is_refused() -> None:
    game = open_game(SAILING, 2, seed=1)
    ships = [slots for slots in game.world.further if len(slots) == 2]
    (at_sea,) = [slots for slots in ships if game.state.slots[slots[0]] >= 0]
    in_box = next(slots for slots in ships if slots != at_sea)
    for slot, value in ((at_sea[0], game.state.slots[at_sea[1]]), (in_box[0], 3)):
        state = game.state.copy()
        state.slots[slot] = value
        with pytest.raises(BadState, match="reaches where it cannot"):
            restore(json.loads(json.dumps(canonical(state, game.world))), game.world)
        with pytest.raises(Broken, match="reaches where it cannot"):
            check_world(state, game.world)


# ---- What lies face down -----------------------------------------------------------------------------------

TENTS = """
game tents "Tents"
    players 2

space Cell
board camp: grid 3 x 2 of Cell

tile Tent "tent" back cloth spans 2
tile Rug "rug" back cloth
Tent red "Red" x2
Tent blue "Blue" x2
Rug soft "Soft" x2

player
    state liked: Component?
    zone chest: hand of Tent or Rug

setup:
    for p in players:
        let tents = [t in Tent where t.holder is none]
        pick 2 at random from tents as mine
        move mine to p.chest
        move first_rug to p.chest

action pitch(t in [t in Tent where t.holder == actor], s in Cell, u in adjacent(s)) "Pitch {t} on {s}, {u}":
    place t on [s, u]
    flip t face down
action spread(t in actor.chest.items, s in Cell) "Lay {t} on {s}":
    move t to s face down
action drag(t in [f for c in Cell, f in c.figures where c.row == 1], s in Cell) "Drag {t} to {s}":
    move t to s face down
action like(t in [f for c in Cell, f in c.figures]) "Like {t}": actor.liked = t
action pack(t in [f for c in Cell, f in c.figures]) "Put {t} by": move t to actor.chest

value first_rug -> Rug: the first(r in Rug where r.holder is none)

play:
    repeat 9:
        turn p in players: act p
    rank p in players by p.chest.count
"""


@pytest.mark.parametrize("seed", range(3))
def test_who_sees_only_the_back_sees_all_its_spaces_and_no_more(seed: int) -> None:
    program = made(TENTS)
    assert assert_keeps_secrets(open_game(program, 2, seed=seed), Random(seed), worlds=3) > 20
    play_in_step(program, 2, seed=seed, explicit=seed % 2 == 1)


def test_a_tent_seen_from_behind_is_shown_with_its_spaces() -> None:
    shown = 0
    for seed in range(6):
        for game in played(made(TENTS), seed):
            for space in game.view(0)["boards"][0]["spaces"]:
                for lying in space["components"]:
                    assert lying.get("spaces", [space["key"]])[0] == space["key"]
                    shown += "back" in lying and "spaces" in lying
    assert shown > 0


# ---- Battles -----------------------------------------------------------------------------------------------

RAID = """
game raid "Raid"
    players 2
space Cell
board bay: grid 4 x 1 of Cell
tile Ship x2 spans 3
setup:
    if bay.a1.figures.empty: place Ship on [a1, b1, c1]
play:
    may active "Sail?": place the c1.ship on [d1, c1]
    end game with draw()
"""
WAR = """
game war "War" campaign of raid
    play:
        battle none
        battle none
    scoring:
        rank p in players by p.number
"""
MANIFEST = """
name: war
title: War
version: 1.0.0
language: 1
authors: [us]
licence: MIT
provides: game
games: {raid: [], war: [war.tafl]}
"""


def test_a_battle_begins_with_nothing_that_reaches_further() -> None:
    files = (("pack.yaml", MANIFEST), ("raid.tafl", RAID), ("war.tafl", WAR))
    pack = Pack(Path("war"), tuple((name, text.encode()) for name, text in files))
    found = compile_packs(pack, game="war")
    assert found.program is not None, render(found.findings, found.sources)
    game = open_game(found.program, 2, seed=0)
    anew = game.apply(0)
    assert game.to_move is not None
    assert anew.to_move is not None
    assert game.view(0)["boards"] == anew.view(0)["boards"]
    play_in_step(found.program, 2, seed=0)
