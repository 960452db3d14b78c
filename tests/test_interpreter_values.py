"""Every expression of the IR has its value, charges what it says, and faults where it says so."""

from dataclasses import replace

import pytest

from tafl.interpreter.errors import FUEL
from tafl.interpreter.game import GameFault
from tafl.interpreter.load import load
from tafl.interpreter.machine import Machine
from tafl.interpreter.opening import first_state
from tafl.ir import program as ir
from tafl.ir.board import DIRECTIONS
from tafl.ir.library import LIBRARY
from tafl.ir.types import INT_MAX, NONE, Bool, ContentT, DirectionT, Int, KindT, ListT, OptT, SetT, Type

from .ir_builder import (
    BOOL,
    INT,
    PLAYER,
    ZONE,
    Build,
    Vars,
    arith,
    at,
    both,
    call,
    compare,
    const,
    each,
    evaluate,
    every,
    flag,
    get,
    items,
    lib,
    loc,
    move,
    num,
    nums,
    put,
    query,
    ret,
    text,
    when,
    zone,
)

LIST = ListT(INT, None)


def charged(value: ir.Expr, build: Build | None = None, locals_: tuple[tuple[str, Type], ...] = ()) -> int:
    """Units of fuel that an expression takes."""
    build = build or Build()
    routine = build.expression(value, locals_)
    code = load(build.program(), 2)
    machine = Machine(code, first_state(code, (), 1))
    compiled = code.routines[routine]
    assert compiled.expression is not None
    compiled.expression(machine, compiled.blank[:])
    return FUEL - machine.fuel


def fault_of(value: ir.Expr, build: Build | None = None) -> GameFault:
    """The fault of an expression."""
    with pytest.raises(GameFault) as caught:
        evaluate(value, build)
    return caught.value


# ---- Plain expressions -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "result"),
    [
        (num(3), 3),
        (nums(1, 2), (1, 2)),
        (arith("add", num(2), num(3)), 5),
        (arith("sub", num(2), num(3)), -1),
        (arith("mul", num(-2), num(3)), -6),
        (compare("eq", num(2), num(2)), 1),
        (compare("eq", nums(1, 2), items(num(1), num(2))), 1),
        (compare("ne", num(2), num(2)), 0),
        (compare("lt", num(2), num(3)), 1),
        (compare("le", num(3), num(3)), 1),
        (compare("gt", num(2), num(3)), 0),
        (compare("ge", num(2), num(3)), 0),
        (both(flag(True), flag(False)), 0),
        (both(flag(True), flag(True)), 1),
        (ir.Logic("or", flag(False), flag(True), BOOL, at()), 1),
        (ir.Logic("or", flag(False), flag(False), BOOL, at()), 0),
        (ir.Not(flag(True), BOOL, at()), 0),
        (ir.Not(flag(False), BOOL, at()), 1),
        (ir.Select(flag(True), num(1), num(2), INT, at()), 1),
        (ir.Select(flag(False), num(1), num(2), INT, at()), 2),
        (ir.IsNone(const(NONE, OptT(INT)), BOOL, at()), 1),
        (ir.IsNone(num(0), BOOL, at()), 0),
        (ir.Unwrap(num(0), INT, at()), 0),
        (items(num(4), num(5)), (4, 5)),
        (arith("add", num(INT_MAX - 1), num(1)), INT_MAX),
    ],
)
def test_plain_expressions(value: ir.Expr, result: object) -> None:
    assert evaluate(value) == result


def test_only_the_side_that_matters_is_evaluated() -> None:
    broken = ir.Unwrap(const(NONE, OptT(BOOL)), BOOL, at())
    assert evaluate(both(flag(False), broken)) == 0
    assert evaluate(ir.Logic("or", flag(True), broken, BOOL, at())) == 1
    assert evaluate(ir.Select(flag(True), flag(True), broken, BOOL, at())) == 1


@pytest.mark.parametrize(
    "value",
    [
        arith("add", num(INT_MAX), num(1)),
        arith("sub", num(-INT_MAX), num(1)),
        arith("mul", num(INT_MAX), num(2)),
        query("sum", each(0, nums(INT_MAX, 1)), body=loc(0)),
        lib("total", nums(INT_MAX, 1)),
    ],
)
def test_leaving_the_whole_numbers_faults(value: ir.Expr) -> None:
    build = Build()
    routine = build.expression(value, [("x", INT)])
    with pytest.raises(GameFault, match="more than a whole number") as caught:
        build.bare().evaluate(routine)
    assert caught.value.at == value.at


def test_the_of_nothing_faults_at_its_place() -> None:
    value = ir.Unwrap(const(NONE, OptT(INT)), INT, at())
    fault = fault_of(arith("add", num(1), value))
    assert fault.at == value.at
    assert fault.chain == (("expression", value.at),)


# ---- State, fields, slots, zones ---------------------------------------------------------------------------


def test_state_of_the_table_of_seats_and_of_components() -> None:
    build = Build()
    pawn = build.kind("Pawn", "token")
    build.content(pawn, "pawn", 3)
    table = build.state("total", INT, default=5)
    own = build.state("points", INT, "player", default=6)
    on_pawn = build.state("age", INT, "kind", kind=pawn, default=7)
    game = build.bare()
    assert len(game.state.slots) == 3 + 1 + 2 + 3
    for value, result in (
        (get(table), 5),
        (get(own, const(1, PLAYER)), 6),
        (get(on_pawn, const(2, KindT(pawn))), 7),
        (get(own, loc(0, PLAYER)), 6),
    ):
        assert evaluate(value, build, [("seat", PLAYER)]) == result


def test_state_without_default_faults_until_it_is_set() -> None:
    build = Build()
    unset, maybe, several = (
        build.state("score"),
        build.state("last", OptT(INT)),
        build.state("seen", SetT(PLAYER)),
    )
    fault = fault_of(get(unset), build)
    assert "score has not been set" in fault.message
    assert evaluate(get(maybe, of=OptT(INT)), build) == NONE
    assert evaluate(get(several, of=SetT(PLAYER)), build) == 0


def test_built_in_state_begins_with_seat_0_and_no_round() -> None:
    assert evaluate(lib("active_seat", of=PLAYER)) == 0
    assert evaluate(get(ir.STARTER, of=PLAYER)) == 0
    assert evaluate(get(ir.ROUND)) == 0


def test_options_have_the_chosen_value() -> None:
    build = Build()
    build.options.append(ir.GameOption("mode", "Mode", Bool(), None, (0, 1), ("off", "on"), at()))
    routine = build.expression(ir.OptionGet(0, BOOL, at()))
    assert build.bare(options=(1,)).evaluate(routine) == 1
    assert build.bare(options=(0,)).evaluate(routine) == 0


def field_build() -> tuple[Build, int, int]:
    build = Build()
    card = build.kind("Card")
    build.fields.append(ir.Field("power", card, INT, (), at()))
    build.content(card, "wolf", 2, fields=[(0, 4)])
    build.content(card, "sheep")
    return build, card, 0


def test_printed_fields_of_components_and_contents() -> None:
    build, card, power = field_build()
    assert evaluate(ir.FieldGet(power, const(1, KindT(card)), INT, at()), build) == 4
    assert evaluate(ir.FieldGet(power, const(0, ContentT(card)), INT, at()), build) == 4
    fault = fault_of(ir.FieldGet(power, const(2, KindT(card)), INT, at()), build)
    # It does not say which card it is: that may be hidden.
    assert "this Card has no power" in fault.message


def test_fields_go_through_their_hooks_but_not_those_of_contents() -> None:
    build, card, power = field_build()
    body = build.routine(
        "more", ret(arith("add", loc(1), num(10))), params=[("c", KindT(card)), ("it", INT)], result=INT
    )
    build.hook("change", "more", body, field=power)
    assert evaluate(ir.FieldGet(power, const(0, KindT(card)), INT, at()), build) == 14
    assert evaluate(ir.FieldGet(power, const(0, ContentT(card)), INT, at()), build) == 4


def test_slots_are_filled_by_content_or_by_default() -> None:
    build = Build()
    card = build.kind("Card")
    params: Vars = [("self", KindT(card)), ("n", INT)]
    twice = build.routine("twice", ret(arith("mul", loc(1), num(2))), params=params, result=INT)
    number = build.routine("number", ret(arith("add", loc(0), loc(1))), params=params, result=INT)
    build.slots.append(ir.Slot("points", card, False, (ir.LocalVar("n", INT),), INT, None, at()))
    build.slots.append(ir.Slot("bonus", card, False, (ir.LocalVar("n", INT),), INT, number, at()))
    build.content(card, "first", slots=[(0, twice)])
    build.content(card, "second")

    def slot(number: int, component: int) -> ir.CallSlot:
        return ir.CallSlot(number, const(component, KindT(card)), (num(5),), False, INT, at())

    assert evaluate(slot(0, 0), build) == 10
    assert evaluate(slot(1, 1), build) == 6
    assert "does not say what its points is" in fault_of(slot(0, 1), build).message


def test_populations_and_zones() -> None:
    build = Build()
    card = build.kind("Card")
    build.content(card, "own", 2, own=True)
    build.content(card, "common", 3)
    deck, hand = build.zone("deck"), build.zone("hand", "hand", "player")
    # Kind by kind, content by content, seat by seat, copy by copy.
    assert evaluate(every(card), build) == (0, 1, 2, 3, 4, 5, 6)
    assert evaluate(every(card, 0), build) == (0, 1, 2, 3)
    assert evaluate(every(card, 0, const(1, PLAYER)), build) == (2, 3)
    assert evaluate(every(card, None, const(0, PLAYER)), build) == (0, 1)
    # The box, the table's, then each seat's.
    assert evaluate(zone(deck), build) == 1
    assert [evaluate(zone(hand, const(seat, PLAYER)), build) for seat in (0, 1)] == [2, 3]


# ---- Values ------------------------------------------------------------------------------------------------


def test_values_with_blocks_and_recursion() -> None:
    build = Build()
    factorial = build.value("factorial", 0)
    routine = build.routine(
        "factorial",
        when(compare("le", loc(0), num(1)), ret(num(1))),
        put(1, call(factorial, arith("sub", loc(0), num(1)))),
        ret(arith("mul", loc(0), loc(1))),
        params=[("n", INT)],
        locals_=[("rest", INT)],
        result=INT,
    )
    build.values[factorial] = ir.Value("factorial", routine, (), at())
    assert evaluate(call(factorial, num(5)), build) == 120
    # A call that can recurse charges one unit.
    assert charged(call(factorial, num(5)), build) == 5


def test_values_that_call_themselves_without_end_are_too_deep() -> None:
    build = Build()
    forever = build.value("forever", 0)
    inner = call(forever)
    routine = build.routine("forever", ret(inner), result=INT)
    build.values[forever] = ir.Value("forever", routine, (), at())
    outer = call(forever)
    fault = fault_of(outer, build)
    assert "64 calls stand inside each other" in fault.message
    assert fault.at == inner.at
    assert fault.chain[:2] == (("forever", inner.at), ("forever", inner.at))
    assert fault.chain[-1] == ("expression", outer.at)
    assert len(fault.chain) == 64


# ---- Queries -----------------------------------------------------------------------------------------------

X, Y = ("x", INT), ("y", INT)


@pytest.mark.parametrize(
    ("value", "result", "fuel"),
    [
        (query("list", each(0, nums(1, 2, 3)), body=arith("mul", loc(0), num(2)), of=LIST), (2, 4, 6), 3),
        (
            query(
                "list", each(0, nums(1, 2)), each(1, nums(7, 8)), body=arith("mul", loc(0), loc(1)), of=LIST
            ),
            (7, 8, 14, 16),
            2 + 2 * 2,
        ),
        (
            query(
                "list",
                each(0, nums(1, 2, 3)),
                ir.Bind(1, arith("mul", loc(0), loc(0)), at()),
                where=compare("gt", loc(1), num(1)),
                body=loc(1),
                of=LIST,
            ),
            (4, 9),
            3,
        ),
        (query("count", each(0, nums(1, 2, 3)), where=compare("ge", loc(0), num(2))), 2, 3),
        (query("count", each(0, nums())), 0, 0),
        (query("sum", each(0, nums(1, 2, 3)), body=loc(0)), 6, 3),
        (query("any", each(0, nums(1, 2, 3)), where=compare("eq", loc(0), num(1)), of=BOOL), 1, 3),
        (query("any", each(0, nums(1, 2, 3)), where=compare("eq", loc(0), num(4)), of=BOOL), 0, 3),
        (query("any", each(0, nums()), of=BOOL), 0, 0),
        (query("all", each(0, nums(1, 2, 3)), where=compare("le", loc(0), num(3)), of=BOOL), 1, 3),
        (query("all", each(0, nums(1, 2, 3)), where=compare("le", loc(0), num(2)), of=BOOL), 0, 3),
        (query("all", each(0, nums()), where=flag(False), of=BOOL), 1, 0),
        (query("first", each(0, nums(1, 2, 3)), where=compare("ge", loc(0), num(2)), body=loc(0)), 2, 3),
        (query("first", each(0, nums(1)), where=flag(False), body=loc(0)), NONE, 1),
        (
            query("most", each(0, nums(11, 5, 21)), body=loc(0), by=[lib("mod", loc(0), num(10))], of=LIST),
            (5,),
            6,
        ),
        (
            query("most", each(0, nums(11, 5, 25)), body=loc(0), by=[lib("mod", loc(0), num(10))], of=LIST),
            (5, 25),
            6,
        ),
        (
            query("least", each(0, nums(11, 5, 21)), body=loc(0), by=[lib("mod", loc(0), num(10))], of=LIST),
            (11, 21),
            6,
        ),
        (query("most", each(0, nums()), body=loc(0), by=[loc(0)], of=LIST), (), 0),
        (
            query(
                "sorted",
                each(0, nums(13, 22, 31, 12)),
                body=loc(0),
                by=[lib("mod", loc(0), num(10))],
                of=LIST,
            ),
            (31, 22, 12, 13),
            8,
        ),
        (query("set", each(0, nums(1, 3)), body=loc(0), of=SetT(PLAYER)), 0b1010, 2),
        (query("set", each(0, nums(1, 3)), body=loc(0), of=SetT(Int(1, 5))), 0b101, 2),
    ],
)
def test_queries(value: ir.Query, result: object, fuel: int) -> None:
    assert evaluate(value, locals_=[X, Y]) == result
    assert charged(value, locals_=(X, Y)) == fuel


def test_a_set_refuses_what_is_outside_its_range() -> None:
    build = Build()
    routine = build.expression(query("set", each(0, nums(9)), body=loc(0), of=SetT(Int(1, 5))), [X])
    with pytest.raises(GameFault, match=r"a set of 1\.\.5 cannot hold 9"):
        build.bare().evaluate(routine)


# ---- The library -------------------------------------------------------------------------------------------

NUMBERS = SetT(Int(1, 9))


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
    (lib("scenario_is", num(0), of=BOOL), 0, 1),
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
    (lib("index", nums(1), num(1)), "nothing at position 1"),
    (lib("index", nums(1), num(-1)), "nothing at position -1"),
    (lib("only", nums(1, 2)), "this one has 2"),
    (lib("greatest", nums()), "no greatest"),
    (lib("least_of", nums()), "no least"),
    (lib("range", num(0), num(INT_MAX), of=LIST), "something never ends"),
    (lib("set_of", nums(10), of=NUMBERS), "cannot hold 10"),
    (lib("set_with", a_set(), num(0), of=NUMBERS), "cannot hold 0"),
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


# ---- Texts -------------------------------------------------------------------------------------------------


def test_a_text_takes_no_fuel_and_cannot_fault() -> None:
    build = Build()
    broken = ir.Unwrap(const(NONE, OptT(INT)), INT, at())
    says = text("it is ", query("sum", each(0, nums(1, 2)), body=loc(0)), " and ", broken)
    code = load(build.program(), 2)
    machine = Machine(code, first_state(code, (), 1))
    fuel = machine.fuel
    shown = machine.shown(says, [0])
    assert [part if isinstance(part, str) else (part.value, part.failed) for part in shown] == [
        "it is ",
        (3, False),
        " and ",
        (0, True),
    ]
    assert machine.fuel == fuel
    assert machine.depth == 0
