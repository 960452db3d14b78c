"""Checks calls of the library: argument types, labels, and how long the resulting lists can be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..ir import program as ir
from ..ir.span import Span
from ..ir.types import Int, KindT, ListT, OptT, SetT, Type, ZoneT
from . import check_expr
from . import syntax as tree
from .scopes import Scope
from .symbols import BoardSym
from .types import ANY_SPACE, BAD, BOOL, DIRECTION, INT, PLAYER, capped, clamp, is_bad, join, plus


@dataclass(frozen=True, slots=True)
class Signature:
    """`params`: (label or None, word for the type) each; `gives` a word for the result; `bound` names how a
    list's bound is found.
    """

    params: tuple[tuple[str | None, str], ...]
    gives: str
    bound: str = ""


def _read(text: str) -> dict[str, Signature]:
    found: dict[str, Signature] = {}
    for line in text.strip().splitlines():
        name, params, gives, bound = (part.strip() for part in line.split("|"))
        each = [part.split() for part in params.split(",") if part.strip()]
        found[name] = Signature(
            tuple((part[0] if len(part) > 1 else None, part[-1]) for part in each), gives, bound
        )
    return found


SIGNATURES = _read("""
div_up           | int, int               | int         |
div_down         | int, int               | int         |
half_up          | int                    | int         |
half_down        | int                    | int         |
mod              | int, int               | int         |
abs              | int                    | int         |
reversed         | list                   | same        |
distinct         | list                   | same        |
leading          | list, int              | leading     |
joined           | list, list             | joined      |
alike            | list                   | bool        |
adjacent         | space                  | spaces      | near
around           | space                  | spaces      | near
ray              | from space, direction  | spaces      | side
line             | from space, to space   | spaces      | side
aligned          | space, space           | bool        |
step             | from space, direction  | space?      |
same_row         | space                  | spaces      | side
same_column      | space                  | spaces      | side
row_and_column   | space                  | spaces      | sides
distance         | from space, to space   | int         |
corners_of       | spaces                 | spaces      | four
connected        | from spaces, within spaces | spaces  | second
clockwise        | from seat              | seats       |
counterclockwise | from seat              | seats       |
next_seat        | seat                   | seat        |
previous_seat    | seat                   | seat        |
opponents        | seat                   | seats       |
draw             |                        | outcome     |
won              |                        | outcome     |
lost             |                        | outcome     |
""")

BOARD_MEMBERS = {
    "spaces": "board_spaces",
    "orthogonal": "orthogonal",
    "diagonal": "diagonal",
    "directions": "directions",
    "corners": "corners",
    "edges": "edges",
    "centre": "centre",
    "quarters": "quarters",
    "row": "row",
    "column": "column",
    "lines": "lines",
}
"""What a board has as members, with the library function behind each."""

GRID_ONLY = frozenset({"pairs", "quarters", "diagonal"})
CELLS_ONLY = frozenset(
    {"ray", "line", "aligned", "step", "same_row", "same_column", "row_and_column", "corners_of"}
)
"""Functions of spaces that a board of that shape must have: only a grid, or a grid or hex board."""

BY_HAND = frozenset({"min", "max", "sum", "count", "pairs", "win", "toward"})
NAMES = frozenset(SIGNATURES) | BY_HAND


def library(scope: Scope, function: tree.Ident, arguments: tuple[tree.Argument, ...], at: Span) -> ir.Expr:
    """A call of a library function."""
    name = function.name
    if name in BY_HAND:
        return _SPECIAL[name](scope, function, arguments, at)
    signature = SIGNATURES[name]
    given = _arguments(scope, function, arguments, signature, at)
    if given is None or any(is_bad(each.type) for each in given):
        return scope.bad(at)
    if given and not _shaped(scope, function, given[0].type):
        return scope.bad(at)
    return ir.Lib(name, given, _result(scope, signature, given), at)


def _shaped(scope: Scope, function: tree.Ident, spaces: Type) -> bool:
    """Whether the board of these spaces has what the function asks for; a finding otherwise."""
    board = board_of(scope, spaces.of if isinstance(spaces, ListT) else spaces)
    needed = function.name in CELLS_ONLY or function.name in GRID_ONLY
    if board is None or not needed or board.shape == "grid":
        return True
    if board.shape == "hex" and function.name in CELLS_ONLY:
        return True
    scope.wrong("T0316", function.span, name=function.name, board=board.name, shape=board.shape)
    return False


def _arguments(
    scope: Scope, function: tree.Ident, arguments: tuple[tree.Argument, ...], signature: Signature, at: Span
) -> tuple[ir.Expr, ...] | None:
    if len(arguments) != len(signature.params):
        _wrong_count(scope, function, len(signature.params), len(arguments), at)
        for argument in arguments:
            check_expr.expression(scope, argument.value)
        return None
    given = []
    for argument, (label, word) in zip(arguments, signature.params, strict=True):
        if argument.label is not None and argument.label.name != label:
            scope.wrong("T0315", argument.label.span, label=argument.label.name, name=function.name)
        given.append(_argument(scope, argument.value, word))
    return tuple(given)


def _wrong_count(scope: Scope, function: tree.Ident, wanted: int, given: int, at: Span) -> None:
    scope.wrong("T0420", at, name=function.name, wanted=wanted, given=given)


def _argument(scope: Scope, node: tree.Expr, word: str) -> ir.Expr:
    match word:
        case "int":
            return check_expr.checked(scope, node, INT)
        case "seat":
            return check_expr.checked(scope, node, PLAYER)
        case "direction":
            return check_expr.checked(scope, node, DIRECTION)
        case "space":
            return _space(scope, node)
        case _:
            return check_expr.checked(scope, node, ListT(ANY_SPACE if word == "spaces" else BAD, None))


def _space(scope: Scope, node: tree.Expr) -> ir.Expr:
    return check_expr.checked(scope, node, ANY_SPACE)


def _result(scope: Scope, signature: Signature, given: tuple[ir.Expr, ...]) -> Type:
    space = given[0].type if given else BAD
    match signature.gives:
        case "int":
            return INT
        case "bool":
            return BOOL
        case "seat":
            return PLAYER
        case "seats":
            return ListT(PLAYER, scope.symbols.high_players)
        case "outcome":
            return ListT(INT, scope.symbols.high_players)
        case "space?":
            return OptT(space)
        case "same":
            return space
        case "leading":
            whole, count = given[0].type, given[1].type
            assert isinstance(whole, ListT)
            most = max(0, count.high) if isinstance(count, Int) else INT.high
            return ListT(whole.of, capped(most) if whole.bound is None else min(whole.bound, most))
        case "joined":
            left, right = given[0].type, given[1].type
            assert isinstance(left, ListT)
            assert isinstance(right, ListT)
            of = join(scope.symbols, left.of, right.of)
            return ListT(left.of if of is None else of, plus(left.bound, right.bound))
        case _:
            of = space.of if isinstance(space, ListT) else space
            return ListT(of, _bound(scope, signature.bound, of, given))


def _bound(scope: Scope, how: str, space: Type, given: tuple[ir.Expr, ...]) -> int | None:
    board = board_of(scope, space)
    width, height = (board.width, board.height) if board is not None else (0, 0)
    graph = len(board.space_names) if board is not None and board.shape == "graph" else 0
    match how:
        case "near":
            return graph or 8
        case "side":
            return graph or max(width, height)
        case "sides":
            return graph or width + height
        case "four":
            return 4
        case _:
            second = given[1].type
            return second.bound if isinstance(second, ListT) else None


def board_of(scope: Scope, space: Type) -> BoardSym | None:
    """The board that spaces of this type lie on."""
    if isinstance(space, KindT) and space.kind >= 0:
        position = scope.symbols.kind_list[space.kind].board
        return scope.symbols.board_list[position] if position is not None else None
    return None


# ---- Functions of a board ------------------------------------------------------------------------------


def of_board(
    scope: Scope, board: BoardSym, member: tree.Ident, arguments: tuple[tree.Argument, ...], at: Span
) -> ir.Expr:
    """`field.centre`, `field.row(3)`, `field.lines(4)`"""
    word = member.name
    if word not in BOARD_MEMBERS:
        suggestion = scope.suggest(word, (*BOARD_MEMBERS, *board.space_names))
        what = f"the board {board.name}"
        scope.wrong("T0303", member.span, suggestion=suggestion, name=word, what=what)
    elif not _has_member(board, word):
        scope.wrong("T0316", member.span, name=word, board=board.name, shape=board.shape)
    elif word == "quarters" and (board.width % 2 or board.height % 2):
        scope.wrong("T0317", member.span, board=board.name)
    elif len(arguments) != (wanted := 1 if word in ("row", "column", "lines") else 0):
        scope.wrong("T0420", at, name=f"{board.name}.{word}", wanted=wanted, given=len(arguments))
    else:
        this = ir.Const(board.position, Int(board.position, board.position), at)
        limit = {"row": Int(1, board.height), "column": Int(1, board.width)}.get(word, INT)
        given = tuple(check_expr.checked(scope, each.value, limit) for each in arguments)
        return ir.Lib(BOARD_MEMBERS[word], (this, *given), _board_type(board, word), at)
    return scope.bad(at)


def _has_member(board: BoardSym, word: str) -> bool:
    if board.shape == "graph":
        return word == "spaces"
    return board.shape == "grid" or word not in GRID_ONLY


def _board_type(board: BoardSym, member: str) -> Type:
    space = KindT(board.kind)
    size = len(board.space_names)
    sides = {"row": board.width, "column": board.height, "corners": 4, "centre": 4}
    if member in ("orthogonal", "diagonal", "directions"):
        return ListT(DIRECTION, 8)
    if member in ("quarters", "lines"):
        inner = size // 4 if member == "quarters" else max(board.width, board.height)
        return ListT(ListT(space, inner), 4 if member == "quarters" else 4 * size)
    return ListT(space, sides.get(member, size))


# ---- Functions whose types no table tells --------------------------------------------------------------

_Handler = Callable[[Scope, tree.Ident, "tuple[tree.Argument, ...]", Span], ir.Expr]


def _list(scope: Scope, argument: tree.Argument, of: Type) -> ir.Expr:
    return check_expr.checked(scope, argument.value, ListT(of, None))


def _extreme(scope: Scope, function: tree.Ident, arguments: tuple[tree.Argument, ...], at: Span) -> ir.Expr:
    """`min(a, b, ...)` or `min(list)`"""
    many = {"min": "least_of", "max": "greatest"}[function.name]
    if len(arguments) == 1:
        numbers = _list(scope, arguments[0], INT)
        of = numbers.type.of if isinstance(numbers.type, ListT) else BAD
        return ir.Lib(many, (numbers,), of if isinstance(of, Int) else INT, at)
    if not arguments:
        _wrong_count(scope, function, 2, 0, at)
        return scope.bad(at)
    given = [check_expr.checked(scope, each.value, INT) for each in arguments]
    made = given[0]
    for each in given[1:]:
        a = made.type if isinstance(made.type, Int) else INT
        b = each.type if isinstance(each.type, Int) else INT
        pick = min if function.name == "min" else max
        made = ir.Lib(function.name, (made, each), clamp(pick(a.low, b.low), pick(a.high, b.high)), at)
    return made


def _one(
    scope: Scope, function: tree.Ident, arguments: tuple[tree.Argument, ...], at: Span
) -> tree.Argument | None:
    if len(arguments) == 1:
        return arguments[0]
    _wrong_count(scope, function, 1, len(arguments), at)
    return None


def _sum(scope: Scope, function: tree.Ident, arguments: tuple[tree.Argument, ...], at: Span) -> ir.Expr:
    argument = _one(scope, function, arguments, at)
    return ir.Lib("total", (_list(scope, argument, INT),), INT, at) if argument else scope.bad(at)


def _count(scope: Scope, function: tree.Ident, arguments: tuple[tree.Argument, ...], at: Span) -> ir.Expr:
    argument = _one(scope, function, arguments, at)
    if argument is None:
        return scope.bad(at)
    value = check_expr.expression(scope, argument.value)
    if isinstance(value.type, ZoneT):
        bound = check_expr.zone_bound(scope, value)
        return ir.Lib("size", (value,), Int(0, INT.high if bound is None else bound), at)
    value = check_expr.as_list(scope, value) if isinstance(value.type, SetT) else value
    if isinstance(value.type, ListT):
        bound = value.type.bound
        return ir.Lib("len", (value,), Int(0, INT.high if bound is None else bound), at)
    if not is_bad(value.type):
        scope.wrong("T0406", argument.value.span, given=scope.describe(value.type))
    return scope.bad(at)


def _pairs(scope: Scope, function: tree.Ident, arguments: tuple[tree.Argument, ...], at: Span) -> ir.Expr:
    """`pairs(list, adjacent)`"""
    if len(arguments) != 2:
        _wrong_count(scope, function, 2, len(arguments), at)
        return scope.bad(at)
    spaces = _argument(scope, arguments[0].value, "spaces")
    relation = arguments[1].value
    if not (isinstance(relation, tree.Name) and relation.name == "adjacent"):
        scope.wrong("T0318", relation.span)
    if not _shaped(scope, function, spaces.type):
        return scope.bad(at)
    bound = spaces.type.bound if isinstance(spaces.type, ListT) else None
    return ir.Lib("pairs", (spaces,), Int(0, INT.high if bound is None else bound // 2), at)


def _win(scope: Scope, function: tree.Ident, arguments: tuple[tree.Argument, ...], at: Span) -> ir.Expr:
    argument = _one(scope, function, arguments, at)
    if argument is None:
        return scope.bad(at)
    value = check_expr.expression(scope, argument.value, PLAYER)
    wanted: Type = ListT(PLAYER, None) if isinstance(value.type, ListT | SetT) else PLAYER
    winners = check_expr.coerce(scope, value, wanted, argument.value.span)
    if not isinstance(winners.type, ListT):
        winners = ir.ListOf((winners,), ListT(PLAYER, 1), at)
    return ir.Lib("win", (winners,), ListT(INT, scope.symbols.high_players), at)


def _toward(scope: Scope, function: tree.Ident, arguments: tuple[tree.Argument, ...], at: Span) -> ir.Expr:
    argument = _one(scope, function, arguments, at)
    boards = scope.symbols.board_list
    if argument is None:
        return scope.bad(at)
    if len(boards) != 1 or boards[0].shape == "graph":
        scope.wrong("T0319", function.span, name=function.name, need="exactly one grid or hex board")
        return scope.bad(at)
    this = ir.Const(boards[0].position, Int(0, 0), at)
    return ir.Lib("toward", (this, check_expr.checked(scope, argument.value, PLAYER)), DIRECTION, at)


_SPECIAL: dict[str, _Handler] = {
    "min": _extreme,
    "max": _extreme,
    "sum": _sum,
    "count": _count,
    "pairs": _pairs,
    "win": _win,
    "toward": _toward,
}
