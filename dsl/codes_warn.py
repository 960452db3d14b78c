"""The sentences of what is suspicious but possible (T09), and of what comes later (T10)."""

from __future__ import annotations

from .code import Code, Table

GAME = 'game x "X"\n    players 2\n'
PLAY = "play:\n    end game with draw()\n"
BOARD = "space Cell\nboard field: grid 3 x 2 of Cell\nfigure Stone x2 per player\n"
LAY = "play:\n    lay start\n    choose s from Stone:\n        place s on a1\n    end game with draw()\n"

PACK = (
    "name: wolves\ntitle: Wolves\nversion: 1.0.0\nlanguage: 1\nauthors: [Ada]\nlicence: MIT\nprovides: game\n"
)

TABLE: Table = {
    "T0901": Code(
        "warning",
        "nothing ever takes `{name}` out of the box; place it somewhere, or remove it",
        "All components begin in the box. Neither a rule nor a layout names these, so they never take part.",
        GAME
        + "card Rune\nRune ice\nRune fire\ntable\n    zone runes: set of Rune\n"
        + "play:\n    move ice to runes\n    end game with draw()\n",
        GAME
        + "card Rune\nRune ice\nRune fire\ntable\n    zone runes: set of Rune\n"
        + "play:\n    move all Rune to runes\n    end game with draw()\n",
    ),
    "T0902": Code(
        "warning",
        "nothing uses the {what} `{name}`; use it, or remove it",
        "What is declared and never used is often a slip: a rule that was forgotten, or a name that was "
        "mistyped.",
        GAME + "value best -> int: 3\n" + PLAY,
        GAME + 'value best -> int: 3\nplay:\n    say "{best}"\n    end game with draw()\n',
    ),
    "T0903": Code(
        "warning",
        "there is no component of the kind {name}; write contents for it, or a count like `x4`",
        "A kind says what its components are like; contents, or a count behind the kind, say that there are "
        "any.",
        GAME
        + "card Rune\ntable\n    zone runes: set of Rune\nplay:\n    move all Rune to runes\n"
        + "    end game with draw()\n",
        GAME
        + "card Rune x4\ntable\n    zone runes: set of Rune\n"
        + "play:\n    move all Rune to runes\n    end game with draw()\n",
    ),
    "T0904": Code(
        "warning",
        "`{letter}` stands in the legend, but nowhere in the drawing; draw it, or remove it",
        "A letter that is explained and never drawn is often mistyped in the drawing.",
        GAME
        + BOARD
        + "layout start of field\n    | . . . |\n    | a . . |\n"
        + "    legend a: Stone of seat 1, b: Stone of seat 2\n"
        + LAY,
        GAME
        + BOARD
        + "layout start of field\n    | . . b |\n    | a . . |\n"
        + "    legend a: Stone of seat 1, b: Stone of seat 2\n"
        + LAY,
    ),
    "T0905": Code(
        "warning",
        "`{one}` and `{other}` both change `{name}`, and the result depends on which comes first; write "
        "`after {one}` "
        "in the later one",
        "Where two changes of one thing do more than add to it or take from it, their order matters. Without "
        "`after "
        "NAME` it follows from packs, seats and names, which nobody sees on the table.",
        GAME
        + "card Gear\nGear horn\n    change harm: to it * 2\nGear axe\n    change harm: to it + 1\n"
        + "table\n    zone gear: set of Gear\n    state hurt: int = 0\nvalue harm -> int: 1\n"
        + "play:\n    move all Gear to gear\n    hurt += harm\n    end game with draw()\n",
        GAME
        + "card Gear\nGear horn\n    change harm after axe: to it * 2\nGear axe\n    change harm: to it + 1\n"
        + "table\n    zone gear: set of Gear\n    state hurt: int = 0\nvalue harm -> int: 1\n"
        + "play:\n    move all Gear to gear\n    hurt += harm\n    end game with draw()\n",
    ),
    "T0906": Code(
        "warning",
        "no board is made of {name}; make one, or remove it",
        "A kind of space takes part as the spaces of a board.",
        GAME + "space Cell\n" + PLAY,
        GAME + "space Cell\nboard field: grid 3 x 3 of Cell\n" + PLAY,
    ),
    "T0907": Code(
        "warning",
        "there are actions, but nobody is ever asked to act; write `act p` where somebody may",
        "A player chooses among the actions where the rules say `act p`.",
        GAME + "action wait: pass\n" + PLAY,
        GAME + "action wait: pass\nplay:\n    act active\n    end game with draw()\n",
    ),
    # ---- What comes later ----
    "T1011": Code(
        "error",
        "`{word}` is not part of the language yet{instead}",
        "Later versions of the language will have this declaration.",
        GAME + "resource wood in box 7\n" + PLAY,
        GAME + "token Wood x7\ntable\n    zone wood_pile: set of Wood\n"
        "play:\n    move all Wood to wood_pile\n    end game with draw()\n",
    ),
    "T1012": Code(
        "error",
        "`{name}` lies on a {kind}, and zones on components are not part of the language yet; use a zone of "
        "the player "
        "or the table",
        "Later versions of the language will let components lie on components.",
        GAME
        + "token Cube x3\ncard Event x1\n    zone cubes: set of Cube\ntable\n    zone events: row of Event\n"
        + "play:\n    move event to events\n    for c in Cube: flip c\n    end game with draw()\n",
        GAME
        + "token Cube x3\ncard Event x1\ntable\n    zone events: row of Event\n    zone cubes: set of Cube\n"
        + "play:\n    move event to events\n    move all Cube to cubes\n    end game with draw()\n",
    ),
    "T1014": Code(
        "error",
        "the action `{name}` says `{word}`, which is not part of the language yet",
        "Later versions of the language will have costs; for now the guard of an action asks whether they "
        "can be paid, and its body pays them.",
        GAME + "action wait cost 1: pass\nplay:\n    act active\n    end game with draw()\n",
        GAME + "action wait: pass\nplay:\n    act active\n    end game with draw()\n",
    ),
    "T1016": Code(
        "error",
        "nobody holds a space, so `{name}` would be nobody's action; declare it for the game, with the space "
        "as its parameter",
        "Actions of cards, tiles, tokens, figures and dice belong to their holder, or to every seat where "
        "they lie open on the table. A space lies nowhere.",
        GAME
        + "space Cell\n    action dig: pass\nboard field: grid 2 x 2 of Cell\n"
        + "play:\n    end game with draw()\n",
        GAME
        + "space Cell\nboard field: grid 2 x 2 of Cell\naction dig(s in Cell): pass\n"
        + "play:\n    act active\n    end game with draw()\n",
    ),
    "T1017": Code(
        "error",
        "`{board}` is a graph, and graphs cannot be drawn yet; {instead}",
        "A drawing has rows and columns, and a graph has none.",
        GAME + "space Place\nPlace hill\nPlace town\nboard land: graph of Place\n"
        "    hill -- town\nlayout start of land\n    | . |\n"
        + "play:\n    lay start\n    end game with draw()\n",
        GAME + "space Place\nPlace hill\nPlace town\nboard land: graph of Place\n    hill -- town\n" + PLAY,
    ),
    "T1018": Code(
        "error",
        "actions like `{name}` cannot be hooked yet; let the action call an effect and hook that",
        "Later versions of the language will have hooks on actions.",
        GAME + "action wait: pass\nafter wait: pass\nplay:\n    act active\n    end game with draw()\n",
        GAME
        + "action wait: rest\neffect rest: pass\nafter rest: pass\nplay:\n    act active\n"
        + "    end game with draw()\n",
    ),
    "T0910": Code(
        "warning",
        "the component list says {listed} of `{name}`, but the files bring {brought}; correct one of the two",
        "`components:` in pack.yaml says what the box holds, counted with the greatest number of players, so "
        "that a count that was mistyped is found.",
        PACK + "components: {Wolf: 12}\n# and in a file: token Wolf x11\n",
        PACK + "components: {Wolf: 12}\n# and in a file: token Wolf x12\n",
        "pack",
    ),
}
