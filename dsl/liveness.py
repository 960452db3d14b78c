"""Finds, for every suspension point of a routine, the locals whose values are still needed when it goes
on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from ..ir import program as ir
from .walk import locals_read

Slots = frozenset[int]
NOTHING: Slots = frozenset()


def points(body: ir.Block) -> tuple[ir.Point, ...]:
    """The suspension points of a routine's numbered body, in order, each with its live locals."""
    finder = _Finder()
    finder.block(body, NOTHING, {})
    return tuple(finder.found[number] for number in sorted(finder.found))


class _Finder:
    """Goes backwards through structured code: what is live after a statement gives what is live before it."""

    def __init__(self) -> None:
        self.found: dict[int, ir.Point] = {}

    def block(self, code: ir.Block, after: Slots, exits: Mapping[str, Slots]) -> Slots:
        for statement in reversed(code):
            after = self.before(statement, after, exits)
        return after

    def note(self, statement: ir.Stmt, point: int, live: Slots) -> None:
        if point:
            self.found[point] = ir.Point(point, tuple(sorted(live)), statement.at)

    def before(self, node: ir.Stmt, after: Slots, exits: Mapping[str, Slots]) -> Slots:
        match node:
            case ir.SetLocal():
                return (after - {node.slot}) | locals_read(node.value)
            case (
                ir.SetState()
                | ir.Move()
                | ir.Flip()
                | ir.Reveal()
                | ir.Swap()
                | ir.Lay()
                | ir.Say()
                | ir.Expect()
            ):
                return after | locals_read(node)
            case ir.If():
                then, other = (self.block(each, after, exits) for each in (node.then, node.otherwise))
                return then | other | locals_read(node.test)
            case ir.For():
                return self._for(node, after, exits)
            case ir.While():
                return self._while(node, after, exits)
            case ir.Scope():
                return self.block(node.body, after, {**exits, node.label: after})
            case ir.Together():
                return self.block(node.body, after, exits)
            case ir.Phase():
                return self._phase(node, after, exits)
            case ir.Break():
                return exits[node.label]
            case ir.Return() | ir.EndGame() | ir.Fault():
                return locals_read(node)
            case ir.CallEffect() | ir.CallSlotEffect() | ir.Super():
                live = after - _slot(node.result)
                self.note(node, node.point, live)
                return live | locals_read(node)
            case ir.Battle():
                live = after - _slot(node.result)
                self.note(node, node.point, live | {node.stage_slot})
                return (live - {node.stage_slot}) | locals_read(node.scenario)
            case ir.Draw():
                return self._draw(node, after)
            case ir.Shuffle():
                self.note(node, node.point, after | {node.zone_slot, node.index_slot})
                return (after - {node.zone_slot, node.index_slot}) | locals_read(node.zone)
            case ir.Roll():
                self.note(node, node.point, after | {node.list_slot, node.index_slot})
                return (after - {node.list_slot, node.index_slot}) | locals_read(node.what)
            case ir.Pick():
                own = {node.slot, node.list_slot, node.left_slot}
                self.note(node, node.point, after | own)
                return (after - own) | locals_read((node.count, node.source))
            case ir.Choose():
                return self._choose(node, after, exits)
            case ir.Menu():
                return self._menu(node, after, exits)
            case ir.Act():
                return self._act(node, after)
            case ir.Rank():
                return after | (locals_read(node.by) - {node.slot}) | locals_read(node.source)
            case _:
                assert_never(node)

    def _for(self, node: ir.For, after: Slots, exits: Mapping[str, Slots]) -> Slots:
        own = {node.list_slot, node.index_slot}
        head = after | own
        inner = {**exits, node.label: after} if node.label is not None else exits
        where = locals_read(node.where) if node.where is not None else NOTHING
        while True:
            again = head | ((self.block(node.body, head, inner) | where) - {node.slot})
            if again == head:
                break
            head = again
        return (head - own - {node.slot}) | locals_read(node.source)

    def _while(self, node: ir.While, after: Slots, exits: Mapping[str, Slots]) -> Slots:
        own = frozenset({node.count_slot}) if node.count is not None else NOTHING
        inner = {**exits, node.label: after} if node.label is not None else exits
        head = after | own | (locals_read(node.test) if node.test is not None else NOTHING)
        while True:
            again = head | self.block(node.body, head, inner)
            if again == head:
                break
            head = again
        count = locals_read(node.count) if node.count is not None else NOTHING
        return (head - {node.count_slot}) | count

    def _phase(self, node: ir.Phase, after: Slots, exits: Mapping[str, Slots]) -> Slots:
        own = frozenset({node.hooks_slot, node.index_slot})
        kept = after | {node.hooks_slot}
        inner = self.block(node.body, kept, {**exits, node.label: kept})
        self.note(node, node.point, after | own | inner)
        return (inner | after) - own

    def _draw(self, node: ir.Draw, after: Slots) -> Slots:
        self.note(node, node.point, (after - _slot(node.result)) | {node.left_slot})
        live = after - {node.left_slot} - _slot(node.result)
        return live | locals_read((node.count, node.source, node.to))

    def _choose(self, node: ir.Choose, after: Slots, exits: Mapping[str, Slots]) -> Slots:
        body = self.block(node.body, after, exits) - {node.slot}
        other = self.block(node.otherwise, after, exits) if node.otherwise else after
        live = body | locals_read((node.prompt, node.by))
        if node.many:
            live |= other | {node.slot, node.list_slot, node.low_slot, node.high_slot}
        else:
            live |= locals_read(node.source)
        self.note(node, node.point, live)
        hidden = {node.list_slot, node.low_slot, node.high_slot, node.slot}
        return ((live | other) - hidden) | locals_read((node.source, node.by, node.low, node.high))

    def _act(self, node: ir.Act, after: Slots) -> Slots:
        reads = locals_read(node.by)
        own = {node.asked_slot} if node.step_by_step else set[int]()
        if node.window is not None:
            reads |= locals_read(node.window.prompt) | set(node.window.given)
            own.add(node.window.used_slot)
        self.note(node, node.point, after | own | reads)
        return (after - _act_own(node)) | reads

    def _menu(self, node: ir.Menu, after: Slots, exits: Mapping[str, Slots]) -> Slots:
        live = after if not node.options else NOTHING
        for option in node.options:
            live |= self.block(option.body, after, exits) | locals_read(option.label)
        live |= locals_read((node.prompt, node.by, tuple(option.test for option in node.options)))
        self.note(node, node.point, live)
        return live


def _act_own(node: ir.Act) -> Slots:
    """The locals that an `act` itself sets."""
    return frozenset({node.asked_slot} if node.window is None else {node.asked_slot, node.window.used_slot})


def _slot(result: int | None) -> Slots:
    return NOTHING if result is None else frozenset({result})
