"""Plays parts of a simulation on other machines: on the workers of a Dask scheduler."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from threading import Lock
from typing import Any

from .. import __version__
from .plan import Plan, Refused
from .simulate import MOST_AT_ONCE, Lost, Part, Pieces, Played, Player

PACKAGE = "distributed"

PATIENCE = "10s"
"""How long a scheduler may take to answer."""


def need_library() -> None:
    """Raises Refused where the library that speaks to schedulers is not installed."""
    _library()


def _library() -> Any:
    try:
        return import_module(PACKAGE)
    except ImportError:
        raise Refused(
            "--cluster needs dask and distributed, which are not installed: pip install 'tafl[cluster]'"
        ) from None


@dataclass(frozen=True, slots=True)
class Cluster:
    """The workers of the scheduler at this address. They need the same Tafl as this one."""

    address: str

    @contextmanager
    def play(self, plans: Sequence[Plan], gaps: Sequence[Part]) -> Iterator[Iterator[Played]]:
        """See `simulate.Workers`. Raises Refused where no scheduler answers, or its workers cannot play."""
        library = _library()
        try:
            client = library.Client(self.address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as problem:
            raise Refused(f"no scheduler answers at {self.address}: {_first_line(problem)}") from None
        futures: list[Any] = []
        try:
            _need_workers(client, self.address)
            yield _results(library, client, plans, _parts(gaps), futures)
        finally:
            client.cancel(futures, force=True)
            client.close()


def _need_workers(client: Any, address: str) -> None:
    try:
        versions = client.run(_version)
    except (ImportError, AttributeError, OSError, RuntimeError, TypeError) as problem:
        raise Refused(
            f"the workers of {address} cannot play; they need Tafl {__version__}: {_first_line(problem)}"
        ) from None
    if not versions:
        raise Refused(f"the scheduler at {address} has no workers; start some: dask worker {address}")
    others = sorted({str(each) for each in versions.values()} - {__version__})
    if others:
        raise Refused(f"the workers of {address} have Tafl {', '.join(others)} and need {__version__}")


def _parts(gaps: Sequence[Part]) -> list[Part]:
    """Pieces of one size: enough for many workers, few enough for the scheduler."""
    size = max(1, min(MOST_AT_ONCE, sum(gap.games for gap in gaps) // 2000))
    pieces = Pieces(gaps)
    return list(iter(lambda: pieces.take(size), None))


def _results(
    library: Any, client: Any, plans: Sequence[Plan], parts: Sequence[Part], futures: list[Any]
) -> Iterator[Played]:
    try:
        sent = [client.scatter(plan, broadcast=True, hash=False) for plan in plans]
        futures += [client.submit(play_part, sent[part.plan], part, pure=False) for part in parts]
        for future in library.as_completed(futures, loop=client.loop):
            yield future.result()
            future.release()
    except (OSError, library.scheduler.KilledWorker, _cancelled(library)) as problem:
        raise Lost(f"the cluster has lost its workers: {_first_line(problem)}") from None


def _cancelled(library: Any) -> type[BaseException]:
    cancelled: type[BaseException] = library.client.FutureCancelledError
    return cancelled


def _first_line(problem: BaseException) -> str:
    return (str(problem) or type(problem).__name__).splitlines()[0]


# ---- On a worker -------------------------------------------------------------------------------------------

_lock = Lock()
_players: list[Player] = []


def _version() -> str:
    return __version__


def play_part(plan: Plan, part: Part) -> Played:
    """Play a part, in a worker's process; one at a time, however many threads it has."""
    with _lock:
        player = next((each for each in _players if each.plan is plan), None)
        if player is None:
            player = Player(plan)
            _players.append(player)
            del _players[:-8]
        return part, player.play(range(part.first, part.last))
