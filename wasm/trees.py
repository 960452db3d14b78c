"""Small builders of instruction trees: they fold what is known while compiling."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ..ir.types import NONE
from .encode import Tree

UNREACHABLE: Tree = ("unreachable",)


def rewritten(tree: Tree, change: Callable[[Tree], Tree]) -> Tree:
    """The tree with each instruction passed through `change`, inner ones first."""

    def inner(part: object) -> object:
        match part:
            case tuple():
                return change(tuple(map(inner, part)))
            case list():
                return list(map(inner, part))
            case _:
                return part

    found = inner(tree)
    assert isinstance(found, tuple)
    return found


def const(number: int) -> Tree:
    """A number."""
    return ("i32.const", number)


NOTHING = const(NONE)
"""`none`."""


def known(tree: Tree) -> int | None:
    """The number that a tree is, where it is one."""
    return int(tree[1]) if tree[0] == "i32.const" else None


def get(name: str) -> Tree:
    """What stands in a local."""
    return ("local.get", name)


def put(name: str, value: Tree) -> Tree:
    """Set a local."""
    return ("local.set", name, value)


def wrapped(number: int) -> int:
    """The number of 32 bits with a sign that arithmetic on words gives."""
    return (number + 2**31) % 2**32 - 2**31


def add(left: Tree, right: Tree | int) -> Tree:
    """The sum, without a look at its range."""
    right = const(right) if isinstance(right, int) else right
    a, b = known(left), known(right)
    if a is not None and b is not None:
        return const(wrapped(a + b))
    if b == 0:
        return left
    if a == 0:
        return right
    if b is not None and left[0] == "i32.add" and (inner := known(left[2])) is not None:
        return add(left[1], wrapped(inner + b))
    if a is not None:
        return ("i32.add", right, left)
    return ("i32.add", left, right)


def sub(left: Tree, right: Tree | int) -> Tree:
    """The difference, without a look at its range."""
    right = const(right) if isinstance(right, int) else right
    b = known(right)
    if b is not None and b != NONE:
        return add(left, -b)
    return ("i32.sub", left, right)


def times(tree: Tree, factor: int) -> Tree:
    """A multiple, without a look at its range."""
    number = known(tree)
    if number is not None:
        return const(wrapped(number * factor))
    if factor == 1:
        return tree
    if factor > 0 and factor & (factor - 1) == 0:
        return ("i32.shl", tree, const(factor.bit_length() - 1))
    return ("i32.mul", tree, const(factor))


def load(address: Tree, offset: int = 0) -> Tree:
    """The word at an address; a constant part of the address becomes the offset."""
    number = known(address)
    if number is not None:
        return ("i32.load", number + offset, const(0))
    if address[0] == "i32.add":
        base = known(address[2])
        if base is not None and base + offset >= 0:
            return ("i32.load", base + offset, address[1])
    return ("i32.load", offset, address)


def store(address: Tree, value: Tree, offset: int = 0) -> Tree:
    """Put a word at an address."""
    number = known(address)
    if number is not None:
        return ("i32.store", number + offset, const(0), value)
    if address[0] == "i32.add":
        base = known(address[2])
        if base is not None and base + offset >= 0:
            return ("i32.store", base + offset, address[1], value)
    return ("i32.store", offset, address, value)


def at(table: int, number: Tree, first: int = 0) -> Tree:
    """The word of a table that begins at `table` with the word of number `first`."""
    return load(add(times(number, 4), table - 4 * first))


_FOLDED = {
    "i32.eq": lambda a, b: a == b,
    "i32.ne": lambda a, b: a != b,
    "i32.lt_s": lambda a, b: a < b,
    "i32.le_s": lambda a, b: a <= b,
    "i32.gt_s": lambda a, b: a > b,
    "i32.ge_s": lambda a, b: a >= b,
}

_OPPOSITE = {
    "i32.eq": "i32.ne",
    "i32.ne": "i32.eq",
    "i32.lt_s": "i32.ge_s",
    "i32.ge_s": "i32.lt_s",
    "i32.gt_s": "i32.le_s",
    "i32.le_s": "i32.gt_s",
    "i32.lt_u": "i32.ge_u",
    "i32.ge_u": "i32.lt_u",
    "i32.gt_u": "i32.le_u",
    "i32.le_u": "i32.gt_u",
}


def compare(op: str, left: Tree, right: Tree | int) -> Tree:
    """0 or 1; `op` without its type, e.g. `lt_s`."""
    op = f"i32.{op}"
    right = const(right) if isinstance(right, int) else right
    a, b = known(left), known(right)
    if a is not None and b is not None and op in _FOLDED:
        return const(int(_FOLDED[op](a, b)))
    if b == 0 and op == "i32.eq":
        return negated(left) if left[0] in _OPPOSITE else ("i32.eqz", left)
    return (op, left, right)


def equal(left: Tree, right: Tree | int) -> Tree:
    """Whether two words are the same."""
    return compare("eq", left, right)


def negated(tree: Tree) -> Tree:
    """1 for 0, 0 for everything else."""
    number = known(tree)
    if number is not None:
        return const(int(number == 0))
    if tree[0] in _OPPOSITE:
        return (_OPPOSITE[tree[0]], *tree[1:])
    return ("i32.eqz", tree)


def when(test: Tree, then: Iterable[Tree], otherwise: Iterable[Tree] = ()) -> list[Tree]:
    """Statements under a condition."""
    number = known(test)
    if number is not None:
        return list(then if number else otherwise)
    return [("if", None, test, list(then), list(otherwise))]


def stop_if(test: Tree) -> list[Tree]:
    """A fault under a condition."""
    return when(test, [UNREACHABLE])


def chosen(test: Tree, then: Tree, otherwise: Tree) -> Tree:
    """One of two values; only that one is evaluated, unless both are simple."""
    number = known(test)
    if number is not None:
        return then if number else otherwise
    if then == otherwise and simple(test):
        return then
    if simple(then) and simple(otherwise):
        return ("select", then, otherwise, test)
    return either(test, then, otherwise)


def either(test: Tree, then: Tree, otherwise: Tree) -> Tree:
    """One of two values; only that one is evaluated."""
    number = known(test)
    if number is not None:
        return then if number else otherwise
    return ("if", "i32", test, [then], [otherwise])


def sequence(before: Iterable[Tree], value: Tree) -> Tree:
    """A value after some statements."""
    statements = list(before)
    return ("block", None, "i32", *statements, value) if statements else value


_PURE = frozenset(
    f"{type_}.{name}"
    for type_ in ("i32", "i64")
    for name in (
        *("add", "sub", "mul", "and", "or", "xor", "shl", "shr_s", "shr_u", "eqz", "eq", "ne", "popcnt"),
        *("lt_s", "lt_u", "gt_s", "gt_u", "le_s", "le_u", "ge_s", "ge_u", "ctz", "clz"),
        *("wrap_i64", "extend_i32_u"),
    )
)


def simple(tree: Tree, size: int = 8) -> bool:
    """Whether evaluating it in vain costs next to nothing, stops nothing and changes nothing.

    A load from a table by number is such, even where the number may be `none`: four times that is 0.
    """
    return _weight(tree) <= size


def harmless(tree: Tree, size: int) -> bool:
    """Whether evaluating it in vain costs little, though it may set locals that nothing else reads."""
    if tree[0] == "block" and tree[1] is None:
        *before, value = tree[3:]
        puts = all(each[0] == "local.set" and each[1] != "$spent" for each in before)
        return puts and all(harmless(each[2], size) for each in before) and harmless(value, size)
    return simple(tree, size)


def short(trees: Iterable[Tree], most: int) -> bool:
    """Whether they are so many instructions at most, without a loop; a call is many."""
    waiting: list[object] = list(trees)
    while waiting and most >= 0:
        tree = waiting.pop()
        if isinstance(tree, tuple):
            if tree[0] == "loop":
                return False
            most -= 20 if tree[0] == "call" else 1
        if isinstance(tree, tuple | list):
            waiting += tree
    return most >= 0


def lasting(tree: Tree) -> bool:
    """Whether it may be worked out wherever it is needed, while the locals in it stay as they are."""
    return _weight(tree) <= 3 and not any(part[0] not in _PURE for part in _inner(tree))


def _inner(tree: Tree) -> Iterator[Tree]:
    for part in (tree, *tree[1:]):
        if isinstance(part, tuple) and part[0] not in ("i32.const", "local.get"):
            yield part


_HEAVY = 1000


def _weight(tree: Tree) -> int:
    op = tree[0]
    if op in ("i32.const", "i64.const", "local.get", "global.get"):
        return 1
    if op in ("i32.load", "i64.load"):
        return 2 if _in_table(tree[2]) else _HEAVY
    if op in _PURE or op == "select":
        return 1 + sum(map(_weight, tree[1:]))
    return _HEAVY


def _in_table(address: Tree) -> bool:
    match address:
        case ("i32.const", _):
            return True
        case ("i32.add", left, right):
            return _in_table(left) and _in_table(right)
        case ("i32.shl", number, ("i32.const", shift)):
            return bool(shift >= 2) and _number(number)
        case ("i32.mul", number, ("i32.const", factor)):
            return factor % 4 == 0 and _number(number)
        case _:
            return False


def _number(tree: Tree) -> bool:
    match tree:
        case ("i32.const" | "local.get", _):
            return True
        case ("i32.add" | "i32.shl" | "i32.mul", left, right):
            return _number(left) and _number(right)
        case _:
            return False
