"""Counts the answer sequences of a game: the number by which two engines, or a rule and its restatement,
are compared.
"""

from __future__ import annotations

from ..interpreter.game import Game


def perft(game: Game, depth: int) -> int:
    """The number of sequences of exactly `depth` answers from here; games that end earlier are not counted.

    Chance's options count as answers where `game` was opened with explicit chance. The last ply is counted,
    not played. The name is that of the same test for chess programs (Robert Hyatt's Crafty). Raises
    GameFault.
    """
    if depth == 0:
        return 1
    options = game.option_count
    if depth == 1:
        return options
    return sum(perft(game.apply(option), depth - 1) for option in range(options))


def divide(game: Game, depth: int) -> list[tuple[str, int]]:
    """`perft` split by the first answer: its key with the number of sequences that begin with it. Raises
    GameFault.
    """
    decision = game.decision
    if decision is None or depth == 0:
        return []
    return [
        (option.key, 1 if depth == 1 else perft(game.apply(position), depth - 1))
        for position, option in enumerate(decision.options)
    ]
