"""Lets the module have the functions of values: they are made as code comes to call them."""

from __future__ import annotations

from .build import Build
from .changes import changes
from .context import Compiler
from .exprs import expression
from .pure import body
from .sources import walk


def add_values(build: Build) -> None:
    """Give the module what turns expressions into code, and the globals that this counts in."""
    build.compiler = Compiler(expression, walk, body, changes)
    build.module.add_global("$fuel")
    build.module.add_global("$depth")
