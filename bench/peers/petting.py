"""PettingZoo: the loop of its documentation, and the same without what the loop need not do."""

from __future__ import annotations

import warnings
from importlib import import_module
from importlib.metadata import version
from random import Random
from typing import Any

from tafl.bench.peers.serve import Game, one_by_one, serve

NAMES = {"tic_tac_toe": "tictactoe_v3", "connect_four": "connect_four_v3", "leduc": "leduc_holdem_v4"}


def _module(game: str) -> Any:
    return import_module(f"pettingzoo.classic.{NAMES[game]}")


def documented(game: str, seed: int) -> Game:
    """`agent_iter`, `last`, a sample of the action space, `step`."""
    env = _module(game).env()
    env.reset(seed=seed)
    for number, agent in enumerate(env.agents):
        env.action_space(agent).seed(seed + number)

    def play() -> tuple[int, list[int]]:
        env.reset()
        seats = list(env.agents)
        gains, answers = dict.fromkeys(seats, 0.0), 0
        for agent in env.agent_iter():
            observation, reward, ended, cut, information = env.last()
            gains[agent] = reward
            if ended or cut:
                action = None
            else:
                mask = observation.get("action_mask")
                if mask is None:
                    mask = information["action_mask"]
                action = env.action_space(agent).sample(mask)
                answers += 1
            env.step(action)
        return answers, [round(gains[seat]) for seat in seats]

    return play


def lean(game: str, seed: int) -> Game:
    """The raw environment, a cheaper choice, and no steps after the end."""
    env, random = _module(game).raw_env(), Random(seed).random

    def play() -> tuple[int, list[int]]:
        env.reset()
        seats, answers = list(env.agents), 0
        while True:
            observation, _, ended, cut, information = env.last()
            if ended or cut:
                return answers, [round(env._cumulative_rewards[seat]) for seat in seats]
            mask = observation.get("action_mask")
            if mask is None:
                mask = information["action_mask"]
            actions = mask.nonzero()[0]
            env.step(int(actions[int(random() * len(actions))]))
            answers += 1

    return play


if __name__ == "__main__":
    warnings.filterwarnings("ignore")
    serve(
        f"PettingZoo {version('pettingzoo')}",
        {
            "documented loop": (one_by_one(documented), tuple(NAMES)),
            "lean loop": (one_by_one(lean), tuple(NAMES)),
        },
    )
