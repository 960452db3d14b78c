"""Checks plain data against a JSON Schema, with a place and a sentence for everything that does not fit.

Reads the part of draft-07 that `schemas/` uses: type, enum, const, properties, patternProperties, required,
additionalProperties, items, minItems, uniqueItems, pattern, minimum, maximum, maxLength, $ref.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from ..ir.span import Span
from .diagnostics import Findings
from .suggest import nearest, truth
from .yaml_read import Entries, Items, Node, Scalar

Schema = dict[str, Any]

_INTEGER = re.compile("-?[0-9]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_WORDS = {
    "object": "keys with values, indented below it",
    "array": "a list: `[a, b]`, or lines beginning with `- `",
    "string": "a text",
    "integer": "a whole number without quotes",
    "number": "a number without quotes",
    "boolean": "`true` or `false` without quotes",
    "null": "nothing",
}


@cache
def schema(name: str) -> Schema:
    """A schema of the folder `schemas`, such as `pack`."""
    text = (files("tafl") / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8")
    loaded: Schema = json.loads(text)
    return loaded


def plain(node: Node) -> Any:
    """A node as plain data: quoted words are texts, others numbers, true, false or null if they look so."""
    match node:
        case Entries():
            return {key.text: plain(value) for key, value in node.entries}
        case Items():
            return [plain(item) for item in node.items]
        case Scalar():
            return scalar(node)


def scalar(node: Scalar) -> str | int | float | bool | None:
    """What a word means by itself. Only `true` and `false` are truth values; yes, no, on, off are texts."""
    text = node.text
    if node.quoted:
        return text
    if text in ("", "~", "null"):
        return None
    if text in ("true", "false"):
        return text == "true"
    if _INTEGER.fullmatch(text) and len(text) < 20:
        return int(text)
    return float(text) if _FLOAT.fullmatch(text) else text


def validate(node: Node, name: str, findings: Findings) -> bool:
    """Whether a document fits the schema of that name; everything that does not is reported."""
    return _Check(schema(name), findings).node(node, schema(name), None)


class _Check:
    def __init__(self, root: Schema, findings: Findings) -> None:
        self.root = root
        self.findings = findings

    def node(self, node: Node, rule: Schema, key: str | None) -> bool:
        while "$ref" in rule:
            rule = self.root["definitions"][rule["$ref"].removeprefix("#/definitions/")]
        said = f"`{key}`" if key is not None else "this file"
        if not self._type(node, rule, said):
            return False
        match node:
            case Entries():
                return self._entries(node, rule, said)
            case Items():
                return self._items(node, rule, said, key)
            case Scalar():
                return self._scalar(node, rule, said)

    def _wrong(self, code: str, span: Span, suggestion: str | None = None, **facts: Any) -> bool:
        self.findings.add(code, span, suggestion=suggestion, **facts)
        return False

    def _type(self, node: Node, rule: Schema, said: str) -> bool:
        wanted = rule.get("type", [])
        wanted = [wanted] if isinstance(wanted, str) else wanted
        given = _type_of(node)
        if not wanted or given in wanted or (given == "integer" and "number" in wanted):
            return True
        meant = truth(node.text) if isinstance(node, Scalar) and "boolean" in wanted else None
        if meant is not None and isinstance(node, Scalar):
            return self._wrong("T0848", node.span, meant, key=said, word=node.text)
        if given == "null":
            return self._wrong("T0869", node.span, key=said)
        if len(wanted) > 2:
            return self._wrong("T0853", node.span, key=said, wanted=rule.get("description", "something else"))
        words = " or ".join(_WORDS[name] for name in wanted if name != "null")
        return self._wrong("T0853", node.span, key=said, wanted=words)

    def _entries(self, node: Entries, rule: Schema, said: str) -> bool:
        good = True
        known: Schema = rule.get("properties", {})
        patterns: Schema = rule.get("patternProperties", {})
        for key, value in node.entries:
            below = known.get(key.text)
            if below is None:
                below = next((held for form, held in patterns.items() if re.search(form, key.text)), None)
            if below is None and isinstance(rule.get("additionalProperties"), dict):
                below = rule["additionalProperties"]
            if below is not None:
                good = self.node(value, below, key.text) and good
            elif rule.get("additionalProperties", True) is False:
                good = self._unknown(key, known, patterns, said)
        there = {key.text for key, _ in node.entries}
        for name in rule.get("required", ()):
            if name not in there:
                help_ = known.get(name, {}).get("description", "")
                good = self._wrong("T0852", _first(node), key=name, help=help_)
        return good

    def _unknown(self, key: Scalar, known: Schema, patterns: Schema, said: str) -> bool:
        if key.text in set(_all_keys(self.root)):
            return self._wrong("T0851", key.span, key=key.text, where=said)
        if patterns:
            return self._wrong("T0855", key.span, key=f"`{key.text}`", help=_NAME_HELP)
        return self._wrong("T0850", key.span, nearest(key.text, known), key=key.text, where=said)

    def _items(self, node: Items, rule: Schema, said: str, key: str | None) -> bool:
        good = True
        if len(node.items) < rule.get("minItems", 0):
            good = self._wrong("T0857", node.span, key=said)
        seen: dict[str, Span] = {}
        for item in node.items:
            if "items" in rule:
                good = self.node(item, rule["items"], key) and good
            if rule.get("uniqueItems") and isinstance(item, Scalar):
                first = seen.setdefault(item.text, item.span)
                if first is not item.span:
                    good = self._wrong("T0858", item.span, word=item.text)
        return good

    def _scalar(self, node: Scalar, rule: Schema, said: str) -> bool:
        value = scalar(node)
        help_ = rule.get("description", "")
        allowed = rule.get("enum", [rule["const"]] if "const" in rule else None)
        if allowed is not None and value not in allowed:
            meant = nearest(node.text, [str(word) for word in allowed])
            words = ", ".join(f"`{word}`" for word in allowed)
            return self._wrong("T0854", node.span, meant, key=said, allowed=words)
        if isinstance(value, str):
            fits = "pattern" not in rule or re.search(rule["pattern"], value) is not None
            if not fits or len(value) > rule.get("maxLength", len(value)):
                return self._wrong("T0855", node.span, key=said, help=help_)
        elif isinstance(value, int) and not isinstance(value, bool):
            low, high = rule.get("minimum", value), rule.get("maximum", value)
            if not low <= value <= high:
                return self._wrong("T0856", node.span, key=said, help=help_)
        return True


_NAME_HELP = "a name of letters, digits and `_`, for a slot with its parameters in brackets"


def _type_of(node: Node) -> str:
    match node:
        case Entries():
            return "object"
        case Items():
            return "array"
        case Scalar():
            kinds = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}
            return kinds[type(scalar(node))]


def _first(node: Entries) -> Span:
    """Where a missing key is reported: at the first key that is there."""
    return node.entries[0][0].span if node.entries else node.span


def _all_keys(rule: Schema) -> Iterator[str]:
    """Every key that a schema knows anywhere."""
    yield from rule.get("properties", {})
    below = [*rule.get("properties", {}).values(), *rule.get("patternProperties", {}).values()]
    below += [*rule.get("definitions", {}).values()]
    below += [
        held for held in (rule.get("items"), rule.get("additionalProperties")) if isinstance(held, dict)
    ]
    for held in below:
        yield from _all_keys(held)
