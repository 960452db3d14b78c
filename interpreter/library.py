"""Turns calls of library functions into closures that charge what `ir.library` says and fault where it says
so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir.board import NotOnBoard
from ..ir.library import LIBRARY
from ..ir.program import Lib
from ..ir.types import ListT
from ..ir.world import World
from .code import Code, Eval, Locals
from .errors import Refused, Stop, out_of_fuel
from .lib_board import board_functions
from .lib_lists import LISTS, Function
from .lib_table import TYPED, table_functions
from .state import Value

if TYPE_CHECKING:
    from .machine import Machine


def functions(world: World) -> dict[str, Function]:
    """The functions of the library that do not depend on types, for this world."""
    return LISTS | table_functions(world) | board_functions(world)


def library_call(code: Code, node: Lib, args: list[Eval]) -> Eval:
    """The closure of a call: its arguments from left to right, then its charge, then the function (of
    functions that charge by their result, the charge comes last).
    """
    typed = TYPED.get(node.name)
    function = code.library[node.name] if typed is None else typed(code.world, node)
    match LIBRARY[node.name].charge:
        case "one":
            return _one(node, function, args)
        case "argument":
            return _argument(node, function, args)
        case "result":
            return _result(node, function, args)
        case charge:
            raise AssertionError(f"{node.name} charges {charge}, which is not told what")


def _one(node: Lib, function: Function, args: list[Eval]) -> Eval:
    at = node.at

    def single(machine: Machine, values: Locals) -> Value:
        given = first(machine, values)
        machine.fuel -= 1
        if machine.fuel < 0:
            raise out_of_fuel(at)
        try:
            return function(machine, given)
        except (Refused, NotOnBoard) as refused:
            raise Stop(str(refused), at) from None

    def double(machine: Machine, values: Locals) -> Value:
        given, other = first(machine, values), second(machine, values)
        machine.fuel -= 1
        if machine.fuel < 0:
            raise out_of_fuel(at)
        try:
            return function(machine, given, other)
        except (Refused, NotOnBoard) as refused:
            raise Stop(str(refused), at) from None

    def several(machine: Machine, values: Locals) -> Value:
        given = [arg(machine, values) for arg in args]
        machine.spend(1, at)
        try:
            return function(machine, *given)
        except (Refused, NotOnBoard) as refused:
            raise Stop(str(refused), at) from None

    # Most calls have one argument or two: these are worth a closure of their own.
    match args:
        case [first]:
            return single
        case [first, second]:
            return double
        case _:
            return several


def _argument(node: Lib, function: Function, args: list[Eval]) -> Eval:
    lists = [position for position, arg in enumerate(node.args) if isinstance(arg.type, ListT)]

    def double(machine: Machine, values: Locals) -> Value:
        given, other = first(machine, values), second(machine, values)
        machine.fuel -= len(given) or 1
        if machine.fuel < 0:
            raise out_of_fuel(node.at)
        try:
            return function(machine, given, other)
        except (Refused, NotOnBoard) as refused:
            raise Stop(str(refused), node.at) from None

    def get(machine: Machine, values: Locals) -> Value:
        given = [arg(machine, values) for arg in args]
        machine.spend(sum([len(given[position]) for position in lists]) or 1, node.at)
        try:
            return function(machine, *given)
        except (Refused, NotOnBoard) as refused:
            raise Stop(str(refused), node.at) from None

    match args:
        case [first, second] if lists == [0]:
            return double
        case _:
            return get


def _result(node: Lib, function: Function, args: list[Eval]) -> Eval:
    at = node.at

    def single(machine: Machine, values: Locals) -> Value:
        try:
            result = function(machine, first(machine, values))
        except (Refused, NotOnBoard) as refused:
            raise Stop(str(refused), at) from None
        machine.fuel -= len(result) or 1
        if machine.fuel < 0:
            raise out_of_fuel(at)
        return result

    def double(machine: Machine, values: Locals) -> Value:
        try:
            result = function(machine, first(machine, values), second(machine, values))
        except (Refused, NotOnBoard) as refused:
            raise Stop(str(refused), at) from None
        machine.fuel -= len(result) or 1
        if machine.fuel < 0:
            raise out_of_fuel(at)
        return result

    def several(machine: Machine, values: Locals) -> Value:
        try:
            result = function(machine, *[arg(machine, values) for arg in args])
        except (Refused, NotOnBoard) as refused:
            raise Stop(str(refused), at) from None
        machine.spend(len(result) or 1, at)
        return result

    match args:
        case [first]:
            return single
        case [first, second]:
            return double
        case _:
            return several
