"""Checks `together`: questions to several seats, none of which knows what the others answer, and what those
answers are called afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..ir import program as ir
from ..ir.span import Span
from ..ir.types import NONE, ListT, OptT, SetT, Type
from . import check_ask, check_command, check_expr, check_stmt
from . import syntax as tree
from .facts import proves
from .scopes import Binding, Scope
from .types import BAD, BOOL, PLAYER, is_bad


@dataclass(frozen=True, slots=True)
class _Answer:
    """A name that a seat's questions and `let` bind: the local that holds it while the seat is asked."""

    name: tree.Ident
    slot: int
    type: Type


# ---- The block ---------------------------------------------------------------------------------------------


def together(scope: Scope, node: tree.Together) -> list[ir.Stmt]:
    """A loop over the seats; behind what it asks each of them stands what keeps the answers, in locals by
    name and seat.
    """
    with scope.doing(node.span, "T0520"):
        source = _seats(scope, node)
        list_slot, index_slot = scope.hidden("seats", source.type), scope.hidden("next")
        before = scope.facts
        answers: list[_Answer] = []
        with scope.block():
            kind = source.type.of if isinstance(source.type, ListT) else PLAYER
            slot = scope.bind(node.name, kind, warn=False)
            where = check_expr.condition(scope, node.where) if node.where is not None else None
            if where is not None:
                scope.facts |= proves(where)
            code = [made for inner in node.body for made in _inside(scope, node, inner, answers)]
            used = _let_go(scope, answers)
        scope.facts = before
        if node.body and not any(isinstance(each, ir.Choose | ir.Fault) for each in code):
            scope.wrong("T0543", node.span)
        kept = [_kept(scope, answer, answer.name.name in used) for answer in answers]
        blank = [ir.SetLocal(each, _blank(scope, each, node.span), node.span) for row in kept for each in row]
        inner = (*code, *_keep(ir.Local(slot, PLAYER, node.span), answers, kept))
        loop = ir.For(slot, list_slot, index_slot, source, where, inner, None, node.span)
        return [ir.Together((*blank, loop), tuple(zip(*kept, strict=True)), node.span)]


def _seats(scope: Scope, node: tree.Together) -> ir.Expr:
    """The seats, none of them twice."""
    source, _ = check_stmt.elements(scope, node.seats)
    source = check_expr.coerce(scope, source, ListT(PLAYER, None), node.seats.span)
    if isinstance(source, ir.Lib) and source.name == "players":
        return source
    if not isinstance(source.type, ListT) or is_bad(source.type):
        return ir.Const((), ListT(PLAYER, 0), node.seats.span)
    return ir.Lib("distinct", (source,), source.type, source.at)


# ---- What stands in it -------------------------------------------------------------------------------------


def _inside(scope: Scope, node: tree.Together, inner: tree.Stmt, answers: list[_Answer]) -> Sequence[ir.Stmt]:
    match inner:
        case tree.Choose() if inner.body is None and _only_faults(inner.otherwise):
            made = check_ask.choose(scope, _to_seat(scope, node, inner))
            made = [_put_anyway(each) if isinstance(each, ir.Choose) else each for each in made]
            _note(scope, inner.name, answers)
            return made
        case tree.Let() if not isinstance(inner.value, tree.Command):
            made = check_stmt.let(scope, inner)
            _note(scope, inner.name, answers)
            if not all(isinstance(each, ir.SetLocal) for each in made):
                scope.wrong("T0540", inner.span)
            return made
        case tree.Broken():
            return check_stmt.statement(scope, inner)
    scope.wrong("T0540", inner.span)
    with scope.quietly():
        check_stmt.statement(scope, inner)
        if isinstance(inner, tree.Choose | tree.Let) and inner.name.name not in scope.blocks[-1]:
            scope.bind(inner.name, BAD, warn=False)
    if isinstance(inner, tree.Choose | tree.Let):
        _note(scope, inner.name, answers)
    return [check_command.nowhere(scope, inner.span)]


def _only_faults(otherwise: tree.Block | None) -> bool:
    """Whether an `else:` only says that it cannot come to that, in words that tell nothing."""
    match otherwise:
        case None:
            return True
        case (tree.FaultStmt(text),):
            return all(isinstance(part, str) for part in text.parts)
        case _:
            return False


def _to_seat(scope: Scope, node: tree.Together, inner: tree.Choose) -> tree.Choose:
    """The question, put to the seat that the block has come to."""
    by = inner.by
    if by is not None and not (isinstance(by, tree.Name) and by.name == node.name.name):
        scope.wrong("T0544", by.span, name=node.name.name)
    return replace(inner, by=tree.Name(node.name.name, inner.span))


def _put_anyway(ask: ir.Choose) -> ir.Choose:
    """A choice of several is put also where there is nothing to pick: that there is nothing is part of what
    nobody may know.
    """
    if not ask.many or ask.otherwise:
        return ask
    done = ir.MenuOption("done", ir.Template(("done",), ask.at), None, (), ask.at)
    return replace(ask, otherwise=(ir.Menu(ask.by, ask.prompt, (done,), 0, ask.at),))


def _note(scope: Scope, name: tree.Ident, answers: list[_Answer]) -> None:
    """What has just been bound is the seat's own as long as the block is open."""
    binding = scope.blocks[-1].get(name.name)
    if binding is not None and binding.span == name.span:
        binding.answers = ()
        answers.append(_Answer(name, binding.slot, binding.type))


def _let_go(scope: Scope, answers: list[_Answer]) -> set[str]:
    """The names that were used inside; whether the others are shows only later."""
    used: set[str] = set()
    for answer in answers:
        binding = scope.blocks[-1][answer.name.name]
        if binding.used:
            used.add(answer.name.name)
        binding.used = True
    return used


# ---- What is kept ------------------------------------------------------------------------------------------


def _kept(scope: Scope, answer: _Answer, used: bool) -> list[int]:
    """The locals that keep an answer, one a seat; from here on it has its name again."""
    kind = answer.type if isinstance(answer.type, ListT | SetT | OptT) else OptT(answer.type)
    slots = [
        scope.reserve(tree.Ident(f"{answer.name.name} of seat {seat + 1}", answer.name.span), kind)
        for seat in range(scope.symbols.high_players)
    ]
    binding = Binding(slots[0], answer.type, answer.name.span, fixed=True, used=used, answers=tuple(slots))
    scope.blocks[-1].setdefault(answer.name.name, binding)
    return slots


def _blank(scope: Scope, slot: int, at: Span) -> ir.Expr:
    kind = scope.locals[slot].type
    match kind:
        case ListT():
            return ir.Const((), kind, at)
        case SetT(of):
            return ir.Lib("set_of", (ir.Const((), ListT(of, 0), at),), kind, at)
        case _:
            return ir.Const(NONE, kind, at)


def _keep(who: ir.Local, answers: Sequence[_Answer], kept: Sequence[Sequence[int]]) -> ir.Block:
    """Stores what the seat `who` has answered."""
    at = who.at
    code: ir.Block = ()
    for seat in reversed(range(len(kept[0]) if kept else 0)):
        stored = tuple(
            ir.SetLocal(slots[seat], ir.Local(answer.slot, answer.type, at), at)
            for answer, slots in zip(answers, kept, strict=True)
        )
        test = ir.Compare("eq", who, ir.Const(seat, PLAYER, at), BOOL, at)
        code = (ir.If(test, stored, code, at),) if code else stored
    return code


# ---- Afterwards --------------------------------------------------------------------------------------------


def answer_of(scope: Scope, node: tree.OfExpr, binding: Binding) -> ir.Expr:
    """`cards of p`: what seat p has answered; nothing in a list, none or a fault where it was not asked."""
    at, name = node.span, node.what.name
    binding.used = True
    owner = check_expr.checked(scope, node.owner, PLAYER)
    slots = binding.answers
    if not slots:
        scope.wrong("T0541", at, name=name)
        return ir.Local(binding.slot, binding.type, at)
    if is_bad(binding.type) or is_bad(owner.type):
        return scope.bad(at)
    kind = scope.locals[slots[0]].type
    if isinstance(owner, ir.Const) and isinstance(owner.value, int) and owner.value < len(slots):
        expr: ir.Expr = ir.Local(slots[owner.value], kind, at)
    else:
        expr = ir.Local(slots[-1], kind, at)
        for seat in reversed(range(len(slots) - 1)):
            test = ir.Compare("eq", owner, ir.Const(seat, PLAYER, at), BOOL, at)
            expr = ir.Select(test, ir.Local(slots[seat], kind, at), expr, kind, at)
    if isinstance(kind, OptT) and kind != binding.type:
        return ir.Unwrap(expr, binding.type, at)
    return scope.narrow(expr)
