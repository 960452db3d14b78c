"""Reads the signs of one line into a node, by the tables of the grammar."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .build import BUILDERS
from .grammar import END, Rule, Tables, tables
from .lexer import Token
from .mistakes import Mistake

RESERVED = frozenset({"to", "from", "by", "with", "at", "on", "in", "of", "into", "onto", "as"})
"""The prepositions, which are never names; every other word is a keyword only in its place."""

MAX_DEPTH = 100
"""How deep an expression may nest; passes over the tree call themselves for every level."""

_TIMES = re.compile("x[0-9]+")
_FLAT = frozenset({"arguments", "items", "paren"})
_HARMLESS = 60


@dataclass(frozen=True, slots=True)
class Unexpected(Exception):
    """The line cannot go on with the sign number `index`; `states` is how far the reading had come.

    `types` are the terminals that the signs before it were taken for.
    """

    index: int
    states: tuple[int, ...]
    types: tuple[str, ...]


def read(start: str, tokens: Sequence[Token]) -> Any:
    """What a line is by the start rule `start`; the last of its tokens is the end of the line.

    Raises `Unexpected` where the line does not fit, and lets `Mistake` pass.
    """
    known = tables()
    transitions, rules = known.states, known.rules
    stack = [known.starts[start]]
    end = known.ends[start]
    values: list[Any] = []
    types: list[str] = []
    depths: list[int] | None = [] if len(tokens) > _HARMLESS else None
    for index, token in enumerate(tokens):
        kind = _terminal(known, stack, tokens, index)
        while True:
            action = transitions[stack[-1]].get(kind)
            if action is None:
                raise Unexpected(index, tuple(stack), tuple(types))
            if action >= 0:
                stack.append(action)
                values.append(token)
                types.append(kind)
                if depths is not None:
                    depths.append(0)
                break
            rule = rules[-1 - action]
            if rule.size:
                children = values[-rule.size :]
                del values[-rule.size :], stack[-rule.size :]
            else:
                children = []
            if depths is not None and _deepen(depths, rule) > MAX_DEPTH:
                raise Mistake("T0232", tokens[0].span.to(token.span), limit=MAX_DEPTH)
            values.append(_build(rule, children))
            stack.append(transitions[stack[-1]][rule.origin])
            if kind == END and stack[-1] == end:
                return values[-1]
    raise AssertionError("the last token of a line is its end")


def accepts(known: Tables, states: Sequence[int], kind: str) -> list[int] | None:
    """The states after taking a terminal, or None where it cannot stand."""
    stack = list(states)
    while True:
        action = known.states[stack[-1]].get(kind)
        if action is None:
            return None
        if action >= 0:
            return [*stack, action]
        rule = known.rules[-1 - action]
        del stack[len(stack) - rule.size :]
        stack.append(known.states[stack[-1]][rule.origin])
        if kind == END and stack[-1] in known.ends.values():
            return stack


def _deepen(depths: list[int], rule: Rule) -> int:
    """Replaces the depths of a rule's children by that of what is made of them."""
    depth = max(depths[-rule.size :]) if rule.size else 0
    if rule.size > 1 and not rule.origin.startswith("__") and rule.build not in _FLAT:
        depth += 1
    del depths[len(depths) - rule.size :]
    depths.append(depth)
    return depth


def _build(rule: Rule, children: list[Any]) -> Any:
    if rule.origin.startswith("__"):
        made: list[Any] = []
        for number, child in enumerate(children):
            if number in rule.spread:
                made = made + child if made else child
            else:
                made.append(child)
        return made
    parts: list[Any] = []
    for at in rule.plan:
        if at is None:
            parts.append(None)
        elif at in rule.spread:
            parts += children[at]
        else:
            parts.append(children[at])
    if rule.single and len(parts) == 1:
        return parts[0]
    return BUILDERS[rule.build](parts)


def _terminal(known: Tables, stack: Sequence[int], tokens: Sequence[Token], index: int) -> str:
    """What a sign is at this place: a word is a keyword where it can stand as one, with what follows."""
    token = tokens[index]
    if token.type == "SIGN":
        return known.literals[token.text]
    if token.type != "WORD":
        return token.type
    keyword = known.literals.get(token.text)
    if keyword is None:
        if _TIMES.fullmatch(token.text) and accepts(known, stack, "TIMES") is not None:
            return "TIMES"
        return "NAME"
    if token.text in RESERVED:
        return keyword
    as_keyword = accepts(known, stack, keyword)
    if as_keyword is None:
        return "NAME"
    as_name = accepts(known, stack, "NAME")
    if as_name is None or _fit(known, as_keyword, tokens[index + 1]) >= _fit(
        known, as_name, tokens[index + 1]
    ):
        return keyword
    return "NAME"


def _fit(known: Tables, states: Sequence[int], following: Token) -> int:
    """How well the next sign goes on: 2 as what it looks like, 1 as a name only, 0 not at all."""
    if following.type not in ("WORD", "SIGN"):
        return 2 * (accepts(known, states, following.type) is not None)
    literal = known.literals.get(following.text)
    if literal is not None and accepts(known, states, literal) is not None:
        return 2
    if following.type == "WORD" and following.text not in RESERVED:
        return (1 if literal else 2) * (accepts(known, states, "NAME") is not None)
    return 0
