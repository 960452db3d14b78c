"""Tests that text becomes the tree that it says, with its places."""

import pytest

from tafl.dsl import syntax as tree
from tafl.tests.reading import expression, good, read, shape, statement


@pytest.mark.parametrize(
    ("loose", "strict"),
    [
        ("a or b and c", "a or (b and c)"),
        ("a and b or c", "(a and b) or c"),
        ("not a and b", "(not a) and b"),
        ("not a == b", "not (a == b)"),
        ("a == b + c * d", "a == (b + (c * d))"),
        ("a - b - c", "(a - b) - c"),
        ("a * -b + c", "(a * (-b)) + c"),
        ("- - a", "-(-a)"),
        ("1 .. n + 1", "1 .. (n + 1)"),
        ("x in 1..3 or y", "(x in (1..3)) or y"),
        ("x not in s and y", "(x not in s) and y"),
        ("x is not none and y is some", "(x is not none) and (y is some)"),
        ("the p.x.y", "the ((p.x).y)"),
        ("the first(c in s where c.a).b", "the (first(c in s where c.a).b)"),
        ("-the a", "-(the a)"),
        ("wild of p.x == y", "(wild of (p.x)) == y"),
        ("all Combat of seat 1", "all Combat of (seat 1)"),
        ("if a then b else if c then d else e", "if a then b else (if c then d else e)"),
        ("if a then b else c + 1", "if a then b else (c + 1)"),
        ("f(x)(y)[z].w", "(((f(x))(y))[z]).w"),
    ],
)
def test_operators_bind_as_tightly_as_specified(loose: str, strict: str) -> None:
    assert shape(expression(loose)) == shape(expression(strict))


@pytest.mark.parametrize(
    ("text", "tree_of_it"),
    [
        ("seat 2", ("SeatLiteral", 2)),
        ("all Monster", ("AllExpr", "Monster", None)),
        ("a is not wild", ("IsTest", "a", True, "wild")),
        ("[]", ("ListLiteral", ())),
        ("[a, 2]", ("ListLiteral", ("a", 2))),
        ("f()", ("Call", "f", ())),
        ("f(a, by 2)", ("Call", "f", (("Argument", None, "a"), ("Argument", "by", 2)))),
        ("connected(from [a], within b)", None),
        ("s in x", ("Binary", "in", "s", "x")),
        ("a not in b", ("Binary", "not in", "a", "b")),
    ],
)
def test_atoms_and_calls(text: str, tree_of_it: object) -> None:
    if tree_of_it is None:
        call = expression(text)
        assert isinstance(call, tree.Call)
        assert [each.label and each.label.name for each in call.arguments] == ["from", "within"]
    else:
        assert shape(expression(text)) == tree_of_it


def query(text: str) -> tree.Query:
    made = expression(text)
    assert isinstance(made, tree.Query)
    return made


def test_queries_name_what_they_draw_from() -> None:
    made = query("[s in Space where s.free]")
    assert (made.function, made.body, shape(made.clauses)) == (None, None, (("Generator", "s", "Space"),))
    assert shape(made.where) == ("Member", "s", "free")
    made = query("[e for s in X, d in Y let v = f(s) for w in v where c]")
    assert shape(made.body) == "e"
    assert [type(each).__name__ for each in made.clauses] == [
        "Generator",
        "Generator",
        "QueryLet",
        "Generator",
    ]
    assert shape(query("count(a in X, b in Y where a == b)").clauses) == (
        ("Generator", "a", "X"),
        ("Generator", "b", "Y"),
    )


@pytest.mark.parametrize("order", ["by a, then b where c", "where c by a, then b"])
def test_most_takes_by_and_where_in_any_order(order: str) -> None:
    made = query(f"most(q in players {order})")
    assert made.function is not None
    assert (made.function.name, shape(made.by), shape(made.where)) == ("most", ("a", "b"), "c")


def test_a_query_is_an_argument_of_what_does_not_fold() -> None:
    made = expression("pairs(s in preys(p) where s.a)")
    assert isinstance(made, tree.Call)
    assert isinstance(made.arguments[0].value, tree.Query)
    plain = expression("fits(s in x)")
    assert isinstance(plain, tree.Call)
    assert isinstance(plain.arguments[0].value, tree.Binary)


def test_an_expression_knows_its_place() -> None:
    made = expression("(a + b) * count(s in Space)")
    assert isinstance(made, tree.Binary)
    start = len("value v -> int: ")
    assert (made.span.column, made.span.end_column) == (start + 1, start + 28)
    assert (made.left.span.column, made.left.span.end_column) == (start + 1, start + 8)
    assert (made.op_span.column, made.op_span.end_column) == (start + 9, start + 10)
    assert made.right.span.column == start + 11


# ---- Statements --------------------------------------------------------------------------------------------


def command(text: str) -> tuple[str, list[tuple[str | None, object]], str | None]:
    made = statement(text)
    assert isinstance(made, tree.Command)
    arguments = [(each.label.name if each.label else None, shape(each.value)) for each in made.arguments]
    return made.name.name, arguments, made.face.name if made.face else None


def test_commands_label_their_arguments() -> None:
    assert command("draw 8 from omen_deck to omens face up") == (
        "draw",
        [(None, 8), ("from", "omen_deck"), ("to", "omens")],
        "up",
    )
    assert command("pick 3 at random from S as cs") == (
        "pick",
        [(None, 3), ("at", "random"), ("from", "S"), ("as", "cs")],
        None,
    )
    assert command("attack p with c, wild") == ("attack", [(None, "p"), ("with", "c"), (None, "wild")], None)
    assert command("move all Combat of p to p.deck")[1][0] == (None, ("AllExpr", "Combat", "p"))
    assert command("put c in z")[1] == [(None, "c"), ("in", "z")]
    assert command("rest at camp")[1] == [("at", "camp")]
    assert command("say_so if a then b else c")[1] == [(None, ("Conditional", "a", "b", "c"))]


@pytest.mark.parametrize(
    ("text", "tree_of_it"),
    [
        ("let n: int 0..3 = e", ("Let", "n", ("IntType", 0, 3, False), "e")),
        ("p.points += 2", ("Assign", ("Member", "p", "points"), "+=", 2)),
        ("cross_out", ("ExprStmt", "cross_out")),
        ("f(x)", ("ExprStmt", ("Call", "f", (("Argument", None, "x"),)))),
        ("return", ("Return", None)),
        ("return (a)", ("Return", "a")),
        ("end movement", ("End", "movement")),
        ("end game", ("EndGame", None)),
        ("end game with win(p)", ("EndGame", ("Call", "win", (("Argument", None, "p"),)))),
        ('fault "No"', ("FaultStmt", ("Text", "No", ("No",)))),
        ('say "Hello {p}!"', ("Say", ("Text", "Hello {p}!", ("Hello ", "p", "!")))),
        ("rank p in players by p.a, then b", ("Rank", "p", "players", (("Member", "p", "a"), "b"))),
        ("act p step by step", ("Act", "p", True)),
        ("act p", ("Act", "p", False)),
        ("choose x from S", ("Choose", "x", None, False, "S", None, None, None, None)),
        ("choose up to 2 x from S by p", ("Choose", "x", 2, True, "S", "p", None, None, None)),
        ("choose any x from S", ("Choose", "x", "any", False, "S", None, None, None, None)),
        ("choose n in 0..3", ("Choose", "n", None, False, ("Binary", "..", 0, 3), None, None, None, None)),
        (
            "choose k + 1 x from S",
            ("Choose", "x", ("Binary", "+", "k", 1), False, "S", None, None, None, None),
        ),
        ("if a: pass\nelif b: f\nelse: g", None),
        ("for s in S where c: pass", ("For", "s", "S", "c", (("Pass",),))),
        ("repeat 3 while c: pass", ("Repeat", 3, "c", (("Pass",),))),
        ("repeat while c:\n    pass", ("Repeat", None, "c", (("Pass",),))),
        ("while c: pass", ("While", "c", (("Pass",),))),
        ("turn q in players where c: pass", ("Turn", "q", "players", "c", (("Pass",),))),
        ("rounds: pass", ("Rounds", None, (("Pass",),))),
        ("phase move: pass", ("Phase", "move", (("Pass",),))),
        ("scope s: while c: pass", ("Scope", "s", (("While", "c", (("Pass",),)),))),
        (
            'may p "Ok?": pass\nelse: f',
            ("May", "p", ("Text", "Ok?", ("Ok?",)), (("Pass",),), (("ExprStmt", "f"),)),
        ),
        (
            "choose x from S\nelse: f",
            ("Choose", "x", None, False, "S", None, None, None, (("ExprStmt", "f"),)),
        ),
        ("pause before(p, by 2)", ("Pause", "before", (("Argument", None, "p"), ("Argument", "by", 2)))),
        ("pause before", ("Pause", "before", ())),
        (
            "together for p in players where c:\n    choose x from S",
            ("Together", "p", "players", "c", (("Choose", "x", None, False, "S", None, None, None, None),)),
        ),
    ],
)
def test_statements(text: str, tree_of_it: object) -> None:
    made = shape(statement(text))
    if tree_of_it is None:
        assert made == (
            "If",
            (("a", (("Pass",),)), ("b", (("ExprStmt", "f"),))),
            (("ExprStmt", "g"),),
        )
    else:
        assert made == tree_of_it


def test_a_let_takes_the_result_of_a_command() -> None:
    made = statement("let n = draw 2 from p.deck to p.hand")
    assert isinstance(made, tree.Let)
    assert isinstance(made.value, tree.Command)


def test_a_menu_lists_its_options() -> None:
    made = statement(
        'choose by p "Which?":\n    option a "A" if c: pass\n    option b "B":\n        f\n        g'
    )
    assert isinstance(made, tree.Menu)
    assert [(each.name.name, shape(each.test), len(each.body)) for each in made.options] == [
        ("a", "c", 1),
        ("b", None, 2),
    ]


def test_a_choice_has_a_block_and_another_for_nothing() -> None:
    made = statement('choose x from S by p "Which?":\n    f\nelse:\n    g')
    assert isinstance(made, tree.Choose)
    assert made.prompt is not None
    assert (made.prompt.value, len(made.body or ()), len(made.otherwise or ())) == ("Which?", 1, 1)


def test_brackets_carry_a_line_over_several() -> None:
    made = statement("let n = f(a,\n      # a remark\n\n    b,\n  [c,\n     d]\n)")
    assert shape(made) == shape(statement("let n = f(a, b, [c, d])"))


# ---- Declarations ------------------------------------------------------------------------------------------


def test_a_game() -> None:
    (game,) = good(
        'game othello "Othello"\n    players 2..4\n    cooperative\n'
        '    option mode: Mode = basic "Mode of play"\n    option place: layout of field = small\n'
    )
    assert isinstance(game, tree.GameDecl)
    assert (game.name.name, game.low, game.high, game.cooperative) == ("othello", 2, 4, True)
    assert [shape(option) for option in game.options] == [
        (
            "OptionDecl",
            "mode",
            ("TypeName", "Mode", None),
            "basic",
            ("Text", "Mode of play", ("Mode of play",)),
        ),
        ("OptionDecl", "place", ("TypeName", "layout", "field"), "small", None),
    ]


def test_an_enum_on_a_line_and_as_a_block() -> None:
    line, block = good('enum M: a "A", b\nenum M\n    a "A"\n    b\n')
    assert shape(line) == shape(block)


def test_kinds_with_their_clauses_in_any_order() -> None:
    for head in ('card C "Title" back B x3 per player', 'card C x3 per player back B "Title"'):
        (kind,) = good(head)
        assert isinstance(kind, tree.KindDecl)
        assert kind.back is not None
        assert (kind.count, kind.per_player, kind.back.name) == (3, True, "B")
    for head in ("tile Ship x12 spans 3", "tile Ship spans 3 x12"):
        (ship,) = good(head)
        assert isinstance(ship, tree.KindDecl)
        assert ship.spans is not None
        assert (ship.count, ship.spans.value) == (12, 3)
    (die,) = good("die Bone x2 faces: 2x hit, blank, 1..6")
    assert isinstance(die, tree.KindDecl)
    assert [(many, shape(face)) for many, face in die.faces] == [
        (2, "hit"),
        (1, "blank"),
        (1, ("Binary", "..", 1, 6)),
    ]


def test_zones() -> None:
    (table,) = good(
        "table\n    zone a: pile of Combat hidden capacity 16 when empty: reshuffle discard\n"
        "    zone b: slots 3 of Die or Card open\n    zone c: hand private when empty: end game\n"
    )
    assert isinstance(table, tree.SeatDecl)
    a, b, c = table.parts
    assert isinstance(a, tree.ZoneDecl)
    assert isinstance(b, tree.ZoneDecl)
    assert isinstance(c, tree.ZoneDecl)
    assert (shape(a.capacity), shape(a.when_empty), shape(a.reshuffle)) == (16, "reshuffle", "discard")
    assert (b.shape.name, shape(b.size), shape(b.of), shape(b.visibility)) == (
        "slots",
        3,
        ("Die", "Card"),
        "open",
    )
    assert (c.of, shape(c.when_empty)) == ((), "end_game")


def test_boards_and_layouts() -> None:
    grid, graph, layout = good(
        "board field: grid 10 x n of Cell\nboard map: graph of Place\n    a -- b -- c\n    c -- a\n"
        'layout small "Small" of field\n    | . a |\n    |bc|   # a remark\n'
        "    legend a: monster = wolf and Attacker of seat 1, b: x\n    legend c: y\n"
    )
    assert shape(grid) == ("BoardDecl", "field", "grid", 10, "n", "Cell", ())
    assert isinstance(graph, tree.BoardDecl)
    assert shape(graph.edges) == (("a", "b"), ("b", "c"), ("c", "a"))
    assert isinstance(layout, tree.LayoutDecl)
    assert shape(layout.rows) == ((".", "a"), ("b", "c"))
    assert [(cell.span.line, cell.span.column) for row in layout.rows for cell in row] == [
        (6, 7),
        (6, 9),
        (7, 6),
        (7, 7),
    ]
    assert [(entry.letter.name, len(entry.items)) for entry in layout.legend] == [
        ("a", 2),
        ("b", 1),
        ("c", 1),
    ]


def test_regions_and_shapes_are_drawn_cell_by_cell() -> None:
    region, plain, drawn = good(
        'region shrine "Shrine" of field\n    | . x |\n    |xx|\nregion r of f\n    |#|\n'
        "shape cross\n    | x O x |\n"
    )
    assert isinstance(region, tree.RegionDecl)
    assert (shape(region.title), shape(region.of)) == (("Text", "Shrine", ("Shrine",)), "field")
    assert shape(region.rows) == ((".", "x"), ("x", "x"))
    assert isinstance(plain, tree.RegionDecl)
    assert plain.title is None
    assert isinstance(drawn, tree.ShapeDecl)
    assert shape(drawn.rows) == (("x", "O", "x"),)


def test_letters_of_a_legend_may_be_any_sign() -> None:
    (layout,) = good("layout l of f\n    |*#2 |\n    legend *: x, #: y, 2: z, ab: w\n")
    assert isinstance(layout, tree.LayoutDecl)
    assert [entry.letter.name for entry in layout.legend] == ["*", "#", "2", "ab"]
    assert shape(layout.rows) == (("*", "#", "2"),)


def test_routines() -> None:
    value, effect, slot, action = good(
        "value preys(p: Player, by n: int 0..3) -> list of Space up to 4: x\n"
        'effect hurt(p: Player) -> int says "{p} is hurt":\n    return 1\n'
        "value open_slot -> int\n"
        'action step(piece in mine(actor)) "Move {piece}" when actor.alive limit 1 per turn: pass\n'
    )
    assert isinstance(value, tree.ValueDecl)
    assert shape(value.type) == ("ListType", ("TypeName", "Space", None), 4)
    assert shape(value.params[1]) == ("Param", "by", "n", ("IntType", 0, 3, False), None)
    assert isinstance(effect, tree.EffectDecl)
    assert shape(effect.says) == ("Text", "{p} is hurt", ("p", " is hurt"))
    assert isinstance(slot, tree.ValueDecl)
    assert slot.body is None
    assert isinstance(action, tree.ActionDecl)
    assert (shape(action.guard), shape(action.limit), shape(action.limit_per)) == (
        ("Member", "actor", "alive"),
        1,
        "turn",
    )
    assert shape(action.params[0]) == (
        "Param",
        None,
        "piece",
        None,
        ("Call", "mine", (("Argument", None, "actor"),)),
    )


@pytest.mark.parametrize(
    ("text", "word", "where", "order", "changed", "to"),
    [
        ("before attack(p) where p == q: pass", "before", ("Binary", "==", "p", "q"), None, None, None),
        ("instead of wound(p): pass", "instead_of", None, None, None, None),
        ("after setup: pass", "after", None, None, None, None),
        ("change strike(p, by n) where c: n to n - 1", "change", "c", None, "n", ("Binary", "-", "n", 1)),
        ("change damage after shield: to it + 1", "change", None, "shield", None, ("Binary", "+", "it", 1)),
        ("change damage:\n    to 1", "change", None, None, None, 1),
    ],
)
def test_hooks(text: str, word: str, where: object, order: object, changed: object, to: object) -> None:
    (hook,) = good(text)
    assert isinstance(hook, tree.HookDecl)
    assert hook.word.name == word
    assert shape(hook.where) == where
    assert shape(hook.order) == order
    assert shape(hook.changed) == changed
    assert shape(hook.to) == to
    assert (hook.body is None) == (word == "change")


def test_content_and_scenarios() -> None:
    content, scenario = good(
        'Challenge heads "Heads" x2 per player\n    text "{p} wins."\n    source own\n    monster: wolf\n'
        "    points(p): 3\n    special: poison p\n    resolve:\n        f\n    change x: to 1\n"
        "    state drawn: bool = false\n"
        'scenario night "Night"\n    text "Dark."\n    mode: basic\n    after setup: pass\n'
        "    layout l of f\n        |a|\n        legend a: x\n"
    )
    assert isinstance(content, tree.ContentDecl)
    assert (content.count, content.per_player) == (2, True)
    assert [type(part).__name__ for part in content.parts] == [
        "MetaEntry",
        "MetaEntry",
        "FieldEntry",
        "SlotEntry",
        "SlotEntry",
        "SlotEntry",
        "HookDecl",
        "StateDecl",
    ]
    assert isinstance(scenario, tree.ScenarioDecl)
    assert scenario.text is not None
    assert scenario.text.value == "Dark."
    assert [len(each) for each in (scenario.settings, scenario.layouts, scenario.hooks)] == [1, 1, 1]


def test_tests() -> None:
    (test,) = good(
        'test "t"\n    Equipment shield "Shield"\n        points(p): 1\n'
        "    given 2 players, mode basic, setup, layout small, scenario night:\n        x = 1\n"
        "    when strike seat 1\n    when seat 1 chooses wolf, plays d4, seat 2 chooses d5\n"
        "    when:\n        for p in players: f p\n        chance rolls 3\n"
        "    then (seat 1).halves == 12\n    then:\n        x == 1\n        game over\n"
        "    expect seat 1 can choose d4\n    expect seat 1 cannot choose d4\n"
        "    expect seat 1 sees 4 hidden cards in (seat 2).hand\n    expect fault\n    expect no question\n"
    )
    assert isinstance(test, tree.TestDecl)
    assert len(test.declarations) == 1
    assert test.given is not None
    assert (test.given.players, test.given.setup, shape(test.given.layout)) == (2, True, "small")
    assert shape(test.given.options) == (("mode", "basic"),)
    assert [type(step).__name__ for step in test.steps] == [
        *["TestWhen"] * 6,
        *["ExpectValue"] * 2,
        "ExpectEnd",
        "ExpectOption",
        "ExpectOption",
        "ExpectSees",
        "ExpectEnd",
        "ExpectEnd",
    ]
    answers = [step.step for step in test.steps if isinstance(step, tree.TestWhen)]
    assert [shape(each) for each in answers if isinstance(each, tree.TestAnswer)] == [
        ("TestAnswer", ("SeatLiteral", 1), "wolf"),
        ("TestAnswer", ("SeatLiteral", 1), "d4"),
        ("TestAnswer", ("SeatLiteral", 2), "d5"),
        ("TestAnswer", None, 3),
    ]


LATER = [
    "resource wood in box 7",
    "extend player\n    state x: int",
    "override imp.hp: 3",
    "board b: ring 3 of Cell",
]


@pytest.mark.parametrize("text", LATER)
def test_what_comes_later_is_passed_over(text: str) -> None:
    made, _ = read(f"{text}\nenum Mode: a\n")
    assert made is not None
    assert [type(each).__name__ for each in made.declarations] == ["LaterDecl", "EnumDecl"]


# ---- Texts -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "value", "parts"),
    [
        ("plain", "plain", ["plain"]),
        ("", "", [""]),
        (r"a \"b\" \\ c\nd", 'a "b" \\ c\nd', ['a "b" \\ c\nd']),
        ("{{p}} {p}{q}", "{p} {p}{q}", ["{p} ", "p", "q"]),
        ("{f(p, by 2).x} left", "{f(p, by 2).x} left", [..., " left"]),
    ],
)
def test_texts_hold_expressions_between_braces(written: str, value: str, parts: list[object]) -> None:
    made = statement(f'say "{written}"')
    assert isinstance(made, tree.Say)
    assert made.text.value == value
    shown = [shape(part) for part in made.text.parts]
    assert [... if want is ... else part for part, want in zip(shown, parts, strict=True)] == parts


def test_an_expression_in_a_text_knows_its_place() -> None:
    made = statement(r'say "\"{p} and {q.x}"')
    assert isinstance(made, tree.Say)
    places = [
        (part.span.column, part.span.end_column) for part in made.text.parts if not isinstance(part, str)
    ]
    assert places == [(13, 14), (21, 24)]
