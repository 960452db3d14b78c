"""Tests the evaluation that a game declares, and that the bot that follows it knows no more than its seat."""

from __future__ import annotations

from pathlib import Path

import pytest

from tafl.dsl.compile import compile_packs
from tafl.dsl.pack import Pack
from tafl.interpreter.chance import DETERMINIZATION_STREAM, Generator
from tafl.interpreter.determinize import NoWorld
from tafl.interpreter.engine import Playing, open_game
from tafl.interpreter.game import GameFault
from tafl.ir.program import Program
from tafl.sim.bots import Asked, Greedy, seat_bots, table_bots
from tafl.sim.run import play_out
from tafl.tests.games import THIEVES, compiled

RICH = THIEVES + "\nvalue evaluation(p: Player) -> int: sum(c.rank for c in p.hand) + 20 * p.stash.count\n"

TOWER = """
game tower "Tower"
    players 2
card Charm
    active while self in holder.charms
Charm luck
    change evaluation(p) where p == holder: to it + 5
player
    state height: int 0..9 = 0
    state reckoned: int
    zone charms: row of Charm open
value evaluation(p: Player) -> int: 10 * p.height - p.next.height
action build "Build": actor.height += 1
action rest "Rest": pass
action think "Think": actor.reckoned = 1
action steal "Steal the charm": move luck to actor.charms
play:
    rounds:
        turn p in players: act p
        if round == 3: end game
scoring:
    rank p in players by p.height
"""


BIDS = """
game bids "Bids"
    players 2
card Coin
    worth: int
Coin small x1 per player
    worth: 1
Coin cracked x1 per player
    worth: 0 - 2
Coin fine x1 per player
    worth: 3
player
    state points: int = 0
    zone purse: hand of Coin
value evaluation(p: Player) -> int: p.points
setup:
    for p in players: move all Coin of p to p.purse
play:
    repeat 2:
        together for p in players:
            choose any coins from p.purse
        for p in players: p.points += sum(c.worth for c in coins of p)
scoring:
    rank p in players by p.points
"""


def program(text: str) -> Program:
    found = compile_packs(Pack(Path("pack"), (("test.tafl", text.encode()),)))
    assert found.program is not None, found.findings
    assert {each.code for each in found.findings} <= {"T0902"}
    return found.program


@pytest.fixture(scope="module")
def thieves(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return compiled(tmp_path_factory.mktemp("packs"), "thieves", RICH)


def test_a_game_says_what_a_position_is_worth_to_a_seat_with_what_changes_it() -> None:
    game = open_game(program(TOWER), 2)
    assert (game.evaluation(0), game.evaluation(1)) == (0, 0)
    game = game.apply(game.find("build"))
    assert (game.evaluation(0), game.evaluation(1)) == (10, -1)
    game = game.apply(game.find("steal"))
    assert (game.evaluation(0), game.evaluation(1)) == (10, 4)


@pytest.mark.parametrize(
    "other",
    [
        "evaluation(p: Player, n: int) -> int: n + p.height",
        "evaluation -> int: 3",
        "worth(p: Player) -> int: 3",
        "evaluation(p: Player) -> bool: p.height > 3",
    ],
)
def test_a_value_is_the_evaluation_by_its_name_and_its_types_alone(other: str) -> None:
    text = TOWER.replace("evaluation(p: Player) -> int: 10 * p.height - p.next.height", other)
    text = text.replace("    change evaluation(p) where p == holder: to it + 5\n", "")
    game = open_game(program(text), 2)
    assert game.evaluation(0) is None


def test_an_evaluation_that_cannot_be_worked_out_faults() -> None:
    game = open_game(program(TOWER.replace("p.next.height", "p.next.reckoned")), 2)
    with pytest.raises(GameFault, match="reckoned has not been set yet"):
        game.evaluation(0)


def test_greedy_builds_and_random_only_sometimes() -> None:
    game = open_game(program(TOWER), 2)
    done = play_out(game, seat_bots(["greedy", "random"], 2, 4)).game
    assert isinstance(done, Playing)
    assert done.view(0)["seats"][0]["state"]["height"] == 3
    assert done.result is not None
    assert done.result.ranking[0] == 1


def test_greedy_plays_on_after_a_save_as_it_would_have(thieves: Program) -> None:
    whole = play_out(open_game(thieves, 2, seed=6), seat_bots(["greedy"], 2, 6)).game
    game, bots = open_game(thieves, 2, seed=6), table_bots(["greedy"] * 2, 6, [])
    while (seat := game.to_move) is not None:
        back = table_bots(["greedy"] * 2, 6, game.answers())[seat]
        bot = bots[seat]
        assert bot is not None
        assert back is not None
        option = bot(game)
        assert back(game) == option
        game = game.apply(option)
    assert game.hash() == whole.hash()


def test_greedy_answers_alike_in_all_games_that_its_seat_cannot_tell_apart(thieves: Program) -> None:
    compared = 0
    for seed in range(4):
        game, bots = open_game(thieves, 2 + seed % 2, seed=seed), seat_bots(["random"], 3, seed)
        draws = Generator.of(seed, DETERMINIZATION_STREAM)
        while (seat := game.to_move) is not None:
            answers = set()
            for other in (game, *(game.determinized(seat, draws) for _ in range(2))):
                answers.add(Greedy(seed, seat).choose(Asked(other, seat)))
                compared += other.hash() != game.hash()
            assert len(answers) == 1
            game = game.apply(bots[seat].choose(Asked(game, seat)))
    assert compared > 100


def test_an_outlook_is_of_one_supposed_game_and_none_where_there_is_none(
    thieves: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = open_game(thieves, 2, seed=1)
    asked = Asked(game, 0)
    outlook = asked.outlook(Generator.of(1, DETERMINIZATION_STREAM))
    assert outlook is not None
    assert len(outlook) == asked.count
    assert outlook == asked.outlook(Generator.of(1, DETERMINIZATION_STREAM))

    def find_none(*_: object) -> Playing:
        raise NoWorld("no other world fits")

    monkeypatch.setattr(Playing, "determinized", find_none)
    assert asked.outlook(Generator.of(1, DETERMINIZATION_STREAM)) is None
    assert 0 <= Greedy(1, 0).choose(asked) < asked.count


@pytest.mark.parametrize("seed", range(4))
def test_greedy_looks_to_the_end_of_a_together(seed: int) -> None:
    """Neither the first seat nor the last sees what follows on its pick before all have answered."""
    game = play_out(open_game(program(BIDS), 2, seed=seed), seat_bots(["greedy"], 2, seed)).game
    assert game.result is not None
    assert game.result.scores == (8, 8)
