"""Holds numbers to the range, and lists to the length, that is declared for where they go: a local, a
parameter, a result.
"""

from __future__ import annotations

from ..ir import program as ir
from ..ir.types import Int, ListT, OptT, Type
from .scopes import Scope
from .types import INT, strip


def held(scope: Scope, expr: ir.Expr, wanted: Type) -> ir.Expr:
    """`expr` as `wanted`: what may leave a declared range faults there, or stops at the ends of a track; so
    does a list that may be longer than it should. State is not meant, stores look after themselves.
    """
    if isinstance(wanted, ListT):
        return _counted(_each_held(scope, expr, wanted), wanted)
    limits, given = strip(wanted), strip(expr.type)
    if not isinstance(limits, Int) or not isinstance(given, Int) or _inside(given, limits):
        return expr
    ends = (ir.Const(limits.low, INT, expr.at), ir.Const(limits.high, INT, expr.at))
    kind = OptT(limits) if isinstance(expr.type, OptT) else limits
    return ir.Lib("stopped" if limits.track else "within", (expr, *ends), kind, expr.at)


def _counted(expr: ir.Expr, wanted: ListT) -> ir.Expr:
    """A list that has at most so many elements as is declared."""
    if not isinstance(expr.type, ListT) or wanted.bound is None:
        return expr
    if expr.type.bound is not None and expr.type.bound <= wanted.bound:
        return expr
    most = ir.Const(wanted.bound, Int(wanted.bound, wanted.bound), expr.at)
    return ir.Lib("at_most", (expr, most), ListT(expr.type.of, wanted.bound), expr.at)


def _each_held(scope: Scope, expr: ir.Expr, wanted: ListT) -> ir.Expr:
    """A list of which each element is held to a range."""
    if not isinstance(expr.type, ListT) or not _ranged(wanted.of):
        return expr
    slot = scope.hidden("each", expr.type.of)
    element = ir.Local(slot, expr.type.of, expr.at)
    body = held(scope, element, wanted.of)
    if body is element:
        return expr
    each = (ir.Each(slot, expr, expr.at),)
    return ir.Query("list", each, None, body, (), ListT(body.type, expr.type.bound), expr.at)


def _ranged(kind: Type) -> bool:
    inner = strip(kind)
    return _ranged(inner.of) if isinstance(inner, ListT) else isinstance(inner, Int) and inner != INT


def _inside(given: Int, limits: Int) -> bool:
    return limits.low <= given.low and given.high <= limits.high
