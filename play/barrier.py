"""Says which steps of a game may not be taken back: those that drew from chance or taught somebody
something.
"""

from __future__ import annotations

from ..interpreter.engine import Playing
from ..interpreter.game import CHANCE, Game
from ..interpreter.knowledge import learned


def playing(game: Game) -> Playing:
    """A game as the engine has it that sessions, saves and replays are held on."""
    assert isinstance(game, Playing), "sessions are held on the reference engine"
    return game


def stands(before: Game, after: Game) -> bool:
    """Whether the step between these two games stands: chance was asked, or a seat has identified something
    new.
    """
    old, new = playing(before).state, playing(after).state
    asked = CHANCE in (before.to_move, after.to_move)
    return asked or old.rng != new.rng or learned(old, new)
