"""Turns simulated games into a table for machines, a row a game, as a Parquet file (docs/simulation.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import merge
from importlib import import_module
from itertools import islice
from operator import itemgetter
from typing import Any

from ..interpreter.opening import option_values
from ..ir.dump import rules_hash
from .plan import Plan, Refused
from .subject import Subject
from .tally import ROW, Tally

GROUP = 65_536
"""Rows that stand together in the file."""

PACKAGE = "pyarrow"


def need_library() -> None:
    """Raises Refused where the library that writes the files is not installed."""
    _library()


def _library() -> tuple[Any, Any]:
    try:
        return import_module(PACKAGE), import_module(f"{PACKAGE}.parquet")
    except ImportError:
        raise Refused("--data needs pyarrow, which is not installed: pip install 'tafl[data]'") from None


def parquet(subjects: Sequence[Subject], command: str, version: str) -> bytes:
    """The file. The same games give the same bytes with the same version of pyarrow. Raises Refused."""
    arrow, files = _library()
    options = list(dict.fromkeys(o.name for each in subjects for o in each.program.options))
    schema = _schema(arrow, options, subjects, command, version)
    sink = arrow.BufferOutputStream()
    with files.ParquetWriter(sink, schema, compression="zstd") as writer:
        for each in subjects:
            rows = _rows(each, options)
            while group := list(islice(rows, GROUP)):
                writer.write_table(arrow.Table.from_pylist(group, schema=schema))
    return bytes(sink.getvalue().to_pybytes())


def _schema(
    arrow: Any, options: Sequence[str], subjects: Sequence[Subject], command: str, version: str
) -> Any:
    by_seat = arrow.list_(arrow.int32())
    return arrow.schema(
        [
            ("variant", arrow.string()),
            ("game", arrow.int64()),
            ("seed", arrow.uint64()),
            ("packs", arrow.list_(arrow.string())),
            ("players", arrow.int32()),
            ("bots", arrow.list_(arrow.string())),
            *((f"option_{name}", arrow.string()) for name in options),
            ("decisions", arrow.int32()),
            ("rounds", arrow.int32()),
            ("outcome", by_seat),
            ("rank", by_seat),
            ("score", by_seat),
            ("failed", arrow.string()),
        ],
        metadata={
            "tafl.version": version,
            "tafl.command": command,
            "tafl.game": subjects[0].program.name,
            "tafl.rules": " ".join(rules_hash(each.program) for each in subjects),
            "tafl.content": " ".join(each.program.content_hash for each in subjects),
        },
    )


def _rows(subject: Subject, options: Sequence[str]) -> Iterator[dict[str, Any]]:
    plan, tally = subject.plan, subject.tally
    fixed = {
        "variant": subject.name,
        "packs": [f"{name} {version}" for name, version in plan.program.packs],
        "players": plan.players,
        **dict.fromkeys(f"option_{name}" for name in options),
        **_options(plan),
    }
    for number, found in merge(_played(tally), _failed(tally), key=itemgetter(0)):
        own = {"game": number, "seed": plan.game_seed(number), "bots": plan.seated(number)}
        yield fixed | own | found


def _options(plan: Plan) -> dict[str, str]:
    """What each option was, also where nobody chose it."""
    program = plan.program
    return {
        f"option_{option.name}": option.names[option.values.index(value)]
        for option, value in zip(program.options, option_values(program, plan.chosen), strict=True)
    }


def _played(tally: Tally) -> Iterator[tuple[int, dict[str, Any]]]:
    width = tally.row_width
    for at in range(0, len(tally.rows), width):
        number, decisions, rounds, scored, *seats = tally.rows[at : at + width].tolist()
        yield (
            number,
            {
                "decisions": decisions,
                "rounds": rounds,
                "outcome": seats[::3],
                "rank": seats[1::3],
                "score": seats[2::3] if scored else None,
                "failed": None,
            },
        )


def _failed(tally: Tally) -> Iterator[tuple[int, dict[str, Any]]]:
    nothing = dict.fromkeys(("decisions", "rounds", "outcome", "rank", "score"))
    return ((number, {**nothing, "failed": told}) for number, told in sorted(tally.failed.items()))


assert ROW == ("game", "decisions", "rounds", "scored"), "what `_played` reads"
