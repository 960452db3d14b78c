"""Turns what somebody calls a game into the one game that is meant, or into a message that says what can
be.
"""

from __future__ import annotations

from collections.abc import Iterable

from .pack import Pack, PackError, open_pack, packs_at_hand, read_pack, split_reference
from .suggest import nearest


def games_of(reference: str) -> list[str]:
    """The references of all games that are meant: of a pack with several each of them, unless one is named.

    Raises PackError.
    """
    name, part = split_reference(reference)
    games = sorted(_open(name).games)
    return [f"{name}:{game}" for game in games] if part is None and len(games) > 1 else [reference]


def need_one(reference: str) -> None:
    """Raises PackError unless the reference means one game, as far as manifests tell."""
    name, part = split_reference(reference)
    games = sorted(_open(name).games)
    if len(games) < 2 or part in games:
        return
    if part is None:
        raise PackError(f"{name} holds several games; say which: {', '.join(games_of(name))}")
    raise PackError(f"there is no game `{part}` in {name}{hint(part, games)}")


def hint(wrong: str, known: Iterable[str]) -> str:
    """The end of a sentence about a name that does not exist: the nearest one that does, or all."""
    among = list(known)
    meant = nearest(wrong, among)
    return f"; did you mean `{meant}`?" if meant else f"; there are: {', '.join(among) or 'none'}"


def _open(name: str) -> Pack:
    try:
        return open_pack(name)
    except PackError as error:
        for pack, root in sorted(packs_at_hand().items()):
            games = sorted(read_pack(root).games)
            meant = name if name in games else nearest(name, games)
            if meant is not None:
                raise PackError(f"there is no pack `{name}`; did you mean `{pack}:{meant}`?") from None
        raise PackError(str(error)) from None


def reference_of(packs: Iterable[str], game: str) -> tuple[str, list[str]]:
    """The reference of a game that these packs (required ones first) were in play for, and the packs that
    were added.

    Raises PackError where one of them is not at hand.
    """
    names = list(packs)
    opened = {name: open_pack(name) for name in names}
    reached, found = set[str](), {names[-1]}
    while found:
        reached |= found
        found = {needed for name in found for needed in opened[name].requires if needed in opened} - reached
    several = any(game in pack.games for pack in opened.values())
    main = names[-1]
    return f"{main}:{game}" if several else main, [name for name in names if name not in reached]
