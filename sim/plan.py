"""What is simulated: all that a worker needs to play the games, as plain data that can be sent to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

from ..interpreter import engine as reference
from ..interpreter.chance import SIMULATION_STREAM, derive
from ..interpreter.engine import Playing
from ..ir.program import Program
from .run import LIMIT

REFERENCE, WASM, AUTO = ENGINES = ("reference", "wasm", "auto")
"""The engines that can be asked for; `auto` is the compiled one where it can be loaded."""

COVERED = 200
"""So many games are played again by the interpreter, unless the caller says otherwise, to see what runs."""

Opener: TypeAlias = Callable[..., Playing]
"""Opens a game as `interpreter.engine.open_game`."""


class Refused(Exception):
    """Something asked of a simulation cannot be; the message says what can, or what to do."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Games of one program for so many seats with these options. Game `i` has a seed of its own, derived
    from `seed`. `bots` go round the table; with `rotate` each game begins with the next of them. `engine` is
    `reference` or `wasm`; the first `covered` games are played again by the interpreter.
    """

    program: Program
    players: int
    chosen: Mapping[str, str] = field(default_factory=dict)
    bots: tuple[str, ...] = ("random",)
    rotate: bool = False
    seed: int = 0
    engine: str = REFERENCE
    covered: int = COVERED
    limit: int = LIMIT

    def prepare(self) -> None:
        """Compile what the games run on: where modules are kept, nobody needs to do so again."""
        if self.engine == WASM:
            from ..wasm.runner import runner

            runner(self.program, self.players)

    def game_seed(self, number: int) -> int:
        """The seed of the game with this number."""
        return game_seed(self.seed, number)

    def seated(self, number: int) -> list[str]:
        """The bot of each seat in the game with this number."""
        first = number if self.rotate else 0
        return [self.bots[(first + seat) % len(self.bots)] for seat in range(self.players)]

    def open(self, number: int) -> Playing:
        """The game with this number at its first question. Raises GameFault, ValueError, Refused."""
        return opener(self.engine)(self.program, self.players, self.chosen, self.game_seed(number))


def game_seed(seed: int, number: int) -> int:
    """The seed of the game with this number in a simulation with this seed."""
    return derive(seed, SIMULATION_STREAM, number)


def opener(engine: str) -> Opener:
    """What opens games on an engine; `auto` as `resolved` has it. Raises Refused."""
    if resolved(engine)[0] == REFERENCE:
        return reference.open_game
    # Loaded only here: who plays on the interpreter needs no compiler.
    from ..wasm import engine as compiled

    return compiled.open_game


@lru_cache(maxsize=len(ENGINES))
def resolved(engine: str) -> tuple[str, str]:
    """The engine that `auto` means here, or the one that is named; and why it is not the compiled one, where
    that was asked for with `auto`. Raises Refused.
    """
    if engine == REFERENCE:
        return REFERENCE, ""
    from ..wasm.host import why_not

    problem = why_not()
    if problem is None:
        return WASM, ""
    if engine == WASM:
        raise Refused(f"the compiled engine cannot be loaded: {problem}")
    return REFERENCE, problem


def keep_modules(folder: Path | None) -> None:
    """Keep what the compiled engine compiles in this folder, the user's own (None: nowhere)."""
    from ..wasm.kept import keep_in

    keep_in(folder)
