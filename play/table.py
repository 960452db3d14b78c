"""Turns a game and the names of who plays it into an evening at the terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from ..interpreter.engine import Playing
from .barrier import sealed, stands
from .saving import save_session
from .session import Answerer, Session
from .terminal import Terminal


def sit_down(
    game: Playing,
    names: Sequence[str],
    bots: Sequence[Answerer | None],
    console: Console,
    path: Path | None,
    *,
    undo_anything: bool,
) -> None:
    """Play until the game is over or a person leaves. `names` and `bots` fill the seats, `path` is the save
    gone on from.

    Raises GameFault.
    """
    session = Session(game, bots, stands, sealed=sealed, undo_anything=undo_anything)
    terminal = Terminal(
        session, console, _read_line, lambda held, file: save_session(file, held.game, names), path
    )
    try:
        terminal.run()
    except KeyboardInterrupt:
        console.print("\nLeft without saving.")


def _read_line() -> str:
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.rstrip("\n")
