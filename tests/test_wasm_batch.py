"""Holds what becomes of games in the module that stop or never end, and that machine code is kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tafl.interpreter.engine import Playing
from tafl.sim.plan import WASM, Plan
from tafl.sim.simulate import Player
from tafl.tests.shipped import program_of
from tafl.tests.written import FOREVER, TRAP, written
from tafl.wasm import host, kept, runner
from tafl.wasm.batch import ENDLESS, FAULTED, Batch, Playouts, playouts
from tafl.wasm.engine import Running, open_game


def test_games_that_stop_count_as_such_and_the_others_go_on() -> None:
    trap, games = written(TRAP), range(40)
    found = list(playouts(trap, 2, seed=9, games=games))
    tally = Player(Plan(trap, 2, seed=9, engine=WASM, covered=0)).play(games)
    assert 0 < len(tally.failed) < 40
    assert {number for number in games if found[number].decisions == FAULTED} == set(tally.failed)
    assert {each.outcome for each in found if each.decisions > 0} == {(1, -1)}


def test_games_that_never_end_are_left_after_so_many_decisions() -> None:
    found = list(playouts(written(FOREVER), 2, seed=9, games=range(3), limit=50))
    assert [each.decisions for each in found] == [ENDLESS] * 3


def test_random_games_may_begin_in_the_middle() -> None:
    game: Playing = open_game(program_of("classics:tic_tac_toe"), 2)
    for option in (0, 0, 0, 0):
        game = game.apply(option)
    assert isinstance(game, Running)
    records = Playouts(game.program, 2, block=game.block).play(3, 0, 100)
    assert set(records[::3]) <= set(range(1, 6))
    assert {tuple(records[n + 1 : n + 3]) for n in range(0, 300, 3)} >= {(1, -1), (-1, 1)}


def test_a_game_that_stops_in_a_batch_is_told_and_the_others_go_on() -> None:
    batch = Batch(written(TRAP), 2, seeds=(1, 2, 3))
    assert list(batch.signals) == [1, 1, 1]
    assert list(batch.counts) == [10, 10, 10]
    batch.step([5, 5, 5])
    before = batch.block(1)
    batch.step([0, 9, 1])
    assert list(batch.signals) == [1, FAULTED, 1]
    assert batch.block(1) == before
    batch.step([0, 0, 0])
    assert list(batch.signals) == [1, FAULTED, 1]
    batch.reset(1, 7)
    batch.step([4, 4, 3])
    assert list(batch.signals) == [0, 1, 0]
    assert (batch.seats[1], batch.counts[1]) == (1, 10)


# ---- What is kept ------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for machine code, with nothing at work yet."""
    monkeypatch.setattr(runner, "_running", [])
    kept.keep_in(tmp_path)
    yield tmp_path
    kept.keep_in(None)


def started(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a new process."""
    monkeypatch.setattr(runner, "_running", [])
    assert open_game(program_of("classics:tic_tac_toe"), 2).option_count == 9


def test_a_module_is_made_once_and_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started(monkeypatch)
    (file,) = folder.iterdir()
    assert file.suffix == ".module"
    monkeypatch.setattr(runner, "machine_code", lambda _: pytest.fail("compiled again"))
    started(monkeypatch)


def test_what_cannot_be_run_is_made_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started(monkeypatch)
    (file,) = folder.iterdir()
    for wrong in (b"", b"\0asm\1\0\0\0", file.read_bytes()[:200]):
        file.write_bytes(wrong)
        started(monkeypatch)


def test_only_so_many_modules_are_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "KEPT", 3)
    for number in range(5):
        assert kept.kept(str(number), 2, False, "1", lambda: b"code") == b"code"
    assert len(list(folder.iterdir())) == 3


def test_without_the_runtime_it_is_said_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise host.Unavailable("wasmtime cannot be loaded: no wheel")

    monkeypatch.setattr(host, "_engine", missing)
    assert host.why_not() == "wasmtime cannot be loaded: no wheel"
    monkeypatch.undo()
    assert host.why_not() is None
