"""Finds what a hook hooks: an effect, a value, a field or a phase, by its name."""

from __future__ import annotations

from dataclasses import dataclass

from ..ir.span import Span
from ..ir.types import KindT, Type
from . import syntax as tree
from .suggest import nearest
from .symbols import EffectSym, Symbols


@dataclass(frozen=True, slots=True)
class Target:
    """`sort` is effect, value, field or phase; `position` its place among those of the program.

    `params` are (label, name, type); of a field there is one, the component that it is printed on.
    """

    sort: str
    name: str
    position: int
    params: tuple[tuple[str | None, str, Type], ...]
    result: Type | None
    span: Span

    @property
    def head(self) -> str:
        """How it is declared: `hurt(p, by n)`."""
        if not self.params:
            return self.name
        inside = ", ".join(f"{label} {name}" if label else name for label, name, _ in self.params)
        return f"{self.name}({inside})"


def find_target(symbols: Symbols, decl: tree.HookDecl, word: str) -> Target | None:
    """What the hook hooks; None after a finding."""
    name, at = decl.target.name, decl.target.span
    candidates = _candidates(symbols, name)
    able = [target for target in candidates if _able(target, word)]
    if decl.params and len(able) > 1:
        # only one of a phase and an effect of the same name has parameters
        able = [target for target in able if target.sort != "phase"]
    if len(able) == 1:
        return able[0]
    if able:
        symbols.findings.add("T0609", at, [(target.span, f"the {target.sort}") for target in able], name=name)
    elif candidates:
        target = candidates[0]
        code = "T0603" if target.sort in ("value", "field") else "T0610"
        symbols.findings.add(
            code,
            at,
            [(target.span, "declared here")],
            name=name,
            sort=target.sort,
            word=decl.word.name.replace("_", " "),
        )
    else:
        _unknown(symbols, decl)
    return None


def _able(target: Target, word: str) -> bool:
    if word == "change":
        return target.sort != "phase"
    return target.sort in ("effect", "phase")


def _candidates(symbols: Symbols, name: str) -> list[Target]:
    found: list[Target] = []
    effect, value, phase = _effect(symbols, name), symbols.values.get(name), symbols.phases.get(name)
    if effect is not None:
        found.append(
            Target("effect", name, effect.position, tuple(effect.params), effect.result, effect.span)
        )
    if value is not None:
        found.append(Target("value", name, value.position, tuple(value.params), value.result, value.span))
    for kind in symbols.kind_list:
        field = kind.fields.get(name)
        if field is not None:
            owner = (None, kind.member, KindT(kind.position))
            found.append(Target("field", name, field.position, (owner,), field.type, field.span))
    if phase is not None:
        found.append(Target("phase", name, phase.position, (), None, phase.span))
    return found


def _effect(symbols: Symbols, name: str) -> EffectSym | None:
    """An effect by its name; in a campaign `setup` and its like are those of a battle."""
    if symbols.battle is not None and name in FLOWS:
        return symbols.battle.get(name)
    return symbols.effects.get(name)


FLOWS = ("setup", "play", "scoring")


def _unknown(symbols: Symbols, decl: tree.HookDecl) -> None:
    name, at = decl.target.name, decl.target.span
    if name in symbols.findings.broken:
        return
    if name in symbols.actions:
        related = [(symbols.actions[name].span, "declared here")]
        symbols.findings.add("T1018", at, related, name=name)
        return
    declared = None if name in FLOWS else symbols.declared().get(name) or _member(symbols, name)
    if declared is not None:
        symbols.findings.add("T0602", at, [(declared, "declared here")], name=name)
        return
    names = [*symbols.effects, *symbols.values, *symbols.phases]
    names += [field for kind in symbols.kind_list for field in kind.fields]
    symbols.findings.add("T0601", at, suggestion=nearest(name, names), name=name)


def _member(symbols: Symbols, name: str) -> Span | None:
    """A slot or a stored thing of that name, which cannot be hooked."""
    for kind in symbols.kind_list:
        found = kind.slots.get(name) or kind.state.get(name)
        if found is not None:
            return found.span
    stored = symbols.player_state.get(name) or symbols.player_zones.get(name)
    return stored.span if stored is not None else None
