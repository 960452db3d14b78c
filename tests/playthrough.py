"""Turns a game played by random bots into a text in which every change of its rules or views shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path

import yaml

from tafl.interpreter.engine import Playing, open_game
from tafl.ir.program import Program
from tafl.play.files import canonical
from tafl.sim.bots import answer, seat_bots
from tafl.tests.shipped import counts

SEED = 7


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is played through: `variant` names what is chosen besides the defaults, "" for nothing."""

    reference: str
    players: int
    variant: str = ""
    chosen: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return "-".join([self.reference, str(self.players), *([self.variant] if self.variant else [])])

    def path(self, root: Path) -> Path:
        """Where it stands: `tests/golden/<pack>/<game>-<players>.txt`, or `...-<variant>.txt`."""
        pack, _, game = self.reference.partition(":")
        name = str(self).removeprefix(f"{pack}:") if game else str(self)
        return root / "tests" / "golden" / pack / f"{name}.txt"


def all_played(root: Path) -> list[Played]:
    """Every shipped game for each number of players, then what `tests/golden/<pack>/variants.yaml` lists: by
    reference and variant the number of players and the options.
    """
    played = [Played(reference, players) for reference, players in counts()]
    for file in sorted((root / "tests" / "golden").glob("*/variants.yaml")):
        for reference, variants in yaml.safe_load(file.read_text(encoding="utf-8")).items():
            for variant, chosen in variants.items():
                options = {name: str(value) for name, value in chosen.items() if name != "players"}
                played.append(Played(reference, chosen["players"], variant, options))
    return played


def playthrough(program: Program, played: Played) -> str:
    """At each decision of a seat: who is asked what, the options, what each player sees, the log since, the
    state; and the end.
    """
    players = played.players
    game = open_game(program, players, played.chosen, seed=SEED)
    bots = seat_bots(["random"], players, SEED)
    chosen = "".join(f", {name} {value}" for name, value in played.chosen.items())
    lines = [f"{program.name}, {players} players{chosen}, seed {SEED}, random bots"]
    told = 0
    while (seat := game.to_move) is not None:
        told = _position(game, lines, told)
        option = answer(bots[seat], game)
        decision = game.decision
        assert decision is not None
        lines += [
            f"seat {seat + 1}, {decision.kind}: {decision.prompt}",
            f"  options {' '.join(each.key for each in decision.options)}",
            f"  takes {decision.options[option].key}",
        ]
        game = game.apply(option)
    _position(game, lines, told)
    lines.append(str(game.result))
    return "\n".join(lines) + "\n"


def _position(game: Playing, lines: list[str], told: int) -> int:
    """The log since the last decision, each player's view (then everybody's) as a digest, the hash of the
    state.
    """
    logs = [game.log(seat, told) for seat in (*range(game.players), None)]
    lines += [f"  | {line}" for line in _told(logs)]
    views = " ".join(_digest(game, seat) for seat in (*range(game.players), None))
    lines += [f"  views {views}", f"  state {game.hash()}"]
    return told + len(logs[0])


def _told(logs: list[list[str]]) -> Iterator[str]:
    """Each line once where all seats read the same; else as each seat reads it, then as everybody does."""
    for variants in zip_longest(*logs):
        if len(set(variants)) == 1:
            yield variants[0]
        else:
            yield " / ".join(variants)


def _digest(game: Playing, seat: int | None) -> str:
    return sha256(canonical(game.view(seat)).encode()).hexdigest()[:16]
