"""Declares what happens: options, layouts, scenarios, values, effects, actions and phases."""

from __future__ import annotations

from ..ir.types import LayoutT, OptT, ScenarioT
from . import check_library
from . import syntax as tree
from .check_command import LATER
from .check_verb import VERBS
from .declare_kinds import declare_params, sentence_title
from .find import find_nodes
from .gather import Gathered
from .symbols import (
    EffectSym,
    LayoutSym,
    OptionSym,
    PhaseSym,
    ScenarioSym,
    Symbols,
    ValueSym,
)
from .types import BAD, describe
from .typing import choosable, find_board, resolve_type


def declare_options(symbols: Symbols, gathered: Gathered) -> None:
    """Options in the written order, then `scenario` where the game has scenarios; in a campaign its code says
    which is played.
    """
    for position, (name, decl) in enumerate(gathered.options.items()):
        found = resolve_type(symbols, decl.type)
        if not choosable(found):
            symbols.findings.add("T0361", decl.type.span, name=decl.name.name, type=describe(symbols, found))
            found = BAD
        symbols.options[name] = OptionSym(position, name, found, decl.name.span)
    if gathered.scenarios and gathered.base is None:
        first = min(decl.name.span for decl in gathered.scenarios.values())
        kind = OptT(ScenarioT())
        symbols.options["scenario"] = OptionSym(len(gathered.options), "scenario", kind, first)


def declare_layouts(symbols: Symbols, gathered: Gathered) -> None:
    """All layouts whose board is known."""
    for name, owned in list(gathered.layouts.items()):
        decl = owned.decl
        board = find_board(symbols, decl.of)
        if board is None:
            symbols.findings.broken.add(name)
            del gathered.layouts[name]
            continue
        title = sentence_title(decl.title, decl.name.name)
        symbols.layouts[name] = LayoutSym(len(symbols.layouts), name, title, board, decl.name.span)


def declare_scenarios(symbols: Symbols, gathered: Gathered) -> None:
    """All scenarios by name."""
    for position, (name, decl) in enumerate(gathered.scenarios.items()):
        title = sentence_title(decl.title, decl.name.name)
        symbols.scenarios[name] = ScenarioSym(position, name, title, decl.name.span)


def declare_values(symbols: Symbols, gathered: Gathered) -> None:
    """All values; one without a body is no value of the game but a slot that stands in the wrong place."""
    for name, decl in list(gathered.values.items()):
        if decl.body is None:
            symbols.findings.add("T0399", decl.name.span, name=decl.name.name, what="value")
            symbols.findings.broken.add(name)
            del gathered.values[name]
            continue
        if name in check_library.NAMES:
            symbols.findings.add("T0372", decl.name.span, name=name, what="a function of the language")
        params = declare_params(symbols, decl.params)
        result = resolve_type(symbols, decl.type)
        position = len(symbols.values)
        symbols.values[name] = ValueSym(position, name, params, result, decl, decl.name.span)


def declare_effects(symbols: Symbols, gathered: Gathered) -> None:
    """All effects by name, then the flows; their names cannot clash, since `setup`, `play` and `scoring` are
    kept for the flows.
    """
    for name, decl in list(gathered.effects.items()):
        if decl.body is None:
            symbols.findings.add("T0399", decl.name.span, name=decl.name.name, what="effect")
            symbols.findings.broken.add(name)
            del gathered.effects[name]
            continue
        if name in VERBS or name in LATER:
            symbols.findings.add("T0372", decl.name.span, name=name, what="a verb of the language")
        params = declare_params(symbols, decl.params)
        result = None if decl.type is None else resolve_type(symbols, decl.type)
        position = len(symbols.effects)
        symbols.effects[name] = EffectSym(position, name, params, result, decl, decl.name.span)
    if gathered.base is None:
        for word, flow in gathered.flows.items():
            _declare_flow(symbols, word, flow)
        return
    # Nobody can write the names of what a battle is made of: `setup` is the campaign's own.
    of = gathered.base.name.name
    symbols.battle = {
        word: _declare_flow(symbols, f"{word} of {of}", flow) for word, flow in gathered.flows.items()
    }
    for word, flow in gathered.own_flows.items():
        _declare_flow(symbols, word, flow)


def _declare_flow(symbols: Symbols, name: str, flow: tree.FlowDecl) -> EffectSym:
    symbol = EffectSym(len(symbols.effects), name, [], None, flow, flow.word.span)
    symbols.effects[name] = symbol
    return symbol


def declare_phases(symbols: Symbols, gathered: Gathered) -> None:
    """Every name after `phase` in any code, once; the same name in two places is one phase."""
    first: dict[str, tree.Ident] = {}
    for root in (
        *gathered.values.values(),
        *gathered.effects.values(),
        *gathered.actions.values(),
        *gathered.flows.values(),
        *gathered.own_flows.values(),
        *gathered.contents.values(),
        *gathered.kinds.values(),
        *(hook.decl for hook in gathered.hooks),
        *gathered.tests,
    ):
        for phase in find_nodes(root, tree.Phase):
            name = phase.name
            if name.name not in first or name.span < first[name.name].span:
                first[name.name] = name
    for position, (word, ident) in enumerate(sorted(first.items())):
        symbols.phases[word] = PhaseSym(position, word, ident.span)


def layouts_of(symbols: Symbols, kind: LayoutT) -> list[LayoutSym]:
    """The layouts that an option of this type can be."""
    return [layout for layout in symbols.layouts.values() if layout.board == kind.board]
