"""Finds the components that bring an action to a seat: those of a kind or content that it holds where it sees
them, and those that lie open on the table; of them those for which the action's guard holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from ..ir import program as ir
from ..ir.span import Span
from ..ir.types import ContentT, Int, KindT, ListT, OptT, PlayerT, Type, ZoneT
from . import check_expr
from .elaborate import Context, begin
from .scopes import Scope
from .symbols import ActionSym, KindSym, Symbols, ZoneSym
from .types import ANY_COMPONENT, ANY_SPACE, BOOL
from .walk import locals_read

Params = list[tuple[str, Type]]


def bring(
    symbols: Symbols, action: ActionSym, name: str, params: Params, context: Context
) -> tuple[int, int | None]:
    """The routine (actor, what the window gives) that lists them, and that of what the guard asks without
    looking at any of them.
    """
    assert action.kind is not None, "the caller has looked"
    kind = symbols.kind_list[action.kind]
    position, at = symbols.new_routine(), action.span
    scope = begin(symbols, [*params, ("self", KindT(kind.position))], None, context, at)
    own = len(params)
    tests: list[ir.Expr] = []
    if kind.active is not None:
        with scope.quietly():
            # its mistakes are told where the kind is looked at
            tests += conjuncts(check_expr.condition(scope, kind.active.test))
    if action.decl.guard is not None:
        tests += conjuncts(check_expr.condition(scope, action.decl.guard))
    free = [test for test in tests if own not in locals_read(test)]
    bound: list[ir.Expr] = []
    held = context.held
    for test in (each for each in tests if own in locals_read(each)):
        plain = _of_the_holder(test, own)
        held = held or plain is not None
        (free if plain is not None else bound).append(plain or test)
    source, bound = _lying(scope, action, kind, bound, held=held)
    bound = [*_narrowed(symbols, action, kind, source, own), *bound]
    of = KindT(kind.position)
    listed, me = ListT(of, kind.population), ir.Local(own, of, at)
    query = ir.Query("list", (ir.Each(own, source, at),), joined(bound, at), me, (), listed, at)
    body = (ir.Return(query, at),)
    symbols.routines[position] = ir.Routine(
        f"{name} of", own, tuple(scope.locals), listed, body, False, (), at
    )
    guard = joined(free, at)
    if guard is None:
        return position, None
    body = (ir.Return(guard, at),)
    locals_ = tuple(scope.locals)
    symbols.routines.append(ir.Routine(f"{name} when", own, locals_, BOOL, body, False, (), at))
    return position, len(symbols.routines) - 1


def conjuncts(test: ir.Expr) -> list[ir.Expr]:
    """The conditions that `and` joins."""
    match test:
        case ir.Logic("and", left, right):
            return [*conjuncts(left), *conjuncts(right)]
        case _:
            return [test]


def joined(tests: Iterable[ir.Expr], at: Span) -> ir.Expr | None:
    """Conditions as one; None: there are none."""
    found = list(tests)
    return reduce(lambda left, right: ir.Logic("and", left, right, BOOL, at), found) if found else None


def _of_the_holder(test: ir.Expr, own: int) -> ir.Expr | None:
    """`holder == p` of a component that some seat may use says that this seat is p."""
    match test:
        case ir.Compare("eq", left, right):
            for one, other in ((left, right), (right, left)):
                is_holder = isinstance(one, ir.Lib) and one.name == "holder" and _is_own(one.args[0], own)
                if is_holder and isinstance(other.type, PlayerT) and own not in locals_read(other):
                    actor = ir.Local(0, PlayerT(), test.at)
                    return ir.Compare("eq", actor, other, BOOL, test.at)
    return None


def _is_own(expr: ir.Expr, own: int) -> bool:
    return isinstance(expr, ir.Local) and expr.slot == own


# ---- Where they lie ----------------------------------------------------------------------------------------


def _lying(
    scope: Scope, action: ActionSym, kind: KindSym, tests: list[ir.Expr], *, held: bool
) -> tuple[ir.Expr, list[ir.Expr]]:
    """What lies where a component can bring the action: in zones of the actor that it sees into and, unless
    it must be held, in open zones of the table and on spaces; and the tests that are left to be made. One for
    a zone says that it is the only place.
    """
    symbols, at = scope.symbols, action.span
    asked = [_zone_asked(test, scope.context.self_slot) for test in tests]
    wanted = {position for position in asked if position is not None}
    if len(wanted) == 1:
        tests = [test for test, zone in zip(tests, asked, strict=True) if zone is None]
    found: list[ir.Expr] = []
    for zone in (*symbols.player_zones.values(), *symbols.table_zones.values()):
        of_actor = zone.of == "player"
        if (wanted and zone.position not in wanted) or not _holds(zone, kind):
            continue
        if (zone.visibility == "hidden") if of_actor else (zone.visibility != "open" or held):
            continue
        index = ir.Local(0, PlayerT(), at) if of_actor else None
        found.append(check_expr.as_list(scope, ir.ZoneOf(zone.position, index, ZoneT(zone.kinds), at)))
    if symbols.boards and not wanted and not held:
        found.append(_on_spaces(scope, action, kind))
    if not found:
        return ir.Const((), ListT(KindT(kind.position), 0), at), tests
    return reduce(_one_after_another, found), tests


def _one_after_another(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    kinds = {each.type.of for each in (left, right) if isinstance(each.type, ListT)}
    of = kinds.pop() if len(kinds) == 1 else ANY_COMPONENT
    bounds = [each.type.bound for each in (left, right) if isinstance(each.type, ListT)]
    bound = None if None in bounds else sum(each or 0 for each in bounds)
    return ir.Lib("joined", (left, right), ListT(of, bound), left.at)


def _zone_asked(test: ir.Expr, own: int) -> int | None:
    """The zone, one of the actor's or of the table, in which a test wants the component to lie."""
    match test:
        case ir.Compare("eq", ir.Lib("zone_of", (what,)), ir.ZoneOf(zone, None | ir.Local(0))):
            return zone if _is_own(what, own) else None
        case _:
            return None


def _holds(zone: ZoneSym, kind: KindSym) -> bool:
    return not zone.kinds or kind.position in zone.kinds


def _on_spaces(scope: Scope, action: ActionSym, kind: KindSym) -> ir.Expr:
    of, at = KindT(kind.position), action.span
    slot = scope.hidden("placed", of)
    listed = ListT(of, kind.population)
    each = ir.Each(slot, ir.Population(kind.position, action.content, None, listed, at), at)
    space = ir.Lib("space_of", (ir.Local(slot, of, at),), OptT(ANY_SPACE), at)
    stands = ir.Not(ir.IsNone(space, BOOL, at), BOOL, at)
    return ir.Query("list", (each,), stands, ir.Local(slot, of, at), (), listed, at)


def _narrowed(symbols: Symbols, action: ActionSym, kind: KindSym, source: ir.Expr, own: int) -> list[ir.Expr]:
    """That a component is of the kind and content that bring the action, where the places hold others; and
    that it lies face up: of what lies face down nobody is told what it could do.
    """
    me, at = ir.Local(own, KindT(kind.position), action.span), action.span
    hides = kind.word in ("card", "tile")
    shown: list[ir.Expr] = [ir.Lib("face_up", (me,), BOOL, at)] if hides else []
    if action.content is not None:
        symbols.used.add(("content", symbols.content_list[action.content].name))
        which = ir.Const(action.content, ContentT(kind.position), at)
        return [ir.Lib("content_is", (me, which), BOOL, at), *shown]
    if isinstance(source.type, ListT) and source.type.of == KindT(kind.position):
        return shown
    number = ir.Const(kind.position, Int(kind.position, kind.position), at)
    return [ir.Lib("kind_is", (me, number), BOOL, at), *shown]
