"""Runs pure routines in a module that holds nothing else, and the same ones in the interpreter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from tafl.interpreter.calls import call
from tafl.interpreter.errors import Stop
from tafl.interpreter.load import load
from tafl.interpreter.machine import Machine
from tafl.interpreter.sets import set_low
from tafl.interpreter.state import State, Value
from tafl.ir import program as ir
from tafl.ir.program import Program
from tafl.ir.types import (
    NONE,
    Bool,
    ContentT,
    DirectionT,
    EnumT,
    Int,
    KindT,
    LayoutT,
    ListT,
    OptT,
    PlayerT,
    ScenarioT,
    SetT,
    Type,
    ZoneT,
)
from tafl.ir.world import World
from tafl.wasm.block import bytes_of, encode, words_of
from tafl.wasm.build import Build
from tafl.wasm.encode import Func
from tafl.wasm.host import Instance, Trapped, machine_code
from tafl.wasm.layout import STATE, Layout
from tafl.wasm.module import make
from tafl.wasm.tables import signed_word

FAULT = "a fault"

LITTLE = 50_000
"""Units of fuel that a routine has: enough for what games ask, little enough for what never ends."""


class PureModule:
    """The pure routines of a world with these numbers, compiled."""

    def __init__(self, program: Program, players: int, routines: Iterable[int]) -> None:
        self.code = load(program, players)
        self.world = self.code.world
        self.layout = Layout(self.world)
        self.build = _build(self.world, routines)
        self.instance = Instance(machine_code(self.build.module.encode()))
        self._arena = self.build.constants["ARENA"]
        self._state: State | None = None

    def compiled(self, routine: int, state: State, args: Sequence[Value]) -> tuple[Any, int]:
        """The value in the module, or FAULT, and the fuel that it takes."""
        if self._state is not state:
            self.instance.write(STATE, encode(state, self.layout))
            self._state = state
        declared = self.world.program.routines[routine]
        end, words = self._arena, []
        for slot, arg in enumerate(args):
            word, end = self._put(end, arg, declared.locals[slot].type)
            words.append(word)
        self.instance["begin_test"](end)
        try:
            result = self.instance[f"r{routine}"](*words)
        except Trapped:
            return FAULT, 0
        assert declared.result is not None
        return self._value(result, declared.result), LITTLE - self.instance["fuel_left"]()

    def interpreted(self, routine: int, state: State, args: Sequence[Value]) -> tuple[Any, int]:
        """The value in the interpreter, or FAULT, and the fuel that it takes."""
        compiled = self.code.routines[routine]
        machine = Machine(self.code, state)
        machine.fuel, machine.depth = LITTLE, 0
        try:
            return call(machine, compiled, list(args), compiled.at), LITTLE - machine.fuel
        except Stop:
            return FAULT, 0

    def hold(self, routine: int, state: State, args: Sequence[Value]) -> Any:
        """Raise unless both agree; what they say."""
        one, other = (each(routine, state, args) for each in (self.interpreted, self.compiled))
        name = self.world.program.routines[routine].name
        assert one == other, f"{name}{tuple(args)}: {one} (value, fuel) interpreted, {other} compiled"
        return one[0]

    # ---- Values in memory ----------------------------------------------------------------------------------

    def _put(self, at: int, value: Value, type_: Type) -> tuple[int, int]:
        """Put a value into memory from an address on: the word that stands for it, and the address behind."""
        inner = type_.of if isinstance(type_, OptT) else type_
        if value == NONE and isinstance(type_, OptT):
            return NONE, at
        match inner:
            case SetT(of):
                words = [signed_word(value >> 32 * n) for n in range(self.layout.set_words(of))]
            case ListT(of):
                words = [len(value)]
                for item in value:
                    word, at = self._put(at, item, of)
                    words.append(word)
            case _:
                return value, at
        self.instance.write(at, _bytes(words))
        return at, at + 4 * len(words)

    def _words(self, at: int, count: int) -> list[int]:
        return words_of(self.instance.read(at, 4 * count)).tolist()

    def _value(self, word: int, type_: Type) -> Value:
        inner = type_.of if isinstance(type_, OptT) else type_
        if word == NONE:
            return NONE
        match inner:
            case SetT(of):
                words = self._words(word, self.layout.set_words(of))
                return sum((each & 0xFFFFFFFF) << 32 * n for n, each in enumerate(words))
            case ListT(of):
                (length,) = self._words(word, 1)
                return tuple(self._value(each, of) for each in self._words(word + 4, length))
            case _:
                return word


def _bytes(words: Sequence[int]) -> bytes:
    return bytes_of(words_of(b"".join(word.to_bytes(4, "little", signed=True) for word in words)))


def _build(world: World, routines: Iterable[int]) -> Build:
    build = make(world, pure=routines)
    begin = [("global.set", "$arena", ("local.get", "$end")), ("global.set", "$fuel", ("i32.const", LITTLE))]
    build.module.add(
        Func("$begin_test", [("$end", "i32")], None, [], [*begin, ("global.set", "$depth", ("i32.const", 0))])
    )
    build.module.add(Func("$fuel_left", [], "i32", [], [("global.get", "$fuel")]))
    build.module.export("$begin_test")
    build.module.export("$fuel_left")
    return build


# ---- Which routines, and what they are asked ---------------------------------------------------------------


def pure_routines(program: Program) -> list[int]:
    """All routines that expressions, hooks and actions call for a value."""
    found = {value.routine for value in program.values}
    for slot, declared in enumerate(program.slots):
        if not declared.effect:
            found |= {r for content in program.contents for s, r in content.slots if s == slot}
            found |= _given(declared.default)
    for hook in program.hooks:
        found |= _given(hook.where)
        if hook.word == "change":
            found.add(hook.body)
    found |= {kind.live for kind in program.kinds if kind.live is not None}
    for action in program.actions:
        found |= _given(*action.sources, action.guard, action.asks)
    return sorted(found)


def _given(*routines: int | None) -> set[int]:
    return {routine for routine in routines if routine is not None}


def sample(world: World, type_: Type, random: Random) -> Value:
    """Some value of a type."""
    program = world.program
    match type_:
        case OptT(of):
            return NONE if random.random() < 0.2 else sample(world, of, random)
        case Int(low, high):
            return random.randint(max(low, -9), min(high, 12)) if low <= 12 and high >= -9 else low
        case Bool():
            return random.randrange(2)
        case EnumT(enum):
            return random.randrange(len(program.enums[enum].names))
        case PlayerT():
            return random.choice(world.seats)
        case DirectionT():
            return random.choice(next(board.directions for board in world.boards if board.directions))
        case KindT(kind):
            return random.choice(world.members[kind] if kind >= 0 else range(world.components))
        case ContentT(kind):
            return random.choice([n for n, c in enumerate(program.contents) if kind in (-1, c.kind)])
        case ZoneT():
            return random.randrange(world.zones)
        case LayoutT():
            return random.randrange(len(program.layouts))
        case ScenarioT():
            return random.randrange(len(program.scenarios))
        case ListT(of, bound):
            most = min(8, 8 if bound is None else bound)
            return tuple(sample(world, of, random) for _ in range(random.randint(0, most)))
        case SetT(of):
            low = set_low(type_)
            elements = [sample(world, of, random) - low for _ in range(random.randint(0, 5))]
            return sum({1 << element for element in elements})


def arguments(world: World, routine: ir.Routine, random: Random) -> list[Value]:
    """Something to ask a routine."""
    return [sample(world, local.type, random) for local in routine.locals[: routine.params]]
