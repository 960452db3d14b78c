"""Tests `together`: what the answers mean, and that nobody gets anything of them before the block ends."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from tafl.dsl.compile import compile_pack
from tafl.interpreter import engine as interpreter
from tafl.interpreter.chance import DETERMINIZATION_STREAM, Generator
from tafl.interpreter.engine import Playing
from tafl.interpreter.game import CHANCE, AnswerError, GameFault
from tafl.interpreter.options import keys
from tafl.interpreter.together import opened, seat_asked, seats_asked
from tafl.ir.program import Program
from tafl.play.barrier import sealed, stands
from tafl.play.hints import Hinting
from tafl.play.preview import Preview
from tafl.play.session import Session, UndoRefused
from tafl.play.terminal import Terminal
from tafl.sim.testrun import run_test
from tafl.tests.games import CARDS, compiled
from tafl.tests.in_step import play_in_step
from tafl.tests.indistinguishable import assert_keeps_secrets
from tafl.tests.written import written
from tafl.wasm import engine as module

ENGINES = pytest.mark.parametrize("engine", [interpreter, module], ids=["interpreter", "compiled"])

BIDS = """
value evaluation(p: Player) -> int: p.score - p.next.score

play:
    for p in players: draw 2 from deck to p.bag
    repeat 2:
        together for p in players where p.score < 90:
            choose any laid from [c in p.hand where c.rank > 6] "Which cards?"
            let n: int 0..9 = count(laid) + 1
            choose coins in 0..n "How many coins?"
            choose unseen from p.bag.items "Which of your bag?"
            else: fault "two lie there"
        for p in players:
            move laid of p to shown
            p.score += (n of p) + (coins of p)
            move unseen of p to p.stash face down
            draw 1 from deck to p.hand
    rank p in players by p.score
"""


@pytest.fixture
def bids(tmp_path: Path) -> Program:
    return compiled(tmp_path, "bids", BIDS)


REVEAL = Path(__file__).parent / "corpus" / "reveal"


@pytest.fixture(scope="module")
def reveal() -> Program:
    found = compile_pack(str(REVEAL))
    assert found.program is not None, found.findings
    return found.program


def answer(game: Playing, *answers: str) -> Playing:
    for key in answers:
        game = game.apply(game.find(key))
    return game


def by_chance(game: Playing) -> Playing:
    while game.to_move == CHANCE:
        game = game.chance()
    return game


# ---- What the answers mean ---------------------------------------------------------------------------------

WHO = """
play:
    move all ace to (seat 2).hand
    together for p in players where p.hand.count > 2:
        choose any cards from [c in p.hand where c is ace] "Which?"
        let friend = p.favourite
        let n = count(cards)
        choose q from players "Who?"
    for p in players: p.score = count(cards of p)
    if (friend of (seat 1)) is some: marks += 50
    marks += n of seat 2
    choose last from players by seat 1 "Whose?":
        marks += n of last
        if q of last == last: marks += 10
    rank p in players by p.score
"""


@ENGINES
def test_answers_are_read_by_seat_and_missing_ones_are_nothing_or_stop_the_game(
    tmp_path: Path, engine: Any
) -> None:
    game: Playing = engine.open_game(compiled(tmp_path, "who", WHO), 3, seed=1)
    assert (game.to_move, seat_asked(game.state, game.world)) == (1, 1)
    first, *_ = keys(game.state, game.world)
    game = answer(game, first, "done", "seat2")
    assert game.to_move == 0
    assert opened(game.state, game.world) is None
    view = game.view(0)
    assert [seat["state"]["score"] for seat in view["seats"]] == [0, 1, 0]
    assert view["table"]["state"]["marks"] == 1
    assert answer(game, "seat2").view(0)["table"]["state"]["marks"] == 12
    with pytest.raises(GameFault) as stopped:
        answer(game, "seat3")
    assert stopped.value.message == "something is needed here, and there is none"
    lines = (CARDS + WHO).splitlines()
    assert lines[stopped.value.at.line - 1] == "        marks += n of last"


@ENGINES
def test_a_choice_of_several_is_put_also_where_there_is_nothing_to_pick(tmp_path: Path, engine: Any) -> None:
    rules = """
play:
    together for p in [seat 2, seat 1, seat 2]:
        choose any cards from p.stash.items "Which?"
        choose 2 more from p.bag.items
    for p in players: p.score = count(cards of p) + count(more of p)
    rank p in players by p.score
"""
    game: Playing = engine.open_game(compiled(tmp_path, "nothing", rules), 3, seed=1)
    asked = []
    while game.to_move is not None:
        asked.append((game.to_move, keys(game.state, game.world)))
        game = game.apply(0)
    assert asked == [(1, ["done"])] * 2 + [(0, ["done"])] * 2
    assert game.log(None) == ["The game is over"]


def test_both_engines_take_the_same_steps(bids: Program, reveal: Program) -> None:
    for program, high in ((bids, 3), (reveal, 4)):
        steps = [
            play_in_step(program, 2 + seed % (high - 1), seed=seed, explicit=seed % 4 > 1)
            for seed in range(6)
        ]
        assert sum(steps) > 80


def test_a_small_game_checks_and_passes_its_tests() -> None:
    found = compile_pack(str(REVEAL))
    assert found.findings == ()
    assert [run_test(test.program, test.test) for test in found.tests] == [None, None]


@ENGINES
def test_a_game_is_saved_in_the_middle_of_a_block(bids: Program, engine: Any) -> None:
    game: Playing = engine.open_game(bids, 3, seed=3)
    rng = Random(3)
    while game.to_move is not None:
        data = json.loads(json.dumps(game.save()))
        loaded = engine.load_game(data, bids)
        assert loaded.hash() == game.hash()
        assert loaded.decision == game.decision
        option = rng.randrange(game.option_count)
        assert loaded.apply(option).hash() == game.apply(option).hash()
        game = game.apply(option)


# ---- What others get of them -------------------------------------------------------------------------------


def gets(game: Playing, seat: int) -> dict[str, Any]:
    """All that a seat gets."""
    found: dict[str, Any] = {
        "view": game.view(seat),
        "public": game.view(None),
        "log": game.log(seat),
        "said to all": game.log(None),
        "history": game.observation(seat),
        "evaluation": game.evaluation(seat),
        "hints": repr(Hinting(game.program).of(game, seat)),
    }
    if game.to_move == seat:
        preview = Preview(game)
        with pytest.raises(AnswerError) as refused:
            game.find("nonsense")
        found["question"] = repr(game.decision)
        found["error"] = str(refused.value)
        found["preview"] = (preview.short(), [preview.whole(at) for at in range(game.option_count)])
        found["outlook"] = game.outlook(seat, Generator.of(1, DETERMINIZATION_STREAM))
    return found


def course(game: Playing, seat: int, own: Random, others: Random) -> Iterator[str]:
    """What a seat gets, each time that it is something else, until the block ends that is open."""
    asked: tuple[int, ...] = ()
    last = ""
    while seats_asked(game.state, game.world)[: len(asked)] == asked and game.to_move is not None:
        asked = seats_asked(game.state, game.world)
        shown = json.dumps(gets(game, seat), sort_keys=True)
        if shown != last:
            yield shown
        last = shown
        if game.to_move == CHANCE:
            game = game.chance()
        else:
            drawn = own if game.to_move == seat else others
            game = game.apply(drawn.randrange(game.option_count))


@pytest.mark.parametrize("explicit", [False, True])
def test_whatever_others_answer_a_seat_gets_the_same(bids: Program, reveal: Program, explicit: bool) -> None:
    for seed, program in enumerate((bids, reveal, bids)):
        game = by_chance(interpreter.open_game(program, 3, seed=seed, explicit_chance=explicit))
        for seat in range(3):
            courses = [list(course(game, seat, Random(seed), Random(other))) for other in range(3)]
            assert courses[0] == courses[1] == courses[2]
            # It is asked each of its questions, and sees who else is asked.
            assert len(courses[0]) >= 5


BACKS = """
card Light x2 "Light" back dark
card Heavy x3 "Heavy" back dark

player
    zone case: hand of Light or Heavy

table
    zone chest: pile of Light or Heavy hidden

play:
    move Light[0] to (seat 1).case
    move Light[1] to (seat 1).case
    move Heavy[0] to (seat 1).case
    for c in Heavy where c.holder is none: move c to chest
    together for p in players:
        choose any light from [c in Light where c.holder == p] "Which?"
        choose q from players "Who?"
    for p in players: p.score = count(light of p) + (q of p).number
    rank p in players by p.score
"""


def test_what_was_picked_does_not_show_in_what_is_supposed(tmp_path: Path) -> None:
    """A card that is named as one of its kind cannot be supposed to be another: not so in answers."""
    program = compiled(tmp_path, "backs", BACKS)
    seen = set()
    for picks in (("done",), ("light#1", "done"), ("light#1", "light#2")):
        game = answer(interpreter.open_game(program, 2, seed=1), *picks, "seat2")
        draws = [Generator.of(number, DETERMINIZATION_STREAM) for number in range(20)]
        supposed = [game.determinized(1, each) for each in draws]
        seen.add(tuple(tuple(other.state.zones) for other in supposed))
    assert len(seen) == 1


def test_nobody_reads_from_a_preview_what_others_have_answered() -> None:
    program = written(COINS.replace("choose more in 0..3", "choose more in 0..60"))
    for others in (("0", "0"), ("3", "60"), ("2", "30")):
        preview = Preview(answer(interpreter.open_game(program, 2), *others, "1"))
        # What it has itself is sure; what the other has, and so who wins, only the end tells.
        for more in (0, 30, 60):
            assert preview.whole(more) == [f"score 0 -> {3 + 10 * more}"]


def test_hidden_hands_stay_hidden_behind_answers(bids: Program, reveal: Program) -> None:
    for program in (bids, reveal):
        compared = sum(
            assert_keeps_secrets(
                interpreter.open_game(program, 2 + seed % 2, seed=seed), Random(seed), share=0.5, worlds=1
            )
            for seed in range(3)
        )
        assert compared > 40


def test_that_chance_decides_for_a_seat_is_seen_by_nobody_else(bids: Program) -> None:
    game = by_chance(interpreter.open_game(bids, 2, seed=2, explicit_chance=True))
    while game.to_move != CHANCE:
        game = game.apply(game.option_count - 1)
    assert seat_asked(game.state, game.world) == 0
    assert [game.view(seat)["to_move"] for seat in (0, 1, None)] == ["chance", 0, 0]
    other = game.determinized(1, Generator.of(4, DETERMINIZATION_STREAM))
    assert other.view(1) == game.view(1)
    assert (other.to_move, keys(other.state, other.world)[-1]) == (0, "done")
    assert game.determinized(0, Generator.of(4, DETERMINIZATION_STREAM)).to_move == CHANCE


# ---- What a seat supposes of others ------------------------------------------------------------------------

COINS = """game coins "Coins"
    players 2..3

player
    state score: int = 0

play:
    together for p in players:
        choose coins in 0..3 "How many?"
        let twice = coins + coins
        choose more in 0..3 "How many more?"
    for p in players: p.score = (coins of p) + (twice of p) + 10 * (more of p)
    rank p in players by p.score
"""


@ENGINES
def test_other_seats_answers_are_drawn_anew_and_ones_own_are_kept(engine: Any) -> None:
    game: Playing = engine.open_game(written(COINS), 3, seed=1)
    game = answer(game, "3", "2", "1")
    draws = Generator.of(5, DETERMINIZATION_STREAM)
    scores: Counter[tuple[int, ...]] = Counter()
    for _ in range(320):
        supposed = game.determinized(1, draws)
        assert supposed.view(1) == game.view(1)
        assert keys(supposed.state, supposed.world) == keys(game.state, game.world)
        ended = answer(supposed, "0", "0", "0")
        scores[tuple(seat["state"]["score"] for seat in ended.view(None)["seats"])] += 1
    assert {score[1:] for score in scores} == {(3, 0)}
    assert {score[0] for score in scores} == {
        3 * coins + 10 * more for coins in range(4) for more in range(4)
    }
    assert max(scores.values()) < 50


def test_how_far_another_seat_has_come_is_not_known() -> None:
    game = interpreter.open_game(written(COINS), 3, seed=1)
    here = answer(game, "3", "2", "1", "0")
    there = answer(here, "2")
    assert here.to_move == there.to_move == 2
    draws = [Generator.of(6, DETERMINIZATION_STREAM) for _ in range(2)]
    for _ in range(4):
        one, other = here.determinized(0, draws[0]), there.determinized(0, draws[1])
        assert one.hash() == other.hash()
        assert one.decision is not None
        assert one.decision.prompt == "How many?"
        # Whoever is asked knows where it stands.
        own = there.determinized(2, draws[0]).decision
        assert own is not None
        assert own.prompt == "How many more?"
        there.determinized(2, draws[1])


# ---- At the table ------------------------------------------------------------------------------------------


def test_an_answer_stands_when_the_next_seat_is_asked() -> None:
    session = Session(interpreter.open_game(written(COINS), 2, seed=1), [None, None], stands)
    session.answer(1)
    session.undo()
    session.answer(2)
    session.answer(3)
    with pytest.raises(UndoRefused, match="answered in secret"):
        session.undo()
    session.answer(0)
    session.answer(0)
    with pytest.raises(UndoRefused):
        session.undo()


def test_the_keyboard_is_passed_between_those_who_answer_together() -> None:
    out = io.StringIO()
    game = interpreter.open_game(written(COINS), 2, seed=1)
    typed = iter(["", "2", "3", "", "1", "q", "q"])
    session = Session(game, [None, None], stands, sealed=sealed)
    console = Console(file=out, width=80, highlight=False, force_terminal=True, color_system=None)
    assert not Terminal(session, console, lambda: next(typed), lambda *_: None).run()
    _, first, second = out.getvalue().split("Pass the keyboard")
    # The screen is cleared after the first has answered, before the other looks at it.
    assert 0 < first.rindex("Seat 1: ") < first.rindex("\x1b[3J")
    assert "Seat 2: How many?" in second
    assert "Seat 1: " not in second


def test_others_at_the_table_do_not_notice_that_there_is_nothing_to_choose(tmp_path: Path) -> None:
    rules = """
play:
    together for p in players:
        choose any cards from p.stash.items "Which?"
    for p in players: p.score = count(cards of p)
    choose any rest from players by seat 1
    rank p in players by p.score + count(rest)
"""
    game = interpreter.open_game(compiled(tmp_path, "nothing", rules), 2, seed=1)
    several = Session(game, [None, None], stands, sealed=sealed)
    assert several.waits_for == 0
    several.answer(0)
    assert several.waits_for == 1
    alone = Session(game, [None, lambda _: 0], stands, sealed=sealed)
    assert alone.waits_for is None
    step = alone.advance()
    assert step is not None
    assert step.forced
