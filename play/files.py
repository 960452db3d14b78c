"""Turns plain data into files that are whole or not there, and files back into plain data or a message that
says what is wrong.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from .opening import WrongUsage

MAX_BYTES = 64_000_000
"""A save or replay is never larger; a file that is was not written by Tafl."""


class FileProblem(WrongUsage):
    """A file that cannot be read, written or believed; the message names it and says what to do."""


def canonical(data: Mapping[str, Any]) -> str:
    """The one text of plain data: one line, sorted keys, ASCII, ended by a newline; the same bytes on every
    machine.
    """
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False) + "\n"


def write(path: Path, data: Mapping[str, Any]) -> None:
    """Write `data` to `path`, whole or not at all: beside it first, then by renaming. Raises FileProblem."""
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():
            raise FileProblem(f"cannot write {path}: there is something that is no ordinary file")
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    except (OSError, ValueError) as error:
        raise FileProblem(f"cannot write {path}: {_reason(error)}") from None
    try:
        with os.fdopen(handle, "w", encoding="ascii", newline="\n") as file:
            file.write(canonical(data))
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, _mode(target))
        os.replace(name, target)
    except OSError as error:
        raise FileProblem(f"cannot write {path}: {_reason(error)}") from None
    finally:
        with suppress(FileNotFoundError):
            os.unlink(name)


def read(path: Path, *schemas: str) -> dict[str, Any]:
    """The data of a file written by `write`, checked against the first of these schemas of `schemas/` whose
    `format` it has (else the last). Raises FileProblem.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise FileProblem(f"cannot read {path}: {_reason(error)}") from None
    return parse(raw, str(path), *schemas)


def parse(raw: bytes, name: str, *schemas: str) -> dict[str, Any]:
    """The data in `raw`, the bytes of a file called `name`, checked as by `read`. Raises FileProblem."""
    what = " or ".join(schemas)
    if len(raw) > MAX_BYTES:
        raise FileProblem(f"{name} is larger than {MAX_BYTES:,} bytes: no {what} is")
    # Every file ends in a newline: without it, the rest of the file is missing.
    if not raw.endswith(b"}\n"):
        raise FileProblem(f"{name} is cut off or no {what}: its end is missing; take an older one")
    try:
        data = json.loads(raw.decode("utf-8"), object_pairs_hook=_no_doubles, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise FileProblem(f"{name} is damaged or no {what}: {_first_line(error)}") from None
    form = data.get("format") if isinstance(data, dict) else None
    return validate(data, next((s for s in schemas if form == f"tafl-{s}"), schemas[-1]), name)


def validate(data: Any, schema: str, name: str) -> dict[str, Any]:
    """`data` itself where it satisfies the schema of that name in `schemas/`. Raises FileProblem with the
    place that does not.
    """
    # Loaded only here: most commands read no file of ours, and start faster without.
    from importlib.resources import files

    import jsonschema

    rules = json.loads(files("tafl").joinpath("schemas", f"{schema}.schema.json").read_text(encoding="utf-8"))
    problem = jsonschema.exceptions.best_match(jsonschema.Draft7Validator(rules).iter_errors(data))
    if problem is not None:
        place = "/".join(str(step) for step in problem.absolute_path) or "the whole"
        message = problem.message if len(problem.message) < 200 else problem.message[:197] + "..."
        raise FileProblem(f"{name} is no {schema} that this version reads: at {place}: {message}")
    assert isinstance(data, dict), f"the schema {schema} describes an object"
    return data


def _no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ValueError("a key stands there twice")
    return data


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number")


def _mode(target: Path) -> int:
    """The rights of the file that is replaced, or those that a new file gets."""
    try:
        return target.stat().st_mode & 0o777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _reason(error: OSError | ValueError) -> str:
    """What the system says; a path that is none at all (a zero byte in it) is a ValueError."""
    told = error.strerror if isinstance(error, OSError) else str(error)
    return (told or "the system does not say why").lower()


def _first_line(error: BaseException) -> str:
    return (str(error) or "nested too deeply").splitlines()[0]
