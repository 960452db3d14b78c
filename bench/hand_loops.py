"""Random games written by hand as a Python programmer would: what the engine's speed is compared with.

Each function plays one game to its end, all answers equally likely, and returns how many the seats gave.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

LINES = [
    *[(row, row + 1, row + 2) for row in (0, 3, 6)],
    *[(column, column + 3, column + 6) for column in (0, 1, 2)],
    (0, 4, 8),
    (2, 4, 6),
]


def tic_tac_toe(rng: Random) -> int:
    """A list of nine marks; all eight lines are looked at after every move."""
    marks = [""] * 9
    mover, other = "X", "O"
    for moves in range(1, 10):
        cell = rng.choice([cell for cell, mark in enumerate(marks) if not mark])
        marks[cell] = mover
        if any(marks[a] == marks[b] == marks[c] == mover for a, b, c in LINES):
            return moves
        mover, other = other, mover
    return 9


def connect_four(rng: Random) -> int:
    """A list for each column; runs through the last disc are counted."""
    columns: list[list[int]] = [[] for _ in range(7)]
    for move in range(42):
        seat = move % 2
        x = rng.choice([x for x, column in enumerate(columns) if len(column) < 6])
        columns[x].append(seat)
        if _four(columns, x, seat):
            return move + 1
    return 42


def _four(columns: list[list[int]], x: int, seat: int) -> bool:
    y = len(columns[x]) - 1
    for dx, dy in ((0, 1), (1, 0), (1, 1), (1, -1)):
        run = 1
        for sign in (1, -1):
            cx, cy = x + sign * dx, y + sign * dy
            while 0 <= cx < 7 and 0 <= cy < len(columns[cx]) and columns[cx][cy] == seat:
                run += 1
                cx, cy = cx + sign * dx, cy + sign * dy
        if run >= 4:
            return True
    return False


def breakthrough(rng: Random) -> int:
    """A set of squares for each seat; the moves are made anew every time."""
    pawns = [{(x, y) for x in range(8) for y in rows} for rows in ((0, 1), (6, 7))]
    moves = 0
    while True:
        seat = moves % 2
        mine, theirs, ahead = pawns[seat], pawns[1 - seat], 1 - 2 * seat
        options = [
            ((x, y), (x + aside, y + ahead))
            for x, y in mine
            for aside in (-1, 0, 1)
            if 0 <= x + aside < 8
            and (x + aside, y + ahead) not in mine
            and (aside or (x, y + ahead) not in theirs)
        ]
        origin, goal = rng.choice(options)
        moves += 1
        mine.remove(origin)
        mine.add(goal)
        theirs.discard(goal)
        if goal[1] == 7 * (1 - seat) or not theirs:
            return moves


AROUND = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def othello(rng: Random) -> int:
    """A dictionary from squares to seats; every free square is tried each way. A pass is an answer."""
    discs = {(3, 3): 1, (4, 4): 1, (3, 4): 0, (4, 3): 0}
    free = {(x, y) for x in range(8) for y in range(8)} - discs.keys()
    answers = passes = 0
    seat = 0
    while True:
        options = {square: turned for square in free if (turned := _turned(discs, square, seat))}
        if options:
            passes = 0
            square = rng.choice(list(options))
            for each in (square, *options[square]):
                discs[each] = seat
            free.remove(square)
        elif passes:
            return answers - 1  # the pass before was none: the game was over
        else:
            passes = 1
        answers += 1
        seat = 1 - seat


def _turned(discs: dict[tuple[int, int], int], square: tuple[int, int], seat: int) -> list[tuple[int, int]]:
    turned = []
    for dx, dy in AROUND:
        run = []
        x, y = square[0] + dx, square[1] + dy
        while discs.get((x, y)) == 1 - seat:
            run.append((x, y))
            x, y = x + dx, y + dy
        if run and discs.get((x, y)) == seat:
            turned += run
    return turned


def hex_11(rng: Random) -> int:
    """Stones in a dictionary; the chain of the last stone is walked through after every move."""
    size = 11
    free = [(x, y) for x in range(size) for y in range(size)]
    stones: dict[tuple[int, int], int] = {}
    for move in range(size * size):
        seat = move % 2
        stone = free.pop(rng.randrange(len(free)))
        stones[stone] = seat
        chain, front = {stone}, [stone]
        while front:
            x, y = front.pop()
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1), (x + 1, y - 1), (x - 1, y + 1)):
                if near not in chain and stones.get(near) == seat:
                    chain.add(near)
                    front.append(near)
        reached = {cell[seat] for cell in chain}
        if 0 in reached and size - 1 in reached:
            return move + 1
    raise AssertionError("a full board always joins two sides")


def kuhn(rng: Random) -> int:
    """Deals two of three cards and bets; the higher card or who has not folded wins the other's stake."""
    hands = rng.sample(range(3), 2)
    stakes, gains = [1, 1], [0, 0]
    for answers in (1, 2, 3):
        seat = (answers - 1) % 2
        bold = rng.random() < 0.5
        facing = stakes[seat] < stakes[1 - seat]
        if bold:
            stakes[seat] += 1
        if facing or (seat == 1 and not bold):
            break
    winner = hands.index(max(hands)) if stakes[0] == stakes[1] else stakes.index(max(stakes))
    gains[winner], gains[1 - winner] = stakes[1 - winner], -stakes[1 - winner]
    assert sum(gains) == 0
    return answers


def pig(rng: Random) -> int:
    """Rolls first, then rolls or holds with the same probability; 100 points win at once."""
    scores = [0, 0]
    seat = answers = 0
    while True:
        brought = 0
        while True:
            answers += 1
            if brought and rng.random() < 0.5:
                scores[seat] += brought
                break
            face = rng.randint(1, 6)
            if face == 1:
                break
            brought += face
            if scores[seat] + brought >= 100:
                return answers
        seat = 1 - seat


LOOPS: dict[str, Callable[[Random], int]] = {
    "tic_tac_toe": tic_tac_toe,
    "connect_four": connect_four,
    "breakthrough": breakthrough,
    "othello": othello,
    "hex": hex_11,
    "kuhn": kuhn,
    "pig": pig,
}
"""By game of `classics`."""
