"""Holds, with guards and lists made at random, that whom a pause asks tells nothing that is hidden."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tafl.dsl.compile import compile_packs
from tafl.dsl.pack import Pack
from tafl.interpreter.engine import Playing, open_game
from tafl.interpreter.game import GameFault
from tafl.interpreter.state import State
from tafl.ir.program import Program
from tafl.tests import indistinguishable
from tafl.tests.generated import TABLE, Maker
from tafl.tests.indistinguishable import Leak, assert_indistinguishable
from tafl.tests.making import Locals

REST = """pause hush(p: Player, by n: int, with c: Card)
setup:
    for c in Card where c.owner is none: move c to (seat 1).deck
    for p in players:
        for c in Card where c.owner == p: move c to p.deck
        shuffle p.deck
        draw 2 from p.deck to p.hand
        draw 1 from p.deck to p.bag
        draw 1 from (seat 1).deck to p.hand
    draw 2 from (seat 1).deck to market
play:
    turn p in players:
        pause hush({p}, by {n}, with the first(x in Card where {test}))
        draw 1 from p.deck to p.hand
    end game with draw()
"""


class Asking(Maker):
    """Writes games whose pauses offer actions that do nothing."""

    def game(self) -> str:
        """The text of one; the values that it calls are made first."""
        values = [self.value() for _ in range(2)]
        actor: Locals = (("actor", "player"),)
        given: Locals = (*actor, ("p", "player"), ("n", "int"), ("c", "card"))
        own: Locals = (("self", "card"),)
        p: Locals = (("p", "player"),)
        head = TABLE.format(
            mode="small",
            live=self.pick(
                "", "    active while self.holder is some", "    active while self in holder.hand"
            ),
            worth=self.expr("int", (*own, *p), 1),
            ace=f"    action trick({self.source(own, 'player')}) anytime{self.guard((*actor, *own))}: pass",
            king="",
            queen="",
            faces="1..6",
            board="grid 4 x 3",
            spans=" spans 2",
            empty="stop",
        )
        deed = f"    action deed at hush{self.guard((*given, *own))}: pass\n"
        acts = [
            f"action {self.name('act')}({self.source(given, self.random.choice(['card', 'player', 'int']))})"
            f" at hush{self.guard(given)} limit 1 per turn: pass\n"
            for _ in range(2)
        ]
        rest = REST.format(
            p=self.expr("player", p, 1),
            n=self.expr("int", p, 2),
            test=self.expr("bool", (*p, ("x", "card")), 2),
        )
        head = head.replace("    effect special", f"{deed}    effect special", 1)
        return "\n".join([head, *values, *acts, rest])

    def source(self, names: Locals, type_: str) -> str:
        return f"{self.name('x')} in {self.expr(f'[{type_}]', names, 2)}"


def asking(seed: int) -> Program:
    text = Asking(Random(seed)).game()
    found = compile_packs(Pack(Path("made"), (("made.tafl", text.encode()),)))
    assert found.program is not None, (found.errors, text)
    return found.program


def _whom(game: Playing, state: State, told: object, seat: int) -> str:
    """All that everybody sees of a step is who is asked then."""
    del told, seat
    return str(game._with(state, False).to_move)


def compared(game: Playing, random: Random) -> int:
    """Play, and take each step again in other worlds; how many were compared. Raises Leak where somebody else
    is asked there.
    """
    count = 0
    for _ in range(40):
        if game.to_move is None:
            break
        option = random.randrange(game.option_count)
        for seat in range(game.players):
            try:
                count += assert_indistinguishable(game, option, seat, random, 2)
            except Leak as leak:
                # Its own options, and faults, may tell a seat more: these guards read whatever they like.
                if "in the question" not in str(leak) and "stops the game" not in str(leak):
                    raise
        game = game.apply(option)
    return count


def held(program: Program, seed: int) -> int:
    try:
        return compared(open_game(program, 2 + seed % 2, {}, seed), Random(seed))
    except GameFault:
        return 0


@pytest.fixture(autouse=True)
def who_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(indistinguishable, "_shown", _whom)


def test_nobody_can_tell_by_who_is_asked_what_others_hold() -> None:
    programs = [asking(seed) for seed in range(12)]
    silent = sum(action.asks is None for program in programs for action in program.actions)
    assert 8 < silent < 40
    assert sum(held(program, seed) for seed, program in enumerate(programs)) > 300


def test_it_would_be_told_if_only_those_were_asked_who_can_act() -> None:
    with pytest.raises(Leak):
        sum(held(_silenced(asking(seed)), seed) for seed in range(12))


def _silenced(program: Program) -> Program:
    return replace(program, actions=tuple(replace(action, asks=None) for action in program.actions))
