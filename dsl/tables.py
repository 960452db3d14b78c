"""Turns tables (YAML, CSV) into the same content declarations that a `.tafl` file gives, code and all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..ir.span import Span
from . import syntax as tree
from .blocks import Blocks
from .build_decl import listed
from .csv_read import Cell, Row, read_csv
from .diagnostics import Findings
from .documents import scalar, validate
from .lexer import MAX_DIGITS, Raw, read_lines
from .reader import RESERVED
from .source import Source
from .suggest import nearest, truth
from .texts import plain
from .yaml_read import Entries, Items, Node, Scalar, read_yaml

TABLE_SUFFIXES = (".yaml", ".csv")

_NAME = re.compile("[A-Za-z_][A-Za-z0-9_]{0,63}")
_SLOT = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63} *\(.*\)")
_WHOLE = re.compile("[0-9]+")
_PARTS = tree.HookDecl | tree.StateDecl | tree.ActionDecl


def parse_table(source: Source, findings: Findings, kinds: Iterable[str] = ()) -> tree.File:
    """The content of a table file.

    `kinds` are the names of all kinds in play: a CSV file without a column `kind` holds the kind that it is
    named after, in whatever capitals.
    """
    findings.see(source)
    if source.path.endswith(".csv"):
        made = _Csv(source, findings, tuple(kinds)).declarations()
    else:
        made = _yaml(source, findings)
    return tree.File(source.path, tuple(made), source.span)


@dataclass(frozen=True, slots=True)
class _Value:
    """What a key holds: its lines, or the items of a list. `folded` lines have lost their places."""

    raws: tuple[Raw, ...]
    span: Span
    items: tuple[_Value, ...] | None = None
    folded: bool = False


# ---- YAML --------------------------------------------------------------------------------------------------


def _yaml(source: Source, findings: Findings) -> list[tree.ContentDecl]:
    node = read_yaml(source, findings)
    if node is None:
        return []
    validate(node, "table", findings)
    kind = node.get("kind") if isinstance(node, Entries) else None
    items = node.get("items") if isinstance(node, Entries) else None
    if not isinstance(kind, Scalar) or not isinstance(items, Entries):
        return []
    builder = _Builder(source.path, findings, tree.Ident(kind.text, kind.span), validated=True)
    made = []
    for key, item in items.entries:
        if findings.full(source.path):
            break
        entries = item.entries if isinstance(item, Entries) else ()
        row = [(_raw(name), name.span, value) for name, value in entries]
        made.append(builder.item(key.text, key.span, [(raw, span, _value(held)) for raw, span, held in row]))
    return [each for each in made if each is not None]


def _raw(key: Scalar) -> Raw:
    return key.raws[0] if key.raws else Raw("", key.span.line, key.span.column)


def _value(node: Node) -> _Value | None:
    """None for what the schema refuses anyway."""
    match node:
        case Scalar() if isinstance(scalar(node), str | int):
            return _Value(node.raws, node.span, folded=not node.exact)
        case Items() if node.raws:
            return _Value(node.raws, node.span)
        case Items():
            items = [_value(item) for item in node.items]
            return _Value((), node.span, tuple(item for item in items if item is not None))
        case _:
            return None


# ---- CSV ---------------------------------------------------------------------------------------------------


class _Csv:
    def __init__(self, source: Source, findings: Findings, kinds: tuple[str, ...]) -> None:
        self.source = source
        self.findings = findings
        self.kinds = kinds

    def declarations(self) -> list[tree.ContentDecl]:
        rows = read_csv(self.source, self.findings)
        if not rows:
            self.findings.add("T0847", self.source.span)
            return []
        head = rows[0]
        columns: dict[str, int] = {}
        for number, cell in enumerate(head):
            columns.setdefault(cell.text, number)
        if not self._good_head(head, columns):
            return []
        named = None if "kind" in columns else self._kind_of_file()
        made = []
        seen: dict[str, Span] = {}
        for row in rows[1:]:
            if self.findings.full(self.source.path):
                break
            declared = self._row(head, columns, row, named)
            if declared is None:
                continue
            first = seen.setdefault(declared.name.name, declared.name.span)
            if first is declared.name.span:
                made.append(declared)
                continue
            related = [(first, "first given here")]
            self.findings.add("T0841", declared.name.span, related, key=declared.name.name)
        return made

    def _good_head(self, head: Row, columns: dict[str, int]) -> bool:
        if len(head) == 1 and ";" in head[0].text:
            self.findings.add("T0864", head[0].span)
            return False
        for number, cell in enumerate(head):
            if columns[cell.text] != number:
                related = [(head[columns[cell.text]].span, "first given here")]
                self.findings.add("T0841", cell.span, related, key=cell.text)
        if "id" not in columns:
            self.findings.add("T0852", head[0].span, key="id", help="the name of each row's content")
        return "id" in columns

    def _kind_of_file(self) -> tree.Ident | None:
        stem = self.source.path.rsplit("/", 1)[-1].removesuffix(".csv")
        plainly = stem.replace("_", "").lower()
        span = replace(self.source.span, end_line=1, end_column=len(self.source.line(1)) + 1)
        for kind in self.kinds:
            if kind.replace("_", "").lower() == plainly:
                return tree.Ident(kind, span)
        lower = {kind.lower(): kind for kind in self.kinds}
        meant = nearest(plainly, lower)
        self.findings.add("T0865", span, suggestion=lower[meant] if meant else None, stem=stem)
        return None

    def _row(
        self, head: Row, columns: dict[str, int], row: Row, named: tree.Ident | None
    ) -> tree.ContentDecl | None:
        if len(row) > len(head):
            self.findings.add("T0866", row[len(head)].span, columns=len(head))
        cells = dict(zip((cell.text for cell in head), row, strict=False))
        kind = named
        if "kind" in columns and (cell := cells.get("kind")) is not None:
            kind = tree.Ident(cell.text, cell.span)
        key = cells.get("id")
        if kind is None or key is None:
            return None
        builder = _Builder(self.source.path, self.findings, kind)
        row_of = [
            (name.raws[0], name.span, _Value(cell.raws, cell.span))
            for name, cell in zip(head, row, strict=False)
            if name.text not in ("id", "kind") and _filled(cell)
        ]
        return builder.item(key.text, key.span, row_of)


def _filled(cell: Cell) -> bool:
    return bool(cell.text.strip())


# ---- Content -----------------------------------------------------------------------------------------------


class _Builder:
    """Makes content of one kind; what is `validated` against the schema was reported there."""

    def __init__(self, file: str, findings: Findings, kind: tree.Ident, validated: bool = False) -> None:
        self.file = file
        self.findings = findings
        self.kind = kind
        self.validated = validated
        self.blocks = Blocks(file, findings)

    def item(
        self, name: str, span: Span, row: Sequence[tuple[Raw, Span, _Value | None]]
    ) -> tree.ContentDecl | None:
        fits = _NAME.fullmatch(name) is not None
        if not fits or name in RESERVED:
            if fits or not self.validated:
                self.findings.add("T0863", span, name=name)
            return None
        found: dict[str, Any] = {}
        parts: list[Any] = []
        readers: dict[str, Callable[[_Value], Any]] = {
            "title": self._text,
            "count": self._count,
            "per_player": self._truth,
        }
        for key, at, value in row:
            if value is None:
                continue
            if key.text in readers:
                found[key.text] = readers[key.text](value)
            else:
                parts += self._part(key, at, value)
        return tree.ContentDecl(
            self.kind,
            tree.Ident(name, span),
            found.get("title"),
            found.get("count"),
            found.get("per_player") or False,
            tuple(parts),
            span,
        )

    def _part(self, key: Raw, at: Span, value: _Value) -> list[Any]:
        word = tree.Ident(key.text, at)
        match key.text:
            case "text":
                return [tree.MetaEntry(word, self._text(value), at)]
            case "source":
                return [tree.MetaEntry(word, tree.Ident(_joined(value), value.span), at)]
            case "rules":
                return self._rules(value)
            case _:
                return self._entry(key, at, value)

    def _entry(self, key: Raw, at: Span, value: _Value) -> list[Any]:
        """A field, or a slot: code that is more than an expression fills a slot."""
        name, params = tree.Ident(key.text, at), None
        if not _NAME.fullmatch(key.text):
            if self.validated and not _SLOT.fullmatch(key.text):
                return []
            read = self._one(key, "row_key")
            if read is None:
                return []
            name, params = read
        if params is None:
            data = self._data(value)
            if data is not None:
                return [tree.FieldEntry(name, data, at.to(value.span))]
        block = self._block(value)
        if block is None:
            return []
        if params is None and len(block) == 1 and isinstance(block[0], tree.ExprStmt):
            return [tree.FieldEntry(name, block[0].value, at)]
        return [tree.SlotEntry(name, listed(params), block, at)]

    def _data(self, value: _Value) -> tree.Expr | None:
        """A name, a number or a list, which need no reading as code; None for everything else."""
        if value.items is not None:
            held = [self._data(item) or self._expression(item) for item in value.items]
            return tree.ListLiteral(tuple(item for item in held if item is not None), value.span)
        text = _joined(value)
        if _NAME.fullmatch(text):
            return tree.Name(text, value.span)
        if _WHOLE.fullmatch(text) and len(text) <= MAX_DIGITS:
            return tree.Number(int(text), value.span)
        return None

    def _expression(self, value: _Value) -> tree.Expr | None:
        made: tree.Expr | None = self._one(value.raws[0], "expr") if len(value.raws) == 1 else None
        return made

    def _one(self, raw: Raw, context: str) -> Any:
        made = self.blocks.parts(read_lines([_flush(raw)], self.file, self.findings), context)
        return made[0] if made else None

    def _block(self, value: _Value) -> tree.Block | None:
        if not self._is_code(value):
            return None
        lines = read_lines([_flush(value.raws[0]), *value.raws[1:]], self.file, self.findings)
        return tuple(self.blocks.parts(lines, "stmt")) or None

    def _rules(self, value: _Value) -> list[Any]:
        if not self._is_code(value):
            return []
        lines = read_lines([_flush(value.raws[0]), *value.raws[1:]], self.file, self.findings)
        parts = self.blocks.parts(lines, "content_part")
        for part in parts:
            if not isinstance(part, _PARTS):
                self.findings.add("T0862", part.span)
        return [part for part in parts if isinstance(part, _PARTS)]

    def _is_code(self, value: _Value) -> bool:
        """Code that a table folds into one line has lost its places."""
        if value.items is None and not value.folded:
            return bool(value.raws)
        self.findings.add("T0860", value.span)
        return False

    def _text(self, value: _Value) -> tree.Text:
        pieces = [plain(raw, value.span, self.findings, self.blocks.expression) for raw in value.raws]
        parts: list[str | tree.Expr] = [""]
        for number, piece in enumerate(pieces):
            for part in ("\n", *piece.parts) if number else piece.parts:
                if isinstance(part, str) and isinstance(parts[-1], str):
                    parts[-1] += part
                else:
                    parts.append(part)
        kept = tuple(parts[1:] if parts[0] == "" and len(parts) > 1 else parts)
        return tree.Text("\n".join(piece.value for piece in pieces), kept, value.span)

    def _count(self, value: _Value) -> int | None:
        text = _joined(value)
        if _WHOLE.fullmatch(text) and len(text) <= 4:
            return int(text)
        if not self.validated:
            self.findings.add("T0856", value.span, key="`count`", help="how many there are, from 0 to 9,999")
        return None

    def _truth(self, value: _Value) -> bool:
        text = _joined(value)
        if text not in ("true", "false") and not self.validated:
            meant = truth(text)
            self.findings.add("T0848", value.span, suggestion=meant, key="`per_player`", word=text)
        return text == "true"


def _joined(value: _Value) -> str:
    return "\n".join(raw.text for raw in value.raws).strip()


def _flush(raw: Raw) -> Raw:
    """The line without leading blanks: in a cell they mean nothing."""
    lead = len(raw.text) - len(raw.text.lstrip())
    if not lead:
        return raw
    columns = raw.columns[lead:] if raw.columns is not None else None
    return Raw(raw.text[lead:], raw.line, raw.column + lead, columns)
