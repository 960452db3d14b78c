"""Tests that the worlds dealt for a seat are worlds that it cannot tell from the real one, each as likely
as the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from tafl.interpreter import knowledge
from tafl.interpreter.chance import DETERMINIZATION_STREAM, Generator
from tafl.interpreter.determinize import NoWorld, determinize
from tafl.interpreter.knowledge import eye, hidden_from
from tafl.interpreter.references import renumbered
from tafl.interpreter.state import IN_BEFORE, Frame, Pending, State, canonical
from tafl.ir import program as ir
from tafl.ir.types import NONE, Int, KindT, ListT, OptT, SetT
from tafl.ir.world import BOX, World
from tafl.tests.small import (
    ACE,
    AT,
    CARDS,
    JACK,
    KING,
    NOTHING,
    OTHER_QUEEN,
    QUEEN,
    content,
    kind,
    put,
    small_state,
    zone,
    zone_number,
)
from tafl.tests.small_table import CARD, PROGRAM, Table


def generator(index: int = 0) -> Generator:
    return Generator.of(7, DETERMINIZATION_STREAM, index)


def as_it_was(state: State) -> Pending | None:
    """The question as it is renumbered: for questions that do not look at what is hidden."""
    return state.pending


@pytest.fixture
def table() -> Table:
    """Seat 0 knows its ace, king and queen; jack and other queen are in seat 1's hand or the deck."""
    found = Table()
    found.lay([JACK], "deck")
    found.lay([QUEEN], "deck")
    knowledge.on_shuffle(found.state, found.world, found.zone("deck"))
    return found


# ---- Renumbering
# ---------------------------------------------------------------------------------------------


def test_renumbering_back_gives_the_same_state(table: Table) -> None:
    table.state.slots[table.world.offset[3] + JACK] = 5
    table.state.slots[table.world.offset[4] + 2] = QUEEN
    table.state.slots[table.world.offset[5]] = 1 << JACK | 1 << ACE
    there = list(range(table.world.components))
    there[ACE], there[JACK], there[QUEEN] = JACK, QUEEN, ACE
    back = [there.index(component) for component in range(len(there))]
    moved = renumbered(table.state, table.world, there)
    assert moved.place[JACK] == table.state.place[ACE]
    assert moved.slots[table.world.offset[3] + QUEEN] == 5
    assert moved.slots[table.world.offset[4] + 2] == ACE
    assert moved.slots[table.world.offset[5]] == 1 << QUEEN | 1 << JACK
    assert canonical(moved, table.world) != canonical(table.state, table.world)
    again = renumbered(moved, table.world, back)
    assert canonical(again, table.world) == canonical(table.state, table.world)
    assert again.place == table.state.place


def test_live_locals_follow_by_their_type_and_numbers_do_not() -> None:
    locals_ = (
        ir.LocalVar("card", CARD),
        ir.LocalVar("number", Int()),
        ir.LocalVar("cards", ListT(CARD, 4)),
        ir.LocalVar("some", SetT(CARD)),
        ir.LocalVar("perhaps", OptT(CARD)),
        ir.LocalVar("dead", CARD),
    )
    point = ir.Point(1, (0, 1, 2, 3, 4), AT)
    waiting = ir.Routine("r", 0, locals_, None, (), True, (point,), AT)
    world = World(replace(CARDS, routines=(waiting,)), 2)
    state = small_state(world)
    state.frames = [Frame(0, 1, [ACE, ACE, (ACE, KING), 1 << ACE, NONE, 0])]
    there = list(range(world.components))
    there[ACE], there[JACK] = JACK, ACE
    moved = renumbered(state, world, there)
    assert moved.frames[0].locals == [JACK, ACE, (JACK, KING), 1 << JACK, NONE, 0]


def test_arguments_of_a_waiting_call_follow_and_options_of_the_question(table: Table) -> None:
    effect = ir.Routine("hurt", 1, (ir.LocalVar("c", CARD),), OptT(CARD), (), True, (), AT)
    program = replace(
        PROGRAM,
        routines=(*PROGRAM.routines, effect),
        effects=(ir.Effect("hurt", len(PROGRAM.routines), (), None, (), AT),),
    )
    world, state = World(program, 3), table.state
    state.frames = [
        Frame(-1, IN_BEFORE, [(JACK,), (), 0, 0, JACK, 0]),
        Frame(0, 3, [0, (), 0, 0]),
    ]
    state.pending = Pending(1, "act", ((0,), (1, JACK, 2)))
    there = list(range(world.components))
    there[OTHER_QUEEN], there[JACK] = JACK, OTHER_QUEEN
    moved = renumbered(state, world, there)
    assert moved.frames[0].locals == [(OTHER_QUEEN,), (), 0, 0, OTHER_QUEEN, 0]
    assert moved.pending == Pending(1, "act", ((0,), (1, OTHER_QUEEN, 2)))


# ---- Worlds
# --------------------------------------------------------------------------------------------------


def test_a_seat_sees_the_same_in_every_world_and_what_it_knows_stays(table: Table) -> None:
    before = table.view(0)
    for index in range(50):
        other = determinize(table.state, table.world, 0, generator(index), as_it_was)
        real, table.state = table.state, other
        assert table.view(0) == before
        table.state = real
        assert sorted(c for zone_ in other.zones for c in zone_) == list(range(table.world.components))
        assert other.place[ACE] == table.state.place[ACE]
        assert all(c in other.zones[other.place[c]] for c in range(table.world.components))
        assert hidden_from(other, table.world, eye(table.world, 0)) == [QUEEN, OTHER_QUEEN, JACK]


def test_every_hidden_order_is_as_likely_as_the_others(table: Table) -> None:
    deck, hand = table.zone("deck"), table.zone("hand", 1)
    deals = 1200
    counts = Counter(
        (other.zones[deck], other.zones[hand])
        for index in range(deals)
        for other in [determinize(table.state, table.world, 0, generator(index), as_it_was)]
    )
    assert len(counts) == 6
    expected = deals / 6
    # Chi-square with 5 degrees of freedom: below 20.5 in 999 of 1,000 such tests of a fair deal.
    assert sum((n - expected) ** 2 / expected for n in counts.values()) < 20.5


def test_worlds_that_a_seat_cannot_tell_apart_are_dealt_the_same(table: Table) -> None:
    there = list(range(table.world.components))
    there[QUEEN], there[OTHER_QUEEN], there[JACK] = OTHER_QUEEN, JACK, QUEEN
    twin = renumbered(table.state, table.world, there)
    for index in range(20):
        dealt = [determinize(s, table.world, 0, generator(index), as_it_was) for s in (table.state, twin)]
        assert canonical(dealt[0], table.world) == canonical(dealt[1], table.world)


def test_chance_goes_its_own_way_in_a_dealt_world(table: Table) -> None:
    worlds = [determinize(table.state, table.world, 0, generator(index), as_it_was) for index in range(5)]
    assert len({world.rng for world in worlds} | {table.state.rng}) == 6
    again = determinize(table.state, table.world, 0, generator(2), as_it_was)
    assert canonical(again, table.world) == canonical(worlds[2], table.world)


def test_what_a_seat_knows_goes_with_the_place_and_not_with_the_card(table: Table) -> None:
    deck = table.zone("deck")
    knowledge.on_reveal(table.state, table.world, table.state.zones[deck][0], 2)
    for index in range(20):
        other = determinize(table.state, table.world, 0, generator(index), as_it_was)
        assert other.known[other.zones[deck][0]] == 0b100


# ---- What may not change places
# ------------------------------------------------------------------------------


PEOPLE = replace(
    NOTHING,
    kinds=(kind("Hero", back="people"), kind("Villain", back="people")),
    contents=(content("knight", count=2), content("squire"), content("thief", 1), content("ogre", 1)),
    zones=(
        zone("heroes", "pile", "hidden", kinds=(0,)),
        zone("crowd", "pile", "hidden"),
    ),
)


def people() -> tuple[World, State]:
    world = World(PEOPLE, 2)
    state = small_state(world)
    put(state, world, [0, 2], zone_number(world, "heroes"), 0)
    put(state, world, [1, 3, 4], zone_number(world, "crowd"), 0)
    state.known = [0] * world.components
    return world, state


def worlds_of(world: World, state: State, deals: int = 300) -> list[State]:
    return [determinize(state, world, 0, generator(index), as_it_was) for index in range(deals)]


def test_a_zone_for_one_kind_keeps_it_though_another_has_the_same_back() -> None:
    world, state = people()
    heroes, crowd = zone_number(world, "heroes"), zone_number(world, "crowd")
    dealt = worlds_of(world, state)
    assert {world.kind[c] for other in dealt for c in other.zones[heroes]} == {0}
    # Six pairs of heroes in order, and six orders of the rest.
    assert len({(other.zones[heroes], other.zones[crowd]) for other in dealt}) == 36


def test_what_is_named_as_one_kind_stays_of_that_kind() -> None:
    villain = ir.Routine("r", 0, (ir.LocalVar("v", KindT(1)),), None, (), True, (ir.Point(1, (0,), AT),), AT)
    program = replace(PEOPLE, routines=(villain,))
    world = World(program, 2)
    _, state = people()
    state.frames = [Frame(0, 1, [3])]
    dealt = worlds_of(world, state, 60)
    assert {other.frames[0].locals[0] for other in dealt} == {3, 4}


def test_whose_code_is_running_keeps_its_content() -> None:
    own = ir.Routine(
        "knight's", 1, (ir.LocalVar("self", KindT(0)),), None, (), True, (ir.Point(1, (0,), AT),), AT
    )
    knight = replace(PEOPLE.contents[0], slots=((0, 0),))
    program = replace(PEOPLE, routines=(own,), contents=(knight, *PEOPLE.contents[1:]))
    world = World(program, 2)
    _, state = people()
    state.frames = [Frame(0, 1, [1])]
    dealt = worlds_of(world, state, 60)
    assert {other.frames[0].locals[0] for other in dealt} == {0, 1}
    assert all(other.place[other.frames[0].locals[0]] == zone_number(world, "crowd") for other in dealt)


def test_what_came_back_to_the_box_unseen_may_lie_elsewhere(table: Table) -> None:
    put(table.state, table.world, [JACK], BOX)
    dealt = [determinize(table.state, table.world, 0, generator(index), as_it_was) for index in range(40)]
    assert {c for other in dealt for c in (QUEEN, OTHER_QUEEN, JACK) if other.place[c] == BOX} == {
        QUEEN,
        OTHER_QUEEN,
        JACK,
    }


# ---- Questions
# -----------------------------------------------------------------------------------------------


def asking(table: Table, seat: int) -> Callable[[State], Pending | None]:
    """The question which queens seat 1 holds, put by the rules to `seat`."""
    hand = table.zone("hand", 1)

    def ask(state: State) -> Pending | None:
        queens = tuple((c,) for c in state.zones[hand] if c in (QUEEN, OTHER_QUEEN))
        return Pending(seat, "choose", queens) if queens else None

    table.state.frames = [Frame(0, 1, [0, (), 0, 0])]
    table.state.pending = ask(table.state)
    return ask


def test_a_world_without_options_for_the_open_question_is_rejected(table: Table) -> None:
    ask = asking(table, 1)
    hand = table.zone("hand", 1)
    dealt = [determinize(table.state, table.world, 0, generator(index), ask) for index in range(60)]
    assert {other.zones[hand] for other in dealt} == {(QUEEN,), (OTHER_QUEEN,)}
    assert all(other.pending == Pending(1, "choose", (other.zones[hand],)) for other in dealt)


def test_a_world_in_which_the_seat_itself_would_be_asked_otherwise_is_rejected(table: Table) -> None:
    knowledge.on_reveal(table.state, table.world, OTHER_QUEEN, 0)
    ask = asking(table, 0)
    other = determinize(table.state, table.world, 0, generator(), ask)
    assert other.pending == table.state.pending


def test_no_world_at_all_is_said(table: Table) -> None:
    asking(table, 1)
    with pytest.raises(NoWorld, match="gives away what is hidden"):
        determinize(table.state, table.world, 0, generator(), lambda _: None)
