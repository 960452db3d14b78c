"""What a builder raises where a line fits the grammar and still cannot be right; it becomes a finding."""

from __future__ import annotations

from typing import Any

from ..ir.span import Span


class Mistake(Exception):
    """A finding that leaves nothing to build; never seen outside the front end."""

    def __init__(self, code: str, span: Span, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.span = span
        self.facts = facts
