"""Plays many games, each from a seed of its own, and adds them up: the same with any number of workers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

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
        tally.count(result, played.decisions, watch)
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
    with ProcessPoolExecutor(min(workers, len(chunks)), get_context("spawn")) as pool:
        waiting = [pool.submit(play_games, start, bots, players, seed, chunk) for chunk in chunks]
        for future in waiting:
            yield future.result()
