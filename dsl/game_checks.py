"""Checks a game as a whole: that it is declared, that it can be played, and that somebody can win it."""

from __future__ import annotations

from ..ir import program as ir
from .diagnostics import Findings
from .gather import Gathered
from .symbols import Symbols
from .walk import statements


def check_game(symbols: Symbols, gathered: Gathered) -> None:
    """There is one game, and it says how it is played."""
    game = gathered.game
    if game is None:
        if gathered.parts and "game" not in symbols.findings.broken:
            symbols.findings.add("T0363", gathered.parts[0].file.span)
        return
    if "play" not in gathered.flows and "play" not in symbols.findings.broken:
        symbols.findings.add("T0366", game.name.span, name=game.name.name)


def check_game_name(findings: Findings, gathered: Gathered, name: str | None) -> None:
    """A game that a pack lists under a name is declared with that name."""
    game = gathered.game
    if game is not None and name is not None and game.name.name != name:
        findings.add("T0879", game.name.span, name=game.name.name, listed=name)


def check_outcome(symbols: Symbols, gathered: Gathered, program: ir.Program) -> None:
    """Some line ranks the players or ends the game with an outcome; else no play of it has a result."""
    for routine in program.routines:
        for statement in statements(routine.body):
            if isinstance(statement, ir.Rank):
                return
            if isinstance(statement, ir.EndGame) and statement.outcome is not None:
                return
    if gathered.game is not None and program.play is not None:
        symbols.findings.add("T0380", gathered.game.name.span, name=program.name)
