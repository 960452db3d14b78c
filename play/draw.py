"""Turns a view into what stands on the screen: boards, what seats and the table have, the result."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from rich.text import Text

from .cells import Cell, Legend, board_cells, seat_of, seat_style

View = Mapping[str, Any]

STEP = "  "

BUILT_IN = {"active", "starter"}
"""Variables of the table that every game has; who is asked is said elsewhere."""


def table(view: View, wanted: Collection[str] = (), width: int = 80) -> list[Text]:
    """The whole table as lines: boards, seats, the table's own; `wanted` are the keys of options, marked on
    boards.
    """
    lines: list[Text] = []
    for board in view["boards"]:
        lines += [*draw_board(board, wanted, width), Text()]
    for seat in view["seats"]:
        lines += draw_seat(seat, seat["seat"] == view["seat"], width)
    state = {name: value for name, value in view["table"]["state"].items() if name not in BUILT_IN}
    own = [*_state(state), *(_zone(zone) for zone in view["table"]["zones"])]
    return lines + _block(Text("Table", style="bold"), own, width)


# ---- Boards ------------------------------------------------------------------------------------


def draw_board(board: View, wanted: Collection[str] = (), width: int = 80) -> list[Text]:
    """A board as lines, rows from the top, with a legend of the signs in its spaces."""
    legend = Legend(board["spaces"])
    cells = board_cells(board["spaces"], legend, wanted)
    drawn = _graph(board, cells, width) if board["shape"] == "graph" else _grid(board, cells, width)
    return drawn + _wrapped(legend.entries(), width, Text())


def _grid(board: View, cells: Sequence[Cell], width: int) -> list[Text]:
    columns, rows, hexagonal = board["width"], board["height"], board["shape"] == "hex"
    at = {(space["row"], space["column"]): cell for space, cell in zip(board["spaces"], cells, strict=True)}
    margin = len(str(rows)) + 1
    # In a rhombus each row stands half a space to the right of the one below.
    lean = (rows - 1) / 2 if hexagonal else 0.0
    room = int((width - margin) / (columns + lean)) - 1
    wide = max(1, min(max(len(cell.text) for cell in cells), room))
    half = (wide + 1) // 2
    lines = []
    for row in range(rows, 0, -1):
        line = Text(f"{row:>{margin - 1}} ", style="dim")
        line.append(" " * (half * (row - 1) if hexagonal else 0))
        for column in range(1, columns + 1):
            line.append_text(_fitted(at[row, column], wide))
            line.append(" ")
        lines.append(_trimmed(line))
    names = (_column(number) for number in range(1, columns + 1))
    foot = "".join(f"{name:^{wide}} " for name in names).rstrip()
    return [*lines, Text(" " * margin + foot, style="dim")]


def _column(number: int) -> str:
    return (
        chr(ord("a") + number - 1)
        if number <= 26
        else _column((number - 1) // 26) + _column((number - 1) % 26 + 1)
    )


def _fitted(cell: Cell, wide: int) -> Text:
    text = cell.styled.copy()
    text.truncate(wide)
    text.align("center", wide)
    if cell.wanted:
        text.stylize("reverse")
    return text


def _graph(board: View, cells: Sequence[Cell], width: int) -> list[Text]:
    names = [space["title"] for space in board["spaces"]]
    longest = min(max(map(len, names), default=0), width // 3)
    lines = []
    for name, cell in zip(names, cells, strict=True):
        line = Text(f"{name[:longest]:<{longest}}  ", style="bold" if cell.wanted else "")
        line.append_text(cell.styled)
        lines.append(line)
    return lines


def _trimmed(line: Text) -> Text:
    line.rstrip()
    return line


# ---- Seats and the table -----------------------------------------------------------------------


def draw_seat(seat: View, mine: bool, width: int = 80) -> list[Text]:
    """What a seat has, with its name in its colour."""
    number = seat["seat"]
    head = Text(f"Seat {number + 1}", style=f"bold {seat_style(number)}")
    if mine:
        head.append(" (you)")
    return _block(head, [*_state(seat["state"]), *(_zone(zone) for zone in seat["zones"])], width)


def _block(head: Text, parts: Sequence[Text], width: int) -> list[Text]:
    """A head and, if there are any, its parts on indented lines."""
    return [head, *_wrapped(parts, width, Text(STEP))] if parts else []


def _wrapped(parts: Sequence[Text], width: int, indent: Text) -> list[Text]:
    """Parts side by side as far as they fit; a part that alone is too long for a line is folded by the
    screen.
    """
    lines: list[Text] = []
    for part in parts:
        if lines and len(lines[-1]) + 3 + len(part) <= width:
            lines[-1].append("   ").append_text(part)
        else:
            lines.append(indent.copy().append_text(part))
    return lines


def _state(state: View) -> list[Text]:
    return [Text(f"{spoken(name)} ").append_text(_value(value)) for name, value in state.items()]


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


def _zone(zone: View) -> Text:
    components, count = zone["components"], zone["count"]
    text = Text(f"{spoken(zone['name'])} ({count})")
    if zone["shape"] == "pile":
        top = components[0] if components else None
        if top is not None and "key" in top:
            text.append(": ").append_text(component(top)).append(" on top")
        return text
    if components:
        text.append(": ").append_text(Text(", ").join(list(_listed(components))))
    return text


def _listed(components: Sequence[View]) -> Iterator[Text]:
    for each in components[:SHOWN]:
        yield component(each)
    if len(components) > SHOWN:
        yield Text(f"{len(components) - SHOWN} more")


def component(shown: View) -> Text:
    """A component as the view shows it: its title, face and state; or so many that nobody knows."""
    if "back" in shown:
        times = "" if shown["count"] == 1 else f"{shown['count']} x "
        return Text(f"[{times}{shown['title']}]", style="dim")
    text = Text(shown["title"], style=seat_style(shown["owner"]) if "owner" in shown else "")
    if "shows" in shown:
        text.append(f" {'-' if shown['shows'] is None else spoken(str(shown['shows']))}")
    if not shown["face_up"]:
        text.append(" (face down)")
    state = [each for each in shown.get("state", {}).items() if each[1] not in (None, False)]
    if state:
        text.append(f" ({', '.join(f'{spoken(name)} {_value(value).plain}' for name, value in state)})")
    return text


def spoken(name: str) -> str:
    """A name of the language as words."""
    return name.replace("_", " ")


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
