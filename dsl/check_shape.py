"""Checks calls of drawn shapes: `cross(s)`, and `spear(s, d)` for a shape that is turned to a direction."""

from __future__ import annotations

from ..ir import program as ir
from ..ir.types import KindT, ListT
from . import check_call, check_library
from . import syntax as tree
from .scopes import Scope
from .symbols import ShapeSym
from .types import ANY_SPACE, DIRECTION, INT

UP = 0
"""The direction in which a shape is drawn."""


def call(scope: Scope, node: tree.Call, name: tree.Ident, shape: ShapeSym) -> ir.Expr:
    """The spaces of a shape where somebody stands, as drawn or turned."""
    at = node.span
    scope.symbols.used.add(("shape", shape.name))
    params: check_call.Params = [(None, "space", ANY_SPACE), (None, "direction", DIRECTION)]
    given = check_call.arguments(scope, name, node.arguments, params[: max(1, len(node.arguments))], at)
    if given is None:
        return scope.bad(at)
    board = check_library.board_of(scope, given[0].type)
    if board is not None and board.shape != "grid":
        related = [(shape.span, "drawn here")]
        scope.wrong("T0314", name.span, related, name=name.name, board=board.name, shape=board.shape)
        return scope.bad(at)
    steps = ir.Const(shape.steps, ListT(ListT(INT, 2), len(shape.steps)), shape.span)
    facing = given[1] if len(given) > 1 else ir.Const(UP, DIRECTION, at)
    space = given[0].type if isinstance(given[0].type, KindT) else ANY_SPACE
    return ir.Lib("shaped", (steps, given[0], facing), ListT(space, len(shape.steps)), at)
