"""Finds the name that somebody probably meant, among the names that are visible there."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(wrong: str, names: Iterable[str]) -> str | None:
    """The visible name closest to `wrong`, or None where none is close.

    Close are slips of the hand: one for up to four letters, two for up to eight, three beyond. Of several
    equally close names the alphabetically first is taken, so the answer never depends on their order.

    Distance: optimal string alignment (insert, delete, replace, swap neighbours); a change of case is free up
    to the tie-break.
    """
    cap = 1 if len(wrong) <= 4 else 2 if len(wrong) <= 8 else 3
    best: tuple[int, int, str] | None = None
    for name in set(names):
        if name == wrong or abs(len(name) - len(wrong)) > cap:
            continue
        distance = _distance(wrong.lower(), name.lower(), cap)
        if distance <= cap and distance < len(wrong):
            rank = (distance, _distance(wrong, name, len(name)), name)
            best = rank if best is None else min(best, rank)
    return None if best is None else best[2]


def _distance(a: str, b: str, cap: int) -> int:
    """Optimal string alignment distance of two words; `cap + 1` stands for anything above `cap`."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        earlier, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
        if min(row) > cap:
            return cap + 1
    return row[-1]


def truth(word: str) -> str | None:
    """`true` or `false` for a word that other languages take for it: yes, no, on, off, True, 0 and 1."""
    lower = word.lower()
    if lower in ("true", "yes", "on", "y", "1"):
        return "true"
    return "false" if lower in ("false", "no", "off", "n", "0") else None
