"""Plays many games, each from a seed of its own, and adds them up: the same with any number of workers."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TextIO

from ..interpreter.chance import SIMULATION_STREAM, derive
from ..interpreter.game import Game, GameFault
from .bots import seat_bots
from .run import Endless, play_out
from .tally import Tally, Watch

Start = Callable[[int], Game]
"""Opens the game to be simulated from a seed; for several workers it has to be picklable."""

CHUNK = 25
"""Games that a worker plays before it reports."""


def game_seed(seed: int, index: int) -> int:
    """The seed of the game numbered `index` of a simulation with this seed."""
    return derive(seed, SIMULATION_STREAM, index)


def play_games(start: Start, bots: Sequence[str], players: int, seed: int, indices: range) -> Tally:
    """Play the games with these numbers; a game that faults or does not end is counted as failed and told
    by its seed.
    """
    tally = Tally(players)
    for index in indices:
        own = game_seed(seed, index)
        watch = Watch(players)
        try:
            played = play_out(start(own), seat_bots(bots, players, own), watch=watch)
        except (GameFault, Endless) as problem:
            tally.failed[index] = f"seed {own}: {problem}"
            continue
        result = played.game.result
        assert result is not None, "a game without a question is over"
        tally.count(result, played.decisions, watch, played.game.view(None))
    return tally


def simulate(
    start: Start,
    bots: Sequence[str],
    players: int,
    games: int,
    seed: int,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Tally:
    """Play `games` games; `progress` hears how many are done. `bots` go round the table where there are
    fewer than seats.
    """
    total = Tally(players)
    done = 0
    for part in _parts(start, bots, players, games, seed, workers):
        total.add(part)
        done = min(games, done + CHUNK)
        if progress is not None:
            progress(done)
    return total


def _parts(
    start: Start, bots: Sequence[str], players: int, games: int, seed: int, workers: int
) -> Iterator[Tally]:
    chunks = [range(first, min(first + CHUNK, games)) for first in range(0, games, CHUNK)]
    if workers == 1 or len(chunks) < 2:
        for chunk in chunks:
            yield play_games(start, bots, players, seed, chunk)
        return
    # Fresh processes: what this one has loaded or opened plays no part in theirs.
    setting = (start, tuple(bots), players, seed)
    with ProcessPoolExecutor(min(workers, len(chunks)), get_context("spawn"), _settle, setting) as pool:
        yield from pool.map(_play_chunk, chunks)


_Setting = tuple[Start, tuple[str, ...], int, int]
_settled: list[_Setting] = []


def _settle(*setting: *_Setting) -> None:
    """Keep, in a worker, what all its games have in common: the program comes to it once."""
    _settled[:] = [setting]


def _play_chunk(indices: range) -> Tally:
    start, bots, players, seed = _settled[0]
    return play_games(start, bots, players, seed, indices)


def worker_count(written: str) -> int | None:
    """The number of processes, from a number or `auto`; None where it can be neither."""
    if written == "auto":
        return os.cpu_count() or 1
    return int(written) if re.fullmatch(r"[1-9]\d{0,2}", written) and int(written) <= 256 else None


def progress_on(stream: TextIO, games: int) -> Callable[[int], None]:
    """Tells on a terminal's stream how many games are done, in one line."""

    def show(done: int) -> None:
        stream.write(f"\r{done} of {games} games" + ("\n" if done == games else ""))
        stream.flush()

    return show
