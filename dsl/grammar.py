"""Turns `grammar.lark` into LALR tables: those that lie beside it, or, where it was edited, what Lark makes
of it.

Reading the tables as JSON takes some milliseconds, importing Lark and making them anew more than half a
second: a run of `tafl` never imports Lark. Tables made anew are kept in the user's cache;
`python -m tafl.dsl.grammar` writes those that are shipped.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import lark

STARTS = (
    "declaration",
    "game_part",
    "enum_part",
    "kind_part",
    "seat_part",
    "graph_part",
    "layout_part",
    "drawing_part",
    "content_part",
    "scenario_part",
    "test_part",
    "when_part",
    "then_part",
    "stmt",
    "simple",
    "change_to",
    "expr",
    "row_key",
)
"""The rules that describe a whole line, or a piece of code in a table or a text."""

END = "$END"
_FORMAT = 2


@dataclass(frozen=True, slots=True)
class Rule:
    """What a reduction does: `size` children become one value under the name `origin`.

    `build` names the function that makes the value. `plan` says where the children come from: an index, None
    where an optional part is absent; the children of a repetition are spread. `single` rules pass a lone
    child on; those that `passes` do nothing else. `straight` children are taken as they come, and a rule that
    `repeats` makes a list.
    """

    origin: str
    size: int
    build: str
    single: bool
    plan: tuple[int | None, ...]
    spread: frozenset[int]
    passes: bool
    straight: bool
    repeats: bool


@dataclass(frozen=True, slots=True)
class Tables:
    """LALR tables: `states[s][symbol]` is the next state, or `-1 - r` where rule r is to be reduced.

    `literals` maps keywords and signs to terminals; `starts` and `ends` are the first and last state of a
    start rule.
    """

    states: tuple[dict[str, int], ...]
    rules: tuple[Rule, ...]
    literals: dict[str, str]
    starts: dict[str, int]
    ends: dict[str, int]


SHIPPED = Path(__file__).with_name("grammar.json")


@cache
def tables() -> Tables:
    """The tables of the grammar; a cache that cannot be read or written is done without."""
    text = grammar_text()
    shipped = json.loads(SHIPPED.read_text(encoding="ascii")) if SHIPPED.exists() else {}
    if shipped.get("key") == key(text):
        return _decode(shipped)
    path = cache_folder() / f"grammar-{key(text)}.json"
    kept = _kept(path)
    if kept is None:
        kept = _encode(make(text))
        _keep(path, json.dumps(kept))
    return _decode(kept)


def key(text: str) -> str:
    """What tables must have been made from to serve this grammar."""
    return hashlib.sha256(json.dumps((_FORMAT, text, STARTS)).encode()).hexdigest()[:20]


def ship() -> str:
    """The tables to be shipped, as text."""
    text = grammar_text()
    made = {"key": key(text), **_encode(make(text))}
    return json.dumps(made, separators=(",", ":"), sort_keys=True) + "\n"


def grammar_text() -> str:
    return Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")


def make(text: str, lexer: str = "basic", strict: bool = False) -> lark.Lark:
    """Lark's own parser for a grammar."""
    import lark

    return lark.Lark(
        text, parser="lalr", lexer=lexer, start=list(STARTS), keep_all_tokens=True, strict=strict
    )


def cache_folder() -> Path:
    """Where made tables are kept: `$XDG_CACHE_HOME/tafl`, or what the system has for it."""
    named = os.environ.get("XDG_CACHE_HOME")
    if named:
        return Path(named) / "tafl"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~")).expanduser() / "tafl" / "cache"
    return Path("~/.cache/tafl").expanduser()


def _kept(path: Path) -> Any:
    """What is in the cache; None where it holds nothing whole."""
    try:
        digest, _, body = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    return json.loads(body) if digest.decode("ascii", "replace") == _digest(body) else None


def _keep(path: Path, text: str) -> None:
    """Writes the cache in one step, so that no other run ever reads half of it."""
    import tempfile

    body = text.encode()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, fresh = tempfile.mkstemp(prefix="grammar-", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(f"{_digest(body)}\n".encode() + body)
        os.replace(fresh, path)
    except OSError:
        return


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def _encode(parser: lark.Lark) -> dict[str, Any]:
    """The tables of a Lark parser as plain data."""
    from lark.parsers.lalr_analysis import Shift

    confs = {start: parser.parse_interactive(start=start).parser_state.parse_conf for start in STARTS}
    found = confs[STARTS[0]].states
    rules = {rule: number for number, rule in enumerate(parser.rules)}
    order = _order(found, [confs[start].start_state for start in STARTS], Shift)
    states: list[dict[str, int]] = []
    for state in order:
        actions = sorted(found[state].items())
        states.append(
            {name: order[goal] if act is Shift else -1 - rules[goal] for name, (act, goal) in actions}
        )
    return {
        "states": states,
        "rules": [_encode_rule(rule) for rule in parser.rules],
        "literals": {t.pattern.value: t.name for t in parser.terminals if t.pattern.type == "str"},
        "starts": {start: order[conf.start_state] for start, conf in confs.items()},
        "ends": {start: order[conf.end_state] for start, conf in confs.items()},
    }


def _order(states: Any, starts: list[int], shift: Any) -> dict[int, int]:
    """Numbers for the states in the order of reaching them: Lark's own change from run to run."""
    order = {state: number for number, state in enumerate(starts)}
    queue = list(order)
    for state in queue:
        for _, (action, goal) in sorted(states[state].items()):
            if action is shift and goal not in order:
                order[goal] = len(order)
                queue.append(goal)
    return order


def _encode_rule(rule: Any) -> dict[str, Any]:
    options = rule.options
    taken = iter(range(len(rule.expansion)))
    gaps = options.empty_indices or [False] * len(rule.expansion)
    plan: list[int | None] = [None if gap else next(taken) for gap in gaps]
    return {
        "origin": str(rule.origin.name),
        "size": len(rule.expansion),
        "build": str(rule.alias or options.template_source or rule.origin.name),
        "single": bool(options.expand1 and not rule.alias),
        "plan": plan,
        "spread": [
            i
            for i, symbol in enumerate(rule.expansion)
            if symbol.name.startswith("__") and not symbol.is_term
        ],
    }


def _decode(plain: dict[str, Any]) -> Tables:
    rules = tuple(map(_decode_rule, plain["rules"]))
    return Tables(tuple(plain["states"]), rules, plain["literals"], plain["starts"], plain["ends"])


def _decode_rule(plain: dict[str, Any]) -> Rule:
    plan, spread, size = tuple(plain["plan"]), frozenset(plain["spread"]), plain["size"]
    straight = plan == tuple(range(size)) and not spread
    return Rule(
        plain["origin"],
        size,
        plain["build"],
        plain["single"],
        plan,
        spread,
        plain["single"] and straight and size == 1,
        straight,
        plain["origin"].startswith("__"),
    )


if __name__ == "__main__":
    SHIPPED.write_text(ship(), encoding="ascii")
