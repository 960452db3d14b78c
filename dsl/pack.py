"""Finds packs and reads their files: what of the front end, beside its cache, touches the disk."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.resources import files
from pathlib import Path

from ..ir.span import Span
from .diagnostics import Findings
from .manifest import Manifest, read_manifest
from .source import Source, from_bytes
from .suggest import nearest

MANIFEST = "pack.yaml"
SUFFIXES = (".tafl", ".yaml", ".csv")
FILE_LIMIT = 1000
"""A pack has at most so many files."""


class PackError(Exception):
    """No pack is where one was asked for; the message says what to do."""


@dataclass(frozen=True)
class Pack:
    """A pack as it lies on disk: its folder (or its only file) and the bytes of its files by path, with `/`.

    `shown` stands before the paths of its files in messages, empty for the pack that was asked for.
    """

    root: Path
    files: tuple[tuple[str, bytes], ...]
    unreadable: tuple[tuple[str, str], ...] = ()
    too_many: bool = False
    shown: str = ""

    @cached_property
    def _read(self) -> tuple[Manifest | None, Findings]:
        findings = Findings()
        source = self.source(MANIFEST, findings)
        return (read_manifest(source, findings) if source is not None else None), findings

    @property
    def manifest(self) -> Manifest | None:
        """What the pack says of itself; None for a single file, and where `pack.yaml` is wrong."""
        return self._read[0]

    def report(self, findings: Findings) -> None:
        """Notes what is wrong with the manifest and with reading the files."""
        source = self.source(MANIFEST, findings)
        if source is not None:
            read_manifest(source, findings)
        place = Span(self.path(MANIFEST), 1, 1, 1, 1)
        for path, reason in self.unreadable:
            findings.add("T0878", replace(place, file=self.path(path)), path=path, reason=reason)
        if self.too_many:
            findings.add("T0877", place, limit=FILE_LIMIT)

    @property
    def name(self) -> str:
        """The name that other packs require it by."""
        return self.manifest.name.name if self.manifest is not None else self.root.stem

    @property
    def version(self) -> str:
        return self.manifest.version if self.manifest is not None else ""

    @property
    def provides(self) -> str:
        return self.manifest.provides if self.manifest is not None else "game"

    @property
    def requires(self) -> tuple[str, ...]:
        return tuple(each.name for each in self.manifest.requires) if self.manifest is not None else ()

    @property
    def games(self) -> dict[str, tuple[str, ...]]:
        """The games of a pack with several, each with its own files."""
        listed = self.manifest.games if self.manifest is not None else ()
        return {game.name.name: tuple(each.name for each in game.files) for game in listed}

    @property
    def main_game(self) -> str | None:
        """The game that is meant where none is named: the only one of the list, or the one that has the name
        of the pack.
        """
        if len(self.games) == 1:
            return next(iter(self.games))
        return self.name if self.name in self.games else None

    def path(self, file: str) -> str:
        """A file of the pack as messages show it."""
        return f"{self.shown}/{file}" if self.shown else file

    def source(self, file: str, findings: Findings) -> Source | None:
        """The text of a file; None if the pack has none of that name."""
        data = dict(self.files).get(file)
        return None if data is None else from_bytes(self.path(file), data, findings)

    def content(self, game: str | None = None) -> list[str]:
        """The files that say what there is: not the manifest, not what belongs to other games than `game`."""
        other = {file for name, listed in self.games.items() if name != game for file in listed}
        own = set(self.games.get(game, ())) if game is not None else set()
        return [path for path, _ in self.files if path != MANIFEST and (path in own or path not in other)]


# ---- Reading -----------------------------------------------------------------------------------------------


def read_pack(root: Path) -> Pack:
    """The pack in a folder, or a single `.tafl` file as a pack of its own; raises PackError where there is
    none.
    """
    if root.is_file() and root.suffix == ".tafl":
        return Pack(root, ((root.name, _bytes(root)),))
    if not (root / MANIFEST).is_file():
        raise PackError(f"there is no pack in {root}: a pack is a folder with {MANIFEST}")
    found: list[tuple[str, bytes]] = []
    unreadable: list[tuple[str, str]] = []
    for path in _walk(root):
        if len(found) + len(unreadable) >= FILE_LIMIT:
            return Pack(root, tuple(found), tuple(unreadable), too_many=True)
        name = path.relative_to(root).as_posix()
        try:
            found.append((name, path.read_bytes()))
        except OSError as error:
            unreadable.append((name, error.strerror or "unknown"))
    return Pack(root, tuple(found), tuple(unreadable))


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise PackError(f"{path} cannot be read: {error.strerror}") from error


def _walk(root: Path) -> Iterator[Path]:
    """The files of a pack in a fixed order; hidden ones, and links that lead out of the pack, are none of
    them.
    """
    home = root.resolve()
    for folder, below, names in os.walk(root):
        below[:] = sorted(name for name in below if not name.startswith("."))
        for name in sorted(names):
            path = Path(folder, name)
            if name.startswith(".") or path.suffix not in SUFFIXES:
                continue
            if path.resolve().is_relative_to(home):
                yield path


# ---- Finding -----------------------------------------------------------------------------------------------


def shipped() -> Path:
    """The folder of the packs that come with Tafl."""
    return Path(str(files("tafl"))) / "content"


def shelves(near: Path | None = None) -> list[Path]:
    """The folders in which packs are looked for by name, the first first.

    Beside the pack `near`, in the folders of the variable TAFL_PACKS, in the user's own, and among the
    shipped ones.
    """
    listed = [Path(each) for each in os.environ.get("TAFL_PACKS", "").split(os.pathsep) if each]
    data = os.environ.get("XDG_DATA_HOME") or Path("~/.local/share").expanduser()
    beside = [near.parent] if near is not None else []
    return [*beside, *listed, Path(data) / "tafl" / "packs", shipped()]


def packs_at_hand(near: Path | None = None) -> dict[str, Path]:
    """All packs that can be named, by the name of their folder."""
    found: dict[str, Path] = {}
    for shelf in shelves(near):
        if not shelf.is_dir():
            continue
        for folder in sorted(shelf.iterdir()):
            if (folder / MANIFEST).is_file():
                found.setdefault(folder.name, folder)
    return found


def open_pack(reference: str) -> Pack:
    """The pack at a path, or of that name; raises PackError, with the nearest name, where there is none."""
    path = Path(reference)
    if path.exists() and ((path / MANIFEST).is_file() or path.suffix == ".tafl"):
        return read_pack(path)
    if "/" in reference or os.sep in reference or reference.startswith("."):
        return read_pack(path)
    known = packs_at_hand()
    if reference in known:
        return read_pack(known[reference])
    meant = nearest(reference, known)
    hint = f"; did you mean `{meant}`?" if meant else f"; there are: {', '.join(sorted(known)) or 'none'}"
    raise PackError(f"there is no pack `{reference}`{hint}")


def split_reference(reference: str) -> tuple[str, str | None]:
    """`classics:othello` as the pack and the game or scenario of it."""
    pack, colon, part = reference.rpartition(":")
    return (pack, part) if colon and pack and "/" not in part and os.sep not in part else (reference, None)


# ---- What is in play ---------------------------------------------------------------------------------------


def in_play(main: Pack, others: Iterable[Pack], findings: Findings) -> list[Pack]:
    """The packs that are played together: those asked for and all that they require, each after what it
    requires.

    Where that leaves a choice, by name: the order of listing means nothing.
    """
    asked = [main, *(replace(pack, shown=pack.name) for pack in others)]
    known: dict[str, Pack] = {}
    for pack in asked:
        known.setdefault(pack.name, pack)
    left = sorted(known)
    while left:
        pack = known[left.pop(0)]
        for needed in pack.manifest.requires if pack.manifest is not None else ():
            if needed.name in known:
                continue
            root = packs_at_hand(pack.root).get(needed.name)
            if root is None:
                suggestion = nearest(needed.name, packs_at_hand(pack.root))
                findings.add("T0871", needed.span, suggestion=suggestion, name=needed.name)
                continue
            known[needed.name] = replace(read_pack(root), shown=needed.name)
            left.append(needed.name)
    return _ordered(known, findings)


def _ordered(known: dict[str, Pack], findings: Findings) -> list[Pack]:
    done: list[Pack] = []
    left = dict(sorted(known.items()))
    while left:
        free = [name for name, pack in left.items() if not set(pack.requires) & set(left)]
        if not free:
            _report_circle(left, findings)
            free = [next(iter(left))]
        done.append(left.pop(free[0]))
    return done


def _report_circle(left: dict[str, Pack], findings: Findings) -> None:
    """Follows what is required until a pack comes up again; the line that leads back to it is the finding."""
    pack = next(iter(left.values()))
    seen = [pack.name]
    while pack.manifest is not None:
        needed = next(each for each in pack.manifest.requires if each.name in left)
        if needed.name in seen:
            findings.add("T0876", needed.span, name=needed.name)
            return
        seen.append(needed.name)
        pack = left[needed.name]
