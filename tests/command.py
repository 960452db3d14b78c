"""Runs the command line as a user does, in this process."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from unittest.mock import patch

from tafl.cli import main


@dataclass(frozen=True)
class Done:
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str


def tafl(*words: str, typed: str = "") -> Done:
    """Run `tafl` with these words; `typed` is what its user types. What no user should see (a traceback) is
    raised.
    """
    out, err = io.StringIO(), io.StringIO()
    with (
        patch.object(sys, "argv", ["tafl", *words]),
        patch.object(sys, "stdin", io.StringIO(typed)),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as left:
            code = left.code
        else:
            code = 0
    return Done(code if isinstance(code, int) else int(bool(code)), out.getvalue(), err.getvalue())
