"""Turns the gathered declarations of a game into its table of names.

Names come first and types after them, so that the order of declarations never matters.
"""

from __future__ import annotations

from .declare_actions import declare_actions, declare_pauses
from .declare_flow import (
    declare_effects,
    declare_layouts,
    declare_options,
    declare_phases,
    declare_scenarios,
    declare_values,
)
from .declare_kinds import check_enum_names, declare_enums, declare_kinds, declare_members
from .declare_places import (
    check_place_names,
    check_spaces,
    declare_boards,
    declare_content_state,
    declare_contents,
)
from .declare_state import declare_seats, number_state
from .declare_zones import check_reshuffles
from .diagnostics import Findings
from .drawings import declare_drawings
from .gather import Gathered
from .symbols import Symbols

SEAT_LIMIT = 12


def declare(gathered: Gathered, findings: Findings) -> Symbols:
    """The names of a game; declarations that mean nothing leave `gathered` after their finding."""
    symbols = Symbols(findings)
    _declare_game(symbols, gathered)
    declare_enums(symbols, gathered)
    declare_kinds(symbols, gathered)
    declare_contents(symbols, gathered)
    declare_boards(symbols, gathered)
    declare_layouts(symbols, gathered)
    declare_drawings(symbols, gathered)
    declare_scenarios(symbols, gathered)
    declare_options(symbols, gathered)
    declare_members(symbols, gathered)
    check_spaces(symbols, gathered)
    declare_content_state(symbols, gathered)
    declare_seats(symbols, gathered)
    number_state(symbols)
    check_reshuffles(symbols)
    declare_values(symbols, gathered)
    declare_effects(symbols, gathered)
    declare_pauses(symbols, gathered)
    declare_actions(symbols, gathered)
    declare_phases(symbols, gathered)
    check_enum_names(symbols)
    check_place_names(symbols)
    for hook in gathered.hooks:
        symbols.hooked_words.setdefault(hook.decl.target.name, set()).add(hook.decl.word.name)
    return symbols


def _declare_game(symbols: Symbols, gathered: Gathered) -> None:
    game = gathered.game
    if game is None:
        return
    low, high = game.low, game.high
    if not 1 <= low <= high <= SEAT_LIMIT:
        symbols.findings.add("T0365", game.name.span, low=low, high=high, limit=SEAT_LIMIT)
        low = min(max(low, 1), SEAT_LIMIT)
        high = min(max(high, low), SEAT_LIMIT)
    symbols.low_players, symbols.high_players = low, high
    symbols.cooperative = game.cooperative
