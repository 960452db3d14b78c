"""The sentences of campaigns and battles (T0330 to T0334, T0526, T0908)."""

from __future__ import annotations

from .code import Code, Table

GAME = 'game x "X"\n    players 2\n'
PLAY = "play:\n    end game with draw()\n"
SAGA = (
    GAME
    + PLAY
    + 'game saga "Saga" campaign of x\n    play:\n        battle none\n        end game with draw()\n'
)

TABLE: Table = {
    "T0330": Code(
        "error",
        "`{word}:` stands inside a game only where that is a campaign; write it at the left edge",
        "The flow of a game stands beside its other declarations. Inside a campaign stands its own, since "
        "beside it stands that of its battles.",
        GAME + "    play:\n        end game with draw()\n",
        GAME + "play:\n    end game with draw()\n",
    ),
    "T0331": Code(
        "error",
        "`{name}` cannot be set here: only a campaign sets the options of its game, and a scenario; to "
        "declare one, begin with `option`",
        "A game declares its options with a default. What sets them for one kind of play is a scenario, or a "
        "campaign.",
        GAME + "    mode: 2\n" + PLAY,
        GAME + PLAY,
    ),
    "T0332": Code(
        "error",
        "no game `{name}` is declared in the files that are played together; require its pack, or list its "
        "files under no game",
        "A campaign is played with all the files of its game. In one pack, `games:` in pack.yaml lists the "
        "campaign's own files under its name, and those of the game under none: they then belong to both.",
        SAGA.replace("of x", "of y"),
        SAGA,
    ),
    "T0333": Code(
        "error",
        "`{name}` is a campaign itself; a campaign is made of battles of a game",
        "A battle plays a game from its setup to its scoring, and a campaign is none of those.",
        SAGA.replace("of x", "of saga"),
        SAGA,
    ),
    "T0334": Code(
        "error",
        "its game is for {low} to {high} players; leave out `players`, or stay within that",
        "All seats of a campaign take part in its battles.",
        SAGA.replace("campaign of x\n", "campaign of x\n    players 2..5\n"),
        SAGA,
    ),
    "T0526": Code(
        "error",
        "only a campaign has battles, and this game is none; write `game NAME campaign of GAME` in files of "
        "its own",
        "`battle` plays the game that a campaign is of: its setup, play and scoring.",
        "effect meet: battle none\n",
        'effect meet: say "we met"\n',
    ),
    "T0908": Code(
        "warning",
        "`{name}` is a campaign of `{game}` and never plays it; begin a battle with `battle SCENARIO` or "
        "`battle none`",
        "What a campaign adds to a game are questions and state between its battles.",
        GAME + PLAY + 'game saga "Saga" campaign of x\n    play:\n        end game with draw()\n',
        SAGA,
    ),
}
