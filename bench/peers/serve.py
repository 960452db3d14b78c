"""How a peer in Python is spoken to: orders and samples are lines of JSON."""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial

Game = Callable[[], tuple[int, Sequence[int]]]
"""Plays one random game; gives the answers of seats in it, and the outcome."""

Player = Callable[[float], dict[str, object]]
"""Plays whole games for about so many seconds of processor time; gives the fields of a `Sample`."""

Way = Callable[[str, int], Player]
"""Gets ready to play a game, with a seed."""


def serve(name: str, ways: Mapping[str, tuple[Way, Sequence[str]]]) -> None:
    """Tell what there is, then do as ordered until there are no more orders."""
    told = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what packages print is no answer

    def tell(answer: Mapping[str, object]) -> None:
        told.write(json.dumps(answer) + "\n")
        told.flush()

    tell({"name": name, "ways": {way: list(games) for way, (_, games) in ways.items()}})
    ready: dict[tuple[str, str], Player] = {}
    for line in sys.stdin:
        order = json.loads(line)
        key = order["way"], order["game"]
        if key not in ready:
            ready[key] = ways[order["way"]][0](order["game"], order["seed"])
            ready[key](0.0)  # what is made at the first call is no part of a game
        tell(ready[key](order["seconds"]))


def one_by_one(way: Callable[[str, int], Game]) -> Way:
    """A way that plays game by game: 0 answers where it does not count them, no outcome where it knows
    none.
    """
    return lambda game, seed: partial(_sample, way(game, seed))


def _sample(play: Game, seconds: float) -> dict[str, object]:
    games = answers = squares = 0
    ends: Counter[str] = Counter()
    begun = time.process_time()
    spent = 0.0
    while spent < seconds or not games:
        count, outcome = play()
        games += 1
        answers += count
        squares += count * count
        if outcome:
            ends[",".join(map(str, outcome))] += 1
        spent = time.process_time() - begun
    return {"games": games, "answers": answers, "squares": squares, "seconds": spent, "ends": ends}
