"""Executes what the documentation shows: whole games in its fences, and the commands of the README."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent

import pytest

from tafl.dsl.compile import compile_pack
from tafl.interpreter.engine import open_game
from tafl.sim.testrun import run_test
from tafl.tests.command import tafl
from tafl.tests.reading import good

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("README.md", "docs/language.md")


def _fences(kind: str) -> Iterator[tuple[str, str]]:
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        for match in re.finditer(rf"^```{kind}\n(.*?)^```", text, re.M | re.S):
            line = text[: match.start()].count("\n") + 1
            yield f"{page}:{line}", match.group(1)


GAMES = dict(_fences("tafl game"))
PARTS = dict(_fences("tafl"))
STATEMENTS = dict(_fences("tafl statements"))
COMMANDS = [line[2:] for _, text in _fences("console") for line in text.splitlines() if line.startswith("$ ")]


@pytest.mark.parametrize("place", GAMES)
def test_a_game_in_the_docs_checks_passes_its_tests_and_plays(place: str, tmp_path: Path) -> None:
    file = tmp_path / "game.tafl"
    file.write_text(GAMES[place], encoding="utf-8")
    made = compile_pack(str(file))
    assert made.findings == ()
    assert made.program is not None
    assert made.tests
    for test in made.tests:
        assert run_test(test.program, test.test) is None
    game = open_game(made.program, made.program.low_players, seed=1)
    while game.option_count:
        game = game.apply(0)
    assert game.result is not None


@pytest.mark.parametrize("place", PARTS)
def test_parts_of_games_in_the_docs_are_of_the_language(place: str) -> None:
    assert good(PARTS[place])


@pytest.mark.parametrize("place", STATEMENTS)
def test_statements_in_the_docs_are_of_the_language(place: str) -> None:
    assert good("effect e:\n" + indent(STATEMENTS[place], "    "))


def test_the_commands_of_the_readme_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for command in COMMANDS:
        words = shlex.split(command)
        typed = "q\ny\n" if words[1] == "play" else ""
        done = tafl(*words[1:], typed=typed)
        assert done.code == 0, (command, done.out, done.err)


def test_every_page_that_is_linked_is_there() -> None:
    docs = ("docs/language.md", "docs/tutorial.md", "docs/adding.md", "docs/simulation.md")
    for page in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", *docs):
        text = (ROOT / page).read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#:]+)\)", text):
            assert ((ROOT / page).parent / target).exists(), f"{page} links {target}"
