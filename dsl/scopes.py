"""The scope of one routine while it is checked: its locals, what is known of them, and what the code there
may do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from ..ir import program as ir
from ..ir.span import Span
from ..ir.types import NONE, KindT, OptT, PlayerT, Type
from . import syntax as tree
from .diagnostics import Findings
from .facts import NO_FACTS, UNSURE, Facts, mentions_local, mentions_state, some
from .suggest import nearest
from .symbols import Symbols
from .types import BAD, INT, NOTHING, describe, is_space

PURE_CONTEXTS = frozenset({"value", "default", "active", "constant"})


@dataclass(frozen=True, slots=True)
class Context:
    """Where code stands.

    `kind`: value, effect, action, hook, slot, flow, test, default, active (`active while`) or constant.
    `content`: the content that brings it, `self_kind` the kind of `self` (the local `self_slot`). `held`: its
    hooks are live, and its actions offered, only while some seat holds the component. `pure`: it may neither
    ask, draw nor change anything. `super_params`: of `instead of`, the parameters of what it replaces (label,
    name, type). `given`: a condition that was tested just before this code runs.
    """

    kind: str
    content: int | None = None
    self_kind: int | None = None
    held: bool = False
    pure: bool = False
    super_params: tuple[tuple[str | None, str, Type], ...] | None = None
    super_result: Type | None = None
    given: tree.Expr | None = None
    self_slot: int = 0

    @property
    def tests(self) -> bool:
        """Whether this is code of a test, which has set-up rights."""
        return self.kind == "test"


@dataclass(slots=True)
class Binding:
    """A local by name; `fixed`: it cannot be assigned (parameters, what loops and questions bind).

    `answers`, of what `together` binds: afterwards the locals that keep it, one a seat; () inside, where it
    is the seat's own.
    """

    slot: int
    type: Type
    span: Span
    fixed: bool
    used: bool = False
    answers: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Label:
    """Something that `end` can leave: `name` as written, `label` unique in the routine; `turns` counts the
    turns that are open around it.
    """

    name: str
    label: str
    turns: int


@dataclass(slots=True)
class Scope:
    """All that checking one routine needs to know; `result` is what it must return (None: nothing).

    `turns` are the locals that keep, for each open turn, who was active before it.
    """

    symbols: Symbols
    context: Context
    result: Type | None = None
    locals: list[ir.LocalVar] = field(default_factory=list)
    blocks: list[dict[str, Binding]] = field(default_factory=lambda: [{}])
    facts: Facts = NO_FACTS
    labels: list[Label] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    counter: int = 0

    # ---- findings ----

    def wrong(
        self,
        code: str,
        span: Span,
        related: Iterable[tuple[Span, str]] = (),
        suggestion: str | None = None,
        **told: object,
    ) -> None:
        """Notes a finding."""
        self.symbols.findings.add(code, span, related, suggestion, **told)

    @contextmanager
    def quietly(self) -> Iterator[None]:
        """Inside, names count as used and nothing is told: what is wrong there may follow from a mistake that
        is told.
        """
        kept, self.symbols.findings = self.symbols.findings, Findings()
        try:
            yield
        finally:
            self.symbols.findings = kept

    def describe(self, kind: Type) -> str:
        """A type in the author's words."""
        return describe(self.symbols, kind)

    def suggest(self, name: str, visible: Iterable[str]) -> str | None:
        """The visible name that was probably meant."""
        return nearest(name, sorted(set(visible)))

    def bad(self, at: Span) -> ir.Expr:
        """What stands for an expression with a finding."""
        return ir.Const(0, BAD, at)

    # ---- locals ----

    def hidden(self, name: str, kind: Type = INT) -> int:
        """A local that the author does not see."""
        self.locals.append(ir.LocalVar(f"${name}", kind))
        return len(self.locals) - 1

    def bind(self, name: tree.Ident, kind: Type, fixed: bool = True, warn: bool = True) -> int:
        """Declares a local in the innermost block."""
        slot = self.reserve(name, kind)
        self.introduce(name, slot, fixed, warn)
        return slot

    def reserve(self, name: tree.Ident, kind: Type) -> int:
        """A local that has no name yet: what it begins with must not read it."""
        self.locals.append(ir.LocalVar(name.name, kind))
        return len(self.locals) - 1

    def introduce(self, name: tree.Ident, slot: int, fixed: bool = True, warn: bool = True) -> None:
        """Gives a reserved local its name, in the innermost block."""
        earlier = self.lookup(name.name)
        if earlier is not None:
            self.wrong("T0304", name.span, [(earlier.span, "first here")], name=name.name)
        elif name.name in IMPLICIT:
            self.wrong("T0305", name.span, name=name.name)
            return
        kind = self.locals[slot].type
        used = not warn or earlier is not None
        self.blocks[-1][name.name] = Binding(slot, kind, name.span, fixed, used)

    def lookup(self, name: str) -> Binding | None:
        """The local of that name, if one is visible."""
        for block in reversed(self.blocks):
            if name in block:
                return block[name]
        return None

    def retype(self, slot: int, kind: Type) -> None:
        """Gives a reserved local the type that turned out later."""
        self.locals[slot] = ir.LocalVar(self.locals[slot].name, kind)

    @contextmanager
    def block(self) -> Iterator[None]:
        """Locals declared inside end with it."""
        self.blocks.append({})
        try:
            yield
        finally:
            for name, binding in self.blocks.pop().items():
                if not binding.used and not name.startswith("_"):
                    self.wrong("T0930", binding.span, name=name)

    @contextmanager
    def knowing(self, more: Facts) -> Iterator[None]:
        """Inside, these facts hold too; afterwards what held before, as far as nothing changed it."""
        before = self.facts
        self.facts = before | more
        try:
            yield
        finally:
            self.facts &= before

    def forget_state(self) -> None:
        """A call or a change of the state: facts that read it are no longer certain."""
        self.facts = frozenset(each for each in self.facts if not mentions_state(each))

    def forget_locals(self, slots: Iterable[int]) -> None:
        """Locals got other values."""
        wanted = tuple(slots)
        self.facts = frozenset(each for each in self.facts if not mentions_local(each, wanted))

    def narrow(self, expr: ir.Expr) -> ir.Expr:
        """The expression without `or none` where that is known."""
        if isinstance(expr.type, OptT) and (some(expr) in self.facts or UNSURE in self.facts):
            return replace(expr, type=expr.type.of)
        return expr

    def label(self, name: str) -> Label:
        """A new label for something that `end NAME` can leave."""
        self.counter += 1
        return Label(name, f"{name}.{self.counter}", len(self.turns))

    # ---- what the code may do ----

    @contextmanager
    def doing(self, at: Span, code: str = "T0502") -> Iterator[None]:
        """What is checked inside does something; one finding for all of it where this code may only read."""
        before = self.context
        if before.pure:
            self.wrong(code, at)
            self.context = replace(before, pure=False)
        try:
            yield
        finally:
            self.context = before

    # ---- the implicit names of content ----

    def self_expr(self, at: Span) -> ir.Expr | None:
        """`self`, where code of a content stands."""
        if self.context.self_kind is None:
            return None
        return ir.Local(self.context.self_slot, KindT(self.context.self_kind), at)

    def holder(self, at: Span, function: str) -> ir.Expr | None:
        """`holder` or `owner` of self; a hook is given the holder as it was when its call began."""
        me = self.self_expr(at)
        if me is None or is_space(self.symbols, me.type):
            return None
        expr: ir.Expr = ir.Lib(function, (me,), OptT(PlayerT()), at)
        if function == "holder":
            if len(self.locals) > 1 and self.locals[1].name == HOLDER:
                expr = ir.Local(1, OptT(PlayerT()), at)
            if self.context.held and self.context.kind == "action":
                # who acts holds it; its own code may move it
                return ir.Local(0, PlayerT(), at)
            if self.context.held:
                return replace(expr, type=PlayerT())
        return self.narrow(expr)


HOLDER = "$holder"
"""The second parameter of a hook that a content brings."""

IMPLICIT = frozenset(
    {
        "true",
        "false",
        "none",
        "players",
        "active",
        "starter",
        "round",
        "actor",
        "self",
        "owner",
        "holder",
        "it",
        "result",
        "box",
        "scenario",
    }
)
"""Names that the language gives; no local may hide them."""


def none(at: Span) -> ir.Const:
    """The literal `none`."""
    return ir.Const(NONE, NOTHING, at)
