"""Tests that formatting keeps what is said, sets it in one way, and finds nothing more to do afterwards."""

import random
import time
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tafl.dsl.diagnostics import Findings, comment_start
from tafl.dsl.format import format_source
from tafl.dsl.lexer import Raw, read_lines
from tafl.dsl.source import from_text
from tafl.tests.reading import read, shape
from tafl.tests.test_reading_fuzz import PIECES, mutate

ROOT = Path(str(files("tafl")))
SHIPPED = sorted(
    path for folder in ("content", "tests/corpus") for path in ROOT.glob(f"{folder}/*/**/*.tafl")
)
SECONDS = 2.0


def formatted(text: str) -> str | None:
    return format_source(from_text("game.tafl", text), Findings())


def comments(text: str) -> list[str]:
    starts = [(line, comment_start(line)) for line in text.split("\n")]
    return [line[start:].rstrip() for line, start in starts if start is not None]


def check(text: str) -> str | None:
    """Formats a text that can be read, and looks whether it still says the same."""
    made = formatted(text)
    if made is None:
        assert any(found.severity == "error" for found in read(text)[1])
        return None
    (before, told), (after, told_after) = read(text), read(made)
    assert before is not None
    assert after is not None
    assert shape(after.declarations) == shape(before.declarations)
    assert [found.code for found in told_after] == [found.code for found in told]
    assert formatted(made) == made
    assert made.endswith("\n") or made == ""
    assert all(line == line.rstrip() for line in made.split("\n"))
    assert "\n\n\n" not in made
    return made


@pytest.mark.parametrize("path", SHIPPED, ids=[str(path.relative_to(ROOT)) for path in SHIPPED])
def test_what_is_shipped_says_the_same_after_formatting(path: Path) -> None:
    assert check(path.read_text(encoding="utf-8")) is not None


# ---- The same, set otherwise -------------------------------------------------------------------------------


def disturb(text: str, chance: random.Random) -> str:
    """The same signs and comments with other blanks, indentation and empty lines."""
    width = chance.choice([1, 2, 3, 8])
    signs = _signs(text)
    lines = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line:
            lines += [" " * chance.randrange(3)] * chance.choice([1, 1, 2, 3])
            continue
        indent = len(line) - len(line.lstrip())
        lines.append(" " * (indent // 4 * width) + _loosened(line, signs.get(number, []), chance))
    ends = chance.choice(["\n", "\r\n"])
    return chance.choice(["", "\ufeff", "\n\n"]) + ends.join(lines) + chance.choice(["", ends * 2])


def _signs(text: str) -> dict[int, list[tuple[int, int]]]:
    """Where the signs of each line begin and end."""
    raws = [Raw(line, number) for number, line in enumerate(text.split("\n"), 1)]
    found: dict[int, list[tuple[int, int]]] = {}
    left = read_lines(raws, "game.tafl", Findings())
    while left:
        line = left.pop()
        left += line.children
        for token in line.tokens:
            found.setdefault(token.span.line, []).append((token.start, token.start + len(token.text)))
    return found


def _loosened(line: str, places: list[tuple[int, int]], chance: random.Random) -> str:
    if not places:
        return line.lstrip() + " " * chance.randrange(3)
    made, end = "", places[0][0]
    for start, stop in places:
        gap = line[end:start]
        beside = line[end - 1 : end] + line[start : start + 1]
        if made and chance.random() < 0.2 and not beside.startswith("|"):
            gap += " " * chance.randrange(1, 3)
        elif made and gap == " " and beside[0] in ")],:*" and chance.random() < 0.2 and "legend" not in line:
            gap = ""
        made += gap + line[start:stop]
        end = stop
    comment = line[end:].strip()
    return made + (" " * chance.choice([1, 2, 7]) + comment if comment else " " * chance.randrange(3))


@pytest.mark.parametrize("path", SHIPPED, ids=[str(path.relative_to(ROOT)) for path in SHIPPED])
def test_whatever_the_blanks_the_form_is_the_same(path: Path) -> None:
    chance = random.Random(str(path.name))
    text = path.read_text(encoding="utf-8")
    for _ in range(2):
        assert formatted(disturb(text, chance)) == formatted(text)


def test_files_with_random_changes_say_the_same_after_formatting() -> None:
    chance = random.Random(7)
    until = time.monotonic() + SECONDS
    kept = 0
    while time.monotonic() < until or kept < 20:
        text = chance.choice(SHIPPED).read_text(encoding="utf-8")
        start = text.rfind("\n\n", 0, chance.randrange(len(text)))
        mutated = mutate(disturb(text[max(0, start) :][:3000], chance), chance)
        made = check(mutated)
        if made is not None:
            kept += 1
            if "legend" not in mutated:
                assert comments(made) == comments(mutated.replace("\r\n", "\n").removeprefix("\ufeff"))


LINES = st.sampled_from(
    [
        "effect e(p: Player):",
        "    if a  -b > - 1:   f(x) [ -1 ]",
        "    # a comment",
        "        # deeper",
        "# at the edge",
        "",
        "    let x = [ a,",
        "        b ,  # why",
        "      ]",
        "    draw 2 from a.b to  c   # so",
        "value v ->list of Cell up to 3:[ c in Cell where not(c.a) ]",
        "    else :pass",
        "card C x2 per player",
        "tile T  x2  spans   3",
        "    place t on [ a1,b1 ]",
        "    a : int 0 .. 3=1",
    ]
)


@given(lines=st.lists(LINES, max_size=14))
@settings(max_examples=200, deadline=None)
def test_any_order_of_lines_says_the_same_after_formatting(lines: list[str]) -> None:
    text = "\n".join(lines)
    made = check(text)
    if made is not None:
        assert comments(made) == comments(text)


@given(pieces=st.lists(st.sampled_from(PIECES), max_size=12), glue=st.sampled_from(["", " ", "  "]))
@settings(max_examples=300, deadline=None)
def test_any_row_of_words_and_signs_says_the_same_after_formatting(pieces: list[str], glue: str) -> None:
    check(f"effect e:\n    {glue.join(pieces)}\n")
    check(f"value v -> int: {glue.join(pieces)}\n")


# ---- One by one --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("x=1", "x = 1"),
        ("x  +=y", "x += y"),
        ("x = - 1", "x = -1"),
        ("x = a - - b", "x = a - -b"),
        ("x = - - b", "x = - -b"),
        ("x = a -1", "x = a - 1"),
        ("x = [ a ,b ]", "x = [a, b]"),
        ("x = f (a) [ 1 ] . c", "x = f(a)[1].c"),
        ("x = not(a)and(b)", "x = not (a) and (b)"),
        ("x = a in[ b ]", "x = a in [b]"),
        ("x = a . b . c * - d", "x = a.b.c * -d"),
        ("x = n .. m+1", "x = n..m + 1"),
        ("x = 1 .. - 2", "x = 1..-2"),
        ("x = connected( from a,within  [ b ])", "x = connected(from a, within [b])"),
        ("let n : int 0 .. 3 =e", "let n: int 0..3 = e"),
        ("draw 2  from(a) to b", "draw 2 from (a) to b"),
        ("return(a)", "return (a)"),
        ("return - 1", "return -1"),
        ("end game with[ 1 ,- 1 ]", "end game with [1, -1]"),
        ('say "{ a }  b"  # why', 'say "{ a }  b"  # why'),
        ("if a :f", "if a: f"),
        ("for s in S where not s.a :f", "for s in S where not s.a: f"),
        ('choose n in 0 .. 3 by p "?" :\n  f', 'choose n in 0..3 by p "?":\n    f'),
        ("x = most(s in X by - e)", "x = most(s in X by -e)"),
        ("x = the(a)", "x = the (a)"),
        ("x = seat 1 . hand", "x = seat 1.hand"),
    ],
)
def test_signs_have_the_blanks_that_belong_to_them(written: str, meant: str) -> None:
    block = "\n".join(f"  {line}" for line in written.split("\n"))
    wanted = "\n".join(f"    {line}" for line in meant.split("\n"))
    assert formatted(f"effect e( p :Player ) :\n{block}\n") == f"effect e(p: Player):\n{wanted}\n"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("die Fate x4 faces : 2x  plus ,1x - 1", "die Fate x4 faces: 2x plus, 1x -1"),
        ("board b :grid 10  x 10 of  S", "board b: grid 10 x 10 of S"),
        ("card C\n  a:Monster ?=none", "card C\n    a: Monster? = none"),
        ("value v(  a :list of Cell)->int", "value v(a: list of Cell) -> int"),
        (
            "change v(p)after shield where p==holder :to it+1",
            "change v(p) after shield where p == holder: to it + 1",
        ),
        (
            "layout l  of b\n  | . a |   # top\n  legend a :m=w and  T of  seat 1, #: x",
            "layout l of b\n    | . a |  # top\n    legend a: m = w and T of seat 1, #: x",
        ),
        ("board m: graph of P\n  a--b  -- c", "board m: graph of P\n    a -- b -- c"),
        (
            'test "t"\n  given 2 players,off -1 ,far (2)\n  then(a)',
            'test "t"\n    given 2 players, off -1, far (2)\n    then (a)',
        ),
        (
            "effect e:\n  together   for p in players  where(c) :\n     choose any x  from S\n     let n=2",
            "effect e:\n    together for p in players where (c):\n        choose any x from S\n"
            "        let n = 2",
        ),
        ("together for p   in players:\n  a  b", None),
        ('pause  before( p:Player )"Go?"', 'pause before(p: Player) "Go?"'),
        (
            "effect e:\n  pause   before( p,by 2 )\naction a  at before  when b :pass",
            "effect e:\n    pause before(p, by 2)\n\naction a at before when b: pass",
        ),
    ],
)
def test_declarations_have_the_blanks_that_belong_to_them(written: str, meant: str | None) -> None:
    assert formatted(written) == (None if meant is None else meant + "\n")


BLOCKS = """\


# The head of the file.
value a -> int: 1
value b -> int: 2 # two
value longer -> int: 3      # three

value c -> int: 3
effect e:

  f

  # About g.


  g   # last
  # still inside
# About h.
effect h:
  k(
     a,  # one


     # more of them
     bcd # two
  )
  k(f(
   a),
   b)

"""
SET = """\
# The head of the file.
value a -> int: 1
value b -> int: 2       # two
value longer -> int: 3  # three

value c -> int: 3

effect e:
    f

    # About g.

    g  # last
    # still inside

# About h.
effect h:
    k(
        a,  # one

        # more of them
        bcd  # two
    )
    k(f(
        a),
        b)
"""


def test_empty_lines_comments_and_brackets() -> None:
    assert formatted(BLOCKS) == SET
    assert formatted(SET) == SET


def test_what_cannot_be_read_is_left_alone() -> None:
    findings = Findings()
    assert format_source(from_text("a.tafl", "effect e:\n  x == :\n"), findings) is None
    assert findings.errors
    assert formatted("") == ""
    assert formatted("\n  \n") == ""
    assert formatted("#  only this") == "#  only this\n"


def test_comments_are_not_pushed_out_of_sight() -> None:
    long = f"value long -> int: {' + '.join(['1'] * 25)}"
    text = f"value a -> int: 1  # {'x' * 30}\n{long}  # y\n"
    assert formatted(text) == text
