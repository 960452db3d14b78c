"""Turns a view into what stands on the screen: boards, what seats and the table have, the result."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from rich.text import Text

from .boards import draw_board, wrapped
from .cells import seat_of, seat_style
from .changes import BUILT_IN, spoken
from .hints import NO_HINTS, Hints

View = Mapping[str, Any]

STEP = "  "


def table(view: View, wanted: Collection[str] = (), width: int = 80, hints: Hints = NO_HINTS) -> list[Text]:
    """The whole table as lines: boards, seats, the table's own; `wanted` are the keys of options, marked on
    boards. What nobody has is left out.
    """
    lines: list[Text] = []
    for board in view["boards"]:
        lines += [*draw_board(board, wanted, width, hints), Text()]
    bare = _bare([seat["state"] for seat in view["seats"]], [seat["zones"] for seat in view["seats"]])
    for seat in view["seats"]:
        lines += draw_seat(seat, seat["seat"] == view["seat"], width, hints, bare)
    zones = [zone for zone in view["table"]["zones"] if zone["count"]]
    state = {name: value for name, value in view["table"]["state"].items() if name not in BUILT_IN}
    own = _state({name: value for name, value in state.items() if value not in (None, [])}, hints)
    own += [Text(f"{name} ").append(title, style="bold") for name, title in hints.facts]
    own += [_zone(zone, hints) for zone in zones]
    return lines + _block(Text("Table", style="bold"), own, width)


def _bare(states: Sequence[View], zones: Sequence[Sequence[View]]) -> frozenset[str]:
    """Names of state and zones that say nothing of anybody."""
    names = {name for state in states for name in state}
    empty = {name for name in names if all(state[name] in (None, 0, []) for state in states)}
    if empty == names:
        empty = {name for name in empty if all(state[name] in (None, []) for state in states)}
    bare = [zone["name"] for row in zones for zone in row]
    return frozenset(
        empty
        | {name for name in bare if not any(z["count"] for row in zones for z in row if z["name"] == name)}
    )


# ---- Seats and the table -----------------------------------------------------------------------


def draw_seat(
    seat: View, mine: bool, width: int = 80, hints: Hints = NO_HINTS, bare: Collection[str] = ()
) -> list[Text]:
    """What a seat has, with its name in its colour; `bare` are the names that are left out."""
    number = seat["seat"]
    head = Text(f"Seat {number + 1}", style=f"bold {seat_style(number)}")
    if mine:
        head.append(" (you)")
    state = {name: value for name, value in seat["state"].items() if name not in bare}
    zones = [_zone(zone, NO_HINTS, number) for zone in seat["zones"] if zone["name"] not in bare]
    return _block(head, [*_state(state, hints), *zones], width)


def _block(head: Text, parts: Sequence[Text], width: int) -> list[Text]:
    """A head and its parts side by side; further lines are indented."""
    return wrapped([head, *parts], width, Text(STEP), hanging=True)


def _state(state: View, hints: Hints) -> list[Text]:
    found = []
    for name, value in state.items():
        text = Text(f"{spoken(name)} ").append_text(_value(value))
        if name in hints.tracks:
            text.append(f"/{hints.tracks[name]}", style="dim")
        found.append(text)
    return found


def _value(value: Any) -> Text:
    match value:
        case None:
            return Text("-", style="dim")
        case bool():
            return Text("yes" if value else "no")
        case list():
            return Text(", ").join([_value(each) for each in value]) if value else Text("-", style="dim")
        case str() if (seat := seat_of(value)) is not None:
            return Text(f"seat {seat + 1}", style=seat_style(seat))
        case str():
            return Text(spoken(value))
        case _:
            return Text(str(value), style="bold")


SHOWN = 12
"""Components of a zone that are listed by name; of an open pile it is the top one."""


def _zone(zone: View, hints: Hints, of: int | None = None) -> Text:
    components, count = zone["components"], zone["count"]
    name = spoken(zone["name"])
    text = Text(f"{name} {count}")
    if zone["shape"] == "pile":
        top = components[0] if components else None
        if top is not None and "key" in top and not _counters(components):
            text.append(", ").append_text(component(top, of=of)).append(" on top")
        return text
    if len(components) == 1 and "back" in components[0]:
        return text
    if components:
        return Text(f"{name}: ").append_text(Text(", ").join(list(_listed(zone, hints, of))))
    return text


def _counters(components: Sequence[View]) -> bool:
    """Whether nothing tells these components apart, since all are of one kind that is its own content."""
    told = [
        (each.get("kind", "?"), each.get("content", ""), each.get("owner"), each.get("state"))
        for each in components
    ]
    kind, content, *_ = told[0]
    return told.count(told[0]) == len(told) and content.replace("_", "") == kind.lower()


def _listed(zone: View, hints: Hints, of: int | None) -> Iterator[Text]:
    components = zone["components"]
    for at, each in enumerate(components[:SHOWN]):
        named = zone["shape"] == "row" and at == _counts_now(components, hints)
        yield (
            Text(">", style="bold").append_text(component(each, "bold reverse", of))
            if named
            else component(each, of=of)
        )
    if len(components) > SHOWN:
        yield Text(f"{len(components) - SHOWN} more")


def _counts_now(components: Sequence[View], hints: Hints) -> int | None:
    """The first component of a row that lies face up, where the rules call it by a name at present."""
    up = (at for at, each in enumerate(components) if each.get("face_up"))
    first = next(up, None)
    titles = {title for _, title in hints.facts}
    return first if first is not None and components[first]["title"] in titles else None


def component(shown: View, style: str = "", of: int | None = None) -> Text:
    """A component as the view shows it: its title, whose it is unless that is `of`, face and state; or so
    many that nobody knows. In parentheses, if it lies face down.
    """
    if "back" in shown:
        times = "" if shown["count"] == 1 else f"{shown['count']} x "
        return Text(f"[{times}{shown['title']}]", style="dim")
    text = Text(shown["title"], style=style or (seat_style(shown["owner"]) if "owner" in shown else ""))
    if "owner" in shown and shown["owner"] != of:
        text.append(f" of seat {shown['owner'] + 1}")
    if "shows" in shown:
        text.append(f" {'-' if shown['shows'] is None else spoken(str(shown['shows']))}")
    state = [each for each in shown.get("state", {}).items() if each[1] not in (None, False)]
    if state:
        words = (
            spoken(name) if value is True else f"{spoken(name)} {_value(value).plain}"
            for name, value in state
        )
        text.append(f" ({', '.join(words)})")
    if not shown["face_up"]:
        text = Text("(", style="dim").append_text(text).append(")")
    return text


# ---- The end -----------------------------------------------------------------------------------


def ranking(result: View) -> list[Text]:
    """Who stands where, best first; seats that share a place stand together."""
    scores = result["scores"]
    order = sorted(range(len(result["ranking"])), key=lambda seat: (result["ranking"][seat], seat))
    lines = [Text("Result", style="bold")]
    for seat in order:
        line = Text(f"{result['ranking'][seat]:>3}. ").append(f"seat {seat + 1}", style=seat_style(seat))
        if scores is not None:
            line.append(f"  {scores[seat]} points")
        line.append(f"  {_outcome(result['outcome'], seat)}")
        lines.append(line)
    return lines


def _outcome(outcomes: Sequence[int], seat: int) -> str:
    own = outcomes[seat]
    if not any(outcomes):
        return "draw"
    if len(set(outcomes)) == 1:
        return "won" if own > 0 else "lost"
    return f"{own:+d}"
