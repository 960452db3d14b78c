"""The built-in verbs: what moves, turns, draws, shuffles, rolls and picks components."""

import pytest

from tafl.interpreter.game import CHANCE, GameFault
from tafl.ir import program as ir
from tafl.ir.types import NONE, KindT, LayoutT, ListT
from tafl.tests.ir_builder import (
    INT,
    PLAYER,
    Build,
    Vars,
    at,
    const,
    get,
    lib,
    loc,
    move,
    num,
    nums,
    zone,
)
from tafl.tests.trail import LIST, N, Table, answer, keys

# ---- Moving ------------------------------------------------------------------------------------------------


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
