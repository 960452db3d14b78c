"""Turns values into keys, which name them in saves and tests, and into words for people, as far as somebody
may see them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ..ir.board import DIRECTIONS
from ..ir.types import (
    NONE,
    Bool,
    ContentT,
    DirectionT,
    EnumT,
    Int,
    KindT,
    LayoutT,
    ListT,
    OptT,
    PlayerT,
    ScenarioT,
    SetT,
    Type,
    ZoneT,
)
from ..ir.world import BOX, World
from .events import Part, Sight
from .knowledge import Eye, looks, sees
from .state import State, Value

Name = Callable[[int], str]
"""What a component is called by somebody: its own name, or its back and its place."""


def is_component(world: World, type_: Type) -> bool:
    """Whether values of this type, or the elements of such a list or set, are components."""
    match type_:
        case KindT(kind):
            return not world.is_space(kind)
        case ListT(of) | SetT(of) | OptT(of):
            return is_component(world, of)
        case _:
            return False


def elements(world: World, value: Value, type_: Type) -> list[int]:
    """The components in a value of this type: in the order of a list, ascending of a set."""
    if not is_component(world, type_) or value == NONE:
        return []
    match type_:
        case SetT():
            return bits(value)
        case ListT(of):
            return [component for item in value for component in elements(world, item, of)]
        case OptT(of):
            return elements(world, value, of)
        case _:
            return [value]


def bits(mask: int) -> list[int]:
    """The positions of the ones in a bit mask, ascending."""
    return [place for place in range(mask.bit_length()) if mask >> place & 1]


# ---- Keys --------------------------------------------------------------------------------------------------


def component_key(world: World, component: int) -> str:
    """`wild#2`, or `wild@1#2` where each seat has its own: content, owner, copy."""
    content = world.program.contents[world.content[component]].name
    return f"{content}{_owner(world.owner[component])}#{world.copy[component]}"


def hidden_key(world: World, component: int, zone: int, position: int) -> str:
    """`?back@seat1.deck/3`: the back (with the seat that it is printed for) and the place, from the top
    where it is ordered.
    """
    look = looks(world).all[looks(world).of[component]]
    where = f"/{position + 1}" if world.places[zone].ordered else ""
    return f"?{look.back}{_owner(look.owner)}@{zone_key(world, zone)}{where}"


def _owner(owner: int) -> str:
    return "" if owner == NONE else f"@{owner + 1}"


def zone_key(world: World, zone: int) -> str:
    """`deck`, `seat1.deck`, `box`, or the space that the zone is."""
    place = world.places[zone]
    if zone == BOX:
        return "box"
    if place.space != NONE:
        return space_key(world, place.space)
    name = world.program.zones[place.declared].name
    return name if place.owner == NONE else f"{seat_key(place.owner)}.{name}"


def space_key(world: World, space: int) -> str:
    """`d4`, or `map.harbour` where the game has several boards."""
    name = world.space_name[space]
    return name if len(world.boards) == 1 else f"{world.boards[world.space_board[space]].name}.{name}"


def seat_key(seat: int) -> str:
    """`seat1` for seat 0."""
    return f"seat{seat + 1}"


def value_key(world: World, value: Value, type_: Type, name: Name) -> str:
    """The key of any value; components as `name` has them."""
    match type_:
        case ListT(of):
            return f"[{','.join(sorted_keys(world, value, of, name))}]"
        case SetT(of):
            return f"{{{','.join(sorted_keys(world, members(value, of), of, name))}}}"
        case _ if value == NONE:
            return "none"
        case OptT(of):
            return value_key(world, value, of, name)
        case Int():
            return str(value)
        case Bool():
            return "true" if value else "false"
        case PlayerT():
            return seat_key(value)
        case KindT(kind):
            return space_key(world, value) if world.is_space(kind) else name(value)
        case ZoneT():
            return zone_key(world, value)
        case _:
            return _declared(world, value, type_)


def _declared(world: World, value: int, type_: Type) -> str:
    program = world.program
    match type_:
        case EnumT(enum):
            return program.enums[enum].names[value]
        case ContentT():
            return program.contents[value].name
        case LayoutT():
            return program.layouts[value].name
        case ScenarioT():
            return program.scenarios[value].name
        case _:
            return _directions(world)[value]


def _directions(world: World) -> tuple[str, ...]:
    # A direction says nothing of its board: the first board that has directions names them.
    shape = next((board.shape for board in world.boards if DIRECTIONS[board.shape]), "grid")
    return DIRECTIONS[shape]


def members(mask: int, of: Type) -> list[int]:
    """The elements of a set, ascending."""
    low = of.low if isinstance(of, Int) else 0
    return [low + place for place in bits(mask)]


def sorted_keys(world: World, values: Iterable[Value], of: Type, name: Name) -> list[str]:
    """The keys of elements, unidentified ones last and by place: where one stands among others may tell
    what it is.
    """
    keys = [value_key(world, value, of, name) for value in values]
    return [key for key in keys if key[:1] != "?"] + sorted(key for key in keys if key[:1] == "?")


def namer(world: World, state: State, who: Eye) -> Name:
    """How `who` calls components as they lie now, in keys."""

    def name(component: int) -> str:
        if sees(state.known[component], who):
            return component_key(world, component)
        zone = state.place[component]
        return hidden_key(world, component, zone, state.zones[zone].index(component))

    return name


# ---- Words -------------------------------------------------------------------------------------------------


def spoken(text: str) -> str:
    """An identifier as words."""
    return text.replace("_", " ")


def title(world: World, component: int) -> str:
    """What is printed on a component."""
    card = world.program.contents[world.content[component]]
    return card.title or spoken(card.name)


def look_title(world: World, component: int) -> str:
    """What a component is called by who does not know which one it is: `unseen combat card`."""
    look = looks(world).all[looks(world).of[component]]
    kind = world.program.kinds[look.kinds[0]]
    return f"unseen {kind.title or spoken(kind.name) if len(look.kinds) == 1 else spoken(look.back)}"


def hidden_title(world: World, component: int, zone: int, position: int) -> str:
    """`unseen combat card (deck of seat 1, place 3)`."""
    where = f", place {position + 1}" if world.places[zone].ordered else ""
    return f"{look_title(world, component)} ({zone_title(world, zone)}{where})"


def zone_title(world: World, zone: int) -> str:
    """`deck`, `deck of seat 1`, `box`, or the space that the zone is."""
    place = world.places[zone]
    if zone == BOX:
        return "box"
    if place.space != NONE:
        return space_title(world, place.space)
    name = spoken(world.program.zones[place.declared].name)
    return name if place.owner == NONE else f"{name} of {seat_title(place.owner)}"


def space_title(world: World, space: int) -> str:
    """The title of a named space, or the coordinates of another."""
    content = world.space_content[space]
    return world.space_name[space] if content == NONE else world.program.contents[content].title


def seat_title(seat: int) -> str:
    """`seat 1` for seat 0: as an author writes it."""
    return f"seat {seat + 1}"


def words(world: World, value: Value, type_: Type, name: Name) -> str:
    """Any value for people; components as `name` has them."""
    match type_:
        case ListT(of):
            return _enumeration([words(world, item, of, name) for item in value])
        case SetT(of):
            return _enumeration([words(world, item, of, name) for item in members(value, of)])
        case OptT(of):
            if value == NONE:
                return "nobody" if isinstance(of, PlayerT) else "nothing"
            return words(world, value, of, name)
        case _ if value == NONE:
            return "nothing"
        case Bool():
            return "yes" if value else "no"
        case PlayerT():
            return seat_title(value)
        case KindT(kind):
            return space_title(world, value) if world.is_space(kind) else name(value)
        case ZoneT():
            return zone_title(world, value)
        case _:
            return _titled(world, value, type_)


def _titled(world: World, value: int, type_: Type) -> str:
    program = world.program
    match type_:
        case Int():
            return str(value)
        case EnumT(enum):
            return program.enums[enum].titles[value] or spoken(program.enums[enum].names[value])
        case ContentT():
            return program.contents[value].title or spoken(program.contents[value].name)
        case LayoutT():
            return program.layouts[value].title or spoken(program.layouts[value].name)
        case ScenarioT():
            return program.scenarios[value].title or spoken(program.scenarios[value].name)
        case DirectionT():
            return spoken(_directions(world)[value])
        case _:
            raise AssertionError(f"no words for {type_}")


def _enumeration(items: Sequence[str]) -> str:
    """`3 x Wolf, Bear and Crow`; equal ones are counted, unidentified ones come last and sorted."""
    counts: dict[str, int] = {}
    for item in [i for i in items if not i.startswith("unseen ")] + sorted(
        i for i in items if i.startswith("unseen ")
    ):
        counts[item] = counts.get(item, 0) + 1
    named = [item if count == 1 else f"{count} x {item}" for item, count in counts.items()]
    if len(named) < 2:
        return named[0] if named else "nothing"
    return f"{', '.join(named[:-1])} and {named[-1]}"


def text(world: World, parts: Sequence[Part], who: Eye) -> str:
    """A text as `who` may read it, as things lay when it was made."""
    return "".join(part if isinstance(part, str) else _shown(world, part, who) for part in parts)


def _shown(world: World, shown: Part, who: Eye) -> str:
    assert not isinstance(shown, str)
    if shown.failed:
        return "?"
    sights = {sight.component: sight for sight in shown.sights}

    def name(component: int) -> str:
        return sight_title(world, sights[component], who)

    return words(world, shown.value, shown.type, name)


def sight_title(world: World, sight: Sight, who: Eye) -> str:
    """A component as it lay then, for `who`."""
    if sees(sight.known, who):
        return title(world, sight.component)
    return hidden_title(world, sight.component, sight.zone, sight.position)
