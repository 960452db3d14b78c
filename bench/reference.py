"""Measures the reference interpreter against hand-written loops, and how long `tafl check` takes."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from random import Random

from tafl.bench.games import GAMES
from tafl.bench.hand_cards import LOOPS
from tafl.interpreter.engine import open_game
from tafl.interpreter.game import Game

ROUNDS = 3
CHECKED = "valkyries"


def playout(opening: Game, rng: Random) -> int:
    """Play one random game from `opening`; the number of answers that seats gave."""
    game, answers = opening, 0
    while options := game.option_count:
        game = game.apply(rng.randrange(options))
        answers += 1
    return answers


def rate(play: Callable[[], int], seconds: float) -> float:
    """Answers a second of `play`, over whole games, for at least so long."""
    answers = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        answers += play()
    return answers / spent


def compare(name: str, seconds: float) -> str:
    """A line of the table: both rates and how many times slower the engine is."""
    rng = Random(1)
    benched = GAMES[name]
    opening = open_game(benched.program, benched.players, benched.chosen)
    hand = engine = 0.0
    for _ in range(ROUNDS):
        hand = max(hand, rate(lambda: LOOPS[name](rng)[0], seconds / ROUNDS))
        engine = max(engine, rate(lambda: playout(opening, rng), seconds / ROUNDS))
    return f"{name:<14}{hand:>14,.0f}{engine:>14,.0f}{hand / engine:>10.0f} x"


def check_seconds(cache: str) -> float:
    """Processor time of `tafl check` in a new process, its compile cache in `cache`."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "tafl", "check", CHECKED],
        env={**os.environ, "XDG_CACHE_HOME": cache},
        check=True,
        stdout=subprocess.DEVNULL,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def report(games: list[str], seconds: float) -> None:
    """Print both tables. Both sides of a ratio run in turn, and of several rounds the best counts."""
    print(f"\n{'answers a second':<14}{'by hand':>12}{'interpreter':>14}{'slower':>12}")
    for name in games:
        print(compare(name, seconds), flush=True)
    with tempfile.TemporaryDirectory() as cache:
        cold = check_seconds(cache)
        cached = min(check_seconds(cache) for _ in range(ROUNDS))
    print(f"\ntafl check {CHECKED}: cold {cold:.2f} s, cached {cached:.2f} s, start of Python included")
