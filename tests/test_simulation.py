"""Tests what simulations count, that it is the same however they are played, and what ends them early."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import replace
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from tafl.interpreter.game import Result
from tafl.ir.program import Program
from tafl.sim.ends import Place
from tafl.sim.keep import Kept, open_kept
from tafl.sim.plan import REFERENCE, WASM, Plan, Refused, game_seed
from tafl.sim.pool import Pool, worker_count
from tafl.sim.progress import Progress, duration
from tafl.sim.simulate import (
    Alone,
    Part,
    Pieces,
    Played,
    Player,
    Simulated,
    apart,
    missing,
    next_size,
    simulate,
)
from tafl.sim.table import failures, tables
from tafl.sim.tally import Tally, Use, won
from tafl.sim.unused import unused
from tafl.tests.games import THIEVES, compiled
from tafl.tests.shipped import program_of
from tafl.tests.written import TRAP, written

# The first seat looks at one of two cards that lie hidden, and takes it or not; the second one always passes.
LOOK = """
game look "Look"
    players 2

card Card "card"

Card sun "Sun"
Card moon "Moon"
Card star "Star"

player
    zone own: row of Card open

table
    zone deck: pile of Card hidden

setup:
    move sun to deck
    move moon to deck

play:
    choose c from deck.items by seat 1 "Which one?":
        reveal c to seat 1
        choose by seat 1 "Take it?":
            option take "Take it": move c to (seat 1).own
            option leave "Leave it": rest
    choose by seat 2 "Well?":
        option pass "Pass": rest
    if round > 5: never
    end game with win(seat 1)

effect rest: say "Nothing happens."

effect never: say "This cannot be."
"""


def tallied(program: Program, games: int = 60, **about: Any) -> Tally:
    plan = replace(Plan(program, program.low_players, seed=3), **about)
    return Player(plan).play(range(games))


def played(plans: Sequence[Plan], games: int, *rest: Any) -> Simulated:
    return simulate(plans, games, *rest)


def test_the_same_is_counted_where_little_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    program = program_of("classics:leduc")
    whole = tallied(program, 30, covered=0, engine=WASM)
    monkeypatch.setattr("tafl.sim.watch.KEPT", 2)
    monkeypatch.setattr("tafl.sim.questions.KEPT", 3)
    monkeypatch.setattr("tafl.sim.questions.CHOICES", 1)
    assert tallied(program, 30, covered=0, engine=WASM) == whole


def test_what_is_seen_offered_and_taken_is_counted_by_decision_and_by_seat() -> None:
    tally = tallied(written(LOOK), 40)
    take, leave = tally.uses["option", "take"], tally.uses["option", "leave"]
    assert take.offered == leave.offered == take.offered_seats == take.offered_won == 40
    assert take.taken + leave.taken == 40
    assert 0 < take.taken == take.taken_seats == take.taken_won < 40
    assert tally.uses["option", "pass"] == Use(40, 40, 0, 0, 40, 0, 40, 0)
    sun, moon = tally.uses["component", "sun"], tally.uses["component", "moon"]
    # Who does not know which is which is offered neither; who looks sees one, and both seats what is taken.
    assert (sun.offered, moon.offered) == (0, 0)
    assert sun.seen_won + moon.seen_won == 40
    assert sun.seen_seats + moon.seen_seats == 40 + take.taken
    assert ("component", "star") not in tally.uses
    assert (tally.games, tally.wins[0], tally.draws) == (40, 40, 0)
    assert tally.lengths == {3: 40}


def test_questions_are_counted_by_where_they_are_put() -> None:
    puts = tallied(written(LOOK), 10).questions.values()
    found = sorted((put.asked, put.options, put.single) for put in puts)
    assert found == [(10, 10, 10), (10, 20, 0), (10, 20, 0)]


def test_what_never_happens_is_told_with_its_place() -> None:
    program = written(LOOK)
    left = unused(program, tallied(program, 10))
    assert [content.name for content in left.unseen] == ["star"]
    assert [(rule.what, str(rule.at)) for rule in left.rules] == [("never", "made.tafl:34:8")]
    assert [(found.what, str(found.at)) for found in left.conditions] == [("never true", "made.tafl:29:8")]
    assert left.covered == 10
    assert unused(program, tallied(program, 10, covered=0)).rules == ()


def test_what_only_bots_ask_for_is_no_rule_that_never_ran() -> None:
    judged = LOOK + (
        "\nvalue luck(p: Player) -> int: p.own.count\n"
        "\nvalue evaluation(p: Player) -> int: luck(p)\n"
        "\nvalue spare -> int: 3\n"
        '\neffect unused: say "{spare}"\n'
    )
    program = written(judged.replace("never: say", "never: unused\n\neffect other: say"))
    left = unused(program, tallied(program, 5))
    assert [rule.what for rule in left.rules] == ["never", "other", "spare", "unused"]


@pytest.mark.parametrize(("reference", "games"), [("classics:leduc", 60), ("valkyries", 3)])
def test_both_engines_count_the_same(reference: str, games: int) -> None:
    program = program_of(reference)
    first, second = (tallied(program, games, engine=engine, covered=0) for engine in (REFERENCE, WASM))
    assert first == second
    assert first.games == games


def test_both_engines_count_the_same_where_cards_are_hidden(tmp_path: Path) -> None:
    program = compiled(tmp_path, "thieves", THIEVES)
    first, second = (tallied(program, 40, engine=engine, covered=0) for engine in (REFERENCE, WASM))
    assert first == second
    # Some cards are offered to who has not identified them.
    assert first.uses["component", "ace"].seen_seats < 2 * 40


def test_ends_are_counted_by_game_and_by_seat() -> None:
    found = tallied(written(LOOK), 40).ends
    taken = tallied(written(LOOK), 40).uses["option", "take"].taken
    places = [found.places["own", name] for name in ("sun", "moon")]
    assert sum(place.games for place in places) == taken
    assert all(place == Place(place.games, place.games, place.games) for place in places)
    score = tallied(program_of("classics:pig"), 5).ends.amounts["score"]
    assert score.seats == 10
    assert score.total >= 500


def test_shared_wins_and_draws_are_told_apart() -> None:
    result = Result((2, 2, -2, -2), (1, 1, 3, 3), None)
    assert [won(result, seat) for seat in range(4)] == [True, True, False, False]
    assert not won(Result((0, 0), (1, 1), None), 0)
    tally = tallied(program_of("classics:tic_tac_toe"), 60)
    assert tally.draws == 60 - tally.wins[0] - tally.wins[1] > 0
    assert tally.quantile(0) >= 5
    assert tally.quantile(1) == 9
    assert tally.quantile(0.5) <= 9
    assert Tally(2).mean_length() == 0.0


def test_bots_change_seats_from_game_to_game() -> None:
    program = program_of("classics:connect_four")
    fixed = tallied(program, 40, bots=("first", "random"))
    turned = tallied(program, 40, bots=("first", "random"), rotate=True)
    assert fixed.bots["first"] == {"played": 40, "won": fixed.wins[0]}
    assert sum(counts["played"] for counts in turned.bots.values()) == 80
    assert turned.bots["first"]["won"] != turned.wins[0]


def test_simulated_games_have_seeds_of_their_own() -> None:
    assert len({game_seed(seed, number) for seed in range(20) for number in range(20)}) == 400


# ---- However it is played ----------------------------------------------------------------------------------


def plan(reference: str = "classics:kuhn", **about: Any) -> Plan:
    return replace(Plan(program_of(reference), 2, seed=3, engine=WASM, covered=5), **about)


def test_it_is_the_same_with_any_number_of_workers() -> None:
    plans = [plan(), plan("classics:pig", seed=4)]
    alone = played(plans, 60, Alone())
    assert alone == played(plans, 60, Pool(2))
    assert [tally.games for tally in alone.tallies] == [60, 60]
    assert alone.tallies != played([plan(seed=4), plan("classics:pig")], 60, Alone()).tallies


def test_parts_leave_out_what_is_done() -> None:
    assert missing(2, 5, [Part(0, 2, 4), Part(1, 0, 5)]) == [Part(0, 0, 2), Part(0, 4, 5)]
    assert missing(1, 5, [Part(0, 0, 2), Part(0, 2, 5)]) == []
    tally = Tally(2)
    assert apart([(Part(0, 0, 4), tally), (Part(0, 2, 6), tally), (Part(0, 6, 9), tally)], 8) == [
        (Part(0, 0, 4), tally)
    ]


def test_pieces_are_as_great_as_what_is_played_in_two_seconds() -> None:
    pieces = Pieces([Part(0, 0, 5), Part(1, 7, 8)])
    assert [pieces.take(most) for most in (2, 9, 9, 9)] == [
        Part(0, 0, 2),
        Part(0, 2, 5),
        Part(1, 7, 8),
        None,
    ]
    assert [next_size(*each) for each in ((1, 0.0), (100, 1.0), (100, 50.0), (1, 9.0), (1000, 0.1))] == [
        4,
        200,
        4,
        1,
        1000,
    ]


class Stopping(Alone):
    """Is interrupted after so many games."""

    def __init__(self, after: int) -> None:
        super().__init__(most=1)
        self.after = after

    def play(self, plans: Sequence[Plan], gaps: Sequence[Part]) -> AbstractContextManager[Iterator[Played]]:
        return nullcontext(self._some(plans, gaps))

    def _some(self, plans: Sequence[Plan], gaps: Sequence[Part]) -> Iterator[Played]:
        with super().play(plans, gaps) as whole:
            for count, each in enumerate(whole):
                if count == self.after:
                    raise KeyboardInterrupt
                yield each


def test_an_interrupted_simulation_keeps_what_is_done_and_goes_on(tmp_path: Path) -> None:
    file, plans = tmp_path / "kept.sim", [plan(), plan(seed=8)]
    with open_kept(file, plans) as kept:
        stopped = played(plans, 20, Stopping(7), (), kept.add)
    assert stopped.stopped == "interrupted"
    assert [tally.games for tally in stopped.tallies] == [7, 0]
    with file.open("a") as half:
        half.write('[0,7,8,"eJ')
    with open_kept(file, plans) as kept:
        assert [part for part, _ in kept.done] == [Part(0, n, n + 1) for n in range(7)]
        whole = played(plans, 20, Alone(), kept.done, kept.add)
    assert whole == played(plans, 20, Alone())
    with open_kept(file, plans) as kept:
        again = played(plans, 20, Stopping(0), kept.done)
        more = played(plans, 25, Pool(2), kept.done)
    assert again == whole
    assert more == played(plans, 25, Alone())


def test_an_interrupt_waits_until_a_part_is_counted_and_kept() -> None:
    heard: list[Part] = []

    def interrupt(part: Part, tally: Tally) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        heard.append(part)
        assert tally.games == part.games

    stopped = played([plan()], 20, Alone(1), (), interrupt)
    assert stopped.stopped == "interrupted"
    assert heard == [Part(0, 0, 1)]
    assert stopped.tallies[0].games == 1


@pytest.mark.parametrize(
    ("about", "told"),
    [
        ({"seed": 4}, "with another seed"),
        ({"bots": ("first",), "rotate": True}, "with other bots, bots that change seats"),
        ({"players": 3}, "with another number of players"),
        ({"program": "classics:pig"}, "with another game"),
        ({"program": LOOK.replace("5", "6")}, "with other rules of the game"),
        ({"program": LOOK.replace("Moon", "Full Moon")}, "with other texts or figures"),
    ],
)
def test_what_was_kept_of_another_simulation_is_refused(
    tmp_path: Path, about: dict[str, Any], told: str
) -> None:
    file = tmp_path / "kept.sim"
    first = plan() if "program" not in about or about["program"] == "classics:pig" else _plan(LOOK)
    program = about.pop("program", None)
    if isinstance(program, str):
        about["program"] = program_of(program) if program.count("\n") == 0 else written(program)
    open_kept(file, [first]).__exit__()
    with pytest.raises(Refused, match=told):
        open_kept(file, [replace(first, **about)])
    with pytest.raises(Refused, match="another --sweep"):
        open_kept(file, [first, first])


def _plan(text: str) -> Plan:
    return Plan(written(text), 2, seed=3, covered=0)


def test_a_file_in_use_is_refused_and_one_that_cannot_be_written_ends_it(tmp_path: Path) -> None:
    file, plans = tmp_path / "kept.sim", [plan()]
    with open_kept(file, plans), pytest.raises(Refused, match="in use by another simulation"):
        open_kept(file, plans)
    with open_kept(file, plans):
        pass
    # What could not be written is tried once more when the file is closed.
    with suppress(OSError), Path("/dev/full").open("w") as full:
        stopped = played(plans, 5, Alone(1), (), Kept(file, full, []).add)
    assert "kept.sim cannot be written any more (No space left on device)" in stopped.lost
    assert stopped.tallies[0].games == 1


def test_a_file_of_another_sort_or_damaged_is_refused(tmp_path: Path) -> None:
    file, plans = tmp_path / "kept.sim", [plan()]
    file.write_text("dear diary\n")
    with pytest.raises(Refused, match="was not written by `tafl sim --keep`"):
        open_kept(file, plans)
    file.unlink()
    with open_kept(file, plans) as kept:
        played(plans, 3, Alone(), (), kept.add)
    good = file.read_text()
    for old, new in (("[0,0,1,", "[0,0,2,"), ("version", "versiom"), (good, "[]\n")):
        assert old in good
        file.write_text(good.replace(old, new, 1))
        with pytest.raises(Refused):
            open_kept(file, plans)
    with pytest.raises(Refused, match="no ordinary file"):
        open_kept(tmp_path, plans)


def test_a_worker_that_is_killed_is_told_and_what_is_done_counts() -> None:
    def kill(part: Part, tally: Tally) -> None:
        del part, tally
        victim = active_children()[0].pid
        assert victim is not None
        os.kill(victim, signal.SIGKILL)

    lost = played([plan("valkyries")], 400, Pool(1), (), kill)
    assert "was killed (signal 9); perhaps there was too little memory" in lost.lost
    assert 0 < lost.tallies[0].games < 400
    assert active_children() == []


# ---- What goes wrong, and what is told ---------------------------------------------------------------------


def test_a_game_that_faults_is_counted_as_failed_and_told_by_its_seed() -> None:
    tally = tallied(written(TRAP), 40)
    assert tally.games + len(tally.failed) == 40
    assert tally.games
    assert tally.covered == 40
    assert all("seed" in told and "made.tafl:8" in told for told in tally.failed.values())
    assert failures(tally).endswith(f"{len(tally.failed)} of 40 games failed")


def test_an_endless_game_is_counted_as_failed() -> None:
    assert "within 2 decisions" in tallied(written(LOOK), 1, limit=2).failed[0]


def test_the_table_is_plain_and_fits_80_columns() -> None:
    program = program_of("classics:leduc")
    tally = tallied(program, 50, bots=("random", "first"))
    text = tables(tally, ["random", "first"], program, unused(program, tally))
    lines = text.splitlines()
    assert lines[0] == "50 games"
    assert lines[1].split() == ["seat", "bot", "wins", "shared", "rate", "95%", "interval"]
    assert lines[2].split()[:2] == ["1", "random"]
    assert lines[3].split()[:2] == ["2", "first"]
    assert any(line.split()[:1] == ["menus"] for line in lines)
    assert any(line.split()[:1] == ["king_of_hearts"] for line in lines)
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    ("written", "count"), [("1", 1), ("256", 256), ("257", None), ("0", None), ("-1", None), ("two", None)]
)
def test_a_number_of_workers_is_read(written: str, count: int | None) -> None:
    assert worker_count(written) == count
    assert (worker_count("auto") or 0) >= 1


def test_progress_tells_rate_and_time_left(tmp_path: Path) -> None:
    now = [100.0]
    with (tmp_path / "screen").open("w+") as screen:
        progress = Progress(screen, 10_000, 1_000, lambda: now[0])
        now[0] += 10
        progress.add(3_000)
        assert progress.line() == "4,000 of 10,000 games (40%), 300 games/s, 20 s left"
        progress.__exit__()
        screen.seek(0)
        assert "4,000 of 10,000 games, 300 games/s, 10 s" in screen.read()
    assert [duration(each) for each in (0.44, 12, 185, 7800)] == ["0.4 s", "12 s", "3 min 5 s", "2 h 10 min"]
