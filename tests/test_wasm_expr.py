"""Holds that what is pure has the same value, and takes the same fuel, in a module as in the interpreter."""

from __future__ import annotations

from random import Random

import pytest

from tafl.interpreter.engine import Playing, open_game
from tafl.ir import program as ir
from tafl.ir.types import NONE, Int, KindT, ListT, OptT, Type
from tafl.tests.ir_builder import BOOL, INT, PLAYER, Build, arith, at, call, compare, lib, loc, num
from tafl.tests.pure_module import FAULT, PureModule, arguments, pure_routines
from tafl.tests.pure_terms import Terms, some_values
from tafl.tests.pure_world import CELL, CELLS, PAWN, SMALL, WIDE, small_world, some_state
from tafl.tests.shipped import counts, program_of
from tafl.tests.watched import opening

STATES = 12
"""So many states of a random game are looked at."""

ASKED = 8
"""Each routine is asked so often in each of them."""


@pytest.mark.parametrize(("reference", "players"), counts())
def test_values_of_shipped_games_agree(reference: str, players: int) -> None:
    program = program_of(reference)
    routines = pure_routines(program)
    module, random = PureModule(program, players, routines), Random(players)
    game: Playing = open_game(program, players, opening(program, players)[1], seed=players)
    for _ in range(STATES):
        for routine in routines:
            for _ in range(ASKED):
                args = arguments(module.world, program.routines[routine], random)
                module.hold(routine, game.state, args)
        for _ in range(random.randint(1, 12)):
            if game.option_count:
                game = game.apply(random.randrange(game.option_count))


PARAMS: tuple[Type, ...] = (INT, PLAYER, CELL, PAWN, ListT(INT, None), SMALL, OptT(CELL))
RESULTS: tuple[Type, ...] = (
    *(INT, BOOL, ListT(INT, None), ListT(CELL, None), OptT(PLAYER), WIDE, CELLS, ListT(PAWN, None)),
    *(ListT(ListT(INT, None), None), ListT(SMALL, None), ListT(OptT(PLAYER), None)),
)


def hold_random_routines(seed: int, count: int = 30) -> int:
    """Compare so many random routines on some states; the number of comparisons that were no fault."""
    random = Random(seed)
    build = small_world(random.choice(("grid", "hex")))
    values, routines = some_values(build, random), []
    for _ in range(count):
        result = random.choice(RESULTS)
        terms = Terms(build, random, PARAMS, values)
        body = terms.block(result, random.randint(1, 4))
        params, locals_ = terms.locals[: len(PARAMS)], terms.locals[len(PARAMS) :]
        routines.append(build.routine("random", *body, params=params, locals_=locals_, result=result))
    players = random.choice((2, 3))
    program, held = build.program(), 0
    module = PureModule(program, players, routines)
    for _ in range(3):
        state = some_state(build, program, players, random)
        for routine in routines:
            for _ in range(2):
                args = arguments(module.world, program.routines[routine], random)
                held += module.hold(routine, state, args) != FAULT
    return held


@pytest.mark.parametrize("seed", range(8))
def test_random_routines_agree(seed: int) -> None:
    assert hold_random_routines(seed) > 20


# ---- Hooks -------------------------------------------------------------------------------------------------


def changed_world(random: Random) -> tuple[Build, list[int]]:
    """A value and a field that content, scenarios and nobody in particular change; what reads them."""
    build = Build((2, 3), ["night", "day"])
    held = build.routine(
        "held",
        ir.Return(ir.Not(ir.IsNone(lib("holder", loc(0, CHARM)), BOOL, at()), BOOL, at()), at()),
        params=[("self", CHARM)],
        result=BOOL,
    )
    charm = build.kind("Charm", live=random.choice((held, None)))
    build.fields.append(ir.Field("power", charm, INT, (), at()))
    for name in ("ring", "amulet", "cloak"):
        build.content(charm, name, 2, own=name == "ring", fields=[(0, len(name))])
    build.zone("chest")
    build.zone("worn", "hand", "player")
    build.state("depth", Int(0, 9), default=2)
    base = arith("add", arith("mul", loc(0), num(10)), loc(1, PLAYER))
    worth = build.value(
        "worth",
        build.routine("worth", ir.Return(base, at()), params=[("n", INT), ("p", PLAYER)], result=INT),
    )
    hooks: list[int] = []
    for number in range(random.randint(1, 6)):
        content = random.choice((None, 0, 1, 2))
        holder = content is not None and random.random() < 0.5
        own: list[tuple[str, Type]] = [] if content is None else [("self", CHARM)]
        own += [("$holder", OptT(PLAYER))] if holder else []
        for target, params in (("value", [("n", INT), ("p", PLAYER)]), ("field", [("c", CHARM)])):
            given = [*own, *params, ("it", INT)]
            it, first = loc(len(given) - 1), lib("abs", loc(0))
            again = arith("add", arith("mul", it, num(random.choice((1, 2, 3)))), first)
            body = build.routine("body", ir.Return(again, at()), params=given, result=INT)
            test = compare(random.choice(("lt", "gt")), it, num(random.randint(-20, 60)))
            where = build.routine("where", ir.Return(test, at()), params=given, result=BOOL)
            hooks.append(
                build.hook(
                    "change",
                    random.choice("abc") + str(number),
                    body,
                    value=worth if target == "value" else None,
                    field=0 if target == "field" else None,
                    where=random.choice((where, None)),
                    content=content,
                    scenario=random.choice((None, None, 0, 1)),
                    rank=random.randrange(2),
                    after=random.sample(hooks, min(len(hooks), random.choice((0, 0, 1, 2)))),
                )
            )
    asked = build.routine(
        "asked",
        ir.Return(call(worth, loc(0), loc(1, PLAYER)), at()),
        params=[("n", INT), ("p", PLAYER)],
        result=INT,
    )
    power = ir.FieldGet(0, loc(0, CHARM), INT, at())
    read = build.routine("read", ir.Return(power, at()), params=[("c", CHARM)], result=INT)
    return build, [asked, read]


CHARM = KindT(0)


@pytest.mark.parametrize("seed", range(12))
def test_what_hooks_change_agrees(seed: int) -> None:
    random = Random(seed)
    build, routines = changed_world(random)
    program, players = build.program(), random.choice((2, 3))
    module = PureModule(program, players, routines)
    for _ in range(8):
        state = some_state(build, program, players, random)
        scenario = module.world.offset[ir.SCENARIO]
        state.slots[scenario] = random.choice((NONE, 0, 1))
        state.slots[module.world.offset[ir.ACTIVE]] = random.choice((NONE, 0, 1))
        for routine in routines:
            for _ in range(4):
                args = arguments(module.world, program.routines[routine], random)
                assert module.hold(routine, state, args) != FAULT
