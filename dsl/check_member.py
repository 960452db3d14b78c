"""Turns members into typed expressions: what players, components, spaces, zones and lists have."""

from __future__ import annotations

from dataclasses import replace

from ..ir import program as ir
from ..ir.span import Span
from ..ir.types import DirectionT, Int, KindT, ListT, OptT, PlayerT, SetT, Type, ZoneT
from . import check_expr, check_library, check_name, check_spans
from . import syntax as tree
from .scopes import Scope
from .symbols import KindSym, StateSym, ZoneSym
from .types import ANY_COMPONENT, ANY_SPACE, BOOL, DIRECTION, INT, PLAYER, capped, is_bad, is_space


def member(scope: Scope, node: tree.Member) -> ir.Expr:
    """`base.member`"""
    special = _special_base(scope, node)
    if special is not None:
        return special
    base = check_expr.expression(scope, node.base)
    if is_bad(base.type):
        return scope.bad(node.span)
    certain = replace(base, type=base.type.of) if isinstance(base.type, OptT) else base
    found = _member_of(scope, certain, node.member.name, node.span)
    if found is None:
        return _no_member(scope, node, certain)
    if certain is not base:
        scope.wrong("T0413", node.base.span, what=scope.describe(certain.type), member=node.member.name)
    return scope.narrow(found)


def _special_base(scope: Scope, node: tree.Member) -> ir.Expr | None:
    """`Monster.wolf`, `field.centre`, `field.d4`"""
    if not isinstance(node.base, tree.Name) or scope.lookup(node.base.name) is not None:
        return None
    symbols, word, at = scope.symbols, node.member.name, node.span
    enum, board = symbols.enums.get(node.base.name), symbols.boards.get(node.base.name)
    if enum is not None and word in enum.names:
        return check_name.enum_const(scope, enum.position, word, at)
    if enum is not None and word not in LIST_MEMBERS:
        suggestion = scope.suggest(word, enum.names)
        what = f"the enum {enum.name}"
        scope.wrong("T0303", node.member.span, suggestion=suggestion, name=word, what=what)
        return scope.bad(at)
    if board is not None:
        if word in board.space_names:
            return check_name.space(board, word, at)
        return check_library.of_board(scope, board, node.member, (), at)
    return None


def _member_of(scope: Scope, base: ir.Expr, word: str, at: Span) -> ir.Expr | None:
    match base.type:
        case PlayerT():
            return _of_player(scope, base, word, at)
        case KindT(position):
            kind = scope.symbols.kind_list[position] if position >= 0 else None
            return _of_kind(scope, base, kind, word, at)
        case ZoneT():
            return _of_zone(scope, base, word, at)
        case ListT() | SetT():
            return _of_list(scope, base, word, at)
        case DirectionT() if word == "opposite":
            return ir.Lib("opposite", (base,), DIRECTION, at)
        case _:
            return None


def _of_player(scope: Scope, base: ir.Expr, word: str, at: Span) -> ir.Expr | None:
    symbols = scope.symbols
    if word in symbols.player_state:
        symbols.used.add(("state", word))
        return state(symbols.player_state[word], base, at)
    if word in symbols.player_zones:
        symbols.used.add(("zone", word))
        return zone(symbols.player_zones[word], base, at)
    for kind in symbols.kind_list:
        if kind.single and kind.member == word:
            return check_name.component_of(kind.position, None, base, at)
    match word:
        case "next":
            return ir.Lib("next_seat", (base,), PLAYER, at)
        case "previous":
            return ir.Lib("previous_seat", (base,), PLAYER, at)
        case "opponents":
            return ir.Lib("opponents", (base,), ListT(PLAYER, symbols.high_players - 1), at)
        case "number":
            return ir.Lib("seat_number", (base,), Int(1, symbols.high_players), at)
        case _:
            return None


def _of_kind(scope: Scope, base: ir.Expr, kind: KindSym | None, word: str, at: Span) -> ir.Expr | None:
    found = declared(scope, base, kind, word, at) if kind is not None else None
    if found is not None:
        return found
    if is_space(scope.symbols, base.type):
        return _of_space(scope, base, word, at)
    return _of_component(scope, base, kind, word, at)


def declared(scope: Scope, base: ir.Expr, kind: KindSym, word: str, at: Span) -> ir.Expr | None:
    """A field or state of a kind, the state of the content whose code this is, a slot that takes nothing."""
    if word in kind.fields:
        scope.symbols.used.add(("field", f"{kind.name}.{word}"))
        return ir.FieldGet(kind.fields[word].position, base, kind.fields[word].type, at)
    if word in kind.state:
        return state(kind.state[word], base, at)
    me = scope.context.self_slot
    if scope.context.content is not None and isinstance(base, ir.Local) and base.slot == me:
        content = scope.symbols.content_list[scope.context.content]
        if word in content.state:
            return state(content.state[word], base, at)
    slot = kind.slots.get(word)
    if slot is not None and not slot.effect and not slot.params and slot.result is not None:
        return ir.CallSlot(slot.position, base, (), False, slot.result, at)
    return None


def _of_space(scope: Scope, base: ir.Expr, word: str, at: Span) -> ir.Expr | None:
    symbols = scope.symbols
    everything = capped(sum(each.population for each in symbols.kind_list if each.word != "space"))
    board = check_library.board_of(scope, base.type)
    match word:
        case "figures":
            here = ir.Lib("on_space", (base,), ListT(ANY_COMPONENT, everything), at)
            return check_spans.also_on(scope, here, base, ANY_COMPONENT, at)
        case "row" | "column":
            if board is not None and board.shape == "graph":
                return None
            most = 100 if board is None else board.height if word == "row" else board.width
            return ir.Lib(f"{word}_of", (base,), Int(1, most), at)
    for kind in symbols.kind_list:
        if kind.member == word and kind.word != "space":
            of = KindT(kind.position)
            which = ir.Const(kind.position, Int(kind.position, kind.position), at)
            own = ir.Lib("on_space_of", (base, which), ListT(of, capped(kind.population)), at)
            there = check_spans.also_on(scope, own, base, of, at)
            return ir.Lib("first_of", (there,), OptT(of), at)
    return None


def _of_component(scope: Scope, base: ir.Expr, kind: KindSym | None, word: str, at: Span) -> ir.Expr | None:
    match word:
        case "owner" | "holder":
            return ir.Lib(word, (base,), OptT(PLAYER), at)
        case "face_up":
            return ir.Lib("face_up", (base,), BOOL, at)
        case "zone":
            return ir.Lib("zone_of", (base,), ZoneT(()), at)
        case "space":
            spaces = [each for each in scope.symbols.kind_list if each.word == "space"]
            of = KindT(spaces[0].position) if len(spaces) == 1 else ANY_SPACE
            return ir.Lib("space_of", (base,), OptT(of), at) if spaces else None
        case "spaces":
            return check_spans.spaces_of(scope, base, at)
        case "face" if kind is not None and kind.face_type is not None:
            return ir.Lib("die_face", (base,), kind.face_type, at)
        case _:
            return None


def _of_zone(scope: Scope, base: ir.Expr, word: str, at: Span) -> ir.Expr | None:
    items = check_expr.as_list(scope, base)
    bound = check_expr.zone_bound(scope, base)
    size = ir.Lib("size", (base,), Int(0, bound if bound is not None else INT.high), at)
    match word:
        case "count":
            return size
        case "empty":
            return _is_zero(size, at)
        case "items":
            return items
        case "top":
            return _of_list(scope, items, "first", at)
        case "bottom":
            return _of_list(scope, items, "last", at)
        case _:
            return _of_list(scope, items, word, at)


def _of_list(scope: Scope, base: ir.Expr, word: str, at: Span) -> ir.Expr | None:
    if isinstance(base.type, SetT):
        base = check_expr.as_list(scope, base)
    if not isinstance(base.type, ListT):
        return None
    of, bound = base.type.of, base.type.bound
    size = Int(0, bound if bound is not None else INT.high)
    match word:
        case "count":
            return ir.Lib("len", (base,), size, at)
        case "empty":
            return _is_zero(ir.Lib("len", (base,), size, at), at)
        case "first" | "last":
            return ir.Lib(f"{word}_of", (base,), of if isinstance(of, OptT) else OptT(of), at)
        case "only":
            return ir.Lib("only", (base,), of, at)
        case _:
            return None


def _is_zero(count: ir.Expr, at: Span) -> ir.Expr:
    return ir.Compare("eq", count, ir.Const(0, Int(0, 0), at), BOOL, at)


# ---- What is not there ---------------------------------------------------------------------------------


def _no_member(scope: Scope, node: tree.Member, base: ir.Expr) -> ir.Expr:
    word, at, what = node.member.name, node.member.span, scope.describe(base.type)
    slot = None
    if isinstance(base.type, KindT) and base.type.kind >= 0:
        slot = scope.symbols.kind_list[base.type.kind].slots.get(word)
    suggestion = scope.suggest(word, member_names(scope, base.type))
    board = check_library.board_of(scope, base.type)
    if board is not None and word in ("row", "column"):
        scope.wrong("T0316", at, name=word, board=board.name, shape=board.shape)
    elif slot is not None and slot.effect:
        scope.wrong("T0302", at, name=word, what="an effect")
    elif slot is not None:
        scope.wrong("T0309", at, name=word)
    elif suggestion is None and _exists(scope, word):
        scope.wrong("T0313", at, name=word, what=what)
    else:
        scope.wrong("T0303", at, suggestion=suggestion, name=word, what=what)
    return scope.bad(node.span)


def _exists(scope: Scope, word: str) -> bool:
    """Whether something else has a member of that name."""
    types: list[Type] = [PlayerT(), ZoneT(()), *(KindT(each.position) for each in scope.symbols.kind_list)]
    return any(word in member_names(scope, kind) for kind in types)


LIST_MEMBERS = ("count", "empty", "first", "last", "only")
_ZONE_MEMBERS = ("count", "empty", "top", "bottom", "items", "first", "last", "only")
_SEAT_MEMBERS = ("next", "previous", "opponents", "number")
_COMPONENT_MEMBERS = ("owner", "holder", "space", "zone", "face_up")


def member_names(scope: Scope, kind: Type) -> list[str]:
    """All that something of this type has."""
    symbols = scope.symbols
    match kind:
        case PlayerT():
            single = [each.member for each in symbols.kind_list if each.single]
            return [*single, *symbols.player_state, *symbols.player_zones, *_SEAT_MEMBERS]
        case KindT(position):
            of = symbols.kind_list[position] if position >= 0 else None
            names = [*of.fields, *of.state, *of.slots] if of is not None else []
            if is_space(symbols, kind):
                there = [each.member for each in symbols.kind_list if each.word != "space"]
                return [*names, "figures", "row", "column", *there]
            spaces = ["spaces"] if check_spans.spanning(symbols, kind) else []
            return [*names, *_COMPONENT_MEMBERS, *spaces, *(["face"] if of is not None and of.faces else [])]
        case ZoneT():
            return [*_ZONE_MEMBERS]
        case ListT() | SetT():
            return [*LIST_MEMBERS]
        case DirectionT():
            return ["opposite"]
        case _:
            return []


def state(symbol: StateSym, index: ir.Expr | None, at: Span) -> ir.Expr:
    """A state variable of what `index` names; None: of the table."""
    return ir.StateGet(symbol.position, index, symbol.type, at)


def zone(symbol: ZoneSym, index: ir.Expr | None, at: Span) -> ir.Expr:
    """A declared zone of the seat `index`; None: of the table."""
    return ir.ZoneOf(symbol.position, index, ZoneT(symbol.kinds), at)
