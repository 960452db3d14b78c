"""Boards have the geometry that is said: directions, names, distances, and a matching that is really the
greatest.
"""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafl.ir.board import DIRECTIONS, Geometry, NotOnBoard, column_name
from tafl.ir.program import Board
from tafl.ir.span import BUILT_IN
from tafl.ir.types import NONE


def board(shape: str, width: int, height: int, base: int = 0) -> Geometry:
    return Geometry(Board("field", shape, width, height, 0, (), BUILT_IN), base)


def names(geometry: Geometry, spaces: Iterable[int]) -> str:
    return " ".join(geometry.names[space - geometry.base] for space in spaces)


def at(geometry: Geometry, name: str) -> int:
    return geometry.base + geometry.names.index(name)


def test_columns_have_letters_and_rows_count_from_the_bottom() -> None:
    assert [column_name(n) for n in (1, 26, 27, 28, 52, 53, 702, 703)] == [
        "a",
        "z",
        "aa",
        "ab",
        "az",
        "ba",
        "zz",
        "aaa",
    ]
    grid = board("grid", 3, 2, base=10)
    assert grid.names == ("a1", "b1", "c1", "a2", "b2", "c2")
    assert grid.spaces == (10, 11, 12, 13, 14, 15)


def test_directions_go_clockwise_from_up_and_have_opposites() -> None:
    for shape in ("grid", "hex"):
        geometry = board(shape, 5, 5)
        middle, half = at(geometry, "c3"), len(DIRECTIONS[shape]) // 2
        assert DIRECTIONS[shape][0] == "up"
        for direction in geometry.directions:
            there = geometry.steps[middle][direction]
            assert geometry.steps[there][(direction + half) % (2 * half)] == middle


def test_the_six_neighbours_on_a_hex_board() -> None:
    geometry = board("hex", 3, 3)
    assert names(geometry, geometry.adjacent[at(geometry, "b2")]) == "b1 c1 a2 c2 a3 b3"
    assert geometry.around == geometry.adjacent
    assert geometry.distance(at(geometry, "a1"), at(geometry, "c3")) == 4
    assert geometry.distance(at(geometry, "a3"), at(geometry, "c1")) == 2
    assert not geometry.aligned(at(geometry, "a1"), at(geometry, "b2"))
    assert names(geometry, geometry.line(at(geometry, "a3"), at(geometry, "c1"))) == "b2 c1"


@given(st.sampled_from(["grid", "hex"]), st.integers(1, 6), st.integers(1, 6), st.integers(0, 3))
def test_distances_are_the_fewest_steps_between_neighbours(
    shape: str, width: int, height: int, base: int
) -> None:
    geometry = board(shape, width, height, base)
    for start in geometry.spaces:
        found, edge = {start: 0}, [start]
        for space in edge:
            for other in geometry.adjacent[space - base]:
                if other not in found:
                    found[other] = found[space] + 1
                    edge.append(other)
        assert found == {goal: geometry.distance(start, goal) for goal in geometry.spaces}


@given(st.sampled_from(["grid", "hex"]), st.integers(1, 6), st.integers(1, 6))
def test_rays_lines_and_steps_agree(shape: str, width: int, height: int) -> None:
    geometry = board(shape, width, height)
    for space in geometry.spaces:
        for direction, ray in zip(geometry.directions, geometry.rays[space], strict=True):
            assert geometry.steps[space][direction] == (ray[0] if ray else NONE)
            for length, goal in enumerate(ray, 1):
                assert geometry.line(space, goal) == ray[:length]
                assert geometry.aligned(space, goal)


@given(st.integers(1, 5), st.integers(1, 5), st.integers(1, 6))
def test_lines_are_each_there_once(width: int, height: int, length: int) -> None:
    geometry = board("grid", width, height)
    found = geometry.lines(length)
    assert len({frozenset(line) for line in found}) == len(found)
    across, up = max(0, width - length + 1), max(0, height - length + 1)
    wanted = width * height if length == 1 else across * height + up * width + 2 * across * up
    assert len(found) == wanted


def most_pairs(geometry: Geometry, spaces: frozenset[int]) -> int:
    """The greatest matching by trying everything."""
    if not spaces:
        return 0
    first, rest = min(spaces), spaces - {min(spaces)}
    partners = [other for other in geometry.adjacent[first - geometry.base] if other in rest]
    return max([most_pairs(geometry, rest), *(1 + most_pairs(geometry, rest - {o}) for o in partners)])


@given(st.sets(st.integers(7, 22), max_size=12))
def test_pairs_is_the_greatest_matching(spaces: set[int]) -> None:
    geometry = board("grid", 4, 4, base=7)
    assert geometry.pairs(spaces) == most_pairs(geometry, frozenset(spaces))


def test_pairs_of_a_great_board_need_no_deep_stack() -> None:
    assert board("grid", 60, 61).pairs(range(60 * 61)) == 60 * 61 // 2


def test_a_graph_has_the_edges_that_are_declared() -> None:
    declared = Board("map", "graph", 0, 0, 0, ((0, 1), (2, 1), (1, 0)), BUILT_IN)
    geometry = Geometry(declared, 5, ["inn", "road", "mill"])
    assert geometry.adjacent == ((6,), (5, 7), (6,))
    assert geometry.distance(5, 7) == 2
    for ask in (lambda: geometry.row_of(5), lambda: geometry.edges, lambda: geometry.line(5, 6)):
        with pytest.raises(NotOnBoard):
            ask()
