"""Turns rankings and outcomes into the result of a game."""

from __future__ import annotations

from collections.abc import Mapping

from .state import Outcome, Value


def rank(rated: Mapping[int, list[Value]], players: int) -> Outcome:
    """The result where each of these seats has keys, of which the greater one is better, the first deciding
    first.

    Equal keys share a rank. Seats without keys share the last one, and then there are no scores.
    """
    seats = range(players)
    before = [sum(_better(rated, other, seat) for other in seats) for seat in seats]
    behind = [sum(_better(rated, seat, other) for other in seats) for seat in seats]
    scores = tuple(rated[seat][0] for seat in seats) if len(rated) == players else ()
    return Outcome(
        outcome=tuple(behind[seat] - before[seat] for seat in seats),
        ranking=tuple(1 + before[seat] for seat in seats),
        scores=scores,
    )


def _better(rated: Mapping[int, list[Value]], seat: int, other: int) -> bool:
    if seat not in rated:
        return False
    return other not in rated or rated[seat] > rated[other]


def decided(outcome: tuple[int, ...]) -> Outcome:
    """The result of a game that ends with an outcome: greater is ahead, equal numbers share a rank."""
    return Outcome(outcome, tuple(1 + sum(other > own for other in outcome) for own in outcome), ())
