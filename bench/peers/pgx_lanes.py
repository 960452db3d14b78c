"""Pgx: many games side by side in compiled array code; games that end begin anew at once."""

from __future__ import annotations

import os
import time
from collections import Counter
from typing import Any

os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental.wrappers import auto_reset

from tafl.bench.peers.serve import Player, Way, serve

NAMES = {
    "tic_tac_toe": "tic_tac_toe",
    "connect_four": "connect_four",
    "othello": "othello",
    "hex": "hex",
    "kuhn": "kuhn_poker",
    "leduc": "leduc_holdem",
}
STEPS = 64
SWAP = 121
"""The action of hex that takes over the first stone: the rule is not played."""


def _lanes(count: int) -> Way:
    def way(game: str, seed: int) -> Player:
        env = pgx.make(NAMES[game])
        start, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

        def steps(key: Any, state: Any, first: Any, taken: Any) -> Any:
            def one(carry: Any, _: Any) -> Any:
                key, state, first, taken = carry
                key, choosing, dealing = jax.random.split(key, 3)
                legal = state.legal_action_mask
                if game == "hex":
                    legal = legal.at[:, SWAP].set(False)
                action = jax.random.categorical(choosing, jnp.where(legal, 0.0, -jnp.inf), axis=-1)
                state = step(state, action, jax.random.split(dealing, count))
                over, taken = state.terminated, taken + 1
                gain = jnp.take_along_axis(state.rewards, first[:, None], axis=1)[:, 0]
                told = (over, taken, gain)
                return (
                    key,
                    state,
                    jnp.where(over, state.current_player, first),
                    jnp.where(over, 0, taken),
                ), told

            return jax.lax.scan(one, (key, state, first, taken), None, length=STEPS)

        run = jax.jit(steps)
        state = jax.jit(start)(jax.random.split(jax.random.PRNGKey(seed), count))
        kept = (jax.random.PRNGKey(seed + 1), state, state.current_player, jnp.zeros(count, jnp.int32))

        def play(seconds: float) -> dict[str, object]:
            nonlocal kept
            games = answers = squares = 0
            ends: Counter[str] = Counter()
            spent = 0.0
            while spent < seconds or not games:
                begun = time.process_time()
                kept, told = run(*kept)
                over, taken, gain = jax.block_until_ready(told)
                spent += time.process_time() - begun
                over, taken, gain = (jax.device_get(part) for part in (over, taken, gain))
                lengths = taken[over]
                games += int(over.sum())
                answers += int(lengths.sum())
                squares += int((lengths.astype("int64") ** 2).sum())
                for value in gain[over]:
                    own = round(float(value))
                    ends[f"{own},{-own}"] += 1
            return {"games": games, "answers": answers, "squares": squares, "seconds": spent, "ends": ends}

        return play

    return way


if __name__ == "__main__":
    serve(
        f"Pgx {pgx.__version__}",
        {f"{count} lanes": (_lanes(count), tuple(NAMES)) for count in (1, 1024)},
    )
