"""Tests how views become lines: boards of each shape, zones, components, the result, within the width."""

from typing import Any

import pytest

from tafl.interpreter.game import Option
from tafl.play import draw
from tafl.play.asking import asked, columns
from tafl.play.boards import draw_board
from tafl.play.cells import Legend, board_cells
from tafl.play.changes import changes
from tafl.play.hints import Hints


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
    assert plain(draw_board(board("grid", 3, 3, spaces))) == [
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
    assert plain(draw_board(board("grid", 2, 2, spaces))) == [
        "2     i    ·",
        "1   ·    V2 1w×",
        "    a      b",
        "i ice giant   V Valkyrie   w wolf   × closed   1 2 .. seat (hunter, owner)",
    ]


def test_each_thing_has_its_place_in_the_cells_where_there_is_room() -> None:
    spaces = square(2)
    for each, monster in zip(spaces, ("wolf", "demon", "draugr", "wolf"), strict=True):
        each["state"] = {"monster": monster, "hunter": None, "closed": False}
    spaces[0]["components"] = [piece("Valkyrie", 0)]
    spaces[1]["state"]["hunter"] = "seat2"
    spaces[3]["state"]["closed"] = True
    whole = plain(draw_board(board("grid", 2, 2, spaces)))
    assert whole[:2] == ["2     dr      wo×", "1 V1  wo     2de"]
    tight = plain(draw_board(board("grid", 2, 2, spaces), (), 12))
    assert tight[:2] == ["2  dr  wo×", "1 V1wo 2de"]


def test_what_the_rules_speak_of_stands_in_capitals_and_is_marked_in_its_row() -> None:
    spaces = square(2)
    for each, monster in zip(spaces, ("wolf", "demon", "wolf", "demon"), strict=True):
        each["state"] = {"monster": monster}
    hints = Hints(facts=(("active monster", "Wolf"),), active={"wolf": "active monster"})
    lines = plain(draw_board(board("grid", 2, 2, spaces), (), 80, hints))
    assert lines == ["2 W d", "1 W d", "  a b", "d demon   W wolf (active monster)"]
    omens = zone("omens", "row", piece("Wolf", face_up=False), piece("Wolf"), piece("Wolf"))
    view = {"seat": 0, "seats": [], "boards": [], "table": {"state": {}, "zones": [omens]}}
    assert plain(draw.table(view, (), 80, hints)) == [
        "Table   active monster Wolf   omens: (Wolf), >Wolf, Wolf"
    ]


def test_spaces_to_choose_are_marked_without_colour_but_not_where_most_are() -> None:
    spaces = square(2)
    field = board("grid", 2, 2, spaces)
    assert plain(draw_board(field, {"a1"}))[:2] == ["2 · ·", "1>· ·"]
    assert plain(draw_board(field, {"a1", "b1", "a2"}))[:2] == ["2 · ·", "1 · ·"]


def test_quarters_are_set_apart_where_the_rules_speak_of_them_and_there_is_room() -> None:
    field = board("grid", 2, 2, square(2))
    lines = plain(draw_board(field, (), 80, Hints(quarters=True)))
    assert lines == ["2 ·   ·", "", "1 ·   ·", "  a   b"]


def test_regions_are_told_as_rectangles() -> None:
    field = board("grid", 4, 4, square(4))
    keys = ["b2", "c2", "b3", "c3", "a1", "d4"]
    field["regions"] = [{"name": "heart", "title": "Heart", "spaces": keys}]
    assert plain(draw_board(field))[-1] == "Heart a1, b2-c3, d4"


def test_what_nobody_has_is_left_out() -> None:
    def seat(number: int, **state: Any) -> dict[str, Any]:
        zones = [zone("gear", "row"), zone("deck", "pile", count=number)]
        return {"seat": number, "state": state, "zones": zones, "uses": {}}

    view = {
        "seat": None,
        "seats": [seat(0, felled=0, halves=3), seat(1, felled=0, halves=12)],
        "boards": [],
        "table": {"state": {"scenario": None, "active": "seat1"}, "zones": [zone("armoury", "row")]},
    }
    assert plain(draw.table(view, (), 80, Hints(tracks={"halves": 12}))) == [
        "Seat 1   halves 3/12   deck 0",
        "Seat 2   halves 12/12   deck 1",
        "Table",
    ]


def test_a_hex_board_is_a_rhombus_that_leans_to_the_right_upwards() -> None:
    assert plain(draw_board(board("hex", 3, 3, square(3)))) == [
        "3   · · ·",
        "2  · · ·",
        "1 · · ·",
        "  a b c",
    ]


def test_a_graph_is_a_list_of_its_spaces_with_their_neighbours() -> None:
    spaces = [space("harbour", 0, 0, piece("ship", 0)), space("hill", wood=3), space("town")]
    for each, near in zip(spaces, (["town"], [], ["harbour"]), strict=True):
        each["neighbours"] = near
    assert plain(draw_board(board("graph", 0, 0, spaces), {"hill"})) == [
        " harbour  S1  - town",
        ">hill     3",
        " town     ·   - harbour",
        "S ship   1 2 .. seat (owner)",
    ]


@pytest.mark.parametrize("shape", ["grid", "hex"])
@pytest.mark.parametrize("size", [3, 8, 11, 16])
@pytest.mark.parametrize("width", [80, 100])
def test_no_line_of_a_board_is_wider_than_the_screen(shape: str, size: int, width: int) -> None:
    spaces = square(size)
    for each in spaces:
        each["state"] = {"monster": "some_very_long_name", "other": "another_name", "wood": 12, "stone": 7}
        each["components"] = [piece("Valkyrie", 3), piece("Viking", 2)]
    lines = plain(draw_board(board(shape, size, size, spaces), (), width))
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
        "Seat 2 (you)   halves 12   ready yes   foe seat 1   plan -",
        "  seen -   deck 4   hand: Wolf, [4 x unseen combat card]",
        "  discard 2, Bear on top   omens: (Crow), Die 3",
    ]


def test_components_of_a_crowded_zone_are_counted() -> None:
    seat = {"seat": 0, "state": {}, "zones": [zone("row", "row", *[piece("Wolf")] * 20)], "uses": {}}
    assert plain(draw.draw_seat(seat, mine=False))[-1].endswith(" 8 more")


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


def test_what_options_do_stands_beside_them_within_the_width() -> None:
    options = [Option("a", "Wolf"), Option("b", "Demon")]
    does = [["halves 12 -> 10", "hunter you: d4, e5"], []]
    assert plain(asked(options, does, 80)) == [
        "  1  Wolf    halves 12 -> 10; hunter you: d4, e5",
        "  2  Demon",
    ]
    assert plain(asked(options, [["x" * 90], ["y" * 20] * 9], 80))[0] == f"  1  Wolf    {'x' * 57}..."
    for width in (30, 40, 80):
        wide = asked([Option("a", "Wolf" * 9)] * 2, [["x" * 90], ["y" * 20] * 9], width)
        assert max(map(len, plain(wide))) <= max(width, 42)
    assert plain(asked(options, [[], []], 80)) == ["  1  Wolf", "  2  Demon"]


# ---- What reaches over several spaces ----------------------------------------------------------------------


def ship(title: str, *spaces: str, owner: int | None = None) -> dict[str, Any]:
    return piece(title, owner, spaces=list(spaces))


def grid(columns: int, rows: int, **lying: list[Any]) -> list[dict[str, Any]]:
    keys = [
        (f"{'abcdefghijklmnopqrstuvwxyz'[c]}{r}", c + 1, r)
        for r in range(1, rows + 1)
        for c in range(columns)
    ]
    return [space(key, column, row, *lying.get(key, [])) for key, column, row in keys]


def test_what_reaches_over_spaces_is_drawn_as_one_thing_below_what_stands_on_it() -> None:
    spaces = grid(7, 2, a2=[ship("Ship", "a2", "b2", "c2"), piece("Crew", 0)], c2=[piece("Crew", 1)])
    spaces[11]["components"] = [ship("Barge", "e2", "d2")]
    spaces[1]["state"] = {"ground": "meadow", "worth": 2}
    water = board("grid", 7, 2, spaces)
    legend = ["B Barge   C Crew   m meadow   S Ship   1 2 .. seat (owner)"]
    assert plain(draw_board(water, {"b2"})) == [
        "2 C1 >·   C2          · ·",
        "  (S========) (====B)",
        "1 ·       ·   ·   ·   · ·",
        "      m2",
        "  a   b   c   d   e   f g",
        *legend,
    ]
    assert plain(draw_board(water, {"b2"}, 22))[:4] == [
        "2 C1>·  C2       · ·",
        "  (S=====) (==B)",
        "1 ·     ·  ·  ·  · ·",
        "     m2",
    ]


def test_a_change_tells_over_which_spaces_something_comes_to_reach() -> None:
    def seen(*lying: Any) -> dict[str, Any]:
        water = board("grid", 7, 2, grid(7, 2, a2=list(lying)))
        return {
            "seat": 0,
            "seats": [],
            "boards": [water],
            "table": {"state": {}, "zones": []},
            "result": None,
        }

    before, after = seen(ship("Ship", "a2", "b2")), seen(ship("Ship", "a2", "b2", "c2"))
    assert [each.text for each in changes(seen(), before)] == ["Ship to a2-b2"]
    assert [each.text for each in changes(before, after)] == ["Ship to a2-c2"]
    assert [each.text for each in changes(after, seen())] == ["Ship leaves a2-c2"]
    assert changes(after, after) == []


def test_a_bent_thing_has_a_part_in_each_row_and_of_two_above_each_other_one_is_drawn() -> None:
    bent = [ship("Ship", "a2", "a1", "b1"), piece("Crew", 1)]
    spaces = grid(3, 2, a2=bent, c1=[ship("Raft", "c1", "c2", owner=0), ship("Punt", "c1", "c2")])
    assert plain(draw_board(board("grid", 3, 2, spaces)))[:5] == [
        "2 C2  ·",
        "  (S)     (=)",
        "1         P",
        "  (=====) R1=",
        "  a   b   c",
    ]


def test_what_no_drawing_fits_is_told_by_rows() -> None:
    spaces = grid(9, 3, a3=[ship("Ship", "a3", "b3"), piece("Crew", 0)], c1=[piece("Crew", 1)])
    spaces[9]["state"] = {"worth": 3}
    assert plain(draw_board(board("grid", 9, 3, spaces), {"b3"}, 20)) == [
        "3   a C1 S to b3",
        "  >b",
        "2   a 3",
        "1   c C2",
        "C Crew   S Ship",
        "1 2 .. seat (owner)",
    ]


def test_cells_too_wide_for_one_line_have_two() -> None:
    spaces = grid(6, 1)
    for number, each in enumerate(spaces):
        each["components"] = [piece("Crew", number)]
        each["state"] = {"ground": "wood" if number % 2 else "hill", "worth": 3}
    assert plain(draw_board(board("grid", 6, 1, spaces)))[0] == "1 C1 h3 C2 w3 C3 h3 C4 w3 C5 h3 C6 w3"
    assert plain(draw_board(board("grid", 6, 1, spaces), (), 30))[:2] == [
        "1 C1  C2  C3  C4  C5  C6",
        "  h3  w3  h3  w3  h3  w3",
    ]


def test_long_titles_are_told_apart_by_the_words_that_differ() -> None:
    titles = ["Dragon of seat 1", "Dragon of seat 2", "Dragon of seat 3", "Head", "Headland 3", "Headland 12"]
    spaces = [space(f"a{n}", 1, n, piece(title)) for n, title in enumerate(titles, 1)]
    legend = Legend(spaces)
    signs = [legend.component(title) for title in titles]
    assert signs[:3] == ["D1", "D2", "D3"]
    assert signs[4:] == ["Headl3", "Headl12"]
    assert plain(legend.entries())[0] == "D1 D2 D3 Dragon of seat 1, 2, 3"


def test_a_number_at_the_end_of_a_title_is_always_in_its_sign() -> None:
    legend = Legend([space("a1", 1, 1, piece("Dragon of seat 2"), piece("Wolf"), piece("Dwarf"))])
    assert [legend.component(title) for title in ("Dragon of seat 2", "Wolf", "Dwarf")] == ["Dr2", "W", "Dw"]


def test_components_say_whose_they_are_but_where_that_has_them_and_counters_are_only_counted() -> None:
    crew = piece("Crew", 1, kind="Crew", content="crew")
    seat = {"seat": 1, "state": {}, "zones": [zone("camp", "pile", crew, crew), zone("ship", "row", crew)]}
    assert plain(draw.draw_seat(seat, mine=False)) == ["Seat 2   camp 2   ship: Crew"]
    own = zone("at_sea", "row", crew, piece("Wolf"))
    view = {"seat": 0, "seats": [], "boards": [], "table": {"state": {}, "zones": [own]}}
    assert plain(draw.table(view)) == ["Table   at sea: Crew of seat 2, Wolf"]
