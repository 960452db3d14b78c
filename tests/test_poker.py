"""Spans the trees of the two poker games and compares them with what is known of them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tafl.tests.classics import open_classic
from tafl.tests.game_tree import Fork, forks, information_states, span, value


@pytest.fixture(scope="module")
def kuhn() -> Fork:
    tree = span(open_classic("kuhn", explicit_chance=True))
    assert isinstance(tree, Fork)
    return tree


def test_kuhn_poker_has_twelve_information_states(kuhn: Fork) -> None:
    assert len(information_states(kuhn)) == 12


def test_kuhn_poker_is_worth_minus_one_eighteenth_to_the_first_seat(kuhn: Fork) -> None:
    # H. W. Kuhn, Simplified Two-Person Poker, 1950
    assert value(kuhn) == Fraction(-1, 18)


def test_chance_deals_two_of_three_cards_evenly(kuhn: Fork) -> None:
    first = [fork for fork in forks(kuhn) if fork.knowledge is None]
    assert [len(fork.branches) for fork in first] == [3, 2, 2, 2]
    assert {weight for fork in first for weight, _, _ in fork.branches} == {1}


def test_leduc_poker_has_936_information_states() -> None:
    tree = span(open_classic("leduc", explicit_chance=True))
    states = information_states(tree)
    assert len(states) == 936
    assert sum(seat == 0 for seat, _ in states) == 468
