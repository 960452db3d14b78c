"""Turns the open question of a game in play into the names that each of its options stands for."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from ..interpreter.engine import Playing
from ..interpreter.knowledge import looks
from ..interpreter.names import elements
from ..interpreter.options import action_name, option_types
from ..interpreter.state import Frame, Raw, Value
from ..ir.program import Act, Choose, Menu, Program
from ..ir.types import NONE, ContentT, EnumT, KindT, ListT, OptT, ScenarioT, SetT, Type
from ..ir.world import World
from ..wasm.engine import Running
from ..wasm.glance import Glance
from ..wasm.layout import Layout

Name: TypeAlias = tuple[str, str]
"""What a use is counted under: its sort, a key of `SORTS`, and its name in the content."""

SORTS = {
    "action": "actions",
    "component": "cards, tiles and other components",
    "space": "named spaces",
    "option": "options of menus and other choices",
}

_SILENT = frozenset(("yes", "no", "done"))

KEPT = 1 << 17
"""So many options are remembered in questions at once: enough for the ones that come again and again."""

CHOICES = 1 << 14
"""Options remembered by themselves."""


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """A question as it may come again: where it is put (routine, point), and by option the numbers of its
    names and the components in it that a seat may not know (nothing where there are none of these in any).
    `all` are the names in any of them, `components` the components.
    """

    where: tuple[int, int]
    names: tuple[frozenset[int], ...]
    all: frozenset[int]
    secret: tuple[tuple[int, ...], ...]
    components: tuple[int, ...]


class Reading(Protocol):
    """What is read of a game at every decision, cheaply."""

    def question(self, game: Any) -> tuple[int, int, Sequence[Any]]:
        """Routine and point of the open question, and its options in some form, the same for the same."""

    def each(self, rows: Any, count: int) -> Sequence[Any]:
        """The options, each by itself, in that form."""

    def options(self, game: Any) -> Sequence[Raw]:
        """The options as the interpreter has them."""

    def lying(self, game: Any) -> bytes:
        """As `wasm.glance.Glance.lying` gives it."""


class Plainly:
    """Reads from the state."""

    def question(self, game: Playing) -> tuple[int, int, Sequence[Raw]]:
        """See `Reading`."""
        state = game.state
        assert state.pending is not None, "only positions with a question are read"
        return state.frames[-1].routine, state.frames[-1].point, state.pending.options

    def each(self, rows: Sequence[Raw], count: int) -> Sequence[Raw]:
        """See `Reading`."""
        del count
        return rows

    def options(self, game: Playing) -> Sequence[Raw]:
        """See `Reading`."""
        pending = game.state.pending
        return () if pending is None else pending.options

    def lying(self, game: Playing) -> bytes:
        """See `Reading`."""
        return array("i", [*game.state.place, *game.state.known]).tobytes()


class FromBlock:
    """Reads from the bytes of the block of a compiled game."""

    def __init__(self, layout: Layout) -> None:
        self._glance = Glance(layout)

    def question(self, game: Running) -> tuple[int, int, bytes]:
        """See `Reading`."""
        return self._glance.question(game.block)

    def each(self, rows: bytes, count: int) -> Sequence[bytes]:
        """See `Reading`."""
        width = len(rows) // count
        return [rows[at : at + width] for at in range(0, len(rows), width)]

    def options(self, game: Running) -> Sequence[Raw]:
        """See `Reading`."""
        return self._glance.options(game.block)

    def lying(self, game: Running) -> bytes:
        """See `Reading`."""
        return self._glance.lying(game.block)


@dataclass(frozen=True, slots=True)
class _Choice:
    """One option: the numbers of its names, and the components in it that a seat may not know."""

    names: frozenset[int]
    secret: tuple[int, ...]


class Questions:
    """Reads the games of one world, and remembers what it has read. `names` are all names by number: first
    those of the contents, in their order.
    """

    def __init__(self, game: Playing) -> None:
        self.world = game.world
        self.read: Reading = FromBlock(game.layout) if isinstance(game, Running) else Plainly()
        self.names: list[Name] = content_names(game.program)
        self._numbers = {name: number for number, name in enumerate(self.names)}
        self._secret = looks(self.world).secret
        self._asked: dict[tuple[int, int, Any], Asked] = {}
        self._choices: dict[tuple[int, int, Any], _Choice] = {}
        self._nameless: dict[tuple[int, int], bool] = {}
        self._room = KEPT

    def asked(self, game: Playing) -> Asked:
        """The open question of a seat."""
        rows: Any
        routine, point, rows = self.read.question(game)
        if self._is_nameless(routine, point):
            rows = game.option_count
        found = self._asked.get((routine, point, rows))
        if found is None:
            found = self._make(game, routine, point, rows)
            self._room -= len(found.names)
            if self._room < 0:
                self._asked.clear()
                self._room = KEPT
            self._asked[routine, point, rows] = found
        return found

    def _is_nameless(self, routine: int, point: int) -> bool:
        """Whether nothing that can be chosen there has a name, such as the spaces of a grid."""
        found = self._nameless.get((routine, point))
        if found is None:
            statement = self.world.points[routine][point]
            found = isinstance(statement, Choose) and not _has_names(self.world, statement.source.type)
            self._nameless[routine, point] = found
        return found

    def _make(self, game: Playing, routine: int, point: int, rows: Any) -> Asked:
        if isinstance(rows, int):
            return Asked((routine, point), (frozenset(),) * rows, frozenset(), (), ())
        # Questions come in many combinations of few options: what each stands for is remembered, too.
        choices, known, options = list[_Choice](), self._choices, self.read.each(rows, game.option_count)
        raws: Sequence[Raw] = ()
        for at, row in enumerate(options):
            choice = known.get((routine, point, row))
            if choice is None:
                if len(known) >= CHOICES:
                    known.clear()
                raws = raws or self.read.options(game)
                choice = known[routine, point, row] = self._choice(routine, point, raws[at])
            choices.append(choice)
        components = tuple(sorted({c for choice in choices for c in choice.secret}))
        return Asked(
            (routine, point),
            tuple(choice.names for choice in choices),
            frozenset().union(*(choice.names for choice in choices)),
            tuple(choice.secret for choice in choices) if components else (),
            components,
        )

    def _choice(self, routine: int, point: int, raw: Raw) -> _Choice:
        world = self.world
        statement, frame = world.points[routine][point], Frame(routine, point, [])
        new, types = _newly_asked(statement, raw, option_types(world, statement, raw, frame))
        names = set(map(self._number, self._fixed(statement, raw, new, types)))
        inside = [c for v, t in zip(new, types, strict=True) for c in elements(world, v, t)]
        return _Choice(
            frozenset(names.union(world.content[c] for c in inside)),
            tuple(c for c in inside if self._secret[c]),
        )

    def _number(self, name: Name) -> int:
        found = self._numbers.get(name)
        if found is None:
            found = self._numbers[name] = len(self.names)
            self.names.append(name)
        return found

    def known_names(self, asked: Asked, option: int, unknown: frozenset[int]) -> frozenset[int]:
        """The names of an option for a seat that does not know these components: they count for nothing."""
        if not unknown.intersection(asked.secret[option]):
            return asked.names[option]
        hidden = {self.world.content[c] for c in asked.secret[option] if c in unknown}
        return asked.names[option] - hidden

    def _fixed(self, statement: object, raw: Raw, new: Raw, types: Sequence[Type]) -> Iterator[Name]:
        """The names that do not depend on what lies where: actions, choices of a menu, named values."""
        program = self.world.program
        if isinstance(statement, Menu):
            name = statement.options[raw[0]].id
            if name not in _SILENT:
                yield "option", name
        if isinstance(statement, Act) and raw and (not statement.step_by_step or len(raw) == 1):
            yield "action", action_name(program, raw[0])
        for value, type_ in zip(new, types, strict=True):
            yield from _value_names(self.world, value, type_)


def content_names(program: Program) -> list[Name]:
    """The name of each content, by its number."""
    return [content_name(program, number) for number in range(len(program.contents))]


def _newly_asked(statement: object, raw: Raw, types: Sequence[Type]) -> tuple[Raw, Sequence[Type]]:
    """What this question adds: of an action that is asked for step by step, what comes last."""
    if isinstance(statement, Act) and statement.step_by_step and len(raw) > 1:
        return raw[-1:], types[-1:]
    return raw, types


def _has_names(world: World, type_: Type) -> bool:
    """Whether values of this type, or what stands in them, may have names to be counted under."""
    match type_:
        case ListT(of) | SetT(of) | OptT(of):
            return _has_names(world, of)
        case KindT(kind) if world.is_space(kind):
            return any(
                content != NONE
                for own, content in zip(world.space_kind, world.space_content, strict=True)
                if own == kind
            )
        case KindT() | ContentT() | EnumT() | ScenarioT():
            return True
        case _:
            return False


def _value_names(world: World, value: Value, type_: Type) -> Iterator[Name]:
    program = world.program
    match type_:
        case OptT(of) if value != NONE:
            yield from _value_names(world, value, of)
        case ListT(of):
            for item in value:
                yield from _value_names(world, item, of)
        case ContentT() if value != NONE:
            yield content_name(program, value)
        case EnumT(enum) if value != NONE:
            yield "option", program.enums[enum].names[value]
        case ScenarioT() if value != NONE:
            yield "option", program.scenarios[value].name
        case KindT(kind) if value != NONE and world.is_space(kind) and world.space_content[value] != NONE:
            yield content_name(program, world.space_content[value])
        case _:
            pass


def content_name(program: Program, content: int) -> Name:
    """The name of one content."""
    found = program.contents[content]
    return ("space" if program.kinds[found.kind].word == "space" else "component", found.name)
