"""Turns a template into a new pack in a folder of its own."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from importlib.resources import files
from pathlib import Path
from string import Template

from ..ir.program import Program
from .opening import WrongUsage

TEMPLATES = ("game", "scenario")


class NewPackError(WrongUsage):
    """A pack cannot be made so; the message says why."""


RESERVED = {"to", "from", "by", "with", "at", "on", "in", "of", "into", "onto", "as"}
"""The words of the language that nothing can be called."""


def make(
    folder: Path, template: str, taken: Collection[str] = (), base: tuple[str, Program] | None = None
) -> list[str]:
    """Write the pack, named like its folder, and say which files it has. `base` is what a scenario is for: a
    pack and its game.

    Raises NewPackError; nothing is overwritten.
    """
    name = folder.name
    _check_name(name, taken)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise NewPackError(f"{folder} is there already, and nothing is overwritten")
    words = {
        "name": name,
        "title": name.replace("_", " ").title(),
        "author": _author(),
        "scenario": f"{name}_battle",
    }
    if base is not None:
        words |= {key: Template(text).safe_substitute(words) for key, text in _about(*base).items()}
    made = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file_name, text in _template(template, base):
            file = folder / file_name.replace("game.tafl", f"{name}.tafl")
            file.write_text(Template(text).substitute(words), encoding="utf-8")
            made.append(file.name)
    except OSError as error:
        raise NewPackError(f"cannot write {folder}: {(error.strerror or 'unknown').lower()}") from None
    return made


def _check_name(name: str, taken: Collection[str]) -> None:
    if name in RESERVED or name in taken:
        why = "there is a pack of that name" if name in taken else "that is a word of the language"
        raise NewPackError(f"`{name}` cannot name a pack: {why}")
    if re.fullmatch(r"[a-z][a-z0-9_]{0,63}", name) is None:
        raise NewPackError(
            f"`{name}` cannot name a pack: take small letters, digits and _, such as `my_game`"
        )


def _template(template: str, base: tuple[str, Program] | None) -> list[tuple[str, str]]:
    """The files of a template by name: of the one made for this base, where there is one."""
    shelf = files("tafl").joinpath("play", "templates")
    special = shelf.joinpath(f"{template}_{base[0]}") if base is not None else None
    folder = special if special is not None and special.is_dir() else shelf.joinpath(template)
    listed = sorted(folder.iterdir(), key=lambda file: file.name)
    return [(file.name, file.read_text(encoding="utf-8")) for file in listed]


def _about(pack: str, program: Program) -> dict[str, str]:
    """What a scenario's template has to know of the game that it is for."""
    given = [f"{program.low_players} players", "scenario $scenario"]
    given += [f"{option.name} {option.names[0]}" for option in program.options if option.default is None]
    flow = {program.setup, program.play, program.scoring}
    effects = [effect.name for number, effect in enumerate(program.effects) if number not in flow]
    if program.setup is not None:
        given.append("setup")
        hook = "after setup"
    else:
        hook = f"before {effects[0]}" if effects else ""
    line = f'    {hook}: say "$title"\n' if hook else ""
    return {"requires": pack, "game": program.title, "given": ", ".join(given), "hook": line}


def _author() -> str:
    """The user's name as the system has it, as plain letters that need no quotes."""
    return re.sub(r"[^\w ]", "", os.environ.get("USER", "")).strip() or "somebody"
