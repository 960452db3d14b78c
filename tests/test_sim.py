"""Tests bots, runs and intervals on a game that is written against the protocol alone."""

import pytest

from tafl.interpreter.determinize import NoWorld
from tafl.interpreter.game import Game, Outlook, Result
from tafl.sim.bots import BOTS, Asked, First, Greedy, Random, answer, seat_bots
from tafl.sim.intervals import wilson
from tafl.sim.perft import divide, perft
from tafl.sim.run import Endless, play_out
from tafl.tests.nim import Nim


def brute(game: Game, depth: int) -> int:
    """The sequences of exactly `depth` answers, each of them played."""
    return (
        1 if depth == 0 else sum(brute(game.apply(option), depth - 1) for option in range(game.option_count))
    )


@pytest.mark.parametrize("depth", range(8))
@pytest.mark.parametrize("dice", [False, True])
def test_perft_counts_sequences_of_that_length_and_chance_too(depth: int, dice: bool) -> None:
    assert perft(Nim(5, dice=dice), depth) == brute(Nim(5, dice=dice), depth)


def test_perft_does_not_play_the_last_ply() -> None:
    # Every third option faults when it is played.
    assert perft(Nim(9, trap=3), 1) == 3


def test_divide_splits_perft_by_the_first_answer() -> None:
    parts = divide(Nim(6), 4)
    assert [key for key, _ in parts] == ["take(1)", "take(2)", "take(3)"]
    assert sum(count for _, count in parts) == perft(Nim(6), 4)
    assert divide(Nim(6), 1) == [("take(1)", 1), ("take(2)", 1), ("take(3)", 1)]
    assert divide(Nim(0), 3) == []


def test_a_bot_gets_the_question_and_what_its_seat_may_see_and_nothing_else() -> None:
    asked = Asked(Nim(9, seat=1), 1)
    public = {name for name in dir(asked) if not name.startswith("_")}
    assert public == {
        "count",
        "decision",
        "observation",
        "outlook",
        "players",
        "search",
        "seat",
        "view",
        "worlds",
    }
    assert (asked.count, asked.seat, asked.players) == (3, 1, 2)
    assert asked.view()["seat"] == 1
    assert asked.observation().startswith("1:")


def test_first_takes_the_first_and_random_every_option_about_as_often() -> None:
    asked = Asked(Nim(9), 0)
    assert {First().choose(asked) for _ in range(5)} == {0}
    bot = Random(7, 0)
    counts = [0, 0, 0]
    for _ in range(3000):
        counts[bot.choose(asked)] += 1
    # Chi-square with two degrees of freedom: 13.8 is exceeded once in a thousand seeds.
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 13.8


def test_greedy_takes_what_the_game_thinks_best_one_step_ahead() -> None:
    for heap, best in ((5, 0), (6, 1), (7, 2), (9, 0), (3, 2), (1, 0)):
        assert Greedy(1, 0).choose(Asked(Nim(heap), 0)) == best


def test_greedy_draws_lots_between_equals_from_its_own_stream() -> None:
    def answers(seed: int, seat: int, left_out: int = 0) -> list[int]:
        bot = Greedy(seed, seat)
        bot.pass_by(left_out)
        return [bot.choose(Asked(Nim(8), 0)) for _ in range(60 - left_out)]

    assert set(answers(1, 0)) == {0, 1, 2}
    assert answers(1, 0) == answers(1, 0)
    assert len({tuple(answers(seed, seat)) for seed in (1, 2) for seat in (0, 1)}) == 4
    assert answers(1, 0, left_out=23) == answers(1, 0)[23:]


def test_greedy_prefers_a_game_won_to_any_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Nim, "evaluation", lambda game, _: 9 * game.heap)
    assert Greedy(1, 0).choose(Asked(Nim(9), 0)) == 0
    assert Greedy(1, 0).choose(Asked(Nim(2), 0)) == 1
    monkeypatch.setattr(Nim, "evaluation", lambda *_: None)
    assert {Greedy(seed, 0).choose(Asked(Nim(3), 0)) for seed in range(9)} == {2}


def test_greedy_guesses_where_it_can_suppose_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def find_none(*_: object) -> list[Outlook]:
        raise NoWorld("no other world fits")

    monkeypatch.setattr(Nim, "outlook", find_none)
    bot = Greedy(1, 0)
    assert {bot.choose(Asked(Nim(9), 0)) for _ in range(40)} == {0, 1, 2}


def test_greedy_beats_random() -> None:
    won = 0
    for seed in range(60):
        result = play_out(Nim(21 + seed % 5), seat_bots(["greedy", "random"], 2, seed)).game.result
        assert result is not None
        won += result.outcome[0] > 0
    assert won > 50


def test_random_bots_of_two_seats_and_seeds_go_their_own_ways() -> None:
    def answers(seed: int, seat: int) -> list[int]:
        bot = BOTS["random"](seed, seat)
        return [bot.choose(Asked(Nim(9), 0)) for _ in range(40)]

    assert answers(1, 0) == answers(1, 0)
    assert len({tuple(answers(seed, seat)) for seed in (1, 2) for seat in (0, 1)}) == 4


def test_bots_go_round_the_table() -> None:
    assert [type(bot) for bot in seat_bots(["first", "random"], 3, 1)] == [First, Random, First]


def test_a_game_is_played_to_its_end() -> None:
    played = play_out(Nim(5), seat_bots(["first"], 2, 0))
    assert played.decisions == 5
    assert played.answers == (0,) * 5
    assert played.game.result == Result((1, -1), (1, 2), None)
    assert answer(First(), Nim(5)) == 0


def test_an_endless_game_is_stopped() -> None:
    with pytest.raises(Endless, match="within 4 decisions"):
        play_out(Nim(50), seat_bots(["first"], 2, 0), limit=4)


def test_the_score_interval_is_wilsons() -> None:
    # 8 of 10: Brown, Cai, DasGupta, Interval estimation for a binomial proportion, 2001.
    low, high = wilson(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
    assert wilson(0, 10)[0] == pytest.approx(0.0)
    assert wilson(10, 10)[1] == pytest.approx(1.0)
    assert wilson(0, 0) == (0.0, 1.0)
