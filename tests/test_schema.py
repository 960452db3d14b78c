"""Holds that the schema of a kind refuses nothing that the checker accepts, and what no table may say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tafl.dsl.compile import compile_packs, kind_schemas
from tafl.dsl.pack import Pack

KINDS = """game hunt "Hunt"
    players 2..3
enum Colour: grey, brown, no
enum Shade: dark, brown
space Place
    height: int 0..3 = 1
Place hill
Place town
board land: graph of Place
    hill -- town
card Beast
    strength: int 1..9
    speed: int
    track_of: track 0..5 = 2
    colour: Colour
    shade: Shade? = dark
    home: Place
    tame: bool = true
    hunter: Player?
    ways: list of Place = []
    coat: list of Colour
    value worth(p: Player) -> int
    value luck -> int: 1
    value pals(p: Player, of n: int) -> list of Colour: [grey]
    effect strike(p: Player)
player
    state life: int = 9
play:
    end game with draw()
"""

# What may stand for each member: values that are right, values that are wrong, in plain YAML and as code.
INTS = [3, 1, 9, 12, -1, "3", "1 + 2", "(2)", "-(1)", "2 * 3  # six", "many", True, "grey", 10**12]
WORDS = [
    "grey",
    "brown",
    "on",
    "dark",
    "none",
    "Colour.brown",
    "Shade.brown",
    "(grey)",
    "gery",
    True,
    1,
    "hill",
]
PLACES = ["hill", "town", "(hill)", "hlil", 3, "land.hill", "none"]
MEMBERS: dict[str, list[Any]] = {
    "strength": INTS,
    "speed": INTS,
    "track_of": INTS,
    "strength()": [3],
    "colour": WORDS,
    "shade": WORDS,
    "home": PLACES,
    "tame": [True, False, "true", "false", "no", "(true)", 1, "grey"],
    "hunter": ["seat 1", "seat 2", "seat 9", "none", "seat", 1, "(seat 1)"],
    "ways": [["hill"], ["hill", "town"], [], "[hill, town]", "hill", ["hlil"], [3]],
    "coat": [["grey", "brown"], ["grey"], [], "all Colour", "Colour", "grey", [1], ["dark"]],
    "worth(p)": [3, "p.life", "p.lief", "if p.life > 3 then 1 else 2", "let n = 3\nn + p.life", True],
    "worth(q)": [3],
    "worth (p)": [3],
    "worth": [3],
    "worth(p, q)": [3],
    "luck": [3, "2 + 1", "nothing"],
    "luck()": [4],
    "pals(p, of n)": [["grey"], "[grey, brown]", "all Colour", 3],
    "pals(p, n)": ["[grey]"],
    "strike(p)": ["p.life -= 1", "pass", 'p.life = 3\nsay "{p}"', 3],
    "title": ["Wolf", "On", 3, True],
    "text": ["It howls.", "a\nb", 3],
    "source": ["own", "rulebook", "hearsay"],
    "count": [1, 4, 0, "2", -1, 1000, 1001],
    "per_player": [True, False, "true", "yes"],
    "rules": ["after setup: pass", "state used: bool = false", "before nothing: pass"],
    "teeth": [3],
}
COMPLETE = {"strength": 3, "speed": 2, "colour": "grey", "home": "hill", "coat": ["grey"], "worth(p)": 1}
COMPLETE["strike(p)"] = "pass"


def accepted(item: dict[str, Any]) -> bool:
    """Whether the checker accepts a table with this item."""
    table = yaml.safe_dump({"kind": "Beast", "items": {"wolf": item}}, sort_keys=False, allow_unicode=True)
    pack = Pack(Path("pack"), (("beasts.yaml", table.encode()), ("kinds.tafl", KINDS.encode())))
    return not compile_packs(pack).errors


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    made = kind_schemas(Pack(Path("pack"), (("kinds.tafl", KINDS.encode()),)))
    assert set(made) == {"Beast", "Place"}
    return made["Beast"]


def refusals(schema: dict[str, Any], item: Any) -> list[str]:
    """What an editor would say with the schema."""
    validator = jsonschema.Draft7Validator(schema)
    return [error.message for error in validator.iter_errors({"kind": "Beast", "items": {"wolf": item}})]


def test_a_schema_is_draft_07_closed_and_plain_data(schema: dict[str, Any]) -> None:
    jsonschema.Draft7Validator.check_schema(schema)
    assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert json.loads(json.dumps(schema)) == schema
    assert schema["additionalProperties"] is False
    assert schema["definitions"]["item"]["additionalProperties"] is False


def test_a_complete_item_is_accepted_by_both(schema: dict[str, Any]) -> None:
    assert accepted(COMPLETE)
    assert refusals(schema, COMPLETE) == []


@pytest.mark.parametrize("key", sorted(MEMBERS))
def test_the_schema_refuses_no_value_that_the_checker_accepts(schema: dict[str, Any], key: str) -> None:
    name = key.partition("(")[0].strip()
    base = {member: value for member, value in COMPLETE.items() if member.partition("(")[0] != name}
    for value in MEMBERS[key]:
        item = {**base, key: value}
        if accepted(item):
            assert refusals(schema, item) == [], (key, value)


@pytest.mark.parametrize(
    ("change", "without"),
    [
        ({"strength": 12}, ()),
        ({"strength": "grey"}, ()),
        ({"strength": [3]}, ()),
        ({"colour": "gery"}, ()),
        ({"colour": "dark"}, ()),
        ({"home": "hlil"}, ()),
        ({"tame": "no"}, ()),
        ({"hunter": "Ada"}, ()),
        ({"ways": ["hlil"]}, ()),
        ({"teeth": 3}, ()),
        ({"worth": 3}, ("worth(p)",)),
        ({"worth(p, q)": 3}, ("worth(p)",)),
        ({"count": 0}, ()),
        ({"per_player": "yes"}, ()),
        ({"source": "hearsay"}, ()),
        ({}, ("strength",)),
        ({}, ("worth(p)",)),
        ({}, ("strike(p)",)),
    ],
)
def test_what_no_table_may_say_is_refused_by_both(
    schema: dict[str, Any], change: dict[str, Any], without: tuple[str, ...]
) -> None:
    item = {key: value for key, value in {**COMPLETE, **change}.items() if key not in without}
    assert refusals(schema, item)
    assert not accepted(item)


@given(st.data())
@settings(max_examples=60)
def test_no_item_that_the_checker_accepts_is_refused(schema: dict[str, Any], data: st.DataObject) -> None:
    """Mixed items: most members right, some wrong, some left out."""
    item = dict(COMPLETE)
    for key in data.draw(st.lists(st.sampled_from(sorted(MEMBERS)), max_size=4, unique=True)):
        item[key] = data.draw(st.sampled_from(MEMBERS[key]))
    for key in data.draw(st.lists(st.sampled_from(sorted(COMPLETE)), max_size=1)):
        item.pop(key, None)
    if not refusals(schema, item):
        return
    assert not accepted(item), item
