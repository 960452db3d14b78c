"""What every engine offers to players, bots and tools: a game as an immutable value that answers turn into
the next one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from ..ir.span import Span
from .chance import Generator

CHANCE = -1
"""The seat of chance in decisions."""


@dataclass(frozen=True, slots=True)
class Option:
    """One answer that the pending question takes.

    `key` names it in saves and tests and survives edits of titles (qualified content and copy, space, number,
    option id); `label` is for people, as the deciding seat may see it; `weight` is chance's (1 otherwise);
    `help` says what a card or action does, may be empty. `component`, `space`: number of what is picked,
    where it is one, for drawing.
    """

    key: str
    label: str
    weight: int = 1
    help: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """A pending question: `seat` (`CHANCE` for chance), the prompt, and at least one option, in a fixed
    order. `kind` is choose, menu, act or chance. `action` names of `act` options are the part of the key
    before `(`."""

    seat: int
    kind: str
    prompt: str
    options: Sequence[Option]
    at: Span


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: one outcome a seat (greater is better), rank a seat from 1 (ties share), score a seat
    where the game counts one.
    """

    outcome: tuple[int, ...]
    ranking: tuple[int, ...]
    scores: tuple[int, ...] | None


class GameFault(Exception):
    """Content did what it may not (range, fuel, depth, missing slot, `fault`): span and chain of calls; the
    game is unchanged.

    `message` says what happened in the author's words; `chain` lists (routine, span) from the innermost
    outward.
    """

    def __init__(self, message: str, at: Span, chain: tuple[tuple[str, Span], ...] = ()) -> None:
        super().__init__(f"{at}: {message}")
        self.message = message
        self.at = at
        self.chain = chain


class AnswerError(ValueError):
    """The answer is not an option of the pending question, or the game is over; the message says which, and
    the game is unchanged.
    """


Outlook: TypeAlias = tuple[int, int]
"""A seat's outcome if the game is over, else 0; and what the game's own evaluation says, 0 without one."""


class Game(Protocol):
    """A game in play. Values are immutable: `apply` gives a new game and leaves this one as it was."""

    @property
    def players(self) -> int:
        """Number of seats."""

    @property
    def decision(self) -> Decision | None:
        """The pending question, None after the end."""

    @property
    def option_count(self) -> int:
        """Number of options of the pending question, 0 after the end; cheaper than `decision`."""

    @property
    def to_move(self) -> int | None:
        """Seat of the pending question (`CHANCE` for chance), None after the end; cheaper than `decision`."""

    @property
    def result(self) -> Result | None:
        """The result after the end."""

    def apply(self, option: int) -> Game:
        """The game after the option at this position; raises AnswerError, GameFault."""

    def find(self, key: str) -> int:
        """Position of the option with this key; raises AnswerError naming it."""

    def hash(self) -> str:
        """Hash of the canonical state, 64 hex digits, equal on every engine and machine."""

    def view(self, seat: int | None) -> Mapping[str, Any]:
        """What a seat may see now, as plain JSON data (`schemas/view.schema.json`); None: what everybody
        sees.
        """

    def log(self, seat: int | None, since: int = 0) -> list[str]:
        """Log lines as that seat may read them (None: as everybody may), from line `since` on."""

    def observation(self, seat: int) -> str:
        """The whole history of what this seat was shown, asked and answered, as one text; equal exactly where
        the seat cannot tell games apart.
        """

    def evaluation(self, seat: int) -> int | None:
        """How good this position is for a seat (greater is better), as the game itself reckons for bots; None
        where it does not. Raises GameFault.
        """

    def determinized(self, seat: int, generator: Generator) -> Game:
        """A game that this seat cannot tell from this one, drawn from `generator`. Raises
        `determinize.NoWorld` where none is found.
        """

    def hides(self, seat: int) -> bool:
        """Whether there is anything that this seat has not identified, or an answer kept from it: else
        `determinized` changes nothing but what chance will bring.
        """

    def reseeded(self, generator: Generator) -> Game:
        """The same game with other chance from here on, which is drawn from `generator`: it needs no answers
        for that any more.
        """

    def option_marks(self) -> Sequence[int]:
        """For each option of the pending question a number that tells it from the others as the deciding seat
        sees them, and is the same in games that the seat cannot tell apart; a few may share one.
        """

    def outlook(self, seat: int, generator: Generator) -> list[Outlook]:
        """What each option leads to, for a seat, in one game that it cannot tell from this one, drawn from
        `generator`. In a `together` an option leads to where it ends, if all that is asked until then is
        answered by the last option. Raises `determinize.NoWorld`, GameFault.
        """

    def save(self) -> Mapping[str, Any]:
        """The state as plain JSON data in canonical form."""
