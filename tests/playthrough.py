"""Turns a game played by random bots into a text in which every change of its rules or views shows."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path

from tafl.interpreter.engine import Playing, open_game
from tafl.ir.program import Program
from tafl.play.files import canonical
from tafl.sim.bots import answer, seat_bots

SEED = 7


def path_of(root: Path, reference: str, players: int) -> Path:
    """Where the playthrough of a game stands: `tests/golden/<pack>/<game>-<players>.txt`."""
    pack, _, game = reference.partition(":")
    return root / "tests" / "golden" / pack / f"{game or pack}-{players}.txt"


def playthrough(program: Program, players: int) -> str:
    """At each decision of a seat: who is asked what, the options, what each player sees, the log since, the
    state; and the end.
    """
    game = open_game(program, players, seed=SEED)
    bots = seat_bots(["random"], players, SEED)
    lines = [f"{program.name}, {players} players, seed {SEED}, random bots"]
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
