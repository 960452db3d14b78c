"""Turns the tallies of several variants into a table side by side and the significant differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from .intervals import Mean, holm, mean_of, newcombe, p_of_means, p_of_rates, wilson
from .sweep import Label, told
from .table import align, percent, titled
from .tally import Tally

LEVEL = 0.05
"""The chance that any difference is called significant though there is none."""

SHOWN = 20
"""Differences that the text names."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many of so many games."""

    successes: int
    trials: int

    @property
    def value(self) -> float:
        """The share; 0 without games."""
        return self.successes / self.trials if self.trials else 0.0

    def interval(self) -> tuple[float, float]:
        """Its 95% interval."""
        return wilson(self.successes, self.trials)


@dataclass(frozen=True, slots=True)
class Average:
    """A mean over games, and over which."""

    of: Mean

    @property
    def value(self) -> float:
        """The mean."""
        return self.of.mean

    def interval(self) -> tuple[float, float]:
        """Its 95% interval."""
        return self.of.interval()


@dataclass(frozen=True, slots=True)
class Difference:
    """Two variants (by position) and what differs: `by`, first minus second, with its 95% interval, and the
    p-value as it counts among all comparisons.
    """

    measure: str
    first: int
    second: int
    by: float
    interval: tuple[float, float]
    p: float
    share: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """By variant its value of each measure; `differences` are the significant ones of all that were
    `compared`, the most certain first.
    """

    labels: tuple[Label, ...]
    measures: tuple[dict[str, Rate | Average], ...]
    differences: tuple[Difference, ...]
    compared: int


def measures(tally: Tally) -> dict[str, Rate | Average]:
    """What is compared of a variant, by name."""
    found: dict[str, Rate | Average] = {
        f"seat {seat + 1} wins": Rate(tally.wins[seat], tally.games) for seat in range(tally.players)
    }
    found["without a winner"] = Rate(tally.draws, tally.games)
    if len(tally.bots) > 1:
        for bot, counts in sorted(tally.bots.items()):
            found[f"{bot} wins"] = Rate(counts["won"], counts["played"])
    found["decisions"] = Average(mean_of(tally.lengths))
    for seat in sorted({seat for seat, _ in tally.scores}):
        own = Counter({score: count for (who, score), count in tally.scores.items() if who == seat})
        found[f"score of seat {seat + 1}"] = Average(mean_of(own))
    return found


def compare(labels: Sequence[Label], tallies: Sequence[Tally]) -> Comparison:
    """All pairs of variants in all measures that both have, with one correction over all of them."""
    found = [measures(tally) for tally in tallies]
    pairs = [
        (name, first, second)
        for first, second in combinations(range(len(found)), 2)
        for name in found[first]
        if name in found[second]
    ]
    chances = holm([_chance(found[first][name], found[second][name]) for name, first, second in pairs])
    different = [
        _difference(name, first, second, found[first][name], found[second][name], p)
        for (name, first, second), p in zip(pairs, chances, strict=True)
        if p < LEVEL
    ]
    different.sort(key=lambda each: (each.p, each.first, each.second, each.measure))
    return Comparison(tuple(labels), tuple(found), tuple(different), len(pairs))


def _chance(first: Rate | Average, second: Rate | Average) -> float:
    if isinstance(first, Rate) and isinstance(second, Rate):
        return p_of_rates((first.successes, first.trials), (second.successes, second.trials))
    assert isinstance(first, Average), "a measure is of one sort"
    assert isinstance(second, Average), "a measure is of one sort"
    return p_of_means(first.of, second.of)


def _difference(
    name: str, first: int, second: int, one: Rate | Average, other: Rate | Average, p: float
) -> Difference:
    if isinstance(one, Rate) and isinstance(other, Rate):
        interval = newcombe((one.successes, one.trials), (other.successes, other.trials))
        return Difference(name, first, second, one.value - other.value, interval, p, share=True)
    assert isinstance(one, Average), "a measure is of one sort"
    assert isinstance(other, Average), "a measure is of one sort"
    apart = Mean(0, one.value - other.value, one.of.variance + other.of.variance)
    return Difference(name, first, second, apart.mean, apart.interval(), p, share=False)


# ---- Groups ------------------------------------------------------------------------------------------------


def by_option(labels: Sequence[Label], tallies: Sequence[Tally]) -> list[tuple[str, str, Tally]]:
    """The games of all variants with the same value of an option taken together: (option, value, tally), for
    each option that was swept beside others. Variants for other numbers of players stay apart.
    """
    found: dict[tuple[str, str, int], Tally] = {}
    for label, tally in zip(labels, tallies, strict=True):
        for name, value in label if len(label) > 1 else ():
            whole = found.setdefault((name, value, tally.players), Tally(tally.players))
            whole.add(tally)
    return [(name, value, tally) for (name, value, _), tally in sorted(found.items())]


# ---- Text --------------------------------------------------------------------------------------------------


def side_by_side(found: Comparison, tallies: Sequence[Tally]) -> str:
    """The table and the differences as plain text; ends with a newline."""
    rows = [(_numbered(n), tally) for n, tally in enumerate(tallies)]
    key = [f"{_numbered(n)}: {told(label)}" for n, label in enumerate(found.labels)]
    parts = [titled("side by side", [*key, *_table(rows)])]
    groups = by_option(found.labels, tallies)
    if groups:
        parts.append(
            titled("by option", _table([(f"{name}={value}", tally) for name, value, tally in groups]))
        )
    parts.append(titled(_headline(found), [_told(each) for each in found.differences[:SHOWN]]))
    if len(found.differences) > SHOWN:
        parts.append(f"and {len(found.differences) - SHOWN} more\n")
    return "\n".join(parts)


def _table(rows: Sequence[tuple[str, Tally]]) -> list[str]:
    """A line for each tally, a column for each measure."""
    found = [(name, tally, measures(tally)) for name, tally in rows]
    names = list(dict.fromkeys(name for _, _, values in found for name in values))
    lines = [["", "games", *(_short(name) for name in names)]]
    lines += [
        [name, str(tally.games), *(shown(values[each]) if each in values else "-" for each in names)]
        for name, tally, values in found
    ]
    return align(lines, "<" + ">" * (len(names) + 1))


def _short(measure: str) -> str:
    return measure.removesuffix(" wins").replace("without a winner", "none").replace("score of seat", "score")


def _numbered(position: int) -> str:
    return f"#{position + 1}"


def shown(value: Rate | Average) -> str:
    """A value for people."""
    return percent(value.value) if isinstance(value, Rate) else f"{value.value:.1f}"


def _headline(found: Comparison) -> str:
    count = len(found.differences)
    what = (
        f"{count} of {found.compared} differences are significant"
        if count
        else "no difference is significant"
    )
    return f"{what} (at {percent(LEVEL)[:-3]}% for all together, Holm 1979)"


def _told(each: Difference) -> str:
    sign = 100.0 if each.share else 1.0
    by, (low, high) = each.by * sign, each.interval
    return (
        f"{each.measure}: {_numbered(each.first)} against {_numbered(each.second)} "
        f"{by:+.1f} ({low * sign:+.1f} to {high * sign:+.1f}), p {p_shown(each.p)}"
    )


def p_shown(p: float) -> str:
    """A p-value for people."""
    return "< 0.001" if p < 0.001 else f"= {p:.3f}"
