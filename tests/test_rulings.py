"""Holds that what a pack says of its rules and tests is true: every test that `RULINGS.md` names is there."""

from pathlib import Path

import pytest

from tafl.dsl.pack import shipped
from tafl.tests.shipped import compiled, references

HEAD = "| rule | test |"


def packs_with_a_list() -> list[Path]:
    """The shipped packs whose rulings list each rule of the rulebook with its test."""
    rulings = sorted(shipped().glob("*/RULINGS.md"))
    return [file.parent for file in rulings if HEAD in file.read_text(encoding="utf-8").splitlines()]


def named_tests(pack: Path) -> list[str]:
    lines = (pack / "RULINGS.md").read_text(encoding="utf-8").splitlines()
    rows = lines[lines.index(HEAD) + 2 :]
    return [row.strip("|").split("|")[-1].strip() for row in rows if row.startswith("|")]


def test_walhalla_has_such_a_list() -> None:
    assert "walhalla" in [pack.name for pack in packs_with_a_list()]


@pytest.mark.parametrize("pack", packs_with_a_list(), ids=lambda pack: pack.name)
def test_the_tests_that_rulings_name_are_there(pack: Path) -> None:
    of_pack = [reference for reference in references() if reference.partition(":")[0] == pack.name]
    titles = {each.test.title for reference in of_pack for each in compiled(reference).tests}
    named = named_tests(pack)
    assert len(named) > 20
    assert [title for title in named if title not in titles] == []
