"""Opens the games of the pack `classics`, as anyone would who has installed it."""

from __future__ import annotations

from functools import cache

from tafl.dsl.compile import compile_pack
from tafl.interpreter.engine import open_game
from tafl.interpreter.game import Game
from tafl.ir.program import Program


@cache
def program_of(name: str) -> Program:
    """The checked program of a game of `classics`."""
    compiled = compile_pack("classics", game=name)
    assert compiled.program is not None, compiled.findings
    return compiled.program


def open_classic(name: str, *, seed: int = 0, explicit_chance: bool = False) -> Game:
    """A game for two at its first question."""
    return open_game(program_of(name), 2, seed=seed, explicit_chance=explicit_chance)
