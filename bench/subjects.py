"""What plays the measured games: the compiled engine, hand-written Python and C, and peers in processes of
their own.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Protocol

from tafl.bench.games import GAMES
from tafl.bench.hand_cards import LOOPS
from tafl.bench.samples import Sample
from tafl.wasm.batch import Playouts

MOST = 1 << 16
"""Games that the module plays in one call."""


class Subject(Protocol):
    """Plays random games."""

    name: str

    @property
    def knows(self) -> Sequence[str]:
        """The games that it plays."""

    def play(self, game: str, seconds: float, seed: int) -> Sample:
        """Play whole games for about so many seconds of processor time."""


class Engine:
    """Games in the language on the compiled engine."""

    name = "tafl"
    knows = tuple(GAMES)

    def __init__(self) -> None:
        self._playouts: dict[str, Playouts] = {}

    def play(self, game: str, seconds: float, seed: int) -> Sample:
        """See Subject."""
        benched = GAMES[game]
        if game not in self._playouts:
            self._playouts[game] = Playouts(benched.program, benched.players, benched.chosen)
        playouts, sample, count, ends = self._playouts[game], Sample(), 64, Counter[tuple[int, ...]]()
        while sample.seconds < seconds:
            begun = time.process_time()
            words = playouts.play(seed, sample.games, count)
            sample.seconds += time.process_time() - begun
            sample.games += count
            lengths = words[:: 1 + benched.players]
            sample.answers += sum(lengths)
            sample.squares += sum(length * length for length in lengths)
            seats = [words[1 + seat :: 1 + benched.players] for seat in range(benched.players)]
            ends.update(zip(*seats, strict=True))
            left = seconds - sample.seconds
            count = max(64, min(MOST, int(left * sample.rate)))
        sample.ends = Counter({",".join(map(str, end)): games for end, games in ends.items()})
        return sample


class Python:
    """Idiomatic loops in Python."""

    name = "Python by hand"
    knows = tuple(LOOPS)

    def play(self, game: str, seconds: float, seed: int) -> Sample:
        """See Subject."""
        rng, loop, sample = Random(seed), LOOPS[game], Sample()
        begun = time.process_time()
        while sample.seconds < seconds:
            sample.count(*loop(rng))
            sample.seconds = time.process_time() - begun
        return sample


class C:
    """Bitboards in C: the limit. Raises OSError, subprocess.CalledProcessError where there is no gcc."""

    name = "C on bitboards"
    knows = ("tic_tac_toe", "connect_four", "breakthrough", "othello", "hex")

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="tafl-bench-")
        self._program = str(Path(self._folder.name) / "limit")
        source = str(Path(__file__).parent / "c" / "limit.c")
        subprocess.run(["gcc", "-O2", "-o", self._program, source], check=True)

    def play(self, game: str, seconds: float, seed: int) -> Sample:
        """See Subject."""
        words = [self._program, game, str(seconds), str(seed)]
        told = subprocess.run(words, check=True, capture_output=True, text=True).stdout
        return Sample.of(json.loads(told))


class Peer:
    """One way of another engine to play, in a process of its own."""

    def __init__(self, process: Served, way: str, knows: Sequence[str]) -> None:
        self.name = f"{process.name}, {way}"
        self.knows = knows
        self._process = process
        self.way = way

    def play(self, game: str, seconds: float, seed: int) -> Sample:
        """See Subject."""
        return self._process.order({"way": self.way, "game": game, "seconds": seconds, "seed": seed})


class Served:
    """The process of another engine. It first tells its name and version, and the games by each way; then it
    answers orders, one line of JSON each (`peers/serve.py`).
    """

    def __init__(self, command: Sequence[str], environment: dict[str, str]) -> None:
        """Raises OSError where it cannot be started, and ValueError where it says something else."""
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
        )
        told = self._read()
        self.name: str = told["name"]
        self.ways: dict[str, list[str]] = told["ways"]

    def order(self, order: dict[str, object]) -> Sample:
        """Have games played."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return Sample.of(self._read())

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line.startswith("{"):
            self.close()
            raise ValueError(f"it said: {line.strip() or 'nothing'}")
        told: dict[str, Any] = json.loads(line)
        return told

    def peers(self) -> list[Peer]:
        """Its ways of playing."""
        return [Peer(self, way, games) for way, games in self.ways.items()]

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
