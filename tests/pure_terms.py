"""Makes pure routines at random in a small world, for tests that compare engines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from tafl.ir import program as ir
from tafl.ir.board import DIRECTIONS
from tafl.ir.types import INT_MAX, NONE, Int, KindT, ListT, OptT, SetT, Type
from tafl.tests.ir_builder import BOOL, INT, PLAYER, ZONE, Build, at, lib, ret
from tafl.tests.pure_world import (
    AGE,
    CARD,
    CELL,
    CELLS,
    DRAWN,
    FRIENDS,
    MARK,
    PAWN,
    POINTS,
    SEEN,
    SETS,
    SINGLE,
    SMALL,
    TOTAL,
    WAY,
    WIDE,
)

DRAWN_SHAPE = ir.Const(((0, 1), (1, 1), (-1, 0), (2, 0)), ListT(ListT(INT, 2), 4), at())

Declared = tuple[int, tuple[Type, ...], Type]
"""A value: its number, the types of its parameters, and what it gives."""


def some_values(build: Build, random: Random) -> list[Declared]:
    """Values that call those before them: some nothing but an expression, some with statements; now and then
    one that calls itself, which nothing else calls.
    """
    found: list[Declared] = []
    for number in range(6):
        params = tuple(
            random.choice((INT, CELL, PLAYER, ListT(CELL, None))) for _ in range(random.randrange(3))
        )
        result = random.choice((INT, BOOL, ListT(CELL, None), ListT(INT, None), OptT(PLAYER), SMALL))
        terms = Terms(build, random, params, found)
        if random.random() < 0.4:
            body = terms.block(result, 2)
        else:
            body = (*(terms.lets() if random.random() < 0.4 else ()), ret(terms.term(result, 3)))
        locals_ = terms.locals[len(params) :]
        routine = build.routine(
            f"value{number}", *body, params=terms.locals[: len(params)], locals_=locals_, result=result
        )
        found.append((build.value(f"value{number}", routine), params, result))
    if random.random() < 0.5:
        itself = ir.CallValue(len(build.values), (), True, INT, at())
        build.value("forever", build.routine("forever", ret(itself), result=INT))
    return found


class Terms:
    """Random expressions for one routine, whose parameters and further locals are `locals`. They may call
    `values`.
    """

    def __init__(
        self,
        build: Build,
        random: Random,
        params: tuple[Type, ...],
        values: Sequence[Declared] = (),
    ) -> None:
        self.build = build
        self.random = random
        self.values = list(values)
        self.locals: list[tuple[str, Type]] = [(f"p{n}", of) for n, of in enumerate(params)]
        self._seen: list[int] = list(range(len(params)))

    def term(self, of: Type, depth: int) -> ir.Expr:
        """An expression of a type."""
        if isinstance(of, Int):
            of = INT
        choices = [slot for slot in self._seen if self.locals[slot][1] == of]
        if choices and self.random.random() < (0.3 if depth else 0.8):
            return ir.Local(self.random.choice(choices), of, at())
        if depth <= 0:
            return self._leaf(of)
        if self.random.random() < 0.12:
            branches = (self.term(BOOL, depth - 1), self.term(of, depth - 1), self.term(of, depth - 1))
            return ir.Select(*branches, of, at())
        if self.random.random() < 0.08 and not isinstance(of, OptT):
            return ir.Unwrap(self.term(OptT(of), depth - 1), of, at())
        callable_ = [value for value in self.values if value[2] == of]
        if callable_ and self.random.random() < 0.25:
            number, params, _ = self.random.choice(callable_)
            args = tuple(self.term(param, depth - 1) for param in params)
            return ir.CallValue(number, args, False, of, at())
        return self._grown(of, depth - 1)

    def lets(self) -> ir.Block:
        """Locals that are set one after the other."""
        found: list[ir.Stmt] = []
        for _ in range(self.random.randint(1, 3)):
            type_ = self.random.choice((INT, CELL, ListT(CELL, None), OptT(CELL)))
            value = self.term(type_, 2)
            slot = self._new(type_)
            self._seen.append(slot)
            found.append(ir.SetLocal(slot, value, at()))
        return tuple(found)

    def block(self, of: Type, depth: int) -> ir.Block:
        """Statements that end with a value of a type."""
        found: list[ir.Stmt] = []
        for _ in range(self.random.randrange(3)):
            found += self._statement(of, depth)
        return (*found, ir.Return(self.term(of, depth), at()))

    def _new(self, of: Type) -> int:
        self.locals.append((f"l{len(self.locals)}", of))
        return len(self.locals) - 1

    def _statement(self, of: Type, depth: int) -> list[ir.Stmt]:
        pick = self.random.randrange(4)
        if pick == 0:
            return [ir.If(self.term(BOOL, depth), (ir.Return(self.term(of, depth - 1), at()),), (), at())]
        if pick == 1:
            type_ = self.random.choice((INT, ListT(CELL, None), SMALL))
            value = self.term(type_, depth)
            slot = self._new(type_)
            self._seen.append(slot)
            return [ir.SetLocal(slot, value, at())]
        total = self._new(INT)
        begin = ir.SetLocal(total, ir.Const(0, Int(0, 0), at()), at())
        more = self._sum(ir.Local(total, INT, at()), self.term(INT, depth - 1))
        again = ir.SetLocal(total, more, at())
        if pick == 2:
            item = self.random.choice((INT, CELL, PAWN))
            source = self.term(ListT(item, None), depth - 1)
            slot, hidden, position = self._new(item), self._new(ListT(item, None)), self._new(INT)
            self._seen.append(slot)
            where = self.term(BOOL, depth - 1) if self.random.random() < 0.5 else None
            again = ir.SetLocal(total, self._sum(ir.Local(total, INT, at()), self.term(INT, 1)), at())
            leave = ir.If(self.term(BOOL, 1), (ir.Break("out", at()),), (), at())
            self._seen.remove(slot)
            loop: ir.Stmt = ir.For(slot, hidden, position, source, where, (again, leave), "out", at())
        else:
            count = ir.Const(self.random.randrange(4), INT, at())
            loop = ir.While(count, self._new(INT), self.term(BOOL, depth - 1), (again,), None, at())
        self._seen.append(total)
        return [begin, loop]

    def _sum(self, left: ir.Expr, right: ir.Expr) -> ir.Expr:
        return ir.Arith("add", left, right, INT, at())

    # ---- Leaves --------------------------------------------------------------------------------------------

    def _leaf(self, of: Type) -> ir.Expr:
        random = self.random
        match of:
            case Int():
                return ir.Const(random.choice((0, 1, 2, 3, -1, 7, 40, -9, INT_MAX)), INT, at())
            case OptT():
                return ir.Const(NONE, of, at())
            case ListT(inner) if inner == INT or inner in self._counts:
                return ir.Const(tuple(self._number(inner) for _ in range(random.randrange(4))), of, at())
            case ListT(inner):
                return ir.ListOf(tuple(self._leaf(inner) for _ in range(random.randrange(3))), of, at())
            case SetT(inner):
                bits = {Int: 40, type(PLAYER): 2, KindT: 12}[type(inner)]
                return ir.Const(random.getrandbits(bits), of, at())
            case KindT(CARD.kind):
                return self._card(0)
            case _:
                return ir.Const(self._number(of), of, at())

    @property
    def _counts(self) -> dict[Type, int]:
        ways = len(DIRECTIONS[self._shape])
        return {BOOL: 2, PLAYER: 2, CELL: 12, PAWN: 4, ZONE: 3, WAY: ways}

    def _number(self, of: Type) -> int:
        return self.random.randint(-3, 5) if of == INT else self.random.randrange(self._counts[of])

    @property
    def _shape(self) -> str:
        return self.build.boards[0].shape

    # ---- What has parts ------------------------------------------------------------------------------------

    def _grown(self, of: Type, depth: int) -> ir.Expr:
        match of:
            case ListT(inner):
                return self._list(of, inner, depth)
            case SetT():
                return self._set(of, depth)
            case OptT(inner):
                return self._optional(of, inner, depth)
            case _:
                return self.random.choice(self._makers(of))(depth)

    def _makers(self, of: Type) -> list[Callable[[int], ir.Expr]]:
        if of == INT:
            return [self._arith, self._number_of, self._query_number, self._read_number]
        if of == BOOL:
            return [self._compare, self._logic, self._test, self._query_bool]
        return [lambda depth: self._single(of, depth)]

    def _arith(self, depth: int) -> ir.Expr:
        op = self.random.choice(("add", "sub", "mul"))
        return ir.Arith(op, self.term(INT, depth), self.term(INT, depth), INT, at())

    def _number_of(self, depth: int) -> ir.Expr:
        random, t = self.random, self.term
        name = random.choice(
            (
                *("div_up", "div_down", "mod", "min", "max", "abs", "half_up", "half_down", "len"),
                *("within", "stopped"),
            )
        )
        if name in ("within", "stopped"):
            limits = ir.Const(random.randint(-9, 0), INT, at()), ir.Const(random.randint(1, 30), INT, at())
            return lib(name, t(INT, depth), *limits)
        if name == "len":
            item = random.choice((INT, CELL, PAWN, PLAYER))
            return lib("len", t(ListT(item, None), depth))
        if name in ("abs", "half_up", "half_down"):
            return lib(name, t(INT, depth))
        return lib(name, t(INT, depth), t(INT, depth))

    def _query_number(self, depth: int) -> ir.Expr:
        random, t = self.random, self.term
        pick = random.randrange(7)
        if pick == 6:
            return lib("pairs", t(ListT(CELL, None), depth))
        if pick == 0:
            return lib("total", t(ListT(INT, None), depth))
        if pick == 1:
            return lib(random.choice(("greatest", "least_of", "only")), t(ListT(INT, None), depth))
        if pick == 2:
            return lib("index", t(ListT(INT, None), depth), t(INT, depth))
        if pick == 3:
            return lib("set_len", t(random.choice(SETS), depth))
        return self._query(random.choice(("count", "sum")), INT, INT, depth)

    def _read_number(self, depth: int) -> ir.Expr:
        random, t = self.random, self.term
        pick = random.randrange(8)
        if pick == 0:
            return ir.StateGet(TOTAL, None, INT, at())
        if pick == 1:
            return ir.StateGet(POINTS, t(PLAYER, depth), INT, at())
        if pick == 2:
            return ir.StateGet(AGE, t(PAWN, depth), INT, at())
        if pick == 3:
            return ir.FieldGet(0, self._card(depth), INT, at())
        if pick == 4:
            return lib(random.choice(("row_of", "column_of")), t(CELL, depth))
        if pick == 5:
            return lib("distance", t(CELL, depth), t(CELL, depth))
        if pick == 6:
            return lib("size", t(ZONE, depth))
        return lib("seat_number", t(PLAYER, depth))

    def _compare(self, depth: int) -> ir.Expr:
        random = self.random
        if random.random() < 0.5:
            op = random.choice(("lt", "le", "gt", "ge", "eq", "ne"))
            return ir.Compare(op, self.term(INT, depth), self.term(INT, depth), BOOL, at())
        of = random.choice(
            (*SINGLE[2:5], OptT(PLAYER), ListT(INT, None), ListT(ListT(INT, None), None), *SETS)
        )
        op = random.choice(("eq", "ne"))
        return ir.Compare(op, self.term(of, depth), self.term(of, depth), BOOL, at())

    def _logic(self, depth: int) -> ir.Expr:
        if self.random.random() < 0.3:
            return ir.Not(self.term(BOOL, depth), BOOL, at())
        op = self.random.choice(("and", "or"))
        return ir.Logic(op, self.term(BOOL, depth), self.term(BOOL, depth), BOOL, at())

    def _test(self, depth: int) -> ir.Expr:
        random, t = self.random, self.term
        pick = random.randrange(7)
        if pick == 0:
            return ir.IsNone(t(OptT(random.choice((PLAYER, CELL, PAWN))), depth), BOOL, at())
        if pick == 1:
            item = random.choice((INT, CELL, PAWN, PLAYER, OptT(PLAYER)))
            of = item.of if isinstance(item, OptT) else item
            return lib("contains", t(ListT(of, None), depth), t(item, depth), of=BOOL)
        if pick == 2:
            sets = random.choice(SETS)
            return lib("set_has", t(sets, depth), t(sets.of, depth), of=BOOL)
        if pick == 3:
            return lib("aligned", t(CELL, depth), t(CELL, depth), of=BOOL)
        if pick == 4:
            return lib("alike", t(ListT(random.choice((INT, PLAYER)), None), depth), of=BOOL)
        if pick == 5:
            return lib("content_is", t(PAWN, depth), ir.Const(0, INT, at()), of=BOOL)
        return lib("face_up", t(PAWN, depth), of=BOOL)

    def _query_bool(self, depth: int) -> ir.Expr:
        return self._query(self.random.choice(("any", "all")), BOOL, None, depth)

    def _single(self, of: Type, depth: int) -> ir.Expr:
        random, t = self.random, self.term
        if of == PLAYER:
            name = random.choice(("next_seat", "previous_seat", "active_seat"))
            return lib(name, *([t(PLAYER, depth)] if name != "active_seat" else []), of=PLAYER)
        if of == CARD:
            return self._card(depth)
        if of == ZONE:
            if random.random() < 0.4:
                return ir.ZoneOf(2, t(PLAYER, depth), ZONE, at())
            if random.random() < 0.4:
                return lib("space_zone", t(CELL, depth), of=ZONE)
            return ir.ZoneOf(random.randrange(2), None, ZONE, at())
        if of == WAY:
            return lib("opposite", t(WAY, depth), of=WAY)
        return ir.Unwrap(t(OptT(of), depth), of, at())

    def _card(self, depth: int) -> ir.Expr:
        cards = ir.Population(CARD.kind, None, None, ListT(CARD, None), at())
        return lib("index", cards, lib("mod", self.term(INT, depth), ir.Const(3, INT, at())), of=CARD)

    def _optional(self, of: Type, inner: Type, depth: int) -> ir.Expr:
        random, t = self.random, self.term
        if inner == PLAYER and random.random() < 0.6:
            pick = random.randrange(3)
            if pick == 0:
                return ir.StateGet(MARK, t(CELL, depth), of, at())
            return lib(random.choice(("holder", "owner")), t(random.choice((PAWN, CARD)), depth), of=of)
        if inner == CELL and random.random() < 0.6:
            if random.random() < 0.5:
                return lib("space_of", t(PAWN, depth), of=of)
            return lib("step", t(CELL, depth), t(WAY, depth), of=of)
        if isinstance(inner, ListT | SetT) or random.random() < 0.2:
            return t(inner, depth)
        if random.random() < 0.5:
            return lib(random.choice(("first_of", "last_of")), t(ListT(inner, None), depth), of=of)
        return self._query("first", of, inner, depth)

    def _list(self, of: Type, inner: Type, depth: int) -> ir.Expr:
        random, t = self.random, self.term
        pick = random.randrange(9)
        if pick == 0:
            return ir.ListOf(tuple(t(inner, depth) for _ in range(random.randrange(3))), of, at())
        if pick == 1:
            return lib(random.choice(("joined", "without")), t(of, depth), t(of, depth), of=of)
        if pick == 2:
            name = random.choice(("reversed", "distinct", "leading"))
            more = (t(INT, depth),) if name == "leading" else ()
            return lib(name, t(of, depth), *more, of=of)
        if pick in (3, 4):
            return self._source(inner, depth) or self._query("list", of, inner, depth)
        if pick == 5 and not isinstance(inner, ListT | SetT | OptT):
            return self._query(random.choice(("most", "least", "sorted")), of, inner, depth)
        return self._query("list", of, inner, depth)

    def _source(self, inner: Type, depth: int) -> ir.Expr | None:
        """A list that comes from the table, the board or numbers."""
        random, t = self.random, self.term
        of = ListT(inner, None)
        if inner == INT:
            return random.choice(
                (
                    lib("range", self._leaf(INT), t(INT, depth), of=of),
                    lib("set_list", t(WIDE, depth), of=of),
                    lib("win", t(random.choice((PLAYER, ListT(PLAYER, None))), depth), of=of),
                    ir.FieldGet(1, self._card(depth), of, at()),
                )
            )
        if inner == PLAYER:
            name = random.choice(("players", "clockwise", "counterclockwise", "opponents", "set_list"))
            args = {"players": [], "set_list": [t(SMALL, depth)]}.get(name, [t(PLAYER, depth)])
            return lib(name, *args, of=of)
        if inner == CELL:
            name = random.choice(
                (
                    *("adjacent", "around", "ray", "line", "row_and_column", "connected", "corners_of"),
                    *("all", "set", "sliding", "perhaps", "left out", "row", "column", "shaped"),
                )
            )
            match name:
                case "row" | "column":
                    return lib(name, ir.Const(0, INT, at()), t(INT, depth), of=of)
                case "shaped":
                    return lib(name, DRAWN_SHAPE, t(CELL, depth), t(WAY, depth), of=of)
                case "sliding":
                    test, two = t(BOOL, depth), (self._straight(depth), self._straight(depth))
                    return ir.Select(test, *two, of, at())
                case "perhaps":
                    parts: list[ir.Expr] = [self._straight(depth), ir.ListOf((), of, at())]
                    random.shuffle(parts)
                    return ir.Select(t(BOOL, depth), parts[0], parts[1], of, at())
                case "left out":
                    few = ir.ListOf(tuple(t(CELL, depth) for _ in range(random.randrange(4))), of, at())
                    return lib("without", self._straight(depth), few, of=of)
                case "all":
                    return ir.Population(CELL.kind, None, None, of, at())
                case "set":
                    return lib("set_list", t(CELLS, depth), of=of)
                case "ray":
                    return lib(name, t(CELL, depth), t(WAY, depth), of=of)
                case "line":
                    return lib(name, t(CELL, depth), t(CELL, depth), of=of)
                case "connected":
                    return lib(name, t(of, depth), t(of, depth), of=of)
                case "corners_of":
                    return lib(name, t(of, depth), of=of)
            return lib(name, t(CELL, depth), of=of)
        if inner == PAWN:
            pick = random.randrange(4)
            if pick == 0:
                return ir.Population(PAWN.kind, 0, t(PLAYER, depth), of, at())
            if pick == 1:
                return lib("on_space_of", t(CELL, depth), ir.Const(PAWN.kind, INT, at()), of=of)
            return ir.Population(PAWN.kind, None, None, of, at())
        if inner == CARD:
            return ir.Population(CARD.kind, random.choice((None, 1)), None, of, at())
        return None

    def _straight(self, depth: int) -> ir.Expr:
        """Spaces along a line: of a ray, up to a space, or all but that."""
        of, t = ListT(CELL, None), self.term
        cells = [slot for slot in self._seen if self.locals[slot][1] == CELL]
        pick = self.random.randrange(3)
        if pick == 0 or not cells:
            return lib("ray", t(CELL, depth), t(WAY, depth), of=of)
        goal = ir.Local(self.random.choice(cells), CELL, at())
        # A space lies on one line with itself and with its neighbours.
        start: ir.Expr = lib("step", goal, t(WAY, depth), of=OptT(CELL))
        start = ir.Select(ir.IsNone(start, BOOL, at()), goal, ir.Unwrap(start, CELL, at()), CELL, at())
        whole = lib("line", self.random.choice((start, t(CELL, depth))), goal, of=of)
        return whole if pick == 1 else lib("without", whole, ir.ListOf((goal,), of, at()), of=of)

    def _set(self, of: SetT, depth: int) -> ir.Expr:
        random, t = self.random, self.term
        pick = random.randrange(6)
        if pick == 0 and of == SMALL:
            return ir.StateGet(FRIENDS, t(PLAYER, depth), of, at())
        if pick == 0 and of == WIDE:
            return ir.StateGet(SEEN, None, of, at())
        if pick == 0:
            return ir.StateGet(DRAWN, self._card(depth), of, at())
        if pick == 1:
            return lib("set_of", t(ListT(of.of, None), depth), of=of)
        if pick in (2, 3):
            name = random.choice(("set_with", "set_without"))
            return lib(name, t(of, depth), t(of.of, depth), of=of)
        return self._query("set", of, of.of, depth)

    # ---- Queries -------------------------------------------------------------------------------------------

    def _query(self, form: str, of: Type, body: Type | None, depth: int) -> ir.Expr:
        random, seen = self.random, len(self._seen)
        clauses: list[ir.Each | ir.Bind] = []
        for _ in range(random.choice((1, 1, 1, 2, 2, 3))):
            if clauses and random.random() < 0.3:
                type_ = random.choice((INT, CELL, ListT(CELL, None)))
                value = self.term(type_, depth - 1)
                clauses.append(ir.Bind(self._new(type_), value, at()))
            else:
                item = random.choice((INT, PLAYER, CELL, PAWN))
                source = self._source(item, depth - 1) if random.random() < 0.6 else None
                source = source or self.term(ListT(item, None), depth - 1)
                clauses.append(ir.Each(self._new(item), source, at()))
            self._seen.append(clauses[-1].slot)
        where = self.term(BOOL, depth - 1) if random.random() < 0.7 or form == "all" else None
        what = None if form in ("any", "all", "count") else self.term(body or INT, depth - 1)
        keys = {"most": 1, "least": 1, "sorted": random.randint(1, 2)}.get(form, 0)
        by = tuple(self.term(INT, depth - 1) for _ in range(keys))
        del self._seen[seen:]
        return ir.Query(form, tuple(clauses), where, what, by, of, at())
