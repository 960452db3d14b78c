"""Checks what finishing finds of routines: where they can be suspended, with which locals, what recurses."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tafl.dsl.render import render
from tafl.dsl.walk import nodes, statements
from tafl.interpreter.engine import open_game
from tafl.ir import program as ir
from tafl.ir.dump import dump_routine
from tafl.tests.language_suite import Case, cases, update
from tafl.tests.shipped import program_of, references
from tafl.tests.test_language import compile_texts

CASES = list(cases(Path(__file__).parent / "points.md"))


def program(text: str) -> ir.Program:
    """The program of a fragment, to which a game is added."""
    return compiled(Case(Path("points"), "fragment", 1, {"test.tafl": text}))


def compiled(case: Case) -> ir.Program:
    made = compile_texts(case.sources())
    assert made.program is not None, render(made.findings, made.sources)
    return made.program


def named(made: ir.Program, name: str) -> ir.Routine:
    return next(routine for routine in made.routines if routine.name == name)


def live(made: ir.Program, name: str) -> list[set[str]]:
    """The names of the locals that are live at each point of a routine."""
    routine = named(made, name)
    return [{routine.locals[slot].name for slot in point.live} for point in routine.points]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_routines_are_finished_as_they_stand_in_the_golden_file(case: Case, update_golden: bool) -> None:
    made = compiled(case)
    written = [number for number, routine in enumerate(made.routines) if routine.at.file in case.files]
    text = "\n".join(dump_routine(made, number) for number in written)
    if update_golden:
        update(case, text)
    else:
        assert text.rstrip("\n") == case.expected_text.rstrip("\n")


# ---- Colouring ---------------------------------------------------------------------------------------------


def test_what_waits_is_found_through_any_number_of_calls() -> None:
    made = program(
        'effect e0(p: Player):\n    may p "Really?": pass\n'
        + "".join(f"effect e{n}(p: Player): e{n - 1} p\n" for n in range(1, 9))
        + 'effect quiet(p: Player): say "{p}"\n'
    )
    assert [named(made, f"e{n}").suspends for n in range(9)] == [True] * 9
    assert not named(made, "quiet").suspends


def test_values_never_wait() -> None:
    made = program_of("valkyries")
    assert not any(made.routines[value.routine].suspends for value in made.values)


def test_effects_that_call_each_other_wait_if_one_of_them_asks() -> None:
    made = program(
        "effect one(p: Player, n: int):\n    if n > 0: two p, n - 1\n"
        'effect two(p: Player, n: int):\n    may p "Go on?": one p, n\n'
        "effect three(p: Player, n: int):\n    if n > 0: four p, n - 1\n"
        "effect four(p: Player, n: int): three p, n\n"
    )
    assert [named(made, name).suspends for name in ("one", "two", "three", "four")] == [
        True,
        True,
        False,
        False,
    ]


# ---- Points and live locals --------------------------------------------------------------------------------


def test_only_what_is_read_later_is_live() -> None:
    made = program(
        "effect e(p: Player, by n: int, with m: int):\n"
        "    let early = n\n"
        '    say "{early}"\n'
        "    let late = m\n"
        '    may p "{n}?": say "{late}"\n'
        '    may p "Again?": say "no more"\n'
    )
    assert live(made, "e") == [{"p", "n", "late"}, {"p"}]


def test_a_local_that_is_set_anew_is_not_live_before() -> None:
    made = program(
        "effect e(p: Player):\n"
        "    let n = 1\n"
        '    may p "One?": n = 2\n'
        "    n = 3\n"
        '    may p "Two?": say "{n}"\n'
    )
    assert live(made, "e") == [{"p"}, {"n", "p"}]


def test_what_a_later_pass_reads_is_live_in_an_earlier_one() -> None:
    made = program(
        "effect e(p: Player, by n: int):\n"
        "    let last = 0\n"
        "    for q in players:\n"
        '        say "{last}"\n'
        '        may p "Go on?": last = n\n'
    )
    assert {"last", "n", "p"} <= live(made, "e")[0]
    assert "q" not in live(made, "e")[0]


def test_bound_names_of_queries_are_not_live() -> None:
    made = program(
        "effect e(p: Player):\n"
        '    may p "Go on?": say "{count(q in players let m = q.number where m > 1)} {p}"\n'
    )
    assert live(made, "e") == [{"p"}]


def point_of(statement: ir.Stmt) -> int:
    """The number of the statement's suspension point, 0 where it cannot wait."""
    number: int = getattr(statement, "point", 0)
    return number


@pytest.mark.parametrize("reference", references())
def test_points_of_shipped_games_are_numbered_without_gaps(reference: str) -> None:
    for routine in program_of(reference).routines:
        written = [number for each in statements(routine.body) if (number := point_of(each))]
        assert written == list(range(1, len(written) + 1))
        assert [point.number for point in routine.points] == written
        assert routine.suspends == bool(written)
        for point in routine.points:
            assert list(point.live) == sorted(set(point.live))
            assert all(0 <= slot < len(routine.locals) for slot in point.live)


def keeping(made: ir.Program, everything: bool) -> ir.Program:
    """The same program with all locals, or none, live at every point."""

    def kept(routine: ir.Routine) -> ir.Routine:
        live = tuple(range(len(routine.locals))) if everything else ()
        return replace(routine, points=tuple(replace(point, live=live) for point in routine.points))

    return replace(made, routines=tuple(kept(routine) for routine in made.routines))


def played(made: ir.Program, players: int, seed: int) -> Iterator[tuple[str, ...]]:
    """The keys of the options at each of the first decisions, and what the log says at last."""
    game, choice = open_game(made, players, seed=seed), random.Random(seed)
    for _ in range(80):
        decision = game.decision
        if decision is None:
            break
        yield tuple(option.key for option in decision.options)
        game = game.apply(choice.randrange(len(decision.options)))
    yield tuple(game.log(None))


@pytest.mark.parametrize("reference", references())
def test_a_game_needs_no_local_that_is_not_live(reference: str) -> None:
    made = program_of(reference)
    for seed, players in enumerate((made.low_players, made.high_players)):
        kept = list(played(keeping(made, everything=True), players, seed))
        assert list(played(made, players, seed)) == kept


def test_a_game_notices_when_a_live_local_is_forgotten() -> None:
    made = program_of("classics:othello")
    # the list that the turn goes through is 0 when it goes on
    with pytest.raises(TypeError, match="has no len"):
        list(played(keeping(made, everything=False), 2, 0))


# ---- Fuel --------------------------------------------------------------------------------------------------


def charged(made: ir.Program) -> dict[str, set[bool]]:
    """For every called value and effect by name, whether its calls cost fuel."""
    found: dict[str, set[bool]] = {}
    for routine in made.routines:
        for node in nodes(routine.body):
            if isinstance(node, ir.CallValue):
                found.setdefault(made.values[node.value].name, set()).add(node.charge)
            if isinstance(node, ir.CallEffect):
                found.setdefault(made.effects[node.effect].name, set()).add(node.charge)
    return found


def test_only_calls_of_what_can_recurse_cost_fuel() -> None:
    made = program(
        "value down(n: int) -> int: if n < 1 then 0 else down(n - 1)\n"
        "value twice(n: int) -> int: n + n\n"
        "effect again(n: int):\n    if twice(n) > 0: again n - 1\n"
        'effect once(n: int): say "{down(n)}"\n'
        "effect begin(n: int):\n    again n\n    once n\n"
    )
    assert charged(made) == {"down": {True}, "twice": {False}, "again": {True}, "once": {False}}


def test_a_hook_can_make_a_call_recurse() -> None:
    made = program(
        'effect hurt(by n: int): say "{n}"\n'
        "effect heal(by n: int): hurt by n\n"
        "after hurt(by n) where n > 1: heal by n - 1\n"
        "change best(n) where n > 0: to it + best(n - 1)\n"
        "value best(n: int) -> int: n\n"
        'effect begin:\n    hurt by 3\n    say "{best(2)}"\n'
    )
    assert charged(made) == {"hurt": {True}, "heal": {True}, "best": {True}}
