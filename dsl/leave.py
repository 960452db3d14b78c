"""Tells from written statements which of them never go on to the next line, and which locals they assign."""

from __future__ import annotations

from collections.abc import Iterator

from . import syntax as tree


def leaves(node: tree.Stmt) -> bool:
    """Whether control surely does not reach the line after this statement."""
    match node:
        case tree.Return() | tree.End() | tree.EndGame() | tree.FaultStmt():
            return True
        case tree.If(branches, otherwise):
            return (
                otherwise is not None
                and all(leaves_all(inner) for _, inner in branches)
                and leaves_all(otherwise)
            )
        case tree.Menu(_, _, options):
            return bool(options) and all(leaves_all(option.body) for option in options)
        case tree.May(_, _, inner, otherwise):
            return otherwise is not None and leaves_all(inner) and leaves_all(otherwise)
        case tree.Choose() if node.body is not None and node.otherwise is not None:
            return leaves_all(node.body) and leaves_all(node.otherwise)
        case _:
            return False


def leaves_all(block: tree.Block) -> bool:
    """Whether control surely does not reach the end of this block."""
    return any(leaves(each) for each in block)


def blocks(node: tree.Stmt) -> Iterator[tree.Block]:
    """The blocks inside a statement."""
    match node:
        case tree.If(branches, otherwise):
            yield from (inner for _, inner in branches)
            yield otherwise or ()
        case (
            tree.For()
            | tree.Repeat()
            | tree.While()
            | tree.Scope()
            | tree.Phase()
            | tree.Turn()
            | tree.Rounds()
            | tree.Together()
        ):
            yield node.body
        case tree.Choose() | tree.May():
            yield node.body or ()
            yield node.otherwise or ()
        case tree.Menu():
            yield from (option.body for option in node.options)


def assigned_names(block: tree.Block) -> Iterator[str]:
    """Names that some statement in the block assigns, however deep."""
    for node in block:
        if isinstance(node, tree.Assign) and isinstance(node.target, tree.Name):
            yield node.target.name
        for inner in blocks(node):
            yield from assigned_names(inner)
