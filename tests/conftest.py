"""What every test may ask for."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

from tafl.tests.both_engines import MODULES, use_compiled
from tafl.wasm import kept

# Generated cases are the same on every run and every machine; a found bug becomes a written case.
settings.register_profile("tafl", derandomize=True, deadline=None, database=None)
settings.load_profile("tafl")


@pytest.fixture(scope="session")
def root() -> Path:
    """The root of the checkout."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def update_golden() -> bool:
    """Whether expected outputs are to be written anew instead of compared (`make golden`)."""
    return os.environ.get("UPDATE_GOLDEN") == "1"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests of what an engine does run on both."""
    if metafunc.module.__name__.rpartition(".")[2] in MODULES:
        metafunc.parametrize("engine", ["interpreter", "compiled"], indirect=True)


@pytest.fixture(autouse=True)
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Which engine plays the games that a test opens."""
    name: str = getattr(request, "param", "interpreter")
    if name == "compiled":
        use_compiled(request.module, monkeypatch)
    return name


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one test's commands keep of modules is nothing to the next, which may give them other limits."""
    monkeypatch.setattr(kept, "_folder", None)
