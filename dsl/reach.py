"""Warns of what takes no part in a game: components that stay in the box, declarations that nothing uses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set

from ..ir import program as ir
from ..ir.span import BUILT_IN, Span
from ..ir.types import LayoutT, ZoneT
from .symbols import Symbols
from .walk import nodes

Thing = tuple[str, str, Span]
"""What is declared: the word for it, its name, its place."""


def warn_unused(
    symbols: Symbols,
    program: ir.Program,
    variants: Iterable[ir.Program] = (),
    names: Set[tuple[str, str]] = frozenset(),
) -> None:
    """The warnings of one game.

    A use in a test counts, also in one that has a program of its own (`variants`): some declarations of a
    pack are there for its tests. `names` are all (word, name) that checking came upon: code has drawings as
    constants, by which nobody can tell them. Of files that are looked at only in part nothing is said.
    """
    for code, span, what, name in _warnings(symbols, program, tuple(variants), names):
        if span.file not in symbols.findings.partly:
            symbols.findings.add(code, span, what=what, name=name)


Warned = tuple[str, Span, str, str]
"""A code, its place, the word for what is meant, its name."""


def _warnings(
    symbols: Symbols, program: ir.Program, variants: Iterable[ir.Program], names: Set[tuple[str, str]]
) -> Iterator[Warned]:
    reads = _Reads(program)
    yield from _kinds_without_components(symbols)
    read = [(program, reads), *((each, _Reads(each)) for each in variants)]
    used = {span for each, its in read for _, _, span in _used(each, its)}
    for what, name, span in _declared(program):
        if span not in used and span != BUILT_IN:
            yield "T0902", span, what, name
    for what, table in (("region", symbols.regions), ("shape", symbols.shapes)):
        for drawing in table.values():
            if (what, drawing.name) not in names:
                yield "T0902", drawing.span, what, drawing.name
    yield from _unreachable(symbols, program, reads)
    in_turns = [each for each in symbols.action_list if each.decl.at is None]
    if in_turns and not reads.acts and not (reads.pauses and any(each.anytime for each in in_turns)):
        yield "T0907", in_turns[0].span, "action", in_turns[0].name
    yield from _pauses(symbols, used)


def _pauses(symbols: Symbols, used: Set[Span]) -> Iterator[Warned]:
    for pause in symbols.pauses.values():
        if pause.span not in used:
            yield "T0915", pause.span, "pause", pause.name
        elif not any(each.anytime or each.window is pause for each in symbols.action_list):
            yield "T0916", pause.span, "pause", pause.name


class _Reads:
    """What the code of a program reads and calls, by position; `taken` are (kind, content), -1 for any."""

    def __init__(self, program: ir.Program) -> None:
        self.values: set[int] = set()
        self.effects: set[int] = set()
        self.slots: set[int] = set()
        self.fields: set[int] = set()
        self.states: set[int] = set()
        self.zones: set[int] = set()
        self.options: set[int] = set()
        self.layouts: set[int] = set()
        self.taken: set[tuple[int, int]] = set()
        self.acts = False
        self.pauses = False
        code = [routine.body for routine in program.routines]
        texts = [effect.says for effect in program.effects]
        for node in nodes((*code, *texts, *(action.label for action in program.actions))):
            self._note(node)

    def _note(self, node: object) -> None:
        match node:
            case ir.CallValue(value):
                self.values.add(value)
            case ir.CallEffect(effect):
                self.effects.add(effect)
            case ir.Battle(_, setup, play, scoring):
                self.effects.update(each for each in (setup, play, scoring) if each is not None)
            case ir.CallSlot(slot) | ir.CallSlotEffect(slot):
                self.slots.add(slot)
            case ir.FieldGet(field):
                self.fields.add(field)
            case ir.StateGet(var):
                self.states.add(var)
            case ir.ZoneOf(zone):
                self.zones.add(zone)
            case ir.OptionGet(option):
                self.options.add(option)
            case ir.Population(kind, content):
                self.taken.add((kind, -1 if content is None else content))
            case ir.Lib("the_component", (ir.Const(int() as kind), ir.Const(int() as content), _)):
                self.taken.add((kind, content))
            case ir.Const(int() as value, LayoutT()):
                self.layouts.add(value)
            case ir.Lib("items", (ir.Const(_, ZoneT()),)) | ir.Draw(source=ir.Const(_, ZoneT())):
                # what is taken out of the box may be anything that lies there
                self.taken.add((-1, -1))
            case ir.Act():
                self.acts = self.acts or node.window is None
                self.pauses = self.pauses or node.window is not None


# ---- Declarations ------------------------------------------------------------------------------------------


def _tables(program: ir.Program) -> Iterator[tuple[str, Sequence[ir.Value | ir.Effect | ir.Slot | ir.Field]]]:
    yield "value", program.values
    yield "effect", program.effects
    yield "slot", program.slots
    yield "field", program.fields


def _declared(program: ir.Program) -> Iterator[Thing]:
    """Everything that has to be used somewhere."""
    flows = {program.setup, program.play, program.scoring}
    for what, table in _tables(program):
        for position, each in enumerate(table):
            if what != "effect" or (position not in flows and not each.name.startswith("pause ")):
                yield what, each.name, each.at
    for state in program.state:
        yield "state", state.name, state.at
    for zone in program.zones:
        yield "zone", zone.name, zone.at
    for option in program.options:
        if option.name != "scenario":
            yield "option", option.name, option.at
    for layout in program.layouts:
        yield "layout", layout.name, layout.at


def _used(program: ir.Program, reads: _Reads) -> Iterator[Thing]:
    # by the bots, who judge positions by it
    judged = set() if program.evaluation is None else {program.evaluation}
    positions = (reads.values | judged, reads.effects, reads.slots, reads.fields)
    for (what, table), read in zip(_tables(program), positions, strict=True):
        for position in sorted(read):
            yield what, table[position].name, table[position].at
    reshuffled = {zone.reshuffle for zone in program.zones if zone.reshuffle is not None}
    for position in sorted(reads.states):
        yield "state", program.state[position].name, program.state[position].at
    for position in sorted(reads.zones | reshuffled):
        yield "zone", program.zones[position].name, program.zones[position].at
    for position in sorted(reads.options):
        yield "option", program.options[position].name, program.options[position].at
    offered = {
        value for option in program.options if isinstance(option.type, LayoutT) for value in option.values
    }
    in_tests = {test.layout for test in program.tests if test.layout is not None}
    for position in sorted(reads.layouts | offered | in_tests):
        yield "layout", program.layouts[position].name, program.layouts[position].at


# ---- Components --------------------------------------------------------------------------------------------


def _kinds_without_components(symbols: Symbols) -> Iterator[Warned]:
    for kind in symbols.kind_list:
        if kind.word == "space" and kind.board is None:
            yield "T0906", kind.span, "kind", kind.name
        elif kind.word != "space" and kind.population == 0:
            yield "T0903", kind.span, "kind", kind.name


def _unreachable(symbols: Symbols, program: ir.Program, reads: _Reads) -> Iterator[Warned]:
    """A content that no rule and no layout names; where that is all of a kind, one warning at the kind."""
    puts = {
        (put.kind, -1 if put.content is None else put.content)
        for layout in program.layouts
        for put in layout.components
    }
    taken = reads.taken | puts
    if (-1, -1) in taken:
        return
    for kind in symbols.kind_list:
        if kind.word == "space" or (kind.position, -1) in taken:
            continue
        contents = [each for each in symbols.content_list if each.kind == kind.position]
        left = [each for each in contents if (kind.position, each.position) not in taken]
        if contents and len(left) == len(contents):
            yield "T0901", kind.span, "kind", kind.name
        else:
            for content in left:
                yield "T0901", content.span, "content", content.name
