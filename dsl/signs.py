"""What to write instead of signs that other languages have and Tafl does not."""

from __future__ import annotations

ADVICE = {
    "++": "write `x += 1`",
    "&&": "write `and`",
    "||": "write `or`",
    "!": "write `not`",
    ":=": "write `=`",
    "=>": "write `>=`, or `->` before the type of a result",
    "===": "write `==`",
    "<>": "write `!=`",
    "**": "multiply with `*`",
    "//": "write `div_down(a, b)`, or `#` before a comment",
    "/": "how to round has to be said: write `div_up(a, b)`, `div_down(a, b)`, `half_up(a)` or "
    "`half_down(a)`",
    "%": "write `mod(a, b)`",
    ";": "one statement a line, and nothing at its end",
    "{": "blocks are made by a colon and indentation; braces stand only in texts",
    "}": "blocks are made by a colon and indentation; braces stand only in texts",
    "'": 'texts stand in double quotes: "like this"',
    "`": 'texts stand in double quotes: "like this"',
    "‘": 'texts stand in straight double quotes: "like this"',
    "’": 'texts stand in straight double quotes: "like this"',
    "“": 'texts stand in straight double quotes: "like this"',
    "”": 'texts stand in straight double quotes: "like this"',
    "|": "rows of a layout begin and end with `|` and stand alone on their line",
}
