"""Plays a small campaign: whole ones, saves, replays, secrets, and how it is called."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tafl.dsl.choosing import games_of, need_one, need_scenario, reference_of
from tafl.dsl.compile import compile_pack
from tafl.dsl.compiled import Compiled
from tafl.dsl.pack import PackError
from tafl.interpreter.chance import DETERMINIZATION_STREAM, Generator
from tafl.interpreter.engine import Playing, load_game, open_game
from tafl.interpreter.game import CHANCE
from tafl.ir.program import Program
from tafl.play import about
from tafl.play.barrier import stands
from tafl.play.files import canonical, parse
from tafl.play.replay import record, replay, verify_replay
from tafl.play.session import Session
from tafl.sim.bots import answer, seat_bots
from tafl.sim.run import play_out
from tafl.sim.testrun import describe, run_test
from tafl.tests.indistinguishable import assert_keeps_secrets
from tafl.tests.watched import play_watched

HUNT = Path(__file__).parent / "corpus" / "hunt"


def compiled(game: str) -> Compiled:
    found = compile_pack(f"{HUNT}:{game}")
    assert found.findings == ()
    return found


@pytest.fixture(scope="module")
def saga() -> Program:
    program = compiled("saga").program
    assert program is not None
    return program


@pytest.mark.parametrize("game", ["hunt", "saga"])
def test_what_the_pack_says_of_itself_holds(game: str) -> None:
    tests = compiled(game).tests
    failures = [run_test(each.program, each.test) for each in tests]
    assert [describe(failure) for failure in failures if failure is not None] == []
    assert all(each.test.at.file == f"{game}.tafl" for each in tests)
    assert len(tests) > 2


# ---- Whole campaigns ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_a_campaign_of_random_answers_ends_and_keeps_what_must_hold(saga: Program, seed: int) -> None:
    game = play_watched(saga, 2 + seed % 2, seed=seed)
    assert game.result is not None
    lines = game.log(None)
    assert [line for line in lines if line.startswith("A battle begins")][:2] == [
        "A battle begins",
        "A battle begins: Night",
    ]
    assert lines.count("The battle is over") == 3
    assert lines.count("The game is over") == 1


def test_the_same_seed_and_answers_give_the_same_campaign(saga: Program) -> None:
    games = [play_out(open_game(saga, 3, seed=5), seat_bots(["random"], 3, 5)).game for _ in range(2)]
    assert games[0].hash() == games[1].hash()


@pytest.mark.parametrize("seed", [0, 1])
def test_a_campaign_saved_at_every_decision_goes_on_to_the_same_end(saga: Program, seed: int) -> None:
    game, bots = open_game(saga, 2, seed=seed), seat_bots(["random"], 2, seed)
    course: list[tuple[Playing, int]] = []
    while (seat := game.to_move) is not None:
        course.append((game, answer(bots[seat], game)))
        game = game.apply(course[-1][1])
    for at, (saved, _) in enumerate(course):
        loaded = load_game(parse(canonical(saved.save()).encode(), "a.save", "save"), saga)
        assert loaded.hash() == saved.hash()
        for _, option in course[at : at + 12]:
            loaded = loaded.apply(option)
        assert loaded.hash() == (course[at + 12][0] if at + 12 < len(course) else game).hash()


def test_a_campaign_is_recorded_and_played_again(saga: Program) -> None:
    game = play_out(open_game(saga, 2, seed=4), seat_bots(["random"], 2, 4)).game
    data = record(game)
    assert verify_replay(data, saga) is None
    assert replay(data, saga, {}).hash() == game.hash()
    assert replay(data, saga, {}, 9).hash() != game.hash()


def test_a_battle_that_begins_cannot_be_taken_back(saga: Program) -> None:
    session = Session(open_game(saga, 2, seed=4), [None, None], stands)
    session.answer(session.game.option_count - 1)
    assert session.can_undo
    session.answer(0)
    assert session.game.log(None)[-1] == "A battle begins"
    assert not session.can_undo


@pytest.mark.parametrize("seed", range(6))
def test_a_campaign_keeps_its_secrets(saga: Program, seed: int) -> None:
    game = open_game(saga, 2 + seed % 2, seed=seed)
    assert assert_keeps_secrets(game, Random(seed), worlds=2) > 0


def test_other_worlds_of_a_campaign_go_on_to_its_end(saga: Program) -> None:
    game, bots = open_game(saga, 2, seed=8), seat_bots(["random"], 2, 8)
    while (seat := game.to_move) is not None:
        other = game.determinized(seat, Generator.of(8, DETERMINIZATION_STREAM))
        assert play_out(other, seat_bots(["first"], 2, 8)).game.result is not None
        game = game.apply(answer(bots[seat], game))


# ---- What is played ----------------------------------------------------------------------------------------


def test_a_campaign_has_the_options_of_its_game_but_what_it_sets(saga: Program) -> None:
    assert [(option.name, option.names) for option in saga.options] == [
        ("mode", ("basic",)),
        ("ground", ("dark", "plain")),
        ("trophies", ("false", "true")),
    ]
    assert (saga.low_players, saga.high_players) == (2, 3)
    assert [scenario.name for scenario in saga.scenarios] == ["night", "storm"]
    assert "  scenarios:" in about.game(saga, "hunt:saga")


def test_the_game_of_the_packs_own_name_is_meant_where_none_is_named() -> None:
    hunt = str(HUNT)
    need_one(hunt)
    main = compile_pack(hunt)
    assert main.program is not None
    assert main.program.name == "hunt"
    assert games_of(hunt) == [f"{hunt}:hunt", f"{hunt}:saga"]
    night = compile_pack(f"{hunt}:night")
    assert night.program is not None
    assert (night.program.name, night.part) == ("hunt", "night")
    need_scenario(night.program, "night")


def test_a_campaign_is_opened_without_a_scenario(saga: Program) -> None:
    with pytest.raises(PackError, match="`night` is no scenario of saga"):
        need_scenario(saga, "night")
    assert "scenario" not in open_game(saga, 2).view(0)["options"]
    assert open_game(saga, 2).view(0)["table"]["state"]["scenario"] is None


def test_the_view_says_which_scenario_is_in_play(saga: Program) -> None:
    seen = set()
    game, rng = open_game(saga, 2, seed=1), Random(1)
    while game.to_move is not None:
        seen.add(game.view(None)["table"]["state"]["scenario"])
        game = game.apply(rng.randrange(game.option_count))
    assert {None, "night"} <= seen


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of packs with the hunt in it, in which they are looked for by name."""
    monkeypatch.setenv("TAFL_PACKS", str(tmp_path))
    (tmp_path / "hunt").symlink_to(HUNT)
    pack = tmp_path / "long_night"
    pack.mkdir()
    (pack / "pack.yaml").write_text(
        "name: long_night\ntitle: The Long Night\nversion: 1.0.0\nlanguage: 1\nauthors: [us]\nlicence: MIT\n"
        "provides: game\nrequires: [hunt]\n",
        encoding="utf-8",
    )
    (pack / "night.tafl").write_text(
        'game long_night "The Long Night" campaign of hunt\n'
        "    players 2\n"
        "    play:\n"
        "        repeat 2:\n"
        "            let won = battle night\n"
        "            for p in players: p.wins += won[p.number - 1]\n"
        "    scoring:\n"
        "        rank p in players by p.wins\n"
        "player\n"
        "    lasting state wins: int -9..9 = 0\n"
        'test "nothing is dealt before the first night"\n'
        "    then (seat 1).hand.empty\n",
        encoding="utf-8",
    )
    return tmp_path


@pytest.mark.usefixtures("shelf")
def test_a_campaign_may_be_a_pack_of_its_own() -> None:
    night = compile_pack("long_night")
    assert night.findings == ()
    assert night.program is not None
    assert (night.program.name, night.program.high_players) == ("long_night", 2)
    assert [each.test.title for each in night.tests] == ["nothing is dealt before the first night"]
    game = play_watched(night.program, 2, seed=3)
    assert reference_of([name for name, _ in night.program.packs], game.program.name) == ("long_night", [])
    assert reference_of(["hunt"], "saga") == ("hunt:saga", [])


def test_the_order_of_files_means_nothing_to_a_campaign(tmp_path: Path) -> None:
    whole = [path.read_text(encoding="utf-8") for path in sorted(HUNT.glob("*.tafl"))]
    hashes = set()
    for number, order in enumerate((whole, whole[::-1])):
        pack = tmp_path / f"{number}.tafl"
        text = "\n".join(order).replace("    mode: basic\n", "")
        pack.write_text(text + "\nTrophy antlers x2\nTrophy tusk\n", encoding="utf-8")
        found = compile_pack(str(pack))
        assert found.program is not None, found.findings
        hashes.add(open_game(found.program, 2, seed=1).hash())
    assert len(hashes) == 1


def test_chance_may_be_answered_from_outside(saga: Program) -> None:
    game, rng, asked = open_game(saga, 2, explicit_chance=True), Random(0), 0
    while game.to_move is not None:
        asked += game.to_move == CHANCE
        game = game.apply(rng.randrange(game.option_count))
    assert asked > 10
    assert game.result is not None
