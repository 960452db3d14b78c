"""The files that `tafl sim` writes: looked at before anything is played, written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..sim.subject import Report


@dataclass(frozen=True, slots=True)
class Files:
    """What is asked for: where to keep what is done, the report, the table. Raises Refused where one of them
    cannot be.
    """

    keep: Path | None
    report: Path | None
    data: Path | None

    def __post_init__(self) -> None:
        need_writable(self.keep, "--keep")
        need_writable(self.report, "--report", ".html")
        need_writable(self.data, "--data", ".parquet")
        if self.data is not None:
            from ..sim.data import need_library

            need_library()

    def write(self, report: Report) -> None:
        """Write report and table. Raises Refused."""
        if self.report is not None:
            from ..sim.report import page_of

            write_whole(self.report, page_of(report).encode())
        if self.data is not None:
            from ..sim.data import parquet

            write_whole(self.data, parquet(report.subjects, report.command, report.version))


def need_writable(path: Path | None, option: str, suffix: str | None = None) -> None:
    """Raises `sim.plan.Refused` where nothing can be written to a path, or where it ends otherwise."""
    from ..sim.plan import Refused

    if path is None:
        return
    if suffix is not None and path.suffix.lower() != suffix:
        raise Refused(f"{option} wants a file whose name ends in {suffix}, not `{path}`")
    if path.is_dir():
        raise Refused(f"{option} wants a file, and {path} is a folder")
    folder = path.parent
    if not folder.is_dir():
        raise Refused(f"{option} cannot write {path}: there is no folder {folder}")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise Refused(f"{option} cannot write {path}: permission denied")


def write_whole(path: Path, content: bytes) -> None:
    """Write a file beside the path first, then rename it. Raises `sim.plan.Refused`."""
    from ..sim.plan import Refused

    try:
        _write(path, content)
    except OSError as problem:
        raise Refused(f"cannot write {path}: {(problem.strerror or str(problem)).lower()}") from None


def _write(path: Path, content: bytes) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(0o666 & ~mask)
        Path(name).replace(path)
    finally:
        with suppress(FileNotFoundError):
            Path(name).unlink()
