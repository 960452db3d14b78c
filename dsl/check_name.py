"""Turns names into typed expressions: locals, what the language gives, what the game declares."""

from __future__ import annotations

from collections.abc import Iterable
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
    ScenarioT,
    Type,
    ZoneT,
)
from . import check_call, check_expr, check_library, check_member, check_together
from . import syntax as tree
from .scopes import Scope, none
from .symbols import BoardSym, KindSym, RegionSym
from .types import BOOL, DIRECTION, INT, PLAYER, capped, strip


def name(scope: Scope, node: tree.Name, wanted: Type | None) -> ir.Expr:
    """A bare name: a local, then what the language gives, then the expected enum's name, then what is
    declared.
    """
    binding = scope.lookup(node.name)
    if binding is not None:
        binding.used = True
        if binding.answers:
            scope.wrong("T0542", node.span, name=node.name)
            return scope.bad(node.span)
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
        kind = scope.symbols.kind_list[scope.context.self_kind]
        names += [*kind.fields, *kind.state, *kind.slots, "self", "owner", "holder"]
    return [*names, "players", "active", "starter", "round"]


_ELSEWHERE = {
    "self": "in the code of a component",
    "owner": "in the code of a component",
    "holder": "in the code of a component",
    "actor": "in an action",
    "it": "in the `change` of a value",
    "result": "in a hook after an effect that has one",
    "outcome": "in a test",
    "option_count": "in a test",
    "scenario": "in a game that has scenarios",
}
"""Names that the language gives in some places only."""


def _explain(scope: Scope, node: tree.Name) -> bool:
    """A name that exists but is no value gets a finding that says so."""
    symbols, word, at = scope.symbols, node.name, node.span
    slots = {} if scope.context.self_kind is None else symbols.kind_list[scope.context.self_kind].slots
    if word in symbols.pauses:
        scope.wrong("T0302", at, name=word, what="a pause")
    elif word in symbols.effects or word in symbols.actions or (word in slots and slots[word].effect):
        what = "an action" if word in symbols.actions else "an effect"
        scope.wrong("T0302", at, name=word, what=what)
    elif word in _ELSEWHERE:
        scope.wrong("T0307", at, name=word, where=_ELSEWHERE[word])
    elif word in (*symbols.values, *symbols.shapes, *slots, *check_library.NAMES):
        scope.wrong("T0309", at, name=word)
    elif word in symbols.boards:
        scope.wrong("T0327", at, name=word)
    else:
        return _somebody_has(scope, node)
    return True


def _somebody_has(scope: Scope, node: tree.Name) -> bool:
    """A name that only means something behind what has it."""
    symbols, word = scope.symbols, node.name
    if word in symbols.player_state or word in symbols.player_zones:
        scope.wrong("T0308", node.span, name=word, what="a player", example=f"active.{word}")
        return True
    for kind in symbols.kind_list:
        if word in kind.fields or word in kind.state or word in kind.slots:
            what = scope.describe(KindT(kind.position))
            scope.wrong("T0308", node.span, name=word, what=what, example=f"{kind.name[0].lower()}.{word}")
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
        case "scenario" if scope.symbols.scenarios:
            return ir.StateGet(ir.SCENARIO, None, OptT(ScenarioT()), at)
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
    kind = scope.symbols.kind_list[me.type.kind]
    return check_member.declared(scope, me, kind, node.name, node.span)


def _expected(scope: Scope, node: tree.Name, wanted: Type | None) -> ir.Expr | None:
    """The name of the enum, layout, scenario or space that is wanted here."""
    symbols, kind = scope.symbols, strip(wanted) if wanted is not None else None
    match kind:
        case EnumT(position) if node.name in symbols.enum_list[position].names:
            return enum_const(scope, position, node.name, node.span)
        case LayoutT(board) if node.name in symbols.layouts and symbols.layouts[node.name].board == board:
            return ir.Const(symbols.layouts[node.name].position, kind, node.span)
        case ScenarioT() if node.name in symbols.scenarios:
            return ir.Const(symbols.scenarios[node.name].position, kind, node.span)
        case DirectionT():
            return _direction(scope, node.name, node.span)
        case KindT(position) if position >= 0:
            place = symbols.kind_list[position].board
            if place is not None and node.name in symbols.board_list[place].space_names:
                return space(symbols.board_list[place], node.name, node.span)
    return None


def _declared(scope: Scope, node: tree.Name) -> ir.Expr | None:
    symbols, at, word = scope.symbols, node.span, node.name
    if word in symbols.options:
        symbols.used.add(("option", word))
        option = symbols.options[word]
        return ir.OptionGet(option.position, option.type, at)
    if word in symbols.table_state:
        symbols.used.add(("state", word))
        return check_member.state(symbols.table_state[word], None, at)
    if word in symbols.table_zones:
        symbols.used.add(("zone", word))
        return check_member.zone(symbols.table_zones[word], None, at)
    if word in symbols.kinds:
        return _population(symbols.kinds[word], at)
    if word in symbols.enums:
        return _all_names(scope, symbols.enums[word].position, at)
    if word in symbols.contents:
        return _single(scope, node)
    if word in symbols.values and not symbols.values[word].params:
        return check_call.call_value(scope, symbols.values[word], (), at)
    if word in symbols.layouts:
        layout = symbols.layouts[word]
        return ir.Const(layout.position, LayoutT(layout.board), at)
    if word in symbols.regions:
        return _region(scope, symbols.regions[word], at)
    if word in symbols.scenarios:
        return ir.Const(symbols.scenarios[word].position, ScenarioT(), at)
    if word == "Scenario" and symbols.scenarios:
        return _all_scenarios(scope, at)
    return None


def _region(scope: Scope, region: RegionSym, at: Span) -> ir.Expr:
    scope.symbols.used.add(("region", region.name))
    space = KindT(scope.symbols.board_list[region.board].kind)
    return ir.Const(region.spaces, ListT(space, len(region.spaces)), at)


def _single(scope: Scope, node: tree.Name) -> ir.Expr | None:
    """The only component of a content, or the space of a graph that it is."""
    content = scope.symbols.contents[node.name]
    kind = scope.symbols.kind_list[content.kind]
    scope.symbols.used.add(("content", node.name))
    if kind.word == "space" and kind.board is not None:
        return space(scope.symbols.board_list[kind.board], node.name, node.span)
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
        return enum_const(scope, owners[0].position, node.name, node.span)
    if owners:
        choices = " or ".join(f"{enum.name}.{node.name}" for enum in owners)
        scope.wrong("T0311", node.span, name=node.name, what="enum", choices=choices)
        return scope.bad(node.span)
    return None


def _all_names(scope: Scope, enum: int, at: Span) -> ir.Expr:
    count = len(scope.symbols.enum_list[enum].names)
    return ir.Const(tuple(range(count)), ListT(EnumT(enum), count), at)


def _all_scenarios(scope: Scope, at: Span) -> ir.Expr:
    count = len(scope.symbols.scenarios)
    return ir.Const(tuple(range(count)), ListT(ScenarioT(), count), at)


def enum_const(scope: Scope, position: int, word: str, at: Span) -> ir.Expr:
    """A name of an enum as a constant."""
    scope.symbols.used.add(("enum name", word))
    return ir.Const(scope.symbols.enum_list[position].names.index(word), EnumT(position), at)


def _place(scope: Scope, node: tree.Name) -> ir.Expr | None:
    """A space by its name, a direction, or what the only board gives under its own name."""
    boards = scope.symbols.board_list
    having = [board for board in boards if node.name in board.space_names]
    if len(having) > 1:
        choices = " or ".join(f"{board.name}.{node.name}" for board in having)
        scope.wrong("T0311", node.span, name=node.name, what="board", choices=choices)
        return scope.bad(node.span)
    if having:
        return space(having[0], node.name, node.span)
    if node.name in ("orthogonal", "diagonal", "directions") and len(boards) == 1:
        word = tree.Ident(node.name, node.span)
        return check_library.of_board(scope, boards[0], word, (), node.span)
    return _direction(scope, node.name, node.span)


def _direction(scope: Scope, word: str, at: Span) -> ir.Expr | None:
    """A direction is a number among those of its shape, so the boards of a game must have one shape."""
    shapes = sorted({board.shape for board in scope.symbols.board_list} - {"graph"})
    having = [shape for shape in shapes if word in geometry.DIRECTIONS[shape]]
    if not having:
        return None
    if len(shapes) > 1:
        scope.wrong("T0319", at, name=word, need="boards of one shape only")
        return scope.bad(at)
    return ir.Const(geometry.DIRECTIONS[having[0]].index(word), DIRECTION, at)


def space(board: BoardSym, word: str, at: Span) -> ir.Expr:
    """A space by its name as a constant."""
    return ir.Const(board.base + board.space_names.index(word), KindT(board.kind), at)


def _population(kind: KindSym, at: Span, owner: ir.Expr | None = None, content: int | None = None) -> ir.Expr:
    bound = kind.population if owner is None else kind.per_seat
    return ir.Population(kind.position, content, owner, ListT(KindT(kind.position), capped(bound)), at)


def of_expr(scope: Scope, node: tree.OfExpr) -> ir.Expr:
    """`wild of p`, `Valkyrie of p`: the only such component of that seat; or what `together` asked it."""
    symbols, word, at = scope.symbols, node.what.name, node.span
    binding = scope.lookup(word)
    if binding is not None and binding.answers is not None:
        return check_together.answer_of(scope, node, binding)
    owner = check_expr.checked(scope, node.owner, PLAYER)
    if word in symbols.contents:
        symbols.used.add(("content", word))
        content = symbols.contents[word]
        _has_one(scope, node.what, content.count if content.per_player else 0)
        return component_of(content.kind, content.position, owner, at)
    if word in symbols.kinds:
        kind = symbols.kinds[word]
        _has_one(scope, node.what, kind.per_seat)
        return component_of(kind.position, None, owner, at)
    return _no_such_content(scope, node.what, (), at)


def _has_one(scope: Scope, what: tree.Ident, count: int) -> None:
    if count != 1:
        scope.wrong("T0312" if count else "T0328", what.span, name=what.name, count=count)


def all_expr(scope: Scope, node: tree.AllExpr) -> ir.Expr:
    """`all Monster`, `all Combat of p`, `all wild`."""
    symbols, word, at = scope.symbols, node.what.name, node.span
    owner = check_expr.checked(scope, node.owner, PLAYER) if node.owner is not None else None
    if word in symbols.enums and owner is None:
        return _all_names(scope, symbols.enums[word].position, at)
    if word == "Scenario" and symbols.scenarios and owner is None:
        return _all_scenarios(scope, at)
    if word in symbols.kinds:
        if owner is not None and not symbols.kinds[word].per_seat:
            scope.wrong("T0328", node.what.span, name=word)
        return _population(symbols.kinds[word], at, owner)
    if word in symbols.contents:
        symbols.used.add(("content", word))
        content = symbols.contents[word]
        if owner is not None and not content.per_player:
            scope.wrong("T0328", node.what.span, name=word)
        expr = _population(symbols.kind_list[content.kind], at, owner, content.position)
        bound = content.count if owner is not None else content.total
        return replace(expr, type=ListT(KindT(content.kind), capped(bound)))
    return _no_such_content(scope, node.what, symbols.enums, at)


def _no_such_content(scope: Scope, what: tree.Ident, others: Iterable[str], at: Span) -> ir.Expr:
    symbols = scope.symbols
    if what.name not in symbols.findings.broken:
        suggestion = scope.suggest(what.name, (*symbols.contents, *symbols.kinds, *others))
        scope.wrong("T0306", what.span, suggestion=suggestion, name=what.name)
    return scope.bad(at)
