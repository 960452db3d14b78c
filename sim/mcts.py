"""Turns a question and what its seat may see into an answer by tree search, with as much work as its budget
allows: the bot `mcts`.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..interpreter.chance import BOT_STREAM, Generator, derive

if TYPE_CHECKING:
    from .bots import Asked
    from .search import Tree

AT_ONCE = 0.02
"""Seconds that one call of the search takes at most, about: an interrupt waits so long."""

FIRST = 4
"""Iterations of the first call, whose time says how many the next ones may have."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What may be spent on one answer: so many iterations, or so many milliseconds."""

    iterations: int = 0
    milliseconds: int = 0

    @property
    def worlds(self) -> int:
        """How many worlds are supposed where something is hidden: more are more like what may be, and cost
        time that is lost to the search.
        """
        part = self.iterations // 8 if self.iterations else self.milliseconds // 2
        return max(2, min(64, part), min(1000, self.iterations // 100))


USUAL = Budget(iterations=1000)
"""What is spent where nothing is said."""

WRONG = (
    "`mcts` takes behind its colon how many games it may look at for an answer, from 1 to 100,000,000, "
    "or for how long, from 1ms to 3,600,000ms: mcts:1000 or mcts:50ms, not `{}`"
)


def budget(written: str) -> Budget:
    """What is written behind the colon of a bot's name; raises ValueError, whose message is for people."""
    found = re.fullmatch(r"(\d{1,9})(ms)?", written)
    number = int(found[1]) if found else 0
    timed = found is not None and found[2] is not None
    if not 1 <= number <= (3_600_000 if timed else 100_000_000):
        raise ValueError(WRONG.format(written))
    return Budget(milliseconds=number) if timed else Budget(iterations=number)


class Mcts:
    """Plays many games from here on in its mind, those that look best more often, and takes what it came to
    most often. Where something is hidden it supposes worlds that its seat cannot tell from the game; where
    none is found it draws lots.

    With a budget in iterations the same seed gives the same answers on every machine. Every answer has
    numbers of its own, so that a bot that comes back to a game goes on as it would have.
    """

    def __init__(self, seed: int, seat: int, budget: Budget = USUAL) -> None:
        self._seed = derive(seed, BOT_STREAM, seat)
        self._budget = budget
        self._answered = 0

    def choose(self, asked: Asked) -> int:
        """The position that was visited most; of several the best, of these the first."""
        generator = Generator.of(self._seed, BOT_STREAM, self._answered)
        self._answered += 1
        if asked.count == 1:
            return 0
        start = time.monotonic()
        tree = asked.search(generator, self._budget.worlds)
        if tree is None:
            return generator.below(asked.count)
        try:
            self._spend(tree, start)
            found = list(zip(tree.visits(), tree.means(), strict=True))
        finally:
            tree.close()
        return found.index(max(found))

    def _spend(self, tree: Tree, start: float) -> None:
        """Search in calls that are short enough to be interrupted between them."""
        end = start + self._budget.milliseconds / 1000
        left = self._budget.iterations or None
        count = FIRST
        while True:
            count = count if left is None else min(count, left)
            before = time.monotonic()
            tree.run(count)
            now = time.monotonic()
            room = AT_ONCE if left is not None else min(AT_ONCE, end - now)
            left = None if left is None else left - count
            if left == 0 or room <= 0:
                return
            count = max(1, int(min(4 * count, count * room / max(now - before, 1e-6))))

    def pass_by(self, answers: int) -> None:
        """Count the answers."""
        self._answered += answers
