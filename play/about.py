"""Turns packs and games into lines that say what can be chosen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..ir.program import GameOption, Program
from ..ir.types import Bool, EnumT, LayoutT, OptT, ScenarioT, Type

Row = tuple[str, str, str, Sequence[str]]
"""A pack: its name, title, what it provides, its games where it has several."""


FEW = 4
"""Things whose texts are shown at once."""


def packs(rows: Iterable[Row]) -> list[str]:
    """Packs by name, with the games of those that have several."""
    lines = []
    table = list(rows)
    wide = max((len(row[0]) for row in table), default=0)
    for name, title, provides, games in table:
        lines.append(f"{name:<{wide}}  {title} ({provides})")
        lines += [f"{'':<{wide}}    {name}:{game}" for game in games]
    return lines or ["no packs are at hand"]


def game(program: Program, reference: str) -> list[str]:
    """Players, options with their values, scenarios and packs of a game that was asked for by this
    reference.
    """
    pack = reference.partition(":")[0]
    low, high = program.low_players, program.high_players
    count = str(low) if low == high else f"{low} to {high}"
    together = ", who win or lose together" if program.cooperative else ""
    lines = [program.title, f"  players: {count}{together}"]
    options = [option for option in program.options if not _is_scenario(option.type)]
    if options:
        lines.append("  options (--set option=value):")
    for option in options:
        lines += _option(program, option)
    if program.scenarios:
        # In a campaign its rules say which is played when.
        chosen = any(_is_scenario(option.type) for option in program.options)
        lines.append(f"  scenarios ({pack}:scenario):" if chosen else "  scenarios:")
    for scenario in program.scenarios:
        lines.append(f"    {scenario.name}  {scenario.title}".rstrip())
        if scenario.text:
            lines.append(f"      {scenario.text}")
    lines.append("  packs: " + ", ".join(f"{name} {version}".rstrip() for name, version in program.packs))
    return lines


def written(program: Program, name: str) -> list[str]:
    """Title and text of what is called so, or of what this is part of the name of: cards, figures and
    scenarios of a game.
    """
    things = [(each.name, each.title, each.text) for each in program.contents]
    things += [(each.name, each.title, each.text) for each in program.scenarios]
    wanted = name.casefold()
    exact = [each for each in things if wanted in (each[0].casefold(), each[1].casefold())]
    found = exact or [each for each in things if wanted in each[1].casefold()]
    named = dict.fromkeys((title, text) for _, title, text in found)
    if len(named) > FEW:
        return [f"`{name}` is part of several names: " + ", ".join(title for title, _ in named)]
    return [f"{title}: {text or 'nothing is written on it.'}" for title, text in named]


def _option(program: Program, option: GameOption) -> list[str]:
    title = f"  {option.title}" if option.title else ""
    lines = [f"    {option.name}{title}"]
    for value, name in zip(option.values, option.names, strict=True):
        words = _title(program, option.type, value)
        default = " (default)" if value == option.default else ""
        lines.append(f"      {name}{f'  {words}' if words and words != name else ''}{default}")
    return lines


def _title(program: Program, type_: Type, value: int) -> str:
    match type_:
        case EnumT(enum):
            return program.enums[enum].titles[value]
        case LayoutT():
            return program.layouts[value].title
        case OptT(of) if value >= 0:
            return _title(program, of, value)
        case Bool():
            return "yes" if value else "no"
        case _:
            return ""


def _is_scenario(type_: Type) -> bool:
    return isinstance(type_.of if isinstance(type_, OptT) else type_, ScenarioT)
