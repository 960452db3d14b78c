"""Turns statements that cannot wait into structured code; verbs, phases and calls have files of their own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import assert_never

from ..ir import program as ir
from ..ir.types import NONE, Int, OptT, SetT, Type
from . import invoke, verbs
from . import layout as at
from .body import Body
from .context import scalar
from .embed import embed
from .encode import Tree
from .graph import nodes
from .ranges import range_of
from .trees import (
    UNREACHABLE,
    add,
    chosen,
    compare,
    const,
    equal,
    get,
    known,
    negated,
    put,
    stop_if,
    store,
    sub,
    times,
    when,
)
from .walks import InMemory


def block(body: Body, statements: Sequence[ir.Stmt]) -> list[Tree]:
    """The code of a block. What comes behind a statement that may leave pays for itself."""
    trees: list[Tree] = []
    for position, node in enumerate(statements):
        trees += released(body, node)
        if position + 1 < len(statements) and body.leaves(node):
            return [*trees, *body.fn.region(partial(block, body, statements[position + 1 :]))]
    return trees


def released(body: Body, node: ir.Stmt) -> list[Tree]:
    """A statement; the lists that it makes go with it, unless a local keeps one."""
    fn, before = body.fn, body.fn.grown
    trees = statement(body, node)
    if fn.grown == before or _keeps(body, node):
        return trees
    if not body.leaves(node):
        fn.grown = before
    mark = fn.fresh("$m")
    return [put(mark, ("global.get", "$arena")), *trees, ("global.set", "$arena", get(mark))]


def _keeps(body: Body, node: ir.Stmt) -> bool:
    """Whether a local may hold a list that was made in the statement."""
    locals_ = body.program.routines[body.routine].locals
    for inner in nodes(node):
        match inner:
            case ir.SetLocal(slot=slot) if not scalar(locals_[slot].type):
                return True
            case ir.CallEffect(result=int(slot)) | ir.CallSlotEffect(result=int(slot)):
                if not scalar(locals_[slot].type):
                    return True
            case ir.Return():
                return True
            case _:
                pass
    return False


def statement(body: Body, node: ir.Stmt) -> list[Tree]:
    """The code of a statement that cannot wait."""
    fn = body.fn
    match node:
        case ir.SetLocal(slot=slot):
            return fn.scope.put(slot, body.fitting(node.value, _type(body, slot)))
        case ir.SetState():
            return set_state(body, node)
        case ir.If():
            then = fn.region(lambda: block(body, node.then))
            return when(body.value(node.test), then, fn.region(lambda: block(body, node.otherwise)))
        case ir.For():
            return _for(body, node)
        case ir.While():
            return _while(body, node)
        case ir.Scope():
            return _labelled(body, node.label, node.body)
        case ir.Break(label=label):
            return body.exit(label)
        case ir.Return(value):
            result = body.program.routines[body.routine].result
            return body.leave(None if value is None else body.fitting(value, result))
        case ir.EndGame():
            return [*end_game(body, node), *body.ended()]
        case ir.Fault():
            return [UNREACHABLE]
        case ir.Say():
            return []
        case ir.Rank():
            return _rank(body, node)
        case ir.Expect():
            return stop_if(negated(body.value(node.test)))
        case ir.Phase():
            return invoke.phase(body, node, lambda: _labelled(body, node.label, node.body))
        case ir.CallEffect() | ir.CallSlotEffect() | ir.Super():
            return invoke.call(body, node)
        case ir.Move() | ir.Draw() | ir.Flip() | ir.Reveal() | ir.Swap() | ir.Lay():
            return verbs.verb(body, node)
        case (
            ir.Shuffle()
            | ir.Roll()
            | ir.Pick()
            | ir.Choose()
            | ir.Menu()
            | ir.Act()
            | ir.Together()
            | ir.Battle()
        ):
            raise AssertionError(f"{type(node).__name__}, at {node.at}, always waits: see segments")
        case _:
            assert_never(node)


def _type(body: Body, slot: int) -> Type:
    return body.program.routines[body.routine].locals[slot].type


# ---- Storing -----------------------------------------------------------------------------------------------


def set_state(body: Body, node: ir.SetState) -> list[Tree]:
    """Store into a state variable, if the value is in its range; a track stops at its ends."""
    fn, var = body.fn, body.program.state[node.var]
    base, stride = fn.build.layout.slot(node.var)
    if node.index is None:
        address, before = const(base), list[Tree]()
    else:
        address, before = body.held(add(times(body.value(node.index), stride), base), "$a")
    value = body.value(node.value)
    match var.type:
        case SetT(of):
            size = const(at.WORD * fn.build.layout.set_words(of))
            stored: list[Tree] = [("memory.copy", address, value, size)]
        case OptT(SetT()):
            stored = _store_optional_set(body, address, value, var.type)
        case _:
            checked, value = _ranged(body, node, value, var.type)
            stored = [*checked, store(address, value)]
    if node.var == ir.ACTIVE:
        stored += _turn_begins(body)
    return [*before, *stored]


def _store_optional_set(body: Body, address: Tree, value: Tree, type_: Type) -> list[Tree]:
    held, before = body.held(value, "$p")
    return [*before, *embed(body.fn, address, held, type_)]


def _ranged(body: Body, node: ir.SetState, value: Tree, type_: Type) -> tuple[list[Tree], Tree]:
    """The value to store, and what has to come before it."""
    bare = type_.of if isinstance(type_, OptT) else type_
    if not isinstance(bare, Int):
        return [], value
    low, high = range_of(body.fn, node.value)
    held, before = body.held(value)
    if bare.track:
        if high > bare.high:
            held = chosen(compare("lt_s", held, bare.high), held, const(bare.high))
        if low < bare.low:
            top, more = body.held(held)
            held = chosen(compare("gt_s", top, bare.low), top, const(bare.low))
            before += more
        return before, held
    if bare.low <= low and high <= bare.high:
        return [], value
    over = compare("gt_u", sub(held, bare.low), bare.high - bare.low)
    if bare is not type_:
        over = ("i32.and", over, compare("ne", held, NONE))
    return [*before, *stop_if(over)], held


def _turn_begins(body: Body) -> list[Tree]:
    """The uses of actions that are limited per turn count anew."""
    uses, players = body.build.layout.uses, body.world.players
    return [
        store(const(uses + at.WORD * (action * players + seat)), const(0))
        for action, declared in enumerate(body.program.actions)
        if declared.limit_per == "turn"
        for seat in body.world.seats
    ]


# ---- Control -----------------------------------------------------------------------------------------------


def _labelled(body: Body, label: str | None, statements: ir.Block) -> list[Tree]:
    """A block that `Break` with this label leaves."""
    if label is None:
        return block(body, statements)
    out = body.fn.label("$out")
    body.exits.append((label, lambda: [("br", out)]))
    inner = block(body, statements)
    body.exits.pop()
    return [("block", out, None, *inner)]


def _for(body: Body, node: ir.For) -> list[Tree]:
    fn = body.fn
    # What the body does must not change what is walked through.
    bound = getattr(node.source.type, "bound", None)
    items = InMemory(fn, body.value(node.source), bound)
    trees = [*items.setup, *fn.charge(items.size, loop=bound)]
    item, out = fn.fresh("$x"), fn.label("$out")

    def one() -> list[Tree]:
        if node.label is not None:
            body.exits.append((node.label, lambda: [("br", out)]))
        inner = block(body, node.body)
        if node.label is not None:
            body.exits.pop()
        return inner

    def passed() -> list[Tree]:
        bound_ = fn.scope.put(node.slot, get(item))
        if node.where is None:
            return [*bound_, *one()]
        where = body.value(node.where)
        return [*bound_, *when(where, fn.region(one))]

    with fn.looping(bound):
        loop = items.loop(item, fn.region(passed))
    return [*trees, ("block", out, None, *loop)]


def _while(body: Body, node: ir.While) -> list[Tree]:
    fn = body.fn
    top, out, count = fn.label("$again"), fn.label("$out"), fn.fresh("$n")
    trees: list[Tree] = []
    passes: int | None = None
    if node.count is not None:
        wanted, before = body.held(body.value(node.count))
        high = range_of(fn, node.count)[1]
        passes = max(0, high)
        trees = [*before, put(count, chosen(compare("gt_s", wanted, 0), wanted, const(0)))]

    def passed() -> list[Tree]:
        tested: list[Tree] = []
        if node.count is not None:
            tested.append(("br_if", out, equal(get(count), 0)))
        if node.test is not None:
            tested += fn.region(lambda: _unless(body, node.test, out))
        if node.label is not None:
            body.exits.append((node.label, lambda: [("br", out)]))
        inner = fn.region(lambda: _pass(body, node, count))
        if node.label is not None:
            body.exits.pop()
        return [*tested, *inner]

    endless = fn.endless(passes)
    with fn.looping(passes):
        looped = fn.region(passed)
    if endless:
        looped = [*fn.check(), *looped]
    return [*trees, ("block", out, None, ("loop", top, None, *looped, ("br", top)))]


def _unless(body: Body, test: ir.Expr | None, out: str) -> list[Tree]:
    """Leave a block unless a test holds."""
    assert test is not None
    holds = body.value(test)
    return [] if known(holds) == 1 else [("br_if", out, negated(holds))]


def _pass(body: Body, node: ir.While, count: str) -> list[Tree]:
    body.fn.owe(1)
    less = [put(count, sub(get(count), 1))] if node.count is not None else []
    return [*less, *block(body, node.body)]


# ---- The end -----------------------------------------------------------------------------------------------


def end_game(body: Body, node: ir.EndGame) -> list[Tree]:
    """`end game`: on to the scoring, or over with an outcome. The routine has to be left after it."""
    if node.outcome is None:
        return [("call", "$end_flow")]
    return [("call", "$decide", body.value(node.outcome))]


def _rank(body: Body, node: ir.Rank) -> list[Tree]:
    """Put the keys of each seat into a table: whether it has some, then they; the ranking comes from that."""
    fn, players = body.fn, body.world.players
    row = at.WORD * (1 + len(node.by))
    table, entry = fn.fresh("$p"), fn.fresh("$p")
    items = InMemory(fn, body.value(node.source), getattr(node.source.type, "bound", None))
    item = fn.fresh("$x")

    def rated() -> list[Tree]:
        keys = [store(get(entry), body.value(key), at.WORD * (1 + n)) for n, key in enumerate(node.by)]
        return [
            *fn.scope.put(node.slot, get(item)),
            put(entry, add(get(table), times(get(item), row))),
            *keys,
            store(get(entry), const(1)),
        ]

    with fn.looping(items.most):
        loop = items.loop(item, fn.region(rated))
    return [
        *items.setup,
        put(table, fn.room(const(row * players // at.WORD))),
        ("memory.fill", get(table), const(0), const(row * players)),
        *loop,
        ("call", "$rank", get(table), const(len(node.by))),
    ]
