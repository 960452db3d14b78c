"""Turns what happens to components into what each seat has identified, and says what looks alike.

`State.known` holds one bit mask of seats a component; only the functions `on_...` here change it. A seat
that sees a component identifies it, and keeps that through every move that it can follow.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from ..ir.types import NONE
from ..ir.world import BOX, World
from .game import CHANCE
from .state import State

Eye = int
"""Who looks, as a bit mask of seats: 0 sees everything, one bit a seat, all bits what everybody sees."""


@dataclass(frozen=True, slots=True)
class Look:
    """What is seen of a component that is not identified: the back of its kind, and whose it is printed to be
    (NONE: nobody's). `kinds` and `members` (components, ascending) are what may look so."""

    number: int
    back: str
    owner: int
    kinds: tuple[int, ...]
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Looks:
    """Everything that can be hidden in a world: `all` the looks, `of` the number of each component's look,
    `secret` whether there is anything to hide about it: nothing where all that look so are of one content,
    without state.
    """

    all: tuple[Look, ...]
    of: tuple[int, ...]
    secret: tuple[bool, ...]


@lru_cache(maxsize=64)
def looks(world: World) -> Looks:
    """The looks of a world, in the order of their first component."""
    kinds = world.program.kinds
    members: dict[tuple[str, int], list[int]] = {}
    for component in range(world.components):
        look = (kinds[world.kind[component]].back, world.owner[component])
        members.setdefault(look, []).append(component)
    found = tuple(
        Look(number, back, owner, tuple(sorted({world.kind[c] for c in those})), tuple(those))
        for number, ((back, owner), those) in enumerate(members.items())
    )
    of = {component: look for look in found for component in look.members}
    secret = {look.number: _secret(world, look) for look in found}
    order = range(world.components)
    return Looks(found, tuple(of[c].number for c in order), tuple(secret[of[c].number] for c in order))


def _secret(world: World, look: Look) -> bool:
    if any(world.program.kinds[kind].word == "die" for kind in look.kinds):
        return True
    contents = {world.content[component] for component in look.members}
    return len(contents) > 1 or (
        len(look.members) > 1
        and any(
            var.of == "kind" and var.kind in look.kinds and not var.further for var in world.program.state
        )
    )


def eye(world: World, seat: int | None) -> Eye:
    """The eye of a seat; of everybody together (None); of chance, which sees all."""
    if seat is None:
        return everybody(world)
    return 0 if seat == CHANCE else 1 << seat


def everybody(world: World) -> Eye:
    """The eye that sees what every seat sees."""
    return (1 << world.players) - 1


def sees(known: int, who: Eye) -> bool:
    """Whether everyone in `who` is among the seats in `known`."""
    return known & who == who


def identified(state: State, component: int, who: Eye) -> bool:
    """Whether everyone in `who` knows which component this is."""
    return sees(state.known[component], who)


def seers(world: World, zone: int, face: int) -> int:
    """The seats that see what a component in `zone` is, when it lies with that face (1 up, 0 down).

    Of a private zone it is who has it, whatever the face; elsewhere everybody or nobody. Nobody looks into
    the box: what comes back to it unseen stays unseen.
    """
    place = world.places[zone]
    if place.visibility == "private":
        return 0 if place.owner == NONE else 1 << place.owner
    return everybody(world) if face and zone != BOX else 0


def default_face(world: World, zone: int) -> int:
    """How a component comes to lie in a zone where nothing is said: face down if the zone is hidden, else
    up.
    """
    return 0 if world.places[zone].visibility == "hidden" else 1


def on_move(
    state: State,
    world: World,
    component: int,
    source: int,
    target: int,
    face: int,
) -> None:
    """A component is about to move from `source` to `target`, there to lie with `face`; the state is still
    as before.

    Who sees it there identifies it. From an ordered zone, everybody can follow it. From an unordered one
    only those who see what lies there: all others, if it goes where they do not see it, can no longer tell
    it from those of its look that stayed (also who asked for it: why just this one left may depend on what
    he does not see). What leaves the box for a hidden place was set aside unseen.
    """
    secret = looks(world).secret
    if not secret[component]:
        return
    seen = seers(world, target, face)
    blind = everybody(world) & ~seen
    if source == BOX:
        state.known[component] &= ~blind
    elif blind and not world.places[source].ordered:
        blind &= ~seers(world, source, state.face[component])
        _forget_one_of(state, world, component, blind)
    state.known[component] |= seen


def _forget_one_of(state: State, world: World, component: int, blind: int) -> None:
    """Seats in `blind` saw something that looks like `component` leave its zone, and no more than that."""
    zone = state.place[component]
    stayed = [other for other in alike(state, world, component, zone) if other != component]
    if blind and stayed:
        state.known[component] &= ~blind
        for other in stayed:
            state.known[other] &= ~(blind & ~seers(world, zone, state.face[other]))


def alike(state: State, world: World, component: int, zone: int) -> list[int]:
    """The components in `zone` that look like this one when not identified."""
    of = looks(world).of
    return [other for other in state.zones[zone] if of[other] == of[component]]


def on_shuffle(state: State, world: World, zone: int) -> None:
    """A zone is shuffled: nobody knows any more which is which of those that look alike and that he does
    not see there.
    """
    table = looks(world)
    counts: dict[int, int] = {}
    for component in state.zones[zone]:
        counts[table.of[component]] = counts.get(table.of[component], 0) + 1
    for component in state.zones[zone]:
        if table.secret[component] and counts[table.of[component]] > 1:
            state.known[component] &= seers(world, zone, state.face[component])


def on_flip(state: State, world: World, component: int, face: int) -> None:
    """A component is turned over where it lies: who sees its face now identifies it; nobody forgets
    anything.
    """
    state.known[component] |= seers(world, state.place[component], face)


def on_reveal(state: State, world: World, component: int, to: int | None) -> None:
    """A component is shown to one seat, or to all."""
    state.known[component] |= everybody(world) if to is None else 1 << to


def on_roll(state: State, world: World, die: int) -> None:
    """A die is rolled where it lies: who does not see it there does not know what it shows."""
    state.known[die] &= seers(world, state.place[die], state.face[die])


def on_clear(state: State, world: World) -> None:
    """The table has been cleared into the box. Who can tell apart all of a look that lie elsewhere knows what
    is there: all others.
    """
    for look in looks(world).all:
        knowing = everybody(world)
        for component in look.members:
            if state.place[component] != BOX:
                knowing &= state.known[component]
        for component in look.members:
            if state.place[component] == BOX:
                state.known[component] |= knowing


def learned(before: State, after: State) -> bool:
    """Whether any seat has identified something in `after` that it had not in `before`: a step not to be
    taken back.
    """
    return any(new & ~old for old, new in zip(before.known, after.known, strict=True))


def hidden_from(state: State, world: World, who: Eye, components: Iterable[int] | None = None) -> list[int]:
    """The components (of these, or of all) that not everyone in `who` has identified, in the given order."""
    pool = range(world.components) if components is None else components
    return [component for component in pool if not identified(state, component, who)]
