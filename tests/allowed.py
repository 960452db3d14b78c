"""Counts the exceptions that the tree makes from its own rules, and compares them with pyproject.toml."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

PYTHON = {".py"}
CONTENT = {".tafl", ".yaml", ".csv"}

# The words are split so that this file does not count itself.
RULES: dict[str, tuple[set[str], re.Pattern[str]]] = {
    "noqa": (PYTHON, re.compile(r"#\s*(?:ruff:\s*)?no" + "qa")),
    "type_ignore": (PYTHON, re.compile(r"#\s*type:\s*ig" + "nore")),
    "skipped_tests": (PYTHON, re.compile(r"pytest\.(?:mark\.)?(?:sk" + "ip|xf" + "ail)")),
    "tafl_warnings": (CONTENT, re.compile(r"\ballow\s+T\d{4}\b")),
}


def tree_files(root: Path) -> list[Path]:
    """The files of a checkout that are tracked or could be: what is ignored does not count."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split("\0")
    # The link .dev/tafl leads back to the root: it counts as a file, never as what lies behind it.
    return sorted(Path(name) for name in listed if name and (root / name).is_file())


def count(root: Path) -> dict[str, int]:
    """How often each exception stands in the files under `root`, and the lines of the longest module."""
    found = dict.fromkeys(RULES, 0) | {"longest_module": 0}
    for name in tree_files(root):
        if name.suffix not in PYTHON | CONTENT:
            continue
        text = (root / name).read_text(encoding="utf-8", errors="replace")
        for rule, (suffixes, pattern) in RULES.items():
            if name.suffix in suffixes:
                found[rule] += len(pattern.findall(text))
        if name.suffix in PYTHON:
            found["longest_module"] = max(found["longest_module"], text.count("\n"))
    return found


def report(found: Mapping[str, int], allowed: Mapping[str, int]) -> tuple[list[str], bool]:
    """One line for each count, and whether none is over its number."""
    lines = []
    for rule, number in found.items():
        over = (
            "  TOO MANY: mend it, or raise [tool.tafl.allowed] and say why" if number > allowed[rule] else ""
        )
        lines.append(f"  {rule.replace('_', ' '):<15} {number:>4} of {allowed[rule]}{over}")
    return lines, all(number <= allowed[rule] for rule, number in found.items())


def main() -> int:
    """Print the counts; the exit code is 1 if one is over its number."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lines, fine = report(count(ROOT), settings["tool"]["tafl"]["allowed"])
    print("Exceptions from the house rules:", *lines, sep="\n")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
