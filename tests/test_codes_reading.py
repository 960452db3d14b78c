"""Tests every code of reading text and tables by its own examples."""

import pytest

from tafl.dsl import codes_syntax, codes_tables, codes_text
from tafl.dsl.code import Code
from tafl.tests.reading import read

CASES = {**codes_text.TABLE, **codes_syntax.TABLE, **codes_tables.TABLE}


@pytest.mark.parametrize("code", [code for code, case in CASES.items() if case.surface != "bytes"])
def test_the_examples_of_a_code_show_it(code: str) -> None:
    case = CASES[code]
    wrong = [each.code for each in read(case.wrong, case.surface)[1]]
    assert wrong == [code]
    # Whether an allowed warning is there, only the checker knows.
    right = [each.message for each in read(case.right, case.surface)[1] if each.code != "T0107"]
    assert right == []


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_a_code_says_what_is_wrong_and_what_to_do(case: Code) -> None:
    assert case.sentence[0].islower() or case.sentence[0] in "`{"
    assert any(sign in case.sentence for sign in (";", ",", "write", "must", ":"))
    assert case.meaning.endswith(".")
