"""Turns tests written in the language into steps with routines of their own, behind those of the game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from ..ir import board as geometry
from ..ir import program as ir
from ..ir.span import Span
from ..ir.types import Bool, Int, ListT, OptT, ScenarioT, ZoneT
from . import syntax as tree
from .actions import full_name
from .assemble import setting
from .elaborate import Context, elaborate_expr_routine, elaborate_routine
from .find import find_nodes
from .gather import Gathered
from .suggest import nearest
from .symbols import ActionSym, Symbols
from .types import BAD
from .walk import rebuild

TEST = Context("test")


def build_test(symbols: Symbols, gathered: Gathered, decl: tree.TestDecl) -> ir.Test:
    """The test with its steps; its routines follow those that `symbols` has already."""
    builder = _Builder(symbols, gathered, f'test "{decl.title.value}"')
    given = decl.given
    players = _players(symbols, given)
    builder.players = players
    scenario = _scenario(symbols, given)
    options = _options(symbols, given, scenario)
    return ir.Test(
        title=decl.title.value,
        players=players,
        options=options,
        scenario=builder.played(scenario) if "scenario" not in symbols.options else None,
        setup=given is not None and given.setup,
        layout=_layout(symbols, given),
        given=builder.given(given),
        steps=tuple(step for each in decl.steps if (step := builder.step(each)) is not None),
        at=decl.span,
    )


# ---- Given -------------------------------------------------------------------------------------------------


def _players(symbols: Symbols, given: tree.TestGiven | None) -> int:
    if given is None or given.players is None:
        return symbols.low_players
    if not symbols.low_players <= given.players <= symbols.high_players:
        symbols.findings.add(
            "T0753", given.span, count=given.players, low=symbols.low_players, high=symbols.high_players
        )
        return symbols.low_players
    return given.players


def _scenario(symbols: Symbols, given: tree.TestGiven | None) -> tree.Ident | None:
    """The scenario that a test plays, if there is such a one."""
    name = given.scenario if given is not None else None
    if name is None or name.name in symbols.scenarios:
        return name
    if name.name not in symbols.findings.broken:
        suggestion = nearest(name.name, symbols.scenarios)
        symbols.findings.add("T0752", name.span, suggestion=suggestion, name=name.name)
    return None


def _options(
    symbols: Symbols, given: tree.TestGiven | None, scenario: tree.Ident | None
) -> tuple[tuple[int, int], ...]:
    if given is None:
        return ()
    written = list(given.options)
    if scenario is not None and "scenario" in symbols.options:
        word = tree.Ident("scenario", scenario.span)
        written.append((word, tree.Name(scenario.name, scenario.span)))
    seen: dict[str, Span] = {}
    found: dict[int, int] = {}
    for name, value in written:
        if name.name in seen:
            symbols.findings.add("T0741", name.span, [(seen[name.name], "first here")], name=name.name)
            continue
        seen[name.name] = name.span
        chosen = setting(symbols, name, value)
        if chosen is not None:
            found[chosen[0]] = chosen[1]
    return tuple(sorted(found.items()))


def _layout(symbols: Symbols, given: tree.TestGiven | None) -> int | None:
    if given is None or given.layout is None:
        return None
    name = given.layout
    layout = symbols.layouts.get(name.name)
    if layout is None:
        if name.name not in symbols.findings.broken:
            suggestion = nearest(name.name, symbols.layouts)
            symbols.findings.add("T0754", name.span, suggestion=suggestion, name=name.name)
        return None
    symbols.used.add(("layout", layout.name))
    return layout.position


# ---- Steps -------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Builder:
    """Makes the routines of one test."""

    symbols: Symbols
    gathered: Gathered
    name: str
    players: int = 1

    def given(self, given: tree.TestGiven | None) -> int | None:
        if given is None or not given.body:
            return None
        return self.code(given.body, given.span)

    def played(self, scenario: tree.Ident | None) -> int | None:
        """A routine that puts a scenario into play: in a campaign no option does."""
        if scenario is None:
            return None
        at, kind = scenario.span, OptT(ScenarioT())
        value = ir.Const(self.symbols.scenarios[scenario.name].position, kind, at)
        body = (ir.SetState(ir.SCENARIO, None, value, at),)
        self.symbols.routines.append(ir.Routine(self.name, 0, (), None, body, False, (), at))
        return len(self.symbols.routines) - 1

    def code(self, body: tree.Block, at: Span) -> int:
        return elaborate_routine(self.symbols, self.name, [], None, body, TEST, at)

    def step(self, step: tree.TestStep) -> ir.Step | None:
        match step:
            case tree.TestWhen(what, span):
                if isinstance(what, tree.TestAnswer):
                    return self.answer(what)
                return ir.RunStep(self.code((what,), span), span)
            case tree.ExpectValue(value, span):
                return ir.ExpectStep(self.expect(value), span)
            case tree.ExpectOption(who, choice, possible, span):
                seat = self.seat(who)
                key, routine = self.choice(choice)
                return None if seat is None else ir.OptionStep(seat, key, routine, possible, span)
            case tree.ExpectSees(who, count, place, span):
                return self.sees(who, count, place, span)
            case tree.ExpectEnd(what, span):
                return ir.StatusStep(what, span)
            case _:
                assert_never(step)

    def answer(self, answer: tree.TestAnswer) -> ir.Step | None:
        key, routine = self.choice(answer.choice)
        if answer.who is None:
            return ir.AnswerStep(None, key, routine, answer.span)
        seat = self.seat(answer.who)
        return None if seat is None else ir.AnswerStep(seat, key, routine, answer.span)

    def sees(self, who: tree.Expr, count: tree.Expr, place: tree.Expr | None, span: Span) -> ir.Step | None:
        seat = self.seat(who)
        number = self.value(count, Int())
        where = None if place is None else self.value(place, ZoneT(()))
        return None if seat is None else ir.SeesStep(seat, number, where, span)

    def seat(self, who: tree.Expr) -> int | None:
        if not isinstance(who, tree.SeatLiteral):
            self.symbols.findings.add("T0751", who.span)
            return None
        if not 1 <= who.number <= self.players:
            self.symbols.findings.add("T0755", who.span, seat=who.number, count=self.players)
            return None
        return who.number - 1

    def value(self, expr: tree.Expr, expected: Bool | Int | ZoneT | None) -> int:
        return elaborate_expr_routine(self.symbols, self.name, [], expr, expected, TEST, expr.span)

    def expect(self, expr: tree.Expr) -> int:
        """A routine whose body is one expectation, so that a failed one can show both sides."""
        position = self.value(expr, Bool())
        made = self.symbols.routines[position]
        if made is not None and len(made.body) == 1 and isinstance(made.body[0], ir.Return):
            value = made.body[0].value
            if value is not None:
                body = (ir.Expect(value, expr.span),)
                self.symbols.routines[position] = replace(made, body=body, result=None)
        return position

    # ---- what is chosen: by the key of the option where a word says it, else by a value ----

    def choice(self, choice: tree.Expr) -> tuple[str | None, int | None]:
        """(key, routine) of what is chosen: one of the two is None."""
        match choice:
            case tree.Number(value):
                return str(value), None
            case tree.SeatLiteral(number):
                return f"seat{number}", None
            case tree.Name(name, span):
                return self.word(name, span)
            case tree.Call(tree.Name(name), arguments) if self.actions(name):
                return self.action_choice(choice, name, arguments)
            case tree.Member(tree.Name(owner), member) if f"{owner}.{member.name}" in self.own_actions():
                return f"{owner}.{member.name}", None
            case _:
                return None, self.value(choice, None)

    def word(self, name: str, span: Span) -> tuple[str | None, int | None]:
        symbols = self.symbols
        content = symbols.contents.get(name)
        if content is not None and symbols.kind_list[content.kind].word != "space":
            symbols.used.add(("content", name))
            return name, None
        value = symbols.values.get(name)
        if name in symbols.table_state or (value is not None and not value.params):
            return None, self.value(tree.Name(name, span), None)
        known = self.words()
        if name not in known and name not in symbols.findings.broken:
            symbols.findings.add("T0756", span, suggestion=nearest(name, known), name=name)
        return name, None

    def words(self) -> set[str]:
        """All words that can be the key of an option."""
        if self.gathered.option_words is None:
            self.gathered.option_words = self.find_words()
        return self.gathered.option_words

    def find_words(self) -> set[str]:
        symbols = self.symbols
        known = {"yes", "no", "done", "pass", "none", "true", "false"}
        known.update(name for enum in symbols.enum_list for name in enum.names)
        for board in symbols.board_list:
            known.update(board.space_names, geometry.DIRECTIONS.get(board.shape, ()))
        for table in (symbols.layouts, symbols.scenarios, symbols.actions, symbols.table_zones):
            known.update(table)
        gathered = self.gathered
        flows = (*gathered.flows.values(), *gathered.own_flows.values())
        for root in (*gathered.effects.values(), *gathered.actions.values(), *flows):
            known.update(option.name.name for option in find_nodes(root, tree.Option))
        known.update(action.name for action in symbols.action_list)
        for content in (*gathered.contents.values(), *gathered.kinds.values(), *gathered.tests):
            known.update(option.name.name for option in find_nodes(content, tree.Option))
        for hook in gathered.hooks:
            known.update(option.name.name for option in find_nodes(hook.decl, tree.Option))
        return known

    def actions(self, name: str) -> list[ActionSym]:
        """The actions of that name: components may bring several."""
        return [action for action in self.symbols.action_list if action.name == name]

    def own_actions(self) -> set[str]:
        """The actions that components bring, by their full names."""
        own = (action for action in self.symbols.action_list if action.kind is not None)
        return {full_name(self.symbols, action) for action in own}

    def action_choice(
        self, choice: tree.Call, name: str, arguments: tuple[tree.Argument, ...]
    ) -> tuple[str | None, int | None]:
        """An action with its parameters: by its key where one of them is a content of which there are
        several, as for every other question.
        """
        action = self.meant(name, arguments)
        wanted = len(action.decl.params) + (action.kind is not None)
        if len(arguments) != wanted:
            related = [(action.span, "declared here")]
            self.symbols.findings.add(
                "T0757", choice.span, related, name=name, count=len(arguments), wanted=wanted
            )
        if any(self.several(argument.value) for argument in arguments):
            keys = [self.key(argument.value) for argument in arguments]
            if None not in keys:
                return f"{name}({','.join(key or '' for key in keys)})", None
        return None, self.action(action, arguments, choice.span)

    def meant(self, name: str, arguments: tuple[tree.Argument, ...]) -> ActionSym:
        """Which of the actions of one name is meant: the component that brings it comes first."""
        found = self.actions(name)
        first = arguments[0].value if arguments else None
        word = first.name if isinstance(first, tree.Name) else ""
        word = first.what.name if isinstance(first, tree.OfExpr) else word
        content = self.symbols.contents.get(word)
        fitting = [each for each in found if content is not None and each.content == content.position]
        fitting += [each for each in found if content is not None and each.kind == content.kind]
        return (fitting or found)[0]

    def key(self, value: tree.Expr) -> str | None:
        """What a parameter is called in the key of an action; `axe of seat 1` is any axe of that seat."""
        match value:
            case tree.OfExpr(what, tree.SeatLiteral(number)) if what.name in self.symbols.contents:
                return f"{what.name}@{number}"
            case _:
                return self.choice(value)[0]

    def several(self, value: tree.Expr) -> bool:
        """Whether it is the name of a content, perhaps of a seat, that more than one component has."""
        match value:
            case tree.Name(name):
                content = self.symbols.contents.get(name)
                return content is not None and content.total > 1
            case tree.OfExpr(what, tree.SeatLiteral()):
                content = self.symbols.contents.get(what.name)
                return content is not None and content.count > 1
            case _:
                return False

    def action(self, action: ActionSym, arguments: tuple[tree.Argument, ...], span: Span) -> int:
        """A routine that gives the action's position and its arguments, as `Act` offers them."""
        symbols = self.symbols
        items: list[ir.Expr] = [ir.Const(action.position, Int(), span)]
        locals_: list[ir.LocalVar] = []
        for argument in arguments:
            made = symbols.routines[self.value(argument.value, None)]
            given = made.body[0] if made is not None else None
            if made is not None and isinstance(given, ir.Return) and given.value is not None:
                items.append(_shifted(given.value, len(locals_)))
                locals_ += made.locals
        kind = ListT(BAD, len(items))
        body = (ir.Return(ir.ListOf(tuple(items), kind, span), span),)
        symbols.routines.append(ir.Routine(self.name, 0, tuple(locals_), kind, body, False, (), span))
        return len(symbols.routines) - 1


def _shifted(expr: ir.Expr, by: int) -> ir.Expr:
    """The expression with its locals moved up, to stand in a routine that has others before them."""

    def move(node: object) -> object:
        if by and isinstance(node, ir.Local | ir.Each | ir.Bind):
            return replace(node, slot=node.slot + by)
        return node

    return rebuild(expr, move)
