"""Turns statements as written into typed ones: control flow, assignments, turns and phases."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from ..ir import program as ir
from ..ir.span import Span
from ..ir.types import Int, ListT, OptT, Type
from . import check_ask, check_assign, check_command, check_expr, check_together
from . import syntax as tree
from .facts import NO_FACTS, Facts, common, proves, some
from .held import held
from .leave import assigned_names, leaves, leaves_all
from .scopes import Label, Scope
from .types import BAD, INT, NEVER, PLAYER, is_bad, widened, wider
from .walk import statements as all_statements


def body(scope: Scope, block: tree.Block, at: Span) -> ir.Block:
    """The whole body of a routine; where it has a result, every way through must return one."""
    if scope.result is None:
        return statements(scope, block)
    wanted = scope.result
    code = statements(scope, _with_return(block)) if scope.context.pure else statements(scope, block)
    if not _returns(code):
        scope.wrong("T0501", at, wanted=scope.describe(wanted))
    if isinstance(wanted, ListT) and wanted.bound is None:
        scope.result = _result_bound(code, wanted)
    return code


def _with_return(block: tree.Block) -> tree.Block:
    """In a value the last line is what it returns, also as the last line of every branch of an `if`."""
    if not block:
        return block
    last = block[-1]
    match last:
        case tree.ExprStmt(value, span):
            last = tree.Return(value, span)
        case tree.If(branches, otherwise):
            made = tuple((test, _with_return(inner)) for test, inner in branches)
            last = replace(last, branches=made, otherwise=otherwise and _with_return(otherwise))
    return (*block[:-1], last)


def _returns(code: ir.Block) -> bool:
    """Whether control never reaches the end of the block."""
    match code[-1] if code else None:
        case ir.Return() | ir.EndGame() | ir.Fault() | ir.Break():
            return True
        case ir.If(_, then, otherwise):
            return _returns(then) and _returns(otherwise)
        case ir.Menu(_, _, options):
            return all(_returns(option.body) for option in options)
        case ir.Scope(label, inner):
            return _returns(inner) and not _breaks(inner, label)
        case ir.Choose() as ask:
            return bool(ask.body or ask.otherwise) and _returns(ask.body) and _returns(ask.otherwise)
        case _:
            return False


def _breaks(code: ir.Block, label: str) -> bool:
    return any(isinstance(each, ir.Break) and each.label == label for each in all_statements(code))


def _result_bound(code: ir.Block, wanted: ListT) -> Type:
    """The longest list that some `return` gives; without any, there was a finding."""
    bound: int | None = 0
    for each in all_statements(code):
        if isinstance(each, ir.Return) and each.value is not None and isinstance(each.value.type, ListT):
            bound = wider(bound, each.value.type.bound)
    return replace(wanted, bound=bound)


def statements(scope: Scope, block: tree.Block) -> ir.Block:
    """A block of statements with locals of its own."""
    code: list[ir.Stmt] = []
    reached = True
    with scope.block():
        for position, node in enumerate(block):
            made = statement(scope, node)
            if reached:
                code += made
            if reached and leaves(node) and position + 1 < len(block):
                scope.wrong("T0933", block[position + 1].span)
                reached = False
    return tuple(code)


def statement(scope: Scope, node: tree.Stmt) -> list[ir.Stmt]:
    """One statement as one or more typed ones."""
    match node:
        case tree.Command():
            return check_command.command(scope, node, None)
        case tree.ExprStmt():
            return check_command.bare(scope, node)
        case tree.Let():
            return let(scope, node)
        case tree.Assign():
            return check_assign.assign(scope, node)
        case tree.If():
            return _if(scope, node)
        case tree.For() | tree.Repeat() | tree.While() | tree.Scope():
            return _loop(scope, node)
        case tree.Phase():
            with scope.doing(node.span):
                return _phase(scope, node)
        case tree.Turn():
            with scope.doing(node.span):
                return _turn(scope, node)
        case tree.Rounds():
            with scope.doing(node.span):
                return _rounds(scope, node)
        case tree.Return():
            return _return(scope, node)
        case tree.Pass():
            return []
        case tree.End():
            return _end(scope, node)
        case tree.EndGame():
            with scope.doing(node.span):
                return _end_game(scope, node)
        case tree.FaultStmt():
            return [ir.Fault(template(scope, node.text), node.span)]
        case tree.Say():
            with scope.doing(node.span):
                return [ir.Say(template(scope, node.text), node.span)]
        case tree.Rank():
            with scope.doing(node.span):
                return _rank(scope, node)
        case tree.Choose():
            return check_ask.choose(scope, node)
        case tree.Menu():
            return check_ask.menu(scope, node)
        case tree.May():
            return check_ask.may(scope, node)
        case tree.Act():
            return check_ask.act(scope, node)
        case tree.Together():
            return check_together.together(scope, node)
        case tree.Pause():
            return check_ask.pause(scope, node)
        case tree.Broken():
            return _broken(scope, node)
        case _:
            assert_never(node)


def _broken(scope: Scope, node: tree.Broken) -> list[ir.Stmt]:
    """What stands in it counts as used."""
    for name in node.words:
        binding = scope.lookup(name)
        if binding is not None:
            binding.used = True
    return [check_command.nowhere(scope, node.span)]


def template(scope: Scope, text: tree.Text) -> ir.Template:
    """A text with its embedded expressions checked."""
    parts = (part if isinstance(part, str) else check_expr.expression(scope, part) for part in text.parts)
    return ir.Template(tuple(parts), text.span)


# ---- Locals --------------------------------------------------------------------------------------------


def let(scope: Scope, node: tree.Let) -> list[ir.Stmt]:
    from .typing import resolve_type

    wanted = resolve_type(scope.symbols, node.type) if node.type is not None else None
    slot = scope.reserve(node.name, wanted or BAD)
    made: list[ir.Stmt] | None
    if isinstance(node.value, tree.Command):
        made = check_command.command(scope, node.value, slot)
    else:
        made = check_command.called(scope, node.value, slot)
    if made is not None and wanted is not None:
        made = _result_held(scope, slot, made, wanted)
    if made is None:
        assert not isinstance(node.value, tree.Command)
        made = [ir.SetLocal(slot, _first_value(scope, node.name, node.value, slot, wanted), node.span)]
    scope.introduce(node.name, slot, fixed=False)
    _know(scope, slot, made)
    return made


def _result_held(scope: Scope, slot: int, made: list[ir.Stmt], wanted: Type) -> list[ir.Stmt]:
    """A call whose result goes into a local of a declared range: it is held to that range on its way."""
    match made:
        case [ir.CallEffect() | ir.CallSlotEffect() | ir.Super() | ir.Draw() as call] if call.result == slot:
            any_number = widened(wanted)
            if isinstance(wanted, ListT):
                any_number = ListT(wanted.of, _given_bound(scope, call))
            if any_number == wanted:
                return made
            given = scope.hidden("result", any_number)
            value = held(scope, ir.Local(given, any_number, call.at), wanted)
            return [replace(call, result=given), ir.SetLocal(slot, value, call.at)]
        case _:
            return made


def _given_bound(scope: Scope, call: ir.CallEffect | ir.CallSlotEffect | ir.Super | ir.Draw) -> int | None:
    """How long the list can be that a call gives."""
    match call:
        case ir.CallEffect(number):
            effects = scope.symbols.effects.values()
            result = next((each.result for each in effects if each.position == number), None)
        case ir.CallSlotEffect(number):
            slots = [slot for kind in scope.symbols.kind_list for slot in kind.slots.values()]
            result = next((slot.result for slot in slots if slot.position == number), None)
        case _:
            result = scope.context.super_result
    return result.bound if isinstance(result, ListT) else None


def _first_value(scope: Scope, name: tree.Ident, node: tree.Expr, slot: int, wanted: Type | None) -> ir.Expr:
    """The value that a local begins with; where no type is written, it gives the local its type."""
    value = check_expr.expression(scope, node, wanted)
    if wanted is not None:
        value = held(scope, check_expr.coerce(scope, value, wanted, node.span), wanted)
    elif isinstance(value.type, OptT | ListT) and value.type.of == NEVER:
        scope.wrong("T0424", node.span, name=name.name, given=scope.describe(value.type))
        value = scope.bad(node.span)
    scope.retype(slot, _local_type(value.type, wanted))
    return value


def _local_type(value: Type, wanted: Type | None) -> Type:
    """A local holds any number, not only the one that it begins with; a list as long as its first value, if
    no type says more.
    """
    if isinstance(wanted, ListT) and wanted.bound is None and isinstance(value, ListT):
        return ListT(wanted.of, value.bound)
    return wanted if wanted is not None else widened(value)


def _know(scope: Scope, slot: int, made: list[ir.Stmt]) -> None:
    """A local of optional type that begins with something is known to be there."""
    kind = scope.locals[slot].type
    match made:
        case [ir.SetLocal(_, value, at)] if isinstance(kind, OptT) and not isinstance(value.type, OptT):
            scope.facts |= {some(ir.Local(slot, kind, at))}


# ---- Branches and loops --------------------------------------------------------------------------------


def _if(scope: Scope, node: tree.If) -> list[ir.Stmt]:
    """`elif` becomes a nested `if`; what all ways that go on know is known afterwards."""
    (test_node, then_node), rest = node.branches[0], node.branches[1:]
    test = check_expr.condition(scope, test_node)
    before = scope.facts
    scope.facts = before | proves(test, True)
    then = statements(scope, then_node)
    after_then = None if leaves_all(then_node) else scope.facts
    scope.facts = before | proves(test, False)
    if rest:
        otherwise = tuple(_if(scope, replace(node, branches=rest)))
        gone = all(leaves_all(inner) for _, inner in rest) and leaves_all(node.otherwise or ())
    else:
        otherwise = statements(scope, node.otherwise) if node.otherwise is not None else ()
        gone = leaves_all(node.otherwise or ())
    scope.facts = common(before, (after_then, None if gone else scope.facts))
    return [ir.If(test, then, otherwise, node.span)]


def _entering(scope: Scope, block: tree.Block) -> None:
    """A loop's body runs again after itself: what it changes is not known on entry."""
    scope.forget_state()
    slots = [found.slot for name in assigned_names(block) if (found := scope.lookup(name)) is not None]
    scope.forget_locals(slots)


def _loop(scope: Scope, node: tree.For | tree.Repeat | tree.While | tree.Scope) -> list[ir.Stmt]:
    match node:
        case tree.For():
            return [_for(scope, node)]
        case tree.Scope():
            return [_scope(scope, node)]
        case tree.Repeat() | tree.While():
            return [_while(scope, node)]
        case _:
            assert_never(node)


def _scope(scope: Scope, node: tree.Scope) -> ir.Scope:
    label, before = scope.label(node.name.name), scope.facts
    inner = _labelled(scope, label, node.body)
    if _breaks(inner, label.label):
        # `end` may leave from where less was known
        reached = scope.facts
        _after(scope, before, node.body)
        scope.facts &= reached
    return ir.Scope(label.label, inner, node.span)


def _labelled(scope: Scope, label: Label, block: tree.Block) -> ir.Block:
    scope.labels.append(label)
    try:
        return statements(scope, block)
    finally:
        scope.labels.pop()


def elements(scope: Scope, node: tree.Expr) -> tuple[ir.Expr, Type]:
    """The list that a loop or question goes through, and the type of its elements."""
    source = check_expr.as_list(scope, check_expr.expression(scope, node))
    if isinstance(source.type, ListT):
        return source, source.type.of
    if not is_bad(source.type):
        scope.wrong("T0406", node.span, given=scope.describe(source.type))
    return ir.Const((), ListT(BAD, 0), node.span), BAD


def _for(scope: Scope, node: tree.For) -> ir.For:
    source, of = elements(scope, node.source)
    list_slot, index_slot = scope.hidden("list", source.type), scope.hidden("next")
    label = scope.label("for")
    before = scope.facts
    _entering(scope, node.body)
    with scope.block():
        slot = scope.bind(node.name, of, warn=False)
        where = check_expr.condition(scope, node.where) if node.where is not None else None
        if where is not None:
            scope.facts |= proves(where)
        inner = _labelled(scope, label, node.body)
    _after(scope, before, node.body)
    return ir.For(slot, list_slot, index_slot, source, where, inner, label.label, node.span)


def _after(scope: Scope, before: Facts, block: tree.Block) -> None:
    """After a block that may have been left anywhere, or not run at all."""
    scope.facts = before
    _entering(scope, block)


def _while(scope: Scope, node: tree.Repeat | tree.While) -> ir.While:
    count_node = node.count if isinstance(node, tree.Repeat) else None
    count = check_expr.checked(scope, count_node, INT) if count_node is not None else None
    count_slot = scope.hidden("passes")
    label = scope.label("repeat" if isinstance(node, tree.Repeat) else "while")
    before = scope.facts
    _entering(scope, node.body)
    test = check_expr.condition(scope, node.test) if node.test is not None else None
    if test is not None:
        scope.facts |= proves(test)
    inner = _labelled(scope, label, node.body)
    _after(scope, before, node.body)
    return ir.While(count, count_slot, test, inner, label.label, node.span)


# ---- The flow of a game --------------------------------------------------------------------------------


def _phase(scope: Scope, node: tree.Phase) -> list[ir.Stmt]:
    phase = scope.symbols.phases.get(node.name.name)
    position = phase.position if phase is not None else 0
    label = scope.label(node.name.name)
    hooks, index = scope.hidden("hooks", ListT(INT, None)), scope.hidden("next")
    before = scope.facts
    scope.forget_state()
    inner = _labelled(scope, label, node.body)
    _after(scope, before, node.body)
    return [ir.Phase(position, hooks, index, label.label, inner, 0, node.span)]


def _turn(scope: Scope, node: tree.Turn) -> list[ir.Stmt]:
    """Seat after seat is active; who was active before is so again after each turn, however it is left."""
    at = node.span
    source, of = elements(scope, node.seats)
    check_expr.coerce(scope, source, ListT(PLAYER, None), node.seats.span)
    list_slot, index_slot = scope.hidden("seats", source.type), scope.hidden("next")
    earlier = scope.hidden("active", SOMEBODY)
    label = scope.label("turns")
    before = scope.facts
    _entering(scope, node.body)
    with scope.block():
        slot = scope.bind(node.name, BAD if is_bad(of) else PLAYER, warn=False)
        where = check_expr.condition(scope, node.where) if node.where is not None else None
        scope.facts |= proves(where) if where is not None else NO_FACTS
        scope.labels.append(label)
        scope.turns.append(earlier)
        one = scope.label("turn")
        inner = _labelled(scope, one, node.body)
        scope.turns.pop()
        scope.labels.pop()
    _after(scope, before, node.body)
    keep = ir.SetLocal(earlier, ir.StateGet(ir.ACTIVE, None, SOMEBODY, at), at)
    begin = ir.SetState(ir.ACTIVE, None, ir.Local(slot, PLAYER, at), at)
    code = (begin, ir.Scope(one.label, inner, at), _ended(earlier, at))
    return [keep, ir.For(slot, list_slot, index_slot, source, where, code, label.label, at)]


SOMEBODY = OptT(PLAYER)


def _ended(earlier: int, at: Span) -> ir.Stmt:
    """The end of a turn: active is who was so before it."""
    return ir.SetState(ir.ACTIVE, None, ir.Local(earlier, SOMEBODY, at), at)


def _leaving(scope: Scope, turns: int, at: Span) -> list[ir.Stmt]:
    """What has to happen where code leaves all open turns but `turns`."""
    return [_ended(scope.turns[turns], at)] if len(scope.turns) > turns else []


def _rounds(scope: Scope, node: tree.Rounds) -> list[ir.Stmt]:
    """`round` counts from 1; `end round` ends one, `end rounds` all."""
    at = node.span
    label, one = scope.label("rounds"), scope.label("round")
    count_slot = scope.hidden("passes")
    before = scope.facts
    _entering(scope, node.body)
    test = check_expr.condition(scope, node.test) if node.test is not None else None
    scope.facts |= proves(test) if test is not None else NO_FACTS
    scope.labels.append(label)
    inner = _labelled(scope, one, node.body)
    scope.labels.pop()
    _after(scope, before, node.body)
    current = ir.StateGet(ir.ROUND, None, INT, at)
    more = ir.SetState(ir.ROUND, None, ir.Arith("add", current, ir.Const(1, Int(1, 1), at), INT, at), at)
    reset = ir.SetState(ir.ROUND, None, ir.Const(0, Int(0, 0), at), at)
    code = (more, ir.Scope(one.label, inner, at))
    return [reset, ir.While(None, count_slot, test, code, label.label, at)]


def _return(scope: Scope, node: tree.Return) -> list[ir.Stmt]:
    at = node.span
    if node.value is None:
        if scope.result is not None:
            scope.wrong("T0501", at, wanted=scope.describe(scope.result))
        return [*_leaving(scope, 0, at), ir.Return(None, at)]
    if scope.result is None:
        scope.wrong("T0504", node.value.span)
        check_expr.expression(scope, node.value)
        return [ir.Return(None, at)]
    value = held(scope, check_expr.checked(scope, node.value, scope.result), scope.result)
    if not scope.turns or isinstance(value, ir.Const | ir.Local):
        return [*_leaving(scope, 0, at), ir.Return(value, at)]
    # the value may read who is active, so it comes before the end of the turn
    slot = scope.hidden("result", value.type)
    kept = ir.Local(slot, value.type, at)
    return [ir.SetLocal(slot, value, at), *_leaving(scope, 0, at), ir.Return(kept, at)]


def _end(scope: Scope, node: tree.End) -> list[ir.Stmt]:
    for label in reversed(scope.labels):
        if label.name == node.name.name:
            return [*_leaving(scope, label.turns, node.span), ir.Break(label.label, node.span)]
    names = [label.name for label in scope.labels]
    suggestion = scope.suggest(node.name.name, [*names, "game"])
    scope.wrong("T0505", node.name.span, suggestion=suggestion, name=node.name.name)
    return []


def _end_game(scope: Scope, node: tree.EndGame) -> list[ir.Stmt]:
    outcome = None
    if node.outcome is not None:
        outcome = check_expr.checked(scope, node.outcome, ListT(INT, None))
        low, high = scope.symbols.low_players, scope.symbols.high_players
        if isinstance(outcome, ir.ListOf) and not low <= len(outcome.items) <= high:
            wanted = high if low == high else f"{low} to {high}"
            scope.wrong("T0506", node.outcome.span, given=len(outcome.items), wanted=wanted)
    return [ir.EndGame(outcome, node.span)]


def _rank(scope: Scope, node: tree.Rank) -> list[ir.Stmt]:
    source, _ = elements(scope, node.source)
    check_expr.coerce(scope, source, ListT(PLAYER, None), node.source.span)
    with scope.block():
        slot = scope.bind(node.name, PLAYER, warn=False)
        keys = tuple(check_expr.checked(scope, each, INT) for each in node.by)
    return [ir.Rank(slot, source, keys, node.span)]
