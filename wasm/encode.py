"""Turns functions written as folded instruction trees into the bytes of a WebAssembly module.

A tree is a tuple that mirrors folded WAT: the instruction, its immediates, its operands.

- `("i32.add", a, b)` and all plain instructions: operands only.
- `("i32.const", 7)`, `("local.get", "$x")`, `("local.set", "$x", v)`, `("global.get", "$g")`,
  `("call", "$f", *args)`.
- `("i32.load", offset, address)`, `("i32.store", offset, address, value)`.
- `("block", "$label" or None, type or None, *body)`, `("loop", ...)` likewise.
- `("if", type or None, condition, [then...], [else...])`; the last list may be left out.
- `("br", "$label")`, `("br_if", "$label", condition)`, `("br_table", ["$a", "$b", "$default"], index)`; what
  the label's block gives stands between.
- `("comment", "text")`: printed only.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from .opcodes import BULK, INDEXED, MEMORY, PLAIN, VALUE_TYPES, VECTORS

Tree: TypeAlias = tuple[Any, ...]
"""An instruction with its operands."""

PAGE = 65536


@dataclass(slots=True)
class Func:
    """A function: `name` begins with `$`, `result` is a value type or None, `body` leaves the result last."""

    name: str
    params: list[tuple[str, str]]
    result: str | None
    locals: list[tuple[str, str]]
    body: list[Tree]


@dataclass(frozen=True, slots=True)
class Global:
    """A global of the module, mutable unless `constant`."""

    name: str
    type: str
    init: int
    constant: bool = False


class EncodingError(Exception):
    """A tree that is no instruction, or a name that is not there: a mistake of the compiler."""


@dataclass(slots=True)
class Module:
    """What a module is made of, in the order in which it was added."""

    functions: list[Func] = field(default_factory=list)
    globals: list[Global] = field(default_factory=list)
    segments: list[tuple[int, bytes]] = field(default_factory=list)
    exports: list[tuple[str, str]] = field(default_factory=list)
    pages: int = 1

    def add(self, function: Func) -> None:
        """Add a function."""
        self.functions.append(function)

    def add_all(self, functions: Iterable[Func]) -> None:
        """Add several functions."""
        self.functions += functions

    def add_global(self, name: str, type_: str = "i32", init: int = 0, *, constant: bool = False) -> None:
        """Add a global variable."""
        self.globals.append(Global(name, type_, init, constant))

    def add_data(self, address: int, content: bytes) -> None:
        """Bytes that memory holds at `address` from the beginning."""
        self.segments.append((address, content))

    def export(self, function: str, name: str | None = None) -> None:
        """Let the host call a function; without the `$` of its name unless another is given."""
        self.exports.append((name or function.lstrip("$"), function))

    def encode(self) -> bytes:
        """The module as bytes. Raises EncodingError."""
        return _Encoder(self).module()

    def function_at(self, offset: int) -> str | None:
        """The function whose code stands at this offset of the bytes: for messages of a validator."""
        encoder = _Encoder(self)
        encoder.module()
        found = [name for start, name in encoder.starts if start <= offset]
        return found[-1] if found else None


# ---- Numbers -----------------------------------------------------------------------------------------------


def unsigned(number: int) -> bytes:
    """LEB128 of a number from 0 on."""
    if number < 0x80:
        return bytes((number,))
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def signed(number: int) -> bytes:
    """LEB128 of a number with a sign."""
    out = bytearray()
    while True:
        low = number & 0x7F
        number >>= 7
        if (number == 0 and not low & 0x40) or (number == -1 and low & 0x40):
            out.append(low)
            return bytes(out)
        out.append(low | 0x80)


def _vector(items: Sequence[bytes]) -> bytes:
    return unsigned(len(items)) + b"".join(items)


def _text(text: str) -> bytes:
    encoded = text.encode()
    return unsigned(len(encoded)) + encoded


def _section(number: int, content: bytes) -> bytes:
    return bytes((number,)) + unsigned(len(content)) + content


_SMALL = tuple(unsigned(n) for n in range(0x80))


# ---- The module --------------------------------------------------------------------------------------------


class _Encoder:
    def __init__(self, module: Module) -> None:
        self._module = module
        self._functions = {f.name: n for n, f in enumerate(module.functions)}
        self._globals = {g.name: n for n, g in enumerate(module.globals)}
        self._types: dict[tuple[tuple[str, ...], str | None], int] = {}
        self.starts: list[tuple[int, str]] = []
        if len(self._functions) < len(module.functions):
            names = [f.name for f in module.functions]
            raise EncodingError(f"two functions are called {next(n for n in names if names.count(n) > 1)}")

    def module(self) -> bytes:
        functions = self._module.functions
        kinds = [self._type(f) for f in functions]
        codes = [_Body(f, self._functions, self._globals).code() for f in functions]
        head = b"".join(
            (
                b"\0asm\1\0\0\0",
                _section(1, self._type_section()),
                _section(3, _vector([unsigned(kind) for kind in kinds])),
                _section(5, b"\1\0" + unsigned(self._module.pages)),
                _section(6, _vector([self._global(g) for g in self._module.globals])),
                _section(7, self._export_section()),
            )
        )
        self._note_starts(head, codes)
        data = [b"\0\x41" + signed(_wrapped(a)) + b"\x0b" + _bytes(c) for a, c in self._module.segments]
        return b"".join(
            (head, _section(10, _vector(codes)), _section(11, _vector(data)), _section(0, self._names()))
        )

    def _note_starts(self, head: bytes, codes: Sequence[bytes]) -> None:
        content = len(unsigned(len(codes))) + sum(map(len, codes))
        offset = len(head) + 1 + len(unsigned(content)) + len(unsigned(len(codes)))
        for function, code in zip(self._module.functions, codes, strict=True):
            self.starts.append((offset, function.name))
            offset += len(code)

    def _type(self, function: Func) -> int:
        key = (tuple(type_ for _, type_ in function.params), function.result)
        return self._types.setdefault(key, len(self._types))

    def _type_section(self) -> bytes:
        return _vector(
            [
                b"\x60"
                + _vector([bytes((VALUE_TYPES[p],)) for p in params])
                + _vector([bytes((VALUE_TYPES[result],))] if result else [])
                for params, result in self._types
            ]
        )

    def _global(self, declared: Global) -> bytes:
        const = b"\x41" if declared.type == "i32" else b"\x42"
        mutable = b"\0" if declared.constant else b"\1"
        bits = 32 if declared.type == "i32" else 64
        value = signed(_wrapped(declared.init, bits))
        return bytes((VALUE_TYPES[declared.type],)) + mutable + const + value + b"\x0b"

    def _export_section(self) -> bytes:
        rows = [_text("memory") + b"\2\0"]
        for name, function in self._module.exports:
            if function not in self._functions:
                raise EncodingError(f"{function} is exported and not there")
            rows.append(_text(name) + b"\0" + unsigned(self._functions[function]))
        return _vector(rows)

    def _names(self) -> bytes:
        rows = [unsigned(n) + _text(name.lstrip("$")) for name, n in self._functions.items()]
        return _text("name") + _section(1, _vector(rows))


def _bytes(content: bytes) -> bytes:
    return unsigned(len(content)) + content


def _wrapped(number: int, bits: int = 32) -> int:
    """The number with a sign that has the same bits."""
    number &= (1 << bits) - 1
    return number - (1 << bits) if number >> (bits - 1) else number


# ---- One function ------------------------------------------------------------------------------------------


class _Body:
    def __init__(self, function: Func, functions: dict[str, int], globals_: dict[str, int]) -> None:
        self._function = function
        named = [*function.params, *function.locals]
        locals_ = {name: n for n, (name, _) in enumerate(named)}
        if len(locals_) < len(named):
            raise EncodingError(f"two locals of {function.name} have one name: {[name for name, _ in named]}")
        self._tables = {"local": locals_, "global": globals_, "call": functions}
        self._labels: list[str | None] = []
        self._out = bytearray()

    def code(self) -> bytes:
        """The entry of the code section."""
        self._block(self._function.body)
        self._out.append(0x0B)
        content = self._locals() + self._out
        return unsigned(len(content)) + content

    def _locals(self) -> bytes:
        runs: list[list[Any]] = []
        for _, type_ in self._function.locals:
            if runs and runs[-1][1] == type_:
                runs[-1][0] += 1
            else:
                runs.append([1, type_])
        return _vector([unsigned(count) + bytes((VALUE_TYPES[type_],)) for count, type_ in runs])

    def _wrong(self, what: object) -> EncodingError:
        return EncodingError(f"{self._function.name}: {what!r}")

    def _block(self, trees: Iterable[Tree]) -> None:
        for tree in trees:
            self._tree(tree)

    def _tree(self, tree: Tree) -> None:
        op = tree[0] if tree else None
        if op in PLAIN:
            self._block(tree[1:])
            self._out.append(PLAIN[op])
        elif op in INDEXED:
            self._block(tree[2:])
            self._out.append(INDEXED[op])
            self._out += self._index(op.partition(".")[0], tree[1])
        elif op in MEMORY:
            self._block(tree[2:])
            number, align = MEMORY[op]
            self._out += bytes((number, align)) + self._offset(tree)
        elif op in ("i32.const", "i64.const", "f64.const"):
            self._const(op, tree[1])
        elif op in BULK:
            self._block(tree[1:])
            self._out += BULK[op]
        elif op in VECTORS:
            loads = op == "v128.load"
            self._block(tree[2 if loads else 1 :])
            self._out += VECTORS[op] + (self._offset(tree) if loads else b"")
        else:
            self._control(op, tree)

    def _offset(self, tree: Tree) -> bytes:
        if not isinstance(tree[1], int) or tree[1] < 0:
            raise self._wrong(tree)
        return unsigned(tree[1])

    def _const(self, op: str, value: float) -> None:
        if op == "f64.const":
            self._out += b"\x44" + struct.pack("<d", value)
            return
        if not isinstance(value, int):
            raise self._wrong((op, value))
        self._out.append(0x41 if op == "i32.const" else 0x42)
        self._out += signed(_wrapped(value, 32 if op == "i32.const" else 64))

    def _index(self, table: str, name: str) -> bytes:
        number = self._tables[table].get(name)
        if number is None:
            raise self._wrong(f"no {table} {name}")
        return _SMALL[number] if number < 0x80 else unsigned(number)

    def _control(self, op: Any, tree: Tree) -> None:
        match op:
            case "block" | "loop":
                self._enter(b"\x02" if op == "block" else b"\x03", tree[1], tree[2])
                self._block(tree[3:])
                self._leave()
            case "if":
                self._tree(tree[2])
                self._enter(b"\x04", None, tree[1])
                self._block(tree[3])
                if len(tree) > 4 and tree[4]:
                    self._out.append(0x05)
                    self._block(tree[4])
                self._leave()
            case "br" | "br_if":
                self._block(tree[2:])
                self._out.append(0x0C if op == "br" else 0x0D)
                self._out += unsigned(self._depth(tree[1]))
            case "br_table":
                self._block(tree[2:])
                *others, default = (unsigned(self._depth(label)) for label in tree[1])
                self._out += b"\x0e" + _vector(others) + default
            case "comment":
                pass
            case _:
                raise self._wrong(tree)

    def _enter(self, start: bytes, label: str | None, type_: str | None) -> None:
        self._labels.append(label)
        self._out += start
        self._out.append(0x40 if type_ is None else VALUE_TYPES[type_])

    def _leave(self) -> None:
        self._labels.pop()
        self._out.append(0x0B)

    def _depth(self, label: str) -> int:
        for depth, known in enumerate(reversed(self._labels)):
            if known == label:
                return depth
        raise self._wrong(f"no label {label} around")
