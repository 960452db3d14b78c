"""Finds the option that a test means: by its key, by the content of its component, or by a value."""

from __future__ import annotations

import re
from typing import Any

from ..interpreter.alike import Marker
from ..interpreter.engine import Playing
from ..interpreter.knowledge import eye
from ..interpreter.options import asked_by, keys, option_types
from ..ir.program import Act
from ..ir.types import NONE


def find_option(game: Playing, key: str | None, value: Any) -> int | None:
    """Position of the option with this key, or else of one that holds this value; None without such.

    A key may be a content's name for the first option of one of its components, and a space's name without
    its board.
    """
    if game.state.pending is None:
        return None
    return _by_value(game, value) if key is None else _by_key(keys(game.state, game.world), key)


def _by_key(known: list[str], key: str) -> int | None:
    if key in known:
        return known.index(key)
    wanted = _parts(key)
    return next((at for at, each in enumerate(known) if _means(wanted, _parts(each))), None)


def _means(wanted: list[str], parts: list[str]) -> bool:
    return len(wanted) == len(parts) and all(
        want in (part, _plain(part), part.rpartition("#")[0])
        for want, part in zip(wanted, parts, strict=True)
    )


def _parts(key: str) -> list[str]:
    """An action and its parameters, or the one thing that is picked."""
    head, _, inside = key.removesuffix(")").partition("(")
    return [head, *inside.split(",")] if inside else [key]


def _plain(part: str) -> str:
    """The content of a component, or the name of a space without its board."""
    return re.split(r"[@#]", part)[0] if "#" in part else part.rpartition(".")[2]


def _by_value(game: Playing, value: Any) -> int | None:
    """An action is meant by the list of its position and arguments; everything else by what is picked."""
    state, world = game.state, game.world
    pending, statement, frame = state.pending, asked_by(state, world), state.frames[-1]
    assert pending is not None, "the caller has looked"
    whole = isinstance(statement, Act) and isinstance(value, tuple)
    marker = Marker(state, world, eye(world, pending.seat))
    for at, raw in enumerate(pending.options):
        types = option_types(world, statement, raw, frame)
        wanted = value if whole else (*raw[:-1], value)
        if len(wanted) != len(raw) or (NONE in wanted and wanted != raw):
            continue
        if marker.option(raw, types) == marker.option(wanted, types):
            return at
    return None
