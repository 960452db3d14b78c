"""Turns what is written on a command line into the options of a game and into who plays its seats."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from ..ir.program import Program
from ..ir.types import OptT, ScenarioT

HUMAN = "human"


class WrongUsage(Exception):
    """Something on the command line that cannot be meant; the message says what is possible."""


def settings(program: Program, written: Iterable[str], scenario: str | None) -> dict[str, str]:
    """`option=value` pairs, and a scenario, as options by name; whether they exist is the game's to say.
    Raises WrongUsage.
    """
    chosen: dict[str, str] = {}
    for each in written:
        name, sign, value = each.partition("=")
        if not sign or not name.strip() or not value.strip():
            raise WrongUsage(f"--set wants option=value, not `{each}`")
        if name.strip() in chosen:
            raise WrongUsage(f"--set chooses `{name.strip()}` twice")
        chosen[name.strip()] = value.strip()
    if scenario is not None:
        option = scenario_option(program)
        if option is None:
            raise WrongUsage(f"{program.name} has no scenarios, so there is none called `{scenario}`")
        if chosen.setdefault(option, scenario) != scenario:
            raise WrongUsage(f"two scenarios are chosen: `{scenario}` and `{chosen[option]}`")
    return chosen


def scenario_option(program: Program) -> str | None:
    """The name of the option that holds the scenario, None where the game has none."""
    return next((option.name for option in program.options if _of_scenario(option.type)), None)


def _of_scenario(type_: object) -> bool:
    return isinstance(type_.of if isinstance(type_, OptT) else type_, ScenarioT)


def players(program: Program, wanted: int | None) -> int:
    """How many play: as wanted, or as few as the game allows. Raises WrongUsage."""
    low, high = program.low_players, program.high_players
    if wanted is None:
        return low
    if not low <= wanted <= high:
        allowed = str(low) if low == high else f"{low} to {high}"
        raise WrongUsage(f"{program.name} is for {allowed} players, not {wanted}")
    return wanted


def seats(written: str | None, count: int, bots: Collection[str], filled: Sequence[str] = ()) -> list[str]:
    """Who plays each seat, from `0=human,1=random`: a person or a bot. What is not said is as `filled`
    before; else seat 0 is a person's, and random bots have the others. Raises WrongUsage.
    """
    known = (HUMAN, *bots)
    players = list(filled) or [HUMAN] + ["random"] * (count - 1)
    for each in (written or "").split(","):
        if not each.strip():
            continue
        found = re.fullmatch(r"\s*(\d{1,3})\s*=\s*([\w:-]+)\s*", each)
        if found is None:
            raise WrongUsage(f"--seat wants number=player, such as 0={HUMAN},1=random, not `{each.strip()}`")
        if int(found[1]) >= count:
            raise WrongUsage(f"there is no seat {int(found[1])}: {count} play, and seats count from 0 here")
        players[int(found[1])] = found[2]
    for player in players:
        # Behind a colon stands a bot's budget, which is the bot's to judge.
        if player.partition(":")[0] not in known or player.startswith(f"{HUMAN}:"):
            raise WrongUsage(f"there is no player `{player}`; there are: {', '.join(known)}")
    if len(players) != count:
        raise WrongUsage(f"{len(players)} seats are filled, and {count} play")
    return players
