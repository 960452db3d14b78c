"""Turns the verdicts on a pack's mutants into a report: noticed, excused with a reason, unnoticed."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from tafl.tests.mutants import Mutant, mutants_of

ROOT = Path(__file__).resolve().parent.parent
EQUIVALENTS = ROOT / "tests" / "equivalents"
WIDTH = 90


@dataclass(frozen=True, slots=True)
class Verdict:
    """`found`: what noticed that the rule is missing; empty where nothing did."""

    mutant: Mutant
    found: str


@dataclass(frozen=True, slots=True)
class Equivalent:
    """A rule whose absence may go unnoticed, and why."""

    file: str
    inside: str
    rule: str
    reason: str

    def excuses(self, mutant: Mutant) -> bool:
        """Whether this is the rule that the mutant leaves out."""
        return (self.file, self.inside, self.rule) == (mutant.file, mutant.inside, mutant.rule)


@dataclass(frozen=True, slots=True)
class Report:
    """What became of all mutants; `unknown` are listed equivalents that excuse nothing, `waiting` the rules
    that have not been left out yet.
    """

    pack: str
    verdicts: tuple[Verdict, ...]
    excused: tuple[tuple[Mutant, Equivalent], ...]
    survivors: tuple[Mutant, ...]
    unknown: tuple[Equivalent, ...]
    waiting: tuple[Mutant, ...]
    hash: str


def all_mutants(pack: Path) -> list[Mutant]:
    """The mutants of every file of a pack, file by file."""
    files = [file for file in sorted(pack.rglob("*")) if file.suffix in (".tafl", ".yaml")]
    return [
        mutant
        for file in files
        for mutant in mutants_of(file.relative_to(pack).as_posix(), file.read_text(encoding="utf-8"))
    ]


def equivalents(pack: Path) -> list[Equivalent]:
    """What is listed for the pack as rules that nothing need miss."""
    file = EQUIVALENTS / f"{pack.resolve().name}.yaml"
    listed = yaml.safe_load(file.read_text(encoding="utf-8")) if file.exists() else None
    return [Equivalent(**each) for each in listed or ()]


def rules_hash(pack: Path) -> str:
    """A hash over everything of a pack that its report speaks of."""
    digest = hashlib.sha256()
    for mutant in all_mutants(pack):
        digest.update(f"{mutant.file}\n{mutant.inside}\n{mutant.rule}\n{mutant.text}\n".encode())
    return digest.hexdigest()[:16]


def report_of(pack: Path, verdicts: Sequence[Verdict]) -> Report:
    """Sorts the verdicts: noticed, excused by an equivalent, or left over."""
    listed = equivalents(pack)
    excused: list[tuple[Mutant, Equivalent]] = []
    survivors: list[Mutant] = []
    for verdict in verdicts:
        if verdict.found:
            continue
        reason = next((each for each in listed if each.excuses(verdict.mutant)), None)
        if reason is None:
            survivors.append(verdict.mutant)
        else:
            excused.append((verdict.mutant, reason))
    used = [each for _, each in excused]
    unknown = tuple(each for each in listed if each not in used)
    judged = {_place(verdict.mutant) for verdict in verdicts}
    waiting = tuple(each for each in all_mutants(pack) if _place(each) not in judged)
    name = pack.resolve().name
    return Report(name, tuple(verdicts), tuple(excused), tuple(survivors), unknown, waiting, rules_hash(pack))


def _place(mutant: Mutant) -> tuple[str, int, str, str]:
    return mutant.file, mutant.line, mutant.what, mutant.rule


def as_markdown(report: Report) -> str:
    """The report as it stands in `docs/`."""
    found = sum(1 for verdict in report.verdicts if verdict.found)
    lines = [
        f"# The rules of {report.pack}, each left out in turn",
        "",
        f"Written by `make mutate` (`python -m tests.mutation content/{report.pack}`). Every statement,",
        "declaration, condition, side of a condition and row of a table is left out alone; then the check or",
        "a test of the pack has to fail. Titles, texts and prompts are no rules.",
        "",
        f"{len(report.verdicts)} rules: {found} noticed, {len(report.excused)} excused,",
        f"{len(report.survivors)} unnoticed. Rules `{report.hash}`.",
    ]
    lines += _listed("Unnoticed", "noticed by", [(each, "nothing") for each in report.survivors])
    lines += _listed("Excused", "because", [(mutant, each.reason) for mutant, each in report.excused])
    lines += _still_waiting(report)
    for file in sorted({verdict.mutant.file for verdict in report.verdicts}):
        seen = [each for each in report.verdicts if each.found and each.mutant.file == file]
        lines += _listed(file, "noticed by", [(each.mutant, each.found) for each in seen])
    return "\n".join(lines) + "\n"


def _still_waiting(report: Report) -> list[str]:
    """How many rules of each file have not been left out yet: a report that was broken off says so."""
    if not report.waiting:
        return []
    count = Counter(mutant.file for mutant in report.waiting)
    lines = ["", "## Not judged yet", "", "| file | rules |", "|---|---|"]
    return lines + [f"| {file} | {number} |" for file, number in sorted(count.items())]


def _listed(title: str, column: str, rows: Sequence[tuple[Mutant, str]]) -> list[str]:
    if not rows:
        return []
    lines = ["", f"## {title}", "", f"| in | left out | {column} |", "|---|---|---|"]
    return lines + [
        f"| {mutant.inside} | `{_cell(mutant.rule)}` | {' '.join(why.split())} |" for mutant, why in rows
    ]


def _cell(text: str) -> str:
    plain = " ".join(text.split()).replace("|", "\\|")
    return plain if len(plain) <= WIDTH else plain[: WIDTH - 3] + "..."
