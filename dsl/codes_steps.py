"""The sentences of statements: results, assignments, verbs, questions (T0501 to T0525)."""

from __future__ import annotations

from .code import Code, Table

TABLE: Table = {
    "T0501": Code(
        "error",
        "every way through must end with {wanted}; add the missing `return`",
        "Whoever calls gets a result, whatever happened on the way. In a value the last line is what it"
        " gives, also the last line of each branch of an `if`; in an effect it is `return`. A way that "
        "ends with `fault` gives none.",
        "value sign(of n: int) -> int:\n    if n < 0: return -1\n",
        "value sign(of n: int) -> int:\n    if n < 0: return -1\n    1\n",
    ),
    "T0502": Code(
        "error",
        "a value only reads: it cannot change, move, say or do anything; make it an effect, or remove this",
        "Values are worked out whenever somebody looks, as often as the engine likes: for options, for "
        "the log, for what a seat sees. So they have no consequences.",
        "table\n    state passes: int = 0\nvalue next_pass -> int:\n    passes += 1\n    passes\n",
        "table\n    state passes: int = 0\neffect next_pass -> int:\n    passes += 1\n    return passes\n",
    ),
    "T0503": Code(
        "error",
        "`{name}` gives no result that could be kept; call it on a line of its own",
        "Only an effect that declares a result with `->` gives one. Of the verbs, `draw` gives how many"
        " came.",
        'effect rest: pass\neffect wait:\n    let rested = rest\n    say "{rested}"\n',
        'effect rest -> int: return 1\neffect wait:\n    let rested = rest\n    say "{rested}"\n',
    ),
    "T0504": Code(
        "error",
        "nothing is expected back from here; write `return` alone, or declare a result with `->`",
        "A result that nobody can take is a slip: either the declaration lacks its `->`, or the value "
        "is too much.",
        "effect rest: return 1\n",
        "effect rest -> int: return 1\n",
    ),
    "T0505": Code(
        "error",
        "no loop, phase or scope called `{name}` is open here; name one that is",
        "`end NAME` leaves the scope or phase of that name, or the loop that `for`, `repeat`, `while`, "
        "`rounds` stands for. `end turn` and `end round` end the turn and the round that are going on. "
        "Only what is open around the line, in the same effect, can be left.",
        "effect seek(p: Player):\n    for q in players:\n        if q == p: end loop\n",
        "effect seek(p: Player):\n    for q in players:\n        if q == p: end for\n",
    ),
    "T0506": Code(
        "error",
        "an outcome has one number for each seat: here are {given}, and {wanted} play; write as many",
        "The outcome says how each seat has fared. `win(p)`, `draw()`, `won()` and `lost()` give one "
        "for any number of seats.",
        'game x "X"\n    players 2\nplay:\n    end game with [1, 0, -1]\n',
        'game x "X"\n    players 2\nplay:\n    end game with [1, -1]\n',
    ),
    "T0507": Code(
        "error",
        "`{name}` cannot be changed: it is a parameter, or a loop or question sets it; use `let` for a copy",
        "What a call was given, what a loop goes through and what somebody has chosen stays as it was, "
        "so that it means the same in the whole block.",
        'effect hurt(by n: int):\n    n += 1\n    say "{n}"\n',
        'effect hurt(by n: int):\n    let harm = n\n    harm += 1\n    say "{harm}"\n',
    ),
    "T0508": Code(
        "error",
        "only `turn` says who is active; assign `starter` to say who begins",
        "`active` is the seat of the turn that is going on, and the starter outside of turns. (A test "
        "may set it, to begin in the middle of a turn.)",
        "effect skip: active = seat 1\n",
        "effect skip: starter = seat 1\n",
    ),
    "T0509": Code(
        "error",
        "only locals and declared state can be assigned; name one of them on the left",
        "What is printed, counted or worked out follows from other things. It changes when they do, or "
        "by a `change` hook.",
        "card Rune\n    worth: int = 1\nRune ice\neffect melt: ice.worth = 0\n",
        "card Rune\n    state worth: int = 1\nRune ice\neffect melt: ice.worth = 0\n",
    ),
    "T0510": Code(
        "error",
        "`{op}` works on numbers and sets, but this is {given}; write `=` and the whole new value",
        "`+=` adds to a number and puts into a set; `-=` takes away.",
        "table\n    state done: bool = false\neffect finish: done += true\n",
        "table\n    state done: bool = false\neffect finish: done = true\n",
    ),
    "T0511": Code(
        "error",
        "`{name}` does not say which side is up; remove `face`",
        "Only `move`, `draw` and `flip` lay something face up or face down.",
        "card Rune x4\ntable\n    zone runes: pile of Rune open\neffect mix: shuffle runes face down\n",
        "card Rune x4\ntable\n    zone runes: pile of Rune open\neffect mix: shuffle runes\n",
    ),
    "T0512": Code(
        "error",
        "this is worked out and then forgotten; use it, or remove the line",
        "A line of code does something. A value alone does nothing; only in a `value` is the last line "
        "the result.",
        "effect rest(of n: int):\n    n + 1\n",
        'effect rest(of n: int):\n    say "{n + 1}"\n',
    ),
    "T0513": Code(
        "error",
        "effects are called without brackets: write `{name}` and its arguments with their words",
        "So a reader sees what does something and what is only worked out: `hurt p by 2` happens, "
        "`harm(p)` is a number.",
        'effect hurt(p: Player): say "{p}"\neffect strike(p: Player): hurt(p)\n',
        'effect hurt(p: Player): say "{p}"\neffect strike(p: Player): hurt p\n',
    ),
    "T0514": Code(
        "error",
        "`{name}` needs to know what; write it right after the verb",
        "A verb does something with a component, a list, a zone, a number or a layout, which stands "
        "first and without a preposition.",
        "card Rune x4\ntable\n    zone runes: pile of Rune open\neffect gather: move to runes\n",
        "card Rune x4\ntable\n    zone runes: pile of Rune open\neffect gather: move all Rune to runes\n",
    ),
    "T0515": Code(
        "error",
        "`{name}` needs `{label}`; add it and what follows it",
        "Each verb needs certain words: `move X to ZONE`, `draw N from ZONE to ZONE`, `place X on "
        "SPACE`, `swap A with B`, `pick N at random from LIST as NAME`.",
        "card Rune x4\n"
        "table\n"
        "    zone runes: pile of Rune open\n"
        "effect gather: move all Rune\n"
        "effect mix: shuffle runes\n",
        "card Rune x4\n"
        "table\n"
        "    zone runes: pile of Rune open\n"
        "effect gather: move all Rune to runes\n"
        "effect mix: shuffle runes\n",
    ),
    "T0516": Code(
        "error",
        "`{name}` takes one thing before its prepositions; remove this, or write the word that belongs "
        "before it",
        "A verb works on one component, one list or one zone; several components are a list.",
        "card Rune\n"
        "Rune ice\n"
        "Rune fire\n"
        "table\n"
        "    zone runes: set of Rune open\n"
        "effect gather: move ice, fire to runes\n",
        "card Rune\n"
        "Rune ice\n"
        "Rune fire\n"
        "table\n"
        "    zone runes: set of Rune open\n"
        "effect gather: move all Rune to runes\n",
    ),
    "T0517": Code(
        "error",
        "`at` says `top` or `bottom` here; write one of them",
        "Into a pile components go on top, into a row at its end, unless `at` says otherwise.",
        "card Rune x4\n"
        "table\n"
        "    zone runes: pile of Rune open\n"
        "effect gather: move all Rune to runes at left\n",
        "card Rune x4\n"
        "table\n"
        "    zone runes: pile of Rune open\n"
        "effect gather: move all Rune to runes at bottom\n",
    ),
    "T0518": Code(
        "error",
        "{shape} has no order, so `{name}` cannot be shuffled; make it a pile or a row",
        "Shuffling gives what lies in an order another one. A hand and a set have none; `pick ... at "
        "random` draws from them.",
        "card Rune x4\n"
        "table\n"
        "    zone runes: set of Rune hidden\n"
        "effect mix:\n"
        "    move all Rune to runes\n"
        "    shuffle runes\n",
        "card Rune x4\n"
        "table\n"
        "    zone runes: pile of Rune hidden\n"
        "effect mix:\n"
        "    move all Rune to runes\n"
        "    shuffle runes\n",
    ),
    "T0519": Code(
        "error",
        "`pick` draws at random; write `pick N at random from LIST as NAME`",
        "Who chooses without chance is asked: `choose x from LIST by p`.",
        'effect draw_lots:\n    pick 1 at once from players as lucky\n    say "{lucky}"\n',
        'effect draw_lots:\n    pick 1 at random from players as lucky\n    say "{lucky}"\n',
    ),
    "T0520": Code(
        "error",
        "a value cannot ask anybody; ask in an effect and hand the answer on",
        "Values are worked out whenever somebody looks. A question waits for an answer, which is only "
        "possible in what happens: effects, actions, hooks and the flow of the game.",
        "value harm(to p: Player) -> int:\n    choose n in 1..3 by p\n    n\n",
        "effect ask_harm(of p: Player) -> int:\n    choose n in 1..3 by p\n    return n\n",
    ),
    "T0521": Code(
        "error",
        "without an answer there is no `{name}` below; let `else` leave (`return`, `end ...` or `fault "
        '"..."`), or give the question a block',
        "A question without a block gives its answer to the lines below it. Where nothing could be "
        "chosen, these lines must not be reached.",
        "effect point_at(from seats: list of Player):\n"
        "    choose p from seats by active\n"
        '    else: say "nobody is left"\n'
        '    say "{p}"\n',
        "effect point_at(from seats: list of Player):\n"
        "    choose p from seats by active\n"
        "    else: return\n"
        '    say "{p}"\n',
    ),
    "T0522": Code(
        "error",
        "there may be nothing to choose from; give the question a block, add an `else:` that leaves, or "
        "test before it that the list is not empty",
        "Where the list is empty nobody is asked. With a block that means: the block is skipped, and "
        "the log says so. Without one, the lines below would lack the answer. What never is empty: "
        "`players`, an enum, a non-empty list, and what a condition around the question has tested.",
        'effect point_at(from seats: list of Player):\n    choose p from seats by active\n    say "{p}"\n',
        "effect point_at(from seats: list of Player):\n"
        "    choose p from seats by active:\n"
        '        say "{p}"\n',
    ),
    "T0523": Code(
        "error",
        "the option `{name}` stands here twice; give each its own name",
        "Saves and tests know an option by its name.",
        "effect pass_by(p: Player):\n"
        '    choose by p "Where to?":\n'
        '        option go "To the left": say "left"\n'
        '        option go "To the right": say "right"\n',
        "effect pass_by(p: Player):\n"
        '    choose by p "Where to?":\n'
        '        option left "To the left": say "left"\n'
        '        option right "To the right": say "right"\n',
    ),
    "T0524": Code(
        "error",
        "it may be that no option is open; let one stand without `if`",
        "A question has at least one option. Two options of which one stands under a condition and the "
        "other under its `not` are enough, too.",
        "effect pass_by(p: Player, at n: int):\n"
        '    choose by p "Where to?":\n'
        '        option left "To the left" if n > 1: say "left"\n'
        '        option right "To the right" if n > 2: say "right"\n',
        "effect pass_by(p: Player, at n: int):\n"
        '    choose by p "Where to?":\n'
        '        option left "To the left" if n > 1: say "left"\n'
        '        option right "To the right": say "right"\n',
    ),
    "T0525": Code(
        "error",
        "there is no action that `act` could offer; declare one with `action`, without `at`",
        "`act p` offers all actions that are open to the seat, with all their parameters, but for those that "
        "are `at` a pause: these are offered in that pause alone.",
        "effect go_on(p: Player): act p\n",
        "action wait: pass\neffect go_on(p: Player): act p\n",
    ),
}
