"""A process that owns a run, stands still when it is told to, and then goes on as if nothing had happened."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from kasen.errors import Fenced
from kasen.runtime.attempt import Attempt
from kasen.runtime.checkpoints.opening import InDatabase
from kasen.runtime.store import Store
from runtime.checkpoints.graphs import chain, config_of


async def main(home: str, database: str, run_id: str, *, stands_still: bool) -> None:
    """Drive a chain of six; say what came of it."""
    async with Store(Path(home), database=database, states=InDatabase(history=True)) as store:
        attempt = Attempt(store, run_id, await store.claim(run_id))
        graph: Any = chain(6)

        async def wait(state: dict[str, int]) -> dict[str, int]:
            if stands_still:
                sys.stdout.write("standing\n")
                sys.stdout.flush()
                await asyncio.to_thread(sys.stdin.readline)
            return {"n": state["n"] + 1}

        graph.nodes["n2"] = graph.add_node("other", wait).nodes.pop("other")
        compiled = graph.compile(checkpointer=store.states.saver(attempt, set()))
        config = config_of(attempt)
        has_begun = bool((await compiled.aget_state(config)).config["configurable"].get("checkpoint_id"))
        try:
            done = await compiled.ainvoke(None if has_begun else {"n": 0}, config, durability="sync")
        except Fenced:
            sys.stdout.write("fenced\n")
        else:
            sys.stdout.write(f"done {done['n']}\n")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:4], stands_still=sys.argv[4] == "still"))
