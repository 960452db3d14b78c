"""The sentences of types in code: what fits where, what may be none, queries, arguments (T0401 to T0429)."""

from __future__ import annotations

from .code import Code, Table

TABLE: Table = {
    "T0401": Code(
        "error",
        "this is {given}, but {wanted} is needed here; replace it",
        "Every value has a type, and every place says which type it needs: an argument the type of its "
        "parameter, a condition true or false, arithmetic a number.",
        "value ready -> bool: 3\n",
        "value ready -> bool: true\n",
    ),
    "T0402": Code(
        "error",
        "this may be none where {what} is needed; test it with `is some` first, or write `the` before it",
        "A `T?` may hold nothing, so it is no `T`. A test with `is some` or `is none` makes it one, as "
        "far as the test reaches: in the rest of an `and`, in a branch of an `if`, after a branch that "
        "leaves. What was known of stored state is forgotten at the next call or assignment, since that"
        " may change it. `the` says that it is there, and faults where it is not.",
        "value certain(p: Player?) -> Player: p\n",
        "value certain(p: Player?) -> Player: if p is some then p else seat 1\n",
    ),
    "T0403": Code(
        "error",
        "{value} lies outside {low}..{high}; use a number in that range",
        "The number can never be stored there: it would fault whenever this line is reached. (A `track`"
        " stops at its ends instead of faulting.)",
        "table\n    state lives: int 0..3 = 5\n",
        "table\n    state lives: int 0..3 = 3\n",
    ),
    "T0404": Code(
        "error",
        "numbers go up to {limit}; use a smaller one",
        "All numbers of a game lie between -2147483647 and 2147483647, so that every engine counts alike.",
        "value plenty -> int: 9999999999\n",
        "value plenty -> int: 2147483647\n",
    ),
    "T0405": Code(
        "error",
        "there is no seat {number}: seats count from 1 to {high}; name one of them",
        "The game says how many players there may be. In a game for 2..4 players `seat 4` can be named,"
        " and faults where only three play.",
        "value last -> Player: seat 3\n",
        "value last -> Player: seat 2\n",
    ),
    "T0406": Code(
        "error",
        "a list, set or zone is needed here, but this is {given}; put it in square brackets, or name a list",
        "What can be gone through, counted or chosen from is a list, a set, or a zone with what lies in it.",
        'effect greet:\n    for p in seat 1: say "{p}"\n',
        'effect greet:\n    for p in [seat 1]: say "{p}"\n',
    ),
    "T0407": Code(
        "error",
        "{left} and {right} can never be the same; compare things of one type",
        "A comparison that cannot hold is a slip: a player is no number, and a card of one kind is none"
        " of another.",
        "value odd(p: Player) -> bool: p == 1\n",
        "value odd(p: Player) -> bool: p.number == 1\n",
    ),
    "T0408": Code(
        "error",
        "only a list can be added to or taken from a list, but this is {given}; put it in brackets: `[...]`",
        "Between lists `+` joins and `-` leaves out. One element is a list of one.",
        "value more(with xs: list of Player up to 2) -> list of Player: xs + seat 1\n",
        "value more(with xs: list of Player up to 2) -> list of Player: xs + [seat 1]\n",
    ),
    "T0409": Code(
        "error",
        "{left} can never be among elements that are each {right}; ask for one of their type",
        "What `in` asks for must be of the type of the elements.",
        "value sits(in seats: list of Player) -> bool: 3 in seats\n",
        "value sits(in seats: list of Player) -> bool: seat 2 in seats\n",
    ),
    "T0410": Code(
        "error",
        "`in` needs a list, set, zone or space on its right, but this is {given}; name one",
        "`x in LIST` asks whether x is an element, `c in ZONE` and `c in SPACE` whether the component "
        "lies there.",
        "value small(n: int) -> bool: n in 3\n",
        "value small(n: int) -> bool: n in 1..3\n",
    ),
    "T0411": Code(
        "error",
        "`is {name}` asks what a component is, but this is {given}; compare with `==`",
        "`is` asks a component for its content or kind, and a scenario for its name. All else is compared.",
        "card Rune\nRune ice\nvalue cold(p: Player) -> bool: p is ice\n",
        "card Rune\nRune ice\nvalue cold(r: Rune) -> bool: r is ice\n",
    ),
    "T0412": Code(
        "error",
        "both must have one type, but one is {left} and the other {right}; make them alike",
        "What follows `then` and `else`, and the elements of a list, stand for one another, so they "
        "have one type. A component of one kind and one of another are both components; a value and "
        "`none` make an optional value.",
        "value bonus(a: bool) -> int: if a then 1 else seat 1\n",
        "value bonus(a: bool) -> int: if a then 1 else 2\n",
    ),
    "T0413": Code(
        "error",
        "this may be none, and none has no `{member}`; test it with `is some` first, or write `the` "
        "before it",
        "What may be none has no members. A test with `is some` makes it certain as far as the test "
        "reaches; `the` says that it is there, and faults where it is not.",
        "value after(p: Player?) -> Player: p.next\n",
        "value after(p: Player?) -> Player: if p is some then p.next else seat 1\n",
    ),
    "T0414": Code(
        "error",
        "`{name} in` needs a list, set or zone, but this is {given}; name one",
        "A query goes through the elements of a list, of a set, or of a zone with what lies in it.",
        "value many -> int: count(p in seat 1)\n",
        "value many -> int: count(p in players)\n",
    ),
    "T0415": Code(
        "error",
        "`{form}` needs to know by what; add `by` and a number",
        "`most` and `least` give all elements whose number is greatest or least, `sorted` gives all, "
        "ascending by theirs.",
        "value best -> list of Player: most(p in players)\n",
        "value best -> list of Player: most(p in players by p.number)\n",
    ),
    "T0416": Code(
        "error",
        "`{form}` does not order anything; remove `by`, or use most, least or sorted",
        "Only `most`, `least` and `sorted` compare the elements of a query by a number.",
        "value one -> Player?: first(p in players by p.number)\n",
        "value one -> Player?: first(p in players)\n",
    ),
    "T0417": Code(
        "error",
        "`all` needs a condition that every element must meet; add `where`",
        "`all(x in LIST where CONDITION)` is true where every element meets the condition, also where "
        "there is none. Without a condition it would always be true.",
        "value alone -> bool: all(p in players)\n",
        "value alone -> bool: all(p in players where p == active)\n",
    ),
    "T0418": Code(
        "error",
        "`{form}` takes nothing before `for`; write `{form}(x in LIST where CONDITION)`",
        "`count`, `any` and `all` only ask which elements meet the condition. What would stand before "
        "`for` would be worked out for nothing.",
        "value many -> int: count(p for p in players)\n",
        "value many -> int: count(p in players)\n",
    ),
    "T0419": Code(
        "error",
        "`sum` needs to know what to add up; write `sum(NUMBER for x in LIST)`",
        "Before `for` stands the number that each element brings.",
        "value many -> int: sum(p in players)\n",
        "value many -> int: sum(p.number for p in players)\n",
    ),
    "T0420": Code(
        "error",
        "`{name}` takes {wanted} arguments, but it has {given} here; give it as many as it takes",
        "Every parameter needs one argument. An argument with a word before it belongs to the parameter"
        " with that word, the others follow one another.",
        "value odd(n: int) -> bool: mod(n, 2, 1) == 1\n",
        "value odd(n: int) -> bool: mod(n, 2) == 1\n",
    ),
    "T0421": Code(
        "error",
        "how long the list of `{name}` can be depends on itself; write `list of ... up to N`",
        "Every list has a greatest length, which follows from where its elements come from. Where a "
        "value calls itself there is nothing that it follows from, so the author says it; a list that "
        "would be longer is a fault.",
        "value down(from n: int) -> list of int: if n == 0 then [] else [n] + down(n - 1)\n",
        "value down(from n: int) -> list of int up to 9: if n == 0 then [] else [n] + down(n - 1)\n",
    ),
    "T0422": Code(
        "error",
        "`{name}` needs `{how}`, {what}; add it",
        "Every parameter needs an argument: those with a word before them in any order, the others in "
        "the order of the declaration.",
        'effect hurt(p: Player, by n: int): say "{p} loses {n}"\neffect strike(p: Player): hurt p\n',
        'effect hurt(p: Player, by n: int): say "{p} loses {n}"\neffect strike(p: Player): hurt p by 1\n',
    ),
    "T0423": Code(
        "error",
        "this must be known before the game begins; write a number, a name or a list of them",
        "Printed fields, options and what a layout puts on the board are the same in every game, so "
        "they cannot depend on how one goes.",
        "card Rune\n    worth: int\nRune ice\n    worth: round + 1\n",
        "card Rune\n    worth: int\nRune ice\n    worth: 2 + 1\n",
    ),
    "T0424": Code(
        "error",
        "`{name}` begins as {given}, and nothing says what else it may hold; write its type, as in `let"
        " {name}: TYPE = ...`",
        "A local has the type of the value that it begins with. `none` fits every optional type and "
        "`[]` every list, so they do not say which one is meant.",
        'effect rest:\n    let who = none\n    say "{who}"\n',
        'effect rest:\n    let who: Player? = none\n    say "{who}"\n',
    ),
    "T0425": Code(
        "error",
        "a {given} cannot lie there: that zone holds {holds}; move it elsewhere, or let the zone hold it",
        "A zone says which kinds of component it holds. Moving another there would be a fault.",
        "card Rune x1\n"
        "token Coin x1\n"
        "table\n"
        "    zone purse: set of Coin open\n"
        "effect spend: move rune to purse\n",
        "card Rune x1\n"
        "token Coin x1\n"
        "table\n"
        "    zone purse: set of Coin open\n"
        "effect spend: move coin to purse\n",
    ),
    "T0426": Code(
        "error",
        "`{name}` has `{label}` twice here; remove one of the two",
        "Each word before an argument says which parameter it is for, and a parameter has one argument.",
        'effect hurt(p: Player, by n: int): say "{p} loses {n}"\n'
        "effect strike(p: Player): hurt p by 1 by 2\n",
        'effect hurt(p: Player, by n: int): say "{p} loses {n}"\neffect strike(p: Player): hurt p by 1\n',
    ),
    "T0427": Code(
        "error",
        "`{form}` compares by one number; remove what follows `then`, or use `sorted`",
        "`most` and `least` give everything that shares the best number. A second number could only "
        "tell apart what is meant to be equal.",
        "value best -> list of Player: most(p in players by p.number, then 1)\n",
        "value best -> list of Player: most(p in players by p.number)\n",
    ),
    "T0428": Code(
        "error",
        "only one component of a kind that `spans` several spaces is placed on a list of them, but this is "
        "{what}; name one space, or write `spans` and a number behind the kind",
        "A component stands on one space, unless the head of its kind says how many it may take: `tile Ship "
        "x2 spans 3`. Which kind that is must be known, and components are placed one at a time.",
        "space Cell\nboard field: grid 3 x 1 of Cell\ntile Ship x1\neffect land: place ship on [a1, b1]\n",
        "space Cell\nboard field: grid 3 x 1 of Cell\ntile Ship x1 spans 2\n"
        "effect land: place ship on [a1, b1]\n",
    ),
    "T0429": Code(
        "error",
        "{kind} stands on 1 to {most} different spaces; name as many, and none of them twice",
        "`spans` says how many spaces one of a kind may take. It may stand on fewer, but on one at least.",
        "space Cell\nboard field: grid 3 x 1 of Cell\ntile Ship x1 spans 2\n"
        "effect land: place ship on [a1, b1, a1]\n",
        "space Cell\nboard field: grid 3 x 1 of Cell\ntile Ship x1 spans 2\n"
        "effect land: place ship on [a1, b1]\n",
    ),
}
