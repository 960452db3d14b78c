"""Tests what leaves out rules, and that the reports in `docs/` speak of the packs as they are."""

from pathlib import Path

import pytest

from tafl.tests.mutants import Mutant, mutants_of
from tafl.tests.mutation import judge, noticed
from tafl.tests.mutation_report import (
    ROOT,
    Verdict,
    all_mutants,
    as_markdown,
    equivalents,
    report_of,
    rules_hash,
)

MANIFEST = """\
name: toy
title: Toy
version: 1.0.0
language: 1
authors: [Tafl contributors]
licence: MIT
provides: game
"""

RULES = """\
game toy "Toy"
    players 2

card Coin "coin"

table
    state grown: int 0..9 = 0
    state shrunk: int 0..9 = 5
    zone purse: pile of Coin open

setup:
    move all Coin to purse

play:
    grow
    end game with win(seat 1)

effect grow:
    if grown < 2 and shrunk > 0:
        grown += 1          # tested
        shrunk -= 1         # not tested
        say "grown to {grown}"

test "it grows"
    when grow
    then grown == 1

test "it grows no further than two"
    given 2 players:
        grown = 2
    when grow
    then grown == 2

test "coins go into the purse"
    given 2 players, setup
    then purse.count == 3
"""

COINS = """\
kind: Coin
items:
  penny:
    title: Penny
    count: 2
  pound:
    title: Pound
    text: Worth more
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    pack = tmp_path / "toy"
    pack.mkdir()
    (pack / "pack.yaml").write_text(MANIFEST, encoding="utf-8")
    (pack / "toy.tafl").write_text(RULES, encoding="utf-8")
    (pack / "coins.yaml").write_text(COINS, encoding="utf-8")
    return pack


def without(pack: Path, rule: str) -> Mutant:
    return next(each for each in all_mutants(pack) if each.rule == rule)


def test_every_rule_is_left_out_once_and_texts_and_tests_are_not(toy: Path) -> None:
    rules = [(each.what, each.rule) for each in all_mutants(toy)]
    assert ("statement", "grown += 1") in rules
    assert ("statement", "if grown < 2 and shrunk > 0:") in rules
    assert ("condition", "grown < 2 and shrunk > 0") in rules
    assert ("side of and", "shrunk > 0") in rules
    assert ("declaration", "effect grow:") in rules
    assert ("declaration", "state shrunk: int 0..9 = 5") in rules
    assert ("item", "pound:") in rules
    assert ("field", "count: 2") in rules
    assert len(rules) == len(set(rules))
    assert not any(word in rule for _, rule in rules for word in ("say", "test", "Worth", "title", "licence"))


def test_a_block_goes_with_its_head_and_nothing_else_changes() -> None:
    whole = 'effect a:\n    if true:   # why\n        b\n        c\n    d\n\nenum Size: small "S", big\n'
    texts = {each.rule: each.text for each in mutants_of("x.tafl", whole)}
    assert texts["if true:"] == 'effect a:\n    pass\n    d\n\nenum Size: small "S", big\n'
    assert texts["c"].endswith('        b\n        pass\n    d\n\nenum Size: small "S", big\n')
    assert texts['small "S"'].endswith("enum Size:  big\n")
    assert texts["effect a:"] == '\n\nenum Size: small "S", big\n'


def test_conditions_and_limits_of_actions_are_left_out() -> None:
    text = (
        "card Coin\n    action spend(p in players) when p.rich and holder.rich limit 2 per game: pass\n"
        "pause gate\naction go at gate: pass\n"
    )
    found = [(each.line, each.what, each.rule) for each in mutants_of("a.tafl", text)]
    assert found == [
        (1, "declaration", "card Coin"),
        (2, "declaration", "action spend(p in players) when p.rich and holder.rich limit 2 per game: pass"),
        (2, "limit", "limit 2 per game"),
        (2, "condition", "when p.rich and holder.rich"),
        (2, "side of and", "p.rich"),
        (2, "side of and", "holder.rich"),
        (3, "declaration", "pause gate"),
        (4, "declaration", "action go at gate: pass"),
    ]
    without = {each.text.splitlines()[1] for each in mutants_of("a.tafl", text) if each.what == "limit"}
    assert without == {"    action spend(p in players) when p.rich and holder.rich : pass"}


def test_a_rule_that_a_test_or_the_check_needs_is_missed_and_another_is_not(toy: Path) -> None:
    assert noticed(toy) == ""
    assert judge(toy, without(toy, "grown += 1")).found == "test: it grows"
    assert judge(toy, without(toy, "grown < 2 and shrunk > 0")).found == "test: it grows no further than two"
    assert judge(toy, without(toy, "pound:")).found.startswith("check T")
    assert judge(toy, without(toy, "effect grow:")).found.startswith("check T")
    assert judge(toy, without(toy, "shrunk -= 1")).found == ""
    assert noticed(toy) == ""


def test_the_report_names_what_went_unnoticed(toy: Path) -> None:
    left_out = without(toy, "shrunk -= 1")
    report = report_of(toy, [Verdict(left_out, ""), Verdict(without(toy, "grown += 1"), "test: it grows")])
    assert report.survivors == (left_out,)
    text = as_markdown(report)
    assert "2 rules: 1 noticed, 0 excused,\n1 unnoticed." in text
    assert (
        "## Unnoticed\n\n| in | left out | noticed by |\n|---|---|---|\n| grow | `shrunk -= 1` | nothing |"
        in text
    )


@pytest.mark.parametrize("report", sorted(ROOT.glob("docs/mutation-*.md")), ids=lambda file: file.stem)
def test_the_reports_are_of_the_packs_as_they_are_and_clean(report: Path) -> None:
    pack = ROOT / "content" / report.stem.removeprefix("mutation-")
    text = report.read_text(encoding="utf-8")
    assert f"Rules `{rules_hash(pack)}`." in text, "run `make mutate`: rules have changed since"
    assert "## Unnoticed" not in text
    for each in equivalents(pack):
        assert each.rule in text
