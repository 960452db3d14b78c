"""Turns calls of library functions into code that charges what `ir.library` says and stops where it says
so.
"""

from __future__ import annotations

from collections.abc import Callable

from ..ir.library import LIBRARY
from ..ir.program import Lib
from .context import FnContext
from .encode import Tree
from .lib_board import BOARD
from .lib_lists import LISTS
from .lib_numbers import NUMBERS
from .lib_sets import SETS
from .lib_table import TABLE

FUNCTIONS: dict[str, Callable[[FnContext, Lib], Tree]] = NUMBERS | LISTS | SETS | TABLE | BOARD
"""By name: what compiles a call. Those that charge one unit do not do so themselves, all others do."""


def library_call(fn: FnContext, node: Lib) -> Tree:
    """A call of a library function."""
    if LIBRARY[node.name].charge == "one":
        fn.owe(1)
    return FUNCTIONS[node.name](fn, node)
