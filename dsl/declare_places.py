"""Declares contents with how many components each brings, and boards with the names of their spaces."""

from __future__ import annotations

from ..ir import board as geometry
from ..ir.span import Span
from . import syntax as tree
from .declare_kinds import sentence_title
from .declare_state import COMPONENT_MEMBERS, SPACE_MEMBERS, MemberNames, state_symbol
from .gather import Gathered
from .suggest import nearest
from .symbols import BoardSym, ContentSym, KindSym, Symbols
from .typing import find_kind, plain_number

COUNT_LIMIT = 1000
"""So many components of one content at most."""

BOARD_LIMIT = 26
"""Columns have one letter each, and rows are as many at most."""


# ---- Contents ----------------------------------------------------------------------------------------------


def declare_contents(symbols: Symbols, gathered: Gathered) -> None:
    """All contents whose kind is known, by kind and name; the others leave the table after their finding."""
    for name, decl in list(gathered.contents.items()):
        kind = _kind_of(symbols, decl)
        if kind is None:
            symbols.findings.broken.add(name)
            del gathered.contents[name]
            continue
        count = _count(symbols, decl, kind)
        total = count * symbols.high_players if decl.per_player else count
        title = sentence_title(decl.title, decl.name.name)
        symbol = ContentSym(
            len(symbols.content_list), name, title, kind.position, count, decl.per_player, total, {},
            decl.name.span,
        )  # fmt: skip
        symbols.contents[name] = symbol
        symbols.content_list.append(symbol)
        if kind.word != "space":
            kind.population += total
            kind.per_seat += count if decl.per_player else 0
        _check_kind_with_count(symbols, gathered, decl, kind)


def _kind_of(symbols: Symbols, decl: tree.ContentDecl) -> KindSym | None:
    name = decl.kind.name
    if name in symbols.enums:
        symbols.findings.add(
            "T0709", decl.kind.span, [(symbols.enums[name].span, "declared here")], name=name
        )
        return None
    position = find_kind(symbols, decl.kind)
    return None if position is None else symbols.kind_list[position]


def _count(symbols: Symbols, decl: tree.ContentDecl, kind: KindSym) -> int:
    count = 1 if decl.count is None else decl.count
    if kind.word == "space":
        if decl.count is not None or decl.per_player:
            symbols.findings.add("T0708", decl.name.span, name=decl.name.name)
        return 1
    if count == 0:
        symbols.findings.add("T0712", decl.name.span, name=decl.name.name)
        return 1
    if count > COUNT_LIMIT:
        symbols.findings.add("T0713", decl.name.span, name=decl.name.name, count=count, limit=COUNT_LIMIT)
        return 1
    return count


def _check_kind_with_count(
    symbols: Symbols, gathered: Gathered, decl: tree.ContentDecl, kind: KindSym
) -> None:
    declared = gathered.kinds[kind.name]
    if declared.count is not None and decl.span != declared.span:
        symbols.findings.add(
            "T0710",
            decl.name.span,
            [(kind.span, "its components are declared here")],
            name=decl.name.name,
            kind=kind.name,
        )


def declare_content_state(symbols: Symbols, gathered: Gathered) -> None:
    """State that one content adds to its own components."""
    for name, decl in gathered.contents.items():
        content = symbols.contents[name]
        kind = symbols.kind_list[content.kind]
        taken = MemberNames(symbols, f"every {kind.name}", decl.name.name)
        taken.built_in(SPACE_MEMBERS if kind.word == "space" else COMPONENT_MEMBERS)
        for table in (kind.fields, kind.state, kind.slots):
            taken.taken.update({word: symbol.span for word, symbol in table.items()})
        for part in decl.parts:
            if isinstance(part, tree.StateDecl) and taken.take(part.name):
                content.state[part.name.name] = state_symbol(
                    symbols, part, "kind", kind.position, content.position
                )


# ---- Boards ------------------------------------------------------------------------------------------------


def declare_boards(symbols: Symbols, gathered: Gathered) -> None:
    """All boards whose kind of space is known; spaces are numbered board after board."""
    base = 0
    for name, decl in list(gathered.boards.items()):
        board = _board(symbols, gathered, decl, base)
        if board is None:
            symbols.findings.broken.add(name)
            del gathered.boards[name]
            continue
        symbols.boards[name] = board
        symbols.board_list.append(board)
        base += len(board.space_names)
    _excuse_spaces(symbols)


def _excuse_spaces(symbols: Symbols) -> None:
    """Where a board could not be read, the names of its spaces and directions are unknown only because of
    that.
    """
    if symbols.findings.broken and any(
        kind.word == "space" and kind.board is None for kind in symbols.kind_list
    ):
        symbols.findings.broken.update(_cells(BOARD_LIMIT, BOARD_LIMIT), DIRECTION_WORDS)


def _cells(width: int, height: int) -> list[str]:
    """The names of the spaces of a grid, row by row from the lowest."""
    return [f"{chr(ord('a') + x)}{y + 1}" for y in range(height) for x in range(width)]


DIRECTION_WORDS = {"orthogonal", "diagonal", "directions", *geometry.DIRECTIONS["grid"]}
"""What a board of squares or hexes gives beside its spaces."""


def _board(symbols: Symbols, gathered: Gathered, decl: tree.BoardDecl, base: int) -> BoardSym | None:
    kind = _space_kind(symbols, decl)
    if kind is None:
        return None
    width, height, names = 0, 0, _places(gathered, kind)
    if decl.shape.name != "graph":
        sizes = [
            plain_number(symbols, size, 1, BOARD_LIMIT) if size is not None else None
            for size in (decl.width, decl.height)
        ]
        if sizes[0] is None or sizes[1] is None:
            return None
        width, height = sizes[0], sizes[1]
        names = _cells(width, height)
    elif not names:
        symbols.findings.add("T0390", decl.name.span, [(kind.span, "declared here")], name=kind.name)
    kind.board = len(symbols.board_list)
    kind.population = len(names)
    return BoardSym(
        kind.board, decl.name.name, decl.shape.name, width, height, kind.position, names, base, decl.name.span
    )


def _space_kind(symbols: Symbols, decl: tree.BoardDecl) -> KindSym | None:
    position = find_kind(symbols, decl.of)
    if position is None:
        return None
    kind = symbols.kind_list[position]
    if kind.word != "space":
        symbols.findings.add(
            "T0387", decl.of.span, [(kind.span, "declared here")], name=kind.name, word=kind.word
        )
        return None
    if kind.board is not None:
        earlier = symbols.board_list[kind.board]
        symbols.findings.add(
            "T0388", decl.of.span, [(earlier.span, "the other board")], name=kind.name, board=earlier.name
        )
        return None
    return kind


def _places(gathered: Gathered, kind: KindSym) -> list[str]:
    """The spaces of a graph: the contents of its kind, in the order in which contents are numbered."""
    return [name for name, decl in gathered.contents.items() if decl.kind.name == kind.name]


def check_spaces(symbols: Symbols, gathered: Gathered) -> None:
    """Spaces of a grid have no content to print anything on them or to name them."""
    for board in symbols.board_list:
        if board.shape == "graph":
            continue
        kind = symbols.kind_list[board.kind]
        for member in kind.fields.values():
            symbols.findings.add("T0396", member.span, [(board.span, "its board")], name=member.name)
        for slot in kind.slots.values():
            if slot.default is None:
                symbols.findings.add("T0397", slot.span, [(board.span, "its board")], name=slot.name)
        for name in _places(gathered, kind):
            decl = gathered.contents[name]
            symbols.findings.add(
                "T0711", decl.name.span, [(board.span, "its board")], name=decl.name.name, kind=kind.name
            )


def check_place_names(symbols: Symbols) -> None:
    """What is declared must not hide a space of a grid, or a direction."""
    given: dict[str, str] = {}
    for board in symbols.board_list:
        if board.shape != "graph":
            given |= dict.fromkeys(DIRECTION_WORDS, "a direction, or what has several")
            given |= dict.fromkeys(board.space_names, f"a space of the board {board.name}")
    declared = symbols.declared()
    for word in sorted(given.keys() & declared.keys()):
        if word not in symbols.effects and word not in symbols.actions:
            symbols.findings.add("T0372", declared[word], name=word, what=given[word])


def edges(symbols: Symbols, board: BoardSym, decl: tree.BoardDecl) -> tuple[tuple[int, int], ...]:
    """The edges of a graph, each once, as pairs of positions."""
    found: dict[tuple[int, int], Span] = {}
    for left, right in decl.edges:
        ends = [_place(symbols, board, end) for end in (left, right)]
        if ends[0] is None or ends[1] is None:
            continue
        low, high = sorted((ends[0], ends[1]))
        if low == high:
            symbols.findings.add("T0389", right.span, name=left.name)
        elif (low, high) in found:
            symbols.findings.add(
                "T0398",
                right.span,
                [(found[low, high], "first here")],
                left=left.name,
                right=right.name,
            )
        else:
            found[low, high] = left.span.to(right.span) if left.span.line == right.span.line else left.span
    return tuple(sorted(found))


def _place(symbols: Symbols, board: BoardSym, name: tree.Ident) -> int | None:
    if name.name in board.space_names:
        return board.space_names.index(name.name)
    if name.name not in symbols.findings.broken and board.space_names:
        kind = symbols.kind_list[board.kind].name
        symbols.findings.add(
            "T0386", name.span, suggestion=nearest(name.name, board.space_names), name=name.name, kind=kind
        )
    return None
