"""Finds out, for every action that pauses offer, when a seat must be asked though it has no way to take it.

Contract point 5: whether a question is asked never depends on what is hidden. A seat is passed over only
where it cannot act for reasons that everybody sees.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..ir import program as ir
from ..ir.span import Span
from .bringing import conjuncts, joined
from .cautious import Cautious
from .points import Calls
from .secrets import NOTHING, SECRET, Env, union
from .symbols import ActionSym, PauseSym, Symbols
from .types import BOOL
from .walk import nodes, rebuild


def settle(symbols: Symbols, program: ir.Program) -> ir.Program:
    """The program with `asks` of its actions filled in, and a finding for each window in a window."""
    if not symbols.pauses:
        return program
    _check_nesting(symbols, program)
    finder = _Finder(program)
    actions = list(program.actions)
    for action in symbols.action_list:
        if action.anytime or action.window is not None:
            asks = finder.asks(action, program.actions[action.position])
            if asks is not None:
                symbols.routines.append(asks)
                position = len(symbols.routines) - 1
                actions[action.position] = replace(actions[action.position], asks=position)
    return replace(program, actions=tuple(actions))


# ---- Windows in windows ------------------------------------------------------------------------------------


def _check_nesting(symbols: Symbols, program: ir.Program) -> None:
    """A pause must not be opened by what an action in a pause does."""
    calls, told = Calls(program), set[Span]()
    opens = {window.effect.position for window in symbols.pauses.values()}
    for action in symbols.action_list:
        if not action.anytime and action.window is None:
            continue
        for routine in _reached(calls, program.actions[action.position].body):
            for node in nodes(program.routines[routine].body):
                if isinstance(node, ir.CallEffect) and node.effect in opens and node.at not in told:
                    told.add(node.at)
                    related = [(action.span, "this action is offered in a pause")]
                    symbols.findings.add("T0530", node.at, related, name=action.name)


def _reached(calls: Calls, start: int) -> list[int]:
    seen, left = {start}, [start]
    while left:
        more = calls.direct[left.pop()] - seen
        seen |= more
        left += more
    return sorted(seen)


# ---- Who is asked ------------------------------------------------------------------------------------------


class _Finder:
    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.secrets = Cautious(program)

    def asks(self, action: ActionSym, declared: ir.Action) -> ir.Routine | None:
        """The routine that tells by what everybody sees whether a seat may have a way to act; None where
        everybody sees all of it.
        """
        leading = self.program.routines[declared.body].params - len(declared.sources)
        merged = _Merged(self.program.routines[declared.body].locals[:leading])
        env = self._given(action.window)
        tests: list[ir.Expr] = []
        whole = True
        if declared.guard is not None:
            for test in conjuncts(merged.returned(self.program.routines[declared.guard], [])):
                told = self.secrets.flags(test, env) & SECRET
                whole = whole and not told
                tests += [] if told else [test]
        found: list[ir.Each] = []
        for source in declared.sources:
            routine = self.program.routines[source]
            expr = merged.returned(routine, [each.slot for each in found])
            flags = self.secrets.flags(expr, env)
            if flags & SECRET:
                whole = False
                break
            slot = merged.new(self.program.routines[declared.body].locals[leading + len(found)])
            env[slot] = flags
            found.append(ir.Each(slot, expr, routine.at))
        if whole:
            return None
        at = action.span
        if found:
            holds = ir.Const(1, BOOL, at)
            tests.append(ir.Query("any", tuple(found), holds, None, (), BOOL, at))
        body = (ir.Return(joined(tests, at) or ir.Const(1, BOOL, at), at),)
        name = f"{declared.name} asks"
        return ir.Routine(name, leading, tuple(merged.locals), BOOL, body, False, (), at)

    def _given(self, window: PauseSym | None) -> Env:
        """What the parameters of a window may hold, behind the actor."""
        if window is None:
            return {}
        program, position = self.program, window.effect.position
        env = self.secrets.params(program.routines[program.effects[position].routine])
        for routine in program.routines:
            opened = [
                node
                for node in nodes(routine.body)
                if isinstance(node, ir.CallEffect) and node.effect == position
            ]
            locals_ = self.secrets.locals(routine, self.secrets.params(routine)) if opened else {}
            for node in opened:
                for slot, arg in enumerate(node.args):
                    env[slot] = union((env.get(slot, NOTHING), self.secrets.flags(arg, locals_)))
        return {1 + slot: flags for slot, flags in env.items()}


class _Merged:
    """The locals of a routine that does what several did."""

    def __init__(self, leading: Iterable[ir.LocalVar]) -> None:
        self.locals = list(leading)
        self._leading = len(self.locals)

    def new(self, local: ir.LocalVar) -> int:
        """One more local."""
        self.locals.append(local)
        return len(self.locals) - 1

    def returned(self, routine: ir.Routine, own: list[int]) -> ir.Expr:
        """What a routine returns that does nothing else; its parameters behind the leading ones are `own`."""
        code = routine.body[0]
        assert isinstance(code, ir.Return), "a guard or source is one expression"
        assert code.value is not None, "a guard or source is one expression"
        slots = [*range(self._leading), *own]
        slots += [self.new(local) for local in routine.locals[len(slots) :]]

        def move(node: object) -> object:
            if isinstance(node, ir.Local | ir.Each | ir.Bind):
                return replace(node, slot=slots[node.slot])
            return node

        return rebuild(code.value, move)
