"""Turns the open question as the machine has it into a `Decision`: keys, labels and help, as its seat may
see them; and makes options that are alike one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeAlias

from ..ir.program import Act, Choose, Draw, Menu, Pick, Program, Roll, Shuffle, Template, Window
from ..ir.types import ContentT, Int, KindT, ListT, ScenarioT, SetT, Type
from ..ir.world import WaitingStmt, World
from .alike import Mark, Marker
from .events import Part
from .game import Decision, Option
from .knowledge import Eye, eye, identified
from .names import (
    elements,
    hidden_title,
    is_component,
    namer,
    spoken,
    text,
    title,
    value_key,
    words,
    zone_title,
)
from .state import Frame, Pending, Raw, State, Value

Show: TypeAlias = Callable[[Template, Sequence[Value]], Sequence[Part]]
"""Works out a text with these locals: what an engine lends to `decision`."""

ANYTHING = KindT(-1)


# ---- What stands in an option ------------------------------------------------------------------------------


def asked_by(state: State, world: World) -> WaitingStmt:
    """The statement that put the open question."""
    frame = state.frames[-1]
    return world.points[frame.routine][frame.point]


def option_types(world: World, statement: WaitingStmt, option: Raw, frame: Frame) -> tuple[Type, ...]:
    """The types of what stands in an option of a question put by `statement` in `frame`."""
    match statement:
        case Choose(source=source) | Pick(source=source):
            return (element_type(source.type),) if option else ()
        case Act():
            return (Int(), *parameter_types(world, option[0])[: len(option) - 1]) if option else ()
        case Roll():
            die = frame.locals[statement.list_slot][frame.locals[statement.index_slot]]
            return (world.program.kinds[world.kind[die]].face_type or Int(),)
        case Shuffle() | Draw():
            return (ANYTHING,)
        case _:
            return (Int(),)


def element_type(source: Type) -> Type:
    """The type of the elements of what is chosen from."""
    return source.of if isinstance(source, ListT | SetT) else source


def parameter_types(world: World, action: int) -> tuple[Type, ...]:
    """The types of an action's parameters."""
    program = world.program
    results = (program.routines[source].result for source in program.actions[action].sources)
    return tuple(element_type(result) for result in results if result is not None)


def action_name(program: Program, action: int) -> str:
    """The name of an action, behind that of the content or kind that brings it."""
    declared = program.actions[action]
    if declared.content is not None:
        return f"{program.contents[declared.content].name}.{declared.name}"
    return declared.name if declared.kind is None else f"{program.kinds[declared.kind].name}.{declared.name}"


def given_slots(program: Program, statement: Act, action: int) -> tuple[int, ...]:
    """The locals whose values an action's routines take behind the actor when `statement` offers it: those of
    its window, unless it is offered outside of that, too.
    """
    declared = program.actions[action]
    own = program.routines[declared.body].params == 1 + len(declared.sources)
    return () if own or statement.window is None else statement.window.given


# ---- Options that are alike --------------------------------------------------------------------------------


def group(
    state: State,
    world: World,
    seat: int,
    kind: str,
    options: Sequence[Raw],
    types: Callable[[Raw], Sequence[Type]],
) -> tuple[Raw, ...]:
    """The options of a seat's question with those that are alike made one, which holds the lowest numbers.

    `kind` is the question's (see `Pending`), `types` gives those of what stands in an option. Options keep
    their order, but those with something unidentified in them come last (of an action: last of that
    action's), sorted by where it lies: where it stands among the others would say something about what it
    is.
    """
    typed = [types(option) for option in options]
    if not any(is_component(world, type_) for own in typed for type_ in own):
        return tuple(options)
    marker = Marker(state, world, eye(world, seat))
    found: dict[Mark, Raw] = {}
    blind: set[Mark] = set()
    for option, own in zip(options, typed, strict=True):
        mark = marker.option(option, own)
        if any(marker.blind(value, type_) for value, type_ in zip(option, own, strict=True)):
            blind.add(mark)
        found[mark] = min(found.get(mark, option), option)
    if blind:
        marks = sorted(
            found, key=lambda m: (m[0] if kind == "act" else (), *((True, m) if m in blind else (False,)))
        )
        return tuple(found[mark] for mark in marks)
    return tuple(found.values())


def unseen(state: State, world: World, seat: int, option: Raw, types: Sequence[Type]) -> bool:
    """Whether something stands in an option that the seat has not identified."""
    who = eye(world, seat)
    return any(
        not identified(state, component, who)
        for value, type_ in zip(option, types, strict=True)
        for component in elements(world, value, type_)
    )


def lot(
    state: State,
    world: World,
    seat: int,
    chosen: Raw,
    options: Sequence[Raw],
    types: Callable[[Raw], Sequence[Type]],
) -> tuple[Raw, ...]:
    """What the seat may mean by an option with something unidentified in it: all of these options that it
    cannot tell from it, in their order. It may not get the lowest number for that, which would say something
    about what it is: chance decides.
    """
    marker = Marker(state, world, eye(world, seat))
    wanted = marker.option(chosen, types(chosen))
    return tuple(option for option in options if marker.option(option, types(option)) == wanted)


# ---- Keys --------------------------------------------------------------------------------------------------


Typed: TypeAlias = tuple[Raw, tuple[Type, ...]]
"""An option with the types of what stands in it."""


def keys(state: State, world: World) -> list[str]:
    """The key of each option of the open question, as the seat that is asked may see it."""
    return _keys(state, world, _typed(state, world))


def _typed(state: State, world: World) -> list[Typed]:
    pending, frame, statement = _open(state), state.frames[-1], asked_by(state, world)
    return [(option, option_types(world, statement, option, frame)) for option in pending.options]


def _keys(state: State, world: World, typed: list[Typed]) -> list[str]:
    statement, name = asked_by(state, world), namer(world, state, eye(world, _open(state).seat))
    return [
        _key(
            world, statement, option, [value_key(world, v, t, name) for v, t in zip(option, own, strict=True)]
        )
        for option, own in typed
    ]


def _open(state: State) -> Pending:
    assert state.pending is not None, "only an open question has options"
    return state.pending


def _key(world: World, statement: WaitingStmt, option: Raw, parts: list[str]) -> str:
    match statement:
        case Menu():
            return statement.options[option[0]].id
        case Act():
            if not option:
                return "pass"
            if len(parts) == 1:
                return action_name(world.program, option[0])
            name = world.program.actions[option[0]].name
            return parts[-1] if statement.step_by_step else f"{name}({','.join(parts[1:])})"
        case _:
            return parts[0] if parts else "done"


# ---- The question ------------------------------------------------------------------------------------------


def decision(state: State, world: World, show: Show) -> Decision | None:
    """The open question as its seat may see it; None where there is none."""
    if state.pending is None:
        return None
    pending, statement = state.pending, asked_by(state, world)
    who = eye(world, pending.seat)
    asked = _Asked(state, world, statement, who, show)
    typed = _typed(state, world)
    options = tuple(
        Option(key, label, weight, asked.help(option, own))
        for key, label, weight, (option, own) in zip(
            _keys(state, world, typed),
            asked.labels(typed),
            pending.weights or (1,) * len(typed),
            typed,
            strict=True,
        )
    )
    return Decision(pending.seat, pending.kind, asked.prompt(), options, statement.at)


class _Asked:
    """The words of one question."""

    def __init__(self, state: State, world: World, statement: WaitingStmt, who: Eye, show: Show) -> None:
        self._state = state
        self._world = world
        self._statement = statement
        self._who = who
        self._show = show
        self._locals = state.frames[-1].locals

    def prompt(self) -> str:
        """What is asked; an engine's own words where an author cannot write any."""
        match self._statement:
            case Choose() | Menu():
                return self._text(self._statement.prompt, self._locals)
            case Act(window=Window(prompt)):
                return self._text(prompt, self._locals)
            case Act():
                return "Choose an action"
            case Roll():
                die = self._locals[self._statement.list_slot][self._locals[self._statement.index_slot]]
                return f"Roll {title(self._world, die)}"
            case Shuffle():
                return f"Shuffle {zone_title(self._world, self._locals[self._statement.zone_slot])}"
            case _:
                return "Draw at random"

    def labels(self, options: Sequence[Typed]) -> list[str]:
        """A label each; where several would read the same, with the places of the components in them."""
        plain = [self._label(option, types, placed=False) for option, types in options]
        counts = Counter(plain)
        return [
            label if counts[label] == 1 else self._label(option, types, placed=True)
            for label, (option, types) in zip(plain, options, strict=True)
        ]

    def _label(self, option: Raw, types: tuple[Type, ...], *, placed: bool) -> str:
        statement, world = self._statement, self._world

        def name(component: int) -> str:
            return self._component(component, placed=placed)

        if isinstance(statement, Menu):
            return self._text(statement.options[option[0]].label, self._locals)
        said = [words(world, value, type_, name) for value, type_ in zip(option, types, strict=True)]
        if not said:
            return "pass" if isinstance(statement, Act) else "done"
        if not isinstance(statement, Act):
            return said[0]
        if statement.step_by_step and len(said) > 1:
            return said[-1]
        return self._action(statement, option, said, placed=placed)

    def _action(self, statement: Act, option: Raw, said: list[str], *, placed: bool) -> str:
        action = self._world.program.actions[option[0]]
        places = f" ({', '.join(said[1:])})" if len(said) > 1 else ""
        if action.label is None or len(option) <= len(action.sources):
            return spoken(action.name) + (places if action.label is None else "")
        given = [self._locals[slot] for slot in given_slots(self._world.program, statement, option[0])]
        label = self._text(action.label, (_open(self._state).seat, *given, *option[1:]))
        return label + (places if placed else "")

    def _component(self, component: int, *, placed: bool) -> str:
        state, world = self._state, self._world
        zone = state.place[component]
        position = state.zones[zone].index(component)
        if not identified(state, component, self._who):
            return hidden_title(world, component, zone, position)
        if not placed:
            return title(world, component)
        where = f", place {position + 1}" if world.places[zone].ordered else ""
        return f"{title(world, component)} ({zone_title(world, zone)}{where})"

    def help(self, option: Raw, types: tuple[Type, ...]) -> str:
        """The printed texts of what stands in an option, as far as its seat may read them."""
        world, texts = self._world, []
        for value, type_ in zip(option, types, strict=True):
            texts += [
                world.program.contents[world.content[component]].text
                for component in elements(world, value, type_)
                if identified(self._state, component, self._who)
            ]
            match type_:
                case ContentT():
                    texts.append(world.program.contents[value].text)
                case ScenarioT() if value >= 0:
                    texts.append(world.program.scenarios[value].text)
                case _:
                    pass
        return "\n".join(dict.fromkeys(text for text in texts if text))

    def _text(self, template: Template, values: Sequence[Value]) -> str:
        written = text(self._world, self._show(template, values), self._who)
        return written[:1].upper() + written[1:]
