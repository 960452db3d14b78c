"""Checks what is called with brackets: declared values, slots of content, functions of boards and of the
library.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeGuard

from ..ir import program as ir
from ..ir.span import Span
from ..ir.types import KindT, ListT, OptT, Type
from . import check_expr, check_library, check_member, check_shape
from . import syntax as tree
from .held import held
from .scopes import IMPLICIT, Scope
from .symbols import SlotSym, ValueSym
from .types import BAD, is_bad

Params = Sequence[tuple[str | None, str, Type]]


def call(scope: Scope, node: tree.Call) -> ir.Expr:
    """`points(p)`, `c.points(p)`, `field.row(2)`, `count(zone)`"""
    match node.callee:
        case tree.Name():
            return _named(scope, node, tree.Ident(node.callee.name, node.callee.span))
        case tree.Member():
            return _of_something(scope, node, node.callee)
        case _:
            scope.wrong("T0320", node.callee.span)
            return scope.bad(node.span)


def _named(scope: Scope, node: tree.Call, function: tree.Ident) -> ir.Expr:
    symbols, name = scope.symbols, function.name
    if name in symbols.values:
        value = symbols.values[name]
        args = arguments(scope, function, node.arguments, value.params, node.span)
        return call_value(scope, value, args, node.span) if args is not None else scope.bad(node.span)
    if name in symbols.shapes:
        return check_shape.call(scope, node, function, symbols.shapes[name])
    own = _own_slot(scope, name)
    if own is not None:
        me = scope.self_expr(node.span)
        assert me is not None
        return _slot(scope, node, function, me, own)
    if name in check_library.NAMES:
        return check_library.library(scope, function, node.arguments, node.span)
    for argument in node.arguments:
        check_expr.expression(scope, argument.value)
    if name == "super":
        scope.wrong("T0321", node.span)
    elif name in symbols.effects or name in symbols.actions:
        what = "an effect" if name in symbols.effects else "an action"
        scope.wrong("T0302", function.span, name=name, what=what)
    elif scope.lookup(name) is not None or name in symbols.declared() or name in IMPLICIT:
        scope.wrong("T0322", function.span, name=name)
    elif name not in symbols.findings.broken:
        names = (*symbols.values, *symbols.shapes, *check_library.NAMES)
        scope.wrong("T0323", function.span, suggestion=scope.suggest(name, names), name=name)
    return scope.bad(node.span)


def _own_slot(scope: Scope, name: str) -> SlotSym | None:
    if scope.context.self_kind is None:
        return None
    slot = scope.symbols.kind_list[scope.context.self_kind].slots.get(name)
    return slot if slot is not None and not slot.effect else None


def _of_something(scope: Scope, node: tree.Call, callee: tree.Member) -> ir.Expr:
    board = None
    if isinstance(callee.base, tree.Name) and scope.lookup(callee.base.name) is None:
        board = scope.symbols.boards.get(callee.base.name)
    if board is not None:
        return check_library.of_board(scope, board, callee.member, node.arguments, node.span)
    base = check_expr.expression(scope, callee.base)
    if isinstance(base.type, OptT):
        if not is_bad(base.type):
            what = scope.describe(base.type.of)
            scope.wrong("T0413", callee.base.span, what=what, member=callee.member.name)
        return scope.bad(node.span)
    slots = scope.symbols.kind_list[base.type.kind].slots if _has_slots(base.type) else {}
    slot = slots.get(callee.member.name)
    if slot is not None and not slot.effect:
        return _slot(scope, node, callee.member, base, slot)
    if not is_bad(base.type):
        _not_called(scope, callee.member, base, slots)
    return scope.bad(node.span)


def _has_slots(kind: Type) -> TypeGuard[KindT]:
    return isinstance(kind, KindT) and kind.kind >= 0


def _not_called(scope: Scope, name: tree.Ident, base: ir.Expr, slots: Mapping[str, SlotSym]) -> None:
    """Says why a member cannot have brackets after it."""
    if name.name in slots:
        scope.wrong("T0302", name.span, name=name.name, what="an effect")
    elif name.name in check_member.member_names(scope, base.type):
        scope.wrong("T0322", name.span, name=name.name)
    else:
        suggestion = scope.suggest(name.name, [word for word, each in slots.items() if not each.effect])
        what = scope.describe(base.type)
        scope.wrong("T0324", name.span, suggestion=suggestion, name=name.name, what=what)


def _slot(scope: Scope, node: tree.Call, name: tree.Ident, base: ir.Expr, slot: SlotSym) -> ir.Expr:
    args = arguments(scope, name, node.arguments, slot.params, node.span)
    if args is None:
        return scope.bad(node.span)
    return ir.CallSlot(slot.position, base, args, False, slot.result or BAD, node.span)


def call_value(scope: Scope, value: ValueSym, args: tuple[ir.Expr, ...], at: Span) -> ir.Expr:
    """A call of a declared value; its list bound is inferred from its body on first use."""
    from .elaborate import value_routine

    scope.symbols.used.add(("value", value.name))
    if isinstance(value.result, ListT) and value.result.bound is None and value.routine is None:
        if value.elaborating:
            scope.wrong("T0421", value.span, name=value.name)
            value.result = ListT(value.result.of, 0)
        else:
            value_routine(scope.symbols, value)
    return ir.CallValue(value.position, args, False, value.result, at)


def arguments(
    scope: Scope, name: tree.Ident, given: Sequence[tree.Argument], params: Params, at: Span
) -> tuple[ir.Expr, ...] | None:
    """Matches arguments to parameters, labelled ones by their preposition, and checks them; None after a
    finding.
    """
    places = match(scope, name, given, params, at)
    if places is None:
        for argument in given:
            check_expr.expression(scope, argument.value)
        return None
    return tuple(
        held(scope, check_expr.checked(scope, argument.value, kind), kind)
        for argument, (_, _, kind) in zip(places, params, strict=True)
    )


def match(
    scope: Scope, name: tree.Ident, given: Sequence[tree.Argument], params: Params, at: Span
) -> list[tree.Argument] | None:
    """The argument of each parameter, in the order of the parameters; None after a finding."""
    labelled = _labelled(scope, name, given, [label for label, _, _ in params if label is not None])
    if labelled is None:
        return None
    plain = [each for each in given if each.label is None]
    if not labelled and len(plain) == len(params):
        # where no word is written, all arguments stand in order
        return plain
    places: list[tree.Argument] = []
    for label, param, kind in params:
        if label is not None and label in labelled:
            places.append(labelled[label])
        elif label is None and plain:
            places.append(plain.pop(0))
        else:
            _missing(scope, name, label, param, kind, at)
            return None
    if plain:
        scope.wrong("T0420", plain[0].span, name=name.name, wanted=len(params), given=len(given))
        return None
    return places


def _labelled(
    scope: Scope, name: tree.Ident, given: Sequence[tree.Argument], labels: Sequence[str]
) -> dict[str, tree.Argument] | None:
    """The arguments behind a preposition; None after a finding."""
    found: dict[str, tree.Argument] = {}
    for each in given:
        if each.label is None:
            continue
        word, at = each.label.name, each.label.span
        if word not in labels:
            suggestion = labels[0] if len(labels) == 1 else None
            scope.wrong("T0315", at, suggestion=suggestion, label=word, name=name.name)
            return None
        if word in found:
            related = [(found[word].span, "first here")]
            scope.wrong("T0426", at, related, label=word, name=name.name)
            return None
        found[word] = each
    return found


def _missing(scope: Scope, name: tree.Ident, label: str | None, param: str, kind: Type, at: Span) -> None:
    how = f"{label} {param}" if label is not None else param
    scope.wrong("T0422", at, name=name.name, how=how, what=scope.describe(kind))
