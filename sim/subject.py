"""What a report is about: the games that were asked for, what came of them, and how to play them again."""

from __future__ import annotations

from dataclasses import dataclass

from ..ir.program import Program
from .plan import Plan
from .sweep import Label, told
from .tally import Tally
from .unused import Unused, unused


@dataclass(frozen=True, slots=True)
class Subject:
    """The games of one variant."""

    label: Label
    plan: Plan
    tally: Tally
    unused: Unused

    @property
    def program(self) -> Program:
        """What was played."""
        return self.plan.program

    @property
    def name(self) -> str:
        """The variant for people; empty where there is only one."""
        return told(self.label)


@dataclass(frozen=True, slots=True)
class Report:
    """All variants; `command` is what was typed, `stopped` why not all of the `wanted` games were played
    (empty: they were).
    """

    subjects: tuple[Subject, ...]
    command: str
    version: str
    wanted: int
    stopped: str


def subject(label: Label, plan: Plan, tally: Tally) -> Subject:
    """What a variant came to."""
    return Subject(label, plan, tally, unused(plan.program, tally))
