"""Opens the games that secrets, saves and other worlds are tested on: all that are shipped, and one made of
nothing but hidden cards.
"""

from __future__ import annotations

from pathlib import Path

from tafl.dsl.compile import compile_pack
from tafl.dsl.pack import open_pack, shipped
from tafl.interpreter.engine import Playing, open_game
from tafl.ir.program import Program

PACK = (
    "name: {name}\ntitle: {name}\nversion: 1.0.0\nlanguage: 1\nauthors: [us]\nlicence: MIT\nprovides: game\n"
)

CARDS = """
game {name} "Thieves"
    players 2..3

card Card "card"
    rank: int 1..9
    state marked: bool = false

Card ace "Ace" x3
    rank: 1

Card king "King" x2
    rank: 9

Card queen "Queen" x2
    rank: 8

Card jack "Jack" x2
    rank: 7

Card ten "Ten" x3
    rank: 6

player
    state favourite: Card?
    state score: int 0..99 = 0
    zone hand: hand of Card
    zone stash: pile of Card hidden
    zone bag: set of Card hidden

table
    state marks: int 0..99 = 0
    zone deck: pile of Card hidden when empty: reshuffle shown
    zone shown: pile of Card open

setup:
    move all Card to deck
    shuffle deck
    for p in players: draw 2 from deck to p.hand
"""

THIEVES = """
action steal(c in actor.next.hand.items) "Steal {c}":
    move c to actor.hand

action hide(c in actor.hand.items) "Hide {c}":
    move c to actor.stash face down

action pocket(c in actor.hand.items) "Pocket {c}":
    move c to actor.bag face down

action play_open(c in actor.hand.items) "Show {c}":
    move c to shown

action mark(c in actor.hand.items) "Mark {c}":
    c.marked = true
    actor.favourite = c

action look(p in actor.opponents) "Look at a card of {p}" when actor.next.hand.count > 0:
    choose c from p.hand.items by actor "Which card?":
        reveal c to actor

action mix "Shuffle your stash":
    shuffle actor.stash

action fish "Take a card out of the next seat's bag" when actor.next.bag.count > 0:
    pick 1 at random from actor.next.bag.items as found
    move found to actor.hand

action give_two "Give away up to two cards" when actor.hand.count > 0:
    choose up to 2 cs from actor.hand.items by actor "Which cards?":
        move cs to actor.next.hand

action raid "Take up to two cards of the next seat" when actor.next.hand.count > 0:
    choose up to 2 cs from actor.next.hand.items by actor "Which cards?":
        move cs to actor.hand

play:
    repeat 6:
        turn p in players:
            draw 1 from deck to p.hand
            act p
    rank p in players by p.stash.count
"""


def compiled(folder: Path, name: str, rules: str) -> Program:
    """A game in a pack of its own."""
    pack = folder / name
    pack.mkdir()
    (pack / "pack.yaml").write_text(PACK.replace("{name}", name), encoding="utf-8")
    (pack / f"{name}.tafl").write_text(CARDS.replace("{name}", name) + rules, encoding="utf-8")
    found = compile_pack(str(pack))
    assert found.program is not None, found.findings
    return found.program


def shipped_games() -> list[str]:
    """Every game of every pack that comes with Tafl: the pack, or pack:game."""
    found = []
    for folder in sorted(shipped().iterdir()):
        if (folder / "pack.yaml").is_file():
            pack = open_pack(str(folder))
            if pack.provides == "game":
                found += [f"{folder.name}:{game}" for game in pack.games] or [folder.name]
    return found


def opened(program: Program, seed: int) -> Playing:
    """A game for some allowed number of seats; what has to be chosen is the first value."""
    players = range(program.low_players, program.high_players + 1)
    chosen = {option.name: option.names[0] for option in program.options if option.default is None}
    return open_game(program, players[seed % len(players)], chosen, seed)
