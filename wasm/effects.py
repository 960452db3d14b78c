"""Makes the functions of calls of effects that have hooks. See interpreter/hooks.py for the algorithm.

Such a call has a frame (`layout.CallLayout`): on the stack where something in it can wait, else in the arena,
from where nothing looks at it after the call. The functions of an effect take the address of that frame, and
give a signal.
"""

from __future__ import annotations

from collections.abc import Callable

from ..interpreter.state import IN_AFTER, IN_BEFORE, IN_BODY, IN_INSTEAD
from ..ir.types import Int, Type
from . import layout as at
from .build import Build
from .context import FnContext
from .embed import embed, extract
from .encode import Tree
from .ends import may_end
from .frames import FRAME, call_plain, head, push_routine, waits
from .hooks import HOOK, Target, applies, call_pure, given, hook_at, live_at, next_hook
from .layout import CallLayout
from .switch import switch
from .trees import NOTHING, add, const, equal, get, load, put, store, times, when

PUSHED, ASKED, BY_CHANCE, ENDED, FINISHED = range(5)
"""Signals: what lies on top of the stack has to run; a seat is asked; chance is asked; the game is over, or
this flow of it; the call is done and its result is `$value`.
"""

VALUE: Tree = ("global.get", "$value")
"""The result of the routine that returned last."""

RECORD: Tree = ("global.get", "$record")
"""The frame of the call whose `instead of` hook runs, where it stands in the arena."""

FRAME_OF_CALL = get("$call")


def effect_waits(build: Build, effect: int) -> bool:
    """Whether something in a call of an effect can wait."""
    declared, hooks = build.world.program.effects[effect], build.world.program.hooks
    return any(waits(build, r) for r in (declared.routine, *(hooks[h].body for h in declared.hooks)))


def begin(build: Build, effect: int) -> str:
    """The function (address of the new frame, address of the one below, arguments...) that begins a call in
    which something can wait.
    """
    return Calls(build, effect).begin()


def whole(build: Build, effect: int) -> str:
    """The function (arguments...) that does a call in which nothing can wait, and gives its result."""
    return Calls(build, effect).whole()


def again(build: Build, effect: int) -> str:
    """The function (address of the new frame, address of the call that is replaced, address of the frame
    below, arguments...) of `super`.
    """
    return Calls(build, effect).again()


def go_on(build: Build, effect: int) -> str:
    """The function that goes on with the call on top of the stack, when what it waited for has returned."""
    return Calls(build, effect).go_on()


def start(fn: FnContext, effect: int, where: Tree, below: Tree) -> list[Tree]:
    """Begin a call of an effect without parameters: a flow of the game. What can wait is put on the stack."""
    build = fn.build
    declared = build.world.program.effects[effect]
    if not declared.hooks:
        return start_routine(fn, declared.routine, where, below)
    if effect_waits(build, effect):
        return [("drop", ("call", begin(build, effect), where, below))]
    return [("drop", ("call", whole(build, effect)))]


def start_routine(fn: FnContext, routine: int, where: Tree, below: Tree) -> list[Tree]:
    """Begin a routine without parameters."""
    if waits(fn.build, routine):
        return push_routine(fn, routine, where, below, [])
    return [("drop", call_plain(fn, routine, []))]


class Calls:
    """The functions of one effect, made when they are first asked for."""

    def __init__(self, build: Build, effect: int) -> None:
        layout = build.layout.calls[effect]
        assert layout is not None, "without hooks there is no such call"
        self._build = build
        self._effect = effect
        self._layout: CallLayout = layout
        self._declared = build.world.program.effects[effect]
        self._routine = build.world.program.routines[self._declared.routine]
        self._waits = effect_waits(build, effect)
        self._target = Target(f"e{effect}", self._declared.hooks)

    def _function(self, name: str, params: list[str], make: Callable[[FnContext], list[Tree]]) -> str:
        name = f"${name}_e{self._effect}"
        if name not in self._build.made:
            self._build.made.add(name)
            fn = FnContext(self._build)
            body = make(fn)
            # A list that `$value` is outlasts the function.
            fn.grown = 0
            self._build.module.add(fn.function(name, params, body, Int(), routine=False))
        return name

    def _params(self) -> list[str]:
        return [f"$a{n}" for n in range(self._routine.params)]

    # ---- What stands in the frame --------------------------------------------------------------------------

    @property
    def _list(self) -> Tree:
        return add(FRAME_OF_CALL, self._layout.live)

    def _args(self, fn: FnContext, *, result: bool) -> list[Tree]:
        """What hooks are given; those that come after the body also its result."""
        layout, own = self._layout, self._routine.result
        args = [
            extract(fn, add(FRAME_OF_CALL, offset), type_)
            for offset, type_ in zip(layout.args, layout.types, strict=True)
        ]
        if result and own is not None:
            args.append(extract(fn, add(FRAME_OF_CALL, layout.result), own))
        return args

    def _use(self, position: Tree) -> list[Tree]:
        """The hook at a position is used up."""
        used = add(add(FRAME_OF_CALL, self._layout.used), times(("i32.shr_u", position, const(5)), at.WORD))
        bit: Tree = ("i32.shl", const(1), ("i32.and", position, const(31)))
        return [store(used, ("i32.or", load(used), bit))]

    def _at_hook(self, position: Tree, point: int) -> list[Tree]:
        return [
            store(FRAME_OF_CALL, position, self._layout.position),
            store(FRAME_OF_CALL, const(point), at.FRAME_POINT),
        ]

    def _next(self, word: str, position: Tree) -> Tree:
        """The position of the next hook of that word from one on."""
        after = word == "after"
        test = applies(self._build, self._target, "$call", lambda fn: self._args(fn, result=after), (word,))
        used = self._layout.used if word in ("change", "instead_of") else None
        name = next_hook(self._build, self._target, word, test, used)
        return ("call", name, FRAME_OF_CALL, self._list, position)

    # ---- Beginning -----------------------------------------------------------------------------------------

    def _fill(self, fn: FnContext, below: Tree, inner: int) -> list[Tree]:
        """The words of a new frame, but its hooks."""
        layout, used = self._layout, self._layout.used
        trees = head(FRAME_OF_CALL, -1 - self._effect, below)
        for name, offset, type_ in zip(self._params(), layout.args, layout.types, strict=True):
            trees += embed(fn, add(FRAME_OF_CALL, offset), get(name), type_)
        return [
            *trees,
            *(store(FRAME_OF_CALL, const(0), used + at.WORD * n) for n in range(layout.used_words)),
            store(FRAME_OF_CALL, const(0), layout.position),
            store(FRAME_OF_CALL, const(inner), layout.inner),
            store(FRAME_OF_CALL, NOTHING, layout.result),
        ]

    def begin(self) -> str:
        """See above."""

        def make(fn: FnContext) -> list[Tree]:
            args = [get(name) for name in self._params()]
            number = self._declared.routine
            if waits(self._build, number):
                plain = push_routine(fn, number, FRAME_OF_CALL, get("$below"), args)
            else:
                plain = self._called(fn, number, args)
            plain.append(("br", "$return", const(PUSHED)))
            return [
                *when(equal(self._live(), 0), plain),
                *self._fill(fn, get("$below"), 0),
                ("global.set", "$frame", FRAME_OF_CALL),
                ("call", self._replace(), FRAME_OF_CALL),
            ]

        return self._function("begin", ["$call", "$below", *self._params()], make)

    def whole(self) -> str:
        """See above."""
        name = f"$call_e{self._effect}"
        if name in self._build.made:
            return name
        self._build.made.add(name)
        fn = FnContext(self._build)
        saved = fn.fresh("$saved")
        args = [get(each) for each in self._params()]
        fn.locals.append(("$call", "i32"))
        body: list[Tree] = [
            put("$call", fn.room(const(self._layout.words))),
            *when(
                equal(self._live(), 0),
                [("br", "$return", call_plain(fn, self._declared.routine, args))],
            ),
            *self._fill(fn, const(0), 0),
            put(saved, RECORD),
            ("drop", ("call", self._replace(), FRAME_OF_CALL)),
            ("global.set", "$record", get(saved)),
            VALUE,
        ]
        result = self._routine.result or Int()
        self._build.module.add(fn.function(name, self._params(), body, result, routine=False))
        return name

    def again(self) -> str:
        """See above."""

        def make(fn: FnContext) -> list[Tree]:
            layout, outer = self._layout, get("$outer")
            listed = add(times(load(outer, layout.live), HOOK), at.WORD)
            trees = [
                *self._fill(fn, get("$below"), 1),
                ("memory.copy", self._list, add(outer, layout.live), listed),
                *(
                    store(FRAME_OF_CALL, load(outer, layout.used + at.WORD * n), layout.used + at.WORD * n)
                    for n in range(layout.used_words)
                ),
            ]
            if self._waits:
                trees.append(("global.set", "$frame", FRAME_OF_CALL))
            return [*trees, ("call", self._replace(), FRAME_OF_CALL)]

        return self._function("again", ["$call", "$outer", "$below", *self._params()], make)

    def _live(self) -> Tree:
        return ("call", live_at(self._build, self._declared.hooks), self._list)

    # ---- The steps of a call -------------------------------------------------------------------------------

    def _replace(self) -> str:
        """Each `change`, once; then the first `instead of`, or what comes without one."""

        def make(fn: FnContext) -> list[Tree]:
            fn.locals.append(("$position", "i32"))
            trees: list[Tree] = []
            if self._target.has(self._build, "change"):
                trees += self._changes(fn)
            if self._target.has(self._build, "instead_of"):
                ran = [*self._run("instead_of", IN_INSTEAD), ("br", "$return", self._finish())]
                trees += [
                    put("$position", self._next("instead_of", const(0))),
                    *when(("i32.lt_s", get("$position"), load(self._list)), ran),
                ]
            return [*trees, ("call", self._before(), FRAME_OF_CALL, const(0))]

        return self._function("replace", ["$call"], make)

    def _changes(self, fn: FnContext) -> list[Tree]:
        out, top = fn.label("$out"), fn.label("$again")
        position = get("$position")
        return [
            put("$position", const(0)),
            (
                *("block", out, None),
                (
                    *("loop", top, None),
                    put("$position", self._next("change", position)),
                    ("br_if", out, ("i32.ge_s", position, load(self._list))),
                    ("drop", ("call", self._change(), FRAME_OF_CALL, hook_at(self._list, position))),
                    *self._use(position),
                    put("$position", add(position, 1)),
                    ("br", top),
                ),
            ),
        ]

    def _change(self) -> str:
        """What a `change` hook makes of its argument."""

        def make(fn: FnContext) -> list[Tree]:
            cases: dict[int, list[Tree]] = {}
            for number in self._of("change"):
                hook = self._build.world.program.hooks[number]
                assert hook.param is not None, "each changes one argument"

                def changed(
                    number: int = number, body: int = hook.body, param: int = hook.param
                ) -> list[Tree]:
                    args = given(self._build, number, body, get("$hook"), self._args(fn, result=False))
                    where = add(FRAME_OF_CALL, self._layout.args[param])
                    return embed(fn, where, call_pure(fn, body, args), self._layout.types[param])

                cases[number] = fn.region(changed)
            return [*switch(fn, load(get("$hook")), cases), const(0)]

        return self._function("change", ["$call", "$hook"], make)

    def _of(self, word: str) -> list[int]:
        hooks = self._build.world.program.hooks
        return [number for number in self._declared.hooks if hooks[number].word == word]

    def _run(self, word: str, point: int) -> list[Tree]:
        """Run the hook at `$position`; leave the function unless it is done at once."""
        used = self._use(get("$position")) if word == "instead_of" else []
        record = (
            [("global.set", "$record", FRAME_OF_CALL)] if word == "instead_of" and not self._waits else []
        )
        hook = hook_at(self._list, get("$position"))
        return [
            *used,
            *self._at_hook(get("$position"), point),
            *record,
            *self._unless_finished(("call", self._hook(word), FRAME_OF_CALL, hook)),
        ]

    def _unless_finished(self, signal: Tree) -> list[Tree]:
        """Leave the function with a signal, unless it says that what was to run is done."""
        return [
            ("global.set", "$signal", signal),
            (
                *("if", None, ("i32.ne", ("global.get", "$signal"), const(FINISHED))),
                [("br", "$return", ("global.get", "$signal"))],
            ),
        ]

    def _hook(self, word: str) -> str:
        """Run the body of a hook of that word, or put it on the stack."""

        def make(fn: FnContext) -> list[Tree]:
            end = add(FRAME_OF_CALL, at.WORD * self._layout.words)
            cases: dict[int, list[Tree]] = {}
            for number in self._of(word):
                routine = self._build.world.program.hooks[number].body
                args = given(
                    self._build, number, routine, get("$hook"), self._args(fn, result=word == "after")
                )
                if waits(self._build, routine):
                    pushed = push_routine(fn, routine, end, FRAME_OF_CALL, args)
                    cases[number] = [*pushed, ("br", "$return", const(PUSHED))]
                else:
                    cases[number] = self._called(fn, routine, args)
            return [*switch(fn, load(get("$hook")), cases), const(FINISHED)]

        return self._function(f"hook_{word}", ["$call", "$hook"], make)

    def _called(self, fn: FnContext, routine: int, args: list[Tree]) -> list[Tree]:
        """Call a routine that cannot wait; its result is `$value`."""
        trees: list[Tree] = [("global.set", "$value", call_plain(fn, routine, args))]
        if may_end(self._build.world, routine):
            trees.append(("if", None, ("global.get", "$ended"), [("br", "$return", const(ENDED))]))
        return trees

    def _before(self) -> str:
        """`before` hooks from a position on, then the body."""

        def make(fn: FnContext) -> list[Tree]:
            number = self._declared.routine
            trees = self._all(fn, "before", IN_BEFORE)
            args = self._args(fn, result=False)
            trees += self._at_hook(const(0), IN_BODY)
            if waits(self._build, number):
                end = add(FRAME_OF_CALL, at.WORD * self._layout.words)
                return [*trees, *push_routine(fn, number, end, FRAME_OF_CALL, args), const(PUSHED)]
            return [*trees, *self._called(fn, number, args), ("call", self._body_done(), FRAME_OF_CALL)]

        return self._function("before", ["$call", "$position"], make)

    def _all(self, fn: FnContext, word: str, point: int) -> list[Tree]:
        """All hooks of a word from `$position` on."""
        if not self._of(word):
            return []
        out, top = fn.label("$out"), fn.label("$again")
        position = get("$position")
        return [
            (
                *("block", out, None),
                (
                    *("loop", top, None),
                    put("$position", self._next(word, position)),
                    ("br_if", out, ("i32.ge_s", position, load(self._list))),
                    *self._run(word, point),
                    put("$position", add(position, 1)),
                    ("br", top),
                ),
            )
        ]

    def _body_done(self) -> str:
        """The body has returned: keep its result, then the `after` hooks."""

        def make(fn: FnContext) -> list[Tree]:
            kept: list[Tree] = []
            if self._routine.result is not None:
                where = add(FRAME_OF_CALL, self._layout.result)
                kept = embed(fn, where, VALUE, self._layout.result_type)
            return [*kept, ("call", self._after(), FRAME_OF_CALL, const(0))]

        return self._function("body_done", ["$call"], make)

    def _after(self) -> str:
        """`after` hooks from a position on, then the end."""

        def make(fn: FnContext) -> list[Tree]:
            trees = self._all(fn, "after", IN_AFTER)
            result: Type | None = self._routine.result
            value = NOTHING
            if result is not None:
                value = extract(fn, add(FRAME_OF_CALL, self._layout.result), result)
            return [*trees, ("global.set", "$value", value), self._finish()]

        return self._function("after", ["$call", "$position"], make)

    def _finish(self) -> Tree:
        """The call is over, its result is `$value`. Of an inner call the outer one learns what is used."""

        def make(fn: FnContext) -> list[Tree]:
            del fn
            layout = self._layout
            below = load(FRAME_OF_CALL, at.FRAME_BELOW)
            outer = load(below, at.FRAME_BELOW) if self._waits else below
            trees: list[Tree] = []
            if self._target.has(self._build, "instead_of"):
                told = [
                    store(outer, load(FRAME_OF_CALL, layout.used + at.WORD * n), layout.used + at.WORD * n)
                    for n in range(layout.used_words)
                ]
                if not self._waits:
                    told.append(("global.set", "$record", outer))
                trees += when(load(FRAME_OF_CALL, layout.inner), told)
            if self._waits:
                trees.append(("global.set", "$frame", below))
            return [*trees, const(PUSHED)]

        return ("call", self._function("finish", ["$call"], make), FRAME_OF_CALL)

    # ---- Going on ------------------------------------------------------------------------------------------

    def go_on(self) -> str:
        """See above."""

        def make(fn: FnContext) -> list[Tree]:
            fn.locals.append(("$call", "i32"))
            following = add(load(FRAME_OF_CALL, self._layout.position), 1)
            cases: dict[int, list[Tree]] = {
                IN_INSTEAD: [("br", "$return", self._finish())],
                IN_BEFORE: [("br", "$return", ("call", self._before(), FRAME_OF_CALL, following))],
                IN_BODY: [("br", "$return", ("call", self._body_done(), FRAME_OF_CALL))],
                IN_AFTER: [("br", "$return", ("call", self._after(), FRAME_OF_CALL, following))],
            }
            point = load(FRAME_OF_CALL, at.FRAME_POINT)
            return [put("$call", FRAME), *switch(fn, point, cases), const(PUSHED)]

        return self._function("go_on", [], make)
