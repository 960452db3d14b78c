"""Says which hooks come after which: `after NAME`, circles in it, and changes that have no order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from . import syntax as tree
from .find import mentions
from .suggest import nearest
from .symbols import Symbols

if TYPE_CHECKING:
    from .hooks import BuiltHook


def resolve_orders(symbols: Symbols, built: list[BuiltHook]) -> None:
    """Sets `after` of each hook to the positions of those that it names, where they hook the same thing in
    the same way.
    """
    for hook in built:
        order = hook.decl.order
        if order is None:
            continue
        beside = [other for other in built if other is not hook and _same(other, hook)]
        named = [other for other in beside if order.name in (other.owned.content, other.owned.scenario)]
        if named:
            hook.after = tuple(other.position for other in named)
            continue
        hook.misordered = True
        _no_such_order(symbols, hook, order, beside)
    _check_circles(symbols, built)


def _same(one: BuiltHook, other: BuiltHook) -> bool:
    mine, yours = (one.target.sort, one.target.position), (other.target.sort, other.target.position)
    return mine == yours and one.word == other.word


def _no_such_order(symbols: Symbols, hook: BuiltHook, order: tree.Ident, beside: list[BuiltHook]) -> None:
    what = hook.spoken
    known = symbols.contents.get(order.name) or symbols.scenarios.get(order.name)
    if known is not None:
        symbols.findings.add("T0612", order.span, [(known.span, "declared here")], name=order.name, what=what)
        return
    names = {name for other in beside for name in (other.owned.content, other.owned.scenario) if name}
    if order.name not in symbols.findings.broken:
        symbols.findings.add("T0611", order.span, suggestion=nearest(order.name, names), name=order.name)


def _check_circles(symbols: Symbols, built: list[BuiltHook]) -> None:
    """A hook that comes, by way of others, after itself: one finding for the circle, and its orders are
    dropped.
    """
    for hook in built:
        circle = _circle(built, hook)
        if not circle:
            continue
        order = hook.decl.order
        symbols.findings.add(
            "T0613",
            order.span if order is not None else hook.decl.span,
            [(each.decl.span, "and this one after it") for each in circle if each is not hook],
            name=hook.spoken,
        )
        for each in circle:
            each.after, each.misordered = (), True


def _circle(built: list[BuiltHook], start: BuiltHook) -> list[BuiltHook]:
    return [hook for hook in _reach(built, start) if start in _reach(built, hook)]


def _reach(built: list[BuiltHook], start: BuiltHook) -> list[BuiltHook]:
    reached: list[BuiltHook] = []
    left = [start]
    while left:
        for position in left.pop().after:
            if built[position] not in reached:
                reached.append(built[position])
                left.append(built[position])
    return reached


# ---- Changes without order ---------------------------------------------------------------------------------


def warn_unordered(symbols: Symbols, built: list[BuiltHook]) -> None:
    """Two changes of one thing give different results in different orders unless both only add: a warning for
    each pair.
    """
    for one, other in _pairs(built):
        if one.misordered or other.misordered or _apart(one, other) or (_adds(one) and _adds(other)):
            continue
        if other in _reach(built, one) or one in _reach(built, other):
            continue
        symbols.findings.add(
            "T0905",
            other.decl.target.span,
            [(one.decl.target.span, "the other change")],
            name=one.target.name,
            one=one.name,
            other=other.name,
        )


def _pairs(built: list[BuiltHook]) -> Iterator[tuple[BuiltHook, BuiltHook]]:
    changes = [hook for hook in built if hook.word == "change"]
    for position, one in enumerate(changes):
        for other in changes[position + 1 :]:
            if _same(one, other) and _same_argument(one, other):
                yield one, other


def _same_argument(one: BuiltHook, other: BuiltHook) -> bool:
    """Whether both change the same parameter, told by its label and place in the target."""
    return _argument(one) == _argument(other)


def _argument(hook: BuiltHook) -> int | None:
    changed = hook.decl.changed
    if changed is None:
        return None
    for param in hook.decl.params:
        if param.name.name == changed.name:
            label = param.label.name if param.label else None
            labels = [other for other, _, _ in hook.target.params]
            return labels.index(label) if label in labels else hook.decl.params.index(param)
    return None


def _apart(one: BuiltHook, other: BuiltHook) -> bool:
    """Only one scenario is played at a time."""
    mine, yours = one.owned.scenario, other.owned.scenario
    return mine is not None and yours is not None and mine != yours


def _adds(hook: BuiltHook) -> bool:
    """Whether the change only adds something that does not depend on what it changes, or takes it away."""
    name = hook.decl.changed.name if hook.decl.changed is not None else "it"
    return _is_sum(hook.decl.to, name)


def _is_sum(expr: tree.Expr | None, name: str) -> bool:
    match expr:
        case tree.Name(word):
            return word == name
        case tree.Binary("+" | "-" as op, left, right):
            if not mentions(right, name):
                return _is_sum(left, name)
            return op == "+" and not mentions(left, name) and _is_sum(right, name)
        case _:
            return False
