"""The command line: turns arguments into calls of the other rooms, and their results into text."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from tafl import __version__
from tafl.loading import FINE, FOUND, USAGE, Loaded, find_game, named, rendered

# Everything else is imported where it is used: a command loads what it needs, and starts fast.

app = typer.Typer(
    name="tafl",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)


def _examples(*lines: str) -> str:
    """The end of a command's help; the sign \\b keeps its lines as they are."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


# ---- What several commands take --------------------------------------------------------------------------


def _packs() -> list[str]:
    from tafl.dsl.pack import packs_at_hand

    return sorted(packs_at_hand())


def _bots() -> list[str]:
    from tafl.sim.bots import BOTS

    return sorted(BOTS)


def _codes() -> list[str]:
    from tafl.dsl.codes import CODES

    return sorted(CODES)


GAME_HELP = "A pack (name or path), pack:scenario, or pack:game of a pack with several."
Game = Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP, autocompletion=_packs)]
Packs = Annotated[
    list[str] | None,
    typer.Argument(metavar="[PACK...]", help="Names or paths; without: all at hand.", autocompletion=_packs),
]
With = Annotated[str | None, typer.Option("--with", metavar="PACK[,PACK...]", help="Packs to add.")]
Players = Annotated[int | None, typer.Option("--players", "-p", help="Seats; without: as few as can be.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="OPTION=VALUE", help="An option of the game; may be given several times."),
]
Seed = Annotated[int, typer.Option("--seed", "-s", help="All chance comes from this number.")]
Bots = Annotated[
    str, typer.Option("--bots", metavar="NAME[,NAME...]", help="Bots, round the table.", autocompletion=_bots)
]
Format = Annotated[str, typer.Option("--format", help="text or json.")]


# ---- The game that is meant ------------------------------------------------------------------------------


def _read_game(file: Path, reference: str | None, with_: str | None = None) -> tuple[dict[str, Any], Loaded]:
    """A save or replay with the game that it is of: as named, or found by the packs that it names."""
    from tafl.dsl.choosing import reference_of
    from tafl.play.saving import read_any

    data = read_any(file)
    if reference is not None:
        return data, find_game(reference, with_)
    main, others = reference_of([pack["name"] for pack in data["packs"]], data["game"], named(with_))
    return data, find_game(main, ",".join(others))


def _console() -> Any:
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else 80, highlight=False)


# ---- Commands: packs -------------------------------------------------------------------------------------


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tafl {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and leave."
        ),
    ] = False,
) -> None:
    """Write tabletop games as text, check them, play them."""


@app.command("list", epilog=_examples("tafl list", "tafl list valkyries", "tafl list classics:othello"))
def list_games(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help=GAME_HELP, autocompletion=_packs)
    ] = None,
    with_: With = None,
) -> None:
    """Show the packs and games at hand, or what can be chosen in one game."""
    from tafl.dsl.choosing import at_hand
    from tafl.play import about

    if game is None and with_ is not None:
        raise typer.BadParameter("say which game they are added to", param_hint="--with")
    told = about.packs(at_hand()) if game is None else about.game(find_game(game, with_).program, game)
    typer.echo("\n".join(told))


@app.command(
    "new", epilog=_examples("tafl new sticks", "tafl new night_watch --template scenario --for valkyries")
)
def new_pack(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Of the pack and its folder.")],
    template: Annotated[str, typer.Option("--template", "-t", help="game or scenario.")] = "game",
    for_: Annotated[
        str,
        typer.Option("--for", metavar="GAME", help="What a scenario is for.", autocompletion=_packs),
    ] = "valkyries",
) -> None:
    """Make a new pack that checks, tests and runs at once."""
    from tafl.dsl.choosing import known, need_in_reach
    from tafl.play.newpack import TEMPLATES, make

    base = None
    if known(template, TEMPLATES, "template") == "scenario":
        base = need_in_reach(for_, Path(name)), find_game(for_).program
    made = make(Path(name), template, _packs(), base)
    typer.echo(f"Made {name}: {', '.join(made)}")
    shown = name if "/" in name else f"./{name}"
    played = shown if base is None else f"{shown}:{Path(name).name}_battle"
    typer.echo(f"Try: tafl check {shown}, tafl test {shown}, tafl play {played}")


@app.command("check", epilog=_examples("tafl check valkyries", "tafl check ./my_pack --strict"))
def check_packs(
    packs: Packs = None,
    with_: With = None,
    form: Annotated[str, typer.Option("--format", help="text, json, sarif or github.")] = "text",
    strict: Annotated[bool, typer.Option("--strict", help="Warnings fail too.")] = False,
) -> None:
    """Say everything that is wrong with packs, or with all packs below a folder, all at once."""
    from tafl.dsl.checking import check_all
    from tafl.dsl.choosing import known

    known(form, ("text", "json", "sarif", "github"), "format")
    checked = check_all(packs or _packs(), named(with_))
    match form:
        case "text":
            typer.echo(checked.text(colour=sys.stdout.isatty()))
        case "json":
            typer.echo(checked.json())
        case "sarif":
            typer.echo(checked.sarif(__version__))
        case _:
            typer.echo(checked.github())
    raise typer.Exit(FOUND if (checked.findings if strict else checked.errors) else FINE)


app.command("validate", help="The same as check.", hidden=True)(check_packs)


@app.command("fmt", epilog=_examples("tafl fmt", "tafl fmt my_pack --check", "tafl fmt turn.tafl"))
def format_texts(
    paths: Annotated[
        list[str] | None, typer.Argument(metavar="[PATH...]", help="Files or folders; without: this folder.")
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Change nothing; fail where it would.")] = False,
) -> None:
    """Bring files of the language into their one form; comments and meaning stay."""
    from tafl.dsl.formatting import format_files

    done = format_files(paths or ["."], check=check)
    typer.echo(done.text(check=check))
    raise typer.Exit(FOUND if done.broken or (check and done.changed) else FINE)


@app.command("explain", epilog=_examples("tafl explain T0312"))
def explain_code(code: Annotated[str, typer.Argument(metavar="CODE", autocompletion=_codes)]) -> None:
    """Tell what a finding means, with a wrong and a right example."""
    from tafl.dsl.choosing import known
    from tafl.dsl.explain import explained

    typer.echo(explained(known(code.upper(), _codes(), "code")))


@app.command("schema", epilog=_examples("tafl schema", "tafl schema save", "tafl schema valkyries Combat"))
def print_schema(
    what: Annotated[
        str | None,
        typer.Argument(metavar="[DOCUMENT|GAME]", help="A document that Tafl reads or writes, or a game."),
    ] = None,
    kind: Annotated[str | None, typer.Argument(metavar="[KIND]", help="A kind of the game.")] = None,
) -> None:
    """Print the JSON Schema of a document, or of tables of a game's kinds, for editors."""
    import json

    from tafl.dsl.choosing import known
    from tafl.dsl.documents import schema
    from tafl.dsl.schemas import documents, table_schemas

    if what is None:
        typer.echo("\n".join([*documents(), "or a game: the schemas of its kinds"]))
        return
    if what in documents() and kind is None:
        typer.echo(json.dumps(schema(what), indent=2, sort_keys=True))
        return
    find_game(what)
    schemas = table_schemas(what)
    wanted = schemas if kind is None else schemas[known(kind, schemas, "kind with content")]
    typer.echo(json.dumps(wanted, indent=2, sort_keys=True))


# ---- Commands: playing without people --------------------------------------------------------------------


@app.command("test", epilog=_examples("tafl test valkyries", 'tafl test classics -k "othello corner"'))
def run_tests(
    packs: Packs = None,
    with_: With = None,
    words: Annotated[
        str, typer.Option("-k", metavar="WORDS", help="Only tests with all these words in game or title.")
    ] = "",
) -> None:
    """Run the tests that are written in the language: of these packs and of those that are added."""
    from tafl.dsl.cache import compile_cached
    from tafl.dsl.choosing import games_of, names_and_versions
    from tafl.dsl.folders import packs_meant
    from tafl.sim.testrun import Counts, run_game

    counts, added = Counts(), named(with_)
    names = [name for name, _ in names_and_versions(added)]
    for game in [game for pack in packs_meant(packs or _packs()) for game in games_of(pack)]:
        compiled = compile_cached(game, with_=added)
        if compiled.program is None:
            counts.broken += 1
            typer.echo(rendered(compiled, sys.stdout))
        for told in run_game(game, compiled.tests_of(names), words, counts):
            typer.echo(told)
    if words and not counts.passed + counts.failed + counts.broken:
        raise typer.BadParameter(f"no test has all of these words: {words}", param_hint="-k")
    typer.echo(counts.summary)
    raise typer.Exit(FOUND if counts.failed or counts.broken else FINE)


@app.command(
    "run",
    epilog=_examples(
        "tafl run valkyries --players 4 --seed 7",
        "tafl run classics:othello --bots first,random --format json",
        "tafl run valkyries --set battlefield=niflheim --save game.replay",
    ),
)
def run_game(
    game: Game,
    players: Players = None,
    seed: Seed = 0,
    set_: Settings = None,
    bots: Bots = "random",
    with_: With = None,
    form: Format = "text",
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Write a replay.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="Decisions after which it counts as endless.")] = 100_000,
) -> None:
    """Play a game to its end without asking, and show what happened."""
    from tafl.dsl.choosing import all_known, known
    from tafl.play.files import canonical, write
    from tafl.play.replay import record
    from tafl.play.show import show_played, summary
    from tafl.sim.bots import seat_bots
    from tafl.sim.run import play_out

    known(form, ("text", "json"), "format")
    names = all_known(bots, _bots(), "bot")
    loaded = find_game(game, with_)
    opened = loaded.open(players, set_, seed)
    played = play_out(opened, seat_bots(names, opened.players, seed), limit=limit).game
    if save is not None:
        write(save, record(played))
    if form == "json":
        typer.echo(canonical(summary(played, loaded.with_, loaded.version)), nl=False)
    else:
        show_played(played, _console())


@app.command(
    "replay", epilog=_examples("tafl replay game.replay --to 20", "tafl replay game.replay --verify")
)
def replay_game(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A replay, or a save.")],
    to: Annotated[int | None, typer.Option(min=0, metavar="N", help="Stop after N decisions.")] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Compare the state at every decision.")] = False,
    game: Annotated[str | None, typer.Option(help="Where the game is, if not at hand.")] = None,
    with_: With = None,
) -> None:
    """Play a recorded game again."""
    from tafl.play.replay import replay, verify_replay
    from tafl.play.show import show_played

    data, loaded = _read_game(file, game, with_)
    if not verify:
        show_played(replay(data, loaded.program, loaded.compiled.renames, to), _console())
        return
    difference = verify_replay(data, loaded.program)
    if difference is not None:
        typer.echo(f"tafl: {file}: after {difference.decisions} decisions {difference.message}", err=True)
        raise typer.Exit(FOUND)
    typer.echo(f"{len(data['hashes']) - 1} decisions and the end are as recorded")


@app.command(
    "perft",
    epilog=_examples("tafl perft classics:othello -d 5", "tafl perft classics:pig -d 3 --divide"),
)
def count_sequences(
    game: Game,
    depth: Annotated[int, typer.Option("--depth", "-d", min=0, help="Answers in a sequence.")],
    divide: Annotated[bool, typer.Option("--divide", help="Split the count by the first answer.")] = False,
    players: Players = None,
    set_: Settings = None,
    with_: With = None,
) -> None:
    """Count the sequences of exactly N answers, chance's among them."""
    from tafl.sim import perft

    opened = find_game(game, with_).open(players, set_, 0, explicit=True)
    if not divide or depth == 0:
        typer.echo(perft.perft(opened, depth))
        return
    parts = perft.divide(opened, depth)
    for key, count in parts:
        typer.echo(f"{key}: {count}")
    typer.echo(f"{sum(count for _, count in parts)} in all")


@app.command(
    "sim",
    epilog=_examples("tafl sim valkyries -n 1000 -p 3", "tafl sim classics:pig --bots first"),
)
def simulate_games(
    game: Game,
    number: Annotated[int, typer.Option("-n", min=1, help="Games to play.")] = 100,
    players: Players = None,
    seed: Seed = 0,
    set_: Settings = None,
    bots: Bots = "random",
    with_: With = None,
    workers: Annotated[
        str, typer.Option(metavar="N|auto", help="Processes; the result is the same with any number.")
    ] = "1",
    with_ends: Annotated[
        bool, typer.Option("--ends", help="Also what players have, and what lies where, at the end.")
    ] = False,
) -> None:
    """Play many games and show wins by seat, lengths, and the use of cards and actions."""
    from functools import partial

    from tafl.dsl.choosing import all_known
    from tafl.interpreter.engine import open_game
    from tafl.sim.simulate import progress_on, simulate, worker_count
    from tafl.sim.table import ends, failures, tables

    names, processes = all_known(bots, _bots(), "bot"), worker_count(workers)
    if processes is None:
        raise typer.BadParameter(f"a number from 1 to 256, or auto, not `{workers}`", param_hint="--workers")
    loaded = find_game(game, with_)
    seats = loaded.open(players, set_, seed).players
    start = partial(open_game, loaded.program, *loaded.settings(players, set_))
    progress = progress_on(sys.stderr, number) if sys.stderr.isatty() else None
    tally = simulate(start, names, seats, number, seed, processes, progress)
    typer.echo(tables(tally, names), nl=False)
    if with_ends:
        typer.echo("\n" + ends(tally.ends), nl=False)
    if tally.failed:
        typer.echo(failures(tally), err=True)
        raise typer.Exit(FOUND)


# ---- Commands: playing with people -----------------------------------------------------------------------


@app.command(
    "play",
    epilog=_examples(
        "tafl play valkyries --players 3",
        "tafl play classics:othello --seat 0=human,1=human",
        "tafl play --load evening.save",
    ),
)
def play_game(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help=GAME_HELP, autocompletion=_packs)
    ] = None,
    players: Players = None,
    seat: Annotated[
        str | None,
        typer.Option(metavar="0=human,1=random", help="Who plays: human, or a bot."),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", "-s", help="Without: another one each time.")] = None,
    set_: Settings = None,
    with_: With = None,
    load: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on from a save.")] = None,
    free_undo: Annotated[bool, typer.Option("--free-undo", help="Take back even rolls and reveals.")] = False,
) -> None:
    """Play in the terminal."""
    from secrets import randbits

    from tafl.play import opening, table
    from tafl.play.saving import load_session
    from tafl.sim.bots import table_bots

    if load is not None:
        if players is not None or set_ or seed is not None:
            raise opening.WrongUsage("a save says itself how many play, with which options and seed")
        data, loaded = _read_game(load, game, with_)
        opened, filled = load_session(data, loaded.program, loaded.compiled.renames)
    elif game is not None:
        opened = find_game(game, with_).open(players, set_, randbits(32) if seed is None else seed)
        filled = []
    else:
        raise opening.WrongUsage("say which game to play, or --load a save; `tafl list` shows games")
    filled = opening.seats(seat, opened.players, _bots(), filled)
    bots = table_bots(filled, opened.origin().seed, opened.answers())
    table.sit_down(opened, filled, bots, _console(), load, undo_anything=free_undo)


# ---- Ways out --------------------------------------------------------------------------------------------


def main() -> None:
    """Run the command line; the entry point of the script `tafl` and of `python -m tafl`."""
    try:
        app()
    except SystemExit:
        raise  # before the problems below are loaded to see that it is none of them
    except BrokenPipeError:
        # Whoever read the output has seen enough; Python would complain once more on its way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(FINE) from None
    except _usage_problems() as problem:
        typer.echo(f"tafl: {problem}", err=True)
        raise SystemExit(USAGE) from None
    except OSError as problem:
        typer.echo(f"tafl: {str(problem.filename)[:200]}: {problem.strerror}", err=True)
        raise SystemExit(USAGE) from None
    except _game_problems() as problem:
        typer.echo(f"tafl: the game stops: {problem}", err=True)
        for routine, span in getattr(problem, "chain", ()):
            typer.echo(f"  in {routine} at {span}", err=True)
        raise SystemExit(FOUND) from None


def _usage_problems() -> tuple[type[Exception], ...]:
    """What the user has asked for in a way that cannot be; each message says what can."""
    from tafl.dsl.pack import PackError
    from tafl.interpreter.opening import OptionError
    from tafl.interpreter.saves import SaveError
    from tafl.play.opening import WrongUsage

    return PackError, OptionError, SaveError, WrongUsage


def _game_problems() -> tuple[type[Exception], ...]:
    """What the rules of a game have done wrong."""
    from tafl.interpreter.game import GameFault
    from tafl.sim.run import Endless

    return GameFault, Endless
