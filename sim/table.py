"""Turns the counts of a simulation into plain text tables, 80 columns wide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from textwrap import wrap

from ..interpreter.names import spoken
from ..ir.program import Program
from .ends import Ends
from .intervals import wilson
from .questions import SORTS, Name
from .tally import Tally, Use
from .unused import Unused

LONGEST = 28
"""Letters of a name that are shown."""

WIDTH = 72
"""Letters of a line of names."""

SHOWN = 8
"""Things that a list names before it only counts."""


def tables(tally: Tally, bots: Sequence[str], program: Program, left: Unused | None = None) -> str:
    """Wins by seat with 95% intervals, lengths, and the use of actions, components and options; ends with a
    newline.
    """
    parts = [_seats(tally, bots)]
    if len(tally.bots) > 1:
        parts.append(_bots(tally))
    if len(tally.scenarios) > 1:
        parts.append(_scenarios(tally))
    parts += [_lengths(tally), _questions(tally, program)]
    parts += [
        _uses(tally, sort) for sort in SORTS if any(_is_used(name, use, sort) for name, use in _all(tally))
    ]
    parts += [_only_seen(tally)] if any(_is_only_seen(name, use) for name, use in _all(tally)) else []
    parts += [_unused(left)] if left is not None and tally.games else []
    return "\n".join(parts)


def ends(found: Ends) -> str:
    """What the players had when games were over, and what lay where; of what everybody can see."""
    amounts = [["name", "mean", "without any"]]
    for name, amount in sorted(found.amounts.items()):
        amounts.append([name, f"{amount.total / amount.seats:.2f}", percent(amount.none / amount.seats)])
    places = [["zone", "content", "games", "seats", "won", "95% interval", "marked"]]
    for (zone, content), place in sorted(found.places.items()):
        won = percent(place.won / place.seats) if place.seats else "-"
        interval = _interval(place.won, place.seats) if place.seats else "-"
        marked = ", ".join(f"{name} {count}" for name, count in sorted(place.marked.items()))
        seats = str(place.seats) if place.seats else "-"
        places.append([zone, content[:LONGEST], str(place.games), seats, won, interval, marked])
    return "\n".join(
        [
            titled("players at the end", align(amounts, "<>>")),
            titled("components at the end", align(places, "<<>>><<")),
        ]
    )


# ---- Who won -----------------------------------------------------------------------------------------------


def _seats(tally: Tally, bots: Sequence[str]) -> str:
    rows = [["seat", "bot", "wins", "shared", "rate", "95% interval"]]
    for seat in range(tally.players):
        wins = tally.wins[seat]
        name = bots[seat % len(bots)]
        rows.append([str(seat + 1), name, str(wins), str(tally.shared[seat]), *_rate(wins, tally.games)])
    lines = align(rows, "<<>>><")
    rate = percent(tally.draws / tally.games) if tally.games else "-"
    lines.append(f"without a winner: {tally.draws} ({rate})")
    return titled(f"{tally.games} games", lines)


def _bots(tally: Tally) -> str:
    rows = [["bot", "seats", "wins", "rate", "95% interval"]]
    for bot, counts in sorted(tally.bots.items()):
        rows.append([bot, str(counts["played"]), str(counts["won"]), *_rate(counts["won"], counts["played"])])
    return titled("bots", align(rows, "<>>><"))


def _scenarios(tally: Tally) -> str:
    rows = [["scenario", "games", "without a winner", *(f"seat {n + 1}" for n in range(tally.players))]]
    for name, group in sorted(tally.scenarios.items()):
        wins = [percent(group.wins[seat] / group.games) for seat in range(tally.players)]
        rows.append([name[:LONGEST] or "none", str(group.games), percent(group.draws / group.games), *wins])
    return titled("wins by scenario", align(rows, "<" + ">" * (len(rows[0]) - 1)))


# ---- What was asked ----------------------------------------------------------------------------------------


def _lengths(tally: Tally) -> str:
    rows = [["least", "quarter", "median", "three quarters", "most", "mean"]]
    points = [tally.quantile(share) for share in (0.0, 0.25, 0.5, 0.75, 1.0)]
    rows.append([*map(str, points), f"{tally.mean_length():.1f}"])
    return titled("decisions in a game", align(rows, ">>>>>>"))


KINDS = {"Act": "actions", "Menu": "menus", "Choose": "choices"}
"""The kinds of questions that seats are put, by the statement that puts them."""


def _points(program: Program) -> dict[tuple[int, int], object]:
    from ..ir.world import World

    points = World(program, program.low_players).points
    return {(routine, point): s for routine, own in enumerate(points) for point, s in own.items()}


def _questions(tally: Tally, program: Program) -> str:
    rows = [["kind", "decisions", "a game", "options", "only one option"]]
    asked, options, single = Counter[str](), Counter[str](), Counter[str]()
    points = _points(program)
    for where, put in tally.questions.items():
        kind = KINDS[type(points[where]).__name__]
        asked[kind] += put.asked
        options[kind] += put.options
        single[kind] += put.single
    for kind, count in sorted(asked.items(), key=lambda each: (-each[1], each[0])):
        a_game = count / max(1, tally.games)
        rows.append(
            [kind, str(count), f"{a_game:.1f}", f"{options[kind] / count:.1f}", percent(single[kind] / count)]
        )
    return titled("decisions by kind", align(rows, "<>>>>"))


# ---- What was used -----------------------------------------------------------------------------------------


def _all(tally: Tally) -> list[tuple[Name, Use]]:
    return sorted(tally.uses.items(), key=_most_taken)


def _most_taken(entry: tuple[Name, Use]) -> tuple[int, Name]:
    return -entry[1].taken, entry[0]


def _is_used(name: Name, use: Use, sort: str) -> bool:
    return name[0] == sort and use.offered > 0


def _is_only_seen(name: Name, use: Use) -> bool:
    return name[0] == "component" and use.offered == 0


def _uses(tally: Tally, sort: str) -> str:
    """`offered` and `taken` count decisions; `seats` the games of a seat in which it was taken, `won` the
    share of them that were won.
    """
    rows = [["name", "offered", "taken", "rate", "seats", "won", "95% interval"]]
    for name, use in _all(tally):
        if _is_used(name, use, sort):
            won = _rate(use.taken_won, use.taken_seats)
            taken = percent(use.taken / use.offered)
            rows.append(
                [name[1][:LONGEST], str(use.offered), str(use.taken), taken, str(use.taken_seats), *won]
            )
    return titled(SORTS[sort], align(rows, "<>>>>><"))


def _only_seen(tally: Tally) -> str:
    """Components that nobody is asked about, such as events: how seeing one went with winning."""
    found = [(name[1], use) for name, use in _all(tally) if _is_only_seen(name, use)]
    always = [name for name, use in found if use.seen_seats == tally.games * tally.players]
    rows = [["name", "seats that saw it", "won", "95% interval"]]
    for name, use in found:
        if name not in always:
            rows.append([name[:LONGEST], str(use.seen_seats), *_rate(use.seen_won, use.seen_seats)])
    lines = align(rows, "<>><") if len(rows) > 1 else []
    named = _listed("seen by all in every game", always)
    return titled("seen, and never a matter of choice", [*lines, *(named.split("\n") if always else [])])


def _unused(left: Unused) -> str:
    lines = [
        _listed("components never seen", [content.name for content in left.unseen]),
        _listed("components never taken", [content.name for content in left.untaken]),
        _listed("actions never taken", list(left.actions)),
        _listed("options never taken", list(left.options)),
    ]
    if left.covered:
        lines += [
            _listed(
                "rules that never ran", [f"{spoken(rule.what)} ({rule.at})" for rule in left.rules], "\n"
            ),
            _listed("conditions", [f"{found.what} ({found.at})" for found in left.conditions], "\n"),
        ]
    found = [line for line in lines if line]
    title = f"never used (rules: in the first {left.covered} games)" if left.covered else "never used"
    return titled(title, [each for line in found for each in line.split("\n")] or ["nothing"])


def _listed(what: str, names: Sequence[str], sign: str = ", ") -> str:
    if not names:
        return ""
    shown = list(names[:SHOWN])
    if len(names) > SHOWN:
        shown.append(f"and {len(names) - SHOWN} more")
    if sign == "\n":
        return "\n".join([f"{what}: {len(names)}", *(f"  {name}" for name in shown)])
    return "\n".join([f"{what}: {len(names)}", *(f"  {line}" for line in wrap(sign.join(shown), WIDTH))])


# ---- Text --------------------------------------------------------------------------------------------------


def _rate(successes: int, trials: int) -> list[str]:
    """A rate with its interval, or dashes."""
    return [percent(successes / trials), _interval(successes, trials)] if trials else ["-", "-"]


def _interval(successes: int, trials: int) -> str:
    low, high = wilson(successes, trials)
    return f"{percent(low)} to {percent(high)}"


def percent(share: float) -> str:
    """A share of one with one place behind the point."""
    return f"{100 * share:.1f}%"


def align(rows: Sequence[Sequence[str]], sides: str) -> list[str]:
    """Rows as lines with columns under each other; `sides` has `<` or `>` for each column."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(sides))]
    return [
        "  ".join(
            f"{cell:{side}{width}}" for cell, side, width in zip(row, sides, widths, strict=True)
        ).rstrip()
        for row in rows
    ]


def titled(title: str, lines: Sequence[str]) -> str:
    """A title with indented lines under it; ends with a newline."""
    return "\n".join([title, *(f"  {line}" for line in lines)]) + "\n"


def failures(tally: Tally, shown: int = 5) -> str:
    """The first games that failed, by number, and how many did."""
    lines = [f"game {number}, {told}" for number, told in sorted(tally.failed.items())[:shown]]
    return "\n".join([*lines, f"{len(tally.failed)} of {tally.games + len(tally.failed)} games failed"])
