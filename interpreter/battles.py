"""Turns the battle of a campaign into steps: the table is cleared, then one flow of its game after another is
called, and what came of it is taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir import program as ir
from ..ir.span import Span
from ..ir.types import NONE, OptT, ScenarioT
from ..ir.world import BOX
from . import knowledge
from .assemble import Assembler, Label
from .code import CALLED, Locals, Step
from .defaults import set_defaults
from .errors import Stop
from .state import IDLE, OVER, PLAY, SCORING, SETUP, Value

if TYPE_CHECKING:
    from .machine import Machine


def battle(asm: Assembler, node: ir.Battle) -> None:
    """Clear the table, then come back to the same step after each flow until none is left."""
    scenario, slot, at, go_on = asm.value(node.scenario), node.stage_slot, node.at, Label()
    flows = {SETUP: node.setup, PLAY: node.play, SCORING: node.scoring}

    def begin(after: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            _begin(machine, scenario(machine, values), at)
            values[slot] = IDLE
            return after

        return step

    def advance(after: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            for stage in range(values[slot] + 1, OVER):
                flow = flows[stage]
                if flow is not None:
                    values[slot] = stage
                    frame = machine.frames[-1]
                    frame.point, frame.pc = node.point, go_on.step
                    machine.start(flow)
                    return CALLED
            outcome = _take_outcome(machine, at)
            if node.result is not None:
                values[node.result] = outcome
            return after

        return step

    asm.emit(begin, at)
    asm.place(go_on)
    asm.land_call(node.point)
    asm.emit(advance, at)


def end(machine: Machine, decided: bool) -> None:
    """`end game` in a battle: its scoring comes next, or (where an outcome is decided) nothing."""
    found = going_on(machine)
    assert found is not None, "there is a battle"
    position, slot = found
    values = machine.frames[position].locals
    values[slot] = SCORING if decided else max(values[slot], PLAY)


def going_on(machine: Machine) -> tuple[int, int] | None:
    """The battle that is fought: the position of its frame and its `stage_slot`; None where there is none."""
    battles = machine.world.battles
    # The frame on top is running: only those below it wait where their points say.
    for position in reversed(range(len(machine.frames) - 1)) if battles else ():
        frame = machine.frames[position]
        slot = battles.get((frame.routine, frame.point))
        if slot is not None:
            return position, slot
    return None


def _begin(machine: Machine, scenario: int, at: Span) -> None:
    program, world = machine.code.program, machine.world
    if going_on(machine) is not None:
        raise Stop("a battle begins, and another one is not over yet", at)
    machine.spend(world.components + world.slots, at)
    _clear(machine)
    kept = {number for number, var in enumerate(program.state) if var.lasting}
    if program.scenarios:
        machine.slots[world.offset[ir.SCENARIO]] = scenario
        kept.add(ir.SCENARIO)
    machine.state.uses[:] = [0] * len(machine.state.uses)
    machine.state.result = None
    set_defaults(machine, kept)
    machine.note_facts("battle", [(scenario, OptT(ScenarioT()))], at)


def _clear(machine: Machine) -> None:
    """Everything that lies in no lasting zone goes to the box, as it was at first."""
    world, zones = machine.world, machine.zones
    leaving: list[int] = []
    for place in world.places:
        declared = None if place.declared == NONE else world.program.zones[place.declared]
        if declared is None or not declared.lasting:
            leaving += zones[place.number]
            zones[place.number] = ()
    zones[BOX] = tuple(sorted(leaving))
    for component in leaving:
        machine.place[component], machine.face[component], machine.die[component] = BOX, 1, NONE
    knowledge.on_clear(machine.state, world)


def _take_outcome(machine: Machine, at: Span) -> Value:
    result = machine.state.result
    if result is None:
        raise Stop("the battle is over, but nothing has ranked its players or said who has won", at)
    machine.state.result = None
    machine.note_facts("battle over", [], at)
    return result.outcome
