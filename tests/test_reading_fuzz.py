"""Throws anything at the reader: it answers with findings, at places that exist, soon, and never crashes."""

import random
import re
import time
from importlib.resources import files
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tafl.dsl import grammar
from tafl.dsl.diagnostics import LIMIT_PER_FILE
from tafl.ir.span import Span
from tafl.tests.reading import read

ROOT = Path(str(files("tafl")))
CORPUS = sorted(
    path
    for folder in ("content", "tests/corpus")
    for kind in ("tafl", "yaml", "csv")
    for path in ROOT.glob(f"{folder}/*/**/*.{kind}")
)
SECONDS = 3.0
LITERALS = sorted(grammar.tables().literals)
ODD = ['"', "#", "{", "}", "|", "x", "7", "9" * 12, "é", "\\", "'", "&a", "\n", "    ", "\t", "\0", "- "]
PIECES = LITERALS + ODD


def surface(path: Path) -> str:
    return "pack" if path.name == "pack.yaml" else path.suffix[1:]


def check(data: bytes, kind: str) -> None:
    """Reads something, and looks whether what comes out makes sense."""
    made, found = read(data, kind)
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    lines = re.split("\r\n|\r|\n", text)
    assert len(found) <= LIMIT_PER_FILE
    for each in found:
        assert not re.search(r"\{[a-z_]+\}", each.message.replace("{{", "")) or "{" in text, each.message
        assert "__" not in each.message or "__" in text
        assert within(each.span, lines), (each.code, each.span)
    if made is not None:
        for node in nodes(made):
            span = getattr(node, "span", None)
            assert span is None or within(span, lines), node


def within(span: Span, lines: list[str]) -> bool:
    """Whether a place is in the file; the end of a line is one sign more, for what is missing there."""
    if not 1 <= span.line <= span.end_line <= max(1, len(lines)):
        return False
    ordered = (span.line, span.column) <= (span.end_line, span.end_column)
    return ordered and 1 <= span.column <= len(lines[span.line - 1]) + 2 and span.end_column >= 1


def nodes(root: object) -> list[object]:
    found, left = [], [root]
    while left:
        node = left.pop()
        if isinstance(node, tuple):
            left += node
        elif hasattr(node, "__dataclass_fields__") and not isinstance(node, Span):
            found.append(node)
            left += [getattr(node, name) for name in node.__dataclass_fields__]
    return found


@pytest.mark.parametrize("path", CORPUS, ids=[str(path.relative_to(ROOT)) for path in CORPUS])
def test_the_files_of_the_project_are_read(path: Path) -> None:
    check(path.read_bytes(), surface(path))
    if surface(path) != "csv":
        assert read(path.read_bytes(), surface(path))[1] == []


def mutate(text: str, chance: random.Random) -> str:
    for _ in range(chance.choice([1, 1, 2, 5])):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice([1, 1, 3, 30, 300]))
        match chance.randrange(5):
            case 0:
                text = text[:start] + text[end:]
            case 1:
                text = text[:end] + text[start:end] + text[end:]
            case 2:
                text = text[:start] + chance.choice(PIECES) + text[end if chance.random() < 0.5 else start :]
            case 3:
                text = text[:start]
            case _:
                lines = text.split("\n")
                chance.shuffle(lines)
                text = "\n".join(lines[: 1 + len(lines) // 2])
    return text


def test_files_with_random_mistakes_are_read() -> None:
    chance = random.Random(7)
    until = time.monotonic() + SECONDS
    count = 0
    while time.monotonic() < until or count < 20:
        path = chance.choice(CORPUS)
        check(mutate(path.read_text(encoding="utf-8"), chance).encode(), surface(path))
        count += 1


KINDS = st.sampled_from(["tafl", "yaml", "csv", "pack"])


@given(data=st.binary(max_size=300), kind=KINDS)
@settings(max_examples=150, deadline=None)
def test_any_bytes_are_read(data: bytes, kind: str) -> None:
    check(data, kind)


@given(
    pieces=st.lists(st.sampled_from(PIECES), max_size=40),
    glue=st.sampled_from(["", " ", " ", "\n    "]),
    kind=KINDS,
)
@settings(max_examples=300, deadline=None)
def test_any_row_of_words_and_signs_is_read(pieces: list[str], glue: str, kind: str) -> None:
    check(glue.join(pieces).encode(), kind)


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
KEYS = st.text(max_size=5) | st.sampled_from(
    ["kind", "items", "title", "count", "rules", "f(p)", "name", "games"]
)
DOCUMENTS = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=10,
)


@given(DOCUMENTS, KINDS)
@settings(max_examples=80, deadline=None)
def test_yaml_of_any_shape_is_read(document: object, kind: str) -> None:
    check(yaml.safe_dump(document, allow_unicode=True).encode("utf-8", "replace"), kind)


LARGE = {
    "nested brackets": ("value v -> int: " + "(" * 2000 + ")" * 2000, "T0117"),
    "nested calls": ("value v -> int: " + "f(" * 2000, "T0117"),
    "a long number": ("value v -> int: " + "9" * 100_000, "T0112"),
    "a long count": ("card C x" + "9" * 5000, "T0112"),
    "many lines": ("enum A: b\n" * 20_000, None),
    "many statements": ("effect e:\n" + "    x = 1\n" * 20_000, None),
    "deep blocks": ("effect e:\n" + "".join(" " * n + "if x:\n" for n in range(1, 1300)), "T0118"),
    "many nots": ("value v -> bool: " + "not " * 2000 + "x", "T0232"),
    "many minuses": ("value v -> int: " + "- " * 2000 + "x", "T0232"),
    "a long sum": ("value v -> int: " + "1 + " * 2000 + "1", "T0232"),
    "a long list": ("value v -> list of int: [" + "1, " * 2000 + "1]", None),
    "a long path": ("value v -> int: a" + ".b" * 2000, "T0232"),
    "many conditions": ("value v -> int: " + "if a then b else " * 500 + "c", "T0232"),
    "one long line": ("#" * 999_999, "T0125"),
    "quotes": ('"' * 5000, "T0217"),
    "brackets on every line": ("".join(" " * n + "(\n" for n in range(1350)), "T0115"),
    "tabs": ("\tx\n" * 100_000, "T0104"),
    "zeros": ("\0" * 900_000, "T0102"),
}  # fmt: skip
LARGE_YAML = {
    "nested lists": ("[" * 5000, "T0846"),
    "nested keys": ("{a: " * 2000, "T0846"),
    "dashes": ("- " * 4000, "T0846"),
    "aliases": ("a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n", "T0842"),
    "the same key": ("a: b\n" * 20_000, "T0841"),
}


@pytest.mark.parametrize("name", LARGE)
def test_large_input_gives_findings_soon(name: str) -> None:
    text, code = LARGE[name]
    start = time.process_time()
    _, found = read(text)
    assert time.process_time() - start < 8
    assert (code in {each.code for each in found}) if code else found == []


@pytest.mark.parametrize("name", LARGE_YAML)
@pytest.mark.parametrize("kind", ["yaml", "pack"])
def test_large_tables_give_findings_soon(name: str, kind: str) -> None:
    text, code = LARGE_YAML[name]
    assert code in {each.code for each in read(text, kind)[1]}
