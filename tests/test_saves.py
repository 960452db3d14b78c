"""Tests that a save comes back as it was, that edited rules get its answers again, and that damage is said
and not believed.
"""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tafl.interpreter.game import CHANCE, Game
from tafl.interpreter.restore import BadState, restore
from tafl.interpreter.saves import (
    Origin,
    SaveError,
    give_again,
    load,
    option_values,
    origin,
    read_answers,
    read_origin,
    renamed,
    replay_data,
    save_data,
)
from tafl.interpreter.state import IN_BEFORE, OVER, Frame, Outcome, Pending, State, canonical
from tafl.ir import program as ir
from tafl.ir.types import NONE, EnumT, Int, ListT, OptT, SetT
from tafl.ir.world import World
from tafl.tests.nim import Nim
from tafl.tests.small import ACE, AT, JACK, KING, OTHER_QUEEN, QUEEN
from tafl.tests.small_table import CARD, PROGRAM, Table

RULES, OTHER_RULES = "a" * 64, "b" * 64

MODE = ir.GameOption("mode", "Mode", EnumT(0), 0, (0, 1), ("basic", "night"), AT)
NAMED = replace(
    PROGRAM, options=(MODE,), enums=(ir.Enum("Mode", ("basic", "night"), ("Basic", "Night"), AT),)
)


def schema(root: Path, name: str) -> Any:
    found = json.loads((root / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(found)
    return found


@pytest.fixture
def table() -> Table:
    """A table with something of everything in its state."""
    found = Table()
    world, state = found.world, found.state
    found.lay([JACK], "deck")
    state.slots[0] = 1
    state.slots[world.offset[4]] = ACE
    state.slots[world.offset[5]] = 1 << ACE | 1 << QUEEN
    state.frames = [Frame(0, 3, [0, 0, 0, 0])]
    state.pending = Pending(1, "act", ((0,), (1, OTHER_QUEEN, 3)))
    return found


def roundtrip(state: State, world: World) -> State:
    return restore(json.loads(json.dumps(canonical(state, world))), world)


# ---- States
# --------------------------------------------------------------------------------------------------


def test_a_state_comes_back_as_it_was(table: Table) -> None:
    again = roundtrip(table.state, table.world)
    assert again == table.state
    assert again.place == table.state.place


def test_a_finished_game_comes_back(table: Table) -> None:
    table.state.frames, table.state.pending, table.state.stage = [], None, OVER
    table.state.result = Outcome((2, -1, -1), (1, 2, 2), (10, 4, 4))
    assert roundtrip(table.state, table.world) == table.state


def test_suspended_routines_and_calls_come_back_with_their_lists() -> None:
    locals_ = (
        ir.LocalVar("cards", ListT(CARD, 4)),
        ir.LocalVar("some", SetT(CARD)),
        ir.LocalVar("perhaps", OptT(CARD)),
        ir.LocalVar("dead", Int()),
    )
    waiting = ir.Routine("r", 0, locals_, None, (), True, (ir.Point(1, (0, 1, 2), AT),), AT)
    hurt = ir.Routine(
        "hurt", 2, (ir.LocalVar("c", CARD), ir.LocalVar("n", Int(0, 3))), CARD, (), True, (), AT
    )
    hook = ir.Hook("before", "h", None, 0, None, 0, None, 0, (), AT)
    program = replace(
        PROGRAM,
        routines=(waiting, hurt, PROGRAM.routines[0]),
        effects=(ir.Effect("hurt", 1, (), None, (0,), AT),),
        hooks=(hook,),
        actions=(),
    )
    world = World(program, 2)
    state = Table().state
    state.uses, state.known = [], [3] * world.components
    state.zones = [tuple(range(world.components))] + [()] * (world.zones - 1)
    state.place = [0] * world.components
    state.slots = [NONE] * world.slots
    state.frames = [
        Frame(-1, IN_BEFORE, [(ACE, 3), ((0, ACE, 1), (0, ACE, NONE)), 2, 1, NONE, 0]),
        Frame(2, 2, [0, 0, 0, 0]),
        Frame(-1, IN_BEFORE, [(KING, 0), (), 0, 0, QUEEN, 1]),
        Frame(2, 2, [0, 0, 0, 0]),
    ]
    state.pending = Pending(0, "menu", ((0,), (1,)))
    assert roundtrip(state, world) == state
    state.frames.append(Frame(2, 2, [0, 0, 0, 0]))
    state.frames[1] = Frame(2, 1, [0, 0, 0, 0])
    assert roundtrip(state, world) == state


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ((1, 0), "x", "among its state variables"),
        ((1, 0), 3, "among its values"),
        ((2, 0, 0), 9999, "among its components"),
        ((2, 1), [4, 4], "two places"),
        ((2, 1), [], "lies nowhere"),
        ((2,), [[]], "zones"),
        ((3, 0), 2, "among its faces"),
        ((5, 0), 8, "among its what seats know"),
        ((5, 0), True, "among its what seats know"),
        ((7, 1), 4, "generator is broken"),
        ((9,), 7, "among its stage"),
        ((10, 0, 1), 17, "waits where it cannot"),
        ((10, 0, 0), 44, "do not fit together"),
        ((10, 0, 2), [1], "0"),
        ((11, 0), 5, "is asked"),
        ((11, 2), [], "no options"),
        ((11, 2, 1), [1, KING, 99], "among its values"),
        ((11, 2, 1), [1, 9, 1], "of another kind"),
        ((11, 2, 1), [77], "among its actions"),
        ((11, 1), 9, "do not fit together"),
    ],
)
def test_a_state_that_does_not_fit_is_refused(
    table: Table, path: tuple[int, ...], value: Any, said: str
) -> None:
    data: Any = json.loads(json.dumps(canonical(table.state, table.world)))
    part = data
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    with pytest.raises(BadState, match=said):
        restore(data, table.world)


def test_data_that_is_no_state_at_all_is_refused(table: Table) -> None:
    broken: list[Any] = [None, 3, [], {"a": 1}, [[]] * 13, [None] * 13]
    for data in broken:
        with pytest.raises(BadState, match="no state of small"):
            restore(data, table.world)


# ---- Saves
# ---------------------------------------------------------------------------------------------------


def opened(rules: str = RULES, **changes: Any) -> Origin:
    return replace(origin(NAMED, rules, 3, (1,), 42), **changes)


def test_saves_and_replays_are_what_their_schemas_say(table: Table, root: Path) -> None:
    answers = [(0, "lay(jack#1,a2)"), (CHANCE, "queen#2")]
    saved = save_data(opened(), answers, canonical(table.state, table.world))
    jsonschema.validate(json.loads(json.dumps(saved)), schema(root, "save"))
    result = {"outcome": [1, -1], "ranking": [1, 2], "scores": None}
    for end in (None, result):
        replay = replay_data(opened(), answers, ["f" * 64], end)
        jsonschema.validate(json.loads(json.dumps(replay)), schema(root, "replay"))
    assert read_origin(json.loads(json.dumps(saved))) == opened()
    assert read_answers(json.loads(json.dumps(saved))) == answers


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("answers", 0), [0]),
        (("answers", 0, 0), "seat 1"),
        (("rules_hash",), "short"),
        (("state", 8), None),
        (("state",), []),
        (("more",), 1),
        (("players",), 0),
        (("format",), "tafl-replay"),
    ],
)
def test_what_is_no_save_does_not_pass_the_schema(
    table: Table, root: Path, path: tuple[Any, ...], value: Any
) -> None:
    saved = json.loads(json.dumps(save_data(opened(), [(0, "go")], canonical(table.state, table.world))))
    part = saved
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(saved, schema(root, "save"))


class Loader:
    """Loads with an engine of nim; remembers how the game was opened."""

    def __init__(self) -> None:
        self.began: tuple[int, tuple[int, ...], int] | None = None
        self.state: State | None = None

    def begin(self, players: int, options: tuple[int, ...], seed: int) -> Game:
        self.began = (players, options, seed)
        return Nim(10, players, dice=True)

    def resume(self, world: World, state: State) -> Game:
        assert world.players == 3
        self.state = state
        return Nim(5)

    def __call__(
        self, data: Any, rules: str, renames: dict[str, str] | None = None, program: ir.Program = NAMED
    ) -> Game:
        before = copy.deepcopy(data)
        try:
            return load(data, program, rules, begin=self.begin, resume=self.resume, renames=renames or {})
        finally:
            assert data == before, "loading changes nothing"


def saved_nim(table: Table, answers: list[tuple[int, str]]) -> dict[str, Any]:
    state = canonical(table.state, table.world)
    state[0] = [1]
    return save_data(opened(), answers, state)


def test_with_the_same_rules_the_state_is_loaded(table: Table) -> None:
    loader = Loader()
    loader(saved_nim(table, [(0, "never(looked,at)")]), RULES)
    assert loader.began is None
    assert loader.state == replace(table.state, options=(1,))


def test_a_state_with_an_option_that_is_none_is_refused(table: Table) -> None:
    data = saved_nim(table, [])
    data["state"][0] = [2]
    with pytest.raises(SaveError, match="mode is not 2"):
        Loader()(data, RULES)


def test_a_damaged_state_is_refused_in_words(table: Table) -> None:
    data = saved_nim(table, [])
    data["state"][2][0] = [0, 0]
    with pytest.raises(SaveError, match="this save is damaged: this is no state of small"):
        Loader()(data, RULES)


def test_with_other_rules_the_answers_are_given_again_chance_included(table: Table) -> None:
    loader = Loader()
    game = loader(saved_nim(table, [(0, "take(2)"), (CHANCE, "1"), (1, "take(3)")]), OTHER_RULES)
    assert loader.began == (3, (1,), 42)
    assert game.log(None) == ["seat 1 takes 2", "rolled 1", "seat 2 takes 3"]


def test_the_first_answer_that_is_no_longer_an_option_is_named(table: Table) -> None:
    data = saved_nim(table, [(0, "take(2)"), (CHANCE, "1"), (1, "grab(3)"), (2, "grab(9)")])
    with pytest.raises(SaveError, match=r"answer 3, `grab\(3\)` of seat 2, is no longer an option"):
        Loader()(data, OTHER_RULES)
    with pytest.raises(SaveError, match=r"answer 3, `grab\(3\)` \(now `steal\(3\)`\)"):
        Loader()(data, OTHER_RULES, {"grab": "steal"})


def test_renamed_things_are_found_again(table: Table) -> None:
    data = saved_nim(table, [(0, "grab(2)"), (CHANCE, "1"), (1, "grab(3)")])
    game = Loader()(data, OTHER_RULES, {"grab": "take"})
    assert game.log(None)[-1] == "seat 2 takes 3"


def test_answers_of_another_or_after_the_end_are_refused() -> None:
    with pytest.raises(
        SaveError, match=r"answer 1, `take.1.`, is seat 2's, but now it is seat 1 who is asked"
    ):
        give_again(Nim(2), [(1, "take(1)")], {})
    with pytest.raises(SaveError, match=r"answer 2, `take.1.` of seat 2, comes after the end"):
        give_again(Nim(1), [(0, "take(1)"), (1, "take(1)")], {})
    with pytest.raises(SaveError, match=r"answer 1, .* now stops the game: .*trap"):
        give_again(Nim(5, trap=2), [(0, "take(2)")], {})


def test_names_change_places_and_parts_of_names_do_not() -> None:
    renames = {"wolf": "bear", "bear": "wolf", "lay": "place"}
    assert renamed("lay(wolf@1#2,bear#1,wolfish#3,d4)", renames) == "place(bear@1#2,wolf#1,wolfish#3,d4)"


def test_options_are_found_by_name_and_new_ones_have_their_default() -> None:
    more = replace(
        NAMED, options=(ir.GameOption("hard", "Hard", Int(0, 1), 1, (0, 1), ("no", "yes"), AT), MODE)
    )
    assert option_values(more, opened(), {}) == (1, 1)
    assert option_values(NAMED, opened(options=(("mode", "dark"),)), {"dark": "night"}) == (1,)
    with pytest.raises(SaveError, match="chosen mode `dark`, which is no longer there"):
        option_values(NAMED, opened(options=(("mode", "dark"),)), {})
    with pytest.raises(SaveError, match="the option `speed`, which small no longer has"):
        option_values(NAMED, opened(options=(("speed", "basic"),)), {})
    asked = replace(NAMED, options=(replace(MODE, default=None),))
    with pytest.raises(SaveError, match="now has an option `mode`, which has to be chosen"):
        option_values(asked, opened(options=()), {})


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"name": "other"}, "a save of small, not of other"),
        ({"language": 2}, "version 1 of the language, not 2"),
        ({"high_players": 2}, "3 players, and small no longer allows that"),
    ],
)
def test_saves_of_other_games_are_refused(table: Table, changes: dict[str, Any], said: str) -> None:
    program = replace(NAMED, **changes)
    with pytest.raises(SaveError, match=said):
        Loader()(saved_nim(table, []), OTHER_RULES, program=program)
