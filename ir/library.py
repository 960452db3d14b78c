"""The library functions of the language as engines see them: names, meaning, and what each charges.

`charge` says how many units of fuel a call takes: "one", or "result" / "argument" (the elements of the list
that it returns / of all lists that it is given, at least one). A space, seat or component is its number; a
list a tuple of numbers; lists come in the stated order.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LibFunction:
    """`takes` and `gives` are for readers; the checker has the typed signatures."""

    name: str
    takes: str
    gives: str
    charge: str
    meaning: str


_TABLE = """
div_up        | int, int             | int       | one      | quotient rounded up; divisor 0 faults (so for
    all divisions)
div_down      | int, int             | int       | one      | quotient rounded down
half_up       | int                  | int       | one      | half, rounded up
half_down     | int                  | int       | one      | half, rounded down
mod           | int, int             | int       | one      | a - b * div_down(a, b)
min           | int, int             | int       | one      | the smaller
max           | int, int             | int       | one      | the greater
abs           | int                  | int       | one      | without sign
within        | int?, int, int       | int?      | one      | the first; not from the second to the third: a
    fault (none stays none)
stopped       | int?, int, int       | int?      | one      | the nearest to the first from the second to the
    third (none stays none)
at_most       | list, int            | list      | one      | the list; more elements than that: a fault
range         | int, int             | list      | result   | the integers from the first to the last, both
    included; empty where it would fall
len           | list                 | int       | one      | number of elements
contains      | list, x              | bool      | argument | x is an element
index         | list, int            | x         | one      | element at a position from 0; outside: a fault
first_of      | list                 | x?        | one      | first element or none
last_of       | list                 | x?        | one      | last element or none
only          | list                 | x         | one      | the single element; a fault otherwise
reversed      | list                 | list      | result   | the other way round
leading       | list, int            | list      | result   | the first n elements; all where there are fewer,
    none where n is not above 0
joined        | list, list           | list      | result   | one after the other
without       | list, list           | list      | argument | the elements of the first that are not in the
    second
distinct      | list                 | list      | argument | each element once, where it first stands
total         | list                 | int       | argument | sum of integers
greatest      | list                 | int       | argument | greatest integer; empty: a fault
least_of      | list                 | int       | argument | least integer; empty: a fault
alike         | list                 | bool      | argument | no two elements differ (none counts as a value)
set_list      | set                  | list      | result   | elements ascending
set_has       | set, x               | bool      | one      | x is in the set
set_of        | list                 | set       | argument | the elements as a set
set_len       | set                  | int       | one      | number of elements
set_with      | set, x               | set       | one      | with x
set_without   | set, x               | set       | one      | without x
items         | zone                 | list      | result   | components, top first in a pile, left first in a
    row, ascending otherwise
size          | zone                 | int       | one      | number of components
zone_of       | component            | zone      | one      | where it lies
space_of      | component            | space?    | one      | the space that it stands on
holder        | component            | seat?     | one      | the seat in whose zone it lies
owner         | component            | seat?     | one      | the seat that it is printed for
face_up       | component            | bool      | one      | it lies face up
die_face      | component            | int, enum | one      | the face that a die shows; not rolled yet: a
    fault
content_is    | component, content   | bool      | one      | it is one of that content
content_of    | component            | content   | one      | its content
kind_is       | component, kind      | bool      | one      | it is of that kind
on_space      | space                | list      | result   | components on it, ascending
on_space_of   | space, kind          | list      | result   | components of a kind on it, ascending
space_zone    | space                | zone      | one      | the space as a zone
the_component | kind, content, seat  | component | one      | the only component of that kind (content -1:
    any) of that seat (NONE: any); else a fault
adjacent      | space                | list      | result   | orthogonal neighbours; six on hex; neighbours in
    a graph; ascending
around        | space                | list      | result   | all eight neighbours (on hex and graph like
    adjacent); ascending
ray           | space, direction     | list      | result   | all spaces from the next one to the edge,
    nearest first
line          | space, space         | list      | result   | spaces after the first up to and with the
    second, on one straight line; else a fault
aligned       | space, space         | bool      | one      | on one straight line of the board
step          | space, direction     | space?    | one      | the neighbour in that direction
opposite      | direction            | direction | one      | the other way
orthogonal    | board                | list      | result   | directions: up, right, down, left (on hex the
    six)
diagonal      | board                | list      | result   | directions: the four diagonal ones (none on hex)
directions    | board                | list      | result   | all directions, clockwise from up
toward        | board, seat          | direction | one      | up for seat 0 (even), down for seat 1 (odd): a
    two-player board's far side
row_of        | space                | int       | one      | row number from 1, from the bottom
column_of     | space                | int       | one      | column number from 1, from the left
row           | board, int           | list      | result   | spaces of a row, left to right
column        | board, int           | list      | result   | spaces of a column, bottom to top
row_and_column| space                | list      | result   | the other spaces of its row and column,
    ascending
same_row      | space                | list      | result   | the other spaces of its row, ascending
same_column   | space                | list      | result   | the other spaces of its column, ascending
distance      | space, space         | int       | one      | fewest orthogonal steps (hex, graph: steps);
    unreachable in a graph: a fault
board_spaces  | board                | list      | result   | all spaces, ascending
lines         | board, int           | lists     | result   | all straight lines of n spaces, each from its
    first space, by (space, direction up, up-right, right, down-right)
corners       | board                | list      | result   | the four corner spaces, ascending
corners_of    | list                 | list      | argument | the corner spaces of the smallest rectangle
    around these spaces, ascending
edges         | board                | list      | result   | spaces of the border, ascending
centre        | board                | list      | result   | the one, two or four middle spaces, ascending
quarters      | board                | lists     | result   | the four equal quarters of an even grid: lower
    left, lower right, upper left, upper right
shaped        | lists, space, direct.| list      | result   | the spaces that lie at these steps from this
    one (pairs: to the right, up) where the orthogonal direction is up for them (another: a fault); none off
    the board; ascending
connected     | list, list           | list      | argument | spaces of the second list reached from the first
    (if in the second) by steps between adjacent spaces of it; ascending
pairs         | list                 | int       | argument | most pairs of orthogonally adjacent spaces of a
    grid, each space in one pair (maximum matching)
players       |                      | list      | one      | all seats, ascending
active_seat   |                      | seat      | one      | the seat whose turn it is; outside a turn the
    starter
clockwise     | seat                 | list      | one      | all seats from this one on, ascending order
    round the table
counterclockwise | seat              | list      | one      | all seats from this one on, the other way round
next_seat     | seat                 | seat      | one      | the seat to the left
previous_seat | seat                 | seat      | one      | the seat to the right
opponents     | seat                 | list      | one      | the other seats, clockwise from the next
seat_number   | seat                 | int       | one      | its number from 1
player_count  |                      | int       | one      | number of seats
win           | seat or list         | list      | one      | outcome: seats minus winners for each winner,
    minus winners for each other, divided by their greatest common divisor (1 and -1 for two)
draw          |                      | list      | one      | outcome: 0 for all
won           |                      | list      | one      | outcome: 1 for all (cooperative games)
lost          |                      | list      | one      | outcome: -1 for all
outcome       |                      | list      | one      | the outcome of the finished game; before: a
    fault (tests only)
option_count  |                      | int       | one      | number of options of the pending question (tests
    only)
"""


def _read() -> dict[str, LibFunction]:
    # An indented line goes on with the meaning of the row above it.
    table = _TABLE.strip().replace("\n    ", " ")
    rows = (tuple(cell.strip() for cell in line.split("|")) for line in table.splitlines())
    return {row[0]: LibFunction(*row) for row in rows}


LIBRARY: dict[str, LibFunction] = _read()
