"""Turns the battle of a campaign into pieces: the table is cleared, then one flow of its game after another
runs, and what came of it is taken. See interpreter/battles.py.

While a battle is fought, `$battle` is the address of the frame that waits for it and `$battle_stage` that of
its `stage_slot`: what ends the game ends the battle.
"""

from __future__ import annotations

from collections.abc import Callable

from ..interpreter.state import IDLE, PLAY, SCORING, SETUP
from ..ir import program as ir
from ..ir.types import NONE, SetT
from . import layout as at
from .build import Build
from .calls import call_routine
from .context import FnContext
from .cutter import RETURNED, Cutter
from .effects import PUSHED, effect_waits, start
from .embed import embed
from .encode import Func, Tree
from .frames import FRAME
from .layout import WORD
from .trees import NOTHING, add, compare, const, equal, get, load, put, store, when

BATTLE: Tree = ("global.get", "$battle")


def battle(cut: Cutter, node: ir.Battle) -> None:
    """Clear the table, then come back to the same place after each flow until none is left."""
    world, scope = cut.body.world, cut.fn.scope
    go_on, advance = cut.label(), cut.label()
    scenario, before = cut.body.held(cut.body.value(node.scenario))
    cut.emit([*before, ("if", None, BATTLE, [("unreachable",)])])
    cut.fn.owe(world.components + world.slots)
    cut.emit([*_cleared(cut.build), *_anew(cut, scenario), *scope.put(node.stage_slot, const(IDLE))])
    cut.go(advance)
    cut.land(node.point, RETURNED)
    cut.place(go_on)
    # The end of the game sets it where it waits.
    cut.emit(scope.put(node.stage_slot, load(cut.in_frame(node.stage_slot))))
    cut.place(advance)
    for stage, flow in ((SETUP, node.setup), (PLAY, node.play), (SCORING, node.scoring)):
        if flow is None:
            continue
        goes_on = cut.signal(PUSHED) if effect_waits(cut.build, flow) else cut.jump(go_on)
        over = [
            ("global.set", "$ended", const(0)),
            ("global.set", "$frame", get("$fp")),
            *cut.jump(go_on),
        ]
        begun = [
            *scope.put(node.stage_slot, const(stage)),
            *cut.wait(node.point),
            ("global.set", "$battle", get("$fp")),
            ("global.set", "$battle_stage", cut.in_frame(node.stage_slot)),
            *start(cut.fn, flow, cut.end, get("$fp")),
            ("if", None, ("global.get", "$ended"), over),
            *goes_on,
        ]
        cut.emit(when(compare("lt_s", scope.get(node.stage_slot), stage), begun))
    cut.emit([("global.set", "$battle", const(0)), ("if", None, ("i32.eqz", load(const(at.RANKED))), STOP)])
    cut.emit([store(const(at.RANKED), const(0)), store(const(at.SCORED), const(0))])
    if node.result is not None:
        cut.emit(scope.put(node.result, ("call", "$outcome_list")))


STOP: list[Tree] = [("unreachable",)]


def _cleared(build: Build) -> list[Tree]:
    uses = WORD * len(build.world.program.actions) * build.world.players
    return [
        ("call", "$clear_table"),
        ("memory.fill", const(build.layout.uses), const(0), const(uses)),
        store(const(at.RANKED), const(0)),
        store(const(at.SCORED), const(0)),
    ]


def _anew(cut: Cutter, scenario: Tree) -> list[Tree]:
    """What does not last is as it was at first; the scenario comes into play."""
    build, program = cut.build, cut.body.program
    trees: list[Tree] = []
    kept = {number for number, var in enumerate(program.state) if var.lasting}
    if program.scenarios:
        trees.append(store(const(build.layout.slot(ir.SCENARIO)[0]), scenario))
        kept.add(ir.SCENARIO)
    name = "$set_defaults"
    if name not in build.made:
        build.made.add(name)
        build.module.add(_defaults(build, kept))
    return [*trees, ("call", name)]


def _defaults(build: Build, kept: set[int]) -> Func:
    """The function that sets variables to their defaults: see interpreter/defaults.py."""
    fn = FnContext(build)
    world, program = build.world, build.world.program
    numbers = [
        number
        for number in range(len(program.state))
        if number not in kept and world.low[number] <= world.high[number]
    ]

    def make() -> list[Tree]:
        trees = [tree for number in numbers for tree in _unset(fn, number)]
        return trees + [tree for number in numbers for tree in _set(fn, number)]

    body = [*fn.region(make), *fn.settled()]
    locals_ = [*fn.locals, *([("$spent", "i32")] if fn.spends else [])]
    return Func("$set_defaults", [], None, locals_, body)


def _unset(fn: FnContext, number: int) -> list[Tree]:
    """A variable as it is without default: a set is empty, seat 0 starts and no round has begun."""
    var = fn.build.world.program.state[number]
    begun = isinstance(var.type, SetT) or number in (ir.STARTER, ir.ROUND)
    words = fn.build.layout.words(var.type)

    def one(address: Tree) -> list[Tree]:
        if begun or words > 1:
            cleared: list[Tree] = [("memory.fill", address, const(0), const(WORD * words))]
            return cleared if begun else [*cleared, store(address, NOTHING)]
        return [store(address, NOTHING)]

    return _each(fn, number, one)


def _set(fn: FnContext, number: int) -> list[Tree]:
    """A variable at its default."""
    var = fn.build.world.program.state[number]
    if var.default is None:
        return []
    value = fn.fresh()
    given = put(value, call_routine(fn, var.default, []))
    return [given, *_each(fn, number, lambda address: embed(fn, address, get(value), var.type))]


def _each(fn: FnContext, number: int, one: Callable[[Tree], list[Tree]]) -> list[Tree]:
    """Something for each place where a variable stands."""
    world = fn.build.world
    base, stride = fn.build.layout.slot(number)
    first, last = (const(base + stride * n) for n in (world.low[number], world.high[number]))
    if first == last:
        return one(first)
    address, top = fn.fresh("$a"), fn.label("$again")
    step = [*one(get(address)), put(address, add(get(address), stride))]
    again = ("br_if", top, compare("le_u", get(address), last))
    return [put(address, first), ("loop", top, None, *step, again)]


def finder(build: Build) -> Func:
    """The function that finds the battle that is fought in a state that was at rest."""
    battles = build.world.battles
    frame = get("$at")
    trees: list[Tree] = []
    for (routine, point), slot in battles.items():
        placed = build.layout.frames[routine]
        assert placed is not None, "what fights a battle waits"
        here = (
            *("i32.and", equal(load(frame, at.FRAME_ROUTINE), routine)),
            equal(load(frame, at.FRAME_POINT), point),
        )
        found: list[Tree] = [
            ("global.set", "$battle", frame),
            ("global.set", "$battle_stage", add(frame, placed.offset[slot])),
            ("return",),
        ]
        trees += when(here, found)
    down: list[Tree] = []
    if battles:
        loop: list[Tree] = [*trees, put("$at", load(frame, at.FRAME_BELOW)), ("br_if", "$down", frame)]
        down = when(("global.get", "$frame"), [put("$at", FRAME), ("loop", "$down", None, *loop)])
    body = [("global.set", "$battle", const(0)), *down]
    return Func("$find_battle", [], None, [("$at", "i32")], body)


def tables(build: Build) -> dict[str, int]:
    """What the runtime names: which zones a battle leaves as they are, and whether there are battles."""
    zones = build.world.program.zones
    lasting = [int(p.declared != NONE and zones[p.declared].lasting) for p in build.world.places]
    return {"LASTING": build.tables.words(lasting), "ANY_BATTLES": int(bool(build.world.battles))}
