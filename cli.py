"""The command line: turns arguments into calls of the other rooms, and their results into text."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from tafl import __version__
from tafl.commands.options import (
    GAME_HELP,
    Bots,
    Engine,
    Format,
    Game,
    Packs,
    Players,
    Seed,
    Settings,
    With,
    bot_names,
    bots_named,
    check_bots,
    code_names,
    examples,
    pack_names,
)
from tafl.commands.simulating import EXAMPLES as SIM_EXAMPLES
from tafl.commands.simulating import simulate_games
from tafl.commands.testing import EXAMPLES as TEST_EXAMPLES
from tafl.commands.testing import run_tests
from tafl.loading import FINE, FOUND, USAGE, Loaded, find_game, named, played_on

# Everything else is imported where it is used: a command loads what it needs, and starts fast.

app = typer.Typer(
    name="tafl",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)


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


@app.command("list", epilog=examples("tafl list", "tafl list valkyries", "tafl list classics:othello"))
def list_games(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help=GAME_HELP, autocompletion=pack_names)
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
    "new", epilog=examples("tafl new sticks", "tafl new night_watch --template scenario --for valkyries")
)
def new_pack(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Of the pack and its folder.")],
    template: Annotated[str, typer.Option("--template", "-t", help="game or scenario.")] = "game",
    for_: Annotated[
        str,
        typer.Option("--for", metavar="GAME", help="What a scenario is for.", autocompletion=pack_names),
    ] = "valkyries",
) -> None:
    """Make a new pack that checks, tests and runs at once."""
    from tafl.dsl.choosing import known, need_in_reach
    from tafl.play.newpack import TEMPLATES, make

    base = None
    if known(template, TEMPLATES, "template") == "scenario":
        base = need_in_reach(for_, Path(name)), find_game(for_).program
    made = make(Path(name), template, pack_names(), base)
    typer.echo(f"Made {name}: {', '.join(made)}")
    shown = name if "/" in name else f"./{name}"
    played = shown if base is None else f"{shown}:{Path(name).name}_battle"
    typer.echo(f"Try: tafl check {shown}, tafl test {shown}, tafl play {played}")


@app.command("check", epilog=examples("tafl check valkyries", "tafl check ./my_pack --strict"))
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
    checked = check_all(packs or pack_names(), named(with_))
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


@app.command("fmt", epilog=examples("tafl fmt", "tafl fmt my_pack --check", "tafl fmt turn.tafl"))
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


@app.command("explain", epilog=examples("tafl explain T0312"))
def explain_code(code: Annotated[str, typer.Argument(metavar="CODE", autocompletion=code_names)]) -> None:
    """Tell what a finding means, with a wrong and a right example."""
    from tafl.dsl.choosing import known
    from tafl.dsl.explain import explained

    typer.echo(explained(known(code.upper(), code_names(), "code")))


@app.command("schema", epilog=examples("tafl schema", "tafl schema save", "tafl schema valkyries Combat"))
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


app.command("test", epilog=TEST_EXAMPLES)(run_tests)


@app.command(
    "run",
    epilog=examples(
        "tafl run valkyries --players 4 --seed 7",
        "tafl run classics:othello --bots mcts:500,random --format json",
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
    engine: Engine = "auto",
) -> None:
    """Play a game to its end without asking, and show what happened."""
    from tafl.dsl.choosing import known
    from tafl.play.files import canonical, write
    from tafl.play.replay import record
    from tafl.play.show import show_played, summary
    from tafl.sim.bots import seat_bots
    from tafl.sim.run import play_out

    known(form, ("text", "json"), "format")
    names = bots_named(bots)
    loaded = find_game(game, with_)
    opened = loaded.open(players, set_, seed, engine=played_on(engine))
    played = play_out(opened, seat_bots(names, opened.players, seed), limit=limit).game
    if save is not None:
        write(save, record(played))
    if form == "json":
        typer.echo(canonical(summary(played, loaded.with_, loaded.version)), nl=False)
    else:
        show_played(played, _console())


@app.command("replay", epilog=examples("tafl replay game.replay --to 20", "tafl replay game.replay --verify"))
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
    epilog=examples("tafl perft classics:othello -d 5", "tafl perft classics:pig -d 3 --divide"),
)
def count_sequences(
    game: Game,
    depth: Annotated[int, typer.Option("--depth", "-d", min=0, help="Answers in a sequence.")],
    divide: Annotated[bool, typer.Option("--divide", help="Split the count by the first answer.")] = False,
    players: Players = None,
    set_: Settings = None,
    with_: With = None,
    engine: Engine = "auto",
) -> None:
    """Count the sequences of exactly N answers, chance's among them."""
    from tafl.sim import perft

    opened = find_game(game, with_).open(players, set_, 0, engine=played_on(engine), explicit=True)
    if not divide or depth == 0:
        typer.echo(perft.perft(opened, depth))
        return
    parts = perft.divide(opened, depth)
    for key, count in parts:
        typer.echo(f"{key}: {count}")
    typer.echo(f"{sum(count for _, count in parts)} in all")


app.command("sim", epilog=SIM_EXAMPLES)(simulate_games)


# ---- Commands: playing with people -----------------------------------------------------------------------


@app.command(
    "play",
    epilog=examples(
        "tafl play valkyries --players 3",
        "tafl play classics:othello --seat 0=human,1=mcts",
        "tafl play --load evening.save",
    ),
)
def play_game(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help=GAME_HELP, autocompletion=pack_names)
    ] = None,
    players: Players = None,
    seat: Annotated[
        str | None,
        typer.Option(metavar="0=human,1=random", help="Who plays: human, or a bot, as for `tafl run`."),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", "-s", help="Without: another one each time.")] = None,
    set_: Settings = None,
    with_: With = None,
    load: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on from a save.")] = None,
    free_undo: Annotated[bool, typer.Option("--free-undo", help="Take back even rolls and reveals.")] = False,
    engine: Engine = "auto",
) -> None:
    """Play in the terminal."""
    from secrets import randbits

    from tafl.play import opening, table
    from tafl.play.saving import load_session
    from tafl.sim.bots import table_bots
    from tafl.sim.plan import WASM

    if load is not None:
        if players is not None or set_ or seed is not None:
            raise opening.WrongUsage("a save says itself how many play, with which options and seed")
        data, loaded = _read_game(load, game, with_)
        program, renames = loaded.program, loaded.compiled.renames
        opened, filled = load_session(data, program, renames, compiled=played_on(engine) == WASM)
    elif game is not None:
        drawn = randbits(32) if seed is None else seed
        opened = find_game(game, with_).open(players, set_, drawn, engine=played_on(engine))
        filled = []
    else:
        raise opening.WrongUsage("say which game to play, or --load a save; `tafl list` shows games")
    filled = opening.seats(seat, opened.players, bot_names(), filled)
    check_bots(player for player in filled if player != opening.HUMAN)
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
    from tafl.sim.plan import Refused

    return PackError, OptionError, SaveError, WrongUsage, Refused


def _game_problems() -> tuple[type[Exception], ...]:
    """What the rules of a game have done wrong."""
    from tafl.interpreter.game import GameFault
    from tafl.sim.run import Endless

    return GameFault, Endless
