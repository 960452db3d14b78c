"""The algorithm of calls: which hooks are live, in which order they come, and what becomes of a call that
has some.

One call of an effect: (a) its live hooks are fixed, with the component that brings each and its holder. (b)
Each `change` whose `where` holds changes its argument, once. (c) The first `instead of` whose `where` holds
and that this call has not used yet replaces the rest; its `super` does (b) and (c) again with what is not
used yet, then (d). (d) `before` hooks, body, `after` hooks, each `where` tested when its turn comes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from ..ir.program import SCENARIO, Hook
from ..ir.span import Span
from ..ir.types import NONE
from .calls import call
from .errors import Stop
from .lib_table import active_seat
from .state import IN_AFTER, IN_BEFORE, IN_BODY, IN_INSTEAD, Frame, Value

if TYPE_CHECKING:
    from .machine import Machine

Live: TypeAlias = tuple[int, int, int]
"""A live hook of a call: (hook, the component or space whose content brings it or NONE, its holder or
NONE).
"""

ARGS, LIVE, USED, POSITION, RESULT, INNER = range(6)
"""What the locals of a call's frame are; INNER is 1 where `super` made it."""


# ---- Which hooks are live, and their order -----------------------------------------------------------------


def live_hooks(machine: Machine, candidates: tuple[int, ...]) -> tuple[Live, ...]:
    """The hooks of a target that are live now, in the order in which they come."""
    found: list[Live] = []
    world = machine.world
    for number in candidates:
        hook = machine.code.program.hooks[number]
        if hook.scenario is not None and not is_played(machine, hook.scenario):
            continue
        selves = world.hook_selves[number]
        if selves is None:
            found.append((number, NONE, NONE))
        else:
            found += _live_copies(machine, number, hook, selves)
    return tuple(found if len(found) < 2 else _ordered(machine, found))


def is_played(machine: Machine, scenario: int) -> bool:
    """Whether that scenario is in play."""
    return machine.slots[machine.world.offset[SCENARIO]] == scenario


def _live_copies(machine: Machine, number: int, hook: Hook, selves: tuple[int, ...]) -> list[Live]:
    assert hook.content is not None
    program, world = machine.code.program, machine.world
    kind = program.kinds[program.contents[hook.content].kind]
    test = None if kind.live is None else machine.code.routines[kind.live]
    found = []
    for self in selves:
        if test is None or call(machine, test, [self], hook.at):
            holder = NONE if kind.word == "space" else world.places[machine.place[self]].owner
            found.append((number, self, holder))
    return found


def _ordered(machine: Machine, found: list[Live]) -> list[Live]:
    """By pack, holder (none first, then from the active seat on), name, number; then `after` puts a hook
    behind those it names.
    """
    program, world = machine.code.program, machine.world
    active = active_seat(machine)

    def key(live: Live) -> tuple[int, int, str, int]:
        hook = program.hooks[live[0]]
        seat = 0 if live[2] == NONE else 1 + (live[2] - active) % world.players
        return hook.rank, seat, hook.name, live[1]

    waiting = sorted(found, key=key)
    ordered: list[Live] = []
    while waiting:
        left = {live[0] for live in waiting}
        # Of hooks that name each other in a ring, the first goes first.
        ready = next(
            (w for w in waiting if not left.intersection(program.hooks[w[0]].after) - {w[0]}), waiting[0]
        )
        waiting.remove(ready)
        ordered.append(ready)
    return ordered


# ---- One hook ----------------------------------------------------------------------------------------------


def _given(machine: Machine, live: Live, routine: int, args: list[Value]) -> list[Value]:
    hook = machine.code.program.hooks[live[0]]
    if hook.content is None:
        return args
    if machine.code.routines[routine].takes_holder:
        return [live[1], live[2], *args]
    return [live[1], *args]


def applies(machine: Machine, live: Live, args: list[Value], at: Span) -> bool:
    """Whether the hook's `where` holds for these arguments; `at` is the place of the call."""
    where = machine.code.program.hooks[live[0]].where
    if where is None:
        return True
    given = _given(machine, live, where, args)
    return bool(call(machine, machine.code.routines[where], given, at))


def changed_to(machine: Machine, live: Live, args: list[Value], at: Span) -> Value:
    """What a `change` hook makes of its argument, or of the value so far."""
    body = machine.code.program.hooks[live[0]].body
    return call(machine, machine.code.routines[body], _given(machine, live, body, args), at)


def push_hook(machine: Machine, live: Live, args: list[Value]) -> None:
    """Put the body of a `before`, `after` or `instead of` hook on the stack."""
    hook = machine.code.program.hooks[live[0]]
    machine.push(hook.body, _given(machine, live, hook.body, args), hook.at)


def next_hook(
    machine: Machine,
    live: tuple[Live, ...],
    word: str,
    start: int,
    args: list[Value],
    at: Span,
    used: int = 0,
) -> int:
    """The position from `start` on of the first hook of that word, not used, whose `where` holds; the
    number of hooks if there is none.
    """
    hooks = machine.code.program.hooks
    for position in range(start, len(live)):
        hook = live[position]
        if hooks[hook[0]].word == word and not used >> position & 1 and applies(machine, hook, args, at):
            return position
    return len(live)


# ---- Calls of effects --------------------------------------------------------------------------------------


def call_effect(machine: Machine, effect: int, args: list[Value], at: Span) -> None:
    """Begin a call: afterwards a frame lies on top that has to run. Without live hooks that is the effect's
    own body.
    """
    declared = machine.code.program.effects[effect]
    live = live_hooks(machine, declared.hooks) if declared.hooks else ()
    if not live:
        machine.note_says(effect, args)
        machine.push(declared.routine, args, at)
        return
    frame = Frame(-1 - effect, 0, [tuple(args), live, 0, 0, NONE, 0])
    machine.frames.append(frame)
    _change_and_replace(machine, frame)


def call_super(machine: Machine, args: list[Value], at: Span) -> None:
    """`super(...)` of the `instead of` hook whose body is on top: the rest of its call, with these
    arguments.
    """
    outer = machine.frames[-2] if len(machine.frames) > 1 else None
    if outer is None or outer.routine >= 0 or outer.point != IN_INSTEAD:
        raise Stop("super stands here, but nothing has been replaced", at)
    frame = Frame(outer.routine, 0, [tuple(args), outer.locals[LIVE], outer.locals[USED], 0, NONE, 1])
    machine.frames.append(frame)
    _change_and_replace(machine, frame)


def _change_and_replace(machine: Machine, frame: Frame) -> None:
    """(b) and (c), then the beginning of (d)."""
    at = machine.code.program.effects[-1 - frame.routine].at
    args, live, used = list(frame.locals[ARGS]), frame.locals[LIVE], frame.locals[USED]
    for position, hook in enumerate(live):
        declared = machine.code.program.hooks[hook[0]]
        if declared.word == "change" and not used >> position & 1 and applies(machine, hook, args, at):
            assert declared.param is not None
            args[declared.param] = changed_to(machine, hook, args, at)
            used |= 1 << position
    position = next_hook(machine, live, "instead_of", 0, args, at, used)
    frame.locals[ARGS] = tuple(args)
    if position == len(live):
        frame.locals[USED] = used
        _go_on_before(machine, frame, 0)
        return
    frame.locals[USED] = used | 1 << position
    frame.locals[POSITION] = position
    frame.point = IN_INSTEAD
    push_hook(machine, live[position], args)


def go_on(machine: Machine, frame: Frame) -> None:
    """What follows in a call when the routine that it waited for has returned (its result is
    `Machine.value`).
    """
    if frame.point == IN_INSTEAD:
        _finish(machine, frame, machine.value)
    elif frame.point == IN_BEFORE:
        _go_on_before(machine, frame, frame.locals[POSITION] + 1)
    elif frame.point == IN_BODY:
        frame.locals[RESULT] = machine.value
        _go_on_after(machine, frame, 0)
    else:
        _go_on_after(machine, frame, frame.locals[POSITION] + 1)


def _go_on_before(machine: Machine, frame: Frame, start: int) -> None:
    declared = machine.code.program.effects[-1 - frame.routine]
    args, live = list(frame.locals[ARGS]), frame.locals[LIVE]
    position = next_hook(machine, live, "before", start, args, declared.at)
    if position < len(live):
        frame.locals[POSITION] = position
        frame.point = IN_BEFORE
        push_hook(machine, live[position], args)
        return
    frame.locals[POSITION] = 0
    frame.point = IN_BODY
    machine.note_says(-1 - frame.routine, args)
    machine.push(declared.routine, args, declared.at)


def _go_on_after(machine: Machine, frame: Frame, start: int) -> None:
    declared = machine.code.program.effects[-1 - frame.routine]
    args, live, result = list(frame.locals[ARGS]), frame.locals[LIVE], frame.locals[RESULT]
    if machine.code.routines[declared.routine].has_result:
        args.append(result)
    position = next_hook(machine, live, "after", start, args, declared.at)
    if position < len(live):
        frame.locals[POSITION] = position
        frame.point = IN_AFTER
        push_hook(machine, live[position], args)
        return
    _finish(machine, frame, result)


def _finish(machine: Machine, frame: Frame, result: Value) -> None:
    machine.frames.pop()
    if frame.locals[INNER]:
        machine.frames[-2].locals[USED] = frame.locals[USED]
    machine.value = result
