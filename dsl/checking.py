"""Turns packs, each with all its games, into one sorted list of findings: what `tafl check` says."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from ..ir.span import Span
from .cache import check_cached
from .choosing import games_of
from .compiled import Verdict
from .diagnostics import Diagnostic, Findings
from .folders import packs_meant, seen_from_here
from .pack import in_play, open_pack, split_reference
from .render import render, to_json
from .sarif import to_github, to_sarif
from .source import Source


@dataclass(slots=True)
class Checked:
    """All findings of some packs; `allowed` are warnings that a comment allows, `games` counts what was
    compiled, `asked` are the packs, each with what stands before its files.
    """

    findings: list[Diagnostic] = field(default_factory=list)
    allowed: list[Diagnostic] = field(default_factory=list)
    sources: dict[str, Source] = field(default_factory=dict)
    games: int = 0
    asked: list[tuple[str, str]] = field(default_factory=list)
    with_: tuple[str, ...] = ()

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

    def sarif(self, version: str) -> str:
        """All findings as a log in SARIF; `version` is that of Tafl."""
        return json.dumps(to_sarif(self.findings, self.files, version), indent=2)

    def github(self) -> str:
        """All findings as annotations of GitHub, and a line that counts them."""
        return "\n".join([*filter(None, [to_github(self.findings, self.files)]), self.summary])

    @property
    def files(self) -> dict[str, str]:
        """Where the files of all packs in play are, by what findings call them."""
        found: dict[str, str] = {}
        for reference, before in self.asked:
            main = open_pack(split_reference(reference)[0])
            for pack in in_play(main, map(open_pack, self.with_), Findings()):
                for name, _ in pack.files:
                    path = pack.root if pack.root.is_file() else pack.root / name
                    found[_path(pack.path(name), before)] = seen_from_here(path)
        return found

    @property
    def summary(self) -> str:
        """How many of what, in one line."""
        errors = len(self.errors)
        parts = [_count(errors, "error"), _count(len(self.findings) - errors, "warning")]
        if self.allowed:
            parts.append(f"{_count(len(self.allowed), 'warning')} allowed in place")
        return f"{_count(self.games, 'game')} checked: {', '.join(parts)}"


def check_all(references: Iterable[str], with_: Sequence[str] = ()) -> Checked:
    """The findings of packs by name or path, perhaps with one game of a pack, or of all packs below a folder,
    each together with others; several packs stand before their files.

    Raises PackError where a pack is not there.
    """
    listed = list(dict.fromkeys(packs_meant(references)))
    whole = Checked(with_=tuple(with_))
    for reference in listed:
        before = split_reference(reference)[0] if len(listed) > 1 else ""
        whole.asked.append((reference, before))
        for game in games_of(reference):
            _add(whole, check_cached(game, with_=with_), before)
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
