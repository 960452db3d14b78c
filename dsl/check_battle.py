"""Checks `battle`: a campaign plays the game that it is of, and goes on with what came of it."""

from __future__ import annotations

from ..ir import program as ir
from ..ir.span import Span
from ..ir.types import INT_MAX, Int, ListT, OptT, ScenarioT, Type
from . import check_expr, check_verb
from .scopes import Scope
from .types import INT, PLAYER

STAGES = Int(0, 3)
"""Nothing yet, setup, play, scoring."""


def battle(scope: Scope, given: check_verb.Given, result: int | None) -> list[ir.Stmt]:
    """`battle shrine`, `battle none`; the result is the outcome, one number a seat.

    Whose turn and which round it is belongs to the campaign and to the battle apart.
    """
    given.done()
    at, flows = given.node.span, scope.symbols.battle
    node = given.first()
    scenario = check_expr.checked(scope, node, OptT(ScenarioT())) if node is not None else scope.bad(at)
    check_verb.take(scope, result, ListT(INT, scope.symbols.high_players), "battle", at)
    if flows is None:
        scope.wrong("T0526", at)
        return []
    parts = [flows[word].position if word in flows else None for word in ("setup", "play", "scoring")]
    stage = scope.hidden("stage", STAGES)
    fought = ir.Battle(scenario, parts[0], parts[1], parts[2], stage, result, 0, at)
    kept = (
        _kept(scope, "active", ir.ACTIVE, OptT(PLAYER), at),
        _kept(scope, "round", ir.ROUND, Int(0, INT_MAX), at),
    )
    return [*(before for before, _ in kept), fought, *(after for _, after in kept)]


def _kept(scope: Scope, name: str, var: int, kind: Type, at: Span) -> tuple[ir.Stmt, ir.Stmt]:
    """What keeps a variable of the campaign over a battle: one statement before it, one after."""
    slot = scope.hidden(name, kind)
    return (
        ir.SetLocal(slot, ir.StateGet(var, None, kind, at), at),
        ir.SetState(var, None, ir.Local(slot, kind, at), at),
    )
