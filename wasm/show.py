"""Turns a module into WAT, the text of WebAssembly: for people and for tests that compare it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .encode import Func, Global, Module, Tree
from .opcodes import INDEXED, MEMORY

WIDTH = 100
"""A tree that fits in so many signs stands on one line."""


def text(module: Module) -> str:
    """The whole module."""
    exports = {function: name for name, function in module.exports}
    lines = ["(module", f'  (memory (export "memory") {module.pages})']
    lines += [f"  {_global(each)}" for each in module.globals]
    for function in module.functions:
        lines += [f"  {line}" for line in function_lines(function, exports.get(function.name))]
    lines += [f'  (data (i32.const {address}) "{_escaped(content)}")' for address, content in module.segments]
    return "\n".join(lines) + ")\n"


def _global(each: Global) -> str:
    type_ = each.type if each.constant else f"(mut {each.type})"
    return f"(global {each.name} {type_} ({each.type}.const {each.init}))"


def _escaped(content: bytes) -> str:
    return "".join(f"\\{byte:02x}" for byte in content)


def function_lines(function: Func, export: str | None = None) -> list[str]:
    """One function, a line for each tree that fits on one."""
    head = [f"(func {function.name}"]
    head += [f'(export "{export}")'] if export else []
    head += [f"(param {name} {type_})" for name, type_ in function.params]
    head += [f"(result {function.result})"] if function.result else []
    head += [f"(local {name} {type_})" for name, type_ in function.locals]
    lines = [" ".join(head)]
    for tree in function.body:
        lines += [f"  {line}" for line in _lines(tree)]
    lines[-1] += ")"
    return lines


def _lines(tree: Tree) -> list[str]:
    if tree[0] == "comment":
        return [f"(; {tree[1]} ;)"]
    head, operands = _parts(tree)
    flat = [_lines(operand) for operand in operands]
    if all(len(lines) == 1 for lines in flat) and tree[0] not in ("block", "loop", "if", "then", "else"):
        line = f"({' '.join([head, *(lines[0] for lines in flat)])})"
        if len(line) <= WIDTH:
            return [line]
    lines = [f"({head}", *(f"  {line}" for inner in flat for line in inner)]
    lines[-1] += ")"
    return lines


def _parts(tree: Tree) -> tuple[str, Iterable[Tree]]:
    op = tree[0]
    match op:
        case "block" | "loop":
            label = [tree[1]] if tree[1] else []
            return " ".join([op, *label, *_result(tree[2])]), tree[3:]
        case "if":
            branches: list[Tree] = [tree[2], ("then", *tree[3])]
            if len(tree) > 4 and tree[4]:
                branches.append(("else", *tree[4]))
            return " ".join([op, *_result(tree[1])]), branches
        case "br" | "br_if":
            return f"{op} {tree[1]}", tree[2:]
        case "br_table":
            return f"{op} {' '.join(tree[1])}", tree[2:]
        case "i32.const" | "i64.const" | "f64.const":
            return f"{op} {tree[1]}", ()
        case _ if op in INDEXED:
            return f"{op} {tree[1]}", tree[2:]
        case _ if op in MEMORY or op == "v128.load":
            return f"{op} offset={tree[1]}" if tree[1] else op, tree[2:]
        case _:
            return op, tree[1:]


def _result(type_: Any) -> list[str]:
    return [f"(result {type_})"] if type_ else []
