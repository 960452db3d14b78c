"""All diagnostic codes, joined from the tables of their ranges.

T01 text, T02 syntax, T03 names, T04 types, T05 questions, chance and flow, T06 hooks, T07 content, counts
and layouts, T08 packs and tables, T09 warnings, T10 what comes later.
"""

from __future__ import annotations

from collections.abc import Mapping

from . import codes_check, codes_expr, codes_syntax, codes_tables, codes_text
from .code import Code, Severity, Table

__all__ = ["CODES", "Code", "Severity", "sentence"]

CODES: Table = {}
_TABLES = (codes_text, codes_syntax, codes_tables, codes_expr, codes_check)
for _table in (module.TABLE for module in _TABLES):
    _twice = CODES.keys() & _table.keys()
    if _twice:
        raise RuntimeError(f"codes defined twice: {sorted(_twice)}")
    CODES.update(_table)


class _Facts(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


def sentence(code: str, facts: Mapping[str, str]) -> str:
    """The sentence of `code` with its facts filled in; a fact that was not given stays visible in braces."""
    return CODES[code].sentence.format_map(_Facts(facts))
