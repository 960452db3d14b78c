"""What becomes of a pack: apart from the front end that makes it, so that what is kept is read without."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .diagnostics import Diagnostic
from .source import Source

if TYPE_CHECKING:
    from ..ir import program as ir
    from .pack import Pack


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is wrong with a pack, and no more: `findings` and `allowed` as in `Compiled`."""

    findings: tuple[Diagnostic, ...]
    allowed: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]


@dataclass(frozen=True, slots=True)
class CompiledTest:
    """A test and the program that it runs on: the game's with the tests' routines behind its own, or a
    variant of it.

    `position` is the test's place in `program.tests`.
    """

    program: ir.Program
    position: int

    @property
    def test(self) -> ir.Test:
        return self.program.tests[self.position]


@dataclass(frozen=True, slots=True)
class Compiled:
    """What became of a pack: the program (None where there are errors), and all findings, sorted.

    `allowed` are warnings that a comment allows; `sources` the files by the paths that messages show; `tests`
    the tests of the game with the programs they run on, by place; `packs` those in play, required ones first.
    `part` is what stood behind the colon of the reference and is no game of the pack: a scenario.
    """

    program: ir.Program | None
    findings: tuple[Diagnostic, ...]
    allowed: tuple[Diagnostic, ...]
    sources: Mapping[str, Source]
    tests: tuple[CompiledTest, ...]
    packs: tuple[Pack, ...]
    part: str | None = None

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        return tuple(found for found in self.findings if found.severity == "error")

    def tests_of(self, added: Collection[str]) -> list[tuple[ir.Program, ir.Test]]:
        """The tests, each with its program, of the pack that was asked for and of others by their names."""
        asked = [pack for pack in self.packs if not pack.shown or pack.name in added]
        files = {pack.path(name) for pack in asked for name, _ in pack.files}
        return [(each.program, each.test) for each in self.tests if each.test.at.file in files]

    @property
    def renames(self) -> dict[str, str]:
        """What the packs in play call otherwise than they did: old names with the new ones."""
        manifests = [pack.manifest for pack in self.packs if pack.manifest is not None]
        return {rename.old.name: rename.new.name for each in manifests for rename in each.renames}
