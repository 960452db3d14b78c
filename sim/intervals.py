"""Turns a count of successes into the interval in which the true rate lies."""

from __future__ import annotations

from math import sqrt

Z95 = 1.959963984540054
"""The two-sided 95% quantile of the normal distribution."""


def wilson(successes: float, trials: int, z: float = Z95) -> tuple[float, float]:
    """The score interval of a rate, both ends in 0..1; (0, 1) without trials.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927):
    unlike the textbook interval it stays within 0..1 and holds for rates near the ends and few trials.
    """
    if trials == 0:
        return 0.0, 1.0
    rate = successes / trials
    square = z * z / trials
    centre = (rate + square / 2) / (1 + square)
    spread = z * sqrt(rate * (1 - rate) / trials + square / (4 * trials)) / (1 + square)
    return max(0.0, centre - spread), min(1.0, centre + spread)
