"""Holds that the module deals hidden things anew and looks at options as the interpreter does, also where it
leaves that to the interpreter.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tafl.dsl.compile import compile_packs
from tafl.dsl.pack import Pack
from tafl.interpreter import determinize
from tafl.interpreter import engine as reference
from tafl.interpreter.chance import DETERMINIZATION_STREAM, Generator
from tafl.interpreter.determinize import Group, NoWorld
from tafl.interpreter.engine import Playing
from tafl.interpreter.game import GameFault
from tafl.interpreter.state import canonical
from tafl.ir.program import Program
from tafl.ir.world import World
from tafl.sim.bots import seat_bots
from tafl.sim.run import play_out
from tafl.tests.shipped import program_of
from tafl.wasm import engine as compiled
from tafl.wasm.engine import Running
from tafl.wasm.host import Trapped
from tafl.wasm.runner import Runner

CARAVAN = """game caravan "Caravan"
    players 2..3
card Goods "goods" back load
    worth: int 0..9
    state stained: bool = false
    active while self in holder.bag
Goods silk "Silk" x3
    worth: 5
Goods salt "Salt" x3
    worth: 2
    change price(g, p) where p == holder: to it + 1
    before take(p, g) where p != holder:
        choose s from [s for s in Goods where s in holder.bag] by holder "Stain something": s.stained = true
card Beast "beast" back load
Beast camel "Camel" x2
Beast mule "Mule" x2
player
    state taken: int 0..999 = 0
    state pledge: Beast?
    state marked: set of Goods
    zone bag: set of Goods or Beast private
table
    zone road: pile of Goods or Beast hidden
    zone stable: pile of Beast hidden
    zone market: row of Goods or Beast open
value price(g: Goods, p: Player) -> int: if g.stained then 1 else g.worth
value goods_of(p: Player) -> list of Goods: [g for g in Goods where g in p.bag]
value beasts_of(p: Player) -> list of Beast: [b for b in Beast where b in p.bag]
value evaluation(p: Player) -> int: 3 * p.taken + sum(price(g, p) for g in goods_of(p))
effect take(p: Player, g: Goods):
    p.taken += price(g, p)
    g.stained = true
    choose up to 1 b from beasts_of(p) by p "Pledge a beast": p.pledge = b.first
    choose g2 from goods_of(p.next) by p "Take one unseen": move g2 to market
setup:
    move Goods to road
    move Beast to road
    shuffle road
    for b in Beast:
        if stable.count < 2: move b to stable
    shuffle road
    for p in players: draw 2 from road to p.bag
play:
    rounds:
        turn p in players:
            choose g from goods_of(p) by p "Sell": take p, g
            draw 1 from road to p.bag
            for g in goods_of(p):
                if g.worth > 3: p.marked += g
        if round == 4: end game
scoring:
    rank p in players by p.taken
"""


@pytest.fixture(scope="module")
def caravan() -> Program:
    found = compile_packs(Pack(Path("made"), (("made.tafl", CARAVAN.encode()),)))
    assert found.program is not None, found.findings
    return found.program


def supposed(game: Playing, seat: int, index: int) -> tuple[object, ...]:
    """What a seat may suppose, and what was drawn for it."""
    draws = Generator.of(index, DETERMINIZATION_STREAM)
    try:
        other = game.determinized(seat, draws)
        found = other.hash(), canonical(other.state, other.world), other.option_count
    except NoWorld as none:
        return str(none), draws.rng
    return *found, game.outlook(seat, draws) if seat == game.to_move else None, draws.rng


def test_things_with_parts_of_their_own_are_dealt_alike_on_both_engines(
    caravan: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    mixed = []
    exchange = determinize._mixed

    def noted(world: World, group: Group, generator: Generator) -> list[int]:
        mixed.append([role.contents for role in group.roles])
        return exchange(world, group, generator)

    monkeypatch.setattr(determinize, "_mixed", noted)
    compared = 0
    for seed in range(8):
        players, random = 2 + seed % 2, Random(seed)
        one, other = (e.open_game(caravan, players, seed=seed) for e in (reference, compiled))
        while one.to_move is not None:
            for seat in range(players):
                assert supposed(one, seat, compared) == supposed(other, seat, compared)
                compared += 1
            option = random.randrange(one.option_count)
            one, other = one.apply(option), other.apply(option)
    assert compared > 200
    assert len(mixed) > compared
    assert any(contents for roles in mixed for contents in roles)


def test_where_the_module_stops_the_interpreter_decides(
    caravan: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [
        play_out(compiled.open_game(caravan, 3, seed=seed), seat_bots(["greedy"], 3, seed))
        for seed in range(3)
    ]

    def stopped(*_: object, **__: object) -> int:
        raise Trapped("wasm trap")

    monkeypatch.setattr(Runner, "_supposed", stopped)
    for seed, played in enumerate(games):
        game = compiled.open_game(caravan, 3, seed=seed)
        assert isinstance(game, Running)
        assert play_out(game, seat_bots(["greedy"], 3, seed)).answers == played.answers


def test_what_an_option_does_wrong_is_told_as_the_interpreter_tells_it() -> None:
    text = """game short "Short"
    players 2
table
    state steps: int 0..3 = 0
play:
    choose n from 0..9 by seat 1 "How many": steps += n
    end game with win(seat 1)
"""
    found = compile_packs(Pack(Path("made"), (("made.tafl", text.encode()),))).program
    assert found is not None
    faults = []
    for engine in (reference, compiled):
        with pytest.raises(GameFault) as caught:
            engine.open_game(found, 2).outlook(0, Generator.of(1, DETERMINIZATION_STREAM))
        faults.append((caught.value.message, caught.value.at, caught.value.chain))
    assert faults[0] == faults[1]
    game = compiled.open_game(found, 2)
    assert game.apply(2).result == reference.open_game(found, 2).apply(2).result


def test_greedy_plays_the_same_game_on_both_engines() -> None:
    program = program_of("valkyries")
    played = [
        play_out(engine.open_game(program, 3, {"mode": "full"}, 5), seat_bots(["greedy"], 3, 5))
        for engine in (reference, compiled)
    ]
    assert played[0].answers == played[1].answers
    assert played[0].game.hash() == played[1].game.hash()
