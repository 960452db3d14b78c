"""Many games at once inside the module: whole games of random bots, and steps of games that stay in its
memory.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..interpreter.opening import option_values
from ..interpreter.step import Opening
from ..ir.program import Program
from .block import bytes_of, decode, words_of
from .host import Trapped
from .layout import DONE, STATE, WORD
from .runner import runner

FAULTED, ENDLESS = -2, -1
"""Instead of a number of decisions: the game stopped with a fault; it took more decisions than it may."""

LIMIT = 100_000
"""Decisions after which a game counts as endless."""

AT_ONCE = 4096
"""Games that the module plays before the host hears of it (and an interrupt is seen)."""


@dataclass(frozen=True, slots=True)
class Playout:
    """One random game: the decisions of seats in it, or FAULTED or ENDLESS; the outcome of each seat."""

    decisions: int
    outcome: tuple[int, ...]


def playouts(
    program: Program,
    players: int,
    chosen: Mapping[str, str] | None = None,
    *,
    seed: int,
    games: range,
    limit: int = LIMIT,
) -> Iterator[Playout]:
    """The games with these numbers of a simulation with this seed, played by `random` bots: the same games
    as `sim.simulate.play_games` plays. Raises ValueError, host.Unavailable.
    """
    records = Playouts(program, players, chosen)
    for first in range(games.start, games.stop, AT_ONCE):
        words = records.play(seed, first, min(AT_ONCE, games.stop - first), limit)
        for at in range(0, len(words), 1 + players):
            yield Playout(words[at], tuple(words[at + 1 : at + 1 + players]))


class Playouts:
    """A game from whose opening, or from one of whose states, random games are played."""

    def __init__(
        self,
        program: Program,
        players: int,
        chosen: Mapping[str, str] | None = None,
        block: bytes | None = None,
    ) -> None:
        """`block`: the state to begin from instead of the opening."""
        self._runner = runner(program, players)
        if block is None:
            block = self._runner.opening(option_values(program, chosen or {}), 0)
        self._root = block
        self._size = 1 + players

    @property
    def state_bytes(self) -> int:
        """The size of the block of the state from which it begins."""
        return len(self._root)

    def play(self, seed: int, first: int, count: int, limit: int = LIMIT) -> array[int]:
        """Games `first` to `first + count - 1`: for each its decisions (or FAULTED, ENDLESS) and outcomes."""
        instance, size = self._runner.instance, WORD * self._size
        self._runner.forget()
        try:
            root = instance["reserve"](len(self._root))
            records = instance["reserve"](count * size)
            instance.write(root, self._root)
            done = 0
            while done < count:
                try:
                    instance["playouts"](
                        _signed(seed), first + done, count - done, limit, root, records + done * size
                    )
                except Trapped:
                    done += _word(instance.read(DONE, WORD))
                    broken = array("i", [FAULTED, *[0] * (self._size - 1)])
                    instance.write(records + done * size, bytes_of(broken))
                    done += 1
                else:
                    done = count
            return words_of(instance.read(records, count * size))
        finally:
            instance["release"]()


class Batch:
    """Games that lie in the module's memory and are stepped together; chance is answered by their own
    generators.

    `signals` (0 over, 1 asked, FAULTED), `seats` and `counts` say of each game what is asked.
    """

    def __init__(
        self,
        program: Program,
        players: int,
        chosen: Mapping[str, str] | None = None,
        *,
        seeds: Sequence[int],
    ) -> None:
        """One game for each seed, at its first decision. Raises ValueError, GameFault, host.Unavailable."""
        self._runner = runner(program, players).twin()
        self._values = option_values(program, chosen or {})
        self._count = len(seeds)
        layout, instance = self._runner.layout, self._runner.instance
        self._stride = (layout.end - STATE + 15) // 8 * 8
        self._blocks = instance["reserve"](self._stride * self._count)
        self._options = instance["reserve"](WORD * self._count)
        self._asked = instance["reserve"](3 * WORD * self._count)
        self.signals, self.seats, self.counts = (array("i", [0]) * self._count for _ in range(3))
        for game, seed in enumerate(seeds):
            self.reset(game, seed)

    def reset(self, game: int, seed: int) -> None:
        """Begin one of the games anew. Raises GameFault."""
        block = self._runner.after(self._runner.opening(self._values, seed), Opening(), explicit=False)
        self._runner.instance.write(self._blocks + game * self._stride, block)
        state = decode(block, self._runner.layout)
        self.signals[game] = int(state.pending is not None)
        self.seats[game] = 0 if state.pending is None else state.pending.seat
        self.counts[game] = 0 if state.pending is None else len(state.pending.options)

    def step(self, options: Sequence[int]) -> None:
        """Answer in every game that asks (what is given for the others counts for nothing). An answer that is
        no option raises IndexError, and no game is changed.
        """
        given = array("i", [-1]) * self._count
        for game, option in enumerate(options):
            if self.signals[game] == 1:
                if not 0 <= option < self.counts[game]:
                    raise IndexError(f"game {game} has no option {option}")
                given[game] = option
        self._step(given)

    def block(self, game: int) -> bytes:
        """The state of a game."""
        where = self._blocks + game * self._stride
        instance = self._runner.instance
        return instance.read(where, _word(instance.read(where + 16, WORD)))

    def _step(self, given: array[int]) -> None:
        instance = self._runner.instance
        self._runner.forget()
        instance.write(self._options, bytes_of(given))
        first = 0
        while first < self._count:
            try:
                instance["step_batch"](
                    first, self._count, self._blocks, self._stride, self._options, self._asked
                )
            except Trapped:
                broken = _word(instance.read(DONE, WORD))
                instance.write(self._asked + 3 * WORD * broken, bytes_of(array("i", [FAULTED, 0, 0])))
                first = broken + 1
            else:
                first = self._count
        asked = words_of(instance.read(self._asked, 3 * WORD * self._count))
        for game, option in enumerate(given):
            if option >= 0:
                self.signals[game], self.seats[game], self.counts[game] = asked[3 * game : 3 * game + 3]


def _word(content: bytes) -> int:
    return int.from_bytes(content, "little", signed=True)


def _signed(seed: int) -> int:
    seed &= 2**64 - 1
    return seed - 2**64 if seed >> 63 else seed
