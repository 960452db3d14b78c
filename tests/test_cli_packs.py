"""Tests the commands about packs: list, new, check, explain, schema, and what they say to wrong usage."""

import json
import os
from pathlib import Path

import jsonschema
import pytest

import tafl as package
from tafl.dsl.codes import CODES
from tafl.tests.command import tafl

COMMANDS = (
    "list",
    "new",
    "check",
    "fmt",
    "explain",
    "schema",
    "test",
    "run",
    "replay",
    "perft",
    "sim",
    "play",
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def wrong(home: Path) -> Path:
    """A pack with an error and a warning."""
    pack = home / "wrong"
    pack.mkdir()
    (pack / "pack.yaml").write_text(
        "name: wrong\ntitle: Wrong\nversion: 1.0.0\nlanguage: 1\n"
        "authors: [Ada]\nlicence: MIT\nprovides: game\n"
    )
    (pack / "wrong.tafl").write_text(
        'game wrong "Wrong"\n    players 2\ntable\n    state timber: int 0..9 = 0\n'
        "play:\n    tinber = 1\n    end game with draw()\n"
    )
    return pack


def test_the_version_is_that_of_the_package() -> None:
    assert tafl("--version").out == f"tafl {package.__version__}\n"


def test_every_command_is_listed_and_shows_examples() -> None:
    listed = tafl("--help").out
    for command in COMMANDS:
        assert f"\n  {command} " in listed
        shown = tafl(command, "--help")
        assert shown.code == 0
        assert f"\n  Examples:\n    tafl {command}" in shown.out
        assert max(map(len, shown.out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chekc"], "Did you mean 'check'?"),
        (["run", "valkyris"], "did you mean `valkyries`?"),
        (["run", "othello"], "did you mean `classics:othello`?"),
        (["run", "othelo"], "did you mean `classics:othello`?"),
        (["run", "classics:otello"], "did you mean `othello`?"),
        (["run", "classics"], "classics:brandubh, classics:breakthrough"),
        (["run", "valkyries:night"], "no scenario of valkyries"),
        (["run", "valkyries", "--plyers", "2"], "--players"),
        (["run", "valkyries", "--bots", "randm"], "did you mean `random`?"),
        (["run", "valkyries", "--bots", ","], "no bot is named; there are: first, greedy, mcts, random"),
        (["run", "valkyries", "--set", "battlefeld=gjoll"], "did you mean `battlefield`?"),
        (["run", "valkyries", "--set", "battlefield=niflhem"], "did you mean `niflheim`?"),
        (["run", "valkyries", "--set", "battlefield"], "--set wants option=value"),
        (["run", "valkyries", "--players", "7"], "valkyries is for 2 to 4 players, not 7"),
        (["run", "classics:pig", "--players", "3"], "pig is for 2 players, not 3"),
        (["run", "valkyries", "--format", "xml"], "no format `xml`"),
        (["run", "./nowhere"], "there is no pack in nowhere"),
        (["run", "valkyries", "--with", "nothing_such"], "no pack `nothing_such`"),
        (["check", "valkyris"], "did you mean `valkyries`?"),
        (["test", "valkyris"], "did you mean `valkyries`?"),
        (["explain", "T9999"], "no code `T9999`"),
        (["schema", "valkyries", "Combt"], "did you mean `Combat`?"),
        (["new", "Bad Name"], "cannot name a pack"),
        (["new", "with"], "a word of the language"),
        (["new", "valkyries"], "there is a pack of that name"),
        (["new", "ok", "--template", "gme"], "did you mean `game`?"),
        (["perft", "classics:pig", "--depth", "-1"], "--depth"),
        (["sim", "classics:pig", "--workers", "many"], "--workers"),
        (["check", "classics:otello"], "did you mean `othello`?"),
        (["test", "classics", "-k", "no such words"], "no test has all of these words"),
        (["run", "x" * 5000], "name too long"),
        (["play"], "say which game to play"),
        (["replay", "nowhere.replay"], "cannot read nowhere.replay: no such file"),
    ],
)
def test_wrong_usage_is_told_and_what_is_near_is_named(home: Path, words: list[str], said: str) -> None:
    done = tafl(*words)
    assert done.code == 2
    assert said.lower() in done.err.lower()
    assert done.out == ""
    assert list(home.iterdir()) == []


def test_list_names_packs_and_their_games() -> None:
    out = tafl("list").out
    assert "valkyries" in out
    assert "classics:tic_tac_toe" in out


def test_list_of_a_game_tells_what_can_be_chosen() -> None:
    out = tafl("list", "valkyries").out
    assert "players: 2 to 4" in out
    assert "niflheim  Niflheim (default)" in out
    assert "players: 2\n" in tafl("list", "classics:pig").out


@pytest.mark.parametrize("template", ["game", "scenario"])
@pytest.mark.parametrize("name", ["my_pack", "sticks", "players", "take", "p"])
@pytest.mark.usefixtures("home")
def test_a_new_pack_checks_tests_and_runs_at_once(template: str, name: str) -> None:
    made = tafl("new", name, "--template", template)
    assert (made.code, made.err) == (0, "")
    check = tafl("check", f"./{name}", "--strict")
    assert (check.code, check.out) == (0, "1 game checked: 0 errors, 0 warnings\n")
    test = tafl("test", f"./{name}")
    assert test.code == 0
    assert test.out.endswith(" passed, 0 failed\n")
    assert not test.out.startswith("0 passed")
    game = f"./{name}" if template == "game" else f"./{name}:{name}_battle"
    run = tafl("run", game, "--format", "json")
    assert run.code == 0
    assert sum(json.loads(run.out)["result"]["outcome"]) == 0


def test_nothing_is_overwritten(home: Path) -> None:
    (home / "mine").mkdir()
    (home / "mine" / "notes.txt").write_text("keep")
    assert tafl("new", "mine").code == 2
    assert os.listdir(home / "mine") == ["notes.txt"]


def test_check_tells_everything_and_fails(wrong: Path) -> None:
    done = tafl("check", str(wrong))
    assert done.code == 1
    assert "wrong.tafl:6:5" in done.out
    assert "did you mean `timber`?" in done.out
    assert done.out.splitlines()[-1] == "1 game checked: 1 error, 0 warnings"
    assert tafl("validate", str(wrong)) == done


def test_check_as_json_is_one_line_with_places(wrong: Path) -> None:
    done = tafl("check", str(wrong), "--format", "json")
    assert done.code == 1
    (found,) = json.loads(done.out)
    assert (found["file"], found["line"], found["column"]) == ("wrong.tafl", 6, 5)
    assert found["suggestion"] == "timber"
    assert done.out.count("\n") == 1


def test_several_packs_stand_before_their_files(wrong: Path) -> None:
    done = tafl("check", "classics:pig", str(wrong))
    assert f"{wrong}/wrong.tafl:6:5" in done.out
    assert "2 games checked" in done.out


def test_warnings_fail_only_where_they_shall(wrong: Path) -> None:
    (wrong / "wrong.tafl").write_text(
        'game wrong "Wrong"\n    players 2\nplay:\n    let unused = 1\n    end game with draw()\n'
    )
    done = tafl("check", str(wrong))
    assert (done.code, done.out.splitlines()[-1]) == (0, "1 game checked: 0 errors, 1 warning")
    assert tafl("check", str(wrong), "--strict").code == 1


def test_a_game_with_errors_is_not_played(wrong: Path) -> None:
    for command in (["run"], ["perft", "-d", "1"], ["sim"], ["play"]):
        done = tafl(command[0], str(wrong), *command[1:])
        assert done.code == 1
        assert "timber" in done.err
        assert "cannot be played before this is mended" in done.err


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_code_is_explained(code: str) -> None:
    done = tafl("explain", code.lower())
    assert done.code == 0
    assert done.out.startswith(f"{code} (")
    assert len(done.out) > 80


def test_schemas_of_documents_and_kinds_are_schemas() -> None:
    names = tafl("schema").out.splitlines()[:-1]
    assert {"pack", "save", "replay", "view", "table"} <= set(names)
    for name in names:
        jsonschema.Draft7Validator.check_schema(json.loads(tafl("schema", name).out))
    kinds = json.loads(tafl("schema", "valkyries").out)
    assert "Combat" in kinds
    one = json.loads(tafl("schema", "valkyries", "Combat").out)
    jsonschema.Draft7Validator.check_schema(one)
    assert one == kinds["Combat"]
