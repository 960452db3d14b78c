"""Builds small programs by hand, so that engines are tested without the front end."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

import pytest

from tafl.dsl.points import finish
from tafl.interpreter.engine import Playing, bare, begin
from tafl.interpreter.errors import FUEL
from tafl.interpreter.game import GameFault
from tafl.interpreter.load import load
from tafl.interpreter.machine import Machine
from tafl.interpreter.opening import first_state
from tafl.ir import program as ir
from tafl.ir.span import Span
from tafl.ir.types import NONE, Bool, Int, KindT, ListT, OptT, PlayerT, ScenarioT, Type, ZoneT

INT, BOOL, PLAYER, ANYTHING, ZONE = Int(), Bool(), PlayerT(), KindT(-1), ZoneT(())

Vars: TypeAlias = Sequence[tuple[str, Type]]
"""Parameters or locals by name."""

_lines = iter(range(1, 1_000_000))


def at() -> Span:
    """A place that no other node has, so that a fault can be told by it."""
    line = next(_lines)
    return Span("built.tafl", line, 1, line, 2)


# ---- Expressions -------------------------------------------------------------------------------------------


def num(value: int) -> ir.Const:
    return ir.Const(value, Int(value, value), at())


def flag(value: bool) -> ir.Const:
    return ir.Const(int(value), BOOL, at())


def const(value: int | tuple[int, ...], of: Type) -> ir.Const:
    return ir.Const(value, of, at())


def nums(*values: int) -> ir.Const:
    return ir.Const(values, ListT(INT, len(values)), at())


def loc(slot: int, of: Type = INT) -> ir.Local:
    return ir.Local(slot, of, at())


def get(var: int, index: ir.Expr | None = None, of: Type = INT) -> ir.StateGet:
    return ir.StateGet(var, index, of, at())


def arith(op: str, left: ir.Expr, right: ir.Expr) -> ir.Arith:
    return ir.Arith(op, left, right, INT, at())


def compare(op: str, left: ir.Expr, right: ir.Expr) -> ir.Compare:
    return ir.Compare(op, left, right, BOOL, at())


def both(left: ir.Expr, right: ir.Expr) -> ir.Logic:
    return ir.Logic("and", left, right, BOOL, at())


def lib(name: str, *args: ir.Expr, of: Type = INT) -> ir.Lib:
    return ir.Lib(name, args, of, at())


def items(*parts: ir.Expr, of: Type = INT) -> ir.ListOf:
    return ir.ListOf(parts, ListT(of, len(parts)), at())


def every(kind: int, content: int | None = None, owner: ir.Expr | None = None) -> ir.Population:
    return ir.Population(kind, content, owner, ListT(KindT(kind), 100), at())


def zone(number: int, seat: ir.Expr | None = None) -> ir.ZoneOf:
    return ir.ZoneOf(number, seat, ZONE, at())


def call(value: int, *args: ir.Expr, of: Type = INT, charge: bool = False) -> ir.CallValue:
    return ir.CallValue(value, args, charge, of, at())


def query(
    form: str,
    *clauses: ir.Each | ir.Bind,
    where: ir.Expr | None = None,
    body: ir.Expr | None = None,
    by: Sequence[ir.Expr] = (),
    of: Type = INT,
) -> ir.Query:
    return ir.Query(form, clauses, where, body, tuple(by), of, at())


def each(slot: int, source: ir.Expr) -> ir.Each:
    return ir.Each(slot, source, at())


def text(*parts: str | ir.Expr) -> ir.Template:
    return ir.Template(parts, at())


# ---- Statements --------------------------------------------------------------------------------------------


def put(slot: int, value: ir.Expr) -> ir.SetLocal:
    return ir.SetLocal(slot, value, at())


def store(var: int, value: ir.Expr, index: ir.Expr | None = None) -> ir.SetState:
    return ir.SetState(var, index, value, at())


def note(var: int, digit: int | ir.Expr) -> ir.SetState:
    """Append a digit to a number, so that the order in which things happen can be read off it."""
    written = num(digit) if isinstance(digit, int) else digit
    return store(var, arith("add", arith("mul", get(var), num(10)), written))


def do(effect: int, *args: ir.Expr, result: int | None = None) -> ir.CallEffect:
    return ir.CallEffect(effect, args, result, False, 0, at())


def ret(value: ir.Expr | None = None) -> ir.Return:
    return ir.Return(value, at())


def when(test: ir.Expr, *then: ir.Stmt, otherwise: Sequence[ir.Stmt] = ()) -> ir.If:
    return ir.If(test, then, tuple(otherwise), at())


def move(what: ir.Expr, to: ir.Expr, place: str | None = None, face: str | None = None) -> ir.Move:
    return ir.Move(what, to, place, face, at())


def choose(
    slot: int,
    source: ir.Expr,
    *body: ir.Stmt,
    by: ir.Expr | None = None,
    otherwise: Sequence[ir.Stmt] = (),
) -> ir.Choose:
    """`choose` one: hidden slots are not used."""
    seat = by or const(0, PLAYER)
    return ir.Choose(
        slot, source, seat, text("Which?"), False, None, None, 0, 0, 0, body, tuple(otherwise), 0, at()
    )


def several(
    slots: tuple[int, int, int, int],
    source: ir.Expr,
    low: ir.Expr | None,
    high: ir.Expr | None,
    *body: ir.Stmt,
    otherwise: Sequence[ir.Stmt] = (),
) -> ir.Choose:
    """`choose` of several: slots of the answer, the candidates, low and high."""
    slot, left, least, most = slots
    seat = const(0, PLAYER)
    return ir.Choose(
        slot,
        source,
        seat,
        text("Which?"),
        True,
        low,
        high,
        left,
        least,
        most,
        body,
        tuple(otherwise),
        0,
        at(),
    )


def menu(*options: tuple[str, ir.Expr | None, Sequence[ir.Stmt]], seat: int = 0) -> ir.Menu:
    built = tuple(ir.MenuOption(name, text(name), test, tuple(body), at()) for name, test, body in options)
    return ir.Menu(const(seat, PLAYER), text("What?"), built, 0, at())


def over(*outcome: int) -> ir.EndGame:
    return ir.EndGame(const(outcome, ListT(INT, len(outcome))) if outcome else None, at())


# ---- Programs ----------------------------------------------------------------------------------------------


class Build:
    """A program in the making; each method adds a declaration and returns its position."""

    def __init__(self, players: tuple[int, int] = (2, 2), scenarios: Sequence[str] = ()) -> None:
        self.players = players
        self.options: list[ir.GameOption] = []
        self.enums: list[ir.Enum] = []
        self.kinds: list[ir.Kind] = []
        self.fields: list[ir.Field] = []
        self.slots: list[ir.Slot] = []
        self.contents: list[ir.Content] = []
        self.states: list[ir.StateVar] = []
        self.zones: list[ir.Zone] = []
        self.boards: list[ir.Board] = []
        self.layouts: list[ir.Layout] = []
        self.regions: list[ir.Region] = []
        self.scenarios: list[ir.Scenario] = []
        self.values: list[ir.Value] = []
        self.effects: list[ir.Effect] = []
        self.phases: list[ir.PhaseDecl] = []
        self.actions: list[ir.Action] = []
        self.hooks: list[ir.Hook] = []
        self.routines: list[ir.Routine] = []
        self.flows: dict[str, int] = {}
        self.cooperative = False
        self.evaluation: int | None = None
        self.state("active", OptT(PLAYER))
        self.state("starter", PLAYER)
        self.state("round", INT)
        if scenarios:
            self._with_scenarios(scenarios)

    def _with_scenarios(self, names: Sequence[str]) -> None:
        """Scenarios that set no option, and the option which of them is played."""
        self.scenarios += [ir.Scenario(name, "", "", "", (), at()) for name in names]
        values, kind = (NONE, *range(len(names))), OptT(ScenarioT())
        self.options.append(ir.GameOption("scenario", "", kind, NONE, values, ("none", *names), at()))
        chosen = self.expression(ir.OptionGet(0, kind, at()))
        self.states.append(ir.StateVar("scenario", "table", None, None, kind, chosen, False, at()))

    def routine(
        self,
        name: str,
        *body: ir.Stmt,
        params: Vars = (),
        locals_: Vars = (),
        result: Type | None = None,
    ) -> int:
        variables = tuple(ir.LocalVar(n, of) for n, of in (*params, *locals_))
        self.routines.append(ir.Routine(name, len(params), variables, result, body, False, (), at()))
        return len(self.routines) - 1

    def expression(self, value: ir.Expr, locals_: Vars = ()) -> int:
        """A routine that only returns a value."""
        return self.routine("expression", ret(value), locals_=locals_, result=value.type)

    def kind(
        self,
        name: str,
        word: str = "card",
        back: str = "",
        live: int | None = None,
        faces: Sequence[int] = (),
    ) -> int:
        face_type = INT if faces else None
        self.kinds.append(ir.Kind(name, word, name, back or name, live, tuple(faces), face_type, at()))
        return len(self.kinds) - 1

    def content(
        self,
        kind: int,
        name: str,
        count: int = 1,
        *,
        own: bool = False,
        fields: Sequence[tuple[int, int]] = (),
        slots: Sequence[tuple[int, int]] = (),
    ) -> int:
        self.contents.append(
            ir.Content(name, name, "", "", kind, count, own, tuple(fields), tuple(slots), at())
        )
        return len(self.contents) - 1

    def state(
        self,
        name: str,
        of: Type = INT,
        owner: str = "table",
        *,
        kind: int | None = None,
        content: int | None = None,
        default: int | None = None,
        lasting: bool = False,
    ) -> int:
        start = None if default is None else self.expression(num(default))
        self.states.append(ir.StateVar(name, owner, kind, content, of, start, lasting, at()))
        return len(self.states) - 1

    def zone(
        self,
        name: str,
        shape: str = "pile",
        owner: str = "table",
        *,
        kinds: Sequence[int] = (),
        visibility: str = "open",
        capacity: int | None = None,
        when_empty: str = "stop",
        reshuffle: int | None = None,
        lasting: bool = False,
    ) -> int:
        held = tuple(kinds)
        self.zones.append(
            ir.Zone(name, owner, shape, held, visibility, capacity, when_empty, reshuffle, lasting, at())
        )
        return len(self.zones) - 1

    def board(
        self,
        name: str,
        shape: str,
        width: int,
        height: int,
        kind: int,
        edges: Sequence[tuple[int, int]] = (),
    ) -> int:
        self.boards.append(ir.Board(name, shape, width, height, kind, tuple(edges), at()))
        return len(self.boards) - 1

    def value(self, name: str, routine: int) -> int:
        self.values.append(ir.Value(name, routine, (), at()))
        return len(self.values) - 1

    def effect(self, name: str, routine: int, says: ir.Template | None = None) -> int:
        self.effects.append(ir.Effect(name, routine, (), says, (), at()))
        return len(self.effects) - 1

    def hook(
        self,
        word: str,
        name: str,
        body: int,
        *,
        effect: int | None = None,
        value: int | None = None,
        field: int | None = None,
        phase: int | None = None,
        where: int | None = None,
        param: int | None = None,
        content: int | None = None,
        scenario: int | None = None,
        rank: int = 0,
        after: Sequence[int] = (),
    ) -> int:
        """A hook on one target, behind those that it has."""
        self.hooks.append(
            ir.Hook(word, name, where, body, param, content, scenario, rank, tuple(after), at())
        )
        number = len(self.hooks) - 1
        if effect is not None:
            self.effects[effect] = replace(self.effects[effect], hooks=(*self.effects[effect].hooks, number))
        if value is not None:
            self.values[value] = replace(self.values[value], hooks=(*self.values[value].hooks, number))
        if field is not None:
            self.fields[field] = replace(self.fields[field], hooks=(*self.fields[field].hooks, number))
        if phase is not None:
            self.phases[phase] = replace(self.phases[phase], hooks=(*self.phases[phase].hooks, number))
        return number

    def flow(self, name: str, *body: ir.Stmt, locals_: Vars = ()) -> int:
        """`setup`, `play` or `scoring`."""
        self.flows[name] = self.effect(name, self.routine(name, *body, locals_=locals_))
        return self.flows[name]

    def program(self) -> ir.Program:
        return finish(
            ir.Program(
                name="built",
                title="Built",
                packs=(("built", "1"),),
                language=1,
                content_hash="",
                low_players=self.players[0],
                high_players=self.players[1],
                cooperative=self.cooperative,
                options=tuple(self.options),
                enums=tuple(self.enums),
                kinds=tuple(self.kinds),
                fields=tuple(self.fields),
                slots=tuple(self.slots),
                contents=tuple(self.contents),
                state=tuple(self.states),
                zones=tuple(self.zones),
                boards=tuple(self.boards),
                layouts=tuple(self.layouts),
                regions=tuple(self.regions),
                scenarios=tuple(self.scenarios),
                values=tuple(self.values),
                effects=tuple(self.effects),
                phases=tuple(self.phases),
                actions=tuple(self.actions),
                hooks=tuple(self.hooks),
                routines=tuple(self.routines),
                setup=self.flows.get("setup"),
                play=self.flows.get("play"),
                scoring=self.flows.get("scoring"),
                evaluation=self.evaluation,
                tests=(),
            )
        )

    def bare(self, players: int | None = None, options: tuple[int, ...] = (), **more: bool) -> Playing:
        """A game of which nothing has run."""
        return bare(self.program(), players or self.players[0], options, 7, **more)

    def open(
        self, players: int | None = None, seed: int = 7, options: tuple[int, ...] = (), **more: bool
    ) -> Playing:
        """A game at its first decision."""
        return begin(self.program(), players or self.players[0], options, seed, **more)


def evaluate(value: ir.Expr, build: Build | None = None, locals_: Vars = ()) -> object:
    """What an expression comes to in a game of which nothing has run."""
    build = build or Build()
    routine = build.expression(value, locals_)
    return build.bare().evaluate(routine)


def charged(value: ir.Expr, build: Build | None = None, locals_: Vars = ()) -> int:
    """Units of fuel that an expression takes."""
    build = build or Build()
    routine = build.expression(value, locals_)
    code = load(build.program(), 2)
    machine = Machine(code, first_state(code, (), 1))
    compiled = code.routines[routine]
    assert compiled.expression is not None
    compiled.expression(machine, compiled.blank[:])
    return FUEL - machine.fuel


def fault_of(value: ir.Expr, build: Build | None = None) -> GameFault:
    """The fault of an expression."""
    with pytest.raises(GameFault) as caught:
        evaluate(value, build)
    return caught.value
