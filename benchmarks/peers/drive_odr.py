"""One report of open_deep_research; run by the interpreter that has it.

Its client of Tavily has no setting for its address, so that is given here. With `checkpoints` its graph is compiled
with a saver of LangGraph, which the released graph is not, and a second start goes on from what is saved.
"""

from __future__ import annotations

import asyncio
import importlib
from functools import partial
from typing import Any

from benchmarks.peers.loopback import given, stay_here, told


async def main() -> None:
    """See the module."""
    asked, outside = given(), stay_here()
    tavily = importlib.import_module("tavily")
    tools: Any = importlib.import_module("open_deep_research.utils")
    tools.AsyncTavilyClient = partial(tavily.AsyncTavilyClient, api_base_url=asked["url"])
    graphs = importlib.import_module("open_deep_research.deep_researcher")
    message = {"messages": [{"role": "user", "content": asked["question"]}]}

    async def work() -> dict[str, Any]:
        if not asked.get("checkpoints"):
            state = await graphs.deep_researcher.ainvoke(message)
        else:
            saver = importlib.import_module("langgraph.checkpoint.sqlite.aio").AsyncSqliteSaver
            async with saver.from_conn_string(asked["checkpoints"]) as kept:
                graph = graphs.deep_researcher_builder.compile(checkpointer=kept)
                state = await graph.ainvoke(
                    None if asked.get("again") else message, {"configurable": {"thread_id": "1"}}
                )
        return {"report": state.get("final_report", ""), "error": ""}

    await told(asked, outside, work)


if __name__ == "__main__":
    asyncio.run(main())
