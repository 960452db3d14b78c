"""Turns a board drawn as text into what lies where."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ..ir import program as ir
from ..ir.span import Span
from . import syntax as tree
from .declare_kinds import sentence_title
from .drawings import cells, check_size
from .elaborate import elaborate_constant
from .gather import Gathered
from .suggest import nearest
from .symbols import BoardSym, KindSym, LayoutSym, Symbols
from .typing import within


@dataclass(frozen=True, slots=True)
class _Put:
    """A component that a letter puts on its spaces."""

    kind: int
    content: int | None
    owner: int | None
    span: Span


@dataclass(frozen=True, slots=True)
class _Meaning:
    """What a letter stands for: (variable, value) pairs and components."""

    states: tuple[tuple[int, int], ...]
    components: tuple[_Put, ...]


def build_layouts(symbols: Symbols, gathered: Gathered) -> tuple[ir.Layout, ...]:
    """All layouts, drawn."""
    return tuple(
        _layout(symbols, symbols.layouts[name], owned.decl) for name, owned in gathered.layouts.items()
    )


def _layout(symbols: Symbols, layout: LayoutSym, decl: tree.LayoutDecl) -> ir.Layout:
    board = symbols.board_list[layout.board]
    title = sentence_title(decl.title, decl.name.name)
    if board.shape == "graph":
        symbols.findings.add(
            "T1017",
            decl.of.span,
            [(board.span, "declared here")],
            board=board.name,
            instead="place what lies there in `setup:`",
        )
        return ir.Layout(layout.name, title, board.position, (), (), decl.span)
    check_size(symbols, board, decl.name, decl.rows)
    legend = _legend(symbols, board, decl)
    states: list[ir.LaidState] = []
    components: list[ir.LaidComponent] = []
    puts: list[_Put] = []
    for space, cell in cells(board, decl.rows):
        meaning = legend.get(cell.name)
        if meaning is None:
            continue
        states += [ir.LaidState(space, var, value) for var, value in meaning.states]
        components += [
            ir.LaidComponent(space, put.kind, put.content, put.owner) for put in meaning.components
        ]
        puts += meaning.components
    _check_counts(symbols, puts)
    return ir.Layout(
        layout.name,
        title,
        board.position,
        tuple(sorted(states, key=lambda each: (each.space, each.var))),
        tuple(sorted(components, key=lambda each: each.space)),
        decl.span,
    )


# ---- Legend ------------------------------------------------------------------------------------------------


def _legend(symbols: Symbols, board: BoardSym, decl: tree.LayoutDecl) -> dict[str, _Meaning]:
    meanings: dict[str, _Meaning] = {}
    entries: dict[str, tree.LegendEntry] = {}
    for entry in decl.legend:
        letter = entry.letter.name
        if letter in entries:
            first = entries[letter].letter.span
            symbols.findings.add("T0724", entry.letter.span, [(first, "first here")], letter=letter)
            continue
        entries[letter] = entry
        meanings[letter] = _meaning(symbols, board, entry)
    used = {cell.name for row in decl.rows for cell in row}
    for letter, entry in entries.items():
        if letter not in used:
            symbols.findings.add("T0904", entry.letter.span, letter=letter)
    unknown: set[str] = {"."}
    for row in decl.rows:
        for cell in row:
            if cell.name not in entries and cell.name not in unknown:
                symbols.findings.add("T0723", cell.span, letter=cell.name)
                unknown.add(cell.name)
    return meanings


def _meaning(symbols: Symbols, board: BoardSym, entry: tree.LegendEntry) -> _Meaning:
    states: dict[int, tuple[int, Span]] = {}
    components: list[_Put] = []
    for item in entry.items:
        if item.state is None:
            put = _put(symbols, item)
            components += [put] if put is not None else []
            continue
        found = _state(symbols, board, item.state, item.value)
        if found is None:
            continue
        var, value = found
        if var in states:
            symbols.findings.add(
                "T0726", item.state.span, [(states[var][1], "first here")], name=item.state.name
            )
        states.setdefault(var, (value, item.state.span))
    return _Meaning(tuple((var, value) for var, (value, _) in sorted(states.items())), tuple(components))


def _state(symbols: Symbols, board: BoardSym, name: tree.Ident, value: tree.Expr) -> tuple[int, int] | None:
    kind = symbols.kind_list[board.kind]
    symbol = kind.state.get(name.name)
    if symbol is None:
        symbols.findings.add(
            "T0725",
            name.span,
            [(kind.span, "declared here")],
            nearest(name.name, kind.state),
            name=name.name,
            kind=kind.name,
        )
        return None
    symbols.used.add(("laid", f"{kind.name}.{name.name}"))
    found = elaborate_constant(symbols, value, within(symbol.type))
    return (symbol.position, found) if isinstance(found, int) else None


def _put(symbols: Symbols, item: tree.LegendItem) -> _Put | None:
    match item.value:
        case tree.Name(name, span):
            what, owner = tree.Ident(name, span), None
        case tree.OfExpr(ident, tree.SeatLiteral(number, span)):
            if not 1 <= number <= symbols.low_players:
                symbols.findings.add("T0728", span, seat=number, low=symbols.low_players)
                return None
            what, owner = ident, number - 1
        case _:
            symbols.findings.add("T0727", item.span)
            return None
    return _put_named(symbols, what, owner, item.span)


def _put_named(symbols: Symbols, what: tree.Ident, owner: int | None, at: Span) -> _Put | None:
    content = symbols.contents.get(what.name)
    kind = symbols.kinds.get(what.name)
    if content is not None:
        kind = symbols.kind_list[content.kind]
        symbols.used.add(("content", content.name))
    if kind is None or kind.word == "space":
        names = [name for name, each in symbols.kinds.items() if each.word != "space"]
        names += [*symbols.contents]
        if what.name not in symbols.findings.broken:
            symbols.findings.add("T0729", what.span, suggestion=nearest(what.name, names), name=what.name)
        return None
    symbols.used.add(("kind", kind.name))
    if owner is not None and not _has_seats(kind, content is not None and content.per_player):
        related = [(content.span if content is not None else kind.span, "declared here")]
        symbols.findings.add("T0730", at, related, name=what.name)
        return None
    return _Put(kind.position, content.position if content is not None else None, owner, at)


def _has_seats(kind: KindSym, content_per_player: bool) -> bool:
    return content_per_player or kind.per_seat > 0


# ---- Counts ------------------------------------------------------------------------------------------------


def _check_counts(symbols: Symbols, puts: list[_Put]) -> None:
    """A drawing takes no more components out of the box than lie there, with the fewest players."""
    for demand, put in _demands(puts).values():
        there = _supply(symbols, put)
        if demand > there:
            content = symbols.content_list[put.content] if put.content is not None else None
            kind = symbols.kind_list[put.kind]
            symbols.findings.add(
                "T0731",
                put.span,
                [(content.span if content is not None else kind.span, "declared here")],
                name=content.name if content is not None else kind.name,
                count=demand,
                supply=there,
            )


def _demands(puts: list[_Put]) -> dict[tuple[int, int | None, int | None], tuple[int, _Put]]:
    """How many of each content and seat, and of each kind as a whole, are put."""
    found: dict[tuple[int, int | None, int | None], tuple[int, _Put]] = {}
    counts = Counter((put.kind, put.content, put.owner) for put in puts)
    for put in puts:
        found.setdefault((put.kind, put.content, put.owner), (counts[put.kind, put.content, put.owner], put))
    return found


def _supply(symbols: Symbols, put: _Put) -> int:
    contents = [
        content
        for content in symbols.content_list
        if content.kind == put.kind and put.content in (None, content.position)
    ]
    if put.owner is not None:
        return sum(content.count for content in contents if content.per_player)
    seats = symbols.low_players
    return sum(content.count * (seats if content.per_player else 1) for content in contents)
