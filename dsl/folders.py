"""Turns paths into the packs and files of the language that lie there, and writes such a file anew."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from .pack import MANIFEST, PackError, packs_at_hand

TEXT = ".tafl"


def packs_meant(references: Iterable[str]) -> list[str]:
    """Packs by name or path, and in place of a folder that is no pack itself all packs below it."""
    meant: list[str] = []
    for reference in references:
        folder = Path(reference)
        plain = folder.is_dir() and not (folder / MANIFEST).is_file() and reference not in packs_at_hand()
        below = [str(path) for path in _packs_below(folder)] if plain else []
        meant += below or [reference]
    return meant


def texts_meant(paths: Iterable[str]) -> list[Path]:
    """Files of the language, and in place of a folder all of them below it. Raises PackError."""
    meant: list[Path] = []
    for written in paths:
        path = Path(written)
        if path.is_dir():
            found = [folder / name for folder, names in _walk(path) for name in names]
            meant += [file for file in found if file.suffix == TEXT]
        elif path.is_file() and path.suffix == TEXT:
            meant.append(path)
        else:
            raise PackError(f"{path} is no {TEXT} file" if path.exists() else f"there is no {path}")
    return list(dict.fromkeys(meant))


def _packs_below(root: Path) -> Iterator[Path]:
    return (folder for folder, names in _walk(root) if MANIFEST in names)


def _walk(root: Path) -> Iterator[tuple[Path, list[str]]]:
    """The folders below one, in a fixed order, with the names of their files; hidden ones are left out."""
    for folder, below, names in os.walk(root):
        below[:] = sorted(name for name in below if not name.startswith("."))
        yield Path(folder), sorted(name for name in names if not name.startswith("."))


def seen_from_here(path: Path) -> str:
    """A path as it is called in the folder where Tafl runs, with `/`; whole where it lies outside."""
    whole, here = path.absolute(), Path.cwd()
    return (whole.relative_to(here) if whole.is_relative_to(here) else whole).as_posix()


def read_bytes(path: Path) -> bytes:
    """What a file holds. Raises PackError."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise PackError(f"cannot read {path}: {(error.strerror or 'unknown').lower()}") from None


def write_text(path: Path, text: str) -> None:
    """Writes a file anew, whole or not at all: beside it first, then by renaming. Raises PackError."""
    target = path.resolve()
    beside = target.with_name(f".{target.name}.part")
    try:
        beside.write_text(text, encoding="utf-8", newline="\n")
        shutil.copymode(target, beside)
        beside.replace(target)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        raise PackError(f"cannot write {path}: {(error.strerror or 'unknown').lower()}") from None
