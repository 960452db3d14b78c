"""Turns what was asked, seen, offered and taken in simulated games into tables of a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from ..interpreter.coverage import Missed
from ..interpreter.names import spoken
from ..ir.program import Choose, Content, Menu, Program
from ..ir.span import Span
from ..ir.world import World
from .html import Safe, el, table
from .intervals import newcombe
from .plots import bar, small
from .questions import Name
from .subject import Subject
from .table import KINDS
from .tally import Put, Use

# ---- Questions ---------------------------------------------------------------------------------------------


def question_sections(subject: Subject) -> Iterator[Safe]:
    """Decisions by kind, and by the place that puts the question."""
    program, games = subject.program, subject.tally.games
    points = World(program, subject.plan.players).points
    kinds: dict[str, Put] = {}
    rows = []
    for (routine, point), put in sorted(subject.tally.questions.items(), key=_most_asked):
        statement = points[routine][point]
        kind = KINDS[type(statement).__name__]
        kinds.setdefault(kind, Put()).add(put)
        rows.append(
            [_prompt(statement), el("code", str(statement.at)), kind.removesuffix("s"), *_figures(put, games)]
        )
    head = ["Decisions a game", "Options", "Only one option"]
    by_kind = [[kind, *_figures(put, games)] for kind, put in sorted(kinds.items())]
    yield el(
        "section",
        el("h2", "What is asked"),
        table("Decisions by kind", ["Kind", *head], by_kind),
        table("By question, the most frequent first", ["Question", "Where", "Kind", *head], rows, wide=3),
    )


def _most_asked(entry: tuple[tuple[int, int], Put]) -> tuple[int, tuple[int, int]]:
    return -entry[1].asked, entry[0]


def _figures(put: Put, games: int) -> list[str]:
    return [
        f"{put.asked / games:,.2f}",
        f"{put.options / put.asked:.1f}",
        f"{100 * put.single / put.asked:.1f}%",
    ]


def _prompt(statement: object) -> str:
    if isinstance(statement, Choose | Menu):
        return "".join(part if isinstance(part, str) else "…" for part in statement.prompt.parts) or "-"
    return "Choose an action"


# ---- Uses --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Effect:
    """What a thing did, and how the seats that used it fared against those that did not."""

    name: str
    use: Use
    value: float
    low: float
    high: float


def use_sections(subject: Subject) -> Iterator[Safe]:
    """Tables of actions, of the components of each kind, of options: how taking them went with winning."""
    groups = _groups(subject)
    if not groups:
        return
    yield el(
        "section",
        el("h2", "What is used, and how that goes with winning"),
        el(
            "p",
            "The effect is the difference, in percentage points, between the shares of wins of seats that "
            "took it and of those that could have and did not (for what is only seen: that saw it, and that "
            "did not). Where the interval does not hold zero, it is coloured.",
            class_="soft",
        ),
        *(_group(title, subject, uses) for title, uses in groups),
    )


def _groups(subject: Subject) -> list[tuple[str, list[tuple[str, Use]]]]:
    program, uses = subject.program, subject.tally.uses
    titles = {content.name: content for content in program.contents}
    shared = {title for title, count in Counter(c.title for c in program.contents).items() if count > 1}
    found: dict[tuple[int, str], list[tuple[str, Use]]] = {}
    for name, use in sorted(uses.items()):
        if use.offered or name[0] == "component":
            found.setdefault(_sort(program, titles, name, use), []).append(
                (_title(titles, name, shared), use)
            )
    return [(title, rows) for (_, title), rows in sorted(found.items())]


def _sort(program: Program, contents: dict[str, Content], name: Name, use: Use) -> tuple[int, str]:
    """Under which title a thing stands, and how far up."""
    match name[0]:
        case "action":
            return 0, "Actions"
        case "component":
            kind = program.kinds[contents[name[1]].kind]
            title = _capital(kind.title or spoken(kind.name))
            return (1, title) if use.offered else (3, f"{title}: seen, and never a matter of choice")
        case "space":
            return 2, "Spaces"
        case _:
            return 4, "Options of menus and other choices"


def _title(contents: dict[str, Content], name: Name, shared: Collection[str]) -> str:
    """What a thing is called; with its name in the files where others are called so, too."""
    content = contents.get(name[1]) if name[0] in ("component", "space") else None
    if content is None or not content.title:
        return spoken(name[1])
    return f"{content.title} ({content.name})" if content.title in shared else content.title


def _group(title: str, subject: Subject, uses: Sequence[tuple[str, Use]]) -> Safe:
    """A table; what nobody is asked about and everybody sees in every game is only named."""
    seats = subject.tally.games * subject.plan.players
    always = [name for name, use in uses if not use.offered and use.seen_seats == seats]
    rest = [(name, use) for name, use in uses if use.offered or use.seen_seats < seats]
    named = f"Seen by all in every game: {', '.join(dict.fromkeys(always))}."
    return el(
        "div",
        *([_table(title, subject, rest, seats)] if rest else [el("h3", title.partition(":")[0])]),
        *([el("p", named, class_="soft")] if always else []),
    )


def _table(title: str, subject: Subject, uses: Sequence[tuple[str, Use]], seats: int) -> Safe:
    wins = sum(subject.tally.wins.values())
    chosen = any(use.offered for _, use in uses)
    effects = [_taking(name, use) if chosen else _seeing(name, use, seats, wins) for name, use in uses]
    effects.sort(key=lambda each: (-each.value if each.high - each.low < 2 else 9, each.name))
    widest = max((abs(end) for each in effects for end in (each.low, each.high) if _known(each)), default=0.1)
    bounds = (-min(1.0, widest), min(1.0, widest))
    if chosen:
        seen = any(use.seen_seats for _, use in uses)
        head = ["Offered", "Taken", "", "Won when taken", "Effect of taking", ""]
        head = ["Name", *(["Seen"] if seen else []), *head]
        rows = [_taken_row(each, seats if seen else 0, bounds) for each in effects]
    else:
        head = ["Name", "Seen", "Won when seen", "Effect of seeing", ""]
        rows = [_seen_row(each, seats, bounds) for each in effects]
    return table(title, head, rows)


def _known(effect: _Effect) -> bool:
    """Whether there were seats of both sorts."""
    return effect.high - effect.low < 2


def _taking(name: str, use: Use) -> _Effect:
    others = (use.offered_won - use.taken_won, use.offered_seats - use.taken_seats)
    return _effect(name, use, (use.taken_won, use.taken_seats), others)


def _seeing(name: str, use: Use, seats: int, wins: int) -> _Effect:
    return _effect(name, use, (use.seen_won, use.seen_seats), (wins - use.seen_won, seats - use.seen_seats))


def _effect(name: str, use: Use, with_: tuple[int, int], without: tuple[int, int]) -> _Effect:
    low, high = newcombe(with_, without)
    value = with_[0] / with_[1] - without[0] / without[1] if with_[1] and without[1] else 0.0
    return _Effect(name, use, value, low, high)


def _taken_row(effect: _Effect, seats: int, bounds: tuple[float, float]) -> list[str]:
    use = effect.use
    share = use.taken / use.offered if use.offered else 0.0
    return [
        effect.name,
        *([_percent(use.seen_seats, seats)] if seats else []),
        f"{use.offered:,}",
        _percent(use.taken, use.offered),
        bar(share, f"{effect.name}: taken in {_percent(use.taken, use.offered)} of the offers"),
        _percent(use.taken_won, use.taken_seats),
        *_shown(effect, bounds),
    ]


def _seen_row(effect: _Effect, seats: int, bounds: tuple[float, float]) -> list[str]:
    use = effect.use
    return [
        effect.name,
        _percent(use.seen_seats, seats),
        _percent(use.seen_won, use.seen_seats),
        *_shown(effect, bounds),
    ]


def _shown(effect: _Effect, bounds: tuple[float, float]) -> list[str]:
    if not _known(effect):
        return ["-", ""]
    told = f"{100 * effect.value:+.1f} ({100 * effect.low:+.1f} to {100 * effect.high:+.1f})"
    side = "good" if effect.low > 0 else "bad" if effect.high < 0 else None
    drawn = small(effect.value, effect.low, effect.high, bounds, f"{effect.name}: {told} points")
    return [el("span", told, class_=side), drawn]


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%" if whole else "-"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# ---- Ends --------------------------------------------------------------------------------------------------


def end_sections(subject: Subject) -> Iterator[Safe]:
    """What players have and what lies where when games are over, as everybody sees it."""
    ends, games = subject.tally.ends, subject.tally.games
    parts = []
    if ends.amounts:
        rows = [
            [spoken(name), f"{amount.total / amount.seats:,.2f}", _percent(amount.none, amount.seats)]
            for name, amount in sorted(ends.amounts.items())
        ]
        parts.append(table("Numbers of the players", ["Name", "Mean", "Seats with 0"], rows))
    titles = {content.name: content.title or spoken(content.name) for content in subject.program.contents}
    if ends.places:
        placed = [
            [
                spoken(zone),
                titles[content],
                _percent(place.games, games),
                f"{place.seats:,}" if place.seats else "-",
                _percent(place.won, place.seats),
                ", ".join(f"{spoken(name)}: {count:,}" for name, count in sorted(place.marked.items())),
            ]
            for (zone, content), place in sorted(ends.places.items())
        ]
        head = ["Zone", "Component", "Games", "Seats that have it", "Won of these", "Marked"]
        parts.append(table("What lies where, as everybody sees it", head, placed, wide=2))
    if parts:
        yield el("section", el("h2", "When games are over"), *parts)


# ---- What was never used -----------------------------------------------------------------------------------


def never_sections(subject: Subject) -> Iterator[Safe]:
    """Content that nobody saw or took, rules that never ran."""
    left = subject.unused
    contents = [
        ("Components that nobody ever saw", left.unseen),
        ("Components that were offered and never taken", left.untaken),
    ]
    parts = [
        _names(title, [content.title or spoken(content.name) for content in found], [c.at for c in found])
        for title, found in contents
        if found
    ]
    parts += (
        [_names("Actions that nobody took", [spoken(n) for n in left.actions], [])] if left.actions else []
    )
    parts += (
        [_names("Options that nobody took", [spoken(n) for n in left.options], [])] if left.options else []
    )
    if left.covered:
        parts += _rules(left.rules, left.conditions, left.covered)
    yield el("section", el("h2", "What was never used"), *(parts or [el("p", "Everything was used.")]))


def _rules(rules: Sequence[Missed], conditions: Sequence[Missed], covered: int) -> list[Safe]:
    note = f"in the first {covered:,} games, which were traced"
    parts = []
    if rules:
        parts.append(_by_file(f"Rules that never ran, {note}", [(r.at, spoken(r.what)) for r in rules]))
    if conditions:
        told = [(found.at, f"{found.what}, in {spoken(found.routine)}") for found in conditions]
        parts.append(_by_file(f"Conditions that went one way only, {note}", told))
    return parts


def _by_file(title: str, found: Sequence[tuple[Span, str]]) -> Safe:
    """A list for each file: `line: name`."""
    files: dict[str, list[Safe]] = {}
    for at, name in found:
        place = el("code", f"{at.file}:{at.line}", class_="soft")
        files.setdefault(at.file, []).append(el("li", name, " ", place))
    parts = []
    for file, items in sorted(files.items()):
        parts += [el("h4", f"{file} ({len(items):,})"), el("ul", *items, class_="columns")]
    return el("div", el("h3", f"{title} ({len(found):,})"), *parts)


def _names(title: str, names: Sequence[str], places: Sequence[object]) -> Safe:
    """A list with, behind each name, the place in the files where it stands."""
    items = [
        el("li", name, *([" ", el("code", str(places[n]), class_="soft")] if places else []))
        for n, name in enumerate(names)
    ]
    return el("div", el("h3", f"{title} ({len(names):,})"), el("ul", *items, class_="columns"))
