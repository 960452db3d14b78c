"""Turns what a user asks for into a game that can be played, or leaves with all that is wrong with it."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from tafl.dsl.compiled import Compiled
    from tafl.interpreter.engine import Playing
    from tafl.ir.program import Program

FINE, FOUND, USAGE = 0, 1, 2
"""Exit codes: fine; findings, failed tests or a faulted game; wrong usage or unreadable files."""


@dataclass(frozen=True)
class Loaded:
    """A game without findings that forbid to play it; `version` is that of its pack, `with_` names the
    others asked for.
    """

    program: Program
    compiled: Compiled
    version: str
    with_: tuple[str, ...]

    def settings(self, players: int | None, written: list[str] | None) -> tuple[int, dict[str, str]]:
        """The number of seats and the options by name."""
        from tafl.play import opening

        chosen = opening.settings(self.program, written or (), self.compiled.part)
        return opening.players(self.program, players), chosen

    def open(
        self,
        players: int | None,
        written: list[str] | None,
        seed: int,
        *,
        engine: str,
        explicit: bool = False,
    ) -> Playing:
        """The game at its first question, on this engine; leaves where it cannot be opened so."""
        from tafl.sim.plan import opener

        return opener(engine)(self.program, *self.settings(players, written), seed, explicit_chance=explicit)


def played_on(engine: str) -> str:
    """The engine that a user means by a name: `reference` or `wasm`. Says so where it is the interpreter only
    because the other one cannot be loaded.
    """
    from tafl.dsl.cache import cache_folder
    from tafl.dsl.choosing import known
    from tafl.sim.plan import ENGINES, keep_modules, resolved

    found, why_not = resolved(known(engine, ENGINES, "engine"))
    if why_not:
        typer.echo(f"tafl: the interpreter plays, which takes longer: {why_not}", err=True)
    keep_modules(cache_folder())
    return found


def named(with_: str | None) -> tuple[str, ...]:
    """The packs of `--with`."""
    return tuple(name.strip() for name in (with_ or "").split(",") if name.strip())


def find_game(reference: str, with_: str | None = None) -> Loaded:
    """The game that is meant; leaves with all findings where it has errors, or where it is no game."""
    from tafl.dsl.cache import compile_cached
    from tafl.dsl.choosing import names_and_versions, need_one, need_scenario

    others = named(with_)
    need_one(reference)
    compiled = compile_cached(reference, with_=others)
    if compiled.program is None:
        typer.echo(rendered(compiled, sys.stderr), err=True)
        typer.echo(f"tafl: {reference} cannot be played before this is mended", err=True)
        raise typer.Exit(FOUND)
    need_scenario(compiled.program, compiled.part)
    (_, version), *added = names_and_versions([reference, *others])
    return Loaded(compiled.program, compiled, version, tuple(name for name, _ in added))


def rendered(compiled: Compiled, stream: Any) -> str:
    """All findings as text for a stream."""
    from tafl.dsl.render import render

    return render(compiled.findings, compiled.sources, colour=stream.isatty()).rstrip("\n")
