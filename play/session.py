"""Turns a game into a session: seats that people or bots play, what can be taken back, and the log since
somebody last looked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..interpreter.game import CHANCE, Decision, Game

Answerer = Callable[[Game], int]
"""Answers the pending question of its seat: a bot, already bound to what it may see."""

Sealed = Callable[[Game], bool]
"""Whether nobody may notice that the open question leaves no choice."""

Barrier = Callable[[Game, Game], bool]
"""Whether the step from the first game to the second may not be taken back."""


class UndoRefused(Exception):
    """Nothing can be taken back; the message says why."""


@dataclass(frozen=True, slots=True)
class Step:
    """What happened by itself: the question, the position taken, and whether a person had no other choice
    (else a bot chose).
    """

    decision: Decision
    option: int
    forced: bool


class Session:
    """A game at a table. `bots` has one answerer a seat, None where a person sits.

    A question that leaves its person one option is answered by itself, unless other people would notice what
    `sealed` says they may not. Undo goes back to the last question
    at which a person really chose, but not past a step that `barrier` names (chance, somebody learned
    something) unless `undo_anything`.
    """

    def __init__(
        self,
        game: Game,
        bots: Sequence[Answerer | None],
        barrier: Barrier,
        *,
        sealed: Sealed | None = None,
        undo_anything: bool = False,
    ) -> None:
        if len(bots) != game.players:
            raise ValueError(f"{len(bots)} seats were filled for {game.players} players")
        self.game = game
        self.bots = tuple(bots)
        self._barrier = barrier
        self._sealed = sealed
        self._undo_anything = undo_anything
        self._past: list[Game] = []
        self._lost = False

    @property
    def people(self) -> list[int]:
        """The seats that people play, ascending."""
        return [seat for seat, bot in enumerate(self.bots) if bot is None]

    @property
    def waits_for(self) -> int | None:
        """The seat of the person who has to choose now; None where `advance` goes on by itself or the game
        is over.
        """
        seat = self.game.to_move
        if seat is None or seat == CHANCE or self.bots[seat] is not None:
            return None
        return seat if self.game.option_count > 1 or self._noticed() else None

    def _noticed(self) -> bool:
        """Whether others at the table would notice that a question leaves no choice, and may not."""
        return self._sealed is not None and len(self.people) > 1 and self._sealed(self.game)

    def advance(self) -> Step | None:
        """Take one step that needs no person: a bot's answer, or a forced one; None where a person has to
        choose, or after the end.

        Raises GameFault; the session stays where it was.
        """
        decision = self.game.decision
        if decision is None or self.waits_for is not None:
            return None
        bot = self.bots[decision.seat]
        option = 0 if bot is None else bot(self.game)
        self._go(option, chosen=False)
        return Step(decision, option, bot is None)

    def answer(self, option: int) -> None:
        """Take a person's answer. Raises AnswerError and GameFault; the session stays where it was."""
        self._go(option, chosen=True)

    def undo(self) -> None:
        """Go back to the last question at which a person chose. Raises UndoRefused."""
        if not self._past:
            raise UndoRefused(
                "since then something was rolled, drawn, shown or answered in secret, and stands"
                if self._lost
                else "there is nothing to take back"
            )
        self.game = self._past.pop()

    @property
    def can_undo(self) -> bool:
        """Whether `undo` has somewhere to go."""
        return bool(self._past)

    def _go(self, option: int, *, chosen: bool) -> None:
        before = self.game
        self.game = before.apply(option)
        if chosen:
            self._past.append(before)
        if self._past and not self._undo_anything and self._barrier(before, self.game):
            self._past.clear()
            self._lost = True
