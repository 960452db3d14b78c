"""Finds among the games that files declare the one that is played; a campaign takes up the game it is of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from . import syntax as tree
from .diagnostics import Findings
from .suggest import nearest

if TYPE_CHECKING:
    from .gather import Gathered, Part


def choose_game(gathered: Gathered, findings: Findings) -> None:
    """Sets the game, and of a campaign the game that it is of and the flows of each."""
    campaigns = [game for game in gathered.games if game.campaign_of is not None]
    games = [game for game in gathered.games if game.campaign_of is None]
    for listed in (campaigns, games):
        _tell_others(listed, findings)
    gathered.game = games[0] if games else None
    if gathered.game is not None:
        _check_plain(gathered, gathered.game, findings)
    if not campaigns:
        return
    campaign, gathered.base = campaigns[0], gathered.game
    _check_base(campaign, gathered.base, campaigns, findings)
    gathered.game = _taken_up(campaign, gathered.base, findings)
    for flow in campaign.flows:
        keep_flow(gathered.flows if gathered.base is None else gathered.own_flows, flow, findings)
    own = {part.file.path for part in own_parts(gathered)}
    gathered.tests = [test for test in gathered.tests if test.span.file in own]


def _tell_others(games: Sequence[tree.GameDecl], findings: Findings) -> None:
    for other in games[1:]:
        first = games[0].name
        related = [(first.span, "the other game")]
        findings.add("T0364", other.name.span, related, name=other.name.name, earlier=first.name)


def keep_flow(flows: dict[str, tree.FlowDecl], decl: tree.FlowDecl, findings: Findings) -> None:
    """A flow, unless there is one of that name."""
    word = decl.word
    if word.name in flows:
        findings.add("T0367", word.span, [(flows[word.name].word.span, "first here")], name=word.name)
    else:
        flows[word.name] = decl


def _check_plain(gathered: Gathered, game: tree.GameDecl, findings: Findings) -> None:
    """A game that is no campaign has its flows beside it, and nothing to set."""
    for flow in game.flows:
        findings.add("T0330", flow.word.span, word=flow.word.name)
        gathered.flows.setdefault(flow.word.name, flow)
    for setting in game.settings:
        findings.add("T0331", setting.name.span, name=setting.name.name)


# ---- Campaigns ---------------------------------------------------------------------------------------------


def _check_base(
    campaign: tree.GameDecl,
    base: tree.GameDecl | None,
    campaigns: Sequence[tree.GameDecl],
    findings: Findings,
) -> None:
    of = campaign.campaign_of
    assert of is not None, "this is a campaign"
    if base is not None and base.name.name == of.name:
        return
    if any(game.name.name == of.name for game in campaigns):
        findings.add("T0333", of.span, name=of.name)
    elif of.name not in findings.broken:
        names = [] if base is None else [base.name.name]
        findings.add("T0332", of.span, suggestion=nearest(of.name, names), name=of.name)


def _taken_up(campaign: tree.GameDecl, base: tree.GameDecl | None, findings: Findings) -> tree.GameDecl:
    """The campaign with what its game says and itself does not."""
    if base is None:
        return replace(campaign, low=campaign.low or 1, high=campaign.high or 1)
    low, high = campaign.low or base.low, campaign.high or base.high
    if low < base.low or high > base.high:
        findings.add(
            "T0334", campaign.name.span, [(base.name.span, "its game")], low=base.low, high=base.high
        )
        low, high = base.low, base.high
    return replace(
        campaign,
        low=low,
        high=high,
        cooperative=campaign.cooperative or base.cooperative,
        options=(*base.options, *campaign.options),
    )


def own_parts(gathered: Gathered) -> list[Part]:
    """The files that are the campaign's own and not its game's, as far as manifests tell them apart; of
    another game all files.
    """
    parts = list(gathered.parts)
    if gathered.base is None or gathered.game is None:
        return parts
    home = next((part for part in parts if part.file.path == gathered.game.span.file), None)
    if home is None:
        return parts
    return [part for part in parts if (part.pack, part.listed) == (home.pack, home.listed)]
