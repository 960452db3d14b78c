"""Tests the commands that play without people: run, test, perft, sim, replay."""

import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from tafl.play.files import canonical
from tafl.tests.command import tafl
from tafl.tests.reference.tables import PERFT

KEYS = {
    "game",
    "with",
    "version",
    "rules_hash",
    "content_hash",
    "seed",
    "players",
    "options",
    "decisions",
    "result",
    "hash",
}

VALKYRIES = ("run", "valkyries", "--players", "4", "--seed", "7", "--bots", "random", "--format", "json")


def test_run_prints_one_object_with_exactly_these_keys() -> None:
    done = tafl(*VALKYRIES)
    data = json.loads(done.out)
    assert data.keys() == KEYS
    assert data["result"].keys() == {"outcome", "ranking", "scores"}
    assert (data["game"], data["seed"], data["players"], data["with"]) == ("valkyries", 7, 4, [])
    assert data["options"]["battlefield"] == "niflheim"
    assert done.out == canonical(data)
    assert done.err == ""


def test_run_prints_the_same_bytes_twice_in_one_process() -> None:
    assert tafl(*VALKYRIES).out == tafl(*VALKYRIES).out
    assert tafl(*VALKYRIES).out != tafl(*VALKYRIES, "--seed", "8").out


def test_run_prints_the_same_bytes_whatever_the_order_of_sets(tmp_path: Path) -> None:
    outputs = set()
    for number in ("0", "1", "4711"):
        apart = {"PYTHONHASHSEED": number, "XDG_CACHE_HOME": str(tmp_path / number)}
        done = subprocess.run(
            [sys.executable, "-m", "tafl", *VALKYRIES],
            env={**os.environ, **apart},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        outputs.add(done.stdout)
    assert outputs == {tafl(*VALKYRIES).out}


def test_run_as_text_tells_log_table_and_ranking_within_80_columns() -> None:
    out = tafl("run", "valkyries", "--players", "3", "--seed", "2").out
    assert "The game is over" in out
    assert "\nResult\n" in out
    assert "3 players, seed 2" in out
    assert max(map(len, out.splitlines())) <= 80
    assert "\x1b" not in out


def test_run_stops_an_endless_game_and_says_so() -> None:
    done = tafl("run", "classics:pig", "--limit", "5")
    assert (done.code, done.out) == (1, "")
    assert "did not end within 5 decisions" in done.err


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    """A game that faults when its second question is answered."""
    file = tmp_path / "faulty.tafl"
    file.write_text(
        'game faulty "Faulty"\n    players 2\ntable\n    state count: int 0..1 = 0\n'
        "effect grow: count += 1\n"
        "play:\n    rounds:\n        turn p in players:\n"
        '            choose by p "?":\n                option more "More": grow\n'
        "scoring: rank p in players by count\n"
        'test "it grows"\n    given 2 players\n    when grow\n    then count == 2\n'
        'test "it grows once"\n    given 2 players\n    when grow\n    then count == 1\n'
    )
    return file


def test_a_faulting_game_is_told_with_its_place_and_calls(faulty: Path) -> None:
    done = tafl("run", str(faulty), "--bots", "first")
    assert done.code == 1
    assert "faulty.tafl:5:14" in done.err
    assert "in grow at" in done.err
    sim = tafl("sim", str(faulty), "-n", "3")
    assert sim.code == 1
    assert "3 of 3 games failed" in sim.err
    assert "seed" in sim.err


def test_a_failed_test_shows_both_sides_and_the_log(faulty: Path) -> None:
    done = tafl("test", str(faulty))
    assert done.code == 1
    assert "FAILED" in done.out
    assert "left:  1" in done.out
    assert "right: 2" in done.out
    assert done.out.endswith("1 passed, 1 failed\n")
    assert tafl("test", str(faulty), "-k", "GROWS once").out == "1 passed, 0 failed\n"


def test_tests_of_a_pack_of_several_games_are_run() -> None:
    done = tafl("test", "classics", "-k", "othello")
    assert done.code == 0
    assert done.out.endswith(" passed, 0 failed\n")
    assert tafl("test", "classics:othello").out == done.out


def test_perft_prints_the_number() -> None:
    assert tafl("perft", "classics:othello", "--depth", "4").out == f"{PERFT['othello'][3]}\n"
    assert tafl("perft", "classics:othello", "--depth", "0").out == "1\n"


def test_perft_divided_adds_up_and_counts_chance() -> None:
    lines = tafl("perft", "classics:kuhn", "--depth", "2", "--divide").out.splitlines()
    assert [line.split(": ")[1] for line in lines[:-1]] == ["2", "2", "2"]
    assert lines[-1] == "6 in all"


def test_sim_prints_plain_tables_and_the_same_with_any_number_of_workers() -> None:
    alone = tafl("sim", "classics:kuhn", "-n", "60", "--seed", "4")
    assert alone.code == 0
    assert alone.err == ""
    assert alone.out.startswith("60 games\n")
    assert "95% interval" in alone.out
    assert max(map(len, alone.out.splitlines())) <= 80
    assert tafl("sim", "classics:kuhn", "-n", "60", "--seed", "4", "--workers", "2").out == alone.out


def test_sim_tells_the_use_of_cards_and_actions() -> None:
    valkyries = tafl("sim", "valkyries", "-n", "5", "--players", "2").out
    assert "\ncards, tiles and other components\n" in valkyries
    assert "\nactions\n" in tafl("sim", "classics:brandubh", "-n", "3").out


def test_a_run_is_recorded_and_verified(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.replay"
    ran = json.loads(tafl(*VALKYRIES, "--save", str(file)).out)
    data = json.loads(file.read_text())
    jsonschema.validate(data, json.loads((root / "schemas" / "replay.schema.json").read_text()))
    assert len(data["hashes"]) == ran["decisions"] + 1
    assert data["hashes"][-1] == ran["hash"]
    done = tafl("replay", str(file), "--verify")
    assert (done.code, done.out) == (0, f"{ran['decisions']} decisions and the end are as recorded\n")
    assert f"state {ran['hash'][:16]}" in tafl("replay", str(file)).out
    stopped = tafl("replay", str(file), "--to", "6").out
    assert "6 decisions" in stopped
    assert "is asked" in stopped


def test_a_run_cannot_be_recorded_where_nothing_can_be_written(tmp_path: Path) -> None:
    done = tafl(*VALKYRIES, "--save", str(tmp_path / "missing" / "file"))
    assert done.code == 2
    assert "cannot write" in done.err
