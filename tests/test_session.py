"""Tests what a session adds to a game: who answers, forced answers, undo up to the barrier."""

import pytest

from tafl.interpreter.game import AnswerError, Game, GameFault
from tafl.play.session import Session, UndoRefused
from tafl.tests.nim import Nim


def rolled(before: Game, after: Game) -> bool:
    return len([line for line in after.log(None) if "rolled" in line]) > len(
        [line for line in before.log(None) if "rolled" in line]
    )


def waits_for(session: Session) -> int | None:
    return session.waits_for


def last_option(game: Game) -> int:
    return game.option_count - 1


def test_a_person_is_waited_for_and_bots_are_not() -> None:
    session = Session(Nim(10), [None, last_option], rolled)
    assert waits_for(session) == 0
    assert session.advance() is None
    session.answer(0)
    assert waits_for(session) is None
    step = session.advance()
    assert step is not None
    assert (step.decision.seat, step.option, step.forced) == (1, 2, False)
    assert waits_for(session) == 0


def test_a_forced_question_is_answered_for_a_person_and_said() -> None:
    session = Session(Nim(2, blocked=frozenset({0})), [None, None], rolled)
    assert waits_for(session) is None
    step = session.advance()
    assert step is not None
    assert step.forced
    assert step.decision.options[step.option].key == "take(1)"
    # One is left: forced again, for the other person.
    assert session.advance() is not None
    assert session.advance() is None
    assert session.game.result is not None


def test_undo_restores_the_exact_state_before_the_last_choice() -> None:
    session = Session(Nim(10), [None, last_option], rolled)
    first = session.game.hash()
    session.answer(1)
    session.advance()
    second = session.game.hash()
    session.answer(0)
    session.undo()
    assert session.game.hash() == second
    session.undo()
    assert session.game.hash() == first
    with pytest.raises(UndoRefused, match="nothing to take back"):
        session.undo()


def test_undo_past_a_roll_is_refused_and_changes_nothing() -> None:
    session = Session(Nim(10, dice=True), [None, last_option], rolled)
    session.answer(0)
    session._go(0, chosen=False)
    after = session.game.hash()
    assert not session.can_undo
    with pytest.raises(UndoRefused, match="and stands"):
        session.undo()
    assert session.game.hash() == after


def test_a_table_may_allow_undo_past_a_roll() -> None:
    session = Session(Nim(10, dice=True), [None, last_option], rolled, undo_anything=True)
    first = session.game.hash()
    session.answer(0)
    session._go(0, chosen=False)
    session.undo()
    assert session.game.hash() == first


def test_a_wrong_or_faulting_answer_leaves_the_session_as_it_was() -> None:
    session = Session(Nim(10, trap=2), [None, None], rolled)
    before = session.game.hash()
    with pytest.raises(AnswerError):
        session.answer(7)
    with pytest.raises(GameFault):
        session.answer(1)
    assert session.game.hash() == before
    assert not session.can_undo


def test_a_finished_game_refuses_further_answers() -> None:
    session = Session(Nim(2), [None, None], rolled)
    session.answer(1)
    with pytest.raises(AnswerError, match="over"):
        session.answer(0)


def test_seats_and_players_have_to_agree() -> None:
    with pytest.raises(ValueError, match="1 seats"):
        Session(Nim(2), [None], rolled)
