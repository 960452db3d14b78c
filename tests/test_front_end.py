"""Holds what the front end promises of programs as a whole: what the parts become, and that no text makes it
raise.
"""

import random
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tafl.dsl.codes import CODES
from tafl.dsl.compile import compile_packs
from tafl.dsl.pack import Pack
from tafl.dsl.render import render
from tafl.ir import program as ir
from tafl.ir.span import BUILT_IN
from tafl.ir.types import NONE, EnumT, Int, LayoutT, OptT, PlayerT, ScenarioT
from tafl.tests.language_suite import with_game
from tafl.tests.test_language import CASES, compile_texts

GAME = """game hunt "The Hunt"
    players 2..3
    option mode: Mode = full "Mode of play"
    option lives: int 2..4 = 3
    option start: layout of field = plain
enum Mode: basic, full "All of it"
enum Side: hit, miss
space Cell
    state mark: Player?
    state depth: int 0..3 = 0
board field: grid 3 x 2 of Cell
layout plain of field
    | . a . |
    | b . k |
    legend a: Stone of seat 1, b: mark = seat 2 and depth = 3, k: King
layout empty of field
    | ... |
    | ... |
space Place
Place town "Town"
Place hill
Place wood
board land: graph of Place
    hill -- town -- wood
figure Stone x2 per player
figure King x1
die Bone x1 faces: 2x hit, miss
card Rune back omen
    strength: int 1..9 = 2
    sort: Mode?
    active while self in holder.runes
    value worth(p: Player, by n: int) -> int: n
    effect strike(p: Player)
Rune ice "Ice" x2
    text "It is cold."
    source own
    strike(p): p.life -= 1
Rune fire x1 per player
    strength: 5
    sort: basic
    worth(q, by m): m * q.life
    strike(p): hurt p by 2
    state lit: bool = false
    after hurt(p, by n) where p == holder and not lit: lit = true
    change hurt(p, by n) after storm where p == holder: n to n + 1
    before hurt(p): pass
scenario storm "Storm"
    mode: basic
    change hurt(p, by n): n to n * 2
    instead of hurt(p, by n) where n > 3: pass
table
    zone deck: pile of Rune when empty: reshuffle discard
    zone discard: pile of Rune open
    state storms: int = 0
player
    state life: track 0..7 = 7
    zone runes: hand of Rune capacity 4
effect hurt(p: Player, by n: int) says "{p} takes {n}": p.life -= n
change reach(p): to it + 1
value reach(p: Player) -> int: p.number
action strike(r in actor.runes, p in players) "Strike {p}" when actor.life > 0 limit 2 per turn: r.strike(p)
action rest: actor.life += reach(actor)
setup:
    lay start
    move all Rune to deck
    roll bone
    for s in Stone where s.space is none: place s on hill
play:
    phase fight:
        for p in players:
            draw lives from deck to p.runes
            act p
    if mode == full and bone.face == hit: storms += 1
    for s in Cell where s.mark is some: say "{s.depth}"
    for r in Rune: say "{r.strength} {r.worth(active, by 2)}"
    for r in Rune where r.sort is some: say "{the r.sort}"
after fight: storms += 1
scoring:
    rank p in players by p.life, then storms
"""


@pytest.fixture(scope="module")
def program() -> ir.Program:
    compiled = compile_texts({"hunt.tafl": GAME})
    assert compiled.program is not None, render(compiled.findings, compiled.sources)
    assert compiled.findings == ()
    return compiled.program


def named(table: tuple[ir.Content, ...] | tuple[ir.StateVar, ...] | tuple[ir.Zone, ...], name: str) -> int:
    return [each.name for each in table].index(name)


def constant(program: ir.Program, routine: int | None) -> object:
    """What a routine without parameters returns, where that is written down."""
    assert routine is not None
    (only,) = program.routines[routine].body
    assert isinstance(only, ir.Return)
    assert isinstance(only.value, ir.Const)
    return only.value.value


def test_built_in_state_comes_first(program: ir.Program) -> None:
    names = [state.name for state in program.state[:3]]
    assert names == ["active", "starter", "round"]
    assert (ir.ACTIVE, ir.STARTER, ir.ROUND) == (0, 1, 2)
    assert [constant(program, state.default) for state in program.state[:3]] == [NONE, 0, 0]


def test_state_zones_and_contents_are_in_the_order_of_their_names(program: ir.Program) -> None:
    assert [(state.of, state.name) for state in program.state if state.at != BUILT_IN] == [
        ("table", "storms"),
        ("player", "life"),
        ("kind", "depth"),
        ("kind", "mark"),
        ("kind", "lit"),
    ]
    assert [zone.name for zone in program.zones] == ["deck", "discard", "runes"]
    assert [content.name for content in program.contents] == [
        "bone", "king", "hill", "town", "wood", "fire", "ice", "stone",
    ]  # fmt: skip
    assert [kind.name for kind in program.kinds] == ["Bone", "Cell", "King", "Place", "Rune", "Stone"]


def test_optional_state_begins_with_none_and_other_state_with_its_default(program: ir.Program) -> None:
    mark = program.state[named(program.state, "mark")]
    assert mark.type == OptT(PlayerT())
    assert constant(program, mark.default) == NONE
    assert constant(program, program.state[named(program.state, "life")].default) == 7


def test_options_have_their_values_by_name_and_the_scenario_is_the_last(program: ir.Program) -> None:
    mode, lives, start, scenario = program.options
    assert (mode.name, mode.title, mode.type, mode.default, mode.names) == (
        "mode", "Mode of play", EnumT(0), 1, ("basic", "full"),
    )  # fmt: skip
    assert (lives.type, lives.default, lives.values, lives.names) == (
        Int(2, 4), 3, (2, 3, 4), ("2", "3", "4"),
    )  # fmt: skip
    assert (start.type, start.default, start.names) == (LayoutT(0), 1, ("empty", "plain"))
    assert (scenario.type, scenario.default, scenario.values, scenario.names) == (
        OptT(ScenarioT()), NONE, (NONE, 0), ("none", "storm"),
    )  # fmt: skip
    assert program.scenarios[0].settings == ((0, 0),)


def test_a_content_has_every_field_and_the_slots_that_it_fills(program: ir.Program) -> None:
    fields = {field.name: place for place, field in enumerate(program.fields)}
    slots = {slot.name: place for place, slot in enumerate(program.slots)}
    ice, fire = (program.contents[named(program.contents, name)] for name in ("ice", "fire"))
    assert dict(ice.fields) == {fields["strength"]: 2, fields["sort"]: NONE}
    assert dict(fire.fields) == {fields["strength"]: 5, fields["sort"]: 0}
    assert set(dict(ice.slots)) == {slots["strike"]}
    assert set(dict(fire.slots)) == {slots["strike"], slots["worth"]}
    assert program.slots[slots["worth"]].default is not None
    assert (ice.title, ice.text, ice.source, ice.count, ice.per_player) == (
        "Ice", "It is cold.", "own", 2, False,
    )  # fmt: skip
    assert (fire.title, fire.count, fire.per_player) == ("Fire", 1, True)


def test_kinds_have_faces_and_backs(program: ir.Program) -> None:
    bone, *_, rune, stone = program.kinds
    assert (bone.faces, bone.face_type) == ((0, 0, 1), EnumT(1))
    assert (rune.back, stone.back) == ("omen", "stone")
    assert rune.live is not None
    assert stone.live is None


def test_boards_have_sizes_or_edges(program: ir.Program) -> None:
    field, land = program.boards
    assert (field.shape, field.width, field.height, field.edges) == ("grid", 3, 2, ())
    # hill, town, wood are 0, 1, 2
    assert (land.shape, land.edges) == ("graph", ((0, 1), (1, 2)))


def test_a_layout_is_drawn_from_the_lowest_row(program: ir.Program) -> None:
    empty, plain = program.layouts
    kinds = {kind.name: place for place, kind in enumerate(program.kinds)}
    assert (empty.states, empty.components) == ((), ())
    assert plain.states == (
        ir.LaidState(0, named(program.state, "depth"), 3),
        ir.LaidState(0, named(program.state, "mark"), 1),
    )
    assert plain.components == (
        ir.LaidComponent(2, kinds["King"], None, None),
        ir.LaidComponent(4, kinds["Stone"], None, 0),
    )


def test_a_pile_knows_what_it_takes_up(program: ir.Program) -> None:
    deck, discard, runes = program.zones
    assert (deck.when_empty, deck.reshuffle, deck.visibility) == ("reshuffle", 1, "hidden")
    assert (discard.when_empty, discard.reshuffle, discard.visibility) == ("stop", None, "open")
    assert (runes.of, runes.capacity, runes.visibility) == ("player", 4, "private")


def test_hooks_hang_on_what_they_hook_in_their_static_order(program: ir.Program) -> None:
    hurt = next(effect for effect in program.effects if effect.name == "hurt")
    told = [(program.hooks[place].word, program.hooks[place].name) for place in hurt.hooks]
    assert told == [
        ("change", "storm"),
        ("instead_of", "storm"),
        ("after", "fire"),
        ("before", "fire"),
        ("change", "fire"),
    ]
    by_place = {place: program.hooks[place] for place in hurt.hooks}
    change = next(hook for hook in by_place.values() if hook.word == "change" and hook.name == "fire")
    assert [by_place[place].name for place in change.after] == ["storm"]
    assert change.param == 1
    assert len(program.values[0].hooks) == 1
    assert len(program.phases[0].hooks) == 1


def test_the_flows_are_effects(program: ir.Program) -> None:
    flows = [program.setup, program.play, program.scoring]
    assert [program.effects[place].name for place in flows if place is not None] == [
        "setup",
        "play",
        "scoring",
    ]


def test_actions_have_sources_for_their_parameters(program: ir.Program) -> None:
    rest, strike = program.actions
    assert (rest.name, rest.sources, rest.guard, rest.limit) == ("rest", (), None, None)
    assert (strike.name, len(strike.sources), strike.limit, strike.limit_per) == ("strike", 2, 2, "turn")
    assert [program.routines[place].params for place in strike.sources] == [1, 2]
    assert program.routines[strike.body].params == 3


def test_tests_stand_behind_the_game_and_change_nothing_of_it(program: ir.Program) -> None:
    text = GAME + 'test "one"\n    when hurt seat 1 by 2\n    then (seat 1).life == 5\n'
    text += 'test "two"\n    Rune ice\n        strike(p): pass\n    then count(Rune) == 3\n'
    compiled = compile_texts({"hunt.tafl": text})
    assert compiled.program is not None, render(compiled.findings, compiled.sources)
    made = compiled.program
    assert len(made.routines) == len(program.routines)
    assert made.tests == ()
    one, two = compiled.tests
    assert (one.test.title, two.test.title) == ("one", "two")
    assert one.program.routines[: len(made.routines)] == made.routines
    assert len(two.program.contents) == len(made.contents)
    ice = named(made.contents, "ice")
    assert two.program.contents[ice].count == 1
    assert made.contents[ice].count == 2


# ---- No text makes it raise --------------------------------------------------------------------------------


PROGRAMS = [
    *(case.sources() for case in CASES),
    *(with_game({"x.tafl": entry.right}) for entry in CODES.values() if entry.surface == "tafl"),
    {"hunt.tafl": GAME},
]


def spoilt(text: str, chance: random.Random) -> str:
    """The text with some lines or words left out, doubled, moved or exchanged."""
    lines = text.split("\n")
    words = re.findall(r"\w+|[^\w\s]", text)
    for _ in range(chance.randrange(1, 4)):
        place = chance.randrange(len(lines))
        pieces = re.findall(r"\w+|\s+|[^\w\s]", lines[place]) or [""]
        piece = chance.randrange(len(pieces))
        match chance.randrange(6):
            case 0 if len(lines) > 1:
                del lines[place]
            case 1:
                lines.insert(place, chance.choice(lines))
            case 2:
                pieces[piece] = chance.choice(words)
                lines[place] = "".join(pieces)
            case 3:
                del pieces[piece]
                lines[place] = "".join(pieces)
            case 4:
                lines[place] = "    " + lines[place]
            case _:
                one, other = (re.escape(chance.choice(words)) for _ in range(2))
                lines = re.sub(rf"(?<!\w){one}(?!\w)", other.replace("\\", ""), "\n".join(lines)).split("\n")
    return "\n".join(lines)


def compiled_or_found(texts: Mapping[str, str]) -> None:
    files = tuple(sorted((name, text.encode()) for name, text in texts.items()))
    compiled = compile_packs(Pack(Path("pack"), files))
    assert (compiled.program is None) == bool(compiled.errors)
    for found in compiled.findings:
        assert found.span.file in compiled.sources
        assert 1 <= found.span.line <= len(compiled.sources[found.span.file].lines)
    render(compiled.findings, compiled.sources)


@pytest.mark.parametrize("seed", range(12))
def test_spoilt_programs_give_findings_and_never_raise(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(40):
        texts = dict(chance.choice(PROGRAMS))
        name = chance.choice(sorted(texts))
        texts[name] = spoilt(texts[name], chance)
        compiled_or_found(texts)
