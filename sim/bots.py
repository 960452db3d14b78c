"""Turns a question and what its seat may see into an answer: the bots, which never get the game itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from ..interpreter.chance import BOT_STREAM, Generator
from ..interpreter.game import Decision, Game


class Asked:
    """The question put to a seat, with what that seat may see: all that a bot gets. Everything but `count`
    is made on first use.
    """

    __slots__ = ("_game", "count", "seat")

    def __init__(self, game: Game, seat: int) -> None:
        self._game = game
        self.seat = seat
        self.count = game.option_count

    @property
    def players(self) -> int:
        """Number of seats."""
        return self._game.players

    @property
    def decision(self) -> Decision:
        """The question with its options as this seat may read them."""
        decision = self._game.decision
        assert decision is not None, "a bot is asked only where a question is pending"
        return decision

    def view(self) -> Mapping[str, Any]:
        """What the seat may see now."""
        return self._game.view(self.seat)

    def observation(self) -> str:
        """The whole history of what the seat was shown, asked and answered."""
        return self._game.observation(self.seat)


class Bot(Protocol):
    """Plays one seat of one game."""

    def choose(self, asked: Asked) -> int:
        """The position of the option taken, from 0 to `asked.count - 1`."""


class First:
    """Takes the first option always: the plainest game that there is, and the same without any seed."""

    def choose(self, asked: Asked) -> int:
        """Position 0."""
        del asked
        return 0


class Random:
    """Takes every option with the same probability, from a stream of its own."""

    def __init__(self, seed: int, seat: int) -> None:
        self._generator = Generator.of(seed, BOT_STREAM, seat)

    def choose(self, asked: Asked) -> int:
        """A uniform position; a single option takes no number from the stream."""
        return self._generator.below(asked.count) if asked.count > 1 else 0

    def pass_by(self, numbers: int) -> None:
        """Leave out so many numbers of the stream."""
        for _ in range(numbers):
            self._generator.bits()


def _first(seed: int, seat: int) -> Bot:
    del seed, seat
    return First()


BOTS: Mapping[str, Callable[[int, int], Bot]] = {"first": _first, "random": Random}
"""The bots by name: each is made from the seed of the game and its seat."""


def seat_bots(names: Sequence[str], players: int, seed: int) -> list[Bot]:
    """A bot for each seat: `names` go round the table where there are fewer of them than seats. Raises
    KeyError for an unknown name.
    """
    return [BOTS[names[seat % len(names)]](seed, seat) for seat in range(players)]


def answer(bot: Bot, game: Game) -> int:
    """What `bot` answers to the pending question of its seat."""
    seat = game.to_move
    assert seat is not None, "nothing is asked after the end"
    return bot.choose(Asked(game, seat))


def table_bots(
    players: Sequence[str], seed: int, answers: Sequence[tuple[int, str]]
) -> list[Callable[[Game], int] | None]:
    """For each seat a function that answers for its bot, None where `players` names none (a person).

    A bot that comes back to a game that has gone on draws no number twice: one for each answer of its seat
    is passed by.
    """
    return [_bound(name, seed, seat, answers) for seat, name in enumerate(players)]


def _bound(
    name: str, seed: int, seat: int, answers: Sequence[tuple[int, str]]
) -> Callable[[Game], int] | None:
    if name not in BOTS:
        return None
    bot = BOTS[name](seed, seat)
    if isinstance(bot, Random):
        bot.pass_by(sum(who == seat for who, _ in answers))
    return lambda game: answer(bot, game)
