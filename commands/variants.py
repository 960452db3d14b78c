"""Turns what a user asks `tafl sim` to compare into plans of games, one for each variant."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..loading import Loaded, find_game
from .options import bots_named

if TYPE_CHECKING:
    from ..sim.plan import Plan
    from ..sim.sweep import Label


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for, as written."""

    game: str
    with_: str | None
    players: int | None
    settings: Sequence[str]
    bots: str
    rotate: bool
    seed: int
    engine: str
    covered: int
    limit: int

    def command(self, number: int, swept: Sequence[str]) -> str:
        """What to type for the same games, apart from how and where they are played and shown."""
        words = ["tafl", "sim", self.game, "-n", str(number)]
        words += ["--with", self.with_] if self.with_ else []
        words += ["--players", str(self.players)] if self.players is not None else []
        words += [word for each in self.settings for word in ("--set", each)]
        words += [word for each in swept for word in ("--sweep", each)]
        words += ["--bots", self.bots, *(["--rotate"] if self.rotate else []), "--seed", str(self.seed)]
        return shlex.join(words)


@dataclass(frozen=True, slots=True)
class Variant:
    """One plan of those that are compared, the game that it is of, and what tells it from the others."""

    label: Label
    loaded: Loaded
    plan: Plan


def variants(wish: Wish, swept: Sequence[str]) -> list[Variant]:
    """All of them. Raises what the game has to say against it, and `sim.plan.Refused`."""
    from ..sim.plan import Refused
    from ..sim.sweep import axes, labels

    found = axes(swept)
    fixed = {each.partition("=")[0].strip() for each in wish.settings}
    if twice := [axis.name for axis in found if axis.name in fixed]:
        raise Refused(f"`{twice[0]}` is fixed by --set and varied by --sweep; take one of them away")
    games: dict[str, Loaded] = {}
    return [_variant(wish, label, games) for label in labels(found)]


def _variant(wish: Wish, label: Label, games: dict[str, Loaded]) -> Variant:
    from ..interpreter.opening import option_values
    from ..sim.plan import Plan
    from ..sim.sweep import BOTS, PLAYERS, WITH

    swept = dict(label)
    with_ = ",".join(filter(None, [wish.with_, _packs(swept.pop(WITH, ""))]))
    loaded = games.get(with_) or find_game(wish.game, with_ or None)
    games[with_] = loaded
    bots = bots_named(swept.pop(BOTS, "").replace("+", ",") or wish.bots)
    wanted = _number(swept.pop(PLAYERS)) if PLAYERS in swept else wish.players
    written = [*wish.settings, *(f"{name}={value}" for name, value in swept.items())]
    players, chosen = loaded.settings(wanted, written)
    option_values(loaded.program, chosen)
    plan = Plan(
        loaded.program,
        players,
        chosen,
        tuple(bots),
        wish.rotate,
        wish.seed,
        wish.engine,
        wish.covered,
        wish.limit,
    )
    return Variant(label, loaded, plan)


def _packs(value: str) -> str:
    return "" if value == "none" else value.replace("+", ",")


def _number(value: str) -> int:
    from ..sim.plan import Refused

    if not value.isdecimal():
        raise Refused(f"--sweep players wants numbers, not `{value}`")
    return int(value)
