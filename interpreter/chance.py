"""Turns a seed into numbers: the only source of chance, specified to the bit.

The generator is PCG32 (O'Neill 2014, XSH-RR 64/32): 64 bits of state, an odd increment, 32 bits a draw. A
seed is derived by the mixing function of SplitMix64 (Steele, Lea, Flood 2014) from the user's seed, the
number of a stream and an index in it. Streams are apart, so that a bot's draws never change a shuffle.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

GAME_STREAM, BOT_STREAM, SIMULATION_STREAM, DETERMINIZATION_STREAM = range(4)
"""Streams; the index is the bot's number, the simulated game's, the determinization's (a game has index 0).
"""

Rng: TypeAlias = tuple[int, int]
"""A generator as data: (state, increment)."""

_WORD = 2**64 - 1
_MULTIPLIER = 6364136223846793005
_GOLDEN = 0x9E3779B97F4A7C15


def mix(number: int) -> int:
    """The output function of SplitMix64: 64 bits to 64 bits."""
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _WORD
    return number ^ (number >> 31)


def derive(seed: int, stream: int, index: int = 0) -> int:
    """A seed of 64 bits for place `index` of a stream: z = mix((z xor word) + golden ratio) over seed,
    stream, index, from z = 0.
    """
    number = 0
    for word in (seed, stream, index):
        number = mix(((number ^ (word & _WORD)) + _GOLDEN) & _WORD)
    return number


def start(state: int, sequence: int) -> Rng:
    """The generator as `pcg32_srandom(state, sequence)` of the published code leaves it."""
    increment = (sequence << 1 | 1) & _WORD
    advanced = (increment + state) & _WORD
    return (advanced * _MULTIPLIER + increment) & _WORD, increment


def seeded(seed: int, stream: int, index: int = 0) -> Rng:
    """The generator of place `index` of a stream: started with the derived seed, its sequence the stream's
    number.
    """
    return start(derive(seed, stream, index), stream)


def draw(rng: Rng) -> tuple[int, Rng]:
    """32 uniform bits, and the generator after them."""
    state, increment = rng
    mixed = ((state >> 18 ^ state) >> 27) & 0xFFFFFFFF
    turn = state >> 59
    number = (mixed >> turn | mixed << (-turn & 31)) & 0xFFFFFFFF
    return number, ((state * _MULTIPLIER + increment) & _WORD, increment)


def below(rng: Rng, bound: int) -> tuple[int, Rng]:
    """A uniform number in `0..bound - 1` (bound from 1 to 2^32), and the generator after it.

    Draws under (2^32 - bound) mod bound are rejected, so that every remainder is left with as many draws.
    """
    least = (2**32 - bound) % bound
    number, rng = draw(rng)
    while number < least:
        number, rng = draw(rng)
    return number % bound, rng


def weighted(rng: Rng, weights: Sequence[int]) -> tuple[int, Rng]:
    """A position, as likely as its weight says, and the generator after it: one draw below the sum of the
    weights.
    """
    rest, rng = below(rng, sum(weights))
    for position, weight in enumerate(weights):
        if rest < weight:
            return position, rng
        rest -= weight
    raise AssertionError("a draw below the sum of the weights falls on one of them")


class Generator:
    """A generator that keeps its own place, for those who draw outside a game's state."""

    __slots__ = ("rng",)

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    @classmethod
    def of(cls, seed: int, stream: int, index: int = 0) -> Generator:
        """The generator of place `index` of a stream."""
        return cls(seeded(seed, stream, index))

    def below(self, bound: int) -> int:
        """A uniform number in `0..bound - 1`."""
        number, self.rng = below(self.rng, bound)
        return number

    def bits(self) -> int:
        """32 uniform bits."""
        number, self.rng = draw(self.rng)
        return number
