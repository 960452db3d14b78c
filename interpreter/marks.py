"""Turns the options of the open question into numbers by which they are found again in games that the
deciding seat cannot tell from this one.

A mark is a hash of 32 bits of who is asked, which question, and what the seat sees of the option: of a
component that it has identified what it is, whose, where and what a die shows; of another one where it lies
and what it looks like. So a card has one mark whatever its copy, and wherever the rest of a hand lies.
"""

from __future__ import annotations

from ..ir.types import NONE, ListT, OptT, SetT, Type
from ..ir.world import World
from .alike import unique
from .knowledge import Eye, eye, identified, looks
from .names import bits, is_component
from .options import asked_by, option_types
from .state import State, Value

_WORD = 2**32 - 1
_FACTOR = 0x9E3779B1


def feed(hash_: int, word: int) -> int:
    """A hash with one more word: (turned left by 5 bits, xor the word) * 0x9E3779B1, all of 32 bits."""
    turned = (hash_ << 5 | hash_ >> 27) & _WORD
    return (turned ^ word & _WORD) * _FACTOR & _WORD


def option_marks(state: State, world: World) -> list[int]:
    """The mark of each option, in their order; [] where nothing is asked."""
    pending = state.pending
    if pending is None:
        return []
    statement, frame = asked_by(state, world), state.frames[-1]
    question = feed(feed(feed(0, pending.seat), frame.routine), frame.point)
    marks = _Marks(state, world, eye(world, pending.seat))
    found = []
    for option in pending.options:
        mark = feed(question, len(option))
        for item, type_ in zip(option, option_types(world, statement, option, frame), strict=True):
            mark = marks.value(mark, item, type_)
        found.append(mark)
    return found


class _Marks:
    """What one seat sees of values in one state."""

    def __init__(self, state: State, world: World, who: Eye) -> None:
        self._state = state
        self._world = world
        self._who = who

    def value(self, mark: int, value: Value, type_: Type) -> int:
        """The hash with a value."""
        match type_:
            case OptT() if value == NONE:
                return feed(mark, NONE)
            case OptT(of):
                return self.value(mark, value, of)
            case ListT(of):
                mark = feed(mark, len(value))
                for item in value:
                    mark = self.value(mark, item, of)
                return mark
            case SetT(of):
                one = self.component if is_component(self._world, of) else _plain
                return feed(mark, sum(map(one, bits(value))))
            case _ if is_component(self._world, type_):
                return feed(mark, self.component(value))
            case _:
                return feed(mark, value)

    def component(self, component: int) -> int:
        """The mark of a component."""
        state, world = self._state, self._world
        if unique(world)[component]:
            return feed(1, component)
        zone = state.place[component]
        if not identified(state, component, self._who):
            mark = feed(2, zone)
            if world.places[zone].ordered:
                mark = feed(mark, state.zones[zone].index(component))
            return feed(mark, looks(world).of[component])
        mark = feed(feed(3, world.content[component]), world.owner[component])
        return feed(feed(mark, zone), state.die[component])


def _plain(item: int) -> int:
    return feed(0, item)
