"""Turns the options of a question, with what they do, into lines with what is typed for each."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from ..interpreter.game import Option
from . import words
from .changes import fitted

WIDEST = 60
"""Characters that are said of what an option does."""

NARROWEST = 12

ROWS = 6
"""Options that stand below each other even where more would fit beside each other."""


def asked(options: Sequence[Option], does: Sequence[Sequence[str]], width: int) -> list[Text]:
    """The options, with what each does (nothing, where `does` is shorter): one a line where anything is said
    of any, else in columns.
    """
    if not any(does):
        return [Text(line) for line in columns(options, width)]
    heads = _heads(options)
    longest = min(max(map(len, heads)), max(width - WIDEST - 5, width // 2))
    room = min(WIDEST, width - longest - 5)
    lines = []
    for head, said in zip(heads, does, strict=True):
        line = Text(f"  {head:<{longest}}")
        left = min(room, width - len(line) - 3)
        if said and left >= NARROWEST:
            line.append(f"   {fitted(said, left)}", style="dim")
        line.rstrip()
        lines.append(line)
    return lines


def columns(options: Sequence[Option], width: int) -> list[str]:
    """The options with what is typed for each, in as many columns as fit, downwards."""
    entries = _heads(options)
    longest = max(map(len, entries)) + 3
    count = max(1, min((width - 2) // longest, 6))
    if len(options) <= ROWS:
        count = 1
    height = -(-len(entries) // count)
    rows = (entries[row::height] for row in range(height))
    return ["  " + "".join(f"{entry:<{longest}}" for entry in row).rstrip() for row in rows]


def _heads(options: Sequence[Option]) -> list[str]:
    typed = words.marks(options)
    reach = max(map(len, typed))
    return [f"{mark:>{reach}}  {option.label}" for mark, option in zip(typed, options, strict=True)]
