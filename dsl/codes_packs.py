"""The sentences of packs in play: which are there, what they need, what belongs to which game (T08)."""

from __future__ import annotations

from .code import Table

TABLE: Table = {}
