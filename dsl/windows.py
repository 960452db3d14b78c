"""Turns pauses into routines that ask seat after seat whether they act or pass."""

from __future__ import annotations

from ..ir import program as ir
from ..ir.span import Span
from ..ir.types import Int, ListT
from . import check_stmt
from . import syntax as tree
from .elaborate import Context, begin
from .scopes import Scope
from .symbols import ActionSym, EffectSym, Symbols
from .types import BOOL, INT, PLAYER


def offered(symbols: Symbols, effect: EffectSym) -> list[ActionSym]:
    """The actions that a pause offers: its own, and those at any time."""
    return [
        action
        for action in symbols.action_list
        if action.anytime or (action.window is not None and action.window.effect is effect)
    ]


def pause_routine(symbols: Symbols, effect: EffectSym, decl: tree.PauseDecl) -> int:
    """Asks the seats from the active one on; when one has acted, again from the active one on, until all in a
    row have passed.
    """
    position, at = symbols.new_routine(), decl.span
    params = [(name, kind) for _, name, kind in effect.params]
    scope = begin(symbols, params, None, Context("effect", pure=True), at)
    title = decl.name.name.replace("_", " ").capitalize()
    prompt = check_stmt.template(scope, decl.prompt) if decl.prompt is not None else ir.Template((title,), at)
    body = _rounds(scope, tuple(action.position for action in offered(symbols, effect)), prompt, at)
    locals_ = tuple(scope.locals)
    symbols.routines[position] = ir.Routine(effect.name, len(params), locals_, None, body, False, (), at)
    return position


def _rounds(scope: Scope, actions: tuple[int, ...], prompt: ir.Template, at: Span) -> ir.Block:
    given = tuple(range(len(scope.locals)))
    seats = ListT(PLAYER, scope.symbols.high_players)
    seat, again, used = scope.hidden("seat", PLAYER), scope.hidden("again"), scope.hidden("used")
    list_slot, index_slot = scope.hidden("seats", seats), scope.hidden("next")
    passes, asked = scope.hidden("passes"), scope.hidden("asked", ListT(INT, None))
    window = ir.Window(prompt, given, used)
    by = ir.Local(seat, PLAYER, at)
    act = ir.Act(by, actions, False, asked, window, 0, at)
    leave = (_number(again, 1, at), ir.Break("seats", at))
    after = ir.If(_is_one(used, at), leave, (), at)
    active = ir.Lib("active_seat", (), PLAYER, at)
    round_ = ir.For(
        seat,
        list_slot,
        index_slot,
        ir.Lib("clockwise", (active,), seats, at),
        None,
        (act, after),
        "seats",
        at,
    )
    body = (_number(again, 0, at), round_)
    return (_number(again, 1, at), ir.While(None, passes, _is_one(again, at), body, "while", at))


def _number(slot: int, value: int, at: Span) -> ir.Stmt:
    return ir.SetLocal(slot, ir.Const(value, INT, at), at)


def _is_one(slot: int, at: Span) -> ir.Expr:
    return ir.Compare("eq", ir.Local(slot, INT, at), ir.Const(1, Int(1, 1), at), BOOL, at)
