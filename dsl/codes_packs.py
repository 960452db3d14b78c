"""The sentences of packs in play: which are there, what they need, what belongs to which game (T087)."""

from __future__ import annotations

from .code import Code, Table

PACK = (
    "name: wolves\ntitle: Wolves\nversion: 1.0.0\nlanguage: 1\nauthors: [Ada]\nlicence: MIT\n"
    "provides: content\n"
)

TABLE: Table = {
    "T0871": Code(
        "error",
        "there is no pack `{name}` at hand; put it beside this one or correct the name",
        "What stands under `requires:` is looked for beside the pack, in the folders of TAFL_PACKS, in the "
        "folder of "
        "the user's packs and among the packs that come with Tafl.",
        PACK + "requires: [valkyreis]\n",
        PACK + "requires: [valkyries]\n",
        "pack",
    ),
    "T0872": Code(
        "error",
        "the pack has no file `{name}`; add it or correct the name",
        "Under `games:` stand the files of each game, as paths from the pack's folder.",
        PACK.replace("content", "game") + "games:\n  pack_of_wolves: [wolfs.tafl]\n",
        PACK.replace("content", "game") + "games:\n  pack_of_wolves: [wolves.tafl]\n",
        "pack",
    ),
    "T0873": Code(
        "error",
        "`{name}` is {noun} of the pack `{pack}`, which this pack does not require: write `{line}` in "
        "pack.yaml",
        "A pack uses only names of its own and of the packs that it requires, so that whoever plays it "
        "knows what has "
        "to be there.",
        PACK + "# and in a file: Combat wolf_rider\n",
        PACK + "requires: [valkyries]\n",
        "pack",
    ),
    "T0874": Code(
        "error",
        "the pack `{name}` has several games; say which: {games}",
        "A pack with several games lists them under `games:`, and one of them is played at a time.",
        PACK + "requires: [classics]\n",
        PACK + "requires: [valkyries]\n",
        "pack",
    ),
    "T0875": Code(
        "error",
        "`{name}` does not say that it adds to `{game}`; write `requires: [{game}]` in its pack.yaml",
        "A pack that is played along with a game requires it, so that its names mean what they mean there.",
        PACK,
        PACK + "requires: [valkyries]\n",
        "pack",
    ),
    "T0876": Code(
        "error",
        "the packs require each other in a circle, and this line leads back to `{name}`; take one of "
        "them out",
        "What is required comes first, so two packs cannot require each other.",
        PACK + "requires: [wolves]\n",
        PACK + "requires: [valkyries]\n",
        "pack",
    ),
    "T0877": Code(
        "error",
        "a pack has at most {limit} files; the others are not read",
        "A pack with so many files is probably a folder that holds other things, too.",
        "(a folder with 1,001 files)",
        "(a folder with the files of one pack)",
        "pack",
    ),
    "T0878": Code(
        "error",
        "`{path}` cannot be read: {reason}",
        "The file is there, but the system does not let it be read.",
        "(a file without the right to read it)",
        "(the same with that right)",
        "pack",
    ),
    "T0879": Code(
        "error",
        "this game is called `{name}`, but pack.yaml lists its files under `{listed}`; give both the same "
        "name",
        "Under `games:` each game stands with the name of its declaration, by which it is played.",
        PACK.replace("content", "game")
        + "games:\n  pack_of_wolves: [wolves.tafl]\n# and there: game wolf_pack\n",
        PACK.replace("content", "game") + "games:\n  wolf_pack: [wolves.tafl]\n",
        "pack",
    ),
    "T0880": Code(
        "error",
        "the component list names `{name}`, which is no kind and no content of this game; correct the name",
        "`components:` in pack.yaml counts kinds and contents by the names that they have in the files.",
        PACK.replace("content", "game") + "components: {Wlof: 12}\n# and in a file: token Wolf x12\n",
        PACK.replace("content", "game") + "components: {Wolf: 12}\n# and in a file: token Wolf x12\n",
        "pack",
    ),
}
