"""Declares pauses, and the actions that are offered in turns and in pauses: the game's own, and those that
components bring.
"""

from __future__ import annotations

from . import syntax as tree
from .declare_kinds import declare_params
from .gather import Gathered, OwnedAction
from .suggest import nearest
from .symbols import ActionSym, EffectSym, KindSym, PauseSym, Symbols


def declare_pauses(symbols: Symbols, gathered: Gathered) -> None:
    """All pauses by name; what opens one is an effect whose name nobody can write."""
    for name, decl in gathered.pauses.items():
        params = declare_params(symbols, decl.params)
        position = len(symbols.effects)
        effect = EffectSym(position, f"pause {name}", params, None, decl, decl.name.span)
        symbols.effects[effect.name] = effect
        symbols.pauses[name] = PauseSym(name, params, effect, decl, decl.name.span)


def declare_actions(symbols: Symbols, gathered: Gathered) -> None:
    """All actions, those of the game first; what only later games have is said here."""
    for name, decl in gathered.actions.items():
        symbols.actions[name] = _declare(symbols, decl, name, None, None)
    for own in gathered.own_actions:
        _declare_own(symbols, own)


def _declare(
    symbols: Symbols, decl: tree.ActionDecl, name: str, kind: int | None, content: int | None
) -> ActionSym:
    if decl.cost is not None:
        symbols.findings.add("T1014", decl.name.span, name=decl.name.name, word="cost")
    window = _window(symbols, decl)
    symbol = ActionSym(len(symbols.action_list), name, decl, window, kind, content, decl.name.span)
    symbols.action_list.append(symbol)
    return symbol


def _window(symbols: Symbols, decl: tree.ActionDecl) -> PauseSym | None:
    """The pause that an action names; it is offered there alone."""
    if decl.at is None:
        return None
    if decl.anytime:
        symbols.findings.add("T0527", decl.at.span, name=decl.name.name)
    window = symbols.pauses.get(decl.at.name)
    if window is None and decl.at.name not in symbols.findings.broken:
        others = {name: span for name, span in symbols.declared().items() if name == decl.at.name}
        related = [(span, "declared here") for span in others.values()]
        suggestion = nearest(decl.at.name, symbols.pauses)
        symbols.findings.add("T0528", decl.at.span, related, suggestion, name=decl.at.name)
    return window


def _declare_own(symbols: Symbols, own: OwnedAction) -> None:
    """An action of a kind or of a content; the components are its first parameter, and it has a name that
    neither the game nor the other of the two has.
    """
    name, at = own.decl.name.name, own.decl.name.span
    found = _owner(symbols, own)
    if found is None:
        # a content of an unknown kind, which is a finding already
        return
    kind, content = found
    if kind.word == "space":
        symbols.findings.add("T1016", at, name=name)
        return
    for other in symbols.action_list:
        same_kind = other.kind == kind.position and (other.content is None or other.content == content)
        if other.name == name and (other.kind is None or same_kind):
            symbols.findings.add("T0529", at, [(other.span, "declared here")], name=name)
            return
    _declare(symbols, own.decl, name, kind.position, content)


def _owner(symbols: Symbols, own: OwnedAction) -> tuple[KindSym, int | None] | None:
    if own.kind is not None:
        kind = symbols.kinds.get(own.kind)
        return None if kind is None else (kind, None)
    content = symbols.contents.get(own.content or "")
    return None if content is None else (symbols.kind_list[content.kind], content.position)
