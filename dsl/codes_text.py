"""The sentences of reading and lexing (T01)."""

from __future__ import annotations

from .code import Code, Table

TABLE: Table = {
    "T0101": Code(
        "error",
        "this file is not UTF-8: the byte {byte} here belongs to no character; save the file as UTF-8",
        "Tafl reads UTF-8 only, so that a file means the same on every machine. The place is the first byte that does "
        "not fit; an editor that says Latin-1 or Windows-1252 can save the file as UTF-8 instead.",
        "",
        "",
    ),
}
