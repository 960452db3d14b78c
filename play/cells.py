"""Turns the spaces of a board, as a view shows them, into short signs and a legend that explains them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Text

SEAT_STYLES = ("bright_red", "bright_blue", "bright_green", "bright_yellow", "bright_magenta", "bright_cyan")

EMPTY = "·"

FLAGS = "×*+!^~=%&"
"""Signs of what is true of a space, in the order of declaration."""


def seat_of(value: Any) -> int | None:
    """The seat that a value of a view names, None where it names none."""
    found = re.fullmatch(r"seat([1-9]\d*)", value) if isinstance(value, str) else None
    return int(found[1]) - 1 if found else None


def seat_style(seat: int) -> str:
    """The colour of a seat."""
    return SEAT_STYLES[seat % len(SEAT_STYLES)]


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands for a space, in colour; `wanted` where an option of the question is this space."""

    styled: Text
    wanted: bool

    @property
    def text(self) -> str:
        return self.styled.plain


@dataclass(frozen=True, slots=True)
class Layer:
    """What there is of a space, apart: `upper` stands on it alone, `lower` is its own state."""

    upper: Text
    lower: Text
    wanted: bool


class Legend:
    """The signs of one board: each title of a component and each value of a state variable gets its shortest
    beginning that no other has, components with a capital, values without; what is just true gets a mark.

    `active` are the names of values that the rules speak of at present: they stand in capitals.
    """

    def __init__(self, spaces: Sequence[Mapping[str, Any]], active: Mapping[str, str] | None = None) -> None:
        self._active = active or {}
        self._components = _signs(sorted(set(_component_titles(spaces))), str.capitalize)
        self._values = _signs(sorted(set(_value_names(spaces))), str.lower)
        flags = dict.fromkeys(
            name for space in spaces for name, value in space["state"].items() if _flag(value)
        )
        true = {name for space in spaces for name, value in space["state"].items() if value is True}
        marked = zip(flags, FLAGS + "".join(map(chr, range(0x41, 0x5B))), strict=False)
        self._flags = {name: mark for name, mark in marked if name in true}
        owned = any("owner" in shown for space in spaces for shown in space["components"])
        named = {name for space in spaces for name, value in space["state"].items() if _seat(value)}
        self._seats = sorted(named) + (["owner"] if owned else [])
        self._numbers = sorted(
            {name for space in spaces for name, value in space["state"].items() if _number(value)}
        )

    def component(self, title: str) -> str:
        """The sign of a component with this title."""
        return self._components[title]

    def sign(self, component: Mapping[str, Any]) -> Text:
        """A component, or several alike, in the colour of its owner."""
        return _component(component, self)

    def value(self, name: str) -> str:
        """The sign of a value of an enum."""
        sign = self._values[name]
        return sign.upper() if name in self._active else sign

    def flag(self, variable: str) -> str:
        """The mark of a state variable that is true."""
        return self._flags.get(variable, "?")

    def number(self, variable: str, value: int) -> str:
        """A number; with the variable's name where several of the board's have numbers."""
        return str(value) if self._numbers == [variable] else f"{variable[:2]}{value}"

    def entries(self) -> list[Text]:
        """`W Wolf` and so on, in the order of the signs."""
        signs = [(" ".join(signs), name) for signs, name in _together(self._components)]
        signs += [(self.value(name), self._called(name)) for name in self._values]
        signs += [(mark, name) for name, mark in self._flags.items()]
        entries = [
            Text().append(sign, style="bold").append(f" {name.replace('_', ' ')}")
            for sign, name in sorted(signs, key=lambda each: (each[0].lower(), each))
        ]
        if self._seats:
            entries.append(Text().append("1 2 ..", style="bold").append(f" seat ({', '.join(self._seats)})"))
        return entries

    def _called(self, name: str) -> str:
        return f"{name} ({self._active[name]})" if name in self._active else name


MANY = 3
"""So many titles that differ in their last word alone are explained together."""


def _together(signs: Mapping[str, str]) -> Iterator[tuple[list[str], str]]:
    """`D1 D2 D3`, `Dragon of seat 1, 2, 3`; other titles one by one."""
    groups: dict[str, list[str]] = {}
    for title in signs:
        groups.setdefault(title.rpartition(" ")[0], []).append(title)
    for shared, titles in groups.items():
        if shared and len(titles) >= MANY:
            last = ", ".join(title.rpartition(" ")[2] for title in titles)
            yield [signs[title] for title in titles], f"{shared} {last}"
        else:
            yield from (([signs[title]], title) for title in titles)


def _seat(value: Any) -> bool:
    return seat_of(value) is not None


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _component_titles(spaces: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for space in spaces:
        yield from (component["title"] for component in space["components"])


def _value_names(spaces: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for space in spaces:
        for value in space["state"].values():
            if isinstance(value, str) and not _seat(value):
                yield value


def _signs(names: Sequence[str], form: Any) -> dict[str, str]:
    """For each name the shortest beginning of its letters that no other name begins with; numbered where one
    name begins another. Where two letters tell all apart all have two, for they line up.
    """
    letters = {name: re.sub(r"\W|_", "", name).lower() or "x" for name in names}
    sizes = {name: _size(letters[name], [letters[n] for n in names if n != name]) for name in names}
    if max(sizes.values(), default=1) > LONGEST or any(name[-1:].isdigit() for name in names):
        return {name: form(sign) for name, sign in _short(names).items()}
    least = 2 if max(sizes.values(), default=1) == 2 else 1
    return {name: form(letters[name][: max(size, least)]) for name, size in sizes.items()}


LONGEST = 3
"""Beginnings longer than this, and those of names with a number at the end, are made of the words that tell
names apart.
"""


def _short(names: Sequence[str]) -> dict[str, str]:
    """`d1` for Dragon of seat 1: the shortest beginning of the first word that no other first word has, and
    the shortest one of what comes where names with the same first word go apart; a number at the end is kept.
    """
    words = {name: [word.lower() for word in re.findall(r"[^\W_]+", name)] or ["x"] for name in names}
    firsts = sorted({each[0] for each in words.values()})
    found = {}
    for first in firsts:
        sign = first[: _size(first, [other for other in firsts if other != first])]
        same = {name: each[1:] for name, each in words.items() if each[0] == first}
        shared = _shared([more[:-1] if _numbered(more) else more for more in same.values()])
        rest = {name: "".join(more[shared:]) for name, more in same.items()}
        for name, more in rest.items():
            size = _size(more, [other for at, other in rest.items() if at != name])
            found[name] = sign + (more if more.isdigit() else more[:size])
    return found


def _numbered(words: Sequence[str]) -> bool:
    return bool(words) and words[-1].isdigit()


def _shared(lists: Sequence[Sequence[str]]) -> int:
    """With how many equal words all of them begin."""
    columns = zip(*lists, strict=False)
    return next((n for n, words in enumerate(columns) if len(set(words)) > 1), min(map(len, lists)))


def _size(own: str, others: Sequence[str]) -> int:
    sizes = (size for size in range(1, len(own) + 1) if not any(o.startswith(own[:size]) for o in others))
    return next(sizes, len(own))


def board_cells(
    spaces: Sequence[Mapping[str, Any]], legend: Legend, wanted: Collection[str] = (), room: int = 0
) -> list[Cell]:
    """A cell a space, in order. Where `room` is enough for it, each thing that is shown of a space has a
    place of its own in the cell, the same in all.
    """
    parts = [_parts(space, legend) for space in spaces]
    slots = [slot for slot in _slots(spaces) if any(slot in each for each in parts)]
    wide = {slot: max(len(each[slot]) for each in parts if slot in each) for slot in slots}
    if "" in wide and len(wide) > 1 and sum(wide.values()) < room:
        wide[""] += 1
    if sum(wide.values()) > room:
        wide = dict.fromkeys(slots, 0)
    return [
        Cell(_joined(each, wide), space["key"] in wanted) for space, each in zip(spaces, parts, strict=True)
    ]


def layers(spaces: Sequence[Mapping[str, Any]], legend: Legend, wanted: Collection[str] = ()) -> list[Layer]:
    """What stands on each space and on no other, in order, apart from what it is."""
    slots = _slots(spaces)[1:]
    found = []
    for space in spaces:
        own = [component for component in space["components"] if "spaces" not in component]
        parts = _parts({**space, "components": own}, legend)
        lower = Text().join(parts[slot] for slot in slots if slot in parts)
        found.append(Layer(parts.get("", Text()), lower, space["key"] in wanted))
    return found


def _slots(spaces: Sequence[Mapping[str, Any]]) -> list[str]:
    """The places in a cell: components, then state: seats, other values, what is true."""
    names = list(dict.fromkeys(name for space in spaces for name in space["state"]))
    rank = {name: max((_rank(space["state"].get(name)) for space in spaces), default=0) for name in names}
    return ["", *sorted(names, key=lambda name: rank[name], reverse=True)]


def _rank(value: Any) -> int:
    return 3 if _seat(value) else 1 if value is None else 0 if isinstance(value, bool) else 2


def _joined(parts: Mapping[str, Text], wide: Mapping[str, int]) -> Text:
    if not parts:
        dot = Text(EMPTY, style="dim")
        dot.align("center", max(1, sum(wide.values())))
        return dot
    text = Text()
    for slot, width in wide.items():
        part = parts.get(slot, Text()).copy()
        part.pad_right(max(0, width - len(part)))
        text.append_text(part)
    return text


def _parts(space: Mapping[str, Any], legend: Legend) -> dict[str, Text]:
    """What there is to show of a space, by place."""
    parts = {"": Text().join(_component(component, legend) for component in space["components"])}
    seats = [seat for value in space["state"].values() if (seat := seat_of(value)) is not None]
    colour = f"bold {seat_style(seats[0])}" if len(seats) == 1 else ""
    true = any(value is True for value in space["state"].values())
    faded = "dim" if true and not (seats or space["components"]) else ""
    for name, value in space["state"].items():
        seat = seat_of(value)
        if seat is not None:
            parts[name] = Text(str(seat + 1), style=f"bold {seat_style(seat)}")
        elif value is True:
            parts[name] = Text(legend.flag(name), style=faded)
        elif isinstance(value, str):
            parts[name] = Text(legend.value(value), style=colour or faded)
        elif _number(value) and value != 0:
            parts[name] = Text(legend.number(name, value))
        elif isinstance(value, list) and value:
            parts[name] = Text(f"{name[:2]}{len(value)}")
    return {name: part for name, part in parts.items() if part.plain}


def _component(component: Mapping[str, Any], legend: Legend) -> Text:
    sign = legend.component(component["title"])
    if "count" in component and component["count"] > 1:
        sign = f"{component['count']}{sign}"
    if "owner" not in component:
        return Text(sign, style="bold")
    return Text(f"{sign}{component['owner'] + 1}", style=f"bold reverse {seat_style(component['owner'])}")
