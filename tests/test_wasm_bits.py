"""Holds that queries over boards, which the compiled engine answers by bits, give and cost the same on both
engines.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tafl.dsl.compile import compile_pack
from tafl.interpreter.load import load
from tafl.ir.program import Program
from tafl.tests.in_step import play_in_step
from tafl.wasm.module import make
from tafl.wasm.show import text

FIELDS = """
game fields "Fields"
    players 2..3

enum Colour: red, green, blue

board field: BOARD of Cell

space Cell
    state mark: Player?
    state colour: Colour = red
    state dark: bool = false

die Bone x1 faces: 1..6

table
    state found: int 0..99999 = 0
    zone tray: set of Bone open

setup:
    move bone to tray

value beside(p: Player) -> int:
    sum(count(n in adjacent(c) where n.colour == blue or n.mark == p) for c in Cell where c.mark is none)

value seen(p: Player) -> int:
    count(c in Cell, d in field.directions where any(x in ray(c, d) where x.mark == p.next))

value stopped(p: Player) -> list of Cell:
    [stop for c in Cell, d in field.directions
        let stop = first(x in ray(c, d) where x.mark is some and x.colour != red)
        where stop is some and stop.mark == p]

value clear(p: Player) -> int:
    count(c in Cell, d in field.directions where all(x in ray(c, d) where x.mark != p.next))

value closed(p: Player, from cell: Cell, d: Direction) -> list of Cell:
    let other = p.next
    let stop = first(c in ray(cell, d) where c.mark != other)
    if stop is some and stop.mark == p then line(cell, stop) - [stop] else []

value reached(from cell: Cell, d: Direction) -> list of Cell:
    let stop = first(c in ray(cell, d) where c.dark)
    if stop is some then line(cell, stop) else []

value turned(p: Player) -> list of Cell:
    [c for cell in Cell, d in field.directions, c in closed(p, from cell, d) where cell.mark is none]

value three(p: Player, at cell: Cell) -> bool:
    any(row in field.lines(3) where cell in row and all(c in row where c.mark == p))

value rows(p: Player) -> int:
    count(row in field.lines(3) where any(c in row where c.mark == p) and not all(c in row where c.dark))

value lowest -> list of Cell:
    [cell for n in 1..WIDE let cell = first(c in field.column(n) where c.mark is none) where cell is some]

value darkest -> list of int:
    [count(c in field.row(n) where c.dark and c.colour == green) for n in 1..HIGH]

value apart(from cell: Cell) -> int:
    count(n in 1..2, c in Cell where c != cell and (not c.dark or c.colour == blue))

value open_to(p: Player) -> list of Cell:
    [c in Cell where c.mark is none and not c.dark and any(n in around(c) where n.mark == p.next)]

value bright(p: Player) -> int:
    count(c in most(c in Cell where c.colour == green by c.row)) + count(c in Cell where c.mark == p)

play:
    repeat 4:
        turn p in players:
            pick 3 at random from Cell as cells
            for c in cells:
                c.mark = p
                c.dark = not c.dark
                c.colour = if c.colour == red then green else if c.colour == green then blue else red
            found = beside(p) + seen(p) + 3 * clear(p) + rows(p) + bright(p)
            roll bone
            found = stopped(p).count + turned(p).count + sum(lowest.count + n for n in darkest)
            roll bone
            found = sum(c.row * c.column for c in turned(p)) + sum(c.row for c in stopped(p.next))
            found += sum(c.column for d in field.directions, c in reached(from the cells.first, d))
            roll bone
            found = count(c in Cell where three(p, at c)) + apart(from the cells.first)
            if any(c in Cell where c.dark and three(p.next, at c)): found += 1
            choose cell from open_to(p) by p "Where?":
                for c in turned(p) where c != cell: c.dark = not c.dark
                cell.mark = none
                for d in field.directions:
                    for c in closed(p.next, from cell, d): c.mark = p
    rank p in players by beside(p)
"""

BOARDS = ["grid 6 x 5", "hex 5 x 4", "grid 8 x 8", "grid 13 x 5"]


def fields(folder: Path, board: str) -> Program:
    wide, high = board.split()[1], board.split()[3]
    rules = FIELDS.replace("BOARD", board).replace("WIDE", wide).replace("HIGH", high)
    (folder / "fields.tafl").write_text(rules, encoding="utf-8")
    found = compile_pack(str(folder / "fields.tafl"))
    assert found.program is not None, found.findings
    return found.program


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("board", BOARDS)
def test_what_bits_say_is_what_looking_at_each_space_says(tmp_path: Path, board: str, seed: int) -> None:
    # Where chance is asked, the state tells what has been spent.
    assert play_in_step(fields(tmp_path, board), 2 + seed % 2, seed=seed, explicit=seed == 0) > 4


@pytest.mark.parametrize("board", BOARDS)
def test_boards_of_up_to_64_spaces_are_asked_at_once(tmp_path: Path, board: str) -> None:
    world = load(fields(tmp_path, board), 2).world
    assert ("i32x4.eq" in text(make(world).module)) == (world.spaces <= 64)
