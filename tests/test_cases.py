"""Holds that every case from the field still has the tests that `cases.md` names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROWS = [
    line for line in (HERE / "cases.md").read_text(encoding="utf-8").splitlines() if re.match(r"\| \d", line)
]
CODE = "\n".join(path.read_text(encoding="utf-8") for path in sorted(HERE.glob("test_*.py")))
SUITES = "\n".join(path.read_text(encoding="utf-8") for path in sorted((HERE / "language").glob("*.md")))


def test_every_case_is_listed() -> None:
    assert [int(row.split()[1]) for row in ROWS] == list(range(1, 29))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("|")[1].strip())
def test_a_case_is_held_by_tests_that_exist(row: str) -> None:
    held_by = re.findall(r"`([^`]+)`", row.split("|")[3])
    assert held_by
    for name in held_by:
        if name.startswith("#"):
            assert re.search(rf"^{re.escape(name)}$", SUITES, re.M), name
        else:
            assert re.search(rf"def {name}\(", CODE), name
