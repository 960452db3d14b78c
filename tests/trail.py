"""Games whose statements write down what they do, for the tests of engines."""

from tafl.interpreter.engine import Playing
from tafl.interpreter.invariants import check_world
from tafl.ir import program as ir
from tafl.ir.types import KindT, ListT, OptT
from tafl.tests.ir_builder import (
    INT,
    PLAYER,
    ZONE,
    Build,
    Vars,
    const,
    lib,
    note,
)

LIST = ListT(INT, 100)
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
