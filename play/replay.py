"""Turns a played game into a recording, and a recording into the same game again, with every state
compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..interpreter.engine import Playing, begin
from ..interpreter.game import CHANCE, AnswerError, Game, GameFault, Result
from ..interpreter.names import seat_title
from ..interpreter.saves import (
    REPLAY,
    Answer,
    Origin,
    SaveError,
    give_again,
    option_values,
    read_answers,
    read_origin,
    replay_data,
)
from ..ir.dump import rules_hash
from ..ir.program import Program
from .barrier import playing


def record(finished: Game) -> dict[str, Any]:
    """The recording of a game so far: how it was opened, all answers, the hash of the state at each
    decision and at the end.
    """
    game = playing(finished)
    course = [game]
    while (before := course[-1].before) is not None:
        course.append(before)
    # The first of all is the empty table before the opening.
    hashes = [each.hash() for each in course[-2::-1] if each.to_move != CHANCE]
    return replay_data(game.origin(), game.answers(), hashes, result_data(game.result))


def result_data(result: Result | None) -> dict[str, Any] | None:
    """A result as plain data."""
    if result is None:
        return None
    scores = None if result.scores is None else list(result.scores)
    return {"outcome": list(result.outcome), "ranking": list(result.ranking), "scores": scores}


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a recording and the game played again part: after so many decisions of seats, and how."""

    decisions: int
    message: str


def same_rules(data: Mapping[str, Any], program: Program) -> bool:
    """Whether a recording was made under exactly these rules; titles and texts may differ."""
    return bool(data["rules_hash"] == rules_hash(program))


def replay(
    data: Mapping[str, Any], program: Program, renames: Mapping[str, str], to: int | None = None
) -> Playing:
    """The game after the first `to` decisions of seats of a recording or save (None: after all).

    Under the rules of the recording it is the very same game, drawn from the same seed. Under others the
    recorded answers of chance are given too, so that it is shown as far as its answers are possible. Raises
    SaveError naming the first that is not.
    """
    opened = read_origin(data)
    if opened.game != program.name:
        raise SaveError(f"this is a recording of {opened.game}, not of {program.name}")
    values = option_values(program, opened, renames)
    answers = _first(read_answers(data), to)
    try:
        if same_rules(data, program) and (again := _from_seed(program, opened, values, answers)) is not None:
            return again
        game = begin(program, opened.players, values, opened.seed, explicit_chance=True)
    except (ValueError, GameFault) as error:
        raise SaveError(f"this game cannot be opened any more: {error}") from None
    replayed = give_again(game, answers, renames)
    assert isinstance(replayed, Playing), "it was opened here"
    return replayed


def _from_seed(
    program: Program, opened: Origin, values: tuple[int, ...], answers: list[Answer]
) -> Playing | None:
    """The game with the answers of its seats, None where chance now answers otherwise than was recorded."""
    game = begin(program, opened.players, values, opened.seed)
    own = [answer for answer in answers if answer[0] != CHANCE]
    try:
        again = give_again(game, own, {})
    except SaveError:
        return None
    assert isinstance(again, Playing), "it was opened here"
    return again if again.answers() == answers else None


def _first(answers: list[Answer], decisions: int | None) -> list[Answer]:
    """The answers up to and with that many of seats, and what chance answered to them."""
    if decisions is None:
        return answers
    seen = 0
    for position, (seat, _) in enumerate(answers):
        if seat != CHANCE:
            if seen == decisions:
                return answers[:position]
            seen += 1
    return answers


def verify_replay(data: Mapping[str, Any], program: Program) -> Difference | None:
    """Play a recording again from its seed and compare the hash of the state at each decision, chance's
    answers and the result; the first difference, None without one. Raises SaveError where the rules are not
    those of the recording.
    """
    if data["format"] != REPLAY:
        raise SaveError("this is a save: only a replay holds states to compare with")
    if not same_rules(data, program):
        raise SaveError("this was recorded under other rules: its answers can be given again, not compared")
    opened = read_origin(data)
    answers = read_answers(data)
    game = begin(program, opened.players, option_values(program, opened, {}), opened.seed)
    own = [answer for answer in answers if answer[0] != CHANCE]
    hashes = data["hashes"]
    if len(hashes) != len(own) + 1:
        return Difference(0, f"{len(own)} decisions are recorded, and {len(hashes)} hashes")
    for number, (seat, key) in enumerate(own):
        if game.hash() != hashes[number]:
            return Difference(number, "the state is another one than was recorded")
        try:
            if game.to_move != seat:
                return Difference(number, f"not {seat_title(seat)} is asked")
            game = game.apply(game.find(key))
        except (AnswerError, GameFault) as problem:
            return Difference(number, str(problem))
    return _compare_end(data, game, answers)


def _compare_end(data: Mapping[str, Any], game: Playing, answers: list[Answer]) -> Difference | None:
    decisions = len(data["hashes"]) - 1
    if game.hash() != data["hashes"][-1]:
        return Difference(decisions, "the state is another one than was recorded")
    if game.answers() != answers:
        return Difference(decisions, "chance has answered otherwise than was recorded")
    if result_data(game.result) != data["result"]:
        return Difference(decisions, "the result is another one than was recorded")
    return None
