"""Tests that tables give the content that a .tafl file would, read strictly and with places."""

import pytest

from tafl.dsl import syntax as tree
from tafl.dsl.diagnostics import Findings
from tafl.dsl.source import from_text
from tafl.dsl.tables import parse_table
from tafl.tests.reading import codes, good, places, read, shape

TAFL = """\
Combat strike "Ice Giant" x3 per player
    text "A {monster}."
    source own
    monster: ice_giant
    health: 2
    wild: false
    seen: [wolf, demon]
    points(p): 2 * count(s in Space where s.hunter == p)
    special: poison p
    resolve(p, by n):
        if n > 1:
            hurt p by n
        p.points += 1
    before attack(p) where p == holder: pass
    state drawn: bool = false
"""

YAML = """\
# A table.
kind: Combat
items:
  strike:
    title: Ice Giant
    count: 3
    per_player: true
    text: A {monster}.
    source: own
    monster: ice_giant
    health: 2
    wild: false
    seen: [wolf, demon]
    points(p): 2 * count(s in Space where s.hunter == p)
    special: "poison p"
    resolve(p, by n): |
      if n > 1:
          hurt p by n
      p.points += 1
    rules: |
      before attack(p) where p == holder: pass
      state drawn: bool = false
"""

CSV = """\
# A table.
kind,id, title ,count,per_player,text,source,monster,health,wild,seen,points(p),special,"resolve(p, by n)",\
rules
Combat,strike,Ice Giant,3,true,A {monster}.,own,ice_giant,2,false,"[wolf, demon]",\
2 * count(s in Space where s.hunter == p),poison p,"if n > 1:
    hurt p by n
p.points += 1","before attack(p) where p == holder: pass
state drawn: bool = false"
"""


@pytest.mark.parametrize(("text", "surface"), [(YAML, "yaml"), (CSV, "csv")])
def test_a_table_gives_the_same_content_as_a_tafl_file(text: str, surface: str) -> None:
    (written,) = good(TAFL)
    (tabled,) = good(text, surface)
    assert shape(tabled) == shape(written)


def test_places_in_a_table_are_the_files_own() -> None:
    (content,) = good(YAML, "yaml")
    assert isinstance(content, tree.ContentDecl)
    assert (content.name.span.line, content.name.span.column) == (4, 3)
    slot = next(
        part for part in content.parts if isinstance(part, tree.SlotEntry) and part.name.name == "resolve"
    )
    block = slot.body[0]
    assert isinstance(block, tree.If)
    assert (block.span.line, block.span.column) == (17, 7)
    assert (block.branches[0][1][0].span.line, block.branches[0][1][0].span.column) == (18, 11)
    field = next(
        part for part in content.parts if isinstance(part, tree.FieldEntry) and part.name.name == "seen"
    )
    assert isinstance(field.value, tree.ListLiteral)
    assert [(item.span.line, item.span.column) for item in field.value.items] == [(13, 12), (13, 18)]


ITEM = "kind: Combat\nitems:\n  a:\n    "


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ('when_drawn(p): "hp >= and 3"', "T0201 4:27"),
        ("when_drawn(p): hp >= and 3", "T0201 4:26"),
        ("when_drawn(p): 'say \"it''s {x y}\"'", "T0201 4:35"),
        ('when_drawn(p): "say \\"a\\" 3"', "T0201 4:31"),
        ("when_drawn(p): |\n      f\n      g 1 2", "T0201 6:11"),
        ("when_drawn(p): |2\n        f\n      g 1 2", "T0201 6:11"),
        ("when_drawn(p: x y", "T0855 4:5"),
        ("rules: |\n      befor attack: pass", "T0216 5:7"),
        ("seen: [a, b +]", "T0201 4:18"),
        ("seen:\n      - a\n      - b +", "T0202 6:12"),
        ("text: A {b +}", "T0202 4:17"),
        ("title: '{a b}'", "T0201 4:16"),
    ],
)
def test_code_in_a_table_is_wrong_at_the_tables_own_place(line: str, place: str) -> None:
    assert places(ITEM + line, "yaml") == [place]


def test_the_message_for_embedded_code_is_the_usual_one() -> None:
    (found,) = read(ITEM + 'when_drawn(p): "hp >= and 3"', "yaml")[1]
    assert found.message == "after `>=` I expected a value, not `and`"


def test_a_key_given_twice_is_an_error_at_the_second() -> None:
    text = "kind: Combat\nitems:\n  a:\n    cost: 1\n    title: A\n    cost: 2\n  b: {}\n  a: {}\n"
    found = read(text, "yaml")[1]
    assert [(str(each.span), str(each.related[0][0])) for each in found] == [
        ("table.yaml:6:5", "table.yaml:4:5"),
        ("table.yaml:8:3", "table.yaml:3:3"),
    ]


def test_no_is_a_name_and_never_false() -> None:
    text = "kind: Land\nitems:\n  NO:\n    id: NO\n    title: no\n    other: on\n"
    (content,) = good(text, "yaml")
    assert isinstance(content, tree.ContentDecl)
    assert content.name.name == "NO"
    assert content.title is not None
    assert content.title.value == "no"
    assert [shape(part) for part in content.parts] == [
        ("FieldEntry", "id", "NO"),
        ("FieldEntry", "other", "on"),
    ]


@pytest.mark.parametrize("word", ["no", "NO", "off", '"no"', "False", "yes", "0"])
def test_where_true_or_false_is_wanted_nothing_else_will_do(word: str) -> None:
    (found,) = read(f"{ITEM}per_player: {word}", "yaml")[1]
    assert (found.code, found.suggestion) == ("T0848", "true" if word == "yes" else "false")
    (found,) = read(f"kind,id,per_player\nA,a,{word}\n", "csv")[1]
    assert (found.code, found.suggestion) == ("T0848", "true" if word == "yes" else "false")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ["T0847"]),
        ("# only a remark\n", ["T0847"]),
        ("[]", ["T0853"]),
        ("3", ["T0853"]),
        ("kind: Combat", ["T0852"]),
        ("kind: [a]\nitems: {}", ["T0853"]),
        ("kind: 3\nitems: {}", ["T0853"]),
        ("kind: a b\nitems: {}", ["T0855"]),
        ("kind: Combat\nitems: {}\nitms: {}", ["T0850"]),
        ("kind: Combat\nitems: {a: 3}", ["T0853"]),
        ("kind: Combat\nitems: {a: {count: 1.5}}", ["T0853"]),
        ("kind: Combat\nitems: {a: {count: -1}}", ["T0856"]),
        ("kind: Combat\nitems: {a: {count: 99999999999999999999999}}", ["T0853"]),
        ("kind: Combat\nitems: {2nd: {}}", ["T0855"]),
        ("kind: Combat\nitems: {by: {}}", ["T0863"]),
        ("kind: Combat\nitems: {a: {b c: 3}}", ["T0855"]),
        ("kind: Combat\nitems: {a: {b: {c: 3}}}", ["T0853"]),
        ("kind: Combat\nitems: {a: {b: 1.5}}", ["T0853"]),
        ("kind: Combat\nitems: {a: {b: 2024-01-01}}", []),
        ("kind: Combat\nitems: {a: {b: ~}}", ["T0869"]),
        ("kind: Combat\nitems:\n  a:\n  b:\n", []),
        ("kind: *a\nitems: {}", ["T0842"]),
        ("kind: &a Combat\nitems: {}", ["T0842"]),
        ("kind: !x Combat\nitems: {}", ["T0843"]),
        ("kind: Combat\nitems: {<<: {}}", ["T0855"]),
        ("a: b: c", ["T0840"]),
        ("kind: 'open\n", ["T0840"]),
        ("kind: [a\n", ["T0840"]),
        ("kind: @a\n", ["T0840"]),
        ("kind: Combat\n items: {}\n", ["T0840"]),
        ('kind: Combat\nitems: {a: {count: "x\\q"}}', ["T0840"]),
        ("? [a]\n: b\n", ["T0845"]),
        ("%YAML 1.1\n---\nkind: Combat\nitems: {}\n...\n", []),
    ],
)
def test_yaml_is_read_strictly(text: str, found: list[str]) -> None:
    assert codes(text, "yaml") == found


def test_code_over_several_lines_stands_below_a_bar() -> None:
    for written in (">\n      f\n      g", "f\n      g", '"f\n      g"'):
        assert places(f"{ITEM}f(p): {written}", "yaml") == ["T0860 4:11"]
    (content,) = good(f"{ITEM}text: >\n      One\n      two.\n    title: 'A\n      b'\n", "yaml")
    assert isinstance(content, tree.ContentDecl)
    assert content.title is not None
    assert content.title.value == "A b"
    (text,) = content.parts
    assert isinstance(text, tree.MetaEntry)
    assert isinstance(text.value, tree.Text)
    assert text.value.value.strip() == "One two."


def test_a_list_in_brackets_is_code_over_any_lines() -> None:
    (content,) = good(f"{ITEM}seen: [wolf,\n      demon]\n    free: [s in Space where s.free]\n", "yaml")
    assert isinstance(content, tree.ContentDecl)
    lists = [part.value for part in content.parts if isinstance(part, tree.FieldEntry)]
    assert [type(each).__name__ for each in lists] == ["ListLiteral", "Query"]


# ---- CSV ---------------------------------------------------------------------------------------------------


def csv(text: str, kinds: tuple[str, ...] = ("Line", "IceCard"), path: str = "line.csv") -> tree.File:
    findings = Findings()
    made = parse_table(from_text(path, text), findings, kinds)
    assert findings.sorted() == []
    return made


@pytest.mark.parametrize(
    ("path", "kind"), [("line.csv", "Line"), ("a/LINE.csv", "Line"), ("ice_card.csv", "IceCard")]
)
def test_a_csv_file_holds_the_kind_that_it_is_named_after(path: str, kind: str) -> None:
    (content,) = csv("id,title\na,A\n", path=path).declarations
    assert isinstance(content, tree.ContentDecl)
    assert content.kind.name == kind


def test_cells_have_their_places() -> None:
    (content,) = csv('id,title,  say_so\n"a" , "He said ""no"", {x}" ,  f(x)\n').declarations
    assert isinstance(content, tree.ContentDecl)
    assert content.name.name == "a"
    assert content.title is not None
    assert content.title.value == 'He said "no", {x}'
    embedded = content.title.parts[1]
    assert isinstance(embedded, tree.Name)
    assert (embedded.span.line, embedded.span.column) == (2, 25)
    (made,) = content.parts
    assert isinstance(made, tree.FieldEntry)
    assert (made.value.span.line, made.value.span.column) == (2, 32)


def test_blank_cells_and_lines_mean_nothing() -> None:
    made = csv("id,title,a,b\n\nx,,1,\n# none\ny,Y\n").declarations
    assert [shape(each) for each in made] == [
        ("ContentDecl", "Line", "x", None, None, False, (("FieldEntry", "a", 1),)),
        ("ContentDecl", "Line", "y", ("Text", "Y", ("Y",)), None, False, ()),
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ["T0847 1:1"]),
        ("title\nA\n", ["T0852 1:1"]),
        ("kind,id,id\nA,a,b\n", ["T0841 1:9"]),
        ("kind,id\nA,a\nA,b\nA,a\n", ["T0841 4:3"]),
        ("kind,id,x\nA,a,f(\n", ["T0115 2:6"]),
        ('kind,id,x\nA,a,"f 1\n 2"\n', ["T0233 3:2"]),
        ("kind,id,count\nA,a,two\n", ["T0856 2:5"]),
        ("kind,id,count\nA,a,-1\n", ["T0856 2:5"]),
        ("kind,id,x y\nA,a,3\n", ["T0201 1:11"]),
        ("kind,id\nA,2nd\n", ["T0863 2:3"]),
        ("id\na\n", ["T0865 1:1"]),
    ],
)
def test_csv_is_read_strictly(text: str, found: list[str]) -> None:
    assert places(text, "csv") == found
