"""Finds the JSON Schemas that `tafl schema` prints: of documents, and of tables of a game's kinds."""

from __future__ import annotations

from importlib.resources import files

from .compile import kind_schemas
from .pack import open_pack, split_reference
from .schema import Schema


def documents() -> list[str]:
    """The documents that have a fixed schema, by name."""
    folder = files("tafl").joinpath("schemas")
    names = (entry.name for entry in folder.iterdir() if entry.name.endswith(_SCHEMA))
    return sorted(name.removesuffix(_SCHEMA) for name in names)


_SCHEMA = ".schema.json"


def table_schemas(reference: str) -> dict[str, Schema]:
    """The schemas of tables of a game's kinds, by kind. Raises PackError."""
    name, part = split_reference(reference)
    pack = open_pack(name)
    return kind_schemas(pack, (), part if part in pack.games else None)
