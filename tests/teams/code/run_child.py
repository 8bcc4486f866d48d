"""A process that begins a run and drives it until it is killed: `python run_child.py HOME REPO WORKFLOW`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from teams.code.runs import begin, running


async def main(home: Path, repo: Path, workflow: Path) -> None:
    async with running(home) as (runner, _):
        await runner.wait(await begin(runner, repo, workflow))


if __name__ == "__main__":
    asyncio.run(main(*map(Path, sys.argv[1:])))
