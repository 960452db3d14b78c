"""The sentences of reading a file and cutting it into signs (T01)."""

from __future__ import annotations

from .code import Code, Table

TABLE: Table = {
    "T0101": Code(
        "error",
        "this file is not UTF-8: the byte {byte} here belongs to no character; save the file as UTF-8",
        "Tafl reads UTF-8 only, so that a file means the same on every machine. The place is the first byte "
        "that does not fit. An editor that says Latin-1 or Windows-1252 can save the file as UTF-8 instead.",
        'game zürich "Zürich" (with the ü saved as the single byte FC)',
        'game zuerich "Zürich" (with the ü saved as the two bytes C3 BC)',
        "bytes",
    ),
    "T0102": Code(
        "error",
        "there is an invisible control character ({character}) here; delete it",
        "Most editors do not show control characters, and nothing in a pack needs them. Often they come from "
        "copying out of a PDF. Delete the character and type a blank where one belongs.",
        "enum Mode: basic,\x0bfull",
        "enum Mode: basic, full",
    ),
    "T0103": Code(
        "error",
        "this file has {size} bytes, the most that is read is {limit}; split it into several files",
        "The files of a pack form one namespace, so a big one can be split anywhere between two "
        "declarations.",
        "(a file of more than 1,000,000 bytes)",
        "(several smaller files)",
        "bytes",
    ),
    "T0104": Code(
        "error",
        "there is a tab in the indentation here; indent with blanks only",
        "A tab looks like two, four or eight blanks, depending on the editor, so a file that mixes both can "
        "look different from what it says. Only the first tab of a file is reported; most editors can turn "
        "all of them into blanks.",
        "player\n\tstate points: int",
        "player\n    state points: int",
    ),
    "T0105": Code(
        "error",
        "this comment allows {wanted} without saying why; write `# allow {wanted}: reason`",
        "A warning can be allowed where it stands, by a comment on the same line or alone on the line above. "
        "Whoever reads it later needs to know why it is right here, so the reason is required.",
        "effect begin:\n    let spare = 2   # allow T0930",
        "effect begin:\n    let spare = 2   # allow T0930: the next card will use it",
    ),
    "T0106": Code(
        "error",
        "{wanted} is not a warning, so it cannot be allowed; put right what it is about",
        "Only warnings can be allowed in place. An error means that the pack cannot be played as it is. "
        "`tafl explain` followed by a code says what the code is about.",
        "value two -> int: 2   # allow T0201: it works anyway",
        "value two -> int: 2",
    ),
    "T0107": Code(
        "warning",
        "nothing here gives {wanted} any more; delete this comment",
        "A comment that allows a warning stays behind when its reason is gone, and would hide the next one. "
        "It speaks of the line that it stands on, or, standing alone, of the next line of code.",
        "value two -> int: 2   # allow T0107: an example",
        "value two -> int: 2",
    ),
    "T0108": Code(
        "error",
        "so much is wrong in this file that the rest is not shown; mend what is listed first",
        "At most 200 findings of one file are shown. So many at once usually have a common cause: another "
        "kind of file, or one bracket or quotation mark near the top.",
        "(a file with more than 200 mistakes)",
        "(a file with fewer)",
        "bytes",
    ),
    "T0109": Code(
        "error",
        "this line is indented by {width} blanks, which fits nothing above it; indent it by {fits}",
        "Lines that belong together start in the same column, and those below a line start further right. "
        "A line that goes back to the left has to go back to the column of a line above it.",
        "player\n    state points: int\n  state hearts: int",
        "player\n    state points: int\n    state hearts: int",
    ),
    "T0110": Code(
        "error",
        'this text is never closed; put a `"` at its end (a `"` inside a text is written `\\"`)',
        "A text begins and ends with a straight double quotation mark, on the same line.",
        'enum Mode: basic "Basic, full "Full"',
        'enum Mode: basic "Basic", full "Full"',
    ),
    "T0111": Code(
        "error",
        "`{text}` is neither a number nor a name; put a blank after the number, or begin the name "
        "with a letter",
        "Names consist of letters, digits and `_`, and do not begin with a digit. In a size the `x` stands "
        "between blanks (`grid 10 x 10`); only the faces of a die are counted as `2x hit`.",
        "value three -> int: 3rd",
        "value three -> int: 3",
    ),
    "T0112": Code(
        "error",
        "this number has more than {limit} digits; write a smaller one",
        "Numbers in a game are whole numbers of at most ten digits.",
        "value many -> int: 12345678901",
        "value many -> int: 1234567890",
    ),
    "T0113": Code(
        "error",
        "this name has more than {limit} letters; choose a shorter one",
        "Names appear in messages, saves and reports, and must stay readable there. What is shown to players "
        "is the title, which may be as long as it likes.",
        "enum Mode: " + "very_" * 13 + "long",
        'enum Mode: long "Very, very long"',
    ),
    "T0114": Code(
        "error",
        "{sign} has no meaning here; names consist of the letters a to z, digits and `_`",
        "Outside texts and comments only the signs of the language can stand. Other letters are welcome in "
        "titles and texts. Blanks that are none (as web pages have them) are reported with their number.",
        "enum Mode: größe",
        'enum Mode: groesse "Größe"',
    ),
    "T0115": Code(
        "error",
        "this `{bracket}` is never closed; put a `{closing}` where it ends",
        "A bracket may span several lines, if those below are indented further than the line that it opens "
        "in. The line that closes it may stand at the same column.",
        "value start_spaces -> list of Space: corners_of([s in Space where s.free]",
        "value start_spaces -> list of Space: corners_of([s in Space where s.free])",
    ),
    "T0116": Code(
        "error",
        "`{sign}` closes nothing here: the bracket that is open needs `{closing}`",
        "Brackets close in the reverse order of their opening, each with its own kind.",
        "value free -> int: count([s in Space)]",
        "value free -> int: count([s in Space])",
    ),
    "T0117": Code(
        "error",
        "more than {limit} brackets are open here; give a part of this a name with `value` or `let`",
        "No reader can follow so many brackets. A `value` with a good name makes both the rule and a later "
        "message about it readable.",
        "value deep -> int: " + "(" * 33 + "1" + ")" * 33,
        "value deep -> int: (((1)))",
    ),
    "T0118": Code(
        "error",
        "more than {limit} levels are indented here; make an effect of the inner part",
        "Nothing that can be read needs so many levels. An `effect` with a good name says what they do.",
        "effect deep:\n" + "".join(" " * n + "if true:\n" for n in range(1, 35)) + " " * 35 + "pass",
        "effect flat:\n if true:\n  pass",
    ),
    "T0119": Code(
        "error",
        "this row has to end with `|`, and nothing may follow it but a comment",
        "The rows of a layout are drawn between two bars, one row a line. Cells are single signs, or words "
        "with blanks between them.",
        "layout small of field\n    | a b",
        "layout small of field\n    | a b |\n    legend a: monster = wolf, b: monster = demon",
    ),
    "T0120": Code(
        "error",
        "`{sign}` is not part of the language; {advice}",
        "Some signs that other languages have mean something that is written as a word here, or that must be "
        "said more exactly, such as how a division rounds.",
        "value half(n: int) -> int: n / 2",
        "value half(n: int) -> int: div_up(n, 2)",
    ),
    "T0121": Code(
        "error",
        "`{sign}` closes a bracket that was never opened; delete it or put the missing one in front",
        "Every closing bracket needs its opening one on the same line or on the lines that it spans.",
        "value two -> int: 1 + 1)",
        "value two -> int: (1 + 1)",
    ),
    "T0122": Code(
        "error",
        "`\\{sign}` is unknown in a text; write `\\\\` for a backslash",
        'In a text `\\"` is a quotation mark, `\\\\` a backslash and `\\n` a new line. Nothing else '
        "is written "
        "with a backslash.",
        'enum Mode: basic "Basic \\ easy"',
        'enum Mode: basic "Basic \\\\ easy"',
    ),
    "T0123": Code(
        "error",
        "this `{{` opens a value that is never closed; put a `}}` behind it, or write `{{{{` for a brace",
        "Between braces a text holds a value that is put in when the text is shown: `{p} takes {n} damage`.",
        'effect hurt(p: Player) says "{p takes damage": pass',
        'effect hurt(p: Player) says "{p} takes damage": pass',
    ),
    "T0125": Code(
        "error",
        "this line has {length} characters, the most that is read is {limit}; split it",
        "Brackets carry a line of a .tafl file over several lines of text; long texts can be several content "
        "entries or, in a table, lines below `|`. What stands behind the place is not read.",
        "enum Mode: basic   # " + "very " * 2000 + "simple",
        "enum Mode: basic   # " + "very " * 20 + "simple",
    ),
    "T0126": Code(
        "error",
        "this statement has more than {limit} words and signs; split it into several",
        "No reader can take in so much at once. Parts of an expression can be named with `value` or `let`, "
        "and what is long because there is much of it can be content of a table.",
        "value many -> list of int: [\n" + "    1, 1, 1, 1, 1, 1, 1, 1,\n" * 320 + "    1]",
        "value few -> list of int: [\n" + "    1, 1, 1, 1, 1, 1, 1, 1,\n" * 4 + "    1]",
    ),
    "T0124": Code(
        "error",
        "there is nothing between these braces; name a value, or write `{{{{` for a brace",
        "Between braces a text holds a value that is put in when the text is shown: `{p} takes {n} damage`.",
        'effect hurt(p: Player) says "{} takes damage": pass',
        'effect hurt(p: Player) says "{p} takes damage": pass',
    ),
}
