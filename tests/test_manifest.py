"""Tests that pack.yaml is read strictly, and that its schema and JSON Schema agree."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tafl.dsl import documents
from tafl.dsl.diagnostics import Findings
from tafl.dsl.manifest import Manifest, read_manifest
from tafl.dsl.source import from_text
from tafl.dsl.yaml_read import read_yaml
from tafl.tests.reading import codes, read

SMALL = """\
name: small
title: Small
version: 1.0.0
language: 1
authors: [Somebody, "Somebody Else"]
licence: MIT
provides: game
"""
FULL = (
    SMALL
    + "requires: [classics]\ndescription: >-\n  One\n  two.\n"
    + "games:\n  one: [one.tafl, cards/one.csv]\n  two: [two.tafl]\nrenames: {old_card: new_card}\n"
)


def manifest(text: str) -> Manifest:
    findings = Findings()
    made = read_manifest(from_text("pack.yaml", text), findings)
    assert findings.sorted() == []
    assert made is not None
    return made


def test_a_manifest() -> None:
    made = manifest(FULL)
    assert (made.name.name, made.title, made.version, made.language) == ("small", "Small", "1.0.0", 1)
    assert (made.authors, made.licence, made.provides) == (("Somebody", "Somebody Else"), "MIT", "game")
    assert [(each.name, each.span.line, each.span.column) for each in made.requires] == [("classics", 8, 12)]
    assert made.description == "One two."
    assert [(game.name.name, [file.name for file in game.files]) for game in made.games] == [
        ("one", ["one.tafl", "cards/one.csv"]),
        ("two", ["two.tafl"]),
    ]
    assert [(each.old.name, each.new.name) for each in made.renames] == [("old_card", "new_card")]


def test_what_may_be_left_out() -> None:
    made = manifest(SMALL)
    assert (made.requires, made.description, made.games, made.renames) == ((), "", (), ())


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("name: Small", ["T0855"]),
        ("name: " + "a" * 65, ["T0855"]),
        ("title: ''", ["T0855"]),
        ("title: 3", ["T0853"]),
        ("title:", ["T0869"]),
        ("version: 1.0", ["T0853"]),
        ("version: '1.0'", ["T0855"]),
        ("language: 2", ["T0854"]),
        ("language: one", ["T0853"]),
        ("language: true", ["T0853"]),
        ("authors: Somebody", ["T0853"]),
        ("authors: []", ["T0857"]),
        ("authors: [3]", ["T0853"]),
        ("provides: gam", ["T0854"]),
        ("requires: [a, a]", ["T0858"]),
        ("requires: [A]", ["T0855"]),
        ("requires: {a: b}", ["T0853"]),
        ("games: {A: [a.tafl]}", ["T0855"]),
        ("games: {a: [../a.tafl]}", ["T0855"]),
        ("games: {a: [a.txt]}", ["T0855"]),
        ("renames: {a: 3}", ["T0853"]),
        ("components: {Wolf: many}", ["T0853"]),
        ("components: {Wolf: -1}", ["T0856"]),
        ("components: [Wolf]", ["T0853"]),
        ("requres: [a]", ["T0850"]),
    ],
)
def test_a_manifest_is_read_strictly(line: str, found: list[str]) -> None:
    key = line.split(":")[0]
    kept = "".join(f"{other}\n" for other in SMALL.split("\n") if not other.startswith(f"{key}:"))
    assert codes(kept + line, "pack") == found


@pytest.mark.parametrize("key", [line.split(":")[0] for line in SMALL.strip().split("\n")])
def test_what_is_missing_is_named(key: str) -> None:
    kept = "".join(f"{line}\n" for line in SMALL.split("\n") if not line.startswith(f"{key}:"))
    (found,) = read(kept, "pack")[1]
    assert (found.code, dict(found.facts)["key"]) == ("T0852", key)


def test_a_slip_in_a_key_or_word_gets_a_suggestion() -> None:
    found = read(SMALL.replace("licence", "license").replace("game", "gmae"), "pack")[1]
    assert [(each.code, each.suggestion) for each in found] == [
        ("T0852", None),
        ("T0850", "licence"),
        ("T0854", "game"),
    ]


def test_every_pack_of_the_project_has_a_good_manifest() -> None:
    root = Path(str(files("tafl")))
    packs = [*root.glob("content/*/pack.yaml"), *root.glob("tests/corpus/*/pack.yaml")]
    assert packs
    for path in packs:
        manifest(path.read_text(encoding="utf-8"))


# ---- The schemas -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["pack", "table"])
def test_a_schema_is_closed_and_well_formed(name: str) -> None:
    schema = documents.schema(name)
    jsonschema.Draft7Validator.check_schema(schema)
    for rule in objects(schema):
        assert rule["additionalProperties"] is False


def objects(rule: Any) -> list[Any]:
    if isinstance(rule, list):
        return [found for each in rule for found in objects(each)]
    if not isinstance(rule, dict):
        return []
    own = [rule] if "object" in rule.get("type", ()) else []
    return own + [found for each in rule.values() for found in objects(each)]


words = st.sampled_from(
    [
        *[
            "small",
            "Small",
            "",
            "1.0.0",
            "game",
            "expansion",
            "MIT",
            "a.tafl",
            "../a",
            "true",
            "no",
            "3",
            "x y",
        ],
        *["kind", "items", "count", "a(p)", "A" * 65],
    ]
)
plain: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-3, 10_000), st.just(1.5), words),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(words, inner, max_size=4)),
    max_leaves=8,
)
keys = {
    "pack": [
        "name",
        "title",
        "version",
        "language",
        "authors",
        "licence",
        "provides",
        "requires",
        "games",
        "renames",
    ],
    "table": ["kind", "items"],
}
GOOD: dict[str, Any] = {
    "pack": yaml.safe_load(FULL),
    "table": {
        "kind": "Combat",
        "items": {"a": {"count": 3, "title": "A", "f(p)": "x", "seen": ["a"]}, "b": None},
    },
}


@pytest.mark.parametrize("name", ["pack", "table"])
@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_our_reading_of_a_schema_is_that_of_json_schema(name: str, data: st.DataObject) -> None:
    """What a schema takes, both take; what it refuses, both refuse."""
    document = dict(GOOD[name])
    for key in data.draw(st.lists(st.sampled_from([*keys[name], "other"]), max_size=2)):
        document[key] = data.draw(plain)
    if name == "table" and data.draw(st.booleans()):
        document["items"] = {"a": data.draw(st.dictionaries(words, plain, max_size=3))}
    findings = Findings()
    node = read_yaml(from_text("x.yaml", json.dumps(document)), findings)
    assert node is not None
    assert documents.plain(node) == document
    ours = documents.validate(node, name, findings)
    assert ours == jsonschema.Draft7Validator(documents.schema(name)).is_valid(document)
    assert ours == (findings.sorted() == [])
