"""Turns the lines inside declarations (fields, zones, rows, entries of content) into nodes of tree 1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from ..ir.span import Span
from . import syntax as tree
from .build_decl import Fact, Params, gather, listed, text_of
from .build_expr import Children, ident, span_of
from .build_stmt import block
from .heads import BlockHead, PartsHead, Report
from .lexer import Token
from .mistakes import Mistake

# ---- Games, enums, kinds, seats ----------------------------------------------------------------------------


def players(parts: Children) -> Fact:
    low, high = parts[1], parts[3]
    return Fact("players", (int(low.text), int((high or low).text)), span_of(parts))


def cooperative(parts: Children) -> Fact:
    return Fact("cooperative", True, parts[0].span)


def option_decl(parts: Children) -> tree.OptionDecl:
    _, name, _, written, _, default, title = parts
    return tree.OptionDecl(ident(name), written, default, text_of(title), span_of(parts))


def enum_part(parts: Children) -> Children:
    return [part for part in parts if isinstance(part, tuple)]


def field(parts: Children) -> tree.FieldDecl:
    name, _, written, _, default = parts
    return tree.FieldDecl(ident(name), written, default, span_of(parts))


def state(parts: Children) -> tree.StateDecl:
    _, name, _, written, _, default = parts
    return tree.StateDecl(ident(name), written, default, False, span_of(parts))


def active_while(parts: Children) -> tree.ActiveWhile:
    return tree.ActiveWhile(parts[2], span_of(parts))


def zone(parts: Children) -> tree.ZoneDecl:
    _, name, _, (shape, size), of, *clauses = parts
    found = gather(clauses)
    policy, goal = found.get("when empty", (None, None))
    kinds = of or ()
    end = clauses[-1].span if clauses else kinds[-1].span if kinds else (size or shape).span
    return tree.ZoneDecl(
        ident(name),
        shape,
        size,
        kinds,
        found.get("visibility"),
        found.get("capacity"),
        policy,
        goal,
        False,
        parts[0].span.to(end),
    )


def lasting(parts: Children) -> tree.StateDecl | tree.ZoneDecl:
    word, held = parts
    made: tree.StateDecl | tree.ZoneDecl = replace(held, lasting=True, span=word.span.to(held.span))
    return made


def zone_shape(parts: Children) -> tuple[tree.Ident, None]:
    return parts[0], None


def zone_word(parts: Children) -> tree.Ident:
    return ident(parts[0])


def slots(parts: Children) -> tuple[tree.Ident, tree.Expr]:
    return ident(parts[0]), parts[1]


def zone_of(parts: Children) -> tuple[tree.Ident, ...]:
    return tuple(ident(part) for part in parts[1::2])


def visibility(parts: Children) -> Fact:
    return Fact("visibility", ident(parts[0]), parts[0].span)


def zone_clause(parts: Children) -> Fact:
    clause: Fact = parts[0]
    return clause


def capacity(parts: Children) -> Fact:
    return Fact("capacity", parts[1], span_of(parts))


def zone_empty(parts: Children) -> Fact:
    return Fact("when empty", parts[3], span_of(parts[:2]))


def when_empty(parts: Children) -> tuple[tree.Ident, tree.Ident | None]:
    words = [part for part in parts if part is not None]
    if words[0].text == "reshuffle":
        return ident(words[0]), ident(words[1])
    return tree.Ident("_".join(word.text for word in words), span_of(words)), None


# ---- Boards and layouts ------------------------------------------------------------------------------------


def graph_part(parts: Children) -> Children:
    names = [ident(part) for part in parts[::2]]
    return list(pairwise(names))


def row(parts: Children) -> tuple[tree.Ident, ...]:
    bars: Token = parts[0]
    inner = bars.text[1:-1]
    first = bars.start + 1

    def cell(start: int, end: int) -> tree.Ident:
        return tree.Ident(inner[start:end], bars.raw.span(bars.span.file, first + start, first + end))

    words = inner.split()
    if len(words) == 1:
        start = inner.index(words[0])
        return tuple(cell(start + i, start + i + 1) for i in range(len(words[0])))
    cells, position = [], 0
    for word in words:
        position = inner.index(word, position)
        cells.append(cell(position, position + len(word)))
        position += len(word)
    return tuple(cells)


def legend(parts: Children) -> Children:
    return [part for part in parts if isinstance(part, tree.LegendEntry)]


def legend_entry(parts: Children) -> tree.LegendEntry:
    items = tuple(part for part in parts if isinstance(part, tree.LegendItem))
    return tree.LegendEntry(ident(parts[0]), items, span_of(parts))


def legend_item(parts: Children) -> tree.LegendItem:
    state, _, held = parts
    span: Span = state.span.to(held.span) if state else held.span
    return tree.LegendItem(ident(state) if state else None, held, span)


# ---- Content and scenarios ---------------------------------------------------------------------------------


def content(parts: Children) -> PartsHead:
    kind, name, title, copies = parts
    count, per_player = copies.held if copies else (None, False)
    span = span_of(parts)

    def make(lines: Sequence[Any], report: Report) -> tree.ContentDecl:
        del report
        return tree.ContentDecl(
            ident(kind), ident(name), text_of(title), count, per_player, tuple(lines), span
        )

    return PartsHead("content", span, "content_part", make)


def entry(parts: Children) -> tree.FieldEntry | BlockHead:
    name, params, code = parts
    if params is None and isinstance(code.inline, tree.ExprStmt):
        held = code.inline.value
        return tree.FieldEntry(ident(name), held, name.span.to(held.span))
    span = span_of([name, params])
    return BlockHead(
        name.text, span, code, lambda made: tree.SlotEntry(ident(name), listed(params), block(made), span)
    )


def meta(parts: Children) -> tree.MetaEntry:
    word, held = parts
    said = held.value if word.text == "text" else ident(held)
    return tree.MetaEntry(ident(word), said, span_of(parts))


def row_key(parts: Children) -> tuple[tree.Ident, Params | None]:
    return ident(parts[0]), parts[1]


def setting(parts: Children) -> tree.FieldEntry:
    return tree.FieldEntry(ident(parts[0]), parts[2], span_of(parts))


def scenario(parts: Children) -> PartsHead:
    _, name, title = parts
    span = span_of(parts)

    def make(lines: Sequence[Any], report: Report) -> tree.ScenarioDecl:
        metas = tuple(line for line in lines if isinstance(line, tree.MetaEntry))
        texts = [line.value for line in metas if isinstance(line.value, tree.Text)]
        if len(texts) > 1:
            report("T0222", texts[1].span, clause="text")
        return tree.ScenarioDecl(
            ident(name),
            text_of(title),
            texts[0] if texts else None,
            tuple(line for line in lines if isinstance(line, tree.FieldEntry)),
            tuple(line for line in lines if isinstance(line, tree.LayoutDecl)),
            tuple(line for line in lines if isinstance(line, tree.RegionDecl)),
            tuple(line for line in lines if isinstance(line, tree.HookDecl)),
            tuple(line for line in metas if not isinstance(line.value, tree.Text)),
            span,
        )

    return PartsHead("scenario", span, "scenario_part", make)


# ---- Tests -------------------------------------------------------------------------------------------------


def test(parts: Children) -> PartsHead:
    span = span_of(parts)

    def make(lines: Sequence[Any], report: Report) -> tree.TestDecl:
        given = [line for line in lines if isinstance(line, tree.TestGiven)]
        if len(given) > 1:
            report("T0222", given[1].span, clause="given")
        steps = tuple(line for line in lines if isinstance(line, tree.TestStep))
        declared = tuple(line for line in lines if not isinstance(line, tree.TestStep | tree.TestGiven))
        return tree.TestDecl(parts[1].value, declared, given[0] if given else None, steps, span)

    return PartsHead("test", span, "test_part", make)


def given(parts: Children) -> BlockHead:
    word, *items, code = parts
    facts = [item for item in items if isinstance(item, Fact)]
    options = tuple(fact.held for fact in facts if fact.word == "option")
    found = gather([fact for fact in facts if fact.word != "option"])
    span = word.span.to(facts[-1].span if facts else word.span)

    def make(made: tree.Block | None) -> tree.TestGiven:
        return tree.TestGiven(
            found.get("players"),
            options,
            "setup" in found,
            found.get("layout"),
            found.get("scenario"),
            made or (),
            span,
        )

    return BlockHead("given", span, code, make)


def given_players(parts: Children) -> Fact:
    return Fact("players", int(parts[0].text), span_of(parts))


def given_setup(parts: Children) -> Fact:
    return Fact("setup", True, parts[0].span)


def given_layout(parts: Children) -> Fact:
    return Fact("layout", ident(parts[1]), span_of(parts))


def given_scenario(parts: Children) -> Fact:
    return Fact("scenario", ident(parts[1]), span_of(parts))


def given_option(parts: Children) -> Fact:
    return Fact("option", (ident(parts[0]), parts[1]), span_of(parts))


def when(parts: Children) -> Children:
    return _steps(parts[1] if isinstance(parts[1], list) else [parts[1]])


def when_block(parts: Children) -> PartsHead:
    span = parts[0].span

    def steps(lines: Sequence[Any], report: Report) -> Children:
        for line in lines:
            if isinstance(line, tree.Option):
                report("T0235", line.span)
        return _steps([line for line in lines if not isinstance(line, tree.Option)])

    return PartsHead("when", span, "when_part", steps)


def _steps(lines: Sequence[Any]) -> Children:
    return [tree.TestWhen(line, line.span) for line in lines]


def answers(parts: Children) -> Children:
    """Answers of one line; one without a seat is of the same seat as the one before."""
    made: Children = []
    who: Any = None
    begin: Any = None
    for part in parts:
        if isinstance(part, Fact):
            seat = None if isinstance(who, tree.Name) and who.name == "chance" else who
            made.append(tree.TestAnswer(seat, part.held, (begin or part).span.to(part.span)))
            begin = None
        elif part is not None and not isinstance(part, Token):
            who = begin = part
    return made


def answer(parts: Children) -> Fact:
    return Fact("answer", parts[1], span_of(parts))


def answer_word(parts: Children) -> Token:
    word: Token = parts[0]
    return word


def then(parts: Children) -> Any:
    return parts[1]


def then_block(parts: Children) -> PartsHead:
    return PartsHead("then", parts[0].span, "then_part", lambda lines, _: list(lines))


def expect(parts: Children) -> Any:
    return parts[1]


def expect_value(parts: Children) -> tree.ExpectValue:
    return tree.ExpectValue(parts[0], parts[0].span)


def expect_can(parts: Children) -> tree.ExpectOption:
    who, can, _, choice = parts
    return tree.ExpectOption(who, choice, can.text == "can", span_of(parts))


def can_word(parts: Children) -> Token:
    word: Token = parts[0]
    return word


def expect_sees(parts: Children) -> tree.ExpectSees:
    who, _, number, _, word, _, place = parts
    if word.text.removesuffix("s") not in ("card", "tile", "token", "component"):
        raise Mistake("T0231", word.span, word=word.text)
    return tree.ExpectSees(who, number, place, span_of(parts))


def expect_end(parts: Children) -> tree.ExpectEnd:
    what = {"game": "over", "fault": "fault", "no": "quiet"}[parts[0].text]
    return tree.ExpectEnd(what, span_of(parts))
