"""The sentences of pauses and of the actions in them (T0527 to T0531, T0915, T0916)."""

from __future__ import annotations

from .code import Code, Table

_GAME = 'game x "X"\n    players 2\n'
_WINDOW = 'pause alarm(p: Player) "Alarm!"\n'
_PLAY = "play:\n    pause alarm(seat 1)\n    end game with draw()\n"

TABLE: Table = {
    "T0527": Code(
        "error",
        "`{name}` is offered in one pause or at any time, not both; leave out `anytime` or `at`",
        "An action `at` a pause is offered in that pause alone, and may read what the pause was opened with. "
        "One `anytime` is offered in every pause and where the rules say `act`.",
        _GAME + _WINDOW + "action hide at alarm anytime: pass\n" + _PLAY,
        _GAME + _WINDOW + "action hide at alarm: pass\n" + _PLAY,
    ),
    "T0528": Code(
        "error",
        "there is no pause called `{name}`; declare it: `pause {name}`",
        "A pause is declared once, with what it tells those who are asked, and opened by a statement: "
        '`pause before_fight(attacker: Player) "Cards?"` and `pause before_fight(p)`.',
        _GAME + _WINDOW + "action hide at alram: pass\naction wait at alarm: pass\n" + _PLAY,
        _GAME + _WINDOW + "action hide at alarm: pass\naction wait at alarm: pass\n" + _PLAY,
    ),
    "T0529": Code(
        "error",
        "there is an action `{name}` already, which could be meant as well; give this one another name",
        "A component may bring several actions, its kind's and its own, and the game has others: the name "
        "says which of them is meant. Actions of different contents may share a name.",
        _GAME
        + _WINDOW
        + "table\n    zone runes: set of Rune open\ncard Rune\n    action use at alarm: pass\n"
        "Rune ice\n    action use at alarm: pass\nsetup:\n    move all Rune to runes\n" + _PLAY,
        _GAME
        + _WINDOW
        + "table\n    zone runes: set of Rune open\ncard Rune\n    action use at alarm: pass\n"
        "Rune ice\n    action thaw at alarm: pass\nsetup:\n    move all Rune to runes\n" + _PLAY,
    ),
    "T0530": Code(
        "error",
        "this opens a pause while another may be open; windows do not nest: what `{name}` does must not come "
        "here",
        "What happens in a pause is over before the game goes on. So no action that a pause offers may open "
        "one, nor any effect that it calls, nor a hook on it. Let the action note what is to follow, and "
        "open the next pause after this one.",
        _GAME + _WINDOW + "action shout at alarm: rouse\neffect rouse: pause alarm(seat 2)\n" + _PLAY,
        _GAME + _WINDOW + "action shout at alarm: rouse\neffect rouse: pass\n" + _PLAY,
    ),
    "T0531": Code(
        "error",
        "`{name}` is a pause: open it with `pause {name}`, and what it is told in brackets",
        "An effect is called by its name; a pause is opened by a statement of its own, so that everybody who "
        "reads the rules sees where they wait for others: `pause alarm(p)`.",
        _GAME + _WINDOW + "action hide at alarm: pass\nplay:\n    alarm seat 1\n    end game with draw()\n",
        _GAME + _WINDOW + "action hide at alarm: pass\n" + _PLAY,
    ),
    "T0915": Code(
        "warning",
        "the pause `{name}` is never opened; open it with `pause {name}`, or take it out",
        "A pause is asked about where a statement opens it: `pause alarm(p)`. Without one, the actions in it "
        "are never offered.",
        _GAME + _WINDOW + "action hide at alarm: pass\nplay:\n    end game with draw()\n",
        _GAME + _WINDOW + "action hide at alarm: pass\n" + _PLAY,
    ),
    "T0916": Code(
        "warning",
        "no action is offered in the pause `{name}`; let one say `at {name}`, or take the pause out",
        "Actions say `at` in which pause they are offered, or `anytime`.",
        _GAME + _WINDOW + _PLAY,
        _GAME + _WINDOW + "action hide at alarm: pass\n" + _PLAY,
    ),
}
