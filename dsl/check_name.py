"""Turns names and members into typed expressions: locals, what the language gives, what the game declares."""

from __future__ import annotations

from dataclasses import replace

from ..ir import board as geometry
from ..ir import program as ir
from ..ir.span import Span
from ..ir.types import (
    NONE,
    DirectionT,
    EnumT,
    Int,
    KindT,
    LayoutT,
    ListT,
    OptT,
    PlayerT,
    ScenarioT,
    SetT,
    Type,
    ZoneT,
)
from . import check_call, check_expr, check_library
from . import syntax as tree
from .scopes import Scope, none
from .symbols import BoardSym, KindSym, StateSym, ZoneSym
from .types import ANY_COMPONENT, BOOL, DIRECTION, INT, PLAYER, capped, is_bad, strip


def name(scope: Scope, node: tree.Name, wanted: Type | None) -> ir.Expr:
    """A bare name: a local, then what the language gives, then the expected enum's name, then what is
    declared.
    """
    binding = scope.lookup(node.name)
    if binding is not None:
        binding.used = True
        return scope.narrow(ir.Local(binding.slot, binding.type, node.span))
    found = _implicit(scope, node) or _own(scope, node) or _expected(scope, node, wanted)
    found = found or _declared(scope, node) or _enum_name(scope, node) or _place(scope, node)
    if found is not None:
        return scope.narrow(found)
    if not _explain(scope, node):
        visible = (*scope.symbols.declared(), *_visible(scope))
        if node.name not in scope.symbols.findings.broken:
            scope.wrong("T0301", node.span, suggestion=scope.suggest(node.name, visible), name=node.name)
    return scope.bad(node.span)


def _visible(scope: Scope) -> list[str]:
    names = [each for block in scope.blocks for each in block]
    names += [each for enum in scope.symbols.enum_list for each in enum.names]
    if scope.context.self_kind is not None:
        names += _member_names(scope, KindT(scope.context.self_kind))
    return [*names, "players", "active", "starter", "round"]


def _explain(scope: Scope, node: tree.Name) -> bool:
    """A name that exists but is no value gets a finding that says so."""
    symbols = scope.symbols
    if node.name in symbols.effects or node.name in symbols.actions:
        what = "an effect" if node.name in symbols.effects else "an action"
        scope.wrong("T0302", node.span, name=node.name, what=what)
        return True
    if node.name in ("self", "holder", "owner"):
        scope.wrong("T0307", node.span, name=node.name)
        return True
    if node.name in symbols.player_state or node.name in symbols.player_zones:
        scope.wrong("T0308", node.span, name=node.name)
        return True
    if node.name in symbols.values:
        scope.wrong("T0309", node.span, name=node.name)
        return True
    return False


def _implicit(scope: Scope, node: tree.Name) -> ir.Expr | None:
    at = node.span
    match node.name:
        case "true" | "false":
            return ir.Const(int(node.name == "true"), BOOL, at)
        case "none":
            return none(at)
        case "players":
            return ir.Lib("players", (), ListT(PLAYER, scope.symbols.high_players), at)
        case "active":
            return ir.Lib("active_seat", (), PLAYER, at)
        case "starter":
            return ir.StateGet(ir.STARTER, None, PLAYER, at)
        case "round":
            return ir.StateGet(ir.ROUND, None, Int(0, INT.high), at)
        case "box":
            return ir.Const(0, ZoneT(()), at)
        case "self":
            return scope.self_expr(at)
        case "outcome" if scope.context.tests:
            return ir.Lib("outcome", (), ListT(INT, scope.symbols.high_players), at)
        case "option_count" if scope.context.tests:
            return ir.Lib("option_count", (), Int(0, 4096), at)
        case "owner" | "holder":
            return scope.holder(at, node.name)
        case _:
            return None


def _own(scope: Scope, node: tree.Name) -> ir.Expr | None:
    """In content: the component's own fields, state and slots stand without `self.`"""
    me = scope.self_expr(node.span)
    if me is None or not isinstance(me.type, KindT):
        return None
    return _of_kind(scope, me, scope.symbols.kind_list[me.type.kind], node.name, node.span)


def _expected(scope: Scope, node: tree.Name, wanted: Type | None) -> ir.Expr | None:
    """The name of the enum, layout, scenario or space that is wanted here."""
    symbols, kind = scope.symbols, strip(wanted) if wanted is not None else None
    match kind:
        case EnumT(position) if node.name in symbols.enum_list[position].names:
            return _enum_const(scope, position, node.name, node.span)
        case LayoutT() if node.name in symbols.layouts:
            return ir.Const(symbols.layouts[node.name].position, kind, node.span)
        case ScenarioT() if node.name in symbols.scenarios:
            return ir.Const(symbols.scenarios[node.name].position, kind, node.span)
        case DirectionT():
            return _direction(scope, node.name, node.span)
        case KindT(position) if position >= 0:
            board = symbols.kind_list[position].board
            if board is not None and node.name in symbols.board_list[board].space_names:
                return _space(symbols.board_list[board], node.name, node.span)
    return None


def _declared(scope: Scope, node: tree.Name) -> ir.Expr | None:
    symbols, at, word = scope.symbols, node.span, node.name
    if word in symbols.options:
        symbols.used.add(("option", word))
        option = symbols.options[word]
        return ir.OptionGet(option.position, option.type, at)
    if word in symbols.table_state:
        symbols.used.add(("state", word))
        return _state(symbols.table_state[word], None, at)
    if word in symbols.table_zones:
        symbols.used.add(("zone", word))
        return _zone(symbols.table_zones[word], None, at)
    if word in symbols.kinds:
        return _population(symbols.kinds[word], at)
    if word in symbols.enums:
        position = symbols.enums[word].position
        count = len(symbols.enum_list[position].names)
        return ir.Const(tuple(range(count)), ListT(EnumT(position), count), at)
    if word in symbols.contents:
        return _single(scope, node)
    if word in symbols.values and not symbols.values[word].params:
        return check_call.call_value(scope, symbols.values[word], (), at)
    if word in symbols.layouts:
        layout = symbols.layouts[word]
        return ir.Const(layout.position, LayoutT(layout.board), at)
    if word in symbols.scenarios:
        return ir.Const(symbols.scenarios[word].position, ScenarioT(), at)
    return None


def _single(scope: Scope, node: tree.Name) -> ir.Expr | None:
    """The only component of a content, or the space of a graph that it is."""
    content = scope.symbols.contents[node.name]
    kind = scope.symbols.kind_list[content.kind]
    scope.symbols.used.add(("content", node.name))
    if kind.word == "space" and kind.board is not None:
        return _space(scope.symbols.board_list[kind.board], node.name, node.span)
    if content.total != 1:
        scope.wrong("T0310", node.span, name=node.name, count=content.total)
        return scope.bad(node.span)
    return component_of(content.kind, content.position, None, node.span)


def component_of(kind: int, content: int | None, owner: ir.Expr | None, at: Span) -> ir.Expr:
    """The only component of a kind or content, of one seat or of all."""
    what = ir.Const(kind, Int(kind, kind), at)
    which = ir.Const(-1 if content is None else content, INT, at)
    who = owner if owner is not None else ir.Const(NONE, OptT(PLAYER), at)
    return ir.Lib("the_component", (what, which, who), KindT(kind), at)


def _enum_name(scope: Scope, node: tree.Name) -> ir.Expr | None:
    owners = [enum for enum in scope.symbols.enum_list if node.name in enum.names]
    if len(owners) == 1:
        return _enum_const(scope, owners[0].position, node.name, node.span)
    if owners:
        choices = " or ".join(f"{enum.name}.{node.name}" for enum in owners)
        scope.wrong("T0311", node.span, name=node.name, choices=choices)
        return scope.bad(node.span)
    return None


def _enum_const(scope: Scope, position: int, word: str, at: Span) -> ir.Expr:
    scope.symbols.used.add(("enum name", word))
    return ir.Const(scope.symbols.enum_list[position].names.index(word), EnumT(position), at)


def _place(scope: Scope, node: tree.Name) -> ir.Expr | None:
    """A space by its name, a direction, or what the only board gives under its own name."""
    for board in scope.symbols.board_list:
        if node.name in board.space_names:
            return _space(board, node.name, node.span)
    if not scope.symbols.board_list:
        return None
    if node.name in ("orthogonal", "diagonal", "directions") and len(scope.symbols.board_list) == 1:
        return check_library.of_board(scope, scope.symbols.board_list[0], node.name, (), node.span)
    return _direction(scope, node.name, node.span)


def _direction(scope: Scope, word: str, at: Span) -> ir.Expr | None:
    for board in scope.symbols.board_list:
        names = geometry.DIRECTIONS.get(board.shape, ())
        if word in names:
            return ir.Const(names.index(word), DIRECTION, at)
    return None


def _space(board: BoardSym, word: str, at: Span) -> ir.Expr:
    return ir.Const(board.base + board.space_names.index(word), KindT(board.kind), at)


def _population(kind: KindSym, at: Span, owner: ir.Expr | None = None, content: int | None = None) -> ir.Expr:
    bound = kind.population if owner is None else kind.per_seat
    return ir.Population(kind.position, content, owner, ListT(KindT(kind.position), capped(bound)), at)


def of_expr(scope: Scope, node: tree.OfExpr) -> ir.Expr:
    """`wild of p`, `Valkyrie of p`: the only such component of that seat."""
    symbols, word = scope.symbols, node.what.name
    owner = check_expr.checked(scope, node.owner, PLAYER)
    if word in symbols.contents:
        symbols.used.add(("content", word))
        content = symbols.contents[word]
        if not (content.per_player and content.count == 1):
            scope.wrong("T0312", node.what.span, name=word)
        return component_of(content.kind, content.position, owner, node.span)
    if word in symbols.kinds:
        kind = symbols.kinds[word]
        if not kind.single:
            scope.wrong("T0312", node.what.span, name=word)
        return component_of(kind.position, None, owner, node.span)
    names = (*symbols.contents, *symbols.kinds)
    scope.wrong("T0306", node.what.span, suggestion=scope.suggest(word, names), name=word)
    return scope.bad(node.span)


def all_expr(scope: Scope, node: tree.AllExpr) -> ir.Expr:
    """`all Monster`, `all Combat of p`, `all wild`."""
    symbols, word = scope.symbols, node.what.name
    owner = check_expr.checked(scope, node.owner, PLAYER) if node.owner is not None else None
    if word in symbols.enums and owner is None:
        position = symbols.enums[word].position
        count = len(symbols.enum_list[position].names)
        return ir.Const(tuple(range(count)), ListT(EnumT(position), count), node.span)
    if word in symbols.kinds:
        return _population(symbols.kinds[word], node.span, owner)
    if word in symbols.contents:
        symbols.used.add(("content", word))
        content = symbols.contents[word]
        expr = _population(symbols.kind_list[content.kind], node.span, owner, content.position)
        bound = content.count if owner is not None else content.total
        return replace(expr, type=ListT(KindT(content.kind), capped(bound)))
    names = (*symbols.contents, *symbols.kinds, *symbols.enums)
    scope.wrong("T0306", node.what.span, suggestion=scope.suggest(word, names), name=word)
    return scope.bad(node.span)


# ---- Members -------------------------------------------------------------------------------------------


def member(scope: Scope, node: tree.Member) -> ir.Expr:
    """`base.member`"""
    special = _special_base(scope, node)
    if special is not None:
        return special
    base = check_expr.expression(scope, node.base)
    if is_bad(base.type):
        return scope.bad(node.span)
    if isinstance(base.type, OptT):
        scope.wrong("T0413", node.base.span, what=scope.describe(base.type.of), member=node.member.name)
        base = replace(base, type=base.type.of)
    found = _member_of(scope, base, node.member.name, node.span)
    if found is not None:
        return scope.narrow(found)
    return _no_member(scope, node, base)


def _special_base(scope: Scope, node: tree.Member) -> ir.Expr | None:
    """`Monster.wolf`, `field.centre`, `field.d4`"""
    if not isinstance(node.base, tree.Name) or scope.lookup(node.base.name) is not None:
        return None
    symbols, word, at = scope.symbols, node.member.name, node.span
    enum, board = symbols.enums.get(node.base.name), symbols.boards.get(node.base.name)
    if enum is not None and word in enum.names:
        return _enum_const(scope, enum.position, word, at)
    if board is not None:
        if word in board.space_names:
            return _space(board, word, at)
        if word in check_library.BOARD_MEMBERS:
            return check_library.of_board(scope, board, word, (), at)
        names = (*check_library.BOARD_MEMBERS, *board.space_names)
        suggestion = scope.suggest(word, names)
        scope.wrong(
            "T0303", node.member.span, suggestion=suggestion, name=word, what=f"the board {board.name}"
        )
        return scope.bad(at)
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
        return _state(symbols.player_state[word], base, at)
    if word in symbols.player_zones:
        symbols.used.add(("zone", word))
        return _zone(symbols.player_zones[word], base, at)
    for kind in symbols.kind_list:
        if kind.single and kind.member == word:
            return component_of(kind.position, None, base, at)
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
    if kind is not None:
        if word in kind.fields:
            scope.symbols.used.add(("field", f"{kind.name}.{word}"))
            return ir.FieldGet(kind.fields[word].position, base, kind.fields[word].type, at)
        if word in kind.state:
            return _state(kind.state[word], base, at)
        if scope.context.content is not None and isinstance(base, ir.Local) and base.slot == 0:
            content = scope.symbols.content_list[scope.context.content]
            if word in content.state:
                return _state(content.state[word], base, at)
        slot = kind.slots.get(word)
        if slot is not None and not slot.effect and not slot.params and slot.result is not None:
            return ir.CallSlot(slot.position, base, (), False, slot.result, at)
        if kind.word == "space":
            return _of_space(scope, base, word, at)
    return _of_component(scope, base, kind, word, at)


def _of_space(scope: Scope, base: ir.Expr, word: str, at: Span) -> ir.Expr | None:
    symbols = scope.symbols
    everything = capped(sum(each.population for each in symbols.kind_list if each.word != "space"))
    match word:
        case "figures":
            return ir.Lib("on_space", (base,), ListT(ANY_COMPONENT, everything), at)
        case "row":
            return ir.Lib("row_of", (base,), Int(1, 100), at)
        case "column":
            return ir.Lib("column_of", (base,), Int(1, 100), at)
    for kind in symbols.kind_list:
        if kind.member == word and kind.word != "space":
            which = ir.Const(kind.position, Int(kind.position, kind.position), at)
            there = ir.Lib(
                "on_space_of", (base, which), ListT(KindT(kind.position), capped(kind.population)), at
            )
            return ir.Lib("first_of", (there,), OptT(KindT(kind.position)), at)
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
            of = KindT(spaces[0].position) if len(spaces) == 1 else ANY_COMPONENT
            return ir.Lib("space_of", (base,), OptT(of), at) if spaces else None
        case "face" if kind is not None and kind.face_type is not None:
            return ir.Lib("die_face", (base,), kind.face_type, at)
        case _:
            return None


def _of_zone(scope: Scope, base: ir.Expr, word: str, at: Span) -> ir.Expr | None:
    items = check_expr.as_list(scope, base)
    match word:
        case "count":
            bound = check_expr.zone_bound(scope, base)
            return ir.Lib("size", (base,), Int(0, bound if bound is not None else INT.high), at)
        case "empty":
            return _is_zero(ir.Lib("size", (base,), Int(0, INT.high), at), at)
        case "items":
            return items
        case "top":
            return _of_list(scope, items, "first", at)
        case "bottom":
            return _of_list(scope, items, "last", at)
        case _:
            return _of_list(scope, items, word, at)


def _of_list(scope: Scope, base: ir.Expr, word: str, at: Span) -> ir.Expr | None:
    if isinstance(base.type, SetT) and word != "items":
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


def _no_member(scope: Scope, node: tree.Member, base: ir.Expr) -> ir.Expr:
    names = _member_names(scope, base.type)
    word = node.member.name
    what = scope.describe(base.type)
    elsewhere = word in scope.symbols.player_state or word in scope.symbols.player_zones
    elsewhere = elsewhere or any(
        word in kind.fields or word in kind.state for kind in scope.symbols.kind_list
    )
    code = "T0313" if elsewhere else "T0303"
    scope.wrong(code, node.member.span, suggestion=scope.suggest(word, names), name=word, what=what)
    return scope.bad(node.span)


def _member_names(scope: Scope, kind: Type) -> list[str]:
    symbols = scope.symbols
    match kind:
        case PlayerT():
            names = [each.member for each in symbols.kind_list if each.single]
            return [
                *names,
                *symbols.player_state,
                *symbols.player_zones,
                "next",
                "previous",
                "opponents",
                "number",
            ]
        case KindT(position) if position >= 0:
            of = symbols.kind_list[position]
            names = [*of.fields, *of.state, *of.slots]
            if of.word == "space":
                members = [each.member for each in symbols.kind_list if each.word != "space"]
                return [*names, "figures", "row", "column", *members]
            return [*names, "owner", "holder", "space", "zone", "face_up", "face"]
        case ZoneT():
            return ["count", "empty", "top", "bottom", "items", "first", "last", "only"]
        case ListT() | SetT():
            return ["count", "empty", "first", "last", "only"]
        case _:
            return []


def _state(symbol: StateSym, index: ir.Expr | None, at: Span) -> ir.Expr:
    return ir.StateGet(symbol.position, index, symbol.type, at)


def _zone(symbol: ZoneSym, index: ir.Expr | None, at: Span) -> ir.Expr:
    return ir.ZoneOf(symbol.position, index, ZoneT(symbol.kinds), at)
