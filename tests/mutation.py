"""Leaves out each rule of a pack in turn, and says which of them neither check nor test misses.

Run as `python -m tests.mutation content/valkyries`. What may go unnoticed stands with its reason in
`tests/equivalents/`, in a file that is called like the pack.
"""

from __future__ import annotations

import argparse
import multiprocessing
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tafl.dsl.compile import compile_pack
from tafl.dsl.pack import open_pack
from tafl.sim.testrun import run_test
from tafl.tests.mutants import Mutant
from tafl.tests.mutation_report import ROOT, Report, Verdict, all_mutants, as_markdown, report_of

SECONDS = 60
"""A mutant that runs longer is found: it hangs where the game does not."""

# ---- One mutant ----------------------------------------------------------------------------------------


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


def noticed(folder: Path, first: str = "") -> str:
    """The first finding of the check, or else the first test that fails; empty where all is well.

    Tests of the file `first` run before others, and games that list it before others, which only saves time.
    """
    for game in _games(folder, first):
        compiled = compile_pack(str(folder), game)
        for finding in compiled.findings:
            return f"check {finding.code}: {finding.message}"
        for each in sorted(compiled.tests, key=lambda each: each.test.at.file != first):
            if run_test(each.program, each.test) is not None:
                return f"test: {each.test.title}"
    return ""


def _games(folder: Path, first: str) -> list[str | None]:
    """The games of a pack, the main one first but for those that list the file `first`."""
    pack = open_pack(str(folder))
    listed = sorted(pack.games, key=lambda game: (first not in pack.games[game], game != pack.main_game))
    return [*listed] or [None]


def judge(folder: Path, mutant: Mutant) -> Verdict:
    """Check and test the pack in `folder`, a copy, with one rule left out; then the copy is whole again."""
    file = folder / mutant.file
    whole = file.read_bytes()
    file.write_text(mutant.text, encoding="utf-8")
    try:
        with _limit(SECONDS):
            return Verdict(mutant, noticed(folder, mutant.file))
    except _TooLong:
        return Verdict(mutant, f"not done after {SECONDS} seconds")
    except Exception as error:
        error.add_note(f"without {mutant.file}:{mutant.line}: {mutant.rule}")
        raise
    finally:
        file.write_bytes(whole)


# ---- All mutants ---------------------------------------------------------------------------------------

_folder = Path()


def _start(pack: Path, scratch: str) -> None:
    """Every worker has a copy of the pack to write into."""
    global _folder
    _folder = Path(tempfile.mkdtemp(dir=scratch)) / pack.name
    shutil.copytree(pack, _folder)


def _judge(mutant: Mutant) -> Verdict:
    return judge(_folder, mutant)


def judge_all(pack: Path, mutants: Sequence[Mutant], workers: int = 2) -> Iterator[Verdict]:
    """The verdicts, in the order of the mutants."""
    with (
        tempfile.TemporaryDirectory() as scratch,
        multiprocessing.Pool(workers, _start, (pack.resolve(), scratch)) as pool,
    ):
        yield from pool.imap(_judge, mutants)


# ---- The command ---------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """0 where nothing went unnoticed that is not excused, 1 otherwise."""
    given = _arguments(arguments)
    begun = time.monotonic()
    wrong = noticed(given.pack)
    if wrong:
        print(f"the pack is not clean as it is: {wrong}", file=sys.stderr)
        return 1
    mutants = [each for each in all_mutants(given.pack) if given.only in f"{each.file} {each.inside}"]
    verdicts: list[Verdict] = []
    for verdict in judge_all(given.pack, mutants, given.workers):
        verdicts.append(verdict)
        if not verdict.found:
            mutant = verdict.mutant
            print(f"unnoticed: {mutant.file}:{mutant.line}: {mutant.what}: {mutant.rule}", flush=True)
    report = report_of(given.pack, verdicts)
    unknown = () if given.only else report.unknown
    for each in unknown:
        print(f"excuses nothing: {each.file}, {each.inside}: {each.rule}", file=sys.stderr)
    if not given.only:
        _write(report, given.report)
    seconds = time.monotonic() - begun
    print(f"{len(verdicts)} rules, {len(report.survivors)} unnoticed without excuse, {seconds:.0f} s")
    return 1 if report.survivors or unknown else 0


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("pack", type=Path, help="folder of a pack")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--only", default="", help="only rules of files or declarations with this in their names"
    )
    parser.add_argument("--report", type=Path, help="file to write instead of docs/mutation-NAME.md")
    return parser.parse_args(arguments)


def _write(report: Report, file: Path | None) -> None:
    target = file or ROOT / "docs" / f"mutation-{report.pack}.md"
    target.write_text(as_markdown(report), encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
