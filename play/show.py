"""Turns a played game into what is printed of it: its log, the table, the ranking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from ..interpreter.game import CHANCE, Game
from . import draw
from .barrier import playing
from .replay import result_data


def summary(game: Game, with_: Sequence[str], version: str) -> dict[str, Any]:
    """The one object that `tafl run --format json` prints of a finished game: how it was opened and how it
    ended.

    `with_` are the packs that were added, `version` is that of the pack played.
    """
    opened, result = playing(game).origin(), game.result
    assert result is not None, "only a finished game is summed up"
    return {
        "game": opened.game,
        "with": list(with_),
        "version": version,
        "rules_hash": opened.rules_hash,
        "content_hash": opened.content_hash,
        "seed": opened.seed,
        "players": opened.players,
        "options": dict(opened.options),
        "decisions": decisions(game),
        "result": result_data(result),
        "hash": game.hash(),
    }


def decisions(game: Game) -> int:
    """How many decisions of seats a game has had."""
    return sum(seat != CHANCE for seat, _ in playing(game).answers())


def show_played(game: Game, console: Console) -> None:
    """Print the log as somebody reads it who sees everything, the table as everybody sees it, and the
    result or question.
    """
    for line in game.log(CHANCE):
        console.print(line, markup=False)
    view = game.view(None)
    console.print()
    for text in draw.table(view, (), console.width):
        console.print(text)
    for text in _end(game):
        console.print(text)
    seed = playing(game).origin().seed
    console.print(
        f"{decisions(game)} decisions, {game.players} players, seed {seed}, state {game.hash()[:16]}"
    )


def _end(game: Game) -> list[Text]:
    result = game.view(None)["result"]
    if result is not None:
        return draw.ranking(result)
    decision = game.decision
    assert decision is not None, "a game that is not over asks something"
    who = "Chance" if decision.seat == CHANCE else f"Seat {decision.seat + 1}"
    return [Text(f"{who} is asked: {decision.prompt}", style="bold")]
