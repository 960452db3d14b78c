"""Battles on programs built by hand: what they reset and leave, where they end, and what they cost."""

from __future__ import annotations

import pytest

from tafl.interpreter.engine import Playing, load_game
from tafl.interpreter.errors import FUEL
from tafl.interpreter.game import GameFault
from tafl.interpreter.invariants import check_world
from tafl.interpreter.load import load
from tafl.interpreter.machine import Machine
from tafl.interpreter.opening import first_state
from tafl.ir import program as ir
from tafl.ir.dump import dump_routine
from tafl.ir.types import NONE, Int, ListT, OptT, ScenarioT
from tafl.tests.ir_builder import (
    INT,
    PLAYER,
    Build,
    Vars,
    at,
    const,
    do,
    get,
    lib,
    loc,
    menu,
    move,
    note,
    over,
    store,
    zone,
)
from tafl.tests.trail import answer, keys

STAGE = ("$stage", Int(0, 3))
OUTCOME = ("outcome", ListT(INT, 2))
LOCALS: Vars = [STAGE, OUTCOME]


class War:
    """A game whose play is a battle; what happens writes digits into a number that lasts."""

    def __init__(self, scenarios: tuple[str, ...] = ()) -> None:
        self.build = Build(scenarios=scenarios)
        self.trail = self.build.state("trail", INT, default=0, lasting=True)

    def mark(self, digit: int | ir.Expr) -> ir.Stmt:
        return note(self.trail, digit)

    def part(self, *body: ir.Stmt, locals_: Vars = ()) -> int:
        """A flow of the game that battles play."""
        return self.build.effect("part", self.build.routine("part", *body, locals_=locals_))

    def battle(
        self,
        setup: int | None = None,
        play: int | None = None,
        scoring: int | None = None,
        scenario: int = NONE,
        result: int | None = None,
    ) -> ir.Battle:
        played = const(scenario, OptT(ScenarioT()))
        return ir.Battle(played, setup, play, scoring, 0, result, 0, at())

    def flow(self, *body: ir.Stmt) -> None:
        self.build.flow("play", *body, locals_=LOCALS)

    def of(self, game: Playing) -> int:
        check_world(game.state, game.world)
        return game.state.slots[game.world.offset[self.trail]]


SEAT: Vars = [("p", PLAYER)]


def rank() -> ir.Rank:
    """The last seat is ahead."""
    return ir.Rank(0, lib("players", of=ListT(PLAYER, 2)), (loc(0),), at())


def of_seat(number: int) -> ir.Lib:
    """What the outcome of the battle is for a seat."""
    return lib("index", loc(1, OUTCOME[1]), const(number, INT))


def test_setup_play_and_scoring_follow_on_each_other_and_the_campaign_goes_on() -> None:
    war = War()
    parts = [war.part(war.mark(1)), war.part(war.mark(2)), war.part(war.mark(3), rank(), locals_=SEAT)]
    war.flow(war.battle(parts[0], parts[1], parts[2]), war.mark(4), over(5, 6))
    game = war.build.open()
    assert war.of(game) == 1_2_3_4
    assert game.result is not None
    assert game.result.outcome == (5, 6)


def test_the_outcome_of_a_battle_is_its_result_and_not_that_of_the_campaign() -> None:
    war = War()
    scoring = war.part(rank(), locals_=SEAT)
    war.flow(war.battle(scoring=scoring, result=1))
    with pytest.raises(GameFault, match="the game is over, but nothing has ranked its players"):
        war.build.open()
    war.flow(war.battle(scoring=scoring, result=1), war.mark(of_seat(1)), menu(("go", None, [])))
    game = war.build.open()
    assert war.of(game) == 1
    assert game.state.result is None


def test_a_battle_that_nobody_has_decided_faults_at_its_place() -> None:
    war = War()
    battle = war.battle(play=war.part(war.mark(2)))
    war.flow(battle, over(0, 0))
    with pytest.raises(GameFault, match="the battle is over, but nothing has ranked") as caught:
        war.build.open()
    assert caught.value.at == battle.at


# ---- Ends --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("asks", [False, True])
def test_end_game_leaves_the_battle_from_any_depth_for_its_scoring(asks: bool) -> None:
    war = War()
    question = [menu(("go", None, []))] if asks else []
    deep = war.build.effect("deep", war.build.routine("deep", war.mark(3), *question, over(), war.mark(8)))
    war.build.hook("after", "late", war.build.routine("late", war.mark(9)), effect=deep)
    middle = war.build.effect("middle", war.build.routine("middle", do(deep), war.mark(8)))
    play = war.part(war.mark(2), do(middle), war.mark(8))
    war.flow(war.battle(None, play, war.part(war.mark(4), rank(), locals_=SEAT)), war.mark(5), over(0, 0))
    game = war.build.open()
    if asks:
        game = answer(game, "go")
    assert war.of(game) == 2_3_4_5
    assert game.result is not None


def test_end_game_in_the_setup_of_a_battle_leaves_out_its_play() -> None:
    war = War()
    parts = [war.part(over()), war.part(war.mark(8)), war.part(war.mark(3), rank(), locals_=SEAT)]
    war.flow(war.battle(parts[0], parts[1], parts[2]), over(0, 0))
    assert war.of(war.build.open()) == 3


def test_end_game_with_an_outcome_leaves_out_scoring_and_in_scoring_ends_it() -> None:
    war = War()
    war.flow(
        war.battle(play=war.part(over(-7, 7)), scoring=war.part(war.mark(8)), result=1),
        war.mark(of_seat(1)),
        war.battle(scoring=war.part(rank(), over(), war.mark(8), locals_=SEAT), result=1),
        war.mark(of_seat(1)),
        over(0, 0),
    )
    assert war.of(war.build.open()) == 7_1


def test_end_game_after_a_battle_ends_the_campaign() -> None:
    """The routine that fought still has the point of its battle, but waits there no more."""
    war = War()
    war.flow(war.battle(play=war.part(over(1, -1))), war.mark(2), over(3, -3))
    game = war.build.open()
    assert war.of(game) == 2
    assert game.result is not None
    assert game.result.outcome == (3, -3)


def test_an_outcome_of_a_battle_has_a_number_for_each_seat() -> None:
    war = War()
    war.flow(war.battle(play=war.part(over(1, 2, 3))), over(0, 0))
    with pytest.raises(GameFault, match="one number for each of 2 seats"):
        war.build.open()


def test_a_battle_within_a_battle_faults() -> None:
    war = War()
    inner = war.battle(play=war.part(over(0, 0)))
    war.flow(war.battle(play=war.part(war.mark(1), inner, locals_=LOCALS)), over(0, 0))
    with pytest.raises(GameFault, match="another one is not over yet") as caught:
        war.build.open()
    assert caught.value.at == inner.at
    assert [name for name, _ in caught.value.chain] == ["part", "play"]


def test_a_battle_is_fought_in_an_effect_and_in_turn() -> None:
    war = War()
    fought = war.battle(play=war.part(menu(("win", None, [over(1, -1)]))), result=1)
    fight = war.build.effect("fight", war.build.routine("fight", fought, war.mark(5), locals_=LOCALS))
    war.flow(do(fight), do(fight), over(0, 0))
    game = war.build.open()
    assert keys(game) == ["win"]
    game = answer(game, "win")
    assert war.of(game) == 5
    assert war.of(answer(game, "win")) == 55


# ---- What is reset -----------------------------------------------------------------------------------------


def test_state_goes_back_to_its_default_unless_it_lasts_and_the_scenario_comes_into_play() -> None:
    war = War(("night", "storm"))
    build = war.build
    plain = build.state("plain", INT, default=2)
    own = build.state("own", INT, "player", default=3)
    lasting = build.state("kept", INT, "player", default=0, lasting=True)
    unset = build.state("unset", INT)
    night = build.routine("night", war.mark(6))
    play = war.part(
        war.mark(get(plain)),
        war.mark(get(own, const(1, PLAYER))),
        war.mark(get(lasting, const(1, PLAYER))),
        over(0, 0),
    )
    build.hook("before", "night", night, effect=play, scenario=0)
    war.flow(
        store(plain, const(8, INT)),
        store(own, const(8, INT), const(1, PLAYER)),
        store(lasting, const(9, INT), const(1, PLAYER)),
        store(unset, const(8, INT)),
        war.battle(play=play, scenario=0),
        war.battle(play=play, scenario=1),
        war.mark(get(ir.SCENARIO, of=OptT(ScenarioT()))),
        war.mark(get(unset)),
        over(0, 0),
    )
    with pytest.raises(GameFault, match="unset has not been set yet"):
        build.open(options=(NONE,))
    war.flow(
        store(plain, const(8, INT)),
        store(own, const(8, INT), const(1, PLAYER)),
        store(lasting, const(9, INT), const(1, PLAYER)),
        war.battle(play=play, scenario=0),
        war.battle(play=play, scenario=1),
        war.mark(get(ir.SCENARIO, of=OptT(ScenarioT()))),
        over(0, 0),
    )
    assert war.of(build.open(options=(NONE,))) == 6_239_239_1


def test_the_scenario_in_play_sets_options_from_then_on() -> None:
    war = War(("night", "storm"))
    build = war.build
    build.options.append(ir.GameOption("mode", "", INT, 4, (4, 5), ("4", "5"), at()))
    build.scenarios[0] = ir.Scenario("night", "", "", "", ((1, 5),), at())
    mode = ir.OptionGet(1, INT, at())
    play = war.part(war.mark(mode), over(0, 0))
    war.flow(war.mark(mode), war.battle(play=play, scenario=0), war.battle(play=play, scenario=1), over(0, 0))
    assert war.of(build.open(options=(NONE, 4))) == 4_5_4


def test_components_go_back_to_the_box_as_they_were_but_those_in_lasting_zones() -> None:
    war = War()
    build = war.build
    card = build.kind("Card")
    die = build.kind("Bone", "die", faces=[1, 2, 3])
    build.content(card, "card", 4)
    build.content(die, "bone", 2)
    deck = build.zone("deck", visibility="hidden")
    shelf = build.zone("shelf", "row", lasting=True)
    marked = build.state("marked", INT, "kind", kind=card, default=1)
    cards = ListT(INT, 100)
    play = war.part(menu(("go", None, [over(0, 0)])))
    war.flow(
        move(const((0, 1), cards), zone(deck)),
        move(const((3, 2), cards), zone(shelf), face="down"),
        move(const(4, INT), zone(shelf)),
        store(marked, const(7, INT), const(3, INT)),
        war.battle(play=play),
        over(0, 0),
    )
    game = build.open()
    world, state = game.world, game.state
    check_world(state, world)
    assert state.zones[0] == (0, 1, 5)
    assert state.zones[world.zone(shelf, 0)] == (3, 2, 4)
    assert state.zones[world.zone(deck, 0)] == ()
    assert state.face[:4] == [1, 1, 0, 0]
    assert [state.slots[world.offset[marked] + number] for number in range(4)] == [1, 1, 1, 1]


def test_whoever_knows_all_that_lies_elsewhere_knows_the_box() -> None:
    war = War()
    build = war.build
    card = build.kind("Card")
    for name in ("ace", "king", "queen"):
        build.content(card, name)
    deck = build.zone("deck", visibility="hidden")
    hand = build.zone("hand", "hand", "player", visibility="private", lasting=True)
    one = ListT(INT, 1)
    play = war.part(menu(("go", None, [over(0, 0)])))
    war.flow(
        move(const((0, 1, 2), ListT(INT, 3)), zone(deck)),
        war.battle(play=play),
        move(const((0, 1, 2), ListT(INT, 3)), zone(deck)),
        move(const((1,), one), zone(hand, const(0, PLAYER))),
        war.battle(play=play),
        over(0, 0),
    )
    game = build.open()
    assert game.state.known == [0b11, 0b11, 0b11]
    game = answer(game, "go")
    # Seat 1 holds the king and so knows what is left; seat 2 may guess which card is held.
    assert game.state.known == [0b01, 0b01, 0b01]
    assert game.view(1)["box"] == [{"back": "Card", "title": "unseen Card", "count": 2}]


def test_uses_of_actions_are_counted_anew() -> None:
    war = War()
    build = war.build
    body = build.routine("rest", war.mark(1), params=[("actor", PLAYER)])
    build.actions.append(ir.Action("rest", None, (), None, 1, "game", body, at()))
    other = build.routine("wait", war.mark(2), params=[("actor", PLAYER)])
    build.actions.append(ir.Action("wait", None, (), None, None, None, other, at()))
    act = ir.Act(const(0, PLAYER), (0, 1), False, 0, None, 0, at())
    asked: Vars = [("$asked", ListT(INT, None))]
    play = war.part(act, act, over(0, 0), locals_=asked)
    war.flow(war.battle(play=play), war.battle(play=play), over(0, 0))
    game = answer(build.open(), "rest")
    assert keys(game) == ["wait"]
    game = answer(game, "wait")
    assert keys(game) == ["rest", "wait"]


# ---- As data -----------------------------------------------------------------------------------------------


def test_a_battle_charges_what_it_clears() -> None:
    war = War()
    build = war.build
    build.content(build.kind("Card"), "card", 7)
    build.state("points", INT, "player", default=0)
    routine = build.routine("fight", war.battle(play=war.part(over(0, 0))), locals_=LOCALS)
    code = load(build.program(), 2)
    machine = Machine(code, first_state(code, (), 1))
    machine.push(routine, [], at())
    machine.run()
    slots = 3 + 1 + 2
    assert FUEL - machine.fuel == 7 + slots


def test_a_battle_is_a_point_and_its_stage_lives_there() -> None:
    war = War()
    war.flow(war.battle(1, None, 2, result=1), war.mark(lib("len", loc(1, OUTCOME[1]))), over(0, 0))
    war.part(), war.part(), war.part()
    program = war.build.program()
    assert program.play is not None
    text = dump_routine(program, program.effects[program.play].routine)
    assert "suspends" in text.splitlines()[0]
    assert "point 1 live ($stage/0)" in text
    assert "Battle scenario=" in text
    assert "setup=1 play=None scoring=2 stage_slot=$stage/0 result=outcome/1 point=1" in text


def test_battles_are_told_by_the_log() -> None:
    war = War(("night",))
    play = war.part(over(0, 0))
    war.flow(war.battle(play=play), war.battle(play=play, scenario=0), over(0, 0))
    war.build.scenarios[0] = ir.Scenario("night", "Night", "", "", (), at())
    assert war.build.open(options=(NONE,)).log(None) == [
        "A battle begins",
        "The battle is over",
        "A battle begins: Night",
        "The battle is over",
        "The game is over",
    ]


def test_when_a_battle_waits_its_state_comes_back_from_a_save() -> None:
    war = War(("night",))
    play = war.part(menu(("go", None, [war.mark(1)])), over(4, -4))
    war.flow(war.battle(play=play, scenario=0, result=1), war.mark(2), over(0, 0))
    game = war.build.open(options=(NONE,))
    loaded = load_game(game.save(), war.build.program())
    assert loaded.hash() == game.hash()
    assert war.of(answer(loaded, "go")) == 1_2
