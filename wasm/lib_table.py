"""The library's functions on components, zones, seats and outcomes."""

from __future__ import annotations

from collections.abc import Callable
from math import gcd

from ..interpreter.state import OVER
from ..ir import program as ir
from ..ir.program import Lib
from ..ir.types import NONE, KindT, ListT
from . import layout as block
from .context import FnContext, bare
from .encode import Tree
from .lib_lists import as_list
from .sources import is_among
from .trees import (
    NOTHING,
    UNREACHABLE,
    add,
    at,
    chosen,
    compare,
    const,
    either,
    equal,
    get,
    known,
    load,
    put,
    sequence,
    stop_if,
    store,
    sub,
)
from .walks import local

Compiled = Callable[[FnContext, Lib], Tree]


def _row(fn: FnContext, numbers: tuple[int, ...] | list[int], number: Tree) -> Tree:
    """A number of a lookup table."""
    wanted = known(number)
    if wanted is not None:
        # Rules may name a seat that is not in this game.
        return const(numbers[wanted]) if 0 <= wanted < len(numbers) else UNREACHABLE
    if numbers and len(set(numbers)) == 1 and number[0] == "local.get":
        return const(numbers[0])
    return at(fn.build.tables.words(numbers), number)


# ---- Components and zones ----------------------------------------------------------------------------------


def _size(fn: FnContext, node: Lib) -> Tree:
    return at(fn.build.layout.size, fn.value(node.args[0]))


def _place(fn: FnContext, node: Lib) -> Tree:
    return at(fn.build.layout.place, fn.value(node.args[0]))


def _space_of(fn: FnContext, node: Lib) -> Tree:
    first = fn.build.world.first_space_zone
    place, before = local(fn, _place(fn, node))
    return sequence(before, chosen(compare("ge_s", place, first), sub(place, first), NOTHING))


def _holder(fn: FnContext, node: Lib) -> Tree:
    return _row(fn, [place.owner for place in fn.build.world.places], _place(fn, node))


def _owner(fn: FnContext, node: Lib) -> Tree:
    return _row(fn, fn.build.world.owner, fn.value(node.args[0]))


def _face_up(fn: FnContext, node: Lib) -> Tree:
    return at(fn.build.layout.face, fn.value(node.args[0]))


def _die_face(fn: FnContext, node: Lib) -> Tree:
    face = fn.fresh()
    rolled = put(face, at(fn.build.layout.die, fn.value(node.args[0])))
    return sequence([rolled, *stop_if(equal(get(face), NONE))], get(face))


def _space_zone(fn: FnContext, node: Lib) -> Tree:
    return add(fn.value(node.args[0]), fn.build.world.first_space_zone)


def _numbered(fn: FnContext, node: Lib) -> tuple[bool, tuple[int, ...] | list[int]]:
    """Whether the first argument is a space, and the contents of all that its number can stand for."""
    world, type_ = fn.build.world, bare(node.args[0].type)
    space = isinstance(type_, KindT) and world.is_space(type_.kind)
    return space, world.space_content if space else world.content


def _content_of(fn: FnContext, node: Lib) -> Tree:
    return _row(fn, _numbered(fn, node)[1], fn.value(node.args[0]))


def _content_is(fn: FnContext, node: Lib) -> Tree:
    thing, content = (fn.value(arg) for arg in node.args)
    wanted = known(content)
    if wanted is None or wanted < 0:
        return equal(_row(fn, _numbered(fn, node)[1], thing), content)
    number, before = local(fn, thing)
    return sequence(before, is_among(number, fn.build.world.instances[wanted]))


def _kind_is(fn: FnContext, node: Lib) -> Tree:
    world = fn.build.world
    space = _numbered(fn, node)[0]
    kinds = world.space_kind if space else world.kind
    thing, kind = (fn.value(arg) for arg in node.args)
    wanted = known(kind)
    if wanted is None or space:
        return equal(_row(fn, kinds, thing), kind)
    number, before = local(fn, thing)
    return sequence(before, is_among(number, world.members[wanted]))


def _the_component(fn: FnContext, node: Lib) -> Tree:
    kind, content = (known(fn.value(arg)) for arg in node.args[:2])
    assert kind is not None, "the kind is named"
    assert content is not None, "the content is named"
    world = fn.build.world
    pool = world.members[kind] if content < 0 else world.instances[content]
    seat = fn.value(node.args[2])
    if known(seat) == NONE:
        return const(pool[0]) if len(pool) == 1 else UNREACHABLE
    own = [[c for c in pool if world.owner[c] == s] for s in world.seats]
    found = [each[0] if len(each) == 1 else NONE for each in own]
    name = fn.fresh()
    whose, before = local(fn, seat)
    anybody = const(pool[0]) if len(pool) == 1 else NOTHING
    picked = either(equal(whose, NONE), anybody, at(fn.build.tables.words(found), whose))
    return sequence([*before, put(name, picked), *stop_if(equal(get(name), NONE))], get(name))


# ---- Seats -------------------------------------------------------------------------------------------------


def active_seat(fn: FnContext) -> Tree:
    """The seat whose turn it is; outside a turn the starter, seat 0 where none is set."""
    active, starter = (load(const(fn.build.layout.slot(var)[0])) for var in (ir.ACTIVE, ir.STARTER))
    begun = chosen(compare("ne", starter, NONE), starter, const(0))
    return chosen(compare("ne", active, NONE), active, begun)


def _active_seat(fn: FnContext, node: Lib) -> Tree:
    del node
    return active_seat(fn)


def _players(fn: FnContext, node: Lib) -> Tree:
    del node
    return const(fn.build.tables.constant(fn.build.world.seats))


def _seats(order: Callable[[int, tuple[int, ...]], tuple[int, ...]]) -> Compiled:
    """Seats in an order that depends on one of them."""

    def compiled(fn: FnContext, node: Lib) -> Tree:
        seats = fn.build.world.seats
        lists = [fn.build.tables.constant(order(seat, seats)) for seat in seats]
        return _row(fn, lists, fn.value(node.args[0]))

    return compiled


def _onward(seat: int, seats: tuple[int, ...]) -> tuple[int, ...]:
    return seats[seat:] + seats[:seat]


def _backward(seat: int, seats: tuple[int, ...]) -> tuple[int, ...]:
    return tuple((seat - n) % len(seats) for n in seats)


def _beside(step: int) -> Compiled:
    def compiled(fn: FnContext, node: Lib) -> Tree:
        players = fn.build.world.players
        seat = fn.value(node.args[0])
        if players == 2:
            return ("i32.xor", seat, const(1)) if known(seat) is None else const(1 - (known(seat) or 0))
        return _row(fn, [(s + step) % players for s in range(players)], seat)

    return compiled


def _seat_number(fn: FnContext, node: Lib) -> Tree:
    return add(fn.value(node.args[0]), 1)


def _player_count(fn: FnContext, node: Lib) -> Tree:
    del node
    return const(fn.build.world.players)


# ---- Outcomes ----------------------------------------------------------------------------------------------


def _all_get(number: int) -> Compiled:
    def compiled(fn: FnContext, node: Lib) -> Tree:
        del node
        return const(fn.build.tables.constant((number,) * fn.build.world.players))

    return compiled


def _shares(players: int, winners: int) -> tuple[int, int]:
    """What each winner gets and each other."""
    gain, loss = players - winners, winners
    shared = gcd(gain, loss) or 1
    return gain // shared, -loss // shared


def _win(fn: FnContext, node: Lib) -> Tree:
    world, tables = fn.build.world, fn.build.tables
    given = fn.value(node.args[0])
    if not isinstance(node.args[0].type, ListT):
        gain, loss = _shares(world.players, 1)
        lists = [tables.constant([gain if s == seat else loss for s in world.seats]) for seat in world.seats]
        return _row(fn, lists, given)
    shares = [part for winners in range(world.players + 1) for part in _shares(world.players, winners)]
    fn.grown += 1
    return ("call", "$won", given, const(tables.words(shares)))


def _outcome(fn: FnContext, node: Lib) -> Tree:
    del node
    players, list_ = fn.build.world.players, fn.fresh("$p")
    unfinished = (
        "i32.or",
        compare("ne", load(const(block.STAGE)), OVER),
        ("i32.eqz", load(const(block.RANKED))),
    )
    return sequence(
        [
            *stop_if(unfinished),
            put(list_, fn.room(const(1 + players))),
            store(get(list_), const(players)),
            ("memory.copy", add(get(list_), 4), const(fn.build.layout.outcome), const(4 * players)),
        ],
        get(list_),
    )


def _option_count(fn: FnContext, node: Lib) -> Tree:
    del fn, node
    return chosen(compare("ge_s", load(const(block.KIND)), 0), load(const(block.COUNT)), const(0))


TABLE: dict[str, Compiled] = {
    "items": as_list,
    "size": _size,
    "zone_of": _place,
    "space_of": _space_of,
    "holder": _holder,
    "owner": _owner,
    "face_up": _face_up,
    "die_face": _die_face,
    "on_space": as_list,
    "on_space_of": as_list,
    "space_zone": _space_zone,
    "the_component": _the_component,
    "content_of": _content_of,
    "content_is": _content_is,
    "kind_is": _kind_is,
    "players": _players,
    "active_seat": _active_seat,
    "clockwise": _seats(_onward),
    "counterclockwise": _seats(_backward),
    "opponents": _seats(lambda seat, seats: _onward(seat, seats)[1:]),
    "next_seat": _beside(1),
    "previous_seat": _beside(-1),
    "seat_number": _seat_number,
    "player_count": _player_count,
    "win": _win,
    "draw": _all_get(0),
    "won": _all_get(1),
    "lost": _all_get(-1),
    "outcome": _outcome,
    "option_count": _option_count,
}
