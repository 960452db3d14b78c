"""Says what a seat may not know while a `together` is open, and turns a state there into one without it: what
other seats have answered.
"""

from __future__ import annotations

from ..ir.program import For, Together
from ..ir.types import NONE, ListT, SetT, Type
from ..ir.world import World, statements
from .state import Frame, State, Value


def opened(state: State, world: World) -> Together | None:
    """The `together` whose question is open: nothing else can be asked inside it."""
    frame = _waiting(state)
    return None if frame is None else world.together.get((frame.routine, frame.point))


def loop_of(node: Together) -> For:
    """Its loop over the seats."""
    loop = node.body[-1]
    assert isinstance(loop, For), "a loop over the seats ends it"
    return loop


def seats_asked(state: State, world: World) -> tuple[int, ...]:
    """The seats to which the open `together` has come so far, the last being asked; () where none is open."""
    node, frame = opened(state, world), _waiting(state)
    if node is None or frame is None:
        return ()
    loop = loop_of(node)
    seats: tuple[int, ...] = frame.locals[loop.list_slot][: frame.locals[loop.index_slot]]
    return seats


def seat_asked(state: State, world: World) -> int | None:
    """The seat whose answers the open `together` waits for, also where chance decides what it has taken; None
    where none is open.
    """
    return next(reversed(seats_asked(state, world)), None)


def _waiting(state: State) -> Frame | None:
    frame = state.frames[-1] if state.pending is not None and state.frames else None
    return frame if frame is not None and frame.routine >= 0 else None


def forgotten(state: State, world: World, seat: int) -> State:
    """The state without what `seat` does not know of the open `together`: what others have answered, and
    another's open question with all that belongs to it. The very same state where none is open.
    """
    node, asked = opened(state, world), seats_asked(state, world)
    if node is None:
        return state
    known = state.copy()
    frame = known.frames[-1]
    types = [local.type for local in world.program.routines[frame.routine].locals]
    hidden = {slot for other, slots in enumerate(node.answers) if other != seat for slot in slots}
    if asked[-1] != seat:
        known.pending = None
        hidden |= _own(node)
    for slot in hidden:
        frame.locals[slot] = blank(types[slot])
    return known


def _own(node: Together) -> set[int]:
    """The locals in which the seat that is being asked works."""
    kept = {slot for slots in node.answers for slot in slots}
    written: set[int] = set()
    for inner in statements(loop_of(node).body):
        written |= {getattr(inner, name) for name in _SLOTS if hasattr(inner, name)}
    return written - kept


_SLOTS = ("slot", "list_slot", "low_slot", "high_slot")
"""Where statements of a `together` keep what they work with."""


def blank(type_: Type) -> Value:
    """What a local of this type holds where nobody has answered."""
    match type_:
        case ListT():
            return ()
        case SetT():
            return 0
        case _:
            return NONE
