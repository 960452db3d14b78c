"""Tests what a seat is shown: options, labels, log, view and history, of one state set up by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tafl.interpreter import knowledge, log, options
from tafl.interpreter.engine import open_game
from tafl.interpreter.events import Event, Shown, show
from tafl.interpreter.game import CHANCE
from tafl.interpreter.names import text, value_key
from tafl.interpreter.observation import Observation, changes, observe
from tafl.interpreter.options import decision
from tafl.interpreter.state import OVER, Outcome, Pending, Value
from tafl.ir import program as ir
from tafl.ir.types import NONE, Bool, Int, KindT, ListT, OptT, PlayerT, SetT, ZoneT
from tafl.ir.world import BOX
from tafl.tests.ir_builder import Build, at
from tafl.tests.shipped import program_of
from tafl.tests.small import ACE, AT, DIE, JACK, KING, OTHER_QUEEN, PEBBLE, QUEEN
from tafl.tests.small_table import CARD, Table, plain


@pytest.fixture
def table() -> Table:
    return Table()


# ---- Options
# -------------------------------------------------------------------------------------------------


def test_cards_of_one_content_in_one_hand_are_one_option_and_the_lowest_is_taken(table: Table) -> None:
    table.lay([OTHER_QUEEN], "hand", 0)
    assert table.group(0, ACE, OTHER_QUEEN, QUEEN) == [ACE, OTHER_QUEEN, QUEEN]  # seat 1 gave away the other
    table.state.known[OTHER_QUEEN] = table.state.known[QUEEN]
    assert table.group(0, ACE, OTHER_QUEEN, QUEEN) == [ACE, QUEEN]


def test_what_differs_in_state_place_or_who_knows_it_stays_apart(table: Table) -> None:
    table.lay([OTHER_QUEEN], "hand", 0)
    table.state.known[OTHER_QUEEN] = table.state.known[QUEEN]
    slot = table.world.offset[3] + OTHER_QUEEN
    table.state.slots[slot] = 4
    assert table.group(0, QUEEN, OTHER_QUEEN) == [QUEEN, OTHER_QUEEN]
    table.state.slots[slot] = NONE
    knowledge.on_reveal(table.state, table.world, QUEEN, 2)
    assert table.group(0, QUEEN, OTHER_QUEEN) == [QUEEN, OTHER_QUEEN]
    table.lay([QUEEN, OTHER_QUEEN], "shown")
    assert table.group(0, QUEEN, OTHER_QUEEN) == [QUEEN, OTHER_QUEEN]


def test_what_a_state_variable_names_is_not_like_another(table: Table) -> None:
    table.lay([OTHER_QUEEN], "hand", 0)
    table.state.known[OTHER_QUEEN] = table.state.known[QUEEN]
    table.state.slots[table.world.offset[4] + 1] = OTHER_QUEEN
    assert table.group(0, QUEEN, OTHER_QUEEN) == [QUEEN, OTHER_QUEEN]


def test_unidentified_options_come_last_and_by_place(table: Table) -> None:
    table.lay([JACK, ACE, OTHER_QUEEN], "deck")
    assert table.group(0, JACK, ACE, QUEEN, OTHER_QUEEN) == [ACE, QUEEN, JACK, OTHER_QUEEN]
    knowledge.on_shuffle(table.state, table.world, table.zone("deck"))
    assert table.group(0, ACE, QUEEN, OTHER_QUEEN, JACK) == [QUEEN, JACK, ACE, OTHER_QUEEN]


def test_keys_name_components_as_the_deciding_seat_may_see_them(table: Table) -> None:
    table.lay([JACK, KING], "deck")
    knowledge.on_shuffle(table.state, table.world, table.zone("deck"))
    asked = table.ask(0, "choose", 1, (ACE,), (QUEEN,), (OTHER_QUEEN,), (KING,), ())
    assert [option.key for option in asked.options] == [
        "ace#1",
        "queen#1",
        "?Card@seat2.hand",
        "?Card@deck/2",
        "done",
    ]
    assert [option.label for option in asked.options] == [
        "Ace",
        "Queen",
        "unseen card (hand of seat 2)",
        "unseen card (deck, place 2)",
        "done",
    ]
    assert asked.options[0].help == "What ace does."
    assert asked.options[2].help == ""
    assert asked.prompt == "Which card?"


def test_labels_that_would_read_the_same_say_where_things_lie(table: Table) -> None:
    table.lay([QUEEN, OTHER_QUEEN], "shown")
    asked = table.ask(0, "choose", 1, (QUEEN,), (OTHER_QUEEN,))
    assert [option.label for option in asked.options] == ["Queen (shown, place 1)", "Queen (shown, place 2)"]


def test_menus_have_ids_and_actions_their_parameters(table: Table) -> None:
    menu = table.ask(1, "menu", 2, (0,), (1,))
    assert [(option.key, option.label) for option in menu.options] == [("go", "Go on"), ("stop", "Stop")]
    act = table.ask(1, "act", 3, (0,), (1, JACK, 2))
    assert [(option.key, option.label) for option in act.options] == [
        ("wait", "Wait"),
        ("lay(jack#1,a2)", "lay (Jack, a2)"),
    ]
    assert act.prompt == "Choose an action"
    steps = table.ask(1, "act", 4, (1, JACK), (1, OTHER_QUEEN))
    assert [(option.key, option.label) for option in steps.options] == [
        ("jack#1", "Jack"),
        ("queen#2", "Queen"),
    ]


def test_chance_sees_everything_and_its_options_have_weights(table: Table) -> None:
    table.ask(CHANCE, "chance", 5, (1,), (3,))
    table.state.pending = Pending(CHANCE, "chance", ((1,), (3,)), (2, 5))
    asked = decision(table.state, table.world, plain)
    assert asked is not None
    assert [(option.key, option.weight) for option in asked.options] == [("1", 2), ("3", 5)]
    assert asked.prompt == "Roll Bone"


def test_options_of_a_seat_are_the_same_whatever_lies_where_it_cannot_see(table: Table) -> None:
    other = Table()
    other.lay([JACK], "deck")
    other.lay([ACE], "hand", 1)
    other.lay([JACK], "hand", 0)
    table.lay([ACE], "deck")
    table.lay([ACE], "hand", 0)
    asked = [
        t.ask(2, "choose", 1, *[(c,) for c in t.group(2, ACE, KING, QUEEN, OTHER_QUEEN, JACK)])
        for t in (table, other)
    ]
    assert asked[0] == asked[1]


# ---- Keys of values
# ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "type_", "key"),
    [
        (7, Int(), "7"),
        (1, Bool(), "true"),
        (1, PlayerT(), "seat2"),
        (3, KindT(2), "b2"),
        (NONE, OptT(PlayerT()), "none"),
        (BOX, ZoneT(()), "box"),
        ((2, 0), ListT(PlayerT(), 3), "[seat3,seat1]"),
        (0b101, SetT(Int(4, 9)), "{4,6}"),
        (1 << KING | 1 << PEBBLE, SetT(KindT(-1)), "{king#1,pebble#1}"),
    ],
)
def test_every_value_has_a_key(table: Table, value: Value, type_: Any, key: str) -> None:
    def name(component: int) -> str:
        return {KING: "king#1", PEBBLE: "pebble#1"}[component]

    assert value_key(table.world, value, type_, name) == key


# ---- Log
# -----------------------------------------------------------------------------------------------------


def said(table: Table, *parts: str | tuple[Value, Any]) -> Event:
    shown = (p if isinstance(p, str) else show(table.state, table.world, *p) for p in parts)
    return Event("say", tuple(shown), None, AT)


def test_the_log_names_a_card_to_those_who_know_it_and_its_back_and_place_to_others(table: Table) -> None:
    event = said(table, (1, PlayerT()), " looks at ", (JACK, CARD))
    assert log.lines(table.world, [event], 1) == ["Seat 2 looks at Jack"]
    assert log.lines(table.world, [event], 0) == ["Seat 2 looks at unseen card (hand of seat 2)"]
    assert log.lines(table.world, [event], None) == ["Seat 2 looks at unseen card (hand of seat 2)"]


def test_a_line_stays_as_it_was_written_when_the_card_is_shown_later(table: Table) -> None:
    event = said(table, "there lies ", (JACK, CARD))
    knowledge.on_reveal(table.state, table.world, JACK, None)
    assert log.lines(table.world, [event], 0) == ["There lies unseen card (hand of seat 2)"]


def test_in_a_list_unidentified_ones_are_counted_and_come_last(table: Table) -> None:
    event = said(table, ((JACK, ACE, OTHER_QUEEN), ListT(CARD, 3)))
    assert log.lines(table.world, [event], 0) == ["Ace and 2 x unseen card (hand of seat 2)"]
    assert log.lines(table.world, [event], 1) == ["Jack, Queen and unseen card (hand of seat 1)"]


def test_facts_of_the_machine_are_sentences(table: Table) -> None:
    table.lay([DIE], "cup", 1)
    knowledge.on_roll(table.state, table.world, DIE)
    world, deck = table.world, Shown(table.zone("deck"), ZoneT(()))
    rolled = (show(table.state, world, DIE, KindT(3)), Shown(2, Int(1, 3)))
    events = [
        Event("action", ("Wait",), 1, AT),
        Event("skipped", ("which card?",), 2, AT),
        Event("empty", (deck, Shown(3, Int())), None, AT),
        Event("reshuffle", (deck, Shown(table.zone("shown"), ZoneT(()))), None, AT),
        Event("roll", rolled, None, AT),
        Event("end", (), None, AT),
        Event("say", ("so it is ", Shown(0, Int(), (), failed=True)), None, AT),
    ]
    assert log.lines(world, events, 1) == [
        "Seat 2: Wait",
        "Seat 3 has nothing to choose from: which card?",
        "Deck is empty: 3 short",
        "Shown is shuffled into deck",
        "Bone shows 2",
        "The game is over",
        "So it is ?",
    ]
    assert log.lines(world, events, 0, since=4)[0] == "Unseen bone (cup of seat 2) is rolled"
    assert text(world, ("plain",), 0) == "plain"


# ---- View
# ----------------------------------------------------------------------------------------------------


def schema(name: str, root: Path) -> Any:
    found = json.loads((root / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(found)
    return found


def test_a_view_is_what_its_schema_says(table: Table, root: Path) -> None:
    table.lay([DIE], "cup", 1)
    table.lay([PEBBLE], "bag")
    table.ask(1, "choose", 1, (JACK,), (OTHER_QUEEN,))
    for seat in (0, 1, 2, None):
        jsonschema.validate(json.loads(json.dumps(table.view(seat))), schema("view", root))
    table.state.pending, table.state.stage = None, OVER
    table.state.result = Outcome((1, -1, 0), (1, 3, 2), ())
    seen = table.view(None)
    jsonschema.validate(seen, schema("view", root))
    assert seen["result"] == {"outcome": [1, -1, 0], "ranking": [1, 3, 2], "scores": None}


def test_a_view_names_the_regions_that_have_a_title(root: Path) -> None:
    build = Build()
    build.board("field", "grid", 2, 2, build.kind("Cell", "space"))
    assert "regions" not in build.bare().view(0)["boards"][0]
    build.regions.append(ir.Region("shrine", "Shrine", 0, (1, 3), None, at()))
    build.regions.append(ir.Region("outskirts", "", 0, (0,), None, at()))
    seen = build.bare().view(None)
    jsonschema.validate(seen, schema("view", root))
    assert seen["boards"][0]["regions"] == [{"name": "shrine", "title": "Shrine", "spaces": ["b1", "b2"]}]


@pytest.mark.parametrize(
    ("scenario", "title", "spaces"),
    [("none", "", 0), ("blizzard", "", 0), ("shrine", "Shrine", 4), ("fortress", "Fortress", 16)],
)
def test_a_region_of_a_scenario_is_shown_while_that_is_played(scenario: str, title: str, spaces: int) -> None:
    game = open_game(program_of("valkyries:valkyries"), 2, {"scenario": scenario}, seed=0)
    shown = game.view(0)["boards"][0].get("regions", [])
    assert [(region["title"], len(region["spaces"])) for region in shown] == [(title, spaces)][: len(title)]


def test_a_campaign_shows_the_region_of_the_battle_it_is_at() -> None:
    game = open_game(program_of("valkyries:journey"), 2, seed=0)
    assert [region["title"] for region in game.view(0)["boards"][0]["regions"]] == ["Generals"]


def test_a_schema_of_views_refuses_what_it_does_not_name(table: Table, root: Path) -> None:
    seen = table.view(0)
    seen["seats"][0]["secret"] = 1
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(seen, schema("view", root))


def test_a_seat_sees_its_hand_and_the_others_count_backs(table: Table) -> None:
    own = table.view(1)["seats"][1]["zones"][0]
    assert [card["key"] for card in own["components"]] == ["queen#2", "jack#1"]
    for seat in (0, 2, None):
        hand = table.view(seat)["seats"][1]["zones"][0]
        assert hand["components"] == [{"back": "Card", "title": "unseen card", "count": 2}]
        assert hand["count"] == 2


def test_an_ordered_zone_shows_known_cards_in_their_places(table: Table) -> None:
    table.lay([ACE, KING, QUEEN, JACK], "deck")
    knowledge.on_shuffle(table.state, table.world, table.zone("deck"))
    knowledge.on_reveal(table.state, table.world, QUEEN, 2)
    (deck, *_) = table.view(2)["table"]["zones"]
    assert [card.get("key", card.get("count")) for card in deck["components"]] == [2, "queen#1", 1]


def test_state_of_what_is_hidden_is_not_shown_and_names_only_its_place(table: Table) -> None:
    world, state = table.world, table.state
    state.slots[world.offset[3] + JACK] = 7
    state.slots[world.offset[4] + 1] = JACK
    state.slots[world.offset[5]] = 1 << ACE | 1 << JACK | 1 << OTHER_QUEEN
    state.slots[world.offset[6]] = 1
    seen = table.view(0)
    assert seen["seats"][1]["state"] == {"favourite": "?Card@seat2.hand"}
    assert seen["table"]["state"]["seen"] == ["ace#1", "?Card@seat2.hand", "?Card@seat2.hand"]
    assert seen["table"]["state"]["ready"] is True
    assert "7" not in json.dumps(seen["seats"][1]["zones"])
    assert table.view(1)["seats"][1]["zones"][0]["components"][1]["state"] == {"marked": 7}


def test_a_die_shows_its_face_to_who_knows_it(table: Table) -> None:
    table.lay([DIE], "cup", 1)
    knowledge.on_roll(table.state, table.world, DIE)
    table.state.die[DIE] = 3
    assert table.view(1)["seats"][1]["zones"][2]["components"][0]["shows"] == 3
    assert table.view(0)["seats"][1]["zones"][2]["components"] == [
        {"back": "Bone", "title": "unseen bone", "count": 1}
    ]


def test_the_question_is_shown_to_the_seat_that_is_asked_alone(table: Table) -> None:
    table.ask(1, "choose", 1, (JACK,), (OTHER_QUEEN,))
    assert table.view(1)["question"]["options"][0] == {
        "key": "jack#1",
        "label": "Jack",
        "help": "What jack does.",
    }
    for seat in (0, 2, None):
        seen = table.view(seat)
        assert seen["question"] is None
        assert seen["to_move"] == 1


def test_the_box_is_counted(table: Table) -> None:
    assert {"content": "pebble", "title": "Pebble", "count": 3} in table.view(0)["box"]


# ---- History
# -------------------------------------------------------------------------------------------------


def test_a_history_grows_only_where_its_seat_notices_something() -> None:
    first = observe(None, None, ["The game begins"], {"a": 1, "b": [1, 2]})
    assert observe(first, None, [], {"a": 1, "b": [1, 2]}) is first
    second = observe(first, "go", [], {"a": 1, "b": [1, 3]})
    assert second is not None
    assert second.logged == 1
    assert second.text().splitlines()[1] == '{"answered":"go","shown":[[["b",1],3]]}'


def test_histories_differ_by_what_was_answered_and_forget_nothing() -> None:
    def after(*answers: str) -> str:
        at: Observation | None = None
        for answer in answers:
            at = observe(at, answer, [], {"same": True})
        assert at is not None
        return at.text()

    assert after("a", "b") == after("a", "b")
    assert len({after("a", "b"), after("b", "a"), after("a", "a"), after("a")}) == 4


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1}, {"a": True}, [[["a"], True]]),
        ({"a": 1}, {}, [[["a"]]]),
        ({}, {"a": None}, [[["a"], None]]),
        ([1, 2], [1], [[[], [1]]]),
        ({"a": [{"b": 1}, 2]}, {"a": [{"b": 0}, 2]}, [[["a", 0, "b"], 0]]),
    ],
)
def test_changes_are_the_smallest_parts_that_differ(old: Any, new: Any, expected: Any) -> None:
    assert changes(old, new) == expected


def test_options_module_knows_what_stands_in_every_question(table: Table) -> None:
    table.ask(0, "choose", 1, (ACE,))
    statement = options.asked_by(table.state, table.world)
    assert options.option_types(table.world, statement, (ACE,), table.state.frames[-1]) == (CARD,)
