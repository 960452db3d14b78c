"""Reads a page of documentation as a list of steps, and does them: writes and changes files, runs commands.

A line with nothing but a path in backquotes and a colon names the file that the next fence holds; `PATH`, at
its end: puts the fence behind what is there. A fence `diff` changes the file named before it. A fence
`console` holds commands after `$ ` with what they print below; what is typed at a game stands after its `> `.
A line `...` stands for any lines. Other fences are only to be read.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from tafl.cli import main

GAP = "..."
_NAMED = re.compile(r"^`([^`]+)`(, at its end)?:$")
_FENCE = re.compile(r"^```(\w*)$")


@dataclass(frozen=True)
class Text:
    """A fence that holds a file, its end, or a change of it (`how` is whole, end or diff)."""

    line: int
    path: str
    how: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Command:
    """A command and the lines expected of it, at `line` (from 0) of the page and below."""

    line: int
    words: str
    expected: tuple[str, ...]


Step = Text | Command


def steps(page: str) -> list[Step]:
    """The steps of a page, in order."""
    return list(_steps(page.split("\n")))


def _steps(lines: list[str]) -> Iterator[Step]:
    named: tuple[str, str] | None = None
    number = 0
    while number < len(lines):
        match, fence = _NAMED.match(lines[number]), _FENCE.match(lines[number])
        number += 1
        if match is not None:
            named = match[1], "end" if match[2] else "whole"
        elif fence is not None:
            start = number
            while lines[number] != "```":
                number += 1
            inside = tuple(lines[start:number])
            if fence[1] == "console":
                yield from _commands(start, inside)
            elif named is not None:
                yield Text(start, named[0], "diff" if fence[1] == "diff" else named[1], inside)
            named = None
            number += 1


def _commands(start: int, lines: tuple[str, ...]) -> Iterator[Command]:
    starts = [at for at, line in enumerate(lines) if line.startswith("$ ")]
    for at, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield Command(start + at, lines[at][2:], lines[at + 1 : end])


# ---- Files -------------------------------------------------------------------------------------------------


def write(step: Text) -> None:
    """Writes or changes a file below the present folder."""
    path = Path(step.path)
    match step.how:
        case "whole":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(step.lines) + "\n", encoding="utf-8")
        case "end":
            there = path.read_text(encoding="utf-8")
            path.write_text(there + "\n" + "\n".join(step.lines) + "\n", encoding="utf-8")
        case _:
            lines = path.read_text(encoding="utf-8").split("\n")
            path.write_text("\n".join(_changed(lines, step)), encoding="utf-8")


def _changed(lines: list[str], step: Text) -> list[str]:
    before = [line[1:] for line in step.lines if line[:1] != "+"]
    after = [line[1:] for line in step.lines if line[:1] != "-"]
    places = [at for at in range(len(lines)) if lines[at : at + len(before)] == before]
    assert len(places) == 1, f"line {step.line}: {step.path} has these lines {len(places)} times: {before}"
    (at,) = places
    return [*lines[:at], *after, *lines[at + len(before) :]]


# ---- Commands ----------------------------------------------------------------------------------------------


def run(command: Command) -> tuple[int, list[str]]:
    """The exit code of a command and the lines that it prints, errors among the rest."""
    words, _, target = command.words.partition(" > ")
    words, _, sieve = words.partition(" | ")
    if not words.startswith("tafl "):
        done = subprocess.run(["sh", "-c", command.words], capture_output=True, text=True, check=True)
        return done.returncode, done.stdout.splitlines()
    typed = "".join(f"{line[2:]}\n" for line in command.expected if line.startswith("> "))
    out = io.StringIO()
    code: object = 0
    with (
        patch.object(sys, "argv", shlex.split(words)),
        patch.object(sys, "stdin", io.StringIO(typed)),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(out),
    ):
        try:
            main()
        except SystemExit as left:
            code = left.code or 0
    if target:
        Path(target).write_text(out.getvalue(), encoding="utf-8")
        return int(str(code)), []
    text = out.getvalue()
    if sieve:
        text = subprocess.run(
            ["sh", "-c", sieve], input=text, capture_output=True, text=True, check=True
        ).stdout
    return int(str(code)), [line.rstrip() for line in text.splitlines()]


def fits(expected: tuple[str, ...], printed: list[str]) -> bool:
    """Whether lines are as expected; `...` stands for any."""
    if GAP not in expected:
        return list(expected) == printed
    gap = expected.index(GAP)
    head, tail = list(expected[:gap]), list(expected[gap + 1 :])
    return (
        len(printed) >= len(head) + len(tail)
        and printed[:gap] == head
        and (not tail or printed[-len(tail) :] == tail)
    )


def shortened(expected: tuple[str, ...], printed: list[str]) -> list[str]:
    """New lines in place of the expected ones, with as many before and after a gap as there were."""
    if GAP not in expected:
        return printed
    gap = expected.index(GAP)
    tail = len(expected) - gap - 1
    return [*printed[:gap], GAP, *(printed[-tail:] if tail else [])]


def home(folder: Path) -> dict[str, str]:
    """An environment in which somebody called ada begins in an empty home; what was compiled stays known."""
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path("~/.cache").expanduser())
    return {"HOME": str(folder), "USER": "ada", "XDG_CACHE_HOME": cache}
