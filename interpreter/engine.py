"""The reference engine: a program opened for some seats is a game in play; each answer makes a new one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from ..ir.dump import rules_hash
from ..ir.program import Program, Template
from ..ir.world import World
from . import log, observation, options, saves
from .calls import call
from .chance import Generator
from .code import Code
from .determinize import chance_of, determinize
from .errors import Stop
from .events import Event, Part
from .game import CHANCE, AnswerError, Decision, Outlook, Result
from .knowledge import eye, hidden_from
from .load import load
from .machine import Machine
from .marks import option_marks
from .observation import Observation
from .opening import first_state, option_values
from .state import CANONICAL, OVER, Pending, State, Value, canonical, state_hash
from .step import Answer, ByChance, Deed, Lay, Opening, Run, Start, Told, put_anew, take_step
from .suppose import answer_anew
from .together import forgotten, seats_asked
from .values import changed
from .view import view

MANY = 12
"""Keys of options that a message names."""


class Playing:
    """A game in play (see `game.Game`): immutable, linked to the game before the step that led to it.

    What only people and saves want of the past (log, observations, answers) is worked out from that link
    when it is asked for: the steps are taken again and noted. Bots pay nothing for it.
    """

    __slots__ = (
        "_asked",
        "_code",
        "_decision",
        "_deed",
        "_explicit",
        "_observed",
        "_seed",
        "_state",
        "_told",
        "before",
    )

    def __init__(
        self,
        code: Code,
        state: State,
        seed: int,
        *,
        explicit: bool,
        before: Playing | None = None,
        deed: Deed | None = None,
    ) -> None:
        self._state = state
        self._link(code, seed, explicit=explicit, before=before, deed=deed)

    def _link(
        self, code: Code, seed: int, *, explicit: bool, before: Playing | None, deed: Deed | None
    ) -> None:
        self.before = before
        self._code = code
        self._seed = seed
        self._explicit = explicit
        self._deed = deed
        self._asked = explicit
        self._told: Told | None = None
        self._decision: Decision | None = None
        self._observed: dict[int, Observation | None] = {}

    # ---- The game as it stands -----------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The whole state, hidden things included."""
        return self._state

    @property
    def world(self) -> World:
        """The program for this number of seats."""
        return self._code.world

    @property
    def program(self) -> Program:
        """The program that is played."""
        return self._code.program

    @property
    def players(self) -> int:
        """Number of seats."""
        return self._code.world.players

    @property
    def decision(self) -> Decision | None:
        """The pending question, None after the end."""
        if self._decision is None:
            self._decision = options.decision(self.state, self.world, self.show)
        return self._decision

    @property
    def option_count(self) -> int:
        """Number of options of the pending question, 0 after the end."""
        pending = self.state.pending
        return 0 if pending is None else len(pending.options)

    @property
    def to_move(self) -> int | None:
        """Seat of the pending question (`CHANCE` for chance), None after the end."""
        pending = self.state.pending
        return None if pending is None else pending.seat

    @property
    def result(self) -> Result | None:
        """The result after the end."""
        result = self.state.result
        if self.state.stage != OVER or result is None:
            return None
        return Result(result.outcome, result.ranking, result.scores or None)

    def hash(self) -> str:
        """Hash of the canonical state, 64 hex digits."""
        return state_hash(self.state, self.world)

    def view(self, seat: int | None) -> Mapping[str, Any]:
        """What a seat may see now, as plain JSON data; None: what everybody sees."""
        return view(self.state, self.world, seat, self.show)

    def show(self, template: Template, values: Sequence[Value]) -> Sequence[Part]:
        """A text with these locals, as things stand."""
        room = max((len(routine.locals) for routine in self.program.routines), default=0)
        machine = Machine(self._code, self.state)
        return machine.shown(template, [*values, *[0] * (room - len(values))])

    def evaluate(self, routine: int) -> Value:
        """The value of a routine without parameters that is pure; raises GameFault."""
        compiled = self._code.routines[routine]
        try:
            return call(Machine(self._code, self.state), compiled, [], compiled.at)
        except Stop as stop:
            raise stop.fault() from None

    def evaluation(self, seat: int) -> int | None:
        """How good this position is for a seat, as the game itself reckons; None where it does not. Raises
        GameFault.
        """
        if self.program.evaluation is None:
            return None
        found: int = self.declared(self.program.evaluation, [seat])
        return found

    def declared(self, value: int, args: Sequence[Value] = ()) -> Value:
        """A declared value with these arguments, as its hooks change it; raises GameFault."""
        value_of = self.program.values[value]
        machine, at, given = Machine(self._code, self.state), value_of.at, list(args)
        try:
            found = call(machine, self._code.routines[value_of.routine], given[:], at)
            return changed(machine, value_of.hooks, given, found, at)
        except Stop as stop:
            raise stop.fault() from None

    # ---- Answers -------------------------------------------------------------------------------------------

    def apply(self, option: int) -> Playing:
        """The game after the option at this position; raises AnswerError, GameFault."""
        count = self.option_count
        if self.state.pending is None:
            raise AnswerError("the game is over" if self.state.stage == OVER else "no question is open")
        if not 0 <= option < count:
            raise AnswerError(f"there is no option {option}: this question has {count}, from 0 on")
        return self._after(Answer(option))

    def find(self, key: str) -> int:
        """Position of the option with this key; raises AnswerError naming it."""
        if self.state.pending is None:
            raise AnswerError(f"`{key}` answers nothing: no question is open")
        keys = options.keys(self.state, self.world)
        if key not in keys:
            shown = ", ".join(keys[:MANY]) + (", ..." if len(keys) > MANY else "")
            raise AnswerError(f"`{key}` is none of the options: {shown}")
        return keys.index(key)

    def chance(self) -> Playing:
        """The game after its own generator has answered the pending question to chance: what `apply` does
        by itself unless chance is explicit. Raises AnswerError where chance is not asked, GameFault.
        """
        pending = self.state.pending
        if pending is None or pending.seat != CHANCE:
            raise AnswerError("chance is not asked")
        return self._after(ByChance())

    def explicit(self, explicit: bool) -> Playing:
        """The same game with chance answered from outside (True), or by itself from the next step on
        (False).
        """
        return self._with(self.state, explicit)

    def determinized(self, seat: int, generator: Generator) -> Playing:
        """A game that `seat` cannot tell from this one: what it has not identified is dealt anew. Its past
        is as that seat knows it. Raises determinize.NoWorld.
        """
        state = determinize(
            self.state, self.world, seat, generator, self._put_anew, partial(answer_anew, self._code)
        )
        Machine(self._code, state).resume()
        return self._with(state, self._explicit)

    def outlook(self, seat: int, generator: Generator) -> list[Outlook]:
        """What each option leads to, for a seat, in a game that it cannot tell from this one. Raises
        determinize.NoWorld, GameFault.
        """
        supposed = self.determinized(seat, generator)
        asked = seats_asked(self.state, self.world)
        after = [supposed.apply(option) for option in range(self.option_count)]
        return [game._told_all(asked)._judged(seat) for game in after]

    def _told_all(self, asked: tuple[int, ...]) -> Playing:
        """The game after the open `together` that has come to these seats, if from here on everybody takes
        the last option there.
        """
        game = self
        while asked and (now := seats_asked(game.state, game.world))[: len(asked)] == asked:
            game, asked = game.apply(game.option_count - 1), now
        return game

    def _judged(self, seat: int) -> Outlook:
        ended = self.result
        return (0 if ended is None else ended.outcome[seat], self.evaluation(seat) or 0)

    def hides(self, seat: int) -> bool:
        """Whether there is anything that this seat has not identified, or an answer that is kept from it."""
        state, world = self.state, self.world
        return bool(hidden_from(state, world, eye(world, seat))) or forgotten(state, world, seat) is not state

    def reseeded(self, generator: Generator) -> Playing:
        """The same game with other chance from here on, drawn from `generator`; it answers by itself."""
        state = self.state.copy()
        state.rng = chance_of(generator)
        return self._with(state, explicit=False)

    def option_marks(self) -> list[int]:
        """For each option a number by which it is found again in a game that the deciding seat cannot tell
        from this one.
        """
        return option_marks(self.state, self.world)

    def _put_anew(self, state: State) -> Pending | None:
        Machine(self._code, state).resume()
        return put_anew(self._code, state)

    def _with(self, state: State, explicit: bool) -> Playing:
        """A game with the same past."""
        return self._same_past(self._made(state, explicit, self.before, self._deed))

    def _same_past(self, game: Playing) -> Playing:
        game._asked, game._told = self._asked, self._told
        return game

    def _after(self, deed: Deed) -> Playing:
        state = take_step(self._code, self.state, deed, explicit=self._explicit)
        return self._made(state, self._explicit, self, deed)

    def _made(self, state: State, explicit: bool, before: Playing | None, deed: Deed | None) -> Playing:
        return Playing(self._code, state, self._seed, explicit=explicit, before=before, deed=deed)

    # ---- Tests ---------------------------------------------------------------------------------------------

    def run(self, routine: int) -> Playing:
        """The game after a routine without parameters has run, until it ends or asks. Raises AnswerError
        where a question is open, GameFault, and `errors.Unmet` where an `Expect` in it does not hold.
        """
        self._need_quiet()
        return self._after(Run(routine))

    def set_up(self) -> Playing:
        """The game after its `setup`, which ends or asks; nothing follows on it."""
        self._need_quiet()
        setup = self.program.setup
        return self if setup is None else self._after(Start(setup))

    def lay(self, layout: int) -> Playing:
        """The game after a layout is laid. Raises AnswerError where a question is open, GameFault."""
        self._need_quiet()
        return self._after(Lay(self.program.layouts[layout]))

    def _need_quiet(self) -> None:
        if self.state.pending is not None or self.state.stage == OVER:
            raise AnswerError("the game is over" if self.state.stage == OVER else "a question is still open")

    # ---- The past ------------------------------------------------------------------------------------------

    def log(self, seat: int | None, since: int = 0) -> list[str]:
        """Log lines as that seat may read them (None: as everybody may), from line `since` on."""
        return log.lines(self.world, self.events(), seat, since)

    def events(self) -> list[Event]:
        """Everything that the log has been told since the game was opened."""
        return [event for game in self._course() for event in game._step().events]

    def answers(self) -> list[tuple[int, str]]:
        """All answers given since the game was opened, chance's included, as (seat, key)."""
        return [given for game in self._course() for given in game._step().answers]

    def observation(self, seat: int) -> str:
        """The whole history of what this seat was shown, asked and answered, as one text."""
        seen = self._observation(seat)
        return "" if seen is None else seen.text()

    def _observation(self, seat: int) -> Observation | None:
        course = self._course()
        start = next((n for n in reversed(range(len(course))) if seat in course[n]._observed), -1)
        seen = course[start]._observed[seat] if start >= 0 else None
        read = 0 if seen is None else seen.logged
        lines = log.lines(self.world, self.events(), seat, read)
        logged = sum(len(game._step().events) for game in course[: start + 1])
        answered: str | None = None
        for game in course[start + 1 :]:
            told = game._step()
            logged += len(told.events)
            answered = next((key for who, key in told.answers if who == seat), answered)
            # A stretch ends where a seat is asked, or nobody any more; the opening is part of the first.
            if game.to_move == CHANCE or (game.before is None and game is not self):
                continue
            known = 0 if seen is None else seen.logged
            seen = observation.observe(seen, answered, lines[known - read : logged - read], game.view(seat))
            answered = None
            if game.before is not None:
                game._observed[seat] = seen
        return seen

    def _course(self) -> list[Playing]:
        """The games from the one before the opening to this one."""
        course = []
        game: Playing | None = self
        while game is not None:
            course.append(game)
            game = game.before
        return course[::-1]

    def _step(self) -> Told:
        """What happened in the step that led here."""
        if self._told is None:
            self._told = Told()
            if self.before is not None and self._deed is not None:
                code, before = self._code, self.before.state
                take_step(code, before, self._deed, explicit=self._asked, told=self._told)
        return self._told

    # ---- Saves ---------------------------------------------------------------------------------------------

    def save(self) -> Mapping[str, Any]:
        """The game as plain JSON data (`schemas/save.schema.json`)."""
        return saves.save_data(self.origin(), self.answers(), canonical(self.state, self.world))

    def origin(self) -> saves.Origin:
        """How this game was opened."""
        return saves.origin(self.program, self._code.rules_hash, self.players, self.state.options, self._seed)


# ---- Opening and loading -----------------------------------------------------------------------------------


def open_game(
    program: Program,
    players: int,
    chosen: Mapping[str, str] | None = None,
    seed: int = 0,
    *,
    explicit_chance: bool = False,
) -> Playing:
    """Open a game and play it to its first decision. `chosen` are options by name, with names of values.

    Raises ValueError for a number of seats that the game is not for (`opening.OptionError` for what is
    chosen), and GameFault.
    """
    return begin(
        program, players, option_values(program, chosen or {}), seed, explicit_chance=explicit_chance
    )


def begin(
    program: Program, players: int, values: tuple[int, ...], seed: int, *, explicit_chance: bool = False
) -> Playing:
    """Open a game with these values of its options; otherwise like `open_game`."""
    return bare(program, players, values, seed, explicit_chance=explicit_chance)._after(Opening())


def bare(
    program: Program, players: int, values: tuple[int, ...], seed: int = 0, *, explicit_chance: bool = False
) -> Playing:
    """A game of which nothing has run: state at its defaults, everything in the box. For tests, which run
    routines on it.
    """
    return _bare(load(program, players), values, seed, explicit_chance)


def begin_traced(code: Code, values: tuple[int, ...], seed: int) -> Playing:
    """Open a game on code of one's own (see `coverage.traced`), chance answered by the game; raises
    GameFault.
    """
    return _bare(code, values, seed, explicit=False)._after(Opening())


def _bare(code: Code, values: tuple[int, ...], seed: int, explicit: bool) -> Playing:
    return Playing(code, first_state(code, values, seed), seed, explicit=explicit)


def load_game(
    data: Mapping[str, Any],
    program: Program,
    renames: Mapping[str, str] | None = None,
    *,
    begin: Callable[..., Playing] = begin,
) -> Playing:
    """The game that a save holds, as `saves.load` says; `data` has passed its schema. Another engine gives
    its own `begin`. Raises saves.SaveError.
    """
    seed = data["seed"]

    def start(players: int, values: tuple[int, ...], seed: int) -> Playing:
        return begin(program, players, values, seed, explicit_chance=True)

    def resume(world: World, state: State) -> Playing:
        # The answers give the past; chance's are among them, so that only the generator is another one.
        replayed = saves.give_again(start(world.players, state.options, seed), saves.read_answers(data), {})
        assert isinstance(replayed, Playing), "it was made here"
        if _but_generator(replayed.state, world) != _but_generator(state, world):
            raise saves.SaveError("this save is damaged: its answers do not lead to its state")
        Machine(replayed._code, state).resume()
        return replayed._with(state, explicit=False)

    game = saves.load(data, program, rules_hash(program), begin=start, resume=resume, renames=renames or {})
    assert isinstance(game, Playing), "it was made here"
    game = game.explicit(False)
    while game.to_move == CHANCE:
        game = game.chance()
    return game


def _but_generator(state: State, world: World) -> list[Any]:
    form = canonical(state, world)
    form[CANONICAL.index("rng")] = []
    return form
