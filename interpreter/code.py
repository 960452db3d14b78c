"""What a program becomes on loading: closures for its expressions, and a flat list of steps for each
routine.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from ..ir.dump import rules_hash
from ..ir.program import Routine
from ..ir.span import Span
from ..ir.types import Type
from ..ir.world import World
from .state import Value

if TYPE_CHECKING:
    from .machine import Machine

Locals: TypeAlias = list[Value]
Eval: TypeAlias = "Callable[[Machine, Locals], Value]"
"""An expression: its value, from the machine and the locals of the routine."""

Step: TypeAlias = "Callable[[Machine, Locals], int]"
"""A step of a routine: it does something and says which step comes next, or one of the signals below."""

CALLED, RETURNED, ASKED, ENDED = -1, -2, -3, -4
"""Instead of a next step: another frame lies on top now; the routine is done, its result in
`Machine.value`; a question is open; the game, or this flow of it, is over.
"""


class Compiled:
    """One routine, ready to run.

    `steps` begin at 0; `spans` say where each was written. `landings` are the steps at which the routine
    goes on after each suspension point, `dead` the locals that are not live there, `together` where the
    loop over the seats begins and ends whose questions wait there. Where the routine does
    nothing but return a value, `expression` gives it without any step. `branches`: the steps that test a
    condition, each with the step that comes where it does not hold.
    """

    __slots__ = (
        "answers",
        "at",
        "blank",
        "branches",
        "dead",
        "expression",
        "has_result",
        "landings",
        "name",
        "number",
        "spans",
        "steps",
        "takes_holder",
        "together",
    )

    def __init__(self, number: int, routine: Routine) -> None:
        self.number = number
        self.name = routine.name
        self.at = routine.at
        self.blank: Locals = [0] * (len(routine.locals) - routine.params)
        self.has_result = routine.result is not None
        self.takes_holder = len(routine.locals) > 1 and routine.locals[1].name == "$holder"
        self.expression: Eval | None = None
        self.steps: list[Step] = []
        self.spans: list[Span] = []
        self.branches: dict[int, int] = {}
        self.landings: dict[int, int] = {}
        self.answers: dict[int, int] = {}
        self.together: dict[int, tuple[int, int]] = {}
        live = {point.number: set(point.live) for point in routine.points}
        self.dead = {n: [s for s in range(len(routine.locals)) if s not in live[n]] for n in live}


class Text:
    """A template: literal pieces, and expressions with their types."""

    __slots__ = ("at", "parts")

    def __init__(self, parts: tuple[str | tuple[Eval, Type], ...], at: Span) -> None:
        self.parts = parts
        self.at = at


class Code:
    """A world's routines, each at its number, the library's functions, and texts as they come to be needed
    (by the identity of their template). `load.load` fills it.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.program = world.program
        self.routines = [Compiled(number, routine) for number, routine in enumerate(self.program.routines)]
        self.library: dict[str, Callable[..., Value]] = {}
        self.texts: dict[int, Text] = {}

    @cached_property
    def rules_hash(self) -> str:
        """Hash of the program's rules."""
        return rules_hash(self.program)
