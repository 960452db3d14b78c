"""The sentences of the checker: names, types, questions, chance, hooks, content, warnings (T03-T07, T09)."""

from __future__ import annotations

from .code import Table

TABLE: Table = {}
