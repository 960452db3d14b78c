"""The command `test`: runs the tests that are written in the language."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ..loading import FINE, FOUND, named, rendered
from .options import Packs, With, examples, pack_names

EXAMPLES = examples(
    "tafl test valkyries", 'tafl test classics -k "othello corner"', "tafl test valkyries --engine both"
)


def run_tests(
    packs: Packs = None,
    with_: With = None,
    words: Annotated[
        str, typer.Option("-k", metavar="WORDS", help="Only tests with all these words in game or title.")
    ] = "",
    engine: Annotated[
        str, typer.Option(metavar="reference|wasm|both", help="What runs them; both have to agree.")
    ] = "reference",
) -> None:
    """Run the tests that are written in the language: of these packs and of those that are added."""
    from ..dsl.cache import cache_folder, compile_cached
    from ..dsl.choosing import games_of, known, names_and_versions
    from ..dsl.folders import packs_meant
    from ..sim.agreeing import ENGINES, runner
    from ..sim.plan import keep_modules
    from ..sim.testrun import Counts, run_game

    keep_modules(cache_folder())
    run = runner(known(engine, ENGINES, "engine"))
    counts, added = Counts(), named(with_)
    names = [name for name, _ in names_and_versions(added)]
    for game in [game for pack in packs_meant(packs or pack_names()) for game in games_of(pack)]:
        compiled = compile_cached(game, with_=added)
        if compiled.program is None:
            counts.broken += 1
            typer.echo(rendered(compiled, sys.stdout))
        for told in run_game(game, compiled.tests_of(names), words, counts, run):
            typer.echo(told)
    if words and not counts.passed + counts.failed + counts.broken:
        raise typer.BadParameter(f"no test has all of these words: {words}", param_hint="-k")
    typer.echo(counts.summary)
    raise typer.Exit(FOUND if counts.failed or counts.broken else FINE)
