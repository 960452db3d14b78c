"""Turns a session into a conversation on a screen: the table, the log, numbered options, and what is typed
at them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from ..interpreter.game import Decision, GameFault, Option
from . import about, draw, words
from .asking import asked
from .barrier import playing, sealed
from .cells import seat_style
from .files import FileProblem
from .hints import Hinting
from .preview import Preview
from .session import Session, Step, UndoRefused

Saver = Callable[[Session, Path], None]
"""Writes the session to a file; raises FileProblem."""

NEWS = 24
"""Lines of the log that are shown at a question."""

FORGET_SCROLLED = "\x1b[3J"
"""Makes a terminal forget what has scrolled off its screen (xterm and most others)."""


class Terminal:
    """One session on one screen, which its people share.

    `read_line` gives what is typed, without its end, and raises EOFError when nothing more will come. With
    several people at the table what only one of them may see is shown after the keyboard has been passed to
    them.
    """

    def __init__(
        self,
        session: Session,
        console: Console,
        read_line: Callable[[], str],
        save: Saver,
        path: Path | None = None,
    ) -> None:
        self._session = session
        self._console = console
        self._read_line = read_line
        self._save = save
        self._path = path
        self._looks: int | None = session.people[0] if len(session.people) == 1 else None
        self._told: dict[int | None, int] = {}
        self._kept = session.game
        self._warned = False
        self._previews = True
        self._secret = False
        self._forced: list[str] = []
        self._hinting = Hinting(playing(session.game).program)
        self._preview: Preview | None = None

    def run(self) -> bool:
        """Play until the game is over (True) or a person leaves (False). Raises GameFault."""
        self._title()
        try:
            while self._session.game.to_move is not None:
                seat = self._session.waits_for
                if seat is None:
                    self._go_on()
                elif not self._question(seat):
                    return False
        except EOFError:
            self._say("Nothing more was typed: the game stops here, unfinished.")
            return False
        self._end()
        return True

    # ---- What happens by itself -----------------------------------------------------------------

    def _go_on(self) -> None:
        step = self._session.advance()
        assert step is not None, "nobody has to choose, and the game is not over"
        if step.forced:
            self._note_forced(step)
        if not self._session.people:
            self._tell_log()

    def _note_forced(self, step: Step) -> None:
        """A forced answer is told to who may know the option: its person, where the screen is theirs."""
        if self._looks == step.decision.seat:
            label = step.decision.options[step.option].label
            self._forced.append(label)

    def _tell_log(self, most: int | None = None) -> None:
        """Show whoever looks the lines since they last looked; everybody together, since anybody did."""
        lines = self._session.game.log(self._looks)
        first = max(self._told.values(), default=0) if self._looks is None else 0
        new = lines[self._told.get(self._looks, first) :]
        if most is not None and len(new) > most:
            self._say(f"  ({len(new) - most} lines before these: type log)", style="dim")
            new = new[-most:]
        for line in new:
            self._say(f"  {line}")
        self._told[self._looks] = len(lines)

    # ---- A question -----------------------------------------------------------------------------

    def _question(self, seat: int) -> bool:
        """Ask the person of a seat until the question is answered or taken back; False if the person
        leaves.
        """
        self._pass_keyboard(seat)
        decision = self._session.game.decision
        assert decision is not None, "a person is waited for"
        self._preview = Preview(playing(self._session.game))
        self._show_table(decision)
        self._tell_log(NEWS)
        if self._forced:
            self._say(f"(only one choice: {'; '.join(self._forced)})", style="dim")
        self._forced.clear()
        self._ask(decision)
        before = self._session.game
        while self._session.game is before:
            typed = self._prompt()
            if not self._obey(words.read(typed, decision.options), decision):
                return False
        return True

    def _pass_keyboard(self, seat: int) -> None:
        """Give the screen to the person of a seat. Where it shows nothing that only one of them may see, it
        need not be hidden.
        """
        if len(self._session.people) < 2 or self._looks == seat:
            return
        self._forced.clear()
        if not self._secret and not self._keeps_secrets(seat):
            self._looks = seat
            return
        self._looks, self._secret = None, False
        self._hide()
        self._tell_log(NEWS)
        self._say(f"Pass the keyboard to seat {seat + 1}, who then presses Enter.", style="bold")
        self._read_line()
        self._looks = seat
        if self._console.is_terminal and not self._console.is_dumb_terminal:
            # The person reads what has happened once more, with what only they may see of it.
            self._hide()

    def _keeps_secrets(self, seat: int | None) -> bool:
        """Whether a seat sees or has read anything that not everybody does."""
        game = self._session.game
        own, shared = game.view(seat), game.view(None)
        return (
            sealed(game)
            or game.log(seat) != game.log(None)
            or any(own[part] != shared[part] for part in ("table", "seats", "boards", "box"))
        )

    def _hide(self) -> None:
        """Take away what one person has seen, also where it could be scrolled back to."""
        if self._console.is_dumb_terminal:
            self._console.print("\n" * self._console.height)
        elif self._console.is_terminal:
            self._console.clear()
            self._console.file.write(FORGET_SCROLLED)

    def _obey(self, word: words.Word, decision: Decision) -> bool:
        """Do what was typed; False where it was to leave."""
        warned, self._warned = self._warned, False
        match word:
            case words.Take(option):
                self._take(option)
            case words.Undo():
                self._undo()
            case words.Save(name):
                self._write(name)
            case words.Help(None):
                self._say(words.COMMANDS.rstrip("\n"))
            case words.Help(int(option)):
                self._explain(decision.options[option], option)
            case words.About(name):
                self._read_out(name)
            case words.Preview():
                self._previews = not self._previews
                self._say(f"What options do is {'said beside them' if self._previews else 'not said'} now.")
                self._ask(decision)
            case words.Show("table"):
                self._show_table(decision)
                self._ask(decision)
            case words.Show():
                for line in self._session.game.log(self._looks):
                    self._say(f"  {line}")
            case words.Unclear(message):
                self._say(message)
            case words.Quit():
                return self._stays(warned)
        return True

    def _stays(self, warned: bool) -> bool:
        """Whether to go on after all: once, where leaving would lose what was played."""
        if warned or self._session.game is self._kept:
            return False
        self._say("This game is not saved: save FILE keeps it, q once more leaves without.")
        self._warned = True
        return True

    def _take(self, option: int) -> None:
        try:
            self._session.answer(option)
        except GameFault as fault:
            self._say(f"The rules stop this: {fault.message} ({fault.at}). Nothing has changed.")

    def _undo(self) -> None:
        try:
            self._session.undo()
        except UndoRefused as refused:
            self._say(f"No: {refused}.")
        else:
            left = len(self._session.game.log(self._looks))
            self._told = {seat: min(told, left) for seat, told in self._told.items()}
            self._say("Taken back.")

    def _write(self, name: str | None) -> None:
        path = Path(name).expanduser() if name else self._path
        if path is None:
            self._say("Type a file to save to: save FILE")
            return
        try:
            self._save(self._session, path)
        except FileProblem as problem:
            self._say(f"Not saved: {problem}", fold=False)
        else:
            self._path, self._kept = path, self._session.game
            self._say(f"Saved. Go on with: tafl play --load {path}", fold=False)

    # ---- What is shown --------------------------------------------------------------------------

    def _title(self) -> None:
        self._say(self._session.game.view(None)["title"], style="bold")
        self._say("Type ? at any question for help.", style="dim")

    def _show_table(self, decision: Decision) -> None:
        keys = {part for option in decision.options for part in (option.key, *_parts(option.key))}
        self._secret |= self._keeps_secrets(self._looks)
        self._console.print()
        self._draw(keys)

    def _draw(self, keys: Collection[str] = ()) -> None:
        game = playing(self._session.game)
        hints = self._hinting.of(game, self._looks)
        for line in draw.table(game.view(self._looks), keys, self._console.width, hints):
            self._console.print(line)

    def _ask(self, decision: Decision) -> None:
        head = Text(f"Seat {decision.seat + 1}: ", style=f"bold {seat_style(decision.seat)}")
        self._console.print(head.append(decision.prompt, style="bold"))
        does = self._preview.short() if self._previews and self._preview is not None else []
        for line in asked(decision.options, does, self._console.width):
            self._console.print(line)

    def _explain(self, option: Option, at: int) -> None:
        self._say(option.label, style="bold")
        does = self._preview.whole(at) if self._preview is not None else []
        if option.help:
            self._say(option.help)
        for line in does:
            self._say(f"  {line}")
        if not option.help and not does:
            self._say("There is nothing more to say about this.")

    def _read_out(self, name: str) -> None:
        found = about.written(playing(self._session.game).program, name)
        for line in found or [f"Nothing in this game is called `{name}`."]:
            self._say(line)

    def _prompt(self) -> str:
        self._console.print("> ", end="")
        typed = self._read_line()
        if not self._console.is_terminal:
            # What is piped in does not show on its own.
            self._console.print(escape(typed), highlight=False)
        return typed

    def _end(self) -> None:
        self._looks = self._session.people[0] if len(self._session.people) == 1 else None
        self._tell_log(NEWS)
        self._console.print()
        self._draw()
        for line in draw.ranking(self._session.game.view(self._looks)["result"]):
            self._console.print(line)

    def _say(self, text: str, style: str | None = None, *, fold: bool = True) -> None:
        self._console.print(text, style=style, markup=False, highlight=False, soft_wrap=not fold)


def _parts(key: str) -> list[str]:
    """What the key of an action names: `step(pawn@1#3,d4)` a pawn and a space."""
    return key.removesuffix(")").split("(", 1)[1].split(",") if "(" in key else []
