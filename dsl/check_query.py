"""Turns queries as written into typed ones: list comprehensions, counts, sums, firsts, mosts and sorts."""

from __future__ import annotations

from ..ir import program as ir
from ..ir.types import Int, ListT, OptT, Type
from . import check_expr
from . import syntax as tree
from .facts import proves
from .scopes import Scope
from .types import BAD, BOOL, INT, clamp, is_bad, times


def query(scope: Scope, node: tree.Query, wanted: Type | None) -> ir.Expr:
    """Checks a query; a list of `wanted` element type helps its body."""
    form = node.function.name if node.function is not None else "list"
    before = scope.facts
    with scope.block():
        clauses, bound = _clauses(scope, node)
        where = check_expr.condition(scope, node.where) if node.where is not None else None
        if where is not None:
            scope.facts |= proves(where)
        made = _form(scope, node, form, clauses, bound, where, wanted)
    scope.facts = before
    return made


def _clauses(scope: Scope, node: tree.Query) -> tuple[tuple[ir.Each | ir.Bind, ...], int | None]:
    clauses: list[ir.Each | ir.Bind] = []
    bound: int | None = 1
    for clause in node.clauses:
        match clause:
            case tree.Generator():
                source = check_expr.as_list(scope, check_expr.expression(scope, clause.source))
                kind: Type = BAD
                if isinstance(source.type, ListT):
                    kind, bound = source.type.of, times(bound, source.type.bound)
                elif not is_bad(source.type):
                    given = scope.describe(source.type)
                    scope.wrong("T0414", clause.source.span, given=given, name=clause.name.name)
                clauses.append(ir.Each(scope.bind(clause.name, kind, warn=False), source, clause.span))
            case tree.QueryLet():
                value = check_expr.expression(scope, clause.value)
                clauses.append(ir.Bind(scope.bind(clause.name, value.type), value, clause.span))
    return tuple(clauses), bound


def _form(
    scope: Scope,
    node: tree.Query,
    form: str,
    clauses: tuple[ir.Each | ir.Bind, ...],
    bound: int | None,
    where: ir.Expr | None,
    wanted: Type | None,
) -> ir.Expr:
    body = _body(scope, node, form, clauses, wanted)
    by = tuple(check_expr.checked(scope, each, INT) for each in node.by)
    if form in ("most", "least", "sorted") and not by:
        scope.wrong("T0415", node.span, form=form)
    if form not in ("most", "least", "sorted") and by:
        scope.wrong("T0416", node.by[0].span, form=form)
    if form in ("most", "least") and len(by) > 1:
        scope.wrong("T0427", node.by[1].span, form=form)
    of = body.type if body is not None else BAD
    kind: Type
    match form:
        case "count":
            kind = Int(0, INT.high if bound is None else bound)
        case "sum":
            many = INT.high if bound is None else bound
            limits = of if isinstance(of, Int) else INT
            kind = clamp(min(0, limits.low * many), max(0, limits.high * many))
        case "any" | "all":
            if node.where is None and form == "all":
                scope.wrong("T0417", node.span)
            kind = BOOL
        case "first":
            kind = of if isinstance(of, OptT) else OptT(of)
        case _:
            kind = ListT(of, bound)
    return ir.Query(form, clauses, where, body, by, kind, node.span)


def _body(
    scope: Scope, node: tree.Query, form: str, clauses: tuple[ir.Each | ir.Bind, ...], wanted: Type | None
) -> ir.Expr | None:
    """What the query gives for each element: as written, else the first name that it binds."""
    if form in ("count", "any", "all"):
        if node.body is not None:
            scope.wrong("T0418", node.body.span, form=form)
        return None
    if form == "sum":
        if node.body is None:
            scope.wrong("T0419", node.span)
            return scope.bad(node.span)
        return check_expr.checked(scope, node.body, INT)
    of = wanted.of if isinstance(wanted, ListT) else None
    if node.body is not None:
        return check_expr.expression(scope, node.body, of)
    first = clauses[0]
    kind = scope.locals[first.slot].type
    return scope.narrow(ir.Local(first.slot, kind, node.span))
