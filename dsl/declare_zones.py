"""Declares zones: what each may hold, who sees it, how much fits, and what happens when it is empty."""

from __future__ import annotations

from . import syntax as tree
from .suggest import nearest
from .symbols import Symbols, ZoneSym
from .types import UNKNOWN_KIND
from .typing import find_kind, plain_number

DEFAULT_VISIBILITY = {"pile": "hidden", "row": "open", "hand": "private", "set": "open", "slots": "open"}
"""Who sees a zone that does not say: nobody a pile, its player a hand, everybody the others."""

CAPACITY_LIMIT = 10_000


def declare_zone(symbols: Symbols, decl: tree.ZoneDecl, of: str) -> ZoneSym:
    """A zone of a player or of the table; its position is set once all are known."""
    shape = decl.shape.name
    visibility = decl.visibility.name if decl.visibility else DEFAULT_VISIBILITY[shape]
    if of == "table" and visibility == "private":
        place = decl.visibility.span if decl.visibility else decl.shape.span
        symbols.findings.add("T0381", place, name=decl.name.name)
    if decl.when_empty is not None and shape != "pile":
        symbols.findings.add("T0382", decl.when_empty.span, name=decl.name.name, shape=shape)
    return ZoneSym(
        0, decl.name.name, of, shape, _kinds(symbols, decl), _capacity(symbols, decl), visibility, decl,
        decl.name.span,
    )  # fmt: skip


def _kinds(symbols: Symbols, decl: tree.ZoneDecl) -> tuple[int, ...]:
    """What may lie in a zone; where one of its kinds is wrong, nothing is known of what lies there."""
    found = {_kind(symbols, name) for name in decl.of}
    return (UNKNOWN_KIND,) if UNKNOWN_KIND in found else tuple(sorted(found))


def _kind(symbols: Symbols, name: tree.Ident) -> int:
    position = find_kind(symbols, name)
    if position is None:
        return UNKNOWN_KIND
    kind = symbols.kind_list[position]
    if kind.word != "space":
        return position
    symbols.findings.add("T0385", name.span, [(kind.span, "declared here")], name=name.name)
    return UNKNOWN_KIND


def _capacity(symbols: Symbols, decl: tree.ZoneDecl) -> int | None:
    written = decl.size if decl.size is not None else decl.capacity
    return None if written is None else plain_number(symbols, written, 1, CAPACITY_LIMIT)


def check_reshuffles(symbols: Symbols) -> None:
    """Every pile that reshuffles another zone finds that zone, and what lies there may lie in the pile."""
    for zone in [*symbols.table_zones.values(), *symbols.player_zones.values()]:
        name = zone.decl.reshuffle
        if name is None or zone.shape != "pile":
            continue
        source = reshuffled(symbols, zone)
        if source is None:
            names = [*(symbols.player_zones if zone.of == "player" else ()), *symbols.table_zones]
            there = symbols.player_zones.get(name.name)
            related = [(there.span, "this one is a player's")] if there is not None else []
            symbols.findings.add(
                "T0383", name.span, related, nearest(name.name, names), name=name.name, pile=zone.name
            )
        elif source is zone or not _fits(source, zone):
            symbols.findings.add(
                "T0384", name.span, [(source.span, "declared here")], name=name.name, pile=zone.name
            )


def reshuffled(symbols: Symbols, zone: ZoneSym) -> ZoneSym | None:
    """The zone that a pile takes up when it is empty: one of the same player, else of the table."""
    name = zone.decl.reshuffle
    if name is None:
        return None
    own = symbols.player_zones.get(name.name) if zone.of == "player" else None
    return own or symbols.table_zones.get(name.name)


def _fits(source: ZoneSym, pile: ZoneSym) -> bool:
    if not pile.kinds or UNKNOWN_KIND in (*source.kinds, *pile.kinds):
        return True
    return bool(source.kinds) and set(source.kinds) <= set(pile.kinds)
