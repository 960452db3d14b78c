"""Turns a template into a new pack in a folder of its own."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from importlib.resources import files
from pathlib import Path
from string import Template

from .opening import WrongUsage

TEMPLATES = ("game", "scenario")


class NewPackError(WrongUsage):
    """A pack cannot be made so; the message says why."""


RESERVED = {"to", "from", "by", "with", "at", "on", "in", "of", "into", "onto", "as"}
"""The words of the language that nothing can be called."""


def make(folder: Path, template: str, taken: Collection[str] = ()) -> list[str]:
    """Write the pack, named like its folder, and say which files it has. Raises NewPackError; nothing is
    overwritten.
    """
    name = folder.name
    if name in RESERVED or name in taken:
        why = "there is a pack of that name" if name in taken else "that is a word of the language"
        raise NewPackError(f"`{name}` cannot name a pack: {why}")
    if re.fullmatch(r"[a-z][a-z0-9_]{0,63}", name) is None:
        raise NewPackError(
            f"`{name}` cannot name a pack: take small letters, digits and _, such as `my_game`"
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise NewPackError(f"{folder} is there already, and nothing is overwritten")
    words = {
        "name": name,
        "title": name.replace("_", " ").title(),
        "author": _author(),
        "scenario": f"{name}_battle",
    }
    made = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for source in sorted(
            files("tafl").joinpath("play", "templates", template).iterdir(), key=lambda f: f.name
        ):
            file = folder / source.name.replace("game.tafl", f"{name}.tafl")
            file.write_text(Template(source.read_text(encoding="utf-8")).substitute(words), encoding="utf-8")
            made.append(file.name)
    except OSError as error:
        raise NewPackError(f"cannot write {folder}: {(error.strerror or 'unknown').lower()}") from None
    return made


def _author() -> str:
    """The user's name as the system has it, as plain letters that need no quotes."""
    return re.sub(r"[^\w ]", "", os.environ.get("USER", "")).strip() or "somebody"
