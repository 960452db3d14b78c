"""Turns actions, the game's and those that components bring, into routines: guard, sources, label, body."""

from __future__ import annotations

from dataclasses import replace

from ..ir import program as ir
from ..ir.types import Bool, KindT, ListT, PlayerT, Type
from . import syntax as tree
from .bringing import bring
from .elaborate import (
    Context,
    elaborate_expr_routine,
    elaborate_routine,
    elaborate_template,
    held_while_live,
)
from .find import find_nodes, mentions
from .symbols import ActionSym, Symbols
from .types import BAD
from .typing import plain_number

Params = list[tuple[str, Type]]


def build_actions(symbols: Symbols) -> tuple[ir.Action, ...]:
    """All actions in the order of their positions."""
    return tuple(_action(symbols, action) for action in symbols.action_list)


def full_name(symbols: Symbols, action: ActionSym) -> str:
    """The name of an action, behind that of what brings it: `second_wind.spend`."""
    if action.content is not None:
        return f"{symbols.content_list[action.content].name}.{action.name}"
    return action.name if action.kind is None else f"{symbols.kind_list[action.kind].name}.{action.name}"


def _action(symbols: Symbols, action: ActionSym) -> ir.Action:
    if action.decl.at is not None and action.window is None:
        # its window is unknown, and so is what it may read
        kept, symbols.findings = symbols.findings, type(symbols.findings)()
        made = _elaborated(symbols, action)
        symbols.findings = kept
        return made
    return _elaborated(symbols, action)


def _elaborated(symbols: Symbols, action: ActionSym) -> ir.Action:
    decl, name = action.decl, full_name(symbols, action)
    params = _given(action)
    pure = _context(symbols, action, len(params))
    sources: list[int] = []
    guard = None
    if action.kind is not None:
        source, guard = bring(symbols, action, name, params, pure)
        sources.append(source)
        params.append(("self", KindT(action.kind)))
    elif decl.guard is not None:
        guard = elaborate_expr_routine(
            symbols, f"{name} when", params, decl.guard, Bool(), pure, decl.guard.span
        )
    for param in decl.params:
        _check_name(symbols, action, param, params)
        source, kind = _source(symbols, name, param, params, replace(pure, given=decl.guard))
        sources.append(source)
        params.append((param.name.name, kind))
    label = None
    if decl.title is not None:
        label = elaborate_template(symbols, decl.title, params, pure)
    limit = None if decl.limit is None else plain_number(symbols, decl.limit, 1, 1000)
    per = decl.limit_per.name if decl.limit_per is not None and limit is not None else None
    doing = replace(pure, pure=False, given=decl.guard)
    body = elaborate_routine(symbols, name, params, None, decl.body, doing, decl.name.span)
    return ir.Action(
        action.name, label, tuple(sources), guard, limit, per, body, action.span, action.kind, action.content
    )


def _given(action: ActionSym) -> Params:
    """What all code of an action can read: who acts, and what its window was opened with."""
    window = action.window.params if action.window is not None else []
    return [("actor", PlayerT()), *((name, kind) for _, name, kind in window)]


def _context(symbols: Symbols, action: ActionSym, before: int) -> Context:
    if action.kind is None:
        return Context("action", pure=True)
    held = _of_holder(action.decl) or held_while_live(symbols, symbols.kind_list[action.kind])
    return Context("action", action.content, action.kind, held, pure=True, self_slot=before)


def _of_holder(decl: tree.ActionDecl) -> bool:
    """Whether an action reads `holder` and does not ask itself if there is one: it is the holder's alone."""
    tested = any(mentions(test.value, "holder") for test in find_nodes(decl, tree.IsTest))
    return mentions(decl, "holder") and not tested


def _check_name(symbols: Symbols, action: ActionSym, param: tree.Param, before: Params) -> None:
    """A parameter has another name than those before it, and than those of the window."""
    name = param.name.name
    if name not in [each for each, _ in before[1:]]:
        return
    written = (*action.decl.params, *(action.window.decl.params if action.window is not None else ()))
    others = [each.name.span for each in written if each.name.name == name and each is not param]
    symbols.findings.add("T0392", param.name.span, [(each, "the other one") for each in others], name=name)


def _source(
    symbols: Symbols, action: str, param: tree.Param, params: Params, pure: Context
) -> tuple[int, Type]:
    """Where the values of one parameter come from, and the type of such a value."""
    expr = param.source if param.source is not None else tree.ListLiteral((), param.span)
    name = f"{action}.{param.name.name}"
    routine = elaborate_expr_routine(symbols, name, params, expr, ListT(BAD, None), pure, expr.span)
    made = symbols.routines[routine]
    result = made.result if made is not None else None
    return routine, result.of if isinstance(result, ListT) else BAD
