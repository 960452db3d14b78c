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

JOINING = frozenset({"and", "or", "not", "is", "then", "else", "if", "where", "for"})
"""Words between values."""

MAX_DEPTH = 100
"""How deep an expression may nest; passes over the tree call themselves for every level."""

MAX_WAITING = 600
"""How many signs may wait for what they belong to: more than brackets and operators of such depth need."""

_TIMES = re.compile("x[0-9]+")
_FLAT = frozenset({"arguments", "items", "paren"})
_HARMLESS = 60
_RETRIES = 16
_BEFORE_VALUES = frozenset({"if", "not", "the", "all", "seat"})


@dataclass(frozen=True, slots=True)
class Unexpected(Exception):
    """The line cannot go on with the sign number `index`; `states` is how far the reading had come.

    `types` are the terminals that the signs before it were taken for.
    """

    index: int
    states: tuple[int, ...]
    types: tuple[str, ...]


def read(start: str, tokens: Sequence[Token], types: list[str] | None = None) -> Any:
    """What a line is by the start rule `start`; the last of its tokens is the end of the line.

    `types` gets the terminals that the signs were taken for. Raises `Unexpected` where the line does not fit,
    and lets `Mistake` pass.
    """
    choices: dict[int, str] = {}
    types = [] if types is None else types
    try:
        return _attempt(start, tokens, {}, choices, types)
    except Unexpected as error:
        if len(tokens) > _HARMLESS:
            raise
        return _again(start, tokens, {}, choices, types, [_RETRIES], error)


def _again(
    start: str,
    tokens: Sequence[Token],
    settled: dict[int, str],
    choices: dict[int, str],
    types: list[str],
    left: list[int],
    first: Unexpected,
) -> Any:
    """Reads a line once more, with the last of the words that could be taken otherwise taken so."""
    for index, other in reversed(choices.items()):
        if left[0] == 0:
            break
        left[0] -= 1
        tried = {**{at: kind for at, kind in settled.items() if at < index}, index: other}
        more: dict[int, str] = {}
        try:
            return _attempt(start, tokens, tried, more, types)
        except Unexpected:
            later = {at: kind for at, kind in more.items() if at > index}
            try:
                return _again(start, tokens, tried, later, types, left, first)
            except Unexpected:
                continue
    raise first


def _attempt(
    start: str, tokens: Sequence[Token], settled: dict[int, str], choices: dict[int, str], types: list[str]
) -> Any:
    """One reading of a line; `choices` gets the words that could have been taken otherwise."""
    types.clear()
    known = tables()
    transitions, rules = known.states, known.rules
    stack = [known.starts[start]]
    end = known.ends[start]
    values: list[Any] = []
    depths: list[int] | None = [] if len(tokens) > _HARMLESS else None
    for index, token in enumerate(tokens):
        kind = settled.get(index) or terminal(known, stack, tokens, index, choices)
        while True:
            action = transitions[stack[-1]].get(kind)
            if action is None:
                raise Unexpected(index, tuple(stack), tuple(types))
            if action >= 0:
                break
            rule = rules[-1 - action]
            if rule.passes:
                stack[-1] = transitions[stack[-2]][rule.origin]
            else:
                if depths is not None and _deepen(depths, rule) > MAX_DEPTH:
                    raise Mistake("T0232", tokens[0].span.to(token.span), limit=MAX_DEPTH)
                size = rule.size
                if size:
                    children = values[-size:]
                    del values[-size:], stack[-size:]
                else:
                    children = []
                values.append(_build(rule, children))
                stack.append(transitions[stack[-1]][rule.origin])
            if kind == END and stack[-1] == end:
                return values[-1]
        if len(stack) > MAX_WAITING:
            raise Mistake("T0232", tokens[0].span.to(token.span), limit=MAX_DEPTH)
        stack.append(action)
        values.append(token)
        types.append(kind)
        if depths is not None:
            depths.append(0)
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
    if rule.size > 1 and not rule.repeats and rule.build not in _FLAT:
        depth += 1
    del depths[len(depths) - rule.size :]
    depths.append(depth)
    return depth


def _build(rule: Rule, children: list[Any]) -> Any:
    if rule.repeats:
        return _spread(rule, children)
    if not rule.straight:
        parts: list[Any] = []
        for at in rule.plan:
            if at is None:
                parts.append(None)
            elif at in rule.spread:
                parts += children[at]
            else:
                parts.append(children[at])
        children = parts
    if rule.single and len(children) == 1:
        return children[0]
    return BUILDERS[rule.build](children)


def _spread(rule: Rule, children: list[Any]) -> list[Any]:
    """A repetition: what came before is lengthened, not copied."""
    made: list[Any] = children[0] if 0 in rule.spread else [children[0]]
    for number, child in enumerate(children[1:], 1):
        if number in rule.spread:
            made += child
        else:
            made.append(child)
    return made


def terminal(
    known: Tables, stack: Sequence[int], tokens: Sequence[Token], index: int, choices: dict[int, str]
) -> str:
    """What a sign is at this place: a word is a keyword where it can stand as one, with what follows.

    Where it could be the other as well, that goes into `choices`; only a keyword that begins a statement is
    never a name, or every slip behind it would make a command of it.
    """
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
    following = tokens[index + 1]
    if as_name is None or (len(stack) == 1 and stack[0] in _opening_states(known)):
        return keyword
    if token.text in ("and", "or", "is") and following.type == END:
        return keyword
    keyword_fits, name_fits = _fit(known, as_keyword, following), _fit(known, as_name, following)
    if keyword == "WITHIN" and following.start == token.start + len(token.text):
        keyword_fits = 0
    if keyword_fits >= name_fits:
        if name_fits and index > 0 and token.text in _BEFORE_VALUES:
            choices[index] = "NAME"
        return keyword
    if keyword_fits:
        choices[index] = keyword
    return "NAME"


def _opening_states(known: Tables) -> tuple[int, int]:
    """Where a word of the language always says what is declared: content of a kind called so has to wait."""
    return known.starts["declaration"], known.starts["test_part"]


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
