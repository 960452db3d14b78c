"""Tests how views become lines: boards of each shape, zones, components, the result, within the width."""

from typing import Any

import pytest

from tafl.interpreter.game import Option
from tafl.play import draw
from tafl.play.cells import Legend, board_cells
from tafl.play.terminal import columns


def space(key: str, column: int = 0, row: int = 0, *components: Any, **state: Any) -> dict[str, Any]:
    shown = {"key": key, "kind": "Space", "title": key, "state": state, "components": list(components)}
    return shown | ({"row": row, "column": column} if row else {})


def piece(title: str, owner: int | None = None, **more: Any) -> dict[str, Any]:
    shown = {"key": f"{title}#1", "kind": "Piece", "content": title, "title": title, "face_up": True, **more}
    return shown if owner is None else {**shown, "owner": owner}


def plain(lines: list[Any]) -> list[str]:
    return [line.plain for line in lines]


def board(shape: str, width: int, height: int, spaces: list[Any]) -> dict[str, Any]:
    return {"name": "field", "shape": shape, "width": width, "height": height, "spaces": spaces}


def square(size: int) -> list[dict[str, Any]]:
    return [
        space(f"{'abcdefghijklmnop'[c - 1]}{r}", c, r) for r in range(1, size + 1) for c in range(1, size + 1)
    ]


def test_a_grid_stands_with_row_one_at_the_bottom() -> None:
    spaces = square(3)
    spaces[0]["state"] = {"mark": "seat1"}
    spaces[8]["state"] = {"mark": "seat2"}
    assert plain(draw.draw_board(board("grid", 3, 3, spaces))) == [
        "3 · · 2",
        "2 · · ·",
        "1 1 · ·",
        "  a b c",
        "1 2 .. seat (mark)",
    ]


def test_figures_stand_with_their_owner_and_states_beside_them() -> None:
    spaces = square(2)
    spaces[1] = space("b1", 2, 1, piece("Valkyrie", 1), monster="wolf", hunter="seat1", closed=True)
    spaces[2] = space("a2", 1, 2, monster="ice_giant", hunter=None, closed=False)
    assert plain(draw.draw_board(board("grid", 2, 2, spaces))) == [
        "2   i     ·",
        "1   ·   V2w1c",
        "    a     b",
        "V Valkyrie   c closed   i ice giant   w wolf   1 2 .. seat (hunter)",
    ]


def test_a_hex_board_is_a_rhombus_that_leans_to_the_right_upwards() -> None:
    assert plain(draw.draw_board(board("hex", 3, 3, square(3)))) == [
        "3   · · ·",
        "2  · · ·",
        "1 · · ·",
        "  a b c",
    ]


def test_a_graph_is_a_list_of_its_spaces() -> None:
    spaces = [space("harbour", 0, 0, piece("ship", 0)), space("hill", wood=3), space("town")]
    assert plain(draw.draw_board(board("graph", 0, 0, spaces))) == [
        "harbour  S1",
        "hill     3",
        "town     ·",
        "S ship",
    ]


@pytest.mark.parametrize("shape", ["grid", "hex"])
@pytest.mark.parametrize("size", [3, 8, 11, 16])
@pytest.mark.parametrize("width", [80, 100])
def test_no_line_of_a_board_is_wider_than_the_screen(shape: str, size: int, width: int) -> None:
    spaces = square(size)
    for each in spaces:
        each["state"] = {"monster": "some_very_long_name", "other": "another_name", "wood": 12, "stone": 7}
        each["components"] = [piece("Valkyrie", 3), piece("Viking", 2)]
    lines = plain(draw.draw_board(board(shape, size, size, spaces), (), width))
    assert max(map(len, lines)) <= width
    assert len(lines) >= size + 1


def test_signs_are_the_shortest_beginnings_that_tell_names_apart() -> None:
    spaces = [space("a", monster="draugr"), space("b", monster="demon"), space("c", monster="dem")]
    signs = {cell.text for cell in board_cells(spaces, Legend(spaces))}
    assert signs == {"dr", "demo", "dem"}


def test_the_spaces_that_can_be_chosen_are_marked() -> None:
    spaces = square(2)
    cells = board_cells(spaces, Legend(spaces), {"b1"})
    assert [cell.wanted for cell in cells] == [False, True, False, False]


def zone(name: str, shape: str, *components: Any, count: int | None = None) -> dict[str, Any]:
    size = sum(each.get("count", 1) for each in components)
    return {
        "name": name,
        "shape": shape,
        "visibility": "open",
        "count": size if count is None else count,
        "components": list(components),
    }


def test_a_seat_is_drawn_with_its_state_and_zones() -> None:
    back = {"back": "Combat", "title": "unseen combat card", "count": 4}
    seat = {
        "seat": 1,
        "state": {"halves": 12, "ready": True, "foe": "seat1", "plan": None, "seen": []},
        "zones": [
            zone("deck", "pile", back),
            zone("hand", "hand", piece("Wolf"), back),
            zone("discard", "pile", piece("Bear"), piece("Wolf")),
            zone("omens", "row", piece("Crow", face_up=False), piece("Die", shows=3)),
        ],
        "uses": {},
    }
    assert plain(draw.draw_seat(seat, mine=True, width=60)) == [
        "Seat 2 (you)",
        "  halves 12   ready yes   foe seat 1   plan -   seen -",
        "  deck (4)   hand (5): Wolf, [4 x unseen combat card]",
        "  discard (2): Bear on top",
        "  omens (2): Crow (face down), Die 3",
    ]


def test_components_of_a_crowded_zone_are_counted() -> None:
    seat = {"seat": 0, "state": {}, "zones": [zone("row", "row", *[piece("Wolf")] * 20)], "uses": {}}
    assert plain(draw.draw_seat(seat, mine=False))[1].endswith("Wolf, 8 more")


def test_the_ranking_tells_places_scores_and_outcomes() -> None:
    result = {"ranking": [2, 1, 2], "scores": [4, 9, 4], "outcome": [-1, 2, -1]}
    assert plain(draw.ranking(result)) == [
        "Result",
        "  1. seat 2  9 points  +2",
        "  2. seat 1  4 points  -1",
        "  2. seat 3  4 points  -1",
    ]
    draws = {"ranking": [1, 1], "scores": None, "outcome": [0, 0]}
    assert plain(draw.ranking(draws))[1:] == ["  1. seat 1  draw", "  1. seat 2  draw"]
    together = {"ranking": [1, 1], "scores": None, "outcome": [-1, -1]}
    assert plain(draw.ranking(together))[1:] == ["  1. seat 1  lost", "  1. seat 2  lost"]


def test_many_options_stand_in_columns_downwards() -> None:
    options = [Option(f"a{number}", f"a{number}") for number in range(1, 31)]
    lines = columns(options, 80)
    assert len(lines) == 5
    assert lines[0].split()[:4] == ["1", "a1", "6", "a6"]
    assert max(map(len, lines)) <= 80
    assert columns(options[:3], 80) == ["  1  a1", "  2  a2", "  3  a3"]
