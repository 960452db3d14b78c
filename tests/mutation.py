"""Leaves out each rule of a pack in turn and says which of them neither the check nor a test of the pack misses.

Run as `python -m tests.mutation content/valkyries`. What may go unnoticed stands with its reason in `tests/equivalents/`, in a
file that is called like the pack.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import yaml

from tafl.dsl.compile import compile_pack
from tafl.sim.testrun import run_test
from tafl.tests.mutants import Mutant, mutants_of

ROOT = Path(__file__).resolve().parent.parent
EQUIVALENTS = ROOT / "tests" / "equivalents"
SECONDS = 60
"""A mutant that runs longer is found: it hangs where the game does not."""


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
        return (self.file, self.inside, self.rule) == (mutant.file, mutant.inside, mutant.rule)


# ---- One mutant ----------------------------------------------------------------------------------------------------


class _TooLong(Exception):
    """The time of a mutant is up."""


@contextmanager
def _limit(seconds: int) -> Iterator[None]:
    def stop(_signal: int, _frame: object) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def _noticed(folder: Path, mutant: Mutant) -> str:
    """What is wrong with the pack: the first finding of the check, or the first test that fails; empty where nothing is."""
    compiled = compile_pack(str(folder))
    for finding in compiled.findings:
        return f"check {finding.code}: {finding.message}"
    for each in sorted(compiled.tests, key=lambda each: each.test.at.file != mutant.file):
        if run_test(each.program, each.test) is not None:
            return f"test: {each.test.title}"
    return ""


def judge(folder: Path, mutant: Mutant) -> Verdict:
    """Checks and tests the pack in `folder`, a copy of its own, with one rule left out; the copy is whole again afterwards."""
    file = folder / mutant.file
    whole = file.read_bytes()
    file.write_text(mutant.text, encoding="utf-8")
    try:
        with _limit(SECONDS):
            return Verdict(mutant, _noticed(folder, mutant))
    except _TooLong:
        return Verdict(mutant, f"not done after {SECONDS} seconds")
    finally:
        file.write_bytes(whole)


_folder = Path()


def _start(pack: Path) -> None:
    """Every worker has a copy of the pack to write into."""
    global _folder
    _folder = Path(tempfile.mkdtemp(prefix="mutation")) / pack.name
    shutil.copytree(pack, _folder)


def _judge(mutant: Mutant) -> Verdict:
    return judge(_folder, mutant)


# ---- All mutants ---------------------------------------------------------------------------------------------------


def all_mutants(pack: Path) -> list[Mutant]:
    """The mutants of every file of a pack, file by file."""
    files = [file for file in sorted(pack.rglob("*")) if file.suffix in (".tafl", ".yaml")]
    return [
        mutant
        for file in files
        for mutant in mutants_of(file.relative_to(pack).as_posix(), file.read_text(encoding="utf-8"))
    ]


def judge_all(pack: Path, mutants: Sequence[Mutant], workers: int) -> Iterator[Verdict]:
    """The verdicts, in the order of the mutants."""
    with multiprocessing.Pool(workers, _start, (pack.resolve(),)) as pool:
        yield from pool.imap(_judge, mutants)


def equivalents(pack: Path) -> list[Equivalent]:
    """What the pack lists as rules that nothing need miss."""
    file = EQUIVALENTS / f"{pack.resolve().name}.yaml"
    listed = yaml.safe_load(file.read_text(encoding="utf-8")) if file.exists() else None
    return [Equivalent(**each) for each in listed or ()]


def rules_hash(pack: Path) -> str:
    """A hash over everything of a pack that its report speaks of."""
    digest = hashlib.sha256()
    for mutant in all_mutants(pack):
        digest.update(f"{mutant.file}\n{mutant.inside}\n{mutant.rule}\n".encode())
        digest.update(mutant.text.encode())
    return digest.hexdigest()[:16]


# ---- The report ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Report:
    """What became of all mutants; `unknown` are listed equivalents that excuse nothing."""

    pack: str
    verdicts: tuple[Verdict, ...]
    excused: tuple[tuple[Mutant, Equivalent], ...]
    survivors: tuple[Mutant, ...]
    unknown: tuple[Equivalent, ...]
    hash: str

    @property
    def clean(self) -> bool:
        return not self.survivors and not self.unknown


def report_of(pack: Path, verdicts: Sequence[Verdict]) -> Report:
    """Sorts the verdicts: found, excused by an equivalent, or left over."""
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
    return Report(pack.name, tuple(verdicts), tuple(excused), tuple(survivors), unknown, rules_hash(pack))


def as_markdown(report: Report) -> str:
    """The report as it stands in `docs/`."""
    found = sum(1 for verdict in report.verdicts if verdict.found)
    lines = [
        f"# Rules of {report.pack}, each left out in turn",
        "",
        f"Written by `python -m tests.mutation content/{report.pack}` (`make mutate`): every statement, declaration and row of a table",
        "is left out alone, and the check and the tests of the pack are to notice. Texts and prompts are no rules.",
        "",
        f"{len(report.verdicts)} rules: {found} missed by the check or a test, {len(report.excused)} that need not be,"
        f" {len(report.survivors)} unnoticed. Rules `{report.hash}`.",
    ]
    lines += _listed("Unnoticed", [(each, "nothing") for each in report.survivors])
    lines += _listed("Need not be noticed", [(mutant, each.reason) for mutant, each in report.excused])
    for file in sorted({verdict.mutant.file for verdict in report.verdicts}):
        rows = [
            (each.mutant, each.found) for each in report.verdicts if each.mutant.file == file and each.found
        ]
        lines += _listed(file, rows)
    return "\n".join(lines) + "\n"


def _listed(title: str, rows: Sequence[tuple[Mutant, str]]) -> list[str]:
    if not rows:
        return []
    lines = ["", f"## {title}", "", "| in | left out | noticed by |", "|---|---|---|"]
    return lines + [f"| {mutant.inside} | `{_cell(mutant.rule)}` | {_cell(why)} |" for mutant, why in rows]


def _cell(text: str) -> str:
    plain = " ".join(text.split()).replace("|", "\\|")
    return plain if len(plain) <= 90 else plain[:87] + "..."


# ---- The command ---------------------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("pack", type=Path, help="folder of a pack")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--only", default="", help="only mutants whose file, declaration or rule contains this text"
    )
    parser.add_argument("--report", type=Path, help="file to write instead of docs/mutation-NAME.md")
    given = parser.parse_args(arguments)
    begun = time.monotonic()
    mutants = [
        each for each in all_mutants(given.pack) if given.only in f"{each.file} {each.inside} {each.rule}"
    ]
    whole = Mutant("pack.yaml", 1, "nothing", "", "", (given.pack / "pack.yaml").read_text(encoding="utf-8"))
    verdicts: list[Verdict] = []
    for verdict in judge_all(given.pack, [whole, *mutants], given.workers):
        if verdict.mutant is not whole and verdict.mutant.what != "nothing":
            verdicts.append(verdict)
        elif verdict.found:
            print(f"The pack is not clean as it is: {verdict.found}", file=sys.stderr)
            return 1
        if not verdict.found and verdict.mutant.what != "nothing":
            print(
                f"unnoticed: {verdict.mutant.file}:{verdict.mutant.line}: {verdict.mutant.rule}", flush=True
            )
    report = report_of(given.pack, verdicts)
    for each in () if given.only else report.unknown:
        print(f"equivalents: nothing to excuse: {each.file}, {each.inside}: {each.rule}", file=sys.stderr)
    if not given.only:
        target = given.report or ROOT / "docs" / f"mutation-{given.pack.resolve().name}.md"
        target.write_text(as_markdown(report), encoding="utf-8")
    print(f"{len(verdicts)} mutants, {len(report.survivors)} unnoticed, {time.monotonic() - begun:.0f} s")
    return 0 if report.clean or (given.only and not report.survivors) else 1


if __name__ == "__main__":
    raise SystemExit(main())
