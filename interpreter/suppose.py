"""Turns a state from which a seat has been made to forget what others answer in a `together` into one where
they have answered, in one of the ways that they could have.
"""

from __future__ import annotations

from ..ir.program import For
from .chance import Generator
from .code import ASKED, Code
from .errors import Stop
from .machine import Machine
from .state import Frame, State
from .together import loop_of


def answer_anew(code: Code, state: State, seat: int, generator: Generator) -> bool:
    """In a state that `together.forgotten` made for `seat`: all others that have been asked before answer at
    random, and the one that is being asked, if it is another, is put its first question. False where that
    stops, or somebody else would be asked.
    """
    frame = state.frames[-1]
    node = code.world.together[frame.routine, frame.point]
    loop = loop_of(node)
    here, pending, fuel = frame.copy(), state.pending, state.fuel
    *before, asked = here.locals[loop.list_slot][: here.locals[loop.index_slot]]
    try:
        for other in before:
            if other != seat:
                _start(state, here, loop, (other,), 0)
                _answer(code, state, generator)
                for slot in node.answers[other]:
                    here.locals[slot] = frame.locals[slot]
        if asked != seat:
            _start(state, here, loop, here.locals[loop.list_slot], len(before))
            _go(Machine(code, state), _loop(code, frame)[0])
            return state.pending is not None and state.pending.seat == asked
    except Stop:
        return False
    frame.point, frame.pc, frame.locals = here.point, here.pc, here.locals
    state.pending, state.fuel = pending, fuel
    return True


def _start(state: State, here: Frame, loop: For, seats: tuple[int, ...], index: int) -> None:
    """Put the frame on top where the loop takes its next seat."""
    frame = state.frames[-1]
    frame.point, frame.locals = here.point, here.locals[:]
    frame.locals[loop.list_slot], frame.locals[loop.index_slot] = seats, index
    state.pending = None


def _loop(code: Code, frame: Frame) -> tuple[int, int]:
    return code.routines[frame.routine].together[frame.point]


def _answer(code: Code, state: State, generator: Generator) -> None:
    """Run the loop to its end; whatever it asks, also of chance, is answered at random."""
    frame = state.frames[-1]
    pc, _ = _loop(code, frame)
    machine = Machine(code, state)
    while _go(machine, pc):
        assert state.pending is not None, "it has just been asked"
        machine.take(generator.below(len(state.pending.options)))
        pc = frame.pc


def _go(machine: Machine, pc: int) -> bool:
    """Run the frame on top from this step on: True where it asks, False at the end of the loop."""
    frame = machine.frames[-1]
    steps, (_, end) = machine.code.routines[frame.routine].steps, _loop(machine.code, frame)
    while pc not in (end, ASKED):
        pc = steps[pc](machine, frame.locals)
    return pc == ASKED
