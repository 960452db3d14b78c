"""What the verbs do to the table: components go from place to place, are turned over, shown, exchanged,
laid out.
"""

from __future__ import annotations

from bisect import insort

from ..ir.program import Layout
from ..ir.span import Span
from ..ir.world import BOX
from . import knowledge
from .errors import Stop
from .machine import Machine
from .names import zone_title


def move(
    machine: Machine, component: int, target: int, place: str | None, face: str | None, at: Span
) -> None:
    """One component to a zone: in an ordered one to its top (left) or bottom (right); by default a pile's
    top, else its end.

    `face` is up, down, or None for how things lie there. A full zone, or one that does not hold such
    components, faults.
    """
    world, zones = machine.world, machine.zones
    source, goal = machine.place[component], world.places[target]
    check_place(machine, component, target, at)
    if goal.capacity is not None and len(zones[target]) - (source == target) >= goal.capacity:
        raise Stop(f"the {zone_title(world, target)} is full: {goal.capacity} is the most", at)
    lies = knowledge.default_face(world, target) if face is None else int(face == "up")
    knowledge.on_move(machine.state, world, component, source, target, lies)
    before = zones[source]
    position = before.index(component)
    zones[source] = before[:position] + before[position + 1 :]
    machine.place[component] = target
    machine.face[component] = lies
    zones[target] = _with(zones[target], component, goal.ordered, place or _default_end(goal.shape))


def _default_end(shape: str) -> str:
    return "top" if shape == "pile" else "bottom"


def _with(zone: tuple[int, ...], component: int, ordered: bool, end: str) -> tuple[int, ...]:
    if not ordered:
        ascending = list(zone)
        insort(ascending, component)
        return tuple(ascending)
    return (component, *zone) if end == "top" else (*zone, component)


def check_place(machine: Machine, component: int, target: int, at: Span) -> None:
    """Fault where a zone does not hold components of that kind."""
    kinds = machine.world.places[target].kinds
    if kinds is not None and machine.world.kind[component] not in kinds:
        raise Stop(f"the {zone_title(machine.world, target)} does not hold such components", at)


def refill(machine: Machine, target: int, source: int, at: Span) -> None:
    """Everything of one pile to another, in the same order: what is shuffled then."""
    for component in machine.zones[source]:
        move(machine, component, target, "bottom", None, at)


def flip(machine: Machine, component: int, face: str | None) -> None:
    """Turn a component over, or to a face."""
    lies = 1 - machine.face[component] if face is None else int(face == "up")
    knowledge.on_flip(machine.state, machine.world, component, lies)
    machine.face[component] = lies


def swap(machine: Machine, left: int, right: int, at: Span) -> None:
    """Two components change places: each lies then where, and as, the other lay."""
    if left == right:
        return
    places, faces = machine.place, machine.face
    here, there = places[left], places[right]
    check_place(machine, left, there, at)
    check_place(machine, right, here, at)
    knowledge.on_move(machine.state, machine.world, left, here, there, faces[right])
    knowledge.on_move(machine.state, machine.world, right, there, here, faces[left])
    faces[left], faces[right] = faces[right], faces[left]
    places[left], places[right] = there, here
    exchanged = {left: right, right: left}
    for zone in {here, there}:
        content = [exchanged.get(c, c) for c in machine.zones[zone]]
        machine.zones[zone] = tuple(content if machine.world.places[zone].ordered else sorted(content))


def swap_spaces(machine: Machine, left: int, right: int) -> None:
    """What two spaces hold changes places; each component keeps its face."""
    here, there = machine.world.space_zone(left), machine.world.space_zone(right)
    state, world, zones = machine.state, machine.world, machine.zones
    for source, target in ((here, there), (there, here)):
        for component in zones[source]:
            knowledge.on_move(state, world, component, source, target, machine.face[component])
    zones[here], zones[there] = zones[there], zones[here]
    for zone in (here, there):
        for component in zones[zone]:
            machine.place[component] = zone


def lay(machine: Machine, layout: Layout, at: Span) -> None:
    """Set the spaces of a board as a layout shows them. What it gives to seats that are not in the game is
    left out.
    """
    world = machine.world
    base = world.boards[layout.board].base
    for laid in layout.states:
        machine.slots[world.offset[laid.var] + base + laid.space] = laid.value
    for item in layout.components:
        if item.owner is not None and item.owner >= world.players:
            continue
        found = next(
            (
                c
                for c in machine.zones[BOX]
                if world.kind[c] == item.kind
                and item.content in (None, world.content[c])
                and item.owner in (None, world.owner[c])
            ),
            None,
        )
        if found is None:
            name = world.program.kinds[item.kind].name
            raise Stop(f"the box holds no {name} for the layout {layout.name} any more", at)
        move(machine, found, world.space_zone(base + item.space), None, None, at)
