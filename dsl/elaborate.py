"""Turns each piece of an author's code into a typed routine of the program: the door from declarations to
code.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..ir import program as ir
from ..ir.span import Span
from ..ir.types import KindT, ListT, Type
from . import check_expr, check_stmt, facts
from . import syntax as tree
from .find import find_nodes, mentions
from .held import held
from .scopes import Binding, Context, Scope
from .symbols import KindSym, Symbols, ValueSym
from .types import BAD, BOOL, is_bad

__all__ = [
    "Context",
    "begin",
    "elaborate_constant",
    "elaborate_expr_routine",
    "elaborate_routine",
    "elaborate_template",
    "held_while_live",
    "value_routine",
]


def begin(
    symbols: Symbols, params: Sequence[tuple[str, Type]], result: Type | None, context: Context, at: Span
) -> Scope:
    scope = Scope(symbols, context, result)
    for name, kind in params:
        scope.locals.append(ir.LocalVar(name, kind))
        scope.blocks[-1][name] = Binding(len(scope.locals) - 1, kind, at, fixed=True, used=True)
    if context.given is not None:
        _take_for_granted(scope, context.given)
    return scope


def _take_for_granted(scope: Scope, given: tree.Expr) -> None:
    """What a condition proves that was tested just before; the locals of its queries are not needed again."""
    own = len(scope.locals)
    scope.facts = facts.proves(check_expr.condition(scope, given))
    del scope.locals[own:]


def elaborate_routine(
    symbols: Symbols,
    name: str,
    params: Sequence[tuple[str, Type]],
    result: Type | None,
    body: tree.Block,
    context: Context,
    at: Span,
) -> int:
    """Checks statements into a routine and gives its position; a `result` list without bound gets the one
    found.
    """
    position = symbols.new_routine()
    scope = begin(symbols, params, result, context, at)
    code = check_stmt.body(scope, body, at)
    symbols.routines[position] = _routine(scope, name, len(params), code, at)
    return position


def elaborate_expr_routine(
    symbols: Symbols,
    name: str,
    params: Sequence[tuple[str, Type]],
    expr: tree.Expr,
    expected: Type | None,
    context: Context,
    at: Span,
) -> int:
    """Checks an expression into a routine that returns it. An `active while` that reads `holder` also asks
    that somebody holds
    the component.
    """
    position = symbols.new_routine()
    scope = begin(symbols, params, expected, context, at)
    guard = _holder_guard(scope, expr) if context.kind == "active" else None
    if expected is None:
        value = check_expr.expression(scope, expr)
    else:
        value = held(scope, check_expr.checked(scope, expr, expected), expected)
    if guard is not None:
        value = ir.Logic("and", guard, value, value.type, at)
    if isinstance(expected, ListT):
        value = check_expr.as_list(scope, value)
    scope.result = value.type if expected is None or isinstance(expected, ListT) else expected
    symbols.routines[position] = _routine(scope, name, len(params), (ir.Return(value, expr.span),), at)
    return position


def _holder_guard(scope: Scope, live: tree.Expr) -> ir.Expr | None:
    """That somebody holds the component, where the condition reads `holder` and does not ask that itself."""
    at = live.span
    holder = scope.holder(at, "holder")
    tested = any(mentions(test.value, "holder") for test in find_nodes(live, tree.IsTest))
    if holder is None or tested or not mentions(live, "holder"):
        return None
    test = ir.Not(ir.IsNone(holder, BOOL, at), BOOL, at)
    scope.facts |= facts.proves(test)
    return test


def held_while_live(symbols: Symbols, kind: KindSym) -> bool:
    """Whether the hooks of a kind's content are live only while some seat holds the component."""
    if kind.active is None or not mentions(kind.active.test, "holder"):
        return False
    live, at = kind.active.test, kind.active.span
    context = Context("active", self_kind=kind.position, pure=True)
    scope = begin(symbols, [("self", KindT(kind.position))], BOOL, context, at)
    holder = scope.holder(at, "holder")
    if holder is None or _holder_guard(scope, live) is not None:
        return holder is not None
    return facts.some(holder) in facts.proves(check_expr.condition(scope, live))


def _routine(scope: Scope, name: str, params: int, code: ir.Block, at: Span) -> ir.Routine:
    return ir.Routine(name, params, tuple(scope.locals), scope.result, code, False, (), at)


def elaborate_constant(symbols: Symbols, expr: tree.Expr, expected: Type) -> int | tuple[int, ...] | None:
    """The value of an expression that must be known before play: a number, a name, a list of them; None after
    a finding.
    """
    scope = Scope(symbols, Context("constant", pure=True))
    value = check_expr.checked(scope, expr, expected)
    if is_bad(value.type):
        return None
    found = _fold(value)
    if found is None:
        scope.wrong("T0423", expr.span)
    return found


def _fold(value: ir.Expr) -> int | tuple[int, ...] | None:
    match value:
        case ir.Const(number) if isinstance(number, int):
            return number
        case ir.Const(numbers) if isinstance(numbers, tuple):
            return tuple(each for each in numbers if isinstance(each, int))
        case ir.ListOf(items):
            folded = [_fold(item) for item in items]
            return tuple(each for each in folded if isinstance(each, int)) if None not in folded else None
        case ir.Lib("set_of", (inner,)):
            members = _fold(inner)
            return sum(1 << each for each in set(members)) if isinstance(members, tuple) else None
        case ir.Arith(op, left, right):
            a, b = _fold(left), _fold(right)
            if isinstance(a, int) and isinstance(b, int):
                return a + b if op == "add" else a - b if op == "sub" else a * b
            return None
        case ir.Lib("range", (low, high)):
            a, b = _fold(low), _fold(high)
            return (
                tuple(range(a, b + 1)) if isinstance(a, int) and isinstance(b, int) and b - a < 4096 else None
            )
        case _:
            return None


def elaborate_template(
    symbols: Symbols, text: tree.Text, params: Sequence[tuple[str, Type]], context: Context
) -> ir.Template:
    """Checks the expressions in a text that reads these parameters."""
    scope = begin(symbols, params, None, replace(context, pure=True), text.span)
    return check_stmt.template(scope, text)


def value_routine(symbols: Symbols, value: ValueSym) -> int:
    """The routine of a declared value, made on first use; where it is a list without `up to`, its bound is
    found here.
    """
    if value.routine is not None:
        return value.routine
    value.elaborating = True
    params = [(name, kind) for _, name, kind in value.params]
    body = value.decl.body or ()
    context = Context("value", pure=True)
    position = elaborate_routine(symbols, value.name, params, value.result, body, context, value.span)
    value.elaborating = False
    value.routine = position
    made = symbols.routines[position]
    if made is not None and isinstance(value.result, ListT) and value.result.bound is None:
        value.result = made.result if isinstance(made.result, ListT) else ListT(BAD, 0)
    return position
