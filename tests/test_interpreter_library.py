"""Every function of the library gives what it says, charges what it says, and faults where it says so."""

from dataclasses import replace

import pytest

from tafl.interpreter.errors import FUEL
from tafl.interpreter.load import load
from tafl.interpreter.machine import Machine
from tafl.ir import program as ir
from tafl.ir.board import DIRECTIONS
from tafl.ir.library import LIBRARY
from tafl.ir.types import INT_MAX, NONE, ContentT, DirectionT, Int, KindT, ListT, OptT, SetT
from tafl.tests.ir_builder import (
    BOOL,
    INT,
    PLAYER,
    ZONE,
    Build,
    at,
    charged,
    const,
    evaluate,
    every,
    fault_of,
    lib,
    move,
    num,
    nums,
    zone,
)

LIST = ListT(INT, None)


# ---- The library -------------------------------------------------------------------------------------------

NUMBERS = SetT(Int(1, 9))


NOBODY = const(NONE, OptT(Int()))


def a_set(*elements: int) -> ir.Const:
    return const(sum(1 << (element - 1) for element in elements), NUMBERS)


LIST_CASES: list[tuple[ir.Lib, object, int]] = [
    (lib("div_up", num(7), num(2)), 4, 1),
    (lib("div_up", num(-7), num(2)), -3, 1),
    (lib("div_down", num(7), num(2)), 3, 1),
    (lib("div_down", num(-7), num(2)), -4, 1),
    (lib("half_up", num(7)), 4, 1),
    (lib("half_up", num(-7)), -3, 1),
    (lib("half_down", num(7)), 3, 1),
    (lib("half_down", num(-7)), -4, 1),
    (lib("mod", num(7), num(3)), 1, 1),
    (lib("mod", num(-7), num(3)), 2, 1),
    (lib("mod", num(7), num(-3)), -2, 1),
    (lib("min", num(7), num(3)), 3, 1),
    (lib("max", num(7), num(3)), 7, 1),
    (lib("abs", num(-7)), 7, 1),
    (lib("within", num(3), num(0), num(3)), 3, 1),
    (lib("within", NOBODY, num(0), num(3)), NONE, 1),
    (lib("stopped", num(9), num(0), num(3)), 3, 1),
    (lib("stopped", num(-9), num(0), num(3)), 0, 1),
    (lib("stopped", NOBODY, num(0), num(3)), NONE, 1),
    (lib("at_most", nums(5, 6), num(2), of=LIST), (5, 6), 1),
    (lib("range", num(2), num(4), of=LIST), (2, 3, 4), 3),
    (lib("range", num(4), num(2), of=LIST), (), 1),
    (lib("len", nums(5, 6)), 2, 1),
    (lib("contains", nums(5, 6), num(6), of=BOOL), 1, 2),
    (lib("contains", nums(5, 6), num(7), of=BOOL), 0, 2),
    (lib("index", nums(5, 6), num(1)), 6, 1),
    (lib("first_of", nums(5, 6)), 5, 1),
    (lib("first_of", nums()), NONE, 1),
    (lib("last_of", nums(5, 6)), 6, 1),
    (lib("last_of", nums()), NONE, 1),
    (lib("only", nums(5)), 5, 1),
    (lib("reversed", nums(5, 6), of=LIST), (6, 5), 2),
    (lib("leading", nums(5, 6, 7), num(2), of=LIST), (5, 6), 2),
    (lib("leading", nums(5, 6), num(3), of=LIST), (5, 6), 2),
    (lib("leading", nums(5, 6), num(0), of=LIST), (), 1),
    (lib("leading", nums(5, 6), num(-1), of=LIST), (), 1),
    (lib("leading", nums(5, 6), num(INT_MAX), of=LIST), (5, 6), 2),
    (lib("joined", nums(5, 6), nums(7), of=LIST), (5, 6, 7), 3),
    (lib("without", nums(5, 6, 5), nums(5), of=LIST), (6,), 4),
    (lib("distinct", nums(5, 6, 5), of=LIST), (5, 6), 3),
    (lib("total", nums(5, 6, 5)), 16, 3),
    (lib("total", nums()), 0, 1),
    (lib("greatest", nums(5, 6, 5)), 6, 3),
    (lib("least_of", nums(5, 6, 5)), 5, 3),
    (lib("alike", nums(5, 5), of=BOOL), 1, 2),
    (lib("alike", nums(5, 6), of=BOOL), 0, 2),
    (lib("alike", nums(), of=BOOL), 1, 1),
    (lib("set_list", a_set(2, 5), of=LIST), (2, 5), 2),
    (lib("set_has", a_set(2, 5), num(5), of=BOOL), 1, 1),
    (lib("set_has", a_set(2, 5), num(0), of=BOOL), 0, 1),
    (lib("set_of", nums(5, 2, 5), of=NUMBERS), a_set(2, 5).value, 3),
    (lib("set_len", a_set(2, 5)), 2, 1),
    (lib("set_with", a_set(2), num(5), of=NUMBERS), a_set(2, 5).value, 1),
    (lib("set_without", a_set(2, 5), num(5), of=NUMBERS), a_set(2).value, 1),
    (lib("set_without", a_set(2), num(5), of=NUMBERS), a_set(2).value, 1),
]

SEAT_CASES: list[tuple[ir.Lib, object, int]] = [
    (lib("players", of=LIST), (0, 1, 2), 1),
    (lib("active_seat", of=PLAYER), 0, 1),
    (lib("clockwise", const(1, PLAYER), of=LIST), (1, 2, 0), 1),
    (lib("counterclockwise", const(1, PLAYER), of=LIST), (1, 0, 2), 1),
    (lib("next_seat", const(2, PLAYER), of=PLAYER), 0, 1),
    (lib("previous_seat", const(0, PLAYER), of=PLAYER), 2, 1),
    (lib("opponents", const(1, PLAYER), of=LIST), (2, 0), 1),
    (lib("seat_number", const(1, PLAYER)), 2, 1),
    (lib("player_count"), 3, 1),
    (lib("win", const(1, PLAYER), of=LIST), (-1, 2, -1), 1),
    (lib("win", const((0, 1), ListT(PLAYER, 2)), of=LIST), (1, 1, -2), 1),
    (lib("win", const((0, 1, 2), ListT(PLAYER, 3)), of=LIST), (0, 0, 0), 1),
    (lib("draw", of=LIST), (0, 0, 0), 1),
    (lib("won", of=LIST), (1, 1, 1), 1),
    (lib("lost", of=LIST), (-1, -1, -1), 1),
    (lib("option_count"), 0, 1),
]


@pytest.mark.parametrize(("value", "result", "fuel"), LIST_CASES, ids=lambda case: getattr(case, "name", ""))
def test_library_of_numbers_lists_and_sets(value: ir.Lib, result: object, fuel: int) -> None:
    assert evaluate(value) == result
    assert charged(value) == fuel


@pytest.mark.parametrize(("value", "result", "fuel"), SEAT_CASES, ids=lambda case: getattr(case, "name", ""))
def test_library_of_seats_and_outcomes(value: ir.Lib, result: object, fuel: int) -> None:
    build = Build((3, 3))
    routine = build.expression(value)
    assert build.bare().evaluate(routine) == result
    assert fuel == 1


def test_two_seats_win_and_lose_by_one() -> None:
    assert evaluate(lib("win", const(0, PLAYER), of=LIST)) == (1, -1)


CELL, CARD, BONE, PLACE = (KindT(number) for number in range(4))


def table_build() -> Build:
    """Spaces of a 3 x 3 board and of a graph, cards and a die."""
    build = Build()
    cell_kind, card, die = (
        build.kind("Cell", "space"),
        build.kind("Card"),
        build.kind("Bone", "die", faces=[1, 2]),
    )
    place_kind = build.kind("Place", "space")
    build.content(card, "ace", 1, own=True)
    build.content(card, "king", 2)
    build.content(die, "bone")
    for name in ("harbour", "town", "hill", "isle"):
        build.content(place_kind, name)
    build.board("field", "grid", 3, 3, cell_kind)
    build.board("map", "graph", 0, 0, place_kind, [(0, 1), (1, 2)])
    build.zone("deck")
    build.zone("hand", "hand", "player")
    return build


def number(name: str) -> int:
    return 3 * (int(name[1]) - 1) + "abc".index(name[0])


def cell(name: str) -> ir.Const:
    return const(number(name), CELL)


def cells(*names: str) -> ir.Const:
    return const(tuple(map(number, names)), ListT(CELL, len(names)))


def place(position: int) -> ir.Const:
    return const(9 + position, PLACE)


def way(name: str) -> ir.Const:
    return const(DIRECTIONS["grid"].index(name), DirectionT())


EL = ir.Const(((0, 1), (0, 0), (1, 0)), ListT(ListT(INT, 2), 3), at())


def card(component: int) -> ir.Const:
    return const(component, CARD)


def ways(*names: str) -> tuple[int, ...]:
    return tuple(DIRECTIONS["grid"].index(name) for name in names)


def on(*names: str) -> tuple[int, ...]:
    return tuple(map(number, names))


FIELD, MAP = num(0), num(1)

BOARD_CASES: list[tuple[ir.Lib, object, int]] = [
    (lib("adjacent", cell("a1"), of=LIST), on("b1", "a2"), 2),
    (lib("adjacent", place(1), of=LIST), (9, 11), 2),
    (lib("adjacent", place(3), of=LIST), (), 1),
    (lib("around", cell("a1"), of=LIST), on("b1", "a2", "b2"), 3),
    (lib("around", place(0), of=LIST), (10,), 1),
    (lib("ray", cell("a1"), way("up_right"), of=LIST), on("b2", "c3"), 2),
    (lib("ray", cell("c1"), way("right"), of=LIST), (), 1),
    (lib("line", cell("a1"), cell("c3"), of=LIST), on("b2", "c3"), 2),
    (lib("line", cell("b3"), cell("b2"), of=LIST), on("b2"), 1),
    (lib("line", cell("b3"), cell("b3"), of=LIST), (), 1),
    (lib("aligned", cell("a1"), cell("c3"), of=BOOL), 1, 1),
    (lib("aligned", cell("a1"), cell("c2"), of=BOOL), 0, 1),
    (lib("aligned", cell("a1"), place(0), of=BOOL), 0, 1),
    (lib("step", cell("a1"), way("up"), of=OptT(CELL)), number("a2"), 1),
    (lib("step", cell("a1"), way("down"), of=OptT(CELL)), NONE, 1),
    (lib("opposite", way("up_right"), of=DirectionT()), ways("down_left")[0], 1),
    (lib("orthogonal", FIELD, of=LIST), ways("up", "right", "down", "left"), 4),
    (lib("diagonal", FIELD, of=LIST), ways("up_right", "down_right", "down_left", "up_left"), 4),
    (lib("directions", FIELD, of=LIST), (0, 1, 2, 3, 4, 5, 6, 7), 8),
    (lib("directions", MAP, of=LIST), (), 1),
    (lib("toward", FIELD, const(0, PLAYER), of=DirectionT()), ways("up")[0], 1),
    (lib("toward", FIELD, const(1, PLAYER), of=DirectionT()), ways("down")[0], 1),
    (lib("row_of", cell("c2")), 2, 1),
    (lib("column_of", cell("c2")), 3, 1),
    (lib("row", FIELD, num(2), of=LIST), on("a2", "b2", "c2"), 3),
    (lib("column", FIELD, num(2), of=LIST), on("b1", "b2", "b3"), 3),
    (lib("row_and_column", cell("b2"), of=LIST), on("b1", "a2", "c2", "b3"), 4),
    (lib("same_row", cell("b2"), of=LIST), on("a2", "c2"), 2),
    (lib("same_column", cell("b2"), of=LIST), on("b1", "b3"), 2),
    (lib("distance", cell("a1"), cell("c2")), 3, 1),
    (lib("distance", place(0), place(2)), 2, 1),
    (lib("board_spaces", MAP, of=LIST), (9, 10, 11, 12), 4),
    (
        lib("lines", FIELD, num(3), of=LIST),
        (
            *(on("a1", "a2", "a3"), on("a1", "b2", "c3"), on("a1", "b1", "c1"), on("b1", "b2", "b3")),
            *(on("c1", "c2", "c3"), on("a2", "b2", "c2"), on("a3", "b3", "c3"), on("a3", "b2", "c1")),
        ),
        8,
    ),
    (lib("lines", FIELD, num(4), of=LIST), (), 1),
    (lib("corners", FIELD, of=LIST), on("a1", "c1", "a3", "c3"), 4),
    (lib("corners_of", cells("a2", "b1"), of=LIST), on("a1", "b1", "a2", "b2"), 2),
    (lib("corners_of", cells("b2"), of=LIST), on("b2"), 1),
    (lib("corners_of", cells(), of=LIST), (), 1),
    (lib("edges", FIELD, of=LIST), on("a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"), 8),
    (lib("centre", FIELD, of=LIST), on("b2"), 1),
    (lib("connected", cells("a1", "c3"), cells("a1", "a2", "c1"), of=LIST), on("a1", "a2"), 5),
    (lib("connected", cells("a1"), cells(), of=LIST), (), 1),
    (lib("shaped", EL, cell("b2"), way("up"), of=LIST), on("b2", "c2", "b3"), 3),
    (lib("shaped", EL, cell("b2"), way("right"), of=LIST), on("b1", "b2", "c2"), 3),
    (lib("shaped", EL, cell("b2"), way("down"), of=LIST), on("b1", "a2", "b2"), 3),
    (lib("shaped", EL, cell("b2"), way("left"), of=LIST), on("a2", "b2", "b3"), 3),
    (lib("shaped", EL, cell("c3"), way("up"), of=LIST), on("c3"), 1),
    (lib("pairs", cells("a1", "b1", "c1", "b2")), 1, 4),
    (lib("pairs", cells("a1", "b1", "c1", "a2", "b2", "c2")), 3, 6),
    (lib("pairs", cells()), 0, 1),
]

# Components 0 and 1 are the aces of the seats, 2 and 3 kings, 4 the die; 0 lies on b2, 1 in the hand of
# seat 0, 2 and 3 in the deck.
TABLE_CASES: list[tuple[ir.Lib, object, int]] = [
    (lib("items", const(1, ZONE), of=LIST), (3, 2), 2),
    (lib("size", const(1, ZONE)), 2, 1),
    (lib("zone_of", card(1), of=ZONE), 2, 1),
    (lib("space_of", card(0), of=OptT(CELL)), number("b2"), 1),
    (lib("space_of", card(1), of=OptT(CELL)), NONE, 1),
    (lib("holder", card(1), of=OptT(PLAYER)), 0, 1),
    (lib("holder", card(2), of=OptT(PLAYER)), NONE, 1),
    (lib("owner", card(1), of=OptT(PLAYER)), 1, 1),
    (lib("owner", card(2), of=OptT(PLAYER)), NONE, 1),
    (lib("face_up", card(1), of=BOOL), 1, 1),
    (lib("face_up", card(3), of=BOOL), 0, 1),
    (lib("content_is", card(2), num(1), of=BOOL), 1, 1),
    (lib("content_is", card(0), num(1), of=BOOL), 0, 1),
    (lib("content_is", place(1), num(4), of=BOOL), 1, 1),
    (lib("content_of", card(2), of=ContentT(1)), 1, 1),
    (lib("content_of", place(0), of=ContentT(3)), 3, 1),
    (lib("kind_is", const(4, KindT(-1)), num(2), of=BOOL), 1, 1),
    (lib("on_space", cell("b2"), of=LIST), (0,), 1),
    (lib("on_space", cell("a1"), of=LIST), (), 1),
    (lib("on_space_of", cell("b2"), num(1), of=LIST), (0,), 1),
    (lib("on_space_of", cell("b2"), num(2), of=LIST), (), 1),
    (lib("space_zone", place(0), of=ZONE), 4 + 9, 1),
    (lib("the_component", num(1), num(0), const(1, PLAYER), of=CARD), 1, 1),
    (lib("the_component", num(2), num(-1), const(NONE, PLAYER), of=BONE), 4, 1),
]


def laid_table() -> tuple[Build, int]:
    build = table_build()
    build.zones[0] = replace(build.zones[0], visibility="hidden")
    routine = build.routine(
        "lay",
        move(card(0), lib("space_zone", cell("b2"), of=ZONE)),
        move(card(1), zone(1, const(0, PLAYER))),
        move(every(1, 1), zone(0)),
    )
    return build, routine


@pytest.mark.parametrize(
    ("value", "result", "fuel"), BOARD_CASES + TABLE_CASES, ids=lambda case: getattr(case, "name", "")
)
def test_library_of_boards_and_table(value: ir.Lib, result: object, fuel: int) -> None:
    build, lay = laid_table()
    routine = build.expression(value)
    game = build.bare().run(lay)
    assert game.evaluate(routine) == result
    code = load(game.program, 2)
    machine = Machine(code, game.state.copy())
    compiled = code.routines[routine]
    assert compiled.expression is not None
    compiled.expression(machine, [])
    assert FUEL - machine.fuel == fuel


REFUSED: list[tuple[ir.Lib, str]] = [
    (lib("div_up", num(1), num(0)), "divided by 0"),
    (lib("div_down", num(1), num(0)), "divided by 0"),
    (lib("mod", num(1), num(0)), "divided by 0"),
    (lib("at_most", nums(5, 6), num(1), of=LIST), "what is declared here can have 1"),
    (lib("index", nums(1), num(1)), "nothing at position 1"),
    (lib("index", nums(1), num(-1)), "nothing at position -1"),
    (lib("only", nums(1, 2)), "this one has 2"),
    (lib("greatest", nums()), "no greatest"),
    (lib("least_of", nums()), "no least"),
    (lib("range", num(0), num(INT_MAX), of=LIST), "something never ends"),
    (lib("set_of", nums(10), of=NUMBERS), "cannot hold 10"),
    (lib("set_with", a_set(), num(0), of=NUMBERS), "cannot hold 0"),
    (lib("within", num(4), num(0), num(3)), "can be 0 to 3"),
    (lib("within", num(-1), num(0), num(3)), "this is -1"),
    (lib("die_face", const(4, BONE)), "not been rolled"),
    (lib("the_component", num(1), num(1), const(NONE, PLAYER), of=CARD), "there are 2 king"),
    (lib("the_component", num(1), num(1), const(0, PLAYER), of=CARD), "there are 0 king of seat 1"),
    (lib("line", cell("a1"), cell("c2"), of=LIST), "not on one straight line"),
    (lib("line", cell("a1"), place(0), of=LIST), "different boards"),
    (lib("distance", place(0), place(3)), "no way leads"),
    (lib("row_of", place(0)), "no rows"),
    (lib("row", FIELD, num(4), of=LIST), "rows 1 to 3"),
    (lib("column", FIELD, num(0), of=LIST), "columns 1 to 3"),
    (lib("quarters", FIELD, of=LIST), "a side is odd"),
    (lib("pairs", const((9, 10), ListT(PLACE, 2))), "counted on grids"),
    (lib("shaped", EL, cell("b2"), way("up_left"), of=LIST), "up, right, down and left only"),
    (lib("shaped", EL, place(0), way("up"), of=LIST), "the board map"),
    (lib("toward", MAP, const(0, PLAYER), of=DirectionT()), "no directions"),
    (lib("outcome", of=LIST), "not over"),
]


@pytest.mark.parametrize(("value", "message"), REFUSED, ids=lambda case: getattr(case, "name", ""))
def test_library_refuses(value: ir.Lib, message: str) -> None:
    fault = fault_of(value, table_build())
    assert message in fault.message
    assert fault.at == value.at


def test_every_function_of_the_library_is_tested() -> None:
    tested = {case[0].name for case in LIST_CASES + SEAT_CASES + BOARD_CASES + TABLE_CASES}
    refused = {case[0].name for case in REFUSED}
    assert tested | refused == set(LIBRARY)


def test_quarters_of_an_even_board() -> None:
    build = Build()
    build.board("field", "grid", 4, 2, build.kind("Cell", "space"))
    assert evaluate(lib("quarters", FIELD, of=LIST), build) == ((0, 1), (2, 3), (4, 5), (6, 7))
    assert evaluate(lib("centre", FIELD, of=LIST), build) == (1, 2, 5, 6)
