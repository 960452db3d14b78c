"""Holds the house rules that a machine can see: packaging, doors, lock, exceptions."""

import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import tafl
from tafl.tests import allowed

# What a checkout has and a wheel has not. Whatever is not named here has to be shipped.
NOT_SHIPPED = {
    ".ci",
    ".dev",
    ".gitattributes",
    ".github",
    ".gitignore",
    ".pre-commit-hooks.yaml",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "Makefile",
    "README.md",
    "bench",
    "docs",
    "pyproject.toml",
    "requirements.lock",
    "tests",
}


def run(*command: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command with the environment given and no other; the output is text."""
    return subprocess.run(
        command,
        cwd=cwd,
        env={"PATH": "/usr/bin:/bin", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def modules_loaded_by(statement: str, cwd: Path) -> set[str]:
    """The names in `sys.modules` after `statement` in a new interpreter."""
    done = run(sys.executable, "-c", f"{statement}\nimport sys\nprint(*sys.modules)", cwd=cwd)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from this checkout."""
    target = tmp_path_factory.mktemp("wheel")
    done = run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", target, cwd=root)
    assert done.returncode == 0, done.stderr
    (built,) = target.glob("*.whl")
    return built


def test_the_wheel_holds_exactly_the_files_that_are_shipped(root: Path, wheel: Path) -> None:
    shipped = {f"tafl/{name}" for name in allowed.tree_files(root) if name.parts[0] not in NOT_SHIPPED}
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
        notes = {name.split(".dist-info/")[1] for name in archive.namelist() if ".dist-info/" in name}
    assert packed == shipped
    assert notes == {"METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/LICENSE"}


def test_the_wheel_runs_without_the_checkout(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    where = run(
        sys.executable,
        "-c",
        "import tafl.cli; print(tafl.cli.__file__)",
        cwd=tmp_path,
        PYTHONPATH=str(tmp_path),
    )
    assert where.stdout.strip() == str(tmp_path / "tafl" / "cli.py"), where.stderr
    version = run(sys.executable, "-m", "tafl", "--version", cwd=tmp_path, PYTHONPATH=str(tmp_path))
    assert version.stdout == f"tafl {tafl.__version__}\n", version.stderr


def test_the_checkout_is_entered_through_the_link_and_shows_its_own_paths(root: Path) -> None:
    link = root / ".dev" / "tafl"
    assert link.is_symlink()
    assert str(link.readlink()) == ".."
    assert list(tafl.__path__) == [str(root)]


def test_the_script_and_the_module_are_one_command_line(tmp_path: Path) -> None:
    script = run(Path(sys.executable).with_name("tafl"), "--version", cwd=tmp_path)
    module = run(sys.executable, "-m", "tafl", "--version", cwd=tmp_path)
    assert script.stdout == module.stdout == f"tafl {tafl.__version__}\n"


def test_importing_the_package_loads_nothing_heavy(tmp_path: Path) -> None:
    loaded = modules_loaded_by("import tafl", tmp_path)
    assert not loaded & {"typer", "click", "rich", "lark", "jsonschema", "yaml", "wasmtime"}
    assert {name for name in loaded if name.startswith("tafl.")} == set()


def test_a_compiled_game_needs_no_front_end(root: Path, tmp_path: Path) -> None:
    rooms = ("ir", "interpreter", "sim")
    files = [name for name in allowed.tree_files(root) if name.parts[0] in rooms and name.suffix == ".py"]
    names = sorted("tafl." + ".".join(name.with_suffix("").parts).removesuffix(".__init__") for name in files)
    assert {"tafl.ir", "tafl.interpreter", "tafl.sim"} <= set(names)
    loaded = modules_loaded_by("import " + ", ".join(names), tmp_path)
    assert not loaded & {"lark", "typer", "yaml", "tafl.dsl", "tafl.cli"}


def lint_doors(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the import contracts of pyproject.toml on the package that `folder` holds."""
    command = "from importlinter.cli import lint_imports_command as run; run()"
    return run(
        sys.executable, "-c", command, "--no-logo", "--no-cache", cwd=folder, PYTHONPATH=str(folder / ".dev")
    )


@pytest.fixture
def house(root: Path, tmp_path: Path) -> Path:
    """A copy of the package's Python, to break doors in."""
    for name in allowed.tree_files(root):
        if name.suffix == ".py" or name.name == "pyproject.toml":
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / name, tmp_path / name)
    (tmp_path / ".dev").mkdir()
    (tmp_path / ".dev" / "tafl").symlink_to("..")
    return tmp_path


@pytest.mark.parametrize(
    ("room", "line", "broken"),
    [
        ("ir", "from tafl.interpreter import __doc__", "Folders import only what lies below them"),
        ("interpreter", "from tafl.dsl import __doc__", "Folders import only what lies below them"),
        ("dsl", "from tafl.interpreter import __doc__", "Folders import only what lies below them"),
        ("sim", "from tafl.play import __doc__", "Folders import only what lies below them"),
        ("play", "from tafl.dsl import __doc__", "Only the command line joins the front end to what runs"),
        ("interpreter", "import lark", "Only the command line joins the front end to what runs"),
        ("sim", "import typer", "Only the command line knows how arguments are read"),
        ("interpreter", "import random", "The program and its interpreter touch no file"),
        ("ir", "import pathlib", "The program and its interpreter touch no file"),
    ],
)
def test_a_wrong_import_is_refused(house: Path, room: str, line: str, broken: str) -> None:
    with (house / room / "__init__.py").open("a", encoding="utf-8") as module:
        module.write(f"\n{line}\n")
    done = lint_doors(house)
    assert done.returncode == 1, done.stdout
    assert re.search(rf"{broken}.* BROKEN", done.stdout.replace("\n", " ")), done.stdout


def test_a_folder_that_no_door_knows_is_refused(house: Path) -> None:
    (house / "annex").mkdir()
    (house / "annex" / "__init__.py").write_text('"""A room without a door."""\n', encoding="utf-8")
    done = lint_doors(house)
    assert done.returncode == 1
    assert "annex" in done.stdout


def test_the_lock_pins_every_dependency_with_hashes_and_names_no_host(root: Path) -> None:
    lock = (root / "requirements.lock").read_text(encoding="utf-8")
    pins = re.findall(
        r"^([a-z0-9][a-z0-9._-]*)==[^\s;]+(?: ; [^\\]+)? \\\n    --hash=sha256:", lock, re.MULTILINE
    )
    assert len(pins) == len(re.findall(r"^[a-z0-9]", lock, re.MULTILINE))
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = project["dependencies"] + project["optional-dependencies"]["dev"]
    assert {re.split(r"[<>=~!; ]", line)[0].lower() for line in wanted} <= set(pins)
    assert not re.search(r"://|--index|--find-links|--extra-index", lock)


def test_exceptions_are_counted_and_one_too_many_is_refused(tmp_path: Path) -> None:
    run("git", "init", "--quiet", cwd=tmp_path)
    (tmp_path / "code.py").write_text(
        "import os  # no" + "qa: F401\nx = 1  # type: ig" + "nore[misc]\n", "utf-8"
    )
    (tmp_path / "pack.tafl").write_text('allow T0412 "drawn by hand"\nvalue allow = 1\n', "utf-8")
    (tmp_path / "long.py").write_text("\n" * 501, "utf-8")
    (tmp_path / "enough.py").write_text("\n" * 500, "utf-8")
    found = allowed.find(tmp_path)
    assert found == {
        "noqa": ["code.py:1"],
        "type_ignore": ["code.py:2"],
        "skipped_tests": [],
        "tafl_warnings": ["pack.tafl:1"],
        "long_modules": ["long.py"],
    }
    enough = {rule: len(places) for rule, places in found.items()}
    assert allowed.report(found, enough)[1]
    lines, fine = allowed.report(found, enough | {"noqa": 0})
    assert not fine
    assert lines[:2] == ["  noqa             1 of 0", "    code.py:1"]
    assert lines[2].strip().startswith("Too many")


def test_every_command_that_the_papers_name_exists(root: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (root / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for name in ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "docs/adding.md", "docs/language.md"):
        if (root / name).exists():
            named = set(
                re.findall(r"`make ([a-z-]+)|^make ([a-z-]+)", (root / name).read_text("utf-8"), re.MULTILINE)
            )
            assert {first or second for first, second in named} <= targets, name
