"""A small card game built by hand in which everything comes up that a state can hold."""

from collections.abc import Callable

from tafl.interpreter.chance import BOT_STREAM, Generator
from tafl.interpreter.engine import Playing
from tafl.interpreter.game import CHANCE
from tafl.ir import program as ir
from tafl.ir.types import KindT, ListT
from tafl.tests.ir_builder import (
    BOOL,
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
    every,
    get,
    lib,
    loc,
    menu,
    move,
    note,
    num,
    ret,
    several,
    store,
    text,
    zone,
)

LIST = ListT(INT, 100)
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
