"""Turns a pack into its checked program, or into everything that is wrong with it: the whole front end on one
screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from ..ir import program as ir
from . import leaks
from . import syntax as tree
from .asking import settle
from .assemble import UNKNOWN, Identity, assemble, with_routines
from .campaigns import own_parts
from .compiled import Compiled as Compiled
from .compiled import CompiledTest as CompiledTest
from .cycles import check_cycles
from .declare import declare
from .diagnostics import Findings
from .game_checks import check_game, check_game_name, check_outcome
from .gather import Gathered, Part, gather
from .pack import MANIFEST, Pack, in_play, open_pack, split_reference
from .pack_checks import WHOLE_PACK, blame_missing_requires, check_components, check_packs, game_of
from .parse import parse_file
from .points import finish
from .reach import warn_unused
from .schema import Schema, schemas
from .source import Source
from .symbols import Symbols
from .tables import TABLE_SUFFIXES, parse_table
from .tests_decl import build_test


def compile_pack(reference: str, game: str | None = None, with_: Iterable[str] = ()) -> Compiled:
    """A pack by path or name, perhaps with the game or scenario behind a colon, together with other packs.

    Raises PackError where a pack that was asked for is not there; what is wrong inside packs is in the
    findings.
    """
    name, part = split_reference(reference)
    main = open_pack(name)
    return compile_packs(main, [open_pack(each) for each in with_], game, part)


def compile_packs(
    main: Pack, others: Sequence[Pack] = (), game: str | None = None, part: str | None = None
) -> Compiled:
    """Packs that have been read already."""
    findings = Findings()
    packs = in_play(main, others, findings)
    if game is None and any(part in pack.games for pack in packs):
        game, part = part, None
    listed = next((name for pack in packs if (name := game_of(pack, game)) is not None), game)
    check_packs(packs, others, game, findings)
    sources = {
        source.path: source for pack in packs if (source := pack.source(MANIFEST, findings)) is not None
    }
    parts = _read(packs, game, sources, findings)
    program: ir.Program | None = None
    tests: tuple[CompiledTest, ...] = ()
    if not any(found.code in WHOLE_PACK for found in findings.errors):
        identity = Identity(tuple((pack.name, pack.version) for pack in packs), content_hash(packs))
        program, tests = compile_parts(parts, findings, identity, listed)
    if program is not None:
        check_components(packs, program, findings)
        program = None if findings.errors else program
    found = blame_missing_requires(findings.sorted(), packs)
    return Compiled(program, found, tuple(findings.allowed), sources, tests, tuple(packs), part)


def kind_schemas(main: Pack, others: Sequence[Pack] = (), game: str | None = None) -> dict[str, Schema]:
    """The JSON Schemas of tables of each kind of a game, by the kind's name; findings are not told here."""
    findings = Findings()
    packs = in_play(main, others, findings)
    gathered = gather(_read(packs, game, {}, findings), findings)
    return schemas(declare(gathered, findings), gathered)


def compile_parts(
    parts: Sequence[Part], findings: Findings, identity: Identity = UNKNOWN, game: str | None = None
) -> tuple[ir.Program | None, tuple[CompiledTest, ...]]:
    """The program of a game and its tests from its parsed files; None where there are errors, all of which
    are found.
    """
    gathered = gather(parts, findings)
    findings.partly = {part.file.path for part in parts} - {part.file.path for part in own_parts(gathered)}
    check_game_name(findings, gathered, game)
    plain = replace(gathered, tests=[test for test in gathered.tests if not test.declarations])
    main = _compile(plain, findings, identity)
    variants = [
        _compile(gather(parts, findings, test), findings, identity)
        for test in gathered.tests
        if test.declarations
    ]
    if not findings.errors:
        check_outcome(main.symbols, plain, main.game)
        leaks.find(main.game, findings)
    if findings.errors:
        return None, ()
    names = main.symbols.used.union(*(variant.symbols.used for variant in variants))
    warn_unused(main.symbols, main.program, [variant.program for variant in variants], names)
    made = finish(main.program)
    program = replace(made, routines=made.routines[: main.routines], tests=())
    tests = [CompiledTest(made, position) for position in range(len(made.tests))]
    tests += [CompiledTest(finish(variant.program), 0) for variant in variants]
    return program, tuple(sorted(tests, key=lambda each: each.test.at))


@dataclass(frozen=True, slots=True)
class _Made:
    """A program with its tests; `routines` counts those that are the game's."""

    symbols: Symbols
    program: ir.Program
    routines: int

    @property
    def game(self) -> ir.Program:
        """The program without its tests."""
        return replace(self.program, routines=self.program.routines[: self.routines], tests=())


def _compile(gathered: Gathered, findings: Findings, identity: Identity) -> _Made:
    symbols = declare(gathered, findings)
    check_game(symbols, gathered)
    program = with_routines(symbols, settle(symbols, assemble(symbols, gathered, identity)))
    check_cycles(symbols, program)
    routines = len(program.routines)
    tests = tuple(build_test(symbols, gathered, test) for test in gathered.tests)
    return _Made(symbols, with_routines(symbols, replace(program, tests=tests)), routines)


# ---- Files -------------------------------------------------------------------------------------------------


def content_hash(packs: Sequence[Pack]) -> str:
    """A hash over all files of all packs, whatever order they were listed in."""
    whole = sha256()
    for pack in sorted(packs, key=lambda pack: pack.name):
        for path, data in pack.files:
            whole.update(f"{pack.name}\0{path}\0{sha256(data).hexdigest()}\n".encode())
    return whole.hexdigest()


def _read(
    packs: Sequence[Pack], game: str | None, sources: dict[str, Source], findings: Findings
) -> list[Part]:
    """The parsed files of all packs; a table may say its kind by its name, so it is read after the other
    files.
    """
    listed = [
        (name.endswith(TABLE_SUFFIXES), rank, name)
        for rank, pack in enumerate(packs)
        for name in pack.content(game_of(pack, game))
    ]
    parts: list[Part] = []
    for is_table, rank, name in sorted(listed):
        source = packs[rank].source(name, findings)
        if source is None:
            continue
        sources[source.path] = source
        read = parse_table(source, findings, _kinds(parts)) if is_table else parse_file(source, findings)
        own = packs[rank].games.get(game_of(packs[rank], game) or "", ())
        parts.append(Part(read, packs[rank].name, rank, name in own))
    return parts


def _kinds(parts: Iterable[Part]) -> list[str]:
    declared = [decl for part in parts for decl in part.file.declarations]
    return [decl.name.name for decl in declared if isinstance(decl, tree.KindDecl)]
