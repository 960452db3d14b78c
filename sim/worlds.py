"""Turns a game and the seat that is asked into games that this seat cannot tell from it, which tell no more
than what is decided in them.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..interpreter.chance import Generator
from ..interpreter.determinize import NoWorld
from ..interpreter.engine import Playing
from ..interpreter.game import Game
from ..wasm.host import why_not
from .search import EXPLORING, LONGEST, NODES, Search, Tree, packed


class World:
    """A game as a seat supposes it: who is asked, how much there is to choose, and what comes of it. Its past
    and its words stay closed.
    """

    __slots__ = ("_game",)

    def __init__(self, game: Game) -> None:
        self._game = game

    @property
    def players(self) -> int:
        """Number of seats."""
        return self._game.players

    @property
    def option_count(self) -> int:
        """Number of options of the pending question, 0 after the end."""
        return self._game.option_count

    @property
    def to_move(self) -> int | None:
        """The seat that is asked, None after the end."""
        return self._game.to_move

    @property
    def outcome(self) -> tuple[int, ...]:
        """After the end: by seat, greater is better."""
        result = self._game.result
        assert result is not None, "only a game that is over has an outcome"
        return result.outcome

    def apply(self, option: int) -> World:
        """The world after an answer; raises GameFault."""
        return World(self._game.apply(option))

    def option_marks(self) -> Sequence[int]:
        """What the deciding seat sees of each option, as a number."""
        return self._game.option_marks()

    def reseeded(self, generator: Generator) -> World:
        """The same with other chance from here on."""
        return World(self._game.reseeded(generator))

    def evaluation(self, seat: int) -> int | None:
        """How good this position is for a seat, as the game itself reckons. Raises GameFault."""
        return self._game.evaluation(seat)


def suppose(game: Game, seat: int, generator: Generator, most: int) -> list[World]:
    """So many worlds, drawn from `generator`; one where nothing is hidden, fewer or none where none is found
    that fits what the seat sees.
    """
    if not game.hides(seat):
        return [World(game.reseeded(generator))]
    found: list[World] = []
    try:
        while len(found) < most:
            found.append(World(game.determinized(seat, generator).reseeded(generator)))
    except NoWorld:
        pass
    return found


def search(worlds: Sequence[World], generator: Generator, longest: int = LONGEST, nodes: int = NODES) -> Tree:
    """A tree over these worlds: in the compiled engine where a module can be run, else in Python, which gives
    the same, only slower.
    """
    games = [world._game for world in worlds]
    playing = [game for game in games if isinstance(game, Playing)]
    if len(playing) < len(games) or why_not() is not None:
        return Search(worlds, generator, longest, nodes)
    # Loaded only here: a runtime that cannot be loaded keeps nobody from playing.
    from ..wasm.search import CompiledSearch

    return CompiledSearch(
        playing, generator, exploring=EXPLORING, tables=packed(), longest=longest, nodes=nodes
    )
