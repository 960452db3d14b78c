"""Turns the comparison of variants into a section of a report."""

from __future__ import annotations

from collections.abc import Sequence

from .compare import LEVEL, Comparison, Difference, Rate, measures, p_shown, shown
from .html import Safe, el, table
from .plots import Dot, dots, small
from .sweep import short
from .tally import Tally

PLOTTED = 24
"""Variants that a plot has room for."""


def sweep_section(
    found: Comparison, tallies: Sequence[Tally], groups: Sequence[tuple[str, str, Tally]]
) -> Safe:
    """Side by side, by option, and which differences are significant."""
    names = [short(label) for label in found.labels]
    swept = ", ".join(name for name, _ in found.labels[0])
    return el(
        "section",
        el("h2", "Side by side"),
        _values(f"Each variant ({swept})", list(zip(names, tallies, strict=True))),
        *([_values("By option", [(f"{n}={v}", tally) for n, v, tally in groups])] if groups else []),
        _differences(found, names),
        *(_plots(found, names) if len(names) <= PLOTTED else []),
    )


def _values(caption: str, rows: Sequence[tuple[str, Tally]]) -> Safe:
    found = [(name, tally, measures(tally)) for name, tally in rows]
    heads = list(dict.fromkeys(each for _, _, values in found for each in values))
    cells = [
        [name, f"{tally.games:,}", *(shown(values[each]) if each in values else "-" for each in heads)]
        for name, tally, values in found
    ]
    return table(caption, ["Variant", "Games", *map(_capital, heads)], cells)


def _plots(found: Comparison, names: Sequence[str]) -> list[Safe]:
    plots = []
    for measure in dict.fromkeys(name for each in found.measures for name in each):
        rows = []
        for name, values in zip(names, found.measures, strict=True):
            if (value := values.get(measure)) is not None:
                low, high = value.interval()
                rows.append(Dot(name, value.value, low, high, shown(value)))
        share = isinstance(found.measures[0].get(measure), Rate)
        drawing = dots(_capital(measure), rows, _percent if share else _plain)
        plots.append(el("figure", el("figcaption", f"{_capital(measure)}, with 95% intervals"), drawing))
    return plots


def _differences(found: Comparison, names: Sequence[str]) -> Safe:
    level = f"{100 * LEVEL:.0f}%"
    method = (
        f"{found.compared:,} pairs of values were compared: rates by the two-sided test with the pooled "
        f"rate, means by Welch's test. The p-values are corrected for so many comparisons by Holm's method "
        "(1979): "
        f"that any of these differences is there by chance alone has a probability below {level}."
    )
    if not found.differences:
        said = f"No difference is significant among {found.compared:,} comparisons (Holm 1979, {level})."
        return el("div", el("h3", "Significant differences"), el("p", said))
    widest: dict[str, float] = {}
    for each in found.differences:
        widest[each.measure] = max(widest.get(each.measure, 0.0), *map(abs, each.interval))
    rows = [_row(each, names, widest[each.measure]) for each in found.differences[:200]]
    head = ["Measure", "Variant", "Against", "Difference", "", "p"]
    return el(
        "div",
        el("h3", f"Significant differences ({len(found.differences):,})"),
        el("p", method, class_="soft"),
        table("The most certain first", head, rows, wide=3),
    )


def _row(each: Difference, names: Sequence[str], widest: float) -> list[str]:
    sign, unit = (100.0, " points") if each.share else (1.0, "")
    low, high = each.interval
    said = f"{each.by * sign:+.1f} ({low * sign:+.1f} to {high * sign:+.1f}){unit}"
    drawn = small(each.by, low, high, (-widest, widest), said)
    return [_capital(each.measure), names[each.first], names[each.second], said, drawn, p_shown(each.p)]


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def _plain(value: float) -> str:
    return f"{value:g}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
