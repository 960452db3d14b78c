"""Cuts a routine that can wait into pieces that stand one behind the other, so that it can go on at each of
its suspension points.

The function of such a routine is a loop around nested blocks, one for each piece: a jump forward leaves
blocks, a jump back goes round the loop. It gives a signal (see `effects`). Locals stand in locals of the
function; those that are live at a point are put into the frame there, and taken out of it when the routine
goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..interpreter.errors import OPTIONS as MOST_OPTIONS
from ..ir.types import Type
from . import layout as at
from .body import Body
from .build import Build
from .context import FnContext
from .effects import ASKED, BY_CHANCE, ENDED, PUSHED
from .embed import embed, extract, flat
from .encode import Func, Tree
from .frames import FRAME, done
from .layout import AskedSoFar, LiveHooks
from .trees import add, compare, const, get, load, put, store, when

RETURNED, ANSWERED, ANEW = REASONS = range(3)
"""Why a routine goes on at a point: what it called is done, its question is answered, it is put anew."""


@dataclass(slots=True)
class Label:
    """A place between pieces; `entry` is its number in the table of the loop, if it can be entered there."""

    name: str
    placed: bool = False
    entry: int | None = None


class Cutter:
    """The pieces of one routine in the making."""

    def __init__(self, build: Build, number: int) -> None:
        self.number = number
        self.routine = build.world.program.routines[number]
        placed = build.layout.frames[number]
        assert placed is not None, "only a routine that waits has a frame"
        self.placed = placed
        self.fn = FnContext(build)
        self.fn.loops = None
        self.body = Body(self.fn, number, self.leave, lambda: self.signal(ENDED))
        self._pieces: list[tuple[Label, list[Tree]]] = []
        self._labels = 0
        self._entries: dict[int, Label] = {}
        self._more = len(REASONS) * (len(self.routine.points) + 1)
        start = self.label()
        self._entries[RETURNED] = start
        self.place(start)
        self.emit(self._loads(range(self.routine.params)))

    @property
    def build(self) -> Build:
        """The module in the making."""
        return self.fn.build

    # ---- Pieces --------------------------------------------------------------------------------------------

    def emit(self, trees: Sequence[Tree]) -> None:
        """Add code, and what it costs."""
        self._pieces[-1][1].extend([*self._paid(), *trees])

    def _paid(self) -> list[Tree]:
        fn = self.fn
        if not fn.owed:
            return []
        owed, fn.owed, fn.spends = fn.owed, 0, True
        return [put("$spent", add(get("$spent"), owed))]

    def label(self) -> Label:
        """A place to come."""
        self._labels += 1
        return Label(f"$piece{self._labels}")

    def place(self, label: Label) -> None:
        """The label stands for what comes next."""
        assert not self.fn.owed, "what was compiled was emitted"
        label.placed = True
        self._pieces.append((label, []))

    def jump(self, label: Label) -> list[Tree]:
        """Code that goes on at a label."""
        if not label.placed:
            return [("br", label.name)]
        if label.entry is None:
            label.entry = self._more
            self._entries[label.entry] = label
            self._more += 1
        return [put("$entry", const(label.entry)), ("br", "$pieces")]

    def go(self, label: Label) -> None:
        """Go on at a label."""
        self.emit(self.jump(label))

    def go_if(self, test: Tree, label: Label) -> None:
        """Go on at a label if a test holds."""
        self.emit(when(test, self.jump(label)))

    def land(self, point: int, why: int) -> None:
        """What comes next is done when the routine goes on at a point; nothing else leads here."""
        label = self.label()
        self._entries[len(REASONS) * point + why] = label
        self.place(label)
        self.emit(self._loads(self.routine.points[point - 1].live))

    def ask_here(self, point: int) -> None:
        """What comes next asks the question of a point, be it for the first time or anew."""
        here = self.label()
        self.go(here)
        self.land(point, ANEW)
        self.place(here)

    def unasked(self, test: Tree, otherwise: Sequence[Tree]) -> None:
        """Where a test holds, nothing can be asked: no question where it is put anew, else go on so."""
        anew: Tree = ("if", None, ("global.get", "$anew"), self.signal(PUSHED), [])
        self.emit(when(test, [anew, *otherwise]))

    # ---- Leaving -------------------------------------------------------------------------------------------

    def signal(self, signal: int) -> list[Tree]:
        """Leave the function with a signal."""
        return [("br", "$leave", const(signal))]

    def leave(self, value: Tree | None) -> list[Tree]:
        """The routine returns."""
        given = const(-(2**31)) if value is None else value
        return [
            ("global.set", "$value", given),
            ("global.set", "$frame", load(get("$fp"), at.FRAME_BELOW)),
            *done(self.build),
            *self.signal(PUSHED),
        ]

    @property
    def end(self) -> Tree:
        """The address behind the frame: of what is pushed on it, and of options."""
        return add(get("$fp"), at.WORD * self.placed.words)

    def in_frame(self, slot: int) -> Tree:
        """The address of a local in the frame."""
        assert self.placed.offset[slot] > 0, "it is live at a point"
        return add(get("$fp"), self.placed.offset[slot])

    def wait(self, point: int) -> list[Tree]:
        """Put what is live at a point into the frame."""
        trees = [store(get("$fp"), const(point), at.FRAME_POINT)]
        for slot in self.routine.points[point - 1].live:
            type_, value = self.placed.types[slot], self.fn.scope.get(slot)
            if isinstance(type_, LiveHooks | AskedSoFar):
                continue
            stored = embed(self.fn, self.in_frame(slot), value, type_)
            # A list that is walked through may stand there already.
            trees += when(compare("ne", value, self.in_frame(slot)), stored) if flat(type_) else stored
        return trees

    def _loads(self, slots: Sequence[int]) -> list[Tree]:
        """Take locals out of the frame."""
        trees: list[Tree] = []
        for slot in slots:
            type_ = self.placed.types[slot]
            if isinstance(type_, LiveHooks | AskedSoFar):
                continue
            trees += self.fn.scope.put(slot, self._loaded(slot, type_))
        return trees

    def _loaded(self, slot: int, type_: Type) -> Tree:
        # Nothing but its loop knows of a hidden list, so it may stay where it is.
        if flat(type_) and self.routine.locals[slot].name.startswith("$"):
            return self.in_frame(slot)
        return extract(self.fn, self.in_frame(slot), type_)

    # ---- Questions -----------------------------------------------------------------------------------------

    def question(
        self, point: int, kind: int, seat: Tree, count: Tree, width: int, *, weighted: bool = False
    ) -> list[Tree]:
        """Put a question, whose options stand behind the frame. `width` is in words."""
        return [
            ("if", None, ("i32.gt_u", count, const(MOST_OPTIONS)), [("unreachable",)]),
            store(const(at.ROWS), self.end),
            store(const(at.SEAT), seat),
            store(const(at.KIND), const(kind)),
            store(const(at.COUNT), count),
            store(const(at.WIDTH), const(width)),
            store(const(at.WEIGHTED), const(int(weighted))),
            *self.wait(point),
            *self.signal(BY_CHANCE if kind == CHANCE_KIND else ASKED),
        ]

    # ---- The whole -----------------------------------------------------------------------------------------

    def function(self) -> Func:
        """The function of the routine."""
        fn = self.fn
        entries = [self._entries.get(n) for n in range(self._more)]
        default = self._pieces[0][0].name
        table = [default if label is None else label.name for label in entries]
        trees: list[Tree] = [("br_table", [*table, default], get("$entry"))]
        for label, piece in self._pieces:
            trees = [("block", label.name, None, *trees), *piece]
        point = load(get("$fp"), at.FRAME_POINT)
        came: Tree = ("global.get", "$came")
        body: list[Tree] = [
            put("$fp", FRAME),
            put("$entry", ("i32.add", ("i32.mul", point, const(len(REASONS))), came)),
            ("global.set", "$came", const(RETURNED)),
            put("$signal", ("block", "$leave", "i32", ("loop", "$pieces", None, *trees), ("unreachable",))),
            *fn.settled(),
            get("$signal"),
        ]
        own = ["$fp", "$entry", "$signal", *(["$spent"] if fn.spends else [])]
        locals_ = [(name, "i32") for name in own]
        return Func(f"$s{self.number}", [], "i32", [*locals_, *fn.locals], body)


CHANCE_KIND = 3
"""The kind of questions to chance, by its position in `state.KINDS`."""
