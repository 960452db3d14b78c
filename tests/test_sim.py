"""Tests bots, runs, counts and intervals on a game that is written against the protocol alone."""

from functools import partial

import pytest

from tafl.interpreter.determinize import NoWorld
from tafl.interpreter.game import Decision, Game, Option, Outlook, Result
from tafl.ir.span import BUILT_IN
from tafl.sim.bots import BOTS, Asked, First, Greedy, Random, answer, seat_bots
from tafl.sim.ends import Amount, Ends, Place
from tafl.sim.intervals import wilson
from tafl.sim.perft import divide, perft
from tafl.sim.run import Endless, play_out
from tafl.sim.simulate import game_seed, simulate
from tafl.sim.table import ends, tables
from tafl.sim.tally import Tally, Watch, names_of, won
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
    assert public == {"count", "decision", "observation", "outlook", "players", "seat", "view"}
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
    tally = simulate(partial(nim, 21), ["greedy", "random"], 2, 60, 3)
    assert tally.wins[0] > 50


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


@pytest.mark.parametrize(
    ("kind", "key", "names"),
    [
        ("act", "step(pawn@1#3,d4)", {("action", "step"), ("component", "pawn")}),
        ("act", "pass", {("action", "pass")}),
        ("choose", "wild@2#1", {("component", "wild")}),
        ("choose", "d4", set()),
        ("choose", "?combat@seat1.deck/3", set()),
        ("menu", "show_three", {("option", "show_three")}),
        ("menu", "yes", set()),
        ("choose", "done", set()),
    ],
)
def test_what_an_option_uses_is_read_from_its_key(kind: str, key: str, names: set[tuple[str, str]]) -> None:
    option = Option(key, key)
    assert names_of(Decision(0, kind, "", (option,), BUILT_IN), option) == names


def test_shared_wins_and_draws_are_told_apart() -> None:
    assert [won(Result((2, 2, -2, -2), (1, 1, 3, 3), None), seat) for seat in range(4)] == [
        True,
        True,
        False,
        False,
    ]
    assert not won(Result((0, 0), (1, 1), None), 0)
    tally = Tally(2)
    tally.count(Result((0, 0), (1, 1), None), 3, Watch(2), {})
    tally.count(Result((1, 1), (1, 1), None), 4, Watch(2), {})
    tally.count(Result((1, -1), (1, 2), None), 8, Watch(2), {})
    assert (tally.games, tally.draws, tally.wins[0], tally.wins[1], tally.shared[0]) == (3, 1, 2, 1, 1)
    assert [tally.quantile(share) for share in (0, 0.5, 1)] == [3, 4, 8]
    assert tally.mean_length() == 5.0


def test_the_score_interval_is_wilsons() -> None:
    # 8 of 10: Brown, Cai, DasGupta, Interval estimation for a binomial proportion, 2001.
    low, high = wilson(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
    assert wilson(0, 10)[0] == pytest.approx(0.0)
    assert wilson(10, 10)[1] == pytest.approx(1.0)
    assert wilson(0, 0) == (0.0, 1.0)


def nim(heap: int, seed: int) -> Nim:
    """A game whose size comes from its seed, so that simulated games differ."""
    return Nim(heap + seed % 5)


def test_a_simulation_is_the_same_with_any_number_of_workers() -> None:
    heard: list[int] = []
    alone = simulate(partial(nim, 7), ["random"], 2, 60, 3, progress=heard.append)
    together = simulate(partial(nim, 7), ["random"], 2, 60, 3, workers=2)
    assert alone == together
    assert alone.games == 60
    assert heard == [25, 50, 60]
    assert alone != simulate(partial(nim, 7), ["random"], 2, 60, 4)


def test_simulated_games_have_seeds_of_their_own() -> None:
    assert len({game_seed(seed, index) for seed in range(20) for index in range(20)}) == 400


def trapped(seed: int) -> Nim:
    return Nim(9, trap=2 if seed % 2 else 0)


def test_a_game_that_faults_is_counted_as_failed_and_told_by_its_seed() -> None:
    tally = simulate(trapped, ["random"], 2, 40, 1)
    assert tally.games + len(tally.failed) == 40
    assert tally.games
    assert tally.failed
    assert all("seed" in told and "trap" in told for told in tally.failed.values())


def test_the_table_is_plain_and_fits_80_columns() -> None:
    tally = simulate(partial(nim, 7), ["random", "first"], 2, 50, 3)
    text = tables(tally, ["random", "first"])
    lines = text.splitlines()
    assert lines[0] == "50 games"
    assert lines[1].split() == ["seat", "bot", "wins", "shared", "rate", "95%", "interval"]
    assert lines[2].split()[:2] == ["1", "random"]
    assert lines[3].split()[:2] == ["2", "first"]
    assert any(line.split()[:1] == ["take"] for line in lines)
    assert max(map(len, lines)) <= 80
    assert sum(tally.wins.values()) == 50


def seen(*gear: str, used: bool = False, halves: int = 0) -> dict[str, object]:
    """What a seat shows at the end."""
    held = [{"content": name, "state": {"used": used}} for name in gear]
    return {
        "state": {"halves": halves, "home": "a1"},
        "zones": [{"name": "gear", "components": [*held, {"back": "x"}]}],
    }


def test_what_lies_where_at_the_end_is_counted_by_game_and_by_seat() -> None:
    table = {"zones": [{"name": "row", "components": [{"content": "feast"}, {"content": "feast"}]}]}
    found = Ends()
    first = {"table": table, "seats": [{"seat": 0, **seen("axe", used=True)}, {"seat": 1, **seen(halves=3)}]}
    second = {"table": table, "seats": [{"seat": 0, **seen("axe")}, {"seat": 1, **seen("axe", halves=2)}]}
    found.count(first, Result((1, -1), (1, 2), (9, 4)), [0])
    other = Ends()
    other.count(second, Result((-1, 1), (2, 1), (1, 2)), [1])
    found.add(other)
    assert found.amounts == {"score": Amount(4, 16, 0), "halves": Amount(4, 5, 2)}
    assert found.places == {("row", "feast"): Place(2), ("gear", "axe"): Place(2, 3, 2, {"used": 1})}
    lines = ends(found).splitlines()
    assert lines[3].split() == ["score", "4.00", "0.0%"]
    assert lines[7].split()[:5] == ["gear", "axe", "2", "3", "66.7%"]
    assert lines[7].endswith("used 1")
