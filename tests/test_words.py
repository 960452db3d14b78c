"""Tests how what a person types at a question is understood."""

import pytest

from tafl.interpreter.game import Option
from tafl.play.words import About, Help, Preview, Quit, Save, Show, Take, Unclear, Undo, Word, read

OPTIONS = (
    Option("step(pawn@1#3,d4)", "Move pawn to d4"),
    Option("step(pawn@1#3,e4)", "Move pawn to e4"),
    Option("step(pawn@1#4,e4)", "Move other pawn to e4"),
    Option("go_on", "Go on"),
)


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("1", Take(0)),
        (" 4 ", Take(3)),
        ("go_on", Take(3)),
        ("GO ON", Take(3)),
        ("d4", Take(0)),
        ("step(pawn@1#4,e4)", Take(2)),
        ("?2", Help(1)),
        ("? d4", Help(0)),
        ("? Lone Prey", About("Lone Prey")),
        ("p", Preview()),
        ("preview", Preview()),
        ("?", Help(None)),
        ("help", Help(None)),
        ("u", Undo()),
        ("undo", Undo()),
        ("save", Save(None)),
        ("s my game.save", Save("my game.save")),
        ("t", Show("table")),
        ("log", Show("log")),
        ("q", Quit()),
    ],
)
def test_what_is_understood(typed: str, word: Word) -> None:
    assert read(typed, OPTIONS) == word


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("", "1, 2, 3, 4"),
        ("0", "no option 0"),
        ("5", "no option 5"),
        ("99999999999999999999", "no option"),
        ("?9", "no option 9"),
        ("e4", "several options: 2, 3"),
        ("f7", "no option here"),
        ("٣", "no option"),
        ("(", "no option here"),
    ],
)
def test_what_is_not_understood_says_what_to_do(typed: str, message: str) -> None:
    word = read(typed, OPTIONS)
    assert isinstance(word, Unclear)
    assert message in word.message


def test_where_the_answer_is_a_number_that_number_is_typed() -> None:
    options = (Option("0", "0"), Option("2", "2"), Option("5", "5"), Option("done", "Done"))
    assert [read(typed, options) for typed in ("0", "2", "5", "done")] == [Take(at) for at in range(4)]
    assert isinstance(read("1", options), Unclear)
