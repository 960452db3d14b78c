"""Plays random games of everything that is shipped for a given time, and counts what is too long for every
change.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from tafl.interpreter.game import GameFault
from tafl.interpreter.invariants import Broken
from tafl.play.show import decisions
from tafl.sim.perft import perft
from tafl.sim.plan import game_seed
from tafl.sim.run import Endless
from tafl.tests.classics import open_classic
from tafl.tests.reference.tables import PERFT, QUICK
from tafl.tests.shipped import program_of, references
from tafl.tests.watched import opening, play_watched


@dataclass(slots=True)
class Row:
    """What came of one game: games that ended, decisions in them, and the faults, each told so that it can
    be played again.
    """

    games: int = 0
    decisions: int = 0
    faults: list[str] = field(default_factory=list)


def soak(reference: str, seed: int, seconds: float) -> Row:
    """Play games of `reference`, numbers of players in turn, until the time is over; at least one for each
    number.
    """
    program = program_of(reference)
    row, end = Row(), time.monotonic() + seconds
    number = 0
    while number < program.high_players or time.monotonic() < end:
        own = game_seed(seed, number)
        players, chosen = opening(program, number)
        number += 1
        try:
            played = play_watched(program, players, chosen, seed=own)
        except (GameFault, Endless, Broken) as problem:
            row.faults.append(f"{reference}, {players} players, {chosen}, seed {own}: {problem}")
        else:
            row.games += 1
            row.decisions += decisions(played)
    return row


def long_counts() -> Iterator[tuple[str, bool]]:
    """The numbers of sequences that every change does not count, each with whether it is the known one."""
    for name, known in PERFT.items():
        for depth in range(QUICK[name] + 1, len(known) + 1):
            started = time.monotonic()
            found = perft(open_classic(name), depth)
            fits = found == known[depth - 1]
            verdict = "as known" if fits else f"and should be {known[depth - 1]:,}"
            yield f"{name} depth {depth}: {found:,} {verdict} ({time.monotonic() - started:.0f} s)", fits


def main() -> int:
    """Print a line a game and one a count; 1 where a game has failed or a count is another one."""
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0, help="shared by all games")
    parser.add_argument("--seed", type=int, default=0, help="of the first game; each game prints its own")
    parser.add_argument("--no-counts", action="store_true", help="leave out the long counts")
    given = parser.parse_args()
    fine = True
    seconds = given.minutes * 60 / len(references())
    print(f"{given.minutes:g} minutes, seed {given.seed}, Python {sys.version.split()[0]}")
    print(f"{'game':<24}{'games':>9}{'decisions':>12}{'faults':>8}")
    for reference in references():
        row = soak(reference, given.seed, seconds)
        print(f"{reference:<24}{row.games:>9,}{row.decisions:>12,}{len(row.faults):>8}", flush=True)
        for told in row.faults[:5]:
            print(f"  {told}", flush=True)
        fine = fine and not row.faults
    for told, fits in [] if given.no_counts else long_counts():
        print(told, flush=True)
        fine = fine and fits
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
