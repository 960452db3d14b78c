"""Turns statements that can wait, or hold some that can, into pieces: control, calls, phases; questions and
chance have files of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import assert_never

from ..ir import program as ir
from ..ir.types import ListT
from ..ir.world import statements
from . import act, ask, battles, draws, stmts
from .build import Build
from .calls import slot_fillers
from .cutter import RETURNED, Cutter, Label
from .effects import FINISHED, PUSHED, VALUE, again, begin
from .encode import Func, Tree
from .ends import may_end, phase_may_end
from .frames import call_plain, push_routine, waits
from .hooks import BEFORE, INSTEAD, hook_at, live_at, word_of
from .invoke import PhaseHooks, all_hooks, by_filler, replaced
from .layout import FRAME_BELOW, WORD
from .trees import UNREACHABLE, add, chosen, compare, const, equal, get, known, load, negated, put, sub, when


def waiting_function(build: Build, number: int) -> Func:
    """The function of a routine that can wait."""
    cut = Cutter(build, number)
    block(cut, cut.routine.body)
    cut.emit(cut.leave(None))
    return cut.function()


def block(cut: Cutter, nodes: Sequence[ir.Stmt]) -> None:
    """Add a block."""
    for node in nodes:
        if any(getattr(inner, "point", 0) for inner in statements((node,))):
            statement(cut, node)
        else:
            cut.emit(cut.fn.region(partial(stmts.released, cut.body, node)))


def statement(cut: Cutter, node: ir.Stmt) -> None:
    """Add a statement that can wait."""
    match node:
        case ir.If():
            _if(cut, node)
        case ir.For():
            _for(cut, node)
        case ir.While():
            _while(cut, node)
        case ir.Scope():
            leave = cut.label()
            labelled(cut, node.label, node.body, leave)
            cut.place(leave)
        case ir.Together():
            block(cut, node.body)
        case ir.Phase():
            _phase(cut, node)
        case ir.CallEffect():
            _effect(cut, node)
        case ir.CallSlotEffect():
            _slot(cut, node)
        case ir.Super():
            _super(cut, node)
        case ir.Draw():
            draws.draw(cut, node)
        case ir.Shuffle():
            draws.shuffle(cut, node)
        case ir.Roll():
            draws.roll(cut, node)
        case ir.Pick():
            draws.pick(cut, node)
        case ir.Choose():
            ask.choose(cut, node, block)
        case ir.Menu():
            ask.menu(cut, node, block)
        case ir.Act():
            act.act(cut, node)
        case ir.Battle():
            battles.battle(cut, node)
        case (
            ir.SetLocal()
            | ir.SetState()
            | ir.Break()
            | ir.Return()
            | ir.Move()
            | ir.Flip()
            | ir.Reveal()
            | ir.Swap()
            | ir.Lay()
            | ir.EndGame()
            | ir.Fault()
            | ir.Say()
            | ir.Rank()
            | ir.Expect()
        ):
            raise AssertionError(f"{type(node).__name__}, at {node.at}, never waits: see stmts")
        case _:
            assert_never(node)


# ---- Control -----------------------------------------------------------------------------------------------


def labelled(cut: Cutter, label: str | None, body: ir.Block, leave: Label) -> None:
    """A block that `Break` with this label leaves."""
    if label is not None:
        cut.body.exits.append((label, lambda: cut.jump(leave)))
    block(cut, body)
    if label is not None:
        cut.body.exits.pop()


def _if(cut: Cutter, node: ir.If) -> None:
    other, end = cut.label(), cut.label()
    cut.go_if(negated(cut.body.value(node.test)), other)
    block(cut, node.then)
    if node.otherwise:
        cut.go(end)
    cut.place(other)
    block(cut, node.otherwise)
    cut.place(end)


def _for(cut: Cutter, node: ir.For) -> None:
    fn, scope = cut.fn, cut.fn.scope
    top, end = cut.label(), cut.label()
    items = cut.body.value(node.source)
    assert isinstance(node.source.type, ListT), f"the checker makes a list of what a loop walks, at {node.at}"
    cut.emit([*scope.put(node.list_slot, items), *scope.put(node.index_slot, const(0))])
    cut.emit(fn.charge(load(scope.get(node.list_slot))))
    cut.place(top)
    cut.emit(_next_of(cut, node, end))
    labelled(cut, node.label, node.body, end)
    cut.go(top)
    cut.place(end)


def _next_of(cut: Cutter, node: ir.For, end: Label) -> list[Tree]:
    """Set the local of a loop to the next element whose `where` holds, or go to the end."""
    fn, scope = cut.fn, cut.fn.scope
    list_, index = scope.get(node.list_slot), scope.get(node.index_slot)
    step = [
        *when(compare("ge_s", index, load(list_)), cut.jump(end)),
        *scope.put(node.slot, load(add(list_, ("i32.shl", index, const(2))), WORD)),
        *scope.put(node.index_slot, add(index, 1)),
    ]
    if node.where is None:
        return step
    where, again = node.where, fn.label("$again")
    tested = fn.region(lambda: [("br_if", again, negated(cut.body.value(where)))])
    return [("loop", again, None, *step, *tested)]


def _while(cut: Cutter, node: ir.While) -> None:
    fn, scope = cut.fn, cut.fn.scope
    top, end = cut.label(), cut.label()
    if node.count is not None:
        wanted, before = cut.body.held(cut.body.value(node.count))
        passes = chosen(compare("gt_s", wanted, 0), wanted, const(0))
        cut.emit([*before, *scope.put(node.count_slot, passes)])
    cut.place(top)
    if node.count is not None:
        cut.go_if(equal(scope.get(node.count_slot), 0), end)
    if node.test is not None:
        holds = cut.body.value(node.test)
        if known(holds) != 1:
            cut.go_if(negated(holds), end)
    fn.owe(1)
    cut.emit(fn.check())
    if node.count is not None:
        cut.emit(scope.put(node.count_slot, sub(scope.get(node.count_slot), 1)))
    labelled(cut, node.label, node.body, end)
    cut.go(top)
    cut.place(end)


# ---- Calls -------------------------------------------------------------------------------------------------


def _returned(cut: Cutter, point: int, result: int | None) -> None:
    """What is called returns here."""
    cut.land(point, RETURNED)
    if result is not None:
        cut.emit(cut.fn.scope.put(result, VALUE))


def _effect(cut: Cutter, node: ir.CallEffect) -> None:
    declared = cut.body.program.effects[node.effect]
    if node.charge:
        cut.fn.owe(1)
    args = cut.body.args(node.args, declared.routine)
    # All arguments are worked out before the frame is written to.
    names, before = _held(cut, args)
    trees = [*before, *cut.wait(node.point)]
    if declared.hooks:
        trees.append(("br", "$leave", ("call", begin(cut.build, node.effect), cut.end, get("$fp"), *names)))
    else:
        trees += push_routine(cut.fn, declared.routine, cut.end, get("$fp"), names)
        trees += cut.signal(PUSHED)
    cut.emit(trees)
    _returned(cut, node.point, node.result)


def _held(cut: Cutter, args: Sequence[Tree]) -> tuple[list[Tree], list[Tree]]:
    names: list[Tree] = []
    before: list[Tree] = []
    for arg in args:
        name, put_ = cut.body.held(arg, "$a")
        names.append(name)
        before += put_
    return names, before


def _slot(cut: Cutter, node: ir.CallSlotEffect) -> None:
    """Some of what fills the slot can wait; the rest is called on the spot."""
    if node.charge:
        cut.fn.owe(1)
    fillers = slot_fillers(cut.build, node.slot, node.self.type)
    args = [cut.body.value(node.self), *(cut.body.fitting(arg, None) for arg in node.args)]
    names, before = _held(cut, args)
    cases: dict[int, list[Tree]] = {}
    for routine in sorted({r for r in fillers.values() if r is not None}):
        if waits(cut.build, routine):
            cases[routine] = push_routine(cut.fn, routine, cut.end, get("$fp"), names)
        else:
            called: list[Tree] = [("global.set", "$value", call_plain(cut.fn, routine, names))]
            cases[routine] = [*called, *cut.body.check_ended(possible=may_end(cut.body.world, routine))]
    trees = by_filler(cut.fn, fillers, names[0], cases)
    cut.emit([*before, *cut.wait(node.point), *trees, *cut.signal(PUSHED)])
    _returned(cut, node.point, node.result)


def _super(cut: Cutter, node: ir.Super) -> None:
    effect = replaced(cut.build, cut.number)
    if effect is None:
        cut.emit([UNREACHABLE])
    else:
        args = cut.body.args(node.args, cut.body.program.effects[effect].routine)
        names, before = _held(cut, args)
        below = load(get("$fp"), FRAME_BELOW)
        signal: Tree = ("call", again(cut.build, effect), cut.end, below, get("$fp"), *names)
        cut.emit([*before, *cut.wait(node.point), ("br", "$leave", signal)])
    _returned(cut, node.point, node.result)


# ---- Phases ------------------------------------------------------------------------------------------------


def _phase(cut: Cutter, node: ir.Phase) -> None:
    """The list of live hooks stands in the frame from the beginning. Which hook has returned says
    `index_slot`.
    """
    if not cut.body.program.phases[node.phase].hooks:
        leave = cut.label()
        labelled(cut, node.label, node.body, leave)
        cut.place(leave)
    elif node.point:
        _Phase(cut, node).waiting()
    else:
        _Phase(cut, node).plain()


class _Phase:
    """A phase with hooks."""

    def __init__(self, cut: Cutter, node: ir.Phase) -> None:
        self._cut = cut
        self._node = node
        self._hooks = PhaseHooks(cut.build, node.phase)
        self._body, self._leave, self._end = cut.label(), cut.label(), cut.label()

    @property
    def _list(self) -> Tree:
        return self._cut.in_frame(self._node.hooks_slot)

    def _begin(self) -> None:
        cut, node = self._cut, self._node
        declared = cut.body.program.phases[node.phase].hooks
        cut.emit([("drop", ("call", live_at(cut.build, declared), self._list))])

    def _inside(self) -> None:
        self._cut.place(self._body)
        labelled(self._cut, self._node.label, self._node.body, self._leave)
        self._cut.place(self._leave)

    def waiting(self) -> None:
        """Its hooks can wait."""
        cut, node = self._cut, self._node
        after, looked = cut.label(), cut.label()
        self._begin()
        self._find("instead_of", const(0), looked)
        cut.place(looked)
        self._find("before", const(0), self._body)
        cut.go(self._body)
        cut.land(node.point, RETURNED)
        index = cut.fn.scope.get(node.index_slot)
        word = word_of(cut.build, load(hook_at(self._list, index)))
        cut.go_if(equal(word, INSTEAD), self._end)
        cut.go_if(compare("ne", word, BEFORE), after)
        self._find("before", add(index, 1), self._body)
        self._inside()
        self._find("after", const(0), self._end)
        cut.go(self._end)
        cut.place(after)
        self._find("after", add(index, 1), self._end)
        cut.place(self._end)

    def _find(self, word: str, start: Tree, otherwise: Label) -> None:
        """Run the next hook of a word, which returns at the point of the phase; or go elsewhere."""
        cut, node = self._cut, self._node
        if not self._hooks.has(word):
            cut.go(otherwise)
            return
        index = cut.fn.scope.get(node.index_slot)
        cut.emit(cut.fn.scope.put(node.index_slot, self._hooks.next(word, self._list, start)))
        cut.go_if(compare("ge_s", index, load(self._list)), otherwise)
        signal = self._hooks.signal(word, cut.end, hook_at(self._list, index))
        name = cut.fn.fresh("$signal")
        # A hook that is done at once returns as one that had to wait: through the driver.
        told = chosen(equal(get(name), FINISHED), const(PUSHED), get(name))
        cut.emit([*cut.wait(node.point), put(name, signal), ("br", "$leave", told)])

    def plain(self) -> None:
        """Only what stands in the phase can wait."""
        cut, node = self._cut, self._node
        self._begin()
        ended = cut.body.check_ended(possible=phase_may_end(cut.body.world, node.phase))
        position = cut.fn.fresh("$n")
        hook = hook_at(self._list, get(position))
        if self._hooks.has("instead_of"):
            cut.emit([put(position, self._hooks.next("instead_of", self._list, const(0)))])
            ran = [*self._hooks.run("instead_of", const(0), hook), *ended, *cut.jump(self._end)]
            cut.emit(when(compare("lt_s", get(position), load(self._list)), ran))
        cut.emit(self._all("before", position, ended))
        self._inside()
        cut.emit(self._all("after", position, ended))
        cut.place(self._end)

    def _all(self, word: str, position: str, ended: list[Tree]) -> list[Tree]:
        return all_hooks(self._cut.fn, self._hooks, word, self._list, position, ended)
