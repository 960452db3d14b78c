"""The sentences of names in code: locals, members, calls, commands (T0301 to T0329)."""

from __future__ import annotations

from .code import Code, Table

TABLE: Table = {
    "T0301": Code(
        "error",
        "nothing here is called `{name}`; declare it or correct the name",
        "A name is looked up among the locals, then among what the language gives, then among the "
        "declarations of the game, then among the names of enums, spaces and directions. It is found "
        "nowhere. What stands near it in spelling is suggested.",
        "table\n    state score: int = 0\nvalue best -> int: scroe + 1\n",
        "table\n    state score: int = 0\nvalue best -> int: score + 1\n",
    ),
    "T0302": Code(
        "error",
        "`{name}` is {what}: it does something, so it cannot be part of a value; call it on a line of "
        "its own",
        "Values are worked out whenever somebody looks, as often as the engine likes. If working one "
        "out could do something, the game would depend on who looks. So effects stand on lines of their"
        " own, and actions are chosen where the rules say `act`.",
        "effect rest: pass\nvalue worth -> int: rest + 1\n",
        "effect rest: pass\nvalue worth -> int: 1\n",
    ),
    "T0303": Code(
        "error",
        "{what} has no `{name}`; correct the name",
        "Behind a dot stands what the thing before it has: declared state, fields, slots and zones, and"
        " what the language gives to everything of its sort, like the `count` of a list or the `next` "
        "of a player.",
        "value size(of seats: list of Player) -> int: seats.cuont\n",
        "value size(of seats: list of Player) -> int: seats.count\n",
    ),
    "T0304": Code(
        "error",
        "`{name}` is already the name of something here; choose another name",
        "Locals, parameters and the names that loops and queries bind must not hide each other: a "
        "reader would have to know which of two is meant. When a block is over, its names are free "
        "again.",
        'effect rest(p: Player):\n    let p = seat 1\n    say "{p}"\n',
        'effect rest(p: Player):\n    let first = seat 1\n    say "{p} and {first}"\n',
    ),
    "T0305": Code(
        "error",
        "`{name}` has a meaning of its own in the language; choose another name",
        "Names like `players`, `active`, `round` or `self` mean the same wherever they stand, so no "
        "local may take them.",
        'effect rest(p: Player):\n    let round = p.next\n    say "{round}"\n',
        'effect rest(p: Player):\n    let neighbour = p.next\n    say "{neighbour}"\n',
    ),
    "T0306": Code(
        "error",
        "no kind, content or scenario is called `{name}`; declare it or correct the name",
        "Behind `is`, `all` and before `of` stands what a component can be: its content or its kind "
        "(behind `is` also `some`, `none` or a scenario, behind `all` also an enum).",
        "card Rune\nRune ice\nvalue cold(r: Rune) -> bool: r is icy\n",
        "card Rune\nRune ice\nvalue cold(r: Rune) -> bool: r is ice\n",
    ),
    "T0307": Code(
        "error",
        "`{name}` only means something {where}; say what you mean, or move this there",
        "Some names are given by the place where the code stands: `self`, `owner` and `holder` by the "
        "component whose code it is, `actor` by the action, `it` by the value that is changed, `result`"
        " by the effect that has just happened.",
        "card Rune x2\nvalue kept -> bool: holder is some\n",
        "card Rune x2\nvalue kept(r: Rune) -> bool: r.holder is some\n",
    ),
    "T0308": Code(
        "error",
        "`{name}` belongs to {what}; say whose, as in `{example}`",
        "State, zones and fields of players and components stand behind the player or component that "
        "has them. Only the table's stand alone, and in the code of a content those of its own "
        "component.",
        "player\n    state points: int = 0\nvalue best -> int: points\n",
        "player\n    state points: int = 0\nvalue best -> int: active.points\n",
    ),
    "T0309": Code(
        "error",
        "`{name}` needs arguments; write them in brackets after it",
        "A value with parameters, a slot with parameters and a function of the language mean nothing "
        "without what they are asked about.",
        "value twice(n: int) -> int: n + n\nvalue four -> int: twice\n",
        "value twice(n: int) -> int: n + n\nvalue four -> int: twice(2)\n",
    ),
    "T0310": Code(
        "error",
        "there are {count} components of `{name}`, so the bare name does not say which; write `all "
        "{name}`, or `{name} of` a player",
        "The bare name of a content is its component where there is exactly one. Where there are "
        "several, the rules have to say which they mean. (Only `place` takes one of several from the "
        "box by the bare name.)",
        "card Rune\nRune ice x2\ntable\n    zone runes: set of Rune open\neffect gather: move ice to runes\n",
        "card Rune\n"
        "Rune ice x2\n"
        "table\n"
        "    zone runes: set of Rune open\n"
        "effect gather: move all ice to runes\n",
    ),
    "T0311": Code(
        "error",
        "`{name}` stands in more than one {what}; write {choices}",
        "Two enums, or two boards, may share a name. Where one of them is expected, as on the other "
        "side of `==`, the bare name means that one; elsewhere it has to be said.",
        'enum Beast: wolf, bear\nenum Guest: wolf, crow\neffect greet: say "{wolf}"\n',
        'enum Beast: wolf, bear\nenum Guest: wolf, crow\neffect greet: say "{Beast.wolf}"\n',
    ),
    "T0312": Code(
        "error",
        "each player has {count} of `{name}`, not one; write `all {name} of` that player and pick from "
        "the list",
        "`NAME of p` is the only component of that name that is printed for the player.",
        "token Coin x3 per player\nvalue purse(of p: Player) -> Coin: Coin of p\n",
        "token Coin x3 per player\nvalue purse(of p: Player) -> list of Coin: all Coin of p\n",
    ),
    "T0313": Code(
        "error",
        "`{name}` exists, but {what} has no such part; put it behind something that has it",
        "The name is no slip of the hand: other things have a part of that name. Perhaps something is "
        "missing before the dot.",
        "token Coin x3\nvalue shown(by p: Player) -> bool: p.face_up\n",
        "token Coin x3\nvalue shown(by c: Coin) -> bool: c.face_up\n",
    ),
    "T0314": Code(
        "error",
        "`{name}` is drawn in squares, and the board `{board}` is a {shape}; list the spaces in a value",
        "A shape is drawn cell by cell, so it lies on grids only.",
        "space Hexagon\nboard rhombus: hex 3 x 3 of Hexagon\nshape pair\n    | o x |\n"
        "value near(s: Hexagon) -> list of Hexagon: pair(s)\n",
        "space Cell\nboard field: grid 3 x 3 of Cell\nshape pair\n    | o x |\n"
        "value near(s: Cell) -> list of Cell: pair(s)\n",
    ),
    "T0315": Code(
        "error",
        "`{name}` takes nothing after `{label}`; use the words of its declaration",
        "The words before arguments are those of the declaration: `effect deal(to p: Player, by n: "
        "int)` is called `deal to p by 2`.",
        'effect deal(to p: Player, by n: int): say "{p} takes {n}"\neffect begin: deal to seat 1 with 2\n',
        'effect deal(to p: Player, by n: int): say "{p} takes {n}"\neffect begin: deal to seat 1 by 2\n',
    ),
    "T0316": Code(
        "error",
        "the board `{board}` is a {shape}, and a {shape} has no `{name}`; remove it, or use what the "
        "board has",
        "A graph has spaces and neighbours, but neither rows nor directions. A hex board has rows and "
        "six directions, but no diagonals, quarters and pairs.",
        "space Place\n"
        "Place hill\n"
        "Place town\n"
        "board land: graph of Place\n"
        "    hill -- town\n"
        "value beside(s: Place) -> list of Place: same_row(s)\n",
        "space Place\n"
        "Place hill\n"
        "Place town\n"
        "board land: graph of Place\n"
        "    hill -- town\n"
        "value beside(s: Place) -> list of Place: adjacent(s)\n",
    ),
    "T0317": Code(
        "error",
        "the board `{board}` has no quarters: both of its sides must be even",
        "Quarters are four equal parts of a grid.",
        "space Cell\nboard field: grid 3 x 3 of Cell\nvalue parts -> int: count(field.quarters)\n",
        "space Cell\nboard field: grid 4 x 4 of Cell\nvalue parts -> int: count(field.quarters)\n",
    ),
    "T0318": Code(
        "error",
        "`pairs` only knows the relation `adjacent`; write `pairs(LIST, adjacent)`",
        "`pairs` counts how many pairs of adjacent spaces can be made at once, each space in one pair. "
        "The relation is written down so that it can be read.",
        "space Cell\nboard field: grid 3 x 3 of Cell\nvalue couples -> int: pairs(Cell, around)\n",
        "space Cell\nboard field: grid 3 x 3 of Cell\nvalue couples -> int: pairs(Cell, adjacent)\n",
    ),
    "T0319": Code(
        "error",
        "`{name}` needs a game with {need}; remove it",
        "A direction is a number among those of a shape of board, and `toward` asks for the far side of"
        " the only board that there is.",
        "value ahead(of p: Player) -> Direction: toward(p)\n",
        "space Cell\nboard field: grid 2 x 2 of Cell\nvalue ahead(of p: Player) -> Direction: toward(p)\n",
    ),
    "T0320": Code(
        "error",
        "this cannot be called; remove the brackets after it, or name a value before them",
        "Brackets with arguments stand behind the name of a value or function, or behind a member that "
        "is one.",
        "value twice -> int: (1 + 2)(3)\n",
        "value twice -> int: (1 + 2) * 3\n",
    ),
    "T0321": Code(
        "error",
        "`super` only means something inside `instead of`, on a line of its own or behind `let NAME =`;"
        " remove it",
        "`super(...)` makes happen what the hook stands in for. Elsewhere there is nothing of that kind.",
        "effect rest: super()\n",
        "effect rest: pass\ninstead of rest: super()\n",
    ),
    "T0322": Code(
        "error",
        "`{name}` takes no brackets: it is not a value with arguments; remove them",
        "Brackets say what a value is asked about. State, zones, members and names are not asked about "
        "anything.",
        "value seats -> int: count(players())\n",
        "value seats -> int: count(players)\n",
    ),
    "T0323": Code(
        "error",
        "no value or function is called `{name}`; declare it or correct the name",
        "Before brackets stands a declared value, a slot of the component whose code this is, or a "
        "function of the language.",
        "value size(of n: int) -> int: absolute(n)\n",
        "value size(of n: int) -> int: abs(n)\n",
    ),
    "T0324": Code(
        "error",
        "{what} has no value `{name}` that could be called; correct the name",
        "Behind a dot and before brackets stands a slot that takes arguments, as the kind declares it.",
        "card Rune\n"
        "    value worth(of n: int) -> int\n"
        "Rune ice\n"
        "    worth(of n): n\n"
        "value total(of r: Rune) -> int: r.wort(2)\n",
        "card Rune\n"
        "    value worth(of n: int) -> int\n"
        "Rune ice\n"
        "    worth(of n): n\n"
        "value total(of r: Rune) -> int: r.worth(2)\n",
    ),
    "T0325": Code(
        "error",
        "`{name}` is not something that can be done; begin the line with an effect or a verb, or assign"
        " with `=`",
        "A line of code does something: it calls an effect or a verb, assigns, asks, or says how to go on.",
        "table\n    state passes: int = 0\neffect rest: passes 1\n",
        "table\n    state passes: int = 0\neffect rest: passes = 1\n",
    ),
    "T0326": Code(
        "error",
        "no effect or verb is called `{name}`; declare an effect or correct the name",
        "A line that is no assignment and no statement of the language begins with an effect of the "
        "game or with a verb like `move` or `draw`.",
        'effect hurt(p: Player): say "{p}"\neffect strike(p: Player): hrut p\n',
        'effect hurt(p: Player): say "{p}"\neffect strike(p: Player): hurt p\n',
    ),
    "T0327": Code(
        "error",
        "`{name}` is a board, not a value; say what you mean of it, as in `{name}.spaces`",
        "A board itself cannot be counted, compared or handed on; its spaces, rows, corners and "
        "directions can.",
        "space Cell\nboard field: grid 3 x 3 of Cell\nvalue size -> int: count(field)\n",
        "space Cell\nboard field: grid 3 x 3 of Cell\nvalue size -> int: count(field.spaces)\n",
    ),
    "T0328": Code(
        "error",
        "no `{name}` is printed for a player: they are shared; ask where they lie, as in `p.hand`",
        "`NAME of p` and `all NAME of p` are the components that belong to the player from the "
        "beginning, as `x3 per player` declares. Which components a player has at the moment is a "
        "question of zones.",
        "token Coin x9\nvalue wealth(of p: Player) -> int: count(all Coin of p)\n",
        "token Coin x9\n"
        "player\n"
        "    zone purse: set of Coin open\n"
        "value wealth(of p: Player) -> int: p.purse.count\n",
    ),
    "T0329": Code(
        "error",
        "`super` is written with brackets; write `super()` with what the call got, or `super(...)` with"
        " new arguments",
        "`super(...)` makes happen what an `instead of` hook stands in for. The brackets tell it apart "
        "from an effect of that name, and take arguments as any call does.",
        "effect rest: pass\ninstead of rest: super\n",
        "effect rest: pass\ninstead of rest: super()\n",
    ),
}
