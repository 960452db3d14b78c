"""Random games on boards, written by hand as a Python programmer would: what the engines are compared with.

Each function plays one game to its end, all answers equally likely, and returns how many the seats gave, and
the outcome.
"""

from __future__ import annotations

from random import Random

Played = tuple[int, tuple[int, ...]]
WON = ((1, -1), (-1, 1))
"""The outcome by the seat that has won."""

LINES = [
    *[(row, row + 1, row + 2) for row in (0, 3, 6)],
    *[(column, column + 3, column + 6) for column in (0, 1, 2)],
    (0, 4, 8),
    (2, 4, 6),
]


def tic_tac_toe(rng: Random) -> Played:
    """A list of nine marks; all eight lines are looked at after every move."""
    marks = [""] * 9
    for move in range(9):
        mover = "XO"[move % 2]
        cell = rng.choice([cell for cell, mark in enumerate(marks) if not mark])
        marks[cell] = mover
        if any(marks[a] == marks[b] == marks[c] == mover for a, b, c in LINES):
            return move + 1, WON[move % 2]
    return 9, (0, 0)


def connect_four(rng: Random) -> Played:
    """A list for each column; runs through the last disc are counted."""
    columns: list[list[int]] = [[] for _ in range(7)]
    for move in range(42):
        seat = move % 2
        x = rng.choice([x for x, column in enumerate(columns) if len(column) < 6])
        columns[x].append(seat)
        if _four(columns, x, seat):
            return move + 1, WON[seat]
    return 42, (0, 0)


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


def breakthrough(rng: Random) -> Played:
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
            return moves, WON[seat]


AROUND = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def othello(rng: Random) -> Played:
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
            lead = sum(1 if disc == 0 else -1 for disc in discs.values())
            outcome = (0, 0) if lead == 0 else WON[lead < 0]
            return answers - 1, outcome  # the pass before was none: the game was over
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


def hex_11(rng: Random) -> Played:
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
            return move + 1, WON[seat]
    raise AssertionError("a full board always joins two sides")
