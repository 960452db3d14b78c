"""Tests how files are read and findings collected, allowed, sorted, suggested and shown."""

import json

import pytest

from tafl.dsl import codes, render
from tafl.dsl.codes import CODES
from tafl.dsl.diagnostics import LIMIT_PER_FILE, Diagnostic, Findings
from tafl.dsl.parse import parse_file
from tafl.dsl.source import MAX_BYTES, from_bytes, from_text
from tafl.dsl.suggest import nearest, truth
from tafl.ir.span import Span
from tafl.tests.reading import places, read

TEXT = 'enum Mode: basic "Grün"\n\nplayer\n    state points: int\n    sate x: int\n'


# ---- Files -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_file_means_the_same_however_it_was_saved(end: str, mark: str) -> None:
    assert read(mark + TEXT.replace("\n", end)) == read(TEXT)


def test_what_is_not_utf_8_is_reported_at_its_first_byte() -> None:
    latin = TEXT.encode("latin-1")
    made, found = read(latin)
    assert [f"{each.code} {each.span.line}:{each.span.column}" for each in found] == [
        "T0101 1:21",
        "T0216 5:5",
    ]
    assert found[0].message.startswith("this file is not UTF-8: the byte 0xFC here")
    assert made is not None
    assert len(made.declarations) == 2


def test_what_is_not_utf_8_outside_texts_is_reported_once() -> None:
    assert places("enum Mode: größe".encode("latin-1")) == ["T0101 1:14"]


def test_a_tab_is_reported_once_a_file_where_it_stands() -> None:
    assert places("player\n\tstate a: int\n\tstate b: int\n") == ["T0104 2:1"]
    assert places("player\n  \tstate a: int\n") == ["T0104 2:3"]
    assert places("kind: A\nitems:\n\ta: {}\n", "yaml") == ["T0104 3:1"]
    assert places("enum Mode:\ta,\tb\t# c\td\n") == []


def test_control_characters_are_reported_and_read_as_blanks() -> None:
    assert places("enum Mode:\0a, b\x07\n") == ["T0102 1:11"]


def test_a_file_that_is_too_big_is_not_read() -> None:
    assert places(b"#\n" * (MAX_BYTES // 2)) == []
    assert places(b"#\n" * (MAX_BYTES // 2) + b"#") == ["T0103 1:1"]


def test_a_source_knows_its_lines() -> None:
    source = from_text("x", "a\nbc\n")
    assert [source.line(number) for number in range(5)] == ["", "a", "bc", "", ""]
    assert source.text == "a\nbc\n"
    assert source.span == Span("x", 1, 1, 3, 1)


# ---- Findings ----------------------------------------------------------------------------------------------


def at(line: int, column: int = 1, file: str = "x") -> Span:
    return Span(file, line, column, line, column + 1)


def test_findings_have_one_order_and_no_repeats() -> None:
    one, other = Findings(), Findings()
    told = [
        ("T0214", at(2), "<"),
        ("T0214", at(1, 5), ">"),
        ("T0214", at(1, file="a"), "<"),
        ("T0214", at(2), "<"),
    ]
    for code, span, sign in told:
        one.add(code, span, sign=sign)
    for code, span, sign in reversed(told):
        other.add(code, span, sign=sign)
    assert one.sorted() == other.sorted()
    assert [str(each.span) for each in one.sorted()] == ["a:1:1", "x:1:5", "x:2:1"]
    assert one.errors == one.sorted()


def test_so_many_findings_are_kept_of_a_file() -> None:
    findings = Findings()
    for line in range(1, 1000):
        findings.add("T0204", at(line))
    findings.add("T0204", at(1, file="other"))
    kept = findings.sorted()
    assert len(kept) == LIMIT_PER_FILE + 1
    assert [each.code for each in kept].count("T0108") == 1
    assert findings.full("x")
    assert not findings.full("other")


def warned(text: str, line: int, code: str = "T0107") -> Findings:
    findings = Findings()
    findings.see(from_text("x", text))
    findings.add(code, at(line), wanted="T0999")
    return findings


def test_a_warning_can_be_allowed_on_its_line_or_the_line_above() -> None:
    assert warned("f   # allow T0107: for now", 1).sorted() == []
    assert warned('f "a # b" # allow T0107: for now', 1).sorted() == []
    above = warned("# allow T0107: for now\n\n# more\nf", 4)
    assert (above.sorted(), [each.code for each in above.allowed]) == ([], ["T0107"])
    assert len(warned("f\ng  # allow T0107: elsewhere", 1).sorted()) == 2
    assert len(warned("f  # allow T0107: elsewhere\ng", 2).sorted()) == 2
    assert len(warned('"# allow T0107: in a text"', 1).sorted()) == 1


def test_an_allowance_without_reason_or_use_is_a_finding() -> None:
    def codes_of(text: str) -> list[str]:
        findings = Findings()
        findings.see(from_text("x", text))
        return [each.code for each in findings.sorted()]

    assert codes_of("f  # allow T0107") == ["T0105"]
    assert codes_of("f  # allow T0107:  ") == ["T0105"]
    assert codes_of("f  # allow T0201: an error") == ["T0106"]
    assert codes_of("f  # allow T9999: unknown") == ["T0106"]
    assert codes_of("f  # allow T0107: unused") == ["T0107"]
    assert codes_of("f  # we allow nothing") == []


def test_unused_allowances_are_told_only_where_all_was_checked() -> None:
    findings = Findings()
    findings.see(from_text("x", "f  # allow T0107: unused"))
    findings.add("T0204", at(5))
    assert [each.code for each in findings.sorted()] == ["T0204"]


def test_a_sentence_shows_what_it_was_not_told() -> None:
    assert (
        codes.sentence("T0216", {"word": "efect"}) == "no line here begins with `efect`; it should be {what}"
    )


def test_every_code_is_of_a_known_range() -> None:
    for code, entry in CODES.items():
        assert len(code) == 5
        assert code[:3] in {f"T{number:02}" for number in range(1, 11)}
        assert (entry.severity == "warning") == (code.startswith("T09") or code == "T0107"), code


# ---- Suggestions -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "names", "meant"),
    [
        ("tinber", ["timber", "stone"], "timber"),
        ("zzzz", ["timber", "stone"], None),
        ("sotne", ["timber", "stone"], "stone"),
        ("Timber", ["timber", "timbers"], "timber"),
        ("a", ["b"], None),
        ("ab", ["b"], "b"),
        ("playres", ["players", "player"], "players"),
        ("cat", ["cart", "cut", "bat"], "bat"),
        ("health", ["wealth", "healthy"], "healthy"),
        ("deck", ["discard"], None),
        ("stone", ["stone"], None),
        ("", ["a"], None),
    ],
)
def test_the_nearest_visible_name_is_suggested(wrong: str, names: list[str], meant: str | None) -> None:
    assert nearest(wrong, names) == meant
    assert nearest(wrong, reversed(names)) == meant


def test_words_that_elsewhere_mean_true_or_false() -> None:
    assert [truth(word) for word in ("NO", "off", "yes", "True", "0", "wolf")] == [
        "false",
        "false",
        "true",
        "true",
        "false",
        None,
    ]


# ---- What is shown -----------------------------------------------------------------------------------------

SOURCE = from_text("game.tafl", "let points = silvr\n" + "x" * 60 + " = " + "y" * 60 + "\n")
FOUND = Diagnostic(
    "T0216",
    Span("game.tafl", 1, 14, 1, 19),
    (("what", "a statement"), ("word", "silvr")),
    ((Span("game.tafl", 1, 5, 1, 11), "declared here"),),
    "silver",
)


def test_a_finding_shows_its_line_and_what_helps() -> None:
    assert render.render([FOUND], {"game.tafl": SOURCE}) == (
        "error[T0216]: no line here begins with `silvr`; it should be a statement\n"
        "  --> game.tafl:1:14\n"
        "  |\n"
        "1 | let points = silvr\n"
        "  |              ^^^^^\n"
        "  --> game.tafl:1:5: declared here\n"
        "  |\n"
        "1 | let points = silvr\n"
        "  |     ^^^^^^\n"
        "  = did you mean `silver`?\n"
    )


def test_a_finding_without_its_source_shows_its_place() -> None:
    shown = render.render([FOUND], {})
    assert "  --> game.tafl:1:14\n  --> game.tafl:1:5: declared here\n" in shown


@pytest.mark.parametrize("column", [1, 50, 62, 100, 123])
@pytest.mark.parametrize("width", [20, 40, 80])
def test_long_lines_are_cut_around_the_place(column: int, width: int) -> None:
    found = Diagnostic("T0204", Span("game.tafl", 2, column, 2, column + 3))
    lines = render.render([found], {"game.tafl": SOURCE}, width=width).split("\n")
    code, marks = lines[3], lines[4]
    assert len(code) <= max(width, 24)
    start = marks.index("^")
    assert code[start] == SOURCE.line(2)[column - 1] or code[start] == "…"


def test_a_place_over_several_lines_is_marked_on_its_first() -> None:
    found = Diagnostic("T0204", Span("game.tafl", 1, 5, 2, 4))
    assert "  |     ^^^^^^^^^^^^^^\n" in render.render([found], {"game.tafl": SOURCE})


def test_colours_only_surround_the_text() -> None:
    import re

    coloured = render.render([FOUND], {"game.tafl": SOURCE}, colour=True)
    assert "\x1b[31m" in coloured
    assert re.sub("\x1b\\[[0-9]+m", "", coloured) == render.render([FOUND], {"game.tafl": SOURCE})


def test_findings_as_data() -> None:
    (shown,) = json.loads(json.dumps(render.to_json([FOUND])))
    assert shown == {
        "code": "T0216",
        "severity": "error",
        "message": FOUND.message,
        "file": "game.tafl",
        "line": 1,
        "column": 14,
        "end_line": 1,
        "end_column": 19,
        "facts": {"what": "a statement", "word": "silvr"},
        "related": [
            {
                "file": "game.tafl",
                "line": 1,
                "column": 5,
                "end_line": 1,
                "end_column": 11,
                "remark": "declared here",
            }
        ],
        "suggestion": "silver",
    }


def test_reading_twice_gives_the_same() -> None:
    findings = Findings()
    source = from_bytes("x.tafl", TEXT.encode(), findings)
    assert parse_file(source, findings) == parse_file(source, findings)
    assert len(findings.sorted()) == 1
