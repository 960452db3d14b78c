"""Derives a JSON Schema (draft-07, closed objects) for each kind of a game, with which any YAML editor
completes and checks tables.

A schema refuses nothing that the checker accepts; where code may stand instead of plain data it is content
with the look of it.
Types are checked once, by the checker.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ..ir import board as geometry
from ..ir.types import (
    Bool,
    ContentT,
    DirectionT,
    EnumT,
    Int,
    KindT,
    LayoutT,
    ListT,
    OptT,
    PlayerT,
    ScenarioT,
    SetT,
    Type,
    ZoneT,
)
from . import syntax as tree
from .content import SOURCES
from .declare_places import COUNT_LIMIT
from .documents import schema as fixed
from .gather import Gathered
from .symbols import FieldSym, KindSym, SlotSym, Symbols
from .types import describe

Schema = dict[str, Any]

DRAFT = "http://json-schema.org/draft-07/schema#"


def table_schema(symbols: Symbols, gathered: Gathered, name: str) -> Schema:
    """The schema of a YAML table of one kind: `kind` and its `items`."""
    whole = fixed("table")
    items = whole["properties"]["items"]
    names = next(iter(items["patternProperties"]))
    return {
        "$schema": DRAFT,
        "title": f"A table of {name}",
        "type": "object",
        "additionalProperties": False,
        "required": ["kind", "items"],
        "properties": {
            "kind": {"description": f"the kind of all items here: {name}", "const": name},
            "items": {
                "description": items["description"],
                "type": "object",
                "additionalProperties": False,
                "patternProperties": {names: {"$ref": "#/definitions/item"}},
            },
        },
        "definitions": {"item": kind_schema(symbols, gathered, name)},
    }


def kind_schema(symbols: Symbols, gathered: Gathered, name: str) -> Schema:
    """The schema of one item of a kind: what its fields hold and which slots it fills."""
    kind, decl = symbols.kinds[name], gathered.kinds[name]
    properties = _common(kind)
    patterns: Schema = {}
    needed: list[str] = []
    with_default = {
        part.name.name for part in decl.parts if isinstance(part, tree.FieldDecl) and part.default is not None
    }
    for field in kind.fields.values():
        properties[field.name] = _field(symbols, field)
        # empty brackets behind a name mean nothing
        patterns[rf"^{field.name} *\( *\)$"] = properties[field.name]
        if field.name not in with_default and not isinstance(field.type, OptT):
            needed.append(field.name)
    for slot in kind.slots.values():
        patterns[_slot_key(slot)] = _slot(symbols, slot)
        if not slot.params:
            properties[slot.name] = _slot(symbols, slot)
        if slot.default is None:
            needed.append(slot.name)
    made: Schema = {
        "title": f"{name} ({kind.title})",
        "type": "object" if needed else ["object", "null"],
        "additionalProperties": False,
        "properties": properties,
        "patternProperties": patterns,
    }
    if needed:
        made["allOf"] = [_has_key(member) for member in sorted(needed)]
    return made


def _has_key(name: str) -> Schema:
    """Some key is the member's name, with or without brackets: draft-07 can say that only by denying it
    twice.
    """
    return {"not": {"propertyNames": {"not": {"pattern": rf"^{name} *(\(.*\))?$"}}}}


def _common(kind: KindSym) -> Schema:
    """What an item of any kind may say."""
    item: Schema = fixed("table")["definitions"]["item"]["properties"]
    told: Schema = {key: item[key] for key in ("title", "text", "rules")}
    told["source"] = {"description": item["source"]["description"], "enum": list(SOURCES)}
    if kind.word != "space":
        told["count"] = {
            **item["count"],
            "description": "how many there are",
            "minimum": 1,
            "maximum": COUNT_LIMIT,
        }
        told["per_player"] = item["per_player"]
    return told


# ---- Fields ------------------------------------------------------------------------------------------------


def _field(symbols: Symbols, field: FieldSym) -> Schema:
    return {"description": f"{field.name}: {describe(symbols, field.type)}", **_value(symbols, field.type)}


def _value(symbols: Symbols, kind: Type) -> Schema:
    """What may stand for a value: plain data first, for completion, then the same as text, in brackets or by
    its full name.
    """
    match kind:
        case OptT(of):
            return {"anyOf": [*_choices(_value(symbols, of)), {"const": "none"}, _text("none")]}
        case Int(low, high):
            number: Schema = {"type": "integer", "minimum": low, "maximum": high}
            return {"anyOf": [number, _text(r"[-+*() 0-9]+")]}
        case Bool():
            return {"anyOf": [{"type": "boolean"}, _text("true|false")]}
        case PlayerT():
            return {"anyOf": [_text("seat +[0-9]+")]}
        case ListT(of):
            return {"anyOf": [{"type": "array", "items": _value(symbols, of)}, {"type": "string"}]}
        case EnumT() | KindT() | DirectionT() | LayoutT() | ScenarioT():
            owner, names = _names(symbols, kind)
            prefix = rf"({owner} *\. *)?" if owner else ""
            return {"anyOf": [{"enum": names}, _text(prefix + "(" + "|".join(map(re.escape, names)) + ")")]}
        case SetT() | ZoneT() | ContentT():
            return {"anyOf": [{"type": ["string", "integer", "boolean", "array"]}]}


def _choices(made: Schema) -> list[Schema]:
    choices: list[Schema] = made["anyOf"]
    return choices


def _text(inside: str) -> Schema:
    """The same as code: perhaps in brackets, perhaps with a comment behind it."""
    return {"type": "string", "pattern": rf"^[\s(]*({inside})[\s)]*(#.*)?$"}


def _names(symbols: Symbols, kind: Type) -> tuple[str, list[str]]:
    """The words for the values of a type, and what may stand before a dot in front of them."""
    match kind:
        case EnumT(position):
            return symbols.enum_list[position].name, list(symbols.enum_list[position].names)
        case KindT(position) if position >= 0:
            board = symbols.kind_list[position].board
            return ("", []) if board is None else _spaces(symbols, board)
        case DirectionT():
            shapes = sorted({board.shape for board in symbols.board_list})
            return "", [name for shape in shapes for name in geometry.DIRECTIONS.get(shape, ())]
        case LayoutT(board):
            return "", [layout.name for layout in symbols.layouts.values() if layout.board == board]
        case _:
            return "", list(symbols.scenarios)


def _spaces(symbols: Symbols, board: int) -> tuple[str, list[str]]:
    found = symbols.board_list[board]
    return found.name, list(found.space_names)


# ---- Slots -------------------------------------------------------------------------------------------------


def _slot(symbols: Symbols, slot: SlotSym) -> Schema:
    gives = f", {describe(symbols, slot.result)}" if slot.result is not None else ""
    told = "code that says what happens" if slot.effect else "code that says what it is"
    return {"description": f"{slot.name}{gives}: {told}", "type": ["string", "integer", "boolean", "array"]}


def _slot_key(slot: SlotSym) -> str:
    """How the key of a slot looks: its name, and in brackets as many names as it has parameters."""
    inside = r" *, *".join([r"([a-z]+ +)?[A-Za-z_][A-Za-z0-9_]*"] * len(slot.params))
    return rf"^{slot.name} *\( *{inside} *\)$"


def schemas(symbols: Symbols, gathered: Gathered, names: Iterable[str] | None = None) -> dict[str, Schema]:
    """The table schemas of kinds that content can be of, by name."""
    wanted = names if names is not None else symbols.kinds
    return {
        name: table_schema(symbols, gathered, name) for name in wanted if gathered.kinds[name].count is None
    }
