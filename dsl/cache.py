"""Keeps compiled packs on disk, so that an unchanged pack is not compiled again.

What is kept are pickles, and reading a pickle can run code. Therefore they lie in a folder of the user's own
that nobody
else may write, are read from nowhere else, and may only name classes of this package. Nothing that came from
another
person or machine belongs there. A file that cannot be read is as good as none.
"""

from __future__ import annotations

import contextlib
import io
import os
import pickle
import stat
import sys
import tempfile
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from .compiled import Compiled, Verdict
from .diagnostics import Findings
from .pack import Pack, in_play, open_pack, split_reference

KEPT = 128
"""So many files are kept, two for each compiled pack; the ones not used for longest go first."""


def compile_cached(reference: str, game: str | None = None, with_: Iterable[str] = ()) -> Compiled:
    """Like `compile_pack`, but a pack that compiled without errors before is read from the cache."""
    wanted = _Wanted(reference, game, with_)
    kept = wanted.load(WHOLE, Compiled)
    return wanted.compile() if kept is None else kept


def check_cached(reference: str, game: str | None = None, with_: Iterable[str] = ()) -> Verdict:
    """Only the findings of `compile_cached`: where they are kept, nothing of the front end is loaded."""
    wanted = _Wanted(reference, game, with_)
    kept = wanted.load(FINDINGS, Verdict)
    return _verdict(wanted.compile()) if kept is None else kept


WHOLE, FINDINGS = "pickle", "findings.pickle"
"""What is kept of a pack: everything, and what `tafl check` wants of it."""

_K = TypeVar("_K")


class _Wanted:
    """A pack that was asked for, and where it is kept if it is."""

    def __init__(self, reference: str, game: str | None, with_: Iterable[str]) -> None:
        name, self.part = split_reference(reference)
        self.main, self.others, self.game = open_pack(name), [open_pack(each) for each in with_], game
        folder = cache_folder()
        key = "" if folder is None else _key(self.main, self.others, game, self.part)
        self._paths = {} if folder is None else {form: folder / f"{key}.{form}" for form in (WHOLE, FINDINGS)}

    def load(self, form: str, kind: type[_K]) -> _K | None:
        """What is kept in this form, None if nothing is, or nothing that can be read."""
        kept = _load(self._paths[form]) if self._paths else None
        return kept if isinstance(kept, kind) else None

    def compile(self) -> Compiled:
        """Compile it, and keep it if it has no errors."""
        # Loaded only here: what is kept is read without the front end.
        from .compile import compile_packs

        compiled = compile_packs(self.main, self.others, self.game, self.part)
        # Whoever works on the front end meanwhile must not find what the old one made.
        if self._paths and not compiled.errors and _front_end() == _loaded_front_end():
            _store(self._paths[WHOLE], compiled)
            _store(self._paths[FINDINGS], _verdict(compiled))
        return compiled


def _verdict(compiled: Compiled) -> Verdict:
    shown = compiled.sources if compiled.findings else {}
    return Verdict(compiled.findings, compiled.allowed, shown)


def cache_folder() -> Path | None:
    """The user's own folder for compiled packs, made if need be; None where it is not safe or not possible.

    `$XDG_CACHE_HOME/tafl`, else `~/.cache/tafl`. It has to belong to the user, and nobody else may write
    there.
    """
    base = os.environ.get("XDG_CACHE_HOME") or str(Path("~/.cache").expanduser())
    folder = Path(base) / "tafl"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        about = folder.stat()
    except OSError:
        return None
    if hasattr(os, "getuid") and (
        about.st_uid != os.getuid() or about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    ):
        return None
    return folder


# ---- Keys --------------------------------------------------------------------------------------------------


def _key(main: Pack, others: Iterable[Pack], game: str | None, part: str | None) -> str:
    """A hash over every file that could matter, the front end itself and the Python that reads it."""
    whole = sha256(repr((sys.version, _loaded_front_end(), game, part)).encode())
    for pack in in_play(main, others, Findings()):
        whole.update(repr((pack.name, pack.shown, str(pack.root))).encode())
        for name, data in pack.files:
            whole.update(f"{name}\0{len(data)}\0".encode() + data)
    return whole.hexdigest()


def _front_end() -> str:
    """A hash of the front end's own files as they are now."""
    whole = sha256()
    for module in ("dsl", "ir"):
        folder = Path(str(files("tafl"))) / module
        for path in sorted(folder.iterdir()):
            if path.suffix in (".py", ".lark"):
                whole.update(path.read_bytes())
    return whole.hexdigest()


@cache
def _loaded_front_end() -> str:
    """The front end's hash when this process first wanted it: what is loaded may be older than the files."""
    return _front_end()


# ---- Files -------------------------------------------------------------------------------------------------


class _OwnClasses(pickle.Unpickler):
    """Finds nothing but the classes of this package and what paths are made of."""

    def find_class(self, module: str, name: str) -> Any:
        own = module.partition(".")[0] == __package__.partition(".")[0]
        if own or (module, name) in _PLAIN:
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} does not belong here")


_PLAIN = {
    ("pathlib", "Path"),
    ("pathlib", "PosixPath"),
    ("pathlib", "WindowsPath"),
    ("pathlib._local", "PosixPath"),
    ("pathlib._local", "WindowsPath"),
}


def _load(path: Path) -> Any:
    """What is kept in a file; None where there is none, or what is there cannot be read."""
    try:
        data = path.read_bytes()
        kept = _OwnClasses(io.BytesIO(data)).load()
        os.utime(path)
    except (OSError, pickle.UnpicklingError, EOFError, AttributeError, ImportError, IndexError):
        return None
    except (KeyError, TypeError, ValueError):
        # a pickle cut short or overwritten can end in any of these
        return None
    return kept


def _store(path: Path, kept: Compiled | Verdict) -> None:
    """Writes a file beside the final one and renames it, so that nobody ever reads half of it."""
    with contextlib.suppress(OSError):
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".new")
        try:
            with os.fdopen(handle, "wb") as file:
                pickle.dump(kept, file, protocol=5)
            Path(name).replace(path)
        except OSError:
            Path(name).unlink(missing_ok=True)
        _forget_old(path.parent)


def _forget_old(folder: Path) -> None:
    kept = sorted(folder.glob("*.pickle"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in kept[KEPT:]:
        path.unlink(missing_ok=True)
