"""Checks a game as a whole: that it is declared, that it can be played, and that somebody can win it."""

from __future__ import annotations

from ..ir import program as ir
from .diagnostics import Findings
from .gather import Gathered
from .points import Calls
from .symbols import Symbols
from .walk import nodes, statements


def check_game(symbols: Symbols, gathered: Gathered) -> None:
    """There is one game, and it says how it is played."""
    game = gathered.game
    if game is None:
        if gathered.parts and "game" not in symbols.findings.broken:
            symbols.findings.add("T0363", gathered.parts[0].file.span)
        return
    played = [(game, gathered.flows)]
    if gathered.base is not None:
        played = [(game, gathered.own_flows), (gathered.base, gathered.flows)]
    for each, flows in played:
        if "play" not in flows and "play" not in symbols.findings.broken:
            symbols.findings.add("T0366", each.name.span, name=each.name.name)


def check_game_name(findings: Findings, gathered: Gathered, name: str | None) -> None:
    """A game that a pack lists under a name is declared with that name."""
    game = gathered.game
    if game is None or name is None or name in [each.name.name for each in gathered.games]:
        return
    findings.add("T0879", game.name.span, name=game.name.name, listed=name)


def check_outcome(symbols: Symbols, gathered: Gathered, program: ir.Program) -> None:
    """Some line ranks the players or ends the game with an outcome; else no play of it has a result. Of a
    campaign a line outside its battles does, and there are battles.
    """
    if gathered.game is None or program.play is None:
        return
    decides = fights = False
    for routine in range(len(program.routines)) if gathered.base is None else _outside_battles(program):
        for statement in statements(program.routines[routine].body):
            fights = fights or isinstance(statement, ir.Battle)
            decides = decides or isinstance(statement, ir.Rank)
            decides = decides or (isinstance(statement, ir.EndGame) and statement.outcome is not None)
    name = gathered.game.name
    if not decides:
        symbols.findings.add("T0380", name.span, name=name.name)
    if gathered.base is not None and not fights:
        symbols.findings.add("T0908", name.span, name=name.name, game=gathered.base.name.name)


def _outside_battles(program: ir.Program) -> set[int]:
    """The routines that the flows of a campaign may run, but for those that only its battles run."""
    calls = Calls(program)
    left = [
        routine
        for flow in (program.setup, program.play, program.scoring)
        if flow is not None
        for routine in calls.effects[flow]
    ]
    found: set[int] = set()
    while left:
        routine = left.pop()
        if routine not in found:
            found.add(routine)
            for node in nodes(program.routines[routine].body):
                left += () if isinstance(node, ir.Battle) else calls.of(node, routine)
    return found
