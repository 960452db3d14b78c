"""Checks packs as they are played together: what they list, what they need, and names that belong to a pack
not required.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..ir.span import Span
from . import syntax as tree
from .diagnostics import Diagnostic, Findings
from .gather import NOUNS
from .pack import MANIFEST, Pack, PackError, packs_at_hand, read_pack
from .parse import parse_file
from .suggest import nearest
from .tables import TABLE_SUFFIXES, parse_table

WHOLE_PACK = {"T0871", "T0874", "T0876"}
"""Findings after which names would be unknown for no other reason."""


def check_packs(packs: Sequence[Pack], others: Iterable[Pack], game: str | None, findings: Findings) -> None:
    """What the manifests say of files, games and each other."""
    for pack in packs:
        pack.report(findings)
        _check_files(pack, findings)
        if pack.manifest is not None and len(pack.games) > 1 and game_of(pack, game) is None:
            names = ", ".join(f"`{pack.name}:{name}`" for name in pack.games)
            place = _required_at(packs, pack.name) or pack.manifest.name.span
            findings.add("T0874", place, name=pack.name, games=names)
    for other in others:
        _check_addition(packs, other.name, findings)


def _required_at(packs: Sequence[Pack], name: str) -> Span | None:
    """The line of the pack that was asked for which requires another."""
    for pack in packs:
        for needed in pack.manifest.requires if pack.manifest is not None and not pack.shown else ():
            if needed.name == name:
                return needed.span
    return None


def game_of(pack: Pack, game: str | None) -> str | None:
    """Which of its games a pack brings into play; None where it does not list any."""
    return game if game in pack.games else pack.main_game


def _check_files(pack: Pack, findings: Findings) -> None:
    """Every file that `games:` lists is there."""
    there = [path for path, _ in pack.files]
    for game in pack.manifest.games if pack.manifest is not None else ():
        for file in game.files:
            if file.name not in there:
                findings.add("T0872", file.span, suggestion=nearest(file.name, there), name=file.name)


def _check_addition(packs: Sequence[Pack], name: str, findings: Findings) -> None:
    """What is played along with a game says that it belongs to it."""
    pack = next(pack for pack in packs if pack.name == name)
    game = next((each for each in packs if each.provides == "game"), None)
    if game is None or pack.manifest is None or pack.provides == "game":
        return
    needed, left = set[str](), [name]
    by_name = {each.name: each for each in packs}
    while left:
        for required in by_name[left.pop()].requires:
            if required in by_name and required not in needed:
                needed.add(required)
                left.append(required)
    if game.name not in needed:
        findings.add("T0875", pack.manifest.name.span, name=name, game=game.name)


# ---- Names of packs that are not required ------------------------------------------------------------------

UNKNOWN_NAME = {"T0301", "T0306", "T0350", "T0373", "T0601", "T0611", "T0729", "T0740", "T0752", "T0754"}
"""Codes of names that nothing in play declares; their fact `name` is the name."""


def blame_missing_requires(found: Iterable[Diagnostic], packs: Sequence[Pack]) -> tuple[Diagnostic, ...]:
    """The findings, those of unknown names that another pack at hand declares told as what they are."""
    elsewhere: dict[str, tuple[str, str] | None] = {}
    told: list[Diagnostic] = []
    for each in found:
        name = dict(each.facts).get("name")
        if each.code not in UNKNOWN_NAME or name is None:
            told.append(each)
            continue
        if name not in elsewhere:
            elsewhere[name] = _declared_elsewhere(name, packs)
        told.append(_blamed(each, name, elsewhere[name], packs))
    return tuple(told)


def _blamed(found: Diagnostic, name: str, where: tuple[str, str] | None, packs: Sequence[Pack]) -> Diagnostic:
    owner = _owner(found.span, packs)
    if where is None or owner is None or owner.manifest is None:
        return found
    other, noun = where
    line = ", ".join([*owner.requires, other])
    at = owner.manifest.requires[0].span if owner.manifest.requires else owner.manifest.name.span
    facts = {"name": name, "noun": noun, "pack": other, "line": f"requires: [{line}]"}
    return replace(
        found,
        code="T0873",
        facts=tuple(sorted(facts.items())),
        related=((at, "in this file"),),
        suggestion=None,
    )


def _owner(span: Span, packs: Sequence[Pack]) -> Pack | None:
    for pack in packs:
        if any(pack.path(path) == span.file for path, _ in pack.files):
            return pack
    return None


def _declared_elsewhere(name: str, packs: Sequence[Pack]) -> tuple[str, str] | None:
    """(pack, what it is) of the first pack at hand, by name, that declares `name` and is not in play."""
    in_play = {pack.name for pack in packs}
    word = re.compile(rb"\b" + re.escape(name.encode()) + rb"\b")
    for other, root in sorted(packs_at_hand(packs[-1].root).items()):
        if other in in_play:
            continue
        try:
            pack = read_pack(root)
        except PackError:
            continue
        for path, data in pack.files:
            noun = _declares(pack, path, name) if word.search(data) else None
            if noun is not None:
                return other, noun
    return None


def _declares(pack: Pack, path: str, name: str) -> str | None:
    aside = Findings()
    source = pack.source(path, aside)
    if source is None or path == MANIFEST:
        return None
    table = path.endswith(TABLE_SUFFIXES)
    file = parse_table(source, aside) if table else parse_file(source, aside)
    for decl in file.declarations:
        declared = getattr(decl, "name", None)
        if isinstance(declared, tree.Ident) and declared.name == name and type(decl) in NOUNS:
            return NOUNS[type(decl)]
    return None
