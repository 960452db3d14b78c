"""What every test may ask for."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

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
