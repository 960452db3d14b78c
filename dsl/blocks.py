"""Turns the tree of lines into nodes of tree 1: a line by the grammar, what is indented below by its head."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..ir.span import Span
from . import syntax as tree
from .build_stmt import with_blocks
from .complaints import AT_END, complain
from .diagnostics import Findings
from .grammar import END
from .heads import BlockHead, Body, BranchHead, PartsHead
from .lexer import Line, Raw, Token, read_lines
from .mistakes import Mistake
from .reader import RESERVED, Unexpected, read
from .texts import quoted

_BELOW = {
    "game": "game_part",
    "enum": "enum_part",
    **dict.fromkeys(("card", "tile", "token", "figure", "space", "die"), "kind_part"),
    "player": "seat_part",
    "table": "seat_part",
    "board": "graph_part",
    "layout": "layout_part",
    "region": "drawing_part",
    "shape": "drawing_part",
    "scenario": "scenario_part",
    "test": "test_part",
    "when": "when_part",
    "then": "then_part",
    **dict.fromkeys(("value", "effect", "action", "before", "after", "instead", "change"), "stmt"),
    **dict.fromkeys(("setup", "play", "scoring", "given"), "stmt"),
}
"""What stands below a line by its first word, for lines that cannot be read themselves."""

_LATER = {
    "declaration": frozenset({"resource", "extend", "override", "remove"}),
    "test_part": frozenset({"resource", "extend", "override", "remove"}),
    "kind_part": frozenset({"sides"}),
    "content_part": frozenset({"side", "available"}),
    "scenario_part": frozenset({"objective"}),
}
_LATER_BOARDS = frozenset({"ring", "berths", "map"})


@dataclass(slots=True)
class _Pending:
    """A statement that an `else:` may still go on: the branches of an `if`, or a choice, with its head."""

    head: BlockHead | BranchHead | tree.Choose | None
    branches: list[tuple[tree.Expr, tree.Block]] = field(default_factory=list)
    block: tree.Block | None = None
    otherwise: tree.Block | None = None

    def node(self) -> Any:
        match self.head:
            case None:
                return None
            case BranchHead():
                return tree.If(tuple(self.branches), self.otherwise, self.head.span)
            case BlockHead() if self.otherwise is not None and self.head.make_else is not None:
                return self.head.make_else(self.block, self.otherwise)
            case BlockHead():
                return self.head.make(self.block)
            case tree.Choose():
                return with_blocks(self.head, None, self.otherwise)


class Blocks:
    """Reads the lines of one text."""

    def __init__(self, file: str, findings: Findings) -> None:
        self.file = file
        self.findings = findings
        self.broken = 0

    def parts(self, lines: Sequence[Line], context: str) -> list[Any]:
        """What the lines of a block are, each a `context`; what cannot be read is reported and left out."""
        made: list[Any] = []
        pending: _Pending | None = None
        for line in lines:
            if self.findings.full(self.file):
                break
            head = self._head(line, context)
            if isinstance(head, BranchHead) and head.word != "if":
                pending = self._go_on(line, head, pending)
                continue
            if pending is not None:
                made.append(pending.node())
                pending = None
            match head:
                case None:
                    self._below_broken(line, context)
                    if context == "stmt":
                        made.append(tree.Broken(frozenset(_words(line)), line.span))
                    pending = (
                        _Pending(None) if line.tokens[0].text in ("if", "elif", "choose", "may") else None
                    )
                case BranchHead():
                    pending = _Pending(head)
                    pending.branches.append((head.test or _nothing(head.span), self._block(line, head.body)))
                case BlockHead(make_else=else_) if else_ is not None:
                    pending = _Pending(head, block=self._maybe_block(line, head))
                case tree.Choose() if not line.children:
                    pending = _Pending(head)
                case _:
                    made += self._close(line, head, context)
        if pending is not None:
            made.append(pending.node())
        return [node for node in made if node is not None]

    def _go_on(self, line: Line, head: BranchHead, pending: _Pending | None) -> _Pending:
        """`elif` and `else`, which belong to the statement before them."""
        block = self._block(line, head.body)
        fits = pending is not None and pending.otherwise is None
        if fits and head.word == "elif":
            fits = pending is not None and (pending.head is None or isinstance(pending.head, BranchHead))
        if pending is None or not fits:
            self.findings.add("T0219", head.span, word=head.word)
            return pending or _Pending(None)
        if head.test is not None:
            pending.branches.append((head.test, block))
        else:
            pending.otherwise = block
        return pending

    def _close(self, line: Line, head: Any, context: str) -> list[Any]:
        """The nodes of a line whose head is known."""
        try:
            match head:
                case BlockHead():
                    return [head.make(self._maybe_block(line, head))]
                case PartsHead():
                    broken = self.broken
                    parts = self.parts(line.children, head.context)
                    made = head.make(parts, self.findings.add if self.broken == broken else _say_nothing)
                    return made if isinstance(made, list) else [made]
                case _:
                    nodes = head if isinstance(head, list) else [head]
                    if line.children:
                        self.findings.add("T0233", line.children[0].span, above=line.tokens[0].text)
                        nodes = nodes + self.parts(line.children, context)
                    return nodes
        except Mistake as mistake:
            self.findings.add(mistake.code, mistake.span, **mistake.facts)
            return []

    # ---- Blocks ------------------------------------------------------------------------------------------

    def _maybe_block(self, line: Line, head: BlockHead) -> tree.Block | None:
        if head.body is not None:
            return self._block(line, head.body)
        if not line.children:
            return None
        self._missing_colon(line)
        return self._statements(line.children)

    def _block(self, line: Line, body: Body) -> tree.Block:
        match body.inline:
            case None if line.children:
                return self._statements(line.children)
            case None:
                if not line.damaged:
                    self.findings.add("T0212", body.span, word=line.tokens[0].text)
                return ()
            case BlockHead() as inner:
                return (inner.make(self._maybe_block(line, inner)),)
            case statement:
                if line.children:
                    self.findings.add("T0234", line.children[0].span)
                    return (statement, *self._statements(line.children))
                return (statement,)

    def _statements(self, lines: Sequence[Line]) -> tree.Block:
        nodes = self.parts(lines, "stmt")
        for node in nodes:
            if isinstance(node, tree.Option):
                self.findings.add("T0235", node.span)
        return tuple(node for node in nodes if not isinstance(node, tree.Option))

    def _below_broken(self, line: Line, context: str) -> None:
        """The lines below one that cannot be read are read for their own mistakes only."""
        first = line.tokens[0].text
        statements = context in ("stmt", "when_part", "content_part", "kind_part")
        below = _BELOW.get(first, "stmt" if statements else "content_part")
        self.parts(line.children, "stmt" if context in ("stmt", "when_part") else below)

    # ---- Lines -------------------------------------------------------------------------------------------

    def _head(self, line: Line, context: str) -> Any:
        """What a line says by itself; None where it cannot be read."""
        later = self._later(line, context)
        if later is not None:
            return later
        for token in line.tokens:
            if token.type == "STRING" and token.value is None:
                token.value = quoted(token, self.findings, self.expression)
        tokens = [*line.tokens, end_of(line)]
        try:
            return read(context, tokens)
        except Mistake as mistake:
            self.findings.add(mistake.code, mistake.span, **mistake.facts)
        except Unexpected as error:
            mended = self._mended(line, tokens, error, context)
            if mended is not None:
                return mended
        self.broken += 1
        self._remember(line, context)
        return None

    def _mended(self, line: Line, tokens: list[Token], error: Unexpected, context: str) -> Any:
        """Reports why a line cannot be read; where only a colon is wrong, reads it as if it were right."""
        if len(tokens) > 4 and tokens[0].text == "board" and tokens[3].text in _LATER_BOARDS:
            return tree.LaterDecl(tree.Ident(tokens[3].text, tokens[3].span), line.span)
        code = "" if line.damaged else complain(self.findings, context, tokens, error)
        if code == "T0203":
            next_ = tokens[error.index]
            tokens.insert(error.index, Token("SIGN", ":", next_.span, next_.raw, next_.start))
        elif code == "T0204" and error.index == len(tokens) - 2:
            del tokens[-2]
        else:
            return None
        try:
            return read(context, tokens)
        except (Unexpected, Mistake):
            return None

    def _missing_colon(self, line: Line) -> None:
        if not line.damaged:
            self.findings.add("T0203", end_of(line).span, where=AT_END, before=line.tokens[-1].text)

    def _later(self, line: Line, context: str) -> Any:
        """What comes with later games is skipped with everything below it."""
        first = line.tokens[0]
        if first.text not in _LATER.get(context, ()) or len(line.tokens) < 2:
            return None
        second = line.tokens[1]
        if second.type not in ("WORD", "STRING") or second.text in RESERVED:
            return None
        line.children = []
        word = tree.Ident(first.text, first.span)
        match context:
            case "declaration" | "test_part":
                return tree.LaterDecl(word, line.span)
            case _:
                self.findings.add("T1010", first.span, word=first.text)
                return []

    def _remember(self, line: Line, context: str) -> None:
        """Notes what a broken line may have declared, so that nobody calls it unknown."""
        words = [token.text for token in line.tokens if token.type == "WORD"]
        if words[:1] not in (["enum"], ["choose"]) and context != "enum_part":
            words = words[:2]
        self.findings.broken.update(words)

    def expression(self, raw: Raw) -> tree.Expr | None:
        """A piece of code that is one expression."""
        lines = read_lines([raw], self.file, self.findings)
        if len(lines) != 1:
            return None
        made: tree.Expr | None = self._head(lines[0], "expr")
        return made


def _words(line: Line) -> Iterator[str]:
    """All words in a line and below it, also those inside its texts."""
    for token in line.tokens:
        yield from _WORD.findall(token.text)
    for child in line.children:
        yield from _words(child)


_WORD = re.compile("[A-Za-z_][A-Za-z0-9_]*")


def end_of(line: Line) -> Token:
    last = line.tokens[-1]
    end = last.span.end_column
    span = Span(last.span.file, last.span.end_line, end, last.span.end_line, end + 1)
    return Token(END, "", span, last.raw, last.start + len(last.text))


def _say_nothing(*_: object, **__: object) -> None:
    """What is missing below a head may stand in a line that could not be read."""


def _nothing(span: Span) -> tree.Expr:
    return tree.Name("false", span)
