"""RLCard: its environment, and the game below it without observations."""

from __future__ import annotations

from random import Random

import rlcard

from tafl.bench.peers.serve import Game, one_by_one, serve

NAMES = {"leduc": "leduc-holdem"}


def environment(game: str, seed: int) -> Game:
    """`reset` and `step` of the environment."""
    env, random = rlcard.make(NAMES[game], config={"seed": seed}), Random(seed).random

    def play() -> tuple[int, list[int]]:
        state, _ = env.reset()
        answers = 0
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(random() * len(actions))])
            answers += 1
        return answers, [round(2 * gain) for gain in env.get_payoffs()]

    return play


def bare(game: str, seed: int) -> Game:
    """`init_game` and `step` of the game."""
    env, random = rlcard.make(NAMES[game], config={"seed": seed}), Random(seed).random

    def play() -> tuple[int, list[int]]:
        env.game.init_game()
        answers = 0
        while not env.game.is_over():
            actions = list(env.game.get_legal_actions())
            env.game.step(actions[int(random() * len(actions))])
            answers += 1
        return answers, [round(2 * gain) for gain in env.game.get_payoffs()]

    return play


if __name__ == "__main__":
    serve(
        f"RLCard {rlcard.__version__}",
        {
            "environment": (one_by_one(environment), tuple(NAMES)),
            "bare game": (one_by_one(bare), tuple(NAMES)),
        },
    )
