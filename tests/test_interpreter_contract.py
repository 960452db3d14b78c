"""The contract of the language on the reference engine: transactions, fuel, data, determinism, chance by
either hand, saves.
"""

import json
import sys

import pytest

from tafl.interpreter.engine import Playing, begin
from tafl.interpreter.errors import FUEL
from tafl.interpreter.game import CHANCE, AnswerError, Game, GameFault
from tafl.interpreter.invariants import Broken, check_world
from tafl.interpreter.restore import restore
from tafl.interpreter.state import canonical, state_hash
from tafl.ir import program as ir
from tafl.ir.types import KindT, ListT
from tafl.tests.card_game import card_game, play
from tafl.tests.ir_builder import (
    INT,
    Build,
    Vars,
    arith,
    at,
    call,
    choose,
    compare,
    const,
    do,
    each,
    every,
    get,
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

LIST = ListT(INT, 100)
N = ("n", INT)


# ---- State is data -----------------------------------------------------------------------------------------


def test_states_are_whole_and_plain_at_every_decision() -> None:
    def watch(game: Playing) -> None:
        check_world(game.state, game.world)
        form = canonical(game.state, game.world)
        assert json.loads(json.dumps(form)) == form
        again = restore(form, game.world)
        assert canonical(again, game.world) == form
        assert state_hash(again, game.world) == game.hash()

    for seed in range(20):
        game = play(card_game().open(seed=seed), seed, watch)
        check_world(game.state, game.world)
        assert game.result is not None


def test_a_broken_state_is_noticed() -> None:
    game = card_game().open()
    for spoil in (
        lambda state: state.zones.__setitem__(2, state.zones[2][1:]),
        lambda state: state.zones.__setitem__(2, state.zones[2] * 2),
        lambda state: state.place.__setitem__(0, 0),
        lambda state: state.die.__setitem__(7, 9),
        lambda state: state.slots.__setitem__(0, 5),
        lambda state: setattr(state, "pending", None),
    ):
        state = game.state.copy()
        check_world(state, game.world)
        spoil(state)
        with pytest.raises(Broken):
            check_world(state, game.world)


def test_a_waiting_routine_keeps_only_the_locals_that_live() -> None:
    build = Build()
    body = (put(0, num(7)), put(1, num(8)), choose(2, nums(1, 2)), store(2, loc(1)))
    routine = build.routine("asks", *body, locals_=[N, N, N])
    game = build.bare().run(routine)
    assert game.state.frames[0].locals == [0, 8, 0]
    assert canonical(game.state, game.world)[10] == [[routine, 1, [8]]]


def test_a_game_is_a_game_for_everybody() -> None:
    game: Game = card_game().open()
    assert game.players == 2


# ---- Determinism -------------------------------------------------------------------------------------------


def test_the_same_seed_and_answers_give_the_same_game() -> None:
    program = card_game().program()
    hashes = [play(begin(program, 2, (), seed), 1).hash() for seed in (1, 1, 2)]
    assert hashes[0] == hashes[1] != hashes[2]


def test_chance_by_either_hand_runs_the_same_code() -> None:
    program = card_game().program()
    for seed in range(5):
        seen: list[list[str]] = [[], []]
        for number, explicit in enumerate((False, True)):
            game = begin(program, 2, (), seed, explicit_chance=explicit)

            def watch(game: Playing, hashes: list[str] = seen[number]) -> None:
                if game.to_move != CHANCE:
                    hashes.append(game.hash())

            seen[number].append(play(game, seed, watch).hash())
        assert seen[0] == seen[1]


# ---- A step is a transaction -------------------------------------------------------------------------------


def test_a_fault_leaves_the_game_as_it_was_and_tells_where_it_happened() -> None:
    build = card_game()
    trail = 3
    stop = ir.Fault(text("so far"), at())
    inner = build.effect("inner", build.routine("inner", stop))
    call_inner = do(inner)
    outer = build.effect("outer", build.routine("outer", call_inner))
    call_outer = do(outer)
    faulty = (
        store(trail, num(5)),
        move(const(0, KindT(0)), zone(0)),
        ir.Roll(const(7, KindT(1)), 1, 2, 0, at()),
        call_outer,
    )
    routine = build.routine(
        "risky",
        choose(0, nums(1, 2), when(compare("eq", loc(0), num(1)), *faulty)),
        locals_=[N, ("$l", LIST), N],
    )
    game = build.bare().run(routine)
    before, generator = game.hash(), game.state.rng
    with pytest.raises(GameFault) as caught:
        game.apply(0)
    assert (game.hash(), game.state.rng) == (before, generator)
    assert caught.value.at == stop.at
    assert [name for name, _ in caught.value.chain] == ["inner", "outer", "risky"]
    assert [span for _, span in caught.value.chain] == [stop.at, call_inner.at, call_outer.at]
    check_world(game.apply(1).state, game.world)


def test_a_wrong_answer_is_refused_and_changes_nothing() -> None:
    game = card_game().open()
    before = game.hash()
    for option in (-1, game.option_count):
        with pytest.raises(AnswerError, match=f"no option {option}"):
            game.apply(option)
    with pytest.raises(AnswerError, match="`nonsense` is none of the options"):
        game.find("nonsense")
    assert game.hash() == before


def test_after_the_end_no_answer_is_taken() -> None:
    """Case 26."""
    build = Build()
    build.flow("play", over(1, -1))
    game = build.open()
    with pytest.raises(AnswerError, match="the game is over"):
        game.apply(0)
    with pytest.raises(AnswerError, match="no question is open"):
        game.find("yes")
    with pytest.raises(AnswerError, match="the game is over"):
        game.run(0)


# ---- Fuel --------------------------------------------------------------------------------------------------


def loop(test: ir.Expr | None, *body: ir.Stmt) -> ir.While:
    return ir.While(None, 0, test, body, None, at())


def test_what_never_ends_is_stopped_by_fuel() -> None:
    build = Build()
    work = query("sum", each(1, lib("range", num(1), num(99_999), of=LIST)), body=num(0))
    forever = loop(None, put(2, work))
    routine = build.routine("forever", forever, locals_=[N, N, N])
    with pytest.raises(GameFault, match="10,000,000 units of work") as caught:
        build.bare().run(routine)
    assert caught.value.chain[0][0] == "forever"


@pytest.fixture
def little_fuel(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, module in list(sys.modules.items()):
        if name.startswith("tafl.") and getattr(module, "FUEL", None) == FUEL:
            monkeypatch.setattr(module, "FUEL", 100)


@pytest.mark.usefixtures("little_fuel")
def test_fuel_lasts_exactly_as_long_as_is_said() -> None:
    build = Build()
    count = build.state("count", INT, default=0)
    more = store(count, arith("add", get(count), num(1)))

    def passes(limit: int) -> Playing:
        routine = build.routine("loop", loop(compare("lt", get(count), num(limit)), more), locals_=[N])
        return build.bare().run(routine)

    assert passes(100).state.slots[3] == 100
    with pytest.raises(GameFault, match="never ends"):
        passes(101)


@pytest.mark.usefixtures("little_fuel")
def test_fuel_begins_anew_at_a_decision_of_a_seat_but_not_at_chance() -> None:
    build = Build()
    sixty = ir.For(1, 2, 3, lib("range", num(1), num(30), of=LIST), None, (), None, at())
    locals_: Vars = [N, N, ("$l", LIST), N]
    asked = build.routine("asked", sixty, choose(0, nums(1, 2)), sixty, locals_=locals_)
    game = build.bare().run(asked)
    assert game.state.fuel == 0
    assert game.apply(0).state.fuel == 0
    die = build.kind("Bone", "die", faces=[1, 2])
    build.content(die, "bone")
    roll = ir.Roll(const(0, KindT(die)), 2, 1, 0, at())
    rolled = build.routine("rolled", sixty, roll, sixty, locals_=locals_)
    game = build.bare(explicit_chance=True).run(rolled)
    assert (game.to_move, game.state.fuel) == (CHANCE, 61)
    with pytest.raises(GameFault, match="never ends"):
        game.apply(0)
    forever = build.routine("forever", loop(None, roll), locals_=[N, N, ("$l", LIST)])
    with pytest.raises(GameFault, match="never ends"):
        build.bare().run(forever)


def test_a_draw_that_feeds_itself_is_stopped() -> None:
    """What is drawn goes to the pile that refills the source: without a charge this would go on two
    thousand million times.
    """
    build = Build()
    card = build.kind("Card")
    build.content(card, "card")
    used = build.zone("used")
    deck = build.zone("deck", when_empty="reshuffle", reshuffle=used)
    take = ir.Draw(num(2**31 - 1), zone(deck), zone(used), None, None, None, 0, 0, at())
    routine = build.routine("take", move(every(card), zone(deck)), take, locals_=[("$left", LIST)])
    with pytest.raises(GameFault, match="never ends"):
        build.bare().run(routine)


@pytest.mark.usefixtures("little_fuel")
def test_verbs_charge_the_components_that_they_handle() -> None:
    build = Build()
    card = build.kind("Card")
    build.content(card, "card", 10)
    deck = build.zone("deck")
    locals_: Vars = [N, N, ("$l", LIST), ("$c", LIST)]
    cost: dict[str, tuple[ir.Stmt, int]] = {
        "move": (move(every(card), zone(deck)), 10),
        "flip": (ir.Flip(every(card), None, at()), 10),
        "reveal": (ir.Reveal(every(card), None, at()), 10),
        "shuffle": (ir.Shuffle(zone(deck), 0, 1, 0, at()), 10),
        "draw": (ir.Draw(num(7), zone(deck), zone(deck), None, None, None, 2, 0, at()), 7),
        "pick": (ir.Pick(2, num(1), every(card), 3, 0, 0, at()), 10),
    }
    start = cost["move"][0]
    for verb, units in cost.values():
        rest = (100 - 10 - units) // 2

        def work(count: int, verb: ir.Stmt = verb) -> Playing:
            more = ir.For(0, 2, 1, lib("range", num(1), num(count), of=LIST), None, (), None, at())
            routine = build.routine("work", start, verb, more, locals_=locals_)
            return build.bare().run(routine)

        work(rest)
        with pytest.raises(GameFault, match="never ends"):
            work(rest + 1)


def test_deep_values_of_deep_expressions_are_no_trouble() -> None:
    """62 values in each other, each inside a hundred brackets."""
    build = Build()
    deep = build.value("deep", 0)
    inner: ir.Expr = call(deep, arith("sub", loc(0), num(1)))
    for _ in range(100):
        inner = query("sum", each(1, nums(1)), body=arith("add", num(0), inner))
    body = (when(compare("le", loc(0), num(0)), ret(num(1))), ret(inner))
    routine = build.routine("deep", *body, params=[N], locals_=[N], result=INT)
    build.values[deep] = ir.Value("deep", routine, (), at())
    read = build.expression(call(deep, num(61)))
    assert build.bare().evaluate(read) == 1
