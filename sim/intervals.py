"""Turns counts into the intervals in which true rates, means and differences lie, and into p-values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import erfc, sqrt

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


def newcombe(first: tuple[int, int], second: tuple[int, int], z: float = Z95) -> tuple[float, float]:
    """The interval of the difference of two rates, each (successes, trials), first minus second; (-1, 1)
    where one of them is without trials.

    R. G. Newcombe, "Interval estimation for the difference between independent proportions", Statistics in
    Medicine 17 (1998), method 10: made of the two score intervals, so that it holds for few trials, too.
    """
    if not first[1] or not second[1]:
        return -1.0, 1.0
    one, other = first[0] / first[1], second[0] / second[1]
    (low1, high1), (low2, high2) = wilson(*first, z), wilson(*second, z)
    below = sqrt((one - low1) ** 2 + (high2 - other) ** 2)
    above = sqrt((high1 - one) ** 2 + (other - low2) ** 2)
    return one - other - below, one - other + above


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of `count` numbers, and the variance of that mean (0 for fewer than two)."""

    count: int
    mean: float
    variance: float

    def interval(self, z: float = Z95) -> tuple[float, float]:
        """The interval in which the true mean lies, by the normal distribution: for many numbers."""
        spread = z * sqrt(self.variance)
        return self.mean - spread, self.mean + spread


def mean_of(counts: Mapping[int, int]) -> Mean:
    """The mean of numbers, each so many times."""
    count = sum(counts.values())
    if not count:
        return Mean(0, 0.0, 0.0)
    mean = sum(number * times for number, times in counts.items()) / count
    if count == 1:
        return Mean(1, mean, 0.0)
    squares = sum((number - mean) ** 2 * times for number, times in sorted(counts.items()))
    return Mean(count, mean, squares / (count - 1) / count)


# ---- Tests -------------------------------------------------------------------------------------------------


def p_of_rates(first: tuple[int, int], second: tuple[int, int]) -> float:
    """How likely rates, each (successes, trials), are at least so far apart where the true ones are equal:
    the two-sided test with the pooled rate (J. L. Fleiss, "Statistical Methods for Rates and Proportions").
    """
    if not first[1] or not second[1]:
        return 1.0
    pooled = (first[0] + second[0]) / (first[1] + second[1])
    variance = pooled * (1 - pooled) * (1 / first[1] + 1 / second[1])
    return _p(first[0] / first[1] - second[0] / second[1], variance)


def p_of_means(first: Mean, second: Mean) -> float:
    """How likely means are at least so far apart where the true ones are equal: B. L. Welch's two-sided
    test (Biometrika 29, 1938) with the normal distribution, for many numbers.
    """
    if min(first.count, second.count) < 2:
        return 1.0
    return _p(first.mean - second.mean, first.variance + second.variance)


def _p(difference: float, variance: float) -> float:
    if variance <= 0:
        return 1.0 if difference == 0 else 0.0
    return erfc(abs(difference) / sqrt(2 * variance))


def holm(chances: Sequence[float]) -> list[float]:
    """Each of these p-values as it counts among all of them: the chance that any of so many tests finds a
    difference where there is none stays below the level that the results are compared with.

    S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6
    (1979).
    """
    adjusted, most = [0.0] * len(chances), 0.0
    for rank, at in enumerate(sorted(range(len(chances)), key=lambda n: chances[n])):
        most = max(most, min(1.0, (len(chances) - rank) * chances[at]))
        adjusted[at] = most
    return adjusted
