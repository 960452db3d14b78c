"""Turns hand-written WAT (folded, one function after the other) into the trees that the compiler makes.

Two things are ours: `(const NAME)` is the number of a constant, and an offset may name one: `offset=NAME`,
`offset=NAME+4`. Globals may be declared: `(global $name (mut i32) (i32.const 0))`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from .encode import Func, Global, Tree
from .opcodes import BULK, INDEXED, MEMORY, PLAIN, VALUE_TYPES

Node: TypeAlias = "str | list[Any]"

_TOKEN = re.compile(r";;[^\n]*|\(;.*?;\)|[()]|[^\s()]+", re.DOTALL)


class WatError(Exception):
    """Text that is no WAT of the kind read here: a mistake in the runtime."""


@dataclass(frozen=True, slots=True)
class Wat:
    """What a text declares."""

    functions: list[Func]
    globals: list[Global]


def read(text: str, constants: Mapping[str, int]) -> Wat:
    """The functions and globals of a text; `constants` are the numbers that it may name. Raises WatError."""
    reader = _Reader(constants)
    wat = Wat([], [])
    for node in _nodes(text):
        match node:
            case ["func", *rest]:
                wat.functions.append(reader.function(rest))
            case ["global", str() as name, ["mut", str() as type_], [_, str() as value]]:
                wat.globals.append(Global(name, type_, int(value, 0)))
            case _:
                raise WatError(f"only functions and globals stand outermost, not {node!r}")
    return wat


def _nodes(text: str) -> list[Node]:
    stack: list[list[Any]] = [[]]
    for token in _tokens(text):
        if token == "(":
            stack.append([])
        elif token == ")":
            if len(stack) == 1:
                raise WatError("a closing parenthesis too many")
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    if len(stack) > 1:
        raise WatError(f"a parenthesis is open at the end: {stack[1]!r:.80}")
    return stack[0]


def _tokens(text: str) -> Iterator[str]:
    for found in _TOKEN.finditer(text):
        token = found.group()
        if not token.startswith((";;", "(;")):
            yield token


class _Reader:
    def __init__(self, constants: Mapping[str, int]) -> None:
        self._constants = constants

    def function(self, rest: list[Any]) -> Func:
        function = Func(rest[0], [], None, [], [])
        for node in rest[1:]:
            match node:
                case ["param", name, type_]:
                    function.params.append((name, type_))
                case ["result", type_]:
                    function.result = type_
                case ["local", name, type_]:
                    function.locals.append((name, type_))
                case _:
                    function.body.append(self.tree(node))
        return function

    def trees(self, nodes: list[Any]) -> list[Tree]:
        return [self.tree(node) for node in nodes]

    def tree(self, node: Node) -> Tree:
        if isinstance(node, str) or not node:
            raise WatError(f"an instruction stands in parentheses, not {node!r}")
        op, rest = node[0], node[1:]
        if op in PLAIN or op in BULK:
            return (op, *self.trees(rest))
        if op in INDEXED:
            return (op, rest[0], *self.trees(rest[1:]))
        if op in MEMORY:
            return self._memory(op, rest)
        match op:
            case "i32.const" | "i64.const":
                return (op, int(rest[0], 0))
            case "f64.const":
                return (op, float(rest[0]))
            case "const":
                return ("i32.const", self._constant(rest[0]))
            case "block" | "loop":
                return self._block(op, rest)
            case "if":
                return self._if(rest)
            case "br" | "br_if":
                return (op, rest[0], *self.trees(rest[1:]))
            case "br_table":
                labels = [part for part in rest if isinstance(part, str)]
                return (op, labels, *self.trees(rest[len(labels) :]))
            case _:
                raise WatError(f"no instruction {op}")

    def _constant(self, name: str) -> int:
        base, _, more = name.partition("+")
        if base not in self._constants:
            raise WatError(f"no constant {base}")
        return self._constants[base] + int(more or "0", 0)

    def _memory(self, op: str, rest: list[Any]) -> Tree:
        offset = 0
        if isinstance(rest[0], str):
            written = rest[0].removeprefix("offset=")
            offset = int(written, 0) if written[0].isdigit() else self._constant(written)
            rest = rest[1:]
        return (op, offset, *self.trees(rest))

    def _block(self, op: str, rest: list[Any]) -> Tree:
        label = rest[0] if rest and isinstance(rest[0], str) else None
        type_, body = _typed(rest[1:] if label else rest)
        return (op, label, type_, *self.trees(body))

    def _if(self, rest: list[Any]) -> Tree:
        type_, body = _typed(rest)
        branches = {node[0]: node[1:] for node in body[1:]}
        if not set(branches) <= {"then", "else"} or "then" not in branches:
            raise WatError(f"`if` wants a condition, `(then ...)` and perhaps `(else ...)`: {body!r:.80}")
        return (
            "if",
            type_,
            self.tree(body[0]),
            self.trees(branches["then"]),
            self.trees(branches.get("else", [])),
        )


def _typed(rest: list[Any]) -> tuple[str | None, list[Any]]:
    match rest:
        case [["result", type_], *body] if type_ in VALUE_TYPES:
            return type_, body
        case _:
            return None, rest
