"""Finds values that can never be known because they need themselves."""

from __future__ import annotations

from ..ir import program as ir
from .find import find_nodes
from .symbols import Symbols


def check_cycles(symbols: Symbols, program: ir.Program) -> None:
    """One finding for each circle of values without parameters; those with parameters may come to an end."""
    needs = [_needs(program, value) for value in program.values]
    reported: set[int] = set()
    for position, value in enumerate(program.values):
        circle = sorted(each for each in _reach(needs, position) if position in _reach(needs, each))
        if position not in circle or position in reported:
            continue
        reported.update(circle)
        names = " and ".join(f"`{program.values[each].name}`" for each in circle)
        related = [(program.values[each].at, "and this one") for each in circle if each != position]
        code = "T0393" if len(circle) > 1 else "T0391"
        symbols.findings.add(code, value.at, related, names=names, name=value.name)


def _needs(program: ir.Program, value: ir.Value) -> frozenset[int]:
    """The values without parameters that a value without parameters reads, itself or in the changes of it."""
    if program.routines[value.routine].params:
        return frozenset()
    routines = [value.routine]
    for hook in value.hooks:
        found = program.hooks[hook]
        routines += [found.body, *([found.where] if found.where is not None else [])]
    return frozenset(
        call.value
        for routine in routines
        for call in find_nodes(program.routines[routine].body, ir.CallValue)
        if not call.args
    )


def _reach(needs: list[frozenset[int]], start: int) -> frozenset[int]:
    seen: set[int] = set()
    left = list(needs[start])
    while left:
        position = left.pop()
        if position not in seen:
            seen.add(position)
            left += needs[position]
    return frozenset(seen)
