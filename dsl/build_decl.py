"""Turns the first lines of declarations into nodes of tree 1, or into heads below which more follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..ir.span import Span
from . import syntax as tree
from .build_expr import Children, ident, span_of
from .heads import BlockHead, Body, PartsHead, Report
from .lexer import MAX_DIGITS, Token
from .mistakes import Mistake


@dataclass(frozen=True, slots=True)
class Fact:
    """A clause of a head, `back combat_back` or `limit 1 per turn`: its word and what it says."""

    word: str
    held: Any
    span: Span


@dataclass(frozen=True, slots=True)
class Params:
    """Parameters between brackets, with the place of both brackets."""

    held: tuple[tree.Param, ...]
    span: Span


def listed(params: Params | None) -> tuple[tree.Param, ...]:
    return params.held if params else ()


def text_of(token: Token | None) -> tree.Text | None:
    return token.value if token is not None and isinstance(token.value, tree.Text) else None


def gather(clauses: Children) -> dict[str, Any]:
    """Clauses by their word; the same one twice is a mistake."""
    found: dict[str, Any] = {}
    for clause in clauses:
        if isinstance(clause, Token):
            clause = Fact("title", clause.value, clause.span)
        if clause.word in found:
            raise Mistake("T0222", clause.span, clause=clause.word)
        found[clause.word] = clause.held
    return found


def opening(parts: Children) -> Span:
    """The place of a head without its colon and what follows it."""
    return span_of([part for part in parts if not isinstance(part, Body)])


def with_block(word: str, parts: Children, make: Any) -> BlockHead:
    """A head whose last child is its body, or None."""
    return BlockHead(word, opening(parts), parts[-1], make)


def small(text: str, span: Span) -> int:
    """A count as written in a head."""
    if len(text) > MAX_DIGITS:
        raise Mistake("T0112", span, limit=MAX_DIGITS)
    return int(text)


# ---- Game, enums, kinds, boards, layouts -------------------------------------------------------------------


def game(parts: Children) -> PartsHead:
    _, name, title, _, _, saga = parts
    span = span_of(parts)

    def make(lines: Sequence[Any], report: Report) -> tree.GameDecl:
        seats = [line for line in lines if isinstance(line, Fact) and line.word == "players"]
        if not seats and saga is None:
            report("T0228", span, game=name.text)
        if len(seats) > 1:
            report("T0222", seats[1].span, clause="players")
        low, high = seats[0].held if seats else (0, 0) if saga else (1, 1)
        return tree.GameDecl(
            ident(name),
            text_of(title),
            low,
            high,
            any(isinstance(line, Fact) and line.word == "cooperative" for line in lines),
            tuple(line for line in lines if isinstance(line, tree.OptionDecl)),
            ident(saga) if saga else None,
            tuple(line for line in lines if isinstance(line, tree.FieldEntry)),
            tuple(line for line in lines if isinstance(line, tree.FlowDecl)),
            span,
        )

    return PartsHead("game", span, "game_part", make)


def enum(parts: Children) -> PartsHead:
    span = span_of(parts)

    def make(lines: Sequence[Any], report: Report) -> tree.EnumDecl:
        if not lines:
            report("T0229", span, word="enum")
        return tree.EnumDecl(ident(parts[1]), tuple(lines), span)

    return PartsHead("enum", span, "enum_part", make)


def enum_line(parts: Children) -> tree.EnumDecl:
    names = tuple(part for part in parts if isinstance(part, tuple))
    return tree.EnumDecl(ident(parts[1]), names, span_of(parts[:2]))


def enum_name(parts: Children) -> tuple[tree.Ident, tree.Text | None]:
    return ident(parts[0]), text_of(parts[1])


def kind_word(parts: Children) -> Token:
    word: Token = parts[0]
    return word


def back(parts: Children) -> Fact:
    return Fact("back", ident(parts[1]), span_of(parts))


def count(parts: Children) -> Fact:
    times, _, each = parts
    return Fact("count", (small(times.text[1:], times.span), each is not None), span_of(parts))


def faces(parts: Children) -> Fact:
    return Fact("faces", tuple(part for part in parts if isinstance(part, tuple)), parts[0].span)


def spans(parts: Children) -> Fact:
    word, number = parts
    return Fact("spans", tree.Number(small(number.text, number.span), number.span), word.span)


def face(parts: Children) -> tuple[int, tree.Expr]:
    many, value = parts
    return (small(many.text[:-1], many.span) if many else 1), value


def kind(parts: Children) -> PartsHead:
    word, name, *clauses = parts
    found = gather(clauses)
    copies, per_player = found.get("count", (None, False))
    span = word.span.to(clauses[-1].span if clauses else name.span)

    def make(lines: Sequence[Any], report: Report) -> tree.KindDecl:
        del report
        return tree.KindDecl(
            ident(word),
            ident(name),
            found.get("title"),
            found.get("back"),
            copies,
            per_player,
            found.get("faces", ()),
            found.get("spans"),
            tuple(lines),
            span,
        )

    return PartsHead(word.text, span, "kind_part", make)


def seat(parts: Children) -> PartsHead:
    word = parts[0]

    def make(lines: Sequence[Any], report: Report) -> tree.SeatDecl:
        del report
        return tree.SeatDecl(ident(word), tuple(lines), word.span)

    return PartsHead(word.text, word.span, "seat_part", make)


def board_shape(parts: Children) -> Token:
    shape: Token = parts[0]
    return shape


def board_cells(parts: Children) -> tree.BoardDecl:
    _, name, _, shape, width, _, height, _, of = parts
    return tree.BoardDecl(ident(name), ident(shape), width, height, ident(of), (), span_of(parts))


def board_graph(parts: Children) -> PartsHead:
    _, name, _, shape, _, of = parts
    span = span_of(parts)

    def make(lines: Sequence[Any], report: Report) -> tree.BoardDecl:
        if not lines:
            report("T0229", span, word="board")
        return tree.BoardDecl(ident(name), ident(shape), None, None, ident(of), tuple(lines), span)

    return PartsHead("board", span, "graph_part", make)


def layout(parts: Children) -> PartsHead:
    _, name, title, _, of = parts
    span = span_of(parts)

    def make(lines: Sequence[Any], report: Report) -> tree.LayoutDecl:
        rows = tuple(line for line in lines if not isinstance(line, tree.LegendEntry))
        legend = tuple(line for line in lines if isinstance(line, tree.LegendEntry))
        if not rows:
            report("T0229", span, word="layout")
        return tree.LayoutDecl(ident(name), text_of(title), ident(of), rows, legend, span)

    return PartsHead("layout", span, "layout_part", make)


def region(parts: Children) -> PartsHead:
    _, name, title, _, of = parts
    span = span_of(parts)

    def make(rows: Sequence[Any], report: Report) -> tree.RegionDecl:
        if not rows:
            report("T0229", span, word="region")
        return tree.RegionDecl(ident(name), text_of(title), ident(of), tuple(rows), span)

    return PartsHead("region", span, "drawing_part", make)


def shape(parts: Children) -> PartsHead:
    span = span_of(parts)

    def make(rows: Sequence[Any], report: Report) -> tree.ShapeDecl:
        if not rows:
            report("T0229", span, word="shape")
        return tree.ShapeDecl(ident(parts[1]), tuple(rows), span)

    return PartsHead("shape", span, "drawing_part", make)


# ---- Routines ----------------------------------------------------------------------------------------------


def value(parts: Children) -> BlockHead:
    _, name, params, _, result, _ = parts
    span = opening(parts)
    return with_block(
        "value", parts, lambda made: tree.ValueDecl(ident(name), listed(params), result, made, span)
    )


def effect(parts: Children) -> BlockHead:
    _, name, params, _, result, _, says, _ = parts
    span, text = opening(parts), text_of(says)
    return with_block(
        "effect", parts, lambda made: tree.EffectDecl(ident(name), listed(params), result, text, made, span)
    )


def action(parts: Children) -> BlockHead:
    _, name, params, title, *clauses, _ = parts
    found = gather(clauses)
    limit, per = found.get("limit", (None, None))
    span = opening(parts)

    def make(made: tree.Block | None) -> tree.ActionDecl:
        return tree.ActionDecl(
            ident(name),
            listed(params),
            text_of(title),
            found.get("when"),
            limit,
            per,
            found.get("at"),
            "anytime" in found,
            found.get("cost"),
            made or (),
            span,
        )

    return with_block("action", parts, make)


def pause(parts: Children) -> tree.PauseDecl:
    _, name, params, prompt = parts
    return tree.PauseDecl(ident(name), listed(params), text_of(prompt), span_of(parts))


def guard(parts: Children) -> Fact:
    return Fact("when", parts[1], span_of(parts))


def limit(parts: Children) -> Fact:
    return Fact("limit", (parts[1], ident(parts[3])), span_of(parts))


def limit_word(parts: Children) -> Token:
    word: Token = parts[0]
    return word


def window(parts: Children) -> Fact:
    return Fact("at", ident(parts[1]), span_of(parts))


def anytime(parts: Children) -> Fact:
    return Fact("anytime", True, parts[0].span)


def cost(parts: Children) -> Fact:
    return Fact("cost", parts[1], span_of(parts))


def hook_word(parts: Children) -> tree.Ident:
    return tree.Ident("_".join(part.text for part in parts), span_of(parts))


def hook_where(parts: Children) -> Fact:
    return Fact("where", parts[1], span_of(parts))


def hook_order(parts: Children) -> Fact:
    return Fact("after", ident(parts[1]), span_of(parts))


def hook(parts: Children) -> BlockHead:
    word, target, params, *clauses, _ = parts
    found = gather(clauses)
    where, order = found.get("where"), found.get("after")
    span = opening(parts)

    def make(made: tree.Block | None) -> tree.HookDecl:
        return tree.HookDecl(word, ident(target), listed(params), where, order, None, None, made, span)

    return with_block(word.name.replace("_", " "), parts, make)


def change(parts: Children) -> tree.HookDecl | PartsHead:
    word, target, params, *clauses, colon, change_to = parts
    found = gather(clauses)
    where, order = found.get("where"), found.get("after")
    span = span_of([word, target, params, *clauses])

    def make(lines: Sequence[Any], report: Report) -> tree.HookDecl:
        if len(lines) != 1:
            report("T0230", lines[1].span if lines else colon.span)
        changed, goal = lines[0].held if lines else (None, None)
        return tree.HookDecl(
            ident(word), ident(target), listed(params), where, order, changed, goal, None, span
        )

    if change_to is not None:
        return make([change_to], lambda *_: None)
    return PartsHead("change", span, "change_to", make)


def change_to(parts: Children) -> Fact:
    changed, _, goal = parts
    return Fact("to", (ident(changed) if changed else None, goal), span_of(parts))


def flow(parts: Children) -> BlockHead:
    word = parts[0]
    return with_block(word.text, parts, lambda made: tree.FlowDecl(ident(word), made or (), word.span))


def flow_word(parts: Children) -> Token:
    word: Token = parts[0]
    return word


# ---- Parameters --------------------------------------------------------------------------------------------


def typed_params(parts: Children) -> Params:
    return Params(tuple(part for part in parts if isinstance(part, tree.Param)), span_of(parts))


def source_params(parts: Children) -> Params:
    return typed_params(parts)


def name_params(parts: Children) -> Params:
    return typed_params(parts)


def typed_param(parts: Children) -> tree.Param:
    label, name, _, written = parts
    return tree.Param(label, ident(name), written, None, _joined(label, name, written))


def source_param(parts: Children) -> tree.Param:
    label, name, _, source = parts
    return tree.Param(label, ident(name), None, source, _joined(label, name, source))


def name_param(parts: Children) -> tree.Param:
    label, name = parts
    return tree.Param(label, ident(name), None, None, _joined(label, name))


def _joined(*parts: Any) -> Span:
    return span_of([part for part in parts if part is not None])
