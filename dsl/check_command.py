"""Checks commands: calls of effects, and the verbs of the language that move, draw, roll and turn
components.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..ir import program as ir
from ..ir.span import BUILT_IN, Span
from ..ir.types import Int, KindT, LayoutT, ListT, OptT, Type, ZoneT
from . import check_call, check_expr, check_stmt
from . import syntax as tree
from .scopes import Scope
from .symbols import EffectSym, SlotSym
from .types import ANY_COMPONENT, BAD, BOOL, INT, PLAYER, is_bad


def command(scope: Scope, node: tree.Command, result: int | None) -> list[ir.Stmt]:
    """`hurt p by 2`, `draw 3 from p.deck to p.hand`; its result goes to local `result`."""
    name = node.name.name
    effect = scope.symbols.effects.get(name)
    slot = _own_effect(scope, name)
    if not check_stmt.does(scope, node.span):
        return []
    if effect is not None:
        _no_face(scope, node)
        args = check_call.arguments(scope, node.name, node.arguments, effect.params, node.span)
        return call_effect(scope, effect, args, result, node.span) if args is not None else []
    if slot is not None:
        me = scope.self_expr(node.span)
        assert me is not None
        args = check_call.arguments(scope, node.name, node.arguments, slot.params, node.span)
        return _call_slot(scope, slot, me, args, result, node.span) if args is not None else []
    if name in VERBS:
        scope.forget_state()
        made = VERBS[name](scope, Given(scope, node), result)
        scope.forget_state()
        return made
    _unknown(scope, node)
    return []


def _unknown(scope: Scope, node: tree.Command) -> None:
    name = node.name.name
    for argument in node.arguments:
        if argument.label is None or argument.label.name != "as":
            check_expr.expression(scope, argument.value)
    if name in LATER:
        scope.wrong("T1001", node.name.span, word=name)
    elif name in scope.symbols.values or name in scope.symbols.declared():
        scope.wrong("T0325", node.name.span, name=name)
    elif name not in scope.symbols.findings.broken:
        names = (*scope.symbols.effects, *VERBS)
        scope.wrong("T0326", node.name.span, suggestion=scope.suggest(name, names), name=name)


LATER = frozenset({"gain", "pay", "battle", "explore"})
"""Verbs of parts of the language that come with later games."""


def _own_effect(scope: Scope, name: str) -> SlotSym | None:
    if scope.context.self_kind is None:
        return None
    slot = scope.symbols.kind_list[scope.context.self_kind].slots.get(name)
    return slot if slot is not None and slot.effect else None


def _no_face(scope: Scope, node: tree.Command) -> None:
    if node.face is not None:
        scope.wrong("T0511", node.face.span, name=node.name.name)


def effect_without_arguments(scope: Scope, node: tree.Expr) -> EffectSym | None:
    """The effect that a bare name calls."""
    if isinstance(node, tree.Name) and scope.lookup(node.name) is None:
        effect = scope.symbols.effects.get(node.name)
        if effect is not None and not effect.params:
            return effect
    return None


def bare(scope: Scope, node: tree.ExprStmt) -> list[ir.Stmt]:
    """An expression on its own line: an effect without arguments, `super(...)`, an effect slot; all else does
    nothing.
    """
    value = node.value
    if isinstance(value, tree.Name) and scope.lookup(value.name) is None:
        effect = scope.symbols.effects.get(value.name)
        if effect is not None or value.name in VERBS or _own_effect(scope, value.name) is not None:
            called = tree.Command(tree.Ident(value.name, value.span), (), None, node.span)
            return command(scope, called, None)
    if isinstance(value, tree.Call):
        made = _called(scope, value)
        if made is not None:
            return made
    expr = check_expr.expression(scope, value)
    if not is_bad(expr.type):
        scope.wrong("T0512", node.span)
    return []


def _called(scope: Scope, node: tree.Call) -> list[ir.Stmt] | None:
    callee = node.callee
    if isinstance(callee, tree.Name) and callee.name == "super":
        return super_call(scope, node, None)
    if isinstance(callee, tree.Name) and callee.name in scope.symbols.effects:
        scope.wrong("T0513", node.span, name=callee.name)
        for argument in node.arguments:
            check_expr.expression(scope, argument.value)
        return []
    if isinstance(callee, tree.Member) and not scope.context.pure:
        base = check_expr.expression(scope, callee.base)
        if isinstance(base.type, KindT) and base.type.kind >= 0:
            slot = scope.symbols.kind_list[base.type.kind].slots.get(callee.member.name)
            if slot is not None and slot.effect:
                args = check_call.arguments(scope, callee.member, node.arguments, slot.params, node.span)
                return _call_slot(scope, slot, base, args, None, node.span) if args is not None else []
    return None


def super_call(scope: Scope, node: tree.Call, result: int | None) -> list[ir.Stmt]:
    """`super(...)`: the rest of the call that this hook stands in for; without arguments, with those it
    got.
    """
    params = scope.context.super_params
    if params is None:
        scope.wrong("T0321", node.span)
        return []
    if not node.arguments:
        first = 1 if scope.context.self_kind is not None else 0
        args: tuple[ir.Expr, ...] = tuple(
            ir.Local(first + position, kind, node.span) for position, (_, _, kind) in enumerate(params)
        )
    else:
        name = tree.Ident("super", node.callee.span)
        given = check_call.arguments(scope, name, node.arguments, params, node.span)
        if given is None:
            return []
        args = given
    if result is not None:
        _take(scope, result, scope.context.super_result, "super", node.span)
    scope.forget_state()
    return [ir.Super(args, result, 0, node.span)]


def call_effect(
    scope: Scope, effect: EffectSym, args: tuple[ir.Expr, ...], result: int | None, at: Span
) -> list[ir.Stmt]:
    """The call of an effect; a local that takes its result gets its type."""
    if not check_stmt.does(scope, at):
        return []
    scope.symbols.used.add(("effect", effect.name))
    if result is not None:
        _take(scope, result, effect.result, effect.name, at)
    scope.forget_state()
    return [ir.CallEffect(effect.position, args, result, False, 0, at)]


def _call_slot(
    scope: Scope,
    slot: SlotSym,
    base: ir.Expr,
    args: tuple[ir.Expr, ...],
    result: int | None,
    at: Span,
) -> list[ir.Stmt]:
    if result is not None:
        _take(scope, result, slot.result, slot.name, at)
    scope.forget_state()
    return [ir.CallSlotEffect(slot.position, base, args, result, False, 0, at)]


def _take(scope: Scope, result: int, kind: Type | None, name: str, at: Span) -> None:
    if kind is None:
        scope.wrong("T0503", at, name=name)
    elif scope.locals[result].type == BAD:
        scope.retype(result, kind)


# ---- Verbs ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Given:
    """The arguments of a verb, taken one by one; `done` reports what was left over."""

    scope: Scope
    node: tree.Command

    def first(self) -> tree.Expr | None:
        """The argument without a preposition."""
        plain = [each for each in self.node.arguments if each.label is None]
        if not plain:
            self.scope.wrong("T0514", self.node.span, name=self.node.name.name)
            return None
        return plain[0].value

    def after(self, label: str) -> tree.Expr | None:
        """The argument after a preposition, None where it is missing."""
        for each in self.node.arguments:
            if each.label is not None and each.label.name == label:
                return each.value
        return None

    def needed(self, label: str) -> tree.Expr | None:
        """The argument after a preposition; a finding where it is missing."""
        found = self.after(label)
        if found is None:
            self.scope.wrong("T0515", self.node.span, name=self.node.name.name, label=label)
        return found

    def done(self, *labels: str, face: bool = False) -> None:
        """Findings for prepositions that the verb does not know, and for a second plain argument."""
        name = self.node.name.name
        plain = [each for each in self.node.arguments if each.label is None]
        for each in plain[1:]:
            self.scope.wrong("T0516", each.span, name=name)
        seen: set[str] = set()
        for argument in self.node.arguments:
            label = argument.label
            if label is not None and (label.name not in labels or label.name in seen):
                self.scope.wrong("T0315", label.span, label=label.name, name=name)
            if label is not None:
                seen.add(label.name)
        if not face:
            _no_face(self.scope, self.node)

    @property
    def face(self) -> str | None:
        return self.node.face.name if self.node.face is not None else None

    def place(self) -> str | None:
        """`at top` or `at bottom`"""
        where = self.after("at")
        if where is None:
            return None
        if isinstance(where, tree.Name) and where.name in ("top", "bottom"):
            return where.name
        self.scope.wrong("T0517", where.span)
        return None


def _components(scope: Scope, node: tree.Expr | None) -> ir.Expr:
    """A component or a list of them."""
    if node is None:
        return ir.Const((), ListT(BAD, 0), BUILT_IN)
    value = check_expr.as_list(scope, check_expr.expression(scope, node))
    of = value.type.of if isinstance(value.type, ListT) else value.type
    if isinstance(of, OptT):
        scope.wrong("T0402", node.span, what=scope.describe(of.of))
    elif not is_bad(of) and (not isinstance(of, KindT) or _is_space(scope, of)):
        scope.wrong("T0401", node.span, wanted="a component", given=scope.describe(value.type))
    return value


def _is_space(scope: Scope, kind: KindT) -> bool:
    return kind.kind >= 0 and scope.symbols.kind_list[kind.kind].word == "space"


def _zone(scope: Scope, node: tree.Expr | None) -> ir.Expr:
    """A zone, or a space as one."""
    if node is None:
        return ir.Const(0, ZoneT(()), BUILT_IN)
    value = check_expr.expression(scope, node)
    if isinstance(value.type, KindT) and not is_bad(value.type) and _is_space(scope, value.type):
        return ir.Lib("space_zone", (value,), ZoneT(()), node.span)
    if isinstance(value.type, OptT):
        scope.wrong("T0402", node.span, what=scope.describe(value.type.of))
    elif not isinstance(value.type, ZoneT) and not is_bad(value.type):
        scope.wrong("T0401", node.span, wanted="a zone or a space", given=scope.describe(value.type))
    return value if isinstance(value.type, ZoneT) else ir.Const(0, ZoneT(()), node.span)


def _fits_zone(scope: Scope, what: ir.Expr, zone: ir.Expr, at: Span) -> None:
    """Whether the zone may hold components of this kind."""
    of = what.type.of if isinstance(what.type, ListT) else what.type
    kinds = zone.type.kinds if isinstance(zone.type, ZoneT) else ()
    if isinstance(of, KindT) and of.kind >= 0 and kinds and of.kind not in kinds:
        names = " or ".join(scope.symbols.kind_list[kind].name for kind in kinds)
        scope.wrong("T0425", at, given=scope.symbols.kind_list[of.kind].name, holds=names)


def _move(scope: Scope, given: Given, result: int | None) -> list[ir.Stmt]:
    """`move X to ZONE [at top|bottom] [face up|down]`, `move 2 from ZONE to ZONE`"""
    first = given.first()
    if given.after("from") is not None:
        return _draw(scope, given, result)
    given.done("to", "at", face=True)
    what = _components(scope, first)
    zone = _zone(scope, given.needed("to"))
    _fits_zone(scope, what, zone, given.node.span)
    _no_result(scope, given, result)
    return [ir.Move(what, zone, given.place(), given.face, given.node.span)]


def _draw(scope: Scope, given: Given, result: int | None) -> list[ir.Stmt]:
    """`draw N from ZONE to ZONE [at bottom] [face up]`"""
    at = given.node.span
    first = given.first()
    given.done("from", "to", "at", face=True)
    count = check_expr.checked(scope, first, INT) if first is not None else scope.bad(at)
    source, to = _zone(scope, given.needed("from")), _zone(scope, given.needed("to"))
    kinds = source.type.kinds if isinstance(source.type, ZoneT) else ()
    holds = to.type.kinds if isinstance(to.type, ZoneT) else ()
    if len(kinds) == 1 and holds and kinds[0] not in holds:
        _fits_zone(scope, ir.Const((), ListT(KindT(kinds[0]), 0), at), to, at)
    if result is not None and scope.locals[result].type == BAD:
        scope.retype(result, INT)
    left = scope.hidden("left", ListT(INT, 5))
    return [ir.Draw(count, source, to, given.place(), given.face, result, left, 0, at)]


def _shuffle(scope: Scope, given: Given, result: int | None) -> list[ir.Stmt]:
    given.done()
    _no_result(scope, given, result)
    zone = _zone(scope, given.first())
    if isinstance(zone, ir.ZoneOf):
        tables = (*scope.symbols.table_zones.values(), *scope.symbols.player_zones.values())
        declared = next(each for each in tables if each.position == zone.zone)
        if declared.shape not in ("pile", "row", "slots"):
            scope.wrong("T0518", given.node.span, shape=declared.shape, name=declared.name)
    slots = scope.hidden("zone"), scope.hidden("next")
    return [ir.Shuffle(zone, *slots, 0, given.node.span)]


def _roll(scope: Scope, given: Given, result: int | None) -> list[ir.Stmt]:
    given.done()
    _no_result(scope, given, result)
    what = _components(scope, given.first())
    of = what.type.of if isinstance(what.type, ListT) else what.type
    if isinstance(of, KindT) and of.kind >= 0 and scope.symbols.kind_list[of.kind].word != "die":
        scope.wrong("T0401", given.node.span, wanted="a die", given=scope.describe(what.type))
    slots = scope.hidden("dice", ListT(ANY_COMPONENT, None)), scope.hidden("next")
    return [ir.Roll(what, *slots, 0, given.node.span)]


def _flip(scope: Scope, given: Given, result: int | None) -> list[ir.Stmt]:
    given.done(face=True)
    _no_result(scope, given, result)
    return [ir.Flip(_components(scope, given.first()), given.face, given.node.span)]


def _reveal(scope: Scope, given: Given, result: int | None) -> list[ir.Stmt]:
    given.done("to")
    _no_result(scope, given, result)
    to = given.after("to")
    seat = check_expr.checked(scope, to, PLAYER) if to is not None else None
    return [ir.Reveal(_components(scope, given.first()), seat, given.node.span)]


def _place(scope: Scope, given: Given, result: int | None) -> list[ir.Stmt]:
    """`place X on s`, `place Pawn of p on s`: the named one, or one from the box where there are several."""
    given.done("on")
    _no_result(scope, given, result)
    first = given.first()
    what = _one_from_box(scope, first) or _components(scope, first)
    return [ir.Move(what, _zone(scope, given.needed("on")), None, None, given.node.span)]


def _one_from_box(scope: Scope, node: tree.Expr | None) -> ir.Expr | None:
    """The lowest in the box of a kind or content that has several components, as a layout takes it."""
    owner: tree.Expr | None = None
    match node:
        case tree.Name(name, at) if scope.lookup(name) is None:
            what = tree.Ident(name, at)
        case tree.OfExpr(what, owner, at):
            pass
        case _:
            return None
    content, kind = scope.symbols.contents.get(what.name), scope.symbols.kinds.get(what.name)
    if content is not None:
        several = content.total != 1 if owner is None else content.count != 1
    else:
        several = kind is not None and kind.word != "space" and (owner is None or not kind.single)
    if not several:
        return None
    pieces = check_expr.expression(scope, tree.AllExpr(what, owner, at))
    of = pieces.type.of if isinstance(pieces.type, ListT) else BAD
    piece = ir.Local(scope.hidden("piece", of), of, at)
    place = ir.Lib("zone_of", (piece,), ZoneT(()), at)
    boxed = ir.Compare("eq", place, ir.Const(0, ZoneT(()), at), BOOL, at)
    each = ir.Each(piece.slot, pieces, at)
    return ir.Unwrap(ir.Query("first", (each,), boxed, piece, (), OptT(of), at), of, at)


def _remove(scope: Scope, given: Given, result: int | None) -> list[ir.Stmt]:
    given.done()
    _no_result(scope, given, result)
    at = given.node.span
    return [ir.Move(_components(scope, given.first()), ir.Const(0, ZoneT(()), at), None, None, at)]


def _swap(scope: Scope, given: Given, result: int | None) -> list[ir.Stmt]:
    """`swap a with b`: two components, or what stands on two spaces."""
    given.done("with")
    _no_result(scope, given, result)
    at = given.node.span
    first, second = given.first(), given.needed("with")
    if first is None or second is None:
        return []
    left, right = check_expr.expression(scope, first), check_expr.expression(scope, second)
    for value, node in ((left, first), (right, second)):
        if isinstance(value.type, OptT):
            scope.wrong("T0402", node.span, what=scope.describe(value.type.of))
        elif not isinstance(value.type, KindT):
            wanted = "a component or a space"
            scope.wrong("T0401", node.span, wanted=wanted, given=scope.describe(value.type))
    return [ir.Swap(left, right, at)]


def _pick(scope: Scope, given: Given, result: int | None) -> list[ir.Stmt]:
    """`pick N at random from S as xs`"""
    given.done("at", "from", "as")
    _no_result(scope, given, result)
    at = given.node.span
    first, where, source_node, name = (
        given.first(),
        given.needed("at"),
        given.needed("from"),
        given.needed("as"),
    )
    if first is None or where is None or source_node is None or not isinstance(name, tree.Name):
        return []
    if not (isinstance(where, tree.Name) and where.name == "random"):
        scope.wrong("T0519", where.span)
    count = check_expr.checked(scope, first, INT)
    source, of = check_stmt.elements(scope, source_node)
    bound = source.type.bound if isinstance(source.type, ListT) else None
    if isinstance(count.type, Int) and (bound is None or count.type.high < bound):
        bound = max(0, count.type.high) if count.type.high < 4096 else bound
    list_slot, left = scope.hidden("rest", ListT(of, None)), scope.hidden("left")
    slot = scope.bind(tree.Ident(name.name, name.span), ListT(of, bound))
    return [ir.Pick(slot, count, source, list_slot, left, 0, at)]


def _lay(scope: Scope, given: Given, result: int | None) -> list[ir.Stmt]:
    given.done()
    _no_result(scope, given, result)
    node = given.first()
    if node is None:
        return []
    layout = check_expr.expression(scope, node)
    if not isinstance(layout.type, LayoutT) and not is_bad(layout.type):
        scope.wrong("T0401", node.span, wanted="a layout", given=scope.describe(layout.type))
    return [ir.Lay(layout, given.node.span)]


def _no_result(scope: Scope, given: Given, result: int | None) -> None:
    if result is not None:
        scope.wrong("T0503", given.node.span, name=given.node.name.name)


VERBS: dict[str, Callable[[Scope, Given, int | None], list[ir.Stmt]]] = {
    "move": _move,
    "draw": _draw,
    "shuffle": _shuffle,
    "roll": _roll,
    "flip": _flip,
    "reveal": _reveal,
    "place": _place,
    "remove": _remove,
    "swap": _swap,
    "pick": _pick,
    "lay": _lay,
}
