"""Turns what the rules for statements match into nodes of tree 1, or into heads where a block may follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import syntax as tree
from .build_expr import Children, ident, span_of
from .heads import BlockHead, Body, BranchHead, PartsHead, Report
from .mistakes import Mistake


def body(parts: Children) -> Body:
    return Body(parts[1], span_of(parts))


def block(made: tree.Block | None) -> tree.Block:
    """The block of a head that always has one."""
    return made or ()


# ---- Simple statements -------------------------------------------------------------------------------------


def expr_stmt(parts: Children) -> tree.ExprStmt:
    return tree.ExprStmt(parts[0], parts[0].span)


def let(parts: Children) -> tree.Let:
    return tree.Let(ident(parts[1]), parts[3], parts[5], span_of(parts))


def assign(parts: Children) -> tree.Assign:
    target, op, value = parts
    if not isinstance(target, tree.Name | tree.Member):
        raise Mistake("T0221", target.span)
    return tree.Assign(target, op.name, value, span_of(parts))


def assign_op(parts: Children) -> tree.Ident:
    return ident(parts[0])


def return_stmt(parts: Children) -> tree.Return:
    return tree.Return(parts[1], span_of(parts))


def pass_stmt(parts: Children) -> tree.Pass:
    return tree.Pass(parts[0].span)


def end(parts: Children) -> tree.End:
    return tree.End(ident(parts[1]), span_of(parts))


def end_game(parts: Children) -> tree.EndGame:
    return tree.EndGame(parts[3], span_of(parts))


def fault_stmt(parts: Children) -> tree.FaultStmt:
    return tree.FaultStmt(parts[1].value, span_of(parts))


def say(parts: Children) -> tree.Say:
    return tree.Say(parts[1].value, span_of(parts))


def rank(parts: Children) -> tree.Rank:
    _, who, _, source, order = parts
    return tree.Rank(ident(who), source, order, parts[0].span.to(order[-1].span))


def act(parts: Children) -> tree.Act:
    return tree.Act(parts[1], parts[2] is not None, span_of(parts))


def pause_stmt(parts: Children) -> tree.Pause:
    given = tuple(part for part in parts if isinstance(part, tree.Argument))
    return tree.Pause(ident(parts[1]), given, span_of(parts))


def command(parts: Children) -> tree.Command:
    verb, *rest = parts
    facing = rest.pop()
    face = facing if isinstance(facing, tree.Ident) else None
    return tree.Command(ident(verb), tuple(rest), face, span_of(parts))


def facing(parts: Children) -> tree.Ident:
    return tree.Ident(parts[1].name, span_of(parts))


def face_word(parts: Children) -> tree.Ident:
    return ident(parts[0])


def first_label(parts: Children) -> tree.Ident:
    return ident(parts[0])


def first_argument(parts: Children) -> tree.Argument:
    return later_argument(parts)


def later_argument(parts: Children) -> tree.Argument:
    label, value = parts[-2:]
    return tree.Argument(label, value, value.span if label is None else label.span.to(value.span))


# ---- Choices -----------------------------------------------------------------------------------------------


def choose(parts: Children) -> tree.Choose:
    _, (name, amount, up_to), _, source, _, by, prompt = parts
    text = prompt.value if prompt else None
    return tree.Choose(name, amount, up_to, source, by, text, None, None, span_of(parts))


def choose_from(parts: Children) -> tree.Ident:
    return ident(parts[0])


def pick_one(parts: Children) -> tuple[Any, ...]:
    return ident(parts[0]), None, False


def pick_any(parts: Children) -> tuple[Any, ...]:
    return ident(parts[1]), "any", False


def pick_up_to(parts: Children) -> tuple[Any, ...]:
    return ident(parts[3]), parts[2], True


def pick_some(parts: Children) -> tuple[Any, ...]:
    return ident(parts[1]), parts[0], False


def choose_block(parts: Children) -> BlockHead:
    head, code = parts

    def make(made: tree.Block | None, otherwise: tree.Block | None = None) -> tree.Choose:
        return with_blocks(head, made, otherwise)

    return BlockHead("choose", head.span, code, make, make)


def with_blocks(head: tree.Choose, made: tree.Block | None, otherwise: tree.Block | None) -> tree.Choose:
    """A choice with its blocks."""
    h = head
    return tree.Choose(h.name, h.amount, h.up_to, h.source, h.by, h.prompt, made, otherwise, h.span)


def menu(parts: Children) -> PartsHead:
    _, _, by, prompt, _ = parts
    span = span_of(parts)

    def make(options: Sequence[Any], report: Report) -> tree.Menu:
        for option in options:
            if not isinstance(option, tree.Option):
                report("T0218", option.span)
        kept = tuple(option for option in options if isinstance(option, tree.Option))
        if not options:
            report("T0212", span, word="choose")
        return tree.Menu(by, prompt.value if prompt else None, kept, span)

    return PartsHead("choose", span, "stmt", make)


def option_line(parts: Children) -> BlockHead:
    _, name, label, _, test, code = parts
    span = span_of(parts[:5])
    return BlockHead(
        "option", span, code, lambda made: tree.Option(ident(name), label.value, test, block(made), span)
    )


def may(parts: Children) -> BlockHead:
    _, who, prompt, code = parts
    span = span_of(parts[:3])

    def make(made: tree.Block | None, otherwise: tree.Block | None = None) -> tree.May:
        return tree.May(who, prompt.value, block(made), otherwise, span)

    return BlockHead("may", span, code, make, make)


def together(parts: Children) -> BlockHead:
    _, _, name, _, seats, _, where, code = parts
    span = span_of(parts[:7])
    return BlockHead(
        "together", span, code, lambda made: tree.Together(ident(name), seats, where, block(made), span)
    )


# ---- Branches and loops ------------------------------------------------------------------------------------


def if_line(parts: Children) -> BranchHead:
    return BranchHead("if", parts[1], span_of(parts[:2]), parts[2])


def elif_line(parts: Children) -> BranchHead:
    return BranchHead("elif", parts[1], span_of(parts[:2]), parts[2])


def else_line(parts: Children) -> BranchHead:
    return BranchHead("else", None, parts[0].span, parts[1])


def for_line(parts: Children) -> BlockHead:
    _, name, _, source, _, where, code = parts
    span = span_of(parts[:6])
    return BlockHead("for", span, code, lambda made: tree.For(ident(name), source, where, block(made), span))


def repeat(parts: Children) -> BlockHead:
    _, count, _, test, code = parts
    span = span_of(parts[:4])
    if count is None and test is None:
        raise Mistake("T0227", span)
    return BlockHead("repeat", span, code, lambda made: tree.Repeat(count, test, block(made), span))


def while_line(parts: Children) -> BlockHead:
    span = span_of(parts[:2])
    return BlockHead("while", span, parts[2], lambda made: tree.While(parts[1], block(made), span))


def turn(parts: Children) -> BlockHead:
    _, name, _, seats, _, where, code = parts
    span = span_of(parts[:6])
    return BlockHead("turn", span, code, lambda made: tree.Turn(ident(name), seats, where, block(made), span))


def rounds(parts: Children) -> BlockHead:
    _, _, test, code = parts
    span = span_of(parts[:3])
    return BlockHead("rounds", span, code, lambda made: tree.Rounds(test, block(made), span))


def scope(parts: Children) -> BlockHead:
    _, name, code = parts
    span = span_of(parts[:2])
    return BlockHead("scope", span, code, lambda made: tree.Scope(ident(name), block(made), span))


def scope_loop(parts: Children) -> BlockHead:
    _, name, colon, loop = parts
    span = span_of(parts[:2])
    return BlockHead(
        "scope", span, Body(loop, colon.span), lambda made: tree.Scope(ident(name), block(made), span)
    )


def phase(parts: Children) -> BlockHead:
    _, name, code = parts
    span = span_of(parts[:2])
    return BlockHead("phase", span, code, lambda made: tree.Phase(ident(name), block(made), span))
