"""Builds the small programs of the tests of what seats see: cards, zones and a few routines, by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tafl.interpreter.state import State, empty_state
from tafl.ir import program as ir
from tafl.ir.span import BUILT_IN
from tafl.ir.types import Int, PlayerT, Type
from tafl.ir.world import World

AT = BUILT_IN

NOTHING = ir.Program(
    name="small",
    title="Small",
    packs=(("small", "1"),),
    language=1,
    content_hash="0" * 64,
    low_players=1,
    high_players=4,
    cooperative=False,
    options=(),
    enums=(),
    kinds=(),
    fields=(),
    slots=(),
    contents=(),
    state=(
        ir.StateVar("active", "table", None, None, PlayerT(), None, False, AT),
        ir.StateVar("starter", "table", None, None, PlayerT(), None, False, AT),
        ir.StateVar("round", "table", None, None, Int(), None, False, AT),
    ),
    zones=(),
    boards=(),
    layouts=(),
    regions=(),
    scenarios=(),
    values=(),
    effects=(),
    phases=(),
    actions=(),
    hooks=(),
    routines=(),
    setup=None,
    play=None,
    scoring=None,
    evaluation=None,
    tests=(),
)
"""A program of nothing."""


def kind(
    name: str,
    word: str = "card",
    back: str | None = None,
    faces: tuple[int, ...] = (),
    face_type: Type | None = None,
) -> ir.Kind:
    return ir.Kind(name, word, name.lower(), back or name, None, faces, face_type, AT)


def content(name: str, of: int = 0, count: int = 1, *, per_player: bool = False) -> ir.Content:
    return ir.Content(name, name.title(), f"What {name} does.", "own", of, count, per_player, (), (), AT)


def zone(
    name: str,
    shape: str,
    visibility: str,
    of: str = "table",
    kinds: tuple[int, ...] = (),
    when_empty: str = "stop",
) -> ir.Zone:
    return ir.Zone(name, of, shape, kinds, visibility, None, when_empty, None, False, AT)


def variable(name: str, of: str, type_: Type, kind_: int | None = None) -> ir.StateVar:
    return ir.StateVar(name, of, kind_, None, type_, None, False, AT)


def board(name: str, width: int, height: int, of: int) -> ir.Board:
    return ir.Board(name, "grid", width, height, of, (), AT)


CARDS = replace(
    NOTHING,
    kinds=(
        kind("Card"),
        kind("Pebble", "token"),
        kind("Field", "space"),
        kind("Bone", "die", None, (1, 2, 3), Int(1, 3)),
    ),
    contents=(
        content("ace"),
        content("king"),
        content("queen", count=2),
        content("pebble", 1, 3),
        content("bone", 3, 2),
        content("jack"),
    ),
    zones=(
        zone("deck", "pile", "hidden"),
        zone("bag", "set", "hidden"),
        zone("shown", "row", "open"),
        zone("hand", "hand", "private", "player"),
        zone("secret", "pile", "hidden", "player"),
        zone("cup", "set", "private", "player"),
    ),
    boards=(board("field", 2, 2, 2),),
    state=(
        *NOTHING.state,
        variable("marked", "kind", Int(0, 9), 0),
    ),
)
"""Cards with one back (ace, king, two queens, jack: components 0, 1, 2, 3, 4), three pebbles all alike (5
to 7), two dice (8, 9).
"""

ACE, KING, QUEEN, OTHER_QUEEN, JACK, PEBBLE, DIE = 0, 1, 2, 3, 4, 5, 8


def small_world(players: int = 3, program: ir.Program = CARDS) -> World:
    return World(program, players)


def small_state(world: World) -> State:
    """Everything in the box."""
    return empty_state(world, tuple(0 for _ in world.program.options), (1, 1))


def zone_number(world: World, name: str, seat: int = 0) -> int:
    """The number of a declared zone; a seat's own for `seat`."""
    declared = next(i for i, z in enumerate(world.program.zones) if z.name == name)
    return world.zone(declared, seat)


def put(state: State, world: World, components: Sequence[int], zone_: int, face: int = 1) -> None:
    """Lay components into a zone without anybody watching: nothing of what seats know changes."""
    for component in components:
        old = state.place[component]
        state.zones[old] = tuple(c for c in state.zones[old] if c != component)
        lying = (*state.zones[zone_], component)
        state.zones[zone_] = lying if world.places[zone_].ordered else tuple(sorted(lying))
        state.place[component] = zone_
        state.face[component] = face
