"""Says of expressions what they give away: components that not everybody sees, or what such a component is.

Contract point 5 needs it: whether a question is asked never depends on what is hidden. The answer errs on the
side of silence: what comes through parameters of effects, or lies face down among open cards, is not
followed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias, assert_never

from ..ir import program as ir
from .walk import blocks, statements

Flags: TypeAlias = frozenset[str]
Env: TypeAlias = dict[int, Flags]

NOTHING: Flags = frozenset()
LOOK: Flags = frozenset({"look"})
"""It is, or holds, a component that lies in a zone which not everybody sees."""
NAMED: Flags = frozenset({"named"})
"""It is, or holds, a component that is known by what it is, wherever it lies."""
SECRET: Flags = frozenset({"secret"})
"""It tells what not everybody knows."""

PASSING = frozenset(
    {
        "first_of",
        "last_of",
        "only",
        "index",
        "reversed",
        "distinct",
        "leading",
        "joined",
        "without",
        "at_most",
    }
)
"""Library functions whose result is, or holds, what they are given."""
_READING = frozenset({"content_is", "content_of", "kind_is", "die_face"})
"""Library functions that tell what a component is."""


def union(parts: Iterable[Flags]) -> Flags:
    """All flags of several expressions."""
    return NOTHING.union(*parts)


class Secrets:
    """What the expressions of one program give away."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.shows: list[frozenset[int]] = [frozenset() for _ in program.effects]
        """Of each effect: the parameters that it shows to everybody."""
        while True:
            shows = [self._shows(effect) for effect in program.effects]
            if shows == self.shows:
                break
            self.shows = shows
        self.values: list[tuple[Flags, Flags]] = [(NOTHING, NOTHING) for _ in program.values]
        """Of each declared value: its result, and its result where an argument is a hidden component."""
        while True:
            found = [self._value(value) for value in program.values]
            if found == self.values:
                break
            self.values = found

    def _shows(self, effect: ir.Effect) -> frozenset[int]:
        routine = self.program.routines[effect.routine]
        return frozenset(slot for slot in self._shown(routine.body) if slot < routine.params)

    def _value(self, value: ir.Value) -> tuple[Flags, Flags]:
        routine = self.program.routines[value.routine]
        looking = dict.fromkeys(range(routine.params), LOOK)
        return self.result(routine, {}), self.result(routine, looking)

    def result(self, routine: ir.Routine, given: Mapping[int, Flags]) -> Flags:
        """What a pure routine gives, when its parameters are `given`."""
        env = self.locals(routine, given)
        returned = [
            self.flags(each.value, env)
            for each in statements(routine.body)
            if isinstance(each, ir.Return) and each.value is not None
        ]
        tests = [self.told(test, env) for each in statements(routine.body) for test in conditions(each)]
        return union((*returned, *tests))

    def locals(self, routine: ir.Routine, given: Mapping[int, Flags]) -> Env:
        """What each local of a routine may hold, whatever way was taken."""
        env: Env = dict(given)
        shown = _with_copied(routine.body, frozenset(self._shown(routine.body)))
        while True:
            before = dict(env)
            for slot, found in self._assigned(routine.body, env, NOTHING):
                env[slot] = env.get(slot, NOTHING) | (found - LOOK if slot in shown else found)
            if env == before:
                return env

    def _assigned(self, block: ir.Block, env: Env, under: Flags) -> Iterator[tuple[int, Flags]]:
        """The locals that a block sets, with what they get."""
        for statement in block:
            match statement:
                case ir.SetLocal(slot, value):
                    yield slot, self.flags(value, env) | under
                case ir.For(slot, source=source) | ir.Pick(slot, source=source):
                    yield slot, self.flags(source, env)
                case ir.Choose(slot, source):
                    # the answer is the seat's own, but what it chose may still be hidden
                    yield slot, self.flags(source, env) - SECRET
            inside = union((under, *(self.told(test, env) for test in conditions(statement))))
            for inner in blocks(statement):
                yield from self._assigned(inner, env, inside)

    def _shown(self, body: ir.Block) -> Iterator[int]:
        """Locals that are revealed somewhere, or moved to where everybody sees them."""
        for each in statements(body):
            match each:
                case ir.Reveal(what, None):
                    yield from _held_in(what)
                case ir.Move(what, to) if not self.closed(to):
                    yield from _held_in(what)
                case ir.CallEffect(effect, args):
                    for position, arg in enumerate(args):
                        if position in self.shows[effect]:
                            yield from _held_in(arg)

    def closed(self, zone: ir.Expr) -> bool:
        """Whether it is a declared zone that not everybody sees."""
        return isinstance(zone, ir.ZoneOf) and self.program.zones[zone.zone].visibility != "open"

    def told(self, expr: ir.Expr | None, env: Env) -> Flags:
        """SECRET, where the value of the expression tells what not everybody knows."""
        return NOTHING if expr is None else self.flags(expr, env) & SECRET

    # ---- Expressions ---------------------------------------------------------------------------------------

    def flags(self, expr: ir.Expr, env: Env) -> Flags:
        """What the expression gives away, with locals as in `env`."""
        match expr:
            case ir.Const() | ir.OptionGet() | ir.ZoneOf():
                return NOTHING
            case ir.Local(slot):
                return env.get(slot, NOTHING)
            case ir.StateGet(_, index):
                return NOTHING if index is None else self._read(index, env)
            case ir.FieldGet(_, of):
                return self._read(of, env)
            case ir.CallSlot(_, of, args):
                return union((self._read(of, env), *(self.told(each, env) for each in args)))
            case ir.CallValue(value, args):
                plain, looking = self.values[value]
                given = union(self.flags(each, env) for each in args)
                return union((plain, looking if given & LOOK else NOTHING, given & SECRET))
            case ir.Population(kind):
                return NAMED if self._hides(kind) else NOTHING
            case ir.Select(test, then, otherwise):
                return union((self.told(test, env), self.flags(then, env), self.flags(otherwise, env)))
            case ir.Compare(_, left, right):
                return self._compared(left, right, env)
            case ir.Arith(_, left, right) | ir.Logic(_, left, right):
                return self.told(left, env) | self.told(right, env)
            case ir.Not(value) | ir.IsNone(value):
                return self.told(value, env)
            case ir.Unwrap(value):
                return self.flags(value, env)
            case ir.ListOf(items):
                return union(self.flags(each, env) for each in items)
            case ir.Lib(name, args):
                return self._library(name, args, env)
            case ir.Query():
                return self._query(expr, env)
            case _:
                assert_never(expr)

    def _read(self, of: ir.Expr, env: Env) -> Flags:
        """Something printed on, or stored with, a component, player or space."""
        found = self.flags(of, env)
        return SECRET if found & (LOOK | SECRET) else NOTHING

    def _hides(self, kind: int) -> bool:
        return self.program.kinds[kind].word in ("card", "tile")

    def _compared(self, left: ir.Expr, right: ir.Expr, env: Env) -> Flags:
        for one, other in ((left, right), (right, left)):
            match one:
                case ir.Lib("zone_of", (what,)) if self.closed(other) and self.flags(what, env) & NAMED:
                    return SECRET
        return self.told(left, env) | self.told(right, env)

    def _library(self, name: str, args: tuple[ir.Expr, ...], env: Env) -> Flags:
        found = [self.flags(each, env) for each in args]
        told = union(found) & SECRET
        match name:
            case "items":
                return LOOK if self.closed(args[0]) else told
            case "the_component":
                kind = args[0].value if isinstance(args[0], ir.Const) else -1
                return NAMED if isinstance(kind, int) and kind >= 0 and self._hides(kind) else NOTHING
            case "contains" if found[0] & LOOK and found[1] & NAMED:
                return SECRET
            case _ if name in _READING:
                return SECRET if found[0] & (LOOK | SECRET) else NOTHING
            case _ if name in PASSING:
                return union(found)
            case _:
                return told

    def _query(self, query: ir.Query, env: Env) -> Flags:
        inner: Env = dict(env)
        sources: list[Flags] = []
        for clause in query.clauses:
            drawn = self.flags(clause.source if isinstance(clause, ir.Each) else clause.value, inner)
            inner[clause.slot] = drawn
            sources.append(drawn)
        told = union(
            (*sources, self.told(query.where, inner), *(self.told(each, inner) for each in query.by))
        )
        body = self.flags(query.body, inner) if query.body is not None else NOTHING
        if query.form == "sum":
            body &= SECRET
        return (told & SECRET) | body


def _with_copied(body: ir.Block, shown: frozenset[int]) -> frozenset[int]:
    """Also the locals whose value those have: what is shown of an answer is what the seat has chosen."""
    while True:
        copied = {
            each.value.slot
            for each in statements(body)
            if isinstance(each, ir.SetLocal) and each.slot in shown and isinstance(each.value, ir.Local)
        }
        if copied <= shown:
            return shown
        shown |= copied


def _held_in(expr: ir.Expr) -> Iterator[int]:
    """The locals that an expression is the value of: of the answers in a `together`, those of all seats."""
    match expr:
        case ir.Local(slot):
            yield slot
        case ir.Select(_, then, otherwise):
            yield from _held_in(then)
            yield from _held_in(otherwise)
        case ir.Unwrap(value):
            yield from _held_in(value)


def conditions(statement: ir.Stmt) -> tuple[ir.Expr | None, ...]:
    """The expressions that decide whether, or how often, what is inside a statement happens."""
    match statement:
        case ir.If(test):
            return (test,)
        case ir.While(count, _, test):
            return (count, test)
        case ir.For(source=source, where=where):
            return (source, where)
        case _:
            return ()
