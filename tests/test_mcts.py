"""Tests the bot that searches: that both searches give the same, and what it is asked with."""

from __future__ import annotations

import math
from random import Random

import pytest

from tafl.interpreter.chance import Generator
from tafl.interpreter.engine import Playing, open_game
from tafl.interpreter.game import GameFault
from tafl.sim import worlds
from tafl.sim.bots import complaint
from tafl.sim.mcts import Budget, budget
from tafl.sim.search import NODES, Search, spread, spreads
from tafl.sim.worlds import suppose
from tafl.tests.generated import made
from tafl.tests.shipped import program_of
from tafl.tests.written import written
from tafl.wasm.search import CompiledSearch

SEARCHED = (
    ("classics:tic_tac_toe", 2, 300),
    ("classics:connect_four", 2, 60),
    ("classics:breakthrough", 2, 4),
    ("classics:kuhn", 2, 400),
    ("classics:leduc", 2, 300),
    ("classics:pig", 2, 40),
    ("classics:hearts", 4, 20),
    ("valkyries", 2, 25),
    ("valkyries", 4, 15),
    ("walhalla", 3, 2),
)


def at_random(reference: str, players: int, seed: int, steps: int) -> Playing:
    """A game after some random answers, with more than one option."""
    game: Playing = open_game(program_of(reference), players, seed=seed)
    random = Random(seed)
    for _ in range(steps):
        after = game.apply(random.randrange(game.option_count))
        if after.to_move is None:
            break
        game = after
    while game.option_count == 1:
        game = game.apply(0)
    return game if game.to_move is not None else at_random(reference, players, seed + 100, steps - 1)


@pytest.mark.parametrize(("steps", "nodes"), [(0, NODES), (3, 60)])
@pytest.mark.parametrize(("reference", "players", "iterations"), SEARCHED)
def test_both_searches_visit_the_same(
    reference: str, players: int, iterations: int, steps: int, nodes: int
) -> None:
    game = at_random(reference, players, 5 + steps, steps)
    seat = game.to_move
    assert seat is not None
    found = suppose(game, seat, Generator.of(3, 1), 7)
    slow = Search(found, Generator.of(4, 1), nodes=nodes)
    fast = worlds.search(found, Generator.of(4, 1), nodes=nodes)
    assert isinstance(fast, CompiledSearch)
    try:
        slow.run(iterations)
        for part in (1, iterations // 3, iterations - 1 - iterations // 3):
            fast.run(part)
        assert fast.visits() == slow.visits()
        assert fast.means() == slow.means()
        assert sum(fast.visits()) == iterations
    finally:
        fast.close()


@pytest.mark.parametrize("seed", range(5, 8))
def test_both_searches_visit_the_same_in_programs_made_at_random(seed: int) -> None:
    text = made(Random(seed))
    game: Playing = open_game(written(text), 2, seed=seed)
    random = Random(seed)
    compared = 0
    for step in range(40):
        seat = game.to_move
        if seat is None:
            break
        if (
            game.option_count > 1
            and step % 6 == 0
            and (found := suppose(game, seat, Generator.of(seed, 1), 4))
        ):
            slow, fast = (make(found, Generator.of(4, 1), 60) for make in (Search, worlds.search))
            slow.run(14)
            fast.run(14)
            assert (fast.visits(), fast.means()) == (slow.visits(), slow.means()), f"step {step} of\n{text}"
            fast.close()
            compared += 1
        try:
            game = game.apply(random.randrange(game.option_count))
        except GameFault:
            break
    assert compared


def test_roots_of_logarithms_are_the_known_ones() -> None:
    assert len(spreads()) == 27 * 64
    for number in (1, 2, 100, 127, 128, 1000, 123_456_789, 2**31 - 1):
        assert spread(number) == pytest.approx(math.log(number) ** 0.5, abs=0.01)
    found = [spread(number) for number in range(1, 5000)]
    assert found == sorted(found)


# ---- What it is asked with ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "meant"),
    [("7", Budget(iterations=7)), ("50ms", Budget(milliseconds=50)), ("100000000", Budget(100_000_000))],
)
def test_a_budget_is_iterations_or_milliseconds(written: str, meant: Budget) -> None:
    assert budget(written) == meant
    assert complaint(f"mcts:{written}") is None


@pytest.mark.parametrize("written", ["", "0", "0ms", "5s", "-1", "1.5", "100000001", "3600001ms", "1000 "])
def test_another_budget_is_complained_of(written: str) -> None:
    told = complaint(f"mcts:{written}")
    assert told is not None
    assert f"not `{written}`" in told
    assert "mcts:1000 or mcts:50ms" in told


def test_other_bots_take_no_budget_and_unknown_ones_are_not_there() -> None:
    assert complaint("mcts") is None
    assert (
        complaint("random:5") == "`random` takes no budget; only `mcts` does, such as mcts:1000 or mcts:50ms"
    )
    assert complaint("deep:5") == "there is no bot `deep`; there are: first, greedy, mcts, random"
