"""Turns calls of effects and phases in which nothing can wait into calls of their functions."""

from __future__ import annotations

from collections.abc import Callable

from ..ir import program as ir
from ..ir.types import Int, Type
from .body import Body
from .build import Build
from .calls import number_table, slot_fillers
from .context import FnContext
from .effects import ENDED, FINISHED, RECORD, VALUE, again, whole
from .encode import Tree
from .ends import effect_may_end, may_end, phase_may_end, slot_may_end
from .frames import call_plain, push_routine, waits
from .hooks import Target, applies, given, hook_at, live_at, next_hook
from .switch import switch
from .trees import UNREACHABLE, add, compare, const, get, load, put, when


def call(body: Body, node: ir.CallEffect | ir.CallSlotEffect | ir.Super) -> list[Tree]:
    """The code of a call."""
    fn = body.fn
    match node:
        case ir.CallEffect():
            if node.charge:
                fn.owe(1)
            value = _effect(body, node)
            ends = effect_may_end(body.world, node.effect)
        case ir.CallSlotEffect():
            if node.charge:
                fn.owe(1)
            value = _slot(body, node)
            ends = slot_may_end(body.world, node.slot)
        case ir.Super():
            return _super(body, node)
    if node.result is None:
        return [("drop", value), *body.check_ended(possible=ends)]
    return [*fn.scope.put(node.result, value), *body.check_ended(possible=ends)]


def _effect(body: Body, node: ir.CallEffect) -> Tree:
    declared = body.program.effects[node.effect]
    args = body.args(node.args, declared.routine)
    if not declared.hooks:
        return call_plain(body.fn, declared.routine, args)
    result = body.program.routines[declared.routine].result or Int()
    return body.fn.call(whole(body.build, node.effect), args, result)


def _slot(body: Body, node: ir.CallSlotEffect) -> Tree:
    declared = body.program.slots[node.slot]
    args = [body.value(node.self), *(body.fitting(arg, None) for arg in node.args)]
    name = slot_function(body.build, node.slot, node.self.type)
    return body.fn.call(name, args, declared.result or Int())


def slot_function(build: Build, slot: int, of: Type) -> str:
    """The function (self, arguments...) that does what fills an effect slot, where nothing in that waits."""
    fillers = slot_fillers(build, slot, of)
    declared = build.world.program.slots[slot]
    name = f"$do{slot}_{'_'.join(f'{n}' for n in sorted({len(fillers), min(fillers, default=0)}))}"
    if name not in build.made:
        build.made.add(name)
        fn = FnContext(build)
        params = [f"$a{n}" for n in range(1 + len(declared.params))]
        args = [get(param) for param in params]
        cases = {
            routine: [("br", "$return", call_plain(fn, routine, args))]
            for routine in sorted({r for r in fillers.values() if r is not None})
        }
        trees = [*by_filler(fn, fillers, args[0], cases), UNREACHABLE]
        build.module.add(fn.function(name, params, trees, declared.result or Int(), routine=False))
    return name


def by_filler(
    fn: FnContext, fillers: dict[int, int | None], self: Tree, cases: dict[int, list[Tree]]
) -> list[Tree]:
    """The case of the routine that fills a slot of `self`; where none does, the game stops."""
    if None not in fillers.values() and len(cases) == 1:
        return next(iter(cases.values()))
    routine = number_table(fn.build, {n: -1 if r is None else r for n, r in fillers.items()})
    return switch(fn, routine(self), {**cases, -1: [UNREACHABLE]})


def replaced(build: Build, routine: int) -> int | None:
    """The effect that a routine, the body of an `instead of` hook, replaces."""
    program = build.world.program
    for number, effect in enumerate(program.effects):
        if any(
            program.hooks[h].body == routine and program.hooks[h].word == "instead_of" for h in effect.hooks
        ):
            return number
    return None


def _super(body: Body, node: ir.Super) -> list[Tree]:
    fn, effect = body.fn, replaced(body.build, body.routine)
    if effect is None:
        return [UNREACHABLE]
    layout = body.build.layout.calls[effect]
    assert layout is not None, "it has hooks"
    args = body.args(node.args, body.program.effects[effect].routine)
    room = fn.room(const(layout.words))
    trees: list[Tree] = [("drop", ("call", again(body.build, effect), room, RECORD, RECORD, *args))]
    if node.result is not None:
        trees += fn.scope.put(node.result, VALUE)
    return [*trees, *body.check_ended(possible=effect_may_end(body.world, effect))]


# ---- Phases ------------------------------------------------------------------------------------------------


def phase(body: Body, node: ir.Phase, inner: Callable[[], list[Tree]]) -> list[Tree]:
    """A phase in which nothing waits."""
    fn, declared = body.fn, body.program.phases[node.phase]
    if not declared.hooks:
        return inner()
    list_, position = fn.fresh("$p"), fn.fresh("$n")
    words = 1 + 3 * body.build.layout.most_live(declared.hooks)
    ended = body.check_ended(possible=phase_may_end(body.world, node.phase))
    calls = PhaseHooks(body.build, node.phase)
    trees: list[Tree] = [
        put(list_, fn.room(const(words))),
        ("drop", ("call", live_at(body.build, declared.hooks), get(list_))),
    ]
    around = [
        *all_hooks(fn, calls, "before", get(list_), position, ended),
        *fn.region(inner),
        *all_hooks(fn, calls, "after", get(list_), position, ended),
    ]
    if not calls.has("instead_of"):
        return [*trees, *around]
    run = [*calls.run("instead_of", const(0), hook_at(get(list_), get(position))), *ended]
    trees.append(put(position, calls.next("instead_of", get(list_), const(0))))
    return [*trees, *when(compare("lt_s", get(position), load(get(list_))), run, around)]


def all_hooks(
    fn: FnContext, calls: PhaseHooks, word: str, list_: Tree, position: str, ended: list[Tree]
) -> list[Tree]:
    """Run all hooks of a word, in which nothing waits."""
    if not calls.has(word):
        return []
    out, top = fn.label("$out"), fn.label("$again")
    return [
        put(position, const(0)),
        (
            *("block", out, None),
            (
                *("loop", top, None),
                put(position, calls.next(word, list_, get(position))),
                ("br_if", out, compare("ge_s", get(position), load(list_))),
                *calls.run(word, const(0), hook_at(list_, get(position))),
                *ended,
                put(position, add(get(position), 1)),
                ("br", top),
            ),
        ),
    ]


class PhaseHooks:
    """The functions of the hooks of a phase."""

    def __init__(self, build: Build, phase: int) -> None:
        self._build = build
        self._target = Target(f"p{phase}", build.world.program.phases[phase].hooks)

    def has(self, word: str) -> bool:
        """Whether there are hooks of that word."""
        return self._target.has(self._build, word)

    def next(self, word: str, list_: Tree, position: Tree) -> Tree:
        """The position of the next hook of that word that applies; the number of hooks if none does."""
        test = applies(self._build, self._target, "$context", lambda _: [], (word,))
        return ("call", next_hook(self._build, self._target, word, test, None), const(0), list_, position)

    def run(self, word: str, where: Tree, hook: Tree) -> list[Tree]:
        """Run the hook at an address, where nothing waits in it."""
        return [("drop", self.signal(word, where, hook))]

    def signal(self, word: str, where: Tree, hook: Tree) -> Tree:
        """Run the hook at an address, or put it on the stack at `where`."""
        return ("call", self._function(word), where, hook)

    def _function(self, word: str) -> str:
        name = f"$hook_{word}_{self._target.name}"
        if name not in self._build.made:
            self._build.made.add(name)
            fn = FnContext(self._build)
            cases: dict[int, list[Tree]] = {}
            hooks = self._build.world.program.hooks
            for number in self._target.hooks:
                if hooks[number].word != word:
                    continue
                routine = hooks[number].body
                args = given(self._build, number, routine, get("$hook"), [])
                cases[number] = _run(fn, routine, args)
            trees = [*switch(fn, load(get("$hook")), cases), const(FINISHED)]
            self._build.module.add(fn.function(name, ["$where", "$hook"], trees, Int(), routine=False))
        return name


def _run(fn: FnContext, routine: int, args: list[Tree]) -> list[Tree]:
    if waits(fn.build, routine):
        pushed = push_routine(fn, routine, get("$where"), ("global.get", "$frame"), args)
        return [*pushed, ("br", "$return", const(0))]
    trees: list[Tree] = [("drop", call_plain(fn, routine, args))]
    if may_end(fn.build.world, routine):
        trees.append(("if", None, ("global.get", "$ended"), [("br", "$return", const(ENDED))]))
    return trees
