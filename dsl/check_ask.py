"""Checks the places where a game waits for a seat: `choose`, menus, `may` and `act`."""

from __future__ import annotations

from collections.abc import Sequence

from ..ir import program as ir
from ..ir.span import Span
from ..ir.types import Int, ListT, Type
from . import check_call, check_command, check_expr, check_stmt
from . import syntax as tree
from .facts import UNSURE, Facts, common, filled, key, proves
from .leave import leaves_all
from .scopes import Scope
from .types import INT, PLAYER, is_bad


def _who(scope: Scope, node: tree.Expr | None, at: Span) -> ir.Expr:
    if node is None:
        return ir.Lib("active_seat", (), PLAYER, at)
    return check_expr.checked(scope, node, PLAYER)


def _prompt(scope: Scope, text: tree.Text | None, default: str, at: Span) -> ir.Template:
    return check_stmt.template(scope, text) if text is not None else ir.Template((default,), at)


def choose(scope: Scope, node: tree.Choose) -> list[ir.Stmt]:
    """`choose x from S by p "prompt"`, one or several, with or without a block."""
    with scope.doing(node.span, "T0520"):
        source, of = check_stmt.elements(scope, node.source)
        by = _who(scope, node.by, node.span)
        prompt = _prompt(scope, node.prompt, f"Choose: {node.name.name}", node.span)
        many, low, high = _amount(scope, node)
        if node.body is None and node.otherwise is None and not many and not _never_empty(scope, source):
            scope.wrong("T0522", node.source.span, name=node.name.name)
        hidden = (scope.hidden("rest", ListT(of, None)), scope.hidden("low"), scope.hidden("high"))
        kind = ListT(of, _picked(source, high)) if many else of
        before = scope.facts
        otherwise = _otherwise(scope, node)
        without = before if node.otherwise is None else scope.facts
        ends = [None if leaves_all(node.otherwise or ()) else without]
        scope.facts = before
        slot, body = _answered(scope, node, kind)
        ends.append(None if leaves_all(node.body or ()) else scope.facts)
        scope.facts = common(before, ends)
        return [ir.Choose(slot, source, by, prompt, many, low, high, *hidden, body, otherwise, 0, node.span)]


def _answered(scope: Scope, node: tree.Choose, kind: Type) -> tuple[int, ir.Block]:
    """The local of the answer, which lasts as long as the block, and the block."""
    if node.body is None:
        return scope.bind(node.name, kind), ()
    with scope.block():
        slot = scope.bind(node.name, kind)
        return slot, check_stmt.statements(scope, node.body)


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
    if node.body is None and not leaves_all(node.otherwise):
        scope.wrong("T0521", node.span, name=node.name.name)
    return check_stmt.statements(scope, node.otherwise)


def _never_empty(scope: Scope, source: ir.Expr) -> bool:
    """An enum, `players`, a non-empty literal, or what a condition around has tested."""
    if filled(source) in scope.facts or UNSURE in scope.facts or is_bad(source.type):
        return True
    match source:
        case ir.Lib("range", (low, high)):
            a, b = low.type, high.type
            return isinstance(a, Int) and isinstance(b, Int) and a.high <= b.low
        case ir.Select(_, then, otherwise):
            return _never_empty(scope, then) and _never_empty(scope, otherwise)
        case ir.Lib("joined", (left, right)):
            return _never_empty(scope, left) or _never_empty(scope, right)
        case ir.CallValue():
            return _value_filled(scope, source)
        case _:
            return _plainly_filled(scope, source)


def _value_filled(scope: Scope, source: ir.CallValue) -> bool:
    """A declared value that plainly never gives an empty list, and that no hook changes."""
    from .elaborate import value_routine

    value = next(each for each in scope.symbols.values.values() if each.position == source.value)
    if value.elaborating or "change" in scope.symbols.hooked_words.get(value.name, ()):
        return False
    routine = scope.symbols.routines[value_routine(scope.symbols, value)]
    if routine is None or len(routine.body) != 1 or not isinstance(routine.body[0], ir.Return):
        return False
    result = routine.body[0].value
    return result is not None and _plainly_filled(scope, result)


_NEVER_EMPTY = frozenset(
    {"players", "clockwise", "counterclockwise", "board_spaces", "orthogonal", "directions", "corners",
     "edges", "centre"}
)  # fmt: skip


def _plainly_filled(scope: Scope, expr: ir.Expr) -> bool:
    """A list that has an element whatever the state of the game."""
    match expr:
        case ir.Const(value):
            return isinstance(value, tuple) and bool(value)
        case ir.ListOf(items):
            return bool(items)
        case ir.Population(kind, None, None):
            return scope.symbols.kind_list[kind].word == "space"
        case ir.Select(_, then, otherwise):
            return _plainly_filled(scope, then) and _plainly_filled(scope, otherwise)
        case ir.Lib(name) if name in _NEVER_EMPTY:
            return True
        case ir.Lib("opponents"):
            return scope.symbols.low_players > 1
        case _:
            return False


# ---- Menus ---------------------------------------------------------------------------------------------


def menu(scope: Scope, node: tree.Menu) -> list[ir.Stmt]:
    """`choose by p "prompt":` with options; at least one must always be open."""
    with scope.doing(node.span, "T0520"):
        by = _who(scope, node.by, node.span)
        prompt = _prompt(scope, node.prompt, "Choose", node.span)
        _no_doubles(scope, node)
        before = scope.facts
        made: list[ir.MenuOption] = []
        ends: list[Facts | None] = []
        for option in node.options:
            scope.facts = before
            made.append(_option(scope, option))
            ends.append(None if leaves_all(option.body) else scope.facts)
        scope.facts = common(before, ends)
        if node.options and not _always_open([option.test for option in made]):
            scope.wrong("T0524", node.span)
        return [ir.Menu(by, prompt, tuple(made), 0, node.span)]


def _no_doubles(scope: Scope, node: tree.Menu) -> None:
    seen: dict[str, Span] = {}
    for option in node.options:
        word = option.name.name
        if word in seen:
            scope.wrong("T0523", option.name.span, [(seen[word], "first here")], name=word)
        seen.setdefault(word, option.name.span)


def _always_open(tests: Sequence[ir.Expr | None]) -> bool:
    """One option stands without condition, or one holds where another does not."""
    if None in tests:
        return True
    keys = {key(test) for test in tests if test is not None}
    return any(isinstance(test, ir.Not) and key(test.value) in keys for test in tests)


def _option(scope: Scope, node: tree.Option) -> ir.MenuOption:
    label = check_stmt.template(scope, node.label)
    test = check_expr.condition(scope, node.test) if node.test is not None else None
    if test is not None:
        scope.facts |= proves(test)
    body = check_stmt.statements(scope, node.body)
    return ir.MenuOption(node.name.name, label, test, body, node.span)


def may(scope: Scope, node: tree.May) -> list[ir.Stmt]:
    """`may p "prompt":` is a menu of yes and no."""
    with scope.doing(node.span, "T0520"):
        by = check_expr.checked(scope, node.who, PLAYER)
        prompt = check_stmt.template(scope, node.prompt)
        before = scope.facts
        yes = check_stmt.statements(scope, node.body)
        after_yes = None if leaves_all(node.body) else scope.facts
        scope.facts = before
        no = check_stmt.statements(scope, node.otherwise or ())
        after_no = None if leaves_all(node.otherwise or ()) else scope.facts
        scope.facts = common(before, (after_yes, after_no))
        at = node.span
        options = (
            ir.MenuOption("yes", ir.Template(("Yes",), at), None, yes, at),
            ir.MenuOption("no", ir.Template(("No",), at), None, no, at),
        )
        return [ir.Menu(by, prompt, options, 0, at)]


def act(scope: Scope, node: tree.Act) -> list[ir.Stmt]:
    """`act p`: one of the actions open to that seat."""
    with scope.doing(node.span, "T0520"):
        by = check_expr.checked(scope, node.who, PLAYER)
        actions = [each.position for each in scope.symbols.action_list if each.decl.at is None]
        if not actions and not scope.symbols.findings.broken:
            scope.wrong("T0525", node.span)
        asked = scope.hidden("asked", ListT(INT, None))
        scope.forget_state()
        return [ir.Act(by, tuple(actions), node.step_by_step, asked, None, 0, node.span)]


# ---- Pauses ---------------------------------------------------------------------------------------------


def pause(scope: Scope, node: tree.Pause) -> list[ir.Stmt]:
    """`pause before_fight(a, d)`"""
    with scope.doing(node.span, "T0520"):
        window = scope.symbols.pauses.get(node.name.name)
        if window is None:
            return _unknown_pause(scope, node)
        args = check_call.arguments(scope, node.name, node.arguments, window.params, node.span)
        if args is None:
            return []
        return check_command.call_effect(scope, window.effect, args, None, node.span)


def _unknown_pause(scope: Scope, node: tree.Pause) -> list[ir.Stmt]:
    for argument in node.arguments:
        with scope.quietly():
            check_expr.expression(scope, argument.value)
    name = node.name.name
    if name not in scope.symbols.findings.broken:
        related = [(span, "declared here") for each, span in scope.symbols.declared().items() if each == name]
        suggestion = scope.suggest(name, scope.symbols.pauses)
        scope.wrong("T0528", node.name.span, related, suggestion, name=name)
    return [check_command.nowhere(scope, node.span)]
