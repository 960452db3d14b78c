"""Turns a declared board into its geometry: neighbours, rays, lines, names and distances of its spaces."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from .program import Board
from .types import NONE

DIRECTIONS: dict[str, tuple[str, ...]] = {
    "grid": ("up", "up_right", "right", "down_right", "down", "down_left", "left", "up_left"),
    "hex": ("up", "right", "down_right", "down", "left", "up_left"),
    "graph": (),
}
"""Names of the directions of each shape, clockwise from up. A hex board is drawn as a rhombus whose rows
shift half a space to the right on the way up: the six neighbours of b2 are b3, c2, c1, b1, a2 and a3."""

_STEPS = {
    "up": (0, 1),
    "up_right": (1, 1),
    "right": (1, 0),
    "down_right": (1, -1),
    "down": (0, -1),
    "down_left": (-1, -1),
    "left": (-1, 0),
    "up_left": (-1, 1),
}
_ORTHOGONAL = {"grid": ("up", "right", "down", "left"), "hex": DIRECTIONS["hex"], "graph": ()}
_DIAGONAL = {"grid": ("up_right", "down_right", "down_left", "up_left"), "hex": (), "graph": ()}
_FORWARD = {
    "grid": ("up", "up_right", "right", "down_right"),
    "hex": ("up", "right", "down_right"),
    "graph": (),
}


class NotOnBoard(Exception):
    """A question about spaces that their board cannot answer; the message says why in the author's words."""


def column_name(column: int) -> str:
    """The letters of a column from 1: a to z, then aa, ab, ..."""
    name = ""
    while column > 0:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("a") + letter) + name
    return name


def _turned(step: tuple[int, int], quarters: int) -> tuple[int, int]:
    """A step (to the right, up) after so many quarter turns clockwise."""
    for _ in range(quarters):
        step = step[1], -step[0]
    return step


class Geometry:
    """One board. Spaces are the numbers `base..base + count - 1`, directions positions in
    `DIRECTIONS[shape]`; lists are tuples.

    `steps[s - base][d]` is the neighbour of space s in direction d or NONE, `rays` the spaces from there to
    the edge, `adjacent` and `around` its neighbours, ascending.
    """

    def __init__(self, board: Board, base: int, names: Sequence[str] = ()) -> None:
        """`names` of the spaces are wanted for a graph, where they also say how many there are."""
        self.name = board.name
        self.shape = board.shape
        self.base = base
        self.width, self.height = (0, 0) if board.shape == "graph" else (board.width, board.height)
        self.count = len(names) if board.shape == "graph" else board.width * board.height
        self.spaces = tuple(range(base, base + self.count))
        self.names = tuple(names) if board.shape == "graph" else self._grid_names()
        self.directions = tuple(range(len(DIRECTIONS[board.shape])))
        self.orthogonal = self._numbers(_ORTHOGONAL)
        self.diagonal = self._numbers(_DIAGONAL)
        self._forward = self._numbers(_FORWARD)
        self.steps = tuple(tuple(self._step(s, d) for d in self.directions) for s in self.spaces)
        self.rays = tuple(tuple(tuple(self._walk(s, d)) for d in self.directions) for s in self.spaces)
        edges = board.edges if board.shape == "graph" else ()
        self.adjacent = tuple(self._neighbours(s, self.orthogonal, edges) for s in self.spaces)
        self.around = tuple(self._neighbours(s, self.directions, edges) for s in self.spaces)
        self._lines: dict[int, tuple[tuple[int, ...], ...]] = {}

    def _numbers(self, names: dict[str, tuple[str, ...]]) -> tuple[int, ...]:
        return tuple(DIRECTIONS[self.shape].index(name) for name in names[self.shape])

    def _grid_names(self) -> tuple[str, ...]:
        return tuple(
            f"{column_name(c)}{r}" for r in range(1, self.height + 1) for c in range(1, self.width + 1)
        )

    def _step(self, space: int, direction: int) -> int:
        row, column = divmod(space - self.base, self.width)
        across, up = _STEPS[DIRECTIONS[self.shape][direction]]
        return self._at(column + across, row + up)

    def _at(self, column: int, row: int) -> int:
        """The space of a column and row, both from 0, or NONE."""
        inside = 0 <= column < self.width and 0 <= row < self.height
        return self.base + row * self.width + column if inside else NONE

    def _walk(self, space: int, direction: int) -> Iterator[int]:
        while (space := self.steps[space - self.base][direction]) != NONE:
            yield space

    def _neighbours(
        self, space: int, directions: Iterable[int], edges: Iterable[tuple[int, int]]
    ) -> tuple[int, ...]:
        found = {self.steps[space - self.base][d] for d in directions} - {NONE}
        for a, b in edges:
            if space - self.base in (a, b):
                found.add(self.base + (b if space - self.base == a else a))
        return tuple(sorted(found - {space}))

    # ---- Where a space lies --------------------------------------------------------------------------------

    def _need_rows(self, what: str) -> None:
        if self.shape == "graph":
            raise NotOnBoard(f"the board {self.name} has no rows and columns, so there is no {what}")

    def row_of(self, space: int) -> int:
        """Number of the space's row, from 1 at the bottom; raises NotOnBoard on a graph (as all that asks for
        rows does).
        """
        self._need_rows("row")
        return (space - self.base) // self.width + 1

    def column_of(self, space: int) -> int:
        """Number of the space's column, from 1 at the left."""
        self._need_rows("column")
        return (space - self.base) % self.width + 1

    def row(self, number: int) -> tuple[int, ...]:
        """Spaces of a row, left to right; raises NotOnBoard for a row that is not there."""
        self._need_rows("row")
        if not 1 <= number <= self.height:
            raise NotOnBoard(f"the board {self.name} has rows 1 to {self.height}, not {number}")
        return self.spaces[(number - 1) * self.width : number * self.width]

    def column(self, number: int) -> tuple[int, ...]:
        """Spaces of a column, bottom to top; raises NotOnBoard for a column that is not there."""
        self._need_rows("column")
        if not 1 <= number <= self.width:
            raise NotOnBoard(f"the board {self.name} has columns 1 to {self.width}, not {number}")
        return self.spaces[number - 1 :: self.width]

    def same_row(self, space: int) -> tuple[int, ...]:
        """The other spaces of its row, ascending."""
        return tuple(s for s in self.row(self.row_of(space)) if s != space)

    def same_column(self, space: int) -> tuple[int, ...]:
        """The other spaces of its column, ascending."""
        return tuple(s for s in self.column(self.column_of(space)) if s != space)

    def row_and_column(self, space: int) -> tuple[int, ...]:
        """The other spaces of its row and its column, ascending."""
        return tuple(sorted(self.same_row(space) + self.same_column(space)))

    # ---- Two spaces ----------------------------------------------------------------------------------------

    def aligned(self, start: int, goal: int) -> bool:
        """Whether both are on one straight line; a space is so with itself."""
        return start == goal or any(goal in ray for ray in self.rays[start - self.base])

    def line(self, start: int, goal: int) -> tuple[int, ...]:
        """Spaces after `start` up to and with `goal`; none from a space to itself. Raises NotOnBoard where
        they are not aligned.
        """
        if start == goal:
            return ()
        for ray in self.rays[start - self.base]:
            if goal in ray:
                return ray[: ray.index(goal) + 1]
        names = self.names[start - self.base], self.names[goal - self.base]
        raise NotOnBoard(f"{names[0]} and {names[1]} are not on one straight line")

    def distance(self, start: int, goal: int) -> int:
        """Fewest steps between adjacent spaces; raises NotOnBoard where a graph has no way."""
        if self.shape == "graph":
            return self._graph_distance(start, goal)
        across = self.column_of(goal) - self.column_of(start)
        up = self.row_of(goal) - self.row_of(start)
        if self.shape == "hex":
            return (abs(across) + abs(up) + abs(across + up)) // 2
        return abs(across) + abs(up)

    def _graph_distance(self, start: int, goal: int) -> int:
        found, waiting = {start: 0}, deque([start])
        while waiting and goal not in found:
            space = waiting.popleft()
            for other in self.adjacent[space - self.base]:
                if other not in found:
                    found[other] = found[space] + 1
                    waiting.append(other)
        if goal not in found:
            names = self.names[start - self.base], self.names[goal - self.base]
            raise NotOnBoard(f"no way leads from {names[0]} to {names[1]}")
        return found[goal]

    # ---- The whole board -----------------------------------------------------------------------------------

    def lines(self, length: int) -> tuple[tuple[int, ...], ...]:
        """All straight lines of `length` spaces, each from its first space, by (space, direction up, up-
        right, right, down-right).
        """
        if length == 1:
            return tuple((s,) for s in self.spaces)
        if not 2 <= length <= max(self.width, self.height):
            return ()
        if length not in self._lines:
            starts = ((s, self.rays[s - self.base][d]) for s in self.spaces for d in self._forward)
            self._lines[length] = tuple(
                (s, *ray[: length - 1]) for s, ray in starts if len(ray) >= length - 1
            )
        return self._lines[length]

    @cached_property
    def corners(self) -> tuple[int, ...]:
        """The corner spaces, ascending."""
        self._need_rows("corner")
        return self.corners_of(self.spaces)

    def corners_of(self, spaces: Iterable[int]) -> tuple[int, ...]:
        """The corner spaces of the smallest rectangle around these, ascending; none around none."""
        rows, columns = {self.row_of(s) - 1 for s in spaces}, {self.column_of(s) - 1 for s in spaces}
        if not rows:
            return ()
        ends = {(c, r) for c in (min(columns), max(columns)) for r in (min(rows), max(rows))}
        return tuple(sorted(self._at(c, r) for c, r in ends))

    @cached_property
    def edges(self) -> tuple[int, ...]:
        """Spaces of the border, ascending."""
        self._need_rows("border")
        return tuple(
            s
            for s in self.spaces
            if self.row_of(s) in (1, self.height) or self.column_of(s) in (1, self.width)
        )

    @cached_property
    def centre(self) -> tuple[int, ...]:
        """The one, two or four middle spaces, ascending."""
        self._need_rows("centre")
        columns = {(self.width - 1) // 2, self.width // 2}
        rows = {(self.height - 1) // 2, self.height // 2}
        return tuple(sorted(self._at(c, r) for c in columns for r in rows))

    @cached_property
    def quarters(self) -> tuple[tuple[int, ...], ...]:
        """The four equal quarters: lower left, lower right, upper left, upper right; raises NotOnBoard where
        a side is odd.
        """
        self._need_rows("quarter")
        if self.width % 2 or self.height % 2:
            raise NotOnBoard(f"the board {self.name} has no equal quarters: a side is odd")
        half = (self.width // 2, self.height // 2)
        return tuple(
            tuple(self._at(c + across, r + up) for r in range(half[1]) for c in range(half[0]))
            for up in (0, half[1])
            for across in (0, half[0])
        )

    def connected(self, start: Iterable[int], within: Iterable[int]) -> tuple[int, ...]:
        """Spaces of `within` reached from those of `start` that are in it by steps between adjacent spaces of
        it, ascending.
        """
        free = set(within)
        waiting = [s for s in start if s in free]
        free.difference_update(waiting)
        found = set(waiting)
        while waiting:
            for other in self.adjacent[waiting.pop() - self.base]:
                if other in free:
                    free.discard(other)
                    found.add(other)
                    waiting.append(other)
        return tuple(sorted(found))

    def shaped(self, steps: Iterable[tuple[int, int]], start: int, direction: int) -> tuple[int, ...]:
        """The spaces at these steps (to the right, up) from `start`, turned so that up becomes an orthogonal
        direction, ascending; none off the board. Raises NotOnBoard on another board than a grid, and for
        another direction.
        """
        if self.shape != "grid" or direction not in self.orthogonal:
            raise NotOnBoard(f"on the board {self.name} a shape can be turned up, right, down and left only")
        row, column = divmod(start - self.base, self.width)
        turned = [_turned(step, self.orthogonal.index(direction)) for step in steps]
        return tuple(sorted({self._at(column + right, row + up) for right, up in turned} - {NONE}))

    def pairs(self, spaces: Iterable[int]) -> int:
        """Most pairs of adjacent spaces with each space in one pair at most; raises NotOnBoard unless the
        board is a grid.

        A grid is two-coloured like a chess board, so this is a maximum bipartite matching, found by
        augmenting paths (Kuhn 1955).
        """
        if self.shape != "grid":
            raise NotOnBoard(f"pairs are counted on grids, and the board {self.name} is none")
        chosen = set(spaces)
        partner: dict[int, int] = {}
        dark = [s for s in sorted(chosen) if (self.row_of(s) + self.column_of(s)) % 2 == 0]
        return sum(self._augment(s, chosen, partner) for s in dark)

    def _augment(self, start: int, chosen: set[int], partner: dict[int, int]) -> bool:
        """Look for a way from an unpaired dark space to an unpaired light one that alternates, and pair along
        it.
        """
        before: dict[int, int] = {}  # light space: the dark one that it was reached from
        waiting = [start]
        while waiting:
            dark = waiting.pop()
            for light in self.adjacent[dark - self.base]:
                if light not in chosen or light in before:
                    continue
                before[light] = dark
                if light in partner:
                    waiting.append(partner[light])
                    continue
                free: int | None = light
                while free is not None:
                    dark = before[free]
                    partner[free], partner[dark], free = dark, free, partner.get(dark)
                return True
        return False
