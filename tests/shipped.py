"""The games that come with Tafl, as tests open them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from tafl.dsl.cache import compile_cached
from tafl.dsl.choosing import games_of
from tafl.dsl.compiled import Compiled
from tafl.dsl.pack import shipped
from tafl.interpreter.engine import Playing, open_game
from tafl.ir.program import Program


@cache
def references() -> tuple[str, ...]:
    """The references of all games in `content/`, sorted."""
    packs = sorted(folder.name for folder in shipped().iterdir() if folder.is_dir())
    return tuple(game for pack in packs for game in games_of(pack))


@cache
def compiled(reference: str) -> Compiled:
    """A game with its tests and findings."""
    return compile_cached(reference)


def program_of(reference: str) -> Program:
    """The checked program of a game."""
    found = compiled(reference)
    assert found.program is not None, found.findings
    return found.program


@cache
def counts() -> tuple[tuple[str, int], ...]:
    """Every game with each number of players that it is for; a game with errors counts as one for 0."""
    return tuple(
        (reference, players)
        for reference in references()
        for players in _players(compiled(reference).program)
    )


def _players(program: Program | None) -> Iterable[int]:
    return (0,) if program is None else range(program.low_players, program.high_players + 1)


def open_shipped(reference: str, players: int, seed: int = 0) -> Playing:
    """A game at its first question."""
    return open_game(program_of(reference), players, seed=seed)
