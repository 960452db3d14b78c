"""Turns what somebody calls a game into the one game that is meant, or into a message that says what can
be.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from .pack import Pack, PackError, open_pack, packs_at_hand, read_pack, split_reference
from .suggest import nearest

if TYPE_CHECKING:
    from ..ir.program import Program


def games_of(reference: str) -> list[str]:
    """The references of all games that are meant: of a pack with several each of them, unless one is named.

    Raises PackError.
    """
    name, part = split_reference(reference)
    games = sorted(_open(name).games)
    if part is None and len(games) > 1:
        return [f"{name}:{game}" for game in games]
    need_one(reference)
    return [reference]


def need_one(reference: str) -> None:
    """Raises PackError unless the reference means one game, as far as manifests tell."""
    name, part = split_reference(reference)
    pack = _open(name)
    games = sorted(pack.games)
    if len(games) < 2 or part in games or pack.main_game is not None:
        return
    if part is None:
        raise PackError(f"{name} holds several games; say which: {', '.join(games_of(name))}")
    raise PackError(f"there is no game `{part}` in {name}{hint(part, games)}")


def hint(wrong: str, known: Iterable[str]) -> str:
    """The end of a sentence about a name that does not exist: the nearest one that does, or all."""
    among = list(known)
    meant = nearest(wrong, among)
    shown = ", ".join(among[:SHOWN]) + (", ..." if len(among) > SHOWN else "")
    return f"; did you mean `{meant}`?" if meant else f"; there are: {shown or 'none'}"


SHOWN = 12
"""Names that a message lists."""


def names_and_versions(references: Iterable[str]) -> list[tuple[str, str]]:
    """The name and the version of each pack that is asked for. Raises PackError."""
    packs = (open_pack(split_reference(reference)[0]) for reference in references)
    return [(pack.name, pack.version) for pack in packs]


def at_hand() -> list[tuple[str, str, str, list[str]]]:
    """All packs that can be named: name, title, what they provide, the games that go by another name."""
    packs = [read_pack(root) for _, root in sorted(packs_at_hand().items())]
    return [
        (
            pack.name,
            "" if pack.manifest is None else pack.manifest.title,
            pack.provides,
            [game for game in pack.games if game != pack.name],
        )
        for pack in packs
    ]


def known(wrong: str, among: Iterable[str], what: str) -> str:
    """The word itself, if it is among those known. Raises PackError with the nearest one."""
    words = list(among)
    if wrong not in words:
        raise PackError(f"there is no {what} `{wrong}`{hint(wrong, words)}")
    return wrong


def all_known(listed: str, among: Iterable[str], what: str) -> list[str]:
    """Words with commas between them, if each is among those known. Raises PackError."""
    words = list(among)
    names = [name.strip() for name in listed.split(",") if name.strip()]
    if not names:
        raise PackError(f"no {what} is named; there are: {', '.join(words)}")
    return [known(name, words, what) for name in names]


def need_scenario(program: Program, part: str | None) -> None:
    """Raises PackError unless `part` is None or a scenario that can be chosen: in a campaign none can."""
    chosen = any(option.name == "scenario" for option in program.options)
    scenarios = [scenario.name for scenario in program.scenarios if chosen]
    if part is not None and part not in scenarios:
        raise PackError(f"`{part}` is no scenario of {program.name}{hint(part, scenarios)}")


def _open(name: str) -> Pack:
    try:
        return open_pack(name)
    except PackError as error:
        for pack, root in sorted(packs_at_hand().items()):
            games = sorted(read_pack(root).games)
            meant = name if name in games else nearest(name, games)
            if meant is not None:
                game = pack if meant == pack else f"{pack}:{meant}"
                raise PackError(f"there is no pack `{name}`; did you mean `{game}`?") from None
        raise PackError(str(error)) from None


def reference_of(packs: Iterable[str], game: str, added: Iterable[str] = ()) -> tuple[str, list[str]]:
    """The reference of a game that these packs (required ones first) were in play for, and the packs that
    were added; `added` are packs by name or path, which are in play as well, or are where those are.

    Raises PackError where one of them is not at hand.
    """
    names = list(packs)
    where = {name: name for name in names}
    where |= {open_pack(each).name: each for each in added}
    opened = {name: _needed(name, reference) for name, reference in where.items()}
    reached, found = set[str](), {names[-1]}
    while found:
        reached |= found
        found = {needed for name in found for needed in opened[name].requires if needed in opened} - reached
    several = any(game in pack.games for pack in opened.values())
    main = where[names[-1]]
    others = [reference for name, reference in where.items() if name not in reached]
    return f"{main}:{game}" if several else main, others


def need_in_reach(reference: str, near: Path) -> str:
    """The name of a pack with one game, if a pack in the folder `near` can require it. Raises PackError."""
    pack = _open(split_reference(reference)[0])
    if len(pack.games) > 1 and pack.main_game is None:
        raise PackError(f"{pack.name} holds several games, and a scenario is for a pack of one")
    if pack.name not in packs_at_hand(near.absolute()):
        raise PackError(f"{pack.name} can only be required where it lies beside {near.name}")
    return pack.name


def _needed(name: str, reference: str) -> Pack:
    try:
        return open_pack(reference)
    except PackError:
        raise PackError(
            f"the pack `{name}` was in play and is not at hand: say by --with where it is"
        ) from None
