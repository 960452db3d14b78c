"""Turns a played game into the one object that `tafl run --format json` prints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..interpreter.game import Game
from ..interpreter.saves import Origin


def summary(opened: Origin, game: Game, with_: Sequence[str], version: str, decisions: int) -> dict[str, Any]:
    """How the game was opened and how it ended; `with_` are the packs added, `version` is that of the pack
    played.
    """
    result = game.result
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
        "decisions": decisions,
        "result": {
            "outcome": list(result.outcome),
            "ranking": list(result.ranking),
            "scores": None if result.scores is None else list(result.scores),
        },
        "hash": game.hash(),
    }
