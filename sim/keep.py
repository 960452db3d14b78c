"""Keeps what is done of a simulation in a file, a line for each part, and reads it again; or says why not."""

from __future__ import annotations

import json
import os
import zlib
from array import array
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import astuple
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, TextIO, TypeGuard

from ..interpreter.coverage import Trace
from ..ir.dump import rules_hash
from .ends import Amount, Ends, Place
from .plan import Plan, Refused
from .simulate import Lost, Part, Played
from .tally import Group, Put, Tally, Use

FORMAT = "tafl-simulation"
VERSION = 1


# ---- What it is of -----------------------------------------------------------------------------------------

_WORDS = {
    "rules": "other rules of the game",
    "content": "other texts or figures of the game",
    "game": "another game",
    "players": "another number of players",
    "options": "other options",
    "bots": "other bots",
    "rotate": "bots that change seats or stay otherwise",
    "seed": "another seed",
    "covered": "another --coverage",
    "limit": "another limit of decisions",
}


def about(plans: Sequence[Plan]) -> dict[str, Any]:
    """What a file says in its first line: all that the games depend on. The engine is not: all play alike."""
    return {"format": FORMAT, "version": VERSION, "plans": [_about(plan) for plan in plans]}


def _about(plan: Plan) -> dict[str, Any]:
    return {
        "game": plan.program.name,
        "rules": rules_hash(plan.program),
        "content": plan.program.content_hash,
        "players": plan.players,
        "options": dict(sorted(plan.chosen.items())),
        "bots": list(plan.bots),
        "rotate": plan.rotate,
        "seed": plan.seed,
        "covered": plan.covered,
        "limit": plan.limit,
    }


def _differences(found: Sequence[Mapping[str, Any]], wanted: Sequence[Mapping[str, Any]]) -> list[str]:
    if len(found) != len(wanted):
        return ["another --sweep"]
    keys = {key for a, b in zip(found, wanted, strict=True) for key in _WORDS if a.get(key) != b.get(key)}
    if "game" in keys:
        return [_WORDS["game"]]
    if "rules" in keys:
        keys.discard("content")
    return [words for key, words in _WORDS.items() if key in keys]


# ---- The file ----------------------------------------------------------------------------------------------


class Kept:
    """An open file: `done` are the parts that stood in it; more can be added."""

    def __init__(self, path: Path, file: TextIO, done: Sequence[Played]) -> None:
        self._path = path
        self._file = file
        self.done = done

    def add(self, part: Part, tally: Tally) -> None:
        """Write another part. Raises Lost where that is not possible any more."""
        try:
            self._file.write(_line(part, tally))
            self._file.flush()
        except OSError as problem:
            raise Lost(f"{self._path} cannot be written any more ({problem.strerror})") from None

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def open_kept(path: Path, plans: Sequence[Plan]) -> Kept:
    """The file of these plans: begun, or gone on with where it is there. Raises Refused, OSError."""
    if not path.exists() or path.stat().st_size == 0:
        file = path.open("w", encoding="ascii", newline="\n")
        file.write(json.dumps(about(plans), sort_keys=True) + "\n")
        file.flush()
        _lock(path, file)
        return Kept(path, file, [])
    if not path.is_file():
        raise Refused(f"cannot keep anything in {path}: it is no ordinary file")
    file = path.open("a", encoding="ascii", newline="\n")
    _lock(path, file)
    try:
        done, size = _read(path, plans)
    except Refused:
        file.close()
        raise
    # Who was killed while writing leaves half a line.
    os.truncate(path, size)
    return Kept(path, file, done)


def _lock(path: Path, file: TextIO) -> None:
    """Keep others out for as long as the file is open, on systems that can. Raises Refused."""
    try:
        fcntl = import_module("fcntl")
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise Refused(f"{path} is in use by another simulation; wait for it, or name another file") from None


def _read(path: Path, plans: Sequence[Plan]) -> tuple[list[Played], int]:
    """What a file holds, and how many of its bytes are whole lines."""
    with path.open("rb") as file:
        first = file.readline()
        _check_header(path, first, plans)
        size, done = len(first), list[Played]()
        for number, line in enumerate(file, 2):
            if not line.endswith(b"\n"):
                break
            size += len(line)
            done.append(_parsed(path, number, line, plans))
    return done, size


def _check_header(path: Path, line: bytes, plans: Sequence[Plan]) -> None:
    try:
        header = json.loads(line)
    except ValueError:
        header = None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise Refused(f"{path} was not written by `tafl sim --keep`; name another file")
    if header.get("version") != VERSION:
        raise Refused(f"{path} was written by another version of Tafl; name another file")
    wanted = about(plans)
    if header != wanted:
        found = header.get("plans")
        told = _differences(found if _plain_plans(found) else [], wanted["plans"])
        raise Refused(
            f"{path} is of another simulation: with {', '.join(told)}; "
            "name another file, or delete it to begin anew"
        )


def _plain_plans(found: Any) -> TypeGuard[list[dict[str, Any]]]:
    return isinstance(found, list) and all(isinstance(each, dict) for each in found)


# ---- Lines -------------------------------------------------------------------------------------------------


def _line(part: Part, tally: Tally) -> str:
    packed = zlib.compress(json.dumps(to_data(tally), separators=(",", ":")).encode("ascii"), 6)
    body = [part.plan, part.first, part.last, b64encode(packed).decode("ascii")]
    return json.dumps([*body, _check(body)], separators=(",", ":")) + "\n"


def _check(body: Sequence[Any]) -> str:
    return sha256(json.dumps(body).encode("ascii")).hexdigest()[:16]


def _parsed(path: Path, number: int, line: bytes, plans: Sequence[Plan]) -> Played:
    try:
        *body, check = json.loads(line)
        if check != _check(body):
            raise ValueError(check)
        plan, first, last, packed = body
        tally = from_data(json.loads(zlib.decompress(b64decode(packed, validate=True))))
        if tally.players != plans[plan].players or tally.games + len(tally.failed) != last - first:
            raise ValueError(plan)
    except (ValueError, TypeError, KeyError, IndexError, zlib.error):
        raise Refused(f"{path} is damaged at line {number}; name another file") from None
    return Part(plan, first, last), tally


# ---- Tallies as plain data ---------------------------------------------------------------------------------


def to_data(tally: Tally) -> dict[str, Any]:
    """A tally as plain JSON data."""
    rows = array("q", tally.rows)
    if _big_endian():
        rows.byteswap()
    return {
        "players": tally.players,
        "games": tally.games,
        "draws": tally.draws,
        "covered": tally.covered,
        "wins": _pairs(tally.wins),
        "shared": _pairs(tally.shared),
        "lengths": _pairs(tally.lengths),
        "rounds": _pairs(tally.rounds),
        "scores": [[*key, count] for key, count in tally.scores.items()],
        "bots": {bot: dict(counts) for bot, counts in tally.bots.items()},
        "scenarios": {name: [g.games, g.draws, _pairs(g.wins)] for name, g in tally.scenarios.items()},
        "uses": [[*name, *astuple(use)] for name, use in tally.uses.items()],
        "questions": [[*where, *astuple(put)] for where, put in tally.questions.items()],
        "amounts": {name: astuple(amount) for name, amount in tally.ends.amounts.items()},
        "places": [[*key, p.games, p.seats, p.won, p.marked] for key, p in tally.ends.places.items()],
        "routines": sorted(tally.trace.routines),
        "ways": sorted(tally.trace.ways),
        "failed": list(tally.failed.items()),
        "rows": b64encode(rows.tobytes()).decode("ascii"),
    }


def from_data(data: Mapping[str, Any]) -> Tally:
    """The tally of such data. Raises ValueError, TypeError, KeyError where it is none."""
    rows = array("q", b64decode(data["rows"], validate=True))
    if _big_endian():
        rows.byteswap()
    return Tally(
        players=data["players"],
        games=data["games"],
        wins=Counter(dict(data["wins"])),
        shared=Counter(dict(data["shared"])),
        draws=data["draws"],
        lengths=Counter(dict(data["lengths"])),
        rounds=Counter(dict(data["rounds"])),
        scores=Counter({(seat, score): count for seat, score, count in data["scores"]}),
        bots={bot: Counter(counts) for bot, counts in data["bots"].items()},
        scenarios={
            name: Group(games, draws, Counter(dict(wins)))
            for name, (games, draws, wins) in data["scenarios"].items()
        },
        uses={(sort, name): Use(*counts) for sort, name, *counts in data["uses"]},
        questions={(routine, point): Put(*counts) for routine, point, *counts in data["questions"]},
        ends=Ends(
            {name: Amount(*counts) for name, counts in data["amounts"].items()},
            {(zone, content): Place(*counts) for zone, content, *counts in data["places"]},
        ),
        covered=data["covered"],
        trace=Trace(set(data["routines"]), {(a, b, c) for a, b, c in data["ways"]}),
        failed=dict(data["failed"]),
        rows=rows,
    )


def _pairs(counts: Counter[int]) -> list[tuple[int, int]]:
    return list(counts.items())


def _big_endian() -> bool:
    return array("h", [1]).tobytes()[0] == 0
