"""Holds that trees, text and bytes of WebAssembly say the same, and that a module of ours runs."""

import pytest
import wasmtime

from tafl.wasm.encode import EncodingError, Func, Module, Tree, signed, unsigned
from tafl.wasm.host import Instance, Trapped, machine_code
from tafl.wasm.module import reached
from tafl.wasm.show import text
from tafl.wasm.wat import WatError, read


def get(name: str) -> Tree:
    return ("local.get", name)


def const(number: int) -> Tree:
    return ("i32.const", number)


def sections(code: bytes) -> list[tuple[int, bytes]]:
    """The sections of a module without names, which are no part of what it does."""
    found, at = [], 8
    while at < len(code):
        number, size, shift = code[at], 0, 0
        at += 1
        while True:
            byte = code[at]
            at += 1
            size |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        if number:
            found.append((number, code[at : at + size]))
        at += size
    return found


def everything() -> Module:
    """A module with every form of tree in it."""
    module = Module(pages=2)
    module.add_global("$count")
    module.add_global("$wide", "i64", -5)
    module.add_global("$fixed", "i32", 70000, constant=True)
    module.add_data(8, b'abc\0"\\\xff')
    counting = (
        ("br_if", "$out", ("i32.ge_s", get("$x"), get("$a"))),
        ("local.set", "$x", ("i32.add", get("$x"), const(1))),
        ("br", "$again"),
    )
    module.add(
        Func(
            "$work",
            [("$a", "i32"), ("$b", "i64")],
            "i32",
            [("$x", "i32"), ("$y", "i64"), ("$z", "i32"), ("$u", "i32")],
            [
                ("comment", "counts"),
                ("block", "$out", None, ("loop", "$again", None, *counting)),
                ("if", None, ("i32.eqz", get("$x")), [("unreachable",)], [("nop",)]),
                ("if", None, get("$x"), [("call", "$nothing", const(-70000), ("i64.const", 2**63))]),
                ("block", "$d", None, ("block", "$c", None, ("br_table", ["$c", "$d"], const(200)))),
                ("i32.store", 4464, const(300), const(-70000)),
                ("i64.store", 0, const(0), ("i64.rotl", ("i64.load", 16, const(0)), ("i64.const", 3))),
                ("i32.store8", 70, const(0), ("local.tee", "$z", ("i32.load8_u", 3, const(4)))),
                ("memory.fill", const(0), const(0), const(4)),
                ("memory.copy", const(900), const(8), const(4)),
                ("drop", ("memory.grow", ("memory.size",))),
                ("global.set", "$count", ("i32.div_s", const(-7), const(2))),
                ("drop", ("select", const(1), const(2), ("i64.eqz", ("global.get", "$wide")))),
                ("i32.add", get("$x"), ("i32.wrap_i64", get("$b"))),
            ],
        )
    )
    module.add(Func("$nothing", [("$n", "i32"), ("$m", "i64")], None, [], [("return",)]))
    module.add(
        Func(
            "$which",
            [("$n", "i32")],
            "i32",
            [],
            [
                ("if", "i32", get("$n"), [("global.get", "$count")], [("block", None, "i32", const(128))]),
            ],
        )
    )
    module.add(Func("$stop", [], "i32", [], [("unreachable",)]))
    for name in ("$work", "$which", "$stop"):
        module.export(name)
    return module


def test_the_bytes_are_those_that_the_text_means() -> None:
    module = everything()
    assert sections(module.encode()) == sections(bytes(wasmtime.wat2wasm(text(module))))


def test_text_read_back_gives_the_same_module() -> None:
    module = everything()
    again = read(
        "\n".join(
            line.replace(' (export "work")', "")
            .replace(' (export "which")', "")
            .replace(' (export "stop")', "")
            for line in text(module).splitlines()[5:-1]
        ),
        {},
    )
    copy = Module(again.functions, module.globals, module.segments, module.exports, module.pages)
    assert copy.encode() == module.encode()


def test_a_module_runs_and_stops_and_runs_again() -> None:
    instance = Instance(machine_code(everything().encode()))
    assert instance["work"](5, 7) == 12
    assert instance["which"](1) == -3
    assert instance["which"](0) == 128
    for _ in range(3):
        with pytest.raises(Trapped, match="stop"):
            instance["stop"]()
    assert instance["work"](5, -2) == 3
    assert instance.read(900, 4) == b"abc\0"
    instance.write(900, b"xyz")
    assert instance.read(899, 5) == b"\0xyz\0"
    with pytest.raises(IndexError):
        instance.write(instance.size - 1, b"xy")


@pytest.mark.parametrize(
    ("tree", "wrong"),
    [
        (("i32.plus", const(1)), "i32.plus"),
        (("local.get", "$nobody"), "no local \\$nobody"),
        (("call", "$nobody"), "no call \\$nobody"),
        (("br", "$out"), "no label \\$out"),
        (("i32.load", "$x", const(1)), "i32.load"),
        (("i32.const", "1"), "i32.const"),
    ],
)
def test_a_tree_that_is_none_is_told_with_its_function(tree: Tree, wrong: str) -> None:
    module = Module()
    module.add(Func("$bad", [], None, [], [("drop", tree)]))
    with pytest.raises(EncodingError, match=rf"\$bad: .*{wrong}"):
        module.encode()


def test_two_functions_or_locals_of_one_name_are_a_mistake() -> None:
    module = Module()
    module.add(Func("$one", [("$x", "i32")], None, [("$x", "i32")], []))
    with pytest.raises(EncodingError, match="two locals of \\$one"):
        module.encode()
    module = Module([Func("$one", [], None, [], []), Func("$one", [], None, [], [])])
    with pytest.raises(EncodingError, match="two functions are called \\$one"):
        module.encode()


@pytest.mark.parametrize("number", [0, 1, 63, 64, 127, 128, 8191, 8192, 2**31 - 1, -1, -64, -65, -(2**63)])
def test_numbers_are_written_as_short_as_they_can_be(number: int) -> None:
    module = Module()
    module.add(Func("$f", [], "i64", [], [("i64.const", number)]))
    ((_, code),) = [
        section for section in sections(bytes(wasmtime.wat2wasm(text(module)))) if section[0] == 10
    ]
    assert signed(number) in code
    assert number < 0 or int.from_bytes(unsigned(number)[:1], "little") & 0x7F == number & 0x7F


def test_what_nothing_calls_is_left_out() -> None:
    module = everything()
    module.exports = [("which", "$which")]
    assert [function.name for function in reached(module)] == ["$which"]
    module.exports = [("work", "$work")]
    assert [function.name for function in reached(module)] == ["$work", "$nothing"]


def test_hand_written_text_may_name_constants() -> None:
    wat = read(
        """
        ;; of the layout
        (global $here (mut i64) (i64.const -1))
        (func $f (param $a i32) (result i32) (local $b i32)
          (; a remark ;)
          (i32.store offset=HEAD+4 (i32.const 0) (const TAIL))
          (i32.load offset=12 (i32.const 0x10)))
        """,
        {"HEAD": 100, "TAIL": -8},
    )
    (function,) = wat.functions
    assert function.body == [
        ("i32.store", 104, const(0), const(-8)),
        ("i32.load", 12, const(16)),
    ]
    assert [each.name for each in wat.globals] == ["$here"]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("(func $f (i32.const 1)", "open at the end"),
        ("(func $f))", "too many"),
        ("(module)", "only functions and globals"),
        ("(func $f (const NOTHING))", "no constant NOTHING"),
        ("(func $f (i32.plus))", "no instruction i32.plus"),
        ("(func $f (if (i32.const 1) (nop)))", "`if` wants"),
    ],
)
def test_text_that_is_not_of_our_kind_is_told(wrong: str, message: str) -> None:
    with pytest.raises(WatError, match=message):
        read(wrong, {})
