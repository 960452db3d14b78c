"""What the compiler of expressions knows of the function that it is in: locals, charges of fuel, room for
lists.

Fuel is gathered in the local `$spent` and taken from `$fuel` at the end of the function (`settled`): charges
come to the same wherever they are made. Only loops in loops look in between whether too much is spent, so
that nothing runs on and on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..interpreter.errors import DEPTH, FUEL
from ..ir.program import Expr, Routine
from ..ir.types import INT_MAX, ListT, OptT, SetT, Type
from .build import Build
from .encode import Func, Tree
from .graph import graph
from .trees import add, compare, get, known, lasting, put, sequence, stop_if, sub

if TYPE_CHECKING:
    from .walks import Walk

Range = tuple[int, int]
"""What an integer is known to lie between, both included."""

ANY: Range = (-INT_MAX, INT_MAX)


class Scope:
    """Where the locals of a routine stand: each in a local of the function, made when it is first used."""

    def __init__(self, fn: FnContext, prefix: str) -> None:
        self._fn = fn
        self._prefix = prefix
        self._elsewhere: set[int] = set()
        self._made: set[int] = set()
        self.places: dict[int, Tree] = {}
        self.ranges: dict[int, Range] = {}
        self.sets: dict[int, tuple[Tree, Tree]] = {}
        """By local: the list of spaces in it as bits (see `bits.py`), and their number."""

    def get(self, slot: int) -> Tree:
        """A local's value."""
        if slot not in self.places:
            name = f"{self._prefix}L{slot}"
            if slot not in self._made:
                self._fn.locals.append((name, "i32"))
                self._made.add(slot)
            self.places[slot] = get(name)
        return self.places[slot]

    def put(self, slot: int, value: Tree) -> list[Tree]:
        """Set a local."""
        return [put(self.own(slot), value)]

    def own(self, slot: int) -> str:
        """The local of the function in which a local stands that is about to be set."""
        self.sets.pop(slot, None)
        if slot in self._elsewhere:
            self._elsewhere.remove(slot)
            del self.places[slot]
        place = self.get(slot)
        assert place[0] == "local.get", "only what stands in a local can be set"
        if self._fn.before is not None:
            self._fn.before.moved.add(place[1])
        name: str = place[1]
        return name

    def bind(self, slot: int, value: Tree, range_: Range | None = None) -> list[Tree]:
        """Set a local that is set at no other time: what is known needs no local of the function."""
        self.ranges[slot] = range_ or ANY
        if lasting(value):
            # What an expression reads stays as it is while it is worked out.
            self.places[slot] = value
            self._elsewhere.add(slot)
            self.sets.pop(slot, None)
            return []
        return self.put(slot, value)


@dataclass(slots=True)
class Before:
    """What stands before an expression so that its loops need not work it out again: `trees` set the locals
    `kept`, by what stands in them. Locals that are made after the first `known`, and those in `moved`, change
    in the expression. `loops` counts those around what is being compiled.
    """

    known: int
    trees: list[Tree] = field(default_factory=list)
    kept: dict[Tree, str] = field(default_factory=dict)
    moved: set[str] = field(default_factory=set)
    loops: int = 0


@dataclass(frozen=True, slots=True)
class Compiler:
    """What turns the parts of a routine into code: an expression into its value or into a walk through its
    elements, the body of a pure routine into statements, and the hooks on a value into changes of it.
    """

    value: Callable[[FnContext, Expr], Tree]
    walk: Callable[[FnContext, Expr], Walk]
    body: Callable[[FnContext, Routine], list[Tree]]
    changes: Callable[[FnContext, tuple[int, ...], list[Tree], str], list[Tree]]


def compiler(build: Build) -> Compiler:
    """That of a module."""
    assert build.compiler is not None, "`add_values` comes first"
    return build.compiler


@dataclass(slots=True)
class FnContext:
    """One function in the making.

    `owed` are units of fuel that the code being compiled costs whenever it runs. `grown` counts the places
    that make lists. `loops` is the product of the greatest numbers of passes of the loops around, None where
    one of them has no such number. `inside` counts the routines whose code stands here instead of a call.
    """

    build: Build
    locals: list[tuple[str, str]] = field(default_factory=list)
    scope: Scope = field(init=False)
    owed: int = 0
    grown: int = 0
    loops: int | None = 1
    inside: int = 0
    spends: bool = False
    before: Before | None = None
    _names: int = 0

    def __post_init__(self) -> None:
        self.scope = Scope(self, "$")

    # ---- Names ---------------------------------------------------------------------------------------------

    def fresh(self, prefix: str = "$t", type_: str = "i32") -> str:
        """A new local of the function."""
        name = self.label(prefix)
        self.locals.append((name, type_))
        return name

    def label(self, prefix: str = "$b") -> str:
        """A name that nothing else in the function has."""
        self._names += 1
        return f"{prefix}{self._names}"

    @contextmanager
    def within(self, scope: Scope) -> Iterator[None]:
        """Locals are those of that scope meanwhile."""
        outer, self.scope = self.scope, scope
        yield
        self.scope = outer

    # ---- Expressions ---------------------------------------------------------------------------------------

    def value(self, node: Expr) -> Tree:
        """The value of an expression."""
        return compiler(self.build).value(self, node)

    def walk(self, node: Expr) -> Walk:
        """A walk through the elements of a list."""
        return compiler(self.build).walk(self, node)

    # ---- Before loops --------------------------------------------------------------------------------------

    def outermost(self, make: Callable[[], list[Tree]]) -> list[Tree]:
        """Code that changes nothing, with what can stand before all of its loops before it."""
        if self.before is not None:
            return make()
        self.before = Before(len(self.locals))
        trees = make()
        before, self.before = self.before.trees, None
        return [*before, *trees]

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Code that may change what an expression reads: nothing of it can stand before the loops around."""
        outer, self.before = self.before, None
        yield
        self.before = outer

    def beforehand(self, value: Tree, type_: str = "i32") -> Tree | None:
        """A local that holds a value, which stops nothing, from before the outermost loop on; None where that
        cannot be, because the value reads what changes there.
        """
        if self.before is None:
            return None
        if value not in self.before.kept:
            changing = {name for name, _ in self.locals[self.before.known :]} | self.before.moved
            kept = set(self.before.kept.values())
            if any(name in changing and name not in kept for name in reads(value)):
                return None
            self.before.kept[value] = name = self.fresh("$w", type_)
            self.before.trees.append(put(name, value))
        return get(self.before.kept[value])

    # ---- Fuel ----------------------------------------------------------------------------------------------

    def owe(self, units: int) -> None:
        """The code being compiled costs so much."""
        self.owed += units

    def charge(self, units: Tree, *, loop: int | None = 0) -> list[Tree]:
        """Spend what may be known only when the code runs. `loop`: the greatest number of passes that the
        loop which comes then can have (None: unknown).
        """
        number = known(units)
        if number is None:
            self.spends = True
            spent = [put("$spent", add(get("$spent"), units))]
        else:
            self.owe(number)
            spent = []
        return spent + self.check() if self.endless(loop) else spent

    def endless(self, passes: int | None) -> bool:
        """Whether such a loop inside those around may go on for too long."""
        if self.loops == 1 or passes == 0:
            return False
        return self.loops is None or passes is None or self.loops * passes > FUEL

    def check(self) -> list[Tree]:
        """Stop where more is spent than there can be."""
        self.spends = True
        return stop_if(compare("gt_u", get("$spent"), FUEL))

    def region(self, make: Callable[[], list[Tree]]) -> list[Tree]:
        """Code that runs only sometimes, or several times, with what it costs."""
        outer, self.owed = self.owed, 0
        trees = make()
        own, self.owed = self.owed, outer
        if not own:
            return trees
        self.spends = True
        return [put("$spent", add(get("$spent"), own)), *trees]

    def sometimes(self, make: Callable[[], Tree]) -> Tree:
        """A value that is needed only sometimes, with what it costs."""
        *before, value = self.region(lambda: [make()])
        return sequence(before, value)

    def settled(self) -> list[Tree]:
        """Take what was spent from the fuel: for every way out of the function."""
        if not self.spends:
            return []
        fuel: Tree = ("global.get", "$fuel")
        return [
            ("global.set", "$fuel", ("i32.sub", fuel, get("$spent"))),
            *stop_if(compare("lt_s", fuel, 0)),
        ]

    @contextmanager
    def looping(self, passes: int | None) -> Iterator[None]:
        """Code that runs so often at most (None: unknown)."""
        outer, before = self.loops, self.before
        self.loops = None if outer is None or passes is None else outer * max(passes, 1)
        if before is not None:
            before.loops += 1
        yield
        self.loops = outer
        if before is not None:
            before.loops -= 1

    # ---- Room for lists ------------------------------------------------------------------------------------

    def room(self, words: Tree) -> Tree:
        """The address of room for so many words."""
        self.grown += 1
        return ("call", "$alloc", words)

    def released(self, type_: Type, make: Callable[[], Tree]) -> Tree:
        """A value; the lists made on the way to it go, if it is none itself."""
        before = self.grown
        tree = make()
        if self.grown == before or not scalar(type_):
            return tree
        self.grown = before
        mark, value = self.fresh("$m"), self.fresh()
        return (
            *("block", None, "i32"),
            put(mark, ("global.get", "$arena")),
            put(value, tree),
            ("global.set", "$arena", get(mark)),
            get(value),
        )

    # ---- Calls ---------------------------------------------------------------------------------------------

    def call(self, name: str, args: Sequence[Tree], type_: Type) -> Tree:
        """A call of a function of a routine; `type_` is what it gives."""
        if name not in self.build.quiet and not scalar(type_):
            self.grown += 1
        tree: Tree = ("call", name, *args)
        if not (self.inside and graph(self.build.world).counted):
            return tree
        # What stands here instead of calls counts as calls do.
        value = self.fresh()
        return sequence([_deeper(self.inside), put(value, tree), _deeper(-self.inside)], get(value))

    @contextmanager
    def inlined(self) -> Iterator[list[Tree]]:
        """Code of another routine that stands here instead of a call; gives what has to come before it."""
        self.inside += 1
        counted = graph(self.build.world).counted
        limit = DEPTH - self.inside
        yield stop_if(compare("gt_s", ("global.get", "$depth"), limit)) if counted else []
        self.inside -= 1

    # ---- The whole -----------------------------------------------------------------------------------------

    def function(
        self, name: str, params: Sequence[str], body: list[Tree], result: Type, *, routine: bool = True
    ) -> Func:
        """A function that gives the value that `body` leaves at its end, or by a branch to `$return`; where
        calls are counted, one of a `routine` counts.
        """
        release = self.grown > 0 and scalar(result)
        if self.grown == 0 or release:
            self.build.quiet.add(name)
        before: list[Tree] = []
        after = self.settled()
        if routine and graph(self.build.world).counted:
            before += [_deeper(1), *stop_if(compare("gt_s", ("global.get", "$depth"), DEPTH))]
            after.append(_deeper(-1))
        if release:
            mark = self.fresh("$m")
            before.append(put(mark, ("global.get", "$arena")))
            after.append(("global.set", "$arena", get(mark)))
        if uses_label(body, "$return"):
            body = [("block", "$return", "i32", *body)]
        if after:
            kept = self.fresh("$r")
            body = [*body[:-1], put(kept, body[-1]), *after, get(kept)]
        locals_ = [*self.locals, ("$spent", "i32")] if self.spends else self.locals
        return Func(name, [(param, "i32") for param in params], "i32", locals_, [*before, *body])


def _deeper(calls: int) -> Tree:
    depth: Tree = ("global.get", "$depth")
    return ("global.set", "$depth", add(depth, calls) if calls > 0 else sub(depth, -calls))


def reads(tree: Tree) -> Iterator[str]:
    """The locals that a value without statements in it reads."""
    if tree[0] == "local.get":
        yield tree[1]
    for part in tree[1:]:
        if isinstance(part, tuple):
            yield from reads(part)


def uses_label(trees: Sequence[Tree], label: str) -> bool:
    """Whether something branches to a label."""
    stack: list[object] = list(trees)
    while stack:
        tree = stack.pop()
        if isinstance(tree, tuple | list):
            if len(tree) > 1 and tree[0] in ("br", "br_if") and tree[1] == label:
                return True
            stack += tree
    return False


# ---- Types -------------------------------------------------------------------------------------------------


def bare(type_: Type) -> Type:
    """The type without `?`."""
    return type_.of if isinstance(type_, OptT) else type_


def scalar(type_: Type) -> bool:
    """Whether a value of this type is one word, not an address."""
    return not isinstance(bare(type_), ListT | SetT)
