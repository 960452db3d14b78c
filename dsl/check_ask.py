"""Checks the places where a game waits for a seat: `choose`, menus, `may` and `act`."""

from __future__ import annotations

from ..ir import program as ir
from ..ir.span import Span
from ..ir.types import Int, ListT
from . import check_expr, check_stmt
from . import syntax as tree
from .facts import filled, proves
from .leave import leaves
from .scopes import Scope
from .types import INT, PLAYER


def _asks(scope: Scope, at: Span) -> bool:
    if scope.context.pure:
        scope.wrong("T0520", at)
        return False
    return True


def _who(scope: Scope, node: tree.Expr | None, at: Span) -> ir.Expr:
    if node is None:
        return ir.Lib("active_seat", (), PLAYER, at)
    return check_expr.checked(scope, node, PLAYER)


def _prompt(scope: Scope, text: tree.Text | None, default: str, at: Span) -> ir.Template:
    return check_stmt.template(scope, text) if text is not None else ir.Template((default,), at)


def choose(scope: Scope, node: tree.Choose) -> list[ir.Stmt]:
    """`choose x from S by p "prompt"`, one or several, with or without a block."""
    if not _asks(scope, node.span):
        return []
    source, of = check_stmt.elements(scope, node.source)
    by = _who(scope, node.by, node.span)
    prompt = _prompt(scope, node.prompt, f"Choose: {node.name.name}", node.span)
    many, low, high = _amount(scope, node)
    if node.body is None and not many and not _never_empty(scope, node, source):
        _may_be_empty(scope, node)
    hidden = (
        scope.hidden("rest", ListT(of, None)),
        scope.hidden("low"),
        scope.hidden("high"),
    )
    kind = ListT(of, _picked(source, high)) if many else of
    before = scope.facts
    otherwise = _otherwise(scope, node)
    scope.facts = before
    scope.forget_state()
    if node.body is None:
        slot = scope.bind(node.name, kind)
        body: ir.Block = ()
    else:
        with scope.block():
            slot = scope.bind(node.name, kind)
            body = check_stmt.statements(scope, node.body)
        scope.forget_state()
    return [ir.Choose(slot, source, by, prompt, many, low, high, *hidden, body, otherwise, 0, node.span)]


def _amount(scope: Scope, node: tree.Choose) -> tuple[bool, ir.Expr | None, ir.Expr | None]:
    """(several, least, most); most None: as many as there are."""
    zero = ir.Const(0, Int(0, 0), node.span)
    match node.amount:
        case None:
            return False, None, None
        case str():
            return True, zero, None
        case amount:
            high = check_expr.checked(scope, amount, INT)
            return True, zero if node.up_to else high, high


def _picked(source: ir.Expr, high: ir.Expr | None) -> int | None:
    bound = source.type.bound if isinstance(source.type, ListT) else None
    if high is not None and isinstance(high.type, Int) and high.type.high < 4096:
        most = max(0, high.type.high)
        return most if bound is None else min(bound, most)
    return bound


def _otherwise(scope: Scope, node: tree.Choose) -> ir.Block:
    if node.otherwise is None:
        return ()
    if node.body is None and not any(leaves(each) for each in node.otherwise):
        scope.wrong("T0521", node.span, name=node.name.name)
    return check_stmt.statements(scope, node.otherwise)


def _may_be_empty(scope: Scope, node: tree.Choose) -> None:
    if node.otherwise is None:
        scope.wrong("T0522", node.source.span, name=node.name.name)


def _never_empty(scope: Scope, node: tree.Choose, source: ir.Expr) -> bool:
    """An enum, `players`, a non-empty literal, or what a condition around has tested."""
    match source:
        case ir.Const(value) if isinstance(value, tuple) and value:
            return True
        case ir.Lib("players" | "clockwise" | "counterclockwise" | "opponents"):
            return True
        case ir.ListOf(items) if items:
            return True
        case ir.Lib("range", (low, high)):
            a, b = low.type, high.type
            if isinstance(a, Int) and isinstance(b, Int) and a.high <= b.low:
                return True
        case ir.Select(_, then, otherwise):
            return all(_never_empty(scope, node, each) for each in (then, otherwise))
        case ir.CallValue():
            return filled(source) in scope.facts or _value_filled(scope, source)
    return filled(source) in scope.facts


def _value_filled(scope: Scope, source: ir.CallValue) -> bool:
    """A declared value that plainly never gives an empty list: every `return` of it is proven non-empty."""
    from .elaborate import value_routine

    value = next(each for each in scope.symbols.values.values() if each.position == source.value)
    if value.elaborating:
        return False
    routine = scope.symbols.routines[value_routine(scope.symbols, value)]
    if routine is None or len(routine.body) != 1 or not isinstance(routine.body[0], ir.Return):
        return False
    result = routine.body[0].value
    return result is not None and _plainly_filled(result)


def _plainly_filled(expr: ir.Expr) -> bool:
    match expr:
        case ir.Const(value):
            return isinstance(value, tuple) and bool(value)
        case ir.ListOf(items):
            return bool(items)
        case ir.Select(_, then, otherwise):
            return _plainly_filled(then) and _plainly_filled(otherwise)
        case ir.Lib("players" | "clockwise" | "counterclockwise"):
            return True
        case _:
            return False


# ---- Menus ---------------------------------------------------------------------------------------------


def menu(scope: Scope, node: tree.Menu) -> list[ir.Stmt]:
    """`choose by p "prompt":` with options; at least one must always be open."""
    if not _asks(scope, node.span):
        return []
    by = _who(scope, node.by, node.span)
    prompt = _prompt(scope, node.prompt, "Choose", node.span)
    seen: dict[str, Span] = {}
    for option in node.options:
        if option.name.name in seen:
            first = seen[option.name.name]
            scope.wrong("T0523", option.name.span, [(first, "first here")], name=option.name.name)
        seen[option.name.name] = option.name.span
    if all(option.test is not None for option in node.options):
        scope.wrong("T0524", node.span)
    before = scope.facts
    made = []
    for option in node.options:
        scope.facts = before
        made.append(_option(scope, option))
    scope.facts = before
    scope.forget_state()
    return [ir.Menu(by, prompt, tuple(made), 0, node.span)]


def _option(scope: Scope, node: tree.Option) -> ir.MenuOption:
    label = check_stmt.template(scope, node.label)
    test = check_expr.condition(scope, node.test) if node.test is not None else None
    scope.forget_state()
    if test is not None:
        scope.facts |= proves(test)
    body = check_stmt.statements(scope, node.body)
    return ir.MenuOption(node.name.name, label, test, body, node.span)


def may(scope: Scope, node: tree.May) -> list[ir.Stmt]:
    """`may p "prompt":` is a menu of yes and no."""
    if not _asks(scope, node.span):
        return []
    by = check_expr.checked(scope, node.who, PLAYER)
    prompt = check_stmt.template(scope, node.prompt)
    scope.forget_state()
    before = scope.facts
    yes = check_stmt.statements(scope, node.body)
    scope.facts = before
    no = check_stmt.statements(scope, node.otherwise) if node.otherwise is not None else ()
    scope.facts = before
    scope.forget_state()
    at = node.span
    options = (
        ir.MenuOption("yes", ir.Template(("Yes",), at), None, yes, at),
        ir.MenuOption("no", ir.Template(("No",), at), None, no, at),
    )
    return [ir.Menu(by, prompt, options, 0, at)]


def act(scope: Scope, node: tree.Act) -> list[ir.Stmt]:
    """`act p`: one of the actions open to that seat."""
    if not _asks(scope, node.span):
        return []
    by = check_expr.checked(scope, node.who, PLAYER)
    if not scope.symbols.actions:
        scope.wrong("T0525", node.span)
    asked = scope.hidden("asked", ListT(INT, None))
    scope.forget_state()
    return [ir.Act(by, node.step_by_step, asked, 0, node.span)]
