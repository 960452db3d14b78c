"""Tells of a world's routines who calls whom: how deep calls can stand in each other, and which routines are
worth putting where they are called.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cached_property, lru_cache
from typing import Any

from ..interpreter.errors import DEPTH
from ..ir import program as ir
from ..ir.types import ContentT
from ..ir.world import World

SMALL = 50
"""A routine of so few nodes is put wherever it is called."""

ONCE = 160
"""A greater one only if it is called from one place."""


class Graph:
    """The calls between the routines of a world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.program = world.program

    # ---- Depth ---------------------------------------------------------------------------------------------

    @cached_property
    def counted(self) -> bool:
        """Whether calls can stand in each other deeper than the language allows, so that they are counted
        while the game runs.
        """
        return any(self._depth(("routine", r), ()) > DEPTH for r in range(len(self.program.routines)))

    @cached_property
    def _depths(self) -> dict[tuple[str, int], int]:
        return {}

    def _depth(self, node: tuple[str, int], above: tuple[tuple[str, int], ...]) -> int:
        """How many routines can be running from this routine (or effect with its hooks) on; more than DEPTH
        where there is no end.
        """
        known = self._depths.get(node)
        if known is not None:
            return known
        if node in above or len(above) > 4 * DEPTH:
            return DEPTH + 1
        path = (*above, node)
        if node[0] == "effect":
            depth = self._effect_depth(node[1], path)
        else:
            depth = 1 + max((self._depth(called, path) for called in self._calls[node[1]]), default=0)
        depth = self._depths[node] = min(depth, DEPTH + 1)
        return depth

    def _effect_depth(self, effect: int, path: tuple[tuple[str, int], ...]) -> int:
        declared, hooks = self.program.effects[effect], self.program.hooks
        instead = [h for h in declared.hooks if hooks[h].word == "instead_of"]
        around = max(
            (
                self._depth(("routine", r), path)
                for r in (declared.routine, *self._of_hooks(h for h in declared.hooks if h not in instead))
            ),
            default=0,
        )
        replaced = max((self._depth(("routine", r), path) for r in self._of_hooks(instead)), default=0)
        # Each `super` stands in the body of one that replaces, and each of these is used once.
        selves = self.world.hook_selves
        most = sum(1 if (own := selves[h]) is None else len(own) for h in instead)
        return around + most * replaced

    def _of_hooks(self, hooks: Any) -> Iterator[int]:
        for number in hooks:
            hook = self.program.hooks[number]
            yield hook.body
            if hook.where is not None:
                yield hook.where
            if hook.content is not None:
                live = self.program.kinds[self.program.contents[hook.content].kind].live
                if live is not None:
                    yield live

    @cached_property
    def _calls(self) -> tuple[frozenset[tuple[str, int]], ...]:
        return tuple(frozenset(self._called(routine.body)) for routine in self.program.routines)

    def _called(self, body: ir.Block) -> Iterator[tuple[str, int]]:
        program = self.program
        for node in nodes(body):
            match node:
                case ir.CallValue(value=value):
                    yield "routine", program.values[value].routine
                    yield from (("routine", r) for r in self._of_hooks(program.values[value].hooks))
                case ir.FieldGet(field=field, of=of) if not isinstance(of.type, ContentT):
                    yield from (("routine", r) for r in self._of_hooks(program.fields[field].hooks))
                case ir.CallSlot(slot=slot) | ir.CallSlotEffect(slot=slot):
                    yield from (("routine", r) for r in self._fillers(slot))
                case ir.CallEffect(effect=effect):
                    yield "effect", effect
                case ir.Phase(phase=phase):
                    yield from (("routine", r) for r in self._of_hooks(program.phases[phase].hooks))
                case ir.Act():
                    for action in (program.actions[number] for number in node.actions):
                        whether = (r for r in (action.guard, action.asks) if r is not None)
                        yield from (("routine", r) for r in (*action.sources, *whether, action.body))
                case ir.Battle(setup=setup, play=play, scoring=scoring):
                    yield from (("effect", e) for e in (setup, play, scoring) if e is not None)
                case _:
                    pass

    def _fillers(self, slot: int) -> Iterator[int]:
        default = self.program.slots[slot].default
        if default is not None:
            yield default
        for content in self.program.contents:
            yield from (routine for filled, routine in content.slots if filled == slot)

    # ---- Small routines ------------------------------------------------------------------------------------

    @cached_property
    def _called_from(self) -> dict[int, int]:
        """From how many places each declared value is called."""
        found: dict[int, int] = {}
        for routine in self.program.routines:
            for node in nodes(routine.body):
                if isinstance(node, ir.CallValue):
                    found[node.value] = found.get(node.value, 0) + 1
        return found

    @cached_property
    def _sizes(self) -> dict[int, int | None]:
        return {}

    def inlined(self, value: int) -> bool:
        """Whether calls of this value become its expression."""
        return self._size(value) is not None

    def _size(self, value: int) -> int | None:
        """The size of a value's expression with all that is put into it; None where it is called."""
        if value not in self._sizes:
            self._sizes[value] = self._measured(value)
        return self._sizes[value]

    def _measured(self, value: int) -> int | None:
        declared = self.program.values[value]
        if declared.hooks or self.lets(declared.routine) is None or self._comes_back(declared.routine):
            return None
        size = 0
        for node in nodes(self.program.routines[declared.routine].body):
            inner = self._size(node.value) if isinstance(node, ir.CallValue) else None
            size += 1 + (inner or 0)
        return size if size <= (ONCE if self._called_from.get(value, 0) == 1 else SMALL) else None

    def _comes_back(self, routine: int) -> bool:
        """Whether it calls itself, directly or not."""
        start = ("routine", routine)
        found, waiting = set(self._calls[routine]), list(self._calls[routine])
        while waiting:
            word, number = waiting.pop()
            called = self._calls[number] - found if word == "routine" else set()
            found |= called
            waiting += called
        return start in found

    def lets(self, routine: int) -> tuple[tuple[ir.SetLocal, ...], ir.Expr] | None:
        """The locals that a routine sets and what it returns then, where that is all that it does."""
        match self.program.routines[routine].body:
            case (*lets, ir.Return(given)) if given is not None:
                found = tuple(let for let in lets if isinstance(let, ir.SetLocal))
                return (found, given) if len(found) == len(lets) else None
            case _:
                return None


@lru_cache(maxsize=8)
def graph(world: World) -> Graph:
    """The graph of a world."""
    return Graph(world)


_NODE_FIELDS: dict[type, tuple[str, ...]] = {}


def nodes(tree: Any) -> Iterator[Any]:
    """All statements and expressions of a block or an expression; texts are none."""
    if isinstance(tree, tuple):
        for part in tree:
            yield from nodes(part)
    elif isinstance(tree, _NODES):
        yield tree
        for name in _fields(type(tree)):
            yield from nodes(getattr(tree, name))


def _fields(node: type) -> tuple[str, ...]:
    known = _NODE_FIELDS.get(node)
    if known is None:
        known = _NODE_FIELDS[node] = tuple(f.name for f in fields(node) if f.name not in ("at", "type"))
    return known


_NODES = (*ir.Expr.__args__, *ir.Stmt.__args__, ir.Each, ir.Bind, ir.MenuOption)
