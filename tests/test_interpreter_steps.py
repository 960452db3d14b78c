"""Every statement of the IR does what it says, waits where it says, and faults where it says so."""

from collections.abc import Sequence

import pytest

from tafl.interpreter.engine import Playing
from tafl.interpreter.errors import Unmet
from tafl.interpreter.game import CHANCE, GameFault
from tafl.interpreter.invariants import check_world
from tafl.ir import program as ir
from tafl.ir.types import NONE, Int, KindT, LayoutT, ListT, OptT, SetT, Type

from .ir_builder import (
    BOOL,
    INT,
    PLAYER,
    ZONE,
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
    menu,
    move,
    note,
    num,
    nums,
    over,
    put,
    query,
    ret,
    several,
    store,
    text,
    when,
    zone,
)

LIST = ListT(INT, None)
N = ("n", INT)


class Trail:
    """A game whose statements write digits into a number, the trail of what has happened."""

    def __init__(self, players: tuple[int, int] = (2, 2)) -> None:
        self.build = Build(players)
        self.var = self.build.state("trail", INT, default=0)

    def mark(self, digit: int | ir.Expr) -> ir.Stmt:
        return note(self.var, digit)

    def run(self, *body: ir.Stmt, locals_: Vars = (), explicit: bool = False) -> Playing:
        routine = self.build.routine("tried", *body, locals_=locals_)
        game = self.build.bare(explicit_chance=explicit).run(routine)
        check_world(game.state, game.world)
        return game

    def of(self, game: Playing) -> int:
        check_world(game.state, game.world)
        return game.state.slots[game.world.offset[self.var]]

    def after(self, *body: ir.Stmt, locals_: Vars = ()) -> int:
        return self.of(self.run(*body, locals_=locals_))


def keys(game: Playing) -> list[str]:
    assert game.decision is not None
    return [option.key for option in game.decision.options]


def answer(game: Playing, *given: str) -> Playing:
    for key in given:
        game = game.apply(game.find(key))
    return game


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


# ---- Moving ------------------------------------------------------------------------------------------------


class Table(Trail):
    """Cards 0 to 4, of which 4 is another kind; zones of every shape; a board; a die."""

    def __init__(self) -> None:
        super().__init__()
        build = self.build
        self.card, self.coin = build.kind("Card"), build.kind("Coin", "token")
        cell, self.die = build.kind("Cell", "space"), build.kind("Bone", "die", faces=[1, 2, 2, 3])
        build.content(self.card, "card", 4)
        build.content(self.coin, "coin")
        build.content(self.die, "bone", 2)
        self.discard = build.zone("discard", "pile")
        self.deck = build.zone(
            "deck", "pile", visibility="hidden", when_empty="reshuffle", reshuffle=self.discard
        )
        self.row = build.zone("line", "row", kinds=[self.card], capacity=3)
        self.hand = build.zone("hand", "hand", "player", visibility="private")
        self.strict = build.zone("strict", "pile", when_empty="fault")
        self.last = build.zone("last", "pile", when_empty="end_game")
        self.board = build.board("field", "grid", 2, 2, cell)
        self.mark_var = build.state("mark", OptT(PLAYER), "kind", kind=cell)

    def cards(self, *numbers: int) -> ir.Const:
        return const(numbers, ListT(KindT(self.card), len(numbers)))

    def one(self, number: int) -> ir.Const:
        return const(number, KindT(self.card))

    def space(self, number: int) -> ir.Const:
        return const(number, KindT(2))

    def on(self, number: int) -> ir.Lib:
        return lib("space_zone", self.space(number), of=ZONE)

    def lying(self, game: Playing, declared: int, seat: int = 0) -> tuple[int, ...]:
        check_world(game.state, game.world)
        return game.state.zones[game.world.zone(declared, seat)]


def test_components_go_to_the_end_that_is_said_or_usual() -> None:
    t = Table()
    game = t.run(move(t.cards(0, 1, 2), zone(t.discard)))
    assert t.lying(game, t.discard) == (2, 1, 0)
    game = t.run(move(t.cards(0, 1, 2), zone(t.discard), "bottom"))
    assert t.lying(game, t.discard) == (0, 1, 2)
    game = t.run(move(t.cards(0, 1, 2), zone(t.row)))
    assert t.lying(game, t.row) == (0, 1, 2)
    game = t.run(move(t.cards(0, 1, 2), zone(t.row), "top"))
    assert t.lying(game, t.row) == (2, 1, 0)
    game = t.run(move(t.cards(2, 0, 1), zone(t.hand, const(1, PLAYER))))
    assert t.lying(game, t.hand, 1) == (0, 1, 2)
    game = t.run(move(t.one(3), t.on(2)))
    assert game.state.zones[game.world.space_zone(2)] == (3,)
    assert game.state.zones[0] == (0, 1, 2, 4, 5, 6)


def test_a_component_moves_within_its_own_zone() -> None:
    t = Table()
    again = move(t.one(0), zone(t.row), "top")
    game = t.run(move(t.cards(1, 2, 0), zone(t.row)), again)
    assert t.lying(game, t.row) == (0, 1, 2)


def test_faces_are_as_said_or_as_the_zone_shows() -> None:
    t = Table()
    game = t.run(
        move(t.one(0), zone(t.deck)),
        move(t.one(1), zone(t.deck), face="up"),
        move(t.one(2), zone(t.discard)),
        move(t.one(3), zone(t.discard), face="down"),
    )
    assert game.state.face[:4] == [0, 1, 1, 0]
    flip = ir.Flip(t.cards(0, 1), None, at())
    up = ir.Flip(t.cards(0, 1), "up", at())
    down = ir.Flip(t.cards(0, 1), "down", at())
    start = (move(t.one(0), zone(t.row)), move(t.one(1), zone(t.row), face="down"))
    assert t.run(*start, flip).state.face[:2] == [0, 1]
    assert t.run(*start, up).state.face[:2] == [1, 1]
    assert t.run(*start, down).state.face[:2] == [0, 0]


def test_full_zones_and_wrong_kinds_fault() -> None:
    t = Table()
    with pytest.raises(GameFault, match="line is full: 3 is the most"):
        t.run(move(t.cards(0, 1, 2, 3), zone(t.row)))
    with pytest.raises(GameFault, match="line does not hold such"):
        t.run(move(const(4, KindT(-1)), zone(t.row)))


def test_swap_of_components_and_of_spaces() -> None:
    t = Table()
    start = (move(t.cards(0, 1), zone(t.row)), move(t.one(2), zone(t.deck)))
    game = t.run(*start, ir.Swap(t.one(0), t.one(2), at()))
    assert (t.lying(game, t.row), t.lying(game, t.deck)) == ((2, 1), (0,))
    assert game.state.face[:3] == [0, 1, 1]
    game = t.run(*start, ir.Swap(t.one(0), t.one(1), at()))
    assert t.lying(game, t.row) == (1, 0)
    game = t.run(*start, ir.Swap(t.one(0), t.one(0), at()))
    assert t.lying(game, t.row) == (0, 1)
    with pytest.raises(GameFault, match="does not hold such"):
        t.run(*start, ir.Swap(t.one(0), const(4, KindT(-1)), at()))
    game = t.run(move(t.cards(0, 1), t.on(0)), move(t.one(2), t.on(3)), ir.Swap(t.space(0), t.space(3), at()))
    zones = [game.state.zones[game.world.space_zone(space)] for space in (0, 3)]
    assert zones == [(2,), (0, 1)]


def test_reveal_lets_one_or_all_identify() -> None:
    build = Build()
    card = build.kind("Card")
    build.content(card, "ace")
    build.content(card, "king")
    deck = build.zone("deck", visibility="hidden")
    both = const((0, 1), ListT(KindT(card), 2))
    hidden = (move(both, zone(deck)), ir.Shuffle(zone(deck), 0, 1, 0, at()))
    slots = [("$zone", INT), ("$next", INT)]
    one = build.routine(
        "one", *hidden, ir.Reveal(const(0, KindT(card)), const(1, PLAYER), at()), locals_=slots
    )
    all_ = build.routine("all", *hidden, ir.Reveal(both, None, at()), locals_=slots)
    assert build.bare().run(one).state.known == [0b10, 0]
    assert build.bare().run(all_).state.known == [0b11, 0b11]


def test_layouts_set_spaces_and_take_components_from_the_box() -> None:
    t = Table()
    states = (ir.LaidState(1, t.mark_var, 1),)
    t.build.layouts.append(
        ir.Layout("first", "", t.board, states, (ir.LaidComponent(0, t.card, None, None),), at())
    )
    t.build.layouts.append(ir.Layout("absent", "", t.board, (), (ir.LaidComponent(0, t.card, 0, 5),), at()))

    def lay(number: int) -> ir.Lay:
        return ir.Lay(const(number, LayoutT(t.board)), at())

    game = t.run(move(t.one(0), zone(t.row)), lay(0))
    assert game.state.zones[game.world.space_zone(0)] == (1,)
    assert game.state.slots[game.world.offset[t.mark_var] :][:4] == [NONE, 1, NONE, NONE]
    # A seat that is not in the game has nothing on the board.
    assert t.run(lay(1)).state.zones[0] == (0, 1, 2, 3, 4, 5, 6)
    with pytest.raises(GameFault, match="holds no Card for the layout first"):
        t.run(move(t.cards(0, 1, 2), zone(t.row)), move(t.one(3), zone(t.discard)), lay(0))


# ---- Drawing (cases 12 and 13) -----------------------------------------------------------------------------


def draw(t: Table, source: int, count: int = 3, result: int | None = None) -> ir.Draw:
    return ir.Draw(num(count), zone(source), zone(t.hand, const(0, PLAYER)), None, None, result, 1, 0, at())


DRAW: Vars = [("n", INT), ("$left", LIST)]


def test_drawing_takes_from_the_top_and_stops_when_nothing_is_left() -> None:
    t = Table()
    body = (move(t.cards(0, 1, 2), zone(t.discard)), draw(t, t.discard, 2, 0), t.mark(loc(0)))
    game = t.run(*body, locals_=DRAW)
    assert (t.lying(game, t.hand), t.lying(game, t.discard), t.of(game)) == ((1, 2), (0,), 2)
    short = (move(t.cards(0, 1), zone(t.discard)), draw(t, t.discard, 3, 0), t.mark(loc(0)))
    game = t.run(*short, locals_=DRAW)
    assert (t.lying(game, t.hand), t.of(game)) == ((0, 1), 2)
    assert game.log(None) == ["Discard is empty: 1 short"]
    assert t.lying(t.run(draw(t, t.discard, -1, 0), locals_=DRAW), t.hand) == ()


def test_an_empty_pile_can_fault_or_end_the_game() -> None:
    t = Table()
    with pytest.raises(GameFault, match="strict is empty"):
        t.run(move(t.one(0), zone(t.strict)), draw(t, t.strict, 2), locals_=DRAW)
    t.build.flow("scoring", t.mark(7), ir.Rank(0, lib("players", of=LIST), (get(t.var),), at()), locals_=[N])
    game = t.run(move(t.one(0), zone(t.last)), draw(t, t.last, 2), t.mark(9), locals_=DRAW)
    assert game.result is not None
    assert t.of(game) == 7
    assert t.lying(game, t.hand) == (0,)


def test_a_draw_reshuffles_in_the_middle() -> None:
    t = Table()
    body = (
        move(t.one(0), zone(t.deck)),
        move(t.cards(1, 2), zone(t.discard)),
        draw(t, t.deck, 3, 0),
        t.mark(loc(0)),
    )
    game = t.run(*body, locals_=DRAW, explicit=True)
    # The top card is drawn before anything is shuffled.
    assert t.lying(game, t.hand) == (0,)
    assert (game.to_move, keys(game)) == (CHANCE, ["card#3", "card#2"])
    game = answer(game, "card#2")
    assert game.to_move is None
    assert (t.lying(game, t.hand), t.lying(game, t.discard), t.of(game)) == ((0, 1, 2), (), 3)
    assert game.log(None) == ["Discard is shuffled into deck"]
    # With both piles empty the draw stops.
    game = t.run(move(t.one(0), zone(t.deck)), draw(t, t.deck, 3, 0), t.mark(loc(0)), locals_=DRAW)
    assert t.of(game) == 1


# ---- Chance ------------------------------------------------------------------------------------------------

SHUFFLE: Vars = [("$zone", INT), ("$next", INT)]


def test_a_shuffle_is_a_run_of_single_draws() -> None:
    t = Table()
    body = (
        move(t.cards(0, 1, 2, 3), zone(t.deck), "bottom"),
        ir.Shuffle(zone(t.deck), 0, 1, 0, at()),
        t.mark(1),
    )
    game = t.run(*body, locals_=SHUFFLE, explicit=True)
    assert keys(game) == ["card#1", "card#2", "card#3", "card#4"]
    game = answer(game, "card#3")
    assert keys(game) == ["card#2", "card#1", "card#4"]
    game = answer(game, "card#4")
    assert keys(game) == ["card#1", "card#2"]
    game = answer(game, "card#2")
    # The last one is no question.
    assert game.to_move is None
    assert t.lying(game, t.deck) == (2, 3, 1, 0)
    assert t.of(game) == 1


def test_a_shuffle_of_nothing_one_or_what_has_no_order_asks_nothing() -> None:
    t = Table()
    hand = zone(t.hand, const(0, PLAYER))
    for start, what in (
        ((), zone(t.deck)),
        ((move(t.one(0), zone(t.deck)),), zone(t.deck)),
        ((move(t.cards(0, 1), hand),), hand),
    ):
        game = t.run(*start, ir.Shuffle(what, 0, 1, 0, at()), t.mark(1), locals_=SHUFFLE, explicit=True)
        assert game.to_move is None


def test_dice_fall_on_their_different_faces_as_often_as_they_have_them() -> None:
    t = Table()
    dice = const((5, 6), ListT(KindT(t.die), 2))
    face = lib("die_face", const(6, KindT(t.die)))
    body = (move(dice, zone(t.discard)), ir.Roll(dice, 0, 1, 0, at()), t.mark(face))
    game = t.run(*body, locals_=[("$l", LIST), N], explicit=True)
    assert game.decision is not None
    assert [(option.key, option.weight) for option in game.decision.options] == [("1", 1), ("2", 2), ("3", 1)]
    game = answer(game, "1", "3")
    assert game.state.die[5:] == [1, 3]
    assert t.of(game) == 3
    assert game.log(None) == ["Bone shows 1", "Bone shows 3"]


def test_a_pick_merges_what_is_alike() -> None:
    t = Table()
    source = const((0, 1, 4), ListT(KindT(-1), 3))
    pick = ir.Pick(0, num(2), source, 1, 2, 0, at())
    locals_: Vars = [("s", LIST), ("$l", LIST), ("$n", INT)]
    body = (pick, move(loc(0, ListT(KindT(-1), 3)), zone(t.discard), "bottom"))
    game = t.run(*body, locals_=locals_, explicit=True)
    assert game.decision is not None
    assert [(option.key, option.weight) for option in game.decision.options] == [("card#1", 2), ("coin#1", 1)]
    game = answer(game, "coin#1")
    # Only cards that are alike are left: no question any more.
    assert game.to_move is None
    assert t.lying(game, t.discard) == (4, 0)


def test_a_pick_takes_no_more_than_there_is() -> None:
    t = Table()
    locals_: Vars = [("s", LIST), ("$l", LIST), ("$n", INT)]
    pick = ir.Pick(0, num(5), nums(3, 3, 4), 1, 2, 0, at())
    game = t.run(pick, t.mark(lib("total", loc(0, LIST))), locals_=locals_, explicit=True)
    assert [o.weight for o in game.decision.options] == [2, 1] if game.decision else False
    game = answer(game, "3", "4")
    assert t.of(game) == 10
    assert (
        t.after(
            ir.Pick(0, num(-1), nums(3), 1, 2, 0, at()), t.mark(lib("len", loc(0, LIST))), locals_=locals_
        )
        == 0
    )


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
        return ir.Act(const(seat, PLAYER), step_by_step, 0, 0, at())


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
