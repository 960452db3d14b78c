"""Turns tests of spaces into bits: which spaces of a board hold the test (see `bits.py`)."""

from __future__ import annotations

from dataclasses import dataclass

from ..ir import program as ir
from ..ir.board import Geometry
from ..ir.types import NONE, ListT, OptT, SetT
from .bits import WIDE
from .build import Build
from .context import FnContext, bare
from .encode import Func, Tree
from .trees import const, get, simple, sub

LANES = 4
"""Words that are compared at once."""


@dataclass(frozen=True, slots=True)
class Holding:
    """The bits of the spaces that hold a test (no others are set), and what asking one space costs."""

    bits: Tree
    charge: int


def holding(fn: FnContext, test: ir.Expr, slot: int, board: Geometry) -> Holding | None:
    """The spaces of a board that hold a test, in which they stand in the local `slot`; None where that cannot
    be worked out before all loops around.
    """
    owed, fn.owed = fn.owed, 0
    found = _Tests(fn, slot, board).bits(test)
    charge, fn.owed = fn.owed, owed
    if found is None:
        return None
    kept = fn.beforehand(found, "i64")
    return None if kept is None else Holding(kept, charge)


def everything(board: Geometry) -> Tree:
    """The bits of all spaces of a board."""
    return ("i64.const", (1 << board.count) - 1)


@dataclass(frozen=True, slots=True)
class _Tests:
    fn: FnContext
    slot: int
    board: Geometry

    def bits(self, test: ir.Expr) -> Tree | None:
        match test:
            case ir.Not(inner):
                found = self.bits(inner)
                return None if found is None else ("i64.xor", found, everything(self.board))
            case ir.Logic(op, left, right):
                return self._both("i64.and" if op == "and" else "i64.or", left, right)
            case ir.IsNone(ir.StateGet(var, ir.Local(self.slot))):
                return self._cells(var, const(NONE))
            case ir.StateGet(var, ir.Local(self.slot)):
                return self._cells(var, const(1))
            case ir.Compare("eq" | "ne" as op, left, right):
                found = self._same(left, right) or self._same(right, left)
                if found is None or op == "eq":
                    return found
                return ("i64.xor", found, everything(self.board))
            case _:
                return None

    def _both(self, op: str, left: ir.Expr, right: ir.Expr) -> Tree | None:
        one = self.bits(left)
        # What the right side costs depends on the left one.
        owed = self.fn.owed
        other = None if one is None else self.bits(right)
        return None if one is None or other is None or self.fn.owed != owed else (op, one, other)

    def _same(self, cell: ir.Expr, other: ir.Expr) -> Tree | None:
        """Where a state of the space, or the space itself, is something that is the same for all."""
        match cell:
            case ir.StateGet(var, ir.Local(self.slot)):
                value = self._steady(other)
                return None if value is None else self._cells(var, value)
            case ir.Local(self.slot):
                value = self._steady(other)
                return None if value is None else self._one(value)
            case _:
                return None

    def _steady(self, node: ir.Expr) -> Tree | None:
        if isinstance(bare(node.type), ListT | SetT):
            return None
        value = self.fn.value(node)
        return value if simple(value) else None

    def _one(self, space: Tree) -> Tree:
        number = sub(space, self.board.base)
        inside: Tree = ("i64.extend_i32_u", ("i32.lt_u", number, const(self.board.count)))
        return ("i64.shl", inside, ("i64.extend_i32_u", number))

    def _cells(self, var: int, value: Tree) -> Tree | None:
        world, layout = self.fn.build.world, self.fn.build.layout
        declared = world.program.state[var]
        base, stride = layout.slot(var)
        low, high = world.low[var], world.high[var]
        whole = low <= self.board.base and self.board.base + self.board.count - 1 <= high
        plain = isinstance(declared.type, OptT) or declared.default is not None
        if not whole or not plain or stride != LANES or isinstance(bare(declared.type), ListT | SetT):
            return None
        name = _cells_function(self.fn.build, self.board.count)
        return self.fn.beforehand(("call", name, const(base + stride * self.board.base), value), "i64")


# ---- Words at once -----------------------------------------------------------------------------------------


def _cells_function(build: Build, count: int) -> str:
    """The function (address, value) that gives which of so many words from an address on are the value."""
    assert count <= WIDE, "a number has so many bits"
    name = f"$cells{count}"
    if name not in build.made:
        build.made.add(name)
        vectors = -(-count // LANES)
        found: Tree | None = None
        first = 0
        while first < vectors:
            part = 4 if vectors - first >= 4 else 1
            same = [_compared(first + n) for n in range(part)]
            mask: Tree = _sixteen(same) if part == 4 else ("i32x4.bitmask", same[0])
            bits: Tree = ("i64.extend_i32_u", mask)
            if first:
                bits = ("i64.shl", bits, ("i64.const", LANES * first))
            found = bits if found is None else ("i64.or", found, bits)
            first += part
        assert found is not None, "a board has spaces"
        if count % LANES:
            # Words that stand behind those of the board count for nothing.
            found = ("i64.and", found, ("i64.const", (1 << count) - 1))
        params = [("$address", "i32"), ("$value", "i32")]
        build.module.add(Func(name, params, "i64", [], [found]))
    return name


def _compared(vector: int) -> Tree:
    words: Tree = ("v128.load", 4 * LANES * vector, get("$address"))
    return ("i32x4.eq", words, ("i32x4.splat", get("$value")))


def _sixteen(same: list[Tree]) -> Tree:
    halves = [("i16x8.narrow_i32x4_s", same[n], same[n + 1]) for n in (0, 2)]
    return ("i8x16.bitmask", ("i8x16.narrow_i16x8_s", *halves))
