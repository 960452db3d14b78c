"""Tests the report for people, the comparison of variants, and the statistics that both stand on."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tafl.sim.compare import Rate, by_option, compare, side_by_side
from tafl.sim.html import Safe, el, page, table
from tafl.sim.intervals import Mean, holm, mean_of, newcombe, p_of_means, p_of_rates
from tafl.sim.plan import Plan, Refused
from tafl.sim.plots import Dot, dots, histogram, small, ticks
from tafl.sim.report import page_of
from tafl.sim.simulate import Player
from tafl.sim.subject import Report, Subject, subject
from tafl.sim.sweep import Label, axes, labels, told
from tafl.sim.tally import Tally
from tafl.tests.command import tafl
from tafl.tests.shipped import program_of
from tafl.tests.written import written

# ---- Statistics: figures of the papers ---------------------------------------------------------------------


def test_the_interval_of_a_difference_is_newcombes() -> None:
    # Newcombe 1998, table II, method 10: 56/70 and 48/80; 9/10 and 3/10; 10/10 and 0/10.
    for first, second, low, high in (
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((10, 10), (0, 10), 0.6075, 1.0000),
    ):
        assert newcombe(first, second) == pytest.approx((low, high), abs=5e-5)
    assert newcombe((0, 0), (1, 2)) == (-1.0, 1.0)


def test_many_tests_are_corrected_as_holm_says() -> None:
    # Holm's steps by hand: 4 * 0.005, 3 * 0.01, 2 * 0.03, then no less than what came before.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


def test_p_values_are_those_of_the_normal_distribution() -> None:
    # z = (0.6 - 0.5) / sqrt(0.55 * 0.45 * 2 / 100) = 1.4213
    assert p_of_rates((60, 100), (50, 100)) == pytest.approx(0.1552, abs=1e-4)
    assert p_of_rates((0, 0), (1, 2)) == 1.0
    assert p_of_rates((0, 9), (0, 9)) == 1.0
    # Means 2 and 3 with variances of the means 0.1 and 0.15: z = 2.
    assert p_of_means(Mean(9, 2, 0.1), Mean(9, 3, 0.15)) == pytest.approx(0.0455, abs=1e-4)
    assert mean_of({1: 2, 4: 1}) == Mean(3, 2.0, 1.0)
    assert mean_of({}) == Mean(0, 0.0, 0.0)


# ---- Sweeps ------------------------------------------------------------------------------------------------


def test_sweeps_make_all_combinations_in_order() -> None:
    found = labels(axes(["mode=basic, full", "players=2,3"]))
    assert list(map(told, found)) == [
        "mode=basic, players=2",
        "mode=basic, players=3",
        "mode=full, players=2",
        "mode=full, players=3",
    ]
    assert labels([]) == [()]


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (["mode"], "wants option=value,value"),
        (["mode=a,,b"], "wants option=value,value"),
        (["mode=a"], "at least two values"),
        (["mode=a,a"], "names a value twice"),
        (["mode=a,b", "mode=c,d"], "given twice for `mode`"),
        ([f"x{n}=1,2" for n in range(7)], "makes 128 variants"),
    ],
)
def test_a_sweep_that_cannot_be_is_refused(written: list[str], told: str) -> None:
    with pytest.raises(Refused, match=told):
        labels(axes(written))


def tally(wins: tuple[int, int], games: int) -> Tally:
    found = Tally(2, games=games, draws=games - sum(wins))
    found.wins.update(dict(enumerate(wins)))
    found.lengths.update({5: games})
    return found


def test_only_what_is_significant_among_all_comparisons_is_called_a_difference() -> None:
    named: list[Label] = [(("mode", value),) for value in "abc"]
    tallies = [tally((500, 400), 1000), tally((502, 398), 1000), tally((600, 300), 1000)]
    found = compare(named, tallies)
    assert found.compared == 3 * 4
    assert {(each.measure, each.first, each.second) for each in found.differences} == {
        (f"seat {seat} wins", first, 2) for seat in (1, 2) for first in (0, 1)
    }
    assert found.measures[0]["without a winner"] == Rate(100, 1000)
    text = side_by_side(found, tallies)
    assert "4 of 12 differences are significant (at 5% for all together, Holm 1979)" in text
    assert "seat 1 wins: #1 against #3 -10.0 (-14.3 to -5.6), p < 0.001" in text
    alone = compare(named[:2], tallies[:2])
    assert "no difference is significant" in side_by_side(alone, tallies[:2])


def test_games_are_taken_together_by_option() -> None:
    named = labels(axes(["mode=a,b", "map=x,y"]))
    groups = by_option(named, [tally((10 * n, 0), 100) for n in range(1, 5)])
    found = {(name, value): whole.wins[0] for name, value, whole in groups}
    assert found == {("mode", "a"): 30, ("mode", "b"): 70, ("map", "x"): 40, ("map", "y"): 60}
    assert by_option([(("mode", "a"),)], [tally((1, 1), 2)]) == []


# ---- The page ----------------------------------------------------------------------------------------------


def test_everything_that_is_not_made_here_is_escaped() -> None:
    assert (
        el("b", '<i> & "', Safe("<hr>"), class_='"x"')
        == '<b class="&quot;x&quot;">&lt;i&gt; &amp; &quot;<hr></b>'
    )
    assert "<script" not in page("</title><script>", table("<script>", ["<script>"], [["<script>"]]))


def test_ticks_are_round_and_few() -> None:
    assert ticks(0, 1) == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1.0])
    assert ticks(23.1, 28.4) == pytest.approx([24, 25, 26, 27, 28])
    assert ticks(5, 5) == [5]
    assert all(len(ticks(0, high)) <= 7 for high in (0.013, 0.7, 3, 17, 260, 99_999))


def test_plots_are_whole_drawings_that_can_be_read_aloud() -> None:
    drawings = [
        dots("Wins", [Dot("seat <1>", 0.5, 0.4, 0.6, "50%")], lambda n: f"{n}", (0.5, "equal")),
        dots("Nothing", [Dot("a", 0.0, 0.0, 0.0, "0")], lambda n: f"{n}"),
        histogram("Lengths", [(7, 1), (9, 4), (900, 2)], "decisions"),
        histogram("Scores", [(-3, 1), (-2, 5)], "points"),
        small(0.1, -0.2, 0.4, (-0.3, 0.3), "+10"),
    ]
    for drawing in drawings:
        root = ElementTree.fromstring(drawing)
        assert root.attrib["role"] == "img"
        assert root[0].tag == "title"
        assert root[0].text == root.attrib["aria-label"]
    # Each bar tells its numbers; sizes of bars are round, and begin at round numbers.
    titles = [node.text for node in ElementTree.fromstring(drawings[2]).iter("title")]
    assert titles == ["Lengths", "0 to 19 decisions: 5 (71.4%)", "900 to 919 decisions: 2 (28.6%)"]


class _Shape(HTMLParser):
    """Whether every element that is opened is closed, and which there are."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]
        if tag not in ("meta", "br", "hr"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


NASTY = """
game nasty "<script>alert(1)</script>"
    players 2

card Card "<b>card</b>"

Card one "<img src=x>"
Card two "Two & three"

table
    state count: int 0..9 = 0

player
    zone own: row of Card open

setup:
    move all Card to (seat 1).own

effect never: say "never"

play:
    turn p in players:
        if count > 5: never
        choose by p "Is <u>this</u> {p}?":
            option sure "<s>Sure</s>": count += 1
            option not_sure "No": count += 1
    end game with win(seat 1)
"""


def subjects(games: int, text: str) -> list[Subject]:
    program = written(text)
    plans = [Plan(program, 2, seed=seed, covered=5) for seed in (1, 2)]
    found = [Player(plan).play(range(games)) for plan in plans]
    named: list[Label] = [(("mode", "plain"),), (("mode", "fast"),)]
    return [subject(*each) for each in zip(named, plans, found, strict=True)]


def whole(found: list[Subject]) -> str:
    return page_of(Report(tuple(found), "tafl sim <it>", "0", 9, "interrupted"))


def test_the_page_needs_nothing_from_elsewhere_and_shows_no_markup_of_a_pack() -> None:
    html = whole(subjects(12, NASTY))
    shape = _Shape()
    shape.feed(html)
    assert shape.open == []
    assert not {"script", "img", "link", "iframe", "b", "i", "u", "s"} & set(shape.seen)
    assert shape.links == []
    assert "url(" not in html
    assert "@import" not in html
    for words in ("&lt;script&gt;alert(1)", "Is &lt;u&gt;this&lt;/u&gt; …?", "tafl sim &lt;it&gt;"):
        assert words in html
    for media in ("prefers-color-scheme: dark", "@media print"):
        assert media in html
    assert "Not all of the 9 games were played: interrupted." in html


def test_the_page_tells_what_stands_out_and_where_it_stands_in_the_files() -> None:
    plan = Plan(program_of("valkyries"), 2, {"mode": "full"}, seed=1, covered=2)
    first = subject((), plan, Player(plan).play(range(12)))
    html = page_of(Report((first,), "tafl sim valkyries", "0", 12, ""))
    assert "Valkyries: 12 simulated games" in html
    for section in ("Who wins", "How long", "Scores", "What is asked", "What is used", "What was never used"):
        assert f">{section}" in html
    assert re.search(r"Rules that never ran, in the first 2 games, which were traced \(\d+\)", html)
    assert re.search(r"<code[^>]*>scenarios\.tafl:\d+</code>", html)
    assert "Which equipment do you take?" in html
    # What the text says of a card stands in the page under its title.
    shield = first.tally.uses["component", "shield"]
    assert f">{shield.offered:,}<" in html.split('scope="row">Shield<')[1].split("</tr>")[0]


def test_a_report_of_games_that_all_failed_says_so() -> None:
    html = whole(subjects(3, NASTY.replace("turn p in", 'if count < 5: fault "broken"\n    turn p in')))
    assert "No game of this variant came to its end." in html
    assert "Game 0, seed" in html


# ---- The command -------------------------------------------------------------------------------------------


def test_sim_compares_variants_and_writes_the_same_report_with_any_number_of_workers(
    tmp_path: Path,
) -> None:

    words = ["sim", "classics:connect_four", "-n", "40", "--sweep", "bots=first,random", "--seed", "3"]
    words += ["--report", str(tmp_path / "a.html"), "--data", str(tmp_path / "a.parquet")]
    alone = tafl(*words)
    both = tafl(*[word.replace("a.", "b.") for word in words], "--workers", "2")
    assert alone.code == both.code == 0
    assert alone.out == both.out
    assert alone.out.startswith("side by side\n  #1: bots=first\n  #2: bots=random\n")
    for end in ("html", "parquet"):
        assert (tmp_path / f"a.{end}").read_bytes() == (tmp_path / f"b.{end}").read_bytes()
    assert "differences are significant" in alone.out
