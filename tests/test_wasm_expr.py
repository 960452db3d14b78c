"""Holds that what is pure has the same value, and takes the same fuel, in a module as in the interpreter."""

from __future__ import annotations

from random import Random

import pytest

from tafl.interpreter.engine import Playing, open_game
from tafl.ir.types import ListT, OptT, Type
from tafl.tests.ir_builder import BOOL, INT, PLAYER
from tafl.tests.pure_module import FAULT, PureModule, arguments, pure_routines
from tafl.tests.pure_terms import CELL, CELLS, PAWN, SMALL, WIDE, Terms, small_world, some_state
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
    routines = []
    for _ in range(count):
        result = random.choice(RESULTS)
        terms = Terms(build, random, PARAMS)
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
