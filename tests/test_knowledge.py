"""Tests what each seat has identified after moves, shuffles, flips, reveals and rolls (contract: nobody
sees what they may not).
"""

from dataclasses import replace

import pytest

from tafl.interpreter import knowledge
from tafl.interpreter.knowledge import default_face, eye, hidden_from, identified, learned, looks
from tafl.interpreter.state import State
from tafl.ir.types import NONE
from tafl.ir.world import BOX, World
from tafl.tests.small import (
    ACE,
    DIE,
    JACK,
    KING,
    NOTHING,
    OTHER_QUEEN,
    PEBBLE,
    QUEEN,
    content,
    kind,
    put,
    small_state,
    small_world,
    zone_number,
)


class Table:
    """A world with three seats, and verbs as an engine does them."""

    def __init__(self) -> None:
        self.world: World = small_world()
        self.state: State = small_state(self.world)

    def zone(self, name: str, seat: int = 0) -> int:
        return BOX if name == "box" else zone_number(self.world, name, seat)

    def move(self, component: int, name: str, seat: int = 0, face: int | None = None) -> None:
        goal = self.zone(name, seat)
        lies = default_face(self.world, goal) if face is None else face
        knowledge.on_move(self.state, self.world, component, self.state.place[component], goal, lies)
        put(self.state, self.world, [component], goal, lies)

    def knows(self, component: int) -> list[int]:
        """The seats that have identified a component."""
        return [s for s in self.world.seats if identified(self.state, component, eye(self.world, s))]


@pytest.fixture
def table() -> Table:
    return Table()


def test_everything_is_known_while_it_lies_in_the_box(table: Table) -> None:
    assert hidden_from(table.state, table.world, 1) == []


def test_what_leaves_the_box_for_a_hand_is_known_to_its_holder_alone(table: Table) -> None:
    table.move(ACE, "hand", 1)
    assert table.knows(ACE) == [1]
    assert table.knows(KING) == [0, 1, 2]


def test_what_leaves_the_box_for_a_hidden_pile_is_known_to_nobody(table: Table) -> None:
    table.move(ACE, "deck")
    assert table.knows(ACE) == []


def test_in_the_open_everybody_sees_what_lies_face_up_and_nobody_what_lies_face_down(table: Table) -> None:
    table.move(ACE, "deck")
    table.move(KING, "deck")
    table.move(ACE, "shown")
    table.move(KING, "shown", face=0)
    assert table.knows(ACE) == [0, 1, 2]
    assert table.knows(KING) == []
    knowledge.on_flip(table.state, table.world, KING, 1)
    assert table.knows(KING) == [0, 1, 2]
    knowledge.on_flip(table.state, table.world, KING, 0)
    assert table.knows(KING) == [0, 1, 2]


def test_what_comes_back_to_the_box_unseen_stays_unseen(table: Table) -> None:
    table.move(ACE, "hand", 1)
    table.move(ACE, "box")
    assert table.knows(ACE) == [1]


def test_a_card_drawn_openly_from_a_known_place_stays_known(table: Table) -> None:
    table.move(ACE, "shown")
    table.move(ACE, "hand", 1)
    assert table.knows(ACE) == [0, 1, 2]


def test_a_card_is_followed_from_a_place_in_an_ordered_zone(table: Table) -> None:
    for card in (ACE, KING):
        table.move(card, "shown")
        table.move(card, "deck")
    table.move(KING, "secret", 2)
    assert table.knows(KING) == [0, 1, 2]
    assert table.knows(ACE) == [0, 1, 2]


def test_of_two_cards_one_leaves_a_hand_unseen_and_the_others_no_longer_know_which(table: Table) -> None:
    """Case 27: X was seen in the hand; one of X and Y is put away face down by choice."""
    for card in (ACE, KING):
        table.move(card, "hand", 1)
    knowledge.on_reveal(table.state, table.world, ACE, 0)
    assert table.knows(ACE) == [0, 1]
    table.move(KING, "secret", 1)
    assert table.knows(ACE) == [1]
    assert table.knows(KING) == [1]


def test_who_sees_it_arrive_still_knows_what_stayed(table: Table) -> None:
    for card in (ACE, KING):
        table.move(card, "hand", 1)
        knowledge.on_reveal(table.state, table.world, card, None)
    table.move(KING, "hand", 0)
    assert table.knows(KING) == [0, 1]
    assert table.knows(ACE) == [0, 1]


def test_played_face_up_it_says_what_stayed(table: Table) -> None:
    for card in (ACE, KING):
        table.move(card, "hand", 1)
    knowledge.on_reveal(table.state, table.world, ACE, 2)
    table.move(KING, "shown")
    assert table.knows(ACE) == [1, 2]
    assert table.knows(KING) == [0, 1, 2]


def test_the_only_one_of_its_look_is_followed_wherever_it_goes(table: Table) -> None:
    table.move(ACE, "hand", 1)
    table.move(PEBBLE, "hand", 1)
    knowledge.on_reveal(table.state, table.world, ACE, 0)
    table.move(ACE, "secret", 1)
    assert table.knows(ACE) == [0, 1]


def test_what_is_seen_where_it_lies_is_not_forgotten_with_the_others(table: Table) -> None:
    for card in (ACE, KING, JACK):
        table.move(card, "bag", face=1)
    table.move(QUEEN, "bag")
    knowledge.on_flip(table.state, table.world, JACK, 0)
    table.state.face[JACK] = 0
    table.move(QUEEN, "deck")
    assert table.knows(ACE) == [0, 1, 2]
    assert table.knows(JACK) == []


def test_a_shuffle_forgets_the_pile_for_everybody(table: Table) -> None:
    for card in (ACE, KING):
        table.move(card, "shown")
        table.move(card, "deck")
    knowledge.on_shuffle(table.state, table.world, table.zone("deck"))
    assert table.knows(ACE) == table.knows(KING) == []


def test_a_shuffle_does_not_hide_what_is_seen_there_or_lies_there_alone(table: Table) -> None:
    table.move(ACE, "shown")
    table.move(KING, "shown")
    table.move(PEBBLE, "deck")
    knowledge.on_shuffle(table.state, table.world, table.zone("shown"))
    assert table.knows(ACE) == [0, 1, 2]
    table.move(QUEEN, "shown")
    table.move(QUEEN, "deck")
    knowledge.on_shuffle(table.state, table.world, table.zone("deck"))
    assert table.knows(QUEEN) == [0, 1, 2]


def test_what_is_all_of_one_content_without_state_is_never_hidden(table: Table) -> None:
    for pebble in range(PEBBLE, PEBBLE + 3):
        table.move(pebble, "bag")
    knowledge.on_shuffle(table.state, table.world, table.zone("bag"))
    assert table.knows(PEBBLE) == [0, 1, 2]
    assert not looks(table.world).secret[PEBBLE]


def test_copies_of_one_content_can_be_hidden_where_they_have_state(table: Table) -> None:
    for queen in (QUEEN, OTHER_QUEEN):
        table.move(queen, "hand", 2)
    assert table.knows(QUEEN) == [2]


def test_dice_rolled_under_a_cup_are_known_to_its_holder(table: Table) -> None:
    table.move(DIE, "cup", 1)
    table.move(DIE + 1, "shown")
    for die in (DIE, DIE + 1):
        knowledge.on_roll(table.state, table.world, die)
    assert table.knows(DIE) == [1]
    assert table.knows(DIE + 1) == [0, 1, 2]


def test_a_step_that_shows_somebody_something_is_known_as_such(table: Table) -> None:
    table.move(ACE, "hand", 1)
    before = table.state.copy()
    table.move(ACE, "secret", 1)
    assert not learned(before, table.state)
    knowledge.on_reveal(table.state, table.world, ACE, 2)
    assert learned(before, table.state)


def test_kinds_may_share_a_back_and_seats_do_not() -> None:
    program = replace(
        NOTHING,
        kinds=(kind("Hero", back="people"), kind("Villain", back="people")),
        contents=(content("knight"), content("thief", 1), content("guard", per_player=True)),
    )
    world = small_world(2, program)
    assert [(look.back, look.owner, look.members) for look in looks(world).all] == [
        ("people", NONE, (0, 3)),
        ("people", 0, (1,)),
        ("people", 1, (2,)),
    ]
