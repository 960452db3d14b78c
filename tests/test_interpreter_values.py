"""Every expression of the IR has its value, charges what it says, and faults where it says so."""

import pytest

from tafl.interpreter.game import GameFault
from tafl.interpreter.load import load
from tafl.interpreter.machine import Machine
from tafl.interpreter.opening import first_state
from tafl.ir import program as ir
from tafl.ir.types import INT_MAX, NONE, Bool, ContentT, Int, KindT, ListT, OptT, SetT
from tafl.tests.ir_builder import (
    BOOL,
    INT,
    PLAYER,
    Build,
    Vars,
    arith,
    at,
    both,
    call,
    charged,
    compare,
    const,
    each,
    evaluate,
    every,
    fault_of,
    flag,
    get,
    items,
    lib,
    loc,
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
