"""Brandubh from its rules in words, in plain Python: what the pack of the same name is compared with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

SIZE = 7
START = ("...a...", "...a...", "...d...", "aadkdaa", "...d...", "...a...", "...a...")
THRONE = (3, 3)
CORNERS = frozenset({(0, 0), (0, SIZE - 1), (SIZE - 1, 0), (SIZE - 1, SIZE - 1)})
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
QUIET_LIMIT = 100

Square = tuple[int, int]
"""Column and row, from 0 at the lower left."""

Move = tuple[Square, Square]


def name(square: Square) -> str:
    """`a1` is the lower left corner."""
    return f"{'abcdefg'[square[0]]}{square[1] + 1}"


def beyond(square: Square, step: Square) -> Square:
    """The neighbour in that direction, which may lie off the board."""
    return square[0] + step[0], square[1] + step[1]


def side(piece: str) -> str:
    """The side that a piece fights for: the king is a defender."""
    return "a" if piece == "a" else "d"


@dataclass(frozen=True)
class Position:
    """`board` maps squares to a (attacker), d (defender) or k (king); `turn` is the side to move.

    `quiet` counts the moves since the last capture; `winner` is a, d, `draw`, or empty during the game.
    """

    board: dict[Square, str]
    turn: str
    quiet: int
    winner: str

    def moves(self) -> list[Move]:
        """All moves of the side to move; none after the end."""
        if self.winner:
            return []
        return list(_moves(self.board, self.turn))

    def play(self, move: Move) -> Position:
        """The position after a move that `moves` lists."""
        origin, goal = move
        board = dict(self.board)
        piece = board.pop(origin)
        board[goal] = piece
        taken = _taken(board, goal)
        for square in taken:
            del board[square]
        quiet = 0 if taken else self.quiet + 1
        enemy = "d" if self.turn == "a" else "a"
        return Position(board, enemy, quiet, _winner(board, self.turn, enemy, quiet))


def start() -> Position:
    """The opening position, the attackers to move."""
    board = {
        (column, SIZE - 1 - line): letter
        for line, row in enumerate(START)
        for column, letter in enumerate(row)
        if letter != "."
    }
    return Position(board, "a", 0, "")


def _moves(board: dict[Square, str], turn: str) -> Iterator[Move]:
    for origin, piece in board.items():
        if side(piece) != turn:
            continue
        for step in STEPS:
            goal = beyond(origin, step)
            while _on_board(goal) and goal not in board:
                if piece == "k" or (goal != THRONE and goal not in CORNERS):
                    yield origin, goal
                goal = beyond(goal, step)


def _on_board(square: Square) -> bool:
    return 0 <= square[0] < SIZE and 0 <= square[1] < SIZE


def _taken(board: dict[Square, str], goal: Square) -> list[Square]:
    """What the piece that has just come to `goal` captures."""
    mover = side(board[goal])
    taken = []
    for step in STEPS:
        victim = beyond(goal, step)
        if victim not in board or side(board[victim]) == mover:
            continue
        if board[victim] == "k":
            if _king_is_held(board, victim, step):
                taken.append(victim)
        elif _holds(board, beyond(victim, step), mover):
            taken.append(victim)
    return taken


def _holds(board: dict[Square, str], far: Square, mover: str) -> bool:
    """Whether the square behind a piece holds it for `mover`: a friend, a corner or the empty throne."""
    if far in board:
        return side(board[far]) == mover
    return far == THRONE or far in CORNERS


def _king_is_held(board: dict[Square, str], king: Square, step: Square) -> bool:
    """Whether attackers hold the king, one of them having come next to it against `step`."""
    neighbours = [beyond(king, each) for each in STEPS]
    if king == THRONE:
        return all(board.get(square) == "a" for square in neighbours)
    if THRONE in neighbours:
        return all(board.get(square) == "a" for square in neighbours if square != THRONE)
    return board.get(beyond(king, step)) == "a"


def _winner(board: dict[Square, str], mover: str, enemy: str, quiet: int) -> str:
    king = next((square for square, piece in board.items() if piece == "k"), None)
    if king is None:
        return "a"
    if king in CORNERS:
        return "d"
    if quiet == QUIET_LIMIT:
        return "draw"
    if next(_moves(board, enemy), None) is None:
        return mover
    return ""


def perft(position: Position, depth: int) -> int:
    """How many sequences of exactly `depth` moves there are."""
    if depth == 1:
        return len(position.moves())
    return sum(perft(position.play(move), depth - 1) for move in position.moves())
