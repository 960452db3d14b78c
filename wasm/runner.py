"""Takes steps of games in the module of their world: block of a state and deed in, block of the next state
out.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from ..interpreter.chance import GAME_STREAM, Generator, seeded
from ..interpreter.code import Code
from ..interpreter.load import load
from ..interpreter.opening import first_state
from ..interpreter.step import Answer, ByChance, Deed, Opening, Run, Start
from ..ir.program import Program
from . import layout as at
from .block import encode, words_of
from .host import Instance, Trapped, machine_code, version
from .kept import kept
from .layout import STATE, WORD, Layout

_GENERATOR = struct.Struct("<QQ")

KEPT = 8
"""Modules kept running, as many as programs are kept loaded."""


class Runner:
    """One module at work, and the interpreter's code of the same world."""

    def __init__(self, code: Code, *, tests: bool, native: bytes | None = None) -> None:
        """`native`: the machine code of the module where it is known. Raises host.Unavailable where no module
        can be run.
        """
        self.code = code
        self.tests = tests
        self.layout = Layout(code.world)
        self.native = native or kept(code.rules_hash, code.world.players, tests, version(), self._make)
        try:
            self.instance = Instance(self.native)
        except ValueError:
            # What was kept is of another runtime after all, or damaged.
            self.native = self._make()
            self.instance = Instance(self.native)
        self._step = self.instance["step"]
        self._openings: dict[tuple[int, ...], bytes] = {}
        self._held: bytes | None = None
        self._explicit: bool | None = None

    def _make(self) -> bytes:
        # Loaded only here: what is kept needs no compiler.
        from .module import compile_world

        return machine_code(compile_world(self.code.world, tests=self.tests))

    def opening(self, options: tuple[int, ...], seed: int) -> bytes:
        """The block of a game of which nothing has run. Raises GameFault."""
        known = self._openings.get(options)
        if known is None:
            known = encode(first_state(self.code, options, seed), self.layout)
            self._openings[options] = known
        # Only the generator differs from seed to seed.
        generator = _GENERATOR.pack(*seeded(seed, GAME_STREAM))
        return known[: at.RNG - STATE] + generator + known[at.RNG - STATE + len(generator) :]

    def twin(self) -> Runner:
        """The same module with a memory of its own."""
        return Runner(self.code, tests=self.tests, native=self.native)

    def after(self, block: bytes, deed: Deed, *, explicit: bool) -> bytes:
        """The block after a deed. Raises host.Trapped where that cannot be done."""
        self._take_up(block, explicit=explicit)
        self._held = None
        if type(deed) is Answer:  # by far the most frequent one
            self._step(deed.option)
        else:
            self._do(deed)
        return self._used()

    def _take_up(self, block: bytes, *, explicit: bool) -> None:
        if self._explicit is not explicit:
            self.instance["set_explicit"](int(explicit))
            self._explicit = explicit
        if self._held is not block:
            self.instance.write(STATE, block)

    def _used(self) -> bytes:
        """The block that stands in the module, of which it is known then."""
        self._held = self.instance.read(STATE, self.instance.word(at.USED))
        return self._held

    def dealt(self, block: bytes, seat: int, generator: Generator, *, explicit: bool) -> bytes | None:
        """The block of a game that a seat cannot tell from this one; None where none is found. Raises
        host.Trapped, and then nothing is drawn, where the module cannot say.
        """
        found = self._supposed("determinize", block, seat, generator, explicit=explicit)
        return self._used() if found else None

    def outlook(
        self, block: bytes, seat: int, count: int, generator: Generator, *, explicit: bool
    ) -> Sequence[int] | None:
        """The outcome and the evaluation for a seat after each of as many options in a game that it cannot
        tell from this one; otherwise like `dealt`.
        """
        records = self._supposed("outlook", block, seat, generator, explicit=explicit)
        return words_of(self.instance.read(records, 2 * WORD * count)) if records else None

    def judged(self, block: bytes, seat: int) -> int:
        """The evaluation for a seat. Raises host.Trapped where the module cannot say."""
        self._take_up(block, explicit=bool(self._explicit))
        self._held = None
        found = self.instance["judge"](seat)
        return found - 2**32 if found >= 2**31 else found

    def _supposed(self, name: str, block: bytes, seat: int, generator: Generator, *, explicit: bool) -> int:
        self._take_up(block, explicit=explicit)
        self._held = None
        self.instance.write(at.DRAWS, _GENERATOR.pack(*generator.rng))
        try:
            found = self.instance[name](seat, at.DRAWS)
        except Trapped:
            self.instance["release"]()
            raise
        generator.rng = _GENERATOR.unpack(self.instance.read(at.DRAWS, _GENERATOR.size))
        return found

    def forget(self) -> None:
        """Something else has used the block or the settings of the module."""
        self._held = self._explicit = None

    def _do(self, deed: Deed) -> None:
        match deed:
            case ByChance():
                self.instance["chance"]()
            case Opening():
                self.instance["begin"]()
            case Start(effect):
                self.instance["start"](effect)
            case Run(routine):
                self.instance["run"](routine)
            case _:
                raise AssertionError(f"no module knows {deed}")


_running: list[Runner] = []


def runner(program: Program, players: int, *, tests: bool = False) -> Runner:
    """The runner of a program for a number of seats; with `tests` one that also knows what only tests call.
    The same program gives the same one again. Raises ValueError for a number of seats that it is not for.
    """
    code = load(program, players)
    for known in _running:
        if known.code is code and known.tests >= tests:
            return known
    found = Runner(code, tests=tests)
    _running.append(found)
    del _running[:-KEPT]
    return found
