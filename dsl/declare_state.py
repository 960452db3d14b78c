"""Declares what players, the table and components keep: state variables and, for the first two, zones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..ir.span import Span
from . import syntax as tree
from .declare_zones import declare_zone
from .gather import Gathered
from .symbols import FieldSym, StateSym, Symbols
from .types import BAD, describe
from .typing import resolve_type, storable

PLAYER_MEMBERS = ("next", "previous", "opponents", "number")
COMPONENT_MEMBERS = ("owner", "holder", "space", "zone", "face_up", "face")
SPACE_MEMBERS = ("figures", "row", "column")
"""What players, components and spaces have without a declaration."""


class MemberNames:
    """Which member names of one owner are taken."""

    def __init__(self, symbols: Symbols, owner: str, short: str) -> None:
        self.symbols = symbols
        self.owner = owner
        self.short = short
        self.reserved: set[str] = set()
        self.taken: dict[str, Span] = {}

    def built_in(self, names: Iterable[str]) -> None:
        self.reserved.update(names)

    def take(self, name: tree.Ident) -> bool:
        """Whether the name is free; a finding otherwise."""
        if name.name in self.reserved:
            self.symbols.findings.add("T0371", name.span, name=name.name, owner=self.owner)
            return False
        if name.name in self.taken:
            first = self.taken[name.name]
            self.symbols.findings.add(
                "T0370", name.span, [(first, "first here")], name=name.name, owner=self.short
            )
            return False
        self.taken[name.name] = name.span
        return True


def unsure_type(symbols: Symbols, kept: FieldSym | StateSym | None, written: tree.TypeExpr) -> None:
    """A field or state that is declared twice, of two types, may be of either."""
    if kept is not None and kept.type != resolve_type(symbols, written):
        kept.type = BAD


def state_symbol(
    symbols: Symbols, decl: tree.StateDecl, of: str, kind: int | None, content: int | None
) -> StateSym:
    """A state variable; its position is set once all are known."""
    found = resolve_type(symbols, decl.type)
    if not storable(found):
        symbols.findings.add("T0395", decl.type.span, name=decl.name.name, type=describe(symbols, found))
    return StateSym(0, decl.name.name, of, kind, content, found, decl.default, decl.lasting, decl.name.span)


def declare_seats(symbols: Symbols, gathered: Gathered) -> None:
    """State and zones of players and of the table, from all their blocks."""
    player = MemberNames(symbols, "every player", "a player")
    player.built_in(PLAYER_MEMBERS)
    player.built_in(kind.member for kind in symbols.kind_list if kind.single)
    table = MemberNames(symbols, "the table", "the table")
    states: Mapping[str, dict[str, StateSym]] = {"player": symbols.player_state, "table": symbols.table_state}
    zones = {"player": symbols.player_zones, "table": symbols.table_zones}
    for block in gathered.seats:
        of = block.word.name
        names = player if of == "player" else table
        for part in block.parts:
            if not names.take(part.name):
                if isinstance(part, tree.StateDecl):
                    unsure_type(symbols, states[of].get(part.name.name), part.type)
                continue
            if isinstance(part, tree.StateDecl):
                states[of][part.name.name] = state_symbol(symbols, part, of, None, None)
            else:
                zones[of][part.name.name] = declare_zone(symbols, part, of)
    for double in gathered.doubles:
        unsure_type(symbols, symbols.table_state.get(double.name.name), double.type)


def number_state(symbols: Symbols) -> None:
    """Numbers state variables (after the built-in ones) and zones: the table's, the players', then by
    kind and content, by name.
    """
    states = [symbol for _, symbol in sorted(symbols.table_state.items())]
    states += [symbol for _, symbol in sorted(symbols.player_state.items())]
    for kind in symbols.kind_list:
        states += [*kind.further, *(symbol for _, symbol in sorted(kind.state.items()))]
    for content in symbols.content_list:
        states += [symbol for _, symbol in sorted(content.state.items())]
    for position, symbol in enumerate(states, BUILT_IN_STATES + bool(symbols.scenarios)):
        symbol.position = position
    zones = [symbol for _, symbol in sorted(symbols.table_zones.items())]
    zones += [symbol for _, symbol in sorted(symbols.player_zones.items())]
    for position, zone in enumerate(zones):
        zone.position = position


BUILT_IN_STATES = 3
"""`active`, `starter` and `round` come first, then `scenario` where there are any."""
