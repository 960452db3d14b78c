"""All sentences of code in one table; each module beside this one holds those of one concern."""

from __future__ import annotations

from . import codes_doubts, codes_names, codes_pauses, codes_steps, codes_together, codes_types
from .code import Table

TABLE: Table = {
    **codes_names.TABLE,
    **codes_types.TABLE,
    **codes_steps.TABLE,
    **codes_pauses.TABLE,
    **codes_together.TABLE,
    **codes_doubts.TABLE,
}
