"""Turns a game into the data of a save or a replay, and such data back into a game: also after its rules
were edited.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ..ir.program import Program
from ..ir.world import World
from .game import CHANCE, AnswerError, Game, GameFault
from .names import seat_title
from .restore import BadState, restore
from .state import State

Answer: TypeAlias = tuple[int, str]
"""Who answered (CHANCE for chance) and the key of the option taken."""

SAVE, REPLAY = "tafl-save", "tafl-replay"


class SaveError(Exception):
    """A save or replay that this game cannot go on from; the message says why, and names the first thing
    that is missing.
    """


@dataclass(frozen=True, slots=True)
class Origin:
    """How a game was opened: by name where content may change, so that it can be opened again. `packs` are
    (name, version), `options` (name, name of the value).
    """

    game: str
    language: int
    packs: tuple[tuple[str, str], ...]
    rules_hash: str
    content_hash: str
    players: int
    options: tuple[tuple[str, str], ...]
    seed: int

    def data(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "language": self.language,
            "game": self.game,
            "packs": [{"name": name, "version": version} for name, version in self.packs],
            "rules_hash": self.rules_hash,
            "content_hash": self.content_hash,
            "players": self.players,
            "options": dict(self.options),
            "seed": self.seed,
        }


def origin(program: Program, rules_hash: str, players: int, options: Sequence[int], seed: int) -> Origin:
    """The origin of a game of this program with these values of its options."""
    named = tuple(
        (option.name, option.names[option.values.index(value)])
        for option, value in zip(program.options, options, strict=True)
    )
    return Origin(
        program.name,
        program.language,
        program.packs,
        rules_hash,
        program.content_hash,
        players,
        named,
        seed,
    )


def save_data(opened: Origin, answers: Sequence[Answer], state: Sequence[Any]) -> dict[str, Any]:
    """The data of a save (`schemas/save.schema.json`); `state` is the canonical form."""
    return {"format": SAVE, **opened.data(), "answers": [list(a) for a in answers], "state": state}


def replay_data(
    opened: Origin, answers: Sequence[Answer], hashes: Sequence[str], result: Mapping[str, Any] | None
) -> dict[str, Any]:
    """The data of a replay (`schemas/replay.schema.json`): `hashes` of the state at each decision of a seat
    and at the end.
    """
    return {
        "format": REPLAY,
        **opened.data(),
        "answers": [list(a) for a in answers],
        "hashes": list(hashes),
        "result": result,
    }


def read_origin(data: Mapping[str, Any]) -> Origin:
    """How the game of a save or replay was opened; `data` has passed its schema."""
    return Origin(
        data["game"],
        data["language"],
        tuple((pack["name"], pack["version"]) for pack in data["packs"]),
        data["rules_hash"],
        data["content_hash"],
        data["players"],
        tuple(data["options"].items()),
        data["seed"],
    )


def read_answers(data: Mapping[str, Any]) -> list[Answer]:
    """The answers of a save or replay, chance's included."""
    return [(seat, key) for seat, key in data["answers"]]


# ---- Loading -----------------------------------------------------------------------------------------------


def load(
    data: Mapping[str, Any],
    program: Program,
    rules_hash: str,
    *,
    begin: Callable[[int, tuple[int, ...], int], Game],
    resume: Callable[[World, State], Game],
    renames: Mapping[str, str],
) -> Game:
    """The game that a save holds; `data` has passed its schema.

    With the same rules the state is loaded: `resume` makes a game of it. Otherwise the answers are given
    again, chance's included, to the game that `begin` opens with explicit chance (players, values of
    options, seed), after `renames` (old name to new). Raises SaveError with the first answer that is no
    longer an option; neither `data` nor any file is changed.
    """
    opened = read_origin(data)
    if opened.game != program.name:
        raise SaveError(f"this is a save of {opened.game}, not of {program.name}")
    if opened.language != program.language:
        raise SaveError(f"this save is of version {opened.language} of the language, not {program.language}")
    if opened.rules_hash == rules_hash:
        return _resumed(data, program, opened, resume)
    options = option_values(program, opened, renames)
    if not program.low_players <= opened.players <= program.high_players:
        raise SaveError(f"this save has {opened.players} players, and {program.name} no longer allows that")
    return give_again(begin(opened.players, options, opened.seed), read_answers(data), renames)


def _resumed(
    data: Mapping[str, Any], program: Program, opened: Origin, resume: Callable[[World, State], Game]
) -> Game:
    try:
        world = World(program, opened.players)
        return resume(world, restore(data["state"], world))
    except (BadState, ValueError) as error:
        raise SaveError(f"this save is damaged: {error}") from None


def option_values(program: Program, opened: Origin, renames: Mapping[str, str]) -> tuple[int, ...]:
    """The values of the program's options as they were chosen: those that are new have their default.
    Raises SaveError.
    """
    chosen = {renamed(name, renames): renamed(value, renames) for name, value in opened.options}
    for name in chosen:
        if name not in {option.name for option in program.options}:
            raise SaveError(f"this save has chosen the option `{name}`, which {program.name} no longer has")
    values = []
    for option in program.options:
        value_name = chosen.get(option.name)
        if value_name is not None and value_name not in option.names:
            raise SaveError(f"this save has chosen {option.name} `{value_name}`, which is no longer there")
        value = option.default if value_name is None else option.values[option.names.index(value_name)]
        if value is None:
            raise SaveError(f"{program.name} now has an option `{option.name}`, which has to be chosen")
        values.append(value)
    return tuple(values)


def give_again(game: Game, answers: Sequence[Answer], renames: Mapping[str, str]) -> Game:
    """The game after these answers, given to one that asks chance too. Raises SaveError naming the first
    that it does not take.
    """
    for number, (seat, old) in enumerate(answers, 1):
        key = renamed(old, renames)
        what = f"answer {number}, `{old}`" + (f" (now `{key}`)" if key != old else "")
        asked = game.to_move
        if asked is None:
            raise SaveError(f"{what} of {_who(seat)}, comes after the end of the game")
        if asked != seat:
            raise SaveError(f"{what}, is {_who(seat)}'s, but now it is {_who(asked)} who is asked")
        try:
            game = game.apply(game.find(key))
        except AnswerError:
            raise SaveError(f"{what} of {_who(seat)}, is no longer an option") from None
        except GameFault as fault:
            raise SaveError(f"{what} of {_who(seat)}, now stops the game: {fault}") from None
    return game


def _who(seat: int) -> str:
    return "chance" if seat == CHANCE else seat_title(seat)


def renamed(key: str, renames: Mapping[str, str]) -> str:
    """A key with its names as they are now. Every name in it is looked at once, so that two can change
    places.
    """
    return re.sub(r"[A-Za-z_][A-Za-z0-9_]*", lambda name: renames.get(name.group(), name.group()), key)
