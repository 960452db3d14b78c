"""The games that are measured, with the options under which others play the same game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tafl.ir.program import Program
from tafl.tests.shipped import program_of


@dataclass(frozen=True, slots=True)
class Benched:
    """A game of `classics`."""

    name: str
    players: int = 2
    chosen: Mapping[str, str] = field(default_factory=dict)

    @property
    def program(self) -> Program:
        """Its checked program."""
        return program_of(f"classics:{self.name}")


GAMES = {
    game.name: game
    for game in (
        Benched("tic_tac_toe"),
        Benched("connect_four"),
        Benched("breakthrough"),
        Benched("othello"),
        Benched("hex"),
        Benched("kuhn"),
        Benched("leduc"),
        Benched("pig", chosen={"patient": "true"}),
        Benched("hearts", players=4),
    )
}
