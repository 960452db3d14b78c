"""Adds the functions of routines with effects to a module, the functions that begin them, and the tables that
the runtime names.
"""

from __future__ import annotations

from ..interpreter.errors import FUEL
from ..interpreter.knowledge import default_face, seers
from ..interpreter.state import OVER, PLAY, SCORING, SETUP
from ..ir import program as ir
from ..ir.program import RunStep
from ..ir.types import Int
from ..ir.world import World
from . import alike, battles, hooks
from .body import Body
from .build import Build
from .context import FnContext
from .effects import effect_waits, go_on, start, start_routine
from .encode import Func, Tree
from .frames import FRAME, waits
from .layout import FRAME_ROUTINE, WORD
from .segments import waiting_function
from .stmts import block
from .switch import switch
from .trees import NOTHING, const, get, load

STAMPS = 32768
"""Where in the scratch page stamps stand: of components, zones, and small numbers."""

PAGE = 65536


def add_routines(build: Build) -> None:
    """Add the functions of routines."""
    build.constants |= _constants(build)
    hooks.add_tables(build)
    _add_flows(build)
    if build.tests:
        _add_starts(build)
    build.module.add(battles.finder(build))
    calls = _calls(build)
    _add_waiting(build)
    build.module.add(_dispatch(build, calls))


def _add_waiting(build: Build) -> None:
    """Make the functions of routines that are called, until there are no more."""
    while build.waiting:
        number = build.waiting.pop()
        make = waiting_function if waits(build, number) else plain_function
        build.module.add(make(build, number))


def plain_function(build: Build, number: int) -> Func:
    """The function of a routine with effects that cannot wait."""
    routine = build.world.program.routines[number]
    fn = FnContext(build)
    params = [f"$L{slot}" for slot in range(routine.params)]
    fn.scope.places |= {slot: get(param) for slot, param in enumerate(params)}

    def leave(value: Tree | None) -> list[Tree]:
        return [("br", "$return", NOTHING if value is None else value)]

    body = Body(fn, number, leave, lambda: leave(None))
    trees = fn.region(lambda: block(body, routine.body))
    return fn.function(f"$r{number}", params, [*trees, NOTHING], routine.result or Int())


# ---- Beginning ---------------------------------------------------------------------------------------------


def _add_flows(build: Build) -> None:
    """The functions that begin the flows of the game; they give 0 where there is no such flow."""
    program, bottom = build.world.program, (const(build.layout.stack), const(0))
    for name, effect in (("setup", program.setup), ("play", program.play), ("scoring", program.scoring)):
        fn = FnContext(build)
        trees = [] if effect is None else start(fn, effect, *bottom)
        last = const(int(effect is not None))
        build.module.add(Func(f"$begin_{name}", [], "i32", fn.locals, [*trees, last]))


def _add_starts(build: Build) -> None:
    """The functions that begin what a test begins."""
    program, bottom = build.world.program, (const(build.layout.stack), const(0))
    fn = FnContext(build)
    effects = {} if program.setup is None else {program.setup: start(fn, program.setup, *bottom)}
    build.module.add(Func("$start_effect", [("$n", "i32")], None, fn.locals, switch(fn, get("$n"), effects)))
    fn = FnContext(build)
    routines = {number: start_routine(fn, number, *bottom) for number in _run_by_tests(build.world)}
    build.module.add(
        Func("$start_routine", [("$n", "i32")], None, fn.locals, switch(fn, get("$n"), routines))
    )


def _run_by_tests(world: World) -> list[int]:
    """What tests with so many players run."""
    found = set()
    for test in (test for test in world.program.tests if test.players == world.players):
        found |= {routine for routine in (test.scenario, test.given) if routine is not None}
        found |= {step.routine for step in test.steps if isinstance(step, RunStep)}
    return sorted(found)


def _calls(build: Build) -> dict[int, list[Tree]]:
    """By the number that stands in the frame of a call: what goes on with it."""
    return {
        -1 - effect: [("return", ("call", go_on(build, effect)))]
        for effect, declared in enumerate(build.world.program.effects)
        if declared.hooks and effect_waits(build, effect)
    }


def _dispatch(build: Build, calls: dict[int, list[Tree]]) -> Func:
    """The function that runs what lies on top of the stack."""
    fn = FnContext(build)
    cases: dict[int, list[Tree]] = {
        **calls,
        **{
            number: [("return", ("call", f"$s{number}"))]
            for number in range(len(build.world.program.routines))
            if f"$s{number}" in build.made
        },
    }
    trees = switch(fn, get("$routine"), cases)
    top = ("local.set", "$routine", load(FRAME, FRAME_ROUTINE))
    return Func("$dispatch", [], "i32", [("$routine", "i32"), *fn.locals], [top, *trees, ("unreachable",)])


# ---- Tables ------------------------------------------------------------------------------------------------


def _constants(build: Build) -> dict[str, int]:
    world, words = build.world, build.tables.words
    kinds = max(1, -(-len(world.program.kinds) // 32))
    accepts = [word for place in world.places for word in _accepted(place.kinds, kinds)]
    capacities = [place.capacity for place in world.places]
    sees = [seers(world, zone, face) for zone in range(world.zones) for face in (0, 1)]
    return {
        **alike.tables(build),
        **battles.tables(build),
        **_stamps(build),
        "FUEL": FUEL,
        "SETTING_UP": SETUP,
        "PLAYING": PLAY,
        "SCORING": SCORING,
        "OVER": OVER,
        "ACTIVE_SEAT": build.layout.slot(ir.ACTIVE)[0],
        "STARTER_SEAT": build.layout.slot(ir.STARTER)[0],
        "KIND_OF": words(world.kind),
        "CONTENT_OF": words(world.content),
        "OWNER_OF": words(world.owner),
        "ONLY": words([int(len(world.instances[content]) == 1) for content in world.content]),
        "ORDERED": words([int(place.ordered) for place in world.places]),
        "END_TOP": words([int(place.shape == "pile") for place in world.places]),
        "SEERS": words(sees),
        "DEFAULT_FACE": words([default_face(world, zone) for zone in range(world.zones)]),
        "KIND_WORDS": kinds,
        "ACCEPTS": words(accepts),
        "ANY_KINDS": int(any(place.kinds is not None for place in world.places)),
        "CAPACITY": words([2**31 - 1 if capacity is None else capacity for capacity in capacities]),
        "ANY_CAPACITY": int(any(capacity is not None for capacity in capacities)),
    }


def _accepted(kinds: frozenset[int] | None, words: int) -> list[int]:
    """The kinds that a zone holds, as a mask of so many words with a sign."""
    mask = -1 if kinds is None else sum(1 << kind for kind in kinds)
    parts = [mask >> 32 * word & 0xFFFFFFFF for word in range(words)]
    return [part - (1 << 32) if part >> 31 else part for part in parts]


def _stamps(build: Build) -> dict[str, int]:
    """Where stamps stand: components and zones have one each if there is room, small numbers the rest."""
    components, zones = WORD * build.world.components, WORD * build.world.zones
    fits = STAMPS + components + zones <= PAGE
    values = STAMPS + components + zones if fits else STAMPS
    return {
        "STAMPED": int(fits),
        "STAMPS": STAMPS,
        "STAMPS_OF_COMPONENTS": STAMPS,
        "STAMPS_OF_ZONES": STAMPS + components,
        "STAMPS_OF_VALUES": values,
        "STAMPED_VALUES": (PAGE - values) // WORD,
    }
