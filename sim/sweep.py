"""Turns `--sweep` as it is written into all the combinations that are to be compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from .plan import Refused

Label: TypeAlias = tuple[tuple[str, str], ...]
"""What tells a variant from the others: (what is swept, its value), in the order written."""

MOST = 64
"""Variants that can be compared at once."""

WITH, PLAYERS, BOTS = "with", "players", "bots"
"""What can be swept beside the options of the game. Several packs or bots are joined by `+`; `none` is no
pack.
"""


@dataclass(frozen=True, slots=True)
class Axis:
    """One `--sweep`: its name and its values."""

    name: str
    values: tuple[str, ...]


def axes(written: Sequence[str]) -> list[Axis]:
    """What is to be swept. Raises Refused."""
    found: list[Axis] = []
    for each in written:
        name, sign, values = (part.strip() for part in each.partition("="))
        listed = tuple(value.strip() for value in values.split(","))
        if not sign or not name or not all(listed):
            raise Refused(f"--sweep wants option=value,value,..., not `{each}`")
        if len(set(listed)) < len(listed):
            raise Refused(f"--sweep {name} names a value twice")
        if len(listed) < 2:
            raise Refused(f"--sweep {name} wants at least two values; one alone is for --set")
        if any(axis.name == name for axis in found):
            raise Refused(f"--sweep is given twice for `{name}`; list all its values after one")
        found.append(Axis(name, listed))
    return found


def labels(swept: Sequence[Axis]) -> list[Label]:
    """All combinations, in the order written; one without anything where nothing is swept. Raises Refused."""
    found = [
        tuple(zip((axis.name for axis in swept), values, strict=True))
        for values in product(*(axis.values for axis in swept))
    ]
    if len(found) > MOST:
        raise Refused(f"--sweep makes {len(found)} variants, and {MOST} is the most")
    return found


def short(label: Label) -> str:
    """A variant beside others, whose heading names what is swept: `midgard, full`."""
    return ", ".join(value for _, value in label)


def told(label: Label) -> str:
    """A variant for people: `battlefield=midgard, mode=full`."""
    return ", ".join(f"{name}={value}" for name, value in label)
