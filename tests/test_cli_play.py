"""Tests playing in the terminal: questions, help, undo, saves, forced answers, several people at a screen."""

import io
import json
import re
from pathlib import Path

import pytest
from rich.console import Console

from tafl.play.barrier import stands
from tafl.play.session import Session
from tafl.play.terminal import Terminal
from tafl.sim.bots import table_bots
from tafl.tests.command import Done, tafl
from tafl.tests.shipped import open_shipped


def play(*words: str, typed: tuple[str, ...] = ()) -> Done:
    done = tafl("play", *words, typed="".join(f"{line}\n" for line in typed))
    # What is typed and paths are not folded.
    lines = [line for line in done.out.splitlines() if not line.startswith(">") and "/" not in line]
    assert max(map(len, lines), default=0) <= 80
    assert "\x1b" not in done.out
    return done


def test_a_game_is_played_to_its_end() -> None:
    done = play("classics:tic_tac_toe", "--seat", "1=first", typed=("b2", "a2", "c2"))
    assert (done.code, done.err) == (0, "")
    assert "Seat 1: Which cell do you mark?" in done.out
    assert "  Seat 2 marks a1" in done.out
    assert "  The game is over" in done.out
    assert done.out.endswith("Result\n  1. seat 1  +1\n  2. seat 2  -1\n")


def test_the_same_words_give_the_same_screen() -> None:
    words = ("valkyries", "--seed", "5", "--players", "3")
    assert play(*words, typed=("1",) * 40) == play(*words, typed=("1",) * 40)


def test_help_tells_what_can_be_typed_and_what_an_option_does() -> None:
    done = play("valkyries", "--seed", "1", typed=("?", "?1", "? wild", "? foo", "nonsense", "999", "q"))
    assert "take your last choice back" in done.out
    assert "> ?1\nb2\n  Valkyrie to b2\n" in done.out
    assert "Wild card: Stands for whichever monster you name.\n" in done.out
    assert "Nothing in this game is called `foo`." in done.out
    assert "`nonsense` is no option here." in done.out
    assert "There is no option 999" in done.out


def test_undo_takes_the_last_choice_back_but_not_a_roll() -> None:
    marks = play("classics:tic_tac_toe", "--seed", "1", typed=("u", "b2", "undo", "q"))
    assert "No: there is nothing to take back." in marks.out
    assert "Taken back." in marks.out
    rolls = play("classics:pig", "--seed", "1", typed=("1", "u", "q"))
    assert "and stands" in " ".join(rolls.out.split())
    free = play("classics:pig", "--seed", "1", "--free-undo", typed=("1", "u", "q"))
    assert "Taken back." in free.out


def test_a_saved_game_is_gone_on_from(tmp_path: Path) -> None:
    file = str(tmp_path / "evening.save")
    first = play("classics:brandubh", "--seed", "4", typed=("1", "save", f"save {file}", "2", "s", "q"))
    assert "Type a file to save to" in first.out
    assert first.out.count(f"Saved. Go on with: tafl play --load {file}\n") == 2
    data = json.loads(Path(file).read_text())
    assert data["seats"] == ["human", "random"]
    assert sum(seat == 0 for seat, _ in data["answers"]) == 2
    again = play("--load", file, typed=("log", "q"))
    assert again.code == 0
    assert again.out.count("\n  Seat 1: ") >= 2


def test_leaving_an_unsaved_game_is_asked_twice(tmp_path: Path) -> None:
    warning = "This game is not saved"
    assert warning not in play("classics:hex", "--seed", "1", typed=("q",)).out
    lost = play("classics:hex", "--seed", "1", typed=("a1", "q", "log", "q", "q", "a2"))
    assert lost.out.count(warning) == 2
    assert "a2" not in lost.out.split(warning)[-1]
    assert "Nothing more was typed" not in lost.out
    saved = play("classics:hex", "--seed", "1", typed=("a1", f"save {tmp_path / 'game.save'}", "q"))
    assert warning not in saved.out


def test_a_save_that_cannot_be_written_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    done = play("classics:pig", typed=(f"save {tmp_path}/missing/file", "log", "q"))
    assert "Not saved: cannot write" in done.out
    assert done.code == 0


def test_what_is_no_save_is_refused_with_a_message(tmp_path: Path) -> None:
    file = tmp_path / "evening.save"
    play("classics:pig", typed=(f"save {file}", "q"))
    whole = file.read_bytes()
    for damaged in (
        whole[:-1],
        whole[: len(whole) // 2],
        b"",
        b"nonsense\n",
        whole.replace(b'"seed"', b'"sead"'),
    ):
        file.write_bytes(damaged)
        done = play("--load", str(file))
        assert done.code == 2
        assert done.err.startswith(f"tafl: {file} is ")
        assert file.read_bytes() == damaged
    tafl("run", "classics:pig", "--save", str(file))
    assert "this is a replay" in play("--load", str(file)).err
    assert "a save says itself" in play("--load", str(file), "--players", "2").err


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        ("0=humn", "there is no player `humn`; there are: human, first, greedy, mcts, random"),
        ("2=human", "there is no seat 2: 2 play"),
        ("human", "--seat wants number=player"),
    ],
)
def test_seats_that_cannot_be_filled_so_are_told(seat: str, said: str) -> None:
    done = play("classics:pig", "--seat", seat)
    assert done.code == 2
    assert said in done.err


def test_when_nothing_more_is_typed_the_game_stops() -> None:
    done = play("classics:pig", typed=("1",))
    assert done.code == 0
    assert "Nothing more was typed" in done.out


def test_bots_alone_play_before_everybodys_eyes() -> None:
    done = play("classics:kuhn", "--seat", "0=first,1=first", "--seed", "2")
    assert "The game is over" in done.out
    assert "(you)" not in done.out


def test_a_forced_question_is_answered_and_said() -> None:
    done = play("valkyries", "--seed", "1", typed=("1", "1", "q"))
    assert "(only one choice: Play your cards)" in done.out


def screens(out: str) -> list[str]:
    """What stands between the passings of the keyboard."""
    return re.split(r"Pass the keyboard to seat \d, who then presses Enter\.\n", out)


def test_two_people_see_their_own_hands_only_after_the_keyboard_was_passed() -> None:
    done = play("classics:kuhn", "--seat", "1=human", "--seed", "5", typed=("", "2", "", "q"))
    before, first, second = screens(done.out)
    ranks = {"Jack", "Queen", "King"}
    assert not ranks & set(re.findall(r"\w+", before))
    assert len(ranks & set(re.findall(r"\w+", first))) == 1
    assert len(ranks & set(re.findall(r"\w+", second))) == 1
    assert ranks & set(re.findall(r"\w+", first)) != ranks & set(re.findall(r"\w+", second))
    assert "Seat 1 (you)" in first
    assert "Seat 2 (you)" in second
    # What happened meanwhile is told to who sits down.
    assert "  Seat 1 bets" in second


def test_on_a_terminal_the_screen_is_cleared_before_the_keyboard_is_passed() -> None:
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=80, color_system="standard", highlight=False)
    typed = iter(["", "2", "", "q", "q"])
    session = Session(open_shipped("classics:kuhn", 2, 5), [None, None], stands)
    finished = Terminal(session, console, lambda: next(typed), lambda *_: None).run()
    assert not finished
    assert out.getvalue().count("\x1b[2J") == out.getvalue().count("\x1b[3J") == 4
    assert "\x1b[1;94m" in out.getvalue() or "\x1b[94" in out.getvalue()


def test_boards_are_drawn_and_the_spaces_to_choose_are_marked_in_colour() -> None:
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=80, color_system="standard", highlight=False)
    typed = iter(["q"])
    game = open_shipped("classics:othello", 2, 1)
    Terminal(
        Session(game, table_bots(["human", "first"], 1, ()), stands),
        console,
        lambda: next(typed),
        lambda *_: None,
    ).run()
    assert "\x1b[7" in out.getvalue() or ";7m" in out.getvalue()


def test_what_options_do_can_be_left_out_and_said_again() -> None:
    done = play("classics:othello", "--seed", "1", typed=("p", "p", "q"))
    with_, without, again = re.split(r"What options do is .* now\.\n", done.out)
    assert "disc you: e3, e4" in with_
    assert "disc you" not in without
    assert "disc you: e3, e4" in again


def test_the_keyboard_is_not_passed_where_nothing_is_hidden() -> None:
    done = play("classics:othello", "--seat", "1=human", "--seed", "1", typed=("1", "1", "q", "q"))
    assert "Pass the keyboard" not in done.out
    assert "Seat 1: " in done.out
    assert "Seat 2: " in done.out


def test_what_happened_since_ones_last_choice_stands_below_the_table() -> None:
    done = play("valkyries", "--seed", "1", "--players", "3", typed=("1",) * 6)
    *_, before, last = done.out.split("\n> 1\n")[:6]
    for shown in (before, last):
        table, _, question = shown.partition("\nTable ")
        assert not re.search(r"^  Seat \d plays ", table, re.MULTILINE)
        assert re.search(r"^  Seat \d plays ", question, re.MULTILINE)
