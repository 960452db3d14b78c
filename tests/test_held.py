"""Holds that numbers keep to what is declared for locals, parameters and results: leaving it is a fault."""

from pathlib import Path
from types import ModuleType

import pytest

from tafl.dsl.compile import compile_pack
from tafl.interpreter import engine as interpreter
from tafl.interpreter.game import GameFault
from tafl.wasm import engine as compiled

GAME = """game held "Held"
    players 2

card Rune
    effect drawn(p: Player, n: int 0..3) -> int: return n
    effect kept(xs: list of int up to 2): m = xs.count
    value short(xs: list of int) -> list of int up to 2: xs
    value worth(n: int 0..3) -> int: n

Rune ice "Ice" x4

table
    state n: int 0..99 = 5
    state m: int 0..99 = 0
    zone deck: pile of Rune hidden
    zone gone: pile of Rune open

value plain(a: int 0..3) -> int: a
value ranged(a: int) -> int 0..3: a
value stopped(a: int) -> track 0..3: a
value perhaps(a: int) -> int?: if a > 9 then none else a
value several(a: int) -> list of int 0..3 up to 2: [a, 1]
effect given(by a: int 0..3): m = a
effect gives -> int: return n
effect gives_ranged -> int 0..3: return n
effect change_me(by a: int 0..3): m = a
value below(a: int) -> list of int: [x for x in 1..9 where x <= a]
value some_below(a: int) -> list of int up to 2: below(a)
value counted(xs: list of int up to 2) -> int: xs.count
effect few(xs: list of int up to 2): m = xs.count
effect many -> list of int: return below(n - 2)
effect few_given -> list of int up to 2: return below(n - 2)
value down(from a: int) -> list of int up to 4: if a == 0 then [] else [a] + down(a - 1)

play:
    move all Rune to deck
    m = (the ice_of).worth(1) + plain(1) + ranged(1) + stopped(1) + several(1).count
    given by 1
    change_me by 1
    {code}
    end game with win(seat 1)

value ice_of -> Rune?: first(r in Rune)
change change_me(by a): a to a + {more}
"""

LEAVES = [
    ("let x: int 0..3 = n", "m = x"),
    ("let x: int 0..3? = perhaps(n)", 'say "{x}"'),
    ("let x: int 0..3 = gives", "m = x"),
    ("let x: int 0..3 = (the ice_of).drawn(seat 1, n)", "m = x"),
    ("let x: int 0..1 = draw 3 from deck to gone", "m = x"),
    ("let x = gives_ranged", "m = x"),
    ("let x: list of int 0..3 = [1, n]", "m = x.count"),
    ("let x: int 0..6 = 5", "x += n"),
    ("let x: int 0..6 = 5", "x = n + 4"),
    ("given by n", "m = 1"),
    ("m = plain(n)", ""),
    ("m = ranged(n)", ""),
    ("m = several(n).count", ""),
    ("m = (the ice_of).worth(n)", ""),
]
STAYS = [
    ("let x: int 0..5 = n", "m = x", 5),
    ("let x: int 0..3? = perhaps(n + 5)", "m = if x is none then 7 else 0", 7),
    ("let x: track 0..3 = n", "m = x", 3),
    ("let x: track 0..3 = gives", "m = x", 3),
    ("let x: track 0..3 = 2", "x -= n\n    m = x + 1", 1),
    ("m = stopped(n)", "", 3),
    ("let x: list of track 0..3 = [n, 9]", "m = sum(x)", 6),
]  # fmt: skip


LONGER = [
    ("let x: list of int up to 2 = below(n - 2)", "m = x.count"),
    ("let x: list of int up to 2 = [1]", "x = below(n - 2)\n    m = x.count"),
    ("let x: list of int up to 2 = [1]", "x = x + below(n - 3)\n    m = x.count"),
    ("let x: list of int up to 2 = many", "m = x.count"),
    ("let x = few_given", "m = x.count"),
    ("few below(n - 2)", ""),
    ("(the ice_of).kept(below(n - 2))", ""),
    ("m = counted(below(n - 2))", ""),
    ("m = some_below(n - 2).count", ""),
    ("m = (the ice_of).short(below(n - 2)).count", ""),
    ("m = down(n).count", ""),
]
SHORT = [
    ("let x: list of int up to 2 = below(n - 3)", "m = x.count", 2),
    ("let x: list of int up to 2 = [1]", "x = x + below(n - 4)\n    m = x.count", 2),
    ("m = down(n - 1).count", "", 4),
    ("few leading(below(n), 2)", "", 2),
]  # fmt: skip


def play(tmp_path: Path, *code: str, more: int = 0, engine: ModuleType = interpreter) -> int:
    """What `m` is in the end."""
    file = tmp_path / "held.tafl"
    body = "\n    ".join(line for line in code if line)
    file.write_text(GAME.replace("{code}", body).replace("{more}", str(more)))
    made = compile_pack(str(file))
    assert not [each for each in made.findings if each.severity == "error"], made.findings
    assert made.program is not None
    game = engine.open_game(made.program, 2, seed=1)
    m = game.view(0)["table"]["state"]["m"]
    assert isinstance(m, int)
    return m


@pytest.mark.parametrize(("first", "second"), LEAVES)
def test_leaving_a_declared_range_is_a_fault(first: str, second: str, tmp_path: Path) -> None:
    with pytest.raises(GameFault, match=r"can be 0 to [1-6]$") as fault:
        play(tmp_path, first, second)
    assert str(fault.value.at).startswith("held.tafl:")


@pytest.mark.parametrize(("first", "second", "m"), STAYS)
def test_what_fits_is_kept_and_tracks_stop_at_their_ends(
    first: str, second: str, m: int, tmp_path: Path
) -> None:
    assert play(tmp_path, first, second) == m


@pytest.mark.parametrize("engine", [interpreter, compiled], ids=["interpreter", "compiled"])
@pytest.mark.parametrize(("first", "second"), LONGER)
def test_a_list_that_is_longer_than_declared_is_a_fault(
    first: str, second: str, engine: ModuleType, tmp_path: Path
) -> None:
    with pytest.raises(GameFault, match=r"this list has [35] elements, and .* can have [24]$") as fault:
        play(tmp_path, first, second, engine=engine)
    assert str(fault.value.at).startswith("held.tafl:")


@pytest.mark.parametrize(("first", "second", "m"), SHORT)
def test_a_list_as_long_as_declared_is_kept(first: str, second: str, m: int, tmp_path: Path) -> None:
    assert play(tmp_path, first, second) == m


def test_what_hooks_make_of_an_argument_is_held_too(tmp_path: Path) -> None:
    play(tmp_path, more=2)
    with pytest.raises(GameFault, match="this is 4, and what is declared here can be 0 to 3"):
        play(tmp_path, more=3)
