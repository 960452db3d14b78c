"""A game in play on the compiled engine: the interpreter's game with steps taken in the module of its world.

A state is kept as the bytes of its block. What is asked of it beside steps (views, options' words, hash, log,
observation) the interpreter's functions tell of the decoded state: so both engines say the same wherever
they have the same states. Where the module stops, the interpreter takes the step again and says why.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

from ..interpreter import engine as reference
from ..interpreter.chance import Generator
from ..interpreter.determinize import chance_of, no_world
from ..interpreter.engine import Playing
from ..interpreter.game import Outlook
from ..interpreter.machine import Machine
from ..interpreter.opening import option_values
from ..interpreter.state import State
from ..interpreter.step import Answer, Deed, Lay, Opening, take_step
from ..ir.program import Program
from . import layout as at
from .block import decode, encode
from .host import Trapped
from .layout import STATE, Layout
from .runner import Runner, runner

_QUESTION = struct.Struct("<iii")
_CHANCE = struct.Struct("<QQ")
_AT_QUESTION = at.SEAT - STATE


_ANSWERS = tuple(Answer(option) for option in range(256))
"""Made once: nearly all that are given."""


class Disagreement(AssertionError):
    """The two engines do not say the same: one of them is wrong."""


class Running(Playing):
    """A game in play whose steps run in a module (see `game.Game`)."""

    __slots__ = ("_block", "_decoded", "_runner")

    def __init__(
        self,
        runner: Runner,
        block: bytes,
        seed: int,
        *,
        explicit: bool,
        before: Playing | None = None,
        deed: Deed | None = None,
    ) -> None:
        self._runner = runner
        self._block = block
        self._decoded: State | None = None
        self._link(runner.code, seed, explicit=explicit, before=before, deed=deed)

    @property
    def state(self) -> State:
        """The state, decoded when it is first asked for."""
        if self._decoded is None:
            self._decoded = decode(self._block, self._runner.layout)
            # The interpreter may take steps from here: it has to know where each routine goes on.
            Machine(self._code, self._decoded).resume()
        return self._decoded

    @property
    def block(self) -> bytes:
        """The state as the bytes of its block."""
        return self._block

    @property
    def layout(self) -> Layout:
        """Where in the block everything lies."""
        return self._runner.layout

    @property
    def option_count(self) -> int:
        """Number of options of the pending question, 0 after the end."""
        _, kind, count = _QUESTION.unpack_from(self._block, _AT_QUESTION)
        return int(count) if kind >= 0 else 0

    @property
    def to_move(self) -> int | None:
        """Seat of the pending question (`CHANCE` for chance), None after the end."""
        seat, kind, _ = _QUESTION.unpack_from(self._block, _AT_QUESTION)
        return int(seat) if kind >= 0 else None

    def apply(self, option: int) -> Playing:
        """The game after the option at this position; raises AnswerError, GameFault."""
        if 0 <= option < self.option_count:
            return self._after(_ANSWERS[option] if option < len(_ANSWERS) else Answer(option))
        return super().apply(option)

    def determinized(self, seat: int, generator: Generator) -> Playing:
        """A game that `seat` cannot tell from this one. Raises determinize.NoWorld."""
        try:
            block = self._runner.dealt(self._block, seat, generator, explicit=self._explicit)
        except Trapped:
            return super().determinized(seat, generator)
        if block is None:
            raise no_world(seat)
        return self._same_past(self._of(block, self.before, self._deed))

    def reseeded(self, generator: Generator) -> Playing:
        """The same game with other chance from here on, drawn from `generator`; it answers by itself."""
        block = bytearray(self._block)
        _CHANCE.pack_into(block, at.RNG - STATE, *chance_of(generator))
        found = Running(
            self._runner, bytes(block), self._seed, explicit=False, before=self.before, deed=self._deed
        )
        return self._same_past(found)

    def evaluation(self, seat: int) -> int | None:
        """How good this position is for a seat, by the module. Raises GameFault."""
        if self.program.evaluation is None:
            return None
        try:
            return self._runner.judged(self._block, seat)
        except Trapped:
            return super().evaluation(seat)

    def outlook(self, seat: int, generator: Generator) -> list[Outlook]:
        """What each option leads to, in one call of the module. Raises determinize.NoWorld, GameFault."""
        count = self.option_count
        try:
            found = self._runner.outlook(self._block, seat, count, generator, explicit=self._explicit)
        except Trapped:
            return super().outlook(seat, generator)
        if found is None:
            raise no_world(seat)
        return list(zip(found[::2], found[1::2], strict=True))

    def _after(self, deed: Deed) -> Playing:
        if isinstance(deed, Lay):
            return super()._after(deed)
        try:
            block = self._runner.after(self._block, deed, explicit=self._explicit)
        except Trapped as trap:
            take_step(self._code, self.state, deed, explicit=self._explicit)
            raise Disagreement(f"only the module stops after {deed}: {trap}") from trap
        return self._of(block, self, deed)

    def _of(self, block: bytes, before: Playing | None, deed: Deed | None) -> Playing:
        return Running(self._runner, block, self._seed, explicit=self._explicit, before=before, deed=deed)

    def _made(self, state: State, explicit: bool, before: Playing | None, deed: Deed | None) -> Playing:
        block = self._block if state is self._decoded else encode(state, self._runner.layout)
        return Running(self._runner, block, self._seed, explicit=explicit, before=before, deed=deed)


# ---- Opening and loading -----------------------------------------------------------------------------------


def open_game(
    program: Program,
    players: int,
    chosen: Mapping[str, str] | None = None,
    seed: int = 0,
    *,
    explicit_chance: bool = False,
) -> Playing:
    """Open a game and play it to its first decision: as `interpreter.engine.open_game`. Raises
    host.Unavailable too.
    """
    return begin(
        program, players, option_values(program, chosen or {}), seed, explicit_chance=explicit_chance
    )


def begin(
    program: Program, players: int, values: tuple[int, ...], seed: int, *, explicit_chance: bool = False
) -> Playing:
    """Open a game with these values of its options; otherwise like `open_game`."""
    return _bare(runner(program, players), values, seed, explicit=explicit_chance)._after(Opening())


def bare(
    program: Program, players: int, values: tuple[int, ...], seed: int = 0, *, explicit_chance: bool = False
) -> Playing:
    """A game of which nothing has run, for tests, which run routines on it."""
    return _bare(runner(program, players, tests=True), values, seed, explicit=explicit_chance)


def _bare(runner: Runner, values: tuple[int, ...], seed: int, *, explicit: bool) -> Playing:
    return Running(runner, runner.opening(values, seed), seed, explicit=explicit)


def load_game(data: Mapping[str, Any], program: Program, renames: Mapping[str, str] | None = None) -> Playing:
    """The game that a save holds: as `interpreter.engine.load_game`."""
    return reference.load_game(data, program, renames, begin=begin)
