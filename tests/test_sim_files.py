"""Tests what simulations write and read, clusters, interrupts, and messages for wrong usage."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path

import pytest

from tafl.sim.plan import game_seed
from tafl.tests.command import tafl

PARQUET = import_module("pyarrow.parquet")

KUHN = ("sim", "classics:kuhn", "-n", "30", "--seed", "4", "--coverage", "5")


# ---- Tables for machines -----------------------------------------------------------------------------------


def test_a_table_holds_every_game_with_what_it_depends_on(tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    words = ("sim", "classics:leduc", "-n", "20", "--sweep", "bots=first,random", "--seed", "4")
    assert tafl(*words, "--data", str(file)).code == 0
    table = PARQUET.read_table(file)
    rows = table.to_pylist()
    assert [(row["variant"], row["game"]) for row in rows] == [
        (f"bots={bot}", number) for bot in ("first", "random") for number in range(20)
    ]
    assert rows[3]["seed"] == game_seed(4, 3)
    assert rows[3]["bots"] == ["first", "first"]
    assert all(row["rank"] == [1, 1] or sorted(row["rank"]) == [1, 2] for row in rows)
    assert all(sum(row["outcome"]) == 0 and row["failed"] is None for row in rows)
    assert table.schema.metadata[b"tafl.game"] == b"leduc"
    assert table.schema.metadata[b"tafl.command"].startswith(b"tafl sim classics:leduc -n 20 --sweep")


def test_a_table_tells_options_scores_and_failed_games(tmp_path: Path) -> None:
    file = tmp_path / "games.parquet"
    words = ("sim", "valkyries", "-n", "3", "--set", "mode=full", "--limit", "70", "--data", str(file))
    assert tafl(*words).code in (0, 1)
    rows = PARQUET.read_table(file).to_pylist()
    assert len(rows) == 3
    assert {row["option_mode"] for row in rows} == {"full"}
    assert {row["option_battlefield"] for row in rows} == {"niflheim"}
    for row in rows:
        assert (row["failed"] is None) == (row["score"] is not None) == (row["decisions"] is not None)
        assert row["failed"] is None or "did not end within 70 decisions" in row["failed"]


def test_a_missing_package_is_told_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("pyarrow", "distributed"):
        monkeypatch.setitem(sys.modules, name, None)
    data = tafl(*KUHN, "--data", str(tmp_path / "x.parquet"))
    cluster = tafl(*KUHN, "--cluster", "tcp://127.0.0.1:1")
    assert data.code == cluster.code == 2
    assert "pip install 'tafl[data]'" in data.err
    assert "pip install 'tafl[cluster]'" in cluster.err


# ---- The same bytes wherever they are played ---------------------------------------------------------------


def outputs(folder: Path, *words: str) -> dict[str, bytes]:
    """What a simulation prints and writes."""
    folder.mkdir()
    done = tafl(*KUHN, "--report", str(folder / "r.html"), "--data", str(folder / "d.parquet"), *words)
    assert done.code == 0, done.err
    written = {name: (folder / name).read_bytes() for name in ("r.html", "d.parquet")}
    return written | {"out": done.out.encode()}


@contextmanager
def scheduler(folder: Path) -> Iterator[str]:
    """A Dask scheduler of this machine with two workers: its address."""
    file = folder / "scheduler.json"
    where = ["--scheduler-file", str(file), "--no-dashboard"]
    with ExitStack() as stack, (folder / "cluster.log").open("w") as quiet:
        for role, more in (("scheduler", ["--port", "0", "--host", "127.0.0.1"]), *[("worker", [])] * 2):
            module = f"distributed.cli.dask_{role}"
            more = more or ["--nthreads", "1", "--no-nanny", "--memory-limit", "0", "--host", "127.0.0.1"]
            command = [sys.executable, "-m", module, *where, *more]
            process = stack.enter_context(subprocess.Popen(command, cwd=folder, stdout=quiet, stderr=quiet))
            stack.callback(process.kill)
        while not file.exists() or not file.read_text():
            time.sleep(0.05)
        yield json.loads(file.read_text())["address"]


def test_the_workers_of_a_cluster_and_one_process_give_the_same_bytes(tmp_path: Path) -> None:
    alone = outputs(tmp_path / "alone", "--engine", "reference")
    with scheduler(tmp_path) as address:
        assert outputs(tmp_path / "cluster", "--cluster", address) == alone


def test_a_cluster_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tafl.sim.cluster.PATIENCE", "0.2s")
    done = tafl(*KUHN, "--cluster", "tcp://127.0.0.1:1")
    assert done.code == 2
    assert done.err.startswith("tafl: no scheduler answers at tcp://127.0.0.1:1")
    assert "take --workers away" in tafl(*KUHN, "--cluster", "tcp://127.0.0.1:1", "--workers", "2").err


# ---- Interrupts --------------------------------------------------------------------------------------------


def games_kept(file: Path) -> int:
    """The games in a file, of which only whole lines count."""
    lines = file.read_text().split("\n")[1:-1] if file.exists() else []
    return sum(last - first for _, first, last, *_ in map(json.loads, lines))


def test_an_interrupt_ends_it_with_what_is_done_and_the_same_command_goes_on(tmp_path: Path) -> None:
    kept, report = tmp_path / "night.sim", tmp_path / "r.html"
    words = ["sim", "classics:kuhn", "-n", "100000", "--coverage", "0", "--keep", str(kept)]
    command = [sys.executable, "-m", "tafl", *words, "--workers", "2", "--report", str(report)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        while games_kept(kept) < 400:
            assert process.poll() is None, process.communicate()
            time.sleep(0.02)
        # As a terminal does it: to the workers, too.
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert "interrupted after " in err
    assert f"the same command goes on from {kept}" in err
    games = int(out.split()[0])
    assert 400 <= games < 100_000
    assert "interrupted" in report.read_text()
    smaller = [word if word != "100000" else "300" for word in words]
    assert tafl(*smaller).out == tafl(*[word for word in smaller if word not in ("--keep", str(kept))]).out


# ---- Wrong usage -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["-n", "0"], "greater than or equal to 1"),
        (["--sweep", "mod=a,b"], "has no option `mod`"),
        (["--sweep", "players=2,many"], "--sweep players wants numbers"),
        (["--sweep", "players=2,9"], "is for 2 players, not 9"),
        (["--sweep", "bots=random,gredy"], "did you mean `greedy`"),
        (["--sweep", "with=none,nothing"], "there is no pack `nothing`"),
        (["--sweep", "players"], "--sweep wants option=value"),
        (["--workers", "257"], "a number from 1 to 256, or auto"),
        (["--engine", "fast"], "there is no engine `fast`"),
        (["--report", "{}"], "--report wants a file whose name ends in .html"),
        (["--report", "{}/no/x.html"], "there is no folder {}/no"),
        (["--data", "{}/x.csv"], "ends in .parquet"),
        (["--keep", "{}"], "--keep wants a file, and {} is a folder"),
        (["--keep", "{}/diary"], "{}/diary was not written by `tafl sim --keep`"),
    ],
)
def test_wrong_usage_is_told_in_the_users_words(words: list[str], told: str, tmp_path: Path) -> None:
    (tmp_path / "diary").write_text("Today it rained.\n")
    done = tafl(*KUHN, *(word.replace("{}", str(tmp_path)) for word in words))
    assert done.code == 2
    said = " ".join(done.err.replace("│", " ").split())
    assert told.replace("{}", str(tmp_path)) in said
    assert (tmp_path / "diary").read_text() == "Today it rained.\n"


def test_an_option_is_not_fixed_and_varied_at_once() -> None:
    done = tafl("sim", "valkyries", "--set", "mode=full", "--sweep", "mode=basic,full")
    assert done.code == 2
    assert "`mode` is fixed by --set and varied by --sweep" in done.err


def test_what_was_kept_with_another_seed_is_refused(tmp_path: Path) -> None:
    kept = tmp_path / "kept.sim"
    assert tafl(*KUHN, "--keep", str(kept)).code == 0
    done = tafl(*KUHN[:-3], "5", *KUHN[-2:], "--keep", str(kept))
    assert done.code == 2
    assert "is of another simulation: with another seed; name another file, or delete it" in done.err


# ---- The page about it -------------------------------------------------------------------------------------


def test_the_docs_name_every_column_and_every_option(root: Path, tmp_path: Path) -> None:
    text = (root / "docs" / "simulation.md").read_text(encoding="utf-8")
    file = tmp_path / "games.parquet"
    assert tafl(*KUHN[:2], "-n", "2", "--data", str(file)).code == 0
    columns = {str(field.name): str(field.type) for field in PARQUET.read_schema(file)}
    documented = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|", text, re.M))
    plain = {name: re.sub(r"list<element: (\w+)>", r"list of \1", type_) for name, type_ in columns.items()}
    assert {name: documented.get(name) for name in plain} == plain
    for option in re.findall(r"--[a-z]+", tafl("sim", "--help").out):
        assert option in text or option in ("--help",), option
    for anchor in re.findall(r"\(#([\w-]+)\)", text):
        assert re.search(rf"^## {anchor.replace('-', '[ ,-]+')}$", text, re.M | re.I), anchor
