"""Tests packs that are added to a game: made by `tafl new --for`, named by `--with`, in every command."""

import json
from pathlib import Path

import pytest

from tafl.tests.command import Done, tafl


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game of sticks, a pack for it in a folder of its own, and nothing that names them."""
    monkeypatch.chdir(tmp_path)
    tafl("new", "sticks")
    tafl("new", "greedy", "--template", "scenario", "--for", "sticks")
    (tmp_path / "aside").mkdir()
    (tmp_path / "greedy").rename(tmp_path / "aside" / "greedy")
    (tmp_path / "aside" / "greedy" / "greedy.tafl").write_text(
        'scenario greedy_battle "Greedy"\n    text "Take five."\n    change most_taken: to 5\n\n'
        'test "five sticks are not too many"\n'
        "    given 2 players, scenario greedy_battle\n"
        "    when play\n    when seat 1 chooses 5\n    then sticks == 16\n"
    )
    monkeypatch.setenv("TAFL_PACKS", str(tmp_path))
    return tmp_path


ADDED = ("--with", "aside/greedy")


def fine(*words: str) -> Done:
    done = tafl(*words)
    assert (done.code, done.err) == (0, "")
    return done


@pytest.mark.usefixtures("home")
def test_without_the_pack_there_is_no_scenario() -> None:
    assert "no scenario of sticks" in tafl("run", "sticks:greedy_battle").err
    assert "greedy" not in fine("list", "sticks").out


@pytest.mark.usefixtures("home")
def test_list_and_check_take_packs_to_add() -> None:
    told = fine("list", "sticks", *ADDED).out
    assert "greedy_battle  Greedy" in told
    assert "packs: sticks 0.1.0, greedy 0.1.0" in told
    assert fine("check", "sticks", *ADDED).out == "1 game checked: 0 errors, 0 warnings\n"
    assert tafl("check", "sticks", "--with", "nowhere").code == 2
    assert "say which game they are added to" in tafl("list", *ADDED).err


def test_check_tells_what_is_wrong_in_an_added_pack(home: Path) -> None:
    file = home / "aside" / "greedy" / "greedy.tafl"
    file.write_text(file.read_text().replace("most_taken", "most_tken"))
    done = tafl("check", "sticks", *ADDED)
    assert done.code == 1
    assert "greedy/greedy.tafl:3:12" in done.out
    assert "did you mean `most_taken`?" in done.out
    log = json.loads(tafl("check", "sticks", *ADDED, "--format", "sarif").out)
    place = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "aside/greedy/greedy.tafl"


@pytest.mark.usefixtures("home")
def test_tests_are_those_of_the_packs_that_were_asked_for() -> None:
    assert fine("test", "aside/greedy").out == "1 passed, 0 failed\n"
    assert fine("test", "sticks").out == "3 passed, 0 failed\n"
    assert fine("test", "sticks", *ADDED).out == "4 passed, 0 failed\n"
    assert fine("test", "sticks", *ADDED, "-k", "five").out == "1 passed, 0 failed\n"


@pytest.mark.usefixtures("home")
def test_run_perft_and_sim_take_packs_to_add() -> None:
    data = json.loads(fine("run", "sticks:greedy_battle", *ADDED, "--format", "json").out)
    assert data["with"] == ["greedy"]
    assert data["options"]["scenario"] == "greedy_battle"
    count = ("--depth", "2")
    assert fine("perft", "sticks", *ADDED, *count).out == fine("perft", "sticks", *count).out == "9\n"
    assert fine("perft", "sticks:greedy_battle", *ADDED, *count).out == "25\n"
    assert fine("perft", "aside/greedy:greedy_battle", *count).out == "25\n"
    told = fine("sim", "sticks:greedy_battle", *ADDED, "-n", "3").out
    assert told != fine("sim", "sticks", *ADDED, "-n", "3").out


def test_sim_compares_a_game_with_and_without_a_pack(home: Path) -> None:
    pack = home / "aside" / "greedy" / "greedy.tafl"
    pack.write_text("change most_taken: to 5\n")
    words = ("sim", "sticks", "-n", "200", "--sweep", "with=none,aside/greedy", "--coverage", "3")
    done = fine(*words, "--report", "r.html")
    assert done.out.startswith("side by side\n  #1: with=none\n  #2: with=aside/greedy\n")
    assert "decisions: #1 against #2 +" in done.out
    report = (home / "r.html").read_text()
    assert "Variant: with=none" in report
    assert "Variant: with=aside/greedy" in report


def test_a_recording_finds_the_packs_or_is_told_where_they_are(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fine("run", "sticks:greedy_battle", *ADDED, "--save", "game.replay")
    done = tafl("replay", "game.replay")
    assert (done.code, done.err) == (
        2,
        "tafl: the pack `greedy` was in play and is not at hand: say by --with where it is\n",
    )
    assert "are as recorded" in fine("replay", "game.replay", *ADDED, "--verify").out
    assert "are as recorded" in fine("replay", "game.replay", "--game", "sticks", *ADDED, "--verify").out
    monkeypatch.chdir(home / "aside")
    assert "are as recorded" in fine("replay", "../game.replay", "--verify").out


@pytest.mark.usefixtures("home")
def test_a_game_with_added_packs_is_played_saved_and_gone_on_with() -> None:
    done = tafl("play", "sticks:greedy_battle", *ADDED, "--seat", "0=human", typed="5\nsave a.save\nq\ny\n")
    assert done.code == 0
    assert "Seat 1 takes 5" in done.out
    again = tafl("play", "--load", "a.save", *ADDED, typed="q\ny\n")
    assert (again.code, again.err) == (0, "")
    assert tafl("play", "--load", "a.save", typed="q\ny\n").code == 2


# ---- New packs for a game ----------------------------------------------------------------------------------


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("game", ["sticks", "valkyries"])
def test_a_new_scenario_for_a_game_checks_tests_runs_and_is_formatted(game: str) -> None:
    made = fine("new", "fresh", "--template", "scenario", "--for", game).out
    assert made.startswith("Made fresh: fresh.tafl, pack.yaml\n")
    assert fine("check", "fresh", "--strict").out == "1 game checked: 0 errors, 0 warnings\n"
    assert not fine("test", "fresh").out.startswith("0 passed")
    assert fine("fmt", "fresh", "--check").code == 0
    data = json.loads(fine("run", "fresh:fresh_battle", "--format", "json").out)
    assert (data["game"], data["options"]["scenario"]) == (game, "fresh_battle")
    again = fine("run", f"{game}:fresh_battle", "--with", "fresh", "--format", "json").out
    assert json.loads(again)["hash"] == data["hash"]


@pytest.mark.usefixtures("home")
def test_a_new_game_is_formatted() -> None:
    fine("new", "fresh")
    assert fine("fmt", "fresh", "--check").code == 0


def test_a_scenario_knows_what_its_game_asks_for(home: Path) -> None:
    """Options without a default, more than two players, no setup and no effects."""
    file = home / "sticks" / "sticks.tafl"
    file.write_text(
        'game sticks "Sticks"\n    players 3\n    option mode: Mode\n    option fast: bool = true\n\n'
        "enum Mode: easy, hard\n\nvalue most -> int: if mode == hard and fast then 1 else 2\n\n"
        "play:\n    rounds:\n        turn p in players:\n"
        '            choose n in 1..most by p: say "{n}"\n            end game with draw()\n'
    )
    fine("new", "fresh", "--template", "scenario", "--for", "sticks")
    assert "given 3 players, scenario fresh_battle, mode easy\n" in Path("fresh/fresh.tafl").read_text()
    assert fine("check", "fresh").out == "1 game checked: 0 errors, 0 warnings\n"
    assert fine("test", "fresh").out == "1 passed, 0 failed\n"
    assert fine("fmt", "fresh", "--check").code == 0


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--for", "stick"], "did you mean `sticks`?"),
        (["--for", "classics"], "holds several games"),
        (["--for", "classics:pig"], "holds several games"),
    ],
)
def test_a_game_that_cannot_have_a_scenario_is_told(words: list[str], said: str) -> None:
    done = tafl("new", "fresh", "--template", "scenario", *words)
    assert done.code == 2
    assert said in done.err
    assert not Path("fresh").exists()


def test_a_game_out_of_reach_is_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TAFL_PACKS")
    done = tafl("new", str(home / "aside" / "fresh"), "--template", "scenario", "--for", "sticks")
    assert (done.code, done.err) == (2, "tafl: sticks can only be required where it lies beside fresh\n")
