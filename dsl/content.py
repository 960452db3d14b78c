"""Turns what content prints and does, its fields and slots, into constants and routines of the program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..ir import program as ir
from ..ir.span import Span
from ..ir.types import NONE, Bool, KindT, OptT, Type
from . import syntax as tree
from .declare_kinds import declare_params, sentence_title
from .elaborate import Context, elaborate_constant, elaborate_expr_routine, elaborate_routine
from .gather import Gathered
from .suggest import nearest, truth
from .symbols import ContentSym, FieldSym, KindSym, SlotSym, Symbols
from .typing import within

Value = int | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Entry:
    """What a content says of one field or slot, whichever way it was written."""

    name: tree.Ident
    params: tuple[tree.Param, ...] | None
    value: tree.Expr | None
    body: tree.Block
    span: Span


def field_defaults(symbols: Symbols, gathered: Gathered) -> None:
    """Works out what fields hold where a content does not say; an optional one without default holds none."""
    for name, decl in gathered.kinds.items():
        kind = symbols.kinds[name]
        for part in decl.parts:
            symbol = kind.fields.get(part.name.name) if isinstance(part, tree.FieldDecl) else None
            if symbol is None or not isinstance(part, tree.FieldDecl) or symbol.span != part.name.span:
                continue
            if part.default is not None:
                symbol.default = elaborate_constant(symbols, part.default, within(symbol.type))
                # a wrong default is one mistake: it is not also missing in every content
                symbol.default = NONE if symbol.default is None else symbol.default
            elif isinstance(symbol.type, OptT):
                symbol.default = NONE


def build_contents(symbols: Symbols, gathered: Gathered) -> tuple[ir.Content, ...]:
    """Every content with all its fields and the slots that it fills."""
    return tuple(_content(symbols, symbols.contents[name], decl) for name, decl in gathered.contents.items())


def _content(symbols: Symbols, content: ContentSym, decl: tree.ContentDecl) -> ir.Content:
    kind = symbols.kind_list[content.kind]
    entries, meant = _entries(symbols, kind, decl)
    text, source = metas(symbols, decl)
    if kind.word == "space" and not _names_spaces(symbols, kind):
        # it has no place on its board, and there is a finding for that
        meant |= {*kind.fields, *kind.slots}
    fields = _fields(symbols, kind, decl, entries, meant)
    slots = _slots(symbols, content, kind, decl, entries, meant)
    title = sentence_title(decl.title, decl.name.name)
    return ir.Content(
        content.name, title, text, source, kind.position, content.count, content.per_player, fields, slots,
        decl.span,
    )  # fmt: skip


def _names_spaces(symbols: Symbols, kind: KindSym) -> bool:
    return kind.board is None or symbols.board_list[kind.board].shape == "graph"


# ---- Which entry means what --------------------------------------------------------------------------------


def _entries(symbols: Symbols, kind: KindSym, decl: tree.ContentDecl) -> tuple[dict[str, _Entry], set[str]]:
    """The entries that name a field or slot of the kind, and the members that a mistyped entry probably
    meant.
    """
    found: dict[str, _Entry] = {}
    meant: set[str] = set()
    for entry in _written(decl):
        name = entry.name.name
        if name not in kind.fields and name not in kind.slots:
            suggestion = _unknown(symbols, kind, entry)
            if suggestion is not None:
                meant.add(suggestion)
        elif name in found:
            first = found[name].name.span
            symbols.findings.add(
                "T0705", entry.name.span, [(first, "first here")], name=name, content=decl.name.name
            )
        else:
            found[name] = entry
    return found, meant


def _written(decl: tree.ContentDecl) -> Iterator[_Entry]:
    for part in decl.parts:
        match part:
            case tree.FieldEntry(name, value, span):
                yield _Entry(name, None, value, (tree.ExprStmt(value, value.span),), span)
            case tree.SlotEntry(name, params, body, span):
                only = body[0] if len(body) == 1 else None
                expr = only.value if isinstance(only, tree.ExprStmt) and not params else None
                yield _Entry(name, params, expr, body, span)
            case tree.HookDecl() | tree.StateDecl() | tree.MetaEntry() | tree.ActionDecl():
                pass


def _unknown(symbols: Symbols, kind: KindSym, entry: _Entry) -> str | None:
    """Reports an entry that the kind does not have; gives the member that was probably meant."""
    name, at = entry.name.name, entry.name.span
    if name in kind.state:
        symbols.findings.add(
            "T0706", at, [(kind.state[name].span, "declared here")], name=name, kind=kind.name
        )
        return None
    for other in symbols.kind_list:
        member = other.fields.get(name) or other.slots.get(name)
        if member is not None:
            symbols.findings.add(
                "T0702", at, [(member.span, "declared here")], name=name, kind=kind.name, other=other.name
            )
            return None
    suggestion = nearest(name, (*kind.fields, *kind.slots, "text", "source"))
    symbols.findings.add("T0701", at, [(kind.span, "declared here")], suggestion, name=name, kind=kind.name)
    return suggestion


def metas(symbols: Symbols, decl: tree.ContentDecl | tree.ScenarioDecl) -> tuple[str, str]:
    """The text and the source of a content or scenario, each written at most once."""
    entries: Sequence[object] = decl.parts if isinstance(decl, tree.ContentDecl) else decl.metas
    seen: dict[str, tree.MetaEntry] = {}
    told = {"text": "", "source": ""}
    for part in entries:
        if not isinstance(part, tree.MetaEntry):
            continue
        word = part.word.name
        if word in seen:
            first = seen[word].word.span
            symbols.findings.add(
                "T0705", part.word.span, [(first, "first here")], name=word, content=decl.name.name
            )
            continue
        seen[word] = part
        if isinstance(part.value, tree.Ident) and part.value.name not in SOURCES:
            suggestion = nearest(part.value.name, SOURCES)
            symbols.findings.add("T0714", part.value.span, suggestion=suggestion, name=part.value.name)
            continue
        told[word] = part.value.name if isinstance(part.value, tree.Ident) else part.value.value
    return told["text"], told["source"]


SOURCES = ("own", "rulebook")
"""Where a content comes from: it was written for this pack, or a rulebook gives it."""


# ---- Fields ------------------------------------------------------------------------------------------------


def _fields(
    symbols: Symbols, kind: KindSym, decl: tree.ContentDecl, entries: dict[str, _Entry], meant: set[str]
) -> tuple[tuple[int, Value], ...]:
    found: list[tuple[int, Value]] = []
    for name, field in sorted(kind.fields.items()):
        entry = entries.get(name)
        value = field.default if entry is None else _field_value(symbols, field, entry)
        if value is not None:
            found.append((field.position, value))
        elif entry is None and name not in meant and not kind.doubled:
            symbols.findings.add(
                "T0703",
                decl.name.span,
                [(field.span, "declared here")],
                name=name,
                content=decl.name.name,
            )
    return tuple(found)


def _field_value(symbols: Symbols, field: FieldSym, entry: _Entry) -> Value | None:
    if entry.params or entry.value is None:
        at = entry.params[0].span if entry.params else entry.name.span
        symbols.findings.add("T0707", at, [(field.span, "declared here")], name=field.name)
        return None
    if _is_truth(field.type) and (word := _truth_word(entry.value)) is not None:
        symbols.findings.add(
            "T0717",
            entry.value.span,
            [(field.span, "declared here")],
            truth(word),
            word=word,
            name=field.name,
        )
        return None
    return elaborate_constant(symbols, entry.value, within(field.type))


def _is_truth(kind: Type) -> bool:
    return isinstance(kind.of if isinstance(kind, OptT) else kind, Bool)


def _truth_word(value: tree.Expr) -> str | None:
    """`yes`, `no` or `1` where true or false is meant; None for anything else."""
    match value:
        case tree.Name(name) if name not in ("true", "false") and truth(name) is not None:
            return name
        case tree.Number(number) if number in (0, 1):
            return str(number)
        case _:
            return None


# ---- Slots -------------------------------------------------------------------------------------------------


def _slots(
    symbols: Symbols,
    content: ContentSym,
    kind: KindSym,
    decl: tree.ContentDecl,
    entries: dict[str, _Entry],
    meant: set[str],
) -> tuple[tuple[int, int], ...]:
    found: list[tuple[int, int]] = []
    for name, slot in sorted(kind.slots.items()):
        entry = entries.get(name)
        if entry is not None:
            params = _slot_params(symbols, slot, entry)
            context = Context("slot", content.position, kind.position, pure=not slot.effect)
            routine = slot_routine(
                symbols, slot, f"{content.name}.{name}", params, entry.body, context, entry.span
            )
            found.append((slot.position, routine))
        elif slot.default is None and name not in meant and not kind.doubled:
            symbols.findings.add(
                "T0704",
                decl.name.span,
                [(slot.span, "declared here")],
                name=_head(slot),
                content=decl.name.name,
            )
    return tuple(found)


def slot_routine(
    symbols: Symbols,
    slot: SlotSym,
    name: str,
    params: list[tuple[str, Type]],
    body: tree.Block,
    context: Context,
    at: Span,
) -> int:
    """The routine of one filled slot, or of a slot's default; it takes the component and the slot's
    parameters.
    """
    whole: list[tuple[str, Type]] = [("self", KindT(slot.kind)), *params]
    only = body[0] if len(body) == 1 else None
    if isinstance(only, tree.ExprStmt) and slot.result is not None and not slot.effect:
        return elaborate_expr_routine(symbols, name, whole, only.value, slot.result, context, at)
    return elaborate_routine(symbols, name, whole, slot.result, body, context, at)


def _slot_params(symbols: Symbols, slot: SlotSym, entry: _Entry) -> list[tuple[str, Type]]:
    """The slot's parameters under the names that the content gives them; as many as the slot has."""
    written = entry.params or ()
    if len(written) != len(slot.params):
        symbols.findings.add(
            "T0715",
            entry.name.span,
            [(slot.span, "declared here")],
            name=slot.name,
            head=_head(slot),
            count=len(written),
        )
        return [(name, kind) for _, name, kind in slot.params]
    declare_params(symbols, written)
    for param, (label, _, _) in zip(written, slot.params, strict=True):
        given = param.label.name if param.label else None
        if given is not None and given != label:
            symbols.findings.add(
                "T0716", param.span, [(slot.span, "declared here")], name=slot.name, head=_head(slot)
            )
    return [(param.name.name, kind) for param, (_, _, kind) in zip(written, slot.params, strict=True)]


def _head(slot: SlotSym) -> str:
    """How a content begins the entry of a slot: `points(p)`, `special(p, by n)`."""
    if not slot.params:
        return slot.name
    return f"{slot.name}({', '.join(f'{label} {name}' if label else name for label, name, _ in slot.params)})"
