"""Plays random games and looks after every decision whether what must always hold does."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tafl.interpreter.engine import Playing, open_game
from tafl.interpreter.game import Game
from tafl.interpreter.invariants import check_world
from tafl.interpreter.opening import OptionError, option_values
from tafl.ir.program import Program
from tafl.sim.bots import seat_bots
from tafl.sim.run import play_out

OBSERVED = 20
"""At every twentieth decision an observation of one seat is made, which tells of all decisions before."""


def opening(program: Program, number: int) -> tuple[int, dict[str, str]]:
    """Players and options of the game numbered `number`: all numbers of players, and of each option all
    values, come in turn.
    """
    counts = range(program.low_players, program.high_players + 1)
    rest, players = divmod(number, len(counts))
    chosen: dict[str, str] = {}
    for option in program.options:
        rest, value = divmod(rest, len(option.names))
        chosen[option.name] = option.names[value]
    try:
        option_values(program, chosen)
    except OptionError:
        # A scenario has settings of its own; with the defaults it is played too.
        chosen = {}
    return counts[players], chosen


def play_watched(
    program: Program, players: int, chosen: Mapping[str, str] | None = None, *, seed: int
) -> Playing:
    """A game played to its end by random bots, every state of it checked. Raises GameFault, Endless,
    Broken.
    """
    watch = _watch(seed % players)
    played = play_out(
        open_game(program, players, chosen, seed), seat_bots(["random"], players, seed), watch=watch
    ).game
    watch(played, 0)
    assert isinstance(played, Playing), "it was opened here"
    return played


def _watch(seat: int) -> Callable[[Game, int], None]:
    decisions = 0

    def watch(game: Game, option: int) -> None:
        nonlocal decisions
        del option
        assert isinstance(game, Playing), "it was opened here"
        check_world(game.state, game.world)
        decisions += 1
        if decisions % OBSERVED == 0:
            assert game.observation(seat)

    return watch
