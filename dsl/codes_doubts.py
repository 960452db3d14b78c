"""The sentences of code that is suspicious but possible (T0930 to T0940), and of what comes later."""

from __future__ import annotations

from .code import Code, Table

TABLE: Table = {
    "T0930": Code(
        "warning",
        "`{name}` is never used; use it, or remove it",
        "A local that nothing reads is often a slip. A name that begins with `_` says that it is not needed.",
        "effect rest:\n    let strength = 1\n",
        'effect rest:\n    let strength = 1\n    say "{strength}"\n',
    ),
    "T0931": Code(
        "warning",
        "this {word} holds: the value on the left lies within {low}..{high}; correct the number, or "
        "remove the test",
        "The ranges of both sides settle the comparison before the game begins.",
        "value over(n: int 0..3) -> bool: n > 3\n",
        "value over(n: int 0..3) -> bool: n > 2\n",
    ),
    "T0932": Code(
        "warning",
        "this is never none: it is {given}; remove the test",
        "Only what is declared with `?`, and what a query or a list may fail to give, can be none. "
        "Perhaps something else was meant, or a condition above has already tested it.",
        "value there(p: Player) -> bool: p is some\n",
        "value there(p: Player?) -> bool: p is some\n",
    ),
    "T0933": Code(
        "warning",
        "this line is never reached; remove it, or what leaves above it",
        "`return`, `end`, `end game` and `fault` leave, and so does an `if` whose every branch does.",
        'effect rest:\n    return\n    say "rested"\n',
        'effect rest:\n    say "rested"\n    return\n',
    ),
    "T0940": Code(
        "warning",
        "this reads what not everybody sees, and whether a question below is asked would tell it; ask "
        "always, and put the condition on an option",
        "All seats see that somebody is asked. If only the holders of a certain hidden card are asked, "
        "the question gives them away, even where the answer is no. A condition on an option gives "
        "nothing away: only the seat that is asked sees the options.",
        "card Rune\n"
        "Rune ice x2\n"
        "Rune fire x2\n"
        "player\n"
        "    zone hand: hand of Rune\n"
        "effect offer(to p: Player):\n"
        "    if any(r in p.hand where r is ice):\n"
        '        may p "Play ice?": say "{p} plays ice"\n',
        "card Rune\n"
        "Rune ice x2\n"
        "Rune fire x2\n"
        "player\n"
        "    zone hand: hand of Rune\n"
        "effect offer(to p: Player):\n"
        '    choose by p "Play a rune?":\n'
        '        option ice "Play ice" if any(r in p.hand where r is ice): say "{p} plays ice"\n'
        '        option none "Play none": pass\n',
    ),
    "T1001": Code(
        "error",
        "`{word}` is not part of the language yet{instead}; remove it",
        "The word has its place in the grammar, so that no game uses it for something else. Later "
        "versions of the language will give it its meaning.",
        "effect meet:\n    explore players\n",
        'effect meet:\n    for p in players: say "{p} is there"\n',
    ),
}
