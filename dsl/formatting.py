"""Turns files, and all below folders, into their one form, or tells which are not in it: `tafl fmt`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from .diagnostics import Findings
from .folders import read_bytes, texts_meant, write_text
from .format import format_source
from .render import render
from .source import from_bytes


@dataclass(slots=True)
class Formatted:
    """What became of some files; `broken` are renderings of what keeps a file from being read."""

    changed: list[Path] = field(default_factory=list)
    fine: int = 0
    broken: list[str] = field(default_factory=list)

    def text(self, *, check: bool) -> str:
        """A line for each file that is not as it should be, and a line that counts them."""
        verb = "would be formatted" if check else "formatted"
        lines = [*self.broken, *(f"{verb}: {path}" for path in self.changed)]
        counts = [f"{len(self.changed)} {verb}", f"{self.fine} left as they are"]
        if self.broken:
            counts.append(f"{len(self.broken)} cannot be read before they are mended")
        return "\n".join(
            [*lines, f"{_files(self.fine + len(self.changed) + len(self.broken))}: " + ", ".join(counts)]
        )


def format_files(paths: Iterable[str], *, check: bool) -> Formatted:
    """Formats files, and all of the language below folders; with `check` nothing is written.

    Raises PackError where a path is nothing of the kind, or cannot be read or written.
    """
    whole = Formatted()
    for path in texts_meant(paths):
        data, findings = read_bytes(path), Findings()
        source = from_bytes(str(path), data, findings)
        text = format_source(source, findings)
        if text is None:
            whole.broken.append(render(findings.errors, {source.path: source}).rstrip("\n"))
        elif text.encode() == data:
            whole.fine += 1
        else:
            whole.changed.append(path)
            if not check:
                write_text(path, text)
    return whole


def _files(number: int) -> str:
    return "1 file" if number == 1 else f"{number} files"
