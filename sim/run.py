"""Plays a game to its end with bots and says what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..interpreter.game import Game
from .bots import Bot, answer

LIMIT = 100_000
"""Decisions after which a game counts as endless, unless the caller allows more."""


class Endless(Exception):
    """A game did not end within the decisions allowed it."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"the game did not end within {limit:,} decisions")
        self.limit = limit


@dataclass(frozen=True, slots=True)
class Played:
    """A game at its end, the decisions of seats that led there, and the option taken at each."""

    game: Game
    decisions: int
    answers: tuple[int, ...]


def play_out(
    game: Game,
    bots: Sequence[Bot],
    *,
    limit: int = LIMIT,
    watch: Callable[[Game, int], None] | None = None,
) -> Played:
    """Let `bots` (one a seat) answer until the game is over; `watch` sees each position with the option
    about to be taken.

    The game answers chance itself. Raises GameFault, and Endless after `limit` decisions.
    """
    answers: list[int] = []
    while (seat := game.to_move) is not None:
        if len(answers) >= limit:
            raise Endless(limit)
        option = answer(bots[seat], game)
        if watch is not None:
            watch(game, option)
        game = game.apply(option)
        answers.append(option)
    return Played(game, len(answers), tuple(answers))
