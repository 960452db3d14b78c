"""Turns a state into another one that a seat cannot tell from it: what it has not identified is dealt anew
among the places where that may lie, and chance goes its own way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ..ir.types import NONE, KindT
from ..ir.world import World
from .chance import DETERMINIZATION_STREAM, Generator, Rng, start
from .game import CHANCE
from .knowledge import eye, hidden_from, looks
from .options import keys
from .references import acting, named, renumbered
from .state import Pending, State
from .together import forgotten

Ask: TypeAlias = Callable[[State], Pending | None]
"""Puts the open question of a state anew: what an engine lends. None, or no options, where there would be
none.
"""

Suppose: TypeAlias = Callable[[State, int, Generator], bool]
"""Lets other seats than this one answer anew what is kept from it, in this very state (see `together`): what
an engine lends. False where they cannot.
"""

TRIES = 100
"""Worlds that are looked at before giving up."""


class NoWorld(Exception):
    """None of the worlds tried fits the question that is open: it gives away what is hidden."""


def _nothing(state: State, seat: int, generator: Generator) -> bool:
    del state, seat, generator
    return True


def determinize(
    state: State, world: World, seat: int, generator: Generator, ask: Ask, suppose: Suppose = _nothing
) -> State:
    """A state that `seat` cannot tell from this one, drawn from `generator`, with a generator of its own
    for what comes.

    Components that the seat has not identified and that look alike change places, where kinds and running
    code allow it. What other seats have answered in a `together` that is open is forgotten first, and then
    answered anew at random. A world is rejected whose open question would have no option, or, where it is
    the seat's own, other ones than it sees. Raises NoWorld.
    """
    known = forgotten(state, world, seat)
    groups = exchangeable(known, world, hidden_from(known, world, eye(world, seat)))
    for _ in range(TRIES):
        other = renumbered(known, world, dealt(world, groups, generator))
        if known is not state and not suppose(other, seat, generator):
            continue
        other.rng = chance_of(generator)
        if _asks_alike(state, other, world, seat, ask):
            return other
    raise no_world(seat)


def no_world(seat: int) -> NoWorld:
    """What is raised where none of the worlds fits."""
    return NoWorld(
        f"no other world fits what seat {seat + 1} sees: the open question gives away what is hidden"
    )


def chance_of(generator: Generator) -> Rng:
    """A generator for a game in which chance goes its own way, from two draws."""
    return start(generator.bits() << 32 | generator.bits(), DETERMINIZATION_STREAM)


def _asks_alike(state: State, other: State, world: World, seat: int, ask: Ask) -> bool:
    """Put the question anew in the other world; whether it may stand there."""
    if state.pending is None or state.pending.seat == CHANCE:
        return True
    other.pending = ask(other)
    if other.pending is None or not other.pending.options or other.pending.seat != state.pending.seat:
        return False
    return other.pending.seat != seat or keys(other, world) == keys(state, world)


# ---- Who may change places with whom -----------------------------------------------------------------------


@dataclass(slots=True)
class Role:
    """What a component has to be to lie where this one lies and to be named as it is: of one of these kinds
    (None: any), and of its own content where its code is running.
    """

    kinds: set[int] | None = None
    contents: set[int] | None = None

    def narrow(self, kinds: Sequence[int] | frozenset[int]) -> None:
        """Only these kinds."""
        self.kinds = set(kinds) if self.kinds is None else self.kinds & set(kinds)

    def takes(self, world: World, component: int) -> bool:
        """Whether this component can have the role."""
        return (self.kinds is None or world.kind[component] in self.kinds) and (
            self.contents is None or world.content[component] in self.contents
        )


@dataclass(slots=True)
class Group:
    """Components of one look: in the order of their places, with the roles there; and ascending."""

    placed: list[int]
    roles: list[Role]
    components: list[int]


def exchangeable(state: State, world: World, components: list[int]) -> list[Group]:
    """The groups within which these components (ascending) may change places."""
    of = looks(world).of
    by_look: dict[int, list[int]] = {}
    for component in components:
        by_look.setdefault(of[component], []).append(component)
    roles = _roles(state, world, components)
    groups = []
    for alike in by_look.values():
        placed = sorted(alike, key=lambda c: (state.place[c], state.zones[state.place[c]].index(c)))
        groups.append(Group(placed, [roles[c] for c in placed], alike))
    return groups


def dealt(world: World, groups: list[Group], generator: Generator) -> list[int]:
    """The new number of each component: those of a group are put into its places at random, each into a
    role that it can have.
    """
    new = list(range(world.components))
    for group in groups:
        for old, component in zip(group.placed, _order(world, group, generator), strict=True):
            new[old] = component
    return new


def _roles(state: State, world: World, components: list[int]) -> dict[int, Role]:
    roles = {component: Role() for component in components}
    for component, role in roles.items():
        kinds = world.places[state.place[component]].kinds
        if kinds is not None:
            role.narrow(kinds)
        reaching = any(state.slots[slot] != NONE for slot in world.further[component])
        if reaching or world.program.kinds[world.kind[component]].word == "die":
            role.narrow((world.kind[component],))
    for component, type_ in named(state, world):
        if component in roles and isinstance(type_, KindT) and type_.kind >= 0:
            roles[component].narrow((type_.kind,))
    for component in acting(state, world):
        if component in roles:
            roles[component].contents = {world.content[component]}
    return roles


def _order(world: World, group: Group, generator: Generator) -> list[int]:
    if not all(role.takes(world, component) for role in group.roles for component in group.components):
        return _mixed(world, group, generator)
    order = group.components[:]
    for place in range(len(order) - 1):
        other = place + generator.below(len(order) - place)
        order[place], order[other] = order[other], order[place]
    return order


def _mixed(world: World, group: Group, generator: Generator) -> list[int]:
    """Many random exchanges, each only where both can have the other's role: every allowed order becomes as
    likely as any other.
    """
    order, roles = group.placed[:], group.roles
    for _ in range(16 * len(order)):
        left, right = generator.below(len(order)), generator.below(len(order))
        if roles[left].takes(world, order[right]) and roles[right].takes(world, order[left]):
            order[left], order[right] = order[right], order[left]
    return order
