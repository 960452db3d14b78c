"""Holds that functions do the same after others have been put into them."""

from __future__ import annotations

from tafl.wasm.encode import Func, Module, Tree
from tafl.wasm.host import Instance, machine_code
from tafl.wasm.inline import inlined


def get(name: str) -> Tree:
    return ("local.get", name)


def const(number: int) -> Tree:
    return ("i32.const", number)


def counting() -> Module:
    """`$main` calls a small function in a loop; that one counts in a local of its own, which begins anew each
    time, returns from the middle and changes its parameter.
    """
    module = Module()
    half: list[Tree] = [
        ("if", None, ("i32.eqz", ("i32.and", get("$n"), const(1))), [("return", get("$seen"))]),
        ("local.set", "$seen", ("i32.add", get("$seen"), const(1))),
        ("local.set", "$n", ("i32.add", get("$n"), get("$by"))),
        ("i32.add", get("$n"), get("$seen")),
    ]
    module.add(Func("$odd", [("$n", "i32"), ("$by", "i32")], "i32", [("$seen", "i32")], half))
    step: list[Tree] = [
        ("br_if", "$out", ("i32.eq", get("$n"), const(5))),
        ("local.set", "$sum", ("i32.add", get("$sum"), ("call", "$odd", get("$n"), get("$n")))),
        ("local.set", "$n", ("i32.add", get("$n"), const(1))),
        ("br", "$next"),
    ]
    loop: Tree = ("block", "$out", None, ("loop", "$next", None, *step))
    module.add(Func("$main", [("$n", "i32")], "i32", [("$sum", "i32")], [loop, get("$sum")]))
    down: Tree = ("call", "$down", ("i32.sub", get("$n"), const(1)))
    rest: Tree = ("if", "i32", get("$n"), [("i32.add", const(2), down)], [const(0)])
    module.add(Func("$down", [("$n", "i32")], "i32", [], [rest]))
    for name in ("$main", "$down"):
        module.export(name)
    return module


def test_what_is_put_in_does_what_a_call_did() -> None:
    module = counting()
    before = Instance(machine_code(module.encode()))
    module.functions = inlined(module.functions, ["$main", "$down"])
    after = Instance(machine_code(module.encode()))
    for n in range(-3, 6):
        assert before["main"](n) == after["main"](n)
    assert after["main"](0) == (1 + 1 + 1) + (3 + 3 + 1)
    assert after["down"](6) == 12


def test_small_functions_are_called_no_more_but_what_calls_itself_is() -> None:
    main, down = (
        next(f for f in inlined(counting().functions, ["$main", "$down"]) if f.name == name)
        for name in ("$main", "$down")
    )
    assert "$odd" not in str(main.body)
    assert "('call', '$down'" in str(down.body)
