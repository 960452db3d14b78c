"""Measures the engines: `python -m tafl.bench [GAME...]`; with `--peers` against installed ones, too."""

from __future__ import annotations

import argparse
import os
import platform
from datetime import date

from tafl.bench import compiled, modules, reference, searching
from tafl.bench.games import GAMES
from tafl.bench.peers.environments import started
from tafl.bench.subjects import C, Engine, Peer, Python, Served, Subject


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="of classics; all without one")
    parser.add_argument("--seconds", type=float, default=0.3, help="of each slice")
    parser.add_argument("--rounds", type=int, default=5, help="of slices")
    parser.add_argument("--peers", action="store_true", help="measure other engines, too")
    parser.add_argument(
        "--only-games", action="store_true", help="leave out interpreter, checker and modules"
    )
    given = parser.parse_args()
    unknown = set(given.games) - GAMES.keys()
    if unknown:
        parser.error(f"no such game: {', '.join(sorted(unknown))}; there are {', '.join(GAMES)}")
    core = compiled.one_core()
    print(f"{date.today()}, {platform.platform()}, Python {platform.python_version()}, core {core}")
    print(f"load {os.getloadavg()[0]:.1f}; {given.rounds} rounds, slices of {given.seconds:g} s\n")
    _compare(given.games or list(GAMES), given.rounds, given.seconds, peers=given.peers)
    if not given.only_games:
        reference.report(given.games or list(GAMES), given.seconds * given.rounds)
        modules.report(given.seconds * given.rounds)


def _compare(games: list[str], rounds: int, seconds: float, *, peers: bool) -> None:
    subjects: list[Subject] = [Python()]
    served: list[Served] = []
    searchers: list[Peer] = []
    try:
        subjects.insert(0, C())
    except OSError as problem:
        print(f"C on bitboards: {problem}")
    for peer in started() if peers else ():
        if isinstance(peer, str):
            print(peer)
        else:
            served.append(peer)
            subjects += [way for way in peer.peers() if not searching.searching(way)]
            searchers += [way for way in peer.peers() if searching.searching(way)]
    engine = Engine()
    print(compiled.HEAD)
    for game in games:
        print("\n".join(compiled.measure(engine, subjects, game, rounds, seconds)), flush=True)
    for line in searching.report(games, searchers, rounds, seconds):
        print(line, flush=True)
    for each in served:
        each.close()


if __name__ == "__main__":
    main()
