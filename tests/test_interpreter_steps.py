"""Every statement of the IR does what it says, waits where it says, and faults where it says so."""

from collections.abc import Sequence

import pytest

from tafl.interpreter.engine import Playing
from tafl.interpreter.errors import Unmet
from tafl.interpreter.game import GameFault
from tafl.interpreter.invariants import check_world
from tafl.ir import program as ir
from tafl.ir.types import NONE, Int, KindT, ListT, OptT, SetT, Type
from tafl.tests.ir_builder import (
    INT,
    PLAYER,
    Build,
    Vars,
    arith,
    at,
    choose,
    compare,
    const,
    do,
    each,
    every,
    flag,
    get,
    items,
    lib,
    loc,
    move,
    num,
    nums,
    over,
    put,
    query,
    ret,
    store,
    text,
    when,
    zone,
)
from tafl.tests.trail import LIST, N, Table, Trail

# ---- Storing -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("of", "value", "stored"),
    [
        (Int(0, 9), 9, 9),
        (Int(0, 9, track=True), 12, 9),
        (Int(0, 9, track=True), -3, 0),
        (OptT(Int(0, 9)), NONE, NONE),
        (Int(0, 9), 10, None),
        (Int(0, 9), -1, None),
        (Int(0, 9), NONE, None),
        (OptT(Int(0, 9)), 10, None),
    ],
)
def test_state_keeps_its_range(of: Type, value: int, stored: int | None) -> None:
    build = Build()
    var = build.state("hearts", of, default=5)
    routine = build.routine("set", store(var, const(value, INT)))
    if stored is None:
        with pytest.raises(GameFault, match="hearts can be 0 to 9"):
            build.bare().run(routine)
    else:
        game = build.bare().run(routine)
        assert game.state.slots[game.world.offset[var]] == stored


def test_state_of_seats_and_locals() -> None:
    build = Build()
    var = build.state("points", INT, "player", default=0)
    routine = build.routine("set", put(0, num(4)), store(var, loc(0), const(1, PLAYER)), locals_=[N])
    game = build.bare().run(routine)
    assert game.state.slots[game.world.offset[var] :][:2] == [0, 4]


def test_a_list_has_to_fit_where_it_is_stored() -> None:
    trail = Trail()
    longer = lib("range", num(1), num(3), of=LIST)
    fits = trail.after(put(0, longer), trail.mark(lib("len", loc(0, LIST))), locals_=[("a", ListT(INT, 3))])
    assert fits == 3
    with pytest.raises(GameFault, match="has 3 elements, and at most 2 fit"):
        trail.after(put(0, longer), locals_=[("a", ListT(INT, 2))])


# ---- Control -----------------------------------------------------------------------------------------------


def test_if_takes_one_side() -> None:
    trail = Trail()
    mark = trail.mark
    assert trail.after(when(flag(True), mark(1), otherwise=[mark(2)]), mark(3)) == 13
    assert trail.after(when(flag(False), mark(1), otherwise=[mark(2)]), mark(3)) == 23
    assert trail.after(when(flag(False), mark(1)), mark(3)) == 3


def for_each(
    source: ir.Expr, *body: ir.Stmt, where: ir.Expr | None = None, label: str | None = None, slot: int = 0
) -> ir.For:
    return ir.For(slot, slot + 1, slot + 2, source, where, body, label, at())


FOR: Vars = [("x", INT), ("$list", LIST), ("$next", INT)]


def test_for_walks_its_source_once_and_tests_where_as_each_comes() -> None:
    trail = Trail()
    small = compare("lt", get(trail.var), num(10))
    assert trail.after(for_each(nums(1, 2, 3), trail.mark(loc(0))), locals_=FOR) == 123
    assert trail.after(for_each(nums(1, 2, 3), trail.mark(loc(0)), where=small), locals_=FOR) == 12
    assert trail.after(for_each(nums(), trail.mark(1)), trail.mark(9), locals_=FOR) == 9
    # What the body does to the source's state does not change the walk.
    walked = for_each(lib("range", num(1), arith("add", num(3), get(trail.var)), of=LIST), trail.mark(loc(0)))
    assert trail.after(walked, locals_=FOR) == 123


def while_loop(
    test: ir.Expr | None, count: ir.Expr | None, *body: ir.Stmt, label: str | None = None
) -> ir.While:
    return ir.While(count, 0, test, body, label, at())


def test_repeat_and_while() -> None:
    trail = Trail()
    below = compare("lt", get(trail.var), num(100))
    assert trail.after(while_loop(None, num(3), trail.mark(1)), locals_=[N]) == 111
    assert trail.after(while_loop(below, None, trail.mark(1)), locals_=[N]) == 111
    assert trail.after(while_loop(below, num(2), trail.mark(1)), locals_=[N]) == 11
    assert trail.after(while_loop(None, num(-4), trail.mark(1)), trail.mark(9), locals_=[N]) == 9


def test_break_leaves_the_loop_or_scope_that_it_names() -> None:
    trail = Trail()
    leave = ir.Break("outer", at())
    inner = for_each(nums(7, 8), trail.mark(loc(3)), when(compare("eq", loc(0), num(2)), leave), slot=3)
    nested = for_each(nums(1, 2, 3), trail.mark(loc(0)), inner, label="outer")
    assert trail.after(nested, trail.mark(9), locals_=[*FOR, *FOR]) == 178279
    scope = ir.Scope("outer", (trail.mark(1), leave, trail.mark(2)), at())
    assert trail.after(scope, trail.mark(3)) == 13
    forever = while_loop(
        None, None, trail.mark(1), when(compare("gt", get(trail.var), num(10)), leave), label="outer"
    )
    assert trail.after(forever, trail.mark(2), locals_=[N]) == 112


def test_return_ends_a_routine_and_gives_its_result() -> None:
    trail = Trail()
    inner = trail.build.routine(
        "half",
        when(compare("gt", loc(0), num(5)), ret(num(5))),
        trail.mark(1),
        ret(loc(0)),
        params=[N],
        result=INT,
    )
    half = trail.build.effect("half", inner)
    body = (
        do(half, num(9), result=0),
        trail.mark(loc(0)),
        do(half, num(3), result=0),
        trail.mark(loc(0)),
        do(half, num(2)),
        ret(),
        trail.mark(9),
    )
    assert trail.after(*body, locals_=[N]) == 5131


# ---- Slots that do things, texts, expectations -------------------------------------------------------------


def test_effect_slots_run_what_the_content_says() -> None:
    trail = Trail()
    build = trail.build
    card = build.kind("Card")
    params: Vars = [("self", KindT(card)), N]
    fill = build.routine("special", trail.mark(loc(1)), ret(num(6)), params=params, result=INT)
    build.slots.append(ir.Slot("special", card, True, (ir.LocalVar("n", INT),), INT, None, at()))
    build.content(card, "wolf", slots=[(0, fill)])
    build.content(card, "sheep")

    def special(component: int) -> ir.CallSlotEffect:
        return ir.CallSlotEffect(0, const(component, KindT(card)), (num(4),), 0, False, 0, at())

    assert trail.after(special(0), trail.mark(loc(0)), locals_=[N]) == 46
    with pytest.raises(GameFault, match="does not say what its special is"):
        trail.after(special(1), locals_=[N])


def test_say_and_says_are_logged_with_what_they_show() -> None:
    trail = Trail()
    hurt = trail.build.effect(
        "hurt",
        trail.build.routine("hurt", params=[("p", PLAYER), N]),
        says=text(loc(0, PLAYER), " takes ", loc(1)),
    )
    game = trail.run(ir.Say(text("a storm"), at()), do(hurt, const(1, PLAYER), num(3)))
    assert game.log(0) == ["A storm", "Seat 2 takes 3"]
    assert game.log(0, since=1) == ["Seat 2 takes 3"]


def test_a_fault_of_the_content_says_its_text() -> None:
    trail = Trail()
    stop = ir.Fault(text("there are ", num(3), " of them"), at())
    with pytest.raises(GameFault) as caught:
        trail.run(stop)
    assert caught.value.message == "there are 3 of them"
    assert caught.value.at == stop.at


def test_an_expectation_that_does_not_hold_shows_both_sides() -> None:
    trail = Trail()
    holds = ir.Expect(compare("eq", get(trail.var), num(0)), at())
    fails = ir.Expect(compare("eq", get(trail.var), num(4)), at())
    trail.run(holds)
    with pytest.raises(Unmet) as caught:
        trail.run(fails)
    assert [side.value for side in caught.value.sides] == [0, 4]
    assert caught.value.at == fails.at
    with pytest.raises(Unmet) as caught:
        trail.run(ir.Expect(flag(False), at()))
    assert caught.value.sides == ()


# ---- The end -----------------------------------------------------------------------------------------------


def whole_game(play: Sequence[ir.Stmt], scoring: Sequence[ir.Stmt] | None = None) -> Playing:
    trail = Trail((3, 3))
    points = trail.build.state("points", INT, "player", default=0)
    gifts = [store(points, num(n), const(seat, PLAYER)) for seat, n in ((0, 4), (1, 9), (2, 4))]
    trail.build.flow("play", *gifts, *play)
    if scoring is not None:
        trail.build.flow("scoring", *scoring, locals_=[("p", PLAYER)])
    game = trail.build.open()
    check_world(game.state, game.world)
    return game


def rank(*keys_: ir.Expr, source: ir.Expr | None = None) -> ir.Rank:
    return ir.Rank(0, source or lib("players", of=LIST), keys_, at())


POINTS = get(4, loc(0, PLAYER))


def test_an_outcome_ends_the_game_and_ranks_the_seats() -> None:
    game = whole_game([over(-1, 2, -1)])
    assert game.result is not None
    assert (game.result.outcome, game.result.ranking, game.result.scores) == ((-1, 2, -1), (2, 1, 2), None)
    assert (game.decision, game.to_move, game.option_count) == (None, None, 0)
    assert game.log(None) == ["The game is over"]


def test_scoring_ranks_by_keys_and_shares_ranks() -> None:
    game = whole_game([], [rank(POINTS)])
    assert game.result is not None
    assert (game.result.outcome, game.result.ranking, game.result.scores) == (
        (-1, 2, -1),
        (2, 1, 2),
        (4, 9, 4),
    )
    game = whole_game([], [rank(POINTS, loc(0, PLAYER))])
    assert game.result is not None
    assert (game.result.outcome, game.result.ranking) == ((-2, 2, 0), (3, 1, 2))
    game = whole_game([], [rank(POINTS, source=const((0, 2), ListT(PLAYER, 2)))])
    assert game.result is not None
    assert (game.result.ranking, game.result.scores) == ((1, 3, 1), None)


def test_end_game_goes_to_the_scoring_from_any_depth() -> None:
    trail = Trail()
    deep = trail.build.effect("deep", trail.build.routine("deep", over(), trail.mark(8)))
    trail.build.flow("setup", trail.mark(1))
    trail.build.flow("play", trail.mark(2), do(deep), trail.mark(9))
    trail.build.flow("scoring", trail.mark(3), rank(num(1)), over(), trail.mark(9), locals_=[("p", PLAYER)])
    game = trail.build.open()
    assert trail.of(game) == 123
    assert game.result is not None
    assert game.result.outcome == (0, 0)


def test_a_game_that_nobody_has_won_faults() -> None:
    with pytest.raises(GameFault, match="nothing has ranked"):
        whole_game([])
    with pytest.raises(GameFault, match="nothing has ranked"):
        whole_game([over()], [])
    with pytest.raises(GameFault, match="one number for each of 3 seats"):
        whole_game([over(1, -1)])


def test_queries_and_sets_in_state() -> None:
    trail = Trail()
    seen = trail.build.state("seen", SetT(PLAYER))
    with_one = lib("set_with", get(seen, of=SetT(PLAYER)), const(1, PLAYER), of=SetT(PLAYER))
    listed = lib("set_list", get(seen, of=SetT(PLAYER)), of=ListT(PLAYER, 2))
    count = query("count", each(0, listed))
    assert trail.after(store(seen, with_one), trail.mark(count), locals_=[N]) == 1


def test_a_question_may_have_4096_options_and_no_more() -> None:
    trail = Trail()
    most = trail.run(choose(0, lib("range", num(1), num(4096), of=LIST)), locals_=[N])
    assert most.option_count == 4096
    with pytest.raises(GameFault, match="4097 options, and 4096 is the most"):
        trail.run(choose(0, lib("range", num(1), num(4097), of=LIST)), locals_=[N])


def test_populations_and_lists_of_components_move_together() -> None:
    t = Table()
    game = t.run(
        move(every(t.card), zone(t.discard), "bottom"), move(items(t.one(1), of=KindT(t.card)), zone(t.row))
    )
    assert (t.lying(game, t.discard), t.lying(game, t.row)) == ((0, 2, 3), (1,))
