"""Checks the language with text: the Markdown suites in `tests/language/`, and the examples of all codes."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tafl.dsl.codes import CODES
from tafl.dsl.compile import Compiled, compile_packs
from tafl.dsl.pack import Pack
from tafl.dsl.render import render
from tafl.tests.language_suite import Case, cases, update, with_game

SUITES = sorted((Path(__file__).parent / "language").glob("*.md"))
CASES = [case for suite in SUITES for case in cases(suite)]

# Warnings about what a fragment declares and never uses.
UNUSED = {"T0901", "T0902", "T0903", "T0906", "T0907"}


def compile_texts(texts: Mapping[str, str]) -> Compiled:
    """A pack made of these files, as if they lay in a folder of their own."""
    return compile_packs(
        Pack(Path("pack"), tuple(sorted((name, text.encode()) for name, text in texts.items())))
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_case_gives_the_findings_that_stand_beside_its_lines(case: Case, update_golden: bool) -> None:
    compiled = compile_texts(case.sources())
    found = sorted(
        (each.span.file, each.span.line, each.severity, each.code)
        for each in compiled.findings
        if case.counts(each)
    )
    if case.tells_by_comments:
        assert found == case.expected(), render(compiled.findings, compiled.sources)
    assert (compiled.program is None) == any(severity == "error" for _, _, severity, _ in found)
    if case.rendering is None:
        return
    text = render(compiled.findings, compiled.sources)
    if update_golden:
        update(case, text)
    else:
        assert text.rstrip("\n") == case.expected_text.rstrip("\n")


def test_every_case_has_a_name_of_its_own() -> None:
    names = [case.id for case in CASES]
    assert len(set(names)) == len(names)
    assert SUITES


def findings_of(code: str, example: str, surface: str) -> set[str]:
    """The codes that an example gives, as the kind of file that it is."""
    texts = {f"example.{surface}": example}
    return {found.code for found in compile_texts(texts if code == "T0363" else with_game(texts)).findings}


EXAMPLES = sorted(
    code for code, entry in CODES.items() if entry.surface == "tafl" and not entry.wrong.startswith("(")
)


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_wrong_example_of_a_code_gives_it_and_the_right_one_nothing(code: str) -> None:
    entry = CODES[code]
    beside = UNUSED - {code}
    assert findings_of(code, entry.wrong, entry.surface) - beside == {code}
    assert findings_of(code, entry.right, entry.surface) - beside == set()


@pytest.mark.parametrize("code", sorted(CODES))
def test_a_code_is_told_with_a_meaning_and_two_examples(code: str) -> None:
    entry = CODES[code]
    assert entry.meaning
    assert entry.wrong
    assert entry.right
    assert entry.wrong != entry.right
    assert "{" not in entry.meaning
