"""Collects what is wrong: one shape for every finding, no repeats, one order, warnings allowed in place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..ir.span import Span
from .codes import CODES, Severity, sentence
from .source import Source

LIMIT_PER_FILE = 200
"""So many findings of one file are kept; whoever has more mends these first."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing that is wrong: a code, a place and the facts that its sentence needs.

    `related` are other places that matter, each with a short remark ("declared here").
    """

    code: str
    span: Span
    facts: tuple[tuple[str, str], ...] = ()
    related: tuple[tuple[Span, str], ...] = ()
    suggestion: str | None = None

    @property
    def message(self) -> str:
        """The sentence in the author's words."""
        return sentence(self.code, dict(self.facts))

    @property
    def severity(self) -> Severity:
        return CODES[self.code].severity


@dataclass(slots=True)
class _Allow:
    """A comment `# allow T0901: reason`; `line` is the line of code that it speaks of."""

    code: str
    line: int
    span: Span
    used: bool = False


class Findings:
    """Everything that the front end found wrong, in any order of finding."""

    def __init__(self) -> None:
        self.broken: set[str] = set()
        """Names whose declaration could not be read: to call them unknown would only repeat that mistake."""
        self.partly: set[str] = set()
        """Files of which not everything is looked at here: what a comment allows may show elsewhere."""
        self._found: dict[tuple[str, Span, tuple[tuple[str, str], ...]], Diagnostic] = {}
        self._per_file: dict[str, int] = {}
        self._allows: dict[str, list[_Allow]] = {}

    def add(
        self,
        code: str,
        span: Span,
        related: Iterable[tuple[Span, str]] = (),
        suggestion: str | None = None,
        **facts: Any,
    ) -> None:
        """Notes a finding; the same code, place and facts a second time change nothing."""
        told = tuple((name, str(value)) for name, value in sorted(facts.items()))
        key = (code, span, told)
        if key in self._found or self.full(span.file):
            return
        count = self._per_file[span.file] = self._per_file.get(span.file, 0) + 1
        if count == LIMIT_PER_FILE:
            key, code, told, related, suggestion = ("T0108", span, ()), "T0108", (), (), None
        self._found[key] = Diagnostic(code, span, told, tuple(related), suggestion)

    def full(self, file: str) -> bool:
        """Whether so much was found in `file` that nothing more of it is noted."""
        return self._per_file.get(file, 0) >= LIMIT_PER_FILE

    def see(self, source: Source) -> None:
        """Reads the `# allow CODE: reason` comments of a source, once."""
        if source.path not in self._allows:
            self._allows[source.path] = list(self._read_allows(source))

    def sorted(self) -> list[Diagnostic]:
        """All findings but the allowed ones, by file, place and code, whatever order they came in."""
        allowed = set(self.allowed)
        kept = [found for found in self._found.values() if found not in allowed]
        if not any(found.severity == "error" for found in kept):
            kept += self._idle_allows()
        return sorted(kept, key=_order)

    @property
    def errors(self) -> list[Diagnostic]:
        """The findings that forbid to go on, sorted."""
        return [found for found in self.sorted() if found.severity == "error"]

    @property
    def allowed(self) -> list[Diagnostic]:
        """The warnings that a comment allows, sorted."""
        return sorted((found for found in self._found.values() if self._is_allowed(found)), key=_order)

    def _is_allowed(self, found: Diagnostic) -> bool:
        if found.severity != "warning":
            return False
        hits = [
            allow
            for allow in self._allows.get(found.span.file, ())
            if allow.code == found.code and allow.line == found.span.line
        ]
        for allow in hits:
            allow.used = True
        return bool(hits)

    def _idle_allows(self) -> list[Diagnostic]:
        return [
            Diagnostic("T0107", allow.span, (("wanted", allow.code),))
            for file, allows in self._allows.items()
            for allow in allows
            if not allow.used and file not in self.partly
        ]

    def _read_allows(self, source: Source) -> Iterable[_Allow]:
        for number, line in enumerate(source.lines, 1):
            if "allow" not in line:
                continue
            start = comment_start(line)
            match = _ALLOW.match(line, start) if start is not None else None
            if start is None or match is None:
                continue
            span = Span(source.path, number, start + 1, number, match.end() + 1)
            code, reason = match["code"], match["reason"]
            known = CODES.get(code)
            if not reason:
                self.add("T0105", span, wanted=code)
            elif known is None or known.severity == "error":
                self.add("T0106", span, wanted=code)
            else:
                alone = not line[:start].strip()
                yield _Allow(code, _next_code(source, number) if alone else number, span)


_ALLOW = re.compile(r"#\s*allow\s+(?P<code>T\d+)\s*(?::\s*(?P<reason>.*?))?\s*$")


def comment_start(line: str) -> int | None:
    """Where the comment of a line begins, counted from 0: the first `#` outside quotes; None without one."""
    inside = False
    position = 0
    while position < len(line):
        sign = line[position]
        if sign == '"':
            inside = not inside
        elif sign == "\\" and inside:
            position += 1
        elif sign == "#" and not inside:
            return position
        position += 1
    return None


def _next_code(source: Source, number: int) -> int:
    for later, line in enumerate(source.lines[number:], number + 1):
        if line.strip() and not line.lstrip().startswith("#"):
            return later
    return number


def _order(found: Diagnostic) -> tuple[Span, str, str]:
    return found.span, found.code, found.message
