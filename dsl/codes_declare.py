"""The sentences of declarations: names, kinds, members, zones, boards, dice, types as written (T0350 to
T0399).
"""

from __future__ import annotations

from .code import Code, Table

GAME = 'game x "X"\n    players 2\n'
PLAY = "play:\n    end game with draw()\n"

TABLE: Table = {
    "T0350": Code(
        "error",
        "there is no type `{name}`; declare an enum or a kind of that name, or correct the name",
        "A type is `int`, `bool`, `Player`, `Direction`, `Scenario`, `Component`, `Zone`, the name of an "
        "enum or of a "
        "kind, `layout of BOARD`, or one of these after `list of` or `set of`, or before `?`.",
        GAME + "table\n    state turns: itn = 0\n" + PLAY,
        GAME + "table\n    state turns: int = 0\n" + PLAY,
    ),
    "T0351": Code(
        "error",
        "`{name}` is not a type; a type is an enum, a kind, or a word like `int`",
        "The name is declared, but as something that has values or happens, not as a type.",
        GAME + "table\n    state passes: int = 0\n    state again: passes = 0\n" + PLAY,
        GAME + "table\n    state passes: int = 0\n    state again: int = 0\n" + PLAY,
    ),
    "T0352": Code(
        "error",
        "`{name}` is declared twice: here as {noun}, before as {earlier}; give one of the two another name",
        "All files of a game share one namespace, so that a name means one thing wherever it is written. The "
        "order of "
        "files and lines does not decide which declaration wins: none does.",
        GAME + "effect score: pass\ntable\n    state score: int = 0\n" + PLAY,
        GAME + "effect count_score: pass\ntable\n    state score: int = 0\n" + PLAY,
    ),
    "T0353": Code(
        "error",
        "`{name}` is a word of the language ({meaning}); choose another name",
        "The language gives some names itself. If a game could declare them too, the same line would mean "
        "different "
        "things in different games.",
        GAME + "table\n    state round: int = 0\n" + PLAY,
        GAME + "table\n    state rounds_left: int = 0\n" + PLAY,
    ),
    "T0354": Code(
        "error",
        "the range {low}..{high} is empty: its low end lies above its high end; write the lower number first",
        "A range runs from its low end to its high end, both included.",
        GAME + "table\n    state passes: int 3..0 = 0\n" + PLAY,
        GAME + "table\n    state passes: int 0..3 = 0\n" + PLAY,
    ),
    "T0355": Code(
        "error",
        "a number has to stand here, one that is known before play",
        "Bounds of ranges, capacities, sizes of boards and limits are plain numbers, perhaps with `+`, `-` "
        "and `*` "
        "between them; they cannot depend on what happens in play.",
        GAME + "table\n    state cards: int 0..players = 0\n" + PLAY,
        GAME + "table\n    state cards: int 0..2 = 0\n" + PLAY,
    ),
    "T0356": Code(
        "error",
        "kinds and enums begin with a capital letter: write `{better}`",
        "Names of kinds and enums are capitalised, all other names are not. So a reader sees at once whether "
        "`wolf` is "
        "one thing or a kind of things.",
        GAME + "enum colour: red, blue\n" + PLAY,
        GAME + "enum Colour: red, blue\n" + PLAY,
    ),
    "T0357": Code(
        "error",
        "{value} is not possible here: it has to lie between {low} and {high}",
        "Sizes, counts and capacities have limits that every engine can hold.",
        GAME + "space Cell\nboard field: grid 40 x 8 of Cell\n" + PLAY,
        GAME + "space Cell\nboard field: grid 10 x 8 of Cell\n" + PLAY,
    ),
    "T0358": Code(
        "error",
        "`{name}` is {noun}, and only kinds and enums begin with a capital letter: write `{better}`",
        "Names of kinds and enums are capitalised, all other names are not. So a reader sees at once whether "
        "a name is "
        "one thing or a kind of things.",
        GAME + "effect Score: pass\n" + PLAY,
        GAME + "effect score: pass\n" + PLAY,
    ),
    "T0359": Code(
        "error",
        "a set cannot hold {type}; it holds players, names of an enum, components, spaces, directions, "
        "scenarios, or numbers of a range with at most 4,096 of them",
        "A set is stored as one mark for each thing that could be in it, so these things have to be known "
        "beforehand.",
        GAME + "table\n    state seen: set of int\n" + PLAY,
        GAME + "table\n    state seen: set of int 1..6\n" + PLAY,
    ),
    "T0360": Code(
        "error",
        "a {word} cannot span {number} spaces; write 2 to {most}, behind a card, tile, token or figure",
        "`spans 3` in the head of a kind lets one of it stand on up to three spaces at once. Dice and spaces "
        "do not, and what stands on one space needs no `spans`.",
        GAME + "space Cell\nboard field: grid 3 x 1 of Cell\nfigure Troll x1 spans 1\n" + PLAY,
        GAME + "space Cell\nboard field: grid 3 x 1 of Cell\nfigure Troll x1 spans 2\n" + PLAY,
    ),
    "T0361": Code(
        "error",
        "an option cannot be {type}; it is true or false, a name of an enum, a small range, or a `layout of` "
        "a board",
        "Options are chosen before play from a list of names, so there have to be few of them.",
        GAME + "    option first: Player\n" + PLAY,
        GAME + "    option lives: int 1..5 = 3\n" + PLAY,
    ),
    "T0362": Code(
        "error",
        "the field `{name}` cannot be {type}: what is printed is known before play; use `state` instead",
        "A field is what is printed on a component: numbers, names, players' colours, spaces, and lists of "
        "these. What "
        "lies where can change and is no field.",
        GAME + "card Key\n    opens: Key?\n" + PLAY,
        GAME + "card Key\n    state opens: Key?\n" + PLAY,
    ),
    "T0363": Code(
        "error",
        'no game is declared here; begin one with `game NAME "Title"`',
        "What is played needs one `game` with its number of players. A pack that only adds to a game says so "
        "with "
        "`provides: expansion` or `provides: content`.",
        "enum Colour: red, blue\n" + PLAY,
        GAME + "enum Colour: red, blue\n" + PLAY,
    ),
    "T0364": Code(
        "error",
        "there are two games here, `{earlier}` and `{name}`; list the files of each under `games:` in "
        "pack.yaml",
        "All files of a pack belong to one game unless `games:` in pack.yaml says which files belong to "
        "which.",
        GAME + 'game y "Y"\n    players 3\n' + PLAY,
        GAME + PLAY,
    ),
    "T0365": Code(
        "error",
        "a game has from 1 to {limit} players; {low}..{high} is not possible",
        "`players 2` or `players 2..4` says how many seats there are.",
        'game x "X"\n    players 4..2\n' + PLAY,
        'game x "X"\n    players 2..4\n' + PLAY,
    ),
    "T0366": Code(
        "error",
        "the game `{name}` has no `play:`; without it nothing happens",
        "`setup:` lays out the table, `play:` says how it is played, `scoring:` who has won. Only `play:` is "
        "needed.",
        GAME + "setup:\n    pass\n",
        GAME + "setup:\n    pass\n" + PLAY,
    ),
    "T0367": Code(
        "error",
        "`{name}:` is written twice; one of the two has to go, or become a hook like `after {name}:`",
        "A game has one setup, one play and one scoring. What is done in addition is a hook.",
        GAME + "setup:\n    pass\nsetup:\n    pass\n" + PLAY,
        GAME + "setup:\n    pass\n" + PLAY,
    ),
    "T0368": Code(
        "error",
        "`{name}` stands twice in {enum}; delete one of the two",
        "An enum is a closed set of names, each once.",
        GAME + "enum Colour: red, blue, red\n" + PLAY,
        GAME + "enum Colour: red, blue\n" + PLAY,
    ),
    "T0369": Code(
        "error",
        "`{name}` in {enum} is also declared as something else; give one of the two another name",
        "Names of enums are written bare, so a bare name must not mean something else as well. Only contents "
        "may share "
        "it, since their place tells them apart.",
        GAME + "enum Colour: red, blue\ntable\n    state red: int = 0\n" + PLAY,
        GAME + "enum Colour: red, blue\ntable\n    state red_points: int = 0\n" + PLAY,
    ),
    "T0370": Code(
        "error",
        "{owner} has two members called `{name}`; give one of them another name",
        "What stands after the dot names one thing: a field, a state, a zone or a slot.",
        GAME + "player\n    state points: int = 0\n    zone points: set\n" + PLAY,
        GAME + "player\n    state points: int = 0\n    zone tokens: set\n" + PLAY,
    ),
    "T0371": Code(
        "error",
        "{owner} has a `{name}` already, without a declaration; choose another name",
        "Players have `next`, `previous`, `opponents`, `number` and their own figures; components `owner`, "
        "`holder`, "
        "`space`, `zone`, `face_up` and `face`; spaces `figures`, `row`, `column` and the figures on them.",
        GAME + "player\n    state number: int = 0\n" + PLAY,
        GAME + "player\n    state tally: int = 0\n" + PLAY,
    ),
    "T0372": Code(
        "error",
        "`{name}` is {what}; choose another name",
        "A declaration must not hide a function or verb of the language, a space of a board or a direction: "
        "the same "
        "line would mean different things in different games.",
        GAME + "value half_up(n: int) -> int: n\n" + PLAY,
        GAME + "value larger_half(n: int) -> int: half_up(n)\n" + PLAY,
    ),
    "T0373": Code(
        "error",
        "there is no {what} `{name}`; declare it or correct the name",
        "The name of a {what} has to stand here, and none is declared with this name.",
        GAME + "card Combat\ntable\n    zone deck: pile of Comat\n" + PLAY,
        GAME + "card Combat\ntable\n    zone deck: pile of Combat\n" + PLAY,
    ),
    "T0374": Code(
        "error",
        "`active while` is written twice in {kind}; join the two conditions with `and` or `or`",
        "One condition says when the hooks of a kind's content are live.",
        GAME + "card Gear\n    active while not self.face_up\n    active while self.face_up\n" + PLAY,
        GAME + "card Gear\n    active while self.face_up\n" + PLAY,
    ),
    "T0375": Code(
        "error",
        "`{name}` is not a name of {enum}, like the other faces; take all faces from one enum",
        "The faces of one die are numbers, or names of one enum.",
        GAME + "enum Side: hit, blank\ndie Bone x1 faces: 2x hit, hti, 3x blank\n" + PLAY,
        GAME + "enum Side: hit, blank\ndie Bone x1 faces: 3x hit, 3x blank\n" + PLAY,
    ),
    "T0376": Code(
        "error",
        "`{name}` is no face: faces are numbers, or names of one enum",
        "The faces of one die are numbers, or names of one enum.",
        GAME + "die Bone x1 faces: skull, bone\n" + PLAY,
        GAME + "enum Side: skull, bone\ndie Bone x1 faces: skull, bone\n" + PLAY,
    ),
    "T0377": Code(
        "error",
        "the die {name} has no faces; add `faces: 1..6`, or names of an enum",
        "A die lies on one of its faces, so it needs to know them.",
        GAME + "die Bone x1\n" + PLAY,
        GAME + "die Bone x1 faces: 1..6\n" + PLAY,
    ),
    "T0378": Code(
        "error",
        "a face cannot be on a die {count} times; write how often it is there, or leave the number out",
        "`2x hit` says on how many sides of a die a face is.",
        GAME + "enum Side: hit, blank\ndie Bone x1 faces: 0x hit, blank\n" + PLAY,
        GAME + "enum Side: hit, blank\ndie Bone x1 faces: 2x hit, blank\n" + PLAY,
    ),
    "T0379": Code(
        "error",
        "these faces could be names of {one} or of {other}; write one of them in full, like `{one}.{name}`",
        "Where two enums have the same names, the enum has to be said.",
        GAME + "enum Side: hit, miss\nenum Shot: hit, miss\ndie Bone x1 faces: hit, miss\n" + PLAY,
        GAME + "enum Side: hit, miss\nenum Shot: hit, miss\ndie Bone x1 faces: Side.hit, miss\n" + PLAY,
    ),
    "T0380": Code(
        "error",
        "nobody ever wins `{name}`: rank the players in `scoring:`, or end the game with an outcome",
        "How a game ends for each player follows from `rank p in players by ...` in `scoring:`, or from "
        "`end game "
        "with win(p)`, `draw()`, `won()` or `lost()`.",
        GAME + "play:\n    end game\n",
        GAME + "play:\n    end game with draw()\n",
    ),
    "T0381": Code(
        "error",
        "`{name}` would be seen by its player, but the table's zones have none; say `open` or `hidden`",
        "A private zone or a hand is seen by the player who has it. On the table a zone is open or hidden.",
        GAME + "card Rune\ntable\n    zone runes: hand of Rune\n" + PLAY,
        GAME + "card Rune\ntable\n    zone runes: hand of Rune open\n" + PLAY,
    ),
    "T0382": Code(
        "error",
        "`when empty` is for piles, and `{name}` is a {shape}; leave it out",
        "What happens when nothing is left to draw is asked only of a pile.",
        GAME + "card Rune\ntable\n    zone runes: row of Rune when empty: fault\n" + PLAY,
        GAME + "card Rune\ntable\n    zone runes: pile of Rune when empty: fault\n" + PLAY,
    ),
    "T0383": Code(
        "error",
        "`{pile}` cannot reshuffle `{name}`: there is no such zone beside it; declare it or correct the name",
        "When a pile is empty it takes up another zone: of the same player, or of the table.",
        GAME + "card Rune\ntable\n    zone deck: pile of Rune when empty: reshuffle discards\n"
        "    zone discard: pile of Rune open\n" + PLAY,
        GAME + "card Rune\ntable\n    zone deck: pile of Rune when empty: reshuffle discard\n"
        "    zone discard: pile of Rune open\n" + PLAY,
    ),
    "T0384": Code(
        "error",
        "`{pile}` cannot reshuffle `{name}`: what lies there may not lie in `{pile}`; let both hold the "
        "same kinds",
        "A pile is filled up from another zone that holds nothing but what the pile may hold.",
        GAME + "card Rune\ncard Omen\ntable\n    zone deck: pile of Rune when empty: reshuffle discard\n"
        "    zone discard: pile of Omen open\n" + PLAY,
        GAME + "card Rune\ntable\n    zone deck: pile of Rune when empty: reshuffle discard\n"
        "    zone discard: pile of Rune open\n" + PLAY,
    ),
    "T0385": Code(
        "error",
        "`{name}` is a kind of space, and spaces lie in no zone; name a card, tile, token, figure or die",
        "Zones hold cards, tiles, tokens, figures and dice.",
        GAME + "space Cell\ntable\n    zone cells: set of Cell\nboard field: grid 3 x 3 of Cell\n" + PLAY,
        GAME
        + "space Cell\ntoken Mark\ntable\n    zone marks: set of Mark\nboard field: grid 3 x 3 of Cell\n"
        + PLAY,
    ),
    "T0386": Code(
        "error",
        "there is no {kind} `{name}`; declare it or correct the name",
        "The lines of a graph join spaces, which are contents of the board's kind.",
        GAME + "space Place\nPlace hill\nPlace town\nboard land: graph of Place\n    hill -- towm\n" + PLAY,
        GAME + "space Place\nPlace hill\nPlace town\nboard land: graph of Place\n    hill -- town\n" + PLAY,
    ),
    "T0387": Code(
        "error",
        "a board is made of spaces, and `{name}` is a {word}; name a `space`",
        "The kind of a board's spaces is declared with `space`.",
        GAME + "tile Cell\nboard field: grid 3 x 3 of Cell\n" + PLAY,
        GAME + "space Cell\nboard field: grid 3 x 3 of Cell\n" + PLAY,
    ),
    "T0388": Code(
        "error",
        "`{name}` are the spaces of the board {board} already; declare a kind of space for each board",
        "From a space follows its board, so each board has a kind of space of its own.",
        GAME + "space Cell\nboard one: grid 3 x 3 of Cell\nboard other: grid 3 x 3 of Cell\n" + PLAY,
        GAME
        + "space Cell\nspace Spot\nboard one: grid 3 x 3 of Cell\nboard other: grid 3 x 3 of Spot\n"
        + PLAY,
    ),
    "T0389": Code(
        "error",
        "`{name}` cannot be joined to itself; name another space",
        "A line of a graph joins two spaces.",
        GAME
        + "space Place\nPlace hill\nPlace town\nboard land: graph of Place\n    hill -- hill -- town\n"
        + PLAY,
        GAME + "space Place\nPlace hill\nPlace town\nboard land: graph of Place\n    hill -- town\n" + PLAY,
    ),
    "T0390": Code(
        "error",
        'this board has no spaces: write them as contents, like `{name} hill "Hill"`',
        "The spaces of a graph are the contents of its kind.",
        GAME + "space Place\nboard land: graph of Place\n    hill -- town\n" + PLAY,
        GAME + "space Place\nPlace hill\nPlace town\nboard land: graph of Place\n    hill -- town\n" + PLAY,
    ),
    "T0391": Code(
        "error",
        "the value `{name}` needs itself, so it can never be known; work it out from something else",
        "A value without parameters that reads itself, or is changed to something that reads it, would go "
        "round in "
        "a circle for ever. In a `change`, `it` is the value so far.",
        GAME + "value best -> int: best + 1\n" + PLAY,
        GAME + "value best -> int: 1\n" + PLAY,
    ),
    "T0392": Code(
        "error",
        "two parameters are called `{name}`; give one of them another name",
        "Each parameter has a name of its own.",
        GAME + "effect deal(n: int, to n: Player): pass\n" + PLAY,
        GAME + "effect deal(n: int, to p: Player): pass\n" + PLAY,
    ),
    "T0393": Code(
        "error",
        "the values {names} need each other, so none of them can ever be known; work one of them out "
        "from something else",
        "A value without parameters that needs itself, perhaps through others, would go round in a circle "
        "for ever.",
        GAME + "value a -> int: b + 1\nvalue b -> int: a + 1\n" + PLAY,
        GAME + "value a -> int: b + 1\nvalue b -> int: 1\n" + PLAY,
    ),
    "T0394": Code(
        "error",
        "two parameters are labelled `{name}`; give one of them another label",
        "A call tells its arguments apart by their labels.",
        GAME + "effect carry(from a: Player, from b: Player): pass\n" + PLAY,
        GAME + "effect carry(from a: Player, to b: Player): pass\n" + PLAY,
    ),
    "T0395": Code(
        "error",
        "`{name}` cannot be stored as {type}; what lasts is a zone, a `set of` something, or a single value",
        "Lists are values: they are worked out where they are needed and do not last.",
        GAME + "table\n    state order: list of Player\n" + PLAY,
        GAME + "table\n    state out: set of Player\n" + PLAY,
    ),
    "T0396": Code(
        "error",
        "the spaces of a grid have nothing printed, so `{name}` cannot be a field; write `state` and lay a "
        "layout",
        "A field is printed on a content, and the spaces of a grid are no contents. What a drawing puts on "
        "spaces is "
        "their state.",
        GAME + "space Cell\n    value_of: int = 0\nboard field: grid 3 x 3 of Cell\n" + PLAY,
        GAME + "space Cell\n    state value_of: int = 0\nboard field: grid 3 x 3 of Cell\n" + PLAY,
    ),
    "T0397": Code(
        "error",
        "no content can fill `{name}` on the spaces of a grid; give it a body",
        "A slot is filled by content, and the spaces of a grid are no contents.",
        GAME + "space Cell\n    value worth(n: int) -> int\nboard field: grid 3 x 3 of Cell\n" + PLAY,
        GAME + "space Cell\n    value worth(n: int) -> int: n\nboard field: grid 3 x 3 of Cell\n" + PLAY,
    ),
    "T0398": Code(
        "error",
        "`{left}` and `{right}` are joined twice; delete one of the two",
        "A line between two spaces is written once, in either direction.",
        GAME
        + "space Place\nPlace hill\nPlace town\nboard land: graph of Place\n    hill -- town -- hill\n"
        + PLAY,
        GAME + "space Place\nPlace hill\nPlace town\nboard land: graph of Place\n    hill -- town\n" + PLAY,
    ),
    "T0399": Code(
        "error",
        "the {what} `{name}` says nothing; write what it is after `:`",
        "Only in a kind may a value or effect stand without a body: there it is a slot that each content "
        "fills.",
        GAME + "value best -> int\n" + PLAY,
        GAME + "value best -> int: 3\n" + PLAY,
    ),
}
