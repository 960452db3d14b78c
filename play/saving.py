"""Turns a session into a save, and a save into the game to go on with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..interpreter.engine import Playing, load_game
from ..interpreter.game import Game
from ..interpreter.saves import SAVE, SaveError
from ..ir.program import Program
from . import files


def save_session(path: Path, game: Game, seats: Sequence[str]) -> None:
    """Write the game with who plays each seat (a person or a bot's name). Raises files.FileProblem."""
    files.write(path, {**game.save(), "seats": list(seats)})


def read_any(path: Path) -> dict[str, Any]:
    """A save or a replay, checked against its own schema. Raises files.FileProblem."""
    return files.read(path, "save", "replay")


def load_session(
    data: Mapping[str, Any], program: Program, renames: Mapping[str, str], *, compiled: bool = False
) -> tuple[Playing, list[str]]:
    """The game of a save, on the compiled engine or on the interpreter, and who plays its seats (empty where
    it does not say). Raises saves.SaveError.
    """
    if data["format"] != SAVE:
        raise SaveError("this is a replay, for `tafl replay`; only a save can be gone on from")
    if compiled:
        from ..wasm.engine import load_game as load
    else:
        load = load_game
    return load(data, program, renames), list(data.get("seats", ()))
