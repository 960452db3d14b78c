"""Turns `act` into steps: which actions are open to a seat, with which parameters, and what happens when
one is taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir import program as ir
from ..ir.types import Int, KindT, Type
from ..ir.world import World
from .assemble import Assembler, Label
from .calls import call
from .code import CALLED, Code, Locals, Step
from .errors import OPTIONS, Stop
from .events import Event, Part, show
from .names import is_component, spoken
from .options import given_slots, group, lot, parameter_types, unseen
from .state import Pending, Raw, Value

if TYPE_CHECKING:
    from .machine import Machine


COMBINATIONS = 16 * OPTIONS
"""Ways to take actions that are looked at before those that are alike become one option."""


def act(asm: Assembler, node: ir.Act) -> None:
    """The open actions of a seat with their parameters, in one question or one after the other; then the
    body of what was chosen.
    """
    by, actions = asm.value(node.by), Actions(asm.code, node)
    asked, window, again = node.asked_slot, node.window, Label()

    def begin(after: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            del machine
            values[asked] = ()
            if window is not None:
                values[window.used_slot] = 0
            return after

        return step

    def ask(landing: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            seat = by(machine, values)
            options = actions.options(machine, seat, values)
            if window is not None:
                if not options and not actions.asks(machine, seat, values):
                    return landing + 1
                options = (*options, ())
            if not options:
                raise Stop("no action is open to the seat that is to act", node.at)
            return machine.ask(node.point, landing, Pending(seat, "act", options), node.at)

        return step

    def take(after: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            chosen = machine.answer
            if window is not None:
                if not chosen:
                    return after
                values[window.used_slot] = 1
            if machine.chooser is not None:
                meant = actions.meant(machine, machine.chooser, values, chosen)
                if len(meant) > 1:
                    return machine.draw(node.point, after - 1, meant, (), node.at)
            if node.step_by_step:
                values[asked] = chosen
                if len(chosen) <= actions.parameters(chosen[0]):
                    return again.step
            frame = machine.frames[-1]
            frame.point, frame.pc = node.point, after
            actions.run(machine, by(machine, values), values, chosen)
            return CALLED

        return step

    asm.emit(begin, node.at)
    asm.place(again)
    asm.emit(ask, node.at)
    asm.land_answer(node.point)
    asm.emit(take, node.at)
    asm.land_call(node.point)


class Actions:
    """The actions that one `act` offers. `values` are the locals of its routine; an action that is begun is
    its position and the arguments so far.
    """

    def __init__(self, code: Code, node: ir.Act) -> None:
        self._code = code
        self._node = node
        self._declared = code.program.actions
        self._given = {number: given_slots(code.program, node, number) for number in node.actions}
        self._types = {number: parameter_types(code.world, number) for number in node.actions}
        self._single = {n: _single_components(code.world, types) for n, types in self._types.items()}

    def parameters(self, action: int) -> int:
        """How many parameters an action has."""
        return len(self._declared[action].sources)

    # ---- What is open --------------------------------------------------------------------------------------

    def options(self, machine: Machine, seat: int, values: Locals) -> tuple[Raw, ...]:
        """The options of the next question: whole actions; or step by step, what may follow on what is asked
        so far, so that the action can still be completed.
        """
        asked = values[self._node.asked_slot]
        return self._grouped(machine, seat, self._found(machine, seat, values, asked))

    def asks(self, machine: Machine, seat: int, values: Locals) -> bool:
        """Whether a seat with no way to act is asked all the same, for what it alone may know."""
        for action in self._node.actions:
            asks = self._declared[action].asks
            if asks is None or self._used_up(machine, seat, action):
                continue
            if call(machine, self._code.routines[asks], self._leading(seat, values, action), self._node.at):
                return True
        return False

    def meant(self, machine: Machine, seat: int, values: Locals, chosen: Raw) -> tuple[Raw, ...]:
        """What an answer may mean: several where the seat cannot tell a component in it from others."""
        state, world = machine.state, machine.world
        if not unseen(state, world, seat, chosen, self._option_types(chosen)):
            return (chosen,)
        fuel = machine.fuel
        found = self._found(machine, seat, values, chosen[:-1])
        machine.fuel = fuel
        return lot(state, world, seat, chosen, found, self._option_types)

    def _found(self, machine: Machine, seat: int, values: Locals, asked: Raw) -> list[Raw]:
        if self._node.step_by_step:
            return self._next(machine, seat, values, asked)
        return [
            option
            for action in self._node.actions
            if self._is_open(machine, seat, values, action)
            for option in self._complete(machine, self._leading(seat, values, action), (action,))
        ]

    def _next(self, machine: Machine, seat: int, values: Locals, asked: Raw) -> list[Raw]:
        if asked:
            leading = self._leading(seat, values, asked[0])
            following = [(*asked, value) for value in self._values(machine, leading, asked)]
        else:
            following = [(a,) for a in self._node.actions if self._is_open(machine, seat, values, a)]
        return [
            option
            for option in following
            if self._can_complete(machine, self._leading(seat, values, option[0]), option)
        ]

    def _leading(self, seat: int, values: Locals, action: int) -> list[Value]:
        """What each routine of an action takes first."""
        return [seat, *(values[slot] for slot in self._given[action])]

    def _used_up(self, machine: Machine, seat: int, action: int) -> bool:
        limit = self._declared[action].limit
        return limit is not None and machine.state.uses[action * machine.world.players + seat] >= limit

    def _is_open(self, machine: Machine, seat: int, values: Locals, action: int) -> bool:
        guard = self._declared[action].guard
        if self._used_up(machine, seat, action):
            return False
        if guard is None:
            return True
        routine = self._code.routines[guard]
        return bool(call(machine, routine, self._leading(seat, values, action), self._node.at))

    def _values(self, machine: Machine, leading: list[Value], started: Raw) -> tuple[Value, ...]:
        """What the next parameter may be."""
        source = self._declared[started[0]].sources[len(started) - 1]
        found = call(machine, self._code.routines[source], [*leading, *started[1:]], self._node.at)
        return tuple(dict.fromkeys(found))

    def _complete(self, machine: Machine, leading: list[Value], started: Raw) -> list[Raw]:
        """All ways to complete an action, in the order of its sources."""
        if len(started) > self.parameters(started[0]):
            return [started]
        found: list[Raw] = []
        values = self._values(machine, leading, started)
        if len(started) == self.parameters(started[0]):
            return [(*started, value) for value in values]
        for value in values:
            found += self._complete(machine, leading, (*started, value))
            if len(found) > COMBINATIONS:
                raise Stop(
                    f"this question has more than {COMBINATIONS} options, and {OPTIONS} is the most",
                    self._node.at,
                )
        return found

    def _can_complete(self, machine: Machine, leading: list[Value], started: Raw) -> bool:
        if len(started) > self.parameters(started[0]):
            return True
        return any(
            self._can_complete(machine, leading, (*started, value))
            for value in self._values(machine, leading, started)
        )

    def _grouped(self, machine: Machine, seat: int, options: list[Raw]) -> tuple[Raw, ...]:
        if not options or self._all_apart(machine, seat, options):
            return tuple(options)
        return group(machine.state, machine.world, seat, "act", options, self._option_types)

    def _all_apart(self, machine: Machine, seat: int, options: list[Raw]) -> bool:
        """Whether it is plain to see that no two options are alike: the components in them are known and
        lie each in a place of its own, as pieces on a board do.
        """
        components: set[int] = set()
        for option in options:
            single = self._single[option[0]]
            if single is None:
                return False
            components.update(option[position] for position in single if position < len(option))
        places = {machine.place[component] for component in components}
        return len(places) == len(components) and all(machine.known[c] >> seat & 1 for c in components)

    def _option_types(self, option: Raw) -> tuple[Type, ...]:
        return (Int(), *self._types[option[0]][: len(option) - 1])

    # ---- Taking one ----------------------------------------------------------------------------------------

    def run(self, machine: Machine, seat: int, values: Locals, chosen: Raw) -> None:
        """Count the use, tell the log, and put the body on the stack."""
        declared = self._declared[chosen[0]]
        if declared.limit is not None:
            machine.state.uses[chosen[0] * machine.world.players + seat] += 1
        args = [*self._leading(seat, values, chosen[0]), *chosen[1:]]
        if machine.events is not None:
            self._note(machine, args, chosen)
        machine.push(declared.body, args, self._node.at)

    def _note(self, machine: Machine, args: list[Value], chosen: Raw) -> None:
        declared = self._declared[chosen[0]]
        if declared.label is not None:
            blank = self._code.routines[declared.body].blank
            machine.note("action", declared.label, [*args, *blank], args[0])
            return
        parts: list[Part] = [spoken(declared.name)]
        for value, type_ in zip(chosen[1:], self._types[chosen[0]], strict=True):
            parts += [" ", show(machine.state, machine.world, value, type_)]
        assert machine.events is not None
        machine.events.append(Event("action", tuple(parts), args[0], declared.at))


def _single_components(world: World, types: tuple[Type, ...]) -> tuple[int, ...] | None:
    """Where in an option of these parameters components stand; None where there are more than one in a
    place, or perhaps none.
    """
    of = [(position, type_) for position, type_ in enumerate(types, 1) if is_component(world, type_)]
    return tuple(p for p, _ in of) if all(isinstance(type_, KindT) for _, type_ in of) else None
