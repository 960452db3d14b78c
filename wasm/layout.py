"""Says where in memory everything of a world's state lies: one working block of words at constant addresses.

Memory: page 0 is scratch; the block from `STATE` on; behind its greatest size the constant tables; behind
these the arena, which grows. The block is a header, the parts of `State` as arrays of words, then the frames
of suspended routines, then the options of the open question. Everything of a state lies in its first
`USED` bytes: a copy of these is the state.

Values: a scalar is one word. A set is as many words as its type needs. A list stands in the block by value:
its length, then room for as many elements as its type allows; of an optional list that is none, NONE stands
for the length. Outside the block a list is the address of its length, and an inner list an address again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from ..interpreter.errors import DEPTH as MOST_CALLS
from ..interpreter.errors import OPTIONS as MOST_OPTIONS
from ..interpreter.options import element_type, parameter_types
from ..ir.program import Act, Choose, Draw, Effect, For, Menu, Phase, Pick, Roll, Routine, Shuffle
from ..ir.types import (
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
from ..ir.world import WaitingStmt, World, statements

WORD = 4

STATE = 65536
"""The address of the block."""

# The header. RNG and INCREMENT are words of 64 bits.
RNG = STATE
INCREMENT = STATE + 8
USED = STATE + 16  # bytes of the block that hold the state
STAGE = STATE + 20
SPENT = STATE + 24  # `State.fuel`
DEPTH = STATE + 28  # routines among the frames
TOP = STATE + 32  # address of the topmost frame, 0: none
ROWS = STATE + 36  # address behind the topmost frame: of the options
SEAT = STATE + 40
KIND = STATE + 44  # of the open question: position in `state.KINDS`; -1: none
COUNT = STATE + 48  # options
WIDTH = STATE + 52  # words an option
WEIGHTED = STATE + 56  # 1: chance's weights are told
RANKED = STATE + 60  # 1: there is a result
SCORED = STATE + 64  # 1: with scores
PARTS = STATE + 72

# In the scratch page: how many games of a batch are done; the generator of a determinization; those of bots;
# of a search its generator, what exploring weighs (as set, and as outcomes lie apart), the least and greatest
# outcome met, the roots of logarithms, and roots as divisors. Behind these lie stamps (see routines.py).
DONE, DRAWS, BOTS = 0, 16, 64
SEARCH, EXPLORING, FACTOR, LOWEST, HIGHEST = 2048, 2064, 2072, 2080, 2084
SPREADS = 4096
SPREADS_KEPT = 27 * 64
"""The logarithms of so many numbers: from 0 to 127, then 64 for each further bit."""
RSQS, RSQS_KEPT = SPREADS + 8 * SPREADS_KEPT, 1024
"""Of so many numbers, from 0 (as 0), 1 / sqrt."""

HEADER = {
    "DONE": DONE,
    "BOTS": BOTS,
    "SEARCH": SEARCH,
    "EXPLORING": EXPLORING,
    "FACTOR": FACTOR,
    "LOWEST": LOWEST,
    "HIGHEST": HIGHEST,
    "SPREADS": SPREADS,
    "RSQS": RSQS,
    "RSQS_KEPT": RSQS_KEPT,
    "STATE": STATE,
    "RNG": RNG,
    "INCREMENT": INCREMENT,
    "USED": USED,
    "STAGE": STAGE,
    "SPENT": SPENT,
    "DEPTH": DEPTH,
    "TOP": TOP,
    "ROWS": ROWS,
    "SEAT": SEAT,
    "KIND": KIND,
    "COUNT": COUNT,
    "WIDTH": WIDTH,
    "WEIGHTED": WEIGHTED,
    "RANKED": RANKED,
    "SCORED": SCORED,
}

# A frame: these words, then the locals (of a call: see `CallLayout`).
FRAME_ROUTINE, FRAME_POINT, FRAME_BELOW, FRAME_LOCALS = 0, 4, 8, 12

# A node of a search: see search.wat. So deep is a tree at most; states are kept in so many bytes of memory.
NODE = 56
NODES = {
    "NODE": NODE,
    "MEAN": 0,
    "RSQ": 8,
    "VISITS": 16,
    "AVAILABLE": 20,
    "MARK": 24,
    "PASSED": 28,
    "CHILDREN": 32,
    "CHILD_COUNT": 36,
    "ROOM": 40,
    "SAVED": 44,
    "MOVER": 48,
    "DEEPEST": 1024,
    "ENOUGH": 64 << 20,
}

# An option: these words, then its items by value.
ROW_LENGTH, ROW_WEIGHT, ROW_ITEMS = 0, 4, 8


@dataclass(frozen=True, slots=True)
class LiveHooks:
    """Not a type of the language: a list of (hook, self, holder), in the block its length and three words
    each.
    """

    bound: int


@dataclass(frozen=True, slots=True)
class AskedSoFar:
    """Not a type of the language: what an `act` has been answered so far, as the items of an option: their
    number, the action, its parameters by value.
    """

    words: int


SlotType: TypeAlias = Type | LiveHooks | AskedSoFar
"""What stands in a local."""


@dataclass(frozen=True, slots=True)
class FrameLayout:
    """The frame of a routine: its size, and by local what stands there and how many bytes from its
    beginning. Locals that are neither parameters nor live at any point have no place (-1): they never
    outlast a run.
    """

    words: int
    offset: tuple[int, ...]
    types: tuple[SlotType, ...]


@dataclass(frozen=True, slots=True)
class CallLayout:
    """The frame of a call of an effect that has live hooks (see `state.Frame`): offsets in bytes.

    `args` one offset a parameter, with `types`; `live` the hooks; `used` a mask of `used_words` over them;
    `result` stands there as `result_type`, which has room for NONE.
    """

    words: int
    args: tuple[int, ...]
    types: tuple[Type, ...]
    live: int
    bound: int
    used: int
    used_words: int
    position: int
    inner: int
    result: int
    result_type: Type


class Layout:
    """The addresses of one world. Arrays by component, zone or seat are addresses of their first word.

    Zones are chains: `head` and `tail` by zone, `next` and `previous` by component, -1 where nothing comes;
    `size` by zone. `uses` by action * players + seat.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self._end = PARTS
        players, components, zones = world.players, world.components, world.zones
        self.outcome = self._room(players)
        self.ranking = self._room(players)
        self.scores = self._room(players)
        self.options = self._room(len(world.program.options))
        self._slots = [self._variable(number) for number in range(len(world.program.state))]
        self.die = self._room(components)
        self.face = self._room(components)
        self.place = self._room(components)
        self.known = self._room(components)
        self.next = self._room(components)
        self.previous = self._room(components)
        self.head = self._room(zones)
        self.tail = self._room(zones)
        self.size = self._room(zones)
        self.uses = self._room(len(world.program.actions) * players)
        self.stack = self._end

    def _room(self, words: int) -> int:
        address = self._end
        self._end += WORD * words
        return address

    def _variable(self, number: int) -> tuple[int, int]:
        low, high = self.world.low[number], self.world.high[number]
        stride = WORD * self.words(self.world.program.state[number].type)
        first = self._room((high - low + 1) * stride // WORD)
        assert first >= low * stride, "more than fits below the block"
        return first - low * stride, stride

    def slot(self, var: int) -> tuple[int, int]:
        """(base, stride in bytes) of a state variable: that of number i (table: 0) is at base + i *
        stride.
        """
        return self._slots[var]

    @cached_property
    def further_spaces(self) -> list[list[int]]:
        """For the second space that components take, the third and so on: by component where it stands, 0 for
        one that never takes so many.
        """
        world = self.world
        of: list[list[int]] = [[] for _ in range(world.components)]
        for number, var in enumerate(world.program.state):
            if var.further and var.kind is not None:
                base, stride = self.slot(number)
                for component in world.members[var.kind]:
                    of[component].append(base + stride * component)
        most = max(map(len, of), default=0)
        return [[each[n] if n < len(each) else 0 for each in of] for n in range(most)]

    # ---- Sizes ---------------------------------------------------------------------------------------------

    def words(self, type_: Type) -> int:
        """How many words a value of this type takes in the block."""
        match type_:
            case ListT(of, bound):
                assert bound is not None, "every list that is kept has a bound"
                return 1 + bound * self.words(of)
            case SetT(of):
                return self.set_words(of)
            case OptT(SetT(of)):
                return 1 + self.set_words(of)
            case OptT(of):
                return self.words(of)
            case _:
                return 1

    def set_words(self, of: Type) -> int:
        """How many words a set of such elements takes."""
        return max(1, -(-self.values(of) // 32))

    def values(self, of: Type) -> int:
        """How many values a type has: the bits of a set of it."""
        program, world = self.world.program, self.world
        match of:
            case Int(low, high):
                return high - low + 1
            case Bool():
                return 2
            case EnumT(enum):
                return len(program.enums[enum].names)
            case PlayerT():
                return world.players
            case DirectionT():
                return 8
            case KindT(kind):
                return world.spaces if world.is_space(kind) else world.components
            case ContentT():
                return len(program.contents)
            case ZoneT():
                return world.zones
            case LayoutT():
                return len(program.layouts)
            case ScenarioT():
                return len(program.scenarios)
            case _:
                raise AssertionError(f"no sets of {of}")

    def slot_words(self, type_: SlotType) -> int:
        """How many words a local takes."""
        match type_:
            case LiveHooks(bound):
                return 1 + 3 * bound
            case AskedSoFar(words):
                return 1 + words
            case _:
                return self.words(type_)

    # ---- Frames --------------------------------------------------------------------------------------------

    @cached_property
    def frames(self) -> tuple[FrameLayout | None, ...]:
        """By routine; None where it never waits."""
        return tuple(self._frame(r) if r.suspends else None for r in self.world.program.routines)

    def _frame(self, routine: Routine) -> FrameLayout:
        types: list[SlotType] = [local.type for local in routine.locals]
        for statement in statements(routine.body):
            match statement:
                case For() | Pick():
                    types[statement.list_slot] = _listed(statement.source.type)
                case Choose() if statement.many:
                    types[statement.list_slot] = _listed(statement.source.type)
                case Roll():
                    types[statement.list_slot] = _listed(statement.what.type)
                case Draw():
                    types[statement.left_slot] = ListT(Int(), 5)
                case Phase(phase=phase):
                    hooks = self.world.program.phases[phase].hooks
                    types[statement.hooks_slot] = LiveHooks(self.most_live(hooks))
                case Act():
                    types[statement.asked_slot] = AskedSoFar(self._action_words())
                case _:
                    pass
        kept = {*range(routine.params), *(slot for point in routine.points for slot in point.live)}
        offsets, end = self._placed([t for slot, t in enumerate(types) if slot in kept], FRAME_LOCALS)
        placed = iter(offsets)
        return FrameLayout(
            words=end // WORD,
            offset=tuple(next(placed) if slot in kept else -1 for slot in range(len(types))),
            types=tuple(types),
        )

    def _placed(self, types: Iterable[SlotType], start: int) -> tuple[tuple[int, ...], int]:
        offsets = []
        for type_ in types:
            offsets.append(start)
            start += WORD * self.slot_words(type_)
        return tuple(offsets), start

    def most_live(self, hooks: Iterable[int]) -> int:
        """How many of these hooks can be live at once, one for each component that brings it."""
        selves = self.world.hook_selves
        return sum(1 if (own := selves[hook]) is None else len(own) for hook in hooks)

    @cached_property
    def calls(self) -> tuple[CallLayout | None, ...]:
        """By effect; None where it has no hooks."""
        return tuple(self._call(effect) if effect.hooks else None for effect in self.world.program.effects)

    def _call(self, effect: Effect) -> CallLayout:
        routine = self.world.program.routines[effect.routine]
        types = tuple(local.type for local in routine.locals[: routine.params])
        bound = self.most_live(effect.hooks)
        used_words = max(1, -(-bound // 32))
        args, live = self._placed(types, FRAME_LOCALS)
        used = live + WORD * (1 + 3 * bound)
        position = used + WORD * used_words
        result = position + 2 * WORD
        given = routine.result or Int()
        result_type = given if isinstance(given, OptT) else OptT(given)
        return CallLayout(
            words=result // WORD + self.words(result_type),
            args=args,
            types=types,
            live=live,
            bound=bound,
            used=used,
            used_words=used_words,
            position=position,
            inner=position + WORD,
            result=result,
            result_type=result_type,
        )

    @cached_property
    def stack_end(self) -> int:
        """The address behind the greatest stack: routines are limited, and between two of them, and on top,
        stands one call at most.
        """
        routine = max((frame.words for frame in self.frames if frame), default=0)
        call = max((call.words for call in self.calls if call), default=0)
        return self.stack + WORD * (MOST_CALLS * routine + (MOST_CALLS + 1) * call)

    # ---- Options -------------------------------------------------------------------------------------------

    def row_words(self, statement: WaitingStmt) -> int:
        """How many words each option of a question of this statement takes."""
        head = ROW_ITEMS // WORD
        match statement:
            case Choose(source=source) | Pick(source=source):
                return head + self.words(element_type(source.type))
            case Act():
                return head + self._action_words()
            case Shuffle() | Draw() | Roll() | Menu():
                return head + 1
            case _:
                return 0

    @cached_property
    def actions(self) -> tuple[tuple[Type, ...], ...]:
        """By action: the types of what stands in an option of it."""
        numbers = range(len(self.world.program.actions))
        return tuple((Int(), *parameter_types(self.world, number)) for number in numbers)

    @cached_property
    def plain_actions(self) -> tuple[bool, ...]:
        """By action: everything in an option of it is one word."""
        return tuple(all(map(self.plain, types)) for types in self.actions)

    def plain(self, type_: Type) -> bool:
        """Whether a value of this type is the word that it takes."""
        inner = type_.of if isinstance(type_, OptT) else type_
        return not isinstance(inner, ListT | SetT)

    def _action_words(self) -> int:
        return max((sum(map(self.words, types)) for types in self.actions), default=1)

    @cached_property
    def end(self) -> int:
        """The address behind the greatest block: where the tables begin."""
        widest = max(
            (self.row_words(s) for points in self.world.points for s in points.values()),
            default=0,
        )
        return self.stack_end + WORD * MOST_OPTIONS * widest

    # ---- For the runtime -----------------------------------------------------------------------------------

    @cached_property
    def constants(self) -> dict[str, int]:
        """The numbers that hand-written code names."""
        world = self.world
        parts = {
            name.upper(): getattr(self, name)
            for name in (
                *("outcome", "ranking", "scores", "options", "die", "face", "place", "known"),
                *("next", "previous", "head", "tail", "size", "uses", "stack", "stack_end", "end"),
            )
        }
        return {
            **HEADER,
            **NODES,
            **parts,
            "PLAYERS": world.players,
            "COMPONENTS": world.components,
            "SPACES": world.spaces,
            "ZONES": world.zones,
            "FIRST_SPACE_ZONE": world.first_space_zone,
            "EVERYBODY": (1 << world.players) - 1,
            "NONE": -(2**31),
            "MOST_CALLS": MOST_CALLS,
            "MOST_OPTIONS": MOST_OPTIONS,
            "FRAME_ROUTINE": FRAME_ROUTINE,
            "FRAME_POINT": FRAME_POINT,
            "FRAME_BELOW": FRAME_BELOW,
            "FRAME_LOCALS": FRAME_LOCALS,
            "ROW_LENGTH": ROW_LENGTH,
            "ROW_WEIGHT": ROW_WEIGHT,
            "ROW_ITEMS": ROW_ITEMS,
        }


def _listed(source: Type) -> ListT:
    """The type of a hidden list that holds what a source gave: where that is one thing, a list of one."""
    bare = source.of if isinstance(source, OptT) else source
    if isinstance(bare, ListT):
        return bare
    return ListT(source, 1)
