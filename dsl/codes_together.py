"""The sentences of `together` (T0540 to T0544)."""

from __future__ import annotations

from .code import Code, Table

_HEAD = "card Rune x6\nplayer\n    zone hand: hand of Rune\n    zone laid: row of Rune open\n"

TABLE: Table = {
    "T0540": Code(
        "error",
        "in `together` stand only questions without a block and `let` with a value; put this after the block",
        "What follows from the answers comes after the block, when all have answered: inside, it would "
        "show them. An `else:` may say with `fault` and a plain text that it cannot come to that.",
        _HEAD + "effect show_runes:\n    together for p in players:\n        choose any runes from p.hand\n"
        "        move runes to p.laid\n",
        _HEAD + "effect show_runes:\n    together for p in players:\n        choose any runes from p.hand\n"
        "    for p in players: move runes of p to p.laid\n",
    ),
    "T0541": Code(
        "error",
        "here `{name}` is what the seat itself has answered; write `{name}` alone, or read others' "
        "after the block",
        "Until the block ends nobody knows what another seat has answered, the rules of its questions "
        "included.",
        "table\n    state total: int = 0\neffect bid:\n    together for p in players:\n"
        "        choose coins in 0..3\n        let more = coins of p.next\n"
        "    for p in players: total += more of p\n",
        "table\n    state total: int = 0\neffect bid:\n    together for p in players:\n"
        "        choose coins in 0..3\n"
        "    for p in players: total += coins of p.next\n",
    ),
    "T0542": Code(
        "error",
        "each seat has a `{name}` of its own; say whose: `{name} of p`",
        "Every seat that was asked has answered. After the block `NAME of SEAT` is the answer of that seat: "
        "of a seat that was not asked a list is empty, what may be none is none, and anything else stops "
        "the game.",
        "table\n    state total: int = 0\neffect bid:\n    together for p in players:\n"
        "        choose coins in 0..3\n    total += coins\n",
        "table\n    state total: int = 0\neffect bid:\n    together for p in players:\n"
        "        choose coins in 0..3\n    total += sum(coins of p for p in players)\n",
    ),
    "T0543": Code(
        "error",
        "nobody is asked anything here; add a question, or use `for`",
        "`together` asks several seats so that none knows what the others answer. Where there is no "
        "question, there is nothing to hide.",
        "table\n    state total: int = 0\neffect bid:\n    together for p in players:\n"
        "        let coins = p.number\n    total += coins of active\n",
        "table\n    state total: int = 0\neffect bid:\n    for p in players:\n        total += p.number\n",
    ),
    "T0544": Code(
        "error",
        "in `together` each seat answers for itself; write `by {name}`, or leave it out",
        "Seat after seat is asked, and what it answers is its own: `NAME of SEAT`. Whoever shall answer for "
        "others is asked after the block, or before.",
        "table\n    state total: int = 0\neffect bid:\n    together for p in players:\n"
        "        choose coins in 0..3 by p.next\n    total += sum(coins of p for p in players)\n",
        "table\n    state total: int = 0\neffect bid:\n    together for p in players:\n"
        "        choose coins in 0..3 by p\n    total += sum(coins of p for p in players)\n",
    ),
}
