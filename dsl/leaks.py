"""Finds questions that give away hidden content by being asked or not: a condition around them reads what
not everybody sees.

Contract point 5: whether a question is asked never depends on what is hidden. An expression counts as
hidden where it goes through the components of a zone that is not open and reads what they are; a local that
was set from such an expression, or under such a condition, is hidden too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ..ir import program as ir
from .diagnostics import Findings
from .walk import blocks, locals_read, nodes, statements


def find(program: ir.Program, findings: Findings) -> None:
    """Adds a warning for each question that leaks in this way."""
    finder = _Finder(program)
    for routine in program.routines:
        for condition, question in finder.leaks(routine):
            findings.add("T0940", condition, [(question, "whether this is asked tells it")])


@dataclass(slots=True)
class _Finder:
    program: ir.Program
    asking: set[int] = field(default_factory=set)
    hidden_values: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.asking = self._grow(self._asks)
        self.hidden_values = {
            position
            for position, value in enumerate(self.program.values)
            if self._reads_hidden(value.routine, set())
        }

    def _grow(self, test: Any) -> set[int]:
        """The routines for which `test` holds, directly or through what they call."""
        found: set[int] = set()
        while True:
            before = len(found)
            for position, routine in enumerate(self.program.routines):
                if position not in found and any(test(each, found) for each in statements(routine.body)):
                    found.add(position)
            if len(found) == before:
                return found

    def _asks(self, statement: ir.Stmt, asking: set[int]) -> bool:
        match statement:
            case ir.Choose() | ir.Menu() | ir.Act():
                return True
            case ir.CallEffect(effect):
                called = self.program.effects[effect]
                hooks = [self.program.hooks[each].body for each in called.hooks]
                return called.routine in asking or any(each in asking for each in hooks)
            case _:
                return False

    def _reads_hidden(self, routine: int, seen: set[int]) -> bool:
        return self._hidden(self.program.routines[routine].body, frozenset(), seen | {routine})

    def _hidden(self, part: Any, tainted: frozenset[int], seen: set[int] | None = None) -> bool:
        """Whether an expression tells what lies in a zone that not everybody sees."""
        if tainted and locals_read(part) & tainted:
            return True
        looks = reads = False
        for node in nodes(part):
            match node:
                case ir.Lib("items", (zone,)):
                    looks = looks or self._closed(zone)
                case ir.FieldGet(of=of) | ir.Lib("content_is" | "content_of", (of, *_)):
                    reads = reads or not self._is_space(of)
                case ir.CallSlot():
                    reads = True
                case ir.CallValue(value):
                    inner = self.program.values[value].routine
                    if seen is not None and inner not in seen:
                        looks = looks or self._reads_hidden(inner, seen)
                    elif seen is None:
                        looks, reads = (
                            looks or value in self.hidden_values,
                            reads or value in self.hidden_values,
                        )
                    reads = reads or self._reads_identity(inner)
        return looks and reads

    def _reads_identity(self, routine: int) -> bool:
        return any(
            isinstance(node, ir.FieldGet) and not self._is_space(node.of)
            for node in nodes(self.program.routines[routine].body)
        )

    def _closed(self, zone: ir.Expr) -> bool:
        return isinstance(zone, ir.ZoneOf) and self.program.zones[zone.zone].visibility != "open"

    def _is_space(self, of: ir.Expr) -> bool:
        kind = getattr(of.type, "kind", -1)
        return isinstance(kind, int) and kind >= 0 and self.program.kinds[kind].word == "space"

    def leaks(self, routine: ir.Routine) -> Iterator[tuple[Any, Any]]:
        """(place of the condition, place of the question) of each leak in a routine."""
        tainted: frozenset[int] = frozenset()
        while True:
            more = tainted | frozenset(self._tainted(routine.body, tainted, False))
            if more == tainted:
                break
            tainted = more
        yield from self._walk(routine.body, tainted)

    def _tainted(self, block: ir.Block, tainted: frozenset[int], under: bool) -> Iterator[int]:
        for statement in block:
            if isinstance(statement, ir.SetLocal) and (under or self._hidden(statement.value, tainted)):
                yield statement.slot
            test = _test(statement)
            inside = under or (test is not None and self._hidden(test, tainted))
            for inner in blocks(statement):
                yield from self._tainted(inner, tainted, inside)

    def _walk(self, block: ir.Block, tainted: frozenset[int]) -> Iterator[tuple[Any, Any]]:
        for statement in block:
            test = _test(statement)
            if test is not None and self._hidden(test, tainted):
                question = self._question(statement)
                if question is not None:
                    yield test.at, question.at
                    continue
            for inner in blocks(statement):
                yield from self._walk(inner, tainted)

    def _question(self, statement: ir.Stmt) -> ir.Stmt | None:
        if isinstance(statement, ir.Choose):
            return statement
        inside = (each for inner in blocks(statement) for each in statements(inner))
        return next((each for each in inside if self._asks(each, self.asking)), None)


def _test(statement: ir.Stmt) -> ir.Expr | None:
    """The expression that decides whether what is inside the statement happens."""
    match statement:
        case ir.If() | ir.While():
            return statement.test
        case ir.For():
            return statement.where
        case ir.Choose() if not _lone(statement.source):
            return statement.source
        case _:
            return None


def _lone(source: ir.Expr) -> bool:
    """A whole zone: whether it is empty is no secret."""
    return isinstance(source, ir.Lib) and source.name == "items"
