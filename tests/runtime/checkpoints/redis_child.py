"""A process that keeps the state of its run in Redis and stands still in its fourth node, to be killed there."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from kasen.runtime.attempt import Attempt
from kasen.runtime.checkpoints.redis import InRedis
from kasen.runtime.store import Store
from runtime.checkpoints.graphs import chain, config_of


async def main(home: str, url: str, run_id: str) -> None:
    """Drive a chain of six until its end, which does not come."""
    async with Store(Path(home), states=InRedis(url)) as store:
        attempt = Attempt(store, run_id, await store.claim(run_id))
        graph: Any = chain(6)

        async def wait(_state: dict[str, int]) -> dict[str, int]:
            sys.stdout.write("standing\n")
            sys.stdout.flush()
            await asyncio.Event().wait()
            return {}

        graph.nodes["n3"] = graph.add_node("other", wait).nodes.pop("other")
        compiled = graph.compile(checkpointer=store.states.saver(attempt, set()))
        await compiled.ainvoke({"n": 0}, config_of(attempt), durability="sync")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:4]))
