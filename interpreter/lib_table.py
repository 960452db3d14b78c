"""The library's functions on components, zones, seats and outcomes, and those on sets."""

from __future__ import annotations

from collections.abc import Callable
from math import gcd
from typing import TYPE_CHECKING

from ..ir.program import ACTIVE, STARTER, Lib
from ..ir.types import NONE, KindT, ListT, OptT, Type
from ..ir.world import World
from .errors import Refused
from .lib_lists import Function, Ints
from .sets import members, set_bit, set_low
from .state import OVER, Value

if TYPE_CHECKING:
    from .machine import Machine


def table_functions(world: World) -> dict[str, Function]:
    """Those that need nothing but the world and the state."""
    first, program = world.first_space_zone, world.program
    owners = [place.owner for place in world.places]
    spaces = [place.space for place in world.places]

    def die_face(machine: Machine, die: int) -> int:
        if machine.die[die] == NONE:
            raise Refused("this die has not been rolled yet")
        return machine.die[die]

    def on_space_of(machine: Machine, space: int, kind: int) -> Ints:
        return tuple([c for c in machine.zones[first + space] if world.kind[c] == kind])

    def the_component(_: Machine, kind: int, content: int, seat: int) -> int:
        found = [
            c
            for c in (world.members[kind] if content < 0 else world.instances[content])
            if seat in (NONE, world.owner[c])
        ]
        if len(found) != 1:
            name = program.kinds[kind].name if content < 0 else program.contents[content].name
            whose = "" if seat == NONE else f" of seat {seat + 1}"
            raise Refused(f"there are {len(found)} {name}{whose}, not exactly one")
        return found[0]

    return {
        "items": lambda machine, zone: machine.zones[zone],
        "size": lambda machine, zone: len(machine.zones[zone]),
        "zone_of": lambda machine, c: machine.place[c],
        "space_of": lambda machine, c: spaces[machine.place[c]],
        "holder": lambda machine, c: owners[machine.place[c]],
        "owner": lambda _, c: world.owner[c],
        "face_up": lambda machine, c: machine.face[c],
        "die_face": die_face,
        "on_space": lambda machine, space: machine.zones[first + space],
        "on_space_of": on_space_of,
        "space_zone": lambda _, space: first + space,
        "the_component": the_component,
        **_seat_functions(world),
    }


def _seat_functions(world: World) -> dict[str, Function]:
    seats, players = world.seats, world.players
    onward = [seats[s:] + seats[:s] for s in seats]
    backward = [tuple((s - i) % players for i in seats) for s in seats]

    def outcome(machine: Machine) -> Value:
        if machine.state.stage != OVER or machine.state.result is None:
            raise Refused("the game is not over, so it has no outcome yet")
        return machine.state.result.outcome

    def options_open(machine: Machine) -> int:
        return 0 if machine.state.pending is None else len(machine.state.pending.options)

    return {
        "players": lambda _: seats,
        "active_seat": active_seat,
        "clockwise": lambda _, seat: onward[seat],
        "counterclockwise": lambda _, seat: backward[seat],
        "next_seat": lambda _, seat: (seat + 1) % players,
        "previous_seat": lambda _, seat: (seat - 1) % players,
        "opponents": lambda _, seat: onward[seat][1:],
        "seat_number": lambda _, seat: seat + 1,
        "player_count": lambda _: players,
        "draw": lambda _: (0,) * players,
        "won": lambda _: (1,) * players,
        "lost": lambda _: (-1,) * players,
        "outcome": outcome,
        "option_count": options_open,
    }


def active_seat(machine: Machine) -> int:
    """The seat whose turn it is; outside a turn the starter, seat 0 where none is set."""
    offset = machine.world.offset
    for var in (ACTIVE, STARTER):
        seat = machine.slots[offset[var]]
        if seat != NONE:
            return seat
    return 0


# ---- Functions that depend on the types of their arguments -------------------------------------------------


def _bare(type_: Type) -> Type:
    return type_.of if isinstance(type_, OptT) else type_


def _is_space(world: World, node: Lib) -> bool:
    type_ = _bare(node.args[0].type)
    return isinstance(type_, KindT) and world.is_space(type_.kind)


def _content_of(world: World, node: Lib) -> Function:
    table = world.space_content if _is_space(world, node) else world.content
    return lambda _, thing: table[thing]


def _content_is(world: World, node: Lib) -> Function:
    table = world.space_content if _is_space(world, node) else world.content
    return lambda _, thing, content: 1 if table[thing] == content else 0


def _kind_is(world: World, node: Lib) -> Function:
    table = world.space_kind if _is_space(world, node) else world.kind
    return lambda _, thing, kind: 1 if table[thing] == kind else 0


def _win(world: World, node: Lib) -> Function:
    players = world.players

    def win(winners: Ints) -> Ints:
        gain, loss = players - len(winners), len(winners)
        shared = gcd(gain, loss) or 1
        return tuple(gain // shared if s in winners else -loss // shared for s in world.seats)

    if isinstance(node.args[0].type, ListT):
        return lambda _, winners: win(tuple(dict.fromkeys(winners)))
    return lambda _, winner: win((winner,))


def _set_list(_: World, node: Lib) -> Function:
    low = set_low(node.args[0].type)
    return lambda _, mask: tuple([low + position for position in members(mask)])


def _set_has(_: World, node: Lib) -> Function:
    low = set_low(node.args[0].type)
    return lambda _, mask, x: mask >> (x - low) & 1 if x >= low else 0


def _set_of(_: World, node: Lib) -> Function:
    bit = set_bit(node.type, node.at)

    def gather(_: Machine, items: Ints) -> int:
        mask = 0
        for item in items:
            mask |= bit(item)
        return mask

    return gather


def _set_len(_: World, __: Lib) -> Function:
    return lambda _, mask: mask.bit_count()


def _set_with(_: World, node: Lib) -> Function:
    bit = set_bit(node.type, node.at)
    return lambda _, mask, x: mask | bit(x)


def _set_without(_: World, node: Lib) -> Function:
    low = set_low(node.type)
    # What lies beyond the bits that are set is not in the set; a shift so far would take the whole memory.
    return lambda _, mask, x: mask & ~(1 << (x - low)) if 0 <= x - low < mask.bit_length() else mask


TYPED: dict[str, Callable[[World, Lib], Function]] = {
    "content_of": _content_of,
    "content_is": _content_is,
    "kind_is": _kind_is,
    "win": _win,
    "set_list": _set_list,
    "set_has": _set_has,
    "set_of": _set_of,
    "set_len": _set_len,
    "set_with": _set_with,
    "set_without": _set_without,
}
