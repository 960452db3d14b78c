"""The sentences of content, counts, layouts, scenarios and tests (T07)."""

from __future__ import annotations

from .code import Code, Table

GAME = 'game x "X"\n    players 2\n'
CARDS = (
    "card Omen\n    strength: int 1..9\n    value worth(p: Player) -> int\n"
    "table\n    zone omens: row of Omen open\n    state best: int = 0\nsetup:\n    move all Omen to omens\n"
)
PLAY = "play:\n    for o in omens:\n        best += o.strength + o.worth(active)\n    end game with draw()\n"
WOLF = "Omen wolf\n    strength: 3\n    worth(p): 1\n"
RUNES = (
    "table\n    zone runes: set of Rune\nplay:\n    move all Rune to runes\n"
    "    for r in runes: r.used = not r.used\n    end game with draw()\n"
)
OMENS = (
    "table\n    zone omens: row of Omen open\nplay:\n    move all Omen to omens\n"
    '    for o in omens where o.tame: say "tame"\n    end game with draw()\n'
)
BOARD = "space Cell\n    state mark: Player?\nboard field: grid 3 x 2 of Cell\nfigure Stone x2 per player\n"
LAY = "play:\n    lay start\n    choose s from Stone:\n        place s on a1\n    end game with draw()\n"
SHRINE = "region shrine of field\n    | . . . |\n    | . x x |\n"
SHRINE_PLAY = "play:\n    choose s from shrine:\n        s.mark = active\n    end game with draw()\n"
NEAR_PLAY = "play:\n    for s in near(a1): s.mark = active\n    end game with draw()\n"
MODE = 'game x "X"\n    players 2\n    option mode: Mode = basic\nenum Mode: basic, full\n'
MODE_PLAY = 'play:\n    if mode == full: say "full"\n    end game with draw()\n'
TEST_GAME = (
    GAME + 'action wait(n in 1..3): say "wait"\nplay:\n    act active\n    end game with draw()\n'
    'test "it begins"\n'
)

TABLE: Table = {
    "T0701": Code(
        "error",
        "{kind} has no field or slot `{name}`; declare it there or correct the name",
        "A content says what its kind asks for: the fields that are printed on it and the slots that it "
        "fills, besides "
        "`text`, `source`, hooks and `state` of its own.",
        GAME + CARDS + "Omen wolf\n    strenght: 3\n    worth(p): 1\n" + PLAY,
        GAME + CARDS + WOLF + PLAY,
    ),
    "T0702": Code(
        "error",
        "`{name}` belongs to {other}; {kind} has no such field or slot",
        "The name is right, but not here: another kind has it.",
        GAME + CARDS + "card Rune\n    colour: int\n" + WOLF + "    colour: 2\n" + PLAY,
        GAME + CARDS + WOLF + PLAY,
    ),
    "T0703": Code(
        "error",
        "`{content}` does not say its `{name}`; add a line `{name}: ...`",
        "Every field without a default has to be said by each content. A default stands behind the field's "
        "type, "
        "`strength: int = 1`; an optional field without one is none.",
        GAME + CARDS + "Omen wolf\n    worth(p): 1\n" + PLAY,
        GAME + CARDS + WOLF + PLAY,
    ),
    "T0704": Code(
        "error",
        "`{content}` does not fill `{name}`; add a line for it",
        "Every slot without a body of its own has to be filled by each content, with the slot's head and "
        "what it means "
        "for this content.",
        GAME + CARDS + "Omen wolf\n    strength: 3\n" + PLAY,
        GAME + CARDS + WOLF + PLAY,
    ),
    "T0705": Code(
        "error",
        "`{name}` stands twice in `{content}`; delete one of the two",
        "A content says each thing once; nothing silently wins.",
        GAME + CARDS + WOLF + "    strength: 4\n" + PLAY,
        GAME + CARDS + WOLF + PLAY,
    ),
    "T0706": Code(
        "error",
        "`{name}` is state of {kind}: it changes in play and is not printed; set it in `setup:`",
        "Fields are printed on a content, state belongs to each component and begins with its default.",
        GAME + "card Rune\n    state used: bool = false\nRune ice\n    used: true\n" + RUNES,
        GAME + "card Rune\n    state used: bool = false\nRune ice\n" + RUNES,
    ),
    "T0707": Code(
        "error",
        "`{name}` is a field: it has no parameters and is one value, `{name}: ...`",
        "A field is what is printed; only slots have parameters and code.",
        GAME + CARDS + "Omen wolf\n    strength(p): 3\n    worth(p): 1\n" + PLAY,
        GAME + CARDS + WOLF + PLAY,
    ),
    "T0708": Code(
        "error",
        "`{name}` is a space, and there is one of it: leave the count out",
        "Each space of a graph is a content of its own.",
        GAME + "space Place\nPlace hill x2\nPlace town\nboard land: graph of Place\n"
        "    hill -- town\nplay:\n    end game with draw()\n",
        GAME + "space Place\nPlace hill\nPlace town\nboard land: graph of Place\n"
        "    hill -- town\nplay:\n    end game with draw()\n",
    ),
    "T0709": Code(
        "error",
        "`{name}` is an enum, not a kind; a content is of a kind, declared with `card`, `token` or the like",
        "An enum has names only, and they stand in its declaration.",
        GAME + "enum Omen: wolf\nOmen bear\nplay:\n    end game with draw()\n",
        GAME + "enum Omen: wolf, bear\nplay:\n    end game with draw()\n",
    ),
    "T0710": Code(
        "error",
        "`{kind}` says itself how many components it has, so `{name}` cannot add others",
        "A kind with a count, like `figure Stone x2`, is its own only content. Without the count, contents "
        "say what "
        "there is.",
        GAME
        + "figure Stone x2\nStone big\ntable\n    zone all_stones: set of Stone\n"
        + "play:\n    move all Stone to all_stones\n    end game with draw()\n",
        GAME
        + "figure Stone\nStone small x2\nStone big\ntable\n    zone all_stones: set of Stone\n"
        + "play:\n    move all Stone to all_stones\n    end game with draw()\n",
    ),
    "T0711": Code(
        "error",
        "`{name}` cannot be a space of its own: the spaces of a grid are all {kind}s of the board already",
        "The spaces of a grid or hex board have the names a1, b1, ...; only a graph has spaces with names of "
        "their own.",
        GAME + "space Cell\nboard field: grid 3 x 3 of Cell\nCell castle\nplay:\n    end game with draw()\n",
        GAME + "space Cell\nboard field: grid 3 x 3 of Cell\nplay:\n    end game with draw()\n",
    ),
    "T0712": Code(
        "error",
        "there has to be at least one `{name}`; leave the count out, or the whole content",
        "A count says how many components there are, from one on.",
        GAME + CARDS + WOLF.replace("wolf", "wolf x0") + PLAY,
        GAME + CARDS + WOLF.replace("wolf", "wolf x2") + PLAY,
    ),
    "T0713": Code(
        "error",
        "{count} components of `{name}` are too many; at most {limit} are possible",
        "A count has a limit that every engine can hold.",
        GAME + CARDS + WOLF.replace("wolf", "wolf x5000") + PLAY,
        GAME + CARDS + WOLF.replace("wolf", "wolf x50") + PLAY,
    ),
    "T0714": Code(
        "error",
        "`{name}` is no source; write `source rulebook` or `source own`",
        "`source rulebook` marks what the printed game gives, `source own` what was made for this pack.",
        GAME + CARDS + WOLF + "    source owm\n" + PLAY,
        GAME + CARDS + WOLF + "    source own\n" + PLAY,
    ),
    "T0715": Code(
        "error",
        "`{name}` is filled with {count} parameters; write `{head}: ...`",
        "A slot is filled with as many parameters as its kind declares; their names may differ.",
        GAME + CARDS + "Omen wolf\n    strength: 3\n    worth(p, q): 1\n" + PLAY,
        GAME + CARDS + WOLF + PLAY,
    ),
    "T0716": Code(
        "error",
        "this preposition does not stand in the declaration of `{name}`; write `{head}: ...`",
        "The parameters of a slot may have other names in a content, but not other prepositions.",
        GAME + CARDS + "Omen wolf\n    strength: 3\n    worth(of p): 1\n" + PLAY,
        GAME + CARDS + WOLF + PLAY,
    ),
    "T0717": Code(
        "error",
        "`{name}` is true or false, and `{word}` is neither; write `true` or `false`",
        "Only `true` and `false` are truth values, in a table as in a file; yes, no, on and off are "
        "ordinary words.",
        GAME + "card Omen\n    tame: bool\nOmen wolf\n    tame: no\n" + OMENS,
        GAME + "card Omen\n    tame: bool\nOmen wolf\n    tame: false\n" + OMENS,
    ),
    # ---- Layouts ----
    "T0721": Code(
        "error",
        "this drawing has {count} rows, and the board `{board}` has {height}; draw them all",
        "A layout draws the whole board, one line for each row, the highest row first.",
        GAME
        + BOARD
        + "layout start of field\n    | a . b |\n    legend a: Stone of seat 1, b: Stone of seat 2\n"
        + LAY,
        GAME
        + BOARD
        + "layout start of field\n    | . . . |\n    | a . b |\n"
        + "    legend a: Stone of seat 1, b: Stone of seat 2\n"
        + LAY,
    ),
    "T0722": Code(
        "error",
        "this row has {count} cells, and the board `{board}` is {width} wide; draw every cell",
        "Every row of a drawing has as many cells as the board is wide: letters with blanks between, or one "
        "sign each.",
        GAME
        + BOARD
        + "layout start of field\n    | . . |\n    | a . . |\n    legend a: Stone of seat 1\n"
        + LAY,
        GAME
        + BOARD
        + "layout start of field\n    | . . . |\n    | a . . |\n    legend a: Stone of seat 1\n"
        + LAY,
    ),
    "T0723": Code(
        "error",
        "nothing says what `{letter}` stands for; add it to the legend",
        "Each letter of a drawing stands for something that the legend says; a dot is an empty space.",
        GAME
        + BOARD
        + "layout start of field\n    | . w . |\n    | a . . |\n    legend a: Stone of seat 1\n"
        + LAY,
        GAME
        + BOARD
        + "layout start of field\n    | . w . |\n    | a . . |\n"
        + "    legend a: Stone of seat 1, w: Stone of seat 2\n"
        + LAY,
    ),
    "T0724": Code(
        "error",
        "`{letter}` stands twice in the legend; join what it stands for with `and`",
        "A letter stands for the same things everywhere in a drawing.",
        GAME
        + BOARD
        + "layout start of field\n    | . . . |\n    | a . . |\n"
        + "    legend a: Stone of seat 1, a: mark = seat 1\n"
        + LAY,
        GAME
        + BOARD
        + "layout start of field\n    | . . . |\n    | a . . |\n"
        + "    legend a: Stone of seat 1 and mark = seat 1\n"
        + LAY,
    ),
    "T0725": Code(
        "error",
        "the spaces, {kind}, have no state `{name}`; declare it there or correct the name",
        "`NAME = VALUE` in a legend sets the state of the spaces where the letter stands.",
        GAME
        + BOARD
        + "layout start of field\n    | . . . |\n    | a . . |\n    legend a: mrak = seat 1\n"
        + LAY,
        GAME
        + BOARD
        + "layout start of field\n    | . . . |\n    | a . . |\n    legend a: mark = seat 1\n"
        + LAY,
    ),
    "T0726": Code(
        "error",
        "the same letter sets `{name}` twice; delete one of the two",
        "A space has one value of each state.",
        GAME
        + BOARD
        + "layout start of field\n    | . . . |\n    | a . . |\n"
        + "    legend a: mark = seat 1 and mark = seat 2\n"
        + LAY,
        GAME
        + BOARD
        + "layout start of field\n    | . . . |\n    | a . . |\n    legend a: mark = seat 1\n"
        + LAY,
    ),
    "T0727": Code(
        "error",
        "a letter stands for a component, like `Stone of seat 1`, or for a state, like `mark = none`",
        "The legend says what lies on the spaces of a letter before play; it can be nothing that depends on "
        "play.",
        GAME
        + BOARD
        + "layout start of field\n    | . . . |\n    | a . . |\n    legend a: Stone of active\n"
        + LAY,
        GAME
        + BOARD
        + "layout start of field\n    | . . . |\n    | a . . |\n    legend a: Stone of seat 1\n"
        + LAY,
    ),
    "T0728": Code(
        "error",
        "there is no seat {seat} in every game: with the fewest players there are {low}; name a seat "
        "that always plays",
        "A layout is laid whatever the number of players, so it puts components only of seats that always "
        "exist.",
        GAME
        + BOARD
        + "layout start of field\n    | . . . |\n    | a . . |\n    legend a: Stone of seat 3\n"
        + LAY,
        GAME
        + BOARD
        + "layout start of field\n    | . . . |\n    | a . . |\n    legend a: Stone of seat 2\n"
        + LAY,
    ),
    "T0729": Code(
        "error",
        "there is no component `{name}` to put on a space; declare it or correct the name",
        "A letter puts components of a kind or of a content: cards, tiles, tokens, figures or dice.",
        GAME
        + BOARD
        + "layout start of field\n    | . . . |\n    | a . . |\n    legend a: Stome of seat 1\n"
        + LAY,
        GAME
        + BOARD
        + "layout start of field\n    | . . . |\n    | a . . |\n    legend a: Stone of seat 1\n"
        + LAY,
    ),
    "T0730": Code(
        "error",
        "`{name}` belongs to no player; leave `of seat ...` out, or declare it `per player`",
        "Only what is declared `per player` is some seat's.",
        GAME
        + BOARD
        + "figure King x1\nlayout start of field\n    | . . . |\n    | k . . |\n"
        + "    legend k: King of seat 1\n"
        + LAY,
        GAME
        + BOARD
        + "figure King x1\nlayout start of field\n    | . . . |\n    | k . . |\n    legend k: King\n"
        + LAY,
    ),
    "T0731": Code(
        "error",
        "the drawing takes {count} of `{name}`, and there are {supply}; draw fewer, or let there be more",
        "A layout takes components out of the box. There are as many as the declarations say, with the "
        "fewest players.",
        GAME
        + BOARD
        + "layout start of field\n    | . . . |\n    | a a a |\n    legend a: Stone of seat 1\n"
        + LAY,
        GAME
        + BOARD
        + "layout start of field\n    | . . . |\n    | a . a |\n    legend a: Stone of seat 1\n"
        + LAY,
    ),
    # ---- Options, scenarios, tests ----
    "T0732": Code(
        "error",
        "nothing belongs to `{name}`: put an `x` in every cell that does",
        "A region is all that is drawn in it by another sign than a dot; of a shape, every `x` and `O`.",
        GAME + BOARD + "region shrine of field\n    | . . . |\n    | . . . |\n" + SHRINE_PLAY,
        GAME + BOARD + SHRINE + SHRINE_PLAY,
    ),
    "T0733": Code(
        "error",
        "`{name}` has to show exactly once where one stands, by `o`, or by `O` where that belongs to it too; "
        "it does {count} times",
        "A shape is laid on a space of the board: the drawing says which of its cells comes to lie there.",
        GAME + BOARD + "shape near\n    | x x |\n" + NEAR_PLAY,
        GAME + BOARD + "shape near\n    | o x |\n" + NEAR_PLAY,
    ),
    "T0734": Code(
        "error",
        "`{letter}` means nothing in a shape; write `x` for what belongs to it, `o` for where one stands, "
        "`O` for both, and dots",
        "A shape says nothing of what lies on a board, so it needs no other letters. What lies there is a "
        "`layout`.",
        GAME + BOARD + "shape near\n    | o x y |\n" + NEAR_PLAY,
        GAME + BOARD + "shape near\n    | o x x |\n" + NEAR_PLAY,
    ),
    "T0740": Code(
        "error",
        "the game has no option `{name}`; declare it or correct the name",
        "Scenarios and tests choose among the options that the game declares.",
        MODE + "scenario night\n    mood: full\n" + MODE_PLAY,
        MODE + "scenario night\n    mode: full\n" + MODE_PLAY,
    ),
    "T0741": Code(
        "error",
        "`{name}` is chosen twice; delete one of the two",
        "Each option has one value.",
        MODE + "scenario night\n    mode: full\n    mode: basic\n" + MODE_PLAY,
        MODE + "scenario night\n    mode: full\n" + MODE_PLAY,
    ),
    "T0751": Code(
        "error",
        "write the seat that answers as `seat 1`, `seat 2`, ...",
        "A test says which seat does something, not which player it happens to be.",
        TEST_GAME + "    when act active\n    when active chooses wait(1)\n",
        TEST_GAME + "    when act active\n    when seat 1 chooses wait(1)\n",
    ),
    "T0752": Code(
        "error",
        "there is no scenario `{name}`; declare it or correct the name",
        "`given scenario NAME` plays a scenario that is declared.",
        GAME
        + 'scenario night "Night"\nplay:\n    end game with draw()\ntest "it ends"\n'
        + "    given scenario nigth\n",
        GAME
        + 'scenario night "Night"\nplay:\n    end game with draw()\ntest "it ends"\n'
        + "    given scenario night\n",
    ),
    "T0753": Code(
        "error",
        "{count} players cannot play this; it is for {low} to {high}",
        "`given 3 players` has to be a number of players that the game allows.",
        GAME + 'play:\n    end game with draw()\ntest "it ends"\n    given 3 players\n',
        GAME + 'play:\n    end game with draw()\ntest "it ends"\n    given 2 players\n',
    ),
    "T0754": Code(
        "error",
        "there is no layout `{name}`; declare it or correct the name",
        "`given layout NAME` lays a layout that is declared.",
        GAME
        + BOARD
        + "layout start of field\n    | . . . |\n    | a . . |\n    legend a: Stone of seat 1\n"
        + LAY
        + 'test "it begins"\n    given layout strat\n',
        GAME
        + BOARD
        + "layout start of field\n    | . . . |\n    | a . . |\n    legend a: Stone of seat 1\n"
        + LAY
        + 'test "it begins"\n    given layout start\n',
    ),
    "T0755": Code(
        "error",
        "there is no seat {seat}: {count} play in this test; name one that plays, or let more play",
        "Seats are counted from 1. A test has the fewest players that the game allows unless it says `given "
        "N players`.",
        TEST_GAME + "    when act seat 1\n    when seat 3 chooses wait(1)\n",
        TEST_GAME + "    when act seat 1\n    when seat 1 chooses wait(1)\n",
    ),
    "T0756": Code(
        "error",
        "nothing that could be chosen is called `{name}`; correct the name",
        "What is chosen is a component, a space, a name of an enum, a number, a player, an action with its "
        "arguments, "
        "or the id of an option; and `yes`, `no` and `done`.",
        TEST_GAME + "    when act seat 1\n    when seat 1 chooses wiat\n",
        TEST_GAME + "    when act seat 1\n    when seat 1 chooses wait(1)\n",
    ),
    "T0757": Code(
        "error",
        "`{name}` has {wanted} parameters, and {count} are given here",
        "An action is chosen together with all its arguments.",
        TEST_GAME + "    when act seat 1\n    when seat 1 chooses wait(1, 2)\n",
        TEST_GAME + "    when act seat 1\n    when seat 1 chooses wait(1)\n",
    ),
}
