"""Says of expressions whether they read nothing but what every seat sees; what it cannot tell counts as
hidden.

`secrets.py` errs on the other side, so that its warnings are right. Where a seat is not asked because it
cannot act, silence would give something away.
"""

from __future__ import annotations

from ..ir import program as ir
from ..ir.types import KindT, ListT, OptT, SetT, Type
from .secrets import LOOK, NAMED, NOTHING, PASSING, SECRET, Env, Flags, Secrets, union
from .walk import nodes

HIDDEN = LOOK | NAMED | SECRET

_COUNTING = frozenset({"len", "size", "set_len"})
"""Library functions that tell how many there are, which is always open."""


class Cautious(Secrets):
    """What the expressions of one program give away, at most."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        down = [node for each in program.routines for node in nodes(each.body) if _turns_down(node)]
        self.turned = bool(down)
        """Whether something may lie otherwise than its zone shows it."""
        self.face_down = not all(isinstance(n, ir.Move | ir.Draw) and self.closed(n.to) for n in down)
        """Whether something may lie face down where other things lie open."""
        super().__init__(program)

    def hides_type(self, kind: Type) -> bool:
        """Whether a value of this type is, or holds, something that may lie hidden."""
        while isinstance(kind, ListT | SetT | OptT):
            kind = kind.of
        return isinstance(kind, KindT) and (kind.kind == -1 or (kind.kind >= 0 and self._hides(kind.kind)))

    def params(self, routine: ir.Routine) -> Env:
        """What parameters may hold of which nothing is known."""
        slots = range(routine.params)
        return {slot: LOOK for slot in slots if self.hides_type(routine.locals[slot].type)}

    def _value(self, value: ir.Value) -> tuple[Flags, Flags]:
        plain, looking = super()._value(value)
        told = NOTHING
        for hook in value.hooks:
            declared = self.program.hooks[hook]
            routines = [each for each in (declared.where, declared.body) if each is not None]
            if declared.content is not None:
                live = self.program.kinds[self.program.contents[declared.content].kind].live
                routines += [] if live is None else [live]
            for position in routines:
                routine = self.program.routines[position]
                told |= self.result(routine, self.params(routine)) & HIDDEN
        return (plain | (SECRET if told else NOTHING), looking | (SECRET if told else NOTHING))

    def flags(self, expr: ir.Expr, env: Env) -> Flags:
        """What the expression may give away, with locals as in `env`."""
        match expr:
            case ir.StateGet(_, index):
                of = NOTHING if index is None else self.flags(index, env)
                return (SECRET if of & HIDDEN else NOTHING) | (
                    LOOK if self.hides_type(expr.type) else NOTHING
                )
            case ir.CallSlot(_, of, args):
                return SECRET if union(self.flags(each, env) for each in (of, *args)) & HIDDEN else NOTHING
            case ir.CallValue(value, args):
                plain, looking = self.values[value]
                given = union(self.flags(each, env) for each in args)
                return union((plain, looking if given & HIDDEN else NOTHING, given & SECRET))
            case ir.Compare(_, left, right):
                return self._compared(left, right, env)
            case _:
                return super().flags(expr, env)

    def _compared(self, left: ir.Expr, right: ir.Expr, env: Env) -> Flags:
        for one, other in ((left, right), (right, left)):
            if isinstance(one, ir.Lib) and one.name in ("zone_of", "space_of"):
                # everybody sees whether a thing lies in an open place, unless it lies face down there
                of = self.flags(one.args[0], env)
                told = self.flags(other, env) | (of & SECRET)
                hides = self.face_down or bool(of & LOOK) or (one.name == "zone_of" and not self._open(other))
                return SECRET if told & HIDDEN or (of & NAMED and hides) or (of & LOOK) else NOTHING
        return SECRET if (self.flags(left, env) | self.flags(right, env)) & HIDDEN else NOTHING

    def _open(self, zone: ir.Expr) -> bool:
        return isinstance(zone, ir.ZoneOf) and not self.closed(zone)

    def _library(self, name: str, args: tuple[ir.Expr, ...], env: Env) -> Flags:
        found = union(self.flags(each, env) for each in args)
        match name:
            case "items":
                hidden = not self._open(args[0]) or self.face_down
                return (found & SECRET) | (LOOK if hidden else NOTHING)
            case "on_space" | "on_space_of":
                return (found & SECRET) | (LOOK if self.face_down else NOTHING)
            case "the_component":
                return super()._library(name, args, env) | (found & SECRET)
            case "face_up" if not self.turned and not found & NAMED:
                # all that lies in a zone lies alike
                return found & SECRET
            case _ if name in _COUNTING:
                return found & SECRET
            case _ if name in PASSING:
                return found
            case _:
                return SECRET if found & HIDDEN else NOTHING


def _turns_down(node: object) -> bool:
    match node:
        case ir.Move(face="down") | ir.Draw(face="down"):
            return True
        case ir.Flip(_, face):
            return face != "up"
        case _:
            return False
