"""Plays parts of a simulation in processes of this machine, and tells when one of them is killed."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import monotonic
from typing import Any

from .plan import Plan, keep_modules
from .simulate import Lost, Part, Pieces, Played, Player, next_size

MOST = 256
"""Processes, at most."""

KILLED = 9
"""The signal with which a system ends what takes too much memory."""


def worker_count(written: str) -> int | None:
    """The number of processes, from a number or `auto`; None where it can be neither."""
    if written == "auto":
        return min(MOST, _processors())
    return int(written) if re.fullmatch(r"[1-9]\d{0,2}", written) and int(written) <= MOST else None


def _processors() -> int:
    """Those that this process may use, where the system tells."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed is not None else os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Pool:
    """So many processes; `modules` is where they keep what the compiled engine compiles (None: nowhere)."""

    workers: int
    modules: Path | None = None

    @contextmanager
    def play(self, plans: Sequence[Plan], gaps: Sequence[Part]) -> Iterator[Iterator[Played]]:
        """See `simulate.Workers`."""
        crew = _Crew()
        try:
            if self.modules is not None:
                # To compile takes three times the memory of all that a worker does afterwards.
                keep_modules(self.modules)
                for plan in plans:
                    plan.prepare()
            # Fresh processes: what this one has loaded or opened plays no part in theirs.
            for _ in range(min(self.workers, sum(gap.games for gap in gaps))):
                crew.hire(tuple(plans), self.modules)
            yield crew.results(Pieces(gaps))
        finally:
            crew.dismiss()


class _Crew:
    """The processes at work, each at the other end of a pipe."""

    def __init__(self) -> None:
        self._context = get_context("spawn")
        self._workers: dict[Connection, BaseProcess] = {}

    def hire(self, *setting: Any) -> None:
        """Start another process."""
        own, other = self._context.Pipe()
        worker = self._context.Process(target=_work, args=(other, *setting), daemon=True)
        worker.start()
        other.close()
        self._workers[own] = worker

    def results(self, pieces: Pieces) -> Iterator[Played]:
        """Hand out pieces, one at a time to each, and give what comes back. Raises Lost."""
        busy = {own: monotonic() for own in self._workers if self._hand_out(own, pieces, 1)}
        while busy:
            for own in wait(list(busy)):
                assert isinstance(own, Connection), "only pipes are waited for"
                played, begun = self._receive(own), busy.pop(own)
                if self._hand_out(own, pieces, next_size(played[0].games, monotonic() - begun)):
                    busy[own] = monotonic()
                yield played

    def _hand_out(self, own: Connection, pieces: Pieces, size: int) -> bool:
        part = pieces.take(size)
        if part is None:
            return False
        try:
            own.send(part)
        except OSError:
            raise self._lost(own) from None
        return True

    def _receive(self, own: Connection) -> Played:
        try:
            played = own.recv()
        except (EOFError, OSError):
            raise self._lost(own) from None
        assert isinstance(played, tuple), "a worker sends what it has played"
        part, tally = played
        return part, tally

    def _lost(self, own: Connection) -> Lost:
        worker = self._workers[own]
        worker.join(5)
        code = worker.exitcode or 0
        how = f"was killed (signal {-code})" if code < 0 else f"ended by itself (exit code {code})"
        reason = "; perhaps there was too little memory for so many workers" if code == -KILLED else ""
        return Lost(f"a worker {how}{reason}")

    def dismiss(self) -> None:
        """End all processes, at once."""
        for worker in self._workers.values():
            worker.terminate()
        for own, worker in self._workers.items():
            worker.join()
            own.close()


def _work(pipe: Connection, plans: Sequence[Plan], modules: Path | None) -> None:
    """A worker's whole life: play what is handed out until nobody is there any more."""
    # An interrupt from the keyboard comes to all processes; the one that hired this one ends it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    keep_modules(modules)
    players = [Player(plan) for plan in plans]
    while True:
        try:
            part: Part = pipe.recv()
            found: Any = part, players[part.plan].play(range(part.first, part.last))
        except (EOFError, OSError):
            return
        pipe.send(found)
