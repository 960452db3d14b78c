"""Turns the statements that let chance decide into pieces: one draw after the other. See
interpreter/draws.py, whose steps these are.

Where chance is not asked from outside, a whole shuffle is one call of the runtime.
"""

from __future__ import annotations

from ..interpreter.draws import LEFT, MOVED, POSITION, SOURCE, TO, weighted
from ..interpreter.errors import OPTIONS as MOST_OPTIONS
from ..interpreter.names import is_component
from ..interpreter.options import element_type
from ..ir import program as ir
from ..ir.types import NONE, KindT, ListT
from ..ir.world import World
from . import alike
from .build import Build
from .context import scalar
from .cutter import ANSWERED, CHANCE_KIND, Cutter
from .distinct import distinct
from .elements import position_of
from .embed import extract
from .encode import Tree
from .layout import ROW_ITEMS, WORD
from .rows import ANSWER, draw_lot, rows_of
from .trees import NOTHING, add, chosen, compare, const, equal, get, load, put, store, sub, when
from .trees import at as word_at
from .verbs import ENDS, FAULTS, RESHUFFLES, draw_from, when_empty

EXPLICIT: Tree = ("global.get", "$explicit")
"""Whether chance is asked from outside."""

ONE_WORD = ROW_ITEMS // WORD + 1
"""Words of a row that holds one."""

# ---- Shuffling ---------------------------------------------------------------------------------------------


def shuffle(cut: Cutter, node: ir.Shuffle) -> None:
    """Position i gets one of the components from i on."""
    scope = cut.fn.scope
    again, end = cut.label(), cut.label()
    zone, index = scope.get(node.zone_slot), scope.get(node.index_slot)
    cut.emit([*scope.put(node.zone_slot, cut.body.value(node.zone)), *scope.put(node.index_slot, const(0))])
    cut.emit(cut.fn.charge(word_at(cut.build.layout.size, zone)))
    cut.emit([("call", "$on_shuffle", zone)])
    cut.place(again)
    cut.emit([*_shuffled(cut, node.point, zone, index), *cut.jump(end)])
    cut.land(node.point, ANSWERED)
    cut.emit([("call", "$put_next", zone, index, load(ANSWER)), *scope.put(node.index_slot, add(index, 1))])
    cut.go(again)
    cut.place(end)


def _shuffled(cut: Cutter, point: int, zone: Tree, position: Tree) -> list[Tree]:
    """Shuffle a zone from a position on; or where chance is asked from outside, ask what comes there."""
    count = cut.fn.fresh("$n")
    asked = [
        put(count, ("call", "$rows_from", zone, position, cut.end)),
        *cut.question(point, CHANCE_KIND, const(-1), get(count), ONE_WORD),
    ]
    left = sub(word_at(cut.build.layout.size, zone), position)
    ordered = word_at(ordered_zones(cut.build), zone)
    open_ = ("i32.and", ordered, compare("gt_s", left, 1))
    return when(open_, [("if", None, EXPLICIT, asked, [("call", "$shuffle_from", zone, position)])])


def ordered_zones(build: Build) -> int:
    """The table of which zones are ordered."""
    return build.tables.words([int(place.ordered) for place in build.world.places])


# ---- Drawing -----------------------------------------------------------------------------------------------


def draw(cut: Cutter, node: ir.Draw) -> None:
    """Components from the top, one by one, with what the zone says for when it is empty."""
    fn, scope = cut.fn, cut.fn.scope
    go_on, done = cut.label(), cut.label()
    list_ = scope.get(node.left_slot)

    def word(part: int) -> Tree:
        return load(list_, WORD * (1 + part))

    def set_(part: int, value: Tree) -> Tree:
        return store(list_, value, WORD * (1 + part))

    wanted, before = cut.body.held(cut.body.value(node.count))
    count, before_count = cut.body.held(chosen(compare("gt_s", wanted, 0), wanted, const(0)))
    cut.emit([*before, *before_count])
    cut.emit([*fn.charge(count), *fn.check()])
    source, to = cut.body.value(node.source), cut.body.value(node.to)
    first = [(LEFT, count), (MOVED, const(0)), (SOURCE, source), (TO, to), (POSITION, NOTHING)]
    cut.emit(
        [
            *scope.put(node.left_slot, fn.room(const(6))),
            store(list_, const(5)),
            *(set_(part, value) for part, value in first),
        ]
    )
    cut.place(go_on)
    shuffled = _shuffled(cut, node.point, word(SOURCE), word(POSITION))
    moved = fn.fresh("$n")
    cut.emit(
        [
            *when(compare("ne", word(POSITION), NONE), [*shuffled, set_(POSITION, NOTHING)]),
            put(moved, draw_from(word(SOURCE), word(TO), word(LEFT), node)),
            set_(LEFT, sub(word(LEFT), get(moved))),
            set_(MOVED, add(word(MOVED), get(moved))),
        ]
    )
    cut.go_if(equal(word(LEFT), 0), done)
    policy, other = fn.fresh("$policy"), fn.fresh("$z")
    ends = [("call", "$end_flow"), *cut.body.ended()]
    cut.emit(
        [
            put(policy, word_at(when_empty(cut.build), word(SOURCE))),
            ("if", None, equal(get(policy), FAULTS), [("unreachable",)]),
            ("if", None, equal(get(policy), ENDS), ends),
        ]
    )
    cut.go_if(compare("ne", get(policy), RESHUFFLES), done)
    reshuffle = cut.build.tables.words([place.reshuffle for place in cut.body.world.places])
    cut.emit([put(other, word_at(reshuffle, word(SOURCE)))])
    size = word_at(cut.build.layout.size, get(other))
    cut.go_if(equal(size, 0), done)
    cut.emit(fn.charge(size))
    cut.emit(
        [
            ("call", "$refill", word(SOURCE), get(other)),
            ("call", "$on_shuffle", word(SOURCE)),
            set_(POSITION, const(0)),
        ]
    )
    cut.go(go_on)
    cut.land(node.point, ANSWERED)
    cut.emit(
        [
            ("call", "$put_next", word(SOURCE), word(POSITION), load(ANSWER)),
            set_(POSITION, add(word(POSITION), 1)),
        ]
    )
    cut.go(go_on)
    cut.place(done)
    if node.result is not None:
        cut.emit(scope.put(node.result, word(MOVED)))


# ---- Dice and picks ----------------------------------------------------------------------------------------


def roll(cut: Cutter, node: ir.Roll) -> None:
    """One die after the other: its different faces, each as likely as it is often on the die."""
    fn, scope, layout = cut.fn, cut.fn.scope, cut.build.layout
    again, taken, end = cut.label(), cut.label(), cut.label()
    list_, index = scope.get(node.list_slot), scope.get(node.index_slot)
    cut.emit(scope.put(node.list_slot, _as_list(cut, node.what)))
    cut.emit([*fn.charge(load(list_)), *scope.put(node.index_slot, const(0))])
    cut.place(again)
    cut.go_if(compare("ge_s", index, load(list_)), end)
    die, faces, count = fn.fresh("$die"), fn.fresh("$p"), fn.fresh("$n")
    here = load(add(list_, ("i32.shl", index, const(2))), WORD)
    kind = word_at(cut.build.tables.words(cut.body.world.kind), here)
    tables = cut.build.tables.words([_faces(cut.build, kind.faces) for kind in cut.body.program.kinds])
    asked = [
        ("call", "$rows_of_faces", get(faces), cut.end),
        *cut.question(node.point, CHANCE_KIND, const(-1), get(count), ONE_WORD, weighted=True),
    ]
    face = ("call", "$weighted", get(count), add(get(faces), 2 * WORD), const(2 * WORD))
    cut.emit(
        [
            put(faces, word_at(tables, kind)),
            put(count, load(get(faces))),
            *when(("i32.and", EXPLICIT, compare("gt_s", get(count), 1)), asked),
            ("global.set", "$answer", add(add(get(faces), WORD), ("i32.shl", face, const(3)))),
        ]
    )
    cut.go(taken)
    cut.land(node.point, ANSWERED)
    cut.place(taken)
    zone, lies = word_at(layout.place, get(die)), word_at(layout.face, get(die))
    cut.emit(
        [
            put(die, here),
            ("call", "$only_seen_by", get(die), ("call", "$seers", zone, lies)),
            store(add(("i32.shl", get(die), const(2)), layout.die), load(ANSWER)),
            *scope.put(node.index_slot, add(index, 1)),
        ]
    )
    cut.go(again)
    cut.place(end)


def _as_list(cut: Cutter, node: ir.Expr) -> Tree:
    """One thing as a list, or a list."""
    value = cut.body.value(node)
    if isinstance(node.type, ListT):
        return value
    if value[0] == "i32.const":
        return const(cut.build.tables.constant((value[1],)))
    cut.fn.grown += 1
    return ("call", "$list_of_one", value)


def _faces(build: Build, faces: tuple[int, ...]) -> int:
    """The table of a die: how many different faces, then each with how often it is there."""
    options, weights = weighted(faces)
    pairs = [word for (value,), weight in zip(options, weights, strict=True) for word in (value, weight)]
    return build.tables.words([len(options), *pairs])


def pick(cut: Cutter, node: ir.Pick) -> None:
    """Elements of a list, one after the other; components that are alike are one option, as likely as they
    are many.
    """
    fn, scope, of = cut.fn, cut.fn.scope, element_type(node.source.type)
    again, taken, end = cut.label(), cut.label(), cut.label()
    list_, left = scope.get(node.list_slot), scope.get(node.left_slot)
    picked = scope.get(node.slot)
    cut.emit(scope.put(node.list_slot, cut.body.fn.value(node.source)))
    cut.emit(fn.charge(load(list_)))
    wanted, before = cut.body.held(cut.body.value(node.count))
    more = chosen(compare("gt_s", wanted, 0), wanted, const(0))
    number, before_number = cut.body.held(more)
    least = chosen(compare("lt_s", number, load(list_)), number, load(list_))
    cut.emit([*before, *before_number, *scope.put(node.left_slot, least)])
    cut.emit(scope.put(node.slot, const(cut.build.tables.constant(()))))
    cut.place(again)
    cut.go_if(equal(left, 0), end)
    rows, count = fn.fresh("$rows"), fn.fresh("$n")
    width = cut.build.layout.row_words(node)
    listed = rows_of(cut, list_, of, WORD * width, rows, numbered=False)
    cut.emit([put(count, load(list_))])
    if scalar(of) and _all_apart(cut.body.world, node):
        # Where chance is not asked from outside, no row is needed to take an element.
        one = add(add(list_, WORD), ("i32.shl", ("call", "$one_of", get(count)), const(2)))
        few = compare("le_u", get(count), MOST_OPTIONS)
        at_once = [("global.set", "$answer", one), *cut.jump(taken)]
        cut.emit(when(("i32.and", ("i32.eqz", EXPLICIT), few), at_once))
        cut.emit(listed)
    else:
        cut.emit([*listed, *_gathered(cut, node, rows, count)])
    draw_lot(cut, node.point, get(count), width, taken, rows=get(rows), weighted=True)
    cut.land(node.point, ANSWERED)
    cut.place(taken)
    item = fn.fresh("$x")
    position = ("call", position_of(cut.build, of), list_, get(item))
    cut.emit(
        [
            put(item, extract(fn, ANSWER, of)),
            *scope.put(node.list_slot, ("call", "$without_position", list_, position)),
            *scope.put(node.slot, ("call", "$appended", picked, get(item))),
            *scope.put(node.left_slot, sub(left, 1)),
        ]
    )
    cut.go(again)
    cut.place(end)


def _gathered(cut: Cutter, node: ir.Pick, rows: str, count: str) -> list[Tree]:
    """Chance sees everything: only what nobody could tell apart is one."""
    if _all_apart(cut.body.world, node):
        return []
    of = element_type(node.source.type)
    width = const(WORD * cut.build.layout.row_words(node))
    name = f"$gather{alike.of_choice(cut.build, of)}"
    return [put(count, ("call", name, get(rows), get(count), width, const(0)))]


def _all_apart(world: World, node: ir.Pick) -> bool:
    """Whether no two elements are ever one option: none is there twice, and of components each is the only
    one of its content and owner.
    """
    if not distinct(world, node.source):
        return False
    of = element_type(node.source.type)
    if not is_component(world, of):
        return True
    if not isinstance(of, KindT):
        return False
    members = range(world.components) if of.kind < 0 else world.members[of.kind]
    return len({(world.content[c], world.owner[c]) for c in members}) == len(members)
