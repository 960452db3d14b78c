"""Does what the tutorial says, step by step, and holds what it prints; `UPDATE_GOLDEN=1` writes that anew."""

import json
import re
from pathlib import Path

import jsonschema
import pytest
import yaml

from tafl.tests import page

FAILS = re.compile(r"^(error\[|FAILED |would be formatted|tafl: )")


@pytest.fixture(scope="module")
def done(
    root: Path, tmp_path_factory: pytest.TempPathFactory, update_golden: bool
) -> tuple[Path, list[tuple[page.Command, list[str]]]]:
    """The folder after all steps, and what each command printed."""
    folder = tmp_path_factory.mktemp("tutorial")
    file = root / "docs" / "tutorial.md"
    printed: list[tuple[page.Command, list[str]]] = []
    with pytest.MonkeyPatch.context() as patch:
        for name in ("TAFL_PACKS", "XDG_DATA_HOME"):
            patch.delenv(name, raising=False)
        for name, value in page.home(folder).items():
            patch.setenv(name, value)
        (folder / "games").mkdir()
        patch.chdir(folder / "games")
        for step in page.steps(file.read_text(encoding="utf-8")):
            if isinstance(step, page.Text):
                page.write(step)
                continue
            code, lines = page.run(step)
            fails = any(FAILS.match(line) for line in lines)
            assert (code != 0) == fails, (step.line + 1, step.words, lines)
            printed.append((step, lines))
    if update_golden:
        _update(file, printed)
    return folder / "games", printed


def _update(file: Path, printed: list[tuple[page.Command, list[str]]]) -> None:
    lines = file.read_text(encoding="utf-8").split("\n")
    for step, now in reversed(printed):
        start = step.line + 1
        lines[start : start + len(step.expected)] = page.shortened(step.expected, now)
    file.write_text("\n".join(lines), encoding="utf-8")


Done = tuple[Path, list[tuple[page.Command, list[str]]]]


def test_every_step_prints_what_the_tutorial_says(done: Done, update_golden: bool) -> None:
    for step, lines in done[1]:
        assert update_golden or page.fits(step.expected, lines), (
            f"docs/tutorial.md:{step.line + 1}: $ {step.words}\n" + "\n".join(lines)
        )


def test_the_tutorial_has_each_thing_that_a_newcomer_does(done: Done) -> None:
    words = " ".join(step.words for step, _ in done[1])
    for command in (
        "play",
        "new",
        "check",
        "test",
        "run",
        "sim",
        "list",
        "schema",
        "fmt",
        "explain",
        "replay",
    ):
        assert f"tafl {command}" in words
    mistakes = {line[6:11] for _, lines in done[1] for line in lines if line.startswith("error[")}
    assert len(mistakes) >= 5
    assert any(line.startswith("FAILED") for _, lines in done[1] for line in lines)


def test_what_the_tutorial_makes_is_fine_and_formatted(done: Done) -> None:
    folder, printed = done
    last = {step.words: lines for step, lines in printed}
    assert last["tafl check frost --strict"] == ["1 game checked: 0 errors, 0 warnings"]
    assert last["tafl fmt frost --check"][-1].endswith("0 would be formatted, 4 left as they are")
    assert {path.name for path in folder.iterdir()} >= {"sticks", "frost"}


def test_the_hooks_that_the_tutorial_names_exist(root: Path) -> None:
    text = (root / "docs" / "tutorial.md").read_text(encoding="utf-8")
    listed = yaml.safe_load((root / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert set(re.findall(r"- id: ([\w-]+)", text)) == {hook["id"] for hook in listed}


def test_the_table_of_the_tutorial_is_completed_by_its_schema(done: Done) -> None:
    folder = done[0] / "frost"
    rules = json.loads((folder / "challenge.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft7Validator(rules)
    table = (folder / "challenges.yaml").read_text(encoding="utf-8")
    assert table.startswith("# yaml-language-server: $schema=challenge.schema.json\n")
    data = yaml.safe_load(table)
    validator.validate(data)
    item = next(iter(data["items"].values()))
    item["pionts"] = item.pop("points(p)")
    assert list(validator.iter_errors(data))
