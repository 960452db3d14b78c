"""The algorithm of calls: which hooks are live, their order, and what before, after, instead of and change
do.
"""

from collections.abc import Sequence

import pytest

from tafl.interpreter.engine import Playing
from tafl.interpreter.game import GameFault
from tafl.interpreter.invariants import check_world
from tafl.interpreter.state import canonical
from tafl.ir import program as ir
from tafl.ir.types import NONE, KindT, OptT, Type
from tafl.tests.ir_builder import (
    BOOL,
    INT,
    PLAYER,
    ZONE,
    Build,
    Vars,
    arith,
    at,
    call,
    choose,
    compare,
    const,
    do,
    flag,
    get,
    lib,
    loc,
    move,
    note,
    num,
    nums,
    over,
    put,
    ret,
    store,
    text,
    when,
    zone,
)

N, HIDDEN = ("n", INT), [("r", INT)]


class Call:
    """`hit(n)` writes 5 and n; hooks are added, and each writes a digit of its own."""

    def __init__(
        self, players: tuple[int, int] = (2, 2), result: bool = False, scenarios: Sequence[str] = ()
    ) -> None:
        self.build = Build(players, scenarios)
        self.trail = self.build.state("trail", INT, default=0)
        body = self.build.routine(
            "hit",
            self.mark(5),
            self.mark(loc(0)),
            ret(arith("mul", loc(0), num(2))) if result else ret(),
            params=[N],
            result=INT if result else None,
        )
        self.hit = self.build.effect("hit", body, says=text("hit by ", loc(0)))
        self.result = result

    def mark(self, digit: int | ir.Expr) -> ir.Stmt:
        return note(self.trail, digit)

    def where(self, test: ir.Expr, params: Vars = (N,)) -> int:
        return self.build.routine("where", ret(test), params=params, result=BOOL)

    def hook(
        self,
        word: str,
        *body: ir.Stmt,
        name: str = "hook",
        where: ir.Expr | None = None,
        params: Vars = (N,),
        locals_: Vars = (),
        result: Type | None = None,
        content: int | None = None,
        scenario: int | None = None,
        rank: int = 0,
        after: Sequence[int] = (),
    ) -> int:
        routine = self.build.routine(name, *body, params=params, locals_=locals_, result=result)
        return self.build.hook(
            word,
            name,
            routine,
            effect=self.hit,
            where=None if where is None else self.where(where, params),
            param=0 if word == "change" else None,
            content=content,
            scenario=scenario,
            rank=rank,
            after=after,
        )

    def change(self, to: ir.Expr, where: ir.Expr | None = None, name: str = "change") -> int:
        return self.hook("change", ret(to), name=name, where=where, result=INT)

    def begin(
        self, *before: ir.Stmt, n: int = 3, players: int | None = None, explicit: bool = False
    ) -> Playing:
        take = [self.mark(loc(0))] if self.result else []
        call_it = do(self.hit, num(n), result=0 if self.result else None)
        routine = self.build.routine("tried", *before, call_it, *take, locals_=HIDDEN)
        return self.build.bare(players, explicit_chance=explicit).run(routine)

    def of(self, game: Playing) -> int:
        check_world(game.state, game.world)
        return game.state.slots[game.world.offset[self.trail]]

    def after(self, *before: ir.Stmt, n: int = 3, players: int | None = None) -> int:
        return self.of(self.begin(*before, n=n, players=players))


def answer(game: Playing, *given: str) -> Playing:
    for key in given:
        game = game.apply(game.find(key))
    return game


# ---- The four words ----------------------------------------------------------------------------------------


def test_before_and_after_stand_round_the_body() -> None:
    c = Call(result=True)
    result = [N, ("result", INT)]
    c.hook("after", c.mark(2), c.mark(loc(1)), params=result, name="b")
    c.hook("before", c.mark(1), c.mark(loc(0)), name="a")
    assert c.after(n=3) == 13_53_26_6
    # Without hooks the same call is the body alone.
    assert Call(result=True).after(n=3) == 536


def test_a_where_is_tested_when_its_turn_comes() -> None:
    c = Call()
    c.hook("before", c.mark(1), name="a")
    seen = compare("gt", get(c.trail), num(0))
    c.hook("before", c.mark(2), name="b", where=seen)
    c.hook("before", c.mark(3), name="c", where=compare("gt", get(c.trail), num(99)))
    assert c.after(n=3) == 12_53


def test_change_gives_the_argument_to_everything_after_it() -> None:
    c = Call()
    c.change(arith("add", loc(0), num(1)), name="a")
    c.change(arith("mul", loc(0), num(2)), name="b")
    c.change(num(0), name="c", where=compare("lt", loc(0), num(8)))
    c.hook("before", c.mark(loc(0)))
    c.hook("after", c.mark(loc(0)))
    game = c.begin(n=3)
    assert c.of(game) == 8_58_8
    # The log tells what happened, not what was asked for.
    assert game.log(None) == ["Hit by 8"]


def test_instead_of_replaces_everything() -> None:
    c = Call()
    c.hook("before", c.mark(1))
    c.hook("after", c.mark(2))
    c.hook("instead_of", c.mark(8), where=compare("gt", loc(0), num(5)))
    assert c.after(n=3) == 1_53_2
    game = c.begin(n=6)
    assert c.of(game) == 8
    assert game.log(None) == []


def super_(value: ir.Expr, result: int | None = None) -> ir.Super:
    return ir.Super((value,), result, 0, at())


def test_super_does_the_rest_with_its_arguments_and_each_hook_once() -> None:
    c = Call(result=True)
    c.change(arith("add", loc(0), num(1)))
    c.hook("before", c.mark(1))
    c.hook(
        "instead_of",
        c.mark(8),
        super_(arith("add", loc(0), num(2)), result=1),
        c.mark(9),
        ret(arith("add", loc(1), num(1))),
        locals_=HIDDEN,
        result=INT,
    )
    # 3 is changed to 4 once; super gives 6; its result 12 comes back as 13.
    assert c.after(n=3) == (8_1_56_9 * 10) + 13


def test_super_twice_does_it_twice_but_uses_no_hook_again() -> None:
    c = Call()
    c.hook("instead_of", c.mark(8), super_(num(1)), super_(num(2)), name="a")
    c.hook("instead_of", c.mark(7), super_(loc(0)), name="b")
    c.hook("before", c.mark(4))
    assert c.after(n=3) == 8_7_4_51_4_52


# ---- Cases from the field ----------------------------------------------------------------------------------


def test_two_replacements_of_one_event_come_in_the_stated_order() -> None:
    """Case 14: one prevents all, the other turns it into something else; the first decides, each at most
    once, and what applies is looked at again after the first.
    """
    c = Call()
    c.hook("instead_of", c.mark(6), name="a_prevents", where=compare("ge", loc(0), num(4)))
    c.hook("instead_of", c.mark(7), super_(arith("sub", loc(0), num(3))), name="b_turns")
    assert c.after(n=4) == 6
    c = Call()
    c.hook("instead_of", c.mark(6), name="b_prevents", where=compare("ge", loc(0), num(4)))
    c.hook("instead_of", c.mark(7), super_(arith("sub", loc(0), num(3))), name="a_turns")
    # After 4 has become 1, prevention no longer applies.
    assert c.after(n=4) == 7_51
    assert c.after(n=9) == 7_6


def test_the_player_concerned_may_choose_between_replacements() -> None:
    """Case 14: a replacement may ask whether it is wanted."""
    c = Call()
    choice = choose(1, nums(0, 1), when(compare("eq", loc(1), num(1)), c.mark(6), otherwise=[super_(loc(0))]))
    c.hook("instead_of", choice, locals_=HIDDEN)
    game = c.begin(n=4)
    assert c.of(answer(game, "1")) == 6
    assert c.of(answer(game, "0")) == 54


def test_a_trigger_loop_is_stopped_and_its_chain_is_told() -> None:
    """Case 15: two hooks that call each other without end, and the same pair with a measure that runs out."""
    c = Call()
    c.hit = c.build.effect("shock", c.build.routine("shock", params=[N]))
    other = c.build.effect("burn", c.build.routine("burn", params=[N]))
    one = do(other, arith("sub", loc(0), num(1)))
    two = do(c.hit, arith("sub", loc(0), num(1)))
    c.hook("after", one, name="on_hit")
    c.build.hook("after", "on_burn", c.build.routine("on_burn", two, params=[N]), effect=other)
    with pytest.raises(GameFault, match="64 calls stand inside each other") as caught:
        c.begin(n=3)
    names = [name for name, _ in caught.value.chain]
    assert names[-1] == "tried"
    assert {"on_hit", "on_burn"} <= set(names)
    assert names[-4:] == ["on_hit", "on_burn", "on_hit", "tried"]

    def bounded(body: ir.Stmt) -> ir.Stmt:
        return when(compare("gt", loc(0), num(0)), body)

    c = Call()
    other = c.build.effect("burn", c.build.routine("burn", c.mark(0), params=[N]))
    c.hook("after", bounded(do(other, arith("sub", loc(0), num(1)))), name="on_hit")
    back = bounded(do(c.hit, arith("sub", loc(0), num(1))))
    c.build.hook("after", "on_burn", c.build.routine("on_burn", back, params=[N]), effect=other)
    assert c.after(n=3) == 53_0_51_0


def hook_of_each_seat(c: Call) -> int:
    """A card of each seat, kept in its row, writes 1 + its holder; it is live only there."""
    build = c.build
    card = build.kind("Card")
    row = build.zone("gear", "row", "player")
    live = build.routine(
        "live",
        ret(compare("ne", lib("holder", loc(0, KindT(card)), of=OptT(PLAYER)), const(NONE, OptT(PLAYER)))),
        params=[("self", KindT(card))],
        result=BOOL,
    )
    build.kinds[card] = ir.Kind("Card", "card", "Card", "Card", live, (), None, at())
    content = build.content(card, "ring", own=True)
    holder = lib("holder", loc(0, KindT(card)), of=OptT(PLAYER))
    c.hook(
        "before",
        c.mark(arith("add", num(1), holder)),
        params=[("self", KindT(card)), N],
        content=content,
        name="ring",
    )
    return row


def give(row: int, component: int, seat: int) -> ir.Stmt:
    return move(const(component, KindT(0)), zone(row, const(seat, PLAYER)))


def test_triggers_go_round_the_table_from_the_active_seat() -> None:
    """Case 16: one trigger each for seats 0 to 2, seat 1 active: they go 1, 2, 0."""
    c = Call((3, 3))
    row = hook_of_each_seat(c)
    gifts = [give(row, seat, seat) for seat in (0, 1, 2)]
    c.hook("before", c.mark(9), name="z_general")
    assert c.after(*gifts, store(ir.ACTIVE, const(1, PLAYER))) == 9_2_3_1_53
    assert c.after(*gifts) == 9_1_2_3_53
    # Two triggers of one holder ask nothing: the lower number goes first.
    assert c.after(give(row, 2, 0), give(row, 1, 0), give(row, 0, 1)) == 9_1_1_2_53


def test_hooks_of_content_are_live_only_while_their_kind_says_so() -> None:
    c = Call((3, 3))
    row = hook_of_each_seat(c)
    assert c.after() == 53
    assert c.after(give(row, 1, 2)) == 3_53
    assert c.after(give(row, 1, 2), move(const(1, KindT(0)), const(0, ZONE))) == 53


def test_counting_comes_after_what_it_counts_hooks_included() -> None:
    """Case 18: an `after` hook sees all that the effect and the hooks before it have done."""
    c = Call()
    c.hook("after", c.mark(1), name="a")
    c.hook("after", when(compare("eq", get(c.trail), num(531)), c.mark(2)), name="b")
    assert c.after() == 5312


# ---- Order and liveness ------------------------------------------------------------------------------------


def test_order_is_by_pack_then_name_and_after_puts_a_hook_behind_another() -> None:
    c = Call()
    c.hook("before", c.mark(1), name="z", rank=0)
    c.hook("before", c.mark(2), name="b", rank=1)
    c.hook("before", c.mark(3), name="a", rank=1)
    assert c.after() == 1_3_2_53
    c = Call()
    last = c.hook("before", c.mark(1), name="z", rank=0)
    c.hook("before", c.mark(2), name="b", rank=1)
    c.hook("before", c.mark(3), name="a", rank=0, after=[last, 1])
    assert c.after() == 1_2_3_53


def test_hooks_of_a_scenario_are_live_only_while_it_is_played() -> None:
    c = Call(scenarios=["night"])
    build = c.build
    c.hook("before", c.mark(7), scenario=0)
    routine = build.routine("tried", do(c.hit, num(3)))
    assert c.of(build.bare(options=(NONE,)).run(routine)) == 53
    assert c.of(build.bare(options=(0,)).run(routine)) == 7_53


def test_a_component_that_leaves_keeps_its_hooks_and_its_holder() -> None:
    """The hooks of a call are fixed when it begins: "when I am destroyed" still happens."""
    c = Call()
    row = hook_of_each_seat(c)
    content = 0
    kept = c.build.routine(
        "last_words",
        c.mark(arith("add", num(6), loc(1, OptT(PLAYER)))),
        params=[("self", KindT(0)), ("$holder", OptT(PLAYER)), N],
    )
    c.build.hook("after", "last_words", kept, effect=c.hit, content=content)
    gone = move(const(1, KindT(0)), const(0, ZONE))
    c.hook("before", gone, name="destroys", rank=5)
    # Seat 1 held it: 2 before it is destroyed, 7 after, by the holder that it had.
    assert c.after(give(row, 1, 1)) == 2_53_7


# ---- Values and phases -------------------------------------------------------------------------------------


def test_changes_of_a_value_see_the_value_so_far() -> None:
    build = Build()
    strength = build.value("strength", build.routine("strength", ret(loc(0)), params=[N], result=INT))
    params: Vars = [N, ("it", INT)]

    def change(name: str, to: ir.Expr, where: ir.Expr | None = None) -> None:
        test = None if where is None else build.routine("where", ret(where), params=params, result=BOOL)
        body = build.routine(name, ret(to), params=params, result=INT)
        build.hook("change", name, body, value=strength, where=test)

    change("a", arith("add", loc(1), num(1)))
    change("b", arith("mul", loc(1), num(10)), where=compare("ge", loc(1), num(5)))
    change("c", arith("add", loc(1), loc(0)))
    routine = [build.expression(call(strength, num(n))) for n in (3, 4)]
    game = build.bare()
    assert [game.evaluate(r) for r in routine] == [3 + 1 + 3, (4 + 1) * 10 + 4]


class Phased:
    def __init__(self) -> None:
        self.build = Build()
        self.trail = self.build.state("trail", INT, default=0)
        self.build.phases.append(ir.PhaseDecl("movement", (), at()))

    def hook(self, word: str, *body: ir.Stmt, where: ir.Expr | None = None, name: str = "hook") -> None:
        test = None if where is None else self.build.routine("where", ret(where), result=BOOL)
        routine = self.build.routine(name, *body, locals_=HIDDEN)
        self.build.hook(word, name, routine, phase=0, where=test)

    def run(self, *body: ir.Stmt, locals_: Vars = ()) -> Playing:
        phase = ir.Phase(0, 0, 1, "movement", body, 0, at())
        around = (note(self.trail, 1), phase, note(self.trail, 9))
        routine = self.build.routine("turn", *around, locals_=[("$hooks", INT), ("$index", INT), *locals_])
        return self.build.bare().run(routine)

    def of(self, game: Playing) -> int:
        check_world(game.state, game.world)
        return game.state.slots[game.world.offset[self.trail]]


def test_hooks_of_a_phase() -> None:
    p = Phased()
    leave = ir.Break("movement", at())
    body = (note(p.trail, 5), when(compare("gt", get(p.trail), num(99)), leave), note(p.trail, 6))
    assert p.of(p.run(*body)) == 1569
    p.hook("before", note(p.trail, 2), name="a")
    p.hook("before", note(p.trail, 3), name="b", where=compare("gt", get(p.trail), num(99)))
    p.hook("before", note(p.trail, 4), name="c")
    p.hook("after", note(p.trail, 7))
    # `end movement` leaves the body; what comes after the phase still does.
    assert p.of(p.run(*body)) == 12_4_5_7_9
    p.hook("instead_of", note(p.trail, 8), where=flag(False), name="d")
    assert p.of(p.run(*body)) == 12_4_5_7_9
    p.hook("instead_of", note(p.trail, 8), name="e")
    assert p.of(p.run(*body)) == 189


def test_hooks_of_a_phase_may_ask() -> None:
    p = Phased()
    p.hook("before", choose(0, nums(2, 3), note(p.trail, loc(0))), name="a")
    p.hook("before", choose(0, nums(4, 5), note(p.trail, loc(0))), name="b")
    p.hook("after", choose(0, nums(6, 7), note(p.trail, loc(0))))
    game = p.run(choose(2, nums(1, 8), note(p.trail, loc(2))), locals_=[("x", INT)])
    assert p.of(answer(game, "2", "5", "8", "6")) == 12_5_8_6_9
    p.hook("instead_of", choose(0, nums(2, 3), note(p.trail, loc(0))), name="c")
    assert p.of(answer(p.run(note(p.trail, 5)), "3")) == 139


def test_setup_play_and_scoring_have_hooks_like_any_effect() -> None:
    build = Build()
    trail = build.state("trail", INT, default=0)
    setup = build.flow("setup", note(trail, 1))
    play = build.flow("play", note(trail, 3))
    scoring = build.flow("scoring", over(0, 0))
    for word, effect, digit in (("after", setup, 2), ("before", scoring, 4), ("instead_of", play, 7)):
        build.hook(word, word, build.routine(word, note(trail, digit)), effect=effect)
    game = build.open()
    assert game.state.slots[game.world.offset[trail]] == 1274
    assert game.result is not None


# ---- Waiting inside calls ----------------------------------------------------------------------------------


def test_a_call_waits_as_plain_data_wherever_it_asks() -> None:
    """Before, body, after and replacement may all ask; what waits is numbers, and goes on from numbers
    alone.
    """
    build = Build()
    trail = build.state("trail", INT, default=0)

    def ask(*digits: int, slot: int = 1) -> ir.Stmt:
        return choose(slot, nums(*digits), note(trail, loc(slot)))

    params, more = [N], [("x", INT)]
    hit = build.effect(
        "hit", build.routine("hit", ask(4, 5), note(trail, loc(0)), params=params, locals_=more)
    )
    for word, digits in (("before", (1, 2)), ("after", (6, 7))):
        build.hook(word, word, build.routine(word, ask(*digits), params=params, locals_=more), effect=hit)
    replace = build.routine("replace", ask(8, 9), super_(loc(0)), ask(8, 9), params=params, locals_=more)
    build.hook("instead_of", "replace", replace, effect=hit)
    routine = build.routine("tried", put(0, num(7)), do(hit, num(3)), note(trail, loc(0)), locals_=HIDDEN)
    game = build.bare().run(routine)
    for key in ("9", "2", "4", "6", "8"):
        frames = canonical(game.state, game.world)[10]
        assert all(isinstance(number, int) for number in _flat(frames))
        check_world(game.state, game.world)
        game = answer(game, key)
    assert game.state.slots[game.world.offset[trail]] == 9_2_4_3_6_8_7


def _flat(value: object) -> list[object]:
    return [part for item in value for part in _flat(item)] if isinstance(value, list) else [value]
