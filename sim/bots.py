"""Turns a question and what its seat may see into an answer: the bots, which never get the game itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from ..interpreter.chance import BOT_STREAM, Generator, derive
from ..interpreter.determinize import NoWorld
from ..interpreter.game import Decision, Game, Outlook
from .mcts import Mcts, budget
from .search import Tree
from .worlds import World, search, suppose


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

    def outlook(self, generator: Generator) -> list[Outlook] | None:
        """What each answer leads to in a game that the seat cannot tell from this one, drawn from `generator`
        (what it does not know, and what chance will bring, may be otherwise); None where none is found.
        """
        try:
            return self._game.outlook(self.seat, generator)
        except NoWorld:
            return None

    def worlds(self, generator: Generator, most: int) -> list[World]:
        """So many games, drawn from `generator`, that the seat cannot tell from this one: one where nothing
        is hidden from it, fewer or none where no more are found. They tell only what is decided in them.
        """
        return suppose(self._game, self.seat, generator, most)

    def search(self, generator: Generator, most: int) -> Tree | None:
        """A search for the best answer in that many worlds; None where none is found. It has to be closed."""
        found = self.worlds(generator, most)
        return search(found, generator) if found else None


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

    def pass_by(self, answers: int) -> None:
        """Leave out a number of the stream for each answer."""
        for _ in range(answers):
            self._generator.bits()


class Greedy:
    """Looks one step ahead and takes what is best then: a game won, else the greatest evaluation, which the
    game declares. Between equals, and where it can suppose nothing, it draws lots.

    Every answer has numbers of its own, so that a bot that comes back to a game goes on as it would have.
    """

    def __init__(self, seed: int, seat: int) -> None:
        self._seed = derive(seed, BOT_STREAM, seat)
        self._answered = 0

    def choose(self, asked: Asked) -> int:
        """One of the positions with the best outlook."""
        generator = Generator.of(self._seed, BOT_STREAM, self._answered)
        self._answered += 1
        if asked.count == 1:
            return 0
        outlook = asked.outlook(generator)
        if outlook is None:
            return generator.below(asked.count)
        most = max(outlook)
        best = [option for option, seen in enumerate(outlook) if seen == most]
        return best[generator.below(len(best))] if len(best) > 1 else best[0]

    def pass_by(self, answers: int) -> None:
        """Count the answers."""
        self._answered += answers


def _first(seed: int, seat: int) -> Bot:
    del seed, seat
    return First()


BOTS: Mapping[str, Callable[[int, int], Bot]] = {
    "first": _first,
    "greedy": Greedy,
    "mcts": Mcts,
    "random": Random,
}
"""The bots by name: each is made from the seed of the game and its seat."""


def bot(name: str, seed: int, seat: int) -> Bot:
    """The bot of this name for a seat; behind a colon may stand the budget of one that has any: `mcts:500`,
    `mcts:50ms`. Raises KeyError for an unknown bot, ValueError for a budget that is wrong.
    """
    of, colon, written = name.partition(":")
    make = BOTS[of]
    if not colon:
        return make(seed, seat)
    if of != "mcts":
        raise ValueError(f"`{of}` takes no budget; only `mcts` does, such as mcts:1000 or mcts:50ms")
    return Mcts(seed, seat, budget(written))


def complaint(name: str) -> str | None:
    """What is wrong with the name of a bot and its budget; None if nothing is."""
    try:
        bot(name, 0, 0)
    except KeyError:
        return f"there is no bot `{name.partition(':')[0]}`; there are: {', '.join(BOTS)}"
    except ValueError as wrong:
        return str(wrong)
    return None


def seat_bots(names: Sequence[str], players: int, seed: int) -> list[Bot]:
    """A bot for each seat: `names` go round the table where there are fewer of them than seats. Raises
    KeyError for an unknown name, ValueError for a wrong budget.
    """
    return [bot(names[seat % len(names)], seed, seat) for seat in range(players)]


def answer(player: Bot, game: Game) -> int:
    """What a bot answers to the pending question of its seat."""
    seat = game.to_move
    assert seat is not None, "nothing is asked after the end"
    return player.choose(Asked(game, seat))


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
    if name.partition(":")[0] not in BOTS:
        return None
    player = bot(name, seed, seat)
    if isinstance(player, Random | Greedy | Mcts):
        player.pass_by(sum(who == seat for who, _ in answers))
    return lambda game: answer(player, game)
