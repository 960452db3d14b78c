"""Turns the signs of a line into pieces of text with the blanks that belong between them."""

from __future__ import annotations

from collections.abc import Sequence

from .lexer import Token

_CLOSE_UP = frozenset({")", "]", ",", ":", "?", ".", ".."})
"""No blank stands before these."""


def piece(tokens: Sequence[Token], kinds: Sequence[str], start: int, end: int) -> str:
    """The text of `tokens[start:end]`, part of a line; `kinds` are the terminals that the whole line was
    taken for.
    """
    text = tokens[start].text
    for index in range(start + 1, end):
        text += " " * _apart(tokens, kinds, index) + tokens[index].text
    return text


def _apart(tokens: Sequence[Token], kinds: Sequence[str], index: int) -> bool:
    """Whether a blank stands before a sign."""
    before, sign = _sign(tokens[index - 1]), _sign(tokens[index])
    if before in ("(", "[", ".", "..") or sign in _CLOSE_UP:
        return False
    if sign in ("(", "["):
        return not (before in (")", "]") or kinds[index - 1] == "NAME") or _names_option(tokens, kinds, index)
    if before == "-" and not _ends_value(tokens, kinds, index - 1):
        # two of them without a blank between would be another sign
        return sign == "-"
    return True


def _ends_value(tokens: Sequence[Token], kinds: Sequence[str], index: int) -> bool:
    """Whether a value ends before a sign, so that a minus there has two sides."""
    if index == 0 or _names_option(tokens, kinds, index):
        return False
    return _sign(tokens[index - 1]) in (")", "]") or kinds[index - 1] in ("NAME", "INT")


def _names_option(tokens: Sequence[Token], kinds: Sequence[str], index: int) -> bool:
    """Whether the name before a sign is an option's in the head of a test, `given offset -1`: what follows is
    its value.
    """
    if kinds[0] != "GIVEN" or index < 2 or kinds[index - 1] != "NAME":
        return False
    outside = sum(_sign(each) in ("(", "[") for each in tokens[:index])
    outside -= sum(_sign(each) in (")", "]") for each in tokens[:index])
    return outside == 0 and (index == 2 or _sign(tokens[index - 2]) == ",")


def _sign(token: Token) -> str:
    return token.text if token.type == "SIGN" else ""
