"""Turns worlds that a seat supposes into a tree of visits: the reference for `wasm.search`, number by number.

UCT (Kocsis, Szepesvari, Bandit based Monte-Carlo Planning, 2006): each node is chosen for its mover, whatever
the number of seats. Chance is not in the tree: every iteration draws it anew, and a node stands for what was
chosen on the way to it (an open loop). That is what a shuffled deck needs, whose outcomes never come twice,
and it costs nothing where there is no chance. Where things are hidden, iterations go through several worlds
by turns, and a child is found by what the deciding seat sees of the option; a child that could be chosen more
rarely is not explored less for it (single-observer information set search: Cowling, Powley, Whitehouse,
Information Set Monte Carlo Tree Search, 2012).
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol

from ..interpreter.chance import BOT_STREAM, Generator
from ..interpreter.game import GameFault

EXPLORING = 0.5
"""What a bound adds to a mean: this * span of the outcomes met * sqrt(ln visits of the parent / own)."""

LONGEST = 10_000
"""Decisions of a rollout, after which it counts as one that nobody won."""

NODES = 1 << 20
"""Nodes of a tree, after which it grows no more."""

DEEPEST = 1024
"""Choices between the root and the last node."""


class Supposed(Protocol):
    """A world in which a search plays: a game, or what is seen of one. See `interpreter.game.Game`."""

    @property
    def players(self) -> int:
        """Number of seats."""

    @property
    def option_count(self) -> int:
        """Number of options of the pending question, 0 after the end."""

    @property
    def to_move(self) -> int | None:
        """The seat that is asked, None after the end."""

    @property
    def outcome(self) -> tuple[int, ...]:
        """After the end: by seat, greater is better."""

    def apply(self, option: int) -> Supposed:
        """The world after an answer; raises GameFault."""

    def option_marks(self) -> Sequence[int]:
        """What the deciding seat sees of each option, as a number."""

    def reseeded(self, generator: Generator) -> Supposed:
        """The same with other chance from here on."""


class Tree(Protocol):
    """A search that can be continued."""

    def run(self, iterations: int) -> None:
        """So many iterations more."""

    def visits(self) -> list[int]:
        """How often each option of the question at the root was chosen."""

    def means(self) -> list[float]:
        """By option the mean outcome for the seat that is asked; 0 where it was never chosen."""

    def close(self) -> None:
        """Give back what the search holds. Nothing may be asked of it afterwards."""


@lru_cache(maxsize=1)
def spreads() -> tuple[float, ...]:
    """The square root of the logarithm of 0 (as 0) to 127, then of each number that has 7 bits before its
    zeros: the same on every machine, as logarithms are rounded to 40 bits behind the point.
    """
    numbers = [*range(128), *((64 + n) << shift for shift in range(1, 26) for n in range(64))]
    return tuple(math.sqrt(round(math.log(max(number, 1)) * 2**40) / 2**40) for number in numbers)


@lru_cache(maxsize=1)
def packed() -> bytes:
    """The spreads, then 1 / sqrt of the numbers below 1024, of 64 bits each, as they lie in a module."""
    numbers = (*spreads(), 0.0, *(1.0 / math.sqrt(number) for number in range(1, 1024)))
    return struct.pack(f"<{len(numbers)}d", *numbers)


def spread(number: int) -> float:
    """The square root of the logarithm of a number from 1 on, of whose bits the first seven count."""
    shift = max(number.bit_length() - 7, 0)
    return spreads()[number if shift == 0 else 64 * shift + (number >> shift)]


@dataclass(slots=True)
class _Node:
    """A choice: what came of it, and what may be chosen behind it."""

    mark: int = 0
    visits: int = 0
    mean: float = 0.0
    rsq: float = 0.0
    available: int = 0
    met: int = 0
    children: list[_Node] = field(default_factory=list)


class Search:
    """A tree over worlds, in each of which the same seat is asked the same question."""

    def __init__(
        self, worlds: Sequence[Supposed], generator: Generator, longest: int = LONGEST, nodes: int = NODES
    ) -> None:
        self._worlds = worlds
        self._generator = generator
        self._longest = longest
        self._left = nodes
        own = generator.bits() << 32 | generator.bits()
        self._players = [Generator.of(own, BOT_STREAM, seat) for seat in range(worlds[0].players)]
        self._root = _Node(children=[_Node() for _ in range(worlds[0].option_count)])
        self._left -= len(self._root.children)
        self._outcomes: tuple[int, int] | None = None
        self._done = 0
        self._matches = 0

    # ---- The tree ------------------------------------------------------------------------------------------

    def run(self, iterations: int) -> None:
        """So many iterations more."""
        for _ in range(iterations):
            path: list[tuple[_Node, int]] = []
            world = self._worlds[self._done % len(self._worlds)]
            self._done += 1
            try:
                outcome = self._descend(world.reseeded(self._generator), path)
            except GameFault:
                outcome = None
            self._learn(path, outcome or (0,) * len(self._players))

    def visits(self) -> list[int]:
        """How often each option of the question at the root was chosen."""
        return [child.visits for child in self._root.children]

    def means(self) -> list[float]:
        """By option the mean outcome for the seat that is asked; 0 where it was never chosen."""
        return [child.mean for child in self._root.children]

    def close(self) -> None:
        """Nothing is held."""

    # ---- One iteration -------------------------------------------------------------------------------------

    def _descend(self, game: Supposed, path: list[tuple[_Node, int]]) -> tuple[int, ...] | None:
        """Down the tree, which grows by a node, and a random game from there: the outcome; None if the game
        is too long. `path` becomes the nodes with who chose them.
        """
        node = self._root
        while True:
            # What has one answer only is answered, and is no node.
            left = self._longest
            while game.to_move is not None and game.option_count == 1:
                if not left:
                    return None
                left -= 1
                game = game.apply(0)
            seat = game.to_move
            if seat is None:
                return game.outcome
            if len(path) >= DEEPEST:
                return self._play_out(game)
            option, child = self._best(node, self._available(node, game))
            if child is None:
                return self._play_out(game)
            path.append((child, seat))
            game = game.apply(option)
            if not child.visits:
                return self._play_out(game)
            node = child

    def _available(self, node: _Node, game: Supposed) -> list[_Node | None]:
        """The child for each option; None where no more nodes may be made."""
        found: list[_Node | None]
        if node is self._root:
            found = list(node.children)
        else:
            # The root is asked the same in every world; elsewhere options differ, and several may have one
            # mark: they are told apart by their order.
            self._matches += 1
            grown = self._left <= 0
            found = [self._child(node, mark, grown) for mark in game.option_marks()]
        for child in found:
            if child is not None:
                child.available += 1
        return found

    def _child(self, node: _Node, mark: int, grown: bool) -> _Node | None:
        for child in node.children:
            if child.mark == mark and child.met != self._matches:
                child.met = self._matches
                return child
        if grown:
            return None
        self._left -= 1
        node.children.append(_Node(mark, met=self._matches))
        return node.children[-1]

    def _best(self, node: _Node, available: list[_Node | None]) -> tuple[int, _Node | None]:
        """One of those never visited, or that of the greatest bound, with its option."""
        del node
        untried = [option for option, child in enumerate(available) if child and not child.visits]
        if untried:
            option = untried[self._generator.below(len(untried)) if len(untried) > 1 else 0]
            return option, available[option]
        low, high = self._outcomes or (0, 0)
        factor = (float(high) - float(low) if high > low else 1.0) * EXPLORING
        bounds = [
            -math.inf if child is None else child.mean + factor * spread(child.available) * child.rsq
            for child in available
        ]
        option = bounds.index(max(bounds))
        return option, available[option]

    def _play_out(self, game: Supposed) -> tuple[int, ...] | None:
        for _ in range(self._longest):
            seat = game.to_move
            if seat is None:
                return game.outcome
            count = game.option_count
            game = game.apply(self._players[seat].below(count) if count > 1 else 0)
        return game.outcome if game.to_move is None else None

    def _learn(self, path: list[tuple[_Node, int]], outcome: tuple[int, ...]) -> None:
        low, high = self._outcomes or (outcome[0], outcome[0])
        self._outcomes = min(low, *outcome), max(high, *outcome)
        for node, seat in path:
            node.visits += 1
            node.mean += (outcome[seat] - node.mean) / node.visits
            node.rsq = 1.0 / math.sqrt(node.visits)
