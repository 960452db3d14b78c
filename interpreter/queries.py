"""Turns queries into closures: they walk their sources and gather what the form asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from ..ir import program as ir
from ..ir.types import INT_MAX, NONE
from .code import Eval, Locals
from .errors import Stop, out_of_fuel
from .sets import set_bit
from .state import Value

if TYPE_CHECKING:
    from .machine import Machine

Walk: TypeAlias = "Callable[[Machine, Locals], Iterator[None]]"
"""Binds the locals of a query to one combination of elements after the other."""

Compile: TypeAlias = Callable[[ir.Expr], Eval]


def query(node: ir.Query, compiled: Compile) -> Eval:
    """The closure of a query; `compiled` gives those of the expressions in it."""
    if len(node.clauses) == 1 and isinstance(node.clauses[0], ir.Each) and node.form in SIMPLE:
        return _simple(node, node.clauses[0], compiled)
    walk = _clauses(node, compiled)
    body = compiled(node.body) if node.body is not None else _nothing
    keys = [compiled(key) for key in node.by]
    match node.form:
        case "list":
            return lambda machine, values: tuple([body(machine, values) for _ in walk(machine, values)])
        case "count":
            return lambda machine, values: sum(1 for _ in walk(machine, values))
        case "sum":
            return _sum(walk, body, node)
        case "any":
            return lambda machine, values: next((1 for _ in walk(machine, values)), 0)
        case "all":
            return _all(node, walk, compiled)
        case "first":
            return lambda machine, values: next((body(machine, values) for _ in walk(machine, values)), NONE)
        case "most" | "least":
            return _most(walk, body, keys[0], -1 if node.form == "least" else 1)
        case "sorted":
            return _sorted(walk, body, keys)
        case "set":
            return _set(walk, body, node)
        case _:
            raise AssertionError(f"no query of the form {node.form}")


SIMPLE = ("list", "count", "any", "all", "first")
"""Forms that, over a single source, are most of all queries: they get loops of their own."""


def _simple(node: ir.Query, clause: ir.Each, compiled: Compile) -> Eval:
    slot, source, at = clause.slot, compiled(clause.source), clause.at
    where = compiled(node.where) if node.where is not None else _nothing
    body = compiled(node.body) if node.body is not None else _nothing

    def items(machine: Machine, values: Locals) -> Value:
        found = source(machine, values)
        machine.fuel -= len(found)
        if machine.fuel < 0:
            raise out_of_fuel(at)
        return found

    def listed(machine: Machine, values: Locals) -> Value:
        kept, found = [], items(machine, values)
        for values[slot] in found:
            if where(machine, values):
                kept.append(body(machine, values))
        return tuple(kept)

    def count(machine: Machine, values: Locals) -> Value:
        number, found = 0, items(machine, values)
        for values[slot] in found:
            if where(machine, values):
                number += 1
        return number

    def any_(machine: Machine, values: Locals) -> Value:
        found = items(machine, values)
        for values[slot] in found:
            if where(machine, values):
                return 1
        return 0

    def all_(machine: Machine, values: Locals) -> Value:
        found = items(machine, values)
        for values[slot] in found:
            if not where(machine, values):
                return 0
        return 1

    def first(machine: Machine, values: Locals) -> Value:
        found = items(machine, values)
        for values[slot] in found:
            if where(machine, values):
                return body(machine, values)
        return NONE

    return {"list": listed, "count": count, "any": any_, "all": all_, "first": first}[node.form]


def _nothing(machine: Machine, values: Locals) -> Value:
    del machine, values
    return 1


# ---- Walking -----------------------------------------------------------------------------------------------


def _clauses(node: ir.Query, compiled: Compile) -> Walk:
    # Whether all satisfy `where` is for `_all` to see; everything else meets only those that do.
    where = None if node.where is None or node.form == "all" else compiled(node.where)
    walk = _once(where)
    for position, clause in reversed(list(enumerate(node.clauses))):
        match clause:
            case ir.Each() if position == len(node.clauses) - 1:
                walk = _innermost(clause, where, compiled)
            case ir.Each():
                walk = _each(clause, walk, compiled)
            case ir.Bind():
                walk = _bind(clause, walk, compiled)
    return walk


def _once(where: Eval | None) -> Walk:
    def walk(machine: Machine, values: Locals) -> Iterator[None]:
        if where is None or where(machine, values):
            yield

    return walk


def _innermost(clause: ir.Each, where: Eval | None, compiled: Compile) -> Walk:
    slot, source, at = clause.slot, compiled(clause.source), clause.at

    def walk(machine: Machine, values: Locals) -> Iterator[None]:
        items = source(machine, values)
        machine.spend(len(items), at)
        for values[slot] in items:
            yield

    def filtered(machine: Machine, values: Locals) -> Iterator[None]:
        assert where is not None
        items = source(machine, values)
        machine.spend(len(items), at)
        for values[slot] in items:
            if where(machine, values):
                yield

    return walk if where is None else filtered


def _each(clause: ir.Each, inner: Walk, compiled: Compile) -> Walk:
    slot, source, at = clause.slot, compiled(clause.source), clause.at

    def walk(machine: Machine, values: Locals) -> Iterator[None]:
        items = source(machine, values)
        machine.spend(len(items), at)
        for values[slot] in items:
            yield from inner(machine, values)

    return walk


def _bind(clause: ir.Bind, inner: Walk, compiled: Compile) -> Walk:
    slot, value = clause.slot, compiled(clause.value)

    def walk(machine: Machine, values: Locals) -> Iterator[None]:
        values[slot] = value(machine, values)
        yield from inner(machine, values)

    return walk


# ---- Gathering ---------------------------------------------------------------------------------------------


def _sum(walk: Walk, body: Eval, node: ir.Query) -> Eval:
    def get(machine: Machine, values: Locals) -> Value:
        total = 0
        for _ in walk(machine, values):
            total += body(machine, values)
            if not -INT_MAX <= total <= INT_MAX:
                raise Stop("this sum is more than a whole number of the game can be", node.at)
        return total

    return get


def _all(node: ir.Query, walk: Walk, compiled: Compile) -> Eval:
    if node.where is None:
        return lambda machine, values: min((1 for _ in walk(machine, values)), default=1)
    where = compiled(node.where)
    return lambda machine, values: next((0 for _ in walk(machine, values) if not where(machine, values)), 1)


def _most(walk: Walk, body: Eval, key: Eval, sign: int) -> Eval:
    def get(machine: Machine, values: Locals) -> Value:
        found: list[Value] = []
        best = 0
        for _ in walk(machine, values):
            rating = sign * key(machine, values)
            if not found or rating > best:
                best, found = rating, [body(machine, values)]
            elif rating == best:
                found.append(body(machine, values))
        return tuple(found)

    return get


def _sorted(walk: Walk, body: Eval, keys: list[Eval]) -> Eval:
    def get(machine: Machine, values: Locals) -> Value:
        rated = [
            ([key(machine, values) for key in keys], body(machine, values)) for _ in walk(machine, values)
        ]
        return tuple(value for _, value in sorted(rated, key=lambda pair: pair[0]))

    return get


def _set(walk: Walk, body: Eval, node: ir.Query) -> Eval:
    bit = set_bit(node.type, node.at)

    def get(machine: Machine, values: Locals) -> Value:
        mask = 0
        for _ in walk(machine, values):
            mask |= bit(body(machine, values))
        return mask

    return get
