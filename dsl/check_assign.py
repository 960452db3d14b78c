"""Checks assignments: to locals, and to the state of the table, of players, components and spaces."""

from __future__ import annotations

from dataclasses import replace

from ..ir import program as ir
from ..ir.types import Int, OptT, PlayerT, SetT, Type
from . import check_expr
from . import syntax as tree
from .facts import key, mentions_state, some
from .held import held
from .scopes import IMPLICIT, Scope
from .types import INT, clamp, is_bad


def assign(scope: Scope, node: tree.Assign) -> list[ir.Stmt]:
    """`x = e`, `p.points += 1`, `seen += card`"""
    if isinstance(node.target, tree.Name):
        binding = scope.lookup(node.target.name)
        if binding is not None:
            # a name that cannot be assigned is meant to be used all the same
            binding.used = binding.used or binding.fixed
            return _to_local(scope, node, binding.slot, binding.type, binding.fixed)
    target = _target(scope, node)
    if target is None:
        check_expr.expression(scope, node.value)
        return []
    with scope.doing(node.target.span):
        value = _value(scope, node, target, target.type)
        scope.forget_state()
        certain = target.index is None or not mentions_state(key(target.index))
        if certain and isinstance(target.type, OptT) and not isinstance(value.type, OptT):
            scope.facts |= {some(target)}
        return [ir.SetState(target.var, target.index, value, node.span)]


def _to_local(scope: Scope, node: tree.Assign, slot: int, kind: Type, fixed: bool) -> list[ir.Stmt]:
    if fixed:
        name = node.target.name if isinstance(node.target, tree.Name) else ""
        scope.wrong("T0507", node.target.span, name=name)
        check_expr.expression(scope, node.value)
        return []
    current = ir.Local(slot, kind, node.target.span)
    value = held(scope, _value(scope, node, current, kind), kind)
    scope.forget_locals([slot])
    if isinstance(kind, OptT) and not isinstance(value.type, OptT):
        scope.facts |= {some(current)}
    return [ir.SetLocal(slot, value, node.span)]


def _target(scope: Scope, node: tree.Assign) -> ir.StateGet | None:
    """The state variable that is assigned, with its declared type; None after a finding."""
    if isinstance(node.target, tree.Name) and node.target.name in ("starter", "active"):
        if node.target.name == "active" and not scope.context.tests:
            scope.wrong("T0508", node.target.span, name="active")
            return None
        var = ir.STARTER if node.target.name == "starter" else ir.ACTIVE
        return ir.StateGet(var, None, PlayerT(), node.target.span)
    known = isinstance(node.target, tree.Name) and node.target.name in IMPLICIT
    target = check_expr.expression(scope, node.target)
    if isinstance(target, ir.StateGet) and not known:
        # what is known of it says nothing of what it may become
        narrowed = some(target) in scope.facts and not isinstance(target.type, OptT)
        return replace(target, type=OptT(target.type)) if narrowed else target
    if not is_bad(target.type):
        scope.wrong("T0509", node.target.span)
    return None


def _value(scope: Scope, node: tree.Assign, current: ir.Expr, kind: Type) -> ir.Expr:
    if node.op == "=":
        return check_expr.checked(scope, node.value, kind)
    if isinstance(kind, SetT):
        member = check_expr.checked(scope, node.value, kind.of)
        return ir.Lib("set_with" if node.op == "+=" else "set_without", (current, member), kind, node.span)
    if isinstance(kind, OptT) or not isinstance(kind, Int):
        if not is_bad(kind):
            scope.wrong("T0510", node.span, op=node.op, given=scope.describe(kind))
        check_expr.expression(scope, node.value)
        return scope.bad(node.span)
    value = check_expr.checked(scope, node.value, INT)
    by = value.type if isinstance(value.type, Int) else INT
    low, high = (by.low, by.high) if node.op == "+=" else (-by.high, -by.low)
    result = clamp(kind.low + low, kind.high + high)
    check_expr.out_of_range(scope, ir.Const(0, result, node.value.span), kind, node.value.span)
    return ir.Arith("add" if node.op == "+=" else "sub", current, value, result, node.span)
