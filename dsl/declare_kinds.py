"""Declares enums and kinds of component: their names first and, once every type has a name, their members."""

from __future__ import annotations

from collections.abc import Iterable

from ..ir.span import Span
from ..ir.types import Type
from . import syntax as tree
from .check_spans import declare_spans
from .declare_dice import declare_faces
from .declare_state import COMPONENT_MEMBERS, SPACE_MEMBERS, MemberNames, state_symbol, unsure_type
from .gather import RESERVED, Gathered, snake
from .symbols import EnumSym, FieldSym, KindSym, SlotSym, Symbols
from .types import describe
from .typing import printable, resolve_type


def title_of(title: tree.Text | None, name: str) -> str:
    """The title as written, or the name as words."""
    return title.value if title is not None else name.replace("_", " ")


def sentence_title(title: tree.Text | None, name: str) -> str:
    """Like `title_of`, with a capital."""
    text = title_of(title, name)
    return text if title is not None else text[:1].upper() + text[1:]


# ---- Enums -------------------------------------------------------------------------------------------------


def declare_enums(symbols: Symbols, gathered: Gathered) -> None:
    """All enums; their names keep the written order, which is the order of their values."""
    for position, (name, decl) in enumerate(gathered.enums.items()):
        symbol = EnumSym(position, name, [], [], decl.name.span)
        for item, title in decl.names:
            if item.name in symbol.names:
                first = symbol.spans[symbol.names.index(item.name)]
                symbols.findings.add(
                    "T0368", item.span, [(first, "first here")], name=item.name, enum=decl.name.name
                )
                continue
            symbol.names.append(item.name)
            symbol.titles.append(title_of(title, item.name))
            symbol.spans.append(item.span)
        symbols.enums[name] = symbol
        symbols.enum_list.append(symbol)


def check_enum_names(symbols: Symbols) -> None:
    """A bare name of an enum must not be read as something else; a content may share it, since its place
    tells them apart.
    """
    declared = symbols.declared()
    for enum in symbols.enum_list:
        for name, span in zip(enum.names, enum.spans, strict=True):
            other = declared.get(name)
            if other is not None and name not in symbols.contents:
                symbols.findings.add("T0369", span, [(other, "declared here")], name=name, enum=enum.name)


# ---- Kinds -------------------------------------------------------------------------------------------------


def declare_kinds(symbols: Symbols, gathered: Gathered) -> None:
    """All kinds with their names alone, so that types can refer to them whatever the order."""
    for position, (name, decl) in enumerate(gathered.kinds.items()):
        title = decl.title.value if decl.title else snake(name).replace("_", " ")
        symbol = KindSym(
            position=position,
            name=name,
            word=decl.word.name,
            title=title,
            back=decl.back.name if decl.back else snake(name),
            member=snake(name),
            fields={},
            state={},
            slots={},
            active=None,
            single=decl.count == 1 and decl.per_player,
            population=0,
            per_seat=0,
            board=None,
            faces=(),
            face_type=None,
            span=decl.name.span,
        )
        symbols.kinds[name] = symbol
        symbols.kind_list.append(symbol)


def declare_members(symbols: Symbols, gathered: Gathered) -> None:
    """Fields, state, slots and faces of all kinds; `FieldSym.position` and the like are set once all are
    known.
    """
    for name, decl in gathered.kinds.items():
        kind = symbols.kinds[name]
        taken = MemberNames(symbols, f"every {name}", name)
        taken.built_in(SPACE_MEMBERS if kind.word == "space" else COMPONENT_MEMBERS)
        if kind.word == "space":
            taken.built_in(other.member for other in symbols.kind_list if other.word != "space")
        if decl.spans is not None:
            declare_spans(symbols, kind, decl.word, decl.spans)
            taken.built_in(["spaces"] if kind.further else [])
        for part in decl.parts:
            _declare_part(symbols, kind, part, taken)
        declare_faces(symbols, kind, decl)
    for double in gathered.doubled_kinds:
        kind = symbols.kinds[double.name.name]
        kind.doubled = True
        for part in double.parts:
            if isinstance(part, tree.FieldDecl | tree.StateDecl):
                known = kind.fields.get(part.name.name) or kind.state.get(part.name.name)
                unsure_type(symbols, known, part.type)
    _number_members(symbols)


def _declare_part(
    symbols: Symbols,
    kind: KindSym,
    part: tree.FieldDecl
    | tree.StateDecl
    | tree.ZoneDecl
    | tree.ValueDecl
    | tree.EffectDecl
    | tree.ActiveWhile
    | tree.ActionDecl,
    taken: MemberNames,
) -> None:
    if isinstance(part, tree.ActiveWhile):
        if kind.active is not None:
            symbols.findings.add("T0374", part.span, [(kind.active.span, "first here")], kind=kind.name)
        kind.active = kind.active or part
        return
    if isinstance(part, tree.ActionDecl):
        return
    if isinstance(part, tree.ZoneDecl):
        symbols.findings.add("T1012", part.name.span, name=part.name.name, kind=kind.name)
        return
    name = part.name.name
    if not taken.take(part.name):
        if isinstance(part, tree.FieldDecl | tree.StateDecl):
            unsure_type(symbols, kind.fields.get(name) or kind.state.get(name), part.type)
        return
    match part:
        case tree.FieldDecl():
            found = _field_type(symbols, part)
            kind.fields[name] = FieldSym(0, name, kind.position, found, None, part.name.span)
        case tree.StateDecl():
            kind.state[name] = state_symbol(symbols, part, "kind", kind.position, None)
        case tree.ValueDecl():
            result = resolve_type(symbols, part.type)
            params = declare_params(symbols, part.params)
            kind.slots[name] = SlotSym(
                0, name, kind.position, False, params, result, part.body, part.name.span
            )
        case tree.EffectDecl():
            given = None if part.type is None else resolve_type(symbols, part.type)
            params = declare_params(symbols, part.params)
            kind.slots[name] = SlotSym(0, name, kind.position, True, params, given, part.body, part.name.span)


def _field_type(symbols: Symbols, part: tree.FieldDecl) -> Type:
    found = resolve_type(symbols, part.type)
    if not printable(symbols, found):
        symbols.findings.add("T0362", part.type.span, name=part.name.name, type=describe(symbols, found))
    return found


def declare_params(symbols: Symbols, params: Iterable[tree.Param]) -> list[tuple[str | None, str, Type]]:
    """The parameters of a value, effect or slot: (label, name, type)."""
    declared: list[tuple[str | None, str, Type]] = []
    names: dict[str, Span] = {}
    labels: dict[str, Span] = {}
    for param in params:
        for word, seen, code in ((param.name, names, "T0392"), (param.label, labels, "T0394")):
            if word is None:
                continue
            if word.name in seen:
                symbols.findings.add(code, word.span, [(seen[word.name], "first here")], name=word.name)
            seen.setdefault(word.name, word.span)
        check_param_name(symbols, param.name)
        if param.type is None:
            continue
        label = param.label.name if param.label else None
        declared.append((label, param.name.name, resolve_type(symbols, param.type)))
    return declared


def check_param_name(symbols: Symbols, name: tree.Ident) -> None:
    """A parameter must not hide what the language gives."""
    if name.name in RESERVED:
        symbols.findings.add("T0353", name.span, name=name.name, meaning=RESERVED[name.name])


def _number_members(symbols: Symbols) -> None:
    """Fields and slots are numbered by kind, then by name."""
    fields = [symbol for kind in symbols.kind_list for _, symbol in sorted(kind.fields.items())]
    for position, symbol in enumerate(fields):
        symbol.position = position
    slots = [symbol for kind in symbols.kind_list for _, symbol in sorted(kind.slots.items())]
    for position, slot in enumerate(slots):
        slot.position = position
