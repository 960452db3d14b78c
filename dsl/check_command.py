"""Checks commands: calls of effects, of effect slots and of `super`, and the way to the verbs."""

from __future__ import annotations

from ..ir import program as ir
from ..ir.span import Span
from ..ir.types import KindT
from . import check_call, check_expr
from . import syntax as tree
from .check_verb import VERBS, Given, no_face, take
from .facts import UNSURE
from .scopes import HOLDER, IMPLICIT, Scope
from .symbols import EffectSym, SlotSym
from .types import BAD, is_bad


def command(scope: Scope, node: tree.Command, result: int | None) -> list[ir.Stmt]:
    """`hurt p by 2`, `draw 3 from p.deck to p.hand`; its result goes to local `result`."""
    name = node.name.name
    effect, slot = scope.symbols.effects.get(name), _own_effect(scope, name)
    if effect is None and slot is None and name not in VERBS:
        _unknown(scope, node)
        return [nowhere(scope, node.span)]
    with scope.doing(node.span):
        if effect is not None:
            no_face(scope, node)
            args = check_call.arguments(scope, node.name, node.arguments, effect.params, node.span)
            return call_effect(scope, effect, args, result, node.span) if args is not None else []
        if slot is not None:
            me = scope.self_expr(node.span)
            assert me is not None
            no_face(scope, node)
            args = check_call.arguments(scope, node.name, node.arguments, slot.params, node.span)
            return _call_slot(scope, slot, me, args, result, node.span) if args is not None else []
        made = VERBS[name](scope, Given(scope, node), result)
        scope.forget_state()
        return made


def nowhere(scope: Scope, at: Span) -> ir.Stmt:
    """In place of what could not be made: whatever it was to prove or to return, it has done."""
    scope.facts |= {UNSURE}
    return ir.Fault(ir.Template(("",), at), at)


def _unknown(scope: Scope, node: tree.Command) -> None:
    name = node.name.name
    for argument in node.arguments:
        value = argument.value
        if argument.label is None or argument.label.name != "as":
            with scope.quietly():
                check_expr.expression(scope, value)
        elif isinstance(value, tree.Name):
            scope.bind(tree.Ident(value.name, value.span), BAD, warn=False)
    if name == "super":
        scope.wrong("T0329", node.name.span)
    elif name in scope.symbols.pauses:
        scope.wrong("T0531", node.name.span, name=name)
    elif name in LATER:
        scope.wrong("T1001", node.name.span, word=name, instead="")
    elif scope.lookup(name) is not None or name in scope.symbols.declared():
        scope.wrong("T0325", node.name.span, name=name)
    elif name not in scope.symbols.findings.broken:
        scope.wrong("T0326", node.name.span, suggestion=_meant(scope, name), name=name)


def _meant(scope: Scope, name: str) -> str | None:
    own = {} if scope.context.self_kind is None else scope.symbols.kind_list[scope.context.self_kind].slots
    effects = [word for word, slot in own.items() if slot.effect]
    return scope.suggest(name, (*scope.symbols.effects, *effects, *VERBS, *_STATEMENTS))


_STATEMENTS = (
    "act", "choose", "end", "fault", "for", "if", "let", "may", "pass", "phase", "rank", "repeat", "return",
    "rounds", "say", "scope", "together", "turn", "while",
)  # fmt: skip


LATER = frozenset({"gain", "pay", "explore"})
"""Verbs of parts of the language that come with later games."""


def _own_effect(scope: Scope, name: str) -> SlotSym | None:
    if scope.context.self_kind is None:
        return None
    slot = scope.symbols.kind_list[scope.context.self_kind].slots.get(name)
    return slot if slot is not None and slot.effect else None


def bare(scope: Scope, node: tree.ExprStmt) -> list[ir.Stmt]:
    """An expression on its own line: an effect without arguments, `super(...)`, an effect slot; all else does
    nothing.
    """
    callee = node.value.callee if isinstance(node.value, tree.Call) else node.value
    if (
        isinstance(callee, tree.Name)
        and callee.name in scope.symbols.pauses
        and not scope.lookup(callee.name)
    ):
        scope.wrong("T0531", callee.span, name=callee.name)
        return []
    made = called(scope, node.value, None)
    if made is not None:
        return made
    if isinstance(node.value, tree.Name) and not _stands_for_something(scope, node.value.name):
        _unknown(scope, tree.Command(tree.Ident(node.value.name, node.span), (), None, node.span))
        return [nowhere(scope, node.span)]
    expr = check_expr.expression(scope, node.value)
    if not is_bad(expr.type):
        scope.wrong("T0512", node.span)
    return []


def _stands_for_something(scope: Scope, name: str) -> bool:
    symbols = scope.symbols
    known = scope.lookup(name) is not None or name in symbols.declared() or name in IMPLICIT
    return known or any(name in enum.names for enum in symbols.enum_list)


def called(scope: Scope, value: tree.Expr, result: int | None) -> list[ir.Stmt] | None:
    """The call that an expression on its own, or behind `let x =`, turns out to be; None: it is a value."""
    if isinstance(value, tree.Name) and scope.lookup(value.name) is None:
        word = value.name
        does = word in scope.symbols.effects or word in VERBS or _own_effect(scope, word) is not None
        if does:
            return command(scope, tree.Command(tree.Ident(word, value.span), (), None, value.span), result)
    if not isinstance(value, tree.Call):
        return None
    callee = value.callee
    if isinstance(callee, tree.Name) and callee.name == "super":
        return super_call(scope, value, result)
    if isinstance(callee, tree.Name) and callee.name in scope.symbols.effects:
        scope.wrong("T0513", value.span, name=callee.name)
        for argument in value.arguments:
            check_expr.expression(scope, argument.value)
        return []
    if isinstance(callee, tree.Name):
        slot = _own_effect(scope, callee.name)
        me = scope.self_expr(value.span)
        if slot is not None and me is not None:
            return _slot_of(scope, value, tree.Ident(slot.name, callee.span), me, slot, result)
    if isinstance(callee, tree.Member) and any(
        callee.member.name in kind.slots and kind.slots[callee.member.name].effect
        for kind in scope.symbols.kind_list
    ):
        base = check_expr.expression(scope, callee.base)
        if is_bad(base.type):
            return []
        if isinstance(base.type, KindT) and base.type.kind >= 0:
            slot = scope.symbols.kind_list[base.type.kind].slots.get(callee.member.name)
            if slot is not None and slot.effect:
                return _slot_of(scope, value, callee.member, base, slot, result)
    return None


def _slot_of(
    scope: Scope, node: tree.Call, name: tree.Ident, base: ir.Expr, slot: SlotSym, result: int | None
) -> list[ir.Stmt]:
    with scope.doing(node.span):
        args = check_call.arguments(scope, name, node.arguments, slot.params, node.span)
        return _call_slot(scope, slot, base, args, result, node.span) if args is not None else []


def super_call(scope: Scope, node: tree.Call, result: int | None) -> list[ir.Stmt]:
    """`super(...)`: the rest of the call that this hook stands in for; without arguments, with those it
    got.
    """
    params = scope.context.super_params
    if params is None:
        scope.wrong("T0321", node.span)
        return []
    if not node.arguments:
        first = sum(local.name in ("self", HOLDER) for local in scope.locals[:2])
        args: tuple[ir.Expr, ...] = tuple(
            ir.Local(first + position, kind, node.span) for position, (_, _, kind) in enumerate(params)
        )
    else:
        name = tree.Ident("super", node.callee.span)
        given = check_call.arguments(scope, name, node.arguments, params, node.span)
        if given is None:
            return []
        args = given
    take(scope, result, scope.context.super_result, "super", node.span)
    scope.forget_state()
    return [ir.Super(args, result, 0, node.span)]


def call_effect(
    scope: Scope, effect: EffectSym, args: tuple[ir.Expr, ...], result: int | None, at: Span
) -> list[ir.Stmt]:
    """The call of an effect; a local that takes its result gets its type."""
    scope.symbols.used.add(("effect", effect.name))
    take(scope, result, effect.result, effect.name, at)
    scope.forget_state()
    return [ir.CallEffect(effect.position, args, result, False, 0, at)]


def _call_slot(
    scope: Scope,
    slot: SlotSym,
    base: ir.Expr,
    args: tuple[ir.Expr, ...],
    result: int | None,
    at: Span,
) -> list[ir.Stmt]:
    take(scope, result, slot.result, slot.name, at)
    scope.forget_state()
    return [ir.CallSlotEffect(slot.position, base, args, result, False, 0, at)]
