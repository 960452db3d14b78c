"""A game written against the protocol alone, to test what only needs the protocol: nim with one heap and,
if wanted, a die.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tafl.interpreter.chance import Generator
from tafl.interpreter.game import CHANCE, AnswerError, Decision, GameFault, Option, Outlook, Result
from tafl.ir.span import BUILT_IN


@dataclass(frozen=True, slots=True)
class Nim:
    """Seats take 1 to 3 from the heap in turn; who takes the last one wins. With `dice`, chance adds 0 or 1
    after each taking.

    `trap`: taking so many faults. `blocked`: seats that may only take 1. `luck`: bits by which chance answers
    itself.
    """

    heap: int
    players: int = 2
    seat: int = 0
    dice: bool = False
    rolling: bool = False
    trap: int = 0
    blocked: frozenset[int] = frozenset()
    lines: tuple[str, ...] = ()
    luck: int | None = None

    @property
    def _over(self) -> bool:
        return self.heap == 0

    @property
    def to_move(self) -> int | None:
        return None if self._over else CHANCE if self.rolling else self.seat

    @property
    def option_count(self) -> int:
        return len(self._keys())

    def _keys(self) -> Sequence[str]:
        if self._over:
            return ()
        if self.rolling:
            return ("0", "1")
        most = 1 if self.seat in self.blocked else min(3, self.heap)
        return tuple(f"take({number})" for number in range(1, most + 1))

    def evaluation(self, seat: int) -> int | None:
        """Whoever leaves a multiple of four wins."""
        left = 1 if self.heap % 4 == 0 else 0
        return left if seat == (self.seat - 1) % self.players else -left

    def determinized(self, seat: int, generator: Generator) -> Nim:
        """Nothing is hidden."""
        del seat, generator
        return self

    def outlook(self, seat: int, generator: Generator) -> list[Outlook]:
        """Nothing is hidden, and nobody looks past the end."""
        del generator
        after = [self.apply(option) for option in range(self.option_count)]
        return [
            (game.result.outcome[seat] if game.result else 0, game.evaluation(seat) or 0) for game in after
        ]

    def hides(self, seat: int) -> bool:
        """Nothing is hidden."""
        del seat
        return False

    def reseeded(self, generator: Generator) -> Nim:
        """Chance answers by itself from here on."""
        return replace(self, luck=generator.bits())

    def option_marks(self) -> Sequence[int]:
        """What is taken."""
        return range(1, len(self._keys()) + 1)

    @property
    def decision(self) -> Decision | None:
        seat = self.to_move
        if seat is None:
            return None
        options = tuple(
            Option(key, key.replace("(", " ").rstrip(")"), help=f"does {key}") for key in self._keys()
        )
        return Decision(seat, "chance" if seat == CHANCE else "act", f"{self.heap} left", options, BUILT_IN)

    @property
    def result(self) -> Result | None:
        if not self._over:
            return None
        winner = (self.seat - 1) % self.players
        won = [seat == winner for seat in range(self.players)]
        outcome = tuple(self.players - 1 if each else -1 for each in won)
        return Result(outcome, tuple(1 if each else 2 for each in won), None)

    def apply(self, option: int) -> Nim:
        keys = self._keys()
        if not keys:
            raise AnswerError("the game is over")
        if not 0 <= option < len(keys):
            raise AnswerError(f"there is no option {option}")
        if self.rolling:
            return replace(
                self, rolling=False, heap=self.heap + option, lines=(*self.lines, f"rolled {option}")
            )
        number = option + 1
        if number == self.trap:
            raise GameFault(f"taking {number} is a trap", BUILT_IN)
        heap = self.heap - number
        after = replace(
            self,
            heap=heap,
            seat=(self.seat + 1) % self.players,
            rolling=self.dice and heap > 0,
            lines=(*self.lines, f"seat {self.seat + 1} takes {number}"),
        )
        if after.rolling and self.luck is not None:
            return replace(after, luck=self.luck >> 1).apply(self.luck & 1)
        return after

    def find(self, key: str) -> int:
        keys = self._keys()
        if key not in keys:
            raise AnswerError(f"`{key}` is not an option")
        return keys.index(key)

    def save(self) -> Mapping[str, Any]:
        return {"heap": self.heap, "seat": self.seat, "rolling": self.rolling, "lines": list(self.lines)}

    def hash(self) -> str:
        return hashlib.sha256(json.dumps(self.save(), sort_keys=True).encode()).hexdigest()

    def view(self, seat: int | None) -> Mapping[str, Any]:
        return {"seat": seat, "heap": self.heap}

    def log(self, seat: int | None, since: int = 0) -> list[str]:
        del seat
        return list(self.lines[since:])

    def observation(self, seat: int) -> str:
        return f"{seat}: {self.lines}"
