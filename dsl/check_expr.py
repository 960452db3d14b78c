"""Turns an expression as written into a typed one: operators, literals, and the way to names, calls and
queries.
"""

from __future__ import annotations

from typing import assert_never

from ..ir import program as ir
from ..ir.span import Span
from ..ir.types import (
    INT_MAX,
    Bool,
    ContentT,
    EnumT,
    Int,
    KindT,
    ListT,
    OptT,
    PlayerT,
    SetT,
    Type,
    ZoneT,
)
from . import check_call, check_name, check_query
from . import syntax as tree
from .facts import proves
from .scopes import Scope
from .types import (
    BAD,
    BOOL,
    INT,
    PLAYER,
    capped,
    clamp,
    comparable,
    disjoint,
    domain_size,
    fits,
    is_bad,
    join,
    plus,
    strip,
)


def expression(scope: Scope, node: tree.Expr, wanted: Type | None = None) -> ir.Expr:
    """Checks an expression; `wanted` helps to choose among names but is not enforced (`checked` does
    that).
    """
    match node:
        case tree.Number():
            return _number(scope, node)
        case tree.Name():
            return check_name.name(scope, node, wanted)
        case tree.SeatLiteral():
            return _seat(scope, node)
        case tree.Member():
            return check_name.member(scope, node)
        case tree.Call():
            return check_call.call(scope, node)
        case tree.Index():
            return _index(scope, node)
        case tree.OfExpr():
            return check_name.of_expr(scope, node)
        case tree.AllExpr():
            return check_name.all_expr(scope, node)
        case tree.The():
            return _the(scope, node, wanted)
        case tree.Unary():
            return _unary(scope, node)
        case tree.Binary():
            return _binary(scope, node, wanted)
        case tree.IsTest():
            return _is_test(scope, node)
        case tree.Conditional():
            return _conditional(scope, node, wanted)
        case tree.ListLiteral():
            return _list_literal(scope, node, wanted)
        case tree.Query():
            return check_query.query(scope, node, wanted)
        case _:
            assert_never(node)


def checked(scope: Scope, node: tree.Expr, wanted: Type) -> ir.Expr:
    """Checks an expression that must be of type `wanted`, and converts what converts by itself."""
    return coerce(scope, expression(scope, node, wanted), wanted, node.span)


def coerce(scope: Scope, expr: ir.Expr, wanted: Type, at: Span) -> ir.Expr:
    """`expr` as `wanted`: a zone serves as the list of what lies in it, a list literal as a set; else a
    finding.
    """
    if isinstance(wanted, ListT | SetT) and not is_bad(expr.type):
        expr = as_list(scope, expr) if isinstance(wanted, ListT) else _as_set(expr, wanted)
    if fits(expr.type, wanted):
        if disjoint(expr.type, wanted):
            _out_of_range(scope, expr, wanted, at)
        return expr
    if isinstance(expr.type, OptT) and fits(expr.type.of, wanted):
        scope.wrong("T0402", at, what=scope.describe(expr.type.of))
    else:
        scope.wrong("T0401", at, wanted=scope.describe(wanted), given=scope.describe(expr.type))
    return scope.bad(at)


def _out_of_range(scope: Scope, expr: ir.Expr, wanted: Type, at: Span) -> None:
    limits, given = strip(wanted), strip(expr.type)
    if isinstance(limits, Int) and isinstance(given, Int):
        value = str(given.low) if given.low == given.high else f"{given.low} to {given.high}"
        scope.wrong("T0403", at, value=value, low=limits.low, high=limits.high)


def condition(scope: Scope, node: tree.Expr) -> ir.Expr:
    """Checks an expression that must be true or false."""
    return checked(scope, node, BOOL)


def as_list(scope: Scope, expr: ir.Expr) -> ir.Expr:
    """A zone or set as the list of its elements; anything else as it is."""
    match expr.type:
        case ZoneT(kinds):
            of = KindT(kinds[0]) if len(kinds) == 1 else KindT(-1)
            return ir.Lib("items", (expr,), ListT(of, zone_bound(scope, expr)), expr.at)
        case SetT(of):
            return ir.Lib("set_list", (expr,), ListT(of, domain_size(scope.symbols, of)), expr.at)
        case _:
            return expr


def zone_bound(scope: Scope, zone: ir.Expr) -> int | None:
    """How many components a zone can hold: its capacity, or all that there are of its kinds."""
    symbols = scope.symbols
    kinds = zone.type.kinds if isinstance(zone.type, ZoneT) else ()
    components = [each for each in symbols.kind_list if each.word != "space"]
    bound = sum(each.population for each in components if not kinds or each.position in kinds)
    if isinstance(zone, ir.ZoneOf):
        tables = (*symbols.table_zones.values(), *symbols.player_zones.values())
        for declared in tables:
            if declared.position == zone.zone and declared.capacity is not None:
                return min(bound, declared.capacity)
    return capped(bound)


def _as_set(expr: ir.Expr, wanted: SetT) -> ir.Expr:
    if isinstance(expr.type, ListT):
        return ir.Lib("set_of", (expr,), wanted, expr.at)
    return expr


def _number(scope: Scope, node: tree.Number) -> ir.Expr:
    if node.value > INT_MAX:
        scope.wrong("T0404", node.span, limit=INT_MAX)
        return scope.bad(node.span)
    return ir.Const(node.value, Int(node.value, node.value), node.span)


def _seat(scope: Scope, node: tree.SeatLiteral) -> ir.Expr:
    if not 1 <= node.number <= scope.symbols.high_players:
        scope.wrong("T0405", node.span, number=node.number, high=scope.symbols.high_players)
    return ir.Const(node.number - 1, PLAYER, node.span)


def _index(scope: Scope, node: tree.Index) -> ir.Expr:
    base = as_list(scope, expression(scope, node.base))
    index = checked(scope, node.index, INT)
    if isinstance(base.type, ListT):
        return ir.Lib("index", (base, index), base.type.of, node.span)
    if not is_bad(base.type):
        scope.wrong("T0406", node.base.span, given=scope.describe(base.type))
    return scope.bad(node.span)


def _the(scope: Scope, node: tree.The, wanted: Type | None) -> ir.Expr:
    value = expression(scope, node.value, wanted)
    if isinstance(value.type, OptT):
        return ir.Unwrap(value, value.type.of, node.span)
    return value


def _unary(scope: Scope, node: tree.Unary) -> ir.Expr:
    if node.op == "not":
        return ir.Not(condition(scope, node.value), BOOL, node.span)
    value = checked(scope, node.value, INT)
    if isinstance(value, ir.Const) and isinstance(value.value, int) and isinstance(value.type, Int):
        return ir.Const(-value.value, Int(-value.value, -value.value), node.span)
    low, high = (value.type.low, value.type.high) if isinstance(value.type, Int) else (INT.low, INT.high)
    return ir.Arith("sub", ir.Const(0, Int(0, 0), node.span), value, clamp(-high, -low), node.span)


_COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_ARITHMETIC = {"+": "add", "-": "sub", "*": "mul"}


def _binary(scope: Scope, node: tree.Binary, wanted: Type | None) -> ir.Expr:
    if node.op in ("and", "or"):
        left = condition(scope, node.left)
        with scope.knowing(proves(left, node.op == "and")):
            right = condition(scope, node.right)
        return ir.Logic(node.op, left, right, BOOL, node.span)
    if node.op in ("in", "not in"):
        return _membership(scope, node)
    if node.op == "..":
        return _range(scope, node)
    if node.op in ("==", "!="):
        return _equality(scope, node)
    if node.op in _COMPARISONS:
        left, right = checked(scope, node.left, INT), checked(scope, node.right, INT)
        return ir.Compare(_COMPARISONS[node.op], left, right, BOOL, node.span)
    return _arithmetic(scope, node, wanted)


def _equality(scope: Scope, node: tree.Binary) -> ir.Expr:
    left = expression(scope, node.left)
    if is_bad(left.type) and _is_bare(node.left):
        left = ir.Const(0, BAD, node.left.span)
    right = expression(scope, node.right, strip(left.type))
    if isinstance(left.type, ZoneT) and isinstance(right.type, ListT):
        left = as_list(scope, left)
    if isinstance(right.type, ZoneT) and isinstance(left.type, ListT):
        right = as_list(scope, right)
    if not comparable(left.type, right.type):
        scope.wrong("T0407", node.op_span, left=scope.describe(left.type), right=scope.describe(right.type))
    elif disjoint(left.type, right.type) and (left.type == right.type) is False:
        _never_equal(scope, node, left, right)
    return ir.Compare(_COMPARISONS[node.op], left, right, BOOL, node.span)


def _never_equal(scope: Scope, node: tree.Binary, left: ir.Expr, right: ir.Expr) -> None:
    limits, given = strip(left.type), strip(right.type)
    if isinstance(limits, Int) and isinstance(given, Int):
        scope.wrong("T0931", node.op_span, low=limits.low, high=limits.high)


def _is_bare(node: tree.Expr) -> bool:
    return isinstance(node, tree.Name)


def _arithmetic(scope: Scope, node: tree.Binary, wanted: Type | None) -> ir.Expr:
    left, right = expression(scope, node.left, wanted), expression(scope, node.right, wanted)
    if isinstance(left.type, ListT | ZoneT) and node.op in "+-":
        return _list_arithmetic(scope, node, as_list(scope, left), as_list(scope, right))
    left, right = (
        coerce(scope, left, INT, node.left.span),
        coerce(scope, right, INT, node.right.span),
    )
    if not (isinstance(left.type, Int) and isinstance(right.type, Int)):
        return ir.Const(0, BAD, node.span)
    a, b, c, d = left.type.low, left.type.high, right.type.low, right.type.high
    match node.op:
        case "+":
            kind = clamp(a + c, b + d)
        case "-":
            kind = clamp(a - d, b - c)
        case _:
            corners = (a * c, a * d, b * c, b * d)
            kind = clamp(min(corners), max(corners))
    return ir.Arith(_ARITHMETIC[node.op], left, right, kind, node.span)


def _list_arithmetic(scope: Scope, node: tree.Binary, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    if not isinstance(right.type, ListT):
        if not is_bad(right.type):
            scope.wrong("T0408", node.right.span, given=scope.describe(right.type))
        return scope.bad(node.span)
    assert isinstance(left.type, ListT)
    of = join(left.type.of, right.type.of)
    if of is None:
        scope.wrong("T0407", node.op_span, left=scope.describe(left.type), right=scope.describe(right.type))
        return scope.bad(node.span)
    if node.op == "+":
        return ir.Lib("joined", (left, right), ListT(of, plus(left.type.bound, right.type.bound)), node.span)
    return ir.Lib("without", (left, right), left.type, node.span)


def _range(scope: Scope, node: tree.Binary) -> ir.Expr:
    low, high = checked(scope, node.left, INT), checked(scope, node.right, INT)
    a = low.type if isinstance(low.type, Int) else INT
    b = high.type if isinstance(high.type, Int) else INT
    bound = capped(max(0, b.high - a.low + 1))
    return ir.Lib("range", (low, high), ListT(Int(a.low, b.high), bound), node.span)


def _membership(scope: Scope, node: tree.Binary) -> ir.Expr:
    right = expression(scope, node.right)
    of = right.type.of if isinstance(right.type, ListT | SetT) else None
    left = expression(scope, node.left, of)
    found = _contains(scope, node, left, right)
    return ir.Not(found, BOOL, node.span) if node.op == "not in" else found


def _contains(scope: Scope, node: tree.Binary, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    match right.type:
        case ListT(of) | SetT(of):
            if not comparable(left.type, of):
                scope.wrong("T0409", node.op_span, left=scope.describe(left.type), right=scope.describe(of))
            name = "contains" if isinstance(right.type, ListT) else "set_has"
            return ir.Lib(name, (right, left), BOOL, node.span)
        case ZoneT():
            coerce(scope, left, OptT(KindT(-1)), node.left.span)
            place = ir.Lib("zone_of", (left,), ZoneT(()), node.span)
            return ir.Compare("eq", place, right, BOOL, node.span)
        case KindT(kind) if kind >= 0 and scope.symbols.kind_list[kind].word == "space":
            place = ir.Lib("space_of", (left,), OptT(right.type), node.span)
            return ir.Compare("eq", place, right, BOOL, node.span)
    if not is_bad(right.type):
        scope.wrong("T0410", node.right.span, given=scope.describe(right.type))
    return ir.Const(0, BOOL, node.span)


def _is_test(scope: Scope, node: tree.IsTest) -> ir.Expr:
    word = node.what.name
    if word in ("some", "none"):
        value = expression(scope, node.value)
        if not isinstance(value.type, OptT):
            if not is_bad(value.type):
                scope.wrong("T0932", node.span, given=scope.describe(value.type))
            present: ir.Expr = ir.Const(0, BOOL, node.span)
        else:
            present = ir.IsNone(value, BOOL, node.span)
        positive = (word == "none") != node.negated
        return present if positive else ir.Not(present, BOOL, node.span)
    found = _is_content(scope, node)
    return ir.Not(found, BOOL, node.span) if node.negated else found


def _is_content(scope: Scope, node: tree.IsTest) -> ir.Expr:
    symbols, word = scope.symbols, node.what.name
    value = expression(scope, node.value)
    at = node.span
    if isinstance(strip(value.type), EnumT | PlayerT | Bool | Int):
        scope.wrong("T0411", node.what.span, given=scope.describe(value.type), name=word)
        return ir.Const(0, BOOL, at)
    content, kind = symbols.contents.get(word), symbols.kinds.get(word)
    if word in symbols.scenarios:
        position = symbols.scenarios[word].position
        return ir.Compare("eq", value, ir.Const(position, strip(value.type), at), BOOL, at)
    if content is not None:
        if isinstance(value.type, ContentT):
            return ir.Compare("eq", value, ir.Const(content.position, value.type, at), BOOL, at)
        what = ir.Const(content.position, ContentT(content.kind), node.what.span)
        return ir.Lib("content_is", (coerce(scope, value, KindT(-1), node.value.span), what), BOOL, at)
    if kind is not None:
        what = ir.Const(kind.position, Int(kind.position, kind.position), node.what.span)
        return ir.Lib("kind_is", (coerce(scope, value, KindT(-1), node.value.span), what), BOOL, at)
    names = (*symbols.contents, *symbols.kinds, "some", "none")
    scope.wrong("T0306", node.what.span, suggestion=scope.suggest(word, names), name=word)
    return ir.Const(0, BOOL, at)


def _conditional(scope: Scope, node: tree.Conditional, wanted: Type | None) -> ir.Expr:
    test = condition(scope, node.test)
    with scope.knowing(proves(test, True)):
        then = expression(scope, node.then, wanted)
    with scope.knowing(proves(test, False)):
        otherwise = expression(scope, node.otherwise, wanted or then.type)
    if isinstance(wanted, ListT):
        then, otherwise = as_list(scope, then), as_list(scope, otherwise)
    kind = join(then.type, otherwise.type)
    if kind is None:
        scope.wrong("T0412", node.span, left=scope.describe(then.type), right=scope.describe(otherwise.type))
        return scope.bad(node.span)
    return ir.Select(test, then, otherwise, kind, node.span)


def _list_literal(scope: Scope, node: tree.ListLiteral, wanted: Type | None) -> ir.Expr:
    of = wanted.of if isinstance(wanted, ListT | SetT) else None
    items = tuple(expression(scope, item, of) for item in node.items)
    kind: Type = BAD
    for item, written in zip(items, node.items, strict=True):
        joined = join(kind, item.type)
        if joined is None:
            scope.wrong("T0412", written.span, left=scope.describe(kind), right=scope.describe(item.type))
            return scope.bad(node.span)
        kind = joined
    return ir.ListOf(items, ListT(kind, len(items)), node.span)
