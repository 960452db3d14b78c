"""Turns packs, each with all its games, into one sorted list of findings: what `tafl check` says."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from ..ir.span import Span
from .cache import check_cached
from .choosing import games_of
from .compiled import Verdict
from .diagnostics import Diagnostic
from .pack import split_reference
from .render import render, to_json
from .source import Source


@dataclass(slots=True)
class Checked:
    """All findings of some packs; `allowed` are warnings that a comment allows, `games` counts what was
    compiled.
    """

    findings: list[Diagnostic] = field(default_factory=list)
    allowed: list[Diagnostic] = field(default_factory=list)
    sources: dict[str, Source] = field(default_factory=dict)
    games: int = 0

    @property
    def errors(self) -> list[Diagnostic]:
        return [found for found in self.findings if found.severity == "error"]

    def text(self, *, colour: bool = False) -> str:
        """All findings as text, and a line that counts them."""
        shown = [render(self.findings, self.sources, colour)] if self.findings else []
        return "\n".join([*shown, self.summary])

    def json(self) -> str:
        """All findings as one line of JSON."""
        return json.dumps(to_json(self.findings), sort_keys=True)

    @property
    def summary(self) -> str:
        """How many of what, in one line."""
        errors = len(self.errors)
        parts = [_count(errors, "error"), _count(len(self.findings) - errors, "warning")]
        if self.allowed:
            parts.append(f"{_count(len(self.allowed), 'warning')} allowed in place")
        return f"{_count(self.games, 'game')} checked: {', '.join(parts)}"


def check_all(references: Iterable[str]) -> Checked:
    """The findings of packs by name or path, perhaps with one game of a pack; several packs stand before
    their files.

    Raises PackError where a pack is not there.
    """
    listed = list(dict.fromkeys(references))
    whole = Checked()
    for reference in listed:
        for game in games_of(reference):
            _add(whole, check_cached(game), split_reference(reference)[0] if len(listed) > 1 else "")
    whole.findings = sorted(dict.fromkeys(whole.findings), key=_order)
    whole.allowed = list(dict.fromkeys(whole.allowed))
    return whole


def _add(whole: Checked, compiled: Verdict, before: str) -> None:
    whole.games += 1
    whole.findings += [_placed(found, before) for found in compiled.findings]
    whole.allowed += [_placed(found, before) for found in compiled.allowed]
    for path, source in compiled.sources.items():
        whole.sources[_path(path, before)] = source


def _placed(found: Diagnostic, before: str) -> Diagnostic:
    related = tuple((_moved(span, before), remark) for span, remark in found.related)
    return replace(found, span=_moved(found.span, before), related=related)


def _moved(span: Span, before: str) -> Span:
    return replace(span, file=_path(span.file, before))


def _path(file: str, before: str) -> str:
    return f"{before.rstrip('/')}/{file}" if before else file


def _order(found: Diagnostic) -> tuple[Span, str, str]:
    return found.span, found.code, found.message


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
