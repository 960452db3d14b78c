"""Makes expressions of the language at random, over the table of things that `generated.py` lays."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

Locals = tuple[tuple[str, str], ...]
"""Names with their types, as far as this file tells types apart."""


class Expressions:
    """Writes expressions, deciding everything by `random`."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.values: list[tuple[str, list[str], str]] = []
        self.effects: list[tuple[str, list[str], bool]] = []
        self.names = 0
        self.grid = True

    # ---- Choosing ------------------------------------------------------------------------------------------

    def pick(self, *makers: Callable[[], str] | str) -> str:
        maker = self.random.choice(makers)
        return maker if isinstance(maker, str) else maker()

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def name(self, letter: str) -> str:
        self.names += 1
        return f"{letter}{self.names}"

    def of(self, names: Locals, type_: str) -> list[str]:
        return [name for name, own in names if own == type_]

    # ---- Expressions ---------------------------------------------------------------------------------------

    def expr(self, type_: str, names: Locals, depth: int = 3) -> str:
        """An expression of a type: int, bool, player, sort, card, space, or a list of these: `[int]`."""
        own = self.of(names, type_)
        if own and (depth <= 0 or self.chance(0.35)):
            return self.random.choice(own)
        maker = getattr(self, f"_{type_.strip('[]')}{'s' if type_.startswith('[') else ''}")
        text: str = maker(names, depth - 1)
        return text

    def _int(self, names: Locals, depth: int) -> str:
        number = str(self.random.randint(0, 9))
        if depth < 0:
            return self.pick(number, "total", "round")
        e = self.expr

        def x() -> str:
            return self.expr("int", names, depth)

        calls = [lambda each=each: self.call(each, names, depth) for each in self.values if each[2] == "int"]
        return self.pick(
            number,
            lambda: f"({x()} + {x()})",
            lambda: f"({x()} - {x()})",
            lambda: f"({x()} * {self.random.randint(0, 3)})",
            lambda: f"(if {e('bool', names, depth)} then {x()} else {x()})",
            lambda: f"{self.random.choice(['min', 'max'])}({x()}, {x()})",
            lambda: f"abs({x()})",
            lambda: f"{self.random.choice(['half_up', 'half_down'])}({x()})",
            lambda: (
                f"{self.random.choice(['div_up', 'div_down', 'mod'])}({x()}, {self.random.randint(1, 5)})"
            ),
            lambda: f"{e('player', names, depth)}.{self.random.choice(['points', 'life', 'number'])}",
            lambda: f"{e('player', names, depth)}.{self.random.choice(['hand', 'deck', 'discard'])}.count",
            lambda: f"{e('card', names, depth)}.{self.random.choice(['rank', 'load'])}",
            lambda: f"{e('card', names, depth)}.worth({e('player', names, depth)})",
            lambda: f"{e('space', names, depth)}.{'row' if self.grid else 'heat'}",
            lambda: f"distance({e('space', names, depth)}, {e('space', names, depth)})",
            lambda: self.query("count", names, depth),
            lambda: self.query("sum", names, depth),
            lambda: f"count({e('[int]', names, depth)})",
            *calls,
            *calls,
        )

    def _bool(self, names: Locals, depth: int) -> str:
        if depth < 0:
            return self.pick("true", "false", "mode == small", "(total > 5)")
        e = self.expr
        kinds = ("card", "player", "space", "sort", "int")
        return self.pick(
            lambda: (
                f"({e('int', names, depth)} {self.pick('<', '<=', '==', '!=', '>', '>=')}"
                f" {e('int', names, depth)})"
            ),
            lambda: (
                f"({e('bool', names, depth)} {self.random.choice(['and', 'or'])} {e('bool', names, depth)})"
            ),
            lambda: f"(not {e('bool', names, depth)})",
            lambda: (
                (kind := self.random.choice(kinds))
                and f"({e(kind, names, depth)} == {e(kind, names, depth)})"
            ),
            lambda: (
                (kind := self.random.choice(kinds[:3]))
                and f"({e(kind, names, depth)} in {e(f'[{kind}]', names, depth)})"
            ),
            lambda: self.query(self.random.choice(["any", "all"]), names, depth),
            lambda: f"{e('card', names, depth)}.mark",
            lambda: f"({e('card', names, depth)} is {self.random.choice(['ace', 'king', 'queen'])})",
            lambda: (
                f"({e('card', names, depth)}.{self.random.choice(['partner', 'holder', 'owner'])} is some)"
            ),
            lambda: f"({e('space', names, depth)}.guest == {e('player', names, depth)})",
            lambda: f"({e('sort', names, depth)} in {e('player', names, depth)}.liked)",
            lambda: f"{e('card', names, depth)}.face_up",
            lambda: f"alike({e('[int]', names, depth)})",
            lambda: f"aligned({e('space', names, depth)}, {e('space', names, depth)})",
        )

    def _player(self, names: Locals, depth: int) -> str:
        if depth < 0:
            return self.pick("seat 1", "seat 2", "active", "starter")
        return self.pick(
            "seat 1",
            "active",
            lambda: f"{self.expr('player', names, depth)}.{self.random.choice(['next', 'previous'])}",
            lambda: self.found(names, depth),
        )

    def found(self, names: Locals, depth: int) -> str:
        """A player that fits, rarely one that may not be there."""
        x = self.name("x")
        inner = (*names, (x, "player"))
        if self.chance(0.03):
            return f"(the first({x} in players where {self.expr('bool', inner, depth)}))"
        return f"(the most({x} in players by {self.expr('int', inner, depth)}).first)"

    def _sort(self, names: Locals, depth: int) -> str:
        if depth < 0:
            return self.pick("small", "middle", "great", "mode")
        return self.pick("small", "great", lambda: f"{self.expr('card', names, depth)}.sort", "mode")

    def _card(self, names: Locals, depth: int) -> str:
        del depth
        return self.pick(*(self.of(names, "card") or ["(the Card.first)"]))

    def _space(self, names: Locals, depth: int) -> str:
        return self.pick(*(self.of(names, "space") or ["a1", "b2"]), "b1" if depth < 0 else "(the Cell.last)")

    def _ints(self, names: Locals, depth: int) -> str:
        if depth < 0:
            return "[1, 2, 2]"
        return self.pick(
            lambda: f"({self.random.randint(0, 2)}..{self.random.randint(1, 5)})",
            lambda: self.query("list", names, depth),
            lambda: f"[{self.expr('int', names, depth)}, {self.expr('int', names, depth)}]",
            lambda: f"distinct({self.expr('[int]', names, depth)})",
            lambda: f"reversed({self.expr('[int]', names, depth)})",
            lambda: (
                f"({self.expr('[int]', names, depth)} {self.pick('+', '-')}"
                f" {self.expr('[int]', names, depth)})"
            ),
        )

    def _players(self, names: Locals, depth: int) -> str:
        if depth < 0:
            return "players"
        return self.pick(
            "players",
            lambda: f"clockwise(from {self.expr('player', names, depth)})",
            lambda: f"opponents({self.expr('player', names, depth)})",
            lambda: self.chosen_list("player", names, depth),
        )

    def _sorts(self, names: Locals, depth: int) -> str:
        del names, depth
        return "all Sort"

    def _cards(self, names: Locals, depth: int) -> str:
        if depth < 0:
            return self.pick("Card", "market.items")
        player = self.expr("player", names, depth)
        return self.pick(
            "Card",
            "market.items",
            f"{player}.{self.random.choice(['hand', 'hand', 'discard', 'bag', 'deck'])}.items",
            lambda: self.chosen_list("card", names, depth),
        )

    def _spaces(self, names: Locals, depth: int) -> str:
        if depth < 0:
            return "Cell"
        space = self.expr("space", names, depth)
        return self.pick(
            "Cell",
            f"adjacent({space})",
            f"around({space})",
            *([f"same_row({space})", f"ray({space}, right)", "field.corners"] if self.grid else []),
            lambda: f"connected(from [{space}], within {self.expr('[space]', names, depth)})",
            lambda: self.chosen_list("space", names, depth),
        )

    def chosen_list(self, type_: str, names: Locals, depth: int) -> str:
        """Some of a list, or the list in another order."""
        x = self.name("x")
        inner = (*names, (x, type_))
        source = self.expr(f"[{type_}]", names, depth)
        return self.pick(
            lambda: f"[{x} in {source} where {self.expr('bool', inner, depth)}]",
            lambda: f"sorted({x} in {source} by {self.expr('int', inner, depth)})",
            lambda: f"{self.pick('most', 'least')}({x} in {source} by {self.expr('int', inner, depth)})",
            lambda: f"reversed({source})",
            lambda: f"leading({source}, {self.expr('int', names, 0)})",
        )

    def query(self, form: str, names: Locals, depth: int) -> str:
        """A query with one source or two."""
        clauses, inner = [], names
        for _ in range(self.random.choice([1, 1, 1, 2])):
            x, type_ = self.name("x"), self.random.choice(["int", "card", "space", "player"])
            clauses.append(f"{x} in {self.expr(f'[{type_}]', inner, min(depth, 1))}")
            inner = (*inner, (x, type_))
        where = self.expr("bool", inner, depth)
        given = "" if form in ("count", "any", "all") else f"{self.expr('int', inner, depth)} for "
        if len(clauses) > 1 or form in ("sum", "list") or self.chance(0.8):
            inside = f"{given}{', '.join(clauses)} where {where}"
        else:
            inside = f"{given}{clauses[0]}" + (f" where {where}" if form in ("any", "all") else "")
        return f"[{inside}]" if form == "list" else f"{form}({inside})"

    def call(self, value: tuple[str, list[str], str], names: Locals, depth: int) -> str:
        arguments = ", ".join(self.expr(type_, names, min(depth, 1)) for type_ in value[1])
        return f"{value[0]}({arguments})"
