"""Compiles a game that stands in a test as text."""

from pathlib import Path

from tafl.dsl.compile import compile_packs
from tafl.dsl.pack import Pack
from tafl.ir.program import Program

TRAP = """game trap "Trap"
    players 2
table
    state steps: int 0..9 = 0
play:
    rounds while steps < 9:
        turn p in players:
            choose n in 0..9 by p: steps += n
    end game with win(seat 1)
"""
"""A game that faults on the way, where the steps go beyond their range."""

FOREVER = """game forever "Forever"
    players 2
play:
    rounds:
        turn p in players:
            choose n in 0..1 by p:
                if n == 2: end game with draw()
"""
"""A game that never ends."""


def written(text: str) -> Program:
    """The program of a game in one file, `made.tafl`, which has to be without errors."""
    compiled = compile_packs(Pack(Path("made"), (("made.tafl", text.encode()),)))
    assert compiled.program is not None, compiled.findings
    return compiled.program
