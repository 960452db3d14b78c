"""Measures tree search inside the module: how many simulations a second, and against OpenSpiel's in C++ where
that is installed. Each side searches the opening again and again, with a random game for each new node.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from statistics import median

from tafl.bench.games import GAMES
from tafl.bench.samples import SEARCH, SIMULATIONS
from tafl.bench.subjects import Peer
from tafl.interpreter.chance import BOT_STREAM, Generator
from tafl.interpreter.engine import Playing
from tafl.sim.bots import Asked
from tafl.sim.mcts import Budget
from tafl.wasm.engine import open_game

SEARCHED = ("tic_tac_toe", "connect_four", "breakthrough", "othello", "hex")
AIM = 3.0
AIMED = ("tic_tac_toe", "connect_four")


def search_rate(game: Playing, seconds: float, seed: int) -> float:
    """Simulations a second of processor time, with all that belongs to an answer."""
    seat = game.to_move
    assert seat is not None
    done, spent, worlds = 0, 0.0, Budget(SIMULATIONS).worlds
    while spent < seconds or not done:
        begun = time.process_time()
        tree = Asked(game, seat).search(Generator.of(seed, BOT_STREAM, done), worlds)
        assert tree is not None, "what is measured hides nothing that the question gives away"
        tree.run(SIMULATIONS)
        tree.visits()
        tree.close()
        spent += time.process_time() - begun
        done += SIMULATIONS
    return done / spent


def report(games: Sequence[str], peers: Sequence[Peer], rounds: int, seconds: float) -> Iterator[str]:
    """The lines of a table; `peers` are those that search."""
    yield f"\ntree search, {SIMULATIONS:,} simulations an answer: simulations a second"
    for name in games:
        if name not in SEARCHED:
            continue
        opened = open_game(GAMES[name].program, GAMES[name].players, GAMES[name].chosen)
        ours = [search_rate(opened, seconds, turn) for turn in range(rounds)]
        yield f"{name:<14}{'tafl':<36}{median(ours):>12,.0f}"
        for peer in peers:
            if name in peer.knows:
                yield _compared(name, opened, peer, rounds, seconds)


def _compared(name: str, opened: Playing, peer: Peer, rounds: int, seconds: float) -> str:
    peer.play(name, 0.0, 1)
    rates, ratios = [], []
    for turn in range(rounds):
        # Before and after: where the machine slows down meanwhile, that is on both sides.
        before = search_rate(opened, seconds / 2, turn)
        rates.append(peer.play(name, seconds, turn).rate)
        ratios.append((before + search_rate(opened, seconds / 2, turn)) / 2 / rates[-1])
    ratio = median(ratios)
    told = f"tafl is {ratio:.1f} times as fast"
    if name in AIMED:
        told += f", {'and should be' if ratio >= AIM else 'BUT SHOULD BE'} {AIM:g}"
    return f"{'':<14}{peer.name:<36}{median(rates):>12,.0f}   {told}"


def searching(peer: Peer) -> bool:
    """Whether this is a peer that searches, and not one that plays random games."""
    return peer.way == SEARCH
