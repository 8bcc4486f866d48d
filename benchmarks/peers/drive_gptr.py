"""One report of gpt-researcher, as its documentation calls it; run by the interpreter that has it."""

from __future__ import annotations

import asyncio
import importlib
from typing import Any

from benchmarks.peers.loopback import given, stay_here, told


async def main() -> None:
    """See the module."""
    asked, outside = given(), stay_here()
    researcher = importlib.import_module("gpt_researcher").GPTResearcher

    async def work() -> dict[str, Any]:
        one = researcher(query=asked["question"], report_type=asked["mode"], verbose=False)
        await one.conduct_research()
        return {"report": await one.write_report(), "error": ""}

    await told(asked, outside, work)


if __name__ == "__main__":
    asyncio.run(main())
