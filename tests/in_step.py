"""Plays a game on both engines at once, and says where they first differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from tafl.interpreter import engine as reference
from tafl.interpreter.chance import DETERMINIZATION_STREAM, Generator
from tafl.interpreter.determinize import NoWorld
from tafl.interpreter.engine import Playing
from tafl.interpreter.game import CHANCE, GameFault
from tafl.interpreter.options import keys
from tafl.interpreter.state import CANONICAL, canonical
from tafl.ir.program import Program
from tafl.wasm import engine as compiled

TOLD = 25
"""At every so many steps everything that people are shown is compared too."""


class Difference(AssertionError):
    """The engines differ; the message says in which game, at which step, in what."""


def play_in_step(
    program: Program,
    players: int,
    chosen: Mapping[str, str] | None = None,
    *,
    seed: int,
    explicit: bool = False,
    steps: int = 100_000,
) -> int:
    """Play one random game on both engines; the number of steps taken. Raises Difference."""
    answers: list[str] = []
    where = f"{program.name}, {players} players, {dict(chosen or {})}, seed {seed}, explicit {explicit}"
    random = Random(seed)
    games = _both(
        lambda engine: engine.open_game(program, players, chosen, seed, explicit_chance=explicit), where
    )
    while games is not None:
        one, other = games
        step = len(answers)
        _compare(one, other, f"{where}, step {step} after {answers[-3:]}", told=step % TOLD == 0)
        if one.to_move is None or step == steps:
            _compare(one, other, f"{where}, at the end after {step} steps", told=True)
            return step
        option = random.randrange(one.option_count)
        answers.append(keys(one.state, one.world)[option])
        games = _both(
            lambda engine, pair=(one, other), option=option: pair[engine is compiled].apply(option),
            f"{where}, step {step}, answer {answers[-1]}",
        )
    return len(answers)


def _both(work: Any, where: str) -> tuple[Playing, Playing] | None:
    """What both engines make of it; None where both fault in the same way."""
    found = [_tried(work, engine) for engine in (reference, compiled)]
    faults = [each for each in found if isinstance(each, tuple)]
    if faults:
        if found[0] != found[1]:
            raise Difference(f"{where}: {found[0]} and {found[1]}")
        return None
    one, other = found
    return one, other


def _tried(work: Any, engine: Any) -> Any:
    try:
        return work(engine)
    except GameFault as fault:
        return (fault.message, fault.at, fault.chain)


def _compare(one: Playing, other: Playing, where: str, *, told: bool) -> None:
    for part, (left, right) in _parts(one, other, told=told):
        if left != right:
            raise Difference(f"{where}: {part} is {_short(left, right)}")


def _parts(one: Playing, other: Playing, *, told: bool) -> Iterator[tuple[str, tuple[Any, Any]]]:
    yield "to_move", (one.to_move, other.to_move)
    yield "option_count", (one.option_count, other.option_count)
    states = canonical(one.state, one.world), canonical(other.state, other.world)
    yield from zip(CANONICAL, zip(*states, strict=True), strict=True)
    yield "place", (one.state.place, other.state.place)
    if told:
        yield "hash", (one.hash(), other.hash())
        yield "decision", (one.decision, other.decision)
        yield "result", (one.result, other.result)
        for seat in (None, *range(one.players)):
            yield f"view of {seat}", (one.view(seat), other.view(seat))
            yield f"log of {seat}", (one.log(seat), other.log(seat))
        yield "observation", (one.observation(0), other.observation(0))
        yield "answers", (one.answers(), other.answers())
        yield "what is supposed", (_supposed(one), _supposed(other))


def _supposed(game: Playing) -> Any:
    """What the seat that is asked may suppose: another state, and what each option leads to there."""
    seat = game.to_move
    if seat is None or seat == CHANCE:
        return None
    draws = Generator.of(game.option_count, DETERMINIZATION_STREAM)
    try:
        other = game.determinized(seat, draws)
        ahead = game.outlook(seat, draws)
        return canonical(other.state, other.world), game.evaluation(seat), ahead, draws.rng
    except NoWorld:
        return draws.rng
    except GameFault as fault:
        return fault.message, fault.at, fault.chain, draws.rng


def _short(left: Any, right: Any) -> str:
    """Where two values differ: the first place in lists, else the values."""
    path = ""
    while isinstance(left, list | tuple) and isinstance(right, list | tuple):
        if len(left) != len(right):
            return f"{left} and {right} (at {path or 'the whole'})"
        at = next(n for n, (a, b) in enumerate(zip(left, right, strict=True)) if a != b)
        path, left, right = f"{path}[{at}]", left[at], right[at]
    return f"{left!r} and {right!r} (at {path or 'the whole'})"
