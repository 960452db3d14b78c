"""Spans the whole tree of a small game through the engine's door and solves it as a matrix game, exactly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from tafl.interpreter.game import CHANCE, Game

Knowledge = tuple[int, str]
"""A seat and all that it was shown, asked and answered: what an information state is."""


@dataclass(frozen=True)
class End:
    """The outcome of seat 0."""

    gain: int


@dataclass(frozen=True)
class Fork:
    """A question: `knowledge` None is chance's. `branches` are (weight, option key, what follows)."""

    knowledge: Knowledge | None
    branches: tuple[tuple[int, str, Fork | End], ...]


def span(game: Game) -> Fork | End:
    """The tree of a two-seat game opened with explicit chance."""
    decision = game.decision
    if decision is None:
        assert game.result is not None
        first, second = game.result.outcome
        assert first == -second
        return End(first)
    seat = decision.seat
    return Fork(
        None if seat == CHANCE else (seat, game.observation(seat)),
        tuple(
            (option.weight, option.key, span(game.apply(position)))
            for position, option in enumerate(decision.options)
        ),
    )


def forks(tree: Fork | End) -> Iterator[Fork]:
    """All questions of a tree."""
    if isinstance(tree, Fork):
        yield tree
        for _, _, branch in tree.branches:
            yield from forks(branch)


def information_states(tree: Fork | End) -> dict[Knowledge, tuple[str, ...]]:
    """What seats can know when asked, with the options: these are the same where knowledge is."""
    states: dict[Knowledge, tuple[str, ...]] = {}
    for fork in forks(tree):
        if fork.knowledge is not None:
            keys = tuple(key for _, key, _ in fork.branches)
            assert states.setdefault(fork.knowledge, keys) == keys
    return states


def value(tree: Fork | End) -> Fraction:
    """What the game is worth to seat 0 if both seats play as well as can be."""
    states = information_states(tree)
    plans = [
        [
            dict(zip(known, choice, strict=True))
            for known in [[each for each in states if each[0] == seat]]
            for choice in product(*(states[each] for each in known))
        ]
        for seat in (0, 1)
    ]
    return solve([[_play(tree, {**mine, **theirs}) for theirs in plans[1]] for mine in plans[0]])


def _play(tree: Fork | End, plan: Mapping[Knowledge, str]) -> Fraction:
    if isinstance(tree, End):
        return Fraction(tree.gain)
    if tree.knowledge is not None:
        answer = plan[tree.knowledge]
        return next(_play(branch, plan) for _, key, branch in tree.branches if key == answer)
    total = sum(weight for weight, _, _ in tree.branches)
    return sum((weight * _play(branch, plan) for weight, _, branch in tree.branches), Fraction(0)) / total


def solve(payoffs: Sequence[Sequence[Fraction]]) -> Fraction:
    """The value of a matrix game to the seat that chooses the row.

    Dantzig's simplex method in exact numbers, on the payoffs made positive: maximise the sum of y with
    A y <= 1; the value is one over it. Bland's rule keeps it from going round in circles.
    """
    shift = 1 - min(min(row) for row in payoffs)
    width = len(payoffs[0])
    rows = [
        [payoff + shift for payoff in row]
        + [Fraction(int(other == number)) for other in range(len(payoffs))]
        + [Fraction(1)]
        for number, row in enumerate(payoffs)
    ]
    goal = [Fraction(-1)] * width + [Fraction(0)] * (len(payoffs) + 1)
    basis = list(range(width, width + len(payoffs)))
    while (column := next((i for i, cost in enumerate(goal[:-1]) if cost < 0), None)) is not None:
        _, _, leaving = min(
            (row[-1] / row[column], basis[number], number)
            for number, row in enumerate(rows)
            if row[column] > 0
        )
        basis[leaving] = column
        pivot = rows[leaving] = [each / rows[leaving][column] for each in rows[leaving]]
        for row in [*(row for number, row in enumerate(rows) if number != leaving), goal]:
            if factor := row[column]:
                row[:] = [each - factor * other for each, other in zip(row, pivot, strict=True)]
    return 1 / goal[-1] - shift
