"""Checks the language with text: the Markdown suites in `tests/language/`, and the examples of all codes."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tafl.dsl import codes_syntax, codes_tables, codes_text
from tafl.dsl.codes import CODES
from tafl.dsl.compile import Compiled, compile_packs
from tafl.dsl.pack import Pack
from tafl.dsl.render import render
from tafl.tests.language_suite import Case, cases, update, with_game

SUITES = sorted(path for path in (Path(__file__).parent / "language").glob("*.md") if path.stem != "codes")
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


# ---- Codes -------------------------------------------------------------------------------------------------

READING = {**codes_text.TABLE, **codes_syntax.TABLE, **codes_tables.TABLE}
CHECKED = {code: entry for code, entry in CODES.items() if code not in READING}
EXAMPLES = {code: entry for code, entry in CHECKED.items() if entry.surface == "tafl"}
RENDERED = Path(__file__).parent / "language" / "codes.md"


def example(code: str, text: str) -> Compiled:
    """What becomes of an example, which may be a fragment of a game."""
    texts = {"test.tafl": text}
    return compile_texts(texts if code == "T0363" else with_game(texts))


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_wrong_example_of_a_code_gives_it_and_the_right_one_nothing(code: str) -> None:
    entry = EXAMPLES[code]
    beside = UNUSED - {code}
    assert {found.code for found in example(code, entry.wrong).findings} - beside == {code}
    assert {found.code for found in example(code, entry.right).findings} - beside == set()


@pytest.mark.parametrize("code", CHECKED)
def test_a_code_is_told_with_a_meaning_and_two_examples(code: str) -> None:
    entry = CHECKED[code]
    assert entry.meaning.rstrip(")").endswith((".", "`"))
    assert entry.wrong
    assert entry.right
    assert entry.wrong != entry.right


def test_every_code_is_rendered_once(update_golden: bool) -> None:
    """`language/codes.md` shows each code as an author sees it; it is written from the examples alone."""
    text = "# Every code of the checker as an author sees it\n"
    for code in sorted(EXAMPLES):
        compiled = example(code, EXAMPLES[code].wrong)
        told = render([found for found in compiled.findings if found.code == code], compiled.sources)
        text += (
            f"\n## {code}\n\n```tafl\n{EXAMPLES[code].wrong.rstrip()}\n```\n\n```text\n{told.rstrip()}\n```\n"
        )
    if update_golden:
        RENDERED.write_text(text, encoding="utf-8")
    assert RENDERED.read_text(encoding="utf-8") == text
