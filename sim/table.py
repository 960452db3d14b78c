"""Turns the counts of a simulation into plain text tables, 80 columns wide."""

from __future__ import annotations

from collections.abc import Sequence

from .ends import Ends
from .intervals import wilson
from .tally import Name, Tally, Use

_SORTS = {"action": "actions", "component": "components", "option": "options of menus"}
_LONGEST = 28


def tables(tally: Tally, bots: Sequence[str]) -> str:
    """Wins by seat with 95% intervals, lengths, and the use of actions, components and options; ends with a
    newline.
    """
    parts = [_seats(tally, bots), _lengths(tally)]
    parts += [_uses(tally, sort) for sort in _SORTS if any(name[0] == sort for name in tally.uses)]
    return "\n".join(parts)


def ends(found: Ends) -> str:
    """What the players had when games were over, and what lay where; of what everybody can see."""
    amounts = [["name", "mean", "without any"]]
    for name, amount in sorted(found.amounts.items()):
        amounts.append([name, f"{amount.total / amount.seats:.2f}", _percent(amount.none / amount.seats)])
    places = [["zone", "content", "games", "seats", "won", "95% interval", "marked"]]
    for (zone, content), place in sorted(found.places.items()):
        won = _percent(place.won / place.seats) if place.seats else "-"
        interval = _interval(place.won, place.seats) if place.seats else "-"
        marked = ", ".join(f"{name} {count}" for name, count in sorted(place.marked.items()))
        seats = str(place.seats) if place.seats else "-"
        places.append([zone, content[:_LONGEST], str(place.games), seats, won, interval, marked])
    return "\n".join(
        [
            _titled("players at the end", _align(amounts, "<>>")),
            _titled("components at the end", _align(places, "<<>>><<")),
        ]
    )


def _seats(tally: Tally, bots: Sequence[str]) -> str:
    rows = [["seat", "bot", "wins", "shared", "rate", "95% interval"]]
    for seat in range(tally.players):
        wins = tally.wins[seat]
        rate = _percent(wins / tally.games) if tally.games else "-"
        name = bots[seat % len(bots)]
        rows.append(
            [str(seat + 1), name, str(wins), str(tally.shared[seat]), rate, _interval(wins, tally.games)]
        )
    lines = _align(rows, "<<>>><")
    rate = _percent(tally.draws / tally.games) if tally.games else "-"
    lines.append(f"without a winner: {tally.draws} ({rate})")
    return _titled(f"{tally.games} games", lines)


def _lengths(tally: Tally) -> str:
    rows = [["least", "quarter", "median", "three quarters", "most", "mean"]]
    points = [tally.quantile(share) for share in (0.0, 0.25, 0.5, 0.75, 1.0)]
    rows.append([*map(str, points), f"{tally.mean_length():.1f}"])
    return _titled("decisions in a game", _align(rows, ">>>>>>"))


def _uses(tally: Tally, sort: str) -> str:
    """`offered` and `taken` count decisions; `seats` the games of a seat in which it was taken, `won` the
    share of them that were won.
    """
    rows = [["name", "offered", "taken", "rate", "seats", "won", "95% interval"]]
    found = [(name, use) for name, use in tally.uses.items() if name[0] == sort]
    for name, use in sorted(found, key=_most_taken):
        won = _percent(use.won / use.seats) if use.seats else "-"
        taken = _percent(use.taken / use.offered)
        interval = _interval(use.won, use.seats) if use.seats else "-"
        rows.append(
            [name[1][:_LONGEST], str(use.offered), str(use.taken), taken, str(use.seats), won, interval]
        )
    return _titled(_SORTS[sort], _align(rows, "<>>>>><"))


def _most_taken(entry: tuple[Name, Use]) -> tuple[int, Name]:
    return -entry[1].taken, entry[0]


def _interval(successes: int, trials: int) -> str:
    low, high = wilson(successes, trials)
    return f"{_percent(low)} to {_percent(high)}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def _align(rows: Sequence[Sequence[str]], sides: str) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(sides))]
    return [
        "  ".join(
            f"{cell:{side}{width}}" for cell, side, width in zip(row, sides, widths, strict=True)
        ).rstrip()
        for row in rows
    ]


def _titled(title: str, lines: Sequence[str]) -> str:
    return "\n".join([title, *(f"  {line}" for line in lines)]) + "\n"


def failures(tally: Tally, shown: int = 5) -> str:
    """The first games that failed, by number, and how many did."""
    lines = [f"game {number}, {told}" for number, told in sorted(tally.failed.items())[:shown]]
    return "\n".join([*lines, f"{len(tally.failed)} of {tally.games + len(tally.failed)} games failed"])
