"""Turns the statements of a routine into steps: control, calls, phases, the end of the game; verbs and
questions have files of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from ..ir import program as ir
from ..ir.types import NONE, Int, OptT
from ..ir.world import points_of
from . import act, ask, battles, draws, hooks, names, phases, verbs
from .assemble import Assembler, Label
from .code import CALLED, ENDED, RETURNED, Code, Compiled, Eval, Locals, Step
from .errors import Stop, Unmet
from .events import Shown, show
from .knowledge import everybody
from .results import rank
from .state import Value
from .values import slot_routines, unfilled

if TYPE_CHECKING:
    from .machine import Machine


def build(code: Code, routine: ir.Routine, compiled: Compiled) -> None:
    """Fill in the steps of a routine; and its expression, if all that it does is return one."""
    asm = Assembler(code, routine, compiled)
    block(asm, routine.body)
    asm.emit(lambda _: _return_nothing, routine.at)
    asm.finish()
    if len(routine.body) == 1 and isinstance(routine.body[0], ir.Return) and routine.body[0].value:
        compiled.expression = _result(asm, routine.body[0].value)


def block(asm: Assembler, statements: ir.Block) -> None:
    """Add the steps of a block."""
    for node in statements:
        statement(asm, node)


def statement(asm: Assembler, node: ir.Stmt) -> None:
    """Add the steps of a statement."""
    match node:
        case ir.SetLocal():
            _set_local(asm, node)
        case ir.SetState():
            _set_state(asm, node)
        case ir.If():
            _if(asm, node)
        case ir.For():
            _for(asm, node)
        case ir.While():
            _while(asm, node)
        case ir.Together():
            _together(asm, node)
        case ir.Scope():
            _labelled(asm, node.label, node.body)
        case ir.Phase():
            phases.phase(asm, node, lambda leave: _labelled(asm, node.label, node.body, leave))
        case ir.Break():
            asm.jump(asm.exit_of(node.label), node.at)
        case ir.Return():
            _return(asm, node)
        case ir.CallEffect() | ir.CallSlotEffect() | ir.Super():
            _call(asm, node)
        case ir.Move():
            verbs.move(asm, node)
        case ir.Draw():
            draws.draw(asm, node)
        case ir.Shuffle():
            draws.shuffle(asm, node)
        case ir.Roll():
            draws.roll(asm, node)
        case ir.Pick():
            draws.pick(asm, node)
        case ir.Flip():
            verbs.flip(asm, node)
        case ir.Reveal():
            verbs.reveal(asm, node)
        case ir.Swap():
            verbs.swap(asm, node)
        case ir.Lay():
            verbs.lay(asm, node)
        case ir.Choose():
            ask.choose(asm, node, lambda inner: block(asm, inner))
        case ir.Menu():
            ask.menu(asm, node, lambda inner: block(asm, inner))
        case ir.Act():
            act.act(asm, node)
        case ir.Battle():
            battles.battle(asm, node)
        case ir.EndGame():
            _end_game(asm, node)
        case ir.Fault():
            _fault(asm, node)
        case ir.Say():
            _say(asm, node)
        case ir.Rank():
            _rank(asm, node)
        case ir.Expect():
            _expect(asm, node)
        case _:
            assert_never(node)


# ---- Storing -----------------------------------------------------------------------------------------------


def _set_local(asm: Assembler, node: ir.SetLocal) -> None:
    slot, value = node.slot, asm.fitting(node.value, asm.routine.locals[node.slot].type)

    def make(after: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            values[slot] = value(machine, values)
            return after

        return step

    asm.emit(make, node.at)


def _set_state(asm: Assembler, node: ir.SetState) -> None:
    var, offset = asm.code.program.state[node.var], asm.code.world.offset[node.var]
    value = _ranged(asm, node, var)
    index = None if node.index is None else asm.value(node.index)
    turn = _limited_per_turn(asm.code) if node.var == ir.ACTIVE else ()

    def make(after: int) -> Step:
        def store(machine: Machine, values: Locals) -> int:
            machine.slots[offset] = value(machine, values)
            for use in turn:
                machine.state.uses[use] = 0
            return after

        def store_at(machine: Machine, values: Locals) -> int:
            assert index is not None
            at = offset + index(machine, values)
            machine.slots[at] = value(machine, values)
            return after

        return store if index is None else store_at

    asm.emit(make, node.at)


def _limited_per_turn(code: Code) -> tuple[int, ...]:
    """The counters of uses that begin anew when a turn begins or ends: when `active` is set."""
    return tuple(
        action * code.world.players + seat
        for action, declared in enumerate(code.program.actions)
        if declared.limit_per == "turn"
        for seat in code.world.seats
    )


def _ranged(asm: Assembler, node: ir.SetState, var: ir.StateVar) -> Eval:
    """The value to store: a track's stops at its ends; any other that leaves its range faults."""
    value, at = asm.value(node.value), node.at
    bare = var.type.of if isinstance(var.type, OptT) else var.type
    if not isinstance(bare, Int):
        return value
    low, high = bare.low, bare.high
    if bare.track:
        return lambda machine, values: min(max(value(machine, values), low), high)

    def get(machine: Machine, values: Locals) -> Value:
        result = value(machine, values)
        if low <= result <= high or (result == NONE and bare is not var.type):
            return result
        raise Stop(f"{var.name} can be {low} to {high}, and this would make it {result}", at)

    return get


# ---- Control -----------------------------------------------------------------------------------------------


def _branch(asm: Assembler, test: ir.Expr, otherwise: Label) -> None:
    holds = asm.value(test)

    def make(after: int) -> Step:
        other = otherwise.step
        asm.compiled.branches[after - 1] = other
        return lambda machine, values: after if holds(machine, values) else other

    asm.emit(make, test.at)


def _if(asm: Assembler, node: ir.If) -> None:
    other, end = Label(), Label()
    _branch(asm, node.test, other)
    block(asm, node.then)
    if node.otherwise:
        asm.jump(end, node.at)
    asm.place(other)
    block(asm, node.otherwise)
    asm.place(end)


def _labelled(asm: Assembler, label: str | None, body: ir.Block, end: Label | None = None) -> None:
    """A block that `Break` with this label leaves, for `end` or for what comes after it."""
    leave = Label() if end is None else end
    if label is not None:
        asm.exits.append((label, leave))
    block(asm, body)
    if label is not None:
        asm.exits.pop()
    if end is None:
        asm.place(leave)


def _for(asm: Assembler, node: ir.For) -> tuple[Label, Label]:
    """A loop; gives the places where it takes the next element, and where it has come to its end."""
    source, at = asm.value(node.source), node.at
    where = None if node.where is None else asm.value(node.where)
    slot, list_slot, index_slot = node.slot, node.list_slot, node.index_slot
    top, end = Label(), Label()

    def begin(after: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            items = source(machine, values)
            machine.spend(len(items), at)
            values[list_slot], values[index_slot] = items, 0
            return after

        return step

    def advance(after: int) -> Step:
        done = end.step

        def step(machine: Machine, values: Locals) -> int:
            items, index = values[list_slot], values[index_slot]
            while index < len(items):
                values[slot] = items[index]
                index += 1
                if where is None or where(machine, values):
                    values[index_slot] = index
                    return after
            values[index_slot] = index
            return done

        return step

    asm.emit(begin, at)
    asm.place(top)
    asm.emit(advance, at)
    _labelled(asm, node.label, node.body, end)
    asm.jump(top, at)
    asm.place(end)
    return top, end


def _together(asm: Assembler, node: ir.Together) -> None:
    *blank, loop = node.body
    assert isinstance(loop, ir.For), "a loop over the seats ends it"
    block(asm, tuple(blank))
    top, end = _for(asm, loop)
    for each in points_of(node):
        asm.compiled.together[each] = (top.step, end.step)


def _while(asm: Assembler, node: ir.While) -> None:
    count = None if node.count is None else asm.value(node.count)
    test = None if node.test is None else asm.value(node.test)
    slot, at, top, end = node.count_slot, node.at, Label(), Label()

    def begin(after: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            assert count is not None
            values[slot] = max(0, count(machine, values))
            return after

        return step

    def advance(after: int) -> Step:
        done = end.step

        def step(machine: Machine, values: Locals) -> int:
            if count is not None and values[slot] == 0:
                return done
            if test is not None and not test(machine, values):
                return done
            machine.spend(1, at)
            if count is not None:
                values[slot] -= 1
            return after

        return step

    if count is not None:
        asm.emit(begin, at)
    asm.place(top)
    asm.emit(advance, at)
    _labelled(asm, node.label, node.body, end)
    asm.jump(top, at)
    asm.place(end)


def _return(asm: Assembler, node: ir.Return) -> None:
    if node.value is None:
        asm.emit(lambda _: _return_nothing, node.at)
        return
    result = _result(asm, node.value)

    def step(machine: Machine, values: Locals) -> int:
        machine.value = result(machine, values)
        return RETURNED

    asm.emit(lambda _: step, node.at)


def _return_nothing(machine: Machine, values: Locals) -> int:
    del values
    machine.value = NONE
    return RETURNED


def _result(asm: Assembler, value: ir.Expr) -> Eval:
    type_ = asm.routine.result
    return asm.value(value) if type_ is None else asm.fitting(value, type_)


# ---- Calls -------------------------------------------------------------------------------------------------


def _call(asm: Assembler, node: ir.CallEffect | ir.CallSlotEffect | ir.Super) -> None:
    """A call, and what takes its result when it returns."""
    match node:
        case ir.CallEffect():
            begin = _begin_effect(asm, node)
        case ir.CallSlotEffect():
            begin = _begin_slot(asm, node)
        case ir.Super():
            begin = _begin_super(asm, node)
    point, charge, at = node.point, not isinstance(node, ir.Super) and node.charge, node.at

    def make(landing: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            if charge:
                machine.spend(1, at)
            frame = machine.frames[-1]
            frame.point, frame.pc = point, landing
            begin(machine, values)
            return CALLED

        return step

    asm.emit(make, at)
    asm.land_call(point)
    if node.result is not None:
        _take_result(asm, node.result, node)


def _begin_effect(asm: Assembler, node: ir.CallEffect) -> Eval:
    effect, at = asm.code.program.effects[node.effect], node.at
    args = asm.args(node.args, effect.routine)

    def begin(machine: Machine, values: Locals) -> None:
        hooks.call_effect(machine, node.effect, [arg(machine, values) for arg in args], at)

    return begin


def _begin_slot(asm: Assembler, node: ir.CallSlotEffect) -> Eval:
    slot, at = asm.code.program.slots[node.slot], node.at
    self, filled = asm.value(node.self), slot_routines(asm.code, node.slot, node.self.type)
    args = [asm.value(arg) for arg in node.args]

    def begin(machine: Machine, values: Locals) -> None:
        of = self(machine, values)
        routine = filled[of]
        if routine is None:
            raise unfilled(machine.world, slot, node.self.type, at)
        machine.push(routine.number, [of, *(arg(machine, values) for arg in args)], at)

    return begin


def _begin_super(asm: Assembler, node: ir.Super) -> Eval:
    args = [asm.value(arg) for arg in node.args]

    def begin(machine: Machine, values: Locals) -> None:
        hooks.call_super(machine, [arg(machine, values) for arg in args], node.at)

    return begin


def _take_result(asm: Assembler, slot: int, node: ir.Stmt) -> None:
    def make(after: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            values[slot] = machine.value
            return after

        return step

    asm.emit(make, node.at)


# ---- Ends, texts, ranking ----------------------------------------------------------------------------------


def _end_game(asm: Assembler, node: ir.EndGame) -> None:
    outcome = None if node.outcome is None else asm.value(node.outcome)

    def step(machine: Machine, values: Locals) -> int:
        machine.end_game(None if outcome is None else outcome(machine, values), node.at)
        return ENDED

    asm.emit(lambda _: step, node.at)


def _fault(asm: Assembler, node: ir.Fault) -> None:
    def step(machine: Machine, values: Locals) -> int:
        # As everybody may read it: a fault is told to all.
        parts = machine.shown(node.text, values)
        raise Stop(names.text(machine.world, parts, everybody(machine.world)), node.at)

    asm.emit(lambda _: step, node.at)


def _say(asm: Assembler, node: ir.Say) -> None:
    def make(after: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            machine.note("say", node.text, values)
            return after

        return step

    asm.emit(make, node.at)


def _rank(asm: Assembler, node: ir.Rank) -> None:
    source, keys = asm.value(node.source), [asm.value(key) for key in node.by]

    def make(after: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            seats = source(machine, values)
            rated: dict[int, list[Value]] = {}
            for values[node.slot] in seats:
                rated[values[node.slot]] = [key(machine, values) for key in keys]
            machine.state.result = rank(rated, machine.world.players)
            return after

        return step

    asm.emit(make, node.at)


def _expect(asm: Assembler, node: ir.Expect) -> None:
    test = asm.value(node.test)
    sides = (node.test.left, node.test.right) if isinstance(node.test, ir.Compare) else ()
    shown = [(asm.value(side), side.type) for side in sides]

    def make(after: int) -> Step:
        def step(machine: Machine, values: Locals) -> int:
            if test(machine, values):
                return after
            found: list[Shown] = [
                show(machine.state, machine.world, side(machine, values), type_) for side, type_ in shown
            ]
            raise Unmet(node.at, tuple(found))

        return step

    asm.emit(make, node.at)
