"""All sentences of the checker in one table; each module beside this one holds those of one concern."""

from __future__ import annotations

from . import codes_declare
from .code import Table

TABLE: Table = {**codes_declare.TABLE}
