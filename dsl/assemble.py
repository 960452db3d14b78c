"""Turns the table of names of a game into its program: every piece of code becomes a routine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from ..ir import program as ir
from ..ir.span import BUILT_IN
from ..ir.types import (
    INT_MAX,
    NONE,
    Bool,
    EnumT,
    Int,
    KindT,
    LayoutT,
    OptT,
    PlayerT,
    ScenarioT,
    SetT,
    Type,
)
from . import syntax as tree
from .actions import build_actions
from .content import build_contents, field_defaults, metas, slot_routine
from .declare_flow import layouts_of
from .declare_kinds import sentence_title
from .declare_places import edges
from .declare_zones import reshuffled
from .elaborate import (
    Context,
    elaborate_constant,
    elaborate_expr_routine,
    elaborate_routine,
    elaborate_template,
    value_routine,
)
from .gather import Gathered
from .hooks import Hooks, build_hooks
from .layouts import build_layouts
from .suggest import nearest
from .symbols import KindSym, StateSym, Symbols, ZoneSym
from .typing import within
from .windows import pause_routine

LANGUAGE = 1
"""The version of the language that this front end reads."""


@dataclass(frozen=True, slots=True)
class Identity:
    """What a program is known by beside its own declarations: the packs in play and the hash over their
    files.
    """

    packs: tuple[tuple[str, str], ...] = ()
    content_hash: str = ""


UNKNOWN = Identity()


def assemble(symbols: Symbols, gathered: Gathered, identity: Identity) -> ir.Program:
    """The program of a game, not finished: points and liveness of its routines are still to be found."""
    field_defaults(symbols, gathered)
    values = {name: value_routine(symbols, symbols.values[name]) for name in gathered.values}
    contents = build_contents(symbols, gathered)
    hooks = build_hooks(symbols, gathered)
    game = gathered.game
    name = game.name.name if game is not None else ""
    program = ir.Program(
        name=name,
        title=sentence_title(game.title if game is not None else None, name),
        packs=identity.packs,
        language=LANGUAGE,
        content_hash=identity.content_hash,
        low_players=symbols.low_players,
        high_players=symbols.high_players,
        cooperative=symbols.cooperative,
        options=_options(symbols, gathered),
        enums=_enums(symbols),
        kinds=tuple(_kind(symbols, kind) for kind in symbols.kind_list),
        fields=_fields(symbols, hooks),
        slots=_slots(symbols),
        contents=contents,
        state=_state(symbols),
        zones=_zones(symbols),
        boards=_boards(symbols, gathered),
        layouts=build_layouts(symbols, gathered),
        regions=_regions(symbols),
        scenarios=_scenarios(symbols, gathered),
        values=tuple(
            ir.Value(name, routine, hooks.on.get(("value", position), ()), symbols.values[name].span)
            for position, (name, routine) in enumerate(values.items())
        ),
        effects=_effects(symbols, hooks),
        phases=tuple(
            ir.PhaseDecl(phase.name, hooks.on.get(("phase", phase.position), ()), phase.span)
            for phase in symbols.phases.values()
        ),
        actions=build_actions(symbols),
        hooks=hooks.hooks,
        routines=(),
        setup=_flow(symbols, "setup"),
        play=_flow(symbols, "play"),
        scoring=_flow(symbols, "scoring"),
        evaluation=_evaluation(symbols),
        tests=(),
    )
    return with_routines(symbols, program)


def with_routines(symbols: Symbols, program: ir.Program) -> ir.Program:
    """The program with all routines made so far."""
    made = tuple(routine for routine in symbols.routines if routine is not None)
    if len(made) != len(symbols.routines):
        raise AssertionError("a routine was begun and never made")
    return replace(program, routines=made)


def _flow(symbols: Symbols, word: str) -> int | None:
    effect = symbols.effects.get(word)
    return None if effect is None else effect.position


def _evaluation(symbols: Symbols) -> int | None:
    """`value evaluation(p: Player) -> int`: recognised by its name and by what it takes and gives."""
    value = symbols.values.get("evaluation")
    if value is None or [kind for _, _, kind in value.params] != [PlayerT()]:
        return None
    return value.position if isinstance(value.result, Int) else None


# ---- What there is -----------------------------------------------------------------------------------------


def _enums(symbols: Symbols) -> tuple[ir.Enum, ...]:
    return tuple(
        ir.Enum(enum.name, tuple(enum.names), tuple(enum.titles), enum.span) for enum in symbols.enum_list
    )


def _kind(symbols: Symbols, kind: KindSym) -> ir.Kind:
    live = None
    if kind.active is not None:
        live = elaborate_expr_routine(
            symbols,
            f"{kind.name}: active while",
            [("self", KindT(kind.position))],
            kind.active.test,
            Bool(),
            Context("active", self_kind=kind.position, pure=True),
            kind.active.span,
        )
    return ir.Kind(kind.name, kind.word, kind.title, kind.back, live, kind.faces, kind.face_type, kind.span)


def _fields(symbols: Symbols, hooks: Hooks) -> tuple[ir.Field, ...]:
    fields = [field for kind in symbols.kind_list for field in kind.fields.values()]
    return tuple(
        ir.Field(field.name, field.kind, field.type, hooks.on.get(("field", field.position), ()), field.span)
        for field in sorted(fields, key=lambda field: field.position)
    )


def _slots(symbols: Symbols) -> tuple[ir.Slot, ...]:
    slots = [slot for kind in symbols.kind_list for slot in kind.slots.values()]
    built: list[ir.Slot] = []
    for slot in sorted(slots, key=lambda slot: slot.position):
        default = None
        if slot.default is not None:
            context = Context("slot", self_kind=slot.kind, pure=not slot.effect)
            params = [(name, kind) for _, name, kind in slot.params]
            name = f"{symbols.kind_list[slot.kind].name}.{slot.name}"
            default = slot_routine(symbols, slot, name, params, slot.default, context, slot.span)
        locals_ = tuple(ir.LocalVar(name, kind) for _, name, kind in slot.params)
        built.append(ir.Slot(slot.name, slot.kind, slot.effect, locals_, slot.result, default, slot.span))
    return tuple(built)


def _state(symbols: Symbols) -> tuple[ir.StateVar, ...]:
    states = [*symbols.table_state.values(), *symbols.player_state.values()]
    states += [state for kind in symbols.kind_list for state in (*kind.further, *kind.state.values())]
    states += [state for content in symbols.content_list for state in content.state.values()]
    states.sort(key=lambda state: state.position)
    return (*_built_in(symbols), *(_state_var(symbols, state) for state in states))


def _built_in(symbols: Symbols) -> tuple[ir.StateVar, ...]:
    """`active` is nobody outside a turn; the first seat starts, no round has begun, and the scenario that was
    chosen is played.
    """
    variables: list[tuple[str, Type, ir.Expr]] = [
        (name, kind, ir.Const(value, kind, BUILT_IN))
        for name, kind, value in (
            ("active", OptT(PlayerT()), NONE),
            ("starter", PlayerT(), 0),
            ("round", Int(0, INT_MAX), 0),
        )
    ]
    if symbols.scenarios:
        option, kind = symbols.options.get("scenario"), OptT(ScenarioT())
        chosen = (
            ir.Const(NONE, kind, BUILT_IN)
            if option is None
            else ir.OptionGet(option.position, kind, BUILT_IN)
        )
        variables.append(("scenario", kind, chosen))
    return tuple(
        ir.StateVar(name, "table", None, None, kind, _default(symbols, name, value), False, BUILT_IN)
        for name, kind, value in variables
    )


def _default(symbols: Symbols, name: str, value: ir.Expr) -> int:
    kind, body = value.type, (ir.Return(value, BUILT_IN),)
    symbols.routines.append(ir.Routine(name, 0, (), kind, body, False, (), BUILT_IN))
    return len(symbols.routines) - 1


def _state_var(symbols: Symbols, state: StateSym) -> ir.StateVar:
    expr = state.default
    if expr is None and isinstance(state.type, OptT):
        expr = tree.Name("none", state.span)
    elif expr is None and isinstance(state.type, SetT):
        expr = tree.ListLiteral((), state.span)
    default = None
    if expr is not None:
        context = Context("default", pure=True)
        default = elaborate_expr_routine(
            symbols, state.name, [], expr, within(state.type), context, expr.span
        )
    return ir.StateVar(
        state.name, state.of, state.kind, state.content, state.type, default, state.lasting, state.span
    )


def _zones(symbols: Symbols) -> tuple[ir.Zone, ...]:
    zones = [*symbols.table_zones.values(), *symbols.player_zones.values()]
    return tuple(_zone(symbols, zone) for zone in sorted(zones, key=lambda zone: zone.position))


def _zone(symbols: Symbols, zone: ZoneSym) -> ir.Zone:
    when = zone.decl.when_empty.name if zone.decl.when_empty is not None else "stop"
    source = reshuffled(symbols, zone)
    return ir.Zone(
        zone.name,
        zone.of,
        zone.shape,
        zone.kinds,
        zone.visibility,
        zone.capacity,
        when,
        None if source is None else source.position,
        zone.decl.lasting,
        zone.span,
    )


def _boards(symbols: Symbols, gathered: Gathered) -> tuple[ir.Board, ...]:
    return tuple(
        ir.Board(
            board.name,
            board.shape,
            board.width,
            board.height,
            board.kind,
            edges(symbols, board, gathered.boards[name]) if board.shape == "graph" else (),
            board.span,
        )
        for name, board in symbols.boards.items()
    )


def _regions(symbols: Symbols) -> tuple[ir.Region, ...]:
    return tuple(
        ir.Region(
            region.name,
            region.title,
            region.board,
            tuple(space - symbols.board_list[region.board].base for space in region.spaces),
            None if region.scenario is None else symbols.scenarios[region.scenario].position,
            region.span,
        )
        for region in symbols.regions.values()
    )


# ---- What is chosen before play ----------------------------------------------------------------------------


def _options(symbols: Symbols, gathered: Gathered) -> tuple[ir.GameOption, ...]:
    fixed = dict(_settings(symbols, gathered.game.settings)) if gathered.game and gathered.base else {}
    options = [_option(symbols, decl, fixed) for decl in gathered.options.values()]
    scenario = symbols.options.get("scenario")
    if scenario is not None:
        names = ("none", *symbols.scenarios)
        values = (NONE, *range(len(symbols.scenarios)))
        options.append(
            ir.GameOption("scenario", "Scenario", scenario.type, NONE, values, names, scenario.span)
        )
    return tuple(options)


def _option(symbols: Symbols, decl: tree.OptionDecl, fixed: Mapping[int, int]) -> ir.GameOption:
    """An option; one that a campaign sets leaves no choice."""
    symbol = symbols.options[decl.name.name]
    values, names = _allowed(symbols, symbol.type)
    default = None
    if decl.default is not None:
        found = elaborate_constant(symbols, decl.default, symbol.type)
        default = found if isinstance(found, int) else None
    if symbol.position in fixed:
        default = fixed[symbol.position]
        values, names = (default,), tuple(n for v, n in zip(values, names, strict=True) if v == default)
    title = sentence_title(decl.title, symbol.name)
    return ir.GameOption(symbol.name, title, symbol.type, default, values, names, symbol.span)


def _allowed(symbols: Symbols, kind: Type) -> tuple[tuple[int, ...], tuple[str, ...]]:
    match kind:
        case Bool():
            return (0, 1), ("false", "true")
        case Int(low, high):
            return tuple(range(low, high + 1)), tuple(str(number) for number in range(low, high + 1))
        case EnumT(position):
            names = symbols.enum_list[position].names
            return tuple(range(len(names))), tuple(names)
        case LayoutT():
            layouts = layouts_of(symbols, kind)
            return tuple(each.position for each in layouts), tuple(each.name for each in layouts)
        case OptT(ScenarioT()):
            return (NONE, *range(len(symbols.scenarios))), ("none", *symbols.scenarios)
        case _:
            return (), ()


def _scenarios(symbols: Symbols, gathered: Gathered) -> tuple[ir.Scenario, ...]:
    return tuple(_scenario(symbols, name, decl) for name, decl in gathered.scenarios.items())


def _scenario(symbols: Symbols, name: str, decl: tree.ScenarioDecl) -> ir.Scenario:
    text, source = metas(symbols, decl)
    text = text or (decl.text.value if decl.text is not None else "")
    symbol = symbols.scenarios[name]
    return ir.Scenario(name, symbol.title, text, source, _settings(symbols, decl.settings), symbol.span)


def _settings(symbols: Symbols, entries: Iterable[tree.FieldEntry]) -> tuple[tuple[int, int], ...]:
    """Options with their values, as a scenario or a campaign sets them, each once."""
    settings: dict[str, tuple[int, int]] = {}
    seen: dict[str, tree.FieldEntry] = {}
    for entry in entries:
        word = entry.name.name
        if word in seen:
            symbols.findings.add("T0741", entry.name.span, [(seen[word].name.span, "first here")], name=word)
            continue
        seen[word] = entry
        value = setting(symbols, entry.name, entry.value)
        if value is not None:
            settings[word] = value
    return tuple(sorted(settings.values()))


def setting(symbols: Symbols, name: tree.Ident, value: tree.Expr) -> tuple[int, int] | None:
    """An option and its value as a scenario or a test sets them; None after a finding."""
    option = symbols.options.get(name.name)
    if option is None or (option.name == "scenario" and name.name != "scenario"):
        if name.name not in symbols.findings.broken:
            symbols.findings.add(
                "T0740", name.span, suggestion=nearest(name.name, symbols.options), name=name.name
            )
        return None
    symbols.used.add(("set", option.name))
    found = elaborate_constant(symbols, value, option.type)
    return (option.position, found) if isinstance(found, int) else None


# ---- What happens ------------------------------------------------------------------------------------------


def _effects(symbols: Symbols, hooks: Hooks) -> tuple[ir.Effect, ...]:
    built: list[ir.Effect] = []
    for effect in symbols.effects.values():
        params = [(name, kind) for _, name, kind in effect.params]
        decl = effect.decl
        if isinstance(decl, tree.PauseDecl):
            routine = pause_routine(symbols, effect, decl)
            built.append(ir.Effect(effect.name, routine, tuple("" for _ in params), None, (), effect.span))
            continue
        context = Context("flow" if isinstance(decl, tree.FlowDecl) else "effect")
        routine = elaborate_routine(
            symbols, effect.name, params, effect.result, decl.body or (), context, effect.span
        )
        says = None
        if isinstance(decl, tree.EffectDecl) and decl.says is not None:
            says = elaborate_template(symbols, decl.says, params, replace(context, pure=True))
        labels = tuple(label or "" for label, _, _ in effect.params)
        on = hooks.on.get(("effect", effect.position), ())
        built.append(ir.Effect(effect.name, routine, labels, says, on, effect.span))
    return tuple(built)
