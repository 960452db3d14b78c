"""Turns a state into what one seat may see of it now, as plain JSON data: the only place where that is
decided.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, TypeAlias

from ..ir.program import ACTIVE, SCENARIO, STARTER, StateVar
from ..ir.types import NONE, Bool, Int, ListT, OptT, SetT, Type
from ..ir.world import BOX, World
from . import together
from .game import CHANCE
from .knowledge import Eye, eye, identified, looks
from .names import (
    component_key,
    look_title,
    members,
    namer,
    space_key,
    space_title,
    title,
    value_key,
)
from .options import Show, action_name, decision
from .state import OVER, State, Value

View: TypeAlias = dict[str, Any]


def view(state: State, world: World, seat: int | None, show: Show) -> View:
    """What `seat` may see (None: what everybody sees), as `schemas/view.schema.json` describes it.

    Seats are numbers from 0. Other values are their keys, but integers, true and false, and null for none
    and for what is not set.
    """
    program, look = world.program, _Viewer(state, world, eye(world, seat))
    asked = state.pending.seat if state.pending is not None else None
    return {
        "game": program.name,
        "title": program.title,
        "seat": seat,
        "players": world.players,
        "options": {
            option.name: look.value(value, option.type)
            for option, value in zip(program.options, state.options, strict=True)
        },
        "to_move": _to_move(state, world, seat),
        "table": {"state": look.variables("table", 0), "zones": look.zones(NONE)},
        "seats": [look.seat(number) for number in world.seats],
        "boards": [look.board(number) for number in range(len(world.boards))],
        "box": look.box(),
        "question": _question(state, world, show) if seat is not None and asked == seat else None,
        "result": _result(state),
    }


def _to_move(state: State, world: World, seat: int | None) -> int | str | None:
    """Who is asked. That chance decides for a seat what it has taken unseen is part of what others may not
    know while a `together` is open.
    """
    asked = state.pending.seat if state.pending is not None else None
    if asked != CHANCE:
        return asked
    whose = together.seat_asked(state, world)
    return "chance" if whose in (None, seat) else whose


def _question(state: State, world: World, show: Show) -> View:
    question = decision(state, world, show)
    assert question is not None, "the caller has looked"
    return {
        "kind": question.kind,
        "prompt": question.prompt,
        "options": [{"key": o.key, "label": o.label, "help": o.help} for o in question.options],
    }


def _result(state: State) -> View | None:
    if state.stage != OVER or state.result is None:
        return None
    result = state.result
    return {
        "outcome": list(result.outcome),
        "ranking": list(result.ranking),
        "scores": list(result.scores) or None,
    }


class _Viewer:
    """One pair of eyes on one state."""

    def __init__(self, state: State, world: World, who: Eye) -> None:
        self._state = state
        self._world = world
        self._who = who
        self._name = namer(world, state, who)
        self._declared: dict[tuple[str, int | None], list[tuple[int, StateVar]]] = {}
        for number, var in enumerate(world.program.state):
            if not var.further:
                self._declared.setdefault((var.of, var.kind), []).append((number, var))

    # ---- Values
    # ----------------------------------------------------------------------------------------------

    def value(self, value: Value, type_: Type) -> Any:
        """A value as JSON data."""
        match type_:
            case ListT(of):
                return self._several(value, of)
            case SetT(of):
                return None if value == NONE else self._several(members(value, of), of)
            case _ if value == NONE:
                return None
            case OptT(of):
                return self.value(value, of)
            case Int():
                return value
            case Bool():
                return bool(value)
            case _:
                return value_key(self._world, value, type_, self._name)

    def _several(self, values: Iterable[Value], of: Type) -> list[Any]:
        """Elements in order, unidentified ones last and by place: where one stands among others may tell
        what it is.
        """
        found = [self.value(value, of) for value in values]
        hidden = [item for item in found if isinstance(item, str) and item.startswith("?")]
        return [item for item in found if item not in hidden] + sorted(hidden)

    def variables(self, of: str, index: int, kind: int | None = None, content: int | None = None) -> View:
        """The state variables of the table, a seat, a space or a component."""
        return {
            var.name: self.value(self._variable(number, index), var.type)
            for number, var in self._declared.get((of, kind), ())
            if var.content in (None, content)
        }

    def _variable(self, number: int, index: int) -> Value:
        value = self._state.slots[self._world.offset[number] + index]
        # Outside a turn the active seat is the starter.
        return self._state.slots[self._world.offset[STARTER]] if value == NONE and number == ACTIVE else value

    # ---- Components
    # ------------------------------------------------------------------------------------------

    def components(self, zone: int) -> list[View]:
        """What lies in a zone: in its order, or identified ones first; unidentified ones that look alike
        are counted, in an ordered zone where they lie side by side.
        """
        lying = self._state.zones[zone]
        if not lying:
            return []
        if not self._world.places[zone].ordered:
            known = [c for c in lying if identified(self._state, c, self._who)]
            return [self._component(c) for c in known] + self._counted(set(lying).difference(known))
        return list(self._runs(lying))

    def _runs(self, lying: Iterable[int]) -> Iterator[View]:
        of = looks(self._world).of
        for key, run in groupby(lying, lambda c: None if identified(self._state, c, self._who) else of[c]):
            if key is None:
                yield from map(self._component, run)
            else:
                yield from self._counted(run)

    def _counted(self, hidden: Iterable[int]) -> list[View]:
        counts: dict[tuple[int, tuple[int, ...]], int] = {}
        for component in hidden:
            seen = looks(self._world).of[component], self._spaces(component)
            counts[seen] = counts.get(seen, 0) + 1
        return [self._back(look, spaces, count) for (look, spaces), count in sorted(counts.items())]

    def _back(self, number: int, spaces: tuple[int, ...], count: int) -> View:
        look = looks(self._world).all[number]
        shown: View = {"back": look.back, "title": look_title(self._world, look.members[0]), "count": count}
        if look.owner != NONE:
            shown["owner"] = look.owner
        return shown | self._taking(spaces)

    def _spaces(self, component: int) -> tuple[int, ...]:
        """All spaces that a component takes, where it takes more than the one where it lies."""
        further = [self._state.slots[slot] for slot in self._world.further[component]]
        first = self._world.places[self._state.place[component]].space
        return (first, *(s for s in further if s != NONE)) if any(s != NONE for s in further) else ()

    def _taking(self, spaces: tuple[int, ...]) -> View:
        return {"spaces": [space_key(self._world, space) for space in spaces]} if spaces else {}

    def _component(self, component: int) -> View:
        state, world = self._state, self._world
        kind = world.program.kinds[world.kind[component]]
        shown: View = {
            "key": component_key(world, component),
            "kind": kind.name,
            "content": world.program.contents[world.content[component]].name,
            "title": title(world, component),
            "face_up": bool(state.face[component]),
        }
        if world.owner[component] != NONE:
            shown["owner"] = world.owner[component]
        if kind.word == "die":
            shown["shows"] = self.value(state.die[component], kind.face_type or Int())
        if variables := self.variables("kind", component, world.kind[component], world.content[component]):
            shown["state"] = variables
        return shown | self._taking(self._spaces(component))

    def box(self) -> list[View]:
        """What lies in the box, counted."""
        world, lying = self._world, self._state.zones[BOX]
        known = [component for component in lying if identified(self._state, component, self._who)]
        counts: dict[tuple[int, int], int] = {}
        for component in known:
            printed = world.content[component], world.owner[component]
            counts[printed] = counts.get(printed, 0) + 1
        contents = world.program.contents
        rows: list[View] = [
            {"content": contents[content].name, "title": contents[content].title, "count": count}
            | ({} if owner == NONE else {"owner": owner})
            for (content, owner), count in counts.items()
        ]
        return rows + self._counted(set(lying).difference(known))

    # ---- Places
    # ----------------------------------------------------------------------------------------------

    def zones(self, owner: int) -> list[View]:
        """The declared zones of a seat, or of the table (NONE)."""
        world = self._world
        return [
            {
                "name": world.program.zones[place.declared].name,
                "shape": place.shape,
                "visibility": place.visibility,
                "count": len(self._state.zones[place.number]),
                "components": self.components(place.number),
            }
            for place in world.places
            if place.declared != NONE and place.owner == owner
        ]

    def seat(self, number: int) -> View:
        """What a seat has: state, zones, and the uses of actions whose number is limited."""
        actions, players = self._world.program.actions, self._world.players
        uses = {
            action_name(self._world.program, position): self._state.uses[position * players + number]
            for position, action in enumerate(actions)
            if action.limit is not None
        }
        return {
            "seat": number,
            "state": self.variables("player", number),
            "zones": self.zones(number),
            "uses": uses,
        }

    def board(self, number: int) -> View:
        """A board with its spaces and what stands on them."""
        geometry = self._world.boards[number]
        return {
            "name": geometry.name,
            "shape": geometry.shape,
            "width": geometry.width,
            "height": geometry.height,
            "spaces": [self._space(number, space) for space in geometry.spaces],
        } | self._regions(number)

    def _played(self) -> int:
        """The scenario in play, or NONE."""
        world = self._world
        return self._state.slots[world.offset[SCENARIO]] if world.program.scenarios else NONE

    def _regions(self, board: int) -> View:
        """The regions of a board that players are shown."""
        base = self._world.boards[board].base
        shown = [
            {
                "name": region.name,
                "title": region.title,
                "spaces": [space_key(self._world, base + space) for space in region.spaces],
            }
            for region in self._world.program.regions
            if region.board == board and region.title and region.scenario in (None, self._played())
        ]
        return {"regions": shown} if shown else {}

    def _space(self, board: int, space: int) -> View:
        world, geometry = self._world, self._world.boards[board]
        kind, content = world.space_kind[space], world.space_content[space]
        shown: View = {
            "key": space_key(world, space),
            "kind": world.program.kinds[kind].name,
            "title": space_title(world, space),
            "state": self.variables("kind", space, kind, None if content == NONE else content),
            "components": self.components(world.space_zone(space)),
        }
        if geometry.width:
            return shown | {"row": geometry.row_of(space), "column": geometry.column_of(space)}
        near = geometry.adjacent[space - geometry.base]
        return shown | {"neighbours": [space_key(world, other) for other in near]}
