"""The sentences of names, types and statements (T03 to T05), and the warnings that go with them."""

from __future__ import annotations

from .code import Code, Severity, Table

_SENTENCES: dict[str, tuple[Severity, str]] = {
    "T0301": ("error", "nothing here is called `{name}`; declare it or correct the name"),
    "T0302": (
        "error",
        "`{name}` is {what}: it does things, so it cannot be part of a value; call it on a line of its own",
    ),
    "T0303": ("error", "{what} has no `{name}`; correct the name"),
    "T0304": ("error", "`{name}` is already the name of something here; choose another name"),
    "T0305": ("error", "`{name}` has a meaning of its own in the language; choose another name"),
    "T0306": ("error", "no kind or content is called `{name}`; declare it or correct the name"),
    "T0307": (
        "error",
        "`{name}` only means something in the code of a component; name the component that you mean",
    ),
    "T0308": ("error", "`{name}` belongs to a player; say whose, as in `active.{name}`"),
    "T0309": ("error", "the value `{name}` needs arguments; write them in brackets after it"),
    "T0310": (
        "error",
        "there are {count} components of `{name}`, so the bare name does not say which; write `all "
        "{name}`, or `{name} of` a player",
    ),
    "T0311": ("error", "`{name}` stands in more than one enum; write {choices}"),
    "T0312": (
        "error",
        "a player has not exactly one `{name}`; write `all {name} of` that player and choose from the list",
    ),
    "T0313": ("error", "`{name}` exists, but {what} has no such part; name something that has it"),
    "T0314": (
        "error",
        "`{name}` is no kind of query; use count, sum, any, all, first, most, least or sorted",
    ),
    "T0315": (
        "error",
        "`{name}` has no argument after `{label}`; leave it out or use the word of its declaration",
    ),
    "T0316": ("error", "the board `{board}` has no `{name}`: its shape has no such thing"),
    "T0317": ("error", "the board `{board}` has no quarters: both sides must be even"),
    "T0318": ("error", "`pairs` only knows the relation `adjacent`; write `pairs(list, adjacent)`"),
    "T0319": ("error", "`{name}` needs a game with exactly one grid or hex board"),
    "T0320": ("error", "this cannot be called; only names and members can have brackets after them"),
    "T0321": ("error", "`super` only means something inside `instead of`, on a line of its own; remove it"),
    "T0322": ("error", "`{name}` takes no brackets: it is not a value with arguments"),
    "T0323": ("error", "no value or function is called `{name}`; declare it or correct the name"),
    "T0324": ("error", "{what} has no value `{name}` that could be called; correct the name"),
    "T0325": (
        "error",
        "`{name}` is not something that can be done; a line must begin with an effect, a verb or an "
        "assignment",
    ),
    "T0326": ("error", "no effect or verb is called `{name}`; declare an effect or correct the name"),
    "T0401": ("error", "this must be {wanted}, but it is {given}"),
    "T0402": (
        "error",
        "this may be none where {what} is needed; test it with `is some` first, or write `the` before it",
    ),
    "T0403": ("error", "{value} lies outside {low}..{high}; use a number in that range"),
    "T0404": ("error", "numbers go up to {limit}; use a smaller one"),
    "T0405": ("error", "there is no seat {number}: seats count from 1 to {high}"),
    "T0406": ("error", "a list, set or zone is needed here, but this is {given}"),
    "T0407": ("error", "{left} and {right} can never be the same; compare things of one type"),
    "T0408": (
        "error",
        "only a list can be added to or taken from a list, but this is {given}; put it in brackets: `[...]`",
    ),
    "T0409": ("error", "{left} can never be among elements of type {right}; compare things of one type"),
    "T0410": ("error", "`in` needs a list, set, zone or space on its right, but this is {given}"),
    "T0411": ("error", "`is {name}` asks what a component is, but this is {given}; use `==`"),
    "T0412": ("error", "both must have one type, but one is {left} and the other {right}"),
    "T0413": (
        "error",
        "this may be none, and none has no `{member}`; test it with `is some` first, or write `the` "
        "before it ({what})",
    ),
    "T0414": ("error", "`{name} in` needs a list, set or zone, but this is {given}"),
    "T0415": ("error", "`{form}` needs to know by what; add `by` and a number"),
    "T0416": ("error", "`{form}` does not order anything; remove `by`, or use most, least or sorted"),
    "T0417": ("error", "`all` needs a condition that every element must meet; add `where`"),
    "T0418": ("error", "`{form}` takes no value before `for`; write `{form}(x in LIST where CONDITION)`"),
    "T0419": ("error", "`sum` needs to know what to add up; write `sum(NUMBER for x in LIST)`"),
    "T0420": ("error", "`{name}` takes {wanted} arguments, but it has {given} here"),
    "T0421": (
        "error",
        "the length of the list that `{name}` gives depends on itself; write `list of ... up to N`",
    ),
    "T0422": ("error", "`{name}` needs `{how}` ({what}); add it"),
    "T0423": ("error", "this must be known before the game begins; write a number, a name or a list of them"),
    "T0424": (
        "error",
        "nothing says what `{name}` may hold besides none; write its type, as in `let {name}: "
        "Player? = none`",
    ),
    "T0425": ("error", "a {given} cannot lie there: that zone holds {holds}"),
    "T0501": ("error", "every way through must end with {wanted}; add the missing `return`"),
    "T0502": (
        "error",
        "a value only reads: it cannot change, move, say or do anything; make it an effect, or "
        "remove this line",
    ),
    "T0503": ("error", "`{name}` gives no result that could be kept; call it on a line of its own"),
    "T0504": (
        "error",
        "nothing is expected back from here; write `return` alone, or declare a result with `->`",
    ),
    "T0505": ("error", "no loop, phase or scope called `{name}` is open here; name one that is"),
    "T0506": (
        "error",
        "an outcome has one number for each seat, but there are {given} for up to {wanted} seats",
    ),
    "T0507": (
        "error",
        "`{name}` cannot be changed: it is a parameter, or a loop or question sets it; use `let` for a copy",
    ),
    "T0508": ("error", "only `turn` says who is active; assign `starter` to say who begins"),
    "T0509": ("error", "only locals and declared state can be assigned; name one of them on the left"),
    "T0510": ("error", "`{op}` works on numbers and sets, but this is {given}; use `=`"),
    "T0511": ("error", "`{name}` does not say which side is up; remove `face`"),
    "T0512": ("error", "this is worked out and then forgotten; use it, or remove the line"),
    "T0513": (
        "error",
        "effects are called without brackets: write `{name}` and its arguments with their words",
    ),
    "T0514": ("error", "`{name}` needs to know what; write it right after the verb"),
    "T0515": ("error", "`{name}` needs `{label}`; add it and what follows it"),
    "T0516": (
        "error",
        "`{name}` takes one thing before its prepositions; remove this or write the word before it",
    ),
    "T0517": ("error", "`at` says `top` or `bottom` here; write one of them"),
    "T0518": ("error", "a {shape} has no order, so `{name}` cannot be shuffled; make it a pile or a row"),
    "T0519": ("error", "`pick` draws at random; write `pick N at random from LIST as NAME`"),
    "T0520": ("error", "a value cannot ask anybody; ask in an effect and hand the answer on"),
    "T0521": (
        "error",
        "without an answer there is no `{name}` below; let `else` leave (`return`, `end ...` or "
        '`fault "..."`), or give the question a block',
    ),
    "T0522": (
        "error",
        "there may be nothing to choose from; give the question a block, an `else:` that leaves, or "
        "test the list first (`{name}`)",
    ),
    "T0523": ("error", "the option `{name}` stands here twice; give each its own name"),
    "T0524": ("error", "it may be that no option is open; let one stand without `if`"),
    "T0525": ("error", "this game has no actions to choose from; declare one with `action`"),
    "T0930": ("warning", "`{name}` is never used; remove it"),
    "T0931": ("warning", "this never holds: the value is always within {low}..{high}"),
    "T0932": ("warning", "this is never none: it is {given}; remove the test"),
    "T0933": ("warning", "this line is never reached; remove it"),
    "T0940": (
        "warning",
        "this reads what not everybody sees, and whether a question below is asked would tell it; ask "
        "always, and put the condition on an option",
    ),
    "T1001": ("error", "`{word}` is not part of the language yet: it comes with a later game"),
}

TABLE: Table = {code: Code(severity, text, text, "", "") for code, (severity, text) in _SENTENCES.items()}
