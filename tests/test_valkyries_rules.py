"""Tests that the table of rules in the RULINGS.md of Valkyries names tests that there are, and every card."""

from __future__ import annotations

import re

import pytest

from tafl.bench import order
from tafl.dsl.choosing import games_of
from tafl.dsl.pack import shipped
from tafl.sim.plan import Plan
from tafl.sim.simulate import Alone, simulate
from tafl.tests.shipped import compiled, program_of

CARDS = ("Challenge", "Equipment", "Favour")


def table(pack: str) -> str:
    """The part of the rulings that says what holds each rule."""
    text = (shipped() / pack / "RULINGS.md").read_text(encoding="utf-8")
    return text.split("## The rulebook, rule by rule", 1)[1]


def titles(pack: str) -> set[str]:
    """The titles of all tests in a pack."""
    return {each.test.title for game in games_of(pack) for each in compiled(game).tests}


def test_every_test_that_a_rule_is_held_by_exists() -> None:
    rows = [line for line in table("valkyries").splitlines() if line.startswith("| ")]
    named = [name for row in rows for name in re.findall(r"`([^`]+)`", row.split(" | ", 1)[1])]
    assert len(named) > 150
    assert set(named) - titles("valkyries") == set()


def test_every_rule_is_held_by_a_test_or_stands_above() -> None:
    text = (shipped() / "valkyries" / "RULINGS.md").read_text(encoding="utf-8")
    rulings = set(re.findall(r"^(?:\| )?(\d+)\. ", text, re.MULTILINE))
    rows = [line for line in table("valkyries").splitlines() if line.startswith("| ")]
    for rule, held in (row[2:].split(" | ", 1) for row in rows):
        if held == "held by |":
            continue
        numbers = re.findall(r"\b\d+\b", re.sub(r"`[^`]+`", "", held))
        assert "`" in held or numbers or "name no mode" in held, rule
        assert set(numbers) <= rulings, rule


@pytest.mark.parametrize("kind", CARDS)
def test_every_card_and_scenario_stands_in_the_table(kind: str) -> None:
    program, text = program_of("valkyries"), table("valkyries")
    kinds = [each.name for each in program.kinds]
    cards = [each.title for each in program.contents if kinds[each.kind] == kind]
    scenarios = [each.title for each in program.scenarios]
    missing = [title for title in (*cards, *scenarios) if title.removeprefix("The ") not in text]
    assert len(cards) >= 6
    assert missing == []


def test_the_places_behind_the_one_that_began_have_won_as_often_as_the_seats() -> None:
    plan = Plan(program_of("valkyries"), 3, bots=("greedy",), seed=3, engine="wasm")
    wins = simulate([plan], 12, Alone()).tallies[0].wins
    assert sum(order.places(plan, range(12))) == sum(wins.values())
    assert order.places(plan, range(12)) != [wins[seat] for seat in range(3)]
    assert re.fullmatch(r"(\d+\.\d% \(\d+\.\d% to \d+\.\d%\)(, |$)){3}", order.row(plan, range(12)))
