"""Turns the bytes of a state block into the interpreter's `State`, and a `State` into bytes."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Sequence
from typing import Any

from ..interpreter.hooks import ARGS, INNER, LIVE, POSITION, RESULT, USED
from ..interpreter.options import asked_by, option_types
from ..interpreter.state import KINDS, Frame, Outcome, Pending, Raw, State, Value, live_slots
from ..ir.program import Act
from ..ir.types import NONE, ListT, OptT, SetT, Type
from ..ir.world import WaitingStmt
from . import layout as at
from .layout import ROW_ITEMS, ROW_WEIGHT, STATE, WORD, AskedSoFar, Layout, LiveHooks, SlotType
from .tables import signed_word


def decode(block: bytes, layout: Layout) -> State:
    """The state that a block holds. Locals that are not live are 0, as the interpreter leaves them."""
    return _Decoder(block, layout).state()


def asked(block: bytes, layout: Layout) -> tuple[Raw, ...]:
    """The options of the open question of a seat, without the rest of the state."""
    decoder = _Decoder(block, layout)
    routine, point = decoder.part(decoder.word(at.TOP), 2)
    # Only what stands in a die's options depends on the locals of its routine, and no seat is asked those.
    return decoder.options(layout.world.points[routine][point], Frame(routine, point, []))


def encode(state: State, layout: Layout) -> bytes:
    """The block of a state: exactly the bytes that it uses."""
    return _Encoder(layout).block(state)


def words_of(content: bytes) -> array[int]:
    """Bytes of memory as words."""
    words = array("i", content)
    if sys.byteorder == "big":
        words.byteswap()
    return words


def bytes_of(words: array[int]) -> bytes:
    """Words as they stand in memory: the least significant byte first."""
    if sys.byteorder == "big":
        words = words[:]
        words.byteswap()
    return words.tobytes()


# ---- Reading -----------------------------------------------------------------------------------------------


class _Decoder:
    def __init__(self, block: bytes, layout: Layout) -> None:
        self._words = words_of(block)
        self._layout = layout
        self._world = layout.world

    def word(self, address: int) -> int:
        return self._words[(address - STATE) // WORD]

    def part(self, address: int, count: int) -> list[int]:
        first = (address - STATE) // WORD
        return self._words[first : first + count].tolist()

    def state(self) -> State:
        layout, world = self._layout, self._world
        count = world.components
        state = State(
            options=tuple(self.part(layout.options, len(world.program.options))),
            slots=self._slots(),
            zones=self._zones(),
            place=self.part(layout.place, count),
            face=self.part(layout.face, count),
            die=self.part(layout.die, count),
            known=self.part(layout.known, count),
            uses=self.part(layout.uses, len(world.program.actions) * world.players),
            rng=(self._long(at.RNG), self._long(at.INCREMENT)),
            fuel=self.word(at.SPENT),
            stage=self.word(at.STAGE),
            frames=self._frames(),
            pending=None,
            result=self._result(),
        )
        if self.word(at.KIND) >= 0:
            state.pending = self._pending(state)
        return state

    def _long(self, address: int) -> int:
        low, high = self.part(address, 2)
        return (low & 0xFFFFFFFF) | (high & 0xFFFFFFFF) << 32

    def _slots(self) -> list[int]:
        world, slots = self._world, list[Value]()
        for number, var in enumerate(world.program.state):
            base, stride = self._layout.slot(number)
            low, high = world.low[number], world.high[number]
            if self._layout.plain(var.type):
                slots += self.part(base + low * stride, high - low + 1)
            else:
                slots += [self.value(base + n * stride, var.type) for n in range(low, high + 1)]
        return slots

    def _zones(self) -> list[tuple[int, ...]]:
        layout, world = self._layout, self._world
        next_ = self.part(layout.next, world.components)
        zones = []
        for component in self.part(layout.head, world.zones):
            lying = []
            while component >= 0:
                lying.append(component)
                if len(lying) > len(next_):
                    raise ValueError("a zone of this block has no end")
                component = next_[component]
            zones.append(tuple(lying))
        return zones

    def _result(self) -> Outcome | None:
        if not self.word(at.RANKED):
            return None
        players, layout = self._world.players, self._layout
        scores = self.part(layout.scores, players) if self.word(at.SCORED) else []
        return Outcome(
            tuple(self.part(layout.outcome, players)),
            tuple(self.part(layout.ranking, players)),
            tuple(scores),
        )

    # ---- Values --------------------------------------------------------------------------------------------

    def value(self, address: int, type_: Type) -> Value:
        match type_:
            case ListT():
                return self._list(address, type_)
            case SetT(of):
                return self._mask(address, self._layout.set_words(of))
            case OptT(SetT() as inner):
                return NONE if self.word(address) == NONE else self.value(address + WORD, inner)
            case OptT(ListT() as inner):
                return NONE if self.word(address) == NONE else self._list(address, inner)
            case _:
                return self.word(address)

    def _list(self, address: int, type_: ListT) -> Value:
        count, size = self.word(address), self._layout.words(type_.of)
        if self._layout.plain(type_.of):
            return tuple(self.part(address + WORD, count))
        return tuple(self.value(address + WORD * (1 + n * size), type_.of) for n in range(count))

    def _mask(self, address: int, words: int) -> int:
        return sum((word & 0xFFFFFFFF) << 32 * n for n, word in enumerate(self.part(address, words)))

    def _items(self, address: int, types: Sequence[Type]) -> Raw:
        found = []
        for type_ in types:
            found.append(self.value(address, type_))
            address += WORD * self._layout.words(type_)
        return tuple(found)

    def _action(self, address: int, count: int) -> Raw:
        """An action and parameters, as they stand in options of `act`."""
        action = self.word(address)
        if count == 0 or self._layout.plain_actions[action]:
            return tuple(self.part(address, count))
        return self._items(address, self._layout.actions[action][:count])

    def _hooks(self, address: int) -> Value:
        flat = self.part(address + WORD, 3 * self.word(address))
        return tuple(zip(flat[::3], flat[1::3], flat[2::3], strict=True))

    def _local(self, address: int, type_: SlotType) -> Value:
        match type_:
            case LiveHooks():
                return self._hooks(address)
            case AskedSoFar():
                return self._action(address + WORD, self.word(address))
            case _:
                return self.value(address, type_)

    # ---- Frames and the question ---------------------------------------------------------------------------

    def _frames(self) -> list[Frame]:
        frames: list[Frame] = []
        address = self.word(at.TOP)
        while address:
            frames.append(self._frame(address))
            address = self.word(address + at.FRAME_BELOW)
        return frames[::-1]

    def _frame(self, address: int) -> Frame:
        routine, point = self.part(address, 2)
        if routine < 0:
            return self._call(address, routine, point)
        frame = Frame(routine, point, [0] * len(self._world.program.routines[routine].locals))
        placed = self._layout.frames[routine]
        assert placed is not None, "only a routine that waits has a frame"
        for slot in live_slots(frame, self._world):
            frame.locals[slot] = self._local(address + placed.offset[slot], placed.types[slot])
        return frame

    def _call(self, address: int, routine: int, point: int) -> Frame:
        call = self._layout.calls[-1 - routine]
        assert call is not None, "only a call with hooks has a frame"
        args = tuple(self.value(address + o, t) for o, t in zip(call.args, call.types, strict=True))
        result = self.value(address + call.result, call.result_type)
        used = self._mask(address + call.used, call.used_words)
        position, inner = self.word(address + call.position), self.word(address + call.inner)
        return Frame(routine, point, [args, self._hooks(address + call.live), used, position, result, inner])

    def _pending(self, state: State) -> Pending:
        options = self.options(asked_by(state, self._world), state.frames[-1])
        rows, width = self.word(at.ROWS), WORD * self.word(at.WIDTH)
        told: tuple[int, ...] = ()
        if self.word(at.WEIGHTED):
            told = tuple(self.word(rows + n * width + ROW_WEIGHT) for n in range(len(options)))
        return Pending(self.word(at.SEAT), KINDS[self.word(at.KIND)], options, told)

    def options(self, statement: WaitingStmt, frame: Frame) -> tuple[Raw, ...]:
        """What stands in the options of the open question, which `statement` puts in `frame`."""
        rows, width = self.word(at.ROWS), WORD * self.word(at.WIDTH)
        options: list[Raw] = []
        for row in range(rows, rows + self.word(at.COUNT) * width, width):
            count, items = self.word(row), row + ROW_ITEMS
            if isinstance(statement, Act):
                options.append(self._action(items, count))
            else:
                types = option_types(self._world, statement, (0,) * count, frame)
                options.append(self._items(items, types))
        return tuple(options)


# ---- Writing -----------------------------------------------------------------------------------------------


class _Encoder:
    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._world = layout.world
        self._words = array("i")

    def block(self, state: State) -> bytes:
        layout = self._layout
        self._grow(layout.stack)
        self._header(state)
        self.put(layout.options, state.options)
        self._slots(state)
        self._zones(state)
        for address, values in (
            (layout.place, state.place),
            (layout.face, state.face),
            (layout.die, state.die),
            (layout.known, state.known),
            (layout.uses, state.uses),
        ):
            self.put(address, values)
        rows = self._frames(state)
        self.put(at.ROWS, [rows])
        used = self._question(state, rows)
        self.put(at.USED, [used - STATE])
        return bytes_of(self._words)

    def put(self, address: int, values: Sequence[int]) -> None:
        first = (address - STATE) // WORD
        self._words[first : first + len(values)] = array("i", values)

    def _grow(self, end: int) -> None:
        missing = (end - STATE) // WORD - len(self._words)
        self._words.extend([0] * missing)

    def _header(self, state: State) -> None:
        for address, number in ((at.RNG, state.rng[0]), (at.INCREMENT, state.rng[1])):
            self.put(address, [signed_word(number), signed_word(number >> 32)])
        self.put(at.STAGE, [state.stage, state.fuel, sum(f.routine >= 0 for f in state.frames)])
        result, layout = state.result, self._layout
        if result is not None:
            self.put(at.RANKED, [1, int(bool(result.scores))])
            self.put(layout.outcome, result.outcome)
            self.put(layout.ranking, result.ranking)
            self.put(layout.scores, result.scores)

    def _slots(self, state: State) -> None:
        world = self._world
        for number, var in enumerate(world.program.state):
            base, stride = self._layout.slot(number)
            for index in range(world.low[number], world.high[number] + 1):
                self.value(base + index * stride, state.slots[world.offset[number] + index], var.type)

    def _zones(self, state: State) -> None:
        layout = self._layout
        for zone, lying in enumerate(state.zones):
            ends = (lying[0], lying[-1]) if lying else (-1, -1)
            for address, number in (
                (layout.head, ends[0]),
                (layout.tail, ends[1]),
                (layout.size, len(lying)),
            ):
                self.put(address + WORD * zone, [number])
            for component, before, behind in zip(lying, (-1, *lying), (*lying[1:], -1), strict=False):
                self.put(layout.previous + WORD * component, [before])
                self.put(layout.next + WORD * component, [behind])

    # ---- Values --------------------------------------------------------------------------------------------

    def value(self, address: int, value: Value, type_: Type) -> None:
        match type_:
            case ListT(of, bound):
                assert bound is not None
                assert len(value) <= bound, f"a list of {len(value)} where {bound} is the most"
                size = WORD * self._layout.words(of)
                self.put(address, [len(value)])
                for n, item in enumerate(value):
                    self.value(address + WORD + n * size, item, of)
            case OptT(SetT() as inner):
                self.put(address, [NONE if value == NONE else 0])
                self.value(address + WORD, 0 if value == NONE else value, inner)
            case OptT(ListT() as inner) if value != NONE:
                self.value(address, value, inner)
            case SetT(of):
                words = self._layout.set_words(of)
                self.put(address, [signed_word(value >> 32 * n) for n in range(words)])
            case _:
                self.put(address, [value])

    def _items(self, address: int, values: Sequence[Value], types: Sequence[Type]) -> None:
        for value, type_ in zip(values, types, strict=True):
            self.value(address, value, type_)
            address += WORD * self._layout.words(type_)

    def _action_types(self, raw: Raw) -> tuple[Type, ...]:
        return self._layout.actions[raw[0]][: len(raw)] if raw else ()

    def _hooks(self, address: int, live: Any) -> None:
        self.put(address, [len(live), *(number for hook in live for number in hook)])

    def _local(self, address: int, value: Value, type_: SlotType) -> None:
        match type_:
            case LiveHooks():
                self._hooks(address, value)
            case AskedSoFar():
                self.put(address, [len(value)])
                self._items(address + WORD, value, self._action_types(value))
            case _:
                self.value(address, value, type_)

    # ---- Frames and the question ---------------------------------------------------------------------------

    def _frames(self, state: State) -> int:
        """Put the frames on the stack; the address behind them."""
        address, below = self._layout.stack, 0
        for frame in state.frames:
            words, fill = self._call(frame) if frame.routine < 0 else self._frame(frame)
            self._grow(address + WORD * words)
            self.put(address, [frame.routine, frame.point, below])
            fill(address)
            below, address = address, address + WORD * words
        self.put(at.TOP, [below])
        return address

    def _frame(self, frame: Frame) -> tuple[int, Callable[[int], None]]:
        placed = self._layout.frames[frame.routine]
        assert placed is not None, "only a routine that waits has a frame"

        def fill(address: int) -> None:
            for slot in live_slots(frame, self._world):
                self._local(address + placed.offset[slot], frame.locals[slot], placed.types[slot])

        return placed.words, fill

    def _call(self, frame: Frame) -> tuple[int, Callable[[int], None]]:
        call = self._layout.calls[-1 - frame.routine]
        assert call is not None, "only a call with hooks has a frame"
        values = frame.locals

        def fill(address: int) -> None:
            for offset, value, type_ in zip(call.args, values[ARGS], call.types, strict=True):
                self.value(address + offset, value, type_)
            self._hooks(address + call.live, values[LIVE])
            self.put(
                address + call.used, [signed_word(values[USED] >> 32 * n) for n in range(call.used_words)]
            )
            self.put(address + call.position, [values[POSITION], values[INNER]])
            self.value(address + call.result, values[RESULT], call.result_type)

        return call.words, fill

    def _question(self, state: State, rows: int) -> int:
        """Put the options behind the frames; the address behind them."""
        pending = state.pending
        if pending is None:
            self.put(at.SEAT, [0, -1])
            return rows
        statement, frame = asked_by(state, self._world), state.frames[-1]
        width = self._layout.row_words(statement)
        self.put(at.SEAT, [pending.seat, KINDS.index(pending.kind), len(pending.options), width])
        self.put(at.WEIGHTED, [int(bool(pending.weights))])
        end = rows + WORD * width * len(pending.options)
        self._grow(end)
        for n, option in enumerate(pending.options):
            row = rows + WORD * width * n
            self.put(row, [len(option), pending.weights[n] if pending.weights else 1])
            types = option_types(self._world, statement, option, frame)
            self._items(row + ROW_ITEMS, option, types)
        return end
