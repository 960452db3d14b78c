"""Questions to seats: choose in all its forms, menus and actions; what they offer and what follows."""

import pytest

from tafl.interpreter.engine import Playing
from tafl.interpreter.game import GameFault
from tafl.ir import program as ir
from tafl.ir.types import KindT, ListT
from tafl.tests.ir_builder import (
    BOOL,
    INT,
    PLAYER,
    Vars,
    at,
    choose,
    compare,
    const,
    flag,
    lib,
    loc,
    menu,
    move,
    num,
    nums,
    ret,
    several,
    store,
    text,
    zone,
)
from tafl.tests.trail import LIST, N, Table, Trail, answer, keys

FOR: Vars = [("x", INT), ("$list", LIST), ("$next", INT)]

# ---- Questions ---------------------------------------------------------------------------------------------


def test_choose_one() -> None:
    trail = Trail()
    body = (choose(0, nums(4, 5, 4), trail.mark(loc(0)), by=const(1, PLAYER)), trail.mark(9))
    game = trail.run(*body, locals_=[N])
    assert (game.to_move, keys(game)) == (1, ["4", "5"])
    assert trail.of(answer(game, "5")) == 59


def test_choose_from_nothing_is_skipped_and_logged_or_does_otherwise() -> None:
    trail = Trail()
    skipped = trail.run(choose(0, nums(), trail.mark(1)), trail.mark(2), locals_=[N])
    assert trail.of(skipped) == 2
    assert skipped.log(None) == ["Seat 1 has nothing to choose from: Which?"]
    other = trail.run(choose(0, nums(), trail.mark(1), otherwise=[trail.mark(3)]), trail.mark(2), locals_=[N])
    assert trail.of(other) == 32
    assert other.log(None) == []


SEVERAL: Vars = [("xs", LIST), ("$left", LIST), ("$low", INT), ("$high", INT), *FOR]


def chosen(trail: Trail, low: int | None, high: int | None, source: ir.Expr) -> Playing:
    each_one = ir.For(4, 5, 6, loc(0, LIST), None, (trail.mark(loc(4)),), None, at())
    body = several(
        (0, 1, 2, 3),
        source,
        None if low is None else num(low),
        None if high is None else num(high),
        each_one,
        otherwise=[trail.mark(8)],
    )
    return trail.run(body, trail.mark(9), locals_=SEVERAL)


def test_several_of_nothing_are_none_whatever_was_picked_before() -> None:
    trail = Trail()
    code: list[ir.Stmt] = []
    for of, left in (((4,), 1), ((), 7)):
        code += [
            several((0, left, left + 1, left + 2), nums(*of), num(0), None),
            ir.For(4, 5, 6, loc(0, LIST), None, (trail.mark(loc(4)),), None, at()),
        ]
    game = trail.run(*code, trail.mark(9), locals_=[*SEVERAL, *SEVERAL[1:4]])
    assert trail.of(answer(game, "4")) == 49


def test_choose_several_is_a_run_of_single_picks_in_order() -> None:
    trail = Trail()
    game = chosen(trail, 0, 2, nums(1, 2, 3))
    assert keys(game) == ["1", "2", "3", "done"]
    assert trail.of(answer(game, "done")) == 9
    game = answer(game, "2")
    # Each pick comes after the one before it: no set of elements is offered twice.
    assert keys(game) == ["3", "done"]
    assert trail.of(answer(game, "done")) == 29
    assert trail.of(answer(game, "3")) == 239


def test_choose_exactly_so_many_leaves_enough_for_the_picks_that_are_owed() -> None:
    trail = Trail()
    game = chosen(trail, 2, 2, nums(1, 2, 3))
    assert keys(game) == ["1", "2"]
    assert keys(answer(game, "2")) == ["3"]
    assert trail.of(answer(game, "1", "3")) == 139
    # Fewer than wanted: all there are.
    game = chosen(trail, 5, 5, nums(1, 2))
    assert trail.of(answer(game, "1", "2")) == 129


def test_choose_any_and_nothing_to_pick() -> None:
    trail = Trail()
    game = chosen(trail, None, None, nums(1, 2))
    assert trail.of(answer(game, "1", "2")) == 129
    assert trail.of(chosen(trail, None, 0, nums(1, 2))) == 89
    assert trail.of(chosen(trail, None, None, nums())) == 89


def test_several_of_what_is_alike() -> None:
    t = Table()
    source = const((0, 4, 1), ListT(KindT(-1), 3))
    answer_list = loc(0, ListT(KindT(-1), 3))
    body = (several((0, 1, 2, 3), source, None, None), move(answer_list, zone(t.discard), "bottom"))
    game = t.run(*body, locals_=SEVERAL)
    assert keys(game) == ["card#1", "coin#1", "done"]
    assert keys(answer(game, "card#1")) == ["card#2", "coin#1", "done"]
    game = answer(game, "card#1", "card#2", "coin#1")
    assert t.lying(game, t.discard) == (0, 1, 4)


def test_menus_offer_the_options_that_are_open() -> None:
    trail = Trail()
    body = (
        menu(
            ("go", None, [trail.mark(1)]),
            ("stay", flag(False), [trail.mark(2)]),
            ("rest", flag(True), [trail.mark(3)]),
            seat=1,
        ),
        trail.mark(9),
    )
    game = trail.run(*body)
    assert (game.to_move, keys(game)) == (1, ["go", "rest"])
    assert trail.of(answer(game, "go")) == 19
    assert trail.of(answer(game, "rest")) == 39
    with pytest.raises(GameFault, match="none of the options"):
        trail.run(menu(("go", flag(False), [])))


# ---- Actions -----------------------------------------------------------------------------------------------


class Acting(Trail):
    """`pay` takes n of 1..2 and m of n..2; `rest` takes nothing, twice a turn, only of seat 1."""

    def __init__(self, label: bool = False) -> None:
        super().__init__()
        build = self.build
        seat = ("actor", PLAYER)
        first = build.routine("n", ret(nums(1, 2)), params=[seat], result=ListT(INT, 2))
        second = build.routine(
            "m", ret(lib("range", loc(1), num(2), of=LIST)), params=[seat, N], result=ListT(INT, 2)
        )
        pay = build.routine("pay", self.mark(loc(1)), self.mark(loc(2)), params=[seat, N, ("m", INT)])
        is_second = build.routine(
            "guard", ret(compare("eq", loc(0, PLAYER), num(1))), params=[seat], result=BOOL
        )
        rest = build.routine("rest", self.mark(7), params=[seat])
        words = text("Pay ", loc(1), " by ", loc(0, PLAYER)) if label else None
        build.actions.append(ir.Action("pay", words, (first, second), None, None, None, pay, at()))
        build.actions.append(ir.Action("rest", None, (), is_second, 2, "turn", rest, at()))

    def act(self, seat: int, step_by_step: bool = False) -> ir.Act:
        every = tuple(range(len(self.build.actions)))
        return ir.Act(const(seat, PLAYER), every, step_by_step, 0, None, 0, at())


ASKED: Vars = [("$asked", LIST)]


def test_act_offers_every_open_action_with_its_parameters() -> None:
    a = Acting()
    game = a.run(a.act(1), a.mark(9), locals_=ASKED)
    assert game.decision is not None
    assert game.decision.kind == "act"
    assert keys(game) == ["pay(1,1)", "pay(1,2)", "pay(2,2)", "rest"]
    assert a.of(answer(game, "pay(1,2)")) == 129
    assert a.of(answer(game, "rest")) == 79
    assert answer(game, "pay(1,2)").log(None) == ["Seat 2: pay 1 2"]
    # A guard that does not hold closes an action.
    assert keys(a.run(a.act(0), locals_=ASKED)) == ["pay(1,1)", "pay(1,2)", "pay(2,2)"]


def test_act_step_by_step_asks_for_the_parameters_in_turn() -> None:
    a = Acting(label=True)
    game = a.run(a.act(1, step_by_step=True), a.mark(9), locals_=ASKED)
    assert keys(game) == ["pay", "rest"]
    game = answer(game, "pay")
    assert keys(game) == ["1", "2"]
    game = answer(game, "2")
    assert keys(game) == ["2"]
    game = answer(game, "2")
    assert a.of(game) == 229
    assert game.log(None) == ["Seat 2: Pay 2 by seat 2"]


def test_limits_count_each_seat_and_begin_anew_with_a_turn() -> None:
    a = Acting()
    acts = [a.act(1) for _ in range(3)]
    new_turn = store(ir.ACTIVE, const(0, PLAYER))
    game = a.run(*acts[:2], acts[2], locals_=ASKED)
    game = answer(game, "rest", "rest")
    assert keys(game) == ["pay(1,1)", "pay(1,2)", "pay(2,2)"]
    game = a.run(*acts[:2], new_turn, acts[2], locals_=ASKED)
    game = answer(game, "rest", "rest")
    assert "rest" in keys(game)


def test_act_with_no_action_open_faults() -> None:
    a = Acting()
    a.build.actions.pop(0)
    with pytest.raises(GameFault, match="no action is open"):
        a.run(a.act(0), locals_=ASKED)


def test_step_by_step_offers_only_what_can_be_completed() -> None:
    a = Acting()
    empty = a.build.routine(
        "m", ret(lib("range", loc(1), num(1), of=LIST)), params=[("actor", PLAYER), N], result=ListT(INT, 2)
    )
    pay = a.build.actions[0]
    a.build.actions[0] = ir.Action("pay", None, (pay.sources[0], empty), None, None, None, pay.body, at())
    game = answer(a.run(a.act(0, step_by_step=True), locals_=ASKED), "pay")
    assert keys(game) == ["1"]
