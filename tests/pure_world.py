"""Makes small worlds and states of them at random, for tests that compare engines."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tafl.interpreter.load import load
from tafl.interpreter.opening import first_state
from tafl.interpreter.state import State
from tafl.ir import program as ir
from tafl.ir.types import INT_MAX, NONE, DirectionT, Int, KindT, ListT, OptT, SetT, Type
from tafl.ir.world import BOX
from tafl.tests.ir_builder import BOOL, INT, PLAYER, Build, at

CELL, PAWN, CARD, BONE = (KindT(number) for number in range(4))
WAY = DirectionT()
SMALL, WIDE = SetT(PLAYER), SetT(Int(1, 40))
CELLS = SetT(CELL)
SINGLE: tuple[Type, ...] = (INT, BOOL, PLAYER, CELL, PAWN, CARD)
SETS: tuple[SetT, ...] = (SMALL, WIDE, CELLS)

TOTAL, POINTS, MARK, AGE, FRIENDS, SEEN, DRAWN = range(3, 10)
"""State variables behind the built-in ones."""


def small_world(shape: str) -> Build:
    """A board, pawns of the seats, cards, a die; state of every kind, values, fields and slots."""
    build = Build((2, 3))
    cell, pawn = build.kind("Cell", "space"), build.kind("Pawn", "token")
    card, bone = build.kind("Card"), build.kind("Bone", "die", faces=[1, 2, 6])
    build.fields.append(ir.Field("power", card, INT, (), at()))
    build.fields.append(ir.Field("steps", card, ListT(INT, 3), (), at()))
    build.content(pawn, "pawn", 2, own=True)
    ace = build.content(card, "ace", 2)
    build.contents[ace] = replace(build.contents[ace], fields=((0, 7), (1, (1, 2))))
    build.content(card, "king", 1, fields=[(0, -3)])
    build.content(bone, "bone")
    build.board("field", shape, 4, 3, cell)
    build.zone("deck")
    build.zone("row", "row")
    build.zone("hand", "hand", "player")
    build.state("total", Int(0, 9), default=4)
    build.state("points", INT, "player", default=3)
    build.state("mark", OptT(PLAYER), "kind", kind=cell)
    build.state("age", INT, "kind", kind=pawn)
    build.state("friends", SMALL, "player")
    build.state("seen", WIDE)
    build.state("drawn", CELLS, "kind", kind=card)
    return build


def some_state(build: Build, program: ir.Program, players: int, random: Random) -> State:
    """Everything somewhere, every variable something or nothing."""
    world = load(program, players).world
    options = tuple(option.values[0] for option in program.options)
    state = first_state(load(program, players), options, random.randrange(100))
    zones: list[list[int]] = [[] for _ in range(world.zones)]
    for component in range(world.components):
        zone = random.choice((BOX, random.randrange(world.zones)))
        zones[zone].append(component)
        state.place[component], state.face[component] = zone, random.randrange(2)
        if world.kind[component] == BONE.kind:
            state.die[component] = random.choice((NONE, 1, 2, 6))
    for zone, lying in enumerate(zones):
        if world.places[zone].ordered:
            random.shuffle(lying)
        state.zones[zone] = tuple(lying)
    for number, var in enumerate(build.states):
        for index in range(world.low[number], world.high[number] + 1):
            slot = world.offset[number] + index
            state.slots[slot] = _stored(var, random, state.slots[slot], players, world.spaces)
    return state


def _stored(var: ir.StateVar, random: Random, now: int, players: int, spaces: int) -> int:
    match var.type:
        case SetT(Int(low, high)):
            return random.getrandbits(high - low + 1)
        case SetT(of):
            return random.getrandbits(players if of == PLAYER else spaces)
        case OptT():
            return random.choice((NONE, random.randrange(players)))
        case Int(low, high) if var.name == "total":
            return random.randint(low, high)
        case Int() if var.name in ("points", "age"):
            return random.choice((now, random.randint(-20, 20), INT_MAX))
        case _:
            return now
