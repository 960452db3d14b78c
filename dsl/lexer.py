"""Turns lines of text into a tree of logical lines: signs with their places, nested by indentation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ..ir.span import Span
from .diagnostics import Findings
from .signs import ADVICE

MAX_DIGITS = 10
MAX_NAME = 64
MAX_BRACKETS = 32
MAX_INDENTS = 32
MAX_SIGNS = 5000


@dataclass(frozen=True, slots=True)
class Raw:
    """One line of text as it stands in a file: its first character at `column` of `line`.

    Where characters of the file were left out on the way (escapes in a table), `columns` gives the column of
    every character and of the end.
    """

    text: str
    line: int
    column: int = 1
    columns: tuple[int, ...] | None = None

    def span(self, file: str, start: int, end: int) -> Span:
        """The place of `text[start:end]`."""
        if self.columns is None:
            return Span(file, self.line, self.column + start, self.line, self.column + end)
        return Span(
            file, self.line, self.columns[start], self.line, max(self.columns[end], self.columns[start] + 1)
        )


@dataclass(slots=True)
class Token:
    """A word or sign. `type` is a terminal of the grammar, or WORD or SIGN until the place decides which.

    `value` is the `Text` of a quoted text; `raw` and `start` say where its characters stand.
    """

    type: str
    text: str
    span: Span
    raw: Raw
    start: int
    value: object = None


@dataclass(slots=True)
class Line:
    """A logical line (brackets may carry it over several of the file) and the lines indented below it.

    `damaged` lines have signs that could not be read and were reported.
    """

    indent: int
    tokens: list[Token] = field(default_factory=list)
    children: list[Line] = field(default_factory=list)
    damaged: bool = False

    @property
    def span(self) -> Span:
        return self.tokens[0].span.to(self.tokens[-1].span)


_TOKENS = re.compile(
    r"""[ \t]+ | (?P<comment>\#.*)
    | (?P<WORD>[A-Za-z_][A-Za-z0-9_]*)
    | (?P<MANY>[0-9]+x(?![A-Za-z0-9_]))
    | (?P<glued>[0-9]+[A-Za-z_][A-Za-z0-9_]*)
    | (?P<INT>[0-9]+)
    | (?P<STRING>"(?:[^"\\]|\\.)*")
    | (?P<open>".*)
    | (?P<foreign>\+\+|&&|\|\||:=|=>|===|<>|\*\*|//|[‘’“”'`])
    | (?P<SIGN>--|->|\.\.|==|!=|<=|>=|\+=|-=|[-+*=<>.,:?()\[\]])
    | (?P<other>[^\x00-\x7f]+|.)""",
    re.VERBOSE,
)
_LETTER = re.compile(r'\s+(?P<LETTER>[^\s:,|"]+)(?=\s*:)')
_BARS = re.compile(r"(?P<BARS>\|[^|]*\|)\s*(?:\#.*)?$")
_LEGEND = re.compile(r"legend(?=\s)")
_CLOSES = {"(": ")", "[": "]"}


def read_lines(raws: Sequence[Raw], file: str, findings: Findings) -> list[Line]:
    """The lines of a text as a tree; what cannot be read is reported and left out."""
    return _Lexer(raws, file, findings).tree()


class _Lexer:
    def __init__(self, raws: Sequence[Raw], file: str, findings: Findings) -> None:
        self.raws = raws
        self.file = file
        self.findings = findings
        self.brackets: list[Token] = []
        self.tab_seen = False

    def tree(self) -> list[Line]:
        roots: list[Line] = []
        levels: list[tuple[int, list[Line]]] = []
        index = 0
        while index < len(self.raws) and not self.findings.full(self.file):
            raw = self.raws[index]
            indent = self._indent(raw)
            if indent is None:
                index += 1
                continue
            line = Line(indent)
            index = self._logical_line(line, index)
            if line.tokens:
                self._hang(line, raw, roots, levels)
        return roots

    def _hang(self, line: Line, raw: Raw, roots: list[Line], levels: list[tuple[int, list[Line]]]) -> None:
        """Puts a line below the nearest line that is indented less."""
        closed = None
        while levels and levels[-1][0] >= line.indent:
            closed = levels.pop()[0]
        siblings = levels[-1][1][-1].children if levels else roots
        misplaced = closed != line.indent if closed is not None else not levels and line.indent > 0
        if misplaced:
            fits = [f"{indent}" for indent, _ in levels] + [str(closed if closed is not None else 0)]
            span = raw.span(self.file, 0, _width(raw.text)) if line.indent else line.tokens[0].span
            self.findings.add("T0109", span, width=line.indent, fits=" or ".join(dict.fromkeys(fits)))
        if len(levels) >= MAX_INDENTS:
            above = levels[-1][1][-1]
            if not above.damaged:
                self.findings.add("T0118", line.span, limit=MAX_INDENTS)
            above.damaged = True
            return
        siblings.append(line)
        levels.append((line.indent, siblings))

    def _indent(self, raw: Raw) -> int | None:
        """How far a line is indented; None where it holds no code."""
        width = _width(raw.text)
        if width == len(raw.text) or raw.text[width] == "#":
            return None
        lead = raw.text[:width]
        if "\t" in lead:
            at = lead.index("\t")
            if not self.tab_seen:
                self.findings.add("T0104", raw.span(self.file, at, at + 1))
            self.tab_seen = True
        return len(lead.expandtabs(4))

    def _logical_line(self, line: Line, index: int) -> int:
        """Reads a line and those that its brackets join to it; returns the index of the next line."""
        self.brackets = []
        self._scan(line, self.raws[index])
        if not self.brackets:
            return index + 1
        first, alone = len(line.tokens), list(self.brackets)
        later = index + 1
        while self.brackets and later < len(self.raws):
            raw = self.raws[later]
            width = _width(raw.text)
            if width < len(raw.text) and raw.text[width] != "#":
                if len(raw.text[:width].expandtabs(4)) <= line.indent and raw.text[width] not in ")]":
                    break
                self._scan(line, raw)
            later += 1
        if not self.brackets:
            return later
        # Nothing closes it: the lines below are read as if it had been closed at the end of its own line.
        del line.tokens[first:]
        line.damaged = True
        self.findings.add("T0115", alone[-1].span, bracket=alone[-1].text, closing=_CLOSES[alone[-1].text])
        return index + 1

    def _scan(self, line: Line, raw: Raw) -> None:
        text, position = raw.text, _width(raw.text)
        if not line.tokens and text.startswith("|", position):
            self._row(line, raw, position)
            return
        legend = _LEGEND.match(text, position) if not line.tokens else None
        letter_next = False
        while position < len(text):
            match = _LETTER.match(text, position) if letter_next else None
            if match is not None:
                position = match.start("LETTER")
            else:
                match = _TOKENS.match(text, position)
            assert match is not None
            kind = match.lastgroup
            if kind is not None and kind != "comment":
                self._take(line, raw, kind, match.group(kind), position)
                if len(self.brackets) > MAX_BRACKETS:
                    self._too_many(line)
                    return
                letter_next = legend is not None and (not line.tokens[1:] or match.group() == ",")
            position = match.end()

    def _row(self, line: Line, raw: Raw, position: int) -> None:
        match = _BARS.match(raw.text, position)
        if match is None:
            end = len(raw.text.rstrip())
            line.damaged = True
            self.findings.add("T0119", raw.span(self.file, position, end))
            match = re.compile("(?P<BARS>.*)").match(raw.text, position)
            assert match is not None
        span = raw.span(self.file, *match.span("BARS"))
        line.tokens.append(Token("BARS", match["BARS"], span, raw, position))

    def _too_many(self, line: Line) -> None:
        """Leaves out the rest of a line in which nobody could find the way."""
        if not line.damaged:
            self._report(line, "T0117", self.brackets[-1].span, limit=MAX_BRACKETS)
        self.brackets.clear()

    def _take(self, line: Line, raw: Raw, kind: str, text: str, start: int) -> None:
        span = raw.span(self.file, start, start + len(text))
        token = Token(kind, text, span, raw, start)
        match kind:
            case "SIGN":
                if text in "()[]" and not self._bracket(line, token):
                    return
            case "INT" | "MANY" if len(text) > MAX_DIGITS + (kind == "MANY"):
                self._report(line, "T0112", span, limit=MAX_DIGITS)
                token.text = "0" if kind == "INT" else "0x"
            case "WORD" if len(text) > MAX_NAME:
                self._report(line, "T0113", span, limit=MAX_NAME)
            case "glued":
                self._report(line, "T0111", span, text=text)
                token.type, token.text = "INT", "0"
            case "open":
                self._report(line, "T0110", span)
                token.type, token.text = "STRING", f'{text.rstrip()}"'
            case "foreign" | "other":
                self._foreign(line, token)
                return
            case _:
                pass
        if len(line.tokens) < MAX_SIGNS:
            line.tokens.append(token)
        elif not line.damaged:
            self._report(line, "T0126", span, limit=f"{MAX_SIGNS:,}")

    def _foreign(self, line: Line, token: Token) -> None:
        """A sign that the language does not have."""
        if token.text in ADVICE:
            self._report(line, "T0120", token.span, sign=token.text, advice=ADVICE[token.text])
        elif token.text.strip("\ufffd"):
            shown = token.text if token.text.isprintable() else ""
            number = f"U+{ord(token.text[0]):04X}"
            self._report(
                line, "T0114", token.span, sign=f"`{shown}`" if shown.strip() else f"character {number}"
            )
        line.damaged = True

    def _bracket(self, line: Line, token: Token) -> bool:
        if token.text in _CLOSES:
            self.brackets.append(token)
            return True
        if self.brackets and _CLOSES[self.brackets[-1].text] == token.text:
            self.brackets.pop()
            return True
        self._wrong_closing(line, token)
        return False

    def _wrong_closing(self, line: Line, token: Token) -> None:
        """Reports a closing bracket that does not fit, and closes what it was meant for, if that is open."""
        if not self.brackets:
            if not line.damaged:
                self._report(line, "T0121", token.span, sign=token.text)
            return
        opener = self.brackets[-1]
        if not line.damaged:
            related, closing = ((opener.span, "opened here"),), _CLOSES[opener.text]
            self._report(line, "T0116", token.span, related, sign=token.text, closing=closing)
        if all(_CLOSES[other.text] != token.text for other in self.brackets):
            self.brackets.pop()
            return
        while _CLOSES[self.brackets.pop().text] != token.text:
            pass

    def _report(
        self, line: Line, code: str, span: Span, related: tuple[tuple[Span, str], ...] = (), **facts: Any
    ) -> None:
        line.damaged = True
        self.findings.add(code, span, related, **facts)


def _width(text: str) -> int:
    return len(text) - len(text.lstrip(" \t"))
