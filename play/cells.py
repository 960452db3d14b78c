"""Turns the spaces of a board, as a view shows them, into short signs and a legend that explains them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Text

SEAT_STYLES = ("bright_red", "bright_blue", "bright_green", "bright_yellow", "bright_magenta", "bright_cyan")

EMPTY = "·"


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


class Legend:
    """The signs of one board: each title of a component and each value of a state variable gets its shortest
    beginning that no other has, components with a capital, values without.
    """

    def __init__(self, spaces: Sequence[Mapping[str, Any]]) -> None:
        self._components = _signs(sorted(set(_component_titles(spaces))), str.capitalize)
        self._values = _signs(sorted(set(_value_names(spaces))), str.lower)
        self._seats = sorted(
            {name for space in spaces for name, value in space["state"].items() if _seat(value)}
        )
        self._numbers = sorted(
            {name for space in spaces for name, value in space["state"].items() if _number(value)}
        )

    def component(self, title: str) -> str:
        """The sign of a component with this title."""
        return self._components[title]

    def value(self, name: str) -> str:
        """The sign of a value of an enum, or of a state variable that is true."""
        return self._values[name]

    def number(self, variable: str, value: int) -> str:
        """A number; with the variable's name where several of the board's have numbers."""
        return str(value) if self._numbers == [variable] else f"{variable[:2]}{value}"

    def entries(self) -> list[Text]:
        """`W Wolf` and so on, in the order of the signs."""
        signs = [(sign, name) for name, sign in (*self._components.items(), *self._values.items())]
        entries = [
            Text(sign, style="bold").append(f" {name.replace('_', ' ')}") for sign, name in sorted(signs)
        ]
        if self._seats:
            entries.append(Text("1 2 ..", style="bold").append(f" seat ({', '.join(self._seats)})"))
        return entries


def _seat(value: Any) -> bool:
    return seat_of(value) is not None


def _number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _component_titles(spaces: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for space in spaces:
        yield from (component["title"] for component in space["components"])


def _value_names(spaces: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for space in spaces:
        for name, value in space["state"].items():
            if value is True:
                yield name
            elif isinstance(value, str) and not _seat(value):
                yield value


def _signs(names: Sequence[str], form: Any) -> dict[str, str]:
    """For each name the shortest beginning of its letters that no other name begins with; numbered where one
    name begins another.
    """
    letters = {name: re.sub(r"\W|_", "", name).lower() or "x" for name in names}
    signs: dict[str, str] = {}
    for name in names:
        others = [letters[other] for other in names if other != name]
        own = letters[name]
        sizes = (size for size in range(1, len(own) + 1) if not any(o.startswith(own[:size]) for o in others))
        signs[name] = form(own[: next(sizes, len(own))])
    return signs


def board_cells(
    spaces: Sequence[Mapping[str, Any]], legend: Legend, wanted: Collection[str] = ()
) -> list[Cell]:
    """A cell a space, in order."""
    return [Cell(_drawn(space, legend), space["key"] in wanted) for space in spaces]


def _drawn(space: Mapping[str, Any], legend: Legend) -> Text:
    text = Text()
    for component in space["components"]:
        text.append_text(_component(component, legend))
    for name, value in space["state"].items():
        seat = seat_of(value)
        if seat is not None:
            text.append(str(seat + 1), style=f"bold {seat_style(seat)}")
        elif value is True:
            text.append(legend.value(name))
        elif isinstance(value, str):
            text.append(legend.value(value))
        elif _number(value) and value != 0:
            text.append(legend.number(name, value))
        elif isinstance(value, list) and value:
            text.append(f"{name[:2]}{len(value)}")
    return text if text.plain else Text(EMPTY, style="dim")


def _component(component: Mapping[str, Any], legend: Legend) -> Text:
    sign = legend.component(component["title"])
    if "count" in component and component["count"] > 1:
        sign = f"{component['count']}{sign}"
    if "owner" not in component:
        return Text(sign, style="bold")
    return Text(f"{sign}{component['owner'] + 1}", style=f"bold {seat_style(component['owner'])}")
