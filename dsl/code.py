"""What is known of one diagnostic code: how grave it is, its sentence, what `tafl explain` tells of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Code:
    """The entry of one code.

    `sentence` says what is wrong and what to do, with `{facts}` to be filled in. `wrong` is the smallest
    input that gives the code, `right` the same put right. `surface` says what kind of file the two are;
    `bytes` describes in words what no text can show.
    """

    severity: Severity
    sentence: str
    meaning: str
    wrong: str
    right: str
    surface: Literal["tafl", "yaml", "csv", "pack", "bytes"] = "tafl"


Table = dict[str, Code]
