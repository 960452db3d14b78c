"""Holds that every function of the library does the same in a module as in the interpreter, whether what it
is given is known while compiling or not.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from tafl.interpreter.state import State, Value
from tafl.ir import program as ir
from tafl.ir.types import NONE, Int, ListT, OptT, Type
from tafl.tests.ir_builder import Build
from tafl.tests.pure_module import FAULT, PureModule
from tafl.tests.test_interpreter_library import (
    BOARD_CASES,
    LIST_CASES,
    REFUSED,
    SEAT_CASES,
    TABLE_CASES,
    laid_table,
    table_build,
)

NAMED = {
    **dict.fromkeys(
        ("orthogonal", "diagonal", "directions", "toward", "row", "column", "board_spaces"), (0,)
    ),
    **dict.fromkeys(("lines", "corners", "edges", "centre", "quarters", "shaped"), (0,)),
    "on_space_of": (1,),
    "the_component": (0, 1),
}
"""Arguments that stand in the program as they are: boards, kinds, contents, shapes."""


def shape(value: Value) -> Type | None:
    """The type of a list as deep as this one."""
    if not isinstance(value, tuple):
        return None
    return ListT(next((of for part in value if (of := shape(part))), Int()), None)


def taken(build: Build, call: ir.Lib, result: Value) -> tuple[int, list[Value]]:
    """A routine that is given the arguments of a call, and those."""
    args: list[ir.Expr] = []
    params: list[tuple[str, Type]] = []
    values: list[Value] = []
    for position, arg in enumerate(call.args):
        if isinstance(arg, ir.Const) and position not in NAMED.get(call.name, ()):
            of = OptT(arg.type) if arg.value == NONE and not isinstance(arg.type, OptT) else arg.type
            args.append(ir.Local(len(params), of, arg.at))
            params.append((f"p{position}", of))
            values.append(arg.value)
        else:
            args.append(arg)
    type_ = shape(result) or call.type
    asked = replace(call, args=tuple(args), type=type_)
    body = ir.Return(asked, call.at)
    return build.routine(call.name, body, params=params, result=type_), values


def hold(
    build: Build, state: State | None, cases: list[tuple[ir.Lib, object, int]], players: int = 2
) -> None:
    """Raise unless all cases are the same in both engines, and as they are to be."""
    known, asked = [], []
    for call, result, _ in cases:
        type_ = shape(result) or call.type
        known.append(build.expression(replace(call, type=type_)))
        asked.append(taken(build, call, result))
    game = build.bare(players)
    module = PureModule(game.program, players, [*known, *(routine for routine, _ in asked)])
    for (call, result, fuel), routine, (other, args) in zip(cases, known, asked, strict=True):
        at = state or game.state
        for number, given in ((routine, []), (other, args)):
            found = module.hold(number, at, given)
            assert found == result, f"{call.name}: {found}"
            if result != FAULT:
                assert module.compiled(number, at, given)[1] == fuel


def test_numbers_lists_and_sets() -> None:
    hold(Build(), None, LIST_CASES)


def test_seats_and_outcomes() -> None:
    hold(Build((3, 3)), None, SEAT_CASES, 3)


def test_boards_and_table() -> None:
    build, lay = laid_table()
    hold(build, build.bare().run(lay).state, BOARD_CASES + TABLE_CASES)


@pytest.mark.parametrize("laid", [False, True])
def test_what_the_library_refuses(laid: bool) -> None:
    build = laid_table()[0] if laid else table_build()
    hold(build, None, [(call, FAULT, 0) for call, _ in REFUSED])
