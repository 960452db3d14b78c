"""Turns components that stand on several spaces at once into steps of the program: the spaces after the first
are hidden state of their kind, which whatever moves a component forgets.
"""

from __future__ import annotations

from collections.abc import Callable

from ..ir import program as ir
from ..ir.span import BUILT_IN, Span
from ..ir.types import NONE, Int, KindT, ListT, OptT, Type, ZoneT
from . import syntax as tree
from .scopes import Scope
from .symbols import KindSym, StateSym, Symbols
from .types import ANY_COMPONENT, ANY_SPACE, BOOL, INT, capped, is_space

MOST = 32
"""How many spaces one component may take."""


def declare_spans(symbols: Symbols, kind: KindSym, word: tree.Ident, spans: tree.Number) -> None:
    """What `spans n` in the head of a kind adds to it."""
    if word.name in ("die", "space") or not 2 <= spans.value <= MOST:
        symbols.findings.add("T0360", spans.span, word=word.name, number=spans.value, most=MOST)
        return
    of = OptT(_space_type(symbols))
    kind.further = [
        StateSym(0, f"$space{number}", "kind", kind.position, None, of, None, False, BUILT_IN)
        for number in range(2, spans.value + 1)
    ]


def _space_type(symbols: Symbols) -> KindT:
    spaces = [each for each in symbols.kind_list if each.word == "space"]
    return KindT(spaces[0].position) if len(spaces) == 1 else ANY_SPACE


def spanning(symbols: Symbols, of: Type) -> list[KindSym]:
    """The kinds with `spans` that a component of this type may be of."""
    if not isinstance(of, KindT):
        return []
    return [kind for kind in symbols.kind_list if kind.further and of.kind in (-1, kind.position)]


# ---- Expressions -------------------------------------------------------------------------------------------


def spaces_of(scope: Scope, base: ir.Expr, at: Span) -> ir.Expr | None:
    """`d.spaces`: all that it stands on, the first one first; None where it has no such member."""
    kinds = spanning(scope.symbols, base.type)
    if not kinds:
        return None
    of = _space_type(scope.symbols)
    piece, given = _once(scope, base)
    items: list[ir.Expr] = [ir.Lib("space_of", (piece,), OptT(of), at)]
    for kind in kinds:
        read = [_read(symbol, piece, at) for symbol in kind.further]
        if base.type == ANY_COMPONENT:
            none = ir.Const(NONE, OptT(of), at)
            test = _is_of(piece, kind, at)
            items += [ir.Select(test, each, none, each.type, at) for each in read]
        else:
            items += read
    listed = ir.ListOf(tuple(items), ListT(OptT(of), len(items)), at)
    slot = scope.hidden("space", OptT(of))
    there = ir.Not(ir.IsNone(ir.Local(slot, OptT(of), at), BOOL, at), BOOL, at)
    bound = 1 + max(len(kind.further) for kind in kinds)
    clauses = (*given, ir.Each(slot, listed, at))
    return ir.Query("list", clauses, there, ir.Local(slot, of, at), (), ListT(of, bound), at)


def also_on(scope: Scope, there: ir.Expr, space: ir.Expr, of: KindT, at: Span) -> ir.Expr:
    """`there`, what has this space as its first, and after it what of that type reaches over it."""
    for kind in spanning(scope.symbols, of):
        place, given = _once(scope, space)
        me = KindT(kind.position)
        slot = scope.hidden("piece", me)
        piece = ir.Local(slot, me, at)
        everything = ir.Population(kind.position, None, None, ListT(me, capped(kind.population)), at)
        covers: ir.Expr | None = None
        for symbol in kind.further:
            same: ir.Expr = ir.Compare("eq", _read(symbol, piece, at), place, BOOL, at)
            covers = same if covers is None else ir.Logic("or", covers, same, BOOL, at)
        clauses = (*given, ir.Each(slot, everything, at))
        reaching = ir.Query("list", clauses, covers, piece, (), everything.type, at)
        there = ir.Lib("joined", (there, reaching), there.type, at)
    return there


def _once(scope: Scope, expr: ir.Expr) -> tuple[ir.Expr, tuple[ir.Each, ...]]:
    """The expression as what may be read several times, and the clause of a query that gives it."""
    if isinstance(expr, ir.Local | ir.Const):
        return expr, ()
    slot = scope.hidden("given", expr.type)
    only = ir.ListOf((expr,), ListT(expr.type, 1), expr.at)
    return ir.Local(slot, expr.type, expr.at), (ir.Each(slot, only, expr.at),)


def _read(symbol: StateSym, piece: ir.Expr, at: Span) -> ir.Expr:
    return ir.StateGet(symbol.position, piece, symbol.type, at)


def _is_of(piece: ir.Expr, kind: KindSym, at: Span) -> ir.Expr:
    number = ir.Const(kind.position, Int(kind.position, kind.position), at)
    return ir.Lib("kind_is", (piece, number), BOOL, at)


# ---- Statements --------------------------------------------------------------------------------------------


def moved(scope: Scope, what: ir.Expr, move: Callable[[ir.Expr], ir.Stmt], at: Span) -> list[ir.Stmt]:
    """The step that moves `what` (a component or a list), after which nothing of it reaches further."""
    of = what.type.of if isinstance(what.type, ListT) else what.type
    if not spanning(scope.symbols, of):
        return [move(what)]
    kept, begin = _kept(scope, what, "moved")
    return [*begin, move(kept), *_freed(scope, kept, at)]


def swapped(scope: Scope, left: ir.Expr, right: ir.Expr, at: Span) -> list[ir.Stmt]:
    """`swap` of two components, or of what stands on two spaces: nothing of it reaches further after that."""
    spaces = is_space(scope.symbols, left.type)
    sides = [ANY_COMPONENT] if spaces else [left.type, right.type]
    if not any(spanning(scope.symbols, side) for side in sides):
        return [ir.Swap(left, right, at)]
    (left, first), (right, second) = _kept(scope, left, "left"), _kept(scope, right, "right")
    if spaces:
        held = _anything(scope)
        here, there = (ir.Lib("on_space", (space,), held, at) for space in (left, right))
        freed = _freed(scope, ir.Lib("joined", (here, there), held, at), at)
    else:
        freed = [*_freed(scope, left, at), *_freed(scope, right, at)]
    differ = ir.Compare("ne", left, right, BOOL, at)
    return [*first, *second, ir.Swap(left, right, at), ir.If(differ, tuple(freed), (), at)]


def _anything(scope: Scope) -> ListT:
    """The type of a list of whatever may lie somewhere."""
    components = [each for each in scope.symbols.kind_list if each.word != "space"]
    return ListT(ANY_COMPONENT, capped(sum(each.population for each in components)))


def drawn(scope: Scope, draw: ir.Draw) -> list[ir.Stmt]:
    """A draw; out of a space, or a zone that is not known, it may bring what reached further."""
    kinds = draw.source.type.kinds if isinstance(draw.source.type, ZoneT) else ()
    may = spanning(scope.symbols, ANY_COMPONENT)
    if isinstance(draw.source, ir.ZoneOf | ir.Const) or not may:
        return [draw]
    if kinds and not any(kind.position in kinds for kind in may):
        return [draw]
    at = draw.at
    source, begin = _kept(scope, draw.source, "source")
    lying = ir.Lib("items", (source,), _anything(scope), at)
    before, noted = _kept(scope, lying, "before")
    drawing = ir.Draw(
        draw.count, source, draw.to, draw.place, draw.face, draw.result, draw.left_slot, draw.point, at
    )

    def left(piece: ir.Expr) -> ir.Expr:
        return ir.Compare("ne", ir.Lib("zone_of", (piece,), ZoneT(()), at), source, BOOL, at)

    return [*begin, *noted, drawing, *_freed(scope, before, at, left)]


def placed(
    scope: Scope, what: ir.Expr, on: ir.Expr, move: Callable[[ir.Expr, ir.Expr], ir.Stmt], at: Span
) -> list[ir.Stmt]:
    """`place d on [a, b, c]`: first where the list begins, then over the others."""
    kinds = [] if what.type == ANY_COMPONENT else spanning(scope.symbols, what.type)
    if not kinds or not isinstance(on.type, ListT):
        scope.wrong("T0428", at, what=scope.describe(what.type))
        return []
    kind = kinds[0]
    most = 1 + len(kind.further)
    _check_literal(scope, on, kind, most)
    piece, first = _kept(scope, what, "piece")
    spaces, second = _kept(scope, on, "spaces")
    count = ir.Lib("len", (spaces,), Int(0, on.type.bound or INT.high), at)
    different = ir.Lib("len", (ir.Lib("distinct", (spaces,), on.type, at),), count.type, at)
    wrong: ir.Expr = ir.Compare("ne", count, different, BOOL, at)
    for op, number in (("eq", 0), ("gt", most)):
        test = ir.Compare(op, count, ir.Const(number, Int(number, number), at), BOOL, at)
        wrong = ir.Logic("or", test, wrong, BOOL, at)
    text = (f"a {kind.title} stands on 1 to {most} different spaces, and cannot stand on ", spaces)
    fault = ir.Fault(ir.Template(text, at), at)
    steps: list[ir.Stmt] = [*first, *second, ir.If(wrong, (fault,), (), at)]
    steps.append(move(piece, _item(spaces, 0, at)))
    for number, symbol in enumerate(kind.further, 1):
        reaches = ir.Compare("gt", count, ir.Const(number, Int(number, number), at), BOOL, at)
        none = ir.Const(NONE, symbol.type, at)
        value = ir.Select(reaches, _item(spaces, number, at), none, symbol.type, at)
        steps.append(ir.SetState(symbol.position, piece, value, at))
    return steps


def _check_literal(scope: Scope, on: ir.Expr, kind: KindSym, most: int) -> None:
    """A finding where a written list has too many spaces, none, or one of them twice."""
    if not isinstance(on, ir.ListOf):
        return
    known = [item.value for item in on.items if isinstance(item, ir.Const)]
    if not 1 <= len(on.items) <= most or len(set(known)) < len(known):
        scope.wrong("T0429", on.at, kind=kind.name, most=most)


def _item(listed: ir.Expr, place: int, at: Span) -> ir.Expr:
    of = listed.type.of if isinstance(listed.type, ListT) else ANY_SPACE
    return ir.Lib("index", (listed, ir.Const(place, Int(place, place), at)), of, at)


def _kept(scope: Scope, expr: ir.Expr, name: str) -> tuple[ir.Expr, list[ir.Stmt]]:
    """A local for what is read again after it may have changed."""
    if isinstance(expr, ir.Local | ir.Const):
        return expr, []
    slot = scope.hidden(name, expr.type)
    return ir.Local(slot, expr.type, expr.at), [ir.SetLocal(slot, expr, expr.at)]


def _freed(
    scope: Scope, what: ir.Expr, at: Span, where: Callable[[ir.Expr], ir.Expr] | None = None
) -> list[ir.Stmt]:
    """Nothing of these components reaches further any more."""
    if not isinstance(what.type, ListT):
        return _forgotten(scope, what, at)
    source = scope.hidden("list", what.type), scope.hidden("next")
    slot = scope.hidden("piece", what.type.of)
    piece = ir.Local(slot, what.type.of, at)
    test = None if where is None else where(piece)
    body = tuple(_forgotten(scope, piece, at))
    return [ir.For(slot, *source, what, test, body, None, at)]


def _forgotten(scope: Scope, piece: ir.Expr, at: Span) -> list[ir.Stmt]:
    steps: list[ir.Stmt] = []
    for kind in spanning(scope.symbols, piece.type):
        cleared = tuple(
            ir.SetState(each.position, piece, ir.Const(NONE, each.type, at), at) for each in kind.further
        )
        one = piece.type == ANY_COMPONENT
        steps += [ir.If(_is_of(piece, kind, at), cleared, (), at)] if one else cleared
    return steps
