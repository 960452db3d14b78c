"""Joins the functions that make nodes of tree 1, each under the name of its rule."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

from . import build_decl, build_expr, build_part, build_stmt


def _public(module: ModuleType) -> dict[str, Callable[..., Any]]:
    return {
        name: made
        for name, made in vars(module).items()
        if callable(made) and not name.startswith("_") and made.__module__ == module.__name__
    }


BUILDERS: dict[str, Callable[..., Any]] = {}
for _module in (build_expr, build_stmt, build_decl, build_part):
    BUILDERS |= _public(_module)
