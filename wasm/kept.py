"""Keeps the machine code of modules on disk, so that a game that was compiled before starts at once.

What is kept is machine code, and loading it is running it. So it is read from one folder only, the user's own
that the caller names (`keep_in`), and nothing that came from another person or machine belongs there.
"""

from __future__ import annotations

import contextlib
import os
import platform
import sys
import tempfile
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

KEPT = 64
"""So many modules are kept; the ones not used for longest go first."""

_SUFFIX = ".module"

_folder: Path | None = None


def keep_in(folder: Path | None) -> None:
    """Keep modules in this folder from now on, which has to be safe from others; None: nowhere."""
    global _folder
    _folder = folder


def kept(rules: str, players: int, tests: bool, runtime: str, make: Callable[[], bytes]) -> bytes:
    """The machine code of a module, from the folder or as `make` gives it. `rules` is the program's hash."""
    if _folder is None:
        return make()
    about = (
        rules,
        players,
        tests,
        runtime,
        sys.version,
        platform.platform(),
        platform.processor(),
        _compiler(),
    )
    path = _folder / f"{sha256(repr(about).encode()).hexdigest()}{_SUFFIX}"
    with contextlib.suppress(OSError):
        code = path.read_bytes()
        os.utime(path)
        return code
    code = make()
    _store(path, code)
    return code


@lru_cache(maxsize=1)
def _compiler() -> str:
    """A hash of all that makes modules."""
    whole = sha256()
    for part in ("ir", "interpreter", "wasm", "wasm/runtime"):
        folder = Path(str(files("tafl"))) / part
        for path in sorted(folder.iterdir()):
            if path.suffix in (".py", ".wat"):
                whole.update(path.read_bytes())
    return whole.hexdigest()


def _store(path: Path, code: bytes) -> None:
    """Writes a file beside the final one and renames it, so that nobody ever reads half of it."""
    with contextlib.suppress(OSError):
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".new")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(code)
            Path(name).replace(path)
        except OSError:
            Path(name).unlink(missing_ok=True)
        _forget_old(path.parent)


def _forget_old(folder: Path) -> None:
    found = sorted(folder.glob(f"*{_SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in found[KEPT:]:
        path.unlink(missing_ok=True)
