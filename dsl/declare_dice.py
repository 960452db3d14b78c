"""Declares the faces of dice: numbers, or names of one enum."""

from __future__ import annotations

from ..ir.types import EnumT, Int
from . import syntax as tree
from .suggest import nearest
from .symbols import EnumSym, KindSym, Symbols
from .typing import plain_number

FACE_LIMIT = 1000
"""No face shows more, and no die has more faces."""


def declare_faces(symbols: Symbols, kind: KindSym, decl: tree.KindDecl) -> None:
    """The faces of a die in written order; of other kinds, nothing."""
    if kind.word != "die":
        return
    if not decl.faces:
        symbols.findings.add("T0377", decl.name.span, name=kind.name)
        return
    if all(_is_number(face) for _, face in decl.faces):
        _number_faces(symbols, kind, decl)
    else:
        _named_faces(symbols, kind, decl)


def _is_number(face: tree.Expr) -> bool:
    return isinstance(face, tree.Number | tree.Unary) or (isinstance(face, tree.Binary) and face.op == "..")


def _number_faces(symbols: Symbols, kind: KindSym, decl: tree.KindDecl) -> None:
    faces: list[int] = []
    for times, face in decl.faces:
        low_expr, high_expr = (face.left, face.right) if isinstance(face, tree.Binary) else (face, face)
        low = plain_number(symbols, low_expr, -FACE_LIMIT, FACE_LIMIT)
        high = plain_number(symbols, high_expr, -FACE_LIMIT, FACE_LIMIT)
        if low is None or high is None:
            return
        if low > high:
            symbols.findings.add("T0354", face.span, low=low, high=high)
            return
        faces += [number for _ in range(_times(symbols, times, face)) for number in range(low, high + 1)]
    if faces:
        kind.faces, kind.face_type = tuple(faces), Int(min(faces), max(faces))


def _named_faces(symbols: Symbols, kind: KindSym, decl: tree.KindDecl) -> None:
    enum = _enum_of_faces(symbols, [face for _, face in decl.faces])
    if enum is None:
        return
    faces: list[int] = []
    for times, face in decl.faces:
        word = _face_word(face)
        if word is None or word.name not in enum.names:
            name = word.name if word else "this"
            symbols.findings.add(
                "T0375", face.span, [(enum.span, "declared here")], nearest(name, enum.names),
                name=name, enum=enum.name,
            )  # fmt: skip
            continue
        faces += [enum.names.index(word.name)] * _times(symbols, times, face)
    symbols.used.add(("enum", enum.name))
    kind.faces, kind.face_type = tuple(faces), EnumT(enum.position)


def _face_word(face: tree.Expr) -> tree.Ident | None:
    match face:
        case tree.Name(name, span):
            return tree.Ident(name, span)
        case tree.Member(tree.Name(), member):
            return member
        case _:
            return None


def _enum_of_faces(symbols: Symbols, faces: list[tree.Expr]) -> EnumSym | None:
    """The enum whose names the faces are: the one that is written before a dot, else the one that has most of
    them.
    """
    for face in faces:
        if isinstance(face, tree.Member) and isinstance(face.base, tree.Name):
            if face.base.name in symbols.enums:
                return symbols.enums[face.base.name]
            symbols.findings.add(
                "T0350",
                face.base.span,
                suggestion=nearest(face.base.name, symbols.enums),
                name=face.base.name,
            )
            return None
    words = {word.name for face in faces if (word := _face_word(face)) is not None}
    hits = sorted(symbols.enum_list, key=lambda enum: -len(words.intersection(enum.names)))
    count = [len(words.intersection(enum.names)) for enum in hits[:2]]
    if not hits or count[0] == 0:
        every = [name for enum in symbols.enum_list for name in enum.names]
        word = next((_face_word(face) for face in faces if _face_word(face)), None)
        name = word.name if word else "this"
        symbols.findings.add("T0376", faces[0].span, suggestion=nearest(name, every), name=name)
        return None
    if len(count) == 2 and count[0] == count[1]:
        symbols.findings.add(
            "T0379", faces[0].span, one=hits[0].name, other=hits[1].name, name=sorted(words)[0]
        )
        return None
    return hits[0]


def _times(symbols: Symbols, times: int, face: tree.Expr) -> int:
    if not 1 <= times <= FACE_LIMIT:
        symbols.findings.add("T0378", face.span, count=times)
        return 0
    return times
