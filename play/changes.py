"""Turns two views of one seat into the changes from the one to the other, said shortly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .cells import seat_of

View = Mapping[str, Any]

BUILT_IN = frozenset({"active", "starter"})
"""Variables of the table that every game has; who is asked is said elsewhere."""

FEW = 4
"""Spaces that a change names one by one."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change in words. `aside`: not worth saying where every option of a question brings it.
    `end`: it is how the game ends. `asks`: it is what the seat is asked next.
    """

    text: str
    aside: bool = False
    end: bool = False
    asks: bool = False


def changes(before: View, after: View) -> list[Change]:
    """What has changed for the seat that looks, what matters most first."""
    seat = before["seat"]
    return [
        *_result(before, after, seat),
        *_seats(before, after, seat, own=True),
        *_spaces(before, after, seat),
        *_figures(before, after, seat),
        *_seats(before, after, seat, own=False),
        *_state("", before["table"]["state"], after["table"]["state"], seat, aside=True),
        *_zones(before, after, seat),
    ]


def spoken(name: str) -> str:
    """A name of the language as words."""
    return name.replace("_", " ")


def _value(value: Any, seat: int | None) -> str:
    other = seat_of(value)
    if other is not None:
        return "you" if other == seat else f"seat {other + 1}"
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case list():
            return " ".join(_value(each, seat) for each in value) or "none"
        case _:
            return spoken(str(value))


def _result(before: View, after: View, seat: int | None) -> Iterator[Change]:
    result = after["result"]
    if result is None or before["result"] is not None:
        return
    outcome = 0 if seat is None else result["outcome"][seat]
    end = "you win" if outcome > 0 else "you lose" if outcome < 0 else "a draw"
    yield Change(f"ends the game: {end}", end=True)


def _seats(before: View, after: View, seat: int | None, *, own: bool) -> Iterator[Change]:
    for old, new in zip(before["seats"], after["seats"], strict=True):
        if (old["seat"] == seat) == own:
            yield from _state(_who(old["seat"], seat), old["state"], new["state"], seat, aside=False)


def _who(owner: int, seat: int | None) -> str:
    return "" if owner == seat else f"seat {owner + 1} "


def _state(who: str, old: View, new: View, seat: int | None, *, aside: bool) -> Iterator[Change]:
    for name, value in old.items():
        if name in new and new[name] != value and name not in BUILT_IN:
            yield Change(
                f"{who}{spoken(name)} {_value(value, seat)} -> {_value(new[name], seat)}", aside=aside
            )


# ---- Boards ------------------------------------------------------------------------------------


def _spaces(before: View, after: View, seat: int | None) -> Iterator[Change]:
    found: dict[tuple[str, str], list[str]] = {}
    for old, new in zip(_all_spaces(before), _all_spaces(after), strict=True):
        for name, value in new["state"].items():
            if old["state"].get(name) != value:
                found.setdefault((name, _became(name, value, seat)), []).append(new["title"])
    for (_, words), spaces in found.items():
        where = ", ".join(spaces) if len(spaces) <= FEW else f"{len(spaces)} spaces"
        yield Change(f"{words}: {where}")


def _became(name: str, value: Any, seat: int | None) -> str:
    if isinstance(value, bool):
        return spoken(name) if value else f"no longer {spoken(name)}"
    return f"{spoken(name)} {_value(value, seat)}"


def _all_spaces(view: View) -> list[View]:
    return [space for board in view["boards"] for space in board["spaces"]]


def _figures(before: View, after: View, seat: int | None) -> Iterator[Change]:
    """What came to a space, left the boards, or was turned or changed there."""
    old, new = _standing(before), _standing(after)
    moved: dict[str, list[str]] = {}
    for key, (space, shown) in new.items():
        if key not in old or old[key][0] != space:
            moved.setdefault(f"{_name(shown, seat)} to", []).append(space)
        else:
            yield from _itself(old[key][1], shown, seat)
    for key, (space, shown) in old.items():
        if key not in new:
            moved.setdefault(f"{_name(shown, seat)} leaves", []).append(space)
    for words, spaces in moved.items():
        where = ", ".join(spaces) if len(spaces) <= FEW else f"{len(spaces)} spaces"
        yield Change(f"{words} {where}")


def _standing(view: View) -> dict[str, tuple[str, View]]:
    titles = {space["key"]: space["title"] for space in _all_spaces(view)}
    return {
        shown["key"]: ("-".join(titles[key] for key in _ends(space, shown)), shown)
        for space in _all_spaces(view)
        for shown in space["components"]
        if "key" in shown
    }


def _ends(space: View, shown: View) -> list[str]:
    """Where a component stands; of several spaces the first and the last."""
    spaces = shown.get("spaces", [space["key"]])
    return [spaces[0], spaces[-1]] if len(spaces) > 1 else [spaces[0]]


def _name(shown: View, seat: int | None) -> str:
    owner = shown.get("owner", seat)
    return str(shown["title"]) if owner == seat else f"{shown['title']} of seat {owner + 1}"


def _itself(old: View, new: View, seat: int | None) -> Iterator[Change]:
    name = _name(new, seat)
    if old["face_up"] != new["face_up"]:
        yield Change(f"{name} turns face {'up' if new['face_up'] else 'down'}")
    if old.get("shows") != new.get("shows"):
        yield Change(f"{name} shows {_value(new['shows'], seat)}")
    yield from _state(f"{name} ", old.get("state", {}), new.get("state", {}), seat, aside=False)


# ---- Zones -------------------------------------------------------------------------------------


def _zones(before: View, after: View, seat: int | None) -> Iterator[Change]:
    for (who, old), (_, new) in zip(_all_zones(before, seat), _all_zones(after, seat), strict=True):
        known = {shown["key"]: shown for shown in old["components"] if "key" in shown}
        come = [shown for shown in new["components"] if "key" in shown and shown["key"] not in known]
        name = f"{who}{spoken(new['name'])}"
        if come:
            yield Change(f"{name} + {', '.join(shown['title'] for shown in come)}", aside=True)
        elif old["count"] != new["count"]:
            yield Change(f"{name} {old['count']} -> {new['count']}", aside=True)
        for shown in new["components"]:
            if "key" in shown and shown["key"] in known:
                itself = _itself(known[shown["key"]], shown, seat)
                yield from (Change(each.text, aside=True) for each in itself)


def _all_zones(view: View, seat: int | None) -> Iterator[tuple[str, View]]:
    for owner in view["seats"]:
        yield from ((_who(owner["seat"], seat), zone) for zone in owner["zones"])
    yield from (("", zone) for zone in view["table"]["zones"])


def fitted(texts: Sequence[str], width: int) -> str:
    """As many of them as fit, in order, with dots where some are left out."""
    said = ""
    for text in texts:
        longer = f"{said}; {text}" if said else text
        if len(longer) + (0 if text is texts[-1] else 5) > width:
            return f"{said}; ..." if said else f"{text[: width - 3]}..."
        said = longer
    return said
