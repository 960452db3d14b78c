"""The numbers of the instructions that compiled code uses (WebAssembly Core Specification 2.0, 5.4)."""

from __future__ import annotations

VALUE_TYPES = {"i32": 0x7F, "i64": 0x7E, "f32": 0x7D, "f64": 0x7C, "v128": 0x7B}

_I32_FROM_0X45 = "eqz eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u"
_I32_FROM_0X67 = "clz ctz popcnt add sub mul div_s div_u rem_s rem_u and or xor shl shr_s shr_u rotl rotr"


def _row(prefix: str, names: str, first: int) -> dict[str, int]:
    return {f"{prefix}.{name}": first + n for n, name in enumerate(names.split())}


PLAIN: dict[str, int] = {
    "unreachable": 0x00,
    "nop": 0x01,
    "return": 0x0F,
    "drop": 0x1A,
    "select": 0x1B,
    **_row("i32", _I32_FROM_0X45, 0x45),
    **_row("i64", _I32_FROM_0X45, 0x50),
    **_row("i32", _I32_FROM_0X67, 0x67),
    **_row("i64", _I32_FROM_0X67, 0x79),
    **_row("f64", "eq ne lt gt le ge", 0x61),
    **_row("f64", "sqrt add sub mul div", 0x9F),
    "i32.wrap_i64": 0xA7,
    "i64.extend_i32_s": 0xAC,
    "i64.extend_i32_u": 0xAD,
    "f64.convert_i32_s": 0xB7,
    "f64.convert_i32_u": 0xB8,
    "i32.extend8_s": 0xC0,
    "i32.extend16_s": 0xC1,
}
"""Instructions without immediates: their operands, then the number."""

MEMORY: dict[str, tuple[int, int]] = {
    "i32.load": (0x28, 2),
    "i64.load": (0x29, 3),
    "f64.load": (0x2B, 3),
    "i32.load8_s": (0x2C, 0),
    "i32.load8_u": (0x2D, 0),
    "i32.load16_s": (0x2E, 1),
    "i32.load16_u": (0x2F, 1),
    "i32.store": (0x36, 2),
    "i64.store": (0x37, 3),
    "f64.store": (0x39, 3),
    "i32.store8": (0x3A, 0),
    "i32.store16": (0x3B, 1),
}
"""Loads and stores: number, and the alignment (a power of two) that they promise. They take an offset
first.
"""

VECTORS: dict[str, bytes] = {
    "v128.load": b"\xfd\x00\x02",
    "i32x4.splat": b"\xfd\x11",
    "i32x4.eq": b"\xfd\x37",
    "i32x4.bitmask": b"\xfd\xa4\x01",
    "i16x8.narrow_i32x4_s": b"\xfd\x85\x01",
    "i8x16.narrow_i16x8_s": b"\xfd\x65",
    "i8x16.bitmask": b"\xfd\x64",
}
"""Instructions on four words at once; a load promises the alignment of a word, and takes an offset first."""

BULK: dict[str, bytes] = {
    "memory.size": b"\x3f\x00",
    "memory.grow": b"\x40\x00",
    "memory.copy": b"\xfc\x0a\x00\x00",
    "memory.fill": b"\xfc\x0b\x00",
}
"""Instructions on the whole memory, with their immediates."""

INDEXED: dict[str, int] = {
    "local.get": 0x20,
    "local.set": 0x21,
    "local.tee": 0x22,
    "global.get": 0x23,
    "global.set": 0x24,
    "call": 0x10,
}
"""Instructions that take a name first."""
