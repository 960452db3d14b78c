"""Turns the files of a game into its checked program, or into everything that is wrong with them: the whole
front end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..ir import program as ir
from . import syntax as tree
from .assemble import UNKNOWN, Identity, assemble, with_routines
from .cycles import check_cycles
from .declare import declare
from .diagnostics import Findings
from .game_checks import check_game, check_outcome
from .gather import Gathered, Part, gather
from .points import finish
from .reach import warn_unused
from .symbols import Symbols
from .tests_decl import build_test


@dataclass(frozen=True, slots=True)
class CompiledTest:
    """A test and the program that it runs on: the game's with the tests' routines behind its own, or a
    variant of it.

    `position` is the test's place in `program.tests`.
    """

    program: ir.Program
    position: int

    @property
    def test(self) -> ir.Test:
        return self.program.tests[self.position]


def compile_parts(
    parts: Sequence[Part], findings: Findings, identity: Identity = UNKNOWN
) -> tuple[ir.Program | None, tuple[CompiledTest, ...]]:
    """The program of a game and its tests, from its parsed files; None where there are errors, all of which
    are found.
    """
    gathered = gather(parts, findings)
    plain = replace_tests(gathered, own_declarations=False)
    main = _compile(plain, findings, identity)
    variants = [
        _compile(gather(parts, findings, test), findings, identity)
        for test in gathered.tests
        if test.declarations
    ]
    if not findings.errors:
        check_outcome(main.symbols, plain, main.game)
    if findings.errors:
        return None, ()
    warn_unused(main.symbols, main.program, [variant.program for variant in variants])
    made = finish(main.program)
    program = replace(made, routines=made.routines[: main.routines], tests=())
    tests = [CompiledTest(made, position) for position in range(len(made.tests))]
    tests += [CompiledTest(finish(variant.program), 0) for variant in variants]
    return program, tuple(sorted(tests, key=lambda each: each.test.at))


@dataclass(frozen=True, slots=True)
class _Made:
    """A program with its tests; `routines` counts those that are the game's."""

    symbols: Symbols
    program: ir.Program
    routines: int

    @property
    def game(self) -> ir.Program:
        """The program without its tests."""
        return replace(self.program, routines=self.program.routines[: self.routines], tests=())


def _compile(gathered: Gathered, findings: Findings, identity: Identity) -> _Made:
    symbols = declare(gathered, findings)
    check_game(symbols, gathered)
    program = assemble(symbols, gathered, identity)
    check_cycles(symbols, program)
    routines = len(program.routines)
    tests = tuple(build_test(symbols, gathered, test) for test in gathered.tests)
    return _Made(symbols, with_routines(symbols, replace(program, tests=tests)), routines)


def replace_tests(gathered: Gathered, own_declarations: bool) -> Gathered:
    """The same declarations with only those tests that do, or do not, declare things of their own."""
    kept: list[tree.TestDecl] = [
        test for test in gathered.tests if bool(test.declarations) == own_declarations
    ]
    return replace(gathered, tests=kept)
