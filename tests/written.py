"""Compiles a game that stands in a test as text."""

from pathlib import Path

from tafl.dsl.compile import compile_packs
from tafl.dsl.pack import Pack
from tafl.ir.program import Program


def written(text: str) -> Program:
    """The program of a game in one file, `made.tafl`, which has to be without errors."""
    compiled = compile_packs(Pack(Path("made"), (("made.tafl", text.encode()),)))
    assert compiled.program is not None, compiled.findings
    return compiled.program
