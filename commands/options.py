"""The arguments and options that several commands take, and the names that complete them in a shell."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer


def examples(*lines: str) -> str:
    """The end of a command's help; the sign \\b keeps its lines as they are."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


# ---- What several commands take --------------------------------------------------------------------------


def pack_names() -> list[str]:
    """The packs at hand."""
    from tafl.dsl.pack import packs_at_hand

    return sorted(packs_at_hand())


def bot_names() -> list[str]:
    """The bots."""
    from tafl.sim.bots import BOTS

    return sorted(BOTS)


def bots_named(written: str) -> list[str]:
    """The bots with commas between them; leaves where there is no such bot, or not with that budget."""
    from tafl.dsl.choosing import all_known

    names = [name.strip() for name in written.split(",") if name.strip()]
    all_known(",".join(name.partition(":")[0] for name in names), bot_names(), "bot")
    check_bots(names)
    return names


def check_bots(names: Iterable[str]) -> None:
    """Leave where a bot is not there, or not with that budget."""
    from tafl.sim.bots import complaint

    for wrong in filter(None, map(complaint, names)):
        raise typer.BadParameter(wrong)


def code_names() -> list[str]:
    """The codes of findings."""
    from tafl.dsl.codes import CODES

    return sorted(CODES)


GAME_HELP = "A pack (name or path), pack:scenario, or pack:game of a pack with several."
Game = Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP, autocompletion=pack_names)]
Packs = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[PACK...]", help="Names or paths; without: all at hand.", autocompletion=pack_names
    ),
]
With = Annotated[str | None, typer.Option("--with", metavar="PACK[,PACK...]", help="Packs to add.")]
Players = Annotated[int | None, typer.Option("--players", "-p", help="Seats; without: as few as can be.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="OPTION=VALUE", help="An option of the game; may be given several times."),
]
Seed = Annotated[int, typer.Option("--seed", "-s", help="All chance comes from this number.")]
Engine = Annotated[
    str, typer.Option(metavar="reference|wasm|auto", help="What plays; the result is the same.")
]
BOTS_HELP = "Bots, round the table; mcts:1000 looks at so many games for an answer, mcts:50ms for so long."
Bots = Annotated[
    str,
    typer.Option("--bots", metavar="NAME[,NAME...]", help=BOTS_HELP, autocompletion=bot_names),
]
Format = Annotated[str, typer.Option("--format", help="text or json.")]
