"""Turns findings into text for people and into plain data for programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..ir.span import Span
from .diagnostics import Diagnostic
from .source import Source

_RED, _YELLOW, _BLUE, _BOLD, _PLAIN = "\x1b[31m", "\x1b[33m", "\x1b[34m", "\x1b[1m", "\x1b[0m"


def render(
    diagnostics: Iterable[Diagnostic],
    sources: Mapping[str, Source],
    colour: bool = False,
    width: int = 80,
) -> str:
    """Every finding as a small block: what is wrong, where, the line with the place marked, what may help.

    `sources` maps paths to sources; a finding in a file that is not among them is shown without its line.
    Source lines longer than `width` are cut around the place.
    """
    return "\n".join(_one(found, sources, colour, width) for found in diagnostics)


def _one(found: Diagnostic, sources: Mapping[str, Source], colour: bool, width: int) -> str:
    tone = _RED if found.severity == "error" else _YELLOW
    lines = [_paint(f"{found.severity}[{found.code}]", tone + _BOLD, colour) + f": {found.message}"]
    lines += _place(found.span, "", sources, tone, colour, width)
    for span, remark in found.related:
        lines += _place(span, remark, sources, _BLUE, colour, width)
    if found.suggestion is not None:
        lines.append(f"  = did you mean `{found.suggestion}`?")
    return "\n".join(lines) + "\n"


def _place(
    span: Span, remark: str, sources: Mapping[str, Source], tone: str, colour: bool, width: int
) -> list[str]:
    note = f": {remark}" if remark else ""
    head = f"  --> {span}{note}"
    source = sources.get(span.file)
    if source is None:
        return [head]
    number = str(span.line)
    shown, start, length = _cut(source.line(span.line), span, max(20, width - len(number) - 3))
    gap = " " * len(number)
    marks = _paint("^" * length, tone, colour)
    return [head, f"{gap} |", f"{number} | {shown}".rstrip(), f"{gap} | {' ' * start}{marks}"]


def _cut(line: str, span: Span, room: int) -> tuple[str, int, int]:
    """The part of a line to show, where the mark begins in it and how long the mark is."""
    line = line.replace("\t", " ")
    start = min(max(0, span.column - 1), len(line))
    end = span.end_column - 1 if span.end_line == span.line else len(line.rstrip())
    length = max(1, min(end, len(line)) - start)
    if len(line) <= room:
        return line, start, length
    first = min(max(0, start - room // 3), max(0, len(line) - room))
    piece = line[first : first + room]
    if first > 0:
        piece = "…" + piece[1:]
    if first + room < len(line):
        piece = piece[:-1] + "…"
    return piece, start - first, max(1, min(length, room - (start - first)))


def _paint(text: str, tone: str, colour: bool) -> str:
    return f"{tone}{text}{_PLAIN}" if colour else text


def to_json(diagnostics: Iterable[Diagnostic]) -> list[dict[str, object]]:
    """Every finding as plain data, ready for `json.dumps`, with its place as in `Span`."""
    return [
        {
            "code": found.code,
            "severity": found.severity,
            "message": found.message,
            **_span_json(found.span),
            "facts": dict(found.facts),
            "related": [{**_span_json(span), "remark": remark} for span, remark in found.related],
            "suggestion": found.suggestion,
        }
        for found in diagnostics
    ]


def _span_json(span: Span) -> dict[str, object]:
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }
