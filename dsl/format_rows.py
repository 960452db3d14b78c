"""Turns the logical lines of a file into rows of canonical code: each line of the text with its depth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from .blocks import end_of
from .format_signs import piece
from .lexer import Line, Token
from .mistakes import Mistake
from .reader import Unexpected, read

Levels = tuple[tuple[int, int], ...]
"""(written column, depth) of lines below which a comment may belong, outer ones first."""


@dataclass(slots=True)
class Row:
    """A line of the text without its indentation; one without code holds a comment alone.

    `declaration` counts the declarations of the file, `levels` are those that stand open after this row.
    """

    number: int
    depth: int
    code: str
    declaration: int
    levels: Levels
    comment: str = ""
    empty_above: bool = False


@dataclass(frozen=True, slots=True)
class Nested:
    """A logical line and where it stands: in which declaration, below which lines."""

    line: Line
    declaration: int
    levels: Levels


def nested(roots: Sequence[Line]) -> list[Nested]:
    """All logical lines of a file in written order."""
    return [
        Nested(line, declaration, levels)
        for declaration, root in enumerate(roots)
        for line, levels in _below([root], ())
    ]


def _below(lines: Iterable[Line], above: Levels) -> Iterator[tuple[Line, Levels]]:
    for line in lines:
        levels = (*above, (line.indent, len(above)))
        yield line, levels
        yield from _below(line.children, levels)


def code_rows(lines: Iterable[Nested], contexts: Mapping[int, str]) -> dict[int, Row]:
    """The rows of all lines by their number; `contexts` say as what each line was read, by its identity."""
    made = (row for each in lines for row in _rows(each, contexts.get(id(each.line))))
    return {row.number: row for row in made}


def _rows(nested: Nested, context: str | None) -> Iterator[Row]:
    """The rows of a logical line, which its brackets may carry over several."""
    line, levels = nested.line, nested.levels
    kinds = _terminals(line, context)
    open_at: list[int] = []
    depth = levels[-1][1]
    for start, end in _breaks(line.tokens):
        tokens = line.tokens[start:end]
        if start:
            depth = _continued(tokens, open_at)
        for token in tokens:
            if token.type == "SIGN" and token.text in ("(", "["):
                open_at.append(depth)
            elif token.type == "SIGN" and token.text in (")", "]"):
                open_at.pop()
        code = piece(line.tokens, kinds, start, end) if kinds else _as_written(tokens)
        after = ((0, open_at[-1] + 1),) if open_at else levels
        last = tokens[-1]
        comment = last.raw.text[last.start + len(last.text) :].strip()
        yield Row(last.span.line, depth, code, nested.declaration, after, comment)


def _terminals(line: Line, context: str | None) -> list[str]:
    """What the signs of a line were taken for; nothing for what comes with a later game."""
    kinds: list[str] = []
    if context is not None:
        try:
            read(context, [*line.tokens, end_of(line)], kinds)
        except (Unexpected, Mistake):
            return []
    return kinds


def _breaks(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Where the signs of each row begin and end."""
    numbers = [token.span.line for token in tokens]
    starts = [at for at in range(1, len(tokens)) if numbers[at] != numbers[at - 1]]
    yield from pairwise([0, *starts, len(tokens)])


def _continued(tokens: Sequence[Token], open_at: Sequence[int]) -> int:
    """How deep a row inside brackets lies: below the row that opened them, or beside it where it closes
    them.
    """
    closing = 0
    while closing < len(tokens) and tokens[closing].type == "SIGN" and tokens[closing].text in (")", "]"):
        closing += 1
    return open_at[-closing] if closing else open_at[-1] + 1


def _as_written(tokens: Sequence[Token]) -> str:
    first, last = tokens[0], tokens[-1]
    return first.raw.text[first.start : last.start + len(last.text)]
