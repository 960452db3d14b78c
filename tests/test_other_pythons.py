"""Holds that a game is the same bytes on every supported Python that is at hand."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from tafl.tests.command import tafl

SUPPORTED = ("3.11", "3.12", "3.13", "3.14")


def at_hand() -> list[str]:
    """Other Pythons on the path, or beside this one as version managers lay them."""
    home = Path(sys.base_prefix).parent
    beside = [str(path) for path in sorted(home.glob("3.*/bin/python3"))]
    named = [found for version in SUPPORTED if (found := shutil.which(f"python{version}")) is not None]
    return [python for python in dict.fromkeys(named + beside) if version_of(python) in SUPPORTED]


def version_of(python: str) -> str:
    asked = "import sys; print('{}.{}'.format(*sys.version_info))"
    done = subprocess.run([python, "-c", asked], capture_output=True, text=True, check=False)
    return done.stdout.strip()


def test_a_game_is_the_same_bytes_on_every_python_at_hand(root: Path) -> None:
    command = ("run", "valkyries", "--players", "4", "--seed", "7", "--bots", "random", "--format", "json")
    expected = tafl(*command).out
    # What is needed of other packages is plain Python and serves them all.
    path = os.pathsep.join([str(root / ".dev"), sysconfig.get_path("purelib")])
    for python in [sys.executable, *at_hand()]:
        done = subprocess.run(
            [python, "-m", "tafl.tests.one_run"],
            env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout) == (0, expected), f"{python}\n{done.stderr}"
