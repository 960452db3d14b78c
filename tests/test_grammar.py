"""Tests the grammar: no conflicts, every keyword a name outside its place, tables kept and made alike."""

import contextlib
import json
import os
from pathlib import Path

import pytest
from lark import Lark, Token
from lark.exceptions import UnexpectedToken

from tafl.dsl import build, grammar
from tafl.dsl import syntax as tree
from tafl.dsl.blocks import end_of
from tafl.dsl.diagnostics import Findings
from tafl.dsl.lexer import Line, Raw, read_lines
from tafl.dsl.mistakes import Mistake
from tafl.dsl.reader import RESERVED, Unexpected, accepts, read, terminal
from tafl.tests.reading import codes, good

WORDS = sorted(word for word in grammar.tables().literals if word.isalpha())
FREE = [word for word in WORDS if word not in RESERVED]


@pytest.mark.parametrize("lexer", ["basic", "contextual"])
def test_the_grammar_has_no_conflict_and_no_two_terminals_collide(lexer: str) -> None:
    grammar.make(grammar.grammar_text(), lexer=lexer, strict=True)


def test_every_rule_has_a_builder_or_passes_its_child_on() -> None:
    for rule in grammar.tables().rules:
        if rule.origin.startswith("__") or (rule.single and len(rule.plan) == 1):
            continue
        assert rule.build in build.BUILDERS, rule


def test_the_words_of_the_language_are_there() -> None:
    assert {"game", "card", "let", "choose", "then", "within", "faces"} <= set(FREE)
    assert set(WORDS) >= RESERVED - {"of"} | {"of"}


@pytest.mark.parametrize("word", FREE)
def test_a_keyword_is_a_name_outside_its_place(word: str) -> None:
    text = f"""\
enum Mode: basic, {word} "Title"
enum Other
    {word}
    last
card Combat
    {word}: int 0..9 = 3
    state {word}: bool = false
    value {word}({word}: Player) -> int
    zone {word}: pile of Combat or {word} hidden
player
    state {word}: int = 0
table
    zone {word}: row of Combat open
Combat {word} "Title" x3 per player
    {word}: {word}
value {word}({word}: Player, by n: {word}) -> int: {word} + {word}.{word} * p.{word}
value {word} -> {word}: [{word} in players where {word}.{word} == {word}]
value total -> int: sum({word} for {word} in {word} let {word} = {word} where {word})
value chosen -> int: if {word} then {word} else {word}
effect {word}({word}: Player, to {word}: Card): pass
effect more(p: Player):
    let {word} = 3
    {word} = {word}
    {word} += {word}
    {word}.{word} = {word} - {word}
    p.{word} -= 1
    {word}
    for {word} in {word} where {word} and {word}: pass
    do {word} to {word}
    choose {word} from {word} by {word}: pass
    choose by p "Prompt":
        option {word} "Title" if {word}: pass
    scope {word}: end {word}
    if {word}:
        return {word}
action {word}({word} in {word}) "Title" when {word}: pass
after {word}({word}) where {word} == {word}: pass
change {word}({word}, by n): n to {word}
scenario {word} "Title"
    {word}: {word}
layout {word} of {word}
    | a b |
    legend a: {word} = {word}, b: {word} of seat 1
"""
    declarations = good(text)
    enum = declarations[0]
    assert isinstance(enum, tree.EnumDecl)
    assert [name.name for name, _ in enum.names] == ["basic", word]
    kind = declarations[2]
    assert isinstance(kind, tree.KindDecl)
    assert [type(part).__name__ for part in kind.parts] == ["FieldDecl", "StateDecl", "ValueDecl", "ZoneDecl"]
    content = declarations[5]
    assert isinstance(content, tree.ContentDecl)
    assert content.name.name == word
    names = [type(each).__name__ for each in statements(declarations, "more")]
    alone = {"pass": "Pass", "return": "Return"}.get(word, "ExprStmt")
    assert " ".join(names) == f"Let Assign Assign Assign Assign {alone} For Command Choose Menu Scope If"


def statements(declarations: tuple[tree.Decl, ...], name: str) -> tree.Block:
    for each in declarations:
        if isinstance(each, tree.EffectDecl) and each.name.name == name:
            assert each.body is not None
            return each.body
    raise LookupError(name)


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_a_preposition_is_never_a_name(word: str) -> None:
    assert codes(f"enum Mode: {word}, basic") == ["T0215"]
    assert codes(f"player\n    state {word}: int") == ["T0215"]


# ---- The same tables, wherever they come from --------------------------------------------------------------


def test_the_shipped_tables_are_those_of_the_grammar(update_golden: bool) -> None:
    if update_golden:
        grammar.SHIPPED.write_text(grammar.ship(), encoding="ascii")
    assert grammar.SHIPPED.read_text(encoding="ascii") == grammar.ship(), "make golden writes them anew"


def test_kept_tables_are_those_that_were_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammar, "SHIPPED", tmp_path / "none")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    made = grammar.tables.__wrapped__()
    (kept,) = (tmp_path / "tafl").iterdir()
    assert grammar.tables.__wrapped__() == made == grammar.tables()
    for broken in (b"", b"{}", kept.read_bytes()[:-10], b"\xff\n[1]", json.dumps([1]).encode()):
        kept.write_bytes(broken)
        assert grammar.tables.__wrapped__() == made
        assert kept.read_bytes() != broken


def test_a_cache_that_cannot_be_written_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grammar, "SHIPPED", tmp_path / "none")
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert grammar.tables.__wrapped__() == grammar.tables()
    assert os.listdir(tmp_path) == ["file"]


# ---- Lark's own parser, as a second opinion ----------------------------------------------------------------


@pytest.fixture(scope="module")
def lark() -> Lark:
    return grammar.make(grammar.grammar_text())


LINES = [
    ("stmt", "draw 8 from omen_deck to omens face up"),
    ("stmt", "choose up to 2 x from [c in p.hand where c.count > 3] by p"),
    ("stmt", "together for p in players where c: let n = 2"),
    ("stmt", "together for"),
    ("stmt", "if a == b then c else d"),
    ("stmt", "x.y(1, by 2)[3] -= not 3"),
    ("stmt", "deal - 2 to p"),
    ("stmt", "deal (2) to p"),
    ("declaration", "value f(a: int 0..3, by b: list of Space up to 4) -> Player?: a"),
    ("declaration", "action a(x in y) when z limit 1 per turn: pass"),
    ("expr", "most(q in players by count(s in z where s.a == q) where q in r)"),
    ("expr", "a < b < c"),
    ("expr", "a +"),
    ("expr", "[x, y for z in w]"),
    ("expr", "the"),
]


@pytest.mark.parametrize(("start", "text"), LINES)
def test_lines_are_taken_and_refused_as_lark_does(lark: Lark, start: str, text: str) -> None:
    """Lark's own driver takes and refuses the same lines, given the same terminals."""
    (line,) = read_lines([Raw(text, 1)], "x", Findings())
    ours = _ours(line, start)
    parser = lark.parse_interactive(start=start)
    taken = 0
    try:
        for kind in ours:
            parser.feed_token(Token(kind, "1"))
            taken += 1
        refused = False
    except UnexpectedToken:
        refused = True
    assert (taken, refused) == (len(ours) - refused, refused)


def _ours(line: Line, start: str) -> list[str]:
    """The terminals that our reading takes a line for; where it refuses one, that is the last."""
    tables = grammar.tables()
    tokens = [*line.tokens, end_of(line)]
    states: list[int] | None = [tables.starts[start]]
    found: list[str] = []
    for index in range(len(tokens)):
        if states is None:
            break
        found.append(terminal(tables, states, tokens, index, {}))
        states = accepts(tables, states, found[-1])
    with contextlib.suppress(Unexpected, Mistake):
        read(start, tokens)
        assert states is not None
    return found
