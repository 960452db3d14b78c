"""Runs compiled routines on a state until a question is open or the game is over."""

from __future__ import annotations

from ..ir.program import Template
from ..ir.span import BUILT_IN, Span
from ..ir.types import NONE, Type
from . import battles, hooks
from .code import ASKED, CALLED, ENDED, RETURNED, Code, Locals
from .errors import DEPTH, FUEL, OPTIONS, TEXT_FUEL, Stop, out_of_fuel, too_deep
from .eval import text
from .events import Event, Part, Shown, show
from .game import CHANCE
from .results import decided
from .state import OVER, PLAY, SCORING, SETUP, Frame, Pending, Raw, State, Value


class Machine:
    """One step of a game at work: the state that it changes (its own copy) and what only lasts during the
    step.

    `fuel` is what is left, `depth` the number of routines running in each other, `value` the result of the
    routine that returned last, `answer` the option that was chosen last, `chooser` the seat that chose it
    (None: chance, or nobody yet), `events` what the log is told (None: nothing is noted).
    """

    __slots__ = (
        "answer",
        "chooser",
        "code",
        "depth",
        "die",
        "events",
        "face",
        "frames",
        "fuel",
        "known",
        "options",
        "place",
        "slots",
        "state",
        "value",
        "world",
        "zones",
    )

    def __init__(self, code: Code, state: State, events: list[Event] | None = None) -> None:
        self.code = code
        self.world = code.world
        self.state = state
        self.slots = state.slots
        self.zones = state.zones
        self.place = state.place
        self.face = state.face
        self.die = state.die
        self.known = state.known
        self.options = state.options
        self.frames = state.frames
        self.fuel = FUEL - state.fuel
        self.depth = sum(frame.routine >= 0 for frame in state.frames)
        self.value: Value = NONE
        self.answer: Raw = ()
        self.chooser: int | None = None
        self.events = events

    # ---- Bounds --------------------------------------------------------------------------------------------

    def spend(self, units: int, at: Span) -> None:
        """Charge work; faults when there is no fuel left."""
        self.fuel -= units
        if self.fuel < 0:
            raise out_of_fuel(at)

    # ---- Calls ---------------------------------------------------------------------------------------------

    def push(self, routine: int, args: list[Value], at: Span) -> None:
        """Put a routine on the stack; `at` is the place of the call, for a fault."""
        self.depth += 1
        if self.depth > DEPTH:
            raise too_deep(at)
        self.frames.append(Frame(routine, 0, args + self.code.routines[routine].blank))

    def start(self, effect: int) -> None:
        """Begin a call of an effect that takes nothing: a flow of the game."""
        declared = self.code.program.effects[effect]
        hooks.call_effect(self, effect, [], declared.at)

    def run(self) -> None:
        """Go on until a question is open, the game is over, or (in a test) what was begun is done."""
        try:
            while self.frames or self._next_flow():
                if self._run_top() == ASKED:
                    return
        except Stop as stop:
            self._unwind(stop)
            raise

    def _run_top(self) -> int:
        frame = self.frames[-1]
        if frame.routine < 0:
            hooks.go_on(self, frame)
            return CALLED
        compiled = self.code.routines[frame.routine]
        steps, values, pc = compiled.steps, frame.locals, frame.pc
        while pc >= 0:
            pc = steps[pc](self, values)
        if pc == RETURNED:
            self.frames.pop()
            self.depth -= 1
        elif pc == ENDED:
            fought = battles.going_on(self)
            del self.frames[0 if fought is None else fought[0] + 1 :]
            self.depth = sum(frame.routine >= 0 for frame in self.frames)
        return pc

    def _unwind(self, stop: Stop) -> None:
        """Note the routines that were running, and where each had called the next."""
        frames = [frame for frame in self.frames if frame.routine >= 0]
        running = [self.code.routines[frame.routine] for frame in frames]
        # A routine that has called another waits at the step after the call.
        sites = [compiled.spans[frame.pc - 1] for compiled, frame in zip(running, frames, strict=True)]
        if self.frames and self.frames[-1].routine < 0 and sites:
            stop.pass_through(sites[-1])
        for depth in reversed(range(len(running))):
            stop.leave(running[depth].name, sites[depth - 1] if depth else running[0].at)

    # ---- Flows ---------------------------------------------------------------------------------------------

    def _next_flow(self) -> bool:
        """With no routine left: begin what comes after the flow that is done; False if nothing does."""
        state, program = self.state, self.code.program
        if state.stage == SETUP:
            state.stage = PLAY
            return self._begin(program.play)
        if state.stage == PLAY:
            state.stage = SCORING
            return self._begin(program.scoring)
        if state.stage == SCORING:
            scoring = program.scoring if program.scoring is not None else program.play
            self._finish(self._flow_at(scoring))
        return False

    def _flow_at(self, effect: int | None) -> Span:
        return BUILT_IN if effect is None else self.code.program.effects[effect].at

    def _begin(self, effect: int | None) -> bool:
        if effect is None:
            return self._next_flow()
        self.start(effect)
        return True

    def end_game(self, outcome: Value | None, at: Span) -> None:
        """`end game`: on to the scoring, or over with that outcome, be it the game or a battle. The step that
        calls this drops every frame, or those above the battle's (ENDED).
        """
        state = self.state
        if outcome is not None:
            if len(outcome) != self.world.players:
                raise Stop(f"an outcome is one number for each of {self.world.players} seats", at)
            state.result = decided(outcome)
        if battles.going_on(self) is not None:
            battles.end(self, outcome is not None)
        elif outcome is not None:
            self._finish(at)
        elif state.stage != SCORING:
            # The state says what is done: `_next_flow` begins the scoring.
            state.stage = PLAY

    def _finish(self, at: Span) -> None:
        if self.state.result is None:
            raise Stop("the game is over, but nothing has ranked its players or said who has won", at)
        self.state.stage = OVER
        if self.events is not None:
            self.events.append(Event("end", (), None, at))

    # ---- Questions -----------------------------------------------------------------------------------------

    def ask(self, point: int, landing: int, question: Pending, at: Span) -> int:
        """Open a question: the frame on top waits at `point` and goes on at step `landing`. Returns ASKED."""
        if len(question.options) > OPTIONS:
            raise Stop(f"this question has {len(question.options)} options, and {OPTIONS} is the most", at)
        state = self.state
        frame = self.frames[-1]
        frame.point, frame.pc = point, landing
        for waiting in self.frames:
            if waiting.routine >= 0:
                for slot in self.code.routines[waiting.routine].dead[waiting.point]:
                    waiting.locals[slot] = 0
        state.fuel = FUEL - self.fuel if question.seat == CHANCE else 0
        state.pending = question
        return ASKED

    def draw(
        self, point: int, landing: int, options: tuple[Raw, ...], weights: tuple[int, ...], at: Span
    ) -> int:
        """Let chance choose. A draw with one option is no question, whoever answers for chance: it takes
        nothing from the generator.
        """
        if len(options) == 1:
            self.answer = options[0]
            return landing
        return self.ask(point, landing, Pending(CHANCE, "chance", options, weights), at)

    def take(self, option: int) -> None:
        """Put in the answer to the open question: the next `run` goes on with it."""
        pending = self.state.pending
        assert pending is not None, "only an open question takes an answer"
        self.answer = pending.options[option]
        if pending.seat == CHANCE:
            self.chooser = None
        else:
            self.chooser = pending.seat
            self.fuel = FUEL
        self.state.pending = None
        self.state.fuel = 0

    # ---- Texts ---------------------------------------------------------------------------------------------

    def shown(self, template: Template, values: Locals) -> tuple[Part, ...]:
        """A text as things stand now. It takes no fuel from the game and cannot stop it: what cannot be
        worked out is marked as failed.
        """
        fuel, depth = self.fuel, self.depth
        parts: list[Part] = []
        for part in text(self.code, template).parts:
            if isinstance(part, str):
                parts.append(part)
                continue
            evaluate, type_ = part
            self.fuel, self.depth = TEXT_FUEL, 0
            try:
                value = evaluate(self, values)
            except Stop:
                parts.append(Shown(0, type_, failed=True))
            else:
                parts.append(show(self.state, self.world, value, type_))
        self.fuel, self.depth = fuel, depth
        return tuple(parts)

    def note(self, kind: str, template: Template, values: Locals, seat: int | None = None) -> None:
        """Tell the log a text."""
        if self.events is not None:
            self.events.append(Event(kind, self.shown(template, values), seat, template.at))

    def note_says(self, effect: int, args: list[Value]) -> None:
        """Tell the log that an effect happens with these arguments, as its `says` puts it."""
        declared = self.code.program.effects[effect]
        if declared.says is not None and self.events is not None:
            self.note("says", declared.says, args + self.code.routines[declared.routine].blank)

    def note_facts(
        self, kind: str, facts: list[tuple[Value, Type]], at: Span, seat: int | None = None
    ) -> None:
        """Tell the log values with their types."""
        if self.events is not None:
            parts = tuple(show(self.state, self.world, value, type_) for value, type_ in facts)
            self.events.append(Event(kind, parts, seat, at))

    # ---- Saves ---------------------------------------------------------------------------------------------

    def resume(self) -> None:
        """Set the engine's marks of a state that comes from a save: where each routine goes on."""
        for frame in self.frames:
            if frame.routine >= 0:
                compiled = self.code.routines[frame.routine]
                asked = frame is self.frames[-1] and self.state.pending is not None
                frame.pc = (compiled.answers if asked else compiled.landings)[frame.point]
