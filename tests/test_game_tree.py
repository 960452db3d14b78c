"""Tests the solver by games whose value is known from textbooks."""

from fractions import Fraction

import pytest

from tafl.tests.game_tree import solve


@pytest.mark.parametrize(
    ("payoffs", "value"),
    [
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], Fraction(0)),  # rock, paper, scissors
        ([[3, -1], [-2, 1]], Fraction(1, 7)),
        ([[4, 1, 3], [2, 0, 5]], Fraction(1)),  # a saddle point
    ],
)
def test_matrix_games_have_their_known_value(payoffs: list[list[int]], value: Fraction) -> None:
    assert solve([[Fraction(each) for each in row] for row in payoffs]) == value
