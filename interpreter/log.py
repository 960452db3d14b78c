"""Turns what the machine noted into lines of the log, as each seat may read them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..ir.types import NONE
from ..ir.world import World
from .events import Event, Part
from .knowledge import Eye, eye, sees
from .names import seat_title, text


def lines(world: World, events: Sequence[Event], seat: int | None, since: int = 0) -> list[str]:
    """The log from line `since` on, one line an event, for a seat (None: what everybody may read)."""
    who = eye(world, seat)
    return [line(world, event, who) for event in events[since:]]


def line(world: World, event: Event, who: Eye) -> str:
    """One event as a sentence."""
    sentence = _SENTENCES[event.kind](world, event, who)
    return sentence[:1].upper() + sentence[1:]


def _plain(world: World, event: Event, who: Eye) -> str:
    return text(world, event.parts, who)


def _action(world: World, event: Event, who: Eye) -> str:
    return f"{_who(event)}: {text(world, event.parts, who)}"


def _skipped(world: World, event: Event, who: Eye) -> str:
    return f"{_who(event)} has nothing to choose from: {text(world, event.parts, who)}"


def _empty(world: World, event: Event, who: Eye) -> str:
    zone, missing = (_one(world, part, who) for part in event.parts)
    return f"{zone} is empty: {missing} short"


def _reshuffle(world: World, event: Event, who: Eye) -> str:
    filled, source = (_one(world, part, who) for part in event.parts)
    return f"{source} is shuffled into {filled}"


def _roll(world: World, event: Event, who: Eye) -> str:
    die, face = event.parts
    assert not isinstance(die, str), "a roll names its die"
    name = _one(world, die, who)
    unseen = not all(sees(sight.known, who) for sight in die.sights)
    return f"{name} is rolled" if unseen else f"{name} shows {_one(world, face, who)}"


def _battle(world: World, event: Event, who: Eye) -> str:
    (scenario,) = event.parts
    named = not isinstance(scenario, str) and scenario.value != NONE
    return f"a battle begins: {_one(world, scenario, who)}" if named else "a battle begins"


def _battle_over(world: World, event: Event, who: Eye) -> str:
    del world, event, who
    return "the battle is over"


def _end(world: World, event: Event, who: Eye) -> str:
    del world, event, who
    return "the game is over"


def _one(world: World, part: Part, who: Eye) -> str:
    return text(world, (part,), who)


def _who(event: Event) -> str:
    return "nobody" if event.seat is None else seat_title(event.seat)


_SENTENCES: dict[str, Callable[[World, Event, Eye], str]] = {
    "says": _plain,
    "say": _plain,
    "action": _action,
    "skipped": _skipped,
    "empty": _empty,
    "reshuffle": _reshuffle,
    "roll": _roll,
    "battle": _battle,
    "battle over": _battle_over,
    "end": _end,
}
