"""Turns what a person types at a question into an answer or a command."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ..interpreter.game import Option


@dataclass(frozen=True, slots=True)
class Take:
    """Take the option at this position."""

    option: int


@dataclass(frozen=True, slots=True)
class Help:
    """Explain the option at this position; None: explain what can be typed."""

    option: int | None


@dataclass(frozen=True, slots=True)
class About:
    """Say what is written on the card, or of the scenario, that is called so."""

    name: str


@dataclass(frozen=True, slots=True)
class Preview:
    """From now on say, or do not say, beside each option what it does."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last choice back."""


@dataclass(frozen=True, slots=True)
class Save:
    """Save to this file; None: to the file last used."""

    path: str | None


@dataclass(frozen=True, slots=True)
class Show:
    """Show `table` or `log` again."""

    what: str


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave the table."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """Nothing that was understood; the message says what to do."""

    message: str


Word: TypeAlias = Take | Help | About | Preview | Undo | Save | Show | Quit | Unclear

COMMANDS = """\
  number        take that option (or type its key, its label, or a space's name)
  ?number       what is written on that option, and all that it does
  ?name         what is written on a card of this game
  preview, p    say what options do beside them, or leave it out
  undo, u       take your last choice back
  save FILE, s  save the game; without FILE to the file used before
  table, t      show the table again
  log, l        show the whole log again
  quit, q       leave
On the table: >a4 can be chosen; (Wolf) lies face down; [2 x ...] nobody shows you.
"""


def marks(options: Sequence[Option]) -> list[str]:
    """What is typed for each option: 1, 2, 3 and so on; where the answer is a number itself, that number
    (and the others' keys).
    """
    if any(option.key.isdecimal() for option in options):
        return [option.key for option in options]
    return [str(number) for number in range(1, len(options) + 1)]


def read(typed: str, options: Sequence[Option]) -> Word:
    """What `typed` means at a question with these options.

    An option wins over a command of the same name only by its number: `undo` always takes back.
    """
    text = " ".join(typed.split())
    word, _, rest = text.partition(" ")
    match word.lower():
        case "":
            return Unclear(f"Type one of {_some(marks(options))}, or ? for help.")
        case "?" | "help" | "h" if not rest:
            return Help(None)
        case "undo" | "u" if not rest:
            return Undo()
        case "save" | "s":
            return Save(rest or None)
        case "table" | "t" if not rest:
            return Show("table")
        case "log" | "l" if not rest:
            return Show("log")
        case "preview" | "p" if not rest:
            return Preview()
        case "quit" | "q" | "exit" if not rest:
            return Quit()
        case _:
            return _help(text, options) if text.startswith("?") else _option(text, options)


def _help(text: str, options: Sequence[Option]) -> Word:
    name = text.removeprefix("?").strip()
    found = _option(name, options)
    if isinstance(found, Take):
        return Help(found.option)
    return found if name.isdecimal() else About(name)


def _option(text: str, options: Sequence[Option]) -> Word:
    typed = marks(options)
    if text in typed:
        return Take(typed.index(text))
    exact = [
        at for at, option in enumerate(options) if text.lower() in (option.key.lower(), option.label.lower())
    ]
    if len(exact) == 1:
        return Take(exact[0])
    if text.isdecimal():
        return Unclear(f"There is no option {text}: the numbers go from {typed[0]} to {typed[-1]}.")
    part = re.compile(rf"(?<!\w){re.escape(text)}(?!\w)", re.IGNORECASE)
    holding = [
        at for at, option in enumerate(options) if part.search(option.key) or part.search(option.label)
    ]
    if len(holding) == 1:
        return Take(holding[0])
    if holding:
        numbers = ", ".join(typed[at] for at in holding[:12]) + (", ..." if len(holding) > 12 else "")
        return Unclear(f"`{text}` fits several options: {numbers}.")
    return Unclear(f"`{text}` is no option here. Type one of {_some(typed)}, or ? for help.")


def _some(typed: Sequence[str]) -> str:
    return ", ".join(typed) if len(typed) < 5 else f"{typed[0]} to {typed[-1]}"
