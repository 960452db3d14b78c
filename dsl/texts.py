"""Turns quoted texts into their pieces: letters as they are shown, and expressions between braces."""

from __future__ import annotations

import re
from collections.abc import Callable

from ..ir.span import Span
from . import syntax as tree
from .diagnostics import Findings
from .lexer import Raw, Token
from .reader import RESERVED

_NAME = re.compile("[A-Za-z_][A-Za-z0-9_]{0,63}")
_ESCAPES = {'"': '"', "\\": "\\", "n": "\n"}

ReadCode = Callable[[Raw], "tree.Expr | None"]


def quoted(token: Token, findings: Findings, read_code: ReadCode) -> tree.Text:
    """The text of a STRING token."""
    raw = token.raw
    inner = Raw(raw.text[: token.start + len(token.text) - 1], raw.line, raw.column, raw.columns)
    return _Pieces(inner, token.start + 1, token.span, True, findings, read_code).text()


def plain(raw: Raw, span: Span, findings: Findings, read_code: ReadCode) -> tree.Text:
    """A text that a table holds without quotes; a backslash is a backslash there."""
    return _Pieces(raw, 0, span, False, findings, read_code).text()


class _Pieces:
    def __init__(
        self, raw: Raw, start: int, span: Span, escapes: bool, findings: Findings, read_code: ReadCode
    ) -> None:
        self.raw = raw
        self.position = start
        self.span = span
        self.escapes = escapes
        self.findings = findings
        self.read_code = read_code
        self.value = ""
        self.piece = ""
        self.parts: list[str | tree.Expr] = []

    def text(self) -> tree.Text:
        text = self.raw.text
        while self.position < len(text):
            sign = text[self.position]
            if sign == "\\" and self.escapes:
                self._escape()
            elif sign in "{}" and text.startswith(sign * 2, self.position):
                self._add(sign, sign * 2)
            elif sign == "{":
                self._code()
            else:
                self._add(sign, sign)
        if self.piece or not self.parts:
            self.parts.append(self.piece)
        return tree.Text(self.value, tuple(self.parts), self.span)

    def _add(self, shown: str, written: str) -> None:
        self.piece += shown
        self.value += shown
        self.position += len(written)

    def _escape(self) -> None:
        sign = self.raw.text[self.position + 1 : self.position + 2]
        if sign in _ESCAPES:
            self._add(_ESCAPES[sign], "\\" + sign)
            return
        place = self.raw.span(self.span.file, self.position, self.position + 2)
        self.findings.add("T0122", place, sign=sign)
        self._add("\\", "\\")

    def _code(self) -> None:
        """An expression between braces."""
        text, start = self.raw.text, self.position
        end = text.find("}", start)
        place = self.raw.span(self.span.file, start, start + 1 if end < 0 else end + 1)
        if end < 0:
            self.findings.add("T0123", place)
            self._add("{", "{")
            return
        inside = text[start + 1 : end].strip()
        first = text.find(inside, start + 1)
        code: tree.Expr | None = None
        if not inside:
            self.findings.add("T0124", place)
        elif _NAME.fullmatch(inside) and inside not in RESERVED:
            code = tree.Name(inside, self.raw.span(self.span.file, first, first + len(inside)))
        else:
            code = self.read_code(_cut(self.raw, first, end))
        if code is not None:
            if self.piece:
                self.parts.append(self.piece)
            self.parts.append(code)
            self.piece = ""
        self.value += text[start : end + 1]
        self.position = end + 1


def _cut(raw: Raw, start: int, end: int) -> Raw:
    if raw.columns is None:
        return Raw(raw.text[start:end], raw.line, raw.column + start)
    return Raw(raw.text[start:end], raw.line, raw.column, raw.columns[start : end + 1])
