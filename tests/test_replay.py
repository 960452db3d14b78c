"""Tests that saves, recordings and undo bring back exactly what was, and refuse what they cannot."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tafl.dsl.compile import compile_pack
from tafl.interpreter.engine import Playing, load_game, open_game
from tafl.interpreter.game import CHANCE, AnswerError
from tafl.interpreter.saves import SaveError
from tafl.ir.program import Program
from tafl.play.barrier import stands
from tafl.play.files import FileProblem, canonical, parse
from tafl.play.newpack import make
from tafl.play.replay import record, replay, verify_replay
from tafl.play.saving import load_session, read_any, save_session
from tafl.play.session import Session, UndoRefused
from tafl.sim.bots import answer, seat_bots
from tafl.sim.run import play_out
from tafl.tests.shipped import open_shipped, program_of

GAMES = ["classics:kuhn", "classics:pig", "classics:connect_four", "classics:brandubh", "valkyries"]


def played(reference: str, seed: int = 3) -> Playing:
    """A finished game of random bots."""
    game = open_shipped(reference, 2, seed)
    done = play_out(game, seat_bots(["random"], 2, seed)).game
    assert isinstance(done, Playing)
    return done


def positions(reference: str, seed: int = 3) -> Iterator[tuple[Playing, int]]:
    """Each position of such a game with the option taken there."""
    game, bots = open_shipped(reference, 2, seed), seat_bots(["random"], 2, seed)
    while (seat := game.to_move) is not None:
        option = answer(bots[seat], game)
        yield game, option
        game = game.apply(option)


# ---- Saves -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reference", GAMES)
def test_a_game_saved_at_any_decision_and_loaded_goes_on_to_the_same_end(reference: str) -> None:
    program, end = program_of(reference), played(reference)
    course = list(positions(reference))
    options = [option for _, option in course]
    # Long games are loaded at a few dozen decisions, from the first to the last.
    for at in range(0, len(course), max(1, len(course) // 25)):
        saved = course[at][0]
        data = parse(canonical(saved.save()).encode(), "a.save", "save")
        game = load_game(data, program)
        assert game.hash() == saved.hash()
        assert game.log(0) == saved.log(0)
        for option in options[at:]:
            game = game.apply(option)
        assert game.hash() == end.hash()
        assert game.result == end.result


def test_a_save_cut_at_any_byte_is_refused_with_a_message() -> None:
    whole = canonical(open_shipped("valkyries", 2).save()).encode()
    for end in range(len(whole)):
        with pytest.raises(FileProblem, match=r"evening\.save is"):
            parse(whole[:end], "evening.save", "save")


def test_a_session_keeps_who_plays(tmp_path: Path) -> None:
    game = open_shipped("classics:kuhn", 2)
    save_session(tmp_path / "a.save", game, ["human", "random"])
    loaded, seats = load_session(read_any(tmp_path / "a.save"), program_of("classics:kuhn"), {})
    assert seats == ["human", "random"]
    assert loaded.hash() == game.hash()


def test_a_replay_is_no_save(tmp_path: Path) -> None:
    (tmp_path / "a.replay").write_text(canonical(record(played("classics:kuhn"))))
    with pytest.raises(SaveError, match="this is a replay"):
        load_session(read_any(tmp_path / "a.replay"), program_of("classics:kuhn"), {})


def test_a_save_whose_state_is_not_that_of_its_answers_is_refused() -> None:
    course = list(positions("valkyries"))
    data = dict(course[5][0].save())
    with pytest.raises(SaveError, match="damaged"):
        load_game({**data, "state": course[6][0].save()["state"]}, program_of("valkyries"))


# ---- Saves outlive edits ---------------------------------------------------------------------------------


@pytest.fixture
def sticks(tmp_path: Path) -> Path:
    """A pack that may be edited."""
    make(tmp_path / "sticks", "game")
    return tmp_path / "sticks"


def edit(pack: Path, old: str, new: str, file: str = "sticks.tafl") -> None:
    text = (pack / file).read_text()
    assert old in text
    (pack / file).write_text(text.replace(old, new))


def program(pack: Path) -> Program:
    compiled = compile_pack(str(pack))
    assert compiled.program is not None, compiled.findings
    return compiled.program


def three_answers(pack: Path, *keys: str) -> Playing:
    game = open_game(program(pack), 2)
    for key in keys:
        game = game.apply(game.find(key))
    return game


def test_a_save_made_before_a_title_was_edited_is_loaded(sticks: Path) -> None:
    saved = three_answers(sticks, "3", "2", "1")
    edit(sticks, 'game sticks "Sticks"', 'game sticks "Straws"')
    edit(sticks, "How many do you take?", "Yours?")
    loaded = load_game(saved.save(), program(sticks))
    assert loaded.hash() == saved.hash()


def test_a_save_made_before_a_rule_was_edited_is_replayed(sticks: Path) -> None:
    saved = three_answers(sticks, "3", "2", "1")
    edit(sticks, "value most_taken -> int: 3", "value most_taken -> int: 4")
    loaded = load_game(saved.save(), program(sticks))
    assert loaded.option_count == 4
    assert loaded.answers() == saved.answers()


def test_a_save_that_the_new_rules_forbid_is_refused_by_the_first_answer(
    sticks: Path, tmp_path: Path
) -> None:
    saved, file = three_answers(sticks, "1", "3", "2"), tmp_path / "a.save"
    file.write_text(canonical(saved.save()))
    before = file.read_bytes()
    edit(sticks, "value most_taken -> int: 3", "value most_taken -> int: 2")
    with pytest.raises(SaveError, match="answer 2, `3` of seat 2, is no longer an option"):
        load_session(read_any(file), program(sticks), {})
    assert file.read_bytes() == before


def test_a_save_follows_the_renames_of_its_pack(sticks: Path) -> None:
    edit(sticks, "choose n in 1..min(most_taken, sticks) by p", "choose by p")
    edit(
        sticks, "take p by n", 'option one "One": take p by 1\n                option two "Two": take p by 2'
    )
    saved = three_answers(sticks, "one", "two")
    edit(sticks, "option one", "option single")
    edited = program(sticks)
    with pytest.raises(SaveError, match="answer 1, `one` of seat 1"):
        load_game(saved.save(), edited)
    loaded = load_game(saved.save(), edited, {"one": "single"})
    assert [key for _, key in loaded.answers()] == ["single", "two"]


# ---- Recordings ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reference", GAMES)
def test_a_recording_is_the_same_game_again(reference: str) -> None:
    game = played(reference)
    data = parse(canonical(record(game)).encode(), "a.replay", "replay")
    assert verify_replay(data, program_of(reference)) is None
    assert replay(data, program_of(reference), {}).hash() == game.hash()
    for at, (position, _) in enumerate(positions(reference)):
        if at % 20 == 0:
            assert replay(data, program_of(reference), {}, at).hash() == position.hash()


def test_a_recording_that_differs_is_told_with_the_decision() -> None:
    data = record(played("classics:pig"))
    rules = program_of("classics:pig")
    hashes = list(data["hashes"])
    hashes[4] = "0" * 64
    difference = verify_replay({**data, "hashes": hashes}, rules)
    assert difference is not None
    assert (difference.decisions, difference.message) == (4, "the state is another one than was recorded")
    other = verify_replay({**data, "seed": data["seed"] + 1}, rules)
    assert other is not None
    assert other.decisions == 0
    answers = [[seat, "6" if seat == CHANCE else key] for seat, key in data["answers"]]
    chance = verify_replay({**data, "answers": answers}, rules)
    assert chance is not None
    assert "chance" in chance.message
    result = verify_replay({**data, "result": None}, rules)
    assert result is not None
    assert "result" in result.message
    short = verify_replay({**data, "hashes": hashes[:-1]}, rules)
    assert short is not None
    assert "hashes" in short.message


def test_a_recording_under_other_rules_is_shown_but_not_verified(sticks: Path) -> None:
    data = record(three_answers(sticks, "3", "2", "1"))
    edit(sticks, "value most_taken -> int: 3", "value most_taken -> int: 4")
    edited = program(sticks)
    assert replay(data, edited, {}).answers() == three_answers(sticks, "3", "2", "1").answers()
    with pytest.raises(SaveError, match="other rules"):
        verify_replay(data, edited)


# ---- Undo ------------------------------------------------------------------------------------------------


def test_undo_restores_state_generator_and_log() -> None:
    session = Session(open_shipped("classics:brandubh", 2), [None, None], stands)
    hashes = []
    for option in (0, 3, 5):
        hashes.append(session.game.hash())
        session.answer(option)
    lines = session.game.log(0)
    for before in reversed(hashes):
        session.undo()
        assert session.game.hash() == before
    assert session.game.log(0) == lines[:0]


def test_undo_past_a_roll_is_refused_unless_allowed() -> None:
    game = open_shipped("classics:pig", 2)
    strict = Session(game, [None, None], stands)
    strict.answer(0)
    after = strict.game.hash()
    with pytest.raises(UndoRefused, match="rolled, drawn, shown"):
        strict.undo()
    assert strict.game.hash() == after
    free = Session(game, [None, None], stands, undo_anything=True)
    free.answer(0)
    free.undo()
    assert free.game.hash() == game.hash()


def test_undo_past_a_reveal_is_refused() -> None:
    session = Session(open_shipped("classics:kuhn", 2), [None, None], stands)
    session.answer(0)
    session.undo()
    session.answer(0)
    session.answer(0)
    assert session.game.result is not None
    with pytest.raises(UndoRefused):
        session.undo()


# ---- After the end, and the order of sets ----------------------------------------------------------------


@pytest.mark.parametrize("reference", GAMES)
def test_a_finished_game_refuses_further_answers(reference: str) -> None:
    game = played(reference)
    before = game.hash()
    with pytest.raises(AnswerError, match="the game is over"):
        game.apply(0)
    with pytest.raises(AnswerError):
        game.find("yes")
    assert (game.decision, game.option_count, game.to_move) == (None, 0, None)
    assert game.hash() == before


def under_hash_seeds(*words: str) -> set[str]:
    """What a game prints under three values of PYTHONHASHSEED."""
    outputs = set()
    for number in ("0", "1", "4711"):
        done = subprocess.run(
            [sys.executable, "-m", "tafl.tests.hash_seed", *words],
            env={**os.environ, "PYTHONHASHSEED": number},
            capture_output=True,
            text=True,
            check=True,
        )
        outputs.add(done.stdout)
    return outputs


def test_a_game_is_the_same_whatever_the_order_of_sets() -> None:
    assert len(under_hash_seeds()) == 1


def test_a_planted_dependence_on_the_order_of_sets_is_caught() -> None:
    assert len(under_hash_seeds("--plant")) > 1


def test_a_save_is_one_line_of_sorted_ascii() -> None:
    text = canonical(open_shipped("valkyries", 2).save())
    assert text.isascii()
    assert text.count("\n") == 1
    assert list(json.loads(text)) == sorted(json.loads(text))
