"""Holds of the twenty mistakes that their messages are one sentence that says what to do, told once, and that
none of them hides what is wrong below it.
"""

import re
from pathlib import Path

import pytest

from tafl.dsl.diagnostics import Diagnostic
from tafl.tests.language_suite import Case, cases
from tafl.tests.test_language import compile_texts

CASES = cases(Path(__file__).parent / "language" / "mistakes20.md")
MORE = "\nvalue below -> int: nothing_such\n\neffect still_below: if 1 = 2: pass\n"


def found(files: dict[str, str]) -> list[Diagnostic]:
    return [each for each in compile_texts(files).findings if not "T0901" <= each.code <= "T0907"]


def test_there_are_twenty_and_each_is_shown_whole() -> None:
    assert [case.title.split(".")[0] for case in CASES] == [str(number) for number in range(1, 21)]
    assert all(case.rendering is not None for case in CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_a_mistake_is_told_once_in_a_sentence_that_says_what_to_do(case: Case) -> None:
    (told,) = found(case.sources())
    _, what_to_do = re.split("; | or write ", told.message, maxsplit=1)
    assert re.match(
        r"(add|ask|correct|declare|delete|draw|give|indent|put|replace|test|to|work|write)\b", what_to_do
    )
    assert not re.search(r"[.!?]\s", told.message.replace("...", ""))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_what_is_wrong_below_a_mistake_is_told_too(case: Case) -> None:
    files = case.sources()
    text = files["test.tafl"]
    more = found({**files, "test.tafl": text + MORE})
    first = [(each.code, each.span) for each in found(files)]
    assert [(each.code, each.span) for each in more if (each.code, each.span) in first] == first
    line = text.count("\n") + 2
    others = [(each.code, each.span.line) for each in more if (each.code, each.span) not in first]
    assert others == [("T0301", line), ("T0205", line + 2)]
