"""Measures how long it takes to make modules and to have them again, and how large states are."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from tafl.interpreter.load import load
from tafl.tests.shipped import program_of, references
from tafl.wasm import kept
from tafl.wasm.batch import Playouts
from tafl.wasm.module import compile_world
from tafl.wasm.runner import Runner

MOST = 1 << 14
"""Games that the module plays in one call."""

WHOLE = {"valkyries:valkyries": 2000, "walhalla": 1000}
"""Random games for four that are to be played in a second."""


def report(seconds: float) -> None:
    """Print a line for each shipped game with as many seats as it takes."""
    print(
        f"\n{'modules':<24}{'our part':>10}{'made':>9}{'kept':>10}{'module':>11}{'state':>9}{'games/s':>12}"
    )
    with tempfile.TemporaryDirectory() as folder:
        kept.keep_in(Path(folder))
        for reference in references():
            print(_line(reference, seconds), flush=True)
        kept.keep_in(None)


def _line(reference: str, seconds: float) -> str:
    program = program_of(reference)
    players = program.high_players
    code = load(program, players)
    module, ours = _timed(lambda: compile_world(code.world))
    _, made = _timed(lambda: Runner(code, tests=False))
    again = min(_timed(lambda: Runner(code, tests=False))[1] for _ in range(3))
    chosen = {option.name: option.names[0] for option in program.options if option.default is None}
    playouts = Playouts(program, players, chosen)
    games, size = _rate(playouts, seconds)
    aim = WHOLE.get(reference)
    verdict = "" if aim is None else f"   {'as' if games >= aim else 'BUT'} it should be {aim:,}"
    return (
        f"{reference:<24}{ours:>8.2f} s{made:>7.2f} s{1000 * again:>7.1f} ms{len(module):>11,}{size:>9,}"
        f"{games:>12,.0f}{verdict}"
    )


Made = TypeVar("Made")


def _timed(do: Callable[[], Made]) -> tuple[Made, float]:
    begun = time.process_time()
    done = do()
    return done, time.process_time() - begun


def _rate(playouts: Playouts, seconds: float) -> tuple[float, int]:
    games, spent, count = 0, 0.0, 8
    while spent < seconds:
        begun = time.process_time()
        playouts.play(1, games, count)
        spent += time.process_time() - begun
        games += count
        # In one call as many as about an eighth of the time is enough for.
        count = max(8, min(MOST, int(games / spent * seconds / 8)))
    return games / spent, playouts.state_bytes
