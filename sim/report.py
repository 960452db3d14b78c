"""Turns what a simulation came to into one page that needs nothing else, with plots, for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..interpreter.names import spoken
from .compare import by_option, compare
from .html import Safe, el, page, table
from .intervals import mean_of, wilson
from .plots import Dot, dots, histogram
from .report_sweep import sweep_section
from .report_use import end_sections, never_sections, question_sections, use_sections
from .subject import Report, Subject
from .sweep import BOTS, PLAYERS
from .tally import Group, Tally


def page_of(report: Report) -> str:
    """The page. The same games give the same bytes."""
    first = report.subjects[0]
    title = first.program.title or spoken(first.program.name)
    parts = [_head(title, report)]
    if len(report.subjects) > 1:
        labels, tallies = [each.label for each in report.subjects], [each.tally for each in report.subjects]
        parts.append(sweep_section(compare(labels, tallies), tallies, by_option(labels, tallies)))
    for each in report.subjects:
        if len(report.subjects) > 1:
            parts.append(el("h2", f"Variant: {each.name}"))
        parts += _subject(each)
    parts.append(_notes())
    return page(f"{title}: simulated games", *parts)


def _subject(subject: Subject) -> Iterator[Safe]:
    if not subject.tally.games:
        yield el("p", "No game of this variant came to its end.")
        yield _failed(subject)
        return
    yield _findings(subject)
    yield _winners(subject)
    yield _lengths(subject.tally)
    if subject.tally.scores:
        yield _scores(subject.tally)
    yield from question_sections(subject)
    yield from use_sections(subject)
    yield from end_sections(subject)
    yield from never_sections(subject)
    yield _failed(subject)


# ---- Head --------------------------------------------------------------------------------------------------


def _head(title: str, report: Report) -> Safe:
    first = report.subjects[0]
    games = sum(each.tally.games for each in report.subjects)
    options = ", ".join(f"{name}: {value}" for name, value in sorted(first.plan.chosen.items()))
    swept = {name for name, _ in first.label}
    bots = f"bots: {', '.join(first.plan.bots)}{' (changing seats)' if first.plan.rotate else ''}"
    facts = [
        *([f"{first.plan.players} players"] if PLAYERS not in swept else []),
        *([bots] if BOTS not in swept else []),
        f"seed {first.plan.seed}",
        *([options] if options and len(report.subjects) == 1 else []),
        *([f"{len(report.subjects)} variants"] if len(report.subjects) > 1 else []),
    ]
    played = dict.fromkeys(pack for each in report.subjects for pack in each.program.packs)
    packs = ", ".join(f"{name} {version}" for name, version in played)
    lines = [
        el("h1", f"{title}: {games:,} simulated games"),
        el("p", " · ".join(facts), class_="soft"),
        el("p", f"Packs: {packs} · Tafl {report.version}", class_="soft"),
        el("pre", el("code", report.command)),
    ]
    if report.stopped:
        lines.append(
            el(
                "p",
                f"Not all of the {report.wanted:,} games were played: {report.stopped}.",
                class_="bad",
            )
        )
    return el("header", *lines)


# ---- What stands out ---------------------------------------------------------------------------------------


def _findings(subject: Subject) -> Safe:
    """Sentences that the rest of the page gives the figures of."""
    return el("ul", *(el("li", each) for each in _sentences(subject)), class_="findings")


def _sentences(subject: Subject) -> Iterator[str]:
    tally, left = subject.tally, subject.unused
    fair = _fair(tally)
    for seat in range(tally.players):
        low, high = wilson(tally.wins[seat], tally.games)
        if not low <= fair <= high:
            side = "more" if low > fair else "less"
            rate = _percent(tally.wins[seat] / tally.games)
            yield f"Seat {seat + 1} wins {rate} of the games, {side} than its share of {_percent(fair)}."
    if tally.players > 1 and all(_is_fair(tally, seat, fair) for seat in range(tally.players)):
        yield "No seat wins significantly more or less than its share."
    if tally.draws:
        yield f"{_percent(tally.draws / tally.games)} of the games end without a winner."
    yield (
        f"Half of the games take {tally.quantile(0.25):,} to {tally.quantile(0.75):,} decisions; "
        f"the longest took {tally.quantile(1.0):,}."
    )
    if left.unseen:
        yield f"{_count(len(left.unseen), 'component is', 'components are')} never seen by anybody."
    if left.untaken or left.options or left.actions:
        number = len(left.untaken) + len(left.options) + len(left.actions)
        yield f"{_count(number, 'thing that can be chosen is', 'things that can be chosen are')} never taken."
    if left.rules:
        yield (
            f"{_count(len(left.rules), 'rule', 'rules')} never ran in the first {left.covered:,} games; "
            "the end of this page says where they stand."
        )
    if tally.failed:
        yield f"{_count(len(tally.failed), 'game', 'games')} failed; see below."


def _is_fair(tally: Tally, seat: int, fair: float) -> bool:
    low, high = wilson(tally.wins[seat], tally.games)
    return low <= fair <= high


def _fair(tally: Tally) -> float:
    """The share of the games that each seat would win if all won as many."""
    return sum(tally.wins.values()) / tally.players / tally.games


def _count(number: int, one: str, more: str) -> str:
    return f"{number:,} {one if number == 1 else more}"


# ---- Who wins ----------------------------------------------------------------------------------------------


def _winners(subject: Subject) -> Safe:
    tally, plan = subject.tally, subject.plan
    rows = [
        _rate(_seat(subject, seat), tally.wins[seat], tally.games, f", {tally.shared[seat]:,} shared")
        for seat in range(tally.players)
    ]
    parts = [
        el("h2", "Who wins"),
        _figure(
            "Share of the games that each seat wins, with 95% intervals",
            dots("Wins by seat", rows, _percent, (_fair(tally), "equal shares")),
        ),
    ]
    if len(set(plan.bots)) > 1:
        bots = [
            _rate(bot, counts["won"], counts["played"], f" of {counts['played']:,}")
            for bot, counts in sorted(tally.bots.items())
        ]
        note = "" if plan.rotate else "; bots keep their seats, so that seat and bot cannot be told apart"
        parts.append(
            _figure(f"Share of its games that each bot wins{note}", dots("Wins by bot", bots, _percent))
        )
    if len(tally.scenarios) > 1:
        parts.append(_scenarios(tally, tally.scenarios))
    return el("section", *parts)


def _seat(subject: Subject, seat: int) -> str:
    plan = subject.plan
    return f"Seat {seat + 1}" + ("" if plan.rotate else f" ({plan.bots[seat % len(plan.bots)]})")


def _scenarios(tally: Tally, groups: dict[str, Group]) -> Safe:
    head = ["Scenario", "Games", "Without a winner", *(f"Seat {n + 1} wins" for n in range(tally.players))]
    rows = []
    for name, group in sorted(groups.items()):
        wins = [_with_interval(group.wins[seat], group.games) for seat in range(tally.players)]
        rows.append([spoken(name) or "none", f"{group.games:,}", _percent(group.draws / group.games), *wins])
    return table("Wins by the scenario that was played last", head, rows)


def _rate(name: str, successes: int, trials: int, more: str) -> Dot:
    low, high = wilson(successes, trials)
    told = f"{_percent(successes / trials)} ({_percent(low)} to {_percent(high)}){more}"
    return Dot(name, successes / trials, low, high, told)


def _with_interval(successes: int, trials: int) -> str:
    low, high = wilson(successes, trials)
    return f"{_percent(successes / trials)} ({_percent(low)} to {_percent(high)})"


# ---- How long ----------------------------------------------------------------------------------------------


def _lengths(tally: Tally) -> Safe:
    mean = mean_of(tally.lengths)
    low, high = mean.interval()
    parts = [
        el("h2", "How long"),
        _figure(
            f"Decisions of players in a game: mean {mean.mean:,.1f} ({low:,.1f} to {high:,.1f})",
            histogram("Decisions in a game", tally.sorted_lengths(), "decisions"),
        ),
    ]
    if len(tally.rounds) > 1:
        parts.append(
            _figure("Rounds in a game", histogram("Rounds in a game", sorted(tally.rounds.items()), "rounds"))
        )
    return el("section", *parts)


def _scores(tally: Tally) -> Safe:
    rows = []
    for seat in range(tally.players):
        own = Counter({score: count for (who, score), count in tally.scores.items() if who == seat})
        mean = mean_of(own)
        low, high = mean.interval()
        rows.append(
            Dot(f"Seat {seat + 1}", mean.mean, low, high, f"{mean.mean:,.2f} ({low:,.2f} to {high:,.2f})")
        )
    all_ = Counter[int]()
    for (_, score), count in tally.scores.items():
        all_[score] += count
    return el(
        "section",
        el("h2", "Scores"),
        _figure("Mean score of each seat, with 95% intervals", dots("Mean scores", rows, lambda n: f"{n:g}")),
        _figure("Scores of all seats", histogram("Scores", sorted(all_.items()), "points")),
    )


def _figure(caption: str, drawing: Safe) -> Safe:
    return el("figure", el("figcaption", caption), drawing)


# ---- The end of the page -----------------------------------------------------------------------------------


def _failed(subject: Subject) -> Safe:
    failed = sorted(subject.tally.failed.items())
    if not failed:
        return Safe("")
    shown = [el("li", f"Game {number}, {told}") for number, told in failed[:20]]
    more = [el("p", f"and {len(failed) - 20:,} more")] if len(failed) > 20 else []
    return el("section", el("h2", "Games that failed"), el("ul", *shown), *more)


def _notes() -> Safe:
    lines = [
        "Intervals are 95% intervals: of a rate the score interval (Wilson 1927), of the difference of two "
        "rates Newcombe's method 10 (1998), of a mean by the normal distribution.",
        "“Seen” counts the seats of all games that have identified one of that name outside the box, "
        "“offered” and “taken” count decisions. What somebody does not recognize counts for nothing.",
        "The effect of taking compares, in percentage points, how often seats won that took it with how "
        "often seats won that could have and did not. It proves no cause: who is ahead has other choices.",
        "Some of the intervals miss: of a hundred without any effect, about five do not hold zero.",
    ]
    return el("section", el("h2", "How to read this"), el("ul", *(el("li", line) for line in lines)))


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"
