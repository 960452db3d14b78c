"""Checks the verbs of the language: those that move, draw, roll, turn and lay components."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..ir import program as ir
from ..ir.span import BUILT_IN, Span
from ..ir.types import Int, KindT, LayoutT, ListT, OptT, Type, ZoneT
from . import check_battle, check_expr, check_spans, check_stmt
from . import syntax as tree
from .scopes import Scope
from .types import (
    ANY_COMPONENT,
    ANY_SPACE,
    BAD,
    BOOL,
    INT,
    NEVER,
    PLAYER,
    UNKNOWN_KIND,
    is_bad,
    is_component,
    is_space,
    widened,
)

BOX = ZoneT(())


def no_face(scope: Scope, node: tree.Command) -> None:
    """A finding where `face up` or `face down` stands and does nothing."""
    if node.face is not None:
        scope.wrong("T0511", node.face.span, name=node.name.name)


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
            no_face(self.scope, self.node)

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
    if isinstance(of, OptT) and is_component(scope.symbols, of.of):
        scope.wrong("T0402", node.span, what=scope.describe(of.of))
    elif not is_bad(of) and of != NEVER and not is_component(scope.symbols, of):
        scope.wrong("T0401", node.span, wanted="a component", given=scope.describe(value.type))
    else:
        return value
    return scope.bad(node.span)


def _zone(scope: Scope, node: tree.Expr | None) -> ir.Expr:
    """A zone, or a space as one."""
    if node is None:
        return ir.Const(0, BOX, BUILT_IN)
    value = check_expr.expression(scope, node)
    if is_space(scope.symbols, value.type):
        return ir.Lib("space_zone", (value,), BOX, node.span)
    inner = value.type.of if isinstance(value.type, OptT) else None
    if inner is not None and (isinstance(inner, ZoneT) or is_space(scope.symbols, inner)):
        scope.wrong("T0402", node.span, what=scope.describe(inner))
    elif not isinstance(value.type, ZoneT) and not is_bad(value.type):
        scope.wrong("T0401", node.span, wanted="a zone or a space", given=scope.describe(value.type))
    return value if isinstance(value.type, ZoneT) else ir.Const(0, BOX, node.span)


def _fits_zone(scope: Scope, what: ir.Expr, zone: ir.Expr, at: Span) -> None:
    """Whether the zone may hold components of this kind."""
    of = what.type.of if isinstance(what.type, ListT) else what.type
    kinds = zone.type.kinds if isinstance(zone.type, ZoneT) else ()
    if UNKNOWN_KIND in kinds:
        return
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
    place, face, at = given.place(), given.face, given.node.span
    return check_spans.moved(scope, what, lambda what: ir.Move(what, zone, place, face, at), at)


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
    take(scope, result, INT, "draw", at)
    left = scope.hidden("left", ListT(INT, 5))
    draw = ir.Draw(count, source, to, given.place(), given.face, result, left, 0, at)
    return check_spans.drawn(scope, draw)


def _shuffle(scope: Scope, given: Given, result: int | None) -> list[ir.Stmt]:
    given.done()
    _no_result(scope, given, result)
    zone = _zone(scope, given.first())
    if isinstance(zone, ir.ZoneOf):
        tables = (*scope.symbols.table_zones.values(), *scope.symbols.player_zones.values())
        declared = next(each for each in tables if each.position == zone.zone)
        if declared.shape not in ("pile", "row", "slots"):
            scope.wrong("T0518", given.node.span, shape=f"a {declared.shape}", name=declared.name)
    elif isinstance(zone, ir.Lib) and zone.name == "space_zone":
        scope.wrong("T0518", given.node.span, shape="a space", name="it")
    slots = scope.hidden("zone"), scope.hidden("next")
    return [ir.Shuffle(zone, *slots, 0, given.node.span)]


def _roll(scope: Scope, given: Given, result: int | None) -> list[ir.Stmt]:
    given.done()
    _no_result(scope, given, result)
    what = _components(scope, given.first())
    of = what.type.of if isinstance(what.type, ListT) else what.type
    if isinstance(of, KindT) and of.kind >= 0 and scope.symbols.kind_list[of.kind].word != "die":
        scope.wrong("T0401", what.at, wanted="a die", given=scope.describe(what.type))
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
    """`place X on s`, `place Pawn of p on s`: the named one, or one from the box where there are several;
    `place X on [s, t]` where it may stand on several spaces.
    """
    given.done("on")
    _no_result(scope, given, result)
    first = given.first()
    what = _one_from_box(scope, first) or _components(scope, first)
    at, on = given.node.span, given.needed("on")
    if on is None:
        return []
    several = isinstance(on, tree.ListLiteral | tree.Query)
    space = check_expr.expression(scope, on, ListT(ANY_SPACE, None) if several else ANY_SPACE)

    def move(piece: ir.Expr, to: ir.Expr) -> ir.Stmt:
        return ir.Move(piece, ir.Lib("space_zone", (to,), BOX, at), None, None, at)

    if isinstance(space.type, ListT) and not is_bad(space.type):
        spaces = check_expr.coerce(scope, space, ListT(ANY_SPACE, None), on.span)
        return (
            []
            if is_bad(spaces.type) or is_bad(what.type)
            else check_spans.placed(scope, what, spaces, move, at)
        )
    space = check_expr.coerce(scope, space, ANY_SPACE, on.span)
    return check_spans.moved(scope, what, lambda piece: move(piece, space), at)


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
    place = ir.Lib("zone_of", (piece,), BOX, at)
    boxed = ir.Compare("eq", place, ir.Const(0, BOX, at), BOOL, at)
    each = ir.Each(piece.slot, pieces, at)
    return ir.Unwrap(ir.Query("first", (each,), boxed, piece, (), OptT(of), at), of, at)


def _remove(scope: Scope, given: Given, result: int | None) -> list[ir.Stmt]:
    given.done()
    _no_result(scope, given, result)
    at = given.node.span
    box = ir.Const(0, ZoneT(()), at)
    what = _components(scope, given.first())
    return check_spans.moved(scope, what, lambda what: ir.Move(what, box, None, None, at), at)


def _swap(scope: Scope, given: Given, result: int | None) -> list[ir.Stmt]:
    """`swap a with b`: two components, or what stands on two spaces."""
    given.done("with")
    _no_result(scope, given, result)
    at = given.node.span
    first, second = given.first(), given.needed("with")
    if first is None or second is None:
        return []
    left = check_expr.expression(scope, first)
    if is_space(scope.symbols, left.type):
        return check_spans.swapped(scope, left, check_expr.checked(scope, second, ANY_SPACE), at)
    left = check_expr.coerce(scope, left, ANY_COMPONENT, first.span)
    right = check_expr.checked(scope, second, BAD if is_bad(left.type) else ANY_COMPONENT)
    return check_spans.swapped(scope, left, right, at)


def _pick(scope: Scope, given: Given, result: int | None) -> list[ir.Stmt]:
    """`pick N at random from S as xs`"""
    given.done("at", "from", "as")
    _no_result(scope, given, result)
    at, first = given.node.span, given.first()
    where, listed, name = given.needed("at"), given.needed("from"), given.needed("as")
    if first is None or where is None or listed is None or name is None:
        return []
    if not (isinstance(where, tree.Name) and where.name == "random" and isinstance(name, tree.Name)):
        scope.wrong("T0519", at)
        if isinstance(name, tree.Name):
            scope.bind(tree.Ident(name.name, name.span), BAD, warn=False)
        return []
    count = check_expr.checked(scope, first, INT)
    source, of = check_stmt.elements(scope, listed)
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
    if isinstance(layout.type, LayoutT) or is_bad(layout.type):
        return [ir.Lay(layout, given.node.span)]
    scope.wrong("T0401", node.span, wanted="a layout", given=scope.describe(layout.type))
    return []


def take(scope: Scope, result: int | None, kind: Type | None, name: str, at: Span) -> None:
    """The local `result` takes what a call gives: it gets that type, or must have one that fits."""
    if result is None:
        return
    if kind is None:
        scope.wrong("T0503", at, name=name)
    elif scope.locals[result].type == BAD:
        scope.retype(result, widened(kind))
    else:
        check_expr.coerce(scope, ir.Const(0, kind, at), scope.locals[result].type, at)


def _no_result(scope: Scope, given: Given, result: int | None) -> None:
    take(scope, result, None, given.node.name.name, given.node.span)


def _battle(scope: Scope, given: Given, result: int | None) -> list[ir.Stmt]:
    """`battle SCENARIO`"""
    return check_battle.battle(scope, given, result)


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
    "battle": _battle,
}
