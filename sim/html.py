"""Builds HTML and SVG as text: whatever is not made here is escaped."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


class Safe(str):
    """Text that is HTML already."""

    __slots__ = ()


VOID = frozenset(("meta", "br", "hr"))


def el(name: str, /, *children: str, **attributes: object) -> Safe:
    """An element. A child that is not Safe is text; attributes are escaped; a name's underscores stand for
    hyphens, one at its end for nothing (`class_`), a value of None for no attribute.
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_value(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in VOID:
        return Safe(f"<{name}{written}>")
    return Safe(f"<{name}{written}>{join(children)}</{name}>")


def join(children: Iterable[str]) -> Safe:
    """Several after each other."""
    return Safe("".join(child if isinstance(child, Safe) else escape(child) for child in children))


def _value(value: object) -> str:
    """Coordinates with as many digits as can be seen."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def table(caption: str, head: Iterable[str], rows: Iterable[Iterable[str]], wide: int = 1) -> Safe:
    """A table whose first `wide` columns are names and whose others are numbers or plots."""
    head = list(head)
    cells = [
        el("th", each, scope="col", class_=None if n < wide else "number") for n, each in enumerate(head)
    ]
    body = []
    for row in rows:
        first, *others = list(row)
        line = [el("th", first, scope="row")]
        line += [el("td", each, class_=None if n < wide else "number") for n, each in enumerate(others, 1)]
        body.append(el("tr", *line))
    return el(
        "div",
        el(
            "table",
            el("caption", caption),
            el("thead", el("tr", *cells)),
            el("tbody", *body),
        ),
        class_="table",
    )


def page(title: str, *parts: str) -> str:
    """A whole page that needs nothing else."""
    return (
        "<!doctype html>\n"
        + el(
            "html",
            el(
                "head",
                el("meta", charset="utf-8"),
                el("meta", name="viewport", content="width=device-width, initial-scale=1"),
                el("meta", name="color-scheme", content="light dark"),
                el("title", title),
                el("style", Safe(STYLE)),
            ),
            el("body", el("main", *parts)),
            lang="en",
        )
        + "\n"
    )


STYLE = """
:root {
  color-scheme: light dark;
  --paper: #fcfcfa; --ink: #1d1f24; --soft: #5d6470; --line: #d9dce1; --fill: #e9edf3;
  --mark: #1f5fa8; --good: #1b7f4b; --bad: #b4341f; --bar: #7fa6d4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16181c; --ink: #e7e9ec; --soft: #a3aab5; --line: #363b44; --fill: #23272e;
    --mark: #7db4f0; --good: #5fce95; --bad: #f08a76; --bar: #456d9c;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.3rem; margin: 2.6rem 0 .4rem; padding-top: .6rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.6rem 0 .3rem; }
h4 { font-size: .95rem; margin: .9rem 0 .1rem; color: var(--soft); }
p { margin: .4rem 0; max-width: 46rem; }
.soft, figcaption, caption { color: var(--soft); }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
pre { background: var(--fill); padding: .6rem .8rem; border-radius: 6px; white-space: pre-wrap; }
ul.findings { background: var(--fill); border-radius: 8px; padding: .8rem 1rem .8rem 2rem; margin: 1.2rem 0; }
ul.findings li { margin: .2rem 0; }
figure { margin: .8rem 0; }
figcaption, caption { font-size: .9rem; text-align: left; padding: 0 0 .3rem; }
svg { display: block; max-width: 100%; height: auto; overflow: visible; }
svg text { fill: var(--ink); font: 12px system-ui, sans-serif; }
svg text.soft { fill: var(--soft); }
.table { overflow-x: auto; margin: .6rem 0 1rem; }
table { border-collapse: collapse; font-size: .9rem; width: 100%; }
th, td { text-align: left; padding: .22rem .55rem; border-bottom: 1px solid var(--line); }
thead th { color: var(--soft); font-weight: 600; vertical-align: bottom; border-bottom-width: 2px; }
tbody th { font-weight: 500; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
thead th.number { white-space: normal; }
td svg { display: inline-block; vertical-align: middle; }
.good { color: var(--good); } .bad { color: var(--bad); }
td code { white-space: nowrap; }
.columns { columns: 17rem; column-gap: 2rem; padding-left: 1.1rem; font-size: .9rem; }
.columns li { break-inside: avoid; }
@media print {
  :root { --paper: #fff; --ink: #000; --soft: #444; --line: #bbb; --fill: #f1f1f1;
    --mark: #1f5fa8; --good: #1b7f4b; --bad: #b4341f; --bar: #9dbce0; }
  body { font-size: 10.5pt; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  main { max-width: none; padding: 0; }
  h2, h3, caption { break-after: avoid; }
  figure, tr, .findings { break-inside: avoid; }
  .table { overflow: visible; }
}
"""
