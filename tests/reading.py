"""Reads text with the front end's first half, for the tests of it."""

from tafl.dsl import syntax as tree
from tafl.dsl.diagnostics import Diagnostic, Findings
from tafl.dsl.manifest import read_manifest
from tafl.dsl.parse import parse_file
from tafl.dsl.source import from_bytes
from tafl.dsl.tables import parse_table

PATHS = {"tafl": "game.tafl", "yaml": "table.yaml", "csv": "table.csv", "pack": "pack.yaml"}


def read(text: str | bytes, surface: str = "tafl") -> tuple[tree.File | None, list[Diagnostic]]:
    """The tree of a file (None for a manifest) and everything that is wrong with it."""
    findings = Findings()
    data = text.encode() if isinstance(text, str) else text
    source = from_bytes(PATHS[surface], data, findings)
    made = None
    if surface == "tafl":
        made = parse_file(source, findings)
    elif surface == "pack":
        read_manifest(source, findings)
    else:
        made = parse_table(source, findings, ())
    return made, findings.sorted()


def good(text: str, surface: str = "tafl") -> tuple[tree.Decl, ...]:
    """The declarations of a file in which nothing is wrong."""
    made, found = read(text, surface)
    assert [each.message for each in found] == []
    assert made is not None
    return made.declarations


def codes(text: str | bytes, surface: str = "tafl") -> list[str]:
    return [each.code for each in read(text, surface)[1]]


def places(text: str | bytes, surface: str = "tafl") -> list[str]:
    """What is wrong, as `code line:column`."""
    return [f"{each.code} {each.span.line}:{each.span.column}" for each in read(text, surface)[1]]


def statement(text: str) -> tree.Stmt:
    """A statement, as the only one of an effect."""
    body = "".join(f"    {line}\n" for line in text.split("\n"))
    (effect,) = good(f"effect e(p: Player):\n{body}")
    assert isinstance(effect, tree.EffectDecl)
    assert effect.body is not None
    assert len(effect.body) == 1
    return effect.body[0]


def expression(text: str) -> tree.Expr:
    """An expression, as the value of a `value`."""
    (value,) = good(f"value v -> int: {text}")
    assert isinstance(value, tree.ValueDecl)
    assert value.body is not None
    (line,) = value.body
    assert isinstance(line, tree.ExprStmt)
    return line.value


def shape(node: object) -> object:
    """A node without its places, as nested tuples."""
    if isinstance(node, tuple):
        return tuple(shape(each) for each in node)
    fields = getattr(node, "__dataclass_fields__", None)
    if fields is None:
        return node
    held = {name: getattr(node, name) for name in fields if name not in ("span", "op_span")}
    if isinstance(node, tree.Name | tree.Ident):
        return node.name
    if isinstance(node, tree.Number):
        return node.value
    return (type(node).__name__, *(shape(value) for value in held.values()))
