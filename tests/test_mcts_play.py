"""Tests how strongly the bot that searches plays, that it knows no more than its seat, and that it can be
stopped. Longer matches are played by `bench/strength.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tafl.interpreter.chance import DETERMINIZATION_STREAM, Generator
from tafl.interpreter.determinize import NoWorld
from tafl.interpreter.engine import Playing
from tafl.interpreter.engine import open_game as open_reference
from tafl.interpreter.game import Game
from tafl.ir.program import Program
from tafl.sim import mcts, worlds
from tafl.sim.bots import Asked, Bot, answer, seat_bots, table_bots
from tafl.sim.mcts import Budget, Mcts
from tafl.sim.run import play_out
from tafl.sim.search import Search
from tafl.tests.games import THIEVES, compiled
from tafl.tests.nim import Nim
from tafl.tests.shipped import program_of
from tafl.tests.written import FOREVER, TRAP, written
from tafl.wasm.engine import Running, open_game
from tafl.wasm.runner import runner
from tafl.wasm.search import CompiledSearch


@pytest.fixture(scope="module")
def thieves(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return compiled(tmp_path_factory.mktemp("packs"), "thieves", THIEVES)


# ---- Strength ----------------------------------------------------------------------------------------------


def lines(game: Game, seat: int, iterations: int) -> Iterator[int]:
    """The outcome for a seat that searches, against everything that the other one may do."""
    while game.to_move == seat:
        game = game.apply(answer(Mcts(1, seat, Budget(iterations)), game))
    if game.result is not None:
        yield game.result.outcome[seat]
    for option in range(game.option_count):
        yield from lines(game.apply(option), seat, iterations)


@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_beats_it_at_tic_tac_toe(seat: int) -> None:
    outcomes = list(lines(open_game(program_of("classics:tic_tac_toe"), 2), seat, 1000))
    assert min(outcomes) == 0
    assert max(outcomes) == 1
    assert len(outcomes) > 40


def against(reference: str, players: int, ours: str, theirs: str, games: int, begun: int = 0) -> list[int]:
    """How many places our bot came before the others less how many behind, in each game; it goes round the
    seats, each of which it has in the same game after so many random answers.
    """
    found = []
    for number in range(games):
        seat = number % players
        game = after_random(open_game(program_of(reference), players, seed=number // players), begun)
        bots: list[Bot] = seat_bots([theirs], players, number)
        bots[seat] = seat_bots([ours], players, number)[seat]
        result = play_out(game, bots).game.result
        assert result is not None
        own = result.outcome[seat]
        found.append(sum((own > other) - (own < other) for other in result.outcome))
    return found


def after_random(game: Game, answers: int) -> Game:
    random = Random(answers)
    for _ in range(answers):
        game = game.apply(random.randrange(game.option_count))
    return game


@pytest.mark.parametrize(
    ("reference", "players", "iterations", "games", "begun"),
    [
        ("classics:tic_tac_toe", 2, 200, 40, 0),
        ("classics:connect_four", 2, 100, 30, 0),
        ("classics:breakthrough", 2, 40, 6, 0),
        ("classics:othello", 2, 30, 6, 0),
        ("classics:hex", 2, 120, 8, 70),
        ("classics:brandubh", 2, 60, 4, 20),
        ("classics:hearts", 4, 40, 40, 0),
        ("classics:pig", 2, 60, 60, 0),
        ("valkyries", 2, 40, 6, 0),
        ("valkyries", 4, 30, 4, 0),
        ("walhalla", 3, 25, 4, 0),
    ],
)
def test_it_is_better_than_random(
    reference: str, players: int, iterations: int, games: int, begun: int
) -> None:
    found = against(reference, players, f"mcts:{iterations}", "random", games, begun)
    mean = sum(found) / games
    error = (sum((each - mean) ** 2 for each in found) / games / games) ** 0.5
    assert mean > 3 * error
    assert mean > 0


@pytest.mark.parametrize(("reference", "games"), [("classics:kuhn", 600), ("classics:leduc", 300)])
def test_it_wins_more_than_random_at_poker(reference: str, games: int) -> None:
    won = []
    for number in range(games):
        seat, bots = number % 2, seat_bots(["random"], 2, number)
        bots[seat] = Mcts(number, seat, Budget(100))
        played = play_out(open_game(program_of(reference), 2, seed=number // 2), bots).game
        assert played.result is not None
        won.append(played.result.outcome[seat])
    mean = sum(won) / games
    assert mean > 3 * (sum((each - mean) ** 2 for each in won) / games / games) ** 0.5


def test_it_loses_no_game_of_connect_four_to_random() -> None:
    assert min(against("classics:connect_four", 2, "mcts:400", "random", 20)) == 1


def test_it_plays_nim_as_well_as_can_be_without_a_module() -> None:
    for heap in (5, 6, 7, 9, 10, 11):
        assert Mcts(1, 0, Budget(600)).choose(Asked(Nim(heap), 0)) == heap % 4 - 1


def test_chance_is_drawn_anew_where_it_answers_by_itself() -> None:
    means = []
    for dice in (False, True):
        tree = Asked(Nim(6, dice=dice), 0).search(Generator.of(1, 1), 1)
        assert isinstance(tree, Search)
        tree.run(800)
        means.append(tree.means()[1])
    # Who leaves four wins for sure where no die may add to them.
    assert means[0] > 0.9 > 0.7 > means[1] > -0.7


# ---- What it knows -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reference", "players"), [("classics:leduc", 2), ("classics:hearts", 4)])
def test_it_answers_alike_in_all_games_that_its_seat_cannot_tell_apart(reference: str, players: int) -> None:
    compared = 0
    for seed in range(2):
        game: Playing = open_game(program_of(reference), players, seed=seed)
        bots = seat_bots(["random"], players, seed)
        draws = Generator.of(seed, DETERMINIZATION_STREAM)
        while (seat := game.to_move) is not None:
            answers = set()
            for other in (game, *(game.determinized(seat, draws) for _ in range(2))):
                answers.add(Mcts(seed, seat, Budget(40)).choose(Asked(other, seat)))
                compared += other.hash() != game.hash()
            assert len(answers) == 1
            game = game.apply(bots[seat].choose(Asked(game, seat)))
    assert compared > 4


def test_worlds_tell_what_is_decided_and_no_more(thieves: Program) -> None:
    game = open_reference(thieves, 2, seed=1)
    found = Asked(game, 0).worlds(Generator.of(1, DETERMINIZATION_STREAM), 5)
    assert len(found) == 5
    names = {name for name in dir(found[0]) if not name.startswith("_")}
    assert names == {
        *("apply", "evaluation", "option_count", "option_marks", "outcome", "players", "reseeded", "to_move"),
    }
    assert {(world.to_move, world.option_count) for world in found} == {(0, game.option_count)}


def test_one_world_is_enough_where_nothing_is_hidden() -> None:
    game = open_reference(program_of("classics:tic_tac_toe"), 2)
    assert len(Asked(game, 0).worlds(Generator.of(1, DETERMINIZATION_STREAM), 5)) == 1


def test_it_guesses_where_it_can_suppose_nothing(thieves: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def find_none(*_: object) -> Playing:
        raise NoWorld("no other world fits")

    game = open_reference(thieves, 2, seed=1)
    monkeypatch.setattr(Playing, "determinized", find_none)
    asked = Asked(game, 0)
    assert asked.search(Generator.of(1, 1), 4) is None
    bot = Mcts(1, 0)
    assert {bot.choose(asked) for _ in range(60)} == set(range(asked.count))


def test_it_plays_on_after_a_save_as_it_would_have(thieves: Program) -> None:
    name = "mcts:30"
    game, bots = open_game(thieves, 2, seed=6), table_bots([name] * 2, 6, [])
    while (seat := game.to_move) is not None:
        back = table_bots([name] * 2, 6, game.answers())[seat]
        bot = bots[seat]
        assert bot is not None
        assert back is not None
        option = bot(game)
        assert back(game) == option
        game = game.apply(option)


def test_without_a_module_it_answers_the_same(thieves: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    game = open_reference(thieves, 2, seed=3)
    fast = [Mcts(seed, 0, Budget(25)).choose(Asked(game, 0)) for seed in range(4)]
    monkeypatch.setattr(worlds, "why_not", lambda: "no wheel")
    assert isinstance(Asked(game, 0).search(Generator.of(1, 1), 4), Search)
    assert [Mcts(seed, 0, Budget(25)).choose(Asked(game, 0)) for seed in range(4)] == fast
    assert len(set(fast)) > 1


# ---- Games that stop, and searches that are stopped --------------------------------------------------------


@pytest.mark.parametrize(("text", "longest"), [(TRAP, 100), (FOREVER, 20), (FOREVER, 1)])
def test_games_that_fault_or_never_end_count_as_won_by_nobody(text: str, longest: int) -> None:
    found = Asked(open_reference(written(text), 2), 0).worlds(Generator.of(2, 1), 1)
    slow = Search(found, Generator.of(4, 1), longest)
    fast = worlds.search(found, Generator.of(4, 1), longest)
    try:
        slow.run(300)
        fast.run(300)
        assert fast.visits() == slow.visits()
        assert fast.means() == slow.means()
        assert sum(fast.visits()) == 300
    finally:
        fast.close()


def test_an_interrupt_ends_a_search_and_gives_its_memory_back(monkeypatch: pytest.MonkeyPatch) -> None:
    game = open_game(program_of("classics:tic_tac_toe"), 2)
    assert isinstance(game, Running)
    instance = runner(game.program, 2).instance
    before, right, calls = instance["reserve"](0), CompiledSearch.run, list[int]()
    instance["release"]()

    def interrupted(tree: CompiledSearch, iterations: int) -> None:
        calls.append(iterations)
        if len(calls) == 5:
            raise KeyboardInterrupt
        right(tree, iterations)

    monkeypatch.setattr(CompiledSearch, "run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Mcts(1, 0, Budget(100_000_000)).choose(Asked(game, 0))
    assert instance["reserve"](0) == before
    instance["release"]()


class Slow:
    """A tree whose iterations take so many seconds each, by a clock that goes only then."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.now = 100.0
        self.calls: list[int] = []

    def run(self, iterations: int) -> None:
        self.calls.append(iterations)
        self.now += iterations * self.seconds

    def visits(self) -> list[int]:
        return [1, 3, 3]

    def means(self) -> list[float]:
        return [0.9, 0.1, 0.1]

    def close(self) -> None:
        self.calls.append(0)


def spent(budget: Budget, seconds: float, monkeypatch: pytest.MonkeyPatch) -> Slow:
    """The tree after an answer with that budget."""
    tree = Slow(seconds)
    monkeypatch.setattr(Asked, "search", lambda *_: tree)
    monkeypatch.setattr("tafl.sim.mcts.time.monotonic", lambda: tree.now)
    assert Mcts(1, 0, budget).choose(Asked(Nim(9), 0)) == 1
    assert tree.calls.pop() == 0
    return tree


@pytest.mark.parametrize("seconds", [1e-6, 1e-4, 3e-3])
def test_a_budget_in_milliseconds_is_kept_by_calls_that_fit(
    seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = spent(Budget(milliseconds=500), seconds, monkeypatch)
    assert 0.5 <= tree.now - 100 < 0.5 + 4 * seconds + 0.001
    assert all(calls * seconds <= max(mcts.AT_ONCE, 4 * seconds) for calls in tree.calls)


@pytest.mark.parametrize("seconds", [1e-7, 1e-5, 0.1])
def test_a_budget_in_iterations_is_kept_exactly_in_short_calls(
    seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = spent(Budget(iterations=5000), seconds, monkeypatch)
    assert sum(tree.calls) == 5000
    assert all(calls * seconds <= max(mcts.AT_ONCE, 4 * seconds) for calls in tree.calls)
