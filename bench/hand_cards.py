"""Random games of cards and dice, written by hand like those of `hand_boards`."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tafl.bench.hand_boards import (
    WON,
    Played,
    breakthrough,
    connect_four,
    hex_11,
    othello,
    tic_tac_toe,
)
from tafl.bench.samples import ranked


def kuhn(rng: Random) -> Played:
    """Deals two of three cards and bets; the higher card or who has not folded wins the other's stake."""
    hands = rng.sample(range(3), 2)
    stakes = [1, 1]
    for answers in (1, 2, 3):
        seat = (answers - 1) % 2
        bold = rng.random() < 0.5
        facing = stakes[seat] < stakes[1 - seat]
        if bold:
            stakes[seat] += 1
        if facing or (seat == 1 and not bold):
            break
    winner = hands.index(max(hands)) if stakes[0] == stakes[1] else stakes.index(max(stakes))
    gain = stakes[1 - winner]
    return answers, (gain, -gain) if winner == 0 else (-gain, gain)


def leduc(rng: Random) -> Played:
    """Two of six cards, a round of bets, a third card, another round."""
    first, second, shown = rng.sample([1, 1, 2, 2, 3, 3], 3)
    stakes = [1, 1]
    answers = 0
    for size in (2, 4):
        bets = seat = 0
        while True:
            facing = stakes[seat] < stakes[1 - seat]
            answers += 1
            if not facing:
                if rng.random() < 0.5:
                    stakes[seat] += size
                    bets = 1
                elif seat == 1:
                    break
            else:
                choice = rng.choice(["call", "fold", "raise"] if bets == 1 else ["call", "fold"])
                if choice == "fold":
                    gain = stakes[seat]
                    return answers, (gain, -gain) if seat == 1 else (-gain, gain)
                stakes[seat] = stakes[1 - seat]
                if choice == "call":
                    break
                stakes[seat] += size
                bets = 2
            seat = 1 - seat
    strengths = [4 if card == shown else card for card in (first, second)]
    sign = (strengths[0] > strengths[1]) - (strengths[0] < strengths[1])
    return answers, (sign * stakes[1], -sign * stakes[0])


def pig(rng: Random) -> Played:
    """Rolls or holds with the same probability; whoever holds 100 points wins."""
    scores = [0, 0]
    seat = answers = brought = 0
    while True:
        answers += 1
        if rng.random() < 0.5:
            face = rng.randint(1, 6)
            if face > 1:
                brought += face
                continue
        else:
            scores[seat] += brought
            if scores[seat] >= 100:
                return answers, WON[seat]
        brought = 0
        seat = 1 - seat


CARDS = [(suit, rank) for suit in "CDHS" for rank in range(2, 15)]


def _worth(card: tuple[str, int]) -> int:
    return 1 if card[0] == "H" else 13 if card == ("S", 12) else 0


def hearts(rng: Random) -> Played:
    """Three cards go on, or none; then thirteen tricks. Hands are lists of (suit, rank)."""
    deck = rng.sample(CARDS, 52)
    hands = [deck[13 * seat : 13 * seat + 13] for seat in range(4)]
    shift = rng.randrange(4)
    answers = 0
    if shift:
        passed = [[hand.pop(rng.randrange(len(hand))) for _ in range(3)] for hand in hands]
        for seat in range(4):
            hands[seat] += passed[(seat - shift) % 4]
        answers = 12
    points = [0] * 4
    broken = False
    leader = next(seat for seat in range(4) if ("C", 2) in hands[seat])
    for trick in range(13):
        table: list[tuple[str, int]] = []
        for turn in range(4):
            hand = hands[(leader + turn) % 4]
            card = rng.choice(_playable(hand, table, trick, broken))
            hand.remove(card)
            table.append(card)
            broken = broken or _worth(card) > 0
        taker = max(range(4), key=lambda turn: (table[turn][0] == table[0][0], table[turn][1]))
        leader = (leader + taker) % 4
        points[leader] += sum(map(_worth, table))
    if 26 in points:
        points = [0 if own == 26 else 26 for own in points]
    return answers + 52, tuple(ranked([-own for own in points]))


def _playable(
    hand: list[tuple[str, int]], table: list[tuple[str, int]], trick: int, broken: bool
) -> list[tuple[str, int]]:
    if table:
        found = [card for card in hand if card[0] == table[0][0]]
        if not found and trick == 0:
            found = [card for card in hand if not _worth(card)]
    elif trick == 0:
        found = [("C", 2)]
    else:
        found = hand if broken else [card for card in hand if card[0] != "H"]
    return found or hand


LOOPS: dict[str, Callable[[Random], Played]] = {
    "tic_tac_toe": tic_tac_toe,
    "connect_four": connect_four,
    "breakthrough": breakthrough,
    "othello": othello,
    "hex": hex_11,
    "kuhn": kuhn,
    "leduc": leduc,
    "pig": pig,
    "hearts": hearts,
}
"""By game of `classics`."""
