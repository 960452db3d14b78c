"""Turns a YAML file into nodes with their places; strictly: what YAML would guess or expand is an error."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import yaml

from ..ir.span import Span
from .diagnostics import Findings
from .lexer import Raw
from .source import Source

MAX_DEPTH = 32


@dataclass(frozen=True, slots=True)
class Scalar:
    """A word, number or text as written. `quoted` is false for plain words, which may mean a number or true.

    `raws` are its lines with their places in the file; `exact` says that these are right to the character.
    """

    text: str
    quoted: bool
    raws: tuple[Raw, ...]
    exact: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Items:
    """A list; `raws` is its text where it is written in brackets."""

    items: tuple[Node, ...]
    raws: tuple[Raw, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Entries:
    """Keys and their values, in written order, every key once."""

    entries: tuple[tuple[Scalar, Node], ...]
    span: Span

    def get(self, key: str) -> Node | None:
        return next((value for name, value in self.entries if name.text == key), None)


Node: TypeAlias = Scalar | Items | Entries


def read_yaml(source: Source, findings: Findings) -> Node | None:
    """The one document of a file; None where it cannot be read, which is reported."""
    for number, line in enumerate(source.lines, 1):
        lead = line[: len(line) - len(line.lstrip())]
        if "\t" in lead and line.strip():
            at = lead.index("\t") + 1
            findings.add("T0104", Span(source.path, number, at, number, at + 1))
            return None
    try:
        return _Composer(source, findings).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        _report(source, findings, mark.line if mark else 0, mark.column if mark else 0, str(error.problem))
    except yaml.reader.ReaderError as error:
        before = source.text[: error.position].split("\n")
        _report(source, findings, len(before) - 1, len(before[-1]), "special characters")
    except _Stop:
        pass
    return None


def _report(source: Source, findings: Findings, above: int, column: int, problem: str) -> None:
    """A finding where the reading stopped: below `above` lines, right of `column` characters."""
    line = min(above + 1, len(source.lines))
    column = min(column, len(source.line(line))) + 1
    advice = next(
        (said for part, said in _ADVICE.items() if part in problem), "it does not fit what is above"
    )
    findings.add("T0840", Span(source.path, line, column, line, column + 1), advice=advice)


_ADVICE = {
    "mapping values are not allowed": "put a value that has `: ` in it in quotes, or see whether the "
    "line above "
    "lacks its `:`",
    "could not find expected ':'": "this line needs a key and a `:`",
    "cannot start any token": "put the value in quotes",
    "expected <block end>": "it is indented differently from the lines it belongs to",
    "expected ',' or": "a bracket or brace that is open here has to be closed",
    "end of stream": "a quotation mark or bracket is never closed",
    "unknown escape": "after `\\` only a few letters can stand in a quoted text; use single quotes instead",
    "special characters": "there is a character that YAML does not allow",
    "block scalar": "after `|` nothing else stands on the line",
    "unexpected characters": "after the closing quotation mark nothing else stands on the line",
}


class _Stop(Exception):
    """A finding after which nothing more of the file can be trusted."""


class _Composer:
    def __init__(self, source: Source, findings: Findings) -> None:
        self.source = source
        self.findings = findings
        self.events = yaml.parse(source.text + "\n", Loader=yaml.SafeLoader)

    def document(self) -> Node | None:
        self._next()
        if not isinstance(self._next(), yaml.DocumentStartEvent):
            self.findings.add("T0847", self.source.span)
            return None
        node = self._node(self._next(), 0)
        self._next()
        more = self._next()
        if isinstance(more, yaml.DocumentStartEvent):
            self._stop("T0844", more)
        return node

    def _next(self) -> Any:
        return next(self.events)

    def _stop(self, code: str, event: Any, **facts: Any) -> None:
        self.findings.add(code, self._span(event), **facts)
        raise _Stop

    def _span(self, event: Any) -> Span:
        """The place of an event; YAML lets some end only where the next one begins, or below the file."""
        start, end = event.start_mark, event.end_mark
        line, column = end.line + 1, end.column + 1
        if column == 1 and line > start.line + 1:
            line -= 1
            column = len(self.source.line(line)) + 1
        first = min(start.line + 1, len(self.source.lines))
        if (line, column) <= (start.line + 1, start.column + 1):
            return Span(self.source.path, first, start.column + 1, first, start.column + 2)
        return Span(self.source.path, first, start.column + 1, line, column)

    def _node(self, event: Any, depth: int) -> Node:
        if depth > MAX_DEPTH:
            self._stop("T0846", event, limit=MAX_DEPTH)
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            self._stop("T0842", event)
        if getattr(event, "tag", None) is not None:
            self._stop("T0843", event)
        match event:
            case yaml.ScalarEvent():
                return self._scalar(event)
            case yaml.SequenceStartEvent():
                return self._items(event, depth)
            case _:
                return self._entries(event, depth)

    def _items(self, start: Any, depth: int) -> Items:
        items = []
        while not isinstance(event := self._next(), yaml.SequenceEndEvent):
            items.append(self._node(event, depth + 1))
        span = self._span(start).to(self._span(event))
        return Items(tuple(items), self._written(start, event) if start.flow_style else (), span)

    def _entries(self, start: Any, depth: int) -> Entries:
        entries: list[tuple[Scalar, Node]] = []
        seen: dict[str, Scalar] = {}
        while not isinstance(event := self._next(), yaml.MappingEndEvent):
            key = self._node(event, depth + 1)
            if not isinstance(key, Scalar):
                self._stop("T0845", event)
                break
            value = self._node(self._next(), depth + 1)
            first = seen.setdefault(key.text, key)
            if first is not key:
                self.findings.add("T0841", key.span, [(first.span, "first given here")], key=key.text)
                if self.findings.full(self.source.path):
                    raise _Stop
                continue
            entries.append((key, value))
        return Entries(tuple(entries), self._span(start).to(self._span(event)))

    # ---- Scalars -----------------------------------------------------------------------------------------

    def _scalar(self, event: Any) -> Scalar:
        text, span = event.value, self._span(event)
        raws = self._block(event) if event.style in ("|", ">") else self._flow(event)
        exact = "\n".join(raw.text for raw in raws) == text.rstrip("\n")
        if not exact:
            place = (span.column,) * (len(text) + 1)
            raws = (Raw(text, span.line, span.column, place),)
        return Scalar(text, event.style is not None, raws, exact, span)

    def _block(self, event: Any) -> tuple[Raw, ...]:
        """The lines below `|`, without their common indentation."""
        first = event.start_mark.line + 2
        lines = event.value.rstrip("\n").split("\n")
        written = [self.source.line(first + number) for number in range(len(lines))]
        filled = [(line, text) for line, text in zip(written, lines, strict=True) if text.strip()]
        if not filled:
            return ()
        indent = len(filled[0][0]) - len(filled[0][1])
        if any(line[indent:] != text for line, text in zip(written, lines, strict=True)):
            return ()
        return tuple(Raw(text, first + number, indent + 1) for number, text in enumerate(lines))

    def _flow(self, event: Any) -> tuple[Raw, ...]:
        start, end = event.start_mark, event.end_mark
        if start.line != end.line:
            return ()
        line, number = self.source.line(start.line + 1), start.line + 1
        if event.style is None:
            return (Raw(line[start.column : end.column], number, start.column + 1),)
        return _unquoted(line, start.column + 1, end.column - 1, number, event.style)

    def _written(self, start: Any, end: Any) -> tuple[Raw, ...]:
        """What stands between two marks, brackets included."""
        first, last = start.start_mark, end.end_mark
        raws = []
        for number in range(first.line, last.line + 1):
            line = self.source.line(number + 1)
            begin = first.column if number == first.line else 0
            stop = last.column if number == last.line else len(line)
            raws.append(Raw(line[begin:stop], number + 1, begin + 1))
        return tuple(raws)


_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "/": "/", " ": " ", "0": "\0", "r": "\r", "e": "\x1b"}
_HEX = {"x": 2, "u": 4, "U": 8}


def _unquoted(line: str, start: int, end: int, number: int, style: str) -> tuple[Raw, ...]:
    """The inside of a quoted text on one line, each character with its column."""
    text, columns = "", []
    while start < end:
        sign, width = line[start], 1
        if style == "'" and sign == "'":
            width = 2
        elif style == '"' and sign == "\\":
            letter = line[start + 1 : start + 2]
            width = 2 + _HEX.get(letter, 0)
            code = line[start + 2 : start + width]
            sign = _ESCAPES.get(letter, "") if not code else _from_hex(code)
        text += sign
        columns += [start + 1] * len(sign)
        start += width
    columns.append(end + 1)
    raws, position = [], 0
    for piece in text.split("\n"):
        stop = position + len(piece)
        raws.append(Raw(piece, number, columns[position], tuple(columns[position : stop + 1])))
        position = stop + 1
    return tuple(raws)


def _from_hex(code: str) -> str:
    try:
        return chr(int(code, 16))
    except (ValueError, OverflowError):
        return ""
