"""Draws rates with their intervals, and how often which number came, as SVG that can be read aloud."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from .html import Safe, el, join

WIDTH, LABEL, MOST_LABEL, VALUE, ROW = 820, 120, 300, 245, 26

Show = Callable[[float], str]


@dataclass(frozen=True, slots=True)
class Dot:
    """A value with its interval and what it is called; `told` stands beside it."""

    name: str
    value: float
    low: float
    high: float
    told: str


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers from `low` to `high`, at most so many and one."""
    if high <= low:
        return [low]
    step = 10.0 ** floor(log10((high - low) / most))
    while (high - low) / step > most:
        step *= 2 if f"{step:e}"[0] in "15" else 2.5
    first = ceil(low / step - 1e-9)
    return [n * step for n in range(first, floor(high / step + 1e-9) + 1)]


def dots(title: str, rows: Sequence[Dot], show: Show, mark: tuple[float, str] | None = None) -> Safe:
    """A row for each: a dot in its interval, on a common scale. `mark`: a value that is drawn as a line, and
    what it is.
    """
    low, high = _range([row.low for row in rows], [row.high for row in rows], mark)
    label = max(LABEL, min(MOST_LABEL, 7 * max(len(row.name) for row in rows) + 24))
    scale = _Scale(low, high, label, WIDTH - VALUE)
    bottom = ROW * len(rows) + 8
    parts = [
        join(
            [
                _line(scale(at), 0, scale(at), bottom, "var(--line)"),
                _text(scale(at), bottom + 16, show(at), "middle", soft=True),
            ]
        )
        for at in ticks(low, high)
    ]
    if mark is not None:
        parts.append(
            el(
                "line",
                x1=scale(mark[0]),
                x2=scale(mark[0]),
                y1=-2,
                y2=bottom,
                stroke="var(--soft)",
                stroke_dasharray="4 3",
            )
        )
        parts.append(_text(scale(mark[0]), -8, mark[1], "middle", soft=True))
    for number, row in enumerate(rows):
        y = ROW * number + ROW / 2 + 4
        parts.append(_text(label - 12, y + 4, _short(row.name, MOST_LABEL // 7), "end"))
        parts.append(_interval(scale, row, y))
        parts.append(_text(WIDTH - VALUE + 14, y + 4, row.told, "start"))
    desc = "; ".join(f"{row.name}: {row.told}" for row in rows[:40])
    return svg(title, desc, (0, -24, WIDTH, bottom + 48), *parts)


def _range(
    lows: Sequence[float], highs: Sequence[float], mark: tuple[float, str] | None
) -> tuple[float, float]:
    values = [*lows, *highs, *([] if mark is None else [mark[0]])]
    low, high = min(values), max(values)
    room = (high - low or abs(high) or 1.0) * 0.06
    return low - room if low - room > 0 or low < 0 else 0.0, high + room


def _interval(scale: _Scale, row: Dot, y: float) -> Safe:
    return join(
        [
            el(
                "line",
                x1=scale(row.low),
                x2=scale(row.high),
                y1=y,
                y2=y,
                stroke="var(--mark)",
                stroke_width=3,
                stroke_linecap="round",
                opacity=0.55,
            ),
            el("circle", cx=scale(row.value), cy=y, r=5, fill="var(--mark)"),
        ]
    )


def small(value: float, low: float, high: float, bounds: tuple[float, float], told: str) -> Safe:
    """A value in its interval for a cell of a table; zero is a line, and colour says on which side it is."""
    width, height = 150, 16
    scale = _Scale(*bounds, 4, width - 4)
    colour = "var(--good)" if low > 0 else "var(--bad)" if high < 0 else "var(--soft)"
    cut = (max(low, bounds[0]), min(high, bounds[1]))
    return svg(
        told,
        "",
        (0, 0, width, height),
        el("line", x1=scale(0), x2=scale(0), y1=0, y2=height, stroke="var(--line)"),
        el(
            "line",
            x1=scale(cut[0]),
            x2=scale(cut[1]),
            y1=height / 2,
            y2=height / 2,
            stroke=colour,
            stroke_width=2.5,
            stroke_linecap="round",
            opacity=0.6,
        ),
        el(
            "circle",
            cx=scale(min(max(value, bounds[0]), bounds[1])),
            cy=height / 2,
            r=3.5,
            fill=colour,
        ),
        wide=width,
    )


def bar(share: float, told: str) -> Safe:
    """A share of one for a cell of a table."""
    width, height = 70, 12
    return svg(
        told,
        "",
        (0, 0, width, height),
        el("rect", x=0, y=0, width=width, height=height, rx=2, fill="var(--fill)"),
        el("rect", x=0, y=0, width=width * min(1.0, share), height=height, rx=2, fill="var(--bar)"),
        wide=width,
    )


def histogram(title: str, counts: Sequence[tuple[int, int]], unit: str, most: int = 48) -> Safe:
    """How often which number came, in at most so many bars of one width; the median is marked."""
    size = _round_size((counts[-1][0] - counts[0][0] + 1) / most)
    low, high = counts[0][0] // size * size, counts[-1][0]
    bins: dict[int, int] = {}
    for number, times in counts:
        bins[(number - low) // size] = bins.get((number - low) // size, 0) + times
    total, top, height, left = sum(bins.values()), max(bins.values()), 190, 52
    scale = _Scale(low - 0.5, low + size * ((high - low) // size + 1) - 0.5, left, WIDTH - 10)
    parts: list[Safe] = []
    for share in ticks(0, top / total, 5):
        y = height - height * share * total / top
        parts.append(_line(left, y, WIDTH - 10, y, "var(--line)"))
        parts.append(_text(left - 8, y + 4, _percent(share), "end", soft=True))
    for position, times in sorted(bins.items()):
        first = low + position * size
        x, y = scale(first - 0.5), height - height * times / top
        span = f"{first}" if size == 1 else f"{first} to {first + size - 1}"
        parts.append(
            el(
                "rect",
                el("title", f"{span} {unit}: {times:,} ({_percent(times / total)})"),
                x=x + 0.5,
                y=y,
                width=max(0.5, scale(first + size - 0.5) - x - 1),
                height=height - y,
                fill="var(--bar)",
            )
        )
    parts.append(_line(left, height, WIDTH - 10, height, "var(--soft)"))
    middle = _median(counts, total)
    parts.append(_line(scale(middle), 0, scale(middle), height, "var(--mark)"))
    parts.append(_text(scale(middle), -8, f"median {middle}", "middle"))
    parts += [
        _text(scale(at), height + 18, f"{at:,.0f}", "middle", soft=True)
        for at in ticks(low, high, 10)
        if at == int(at)
    ]
    desc = f"{low} to {high} {unit}, median {middle}"
    return svg(title, desc, (0, -24, WIDTH, height + 52), *parts)


def _round_size(least: float) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50, ... that is no smaller: other sizes beat with the game's turns."""
    power = 1
    while True:
        for step in (1, 2, 5):
            if step * power >= least:
                return step * power
        power *= 10


def _median(counts: Sequence[tuple[int, int]], total: int) -> int:
    seen = 0
    for number, times in counts:
        seen += times
        if 2 * seen >= total:
            return number
    return counts[-1][0]


# ---- Parts -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Scale:
    """From values `low`..`high` to coordinates `left`..`right`."""

    low: float
    high: float
    left: float
    right: float

    def __call__(self, value: float) -> float:
        return self.left + (value - self.low) / ((self.high - self.low) or 1.0) * (self.right - self.left)


def svg(
    title: str, desc: str, box: tuple[float, float, float, float], *parts: Safe, wide: int | None = None
) -> Safe:
    """A drawing with a title and a description that a reader of screens speaks."""
    told = [el("title", title), *([el("desc", desc)] if desc else [])]
    return el(
        "svg",
        *told,
        *parts,
        viewBox=" ".join(str(each) for each in box),
        width=wide,
        role="img",
        aria_label=title,
    )


def _line(x1: float, y1: float, x2: float, y2: float, colour: str) -> Safe:
    return el("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour)


def _text(x: float, y: float, text: str, anchor: str, *, soft: bool = False) -> Safe:
    return el("text", text, x=x, y=y, text_anchor=anchor, class_="soft" if soft else None)


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%".replace(".0%", "%")
