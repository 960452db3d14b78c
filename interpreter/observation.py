"""Turns what a seat was shown, asked and answered, step after step, into one text of its whole history.

Each line is a JSON object for one stretch from a decision of seats to the next: what the seat answered, the
new lines of its log, and what changed in its view (which holds its questions). Nothing is written where a
seat noticed nothing, and nothing of how chance was answered, so that two games have equal texts exactly
where the seat cannot tell them apart.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

ABSENT = object()


@dataclass(frozen=True, slots=True)
class Observation:
    """A history: that before it and one more line. `view` is what the seat saw last, `logged` how many
    lines of the log it has read.
    """

    before: Observation | None
    line: str
    view: Mapping[str, Any] = field(default_factory=dict)
    logged: int = 0

    def text(self) -> str:
        """The whole history, one line a stretch."""
        lines = []
        at: Observation | None = self
        while at is not None:
            lines.append(at.line)
            at = at.before
        return "".join(f"{line}\n" for line in reversed(lines))


def observe(
    before: Observation | None, answered: str | None, log: Sequence[str], view: Mapping[str, Any]
) -> Observation | None:
    """The history after one more stretch: the key that this seat answered with (None: it was another's
    question), the lines of its log since `before.logged`, and its view now. `before` itself, if it noticed
    nothing.
    """
    entry: dict[str, Any] = {}
    if answered is not None:
        entry["answered"] = answered
    if log:
        entry["log"] = list(log)
    if shown := changes(before.view if before else {}, view):
        entry["shown"] = shown
    if not entry:
        return before
    line = json.dumps(entry, separators=(",", ":"), ensure_ascii=True)
    return Observation(before, line, view, (before.logged if before else 0) + len(log))


def changes(old: Any, new: Any, path: tuple[str | int, ...] = ()) -> list[list[Any]]:
    """What turns plain data `old` into `new`: [path, value] for each smallest part that differs; [path] for
    a key that is gone.
    """
    # Plain data has plain types; to ask for them exactly is what makes this fast.
    if type(old) is dict and type(new) is dict:
        found = [[[*path, key]] for key in old if key not in new]
        for key, value in new.items():
            found += changes(old.get(key, ABSENT), value, (*path, key))
        return found
    if type(old) is list and type(new) is list and len(old) == len(new):
        return [
            part
            for place, (left, right) in enumerate(zip(old, new, strict=True))
            for part in changes(left, right, (*path, place))
        ]
    return [] if _equal(old, new) else [[[*path], new]]


def _equal(old: Any, new: Any) -> bool:
    # True and 1 are different things to see.
    return type(old) is type(new) and bool(old == new)
