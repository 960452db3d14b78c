"""Sets state variables to what they are before anything has happened."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING

from ..ir.program import ROUND, STARTER
from ..ir.types import NONE, SetT
from .calls import call

if TYPE_CHECKING:
    from .machine import Machine


def set_defaults(machine: Machine, kept: Container[int] = ()) -> None:
    """All variables to their defaults, in their order, but for those whose positions are `kept`."""
    world, slots = machine.world, machine.slots
    anew = [(number, var) for number, var in enumerate(world.program.state) if number not in kept]
    places = {
        number: range(world.offset[number] + world.low[number], world.offset[number] + world.high[number] + 1)
        for number, _ in anew
    }
    for number, var in anew:
        # A set is empty until something is put in; seat 0 starts and no round has begun.
        begun = isinstance(var.type, SetT) or number in (STARTER, ROUND)
        for slot in places[number]:
            slots[slot] = 0 if begun else NONE
    for number, var in anew:
        if var.default is not None:
            value = call(machine, machine.code.routines[var.default], [], var.at)
            for slot in places[number]:
                slots[slot] = value
