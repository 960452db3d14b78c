"""Turns the options of a question into what each would do, as far as the seat that is asked can know.

Every option is tried in games that the seat cannot tell from the real one, never in the real one: what is
said is worked out from what the seat may see, so it gives nothing away. What is not the same in all of
these games depends on something hidden and is left out; a try ends where chance would be asked.
"""

from __future__ import annotations

from time import monotonic

from ..interpreter.chance import DETERMINIZATION_STREAM, Generator
from ..interpreter.determinize import NoWorld
from ..interpreter.engine import Playing
from ..interpreter.game import CHANCE, GameFault
from ..interpreter.knowledge import eye, hidden_from
from ..interpreter.together import seats_asked
from .changes import Change, changes

MANY = 24
"""Options of a question up to which all are tried."""

WORLDS, MORE = 3, 12
"""Games that an option is tried in, where anything is hidden; and where what it does depends on that, or
shows some of it.
"""

SECONDS = 2.0
"""After so long no further option is tried."""

FORCED = 6
"""Steps without a choice that are followed."""


class Preview:
    """What the options of the open question of a game would do. An option is tried when it is asked for."""

    def __init__(self, game: Playing) -> None:
        seat = game.to_move
        if seat is None or seat == CHANCE:
            raise ValueError("no seat is asked anything")
        self._game = game
        self._seat = seat
        self._count = MORE if self._hidden(game) or _asked(game) else 1
        self._worlds: list[Playing | None] = []
        self._found: dict[int, list[Change]] = {}

    def short(self) -> list[list[str]]:
        """The changes for each option that are worth saying beside it; nothing where there are too many
        options.
        """
        decision = self._game.decision
        assert decision is not None, "only an open question has options"
        options = decision.options
        if len(options) > MANY:
            return [[] for _ in options]
        until = monotonic() + SECONDS
        found = [self._changes(at) if monotonic() < until else [] for at in range(len(options))]
        common = set(found[0]).intersection(*found) if len(options) > 1 else set()
        return [
            _telling([change for change in each if not (change.aside and change in common)], option.label)
            for option, each in zip(options, found, strict=True)
        ]

    def whole(self, option: int) -> list[str]:
        """All the changes that an option brings."""
        return [change.text for change in self._changes(option)]

    def _changes(self, option: int) -> list[Change]:
        """The changes that are the same in all the games that it is tried in."""
        if option in self._found:
            return self._found[option]
        found: list[Change] = []
        unsure = False
        for number in range(self._count):
            world = self._world(number)
            if world is None or (number >= WORLDS and not unsure):
                break
            tried, shown = self._tried(world, option)
            both = [change for change in found if change in tried]
            unsure |= shown or (number > 0 and len(both) < len(tried))
            found = both if number else tried
        self._found[option] = found
        return found

    def _world(self, number: int) -> Playing | None:
        """A game to try in; None where what is asked gives away what is hidden."""
        if number == len(self._worlds):
            generator = Generator.of(0, DETERMINIZATION_STREAM, number)
            try:
                self._worlds.append(self._game.determinized(self._seat, generator).explicit(True))
            except NoWorld:
                self._worlds.append(None)
        return self._worlds[number]

    def _tried(self, world: Playing, option: int) -> tuple[list[Change], bool]:
        """The changes there, and whether the seat is shown what was hidden from it."""
        try:
            after = world.apply(option)
            for _ in range(FORCED):
                if after.to_move != self._seat or after.option_count != 1:
                    break
                after = after.apply(0)
        except GameFault:
            return [], True
        revealed = _asked(after)[: len(_asked(world))] != _asked(world)
        shown = revealed or len(self._hidden(after)) < len(self._hidden(world))
        found = changes(self._game.view(self._seat), after.view(self._seat))
        # Who wins by what is hidden nobody can say, however often it comes out the same.
        certain = [change for change in found if not (change.end and shown)]
        main = [change for change in certain if not change.aside]
        return [*main, *self._next(after), *(change for change in certain if change.aside)], shown

    def _hidden(self, game: Playing) -> list[int]:
        return hidden_from(game.state, game.world, eye(game.world, self._seat))

    def _next(self, after: Playing) -> list[Change]:
        """What the seat would be asked then."""
        decision = after.decision if after.to_move == self._seat else None
        if decision is None:
            return []
        labels = [option.label for option in decision.options]
        return [Change(f"then {decision.prompt} {', '.join(labels)}", aside=True, asks=True)]


def _asked(game: Playing) -> tuple[int, ...]:
    """The seats that have been asked in the open `together`: their answers are told when it ends."""
    return seats_asked(game.state, game.world)


def _telling(found: list[Change], label: str) -> list[str]:
    """What is worth saying beside an option: where cards go only if nothing else is to be said, and not that
    of its own card.
    """
    main = [change.text for change in found if change.asks or not change.aside]
    return main or [change.text for change in found if not change.text.endswith(f"+ {label}")]
