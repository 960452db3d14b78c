"""Tests that files are whole or not there, and that what is not whole is refused with a message."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tafl.play.files import FileProblem, canonical, parse, read, write

REPLAY: dict[str, Any] = {
    "format": "tafl-replay",
    "language": 1,
    "game": "nim",
    "packs": [{"name": "nim", "version": "1.0.0"}],
    "rules_hash": "0" * 64,
    "content_hash": "f" * 64,
    "players": 2,
    "options": {"mode": "basic"},
    "seed": 7,
    "answers": [[0, "take(1)"], [-1, "3"]],
    "hashes": ["a" * 64],
    "result": {"outcome": [1, -1], "ranking": [1, 2], "scores": None},
}


def test_what_is_written_is_read_again_and_is_the_same_bytes(tmp_path: Path) -> None:
    first, second = tmp_path / "one", tmp_path / "two"
    write(first, REPLAY)
    write(second, dict(reversed(REPLAY.items())))
    assert first.read_bytes() == second.read_bytes() == canonical(REPLAY).encode()
    assert read(first, "replay") == REPLAY
    assert sorted(os.listdir(tmp_path)) == ["one", "two"]


def test_a_file_cut_at_any_byte_is_refused() -> None:
    whole = canonical(REPLAY).encode()
    for end in range(len(whole)):
        with pytest.raises(FileProblem, match=r"game\.save is"):
            parse(whole[:end], "game.save", "replay")


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "cut off"),
        (b"}\n", "damaged"),
        (b"[]}\n", "damaged"),
        (b"{}\n", "at the whole: "),
        (b'{"a":1,"a":2}\n', "twice"),
        (b'{"a":NaN}\n', "NaN is no number"),
        (b'{"a":"\xff"}\n', "damaged"),
        (b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n", "damaged"),
        (b'{"a":' + b"9" * 5000 + b"}\n", "damaged"),
    ],
)
def test_what_is_no_replay_is_refused_with_its_reason(raw: bytes, message: str) -> None:
    with pytest.raises(FileProblem, match=r"game\.save") as problem:
        parse(raw, "game.save", "replay")
    assert message in str(problem.value)
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"format": "tafl-save"}, "format"),
        ({"players": 0}, "players"),
        ({"players": "two"}, "players"),
        ({"hashes": ["xyz"]}, "hashes/0"),
        ({"answers": [[0, "a", "b"]]}, "answers/0"),
        ({"more": 1}, "more"),
    ],
)
def test_a_value_that_does_not_fit_is_named(change: dict[str, Any], place: str) -> None:
    with pytest.raises(FileProblem, match="no replay that this version reads") as problem:
        parse(canonical({**REPLAY, **change}).encode(), "game.save", "replay")
    assert place in str(problem.value)


def test_files_that_cannot_be_read_or_written_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileProblem, match=r"cannot read .*missing: no such file"):
        read(tmp_path / "missing", "replay")
    with pytest.raises(FileProblem, match=r"cannot read .*is a directory"):
        read(tmp_path, "replay")
    with pytest.raises(FileProblem, match=r"cannot write .*no such file"):
        write(tmp_path / "missing" / "file", REPLAY)
    with pytest.raises(FileProblem, match="no ordinary file"):
        write(tmp_path, REPLAY)
    with pytest.raises(FileProblem, match="cannot write"):
        write(tmp_path / ("x" * 5000), REPLAY)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FileProblem, match="no ordinary file"):
        write(tmp_path / "pipe", REPLAY)


def test_a_failed_writing_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.save"
    write(path, REPLAY)
    before = path.read_bytes()

    def full(handle: int) -> None:
        del handle
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileProblem, match="no space left"):
        write(path, {**REPLAY, "seed": 8})
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["game.save"]


def test_a_link_stays_a_link_and_rights_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "game.save", tmp_path / "link"
    path.write_text("{}\n")
    path.chmod(0o640)
    link.symlink_to(path)
    write(link, REPLAY)
    assert link.is_symlink()
    assert json.loads(path.read_text())["seed"] == 7
    assert path.stat().st_mode & 0o777 == 0o640
