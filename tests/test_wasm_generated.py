"""Plays programs that nobody wrote on both engines in step."""

from __future__ import annotations

from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tafl.dsl.compile import compile_packs
from tafl.dsl.pack import Pack
from tafl.dsl.render import render
from tafl.interpreter.load import load
from tafl.tests.generated import made
from tafl.tests.in_step import play_in_step
from tafl.tests.shipped import program_of

GAMES = 4
"""Games that each program is played."""


@given(st.randoms(use_true_random=False))
@settings(max_examples=14)
def hold_many(random: Random) -> None:
    """Hold programs of all kinds."""
    hold(random)


def hold(random: Random) -> None:
    """Make a program and play it. Raises in_step.Difference, with the text of the program noted."""
    text = made(random)
    found = compile_packs(Pack(Path("made"), (("made.tafl", text.encode()),)))
    assert found.program is not None, f"{text}\n{render(found.errors, found.sources)}"
    try:
        for seed in range(GAMES):
            play_in_step(found.program, 2 + seed % 2, seed=seed, explicit=seed > 1, steps=150)
    except AssertionError as difference:
        difference.add_note(text)
        raise


def test_programs_made_at_random_play_the_same_on_both_engines() -> None:
    # The interpreter lets Python go deep when it first loads a game; hypothesis wants to see that before.
    load(program_of("classics:pig"), 2)
    hold_many()
