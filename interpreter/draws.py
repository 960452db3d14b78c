"""Turns the statements that let chance decide into steps: one draw after the other, each a question to
chance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir import program as ir
from ..ir.types import NONE, Int, KindT, ZoneT
from . import effects, knowledge
from .alike import Marker
from .assemble import Assembler, Label
from .code import ENDED, Locals, Step
from .errors import Stop
from .names import is_component, zone_title
from .options import element_type
from .state import Raw, Value
from .verbs import components

if TYPE_CHECKING:
    from .machine import Machine

# ---- Shuffling ---------------------------------------------------------------------------------------------


def shuffle(asm: Assembler, node: ir.Shuffle) -> None:
    """Fisher-Yates from the top: position i gets one of the components from i on, each as likely as the
    others.
    """
    zone, zone_slot, index_slot, point, at = (
        asm.value(node.zone),
        node.zone_slot,
        node.index_slot,
        node.point,
        node.at,
    )
    ask = Label()

    def begin(after: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            values[zone_slot], values[index_slot] = zone(machine, values), 0
            machine.spend(len(machine.zones[values[zone_slot]]), at)
            knowledge.on_shuffle(machine.state, machine.world, values[zone_slot])
            return after

        return step

    def draw(landing: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            options = rest_of(machine, values[zone_slot], values[index_slot])
            if len(options) < 2:
                return landing + 1
            return machine.draw(point, landing, options, (), at)

        return step

    def put(_: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            put_next(machine, values[zone_slot], values[index_slot])
            values[index_slot] += 1
            return ask.step

        return step

    asm.emit(begin, at)
    asm.place(ask)
    asm.emit(draw, at)
    asm.land_answer(point)
    asm.emit(put, at)


def rest_of(machine: Machine, zone: int, position: int) -> tuple[Raw, ...]:
    """What may come at a position of a zone being shuffled; nothing where order means nothing."""
    if not machine.world.places[zone].ordered:
        return ()
    return tuple([(component,) for component in machine.zones[zone][position:]])


def put_next(machine: Machine, zone: int, position: int) -> None:
    """Put the component that chance has chosen at a position, and what lay there where it came from."""
    order = list(machine.zones[zone])
    other = order.index(machine.answer[0])
    order[position], order[other] = order[other], order[position]
    machine.zones[zone] = tuple(order)


# ---- Drawing -----------------------------------------------------------------------------------------------

LEFT, MOVED, SOURCE, TO, POSITION = range(5)
"""What the list in `Draw.left_slot` holds."""


def draw(asm: Assembler, node: ir.Draw) -> None:
    """Components from the top, one by one, with what the zone says for when it is empty."""
    count, source, to = asm.value(node.count), asm.value(node.source), asm.value(node.to)
    slot, at, result = node.left_slot, node.at, node.result
    go_on = Label()

    def begin(after: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            wanted = max(0, count(machine, values))
            machine.spend(wanted, at)
            values[slot] = (wanted, 0, source(machine, values), to(machine, values), NONE)
            return after

        return step

    def work(landing: int) -> Step:
        return _drawing(node, landing)

    def put(_: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            left, moved, source, to, position = values[slot]
            put_next(machine, source, position)
            values[slot] = (left, moved, source, to, position + 1)
            return go_on.step

        return step

    def end(after: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            del machine
            if result is not None:
                values[result] = values[slot][MOVED]
            return after

        return step

    asm.emit(begin, at)
    asm.place(go_on)
    asm.emit(work, at)
    asm.land_answer(node.point)
    asm.emit(put, at)
    asm.emit(end, at)


def _drawing(node: ir.Draw, landing: int) -> Step:
    slot, at, done = node.left_slot, node.at, landing + 1

    def step(machine: Machine, values: Locals) -> int:
        left, moved, source, to, position = values[slot]
        while True:
            if position != NONE:
                options = rest_of(machine, source, position)
                if len(options) > 1:
                    values[slot] = (left, moved, source, to, position)
                    return machine.draw(node.point, landing, options, (), at)
                position = NONE
            while left and machine.zones[source]:
                effects.move(machine, machine.zones[source][0], to, node.place, node.face, at)
                left, moved = left - 1, moved + 1
            values[slot] = (left, moved, source, to, NONE)
            if not left:
                return done
            refilled = _when_empty(machine, node, source, left)
            if refilled != 0:
                return done if refilled > 0 else refilled
            position = 0

    return step


def _when_empty(machine: Machine, node: ir.Draw, source: int, missing: int) -> int:
    """What an empty zone does to a draw: 0, it has been refilled and is to be shuffled; 1, the draw is
    over; or ENDED.
    """
    place = machine.world.places[source]
    match place.when_empty:
        case "fault":
            raise Stop(f"the {zone_title(machine.world, source)} is empty", node.at)
        case "end_game":
            machine.end_game(None, node.at)
            return ENDED
        case "reshuffle" if machine.zones[place.reshuffle]:
            machine.spend(len(machine.zones[place.reshuffle]), node.at)
            machine.note_facts("reshuffle", [(source, ZoneT(())), (place.reshuffle, ZoneT(()))], node.at)
            effects.refill(machine, source, place.reshuffle, node.at)
            knowledge.on_shuffle(machine.state, machine.world, source)
            return 0
        case _:
            machine.note_facts("empty", [(source, ZoneT(())), (missing, Int())], node.at)
            return 1


# ---- Dice and picks ----------------------------------------------------------------------------------------


def roll(asm: Assembler, node: ir.Roll) -> None:
    """One die after the other: its different faces, each as likely as it is often on the die."""
    list_slot, index_slot, at = node.list_slot, node.index_slot, node.at
    what = components(asm, node.what, at)
    kinds, ask = asm.code.program.kinds, Label()
    faces = [weighted(kind.faces) for kind in kinds]

    def begin(after: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            values[list_slot], values[index_slot] = what(machine, values), 0
            return after

        return step

    def draw(landing: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            dice, index = values[list_slot], values[index_slot]
            if index == len(dice):
                return landing + 1
            options, weights = faces[machine.world.kind[dice[index]]]
            return machine.draw(node.point, landing, options, weights, at)

        return step

    def put(_: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            die, face = values[list_slot][values[index_slot]], machine.answer[0]
            knowledge.on_roll(machine.state, machine.world, die)
            machine.die[die] = face
            kind = machine.world.kind[die]
            machine.note_facts("roll", [(die, KindT(kind)), (face, kinds[kind].face_type or Int())], at)
            values[index_slot] += 1
            return ask.step

        return step

    asm.emit(begin, at)
    asm.place(ask)
    asm.emit(draw, at)
    asm.land_answer(node.point)
    asm.emit(put, at)


def weighted(values: tuple[Value, ...]) -> tuple[tuple[Raw, ...], tuple[int, ...]]:
    """The different values in the order in which they first stand, and how often each does."""
    counts: dict[Value, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    return tuple((value,) for value in counts), tuple(counts.values())


def pick(asm: Assembler, node: ir.Pick) -> None:
    """Elements of a list at random, one after the other; components that are alike are one option, as
    likely as they are many.
    """
    count, source, at = asm.value(node.count), asm.value(node.source), node.at
    slot, list_slot, left_slot, ask = node.slot, node.list_slot, node.left_slot, Label()
    alike = is_component(asm.code.world, node.source.type)
    of = element_type(node.source.type)

    def begin(after: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            items = source(machine, values)
            machine.spend(len(items), at)
            values[left_slot] = min(max(0, count(machine, values)), len(items))
            values[slot], values[list_slot] = (), items
            return after

        return step

    def draw(landing: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            if not values[left_slot]:
                return landing + 1
            items = values[list_slot]
            if alike:
                # Chance sees everything: only what nobody could tell apart is one.
                marker = Marker(machine.state, machine.world, 0)
                least: dict[Value, Value] = {}
                for item in items:
                    mark = marker.value(item, of)
                    least[mark] = min(item, least.get(mark, item))
                items = tuple(least[marker.value(item, of)] for item in items)
            options, weights = weighted(items)
            return machine.draw(node.point, landing, options, weights, at)

        return step

    def put(_: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            picked, items = machine.answer[0], values[list_slot]
            position = items.index(picked)
            values[list_slot] = items[:position] + items[position + 1 :]
            values[slot] += (picked,)
            values[left_slot] -= 1
            return ask.step

        return step

    asm.emit(begin, at)
    asm.place(ask)
    asm.emit(draw, at)
    asm.land_answer(node.point)
    asm.emit(put, at)
