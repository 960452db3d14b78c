"""Tests what an author is told of the usual slips, where, and that none hides another."""

import pytest

from tafl.dsl import syntax as tree
from tafl.tests.reading import places, read

HEAD = "effect e(p: Player, n: int):\n    "


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("if n == 3\n        pass", "T0203 2:14"),
        ("if n == 3 pass", "T0203 2:15"),
        ("if n == 3 rest p by 2", "T0203 2:15"),
        ('for q in players say "x"', "T0203 2:22"),
        ("if n == 3: pass\n    else n = 2", "T0203 3:10"),
        ("if n == 3 then rest p", "T0237 2:15"),
        ("if n == 3 then rest", "T0237 2:15"),
        ("if n == 3 then rest p else rest p", "T0237 2:15"),
        ("let m = 3 4", "T0201 2:15"),
        ("if n = 3: pass", "T0205 2:10"),
        ("let n == 3", "T0206 2:11"),
        ("draw (n + 1) from a to b", "T0207 2:10"),
        ("draw [n] from a to b", "T0207 2:10"),
        ("draw -1 from a to b", "T0207 2:10"),
        ("If n == 3: pass", "T0208 2:5"),
        ("For q in players: pass", "T0208 2:5"),
        ("if n == 3: pass\n    else if n == 4: pass", "T0209 3:5"),
        ("if n == 3: pass\n    elsif n == 4: pass", "T0209 3:5"),
        ("n++", "T0120 2:6"),
        ("n--", "T0210 2:6"),
        ("let m = (if n > 1 then 2)", "T0211 2:29"),
        ("let m = (if n > 1 2 else 3)", "T0211 2:23"),
        ("let m = n / 2", "T0120 2:15"),
        ('let m = "text"', "T0213 2:13"),
        ("let m = 1 < n < 3", "T0214 2:19"),
        ("fro q in players: pass", "T0216 2:5"),
        ("whlie n > 3: pass", "T0216 2:5"),
        ("together q in players: choose m in 0..3", "T0201 2:14"),
        ("together: choose m in 0..3", "T0201 2:13"),
        ("togther for q in players: choose m in 0..3", "T0216 2:5"),
        ("together for q in players: if n == 3: f", "T0236 2:32"),
        ("if n == 3: together for q in players: f", "T0236 2:16"),
        ("draw 3 from", "T0202 2:16"),
        ("let m = n >= and 3", "T0201 2:18"),
        ("let m = f(n", "T0115 2:14"),
        ("let m = f(n]", "T0116 2:16"),
        ("let m = n)", "T0121 2:14"),
        ('say "never closed', "T0110 2:9"),
        ("let m = 3rd", "T0111 2:13"),
        ("let m = ä", "T0114 2:13"),
        ("\tpass", "T0104 2:5"),
        ("f(p) = 3", "T0221 2:5"),
        ("while n > 3:", "T0212 2:16"),
        ("let m = 1\n        f", "T0233 3:9"),
        ("if n == 1: f\n        g", "T0234 3:9"),
        ("else: f", "T0219 2:5"),
        ("for q in players: if n == 3: f", "T0236 2:23"),
        ("let m = n and", "T0202 2:18"),
        ("let m = (n and)", "T0201 2:19"),
        ("return n..", "T0202 2:15"),
        ("let m = n.", "T0202 2:15"),
        ("let m = n.3", "T0201 2:15"),
        ("let by = 3", "T0201 2:12"),
    ],
)
def test_a_slip_is_named_at_its_place(line: str, place: str) -> None:
    assert places(HEAD + line) == [place]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("card Combat:\n    a: int", "T0204 1:12"),
        ("Card Combat\n    a: int", None),
        ("Effect e: pass", "T0208 1:1"),
        ("efect e: pass", "T0216 1:1"),
        ("setup\n    pass", "T0203 1:6"),
        ("effect e(p: Player)\n    pass", "T0203 1:20"),
        ("value v(p) -> int: 3", "T0201 1:10"),
        ("effect e(p Player): pass", "T0201 1:12"),
        ("value v: 3", "T0201 1:8"),
        ("  enum Mode: a", "T0109 1:1"),
        ("enum Mode: a\n  enum Other: b", "T0233 2:3"),
        ("player\n    state x = 3", "T0201 2:13"),
        ("player\n    sate x: int", "T0216 2:5"),
        ("player\n    zone x: pil of Card", "T0201 2:13"),
        ("game g\n    players two", "T0201 2:13"),
        ("3 cards", "T0217 1:1"),
        ("test t\n    then a", "T0201 1:6"),
        ('test "t"\n    thn a == 3', "T0216 2:5"),
        ('test "t"\n    when for p in players: up', "T0238 2:10"),
        ('test "t"\n    when if n == 0: up', "T0238 2:10"),
        ('test "t"\n    when while n < 4:\n        up', "T0238 2:10"),
        ('test "t"\n    when may seat 1 "x": up', "T0238 2:10"),
        ('test "t"\n    when for_each by 3', None),
        ('test "t"\n    when:\n        for p in players: up', None),
    ],
)
def test_a_slip_in_a_declaration_is_named_at_its_place(text: str, place: str | None) -> None:
    found = places(text)
    assert found == ([place] if place else [])


def test_the_messages_are_in_the_words_of_the_author() -> None:
    def message(line: str) -> str:
        (found,) = read(HEAD + line)[1]
        return found.message

    assert message("let m = n >= and 3") == "after `>=` I expected a value, not `and`"
    assert message("draw 3 from") == "the line ends too early: after `from` I expected a value"
    assert message("let m = n.3") == "after `.` I expected a name, not `3`"
    assert message("choose x p S").startswith("after `p` I expected `from` or `in`, not `S`")


@pytest.mark.parametrize(
    ("line", "meant"),
    [("choose x form S", "from"), ("fro q in players: pass", "for"), ("act p stepp by", "step")],
)
def test_a_near_miss_gets_a_suggestion(line: str, meant: str) -> None:
    (found,) = read(HEAD + line)[1]
    assert found.suggestion == meant


def test_no_mistake_hides_another() -> None:
    text = """\
enum Mode basic
card Combat
    monster Monster
    strength: int 0..
    state drawn: bool
effect a(p: Player):
    let x =
    if x = 3:
        let y = (1 +
        f q
    elif x == :
        z = 1 2
    else:
        say "open
effect b(
    g
    h 1 2
Combat c "C"
    monster wolf
    points(p): +
test "t
    given 2 seats
    when seat 1 choose d4
    then 3 ==
"""
    lines = sorted({int(place.split(" ")[1].split(":")[0]) for place in places(text)})
    assert lines == [1, 3, 4, 7, 8, 9, 11, 12, 14, 15, 17, 19, 20, 21, 22, 23, 24]


def test_what_can_be_read_is_kept() -> None:
    made, found = read("card Combat\n    a: int\n    b int\n    c: int\neffect e\n    f\n    g 1 2\n    h\n")
    assert len(found) == 3
    assert made is not None
    kind, effect = made.declarations
    assert isinstance(kind, tree.KindDecl)
    assert [part.name.name for part in kind.parts if isinstance(part, tree.FieldDecl)] == ["a", "c"]
    assert isinstance(effect, tree.EffectDecl)
    assert [type(each) for each in effect.body or ()] == [tree.ExprStmt, tree.Broken, tree.ExprStmt]


def test_an_unclosed_bracket_costs_its_line_only() -> None:
    made, found = read(
        "value a -> int: f(g(1\nvalue b -> int: 2\neffect e:\n    let x = [1,\n    f\n    let y = 2\n"
    )
    assert [each.code for each in found] == ["T0115", "T0115"]
    assert made is not None
    effect = made.declarations[-1]
    assert isinstance(effect, tree.EffectDecl)
    assert [type(each) for each in effect.body or ()] == [tree.Broken, tree.ExprStmt, tree.Let]


def test_a_broken_declaration_leaves_its_names() -> None:
    from tafl.dsl.diagnostics import Findings
    from tafl.dsl.parse import parse_file
    from tafl.dsl.source import from_text

    findings = Findings()
    text = "enum Mode basic, full\nvalue points(p Player) -> int: 3\nplayer\n    state hearts int\n"
    parse_file(from_text("x.tafl", text), findings)
    assert {"Mode", "basic", "full", "points", "hearts"} <= findings.broken
