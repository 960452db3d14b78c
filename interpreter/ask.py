"""Turns the questions to seats into steps: `choose` and menus."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..ir import program as ir
from ..ir.types import Type
from .alike import Marker
from .assemble import Assembler, Label
from .code import Locals, Step
from .errors import Stop
from .knowledge import eye
from .names import is_component
from .options import element_type, group, lot, unseen
from .state import Pending, Raw, Value

if TYPE_CHECKING:
    from .machine import Machine

Body = Callable[[ir.Block], None]
"""Adds the steps of a block."""


# ---- choose ------------------------------------------------------------------------------------------------


def choose(asm: Assembler, node: ir.Choose, block: Body) -> None:
    """One element or several; what to do without any; what to do with the answer."""
    empty, end = Label(), Label()
    (_choose_several if node.many else _choose_one)(asm, node, empty)
    block(node.body)
    asm.jump(end, node.at)
    asm.place(empty)
    if node.otherwise:
        block(node.otherwise)
    else:
        asm.emit(_skipped(asm, node), node.at)
    asm.place(end)


def _skipped(asm: Assembler, node: ir.Choose) -> Callable[[int], Step]:
    by = asm.value(node.by)

    def make(after: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            machine.note("skipped", node.prompt, values, by(machine, values))
            return after

        return step

    return make


def _options(machine: Machine, seat: int, items: tuple[Value, ...], of: Type) -> tuple[Raw, ...]:
    """The options that these elements are: what is alike, or stands there twice, is one."""
    options = tuple(dict.fromkeys((item,) for item in items))
    if not is_component(machine.world, of):
        return options
    return group(machine.state, machine.world, seat, "choose", options, lambda _: (of,))


def _lot(
    machine: Machine, seat: int, item: Value, items: Callable[[], tuple[Value, ...]], of: Type
) -> tuple[Raw, ...]:
    """What an answer may mean: several where the seat cannot tell the component from others of the source."""
    state, world = machine.state, machine.world
    if not unseen(state, world, seat, (item,), (of,)):
        return ((item,),)
    fuel = machine.fuel
    candidates = tuple(dict.fromkeys((each,) for each in items()))
    machine.fuel = fuel
    return lot(state, world, seat, (item,), candidates, lambda _: (of,))


def _choose_one(asm: Assembler, node: ir.Choose, empty: Label) -> None:
    source, by, of = asm.value(node.source), asm.value(node.by), element_type(node.source.type)
    blind = is_component(asm.code.world, of)

    def ask(landing: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            items = source(machine, values)
            if not items:
                return empty.step
            seat = by(machine, values)
            question = Pending(seat, "choose", _options(machine, seat, items, of))
            return machine.ask(node.point, landing, question, node.at)

        return step

    def take(after: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            item = machine.answer[0]
            if blind and machine.chooser is not None:
                meant = _lot(machine, machine.chooser, item, lambda: source(machine, values), of)
                if len(meant) > 1:
                    return machine.draw(node.point, after - 1, meant, (), node.at)
            values[node.slot] = item
            return after

        return step

    asm.emit(ask, node.at)
    asm.land_answer(node.point)
    asm.emit(take, node.at)


def _choose_several(asm: Assembler, node: ir.Choose, empty: Label) -> None:
    """Single picks in a fixed order. The candidates are ordered so that those alike stand together; each
    pick leaves those behind it.
    """
    source, by, of = asm.value(node.source), asm.value(node.by), element_type(node.source.type)
    low = None if node.low is None else asm.value(node.low)
    high = None if node.high is None else asm.value(node.high)
    again = Label()

    def begin(after: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            items = tuple(dict.fromkeys(source(machine, values)))
            most = len(items) if high is None else min(high(machine, values), len(items))
            values[node.slot] = ()
            if most <= 0:
                return empty.step
            values[node.low_slot] = 0 if low is None else min(low(machine, values), most)
            values[node.high_slot] = most
            values[node.list_slot] = _ordered(machine, by(machine, values), items, of)
            return after

        return step

    def ask(landing: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            picked, left = values[node.slot], values[node.list_slot]
            if len(picked) == values[node.high_slot] or not left:
                return landing + 1
            seat = by(machine, values)
            # Whoever is picked, enough must stay behind it for the picks that are still owed.
            owed = max(0, values[node.low_slot] - len(picked) - 1)
            options = tuple(
                option
                for option in _options(machine, seat, left, of)
                if len(left) - left.index(option[0]) - 1 >= owed
            )
            if len(picked) >= values[node.low_slot]:
                options = (*options, ())
            return machine.ask(node.point, landing, Pending(seat, "choose", options), node.at)

        return step

    def take(after: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            if not machine.answer:
                return after
            item, left = machine.answer[0], values[node.list_slot]
            meant = _lot(machine, by(machine, values), item, lambda: left, of)
            if machine.chooser is not None and len(meant) > 1:
                return machine.draw(node.point, after - 1, meant, (), node.at)
            # Of those that it cannot tell apart the seat may still take any.
            behind = left[left.index(meant[0][0]) :]
            values[node.slot] += (item,)
            values[node.list_slot] = (
                tuple(each for each in behind if each != item) if len(meant) > 1 else behind[1:]
            )
            return again.step

        return step

    asm.emit(begin, node.at)
    asm.place(again)
    asm.emit(ask, node.at)
    asm.land_answer(node.point)
    asm.emit(take, node.at)


def _ordered(machine: Machine, seat: int, items: tuple[Value, ...], of: Type) -> tuple[Value, ...]:
    """The elements in the order of their options, those that are alike next to each other, ascending."""
    if not is_component(machine.world, of):
        return items
    marker = Marker(machine.state, machine.world, eye(machine.world, seat))
    options = _options(machine, seat, items, of)
    rank = {marker.value(option[0], of): position for position, option in enumerate(options)}
    return tuple(sorted(items, key=lambda item: (rank[marker.value(item, of)], item)))


# ---- Menus -------------------------------------------------------------------------------------------------


def menu(asm: Assembler, node: ir.Menu, block: Body) -> None:
    """The options whose test holds; each has its own block."""
    by, end = asm.value(node.by), Label()
    tests = [None if option.test is None else asm.value(option.test) for option in node.options]
    bodies = [Label() for _ in node.options]

    def ask(landing: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            options = tuple((i,) for i, test in enumerate(tests) if test is None or test(machine, values))
            if not options:
                raise Stop("none of the options of this question is open", node.at)
            question = Pending(by(machine, values), "menu", options)
            return machine.ask(node.point, landing, question, node.at)

        return step

    asm.emit(ask, node.at)
    asm.land_answer(node.point)
    asm.emit(lambda _: lambda machine, _: bodies[machine.answer[0]].step, node.at)
    for label, option in zip(bodies, node.options, strict=True):
        asm.place(label)
        block(option.body)
        asm.jump(end, option.at)
    asm.place(end)
