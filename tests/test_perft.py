"""Counts move sequences of the classics, and plays brandubh in step with its second implementation."""

from __future__ import annotations

import random

import pytest

from tafl.interpreter.game import Game
from tafl.sim.perft import perft
from tafl.tests.classics import open_classic
from tafl.tests.reference import brandubh
from tafl.tests.reference.tables import PERFT, QUICK


def levels(game: Game, depth: int) -> list[int]:
    """`perft` for all depths up to `depth`, in one walk."""
    counts = [0] * depth

    def walk(game: Game, level: int) -> None:
        options = game.option_count
        counts[level] += options
        if level + 1 < depth:
            for option in range(options):
                walk(game.apply(option), level + 1)

    walk(game, 0)
    return counts


@pytest.mark.parametrize("name", PERFT)
def test_the_numbers_of_sequences_are_the_known_ones(name: str) -> None:
    assert tuple(levels(open_classic(name), QUICK[name])) == PERFT[name][: QUICK[name]]


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_brandubh_has_as_many_sequences_as_its_second_implementation(depth: int) -> None:
    assert perft(open_classic("brandubh"), depth) == brandubh.perft(brandubh.start(), depth)


@pytest.mark.parametrize("seed", range(12))
def test_brandubh_goes_in_step_with_its_second_implementation(seed: int) -> None:
    rng = random.Random(seed)
    game, position = open_classic("brandubh"), brandubh.start()
    while not position.winner:
        moves = {
            f"Move {brandubh.name(origin)} to {brandubh.name(goal)}": (origin, goal)
            for origin, goal in position.moves()
        }
        labels = labels_of(game)
        assert sorted(labels) == sorted(moves)
        assert game.to_move == "ad".index(position.turn)
        label = rng.choice(labels)
        game, position = game.apply(labels.index(label)), position.play(moves[label])
    assert game.result is not None
    assert game.result.outcome == {"a": (1, -1), "d": (-1, 1), "draw": (0, 0)}[position.winner]


def labels_of(game: Game) -> list[str]:
    """What the options of the pending question are called; none after the end."""
    return [] if game.decision is None else [option.label for option in game.decision.options]
