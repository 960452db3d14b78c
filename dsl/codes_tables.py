"""The sentences of manifests and tables: YAML, CSV and their schemas (T084 to T086)."""

from __future__ import annotations

from .code import Code, Table

_PACK = (
    "name: small\ntitle: Small\nversion: 1.0.0\nlanguage: 1\nauthors: [Somebody]\nlicence: MIT\n"
    "provides: game\n"
)
_CARD = "kind: Combat\nitems:\n  strike:\n    title: Strike\n"

TABLE: Table = {
    "T0840": Code(
        "error",
        "this is not YAML: {advice}",
        "Tables and manifests are read as YAML: `key: value`, what belongs together in the same "
        "column, texts "
        "with `: ` or ` #` in them in quotes. The place is where the reading stopped.",
        "kind: Combat\nitems: strike: 3\n",
        _CARD,
        "yaml",
    ),
    "T0841": Code(
        "error",
        "`{key}` is given twice; keep one of the two",
        "If a key stands twice, one of the two values would silently win. Nothing does here.",
        _CARD + "    count: 1\n    count: 2\n",
        _CARD + "    count: 2\n",
        "yaml",
    ),
    "T0842": Code(
        "error",
        "anchors and aliases (`&name`, `*name`) are not read; write the value out, or put it in quotes",
        "An alias stands for a part of the file that is written elsewhere. In a table every row says itself "
        "what it holds. A text that begins with `&` or `*` stands in quotes.",
        "kind: &k Combat\nitems: {}\n",
        "kind: Combat\nitems: {}\n",
        "yaml",
    ),
    "T0843": Code(
        "error",
        "tags (`!name`) are not read; delete it, or put the value in quotes",
        "What a value is follows from the kind that it belongs to. A text that begins with `!` stands in "
        "quotes.",
        "kind: !!str Combat\nitems: {}\n",
        "kind: Combat\nitems: {}\n",
        "yaml",
    ),
    "T0844": Code(
        "error",
        "a file holds one document; move what follows this line to a file of its own",
        "Three dashes begin a new document in YAML. Every table has its own file.",
        "kind: Combat\nitems: {}\n---\nkind: Omen\nitems: {}\n",
        "kind: Combat\nitems: {}\n",
        "yaml",
    ),
    "T0845": Code(
        "error",
        "a key is a single word; write `key: value`",
        "Lists and other structures cannot be keys in a table.",
        "kind: Combat\nitems:\n  ? [a, b]\n  : {}\n",
        "kind: Combat\nitems:\n  a: {}\n",
        "yaml",
    ),
    "T0846": Code(
        "error",
        "this is nested more than {limit} levels deep; a table has four",
        "A table has items, an item has keys, and a key holds a value or a list.",
        "kind: " + "[" * 40 + "]" * 40 + "\nitems: {}\n",
        "kind: Combat\nitems: {}\n",
        "yaml",
    ),
    "T0847": Code(
        "error",
        "this file is empty; fill it or delete it",
        "A table names its kind and its items; a CSV file begins with the names of its columns.",
        "# nothing\n",
        _CARD,
        "yaml",
    ),
    "T0848": Code(
        "error",
        "{key} must be `true` or `false`, without quotes; `{word}` is neither",
        "Other formats take yes, no, on and off for truth values, and so turn the name NO into false. Here "
        "only `true` and `false` are.",
        _CARD + "    per_player: yes\n",
        _CARD + "    per_player: true\n",
        "yaml",
    ),
    "T0850": Code(
        "error",
        "{where} has no key `{key}`; delete it or correct its name",
        "Manifests and tables have a fixed set of keys, so that a slip of the hand is found and not ignored.",
        _PACK + "licnese: MIT\n",
        _PACK,
        "pack",
    ),
    "T0851": Code(
        "error",
        "`{key}` is a key, but it has no meaning in {where}; move it to where it belongs",
        "The key exists elsewhere in this kind of file. `docs/packs.md` lists what stands where.",
        "kind: Combat\ncount: 3\nitems: {}\n",
        "kind: Combat\nitems:\n  strike: {count: 3}\n",
        "yaml",
    ),
    "T0852": Code(
        "error",
        "the key `{key}` is missing; add it: {help}",
        "Without this key nobody knows what the file is, or what belongs to it.",
        _PACK.replace("language: 1\n", ""),
        _PACK,
        "pack",
    ),
    "T0853": Code(
        "error",
        "{key} must be {wanted}",
        "The value has another shape than what reads it needs.",
        _CARD + '    count: "3"\n',
        _CARD + "    count: 3\n",
        "yaml",
    ),
    "T0854": Code(
        "error",
        "{key} must be one of {allowed}",
        "The key takes a few words only, so that everything that reads it knows them all.",
        _PACK.replace("provides: game", "provides: fun"),
        _PACK,
        "pack",
    ),
    "T0855": Code(
        "error",
        "{key} does not read as it should: {help}",
        "The value has the right kind, and cannot be used as it is written.",
        _PACK.replace("1.0.0", "one"),
        _PACK,
        "pack",
    ),
    "T0856": Code(
        "error",
        "{key} lies outside of what is possible: {help}",
        "Counts are whole numbers from 0 to 9,999.",
        _CARD + "    count: -1\n",
        _CARD + "    count: 1\n",
        "yaml",
    ),
    "T0857": Code(
        "error",
        "{key} is empty; name at least one",
        "A list that has to name somebody or something cannot be empty.",
        _PACK.replace("[Somebody]", "[]"),
        _PACK,
        "pack",
    ),
    "T0858": Code(
        "error",
        "`{word}` is listed twice; delete one of the two",
        "Each element of this list can stand in it only once.",
        _PACK + "requires: [classics, classics]\n",
        _PACK + "requires: [classics]\n",
        "pack",
    ),
    "T0860": Code(
        "error",
        "code over several lines stands below `|`, each line indented; as written here its lines are lost",
        "Outside `|` YAML joins lines to one, so neither blocks nor places survive.",
        _CARD + "    special(p):\n      hurt p\n      by 1\n",
        _CARD + "    special(p): |\n      hurt p by 1\n",
        "yaml",
    ),
    "T0862": Code(
        "error",
        "`rules` holds hooks, `state` and `action`; give this as a key of its own",
        "Fields, slots, `text` and `source` are keys beside `rules`.",
        _CARD + "    rules: |\n      monster: wolf\n",
        _CARD + "    monster: wolf\n",
        "yaml",
    ),
    "T0863": Code(
        "error",
        "`{name}` cannot be the name of content; use letters, digits and `_`, no preposition, and "
        "begin with a "
        "letter",
        "The name is what rules, saves and logs call it; what players see is the title.",
        "kind,id,title\nCombat,2nd,Second\n",
        "kind,id,title\nCombat,second,Second\n",
        "csv",
    ),
    "T0864": Code(
        "error",
        "the columns have to be separated by commas, not by semicolons",
        "Some programs save CSV files with semicolons, depending on the language of the computer. "
        "They can be "
        "told to use commas.",
        "kind;id;title\nCombat;a;A\n",
        "kind,id,title\nCombat,a,A\n",
        "csv",
    ),
    "T0865": Code(
        "error",
        "no kind is called like this file (`{stem}`); rename the file, or add a column `kind`",
        "A CSV file holds content of the kind that it is named after, `combat.csv` of the kind "
        "Combat; a column "
        "`kind` says it row by row.",
        "id,title\na,A\n",
        "kind,id,title\nCombat,a,A\n",
        "csv",
    ),
    "T0866": Code(
        "error",
        "there are {columns} columns, and this value stands in none of them; put values with commas "
        "in quotes",
        "A comma begins a new value. A value that holds commas stands in quotes, and a quotation mark "
        "in it is "
        "written twice.",
        "kind,id,title\nCombat,a,One, two\n",
        'kind,id,title\nCombat,a,"One, two"\n',
        "csv",
    ),
    "T0867": Code(
        "error",
        "the quotation mark here is never closed; put one at the end of the value",
        "A value in quotes may go over several lines, so the rest of the file was read as part of it.",
        'kind,id,title\nCombat,a,"A\n',
        'kind,id,title\nCombat,a,"A"\n',
        "csv",
    ),
    "T0868": Code(
        "error",
        "nothing may stand between the closing quotation mark and the comma; write a quotation mark "
        "in a value "
        "twice",
        'A value in quotes ends with its quotation mark. `"The ""Stag"""` is The "Stag".',
        'kind,id,title\nCombat,a,"The "Stag""\n',
        'kind,id,title\nCombat,a,"The ""Stag"""\n',
        "csv",
    ),
    "T0869": Code(
        "error",
        "{key} has no value; give it one or delete it (`none` says that there is nothing)",
        "An empty value could mean none, zero or the default, so it is not read as any of them.",
        _CARD + "    monster:\n",
        _CARD + "    monster: none\n",
        "yaml",
    ),
}
