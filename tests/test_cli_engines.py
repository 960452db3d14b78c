"""Tests that commands play on the engine that is asked for, and say so where they cannot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tafl.interpreter.engine import Playing
from tafl.interpreter.game import Game
from tafl.sim import run
from tafl.sim.bots import Bot
from tafl.sim.plan import resolved
from tafl.sim.run import Played
from tafl.tests.command import tafl
from tafl.wasm import host
from tafl.wasm.engine import Running

RUN = ("run", "classics:leduc", "--seed", "3", "--bots", "greedy,random", "--format", "json")
SIM = ("sim", "classics:leduc", "-n", "30", "--bots", "greedy,random")
PLAY = ("play", "classics:leduc", "--seed", "3", "--seat", "0=greedy,1=random")


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As where wasmtime is not installed."""

    def missing() -> None:
        raise host.Unavailable("wasmtime cannot be loaded: no wheel")

    monkeypatch.setattr(host, "_engine", missing)
    resolved.cache_clear()
    yield
    resolved.cache_clear()


@pytest.mark.parametrize("words", [RUN, SIM, PLAY, ("perft", "classics:leduc", "-d", "3")])
def test_every_engine_gives_the_same_output(words: tuple[str, ...]) -> None:
    done = {engine: tafl(*words, "--engine", engine) for engine in ("reference", "wasm", "auto")}
    assert done["reference"].code == 0
    assert done["reference"].out
    assert done["reference"] == done["wasm"] == done["auto"] == tafl(*words)


@pytest.mark.parametrize(("engine", "type_"), [("wasm", Running), ("auto", Running), ("reference", Playing)])
def test_games_open_on_the_engine_that_is_asked_for(
    engine: str, type_: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[type] = []
    play = run.play_out

    def noted(game: Game, bots: Sequence[Bot], **others: Any) -> Played:
        opened.append(type(game))
        return play(game, bots, **others)

    monkeypatch.setattr(run, "play_out", noted)
    assert tafl(*RUN, "--engine", engine).code == 0
    assert opened == [type_]


def test_a_save_is_gone_on_with_on_either_engine(tmp_path: Path) -> None:
    save = str(tmp_path / "a.save")
    typed = f"1\n/save {save}\n/quit\n"
    assert tafl("play", "classics:leduc", "--seed", "3", "--seat", "1=random", typed=typed).code == 0
    shown = {engine: tafl("play", "--load", save, "--engine", engine) for engine in ("reference", "wasm")}
    assert shown["reference"] == shown["wasm"]


@pytest.mark.usefixtures("without")
def test_without_the_compiled_engine_the_interpreter_plays_and_it_is_said() -> None:
    plain = tafl(*RUN, "--engine", "reference")
    done = tafl(*RUN)
    assert done.out == plain.out
    assert (
        done.err == "tafl: the interpreter plays, which takes longer: wasmtime cannot be loaded: no wheel\n"
    )
    assert plain.err == ""


@pytest.mark.usefixtures("without")
def test_the_compiled_engine_alone_is_refused_where_it_cannot_run() -> None:
    done = tafl(*RUN, "--engine", "wasm")
    assert (done.code, done.out) == (2, "")
    assert done.err == "tafl: the compiled engine cannot be loaded: wasmtime cannot be loaded: no wheel\n"


def test_an_engine_that_nobody_knows_is_named_as_such() -> None:
    done = tafl(*RUN, "--engine", "was")
    assert done.code == 2
    assert done.err == "tafl: there is no engine `was`; did you mean `wasm`?\n"
