"""Sorts the declarations of all files of a game by what they declare, so that the order of files and lines
means nothing.

Doubles are reported here: the first by place keeps the name, the other is left out or, where its code can
still be checked, kept
under a name that nobody can write.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from ..ir.span import Span
from . import syntax as tree
from .campaigns import choose_game, keep_flow
from .diagnostics import Findings
from .doubles import joined_boards, joined_enums, joined_kinds, set_aside


@dataclass(frozen=True, slots=True)
class Part:
    """A file of a game with the pack that it belongs to; `rank` counts packs so that what is required comes
    before what requires it.
    """

    file: tree.File
    pack: str = ""
    rank: int = 0
    listed: bool = False
    """Whether the manifest of its pack lists it under the game that is meant."""


@dataclass(frozen=True, slots=True)
class OwnedHook:
    """A hook with who brings it: a content, a scenario, or (both None) the game itself."""

    decl: tree.HookDecl
    content: str | None
    scenario: str | None


@dataclass(frozen=True, slots=True)
class OwnedAction:
    """An action that components bring: those of a kind, or those of a content."""

    decl: tree.ActionDecl
    kind: str | None
    content: str | None


@dataclass(frozen=True, slots=True)
class OwnedLayout:
    """A layout with the scenario that draws it, None where it belongs to the game."""

    decl: tree.LayoutDecl
    scenario: str | None


@dataclass(frozen=True, slots=True)
class OwnedRegion:
    """A region with the scenario that draws it, None where it belongs to the game."""

    decl: tree.RegionDecl
    scenario: str | None


@dataclass(slots=True)
class Gathered:
    """The declarations of one game, each table sorted by name; blocks `player` and `table` and hooks by
    place.
    """

    parts: Sequence[Part]
    games: list[tree.GameDecl] = field(default_factory=list)
    game: tree.GameDecl | None = None
    """What is played; a campaign has taken up what it leaves to its game."""
    base: tree.GameDecl | None = None
    """The game that a campaign is of; None where `game` is none."""
    own_flows: dict[str, tree.FlowDecl] = field(default_factory=dict)
    """The flows of a campaign itself; `flows` are then those of its battles."""
    enums: dict[str, tree.EnumDecl] = field(default_factory=dict)
    kinds: dict[str, tree.KindDecl] = field(default_factory=dict)
    boards: dict[str, tree.BoardDecl] = field(default_factory=dict)
    layouts: dict[str, OwnedLayout] = field(default_factory=dict)
    regions: dict[str, OwnedRegion] = field(default_factory=dict)
    shapes: dict[str, tree.ShapeDecl] = field(default_factory=dict)
    values: dict[str, tree.ValueDecl] = field(default_factory=dict)
    effects: dict[str, tree.EffectDecl] = field(default_factory=dict)
    actions: dict[str, tree.ActionDecl] = field(default_factory=dict)
    own_actions: list[OwnedAction] = field(default_factory=list)
    pauses: dict[str, tree.PauseDecl] = field(default_factory=dict)
    contents: dict[str, tree.ContentDecl] = field(default_factory=dict)
    scenarios: dict[str, tree.ScenarioDecl] = field(default_factory=dict)
    options: dict[str, tree.OptionDecl] = field(default_factory=dict)
    flows: dict[str, tree.FlowDecl] = field(default_factory=dict)
    seats: list[tree.SeatDecl] = field(default_factory=list)
    hooks: list[OwnedHook] = field(default_factory=list)
    tests: list[tree.TestDecl] = field(default_factory=list)
    doubles: list[tree.StateDecl] = field(default_factory=list)
    doubled_kinds: list[tree.KindDecl] = field(default_factory=list)
    """State of the table, and kinds, that are declared a second time."""
    option_words: set[str] | None = None
    """What a test may choose by a word, once a test has asked for it."""

    def rank(self, span: Span) -> int:
        """The rank of the pack whose file this is."""
        return next((part.rank for part in self.parts if part.file.path == span.file), 0)

    def pack(self, span: Span) -> str:
        """The name of the pack whose file this is."""
        return next((part.pack for part in self.parts if part.file.path == span.file), "")


Named = (
    tree.EnumDecl
    | tree.KindDecl
    | tree.BoardDecl
    | tree.LayoutDecl
    | tree.RegionDecl
    | tree.ShapeDecl
    | tree.ValueDecl
    | tree.EffectDecl
    | tree.ActionDecl
    | tree.PauseDecl
    | tree.ContentDecl
    | tree.ScenarioDecl
    | tree.OptionDecl
    | tree.StateDecl
    | tree.ZoneDecl
)

NOUNS: Mapping[type, str] = {
    tree.GameDecl: "a game",
    tree.EnumDecl: "an enum",
    tree.KindDecl: "a kind",
    tree.BoardDecl: "a board",
    tree.LayoutDecl: "a layout",
    tree.RegionDecl: "a region",
    tree.ShapeDecl: "a shape",
    tree.ValueDecl: "a value",
    tree.EffectDecl: "an effect",
    tree.ActionDecl: "an action",
    tree.PauseDecl: "a pause",
    tree.ContentDecl: "a content",
    tree.ScenarioDecl: "a scenario",
    tree.OptionDecl: "an option",
    tree.StateDecl: "a state of the table",
    tree.ZoneDecl: "a zone of the table",
}


def gather(parts: Iterable[Part], findings: Findings, instead: tree.TestDecl | None = None) -> Gathered:
    """All declarations of the files; those of the test `instead` replace others of the same name."""
    ordered = tuple(sorted(parts, key=lambda part: (part.rank, part.pack, part.file.path)))
    gathered = Gathered(ordered)
    declarations: list[tree.Decl] = [decl for part in ordered for decl in part.file.declarations]
    if instead is not None:
        declarations = _replaced(declarations, instead)
    names = _Names(findings)
    for decl in declarations:
        _sort_in(gathered, decl, names)
    choose_game(gathered, findings)
    _kinds_that_are_content(gathered, names)
    _scenario_drawings(gathered, names)
    _options(gathered, names)
    _table_members(gathered, names)
    _collect_hooks(gathered, declarations)
    _collect_actions(gathered)
    _in_order(gathered)
    return gathered


# ---- Names -------------------------------------------------------------------------------------------------


class _Names:
    """Which names are taken, by what and where."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.taken: dict[str, tuple[str, Span]] = {}

    def take(self, decl: Named, noun: str | None = None) -> str | None:
        """The name under which to keep the declaration; another than its own for a double, None for one that
        is left out.
        """
        name, span, noun = decl.name.name, decl.name.span, noun or NOUNS[type(decl)]
        if name in RESERVED:
            self.findings.add("T0353", span, name=name, meaning=RESERVED[name])
            return _unwritable(name, span) if isinstance(decl, _CHECKED_ANYWAY) else None
        self._letter_case(decl)
        if name not in self.taken:
            self.taken[name] = (noun, span)
            return name
        earlier, first = self.taken[name]
        self.findings.add(
            "T0352", span, [(first, "first declared here")], name=name, noun=noun, earlier=earlier
        )
        return _unwritable(name, span) if isinstance(decl, _CHECKED_ANYWAY) else None

    def _letter_case(self, decl: Named) -> None:
        name = decl.name.name
        if name in self.findings.broken:
            return
        if isinstance(decl, tree.EnumDecl | tree.KindDecl):
            if not name[:1].isupper():
                self.findings.add("T0356", decl.name.span, name=name, better=_capital(name))
        elif name[:1].isupper():
            self.findings.add("T0358", decl.name.span, name=name, noun=NOUNS[type(decl)], better=snake(name))


_CHECKED_ANYWAY = (
    tree.ValueDecl
    | tree.EffectDecl
    | tree.ActionDecl
    | tree.ContentDecl
    | tree.LayoutDecl
    | tree.ScenarioDecl
)

RESERVED: Mapping[str, str] = {
    "true": "true",
    "false": "false",
    "none": "nothing at all",
    "players": "all players, in the order of their seats",
    "active": "the player whose turn it is",
    "starter": "the player who begins",
    "round": "the number of the round",
    "actor": "the player who acts",
    "self": "the component whose text this is",
    "owner": "the player for whom a component is printed",
    "holder": "the player in whose zone a component lies",
    "it": "what a change is given",
    "result": "what an effect has given",
    "box": "where everything lies at first",
    "scenario": "the scenario that is played",
}
"""Names that the language gives, with what they mean."""


def _unwritable(name: str, span: Span) -> str:
    return f"{name} ({span})"


def snake(name: str) -> str:
    """`StoneGolem` as `stone_golem`: how a kind is called among members."""
    pieces: list[str] = []
    for position, letter in enumerate(name):
        follows_small = position > 0 and (name[position - 1].islower() or name[position - 1].isdigit())
        before_small = position > 0 and position + 1 < len(name) and name[position + 1].islower()
        if letter.isupper() and (follows_small or before_small) and name[position - 1] != "_":
            pieces.append("_")
        pieces.append(letter.lower())
    return "".join(pieces)


def _capital(name: str) -> str:
    return "".join(piece[:1].upper() + piece[1:] for piece in name.split("_")) or name


# ---- Sorting -----------------------------------------------------------------------------------------------


def _sort_in(gathered: Gathered, decl: tree.Decl, names: _Names) -> None:
    match decl:
        case tree.GameDecl():
            gathered.games.append(decl)
        case tree.EnumDecl():
            _keep_joined(gathered.enums, decl, names, joined_enums)
        case tree.KindDecl():
            if decl.name.name in gathered.kinds:
                gathered.doubled_kinds.append(decl)
            _keep_joined(gathered.kinds, decl, names, joined_kinds)
        case tree.BoardDecl():
            if decl.name.name in gathered.boards:
                # drawings may be of either
                names.findings.broken.add(decl.name.name)
            _keep_joined(gathered.boards, decl, names, joined_boards)
        case tree.RegionDecl():
            name = names.take(decl)
            if name is not None:
                gathered.regions[name] = OwnedRegion(decl, None)
        case tree.ShapeDecl():
            _keep(gathered.shapes, decl, names)
        case tree.ValueDecl():
            _keep_called(gathered, gathered.values, decl, names)
        case tree.EffectDecl():
            _keep_called(gathered, gathered.effects, decl, names)
        case tree.ActionDecl():
            _keep_called(gathered, gathered.actions, decl, names)
        case tree.PauseDecl():
            _keep(gathered.pauses, decl, names)
        case tree.ContentDecl():
            _keep(gathered.contents, decl, names)
        case tree.ScenarioDecl():
            _keep(gathered.scenarios, decl, names)
        case tree.LayoutDecl():
            name = names.take(decl)
            if name is not None:
                gathered.layouts[name] = OwnedLayout(decl, None)
        case tree.FlowDecl():
            keep_flow(gathered.flows, decl, names.findings)
        case tree.SeatDecl():
            gathered.seats.append(decl)
        case tree.TestDecl():
            gathered.tests.append(decl)
        case tree.LaterDecl(word):
            names.findings.add("T1011", word.span, word=word.name, instead=LATER.get(word.name, ""))
        case tree.HookDecl():
            pass


LATER: Mapping[str, str] = {
    "resource": "; count with a state, or with tokens in a zone",
    "extend": "; what a pack adds now stands in declarations of its own",
    "override": "; change it with a hook",
    "remove": "; leave the content out of what is dealt",
}
"""What to do until a part of the language is there."""

_D = TypeVar("_D", bound=Named)


def _keep(table: dict[str, _D], decl: _D, names: _Names) -> None:
    name = names.take(decl)
    if name is not None:
        table[name] = decl


def _keep_joined(table: dict[str, _D], decl: _D, names: _Names, join: Callable[[_D, _D], _D]) -> None:
    first = table.get(decl.name.name)
    _keep(table, decl, names)
    if first is not None:
        table[decl.name.name] = join(first, decl)


def _keep_called(gathered: Gathered, table: dict[str, _D], decl: _D, names: _Names) -> None:
    name, earlier = decl.name.name, names.taken.get(decl.name.name)
    _keep(table, decl, names)
    if earlier is not None:
        tables = (gathered.values, gathered.effects, gathered.actions)
        set_aside(tables, name, _unwritable(name, earlier[1]), names.findings)


def _kinds_that_are_content(gathered: Gathered, names: _Names) -> None:
    """`figure Pawn x8 per player` is a kind and its only content, `pawn`, in one line."""
    for kind in gathered.kinds.values():
        if kind.count is not None and kind.word.name != "space":
            called = tree.Ident(snake(kind.name.name), kind.name.span)
            content = tree.ContentDecl(
                kind.name, called, kind.title, kind.count, kind.per_player, (), kind.span
            )
            name = names.take(content, f"the components of {kind.name.name}")
            if name is not None:
                gathered.contents[name] = content


def _scenario_drawings(gathered: Gathered, names: _Names) -> None:
    for owner, scenario in gathered.scenarios.items():
        for layout in scenario.layouts:
            name = names.take(layout)
            if name is not None:
                gathered.layouts[name] = OwnedLayout(layout, owner)
        for region in scenario.regions:
            name = names.take(region)
            if name is not None:
                gathered.regions[name] = OwnedRegion(region, owner)


def _options(gathered: Gathered, names: _Names) -> None:
    for option in gathered.game.options if gathered.game else ():
        _keep(gathered.options, option, names)


def _table_members(gathered: Gathered, names: _Names) -> None:
    """State and zones of the table are names of the game; those that are doubles leave their block."""
    for position, block in enumerate(gathered.seats):
        if block.word.name == "table":
            kept = tuple(part for part in block.parts if names.take(part) is not None)
            gathered.seats[position] = replace(block, parts=kept)
            gathered.doubles += [p for p in block.parts if p not in kept and isinstance(p, tree.StateDecl)]


def _collect_hooks(gathered: Gathered, declarations: Iterable[tree.Decl]) -> None:
    found = [OwnedHook(decl, None, None) for decl in declarations if isinstance(decl, tree.HookDecl)]
    for name, content in gathered.contents.items():
        found += [OwnedHook(part, name, None) for part in content.parts if isinstance(part, tree.HookDecl)]
    for name, scenario in gathered.scenarios.items():
        found += [OwnedHook(hook, None, name) for hook in scenario.hooks]
    gathered.hooks = sorted(found, key=lambda hook: (gathered.rank(hook.decl.span), hook.decl.span))


def _collect_actions(gathered: Gathered) -> None:
    """The actions that components bring, those of kinds first, by name."""
    found = [
        OwnedAction(part, name, None)
        for name, kind in gathered.kinds.items()
        for part in kind.parts
        if isinstance(part, tree.ActionDecl)
    ]
    found += [
        OwnedAction(part, None, name)
        for name, content in gathered.contents.items()
        for part in content.parts
        if isinstance(part, tree.ActionDecl)
    ]
    gathered.own_actions = sorted(
        found, key=lambda own: (own.content or "", own.kind or "", own.decl.name.name, own.decl.span)
    )


def _in_order(gathered: Gathered) -> None:
    gathered.enums = dict(sorted(gathered.enums.items()))
    gathered.kinds = dict(sorted(gathered.kinds.items()))
    gathered.boards = dict(sorted(gathered.boards.items()))
    gathered.layouts = dict(sorted(gathered.layouts.items()))
    gathered.regions = dict(sorted(gathered.regions.items()))
    gathered.shapes = dict(sorted(gathered.shapes.items()))
    gathered.values = dict(sorted(gathered.values.items()))
    gathered.effects = dict(sorted(gathered.effects.items()))
    gathered.actions = dict(sorted(gathered.actions.items()))
    gathered.pauses = dict(sorted(gathered.pauses.items()))
    gathered.contents = dict(sorted(gathered.contents.items(), key=lambda each: (each[1].kind.name, each[0])))
    gathered.scenarios = dict(sorted(gathered.scenarios.items()))
    gathered.flows = dict(sorted(gathered.flows.items()))
    gathered.own_flows = dict(sorted(gathered.own_flows.items()))


# ---- Tests with declarations of their own ------------------------------------------------------------------


def _replaced(declarations: Sequence[tree.Decl], test: tree.TestDecl) -> list[tree.Decl]:
    own = {name for decl in test.declarations for name in _names_of(decl)}
    kept: list[tree.Decl] = []
    for decl in declarations:
        if isinstance(decl, tree.SeatDecl):
            parts = tuple(part for part in decl.parts if f"{decl.word.name}.{part.name.name}" not in own)
            kept.append(replace(decl, parts=parts))
        elif not isinstance(decl, tree.TestDecl) and not own.intersection(_names_of(decl)):
            kept.append(decl)
    return [*kept, *test.declarations, replace(test, declarations=())]


def _names_of(decl: tree.Decl) -> tuple[str, ...]:
    match decl:
        case tree.FlowDecl(word):
            return (f"{word.name}:",)
        case tree.GameDecl():
            return ("game:",)
        case tree.SeatDecl(word, parts):
            return tuple(f"{word.name}.{part.name.name}" for part in parts)
        case tree.HookDecl() | tree.TestDecl() | tree.LaterDecl():
            return ()
        case _:
            return (decl.name.name,)
