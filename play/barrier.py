"""Says which steps of a game may not be taken back: those that drew from chance or taught somebody something,
and answers that others could come to know.
"""

from __future__ import annotations

from ..interpreter.engine import Playing
from ..interpreter.game import CHANCE, Game
from ..interpreter.knowledge import learned
from ..interpreter.together import seats_asked


def playing(game: Game) -> Playing:
    """A game as the engine has it that sessions, saves and replays are held on."""
    assert isinstance(game, Playing), "sessions are held on the reference engine"
    return game


def stands(before: Game, after: Game) -> bool:
    """Whether the step between these two games stands: chance was asked, a seat has identified something new,
    or has given its last answer in a `together`, which nobody may change who may know others'.
    """
    old, new = playing(before).state, playing(after).state
    asked = CHANCE in (before.to_move, after.to_move)
    return asked or old.rng != new.rng or learned(old, new) or _given(playing(before), playing(after))


def _given(before: Playing, after: Playing) -> bool:
    asked = seats_asked(before.state, before.world)
    return bool(asked) and seats_asked(after.state, after.world) != asked


def sealed(game: Game) -> bool:
    """Whether others may not notice what is answered, nor what there is to answer with: in a `together`."""
    return bool(seats_asked(playing(game).state, playing(game).world))
