"""The sentences of hooks: what they hook, with which parameters, in which order (T06)."""

from __future__ import annotations

from .code import Code, Table

GAME = 'game x "X"\n    players 2\n'
HURT = "player\n    state life: int = 9\neffect hurt(p: Player, by n: int):\n    p.life -= n\n"
PLAY = "play:\n    hurt active by 1\n    end game with draw()\n"

TABLE: Table = {
    "T0601": Code(
        "error",
        "there is no effect, value, field or phase `{name}` to hook; declare it or correct the name",
        "A hook names what it hooks: an effect (also `setup`, `play` and `scoring`), a value, a field of a "
        "kind, or a "
        "phase.",
        GAME + HURT + "after hrut(p): p.life += 1\n" + PLAY,
        GAME + HURT + "after hurt(p): p.life += 1\n" + PLAY,
    ),
    "T0602": Code(
        "error",
        "`{name}` cannot be hooked; only effects, values, fields and phases can",
        "What is stored, and what content fills, changes where it is written. Wrap it in a value or an "
        "effect and hook "
        "that.",
        GAME + HURT + "change life(p): to it + 1\n" + PLAY,
        GAME
        + HURT
        + "value strength(p: Player) -> int: p.life\nchange strength(p): to it + 1\n"
        + "play:\n    hurt active by strength(active)\n    end game with draw()\n",
    ),
    "T0603": Code(
        "error",
        "`{name}` is a {sort}: nothing happens there, so `{word}` cannot hook it; write `change {name}(...): "
        "to ...`",
        "Values and fields are only read. A hook can change what is read, and effects are what something can "
        "happen "
        "before, after or instead of.",
        GAME
        + HURT
        + "value harm -> int: 1\nafter harm: pass\nplay:\n    hurt active by harm\n"
        + "    end game with draw()\n",
        GAME
        + HURT
        + "value harm -> int: 1\nchange harm: to it + 1\nplay:\n    hurt active by harm\n"
        + "    end game with draw()\n",
    ),
    "T0604": Code(
        "error",
        "`{name}` is an effect, so say which of its parameters changes: `change {head}: NAME to ...`",
        "A `change` of an effect gives another value to one of its parameters before it happens.",
        GAME + HURT + "change hurt(p, by n): to n - 1\n" + PLAY,
        GAME + HURT + "change hurt(p, by n): n to n - 1\n" + PLAY,
    ),
    "T0605": Code(
        "error",
        "`{name}` is no effect: its own value changes, so write `to ...` with `it` for the value so far",
        "A `change` of a value or field gives what is read instead; `it` is what would be read without it.",
        GAME
        + HURT
        + "value harm -> int: 1\nchange harm: n to n + 1\nplay:\n    hurt active by harm\n"
        + "    end game with draw()\n",
        GAME
        + HURT
        + "value harm -> int: 1\nchange harm: to it + 1\nplay:\n    hurt active by harm\n"
        + "    end game with draw()\n",
    ),
    "T0606": Code(
        "error",
        "this is one parameter too many: it is declared as `{head}`; leave it out",
        "A hook names the parameters of what it hooks, in their order, as far as it needs them.",
        GAME + HURT + "after hurt(p, by n, x): p.life += n\n" + PLAY,
        GAME + HURT + "after hurt(p, by n): p.life += n\n" + PLAY,
    ),
    "T0607": Code(
        "error",
        "this parameter does not fit: it is declared as `{head}`; write it so",
        "A hook writes the parameters of what it hooks with the same prepositions before them.",
        GAME + HURT + "after hurt(p, n): p.life += n\n" + PLAY,
        GAME + HURT + "after hurt(p, by n): p.life += n\n" + PLAY,
    ),
    "T0608": Code(
        "error",
        "`{name}` is no parameter here; name it in the head, as in `change {head}: ...`",
        "A `change` of an effect changes one of the parameters that stand in its own head.",
        GAME + HURT + "change hurt(p, by n): m to n - 1\n" + PLAY,
        GAME + HURT + "change hurt(p, by n): n to n - 1\n" + PLAY,
    ),
    "T0609": Code(
        "error",
        "`{name}` is more than one thing that this could hook; give one of them another name",
        "A hook with parameters means the effect; one without could mean a phase and an effect of the same "
        "name.",
        GAME
        + 'effect fight: pass\nafter fight: say "over"\n'
        + "play:\n    phase fight:\n        fight\n    end game with draw()\n",
        GAME
        + 'effect fight: pass\nafter fight: say "over"\n'
        + "play:\n    phase fighting:\n        fight\n    end game with draw()\n",
    ),
    "T0610": Code(
        "error",
        "`{name}` is a {sort}, and a {sort} has nothing that `{word}` could change",
        "A phase is a stretch of play: hooks come before it, after it or instead of it.",
        GAME + "change combat: to 1\nplay:\n    phase combat: pass\n    end game with draw()\n",
        GAME + "after combat: pass\nplay:\n    phase combat: pass\n    end game with draw()\n",
    ),
    "T0611": Code(
        "error",
        "there is no content or scenario `{name}` to come after; declare it or correct the name",
        "`after NAME` in the head of a hook puts it after the hooks that the content or scenario of that "
        "name has on "
        "the same thing.",
        GAME
        + HURT
        + "card Gear\nGear shield\n    change hurt(p, by n): n to n - 1\n"
        + "Gear charm\n    change hurt(p, by n) after sheild: n to n * 2\ntable\n    zone gear: set of Gear\n"
        + "setup:\n    move all Gear to gear\n"
        + PLAY,
        GAME
        + HURT
        + "card Gear\nGear shield\n    change hurt(p, by n): n to n - 1\n"
        + "Gear charm\n    change hurt(p, by n) after shield: n to n * 2\ntable\n    zone gear: set of Gear\n"
        + "setup:\n    move all Gear to gear\n"
        + PLAY,
    ),
    "T0612": Code(
        "error",
        "`{name}` has no hook `{what}`, so there is nothing to come after; leave `after {name}` out",
        "`after NAME` orders hooks on the same thing and of the same word.",
        GAME
        + HURT
        + "card Gear\nGear shield\n    after hurt(p): p.life += 1\n"
        + "Gear charm\n    change hurt(p, by n) after shield: n to n * 2\ntable\n    zone gear: set of Gear\n"
        + "setup:\n    move all Gear to gear\n"
        + PLAY,
        GAME
        + HURT
        + "card Gear\nGear shield\n    after hurt(p): p.life += 1\n"
        + "Gear charm\n    change hurt(p, by n): n to n * 2\ntable\n    zone gear: set of Gear\n"
        + "setup:\n    move all Gear to gear\n"
        + PLAY,
    ),
    "T0613": Code(
        "error",
        "these hooks on `{name}` each come after the other; take one `after` away",
        "Hooks that come after each other in a circle have no order.",
        GAME
        + HURT
        + "card Gear\nGear shield\n    change hurt(p, by n) after charm: n to n - 1\n"
        + "Gear charm\n    change hurt(p, by n) after shield: n to n * 2\ntable\n    zone gear: set of Gear\n"
        + "setup:\n    move all Gear to gear\n"
        + PLAY,
        GAME
        + HURT
        + "card Gear\nGear shield\n    change hurt(p, by n): n to n - 1\n"
        + "Gear charm\n    change hurt(p, by n) after shield: n to n * 2\ntable\n    zone gear: set of Gear\n"
        + "setup:\n    move all Gear to gear\n"
        + PLAY,
    ),
}
