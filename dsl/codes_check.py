"""All sentences of declarations in one table; each module beside this one holds those of one concern."""

from __future__ import annotations

from . import codes_campaigns, codes_content, codes_declare, codes_hooks, codes_packs, codes_warn
from .code import Table

TABLE: Table = {
    **codes_declare.TABLE,
    **codes_campaigns.TABLE,
    **codes_hooks.TABLE,
    **codes_content.TABLE,
    **codes_packs.TABLE,
    **codes_warn.TABLE,
}
