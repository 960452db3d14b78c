"""Checks packs as they are played together: what they list, what they need, and names that belong to a pack
not required.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property

from ..ir import program as ir
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


def check_components(packs: Sequence[Pack], program: ir.Program, findings: Findings) -> None:
    """What the packs bring is what their component lists say, counted with the greatest number of players."""
    names = [*(kind.name for kind in program.kinds), *(content.name for content in program.contents)]
    for pack in packs:
        for listed in pack.manifest.components if pack.manifest is not None else ():
            name = listed.name.name
            if name not in names:
                if len(pack.games) > 1:
                    continue  # another game of the pack has it
                findings.add("T0880", listed.name.span, suggestion=nearest(name, names), name=name)
                continue
            brought = sum(
                content.count * (program.high_players if content.per_player else 1)
                for content in program.contents
                if name in (content.name, program.kinds[content.kind].name)
                and _owner(content.at, (pack,)) is not None
            )
            if brought != listed.count:
                findings.add("T0910", listed.span, name=name, listed=listed.count, brought=brought)


# ---- Names of packs that are not required ------------------------------------------------------------------

UNKNOWN_NAME = {"T0301", "T0306", "T0350", "T0373", "T0601", "T0611", "T0729", "T0740", "T0752", "T0754"}
"""Codes of names that nothing in play declares; their fact `name` is the name."""


def blame_missing_requires(found: Iterable[Diagnostic], packs: Sequence[Pack]) -> tuple[Diagnostic, ...]:
    """The findings, those of unknown names that another pack at hand declares told as what they are."""
    elsewhere = _Elsewhere(packs)
    told: list[Diagnostic] = []
    for each in found:
        name = dict(each.facts).get("name")
        if each.code not in UNKNOWN_NAME or name is None:
            told.append(each)
            continue
        told.append(_blamed(each, name, elsewhere.find(name), packs))
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


class _Elsewhere:
    """What the packs at hand declare that are not in play; each is read once, and only when asked for."""

    def __init__(self, packs: Sequence[Pack]) -> None:
        self._packs = packs
        self._found: dict[str, tuple[str, str] | None] = {}
        self._nouns: dict[tuple[str, str], dict[str, str]] = {}

    def find(self, name: str) -> tuple[str, str] | None:
        """(pack, what it is) of the first pack, by name, that declares `name`."""
        if name not in self._found:
            self._found[name] = self._search(name)
        return self._found[name]

    def _search(self, name: str) -> tuple[str, str] | None:
        word = re.compile(rb"\b" + re.escape(name.encode()) + rb"\b")
        for other, pack in self._others:
            for path, data in pack.files:
                noun = self._declared(pack, path).get(name) if word.search(data) else None
                if noun is not None:
                    return other, noun
        return None

    @cached_property
    def _others(self) -> list[tuple[str, Pack]]:
        in_play = {pack.name for pack in self._packs}
        others = []
        for name, root in sorted(packs_at_hand(self._packs[-1].root).items()):
            if name not in in_play:
                with suppress(PackError):
                    others.append((name, read_pack(root)))
        return others

    def _declared(self, pack: Pack, path: str) -> dict[str, str]:
        key = str(pack.root), path
        if key not in self._nouns:
            self._nouns[key] = _nouns(pack, path)
        return self._nouns[key]


def _nouns(pack: Pack, path: str) -> dict[str, str]:
    """What a file declares: the word for it by name."""
    aside = Findings()
    source = pack.source(path, aside)
    if source is None or path == MANIFEST:
        return {}
    table = path.endswith(TABLE_SUFFIXES)
    file = parse_table(source, aside) if table else parse_file(source, aside)
    nouns: dict[str, str] = {}
    for decl in file.declarations:
        declared = getattr(decl, "name", None)
        if isinstance(declared, tree.Ident) and type(decl) in NOUNS:
            nouns.setdefault(declared.name, NOUNS[type(decl)])
    return nouns
