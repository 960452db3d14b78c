"""Holds that packs are found, that what they require comes into play, and that the order of listing means
nothing.
"""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from tafl.dsl import cache
from tafl.dsl.compile import Compiled, compile_pack, compile_packs
from tafl.dsl.pack import Pack, PackError, open_pack, packs_at_hand, read_pack, split_reference
from tafl.dsl.render import render

MANIFEST = """name: {name}
title: {name}
version: 1.0.0
language: 1
authors: [Ada]
licence: MIT
provides: {provides}
requires: [{requires}]
"""

GAME = """game hunt "Hunt"
    players 2..3
    option mode: Mode = basic
enum Mode: basic, full
card Beast
    strength: int
    value worth(p: Player) -> int: strength
player
    state points: int = 0
    zone prey: set of Beast
value luck(p: Player) -> int: p.number
effect hunt(p: Player, by n: int):
    pick n at random from [b in Beast where b.holder is none] as beasts
    move beasts to p.prey
setup:
    if mode == full: say "full"
action wait: pass
action catch_one(b in [c in Beast where c.holder is none]): move b to actor.prey
play:
    for p in players: hunt p by luck(p)
    act active
    end game
scoring:
    for p in players: p.points = sum(b.worth(p) for b in p.prey)
    rank p in players by p.points
"""
BEASTS = """Beast wolf x2
    strength: 3
Beast bear
    strength: 5
    worth(p): 6
    change luck(p) where p == holder: to it + 1
"""
OWLS = """Beast owl
    strength: 1
    change luck(p) where p == holder: to it - 1
after hunt(p, by n) where n > 2: say "{p} is busy"
"""
CROWS = """Beast crow
    strength: 1
    change luck(p) where p == holder: to it + 2
before hunt(p): say "{p} is watched"
"""


def write(folder: Path, name: str, provides: str, requires: str, files: dict[str, str]) -> Path:
    """A pack in a folder below `folder`."""
    root = folder / name
    root.mkdir()
    (root / "pack.yaml").write_text(
        MANIFEST.format(name=name, provides=provides, requires=requires), encoding="utf-8"
    )
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of packs that can be named: a game and two expansions of it."""
    monkeypatch.setenv("TAFL_PACKS", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    write(tmp_path, "hunt", "game", "", {"hunt.tafl": GAME, "more/beasts.tafl": BEASTS})
    write(tmp_path, "owls", "expansion", "hunt", {"owls.tafl": OWLS})
    write(tmp_path, "crows", "expansion", "hunt", {"crows.tafl": CROWS})
    return tmp_path


def shown(compiled: Compiled) -> str:
    return render(compiled.findings, compiled.sources)


def test_a_pack_is_found_by_path_and_by_name(shelf: Path) -> None:
    by_name, by_path = compile_pack("hunt"), compile_pack(str(shelf / "hunt"))
    assert by_name.program is not None, shown(by_name)
    assert by_name.program == by_path.program
    assert by_name.program.packs == (("hunt", "1.0.0"),)
    assert {"hunt", "owls", "crows", "classics"} <= set(packs_at_hand())


def test_a_single_file_is_a_pack_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "small.tafl"
    path.write_text('game small "Small"\n    players 2\nplay:\n    end game with draw()\n', "utf-8")
    compiled = compile_pack(str(path))
    assert compiled.program is not None
    assert compiled.program.name == "small"


def test_a_pack_that_is_not_there_is_no_finding_but_an_error_with_a_suggestion(shelf: Path) -> None:
    with pytest.raises(PackError, match="did you mean `hunt`"):
        open_pack("hnut")
    with pytest.raises(PackError, match=r"a pack is a folder with pack\.yaml"):
        open_pack(str(shelf / "nothing"))


@pytest.mark.parametrize(
    ("reference", "pack", "part"),
    [
        ("classics:othello", "classics", "othello"),
        ("classics", "classics", None),
        ("./packs/night", "./packs/night", None),
        ("./packs/night:storm", "./packs/night", "storm"),
        ("C:/packs/night", "C:/packs/night", None),
    ],
)
def test_a_reference_names_a_pack_and_perhaps_a_part_of_it(
    reference: str, pack: str, part: str | None
) -> None:
    assert split_reference(reference) == (pack, part)


@pytest.mark.usefixtures("shelf")
def test_what_is_required_comes_into_play_and_comes_first() -> None:
    compiled = compile_pack("owls")
    assert compiled.program is not None, shown(compiled)
    assert [pack.name for pack in compiled.packs] == ["hunt", "owls"]
    assert {content.name for content in compiled.program.contents} == {"bear", "owl", "wolf"}
    assert {hook.name: hook.rank for hook in compiled.program.hooks} == {"bear": 0, "owl": 1, "owls": 1}


@pytest.mark.parametrize(
    ("components", "found"),
    [
        ("{Beast: 3, wolf: 2, bear: 1}", []),
        ("{wolf: 3}", ["T0910 3 of `wolf`, but the files bring 2"]),
        ("{Beast: 4}", ["T0910 4 of `Beast`, but the files bring 3"]),
        ("{wofl: 2}", ["T0880 `wofl`, which is no kind"]),
    ],
)
def test_the_files_bring_what_the_component_list_says(shelf: Path, components: str, found: list[str]) -> None:
    """An expansion's own cards are counted in its own list alone."""
    path = shelf / "hunt" / "pack.yaml"
    path.write_text(path.read_text("utf-8") + f"components: {components}\n", "utf-8")
    compiled = compile_pack("hunt", with_=["owls"])
    told = [f"{each.code} {each.message}" for each in compiled.findings]
    assert len(told) == len(found)
    for line, part in zip(told, found, strict=True):
        code, words = part.split(" ", 1)
        assert line.startswith(code)
        assert words in line
    assert (compiled.program is None) == any("T0880" in line for line in told)


@pytest.mark.usefixtures("shelf")
def test_the_order_of_packs_files_and_declarations_never_matters() -> None:
    first = compile_pack("hunt", with_=["owls", "crows"])
    other = compile_pack("hunt", with_=["crows", "owls"])
    assert first.program is not None, shown(first)
    assert first.program == other.program
    assert first.findings == other.findings


def shuffled(text: str, seed: int) -> str:
    """The declarations of a file in another order."""
    blocks: list[str] = []
    for line in text.splitlines():
        if line.startswith(" "):
            blocks[-1] += f"\n{line}"
        else:
            blocks.append(line)
    random.Random(seed).shuffle(blocks)
    return "\n".join(blocks) + "\n"


def test_declarations_mean_the_same_in_every_order_and_in_every_file(tmp_path: Path) -> None:
    def compiled(texts: dict[str, str]) -> Compiled:
        files = tuple((name, text.encode()) for name, text in texts.items())
        return compile_packs(Pack(tmp_path, files))

    def bare(compiled: Compiled) -> str:
        """The program without places, which move."""
        assert compiled.program is not None, shown(compiled)
        return dump(replace(compiled.program, content_hash=""))

    whole = GAME + BEASTS + OWLS + CROWS
    wanted = bare(compiled({"a.tafl": whole}))
    for seed in range(6):
        assert bare(compiled({"z.tafl": shuffled(whole, seed)})) == wanted
    split = {"x.tafl": OWLS + GAME, "a.tafl": CROWS, "m/b.tafl": BEASTS}
    assert bare(compiled(split)) == wanted
    assert bare(compiled(dict(reversed(split.items())))) == wanted


def dump(node: object) -> str:
    """A program as text without places."""
    if isinstance(node, tuple):
        return "(" + ",".join(map(dump, node)) + ")"
    if hasattr(node, "__dataclass_fields__"):
        parts = (dump(getattr(node, name)) for name in node.__dataclass_fields__ if name != "at")
        return f"{type(node).__name__}({','.join(parts)})"
    return repr(node)


BROKEN = """card Omen
    strength: int
Omen wolf
    strenght: 2
Omen bear
    strength: 2
value best -> int: nothing
effect best: pass
after strike: pass
"""


def test_findings_are_the_same_in_the_same_order_whatever_is_listed_first(tmp_path: Path) -> None:
    texts = {"game.tafl": GAME, "a.tafl": BROKEN, "b.tafl": BROKEN.replace("Omen", "Sign")}
    orders = [list(texts.items()), list(reversed(texts.items()))]
    found = [
        compile_packs(Pack(tmp_path, tuple((name, text.encode()) for name, text in order))).findings
        for order in orders
    ]
    assert found[0] == found[1]
    assert len(found[0]) >= 8
    assert list(found[0]) == sorted(found[0], key=lambda each: (each.span, each.code, each.message))


def test_a_name_of_a_pack_that_is_not_required_names_that_pack_and_the_line_to_add(shelf: Path) -> None:
    write(shelf, "night", "expansion", "hunt", {"night.tafl": "after hunt(p): move owl to p.prey\n"})
    compiled = compile_pack("night")
    assert [found.code for found in compiled.findings] == ["T0873"]
    (found,) = compiled.findings
    assert "`owls`" in found.message
    assert "`requires: [hunt, owls]`" in found.message
    assert (found.span.file, found.span.line) == ("night.tafl", 1)
    assert [span.file for span, _ in found.related] == ["pack.yaml"]


def test_a_mistyped_name_that_no_pack_has_is_only_unknown(shelf: Path) -> None:
    write(shelf, "night", "expansion", "hunt", {"night.tafl": "after hunt(p): move onwl to p.prey\n"})
    assert [found.code for found in compile_pack("night").findings] == ["T0301"]


def test_packs_that_require_each_other_are_told_once(shelf: Path) -> None:
    write(shelf, "day", "expansion", "hunt, night", {})
    write(shelf, "night", "expansion", "hunt, day", {})
    assert [found.code for found in compile_pack("day").errors] == ["T0876"]


def test_what_is_played_along_has_to_belong_to_the_game(shelf: Path) -> None:
    write(shelf, "stray", "content", "", {"stray.tafl": "Beast fox\n    strength: 1\n"})
    assert [found.code for found in compile_pack("hunt", with_=["stray"]).errors] == ["T0875"]


def test_a_scenario_behind_the_colon_is_left_to_the_caller(shelf: Path) -> None:
    write(shelf, "night", "expansion", "hunt", {"night.tafl": 'scenario storm "Storm"\n    mode: full\n'})
    compiled = compile_pack("night:storm")
    assert compiled.program is not None, shown(compiled)
    assert compiled.part == "storm"
    assert compiled.program.options[-1].names == ("none", "storm")


def test_links_out_of_a_pack_and_hidden_files_are_not_read(shelf: Path, tmp_path: Path) -> None:
    root = shelf / "hunt"
    secret = tmp_path / "secret.tafl"
    secret.write_text("Beast secret\n    strength: 1\n", "utf-8")
    (root / "link.tafl").symlink_to(secret)
    (root / ".hidden.tafl").write_text("Beast hidden\n", "utf-8")
    assert [name for name, _ in read_pack(root).files] == ["hunt.tafl", "pack.yaml", "more/beasts.tafl"]


def test_a_file_that_cannot_be_read_is_a_finding(shelf: Path) -> None:
    pack = read_pack(shelf / "hunt")
    found = compile_packs(Pack(pack.root, pack.files, (("more/x.tafl", "Permission denied"),))).errors
    assert [(each.code, each.span.file) for each in found] == [("T0878", "more/x.tafl")]


# ---- The cache ---------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("shelf")
def test_a_pack_that_has_not_changed_is_read_from_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    first = cache.compile_cached("hunt")
    monkeypatch.setattr("tafl.dsl.compile.compile_packs", lambda *_: pytest.fail("compiled again"))
    second = cache.compile_cached("hunt")
    assert first.program == second.program
    assert first.findings == second.findings
    assert second.sources["hunt.tafl"].text == GAME


def test_a_changed_file_is_compiled_again(shelf: Path) -> None:
    cache.compile_cached("hunt")
    (shelf / "hunt" / "more" / "beasts.tafl").write_text(BEASTS + "Beast fox\n    strength: 1\n", "utf-8")
    program = cache.compile_cached("hunt").program
    assert program is not None
    assert "fox" in {content.name for content in program.contents}


@pytest.mark.usefixtures("shelf")
@pytest.mark.parametrize("data", [b"", b"nonsense", b"\x80\x05K\x01.", b"cos\nsystem\n(S'true'\ntR."])
def test_a_file_of_the_cache_that_is_no_compiled_pack_is_ignored(data: bytes) -> None:
    cache.compile_cached("hunt")
    folder = cache.cache_folder()
    assert folder is not None
    kept = list(folder.glob("*.pickle"))
    assert len(kept) == 2
    for file in kept:
        file.write_bytes(data)
    assert cache.compile_cached("hunt").program is not None
    for file in kept:
        file.write_bytes(data)
    assert cache.check_cached("hunt").findings == ()


@pytest.mark.usefixtures("shelf")
def test_the_cache_is_the_users_own() -> None:
    folder = cache.cache_folder()
    assert folder is not None
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o777)
    assert cache.cache_folder() is None
    assert cache.compile_cached("hunt").program is not None
    assert not list(folder.glob("*.pickle"))


@pytest.mark.usefixtures("shelf")
def test_the_findings_alone_are_kept_too(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = cache.compile_cached("hunt")
    monkeypatch.setattr("tafl.dsl.compile.compile_packs", lambda *_: pytest.fail("compiled again"))
    assert cache.check_cached("hunt").findings == compiled.findings


def test_what_has_errors_is_not_kept(shelf: Path) -> None:
    (shelf / "hunt" / "more" / "beasts.tafl").write_text("Beast fox\n", "utf-8")
    assert cache.compile_cached("hunt").errors
    folder = cache.cache_folder()
    assert folder is not None
    assert not list(folder.iterdir())
