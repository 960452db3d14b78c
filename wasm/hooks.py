"""Makes the functions that every call with hooks needs: which hooks are live, whether one applies, what it
does. See interpreter/hooks.py.

A list of live hooks is its length and three words each: the hook, the component or space whose content brings
it (NONE), its holder (NONE). What has hooks is a `Target`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ..ir import program as ir
from ..ir.types import Bool, Int, Type
from . import layout as at
from .build import Build
from .context import FnContext
from .encode import Func, Tree
from .switch import switch
from .trees import NOTHING, add, compare, const, equal, get, load, put, store, times, when
from .trees import at as word_at

HOOK = 3 * at.WORD
"""Bytes of a live hook."""

CHANGES, INSTEAD, BEFORE, AFTER = range(4)
"""The words of hooks as numbers of a table."""

_WORDS = {"change": CHANGES, "instead_of": INSTEAD, "before": BEFORE, "after": AFTER}


@dataclass(frozen=True, slots=True)
class Target:
    """An effect, phase, value or field with hooks: a name for its functions, and the types of what its hooks
    are given.
    """

    name: str
    hooks: tuple[int, ...]
    params: tuple[Type, ...] = field(default=())

    def has(self, build: Build, *words: str) -> bool:
        """Whether it has hooks of one of these words."""
        return any(build.world.program.hooks[hook].word in words for hook in self.hooks)


def add_tables(build: Build) -> None:
    """The tables that the runtime names: by hook its word and its place in the order."""
    program, tables = build.world.program, build.tables
    ranks = sorted({hook.rank for hook in program.hooks})
    names = sorted({hook.name for hook in program.hooks})
    build.constants |= {
        "HOOK_RANK": tables.words([ranks.index(hook.rank) for hook in program.hooks]),
        "HOOK_NAME": tables.words([names.index(hook.name) for hook in program.hooks]),
        "HOOK_AFTER": tables.lists([hook.after for hook in program.hooks]),
    }


def word_of(build: Build, hook: Tree) -> Tree:
    """The word of a hook, as a number."""
    return word_at(build.tables.words([_WORDS[each.word] for each in build.world.program.hooks]), hook)


def call_pure(fn: FnContext, routine: int, args: Sequence[Tree]) -> Tree:
    """A call of a pure routine."""
    # The compiler of calls needs the hooks of values.
    from .calls import call_routine

    return call_routine(fn, routine, args)


# ---- Which hooks are live ----------------------------------------------------------------------------------


def live(build: Build, hooks: tuple[int, ...]) -> str:
    """The function that gives a list in the arena of those of some hooks that are live, in their order."""
    name = f"$live_of_{'_'.join(map(str, hooks))}"
    if name not in build.made:
        build.made.add(name)
        words = 1 + 3 * build.layout.most_live(hooks)
        listed = ("drop", ("call", live_at(build, hooks), get("$list")))
        made = put("$list", ("call", "$alloc", const(words)))
        build.module.add(Func(name, [], "i32", [("$list", "i32")], [made, listed, get("$list")]))
    return name


def live_at(build: Build, hooks: tuple[int, ...]) -> str:
    """The function that puts the live ones of some hooks, in their order, at an address, and gives their
    number.
    """
    name = f"$live_{'_'.join(map(str, hooks))}"
    if name not in build.made:
        build.made.add(name)
        fn = FnContext(build)
        body = [*_live(fn, hooks), load(get("$at"))]
        build.module.add(fn.function(name, ["$at"], body, Int(), routine=False))
    return name


def _live(fn: FnContext, hooks: tuple[int, ...]) -> list[Tree]:
    program, selves = fn.build.world.program, fn.build.world.hook_selves
    end = fn.fresh("$p")
    trees = [put(end, add(get("$at"), at.WORD))]
    # Hooks without holder come in an order that is known.
    order = sorted(hooks, key=lambda h: (program.hooks[h].rank, program.hooks[h].name))
    for number in order:
        trees += _if_played(fn, number, selves[number], end)
    bytes_: Tree = ("i32.sub", get(end), add(get("$at"), at.WORD))
    trees.append(store(get("$at"), ("i32.div_u", bytes_, const(HOOK))))
    if any(selves[h] is not None for h in hooks) and fn.build.layout.most_live(hooks) > 1:
        trees.append(("call", "$order_hooks", get("$at")))
    if any(program.hooks[h].after for h in hooks):
        trees.append(("call", "$order_after", get("$at")))
    return trees


def _if_played(fn: FnContext, number: int, selves: Sequence[int] | None, end: str) -> list[Tree]:
    """A hook, if it is live."""
    hook = fn.build.world.program.hooks[number]

    def found() -> list[Tree]:
        if selves is None:
            return _noted(end, number, NOTHING, NOTHING)
        return _copies(fn, number, hook, selves, end)

    if hook.scenario is None:
        return found()
    played = load(const(fn.build.layout.slot(ir.SCENARIO)[0]))
    return when(equal(played, hook.scenario), fn.region(found))


def _noted(end: str, hook: int, self: Tree, holder: Tree) -> list[Tree]:
    return [
        store(get(end), const(hook)),
        store(get(end), self, at.WORD),
        store(get(end), holder, 2 * at.WORD),
        put(end, add(get(end), HOOK)),
    ]


def _copies(fn: FnContext, number: int, hook: ir.Hook, selves: Sequence[int], end: str) -> list[Tree]:
    """The hook of each component or space whose content brings it and that is live."""
    world, program = fn.build.world, fn.build.world.program
    assert hook.content is not None
    if not selves:
        return []
    kind = program.kinds[program.contents[hook.content].kind]
    self = fn.fresh("$self")

    def one() -> list[Tree]:
        holder = NOTHING
        if kind.word != "space":
            owners = fn.build.tables.words([place.owner for place in world.places])
            holder = word_at(owners, word_at(fn.build.layout.place, get(self)))
        noted = _noted(end, number, get(self), holder)
        if kind.live is None:
            return noted
        return when(call_pure(fn, kind.live, [get(self)]), noted)

    if len(selves) == 1:
        return [put(self, const(selves[0])), *one()]
    # The components of a content are numbered one after the other.
    assert list(selves) == list(range(selves[0], selves[-1] + 1))
    top = fn.label("$again")
    with fn.looping(len(selves)):
        tested = fn.region(one)
    again = ("br_if", top, compare("le_s", get(self), selves[-1]))
    return [put(self, const(selves[0])), ("loop", top, None, *tested, put(self, add(get(self), 1)), again)]


# ---- One hook ----------------------------------------------------------------------------------------------

Args = Callable[[FnContext], list[Tree]]
"""Gives what a target's hooks are given."""


def takes_holder(build: Build, routine: int) -> bool:
    """Whether a routine of a hook takes the holder."""
    locals_ = build.world.program.routines[routine].locals
    return len(locals_) > 1 and locals_[1].name == "$holder"


def given(build: Build, hook: int, routine: int, address: Tree, args: list[Tree]) -> list[Tree]:
    """The arguments of a routine of a live hook that stands at an address."""
    if build.world.program.hooks[hook].content is None:
        return args
    self, holder = load(address, at.WORD), load(address, 2 * at.WORD)
    return [self, holder, *args] if takes_holder(build, routine) else [self, *args]


def applies(build: Build, target: Target, context: str, args: Args, words: Sequence[str]) -> str:
    """The function (context, address of a live hook) that tells whether the `where` of a hook holds, for
    hooks of these words. What hooks are given, `args` takes from the context.
    """
    name = f"$applies_{'_'.join((target.name, *words))}"
    if name not in build.made:
        build.made.add(name)
        fn = FnContext(build)
        hooks = build.world.program.hooks
        cases: dict[int, list[Tree]] = {}
        for number in target.hooks:
            where = hooks[number].where
            if hooks[number].word not in words:
                continue
            if where is None:
                cases[number] = [("br", "$return", const(1))]
                continue

            def test(number: int = number, where: int = where) -> list[Tree]:
                tested = call_pure(fn, where, given(build, number, where, get("$hook"), args(fn)))
                return [("br", "$return", tested)]

            cases[number] = fn.region(test)
        body = switch(fn, load(get("$hook")), cases)
        build.module.add(fn.function(name, [context, "$hook"], [*body, const(0)], Bool(), routine=False))
    return name


def next_hook(build: Build, target: Target, word: str, test: str, used: int | None) -> str:
    """The function (context, address of the list, position) that gives the position from there on of the
    first hook of that word whose `where` holds, the number of hooks if there is none. `used`: where in the
    context the mask of those stands that are used up.
    """
    name = f"$next_{target.name}_{word}"
    if name not in build.made:
        build.made.add(name)
        hook, position = get("$hook"), get("$position")
        wanted = equal(word_of(build, load(hook)), _WORDS[word])
        if used is not None:
            bits = load(add(get("$context"), times(("i32.shr_u", position, const(5)), at.WORD)), used)
            free = ("i32.and", ("i32.shr_u", bits, ("i32.and", position, const(31))), const(1))
            wanted = ("i32.and", wanted, ("i32.eqz", free))
        applied = ("if", None, ("call", test, get("$context"), hook), [("br", "$found")])
        body: list[Tree] = [
            (
                *("block", "$found", None),
                put("$hook", add(add(get("$list"), at.WORD), times(position, HOOK))),
                (
                    *("loop", "$again", None),
                    ("br_if", "$found", compare("ge_s", position, load(get("$list")))),
                    ("if", None, wanted, [applied]),
                    put("$position", add(position, 1)),
                    put("$hook", add(hook, HOOK)),
                    ("br", "$again"),
                ),
            ),
            position,
        ]
        params = [("$context", "i32"), ("$list", "i32"), ("$position", "i32")]
        build.module.add(Func(name, params, "i32", [("$hook", "i32")], body))
    return name


def hook_at(list_: Tree, position: Tree) -> Tree:
    """The address of the live hook at a position of a list."""
    return add(add(list_, at.WORD), times(position, HOOK))


def cases(build: Build, target: Target, words: Sequence[str]) -> list[int]:
    """The hooks of a target with one of these words."""
    return [hook for hook in target.hooks if build.world.program.hooks[hook].word in words]
