"""Says what the games of a simulation never touched: content that nobody saw, rules that never ran."""

from __future__ import annotations

from dataclasses import dataclass

from ..interpreter.coverage import Missed, missed
from ..interpreter.options import action_name
from ..ir.program import Content, Program
from .questions import content_name
from .tally import Tally


@dataclass(frozen=True, slots=True)
class Unused:
    """`unseen`: components of which nobody has identified one outside the box; `untaken`: those that were
    offered and never taken; `actions` and `options` of menus never taken. `rules` never ran, `conditions`
    always went the same way, in the `covered` games that were traced.
    """

    unseen: tuple[Content, ...]
    untaken: tuple[Content, ...]
    actions: tuple[str, ...]
    options: tuple[str, ...]
    rules: tuple[Missed, ...]
    conditions: tuple[Missed, ...]
    covered: int


def unused(program: Program, tally: Tally) -> Unused:
    """What these games did not use. Components of which a game has none (`x0`) do not count."""
    contents = [
        (content, tally.uses.get(content_name(program, number)))
        for number, content in enumerate(program.contents)
        if program.kinds[content.kind].word != "space" and content.count
    ]
    rules, conditions = missed(program, tally.players, tally.trace) if tally.covered else ([], [])
    return Unused(
        unseen=tuple(content for content, use in contents if use is None or not use.seen_seats),
        untaken=tuple(
            content for content, use in contents if use is not None and use.offered > use.taken == 0
        ),
        actions=tuple(
            name
            for name in (action_name(program, number) for number in range(len(program.actions)))
            if (use := tally.uses.get(("action", name))) is None or not use.taken
        ),
        options=tuple(
            name
            for (sort, name), use in sorted(tally.uses.items())
            if sort == "option" and use.offered > use.taken == 0
        ),
        rules=tuple(rules),
        conditions=tuple(conditions),
        covered=tally.covered,
    )
