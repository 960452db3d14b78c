"""Reads the Markdown suites of the language: small packs, with the findings expected beside the lines.

A heading begins a case. Its fences are files: `tafl`, `yaml` and `csv` fences, named by a line above them
that
holds nothing but the name in backquotes and a colon (`test.tafl` without one). Expected findings stand in
comments:
`# error: [T0312]`, `# warning: [T0901]`, several on one line. A fence `text` holds the full rendering of all
findings; `UPDATE_GOLDEN=1` writes it anew. A case without a `game` gets one that ends at once. Unless a case
expects one of them or has a rendering, warnings of unused things (T0901 to T0907) do not count.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tafl.dsl.diagnostics import Diagnostic

GAME = 'game x "X"\n    players 2\n'
PLAY = "play:\n    end game with draw()\n"

_HEADING = re.compile(r"^#+ (.*)$")
_NAME = re.compile(r"^`([^`]+)`:$")
_FENCE = re.compile(r"^```(\w+)?\s*$")
_EXPECTED = re.compile(r"# (error|warning): \[(T\d{4})\]")


@dataclass
class Case:
    """One case of a suite; `rendering` are the line numbers of its `text` fence, from 0, end exclusive."""

    suite: Path
    title: str
    line: int
    files: dict[str, str] = field(default_factory=dict)
    rendering: tuple[int, int] | None = None
    expected_text: str = ""

    @property
    def id(self) -> str:
        return f"{self.suite.stem}:{self.title}"

    @property
    def tells_by_comments(self) -> bool:
        """Whether comments say what is found; else the rendering alone does (CSV has no comments)."""
        return self.rendering is None or bool(self.expected())

    def expected(self) -> list[tuple[str, int, str, str]]:
        """(file, line, severity, code) of every comment, sorted."""
        return sorted(
            (name, number, severity, code)
            for name, text in self.files.items()
            for number, line in enumerate(text.split("\n"), 1)
            for severity, code in _EXPECTED.findall(line)
        )

    def counts(self, found: Diagnostic) -> bool:
        """Whether a finding has to be expected."""
        if not _of_unused(found.code) or self.rendering is not None:
            return True
        return any(_of_unused(code) for _, _, _, code in self.expected())

    def sources(self) -> dict[str, str]:
        """The files, with a game added where none of them declares one."""
        return with_game(self.files)


def _of_unused(code: str) -> bool:
    return "T0901" <= code <= "T0907"


def with_game(files: Mapping[str, str]) -> dict[str, str]:
    """The files, with a game that ends at once where none of them declares one; a manifest asks for none."""
    if "pack.yaml" in files or any(re.search(r"^game ", text, re.MULTILINE) for text in files.values()):
        return dict(files)
    played = any(re.search(r"^play:", text, re.MULTILINE) for text in files.values())
    return {**files, "game.tafl": GAME if played else GAME + PLAY}


def cases(suite: Path) -> list[Case]:
    """All cases of a suite that have files."""
    return [case for case in _read(suite) if case.files]


def _read(suite: Path) -> Iterator[Case]:
    case = Case(suite, suite.stem, 1)
    name: str | None = None
    lines = suite.read_text(encoding="utf-8").split("\n")
    number = 0
    while number < len(lines):
        line = lines[number]
        number += 1
        if match := _HEADING.match(line):
            yield case
            case = Case(suite, match[1], number)
        elif match := _NAME.match(line):
            name = match[1]
        elif match := _FENCE.match(line):
            start = number
            while lines[number] != "```":
                number += 1
            text = "\n".join(lines[start:number]) + "\n"
            if match[1] == "text":
                case.rendering, case.expected_text = (start, number), text
            elif match[1] is not None:
                case.files[name or f"test.{match[1]}"] = text
            number += 1
            name = None
    yield case


def update(case: Case, text: str) -> None:
    """Writes the rendering of a case anew into its suite."""
    # an earlier case may have grown since the suite was read
    now = next(each for each in _read(case.suite) if each.title == case.title)
    assert now.rendering is not None
    lines = case.suite.read_text(encoding="utf-8").split("\n")
    start, end = now.rendering
    lines[start:end] = text.rstrip("\n").split("\n")
    case.suite.write_text("\n".join(lines), encoding="utf-8")
