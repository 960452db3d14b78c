"""The contract of the language on the reference engine: transactions, fuel, data, determinism, chance by
either hand, saves.
"""

import json
from collections.abc import Callable

import pytest

from tafl.interpreter import machine
from tafl.interpreter.chance import BOT_STREAM, DETERMINIZATION_STREAM, Generator
from tafl.interpreter.engine import Playing, bare, begin, load_game, open_game
from tafl.interpreter.game import CHANCE, AnswerError, Game, GameFault
from tafl.interpreter.invariants import Broken, check_world
from tafl.interpreter.opening import OptionError, option_values
from tafl.interpreter.restore import restore
from tafl.interpreter.saves import SaveError
from tafl.interpreter.state import canonical, state_hash
from tafl.ir import program as ir
from tafl.ir.types import NONE, Bool, EnumT, KindT, ListT, OptT, ScenarioT

from .ir_builder import (
    BOOL,
    INT,
    PLAYER,
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


def card_game() -> Build:
    """Two seats play two rounds: roll a die, draw two cards, discard one face down, maybe keep another; a
    card asks when it is discarded. Everything that a state can hold comes up in it.
    """
    build = Build()
    card, die = build.kind("Card"), build.kind("Bone", "die", faces=[1, 2, 2, 3])
    build.content(card, "plain", 5)
    magic = build.content(card, "magic", 2)
    build.content(die, "bone")
    discard = build.zone("discard", visibility="hidden")
    deck = build.zone("deck", visibility="hidden", when_empty="reshuffle", reshuffle=discard)
    hand = build.zone("hand", "hand", "player", visibility="private")
    trail, age = build.state("trail", INT, default=0), build.state("age", INT, "kind", kind=card, default=0)
    cards = KindT(card)
    params: Vars = [("c", cards), ("p", PLAYER)]
    age_of = get(age, loc(0, cards))
    lay = build.effect(
        "lay",
        build.routine(
            "lay",
            store(age, arith("add", age_of, num(1)), loc(0, cards)),
            move(loc(0, cards), zone(discard), face="down"),
            params=params,
        ),
        says=text(loc(1, PLAYER), " lays ", loc(0, cards)),
    )
    asks = build.routine(
        "magic",
        menu(("one", None, [note(trail, 1)]), ("two", None, [note(trail, 2)])),
        params=[("self", cards), *params],
    )
    is_self = build.routine(
        "is_self",
        ret(compare("eq", loc(0, cards), loc(1, cards))),
        params=[("self", cards), *params],
        result=BOOL,
    )
    build.hook("after", "magic", asks, effect=lay, content=magic, where=is_self)
    build.flow("setup", move(every(card), zone(deck)), ir.Shuffle(zone(deck), 0, 1, 0, at()), locals_=[N, N])
    seat = loc(0, PLAYER)
    own = zone(hand, seat)
    held = lib("items", own, of=ListT(cards, 7))
    turn = (
        store(trail, num(0)),
        ir.Roll(const(7, KindT(die)), 5, 6, 0, at()),
        ir.Draw(num(2), zone(deck), own, None, None, None, 7, 0, at()),
        choose(3, held, do(lay, loc(3, cards), seat), by=seat),
        several((8, 9, 10, 11), held, None, num(1)),
        ir.For(4, 12, 13, loc(8, ListT(cards, 7)), None, (do(lay, loc(4, cards), seat),), None, at()),
    )
    round_ = ir.For(0, 1, 2, lib("players", of=ListT(PLAYER, 2)), None, turn, None, at())
    dice, several_cards = ListT(KindT(die), 1), ListT(cards, 7)
    locals_: Vars = [("p", PLAYER), ("$l", LIST), ("$i", INT), ("c", cards), ("d", cards), ("$dice", dice), N]
    more: Vars = [
        ("$left", LIST),
        ("cs", several_cards),
        ("$cards", several_cards),
        N,
        N,
        ("$l", several_cards),
        N,
    ]
    build.flow("play", round_, round_again(round_), locals_=[*locals_, *more])
    build.flow(
        "scoring",
        ir.Rank(0, lib("players", of=LIST), (lib("size", zone(hand, loc(0, PLAYER))),), at()),
        locals_=[("p", PLAYER)],
    )
    return build


def round_again(round_: ir.For) -> ir.For:
    return ir.For(0, 1, 2, round_.source, None, round_.body, None, at())


def play(game: Playing, seed: int, watch: Callable[[Playing], None] | None = None) -> Playing:
    """Play at random to the end; chance too where it is asked, from the game's own generator."""
    bot = Generator.of(seed, BOT_STREAM)
    while game.to_move is not None:
        if watch is not None:
            watch(game)
        game = game.chance() if game.to_move == CHANCE else game.apply(bot.below(game.option_count))
    return game


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
    monkeypatch.setattr(machine, "FUEL", 100)


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


# ---- The past ----------------------------------------------------------------------------------------------


def test_the_past_is_told_alike_whoever_answers_for_chance() -> None:
    program = card_game().program()
    for seed in range(3):
        by_itself = play(begin(program, 2, (), seed), seed)
        asked = play(begin(program, 2, (), seed, explicit_chance=True), seed)
        for seat in (0, 1):
            assert by_itself.log(seat) == asked.log(seat)
            assert by_itself.observation(seat) == asked.observation(seat)
        assert by_itself.answers() == asked.answers()
        assert len(by_itself.log(0)) > 8


def test_an_observation_does_not_depend_on_when_it_was_asked_for() -> None:
    program = card_game().program()
    looked: list[str] = []
    late = play(begin(program, 2, (), 3), 3)
    early = play(begin(program, 2, (), 3), 3, lambda game: looked.append(game.observation(0)))
    assert early.observation(0) == late.observation(0)
    assert all(early.observation(0).startswith(text) for text in looked)


def test_hidden_cards_are_not_in_what_a_seat_gets() -> None:
    game = card_game().open(seed=4)
    own = {name for name in ("plain", "magic") if name in json.dumps(game.view(0)["seats"][0])}
    assert own
    assert "magic" not in json.dumps(game.view(1)["seats"][0])
    assert "plain" not in json.dumps(game.view(1)["seats"][0])


def test_worlds_that_a_seat_cannot_tell_apart() -> None:
    generator = Generator.of(9, DETERMINIZATION_STREAM)

    def watch(game: Playing) -> None:
        for seat in (0, 1):
            other = game.determinized(seat, generator)
            check_world(other.state, other.world)
            assert other.view(seat) == game.view(seat)
            assert other.observation(seat) == game.observation(seat)
            assert other.to_move == game.to_move

    for seed in range(3):
        play(card_game().open(seed=seed), seed, watch)


# ---- Saves -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_save_of_every_decision_goes_on_to_the_same_end(seed: int) -> None:
    program = card_game().program()
    saved: list[tuple[str, str]] = []

    def save(game: Playing) -> None:
        saved.append((json.dumps(game.save()), game.hash()))

    final = play(begin(program, 2, (), seed), seed, save)
    bot = Generator.of(seed, BOT_STREAM)
    for data, hash_ in saved:
        loaded = load_game(json.loads(data), program)
        assert loaded.hash() == hash_
        count = loaded.option_count
        ahead = Generator(bot.rng)
        while loaded.to_move is not None:
            loaded = loaded.apply(ahead.below(loaded.option_count))
        assert loaded.hash() == final.hash()
        assert loaded.log(0) == final.log(0)
        assert loaded.observation(1) == final.observation(1)
        bot.below(count)


def test_a_save_whose_answers_do_not_fit_its_state_is_refused() -> None:
    game = card_game().open()
    data = json.loads(json.dumps(game.apply(0).save()))
    data["state"] = json.loads(json.dumps(game.save()))["state"]
    with pytest.raises(SaveError, match="do not lead to its state"):
        load_game(data, game.program)


# ---- Opening -----------------------------------------------------------------------------------------------


def option_program() -> ir.Program:
    build = Build((2, 3))
    build.enums.append(ir.Enum("Mode", ("basic", "full"), ("", ""), at()))
    build.options += [
        ir.GameOption("mode", "", EnumT(0), 0, (0, 1), ("basic", "full"), at()),
        ir.GameOption("fast", "", Bool(), None, (0, 1), ("false", "true"), at()),
        ir.GameOption("scenario", "", OptT(ScenarioT()), NONE, (NONE, 0), ("none", "night"), at()),
    ]
    build.scenarios.append(ir.Scenario("night", "", "", "", ((0, 1), (1, 0)), at()))
    build.flow("play", over(0, 0))
    return build.program()


def test_options_are_chosen_or_set_by_the_scenario_or_usual() -> None:
    program = option_program()
    assert option_values(program, {"fast": "true"}) == (0, 1, NONE)
    assert option_values(program, {"fast": "false", "mode": "full"}) == (1, 0, NONE)
    assert option_values(program, {"scenario": "night"}) == (1, 0, 0)


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({}, "`fast` has to be chosen: one of false, true"),
        ({"fats": "true"}, r"no option `fats` \(did you mean `fast`\?\)"),
        ({"fast": "true", "mode": "ful"}, r"cannot be `ful` \(did you mean `full`\?\): one of basic, full"),
        ({"scenario": "night", "mode": "basic"}, "this scenario is played with `mode: full`"),
    ],
)
def test_options_that_cannot_be(chosen: dict[str, str], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        open_game(option_program(), 2, chosen)


def test_a_game_is_for_its_number_of_seats() -> None:
    with pytest.raises(ValueError, match="for 2 to 3 players, not 4"):
        bare(option_program(), 4, (0, 0, NONE))


def test_a_default_that_faults_is_a_fault_of_the_opening() -> None:
    build = Build()
    broken = ir.Unwrap(const(NONE, OptT(INT)), INT, at())
    build.states.append(ir.StateVar("bad", "table", None, None, INT, build.expression(broken), at()))
    with pytest.raises(GameFault, match="there is none"):
        build.bare()
