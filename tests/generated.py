"""Makes programs of the language at random: a fixed table of things, with values, effects, hooks and actions
over it that nobody would write. Whether they make sense does not matter.
"""

from __future__ import annotations

from random import Random

from tafl.tests.making import Expressions, Locals

TABLE = """game made "Made"
    players 2..3
    option mode: Sort = {mode}

enum Sort: small, middle, great

card Card "card"
    rank: int 0..9
    sort: Sort
    partner: Sort?
    state mark: bool = false
    state load: int 0..20 = 0
    value worth(p: Player) -> int: rank + p.number
    effect special(p: Player): pass
{live}
Card ace "Ace" x3
    rank: 1
    sort: small
    partner: none
{ace}
Card king "King" x2
    rank: 9
    sort: great
    partner: middle
    worth(p): {worth}
{king}
Card queen "Queen" x2 per player
    rank: 8
    sort: middle
    partner: small
{queen}
die Bone x2 faces: {faces}
token Stone x6
figure Man x1 per player
tile Ship x3{spans}
space Cell
    state heat: int 0..9 = 0
    state guest: Player?

board field: {board} of Cell

player
    state points: int -500..500 = 0
    state life: track 0..12 = 6
    state liked: set of Sort
    state favourite: Card?
    zone deck: pile of Card hidden when empty: {empty}
    zone discard: pile of Card open
    zone hand: hand of Card
    zone bag: set of Card hidden

table
    state total: int 0..99 = 7
    state seen: set of Sort
    state place: Cell?
    zone market: row of Card open
    zone heap: set of Stone open
    zone port: set of Ship or Man open

value evaluation(p: Player) -> int: p.points + p.hand.count
"""


class Maker(Expressions):
    """Writes one program."""

    # ---- Statements ----------------------------------------------------------------------------------------

    def block(self, names: Locals, depth: int, indent: int, *, loops: bool = True) -> str:
        lines: list[str] = []
        for _ in range(self.random.randint(1, 3)):
            text, names = self.statement(names, depth, loops)
            lines += text
        return "\n".join(" " * indent + line for line in lines)

    def inner(self, names: Locals, depth: int) -> list[str]:
        return [f"    {line}" for line in self.block(names, depth - 1, 0).split("\n")]

    def statement(self, names: Locals, depth: int, loops: bool) -> tuple[list[str], Locals]:
        simple = [self.let, self.assign, self.assign, self.verb, self.verb, self.effect_call]
        if depth > 0:
            simple += [self.if_, self.for_, self.choose, self.choose, self.menu, self.together]
        if depth > 0 and loops:
            simple += [self.repeat]
        return self.random.choice(simple)(names, depth)

    def let(self, names: Locals, depth: int) -> tuple[list[str], Locals]:
        del depth
        name, type_ = (
            self.name("n"),
            self.random.choice(["int", "bool", "player", "[int]", "[card]", "[space]"]),
        )
        limit = self.pick("", ": list of int up to 6") if type_ == "[int]" else ""
        return [f"let {name}{limit} = {self.expr(type_, names)}"], (*names, (name, type_))

    def assign(self, names: Locals, depth: int) -> tuple[list[str], Locals]:
        del depth
        e = self.expr
        line = self.pick(
            lambda: f"{e('player', names, 1)}.points = mod({e('int', names)}, 400)",
            lambda: f"{e('player', names, 1)}.points {self.random.choice(['+=', '-='])} {e('int', names, 1)}",
            lambda: f"{e('player', names, 1)}.life {self.random.choice(['+=', '-=', '='])} {e('int', names)}",
            lambda: f"total = mod({e('int', names)}, 90)",
            lambda: f"{e('player', names, 1)}.liked {self.random.choice(['+=', '-='])} {e('sort', names)}",
            lambda: f"seen += {e('sort', names)}",
            lambda: f"{e('card', names, 1)}.mark = {e('bool', names)}",
            lambda: f"{e('card', names, 1)}.load = mod({e('int', names)}, 20)",
            lambda: f"{e('space', names, 1)}.heat = mod({e('int', names)}, 9)",
            lambda: f"{e('space', names, 1)}.guest = {e('player', names)}",
            lambda: f"place = {e('space', names)}",
            lambda: f"{e('player', names, 1)}.favourite = {e('card', names)}",
        )
        return [line], names

    def verb(self, names: Locals, depth: int) -> tuple[list[str], Locals]:
        del depth
        p, before = self.local("player", names)
        c, before_card = self.local("card", names)
        other, before_other = self.local("card", names)
        xs, before_list = self.local("[card]", names)
        s, before_space = self.local("space", names)
        zone = self.pick("market", *(f"{p}.{name}" for name in ("deck", "discard", "hand", "bag")))
        place = self.pick("", "", " at top", " at bottom", " face up", " face down")
        new = self.name("n")
        number, before_number = self.local("int", names)
        here, plain = before + before_card, names
        lines, after = self.random.choice(
            [
                ([*here, f"move {c} to {zone}{place}"], plain),
                ([*before, *before_list, f"move {xs} to {zone}{place}"], plain),
                ([*before, f"draw {self.random.randint(1, 3)} from {p}.deck to {p}.hand"], plain),
                (
                    [*before, *before_number, f"let {new} = draw {number} from {p}.deck to {p}.hand"],
                    (*names, (new, "int")),
                ),
                ([*before, f"shuffle {p}.{self.random.choice(['deck', 'discard'])}"], plain),
                (["roll all Bone", "total = sum(b.face for b in Bone)"], plain),
                ([*before_list, f"pick 2 at random from {xs} as {new}"], (*names, (new, "[card]"))),
                ([*before_card, f"flip {c}{self.pick('', ' face down')}"], plain),
                ([*here, f"reveal {c}{self.pick('', f' to {p}')}"], plain),
                ([*before_card, *before_other, f"swap {c} with {other}"], plain),
                ([*before_space, f"swap {s} with {self.expr('space', names, 1)}"], plain),
                ([*before, f"move {p}.man to {self.expr('space', names, 1)}"], plain),
                ([*before, *before_number, f'say "{{{p}}} has {{{number}}}"'], plain),
                ([*here, f"{c}.special({p})"], plain),
                ([*before_space, *self.sailing(s, names)], plain),
                ([*before_space, *self.sailing(s, names)], plain),
                (["end game"], plain),
            ]
        )
        return lines, after

    def sailing(self, space: str, names: Locals) -> list[str]:
        """Something happens to ships, which may stand on several spaces, and to what stands there, too."""
        other, ship = self.expr("space", names, 1), self.name("x")
        number = self.random.randint(0, 2)
        aboard = f"for {ship} in Ship where {ship}.space is some and {ship}.spaces.count > 1:"
        return self.random.choice(
            [
                [f"if {space} != {other}:", f"    place Ship[{number}] on [{space}, {other}]"],
                [f"for {ship} in {space}.figures where {ship} is Ship: move {ship} to {other}"],
                [f"move {space}.figures to port"],
                [f"if {space}.ship is some: draw 1 from (the {space}.ship).zone to port"],
                [aboard, f"    swap {ship} with the Ship.first"],
                [f"total = mod(sum({ship}.spaces.count for {ship} in {other}.figures), 90)"],
            ]
        )

    def local(self, type_: str, names: Locals) -> tuple[str, list[str]]:
        """The name of a local of a type, and the line that makes it."""
        own = self.of(names, type_)
        if own and self.chance(0.7):
            return self.random.choice(own), []
        name = self.name("n")
        return name, [f"let {name} = {self.expr(type_, names, 1)}"]

    def effect_call(self, names: Locals, depth: int) -> tuple[list[str], Locals]:
        del depth
        if not self.effects:
            return ["pass"], names
        name, params, gives = self.random.choice(self.effects)
        first, before = self.local(params[0], names)
        rest = [self.expr(type_, names, 1) for type_ in params[1:]]
        line = f"{name} {first}" + "".join(f" by {arg}" for arg in rest)
        if gives and self.chance(0.5):
            result = self.name("n")
            return [*before, f"let {result} = {line}"], (*names, (result, "int"))
        return [*before, line], names

    def if_(self, names: Locals, depth: int) -> tuple[list[str], Locals]:
        lines = [f"if {self.expr('bool', names)}:", *self.inner(names, depth)]
        if self.chance(0.5):
            lines += ["else:", *self.inner(names, depth)]
        return lines, names

    def for_(self, names: Locals, depth: int) -> tuple[list[str], Locals]:
        x, type_ = self.name("x"), self.random.choice(["int", "player", "card", "space"])
        inner = (*names, (x, type_))
        where = f" where {self.expr('bool', inner)}" if self.chance(0.4) else ""
        return [f"for {x} in {self.expr(f'[{type_}]', names)}{where}:", *self.inner(inner, depth)], names

    def repeat(self, names: Locals, depth: int) -> tuple[list[str], Locals]:
        where = f" while {self.expr('bool', names)}" if self.chance(0.4) else ""
        return [f"repeat {self.random.randint(1, 3)}{where}:", *self.inner(names, depth)], names

    def choose(self, names: Locals, depth: int) -> tuple[list[str], Locals]:
        x, type_ = self.name("x"), self.random.choice(["int", "player", "card", "card", "space", "sort"])
        many = self.pick("", "", "2 ", "up to 2 ", "any ")
        source, seat = self.expr(f"[{type_}]", names), self.expr("player", names, 1)
        inner = (*names, (x, f"[{type_}]" if many else type_))
        lines = [f'choose {many}{x} from {source} by {seat} "Which?":', *self.inner(inner, depth)]
        if self.chance(0.3):
            lines += ["else:", *self.inner(names, depth)]
        return lines, names

    def menu(self, names: Locals, depth: int) -> tuple[list[str], Locals]:
        seat = self.expr("player", names, 1)
        if self.chance(0.4):
            return [f'may {seat} "Well?":', *self.inner(names, depth)], names
        options = [f'    option one "One" if {self.expr("bool", names)}:', '    option two "Two":']
        lines = [f'choose by {seat} "What?":']
        for option in options:
            lines += [option, *(f"    {line}" for line in self.inner(names, depth))]
        return lines, names

    def together(self, names: Locals, depth: int) -> tuple[list[str], Locals]:
        del depth
        p, cards, n, x, q = (self.name(letter) for letter in "pcnxq")
        inner = (*names, (p, "player"))
        where = f" where {self.expr('bool', inner, 1)}" if self.chance(0.4) else ""
        many = self.pick("any", "2", "up to 2")
        one = self.random.choice(["int", "player", "card", "space", "sort"])
        lines = [
            f"together for {p} in {self.pick('players', self.expr('[player]', names, 1))}{where}:",
            f'    choose {many} {cards} from {self.expr("[card]", inner)} "Which of them?"',
            f"    let {n} = {self.expr('int', (*inner, (cards, '[card]')), 1)}",
            f"    choose {x} from {self.expr(f'[{one}]', (*inner, (n, 'int')), 1)}",
            '    else: fault "nothing there"',
            f"for {q} in players where not ({cards} of {q}).empty: {q}.points += mod({n} of {q}, 9)",
            self.pick(
                f"for {q} in {self.expr('[player]', names, 1)}: move {cards} of {q} to {q}.discard",
                f"total = mod(sum(({cards} of {q}).count for {q} in players), 90)",
                f'for {q} in players: say "{{{x} of {q}}}"',
            ),
        ]
        return lines, names

    # ---- Declarations --------------------------------------------------------------------------------------

    def value(self) -> str:
        name, params = self.name("v"), self.random.sample(["int", "player", "card", "space"], 2)
        names = tuple((self.name("a"), type_) for type_ in params)
        types = {"int": "int", "player": "Player", "card": "Card", "space": "Cell"}
        head = ", ".join(f"{own}: {types[type_]}" for own, type_ in names)
        if self.chance(0.5):
            body = f" {self.expr('int', names)}"
        else:
            let, more = self.let(names, 0)
            body = "\n".join(
                [
                    "",
                    f"    {let[0]}",
                    f"    if {self.expr('bool', more)}: return {self.expr('int', more)}",
                    f"    return {self.expr('int', more)}",
                ]
            )
        self.values.append((name, params, "int"))
        text = f"value {name}({head}) -> int:{body}\n"
        if self.chance(0.4):
            inner = (*names, ("it", "int"))
            heads = ", ".join(own for own, _ in names)
            test, more_ = self.expr("bool", inner), self.expr("int", inner, 1)
            text += f"change {name}({heads}) where {test}: to it + {more_}\n"
        return text

    def effect(self) -> str:
        name, gives = self.name("f"), self.chance(0.5)
        p, n = self.name("a"), self.name("a")
        names: Locals = ((p, "player"), (n, "int"))
        says = f' says "{{{p}}} does {name}"' if self.chance(0.3) else ""
        text = f"effect {name}({p}: Player, by {n}: int){' -> int' if gives else ''}{says}:\n"
        text += self.block(names, 2, 4) + "\n"
        if gives:
            text += f"    return {self.expr('int', names)}\n"
        hooks = [self.hook(name, p, n, gives) for _ in range(self.random.choice([0, 1, 1, 2]))]
        self.effects.append((name, ["player", "int"], gives))
        return "".join([text, *hooks])

    def hook(self, name: str, p: str, n: str, gives: bool) -> str:
        names: Locals = ((p, "player"), (n, "int"))
        where = f" where {self.expr('bool', names)}" if self.chance(0.5) else ""
        word = self.random.choice(["before", "after", "instead of", "change"])
        if word == "change":
            return f"change {name}({p}, by {n}){where}: {n} to mod({self.expr('int', names)}, 50)\n"
        text = f"{word} {name}({p}, by {n}){where}:\n{self.block(names, 1, 4)}\n"
        if word == "instead of":
            call = self.pick("super()", f"super({p}.next, by {n})")
            result = self.name("n")
            return text + (f"    let {result} = {call}\n    return {result}\n" if gives else f"    {call}\n")
        return text

    def held_hook(self) -> str:
        """A hook of a card on one of the effects or values."""
        if not self.effects:
            return ""
        name = self.random.choice(self.effects)[0]
        names: Locals = (("p", "player"), ("n", "int"), ("self", "card"))
        where = self.pick("p == holder", "holder is some", lambda: self.expr("bool", names, 1))
        body = self.pick("    after", "    before") + f" {name}(p, by n) where {where}:\n"
        known = self.effects
        if not self.chance(0.05):
            # Else the hook may call what it hangs on, without end.
            self.effects = []
        body += self.block(names, 1, 8) + "\n"
        self.effects = known
        return body

    def action(self) -> str:
        name, x, y = self.name("do"), self.name("x"), self.name("x")
        one, other = (self.random.choice(["card", "space", "player", "int"]) for _ in range(2))
        actor: Locals = (("actor", "player"),)
        inner = (*actor, (x, one))
        params = f"{x} in {self.expr(f'[{one}]', actor, 1)}"
        if self.chance(0.6):
            params += f", {y} in {self.expr(f'[{other}]', inner, 1)}"
            inner = (*inner, (y, other))
        limit = self.pick("", "", " limit 1 per turn", " limit 2 per game")
        guard = f" when {self.expr('bool', actor, 1)}" if self.chance(0.4) else ""
        return f"action {name}({params}){guard}{limit}:\n{self.block(inner, 1, 4)}\n"

    # ---- Pauses --------------------------------------------------------------------------------------------

    def opened(self) -> str:
        """The statements that open a pause in a turn."""
        names: Locals = (("p", "player"),)
        c, n = self.name("n"), self.name("n")
        p, number = self.expr("player", names, 1), self.expr("int", names, 1)
        lines = [
            f"let {c} = first({n} in Card where {self.expr('bool', (*names, (n, 'card')))})",
            f"if {c} is some: pause hush({p}, by {number}, with {c})",
        ]
        return "\n".join(f"            {line}" for line in lines)

    def window(self) -> tuple[str, str, list[str]]:
        """Actions of a kind and of a content, and a pause with its own actions. What they call opens none."""
        given: Locals = (("actor", "player"), ("p", "player"), ("n", "int"), ("c", "card"))
        own: Locals = (("actor", "player"), ("self", "card"))
        x = self.name("x")
        source = f"{x} in {self.expr('[player]', (*given, *own[1:]), 1)}"
        deed = f"    action deed({source}) at hush{self.guard((*given, *own[1:]))}:\n"
        deed += self.block((*given, *own[1:], (x, "player")), 1, 8) + "\n"
        where = self.pick("", " when holder == actor", lambda: self.guard(own))
        limit = self.pick("", " limit 1 per turn", " limit 2 per game")
        trick = f"    action trick anytime{where}{limit}:\n{self.block(own, 1, 8)}\n"
        y = self.name("x")
        source = f"{y} in {self.expr('[card]', given, 2)}"
        hush = f"action answer({source}) at hush{self.guard(given)}{limit}:\n"
        hush += self.block((*given, (y, "card")), 1, 4) + "\n"
        return deed, trick, ["pause hush(p: Player, by n: int, with c: Card)\n", hush]

    def guard(self, names: Locals) -> str:
        """A condition of an action; of two sides often one reads less than the other."""
        test = self.expr("bool", names, 1)
        return self.pick("", f" when {test}", lambda: f" when {self.expr('bool', names[:1], 1)} and ({test})")

    # ---- The whole -----------------------------------------------------------------------------------------

    def program(self) -> str:
        """The text of one program."""
        self.grid = self.chance(0.8)
        values = [self.value() for _ in range(self.random.randint(1, 3))]
        effects = [self.effect() for _ in range(self.random.randint(1, 3))]
        actions = [self.action() for _ in range(self.random.randint(0, 2))]
        step = self.random.choice(["act p", "act p step by step"])
        mine: Locals = (("self", "card"), ("p", "player"))
        special = "    special(p):\n" + self.block(mine, 1, 8) + "\n" if self.chance(0.5) else ""
        head = TABLE.format(
            mode=self.pick("small", "middle"),
            live=self.pick("", "    active while self.holder is some", "    active while self.mark"),
            worth=self.expr("int", (*mine,), 1),
            ace=self.held_hook(),
            king=special,
            queen=self.held_hook(),
            faces=self.pick("1..6", "1, 2, 2", "2x 0, 3x 5"),
            board="grid 4 x 3" if self.grid else "hex 3 x 3",
            spans=self.pick(" spans 2", " spans 3"),
            empty=self.pick("stop", "stop", "reshuffle discard", "fault", "end game"),
        )
        turn = ["action rest: pass\n"] if actions else []
        body = self.block((("p", "player"),), 2, 12)
        opened, pauses = "", list[str]()
        if self.chance(0.6):
            opened, (deed, trick, pauses) = self.opened(), self.window()
            head = head.replace("    effect special", f"{deed}    effect special", 1)
            head = head.replace("    partner: none\n", f"    partner: none\n{trick}", 1)
        play = f"""play:
    rounds while round <= 2:
        turn p in players:
{body}
{f"            {step}" if actions else "            pass"}
{opened}
scoring:
    rank p in players by p.points, then p.life
"""
        setup = """setup:
    for c in Card where c.owner is none:
        move c to (seat 1).deck
    for p in players:
        let mine = [c in Card where c.owner == p]
        move mine to p.deck
        shuffle p.deck
        draw 2 from p.deck to p.hand
        move p.man to a1
    place Ship on [a1, b1]
    repeat 2:
        draw 1 from (seat 1).deck to market
"""
        return "\n".join([head, *values, *effects, *actions, *pauses, *turn, setup, play])


def made(random: Random) -> str:
    """The text of a program."""
    return Maker(random).program()
