"""The sentences of reading lines by the grammar (T02), and of what comes with later games (T10)."""

from __future__ import annotations

from .code import Code, Table

TABLE: Table = {
    "T0201": Code(
        "error",
        "after {before} I expected {expected}, not {found}",
        "The line is fine up to this place and cannot go on like this. `docs/language.md` shows how every "
        "kind of line reads.",
        "value ready(n: int) -> bool: n >= and 3",
        "value ready(n: int) -> bool: n >= 3",
    ),
    "T0202": Code(
        "error",
        "the line ends too early: after {before} I expected {expected}",
        "Something is missing at the end. A line goes on below only inside brackets.",
        "value sum_of(n: int) -> int: n +",
        "value sum_of(n: int) -> int: n + 1",
    ),
    "T0203": Code(
        "error",
        "a colon is missing {where}; put `:` after `{before}`",
        "A colon opens statements or a value: on the same line, or indented on the lines below.",
        "setup\n    pass",
        "setup:\n    pass",
    ),
    "T0204": Code(
        "error",
        "no colon belongs here; delete it",
        "A colon opens statements or a value. What lists parts below it (game, card, player, table, layout, "
        "content, scenario, test) has none.",
        "card Combat:\n    strength: int",
        "card Combat\n    strength: int",
    ),
    "T0205": Code(
        "error",
        "`=` gives a name its value; to compare two values write `==`",
        "`points = 3` makes points three, `points == 3` asks whether they are three.",
        "effect check(p: Player):\n    if p.points = 3:\n        pass",
        "effect check(p: Player):\n    if p.points == 3:\n        pass",
    ),
    "T0206": Code(
        "error",
        "`==` compares two values; to give a name its value write `=`",
        "`let n = 3` and `points = 3` give a value, `points == 3` asks whether they are three.",
        "effect begin:\n    let n == 3",
        "effect begin:\n    let n = 3",
    ),
    "T0207": Code(
        "error",
        "the first argument of `{verb}` cannot begin with `{sign}`: it reads as one value with the "
        "word before "
        "it; name it first with `let`",
        "`draw (n + 1)` looks like the value of a function called draw. So that both can be told apart, what "
        "follows the word of a command begins with a name or a number.",
        "effect refill(n: int):\n    draw (n + 1) from deck to hand",
        "effect refill(n: int):\n    let more = n + 1\n    draw more from deck to hand",
    ),
    "T0208": Code(
        "error",
        "`{wrong}` has a capital letter; write `{right}`",
        "The words of the language are written in small letters; only the names of kinds and enums "
        "begin with "
        "a capital.",
        "effect check(n: int):\n    If n == 3:\n        pass",
        "effect check(n: int):\n    if n == 3:\n        pass",
    ),
    "T0209": Code(
        "error",
        "another condition after `if` begins with `elif`; write that instead",
        "`if`, any number of `elif` and at most one `else` stand one below the other.",
        "effect check(n: int):\n    if n == 3:\n        pass\n    else if n == 4:\n        pass",
        "effect check(n: int):\n    if n == 3:\n        pass\n    elif n == 4:\n        pass",
    ),
    "T0210": Code(
        "error",
        "`--` joins the spaces of a board; to take one away write `x -= 1`, for the negative of a "
        "negative `-(-x)`",
        "Two dashes have one meaning only, so that neither reads like the other.",
        "effect lose:\n    points--",
        "effect lose:\n    points -= 1",
    ),
    "T0211": Code(
        "error",
        "a value with `if` reads `if a then b else c`; `{word}` is missing before {found}",
        "A value always has to be one, so both cases are named. Statements for one case only are "
        "written with "
        "`if ...:` on a line of their own.",
        "value bonus(n: int) -> int: 1 + (if n > 3 then 2)",
        "value bonus(n: int) -> int: 1 + (if n > 3 then 2 else 0)",
    ),
    "T0212": Code(
        "error",
        "nothing follows the colon of `{word}`; write a statement behind it, or indented below "
        "(`pass` does nothing)",
        "A colon opens statements or a value. A block that is meant to be empty says so with `pass`.",
        "effect rest(p: Player):",
        "effect rest(p: Player): pass",
    ),
    "T0213": Code(
        "error",
        "a text cannot be a value; texts stand only in titles, prompts, `text`, `say`, `says` and `fault`",
        "Games count and compare numbers, names and components. Where several words are meant, an "
        "`enum` names "
        "them.",
        'effect begin:\n    let colour = "red"',
        "enum Colour: red, blue\neffect begin:\n    let colour = red",
    ),
    "T0214": Code(
        "error",
        "only two values can be compared at once; join two comparisons with `and`",
        "`1 < n < 5` reads well and is not part of the language; `1 < n and n < 5` is.",
        "value fits(n: int) -> bool: 1 < n < 5",
        "value fits(n: int) -> bool: 1 < n and n < 5",
    ),
    "T0215": Code(
        "error",
        "`{word}` is a preposition and never a name; choose another name",
        "The words to, from, by, with, at, on, in, of, into, onto and as join the parts of a line, wherever "
        "they stand. All other words of the language can be names, too.",
        "enum Place: at, home",
        "enum Place: out, home",
    ),
    "T0216": Code(
        "error",
        "no line here begins with `{word}`; it should be {what}",
        "The first word of a line says what the line is. This one is close to a word that would fit.",
        "efect rest(p: Player): pass",
        "effect rest(p: Player): pass",
    ),
    "T0217": Code(
        "error",
        "this line should be {expected}, and cannot begin with {found}",
        "What may stand in a line depends on what it is indented under.",
        "player\n    2 hearts",
        "player\n    state hearts: int",
    ),
    "T0218": Code(
        "error",
        "only `option` lines stand below this `choose`; move this line into one of them, or in front",
        "A menu lists what can be chosen. What happens then stands below each option.",
        'effect rest(p: Player):\n    choose by p "Rest?":\n        option yes "Yes": pass\n        pass',
        'effect rest(p: Player):\n    choose by p "Rest?":\n        option yes "Yes": pass\n'
        '        option no "No": pass',
    ),
    "T0219": Code(
        "error",
        "this `{word}` belongs to no `if`, `choose` or `may` at the same column; move it below one",
        "`elif` and `else` stand directly below the statement that they go on, in the same column, "
        "and `else` "
        "comes last.",
        "effect rest(p: Player):\n    pass\n    else: pass",
        "effect rest(p: Player):\n    if p.tired: pass\n    else: pass",
    ),
    "T0220": Code(
        "error",
        "rows between `|` belong below a `layout`, `region` or `shape`; write its first line above them",
        "A layout draws a board: `layout NAME of BOARD`, below it one row a line, and a `legend`.",
        "| a b |",
        "layout small of field\n    | a b |\n    legend a: monster = wolf, b: monster = demon",
    ),
    "T0221": Code(
        "error",
        "this cannot be given a value; on the left of `=` stands a name or a member like `p.points`",
        "Only state and names made with `let` can change. The result of a function or a sum is not a place "
        "where something could be kept.",
        "effect win(p: Player):\n    points(p) = 3",
        "effect win(p: Player):\n    p.points = 3",
    ),
    "T0222": Code(
        "error",
        "`{clause}` stands here a second time; keep one of the two",
        "Each clause says one thing of what it belongs to, so it can stand only once.",
        'card Combat "Combat" "Fight"',
        'card Combat "Combat"',
    ),
    "T0223": Code(
        "error",
        "put a comma before this `by`: only most, least and sorted order what they draw",
        "Arguments are separated by commas, their labels too: `strike(p, by 2)`. Without a comma `by` "
        "says in "
        "which order a query takes its elements.",
        "value loss(p: Player, n: int) -> int: damage(p by n)",
        "value loss(p: Player, n: int) -> int: damage(p, by n)",
    ),
    "T0224": Code(
        "error",
        "a query has no labels; delete this word",
        "`count(s in Space where s.free)` names what it draws from; prepositions label the arguments "
        "of effects "
        "and values only.",
        "value free -> int: count(from s in Space where s.free)",
        "value free -> int: count(s in Space where s.free)",
    ),
    "T0225": Code(
        "error",
        "a query makes one value of each element; this is a second one",
        "Before `for` stands what the query gives for each element, once. Two queries give two lists.",
        "value both -> list of int: [s.a, s.b for s in Space]",
        "value both -> list of int: [s.a + s.b for s in Space]",
    ),
    "T0226": Code(
        "error",
        "a query has to say what it draws from: `NAME in LIST`",
        "`count(s in Space where s.free)` looks at each space in turn and calls it s. Without `NAME "
        "in` there is "
        "nothing to look at.",
        "value free -> int: count(Space where free)",
        "value free -> int: count(s in Space where s.free)",
    ),
    "T0227": Code(
        "error",
        "say how often: `repeat 3`, or how long: `repeat while CONDITION`",
        "A loop needs an end. `repeat 3 while c` has both: at most three times, and no longer than c holds.",
        "effect rest:\n    repeat:\n        pass",
        "effect rest:\n    repeat 3:\n        pass",
    ),
    "T0228": Code(
        "error",
        "the game `{game}` does not say for how many players it is; add a line such as `players 2..4`",
        "The number of seats decides what lies on the table, so every game states it.",
        'game chess "Chess"',
        'game chess "Chess"\n    players 2',
    ),
    "T0229": Code(
        "error",
        "nothing is listed below this `{word}`; indent its lines below it",
        "An enum lists names, a graph the ways between its spaces, a layout, region or shape its rows.",
        "enum Mode",
        "enum Mode: basic, full",
    ),
    "T0230": Code(
        "error",
        "a `change` has exactly one `to` and the new value behind it; write `to it + 1` for one more",
        "`change strike(p, by n): n to n - 1` changes an argument, `change points(p): to it + 1` a "
        "value, where "
        "`it` is the value so far.",
        "change points(p):",
        "change points(p): to it + 1",
    ),
    "T0231": Code(
        "error",
        "after `hidden` stands cards, tiles, tokens or components, not `{word}`",
        "`expect seat 1 sees 4 hidden cards in (seat 2).hand` counts what that seat cannot tell apart.",
        'test "hidden"\n    expect seat 1 sees 4 hidden things',
        'test "hidden"\n    expect seat 1 sees 4 hidden cards',
    ),
    "T0232": Code(
        "error",
        "this expression is nested more than {limit} deep; give a part of it a name with `value` or `let`",
        "Every operator and every call is one level. A value that is put together from so many is easier to "
        "read, and to mend, in named parts.",
        "value deep -> int: " + "+".join("1" for _ in range(120)),
        "value flat -> int: 120",
    ),
    "T0233": Code(
        "error",
        "this line is indented, but the line above it (`{above} ...`) opens nothing; move it to the "
        "left, or see "
        "whether a colon is missing above",
        "Only what ends with a colon, and declarations with parts, have lines indented below them.",
        "effect rest(p: Player):\n    let n = 1\n        p.points = n",
        "effect rest(p: Player):\n    let n = 1\n    p.points = n",
    ),
    "T0234": Code(
        "error",
        "these lines are indented, but the line above already has its statement behind the colon; put all of "
        "them below",
        "A colon is followed by one simple statement on the same line, or by indented lines, not by both.",
        "effect rest(p: Player): pass\n    p.points = 1",
        "effect rest(p: Player):\n    p.points = 1",
    ),
    "T0235": Code(
        "error",
        'an `option` stands only below a menu: `choose by p "prompt":`',
        "A menu lists what can be chosen, one `option` a line.",
        'effect rest(p: Player):\n    option yes "Yes": pass',
        'effect rest(p: Player):\n    choose by p "Rest?":\n        option yes "Yes": pass\n'
        '        option no "No": pass',
    ),
    "T0236": Code(
        "error",
        "only a simple statement stands behind a colon on the same line; move `{word}` to the next "
        "line, indented",
        "What has a block of its own begins on a line of its own, so that its `else:` can stand below "
        "it. Only "
        "`scope NAME:` may have a loop behind it.",
        "effect e(p: Player):\n    for q in players: if q.tired: rest q",
        "effect e(p: Player):\n    for q in players:\n        if q.tired: rest q",
    ),
    "T0237": Code(
        "error",
        "`if ... then` is a value and lacks its `else`; what is done only sometimes has a colon in place of "
        "`then`",
        "`if a then b else c` is one of two values. Statements for one case stand behind `if ...:`, those "
        "for the other behind `else:` on a line of its own.",
        "effect check(n: int):\n    if n == 3 then rest",
        "effect check(n: int):\n    if n == 3: rest",
    ),
    "T0238": Code(
        "error",
        "only a simple statement stands behind `when` on the same line; write `when:`, and `{word}` on a "
        "line below it, indented",
        "A step of a test is one simple statement, or answers. What has a block of its own stands in the "
        "block of a `when:`.",
        'test "all rest"\n    when for p in players: rest p\n    then round == 0',
        'test "all rest"\n    when:\n        for p in players: rest p\n    then round == 0',
    ),
    "T1010": Code(
        "error",
        "`{word}` is a part of the language that comes with a later version; leave it out for now",
        "Components with two sides, content that is left out unless something else is in play, and "
        "objectives "
        "of scenarios have their words already, and no meaning yet.",
        "card Troll\n    sides veteran",
        "card Troll",
    ),
}
