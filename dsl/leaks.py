"""Finds questions that give away hidden content by being asked or not.

Contract point 5: whether a question is asked never depends on what is hidden. All seats see that somebody is
asked, so a condition around a question, the list that it chooses from and the seat that it asks must not read
what not everybody sees.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..ir import program as ir
from ..ir.span import Span
from .diagnostics import Findings
from .points import Calls
from .secrets import NAMED, SECRET, Env, Secrets, conditions
from .walk import blocks, statements

Leak = tuple[Span, Span]
"""The place of a condition, and of the question whose being asked tells it."""


def find(program: ir.Program, findings: Findings) -> None:
    """Adds a warning for each question that leaks in this way."""
    finder = _Finder(program)
    for position in range(len(program.routines)):
        for condition, question in finder.in_routine(position):
            findings.add("T0940", condition, [(question, "whether this is asked tells it")])
    for hook in program.hooks:
        for condition, question in finder.in_hook(hook):
            findings.add("T0940", condition, [(question, "whether this is asked tells it")])


class _Finder:
    """`asking` are the routines that ask a seat, or call what does."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.secrets = Secrets(program)
        self.calls = Calls(program)
        self.asking: set[int] = set()
        self.brought = {hook.body for hook in program.hooks if hook.content is not None}
        while True:
            before = len(self.asking)
            for position, routine in enumerate(program.routines):
                if self._first(routine.body, position) is not None:
                    self.asking.add(position)
            if len(self.asking) == before:
                break

    def _asks(self, statement: ir.Stmt, routine: int) -> bool:
        if isinstance(statement, ir.Choose | ir.Menu | ir.Act):
            return True
        return any(each in self.asking for each in self.calls.of(statement, routine))

    def _first(self, block: ir.Block, routine: int) -> ir.Stmt | None:
        """The first question in a block, however deep."""
        return next((each for each in statements(block) if self._asks(each, routine)), None)

    # ---- In a routine --------------------------------------------------------------------------------------

    def in_routine(self, position: int) -> Iterator[Leak]:
        """The leaks of one routine."""
        routine = self.program.routines[position]
        env = self.secrets.locals(routine, {0: NAMED} if position in self.brought else {})
        yield from self._walk(routine.body, env, position)

    def _walk(self, block: ir.Block, env: Env, routine: int) -> Iterator[Leak]:
        for position, statement in enumerate(block):
            read = next((test for test in self._decides(statement) if self._secret(test, env)), None)
            question = self._depending(statement, routine) if read is not None else None
            if read is not None and question is None and _leaves(statement):
                question = self._first(block[position + 1 :], routine)
            if read is not None and question is not None:
                yield read.at, question.at
                continue
            for inner in blocks(statement):
                yield from self._walk(inner, env, routine)

    def _decides(self, statement: ir.Stmt) -> tuple[ir.Expr, ...]:
        """What decides whether something is asked here, or whom."""
        match statement:
            case ir.Choose(_, _, by, body=(), otherwise=(ir.Menu(),)):
                # as `together` puts it: somebody is asked either way
                return (by,)
            case ir.Choose(_, source, by):
                return (source, by)
            case ir.Menu(by) | ir.Act(by):
                return (by,)
            case _:
                return tuple(test for test in conditions(statement) if test is not None)

    def _secret(self, expr: ir.Expr, env: Env) -> bool:
        return bool(self.secrets.flags(expr, env) & SECRET)

    def _depending(self, statement: ir.Stmt, routine: int) -> ir.Stmt | None:
        """The question that is asked or not as the statement's condition says."""
        if isinstance(statement, ir.Choose | ir.Menu | ir.Act):
            return statement
        inside = [self._first(inner, routine) for inner in blocks(statement)]
        if isinstance(statement, ir.If) and None not in inside:
            # somebody is asked either way
            return None
        return next((each for each in inside if each is not None), None)

    # ---- In a hook -----------------------------------------------------------------------------------------

    def in_hook(self, hook: ir.Hook) -> Iterator[Leak]:
        """A hook that asks, and happens only where its component lies hidden or something hidden holds."""
        question = self._first(self.program.routines[hook.body].body, hook.body)
        if question is None:
            return
        own = {} if hook.content is None else {0: NAMED}
        live = None
        if hook.content is not None:
            live = self.program.kinds[self.program.contents[hook.content].kind].live
        for condition in (live, hook.where):
            if condition is not None:
                routine = self.program.routines[condition]
                if self.secrets.result(routine, own) & SECRET:
                    yield routine.body[-1].at, question.at


def _leaves(statement: ir.Stmt) -> bool:
    """Whether what is inside may leave, so that the lines below depend on the condition, too."""
    leaving = ir.Return | ir.Break | ir.EndGame
    return any(isinstance(each, leaving) for inner in blocks(statement) for each in statements(inner))
