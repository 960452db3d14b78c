"""Turns hooks into routines of the program and hangs them on what they hook, in their static order."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ..ir import program as ir
from ..ir.span import Span
from ..ir.types import Bool, KindT, OptT, PlayerT, Type
from . import syntax as tree
from .declare_kinds import check_param_name
from .elaborate import Context, elaborate_expr_routine, elaborate_routine, held_while_live
from .gather import Gathered, OwnedHook
from .hook_order import resolve_orders, warn_unordered
from .hook_targets import Target, find_target
from .scopes import HOLDER
from .suggest import nearest
from .symbols import Symbols

WORDS = {"before": "before", "after": "after", "instead_of": "instead_of", "change": "change"}


@dataclass(slots=True, eq=False)
class BuiltHook:
    """A hook on the way into the program; `position` is its place in `Program.hooks`."""

    owned: OwnedHook
    target: Target
    word: str
    rank: int
    name: str
    position: int = 0
    after: tuple[int, ...] = ()
    misordered: bool = False
    params: list[tuple[str, Type]] = field(default_factory=list)

    @property
    def decl(self) -> tree.HookDecl:
        return self.owned.decl

    @property
    def spoken(self) -> str:
        """`instead of attack`"""
        return f"{self.word.replace('_', ' ')} {self.target.name}"


@dataclass(slots=True)
class Hooks:
    """All hooks of a game, and for each target (sort, position) those on it in their static order."""

    hooks: tuple[ir.Hook, ...]
    on: dict[tuple[str, int], tuple[int, ...]]


def build_hooks(symbols: Symbols, gathered: Gathered) -> Hooks:
    """All hooks that have a target, numbered by pack, owner and name, whatever the order of files."""
    built = [hook for owned in gathered.hooks if (hook := _find(symbols, gathered, owned)) is not None]
    built.sort(key=_static_order)
    for position, hook in enumerate(built):
        hook.position = position
    resolve_orders(symbols, built)
    warn_unordered(symbols, built)
    hooks = tuple(_elaborate(symbols, hook) for hook in built)
    on: dict[tuple[str, int], tuple[int, ...]] = {}
    for hook in _sorted_by_after(built):
        key = (hook.target.sort, hook.target.position)
        on[key] = (*on.get(key, ()), hook.position)
    return Hooks(hooks, on)


def _find(symbols: Symbols, gathered: Gathered, owned: OwnedHook) -> BuiltHook | None:
    if owned.content is not None and owned.content not in symbols.contents:
        # a content of an unknown kind, which is a finding already
        return None
    word = WORDS[owned.decl.word.name]
    target = find_target(symbols, owned.decl, word)
    if target is None:
        return None
    at = owned.decl.span
    name = owned.content or owned.scenario or gathered.pack(at)
    return BuiltHook(owned, target, word, gathered.rank(at), name)


def _static_order(hook: BuiltHook) -> tuple[int, bool, str, str, str, Span]:
    """Packs first, hooks without a component before those of components, then names; places only tell equals
    apart.
    """
    return (
        hook.rank,
        hook.owned.content is not None,
        hook.name,
        hook.target.name,
        hook.word,
        hook.decl.span,
    )


def _sorted_by_after(built: list[BuiltHook]) -> list[BuiltHook]:
    """The static order, changed only as far as `after NAME` asks for."""
    left, done, order = list(built), set[int](), list[BuiltHook]()
    while left:
        free = next((hook for hook in left if done.issuperset(hook.after)), left[0])
        left.remove(free)
        done.add(free.position)
        order.append(free)
    return order


# ---- Code --------------------------------------------------------------------------------------------------


def _elaborate(symbols: Symbols, hook: BuiltHook) -> ir.Hook:
    content = symbols.contents[hook.owned.content] if hook.owned.content is not None else None
    scenario = symbols.scenarios[hook.owned.scenario] if hook.owned.scenario is not None else None
    hook.params = _params(symbols, hook)
    context = Context("hook")
    if content is not None:
        kind = symbols.kind_list[content.kind]
        held = held_while_live(symbols, kind)
        context = replace(context, content=content.position, self_kind=kind.position, held=held)
        hook.params = [("self", KindT(kind.position)), (HOLDER, OptT(PlayerT())), *hook.params]
    extra = _extra(hook)
    if extra is not None:
        hook.params.append(extra)
    label = f"{hook.name}: {hook.spoken}"
    return ir.Hook(
        word=hook.word,
        name=hook.name,
        where=_where(symbols, hook, context, label),
        body=_body(symbols, hook, context, label),
        param=_changed(hook),
        content=None if content is None else content.position,
        scenario=None if scenario is None else scenario.position,
        rank=hook.rank,
        after=hook.after,
        at=hook.decl.span,
    )


def _extra(hook: BuiltHook) -> tuple[str, Type] | None:
    """What a hook is given beside the parameters: the value so far, or what the effect has returned."""
    if hook.target.result is None:
        return None
    if hook.word == "after":
        return ("result", hook.target.result)
    if hook.word == "change" and hook.target.sort != "effect":
        return ("it", hook.target.result)
    return None


def _where(symbols: Symbols, hook: BuiltHook, context: Context, label: str) -> int | None:
    where = hook.decl.where
    if where is None:
        return None
    pure = replace(context, pure=True)
    return elaborate_expr_routine(symbols, f"{label} where", hook.params, where, Bool(), pure, hook.decl.span)


def _body(symbols: Symbols, hook: BuiltHook, context: Context, label: str) -> int:
    decl, target = hook.decl, hook.target
    context = replace(context, given=decl.where)
    if hook.word == "change":
        changed = _changed(hook)
        wanted = target.result if changed is None else target.params[changed][2]
        expr = decl.to
        if expr is None or (target.sort != "effect" and decl.changed is not None):
            # there is a finding already, and the written value may read names that are not there
            expr = tree.Name("it", decl.span)
        pure = replace(context, pure=True)
        return elaborate_expr_routine(symbols, label, hook.params, expr, wanted, pure, decl.span)
    result = None
    if hook.word == "instead_of":
        result = target.result
        if target.sort == "effect":
            context = replace(context, super_params=tuple(target.params), super_result=target.result)
    return elaborate_routine(symbols, label, hook.params, result, decl.body or (), context, decl.span)


def _changed(hook: BuiltHook) -> int | None:
    """Which parameter of an effect a `change` changes; the findings about it are `_params`'s."""
    changed = hook.decl.changed
    if hook.word != "change" or hook.target.sort != "effect" or changed is None:
        return None
    names = [name for name, _ in hook.params]
    offset = len(names) - len(hook.target.params)
    return names.index(changed.name) - offset if changed.name in names[offset:] else None


# ---- Parameters --------------------------------------------------------------------------------------------


def _params(symbols: Symbols, hook: BuiltHook) -> list[tuple[str, Type]]:
    """The target's parameters under the names that the hook gives them; those it leaves out get names nobody
    can write.
    """
    target = hook.target
    names: list[str | None] = [None] * len(target.params)
    seen: dict[str, Span] = {}
    for param in hook.decl.params:
        position = _matching(symbols, hook, param, names)
        if position is None:
            continue
        name = param.name.name
        check_param_name(symbols, param.name)
        if name in seen:
            symbols.findings.add("T0392", param.name.span, [(seen[name], "first here")], name=name)
            name = f"${position}"
        seen.setdefault(name, param.name.span)
        names[position] = name
    found = [
        (name if name is not None else f"${position}", kind)
        for position, (name, (_, _, kind)) in enumerate(zip(names, target.params, strict=True))
    ]
    _check_changed(symbols, hook, [name for name in names if name is not None])
    return found


def _matching(symbols: Symbols, hook: BuiltHook, param: tree.Param, names: list[str | None]) -> int | None:
    """The parameter of the target that one of the hook stands for: by its label, else the next one."""
    target = hook.target
    label = param.label.name if param.label is not None else None
    taken = next((position for position, name in enumerate(names) if name is None), len(names))
    if label is not None:
        for position, (other, _, _) in enumerate(target.params):
            if other == label and names[position] is None:
                return position
    elif taken < len(names) and target.params[taken][0] is None:
        return taken
    related = [(target.span, "declared here")]
    code = "T0606" if taken >= len(names) else "T0607"
    symbols.findings.add(code, param.span, related, name=target.name, head=target.head)
    symbols.findings.broken.add(param.name.name)
    return taken if taken < len(names) else None


def _check_changed(symbols: Symbols, hook: BuiltHook, names: list[str]) -> None:
    changed = hook.decl.changed
    if hook.word != "change":
        return
    target = hook.target
    related = [(target.span, "declared here")]
    if target.sort == "effect" and changed is None:
        symbols.findings.add("T0604", hook.decl.target.span, related, name=target.name, head=target.head)
    elif target.sort != "effect" and changed is not None:
        symbols.findings.add("T0605", changed.span, related, name=target.name)
    elif changed is not None and changed.name not in names:
        suggestion = nearest(changed.name, names)
        symbols.findings.add("T0608", changed.span, related, suggestion, name=changed.name, head=target.head)
