"""Turns an expression as written into a typed one: operators, literals, and the way to names, calls and
queries.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from ..ir import program as ir
from ..ir.span import Span
from ..ir.types import (
    INT_MAX,
    ContentT,
    Int,
    KindT,
    ListT,
    OptT,
    ScenarioT,
    SetT,
    Type,
    ZoneT,
)
from . import check_call, check_member, check_name, check_query
from . import syntax as tree
from .facts import UNSURE, proves
from .scopes import Scope
from .types import (
    ANY_COMPONENT,
    BAD,
    BOOL,
    INT,
    NEVER,
    NOTHING,
    PLAYER,
    UNKNOWN_KIND,
    capped,
    clamp,
    comparable,
    disjoint,
    domain_size,
    fits,
    is_bad,
    is_space,
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
            return check_member.member(scope, node)
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
    """`expr` as `wanted`: a zone serves as the list of what lies in it, a list as a set, `none` and `[]` as
    whatever is optional or a list; else a finding.
    """
    if is_bad(expr.type):
        return expr
    if isinstance(wanted, ListT):
        expr = as_list(scope, expr)
        if not isinstance(expr.type, ListT):
            return _mismatch(scope, expr, wanted, at)
    elif isinstance(wanted, SetT) and isinstance(expr.type, ListT):
        return _as_set(scope, expr, wanted, at)
    if not fits(scope.symbols, expr.type, wanted):
        return _mismatch(scope, expr, wanted, at)
    out_of_range(scope, expr, wanted, at)
    return _settled(expr, wanted)


def _mismatch(scope: Scope, expr: ir.Expr, wanted: Type, at: Span) -> ir.Expr:
    if isinstance(expr.type, OptT) and fits(scope.symbols, expr.type.of, wanted):
        scope.wrong("T0402", at, what=scope.describe(wanted))
    elif isinstance(wanted, ListT) and is_bad(wanted):
        scope.wrong("T0406", at, given=scope.describe(expr.type))
    else:
        scope.wrong("T0401", at, wanted=scope.describe(wanted), given=scope.describe(expr.type))
    return scope.bad(at)


def _settled(expr: ir.Expr, wanted: Type) -> ir.Expr:
    """`none` and `[]` get the type of what is wanted; all else has its own."""
    if expr.type == NOTHING and isinstance(wanted, OptT):
        return replace(expr, type=wanted)
    if isinstance(expr.type, ListT) and expr.type.of == NEVER and isinstance(wanted, ListT):
        return replace(expr, type=ListT(wanted.of, expr.type.bound))
    return expr


def out_of_range(scope: Scope, expr: ir.Expr, wanted: Type, at: Span) -> None:
    """A finding where a number never lies in the range that is wanted."""
    limits, given = strip(wanted), strip(expr.type)
    if isinstance(limits, Int) and isinstance(given, Int) and disjoint(given, limits):
        value = str(given.low) if given.low == given.high else f"{given.low} to {given.high}"
        scope.wrong("T0403", at, value=value, low=limits.low, high=limits.high)


def condition(scope: Scope, node: tree.Expr) -> ir.Expr:
    """Checks an expression that must be true or false."""
    return checked(scope, node, BOOL)


def as_list(scope: Scope, expr: ir.Expr) -> ir.Expr:
    """A zone or set as the list of its elements; anything else as it is."""
    match expr.type:
        case ZoneT(kinds):
            of = KindT(kinds[0]) if len(kinds) == 1 else ANY_COMPONENT
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
    known = kinds and UNKNOWN_KIND not in kinds
    bound = sum(each.population for each in components if not known or each.position in kinds)
    if isinstance(zone, ir.ZoneOf):
        tables = (*symbols.table_zones.values(), *symbols.player_zones.values())
        for declared in tables:
            if declared.position == zone.zone and declared.capacity is not None:
                return min(bound, declared.capacity)
    return capped(bound)


def _as_set(scope: Scope, expr: ir.Expr, wanted: SetT, at: Span) -> ir.Expr:
    listed = coerce(scope, expr, ListT(wanted.of, None), at)
    return ir.Lib("set_of", (listed,), wanted, expr.at)


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
    if not isinstance(value.type, Int):
        return scope.bad(node.span)
    kind = clamp(-value.type.high, -value.type.low)
    return ir.Arith("sub", ir.Const(0, Int(0, 0), node.span), value, kind, node.span)


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
        _settles(scope, node, left, right)
        return ir.Compare(_COMPARISONS[node.op], left, right, BOOL, node.span)
    return _arithmetic(scope, node, wanted)


def _equality(scope: Scope, node: tree.Binary) -> ir.Expr:
    left, right = _sides(scope, node)
    for value, other in ((left, right), (right, left)):
        if isinstance(value, ir.Const) and value.type == NOTHING:
            return _missing(scope, node, other, node.op == "==")
    if isinstance(left.type, ZoneT) and isinstance(right.type, ListT):
        left = as_list(scope, left)
    if isinstance(right.type, ZoneT) and isinstance(left.type, ListT):
        right = as_list(scope, right)
    if isinstance(left.type, SetT) and isinstance(right.type, ListT):
        right = coerce(scope, right, left.type, node.right.span)
    if isinstance(right.type, SetT) and isinstance(left.type, ListT):
        left = coerce(scope, left, right.type, node.left.span)
    if not comparable(scope.symbols, left.type, right.type):
        scope.wrong("T0407", node.op_span, left=scope.describe(left.type), right=scope.describe(right.type))
    else:
        _settles(scope, node, left, right)
    return ir.Compare(_COMPARISONS[node.op], left, right, BOOL, node.span)


def _sides(scope: Scope, node: tree.Binary) -> tuple[ir.Expr, ir.Expr]:
    """Both sides of `==`; a bare name is looked up with the type of the other side in mind."""
    if isinstance(node.left, tree.Name) and not isinstance(node.right, tree.Name):
        right = expression(scope, node.right)
        return expression(scope, node.left, strip(right.type)), right
    left = expression(scope, node.left)
    return left, expression(scope, node.right, strip(left.type))


def _missing(scope: Scope, node: tree.Binary | tree.IsTest, value: ir.Expr, wanted: bool) -> ir.Expr:
    """Whether an optional value is none (or, with `wanted` False, is there)."""
    missing: ir.Expr = ir.Const(0, BAD if is_bad(value.type) else BOOL, node.span)
    if isinstance(value.type, OptT):
        missing = ir.IsNone(value, BOOL, node.span)
    elif not is_bad(value.type) and UNSURE not in scope.facts:
        scope.wrong("T0932", node.span, given=scope.describe(value.type))
    return missing if wanted else ir.Not(missing, BOOL, node.span)


def _settles(scope: Scope, node: tree.Binary, left: ir.Expr, right: ir.Expr) -> None:
    """A warning where the ranges of two numbers settle the comparison before the game begins."""
    a, b = strip(left.type), strip(right.type)
    if not (isinstance(a, Int) and isinstance(b, Int)) or isinstance(left, ir.Const):
        return
    below, above = a.high < b.low, a.low > b.high
    never = {
        "==": below or above,
        "<": a.low >= b.high,
        "<=": above,
        ">": a.high <= b.low,
        ">=": below,
    }
    always = {"!=": below or above, "<": below, "<=": a.high <= b.low, ">": above, ">=": a.low >= b.high}
    if never.get(node.op, False) or (always.get(node.op, False) and not isinstance(left.type, OptT)):
        word = "never" if never.get(node.op, False) else "always"
        scope.wrong("T0931", node.op_span, word=word, low=a.low, high=a.high)


def _arithmetic(scope: Scope, node: tree.Binary, wanted: Type | None) -> ir.Expr:
    left, right = expression(scope, node.left, wanted), expression(scope, node.right, wanted)
    if is_bad(left.type) or is_bad(right.type):
        return scope.bad(node.span)
    if isinstance(left.type, ListT | ZoneT) and node.op in "+-":
        return _list_arithmetic(scope, node, as_list(scope, left), as_list(scope, right))
    left, right = coerce(scope, left, INT, node.left.span), coerce(scope, right, INT, node.right.span)
    if not (isinstance(left.type, Int) and isinstance(right.type, Int)):
        return scope.bad(node.span)
    kind = _reach(node.op, left.type, right.type)
    return ir.Arith(_ARITHMETIC[node.op], left, right, kind, node.span)


def _reach(op: str, left: Int, right: Int) -> Int:
    """The range of a sum, difference or product."""
    a, b, c, d = left.low, left.high, right.low, right.high
    match op:
        case "+":
            return clamp(a + c, b + d)
        case "-":
            return clamp(a - d, b - c)
        case _:
            corners = (a * c, a * d, b * c, b * d)
            return clamp(min(corners), max(corners))


def _list_arithmetic(scope: Scope, node: tree.Binary, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    if not isinstance(right.type, ListT):
        scope.wrong("T0408", node.right.span, given=scope.describe(right.type))
        return scope.bad(node.span)
    assert isinstance(left.type, ListT)
    of = join(scope.symbols, left.type.of, right.type.of)
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
    return ir.Lib("range", (low, high), ListT(Int(a.low, max(a.low, b.high)), bound), node.span)


def _membership(scope: Scope, node: tree.Binary) -> ir.Expr:
    right = expression(scope, node.right)
    of = right.type.of if isinstance(right.type, ListT | SetT) else None
    left = expression(scope, node.left, of)
    found = _contains(scope, node, left, right)
    return ir.Not(found, BOOL, node.span) if node.op == "not in" else found


def _contains(scope: Scope, node: tree.Binary, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    symbols = scope.symbols
    match right.type:
        case ListT(of) | SetT(of):
            if not comparable(symbols, left.type, of):
                scope.wrong("T0409", node.op_span, left=scope.describe(left.type), right=scope.describe(of))
            name = "contains" if isinstance(right.type, ListT) else "set_has"
            return ir.Lib(name, (right, left), BOOL, node.span)
        case ZoneT():
            left = coerce(scope, left, ANY_COMPONENT, node.left.span)
            place = ir.Lib("zone_of", (left,), ZoneT(()), node.span)
            return ir.Compare("eq", place, right, BOOL, node.span)
        case KindT() if is_space(symbols, right.type):
            left = coerce(scope, left, ANY_COMPONENT, node.left.span)
            place = ir.Lib("space_of", (left,), OptT(right.type), node.span)
            return ir.Compare("eq", place, right, BOOL, node.span)
    if not is_bad(right.type):
        scope.wrong("T0410", node.right.span, given=scope.describe(right.type))
    return ir.Const(0, BOOL, node.span)


def _is_test(scope: Scope, node: tree.IsTest) -> ir.Expr:
    word = node.what.name
    if word in ("some", "none"):
        return _missing(scope, node, expression(scope, node.value), (word == "none") != node.negated)
    found = _is_content(scope, node)
    return ir.Not(found, BOOL, node.span) if node.negated else found


def _is_content(scope: Scope, node: tree.IsTest) -> ir.Expr:
    symbols, word, at = scope.symbols, node.what.name, node.span
    value = expression(scope, node.value)
    content, kind, scenario = (
        symbols.contents.get(word),
        symbols.kinds.get(word),
        symbols.scenarios.get(word),
    )
    if content is None and kind is None and scenario is None:
        names = (*symbols.contents, *symbols.kinds, *symbols.scenarios, "some", "none")
        if word not in symbols.findings.broken:
            scope.wrong("T0306", node.what.span, suggestion=scope.suggest(word, names), name=word)
    elif scenario is not None and isinstance(strip(value.type), ScenarioT):
        return ir.Compare("eq", value, ir.Const(scenario.position, ScenarioT(), at), BOOL, at)
    elif content is not None and isinstance(value.type, ContentT):
        return ir.Compare("eq", value, ir.Const(content.position, value.type, at), BOOL, at)
    elif isinstance(value.type, OptT) and isinstance(value.type.of, KindT):
        scope.wrong("T0402", node.value.span, what=scope.describe(value.type.of))
    elif scenario is not None or not isinstance(value.type, KindT):
        if not is_bad(value.type):
            scope.wrong("T0411", node.what.span, given=scope.describe(value.type), name=word)
    elif content is not None:
        _may_be(scope, node, value.type, content.kind)
        symbols.used.add(("content", word))
        which = ir.Const(content.position, ContentT(content.kind), node.what.span)
        return ir.Lib("content_is", (value, which), BOOL, at)
    elif kind is not None:
        _may_be(scope, node, value.type, kind.position)
        which = ir.Const(kind.position, Int(kind.position, kind.position), node.what.span)
        return ir.Lib("kind_is", (value, which), BOOL, at)
    return ir.Const(0, BOOL, at)


def _may_be(scope: Scope, node: tree.IsTest, value: KindT, kind: int) -> None:
    """A finding where what is asked for is of another kind than the value can be."""
    if not comparable(scope.symbols, value, KindT(kind)):
        right = scope.describe(KindT(kind))
        scope.wrong("T0407", node.span, left=scope.describe(value), right=right)


def _conditional(scope: Scope, node: tree.Conditional, wanted: Type | None) -> ir.Expr:
    test = condition(scope, node.test)
    with scope.knowing(proves(test, True)):
        then = expression(scope, node.then, wanted)
    with scope.knowing(proves(test, False)):
        otherwise = expression(scope, node.otherwise, wanted or then.type)
    if any(isinstance(kind, ListT) for kind in (wanted, then.type, otherwise.type)):
        then, otherwise = as_list(scope, then), as_list(scope, otherwise)
    kind = join(scope.symbols, then.type, otherwise.type)
    if kind is None:
        scope.wrong("T0412", node.span, left=scope.describe(then.type), right=scope.describe(otherwise.type))
        return scope.bad(node.span)
    return ir.Select(test, then, otherwise, kind, node.span)


def _list_literal(scope: Scope, node: tree.ListLiteral, wanted: Type | None) -> ir.Expr:
    of = wanted.of if isinstance(wanted, ListT | SetT) and not is_bad(wanted) else None
    items: list[ir.Expr] = []
    kind: Type = NEVER
    for written in node.items:
        item = expression(scope, written, of or kind)
        joined = join(scope.symbols, kind, item.type)
        if joined is None:
            scope.wrong("T0412", written.span, left=scope.describe(kind), right=scope.describe(item.type))
            return scope.bad(node.span)
        kind = BAD if is_bad(item.type) else joined
        items.append(item)
    return ir.ListOf(tuple(items), ListT(kind, len(items)), node.span)
