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

# Lines that a module hardly ever has more of.
LONG = 500

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


def find(root: Path) -> dict[str, list[str]]:
    """Where each exception stands in the files under `root`, as `file:line` or, for a long module, `file`."""
    found: dict[str, list[str]] = {rule: [] for rule in (*RULES, "long_modules")}
    for name in tree_files(root):
        if name.suffix not in PYTHON | CONTENT:
            continue
        lines = (root / name).read_text(encoding="utf-8", errors="replace").splitlines()
        for rule, (suffixes, pattern) in RULES.items():
            if name.suffix in suffixes:
                found[rule] += [
                    f"{name}:{number}" for number, line in enumerate(lines, 1) if pattern.search(line)
                ]
        if name.suffix in PYTHON and len(lines) > LONG:
            found["long_modules"].append(str(name))
    return found


def report(found: Mapping[str, list[str]], allowed: Mapping[str, int]) -> tuple[list[str], bool]:
    """A line for each count, with the places where it is over its number; and whether none is."""
    lines = []
    for rule, places in found.items():
        lines.append(f"  {rule.replace('_', ' '):<13} {len(places):>4} of {allowed[rule]}")
        if len(places) > allowed[rule]:
            lines += [f"    {place}" for place in places]
            lines.append("    Too many: mend one, or raise [tool.tafl.allowed] and say why.")
    return lines, all(len(places) <= allowed[rule] for rule, places in found.items())


def main() -> int:
    """Print the counts; the exit code is 1 if one is over its number."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lines, fine = report(find(ROOT), settings["tool"]["tafl"]["allowed"])
    print("Exceptions from the house rules:", *lines, sep="\n")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
