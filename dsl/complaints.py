"""Says in the author's words why a line cannot be read: from where the reading stopped to one finding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .diagnostics import Findings
from .grammar import END, tables
from .lexer import Token
from .mistakes import Mistake
from .reader import JOINING, RESERVED, Unexpected, accepts, read
from .suggest import nearest

AT_END = "at the end of this line"
"""Where a colon is missing, in words."""

_COMPOUND = frozenset(
    {"if", "for", "while", "repeat", "turn", "rounds", "scope", "phase", "may", "choose", "together"}
)
_COMPARING = frozenset({"==", "!=", "<", "<=", ">", ">=", "in", "is"})
_OPERATORS = _COMPARING | {"+", "-", "*", "..", ".", "(", "[", "and", "or", "not", "of", "?", "=", "+=", "-="}
_OPENING_VALUES = frozenset({"if", "not", "the", "all", "seat", "(", "[", "-"})
_ELSE_IF = frozenset({"elseif", "elsif", "else_if"})
_WHAT = {
    "declaration": "a declaration",
    "game_part": "`players`, `cooperative` or `option`, or in a campaign a setting or `play:`",
    "enum_part": "a name",
    "kind_part": "a field, `state`, `zone`, `value`, `effect`, `action` or `active while`",
    "seat_part": "`state` or `zone`, perhaps with `lasting` before it",
    "graph_part": "names joined by `--`",
    "layout_part": "a row between `|` or `legend`",
    "drawing_part": "a row between `|`",
    "content_part": "a field, a slot, `text`, `source`, `state`, `action` or a hook",
    "scenario_part": "a setting, `text`, `source`, `layout`, `region` or a hook",
    "test_part": "`given`, `when`, `then`, `expect` or a declaration",
    "when_part": "a statement or an answer",
    "then_part": "an expression or an expectation",
    "stmt": "a statement",
    "simple": "a statement",
    "change_to": "`to` and a value",
    "expr": "a value",
    "row_key": "a name",
}


def complain(findings: Findings, start: str, tokens: Sequence[Token], error: Unexpected) -> str:
    """Reports why a line that should be a `start` cannot be read; returns the code of the finding."""
    return _Complaint(findings, start, tokens, error).report()


class _Complaint:
    def __init__(self, findings: Findings, start: str, tokens: Sequence[Token], error: Unexpected) -> None:
        self.findings = findings
        self.start = start
        self.tokens = tokens
        self.known = tables()
        self.index = error.index
        self.states = error.states
        self.types = error.types
        if self.index > 1 and self.types[-1] == "NAME" and tokens[self.index - 1].text in JOINING:
            self._step_back()
        self.found = tokens[self.index]

    def _step_back(self) -> None:
        """`hp >= and 3`: what is wrong is not the 3, but that `and` would have to be a name."""
        self.index -= 1
        self.types = self.types[: self.index]
        states: list[int] | None = [self.known.starts[self.start]]
        for kind in self.types:
            assert states is not None
            states = accepts(self.known, states, kind)
        assert states is not None
        self.states = tuple(states)

    def report(self) -> str:
        looks = (self._first_word, self._compound, self._sign, self._colon, self._words, self._condition)
        for look in looks:
            code = look()
            if code is not None:
                return code
        return self._general()

    def _can(self, literal: str) -> bool:
        return self._takes(self.known.literals.get(literal, literal))

    def _takes(self, kind: str) -> bool:
        return accepts(self.known, self.states, kind) is not None

    def _add(self, code: str, token: Token, suggestion: str | None = None, **facts: Any) -> str:
        self.findings.add(code, token.span, suggestion=suggestion, **facts)
        return code

    def _first_word(self) -> str | None:
        """A line that goes wrong because its first word is not what it was meant to be."""
        first, second = self.tokens[0], self.tokens[1] if len(self.tokens) > 1 else None
        if first.type != "WORD":
            return None
        else_if = first.text == "else" and second is not None and second.text == "if"
        if (else_if or first.text in _ELSE_IF) and self.start in ("stmt", "when_part"):
            return self._add("T0209", first)
        if first.text == "else" and second is not None and second.text != ":" and self.start == "stmt":
            return self._add("T0203", second, where=f"before {_shown(second)}", before=first.text)
        alone = second is None or second.text in ("for", ":")
        if first.text == "together" and self.found.text == ":" and second is not None and not alone:
            facts = {"expected": "`for`", "before": "`together`", "found": _shown(second)}
            return self._add("T0201", second, **facts)
        if self.index > 0 and self.types[0] != "NAME":
            return None
        openers = self._openers()
        if first.text != first.text.lower() and first.text.lower() in openers:
            return self._add("T0208", first, wrong=first.text, right=first.text.lower())
        meant = nearest(first.text, openers)
        if meant is not None and (
            self.start not in ("stmt", "simple", "when_part")
            or self.found.text == ":"
            or (meant, self.found.text) == ("together", "for")
        ):
            return self._add("T0216", first, meant, word=first.text, what=_WHAT[self.start])
        return None

    def _openers(self) -> list[str]:
        states = (self.known.starts[self.start],)
        return [
            word
            for word, kind in self.known.literals.items()
            if word.isalpha() and accepts(self.known, states, kind) is not None
        ]

    def _sign(self) -> str | None:
        """Signs that are written for one another."""
        found = self.found
        match found.text if found.type == "SIGN" else None:
            case "=" if self._can("=="):
                return self._add("T0205", found)
            case "==" if self._can("="):
                return self._add("T0206", found)
            case ":" if self._takes(END):
                return self._add("T0204", found)
            case "--":
                return self._add("T0210", found)
            case "==" | "!=" | "<" | "<=" | ">" | ">=" if self._can("and"):
                return self._add("T0214", found, sign=found.text)
            case _:
                pass
        if found.type == END and self._can(":"):
            return self._add("T0203", found, where=AT_END, before=self.tokens[self.index - 1].text)
        return self._first_bracket()

    def _first_bracket(self) -> str | None:
        """`draw (n + 1) from deck`: read as a call, after which nothing more was expected."""
        if self.index < 3 or self.types[0] != "NAME" or self.start not in ("stmt", "simple", "when_part"):
            return None
        verb, sign = self.tokens[0], self.tokens[1]
        apart = sign.raw is not verb.raw or sign.start > verb.start + len(verb.text)
        if not apart or sign.text not in ("(", "[", "-"):
            return None
        if self.found.text in RESERVED or self.found.text == "," or self._takes(END):
            return self._add("T0207", sign, sign=sign.text, verb=verb.text)
        return None

    def _colon(self) -> str | None:
        """`if p.points > 5 end game`: a statement begins where a colon should open it."""
        opened = accepts(self.known, self.states, self.known.literals[":"])
        if opened is None or accepts(self.known, opened, END) is None:
            return None
        try:
            read("simple", self.tokens[self.index :])
        except (Unexpected, Mistake):
            return None
        before = self.tokens[self.index - 1].text
        return self._add("T0203", self.found, where=f"before {_shown(self.found)}", before=before)

    def _words(self) -> str | None:
        found = self.found
        if found.type == "MANY":
            return self._add("T0111", found, text=found.text)
        if found.type == "STRING" and self._wants_value():
            return self._add("T0213", found)
        if found.type == "BARS":
            return self._add("T0220", found)
        if found.text in RESERVED and self._takes("NAME") and not self._wants_value():
            return self._add("T0215", found, word=found.text)
        return None

    def _compound(self) -> str | None:
        """`for p in players: if p.tired: rest p`: only a simple statement stands behind `:` or `when`."""
        if self.start == "test_part" and any(token.text == ":" for token in self.tokens):
            first, second = self.tokens[:2]
            if first.text == "when" and second.text in _COMPOUND:
                return self._add("T0238", second, word=second.text)
        if self.found.text not in (":", "for"):
            return None
        for before, token in zip(self.tokens, self.tokens[1 : self.index], strict=False):
            if before.type == "SIGN" and before.text == ":" and token.text in _COMPOUND:
                return self._add("T0236", token, word=token.text)
        return None

    def _condition(self) -> str | None:
        """`if a then b else c` with a part missing."""
        first = self.tokens[0]
        if first.text == "if" and self.start in ("stmt", "simple", "when_part") and self._can("else"):
            then = next(token for token in self.tokens if token.text == "then")
            return self._add("T0237", then)
        for word in ("then", "else"):
            if self._can(word) and not self._can(",") and not self._can(":") and not self._can(")"):
                return self._add("T0211", self.found, word=word, found=_shown(self.found))
        return None

    def _general(self) -> str:
        meant = self._meant()
        if meant is None and self.index > 1 and self.types[-1] == "NAME":
            self._slip_before()
            meant = self._meant()
        found = self.found
        expected = self._expected()
        if self.index == 0:
            return self._add("T0217", found, meant, expected=expected, found=_shown(found))
        before = _shown(self.tokens[self.index - 1])
        if found.type == END:
            return self._add("T0202", found, expected=expected, before=before)
        return self._add("T0201", found, meant, expected=expected, before=before, found=_shown(found))

    def _meant(self) -> str | None:
        """The keyword that the found word is probably a slip of."""
        if self.found.type != "WORD":
            return None
        words = [word for word in self.known.literals if word.isalpha() and self._can(word)]
        return nearest(self.found.text, words)

    def _slip_before(self) -> None:
        """`choose x form S`: the word before was read as a name, and is close to a keyword that fits."""
        stopped = (self.index, self.states, self.types)
        self._step_back()
        self.found = self.tokens[self.index]
        if self._meant() is None:
            self.index, self.states, self.types = stopped
            self.found = self.tokens[self.index]

    def _wants_value(self) -> bool:
        return self._takes("INT") and self._takes("NAME") and self._can("(")

    def _expected(self) -> str:
        """What could stand here, in words."""
        if self.index == 0:
            return _WHAT[self.start]
        value = self._wants_value()
        names = [("a value", value), ("a name", not value and self._takes("NAME"))]
        names += [("a number", not value and self._takes("INT")), ("a text in quotes", self._takes("STRING"))]
        said = [name for name, there in names if there]
        words = [word for word in sorted(self.known.literals) if self._can(word)]
        operators = _OPERATORS if "*" in words or "." in words else frozenset[str]()
        hidden = _OPENING_VALUES if value else operators
        said += [f"`{word}`" for word in words if word not in hidden]
        if self._takes(END):
            said.append("the end of the line")
        if "*" in words and said in ([], ["the end of the line"]):
            said.insert(0, "an operator")
        if len(said) > 6:
            said = [*said[:5], "something else that fits"]
        return " or ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)


def _shown(token: Token) -> str:
    if token.type == END:
        return "the end of the line"
    return "a text" if token.type == "STRING" else f"`{token.text}`"
