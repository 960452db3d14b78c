"""Turns a diagnostic code into what `tafl explain` tells of it."""

from __future__ import annotations

from .codes import CODES


def explained(code: str) -> str:
    """The sentence of a code, what it means, and a wrong and a right example."""
    entry = CODES[code]
    parts = [f"{code} ({entry.severity}): {entry.sentence}", entry.meaning]
    for title, text in (("Wrong", entry.wrong), ("Right", entry.right)):
        if text:
            lines = "\n".join(f"    {line}".rstrip() for line in text.splitlines())
            parts.append(f"{title} ({entry.surface}):\n{lines}")
    return "\n\n".join(parts)
