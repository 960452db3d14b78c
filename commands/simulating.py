"""The command `sim`: plays many games and shows what came of them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .. import __version__
from ..loading import FINE, FOUND, played_on
from .options import Bots, Engine, Game, Players, Seed, Settings, With, examples

if TYPE_CHECKING:
    from ..sim.plan import Plan
    from ..sim.simulate import Simulated, Workers
    from ..sim.subject import Subject

EXAMPLES = examples(
    "tafl sim valkyries -n 100000 --workers auto --report balance.html",
    "tafl sim valkyries --sweep mode=basic,full --sweep players=2,3,4",
    "tafl sim classics:pig --bots greedy,random --rotate",
    "tafl sim valkyries -n 1000000 --workers auto --keep night.sim",
    "tafl sim valkyries --bots greedy --cluster tcp://10.0.0.5:8786",
)

INTERRUPTED = 130
"""The exit code after an interrupt from the keyboard, as shells have it."""


def simulate_games(
    game: Game,
    number: Annotated[int, typer.Option("-n", min=1, help="Games to play, of each variant.")] = 100,
    players: Players = None,
    seed: Seed = 0,
    set_: Settings = None,
    bots: Bots = "random",
    rotate: Annotated[bool, typer.Option("--rotate", help="Bots change seats from game to game.")] = False,
    with_: With = None,
    workers: Annotated[
        str, typer.Option(metavar="N|auto", help="Processes; the result is the same with any number.")
    ] = "1",
    engine: Engine = "auto",
    sweep: Annotated[
        list[str] | None,
        typer.Option(
            metavar="OPTION=A,B,...",
            help="Compare values of an option (or of with, players, bots); may be given several times.",
        ),
    ] = None,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE.html", help="Write a page with plots and all figures.")
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.parquet", help="Write a table for machines, a row a game (needs pyarrow)."
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Play on the workers of a Dask scheduler (needs distributed)."),
    ] = None,
    keep: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep what is done there; the same command goes on from it."),
    ] = None,
    coverage: Annotated[
        int, typer.Option(min=0, metavar="N", help="Games that are also traced for rules that never run.")
    ] = 200,
    with_ends: Annotated[
        bool, typer.Option("--ends", help="Also what players have, and what lies where, at the end.")
    ] = False,
    limit: Annotated[int, typer.Option(min=1, help="Decisions after which it counts as endless.")] = 100_000,
) -> None:
    """Play many games and show wins by seat, lengths, and the use of cards and actions.

    Ctrl-C ends it with what is done so far and the exit code 130. Failed games give the exit code 1.
    """
    from ..sim.subject import Report, subject
    from .outputs import Files
    from .variants import Wish, variants

    crew = _workers(workers) if cluster is None else _cluster(cluster, workers)
    files = Files(keep, report, data)
    wish = Wish(game, with_, players, set_ or (), bots, rotate, seed, played_on(engine), coverage, limit)
    found = variants(wish, sweep or ())
    plans = [variant.plan for variant in found]
    simulated = _play(plans, number, crew, keep, rows=data is not None)
    subjects = [
        subject(variant.label, variant.plan, tally)
        for variant, tally in zip(found, simulated.tallies, strict=True)
    ]
    _show(subjects, with_ends=with_ends)
    command, wanted = wish.command(number, sweep or ()), number * len(found)
    files.write(Report(tuple(subjects), command, __version__, wanted, simulated.stopped))
    _leave(simulated, wanted, keep)


def _workers(written: str) -> Workers:
    from ..dsl.cache import cache_folder
    from ..sim.pool import MOST, Pool, worker_count
    from ..sim.simulate import Alone

    count = worker_count(written)
    if count is None:
        raise typer.BadParameter(
            f"a number from 1 to {MOST}, or auto, not `{written}`", param_hint="--workers"
        )
    if count > 1:
        return Pool(count, cache_folder())
    return Alone()


def _cluster(address: str, workers: str) -> Workers:
    from ..sim.cluster import Cluster, need_library
    from ..sim.plan import Refused

    if workers != "1":
        raise Refused("--cluster has workers of its own; take --workers away")
    need_library()
    return Cluster(address)


def _play(plans: Sequence[Plan], games: int, crew: Workers, keep: Path | None, *, rows: bool) -> Simulated:
    from ..sim.keep import open_kept
    from ..sim.progress import Progress
    from ..sim.simulate import Part, apart, simulate
    from ..sim.tally import Tally

    with ExitStack() as stack:
        kept = None if keep is None else stack.enter_context(open_kept(keep, plans))
        done = [] if kept is None else apart(kept.done, games)
        progress = None
        if sys.stderr.isatty():
            known = sum(part.games for part, _ in done)
            progress = stack.enter_context(Progress(sys.stderr, games * len(plans), known))

        def heard(part: Part, tally: Tally) -> None:
            if kept is not None:
                kept.add(part, tally)
            if progress is not None:
                progress.add(part.games)

        return simulate(plans, games, crew, done, heard, rows=rows)


def _show(subjects: Sequence[Subject], *, with_ends: bool) -> None:
    from ..sim.compare import compare, side_by_side
    from ..sim.table import ends, tables

    tallies = [each.tally for each in subjects]
    if len(subjects) > 1:
        typer.echo(side_by_side(compare([each.label for each in subjects], tallies), tallies), nl=False)
        return
    only = subjects[0]
    typer.echo(tables(only.tally, only.plan.bots, only.program, only.unused), nl=False)
    if with_ends:
        typer.echo("\n" + ends(only.tally.ends), nl=False)


def _leave(simulated: Simulated, wanted: int, keep: Path | None) -> None:
    """Say what has gone wrong, and leave with the exit code for it."""
    from ..sim.table import failures

    failed = [tally for tally in simulated.tallies if tally.failed]
    for tally in failed:
        typer.echo(failures(tally), err=True)
    if simulated.stopped:
        done = sum(tally.games + len(tally.failed) for tally in simulated.tallies)
        go_on = (
            f"; the same command goes on from {keep}"
            if keep
            else "; with --keep FILE it could be gone on with"
        )
        typer.echo(f"tafl: {simulated.stopped} after {done:,} of {wanted:,} games{go_on}", err=True)
    if simulated.stopped and not simulated.lost:
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(FOUND if failed or simulated.lost else FINE)
