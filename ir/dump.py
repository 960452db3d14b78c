"""Turns a program into stable text: for people and golden tests with its texts, for the hash of its rules
without.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from . import program as ir
from . import types as t

_TEXTS = frozenset({"title", "titles", "text", "source", "label", "says", "prompt"})
"""Fields that only people read; rules do not depend on them (a routine's own `source` is an expression, and
stays).
"""

_ABOUT = frozenset({"packs", "content_hash", "tests"})
"""Fields of a program that say where it is from, or test it."""


def rules_hash(program: ir.Program) -> str:
    """SHA-256 of the program without titles, texts, spans and tests, 64 hex digits: equal hashes play
    alike.
    """
    return hashlib.sha256(dump(program, texts=False).encode("utf-8")).hexdigest()


def dump(program: ir.Program, *, texts: bool = True) -> str:
    """The program as text, one declaration or statement a line. Without `texts` it holds only what the
    game's states and steps depend on.
    """
    return "".join(f"{line}\n" for line in _Dump(program, texts).lines())


def dump_routine(program: ir.Program, routine: int, *, texts: bool = True) -> str:
    """One routine as text: its locals, its suspension points with what is live there, its statements."""
    return "".join(f"{line}\n" for line in _Dump(program, texts).routine(routine))


class _Dump:
    def __init__(self, program: ir.Program, texts: bool) -> None:
        self._program = program
        self._texts = texts
        self._locals: tuple[ir.LocalVar, ...] = ()

    def lines(self) -> Iterator[str]:
        """The whole program."""
        for field in fields(self._program):
            value = getattr(self._program, field.name)
            if field.name in ("routines", *_ABOUT) or (field.name == "title" and not self._texts):
                continue
            if isinstance(value, tuple):
                for number, declared in enumerate(value):
                    yield f"{field.name} {number}: {self._declared(declared)}"
            else:
                yield f"{field.name}: {value}"
        for number in range(len(self._program.routines)):
            yield from self.routine(number)

    # ---- Declarations --------------------------------------------------------------------------------------

    def _declared(self, node: Any) -> str:
        shown = [
            f"{field.name}={self._plain(getattr(node, field.name))}"
            for field in fields(node)
            if field.name != "at" and (self._texts or field.name not in _TEXTS)
        ]
        return " ".join(shown)

    def _plain(self, value: Any) -> str:
        match value:
            case ir.Template():
                return self._template(value)
            case ir.LocalVar(name, of):
                return f"{name}: {type_text(of)}"
            case ir.LaidState() | ir.LaidComponent():
                return "{" + self._declared(value) + "}"
            case tuple():
                return "(" + ", ".join(self._plain(part) for part in value) + ")"
            case str():
                return repr(value)
            case None | int():
                return str(value)
            case _:
                return type_text(value)

    # ---- Routines ------------------------------------------------------------------------------------------

    def routine(self, number: int) -> Iterator[str]:
        """A routine: a line with its name and locals, one for each point, then its statements."""
        routine = self._program.routines[number]
        self._locals = routine.locals
        named = ", ".join(
            f"{slot} {local.name}: {type_text(local.type)}" for slot, local in enumerate(routine.locals)
        )
        result = "" if routine.result is None else f" -> {type_text(routine.result)}"
        suspends = " suspends" if routine.suspends else ""
        yield f"routine {number} {routine.name} params={routine.params} [{named}]{result}{suspends}"
        for point in routine.points:
            yield f"    point {point.number} live ({', '.join(self._name(slot) for slot in point.live)})"
        yield from self._block(routine.body, 1)

    def _name(self, slot: int) -> str:
        return f"{self._locals[slot].name}/{slot}" if slot < len(self._locals) else f"/{slot}"

    def _block(self, block: ir.Block, depth: int) -> Iterator[str]:
        for statement in block:
            yield from self._statement(statement, depth)

    def _statement(self, node: ir.Stmt, depth: int) -> Iterator[str]:
        indent = "    " * depth
        parts, blocks = [type(node).__name__], []
        for field in fields(node):
            value = getattr(node, field.name)
            if field.name in ("body", "then", "otherwise"):
                blocks.append((field.name, value))
            elif isinstance(node, ir.Menu) and field.name == "options":
                blocks += [(self._menu_option(option), option.body) for option in node.options]
            elif field.name != "at" and not (isinstance(value, ir.Template) and not self._texts):
                shown = self._name(value) if _names_local(node, field.name, value) else self._part(value)
                parts.append(f"{field.name}={shown}")
        yield indent + " ".join(parts)
        for name, block in blocks:
            if block or name.startswith("option"):
                yield f"{indent}  {name}:"
                yield from self._block(block, depth + 1)

    def _menu_option(self, option: ir.MenuOption) -> str:
        test = "" if option.test is None else f" if {self._expr(option.test)}"
        label = f" {self._template(option.label)}" if self._texts else ""
        return f"option {option.id}{label}{test}"

    def _part(self, value: Any) -> str:
        if isinstance(value, ir.Template):
            return self._template(value)
        if isinstance(value, ir.Window):
            return self._window(value)
        if isinstance(value, tuple):
            return "(" + ", ".join(self._part(part) for part in value) + ")"
        if value is None or isinstance(value, int | str):
            return str(value)
        return self._expr(value)

    def _window(self, window: ir.Window) -> str:
        given = ", ".join(self._name(slot) for slot in window.given)
        prompt = f" {self._template(window.prompt)}" if self._texts else ""
        return f"window({given}) used {self._name(window.used_slot)}{prompt}"

    def _template(self, template: ir.Template) -> str:
        return (
            '"'
            + "".join(p if isinstance(p, str) else "{" + self._expr(p) + "}" for p in template.parts)
            + '"'
        )

    # ---- Expressions ---------------------------------------------------------------------------------------

    def _expr(self, node: ir.Expr) -> str:
        match node:
            case ir.Const(value, of):
                return str(value) if isinstance(of, t.Int) else f"{value}:{type_text(of)}"
            case ir.Local(slot):
                return self._name(slot)
            case ir.Query():
                return self._query(node)
            case ir.Lib(name, args, of):
                return f"{name}({', '.join(self._expr(arg) for arg in args)}):{type_text(of)}"
            case _:
                shown = [
                    self._argument(field.name, getattr(node, field.name))
                    for field in fields(node)
                    if field.name not in ("type", "at")
                ]
                return f"{type(node).__name__}({', '.join(shown)})"

    def _argument(self, name: str, value: Any) -> str:
        if isinstance(value, tuple):
            return "[" + ", ".join(self._expr(part) for part in value) + "]"
        if value is None or isinstance(value, int | str):
            return f"{name}={value}"
        return self._expr(value)

    def _query(self, node: ir.Query) -> str:
        clauses = [
            f"{self._name(clause.slot)} in {self._expr(clause.source)}"
            if isinstance(clause, ir.Each)
            else f"{self._name(clause.slot)} = {self._expr(clause.value)}"
            for clause in node.clauses
        ]
        where = "" if node.where is None else f" where {self._expr(node.where)}"
        body = "" if node.body is None else f"{self._expr(node.body)} for "
        by = f" by {', '.join(self._expr(key) for key in node.by)}" if node.by else ""
        return f"{node.form}({body}{'; '.join(clauses)}{where}{by}):{type_text(node.type)}"


def _names_local(node: ir.Stmt, name: str, value: object) -> bool:
    """Whether a number in a statement is a local's; the `slot` of a call is one that content fills."""
    if isinstance(node, ir.CallSlotEffect) and name == "slot":
        return False
    return name.endswith("slot") or (name == "result" and value is not None)


def type_text(of: t.Type) -> str:
    """A type in a few signs; kinds and enums by position."""
    match of:
        case t.Int(low, high, track):
            plain = "int" if (low, high) == (t.INT_MIN, t.INT_MAX) else f"{low}..{high}"
            return f"track {plain}" if track else plain
        case t.ListT(inner, bound):
            return f"list({type_text(inner)}, {bound})"
        case t.SetT(inner):
            return f"set({type_text(inner)})"
        case t.OptT(inner):
            return f"{type_text(inner)}?"
        case _:
            name = type(of).__name__.removesuffix("T").lower()
            numbers = [getattr(of, field.name) for field in fields(of)]
            return f"{name}{' '.join(str(number) for number in numbers)}" if numbers else name
