"""OpenSpiel: the loop in Python, its own bots in C++, and its rollouts in C++ (where nothing is random or
hidden).
"""

from __future__ import annotations

import time
from importlib.metadata import version
from random import Random

import pyspiel

from tafl.bench.peers.serve import Game, Player, one_by_one, serve
from tafl.bench.samples import SEARCH, SIMULATIONS, ranked

NAMES = {
    "tic_tac_toe": "tic_tac_toe",
    "connect_four": "connect_four",
    "breakthrough": "breakthrough",
    "othello": "othello",
    "hex": "hex(board_size=11)",
    "kuhn": "kuhn_poker",
    "leduc": "leduc_poker",
    "pig": "pig(horizon=1000000)",
    "hearts": "hearts",
}
OPEN = ("tic_tac_toe", "connect_four", "breakthrough", "othello", "hex")
ROLLOUTS = 256


def _outcome(game: str, returns: list[float]) -> list[int]:
    return ranked(returns) if game == "hearts" else [round(gain) for gain in returns]


def _drawn(outcomes: list[tuple[int, float]], left: float) -> int:
    for action, chance in outcomes:
        left -= chance
        if left <= 0:
            return action
    return outcomes[-1][0]


def loop(game: str, seed: int) -> Game:
    """The loop of the documentation: every step crosses from Python to C++."""
    spiel, random = pyspiel.load_game(NAMES[game]), Random(seed).random

    def play() -> tuple[int, list[int]]:
        state, answers = spiel.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(_drawn(state.chance_outcomes(), random()))
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(random() * len(actions))])
                answers += 1
        return answers, _outcome(game, state.returns())

    return play


def bots(game: str, seed: int) -> Game:
    """One call a game: `evaluate_bots` with the random bots in C++. It does not count answers."""
    spiel = pyspiel.load_game(NAMES[game])
    seats = [pyspiel.make_uniform_random_bot(seat, seed + seat) for seat in range(spiel.num_players())]
    random = Random(seed)

    def play() -> tuple[int, list[int]]:
        returns = pyspiel.evaluate_bots(spiel.new_initial_state(), seats, random.getrandbits(31))
        return 0, _outcome(game, returns)

    return play


def rollouts(game: str, seed: int) -> Game:
    """One call for many games: a search that only evaluates its root, by rollouts in C++. It tells neither
    answers nor outcomes.
    """
    spiel = pyspiel.load_game(NAMES[game])
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, seed)
    bot = pyspiel.MCTSBot(spiel, evaluator, 2.0, 1, 100, False, seed, False)
    state = spiel.new_initial_state()
    turn = 0

    def play() -> tuple[int, list[int]]:
        nonlocal turn
        if turn == 0:
            bot.mcts_search(state)
        turn = (turn + 1) % ROLLOUTS
        return 0, []

    return play


def search(game: str, seed: int) -> Player:
    """Searches of the opening in C++ (MCTSBot): a game is a simulation, which is one rollout."""
    spiel = pyspiel.load_game(NAMES[game])
    state = spiel.new_initial_state()
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    bot = pyspiel.MCTSBot(spiel, evaluator, 2.0, SIMULATIONS, 1000, False, seed, False)

    def play(seconds: float) -> dict[str, object]:
        games, begun, spent = 0, time.process_time(), 0.0
        while spent < seconds or not games:
            bot.mcts_search(state)
            games += SIMULATIONS
            spent = time.process_time() - begun
        return {"games": games, "seconds": spent, "answers": 0, "squares": 0}

    return play


if __name__ == "__main__":
    serve(
        f"OpenSpiel {version('open_spiel')}",
        {
            "loop": (one_by_one(loop), tuple(NAMES)),
            "bots in C++": (one_by_one(bots), tuple(NAMES)),
            "rollouts in C++": (one_by_one(rollouts), OPEN),
            SEARCH: (search, OPEN),
        },
    )
