"""Turns a session into a conversation on a screen: the table, the log, numbered options, and what is typed
at them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from ..interpreter.game import Decision, GameFault, Option
from . import draw, words
from .cells import seat_style
from .files import FileProblem
from .session import Session, Step, UndoRefused

Saver = Callable[[Session, Path], None]
"""Writes the session to a file; raises FileProblem."""

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
            self._forced(step)
        self._tell_log()

    def _forced(self, step: Step) -> None:
        """A forced answer is told to who may know the option: its person, where the screen is theirs."""
        if self._looks == step.decision.seat:
            self._say(f"(only one choice: {step.decision.options[step.option].label})", style="dim")

    def _tell_log(self) -> None:
        """Show whoever looks the lines since they last looked; everybody together, since anybody did."""
        lines = self._session.game.log(self._looks)
        first = max(self._told.values(), default=0) if self._looks is None else 0
        for line in lines[self._told.get(self._looks, first) :]:
            self._say(f"  {line}")
        self._told[self._looks] = len(lines)

    # ---- A question -----------------------------------------------------------------------------

    def _question(self, seat: int) -> bool:
        """Ask the person of a seat until the question is answered or taken back; False if the person
        leaves.
        """
        self._pass_keyboard(seat)
        self._tell_log()
        decision = self._session.game.decision
        assert decision is not None, "a person is waited for"
        self._show_table(decision)
        self._ask(decision)
        before = self._session.game
        while self._session.game is before:
            typed = self._prompt()
            if not self._obey(words.read(typed, decision.options), decision):
                return False
        return True

    def _pass_keyboard(self, seat: int) -> None:
        if len(self._session.people) < 2 or self._looks == seat:
            return
        self._looks = None
        self._hide()
        self._say(f"Pass the keyboard to seat {seat + 1}, who then presses Enter.", style="bold")
        self._read_line()
        self._looks = seat

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
                self._explain(decision.options[option])
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
        keys = {option.key for option in decision.options}
        view = self._session.game.view(self._looks)
        self._console.print()
        for line in draw.table(view, keys, self._console.width):
            self._console.print(line)

    def _ask(self, decision: Decision) -> None:
        head = Text(f"Seat {decision.seat + 1}: ", style=f"bold {seat_style(decision.seat)}")
        self._console.print(head.append(decision.prompt, style="bold"))
        for line in columns(decision.options, self._console.width):
            self._say(line)

    def _explain(self, option: Option) -> None:
        self._say(option.label, style="bold")
        self._say(option.help or "There is nothing more to say about this.")

    def _prompt(self) -> str:
        self._console.print("> ", end="")
        typed = self._read_line()
        if not self._console.is_terminal:
            # What is piped in does not show on its own.
            self._console.print(escape(typed), highlight=False)
        return typed

    def _end(self) -> None:
        self._looks = self._session.people[0] if len(self._session.people) == 1 else None
        self._tell_log()
        view = self._session.game.view(self._looks)
        self._console.print()
        for line in (*draw.table(view, (), self._console.width), *draw.ranking(view["result"])):
            self._console.print(line)

    def _say(self, text: str, style: str | None = None, *, fold: bool = True) -> None:
        self._console.print(text, style=style, markup=False, highlight=False, soft_wrap=not fold)


def columns(options: Sequence[Option], width: int) -> list[str]:
    """The options with what is typed for each, in as many columns as fit, downwards."""
    typed = words.marks(options)
    reach = max(map(len, typed))
    entries = [f"{mark:>{reach}}  {option.label}" for mark, option in zip(typed, options, strict=True)]
    longest = max(map(len, entries)) + 3
    count = max(1, min((width - 2) // longest, 6))
    if len(options) <= 6:
        count = 1
    height = -(-len(entries) // count)
    rows = (entries[row::height] for row in range(height))
    return ["  " + "".join(f"{entry:<{longest}}" for entry in row).rstrip() for row in rows]
