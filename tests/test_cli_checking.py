"""Tests `tafl check` in the forms that other programs read, `tafl fmt`, and hooks for repositories."""

import json
import re
import shlex
from pathlib import Path

import jsonschema
import pytest
import yaml

from tafl import __version__
from tafl.tests.command import tafl

MANIFEST = (
    "name: {name}\ntitle: {name}\nversion: 1.0.0\nlanguage: 1\nauthors: [A]\nlicence: MIT\nprovides: {what}\n"
)
GAME = 'game wrong "Wrong"\n    players 2\ntable\n    state timber: int 0..9 = 0\n'
WRONG = (
    GAME + "play:\n    tinber = 1\n    let unused = 2\n    end game with draw()\nenum W: ash\nenum W: elm\n"
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a pack in which three things are wrong, not at its top."""
    monkeypatch.chdir(tmp_path)
    pack(tmp_path / "packs" / "wrong one", "game", {"wrong.tafl": WRONG})
    return tmp_path


def pack(folder: Path, what: str, files: dict[str, str], more: str = "") -> None:
    folder.mkdir(parents=True)
    name = folder.name.replace(" ", "_")
    (folder / "pack.yaml").write_text(MANIFEST.format(name=name, what=what) + more)
    for file, text in files.items():
        (folder / file).write_text(text)


# ---- SARIF -------------------------------------------------------------------------------------------------

NUMBER = {"type": "integer", "minimum": 1}
MESSAGE = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "minLength": 1}}}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
LOCATION = {
    "type": "object",
    "required": ["physicalLocation"],
    "properties": {
        "id": {"type": "integer", "minimum": -1},
        "message": MESSAGE,
        "physicalLocation": {
            "type": "object",
            "required": ["artifactLocation", "region"],
            "additionalProperties": False,
            "properties": {
                "artifactLocation": {
                    "type": "object",
                    "required": ["uri"],
                    "additionalProperties": False,
                    "properties": {
                        "uri": {"type": "string", "pattern": r"^[^ \\]+$"},
                        "uriBaseId": {"type": "string"},
                    },
                },
                "region": {
                    "type": "object",
                    "required": ["startLine", "startColumn", "endLine", "endColumn"],
                    "additionalProperties": False,
                    "properties": dict.fromkeys(["startLine", "startColumn", "endLine", "endColumn"], NUMBER),
                },
            },
        },
    },
    "additionalProperties": False,
}
SARIF = {
    "type": "object",
    "required": ["version", "runs"],
    "additionalProperties": False,
    "properties": {
        "$schema": {"type": "string", "pattern": "sarif-2.1.0"},
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["tool", "results"],
                "additionalProperties": False,
                "properties": {
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "tool": {
                        "type": "object",
                        "required": ["driver"],
                        "additionalProperties": False,
                        "properties": {
                            "driver": {
                                "type": "object",
                                "required": ["name"],
                                "additionalProperties": False,
                                "properties": {
                                    "name": {"type": "string"},
                                    "version": {"type": "string"},
                                    "rules": {
                                        "type": "array",
                                        "uniqueItems": True,
                                        "items": {
                                            "type": "object",
                                            "required": ["id"],
                                            "additionalProperties": False,
                                            "properties": {
                                                "id": {"type": "string"},
                                                "shortDescription": MESSAGE,
                                                "fullDescription": MESSAGE,
                                                "help": MESSAGE,
                                                "defaultConfiguration": {
                                                    "type": "object",
                                                    "additionalProperties": False,
                                                    "properties": {"level": LEVEL},
                                                },
                                            },
                                        },
                                    },
                                },
                            }
                        },
                    },
                    "results": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["message", "ruleId", "level", "locations"],
                            "additionalProperties": False,
                            "properties": {
                                "ruleId": {"type": "string"},
                                "ruleIndex": {"type": "integer", "minimum": 0},
                                "level": LEVEL,
                                "message": MESSAGE,
                                "locations": {"type": "array", "items": LOCATION, "minItems": 1},
                                "relatedLocations": {"type": "array", "items": LOCATION, "minItems": 1},
                            },
                        },
                    },
                },
            },
        },
    },
}
"""What sarif-v2.1.0 (OASIS, 2020) asks for of the parts that are written, and nothing beside them."""


@pytest.mark.usefixtures("home")
def test_findings_as_sarif_are_what_the_standard_says() -> None:
    done = tafl("check", "packs/wrong one", "--format", "sarif")
    assert (done.code, done.err) == (1, "")
    log = json.loads(done.out)
    jsonschema.Draft7Validator(SARIF).validate(log)
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("tafl", __version__)
    plain = json.loads(tafl("check", "packs/wrong one", "--format", "json").out)
    assert [result["ruleId"] for result in run["results"]] == [found["code"] for found in plain]
    assert len(plain) == 3
    for result, found in zip(run["results"], plain, strict=True):
        assert driver["rules"][result["ruleIndex"]]["id"] == found["code"]
        assert result["level"] == found["severity"]
        assert result["message"]["text"].startswith(found["message"])
        (place,) = result["locations"]
        region = place["physicalLocation"]["region"]
        assert (region["startLine"], region["startColumn"]) == (found["line"], found["column"])
        assert (region["endLine"], region["endColumn"]) == (found["end_line"], found["end_column"])
        artifact = place["physicalLocation"]["artifactLocation"]
        assert artifact == {"uri": "packs/wrong%20one/wrong.tafl", "uriBaseId": "%SRCROOT%"}
        related = result.get("relatedLocations", [])
        assert [each["message"]["text"] for each in related] == [each["remark"] for each in found["related"]]
    assert "did you mean `timber`?" in json.dumps(log)
    assert any("relatedLocations" in result for result in run["results"])


@pytest.mark.usefixtures("home")
def test_sarif_of_what_is_fine_has_no_results() -> None:
    done = tafl("check", "classics:pig", "--format", "sarif")
    assert done.code == 0
    log = json.loads(done.out)
    jsonschema.Draft7Validator(SARIF).validate(log)
    assert log["runs"][0]["results"] == []


@pytest.mark.usefixtures("home")
def test_a_file_outside_the_folder_is_named_wholly(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.chdir(home / "packs" / "wrong one")
    (home / "elsewhere").mkdir()
    monkeypatch.chdir(home / "elsewhere")
    log = json.loads(tafl("check", str(home / "packs" / "wrong one"), "--format", "sarif").out)
    artifact = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert artifact == {"uri": (home / "packs" / "wrong one" / "wrong.tafl").as_uri()}


# ---- GitHub ------------------------------------------------------------------------------------------------

COMMAND = re.compile(r"^::(error|warning) ([a-zA-Z]+=[^,:]*(?:,[a-zA-Z]+=[^,:]*)*)::(.+)$")


@pytest.mark.usefixtures("home")
def test_findings_as_annotations_are_commands_with_places() -> None:
    done = tafl("check", "packs", "--format", "github")
    assert done.code == 1
    *lines, summary = done.out.splitlines()
    assert summary == "1 game checked: 2 errors, 1 warning"
    matches = [COMMAND.match(line) for line in lines]
    assert len(matches) == 3
    for match in matches:
        assert match is not None
        settings = dict(each.split("=") for each in match[2].split(","))
        assert settings["file"] == "packs/wrong one/wrong.tafl"
        assert int(settings["line"]) >= 1
        assert re.fullmatch(r"tafl T\d{4}", settings["title"])
    assert (
        "::error file=packs/wrong one/wrong.tafl,line=6,col=5,endColumn=10,endLine=6,title=tafl T0"
        in done.out
    )


def test_signs_with_a_meaning_in_annotations_are_written_otherwise(home: Path) -> None:
    pack(home / "a,b", "game", {"a%.tafl": 'game g "G"\n    players 2\nplay:\n    x = 3 % 2\n'})
    done = tafl("check", "a,b", "--format", "github")
    assert "::error file=a%2Cb/a%25.tafl,line=4," in done.out
    assert "`%25`" in done.out


# ---- Folders with packs ------------------------------------------------------------------------------------


def test_a_folder_stands_for_all_packs_below_it(home: Path) -> None:
    fine = (
        GAME.replace("Wrong", "Fine").replace("wrong", "fine")
        + "play: timber = 1\nscoring: rank p in players by timber\n"
    )
    pack(home / "packs" / "deep" / "fine", "game", {"fine.tafl": fine})
    pack(home / ".hidden", "game", {"wrong.tafl": WRONG})
    for where in (".", "packs", str(home)):
        done = tafl("check", where)
        assert done.out.splitlines()[-1] == "2 games checked: 2 errors, 1 warning"
    assert "packs/wrong one/wrong.tafl:6:5" in tafl("check", ".").out
    assert tafl("test", "packs/deep").out == "0 passed, 0 failed\n"


@pytest.mark.usefixtures("home")
def test_a_folder_without_packs_is_told() -> None:
    Path("empty").mkdir()
    done = tafl("check", "./empty")
    assert (done.code, done.err) == (
        2,
        "tafl: there is no pack in empty: a pack is a folder with pack.yaml\n",
    )


# ---- tafl fmt ----------------------------------------------------------------------------------------------

LOOSE = "effect  e :\n  pass\n"
SET = "effect e:\n    pass\n"


def test_fmt_writes_and_check_only_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {"a.tafl": LOOSE, "sub/b.tafl": LOOSE, "c.tafl": SET, ".hidden/d.tafl": LOOSE}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "a.tafl").chmod(0o640)
    done = tafl("fmt", "--check")
    assert done.out.splitlines() == [
        "would be formatted: a.tafl",
        "would be formatted: sub/b.tafl",
        "3 files: 2 would be formatted, 1 left as they are",
    ]
    assert done.code == 1
    assert (tmp_path / "a.tafl").read_text() == LOOSE
    done = tafl("fmt", "a.tafl", "sub", "sub/b.tafl")
    assert (done.code, done.out.splitlines()[-1]) == (0, "2 files: 2 formatted, 0 left as they are")
    assert (tmp_path / "a.tafl").read_text() == (tmp_path / "sub" / "b.tafl").read_text() == SET
    assert (tmp_path / "a.tafl").stat().st_mode & 0o777 == 0o640
    assert (tmp_path / ".hidden" / "d.tafl").read_text() == LOOSE
    assert sorted(path.name for path in tmp_path.iterdir()) == [".hidden", "a.tafl", "c.tafl", "sub"]
    assert tafl("fmt", "--check").code == 0


def test_fmt_leaves_alone_what_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.tafl").write_text("effect e:\n\tx == :\n")
    (tmp_path / "good.tafl").write_text(LOOSE)
    done = tafl("fmt")
    assert done.code == 1
    assert "bad.tafl:2:1" in done.out
    assert done.out.splitlines()[-1] == (
        "2 files: 1 formatted, 0 left as they are, 1 cannot be read before they are mended"
    )
    assert (tmp_path / "bad.tafl").read_text() == "effect e:\n\tx == :\n"
    assert (tmp_path / "good.tafl").read_text() == SET


@pytest.mark.parametrize(
    ("path", "said"),
    [("nowhere.tafl", "there is no nowhere.tafl"), ("notes.md", "notes.md is no .tafl file")],
)
def test_fmt_tells_what_is_nothing_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.md").write_text("x")
    done = tafl("fmt", path)
    assert (done.code, done.err) == (2, f"tafl: {said}\n")


# ---- Hooks for repositories --------------------------------------------------------------------------------


def hooks(root: Path) -> dict[str, dict[str, object]]:
    listed = yaml.safe_load((root / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    return {each["id"]: each for each in listed}


def test_the_hooks_have_what_pre_commit_asks_for(root: Path) -> None:
    known = {"id", "name", "description", "entry", "args", "language", "files", "pass_filenames"}
    assert set(hooks(root)) == {"tafl-check", "tafl-fmt", "tafl-test"}
    for hook in hooks(root).values():
        assert {"id", "name", "entry", "language"} <= set(hook) <= known
        assert hook["language"] == "python"


def test_the_hooks_find_what_is_wrong_in_a_repository(home: Path, root: Path) -> None:
    files = ["packs/wrong one/pack.yaml", "packs/wrong one/wrong.tafl", "README.md"]
    codes = {}
    for name, hook in hooks(root).items():
        wanted = [file for file in files if re.search(str(hook["files"]), file)]
        assert wanted
        given = wanted if hook.get("pass_filenames", True) else []
        args = hook.get("args", [])
        assert isinstance(args, list)
        codes[name] = tafl(*shlex.split(str(hook["entry"]))[1:], *args, *given).code
    assert codes == {"tafl-check": 1, "tafl-fmt": 0, "tafl-test": 1}
    assert (home / "packs" / "wrong one" / "wrong.tafl").read_text() != WRONG
