"""Tree search inside the module: the host puts in the worlds and reads the visits. What an iteration does
stands in `runtime/search.wat`.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from ..interpreter.chance import Generator
from ..interpreter.engine import Playing
from . import layout as at
from .block import encode
from .engine import Running
from .host import Trapped
from .layout import NODE, NODES, WORD, Layout
from .runner import runner


class CompiledSearch:
    """A search of a seat that is asked, continued in parts. Its memory is the module's, until it is closed:
    meanwhile nothing else may be reserved there.
    """

    def __init__(
        self,
        worlds: Sequence[Playing],
        generator: Generator,
        *,
        exploring: float,
        tables: bytes,
        longest: int,
        nodes: int,
    ) -> None:
        """`worlds` are games that the seat cannot tell apart, with the same question to it. See `sim.search`
        for the numbers. Raises host.Unavailable.
        """
        self._runner = runner(worlds[0].program, worlds[0].players)
        self._count = worlds[0].option_count
        instance = self._instance = self._runner.instance
        self._runner.forget()
        blocks = [_block(world, self._runner.layout) for world in worlds]
        instance.write(at.SEARCH, struct.pack("<QQd", *generator.rng, exploring))
        instance.write(at.SPREADS, tables)
        addresses = [self._put(block) for block in blocks]
        table = self._put(struct.pack(f"<{len(addresses)}i", *addresses))
        self._root = instance["search_begin"](table, len(addresses), longest, nodes)

    def _put(self, content: bytes) -> int:
        address = self._instance["reserve"](len(content))
        self._instance.write(address, content)
        return address

    def run(self, iterations: int) -> None:
        """So many iterations more, in one call: nothing interrupts it."""
        self._runner.forget()
        done = self._visited()
        goal = done + iterations
        while done < goal:
            try:
                self._instance["search"](goal - done)
            except Trapped:
                # The game stopped: an iteration that nobody won.
                self._instance["search_stopped"]()
            done = self._visited()

    def _visited(self) -> int:
        """Iterations so far."""
        return self._word(self._root + NODES["VISITS"]) - 1

    def visits(self) -> list[int]:
        """How often each option of the question at the root was chosen."""
        return [visits for visits, _ in self._children()]

    def means(self) -> list[float]:
        """By option the mean outcome for the seat that is asked; 0 where it was never chosen."""
        return [mean for _, mean in self._children()]

    def _children(self) -> list[tuple[int, float]]:
        first = self._word(self._root + NODES["CHILDREN"])
        content = self._instance.read(first, NODE * self._count)
        record = struct.Struct(f"<d8xi{NODE - 20}x")
        return [(visits, mean) for mean, visits in record.iter_unpack(content)]

    def _word(self, address: int) -> int:
        return int.from_bytes(self._instance.read(address, WORD), "little", signed=True)

    def close(self) -> None:
        """Give back the memory."""
        self._instance["release"]()


def _block(world: Playing, layout: Layout) -> bytes:
    return world.block if isinstance(world, Running) else encode(world.state, layout)
