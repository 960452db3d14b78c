"""A table set up by hand whose open question can be any: for the tests of options, views, logs, other
worlds and saves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tafl.interpreter import knowledge
from tafl.interpreter.events import Part
from tafl.interpreter.game import Decision
from tafl.interpreter.options import decision, group, keys
from tafl.interpreter.state import Frame, Pending, Raw, State, Value
from tafl.interpreter.view import view
from tafl.ir import program as ir
from tafl.ir.types import Bool, Int, KindT, ListT, OptT, PlayerT, SetT
from tafl.ir.world import World
from tafl.tests.small import (
    ACE,
    AT,
    CARDS,
    DIE,
    JACK,
    KING,
    OTHER_QUEEN,
    QUEEN,
    put,
    small_state,
    variable,
    zone_number,
)

CARD = KindT(0)
NOBODY = ir.Const(0, PlayerT(), AT)


def template(*parts: str) -> ir.Template:
    return ir.Template(parts, AT)


def plain(written: ir.Template, values: Sequence[Value]) -> Sequence[Part]:
    """Texts without anything to work out."""
    del values
    return tuple(part for part in written.parts if isinstance(part, str))


CHOOSE = ir.Choose(
    0,
    ir.Const((), ListT(CARD, 9), AT),
    NOBODY,
    template("which card?"),
    False,
    None,
    None,
    1,
    2,
    3,
    (),
    (),
    1,
    AT,
)
MENU = ir.Menu(
    NOBODY,
    template("well?"),
    (
        ir.MenuOption("go", template("Go on"), None, (), AT),
        ir.MenuOption("stop", template("Stop"), None, (), AT),
    ),
    2,
    AT,
)
ACT = ir.Act(NOBODY, (0, 1), False, 1, None, 3, AT)
STEPS = ir.Act(NOBODY, (0, 1), True, 1, None, 4, AT)
ROLL = ir.Roll(ir.Const((), ListT(KindT(3), 2), AT), 1, 2, 5, AT)


def routine(name: str, *body: ir.Stmt, result: Any = None) -> ir.Routine:
    points = tuple(ir.Point(number, (), AT) for number in range(1, 6))
    return ir.Routine(
        name, 0, tuple(ir.LocalVar(f"${i}", Int()) for i in range(4)), result, body, True, points, AT
    )


PROGRAM = replace(
    CARDS,
    routines=(
        routine("play", CHOOSE, MENU, ACT, STEPS, ROLL),
        routine("cards", result=ListT(CARD, 9)),
        routine("places", result=ListT(KindT(2), 4)),
    ),
    actions=(
        ir.Action("wait", template("Wait"), (), None, 2, "turn", 0, AT),
        ir.Action("lay", None, (1, 2), None, None, None, 0, AT),
    ),
    state=(
        *CARDS.state,
        variable("favourite", "player", OptT(CARD)),
        variable("seen", "table", SetT(CARD)),
        variable("ready", "table", Bool()),
    ),
)


class Table:
    """Seat 0 holds ace, king and a queen, seat 1 the other queen and the jack."""

    def __init__(self) -> None:
        self.world = World(PROGRAM, 3)
        self.state: State = small_state(self.world)
        self.lay([ACE, KING, QUEEN], "hand", 0)
        self.lay([OTHER_QUEEN, JACK], "hand", 1)

    def zone(self, name: str, seat: int = 0) -> int:
        return zone_number(self.world, name, seat)

    def lay(self, components: Sequence[int], name: str, seat: int = 0) -> None:
        zone = self.zone(name, seat)
        lies = knowledge.default_face(self.world, zone)
        for component in components:
            source = self.state.place[component]
            knowledge.on_move(self.state, self.world, component, source, zone, lies)
            put(self.state, self.world, [component], zone, lies)

    def group(self, seat: int, *components: int) -> list[int]:
        found = group(self.state, self.world, seat, "choose", [(c,) for c in components], lambda _: (CARD,))
        return [option[0] for option in found]

    def ask(self, seat: int, kind: str, point: int, *raws: Raw) -> Decision:
        self.state.frames = [Frame(0, point, [0, (DIE,), 0, 0])]
        self.state.pending = Pending(seat, kind, raws)
        asked = decision(self.state, self.world, plain)
        assert asked is not None
        assert [option.key for option in asked.options] == keys(self.state, self.world)
        return asked

    def view(self, seat: int | None) -> dict[str, Any]:
        return view(self.state, self.world, seat, plain)
