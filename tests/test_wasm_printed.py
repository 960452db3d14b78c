"""Holds that what content prints, slots, options and parts of boards are the same in both engines."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from tafl.ir import program as ir
from tafl.ir.types import NONE, ContentT, EnumT, Int, KindT, ListT, OptT, ScenarioT, SetT, Type
from tafl.tests.ir_builder import (
    BOOL,
    INT,
    PLAYER,
    Build,
    Vars,
    arith,
    at,
    call,
    compare,
    each,
    get,
    lib,
    loc,
    num,
    query,
    ret,
    when,
)
from tafl.tests.pure_module import FAULT, PureModule

CARD, PLACE, ANY = KindT(0), KindT(1), KindT(-1)
SORTS = SetT(EnumT(0))


def printed_build() -> Build:
    """Cards and places of a graph whose content fills fields and slots, some of them not."""
    build = Build((2, 2))
    build.enums.append(ir.Enum("Sort", ("small", "great", "huge"), ("", "", ""), at()))
    card, place = build.kind("Card"), build.kind("Place", "space")
    types: tuple[Type, ...] = (INT, OptT(INT), ListT(INT, 3), SORTS, ListT(SORTS, 2))
    build.fields += [ir.Field(f"f{n}", card, of, (), at()) for n, of in enumerate(types)]
    build.fields.append(ir.Field("height", place, INT, (), at()))
    params: Vars = [("self", CARD), ("n", INT)]
    double = build.routine("double", ret(arith("mul", loc(1), num(2))), params=params, result=INT)
    own = build.routine("own", ret(arith("add", loc(0), loc(1))), params=params, result=INT)
    three = build.routine("three", ret(num(3)), params=params, result=INT)
    given = (ir.LocalVar("n", INT),)
    build.slots.append(ir.Slot("some", card, False, given, INT, None, at()))
    build.slots.append(ir.Slot("most", card, False, given, INT, three, at()))
    build.slots.append(ir.Slot("same", card, False, given, INT, own, at()))
    fields = {
        "wolf": ((0, 4), (1, 7), (2, (1, 2)), (3, 0b101), (4, (0b1, 0b11))),
        "bear": ((0, -2), (2, ()), (3, 0), (4, ())),
        "fox": ((0, 4),),
    }
    slots = {"wolf": ((0, double), (1, double)), "bear": ((0, own),), "fox": ()}
    for count, name in enumerate(fields, 1):
        number = build.content(card, name, count, slots=slots[name])
        build.contents[number] = replace(build.contents[number], fields=fields[name])
    for height, name in enumerate(("sea", "hill", "peak")):
        build.content(place, name, fields=[(5, height * height)])
    build.board("map", "graph", 0, 0, place, [(0, 1)])
    return build


def asked(build: Build, value: ir.Expr, *params: Type) -> int:
    named = [(f"p{n}", of) for n, of in enumerate(params)]
    return build.routine("asked", ret(value), params=named, result=value.type)


def test_fields_of_components_spaces_and_contents() -> None:
    build = printed_build()
    kinds: tuple[Type, ...] = (CARD, ANY, ContentT(0), OptT(CARD))
    routines = [
        (asked(build, ir.FieldGet(number, loc(0, of), field.type, at()), of), of)
        for number, field in enumerate(build.fields[:5])
        for of in kinds
    ]
    height = asked(build, ir.FieldGet(5, loc(0, PLACE), INT, at()), PLACE)
    game = build.bare()
    module = PureModule(game.program, 2, [*(routine for routine, _ in routines), height])
    found = [
        module.hold(routine, game.state, [thing])
        for routine, of in routines
        for thing in range(3 if isinstance(of, ContentT) else 6)
    ]
    assert FAULT in found
    assert (0b1, 0b11) in found
    assert [module.hold(height, game.state, [place]) for place in range(3)] == [0, 1, 4]


def test_slots_of_components_and_contents() -> None:
    build = printed_build()
    kinds: tuple[Type, ...] = (CARD, ANY, ContentT(0))
    routines = {
        (slot, of): asked(build, ir.CallSlot(slot, loc(0, of), (loc(1),), True, INT, at()), of, INT)
        for slot, of in product(range(3), kinds)
    }
    game = build.bare()
    module = PureModule(game.program, 2, routines.values())
    for (slot, of), routine in routines.items():
        found = [module.hold(routine, game.state, [thing, 5]) for thing in range(3)]
        if slot == 0 and of != ContentT(0):
            assert found == [10, 6, 7]
    assert module.hold(routines[0, ContentT(0)], game.state, [2, 5]) == FAULT
    assert module.hold(routines[1, CARD], game.state, [5, 5]) == 3


def test_options_follow_the_scenario_in_play() -> None:
    build = Build((2, 2), ["night", "day"])
    build.options.append(ir.GameOption("mode", "", Int(0, 9), 3, tuple(range(10)), ("0",) * 10, at()))
    build.scenarios[0] = replace(build.scenarios[0], settings=((1, 8),))
    mode = asked(build, ir.OptionGet(1, INT, at()))
    played = asked(build, ir.OptionGet(0, OptT(ScenarioT()), at()))
    for chosen, scenario in product((2, 3), (NONE, 0, 1)):
        game = build.bare(options=(scenario, chosen))
        module = PureModule(game.program, 2, [mode, played])
        assert module.hold(mode, game.state, []) == (8 if scenario == 0 else chosen)
        assert module.hold(played, game.state, []) == scenario


@pytest.mark.parametrize("charge", [False, True])
def test_values_that_call_themselves_stop_at_the_same_depth(charge: bool) -> None:
    build = Build()
    down = build.value("down", 0)
    again = arith("add", call(down, arith("sub", loc(0), num(1)), charge=charge), num(1))
    routine = build.routine(
        "down", when(compare("le", loc(0), num(0)), ret(num(0))), ret(again), params=[("n", INT)], result=INT
    )
    build.values[down] = ir.Value("down", routine, (), at())
    twice = build.value("twice", asked(build, call(down, arith("add", loc(0), loc(0))), INT))
    outer = asked(build, arith("add", call(twice, loc(0)), call(down, loc(0))), INT)
    game = build.bare()
    module = PureModule(game.program, 2, [routine, twice, outer])
    found = [module.hold(outer, game.state, [n]) for n in range(40)]
    assert found[:3] == [0, 3, 6]
    # The value asked, the one that stands for a call, and the calls of the other, down to 0.
    assert [value == FAULT for value in found].index(True) == 31
    assert module.hold(routine, game.state, [63]) == 63
    assert module.hold(routine, game.state, [64]) == FAULT


def test_fuel_runs_out_at_the_same_place() -> None:
    build = Build()
    numbers = lib("range", num(1), loc(0), of=ListT(INT, None))
    once = query("sum", each(1, numbers), body=loc(1))
    squared = query("count", each(1, numbers), each(2, numbers), where=compare("eq", loc(1), loc(2)))
    routines = [
        build.routine("many", ret(value), params=[("n", INT)], locals_=[("x", INT), ("y", INT)], result=INT)
        for value in (once, squared)
    ]
    game = build.bare()
    module = PureModule(game.program, 2, routines)
    # Each element costs two units: one in the list, one in the query.
    assert module.hold(routines[0], game.state, [25_000]) == 25_000 * 25_001 // 2
    assert module.hold(routines[0], game.state, [25_001]) == FAULT
    assert [module.hold(routines[1], game.state, [n]) == FAULT for n in (157, 158)] == [False, True]


def test_state_of_one_content_and_of_sets() -> None:
    build = Build()
    card = build.kind("Card")
    build.content(card, "ace", 2)
    king = build.content(card, "king", 3)
    own = build.state("own", INT, "kind", kind=card, content=king, default=7)
    marks = build.state("marks", SetT(PLAYER), "kind", kind=card, content=king)
    unset = build.state("unset", INT, "player")
    seats = get(marks, loc(0, CARD), SetT(PLAYER))
    routines = [
        asked(build, get(own, loc(0, CARD)), CARD),
        asked(build, lib("set_has", seats, loc(1, PLAYER), of=BOOL), CARD, PLAYER),
        asked(build, get(unset, loc(0, PLAYER)), PLAYER),
    ]
    game = build.bare()
    module = PureModule(game.program, 2, routines)
    state = game.state.copy()
    state.slots[module.world.offset[marks] + 3] = 0b10
    state.slots[module.world.offset[own] + 4] = 9
    assert [module.hold(routines[0], state, [card]) for card in (2, 3, 4)] == [7, 7, 9]
    assert [module.hold(routines[1], state, [3, seat]) for seat in (0, 1)] == [0, 1]
    assert module.hold(routines[2], state, [1]) == FAULT


def test_a_loop_walks_through_what_its_list_was_when_it_began() -> None:
    cell = KindT(0)
    build = Build()
    build.board("field", "grid", 4, 4, build.kind("Cell", "space"))
    cells = ListT(cell, 16)
    line = lib("line", loc(0, cell), loc(1, cell), of=cells)
    total = ir.SetLocal(3, arith("add", loc(3), loc(2, cell)), at())
    goes_on = ir.SetLocal(1, loc(0, cell), at())
    loop = ir.For(2, 4, 5, line, None, (total, goes_on), None, at())
    routine = build.routine(
        "sum",
        loop,
        ret(loc(3)),
        params=[("a", cell), ("b", cell)],
        locals_=[("c", cell), ("n", INT), ("$list", cells), ("$next", INT)],
        result=INT,
    )
    game = build.bare()
    module = PureModule(game.program, 2, [routine])
    assert module.hold(routine, game.state, [0, 3]) == 1 + 2 + 3
    assert module.hold(routine, game.state, [0, 6]) == FAULT


def test_rules_may_name_seats_that_are_not_in_the_game() -> None:
    build = Build((2, 4))
    card = build.kind("Card")
    build.content(card, "own", 2, own=True)
    fourth = ir.Const(3, PLAYER, at())
    cards = ListT(KindT(card), 8)
    own = ir.Population(card, None, fourth, cards, at())
    beside = lib("next_seat", fourth, of=PLAYER)
    full = compare("eq", lib("player_count"), num(4))
    counted = asked(build, ir.Select(full, lib("len", own), num(-1), INT, at()))
    listed = asked(build, ir.Select(full, own, ir.ListOf((), cards, at()), cards, at()))
    seat = asked(build, ir.Select(full, beside, ir.Const(1, PLAYER, at()), PLAYER, at()))
    for players, results in ((2, [-1, (), 1]), (4, [2, (6, 7), 0])):
        game = build.bare(players)
        module = PureModule(game.program, players, [counted, listed, seat])
        assert [module.hold(routine, game.state, []) for routine in (counted, listed, seat)] == results
