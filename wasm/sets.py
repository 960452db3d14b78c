"""Sets as words of bits: bit i stands for the element i, of ranged integers for the lowest plus i."""

from __future__ import annotations

from ..interpreter.sets import set_low
from ..ir.types import Int, SetT, Type
from .context import FnContext, bare
from .encode import Tree
from .trees import add, compare, const, get, load, put, sequence, stop_if, store, sub, times, when
from .walks import local


def set_type(type_: Type) -> SetT:
    """The type of a set, also of one that may be none."""
    of = bare(type_)
    assert isinstance(of, SetT), "only sets have elements as bits"
    return of


def set_words(fn: FnContext, type_: Type) -> int:
    """How many words a set takes."""
    return fn.build.layout.set_words(set_type(type_).of)


def empty_set(fn: FnContext, name: str, words: int) -> list[Tree]:
    """Put the address of a new set without elements into a local."""
    return [
        put(name, fn.room(const(words))),
        ("memory.fill", get(name), const(0), const(4 * words)),
    ]


def copied(fn: FnContext, set_: Tree, words: int, name: str) -> list[Tree]:
    """Put the address of a copy of a set into a local."""
    given, before = local(fn, set_)
    return [
        *before,
        put(name, fn.room(const(words))),
        ("memory.copy", get(name), given, const(4 * words)),
    ]


def bit_of(fn: FnContext, element: Tree, type_: Type) -> tuple[list[Tree], Tree]:
    """The position of an element's bit, and what has to come before; an integer outside the declared range
    stops the game.
    """
    of = set_type(type_).of
    low = set_low(set_type(type_))
    position, before = local(fn, sub(element, low))
    if isinstance(of, Int):
        before = before + stop_if(compare("gt_u", position, of.high - low))
    return before, position


def _word(set_: Tree, position: Tree, words: int) -> Tree:
    """The address of the word where a bit stands."""
    return set_ if words == 1 else add(times(("i32.shr_u", position, const(5)), 4), set_)


def with_bit(fn: FnContext, set_: Tree, element: Tree, type_: Type) -> list[Tree]:
    """Put an element into a set in the making."""
    before, position = bit_of(fn, element, type_)
    word, more = local(fn, _word(set_, position, set_words(fn, type_)))
    bit: Tree = ("i32.shl", const(1), position)
    return [*before, *more, store(word, ("i32.or", load(word), bit))]


def without_bit(fn: FnContext, set_: Tree, element: Tree, type_: Type) -> list[Tree]:
    """Take an element out of a set in the making; one that it cannot hold is not in it."""
    words = set_words(fn, type_)
    position, before = local(fn, sub(element, set_low(set_type(type_))))
    word = _word(set_, position, words)
    bit: Tree = ("i32.xor", ("i32.shl", const(1), position), const(-1))
    taken = [store(word, ("i32.and", load(word), bit))]
    return [*before, *when(compare("lt_u", position, 32 * words), taken)]


def has_bit(fn: FnContext, set_: Tree, element: Tree, type_: Type) -> Tree:
    """Whether an element is in a set."""
    words = set_words(fn, type_)
    position, before = local(fn, sub(element, set_low(set_type(type_))))
    word = load(_word(set_, position, words))
    found: Tree = ("i32.and", ("i32.shr_u", word, position), const(1))
    inside = compare("lt_u", position, 32 * words)
    return sequence(before, ("if", "i32", inside, [found], [const(0)]))
