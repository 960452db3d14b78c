"""Turns what was chosen at the start into the values of a game's options, and into the first state."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from ..ir.program import GameOption, Program
from ..ir.types import NONE, ScenarioT
from .chance import GAME_STREAM, seeded
from .code import Code
from .defaults import set_defaults
from .errors import Stop
from .machine import Machine
from .state import State, empty_state


class OptionError(ValueError):
    """A game cannot be opened so; the message says which option, and what it takes."""


def option_values(program: Program, chosen: Mapping[str, str]) -> tuple[int, ...]:
    """The value of each option: as chosen (names of options to names of values), as the scenario sets it,
    or its default. Raises OptionError.
    """
    positions = {option.name: number for number, option in enumerate(program.options)}
    given = {}
    for name, value in chosen.items():
        if name not in positions:
            raise OptionError(f"{program.name} has no option `{name}`{_instead(name, list(positions))}")
        given[positions[name]] = _value(program.options[positions[name]], value)
    return fill_options(program, given)


def fill_options(program: Program, given: Mapping[int, int]) -> tuple[int, ...]:
    """The value of each option, of which some are given by position. Raises OptionError where one that is
    needed is missing, or where a scenario sets it otherwise.
    """
    fixed = _fixed(program, given)
    values = []
    for number, option in enumerate(program.options):
        value = fixed.get(number, given.get(number, option.default))
        if value is None:
            raise OptionError(f"the option `{option.name}` has to be chosen: {_names(option)}")
        if number in fixed and given.get(number, value) != value:
            name = option.names[option.values.index(value)]
            raise OptionError(f"this scenario is played with `{option.name}: {name}`")
        values.append(value)
    return tuple(values)


def _fixed(program: Program, given: Mapping[int, int]) -> dict[int, int]:
    for number, option in enumerate(program.options):
        scenario = given.get(number, option.default)
        if _is_scenario(option) and scenario not in (None, NONE):
            assert scenario is not None
            return dict(program.scenarios[scenario].settings)
    return {}


def _is_scenario(option: GameOption) -> bool:
    return isinstance(getattr(option.type, "of", option.type), ScenarioT)


def _value(option: GameOption, name: str) -> int:
    if name not in option.names:
        raise OptionError(
            f"the option `{option.name}` cannot be `{name}`"
            f"{_instead(name, list(option.names))}: {_names(option)}"
        )
    return option.values[option.names.index(name)]


def _names(option: GameOption) -> str:
    return f"one of {', '.join(option.names)}"


def _instead(name: str, known: list[str]) -> str:
    close = get_close_matches(name, known, 1)
    return f" (did you mean `{close[0]}`?)" if close else ""


def first_state(code: Code, options: tuple[int, ...], seed: int) -> State:
    """Everything in the box and every variable at its default; nothing has run yet. Raises GameFault where
    a default faults.
    """
    state = empty_state(code.world, options, seeded(seed, GAME_STREAM))
    try:
        set_defaults(Machine(code, state))
    except Stop as stop:
        raise stop.fault() from None
    return state
